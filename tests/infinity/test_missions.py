"""Victory and the four scenarios."""

import pytest
from msgspec.structs import replace

from firelane.infinity.asking import Activate, Aros, EndOrders, Named, OrderType, Regenerating, Second
from firelane.infinity.c1.edition import BANDS, LEAST, ZONE_DEPTH
from firelane.infinity.events import (
    BecameIdle,
    BoxDropped,
    BoxTaken,
    LieutenantNamed,
    ObjectivePlaced,
    Rolled,
    Scored,
    TurnBegan,
)
from firelane.infinity.frames import Match, PlayerTurn
from firelane.infinity.listing import list_orders
from firelane.infinity.missions import MISSIONS, MissionFigures, score, victory_points
from firelane.infinity.objectives import touches
from firelane.infinity.quadrants import mostly_inside
from firelane.infinity.space import body
from firelane.infinity.world import Objective, Place
from firelane.rulebook.book import Book
from firelane.table.things import inches
from firelane.testing.proofs import rule
from infinity.declared import Drop, Enter, HideAgain, Idle, Use
from infinity.opening import LIEUTENANT, Opening, put
from infinity.skirmish import FUSILIER, Skirmish, aro_shot, at, box, plain, shoot, walk

HACKER = "fusiliers/combi-rifle-hacker"
PARAMEDIC = "fusiliers/combi-rifle-paramedic"
OPERATIVE = "grenzers/combi-rifle-specialist-operative"
JUMPER = "hellcats/combi-rifle"
DOWN = {"states": ("unconscious",), "points": 0}
GONE = {"place": Place.GONE, "states": ("dead",), "points": -1}


def last_round(troopers, mission, **more):
    """The third round, blue's turn: both turns are ended at once."""
    return Skirmish(troopers, mission=mission, round=3, **more)


def over(game):
    """Both players end their turns; how the game ended."""
    game.end_turn()
    if game.game.state.outcome is None:
        game.end_turn()
    assert game.game.state.outcome is not None
    return game.game.state.outcome


def pass_round(game):
    """Nobody does anything for the rest of the round."""
    number = game.world.round
    while game.game.state.outcome is None and game.world.round == number:
        request = game.game.pending[0]
        game.says(request.seat, EndOrders() if request.kind == "give-order" else Regenerating())


def scores(game):
    """What each side has scored, by statement."""
    return [(event.seat, event.because[0].rule.rpartition("scenario.")[2], event.count)
            for event in game.events(Scored)]  # fmt: skip


# Victory


@rule("n4-core.victory.1", "n4-core.victory.2")
def test_after_three_rounds_more_victory_points_win():
    troopers = {"blue-1": at(20, 10), "blue-2": at(24, 10), "red-1": at(24, 40), "red-2": at(28, 40, **DOWN)}
    with Skirmish(troopers, mission="standard", round=2) as game:
        assert victory_points(game.world, "red") == 2, "one point, in halves"
        game.end_turn()
        game.end_turn()
        assert game.game.state.outcome is None
        outcome = over(game)
        assert outcome.winners == ("blue",)
        assert outcome.scores == {"blue": 4, "red": 2}
    with last_round({"blue-1": at(20, 10), "red-1": at(24, 40)}, "standard") as game:
        assert over(game).winners == (), "equal points are a draw"


@rule("n4-core.victory.4")
def test_in_a_scenario_objective_points_decide_and_victory_points_break_a_tie():
    rich = {
        "blue-1": at(30, 10, "zeta-unit/hyper-rapid-magnetic-cannon"),
        "red-1": at(10, 10),
        "red-2": at(10, 40),
    }
    with last_round(rich, "domination", points=0) as game:
        assert victory_points(game.world, "blue") > victory_points(game.world, "red")
        outcome = over(game)
        assert outcome.scores == {"blue": 0, "red": 2}
        assert outcome.winners == ("red",)
    with last_round(
        {"blue-1": at(20, 10, HACKER), "red-1": at(24, 40, **GONE), "red-2": at(24, 40)}, "supplies", points=0
    ) as game:
        assert over(game).winners == (), "no points on either side, and as much left"
    with last_round({"blue-1": at(20, 10, OPERATIVE), "red-1": at(24, 40)}, "supplies", points=0) as game:
        outcome = over(game)
        assert outcome.scores == {"blue": 0, "red": 0}
        assert outcome.winners == ("blue",), "a Grenzer is worth more than a Fusilier"


# What all scenarios share


@rule("n4-core.scenario.1")
@pytest.mark.parametrize("mission", ["annihilation", "domination", "supplies", "firefight"])
def test_a_scenario_lasts_three_rounds_with_the_figures_of_its_table(mission):
    troopers = {"blue-1": at(20, 10, LIEUTENANT), "red-1": at(24, 40, LIEUTENANT)}
    with Skirmish(troopers, mission=mission, points=0) as game:
        for _ in range(5):
            game.end_turn()
            assert game.game.state.outcome is None
        game.end_turn()
        assert game.game.state.outcome is not None
        assert game.world.round == 3
    rows = [row for row in Book.open().rule("n4-core.scenario").tables["forces"] if row["ruleset"] == "c1"]
    assert {str(2 * row["points"]): row["zone_in"][0] for row in rows} == ZONE_DEPTH
    assert {str(2 * row["points"]): int(2 * row["min_vp"]) for row in rows} == LEAST


@rule("n4-core.scenario.2")
@pytest.mark.parametrize("mission", ["domination", "supplies"])
def test_the_game_ends_with_the_turn_of_a_player_who_is_too_weak_in_the_tactical_phase(mission):
    weak = {"blue-1": at(24, 30), "red-1": at(24, 44, "zeta-unit/hyper-rapid-magnetic-cannon", facing=90)}
    with Skirmish(weak, mission=mission, active="red", round=1, points=60) as game:
        game.end_turn()
        assert game.world.round == 2
        assert game.game.state.outcome is None, "blue is weak, but its turn is still to be played"
        game.order("blue-1", Idle())
        if game.game.state.outcome is None:
            game.end_turn()
        assert game.game.state.outcome is not None, "over with blue's turn, before red's"
        assert [event.seat for event in game.events(TurnBegan)] == ["blue"]


@rule("n4-core.scenario.2")
def test_losses_after_the_tactical_phase_do_not_end_the_game_and_those_in_the_air_count():
    few = MissionFigures(least={"60": 4})
    weak = MISSIONS["domination"].ends_early
    with Skirmish(
        {"blue-1": at(24, 10), "blue-2": at(28, 10, JUMPER, place=Place.AIR), "red-1": at(24, 40)}
    ) as game:
        assert not weak(game.world, few, "blue")
        assert weak(game.world, few, "red")
        for least, over in ((6, False), (7, True)):
            figures = MissionFigures(least={"60": least})
            assert weak(game.world, figures, "blue") is over, "a Fusilier and a Hellcat: 1 and 2 points"
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 40)}, mission="domination", points=60) as game:
        game.end_turn()
        assert game.game.state.outcome is None, "blue's Tactical Phase lay before all this"


@rule("n4-core.scenario.3")
def test_killed_is_dead_and_at_the_end_null_or_never_deployed_too():
    from firelane.infinity.missions import points_killed

    troopers = {
        "blue-1": at(24, 10),
        "red-1": at(20, 40, **GONE),
        "red-2": at(24, 40, **DOWN),
        "red-3": at(28, 40, JUMPER, place=Place.AIR),
        "red-4": at(32, 40),
        "blue-2": at(20, 10, **GONE),
    }
    with Skirmish(troopers) as game:
        assert points_killed(game.world, "red", over=False) == 2
        assert points_killed(game.world, "red", over=True) == 2 + 2 + 4
        assert points_killed(game.world, "blue", over=True) == 2
    with Skirmish({**troopers, "red-5": at(36, 40, place=Place.LIST)}) as game:
        assert points_killed(game.world, "red", over=False) == 2
        assert points_killed(game.world, "red", over=True) == 2 + 2 + 4 + 2, "never deployed"


def at_a_console(kind, **fields):
    """A blue trooper beside a console, red looking away."""
    console = Objective(id="console-1", kind="console", x=inches(24), y=inches(10))
    troopers = {"blue-1": at(24, 10.984, kind) | fields, "red-1": at(24, 44, facing=90)}
    return Skirmish(troopers, mission="domination", points=0, objectives={"console-1": console})


@rule("n4-core.scenario.4")
def test_specialists_that_stand_on_the_table_are_counted_without_peripherals_and_others():
    from firelane.infinity.missions import _specialists

    zondcat = "tomcats/zondcat"
    troopers = {
        "blue-1": at(24, 10, PARAMEDIC),
        "blue-2": at(28, 10, HACKER, **DOWN),
        "blue-3": at(32, 10, HACKER, **GONE),
        "blue-4": at(36, 10, FUSILIER),
        "blue-5": at(40, 10, FUSILIER, **DOWN),
        "blue-6": at(20, 10, zondcat, controller="blue-1"),
        "blue-7": at(16, 10, PARAMEDIC, controller="blue-1"),
        "blue-8": at(12, 10, HACKER, place=Place.AIR),
        "red-1": at(24, 40, HACKER),
    }
    with Skirmish(troopers) as game:
        assert _specialists(game.world, "blue", alive=True) == 1
        assert _specialists(game.world, "blue", alive=False) == 3, "down, dead, or never come"


@rule("n4-core.scenario.4", "c1.specialist-operative.1")
@pytest.mark.parametrize(
    "kind", [OPERATIVE, HACKER, PARAMEDIC, "ghulam-infantry/rifle-doctor", "tomcats/multi-rifle-engineer"]
)
def test_specialists_may_work_on_objectives(kind):
    with at_a_console(kind) as game:
        game.order("blue-1", Idle(), Use(objective="console-1")).dice(blue=[3])
        assert game.world.objectives["console-1"].owner == "blue"


@rule("n4-core.scenario.4")
def test_nobody_else_may_and_no_peripheral_acts_for_a_specialist():
    with at_a_console(FUSILIER) as game:
        using = Activate(trooper="blue-1", skill=Use(objective="console-1"))
        assert game.refuses("blue", using) == "n4-core.scenario.4"
    console = Objective(id="console-1", kind="console", x=inches(24), y=inches(10))
    troopers = {
        "blue-1": at(30, 10, "tomcats/combi-rifle-doctor-zondcat"),
        "blue-2": at(24, 10.9, "tomcats/zondcat", controller="blue-1"),
        "red-1": at(24, 44, facing=90),
    }
    with Skirmish(troopers, mission="domination", objectives={"console-1": console}) as game:
        game.order("blue-1", Idle(), Use(objective="console-1"))
        assert [event.skill for event in game.events(BecameIdle)] == ["use-objective"]


# Annihilation


@rule("n4-core.scenario.annihilation.1", "n4-core.scenario.annihilation.2")
@pytest.mark.parametrize(("points", "expected"), [(7, 0), (8, 1), (15, 1), (16, 3), (24, 3), (25, 4)])
def test_bands_of_points_killed_and_kept(points, expected, monkeypatch):
    monkeypatch.setattr("firelane.infinity.missions.worth", lambda _: points)
    with Skirmish(
        {"blue-1": at(24, 10), "red-1": at(24, 40, **GONE)}, mission="annihilation", points=30
    ) as game:
        figures = MissionFigures(bands=BANDS)
        found = list(score(game.world, figures, each_round=False))
        scored = [event.count for event in found if event.seat == "blue"]
        assert scored == ([expected, expected] if expected else [])
        assert [event for event in found if event.seat == "red"] == []


@rule("n4-core.scenario.annihilation.1", "n4-core.scenario.annihilation.2")
def test_the_bands_are_those_of_the_table():
    table = Book.open().rule("n4-core.scenario.annihilation").tables["bands"]
    rows = {str(2 * row["points"]): row for row in table if row["points"] <= 30}
    assert set(rows) == set(BANDS)
    for points, bands in BANDS.items():
        row = rows[points]
        assert (bands.one, bands.three) == (2 * row["one"][0], 2 * row["three"][0])
        assert bands.four_above == 2 * row["four_above"]


@rule("n4-core.scenario.annihilation.1", "n4-core.scenario.3")
@pytest.mark.parametrize(
    ("fields", "killed"),
    [(GONE, True), (DOWN, True), ({"place": Place.AIR}, True), ({}, False), ({"points": 1}, False)],
)
def test_whoever_is_null_or_never_came_is_killed_when_the_game_ends(fields, killed):
    """A Zeta is worth seven points, and four of thirty are enough for an Objective Point."""
    zeta = "zeta-unit/hyper-rapid-magnetic-cannon"
    troopers = {"blue-1": at(24, 10), "red-1": at(24, 40, zeta, **fields), "red-2": at(28, 40)}
    with last_round(troopers, "annihilation", points=30) as game:
        over(game)
        found = [n for seat, why, n in scores(game) if (seat, why) == ("blue", "annihilation.1")]
        assert bool(found) is killed


@rule("n4-core.scenario.annihilation.3")
@pytest.mark.parametrize(("kind", "expected"), [(LIEUTENANT, [2]), (FUSILIER, [])])
def test_the_enemy_lieutenant_is_worth_two(kind, expected):
    with last_round({"blue-1": at(24, 10), "red-1": at(24, 40, kind, **GONE)}, "annihilation") as game:
        over(game)
        assert [n for seat, why, n in scores(game) if why == "annihilation.3" and seat == "blue"] == expected


@rule("n4-core.scenario.3")
@pytest.mark.parametrize(
    ("fields", "killed"),
    [(GONE, True), (DOWN, True), ({"place": Place.AIR}, True), ({}, False)],
)
def test_a_lieutenant_that_is_null_or_never_came_is_killed_when_the_game_ends(fields, killed):
    troopers = {"blue-1": at(24, 10), "red-1": at(24, 40, LIEUTENANT, **fields), "red-2": at(28, 40)}
    with last_round(troopers, "annihilation") as game:
        over(game)
        found = [n for seat, why, n in scores(game) if (seat, why) == ("blue", "annihilation.3")]
        assert found == [2] * killed


@rule("n4-core.scenario.domination.2")
@pytest.mark.parametrize(("right", "upper"), [(True, True), (True, False), (False, True), (False, False)])
def test_the_four_quadrants_are_measured_alike(right, upper):
    """A base of 25 mm and its centre so far from either line, in inches."""
    x, y = (1 if right else -1), (1 if upper else -1)
    for near, far, inside in ((0.246, 0.246, True), (0.1, 0.1, False), (0.1, 0.49, True), (0.1, 0.19, False)):
        for a, b in ((near, far), (far, near)):
            with Skirmish({"blue-1": at(24 + x * a, 24 + y * b)}, mission="domination") as game:
                figure = body(game.trooper("blue-1"))
                assert mostly_inside(figure, (inches(24), inches(24)), right, upper) is inside


# Domination


@rule("n4-core.scenario.domination.1", "n4-core.scenario.domination.3")
def test_each_round_the_one_with_more_quadrants_scores_two():
    troopers = {
        "blue-1": at(20, 20),
        "blue-2": at(28, 20, facing=270),
        "red-1": at(20, 28, facing=90),
        "red-2": at(12, 10, **DOWN),
    }
    with Skirmish(troopers, mission="domination", points=0) as game:
        game.end_turn()
        assert not game.events(Scored), "the round is not over"
        game.end_turn()
        assert scores(game) == [("blue", "domination.3", 2)]
        game.end_turn()
        game.end_turn()
        assert scores(game) == [("blue", "domination.3", 2)] * 2


@rule("n4-core.scenario.domination.1", "n4-core.scenario.domination.3")
def test_as_many_quadrants_are_worth_one_if_there_is_one():
    both = {"blue-1": at(10, 10), "red-1": at(10, 40)}
    with Skirmish(both, mission="domination", points=0) as game:
        game.end_turn()
        game.end_turn()
        assert scores(game) == [("blue", "domination.3", 1), ("red", "domination.3", 1)]
    near = {"blue-1": at(23, 20), "red-1": at(23, 28)}
    with Skirmish(near, mission="domination", points=0) as game:
        game.end_turn()
        game.end_turn()
        assert scores(game) == [("blue", "domination.3", 1), ("red", "domination.3", 1)], (
            "halves of the table"
        )
    same = {"blue-1": at(10, 10), "red-1": at(14, 10)}
    with Skirmish(same, mission="domination", points=0) as game:
        game.end_turn()
        game.end_turn()
        assert scores(game) == [], "nobody dominates a quadrant with equal points"


@rule("n4-core.scenario.domination.2")
def test_a_base_counts_where_more_than_half_of_it_lies_and_embryos_count():
    middle = (inches(24), inches(24))

    def inside(x, y):
        with Skirmish({"blue-1": at(x, y), "red-1": at(40, 4)}) as game:
            figure = body(game.trooper("blue-1"))
            return [(right, upper) for right in (False, True) for upper in (False, True)
                    if mostly_inside(figure, middle, right, upper)]  # fmt: skip

    assert inside(24.1, 40) == [(True, True)]
    assert inside(23.9, 8) == [(False, False)]
    assert inside(24, 40) == [], "half and half is in neither"
    assert inside(24.1, 24.1) == [], "over the crossing no quadrant has more than half"
    assert inside(24.4, 24.4) == [(True, True)]
    embryo = {"states": ("shasvastii-embryo",), "points": 0}
    for fields, expected in ((embryo, 2), (DOWN, 0), ({"marker": 1}, 2)):
        with Skirmish({"blue-1": at(10, 10, "malignos/combi-rifle", **fields),
                       "blue-2": at(24, 24), "red-1": at(40, 24)},
                      mission="domination", points=0) as game:  # fmt: skip
            pass_round(game)
            assert sum(n for seat, _, n in scores(game) if seat == "blue") == expected


@rule("n4-core.scenario.domination.4")
def test_consoles_stand_in_the_quadrants_and_are_hacked_in_contact():
    with Opening(mission="domination").to_deployment() as game:
        spots = {
            (event.objective.x / 1000, event.objective.y / 1000) for event in game.events(ObjectivePlaced)
        }
        assert spots == {(12, 12), (36, 12), (12, 36), (36, 36)}
        assert sorted(game.world.objectives) == [f"console-{number}" for number in (1, 2, 3, 4)]
    with at_a_console(PARAMEDIC) as game:
        game.order("blue-1", Idle(), Use(objective="console-1")).dice(blue=[13])
        assert game.number("blue-1") == 12, "a Normal WIP roll"
        assert game.world.objectives["console-1"].owner == "", "it failed"
        game.order("blue-1", Use(objective="console-1"), Idle()).dice(blue=[12])
        assert game.world.objectives["console-1"].owner == "blue", "as often as needed"
    with at_a_console(HACKER) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Use(objective="console-1")))
        assert game.refuses("blue", Second(skill=Use(objective="console-1"))) == "n4-core.order-structure.3"
        game.says("blue", Second(skill=Idle())).dice(blue=[15])
        assert game.number("blue-1") == 15
        assert game.reasons("blue-1")["n4-core.scenario.domination.4"] == 3
    with at_a_console(HACKER, y=inches(12)) as game:
        game.order("blue-1", Idle(), Use(objective="console-1"))
        assert [event.skill for event in game.events(BecameIdle)] == ["use-objective"], "not in contact"
        assert not game.events(Rolled)


def test_a_console_whose_place_is_taken_by_scenery_stands_beside_it():
    block = box("block", 11, 11, 2, 2, 3)
    with Opening(mission="domination", terrain=plain(block)).to_deployment() as game:
        spot = next(e.objective for e in game.events(ObjectivePlaced) if e.objective.id == "console-1")
        assert (spot.x, spot.y) != (12000, 12000)
        assert abs(spot.x - 12000) <= 2000
        assert abs(spot.y - 12000) <= 2000


@rule("n4-core.scenario.domination.5")
def test_a_console_belongs_to_whoever_hacked_it_last():
    console = Objective(id="console-1", kind="console", x=inches(24), y=inches(10), owner="red")
    troopers = {"blue-1": at(24, 10.984, PARAMEDIC), "red-1": at(24, 8, facing=270)}
    with last_round(troopers, "domination", points=0, objectives={"console-1": console}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        if game.is_asked("red", "declare-aros"):
            game.says("red", Aros())
        game.says("blue", Second(skill=Use(objective="console-1"))).dice(blue=[5])
        over(game)
        assert ("blue", "domination.5", 1) in scores(game)
        assert not [row for row in scores(game) if row[0] == "red" and row[1] == "domination.5"]
    with last_round(troopers, "domination", points=0, objectives={"console-1": console}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        if game.is_asked("red", "declare-aros"):
            game.says("red", Aros())
        game.says("blue", Second(skill=Use(objective="console-1"))).dice(blue=[20])
        over(game)
        assert ("red", "domination.5", 1) in scores(game), "a hack that fails changes nothing"
    both = {name: replace(console, id=name, owner="blue") for name in ("console-1", "console-2")}
    with last_round(troopers, "domination", points=0, objectives=both) as game:
        over(game)
        assert ("blue", "domination.5", 2) in scores(game), "1 for each"


# Supplies


def box_at(x, y, carrier="", owner=""):
    """A supply box."""
    return {
        "box-1": Objective(id="box-1", kind="box", x=inches(x), y=inches(y), carrier=carrier, owner=owner)
    }


def near_a_box(kind=PARAMEDIC, box_1=None, **more):
    """A blue trooper beside a box, red looking away."""
    troopers = {"blue-1": at(24, 20, kind), "red-1": at(24, 44, facing=90), **more}
    return Skirmish(troopers, mission="supplies", points=0, objectives=box_1 or box_at(24, 20.984))


@rule("n4-core.scenario.supplies.1")
def test_three_boxes_stand_on_the_centre_line():
    with Opening(mission="supplies").to_deployment() as game:
        spots = [
            (event.objective.x / 1000, event.objective.y / 1000) for event in game.events(ObjectivePlaced)
        ]
        assert spots == [(8, 24), (24, 24), (40, 24)]
        assert sorted(game.world.objectives) == ["box-1", "box-2", "box-3"]


@rule("n4-core.scenario.supplies.2")
def test_a_specialist_in_contact_picks_a_box_up_without_a_roll_and_carries_one():
    with near_a_box() as game:
        game.order("blue-1", Use(objective="box-1"), walk(24, 18))
        assert game.world.objectives["box-1"].carrier == "blue-1"
        assert game.trooper("blue-1").carries == "box-1"
        assert not game.events(Rolled)
        second = Activate(trooper="blue-1", skill=Use(objective="box-1"))
        assert game.refuses("blue", second) == "n4-core.scenario.supplies.2", "one at most"
    with near_a_box(box_1=box_at(24, 23.9)) as game:
        game.order("blue-1", walk(24, 22.916), Use(objective="box-1"))
        assert game.trooper("blue-1").carries == "box-1", "where its way has led it"
    with near_a_box(FUSILIER) as game:
        wrong = Activate(trooper="blue-1", skill=Use(objective="box-1"))
        assert game.refuses("blue", wrong) == "n4-core.scenario.4"
    with near_a_box(box_1=box_at(24, 23)) as game:
        game.order("blue-1", Idle(), Use(objective="box-1"))
        assert not game.events(BoxTaken), "not in contact"


@rule("n4-core.scenario.supplies.2")
def test_a_box_is_taken_from_a_normal_friend_or_a_null_trooper_and_from_nobody_else():
    carried = box_at(24, 20.984, carrier="blue-2", owner="blue")
    friend = at(24.984, 20, carries="box-1")
    with near_a_box(box_1=carried, **{"blue-2": friend}) as game:
        game.order("blue-1", Idle(), Use(objective="box-1"))
        assert game.trooper("blue-1").carries == "box-1"
        assert game.trooper("blue-2").carries == ""
    with near_a_box(box_1=carried, **{"blue-2": {**friend, "states": ("targeted",)}}) as game:
        using = Activate(trooper="blue-1", skill=Use(objective="box-1"))
        assert game.refuses("blue", using) == "n4-core.scenario.supplies.2", "not Normal"
    enemy = at(40, 20, carries="box-1")
    with near_a_box(box_1=box_at(24, 20.984, carrier="red-2", owner="red"), **{"red-2": enemy}) as game:
        using = Activate(trooper="blue-1", skill=Use(objective="box-1"))
        assert game.refuses("blue", using) == "n4-core.scenario.supplies.2"
    fallen = at(25.57, 20, "zeta-unit/hyper-rapid-magnetic-cannon", **DOWN)
    with near_a_box(box_1=box_at(25.57, 20), **{"red-2": fallen}) as game:
        assert touches(game.world, body(game.trooper("blue-1")), game.world.objectives["box-1"])
        game.order("blue-1", Idle(), Use(objective="box-1"))
        assert game.trooper("blue-1").carries == "box-1", "it lies with the one that fell"


@rule("n4-core.scenario.supplies.3")
def test_the_box_stays_where_its_carrier_falls():
    troopers = {"blue-1": at(24, 10, PARAMEDIC, carries="box-1"), "red-1": at(24, 24)}
    boxes = box_at(24, 24, carrier="blue-1", owner="blue")
    for saves, place in (([1], Place.TABLE), ([1, 1], Place.GONE)):
        with Skirmish(troopers, mission="supplies", points=0, objectives=boxes) as game:
            hits = len(saves)
            game.order("blue-1", walk(24, 14), Idle(), aros={"red-1": aro_shot("blue-1")})
            game.dice(red=[15 if hits == 2 else 5]).dice(blue=saves)
            game.settle()
            assert game.trooper("blue-1").place is place
            (dropped,) = game.events(BoxDropped)
            assert dropped.at == (inches(24), inches(14), 0)
            left = game.world.objectives["box-1"]
            assert (left.carrier, left.x, left.y) == ("", inches(24), inches(14))
            assert game.trooper("blue-1").carries == ""


@rule("n4-core.scenario.supplies.3")
def test_only_models_carry_boxes():
    operative = "malignos/combi-rifle-hacker"
    with near_a_box(operative) as game:
        game.order("blue-1", Idle(), Use(objective="box-1"))
        hiding = Activate(trooper="blue-1", skill=HideAgain())
        assert game.refuses("blue", hiding) == "n4-core.scenario.supplies.3"
    with Skirmish({"blue-1": at(24, 20, operative, marker=1), "red-1": at(24, 44, facing=90)},
                  mission="supplies", points=0, objectives=box_at(24, 20.984)) as game:  # fmt: skip
        game.order("blue-1", Idle(), Use(objective="box-1"))
        assert game.trooper("blue-1").carries == "box-1"
        assert not game.trooper("blue-1").marker, "taking it shows the trooper"


def boxes(**carriers):
    """Three boxes, some of them carried."""
    return {
        f"box-{n}": Objective(id=f"box-{n}", kind="box", x=n * 8000, y=24000,
                              carrier=carriers.get(f"box_{n}", ""))
        for n in (1, 2, 3)
    }  # fmt: skip


@rule("n4-core.scenario.supplies.4")
@pytest.mark.parametrize(
    ("fields", "red", "expected"),
    [
        ({}, (40, 40), [("blue", "supplies.5", 4)]),
        (DOWN, (40, 40), []),
        ({"marker": 1}, (40, 40), []),
        ({}, (24.984, 20), []),
    ],
)
def test_a_box_is_controlled_by_a_standing_model_that_no_enemy_touches(fields, red, expected):
    troopers = {"blue-1": at(24, 20, PARAMEDIC, carries="box-1", **fields), "red-1": at(*red)}
    with last_round(troopers, "supplies", points=0, objectives=boxes(box_1="blue-1")) as game:
        over(game)
        assert scores(game) == expected


@rule("n4-core.scenario.supplies.5")
@pytest.mark.parametrize(
    ("held", "blue", "red"),
    [
        ({}, 0, 0),
        ({"box_1": "blue-1"}, 4, 0),
        ({"box_1": "blue-1", "box_2": "red-1"}, 2, 2),
        ({"box_1": "blue-1", "box_2": "blue-2", "box_3": "red-1"}, 6, 2),
        ({"box_1": "blue-1", "box_2": "blue-2", "box_3": "blue-3"}, 10, 0),
    ],
)
def test_two_for_each_box_two_for_more_and_two_for_all(held, blue, red):
    troopers = {"blue-1": at(20, 10), "blue-2": at(24, 10), "blue-3": at(28, 10), "red-1": at(24, 40)}
    with last_round(troopers, "supplies", points=0, objectives=boxes(**held)) as game:
        over(game)
        points = {seat: side.objective_points for seat, side in game.world.sides.items()}
        assert points == {"blue": blue, "red": red}


# Firefight


@rule("n4-core.scenario.firefight.1", "n4-core.scenario.4")
def test_the_four_scores_of_a_firefight():
    troopers = {
        "blue-1": at(20, 10, LIEUTENANT),
        "blue-2": at(24, 10, HACKER),
        "red-1": at(20, 40, LIEUTENANT, **GONE),
        "red-2": at(24, 40, HACKER, **DOWN),
        "red-3": at(28, 40),
    }
    with last_round(troopers, "firefight") as game:
        game.end_turn()
        game.says("red", Named("red-3"))
        game.end_turn()
        assert game.game.state.outcome is not None
        assert scores(game) == [("blue", "firefight.1", n) for n in (4, 3, 2, 1)]


@rule("n4-core.scenario.firefight.1")
def test_equal_losses_score_nothing():
    troopers = {"blue-1": at(20, 10, LIEUTENANT), "red-1": at(20, 40, LIEUTENANT)}
    with last_round(troopers, "firefight") as game:
        over(game)
        assert scores(game) == []


@rule("n4-core.scenario.firefight.2")
def test_the_lieutenant_is_known_to_all():
    troopers = {"blue-1": at(20, 10, LIEUTENANT), "blue-2": at(24, 10), "red-1": at(20, 40, LIEUTENANT)}
    for mission, known in (("firefight", ("blue-1",)), ("annihilation", ())):
        with Skirmish(troopers, mission=mission) as game:
            assert game.game.view("red").table.world.sides["blue"].lieutenants == known


@rule("n4-core.scenario.firefight.2")
def test_the_lieutenant_is_on_the_table_from_the_first_round():
    with Opening(mission="firefight").to_deployment() as game:
        game.deploy_all({"blue-2": put(20, 5), "blue-1": put(25, 5)},
                        {"red-2": put(20, 44), "red-1": put(25, 44)})  # fmt: skip
        assert game.world.round == 1
        assert game.trooper("blue-1").place is Place.TABLE
        assert game.world.sides["blue"].lieutenant_order


@rule("n4-core.scenario.firefight.2")
def test_a_player_without_a_lieutenant_names_a_new_one_at_no_cost():
    troopers = {
        "blue-1": at(20, 10),
        "red-1": at(20, 40, LIEUTENANT, **DOWN),
        "red-2": at(24, 40),
        "red-3": at(28, 40, **DOWN),
        "red-4": at(32, 40, "tomcats/zondcat", controller="red-2"),
    }
    with Skirmish(troopers, mission="annihilation") as game:
        game.end_turn()
        assert game.is_asked("red", "give-order"), "elsewhere nobody is named"
    with Skirmish(troopers, mission="firefight") as game:
        game.end_turn()
        assert game.asked("red").kind == "name-lieutenant"
        assert game.asked("red").actors == ("red-2",)
        assert game.refuses("red", Named("red-1")) == "n4-core.scenario.firefight.2"
        game.says("red", Named("red-2"))
        side = game.world.sides["red"]
        assert (side.pool, side.lieutenant_order) == (1, True)
        assert [event.trooper for event in game.events(LieutenantNamed)] == ["red-2"]
        assert game.game.view("blue").table.world.sides["red"].lieutenants == ("red-2",)
        game.says("red", Activate(trooper="red-2", order=OrderType.LIEUTENANT, skill=Idle()))
        assert not game.world.sides["red"].lieutenant_order
        if game.is_asked("blue", "declare-aros"):
            game.says("blue", Aros())
        game.says("red", Second(skill=Idle()))


@rule("c1.lieutenant.1", "n4-core.orders.4", "n4-core.orders.9")
def test_once_a_new_lieutenant_is_named_both_are_offered_the_orders_that_are_theirs():
    troopers = {
        "blue-1": at(20, 10, LIEUTENANT),
        "blue-2": at(24, 10),
        "red-1": at(20, 40),
    }
    with Skirmish(troopers, mission="firefight") as game:
        sides = game.world.sides
        named = replace(sides["blue"], lieutenants=("blue-2",), lieutenant_order=True, pool=2)
        game.arrange(
            replace(game.world, sides={**sides, "blue": named}),
            Match(step="second_turn"),
            PlayerTurn(seat="blue", step="orders_phase"),
        )
        view, request = game.game.view("blue"), game.asked("blue")
        assert (request.pool, request.lieutenant_order) == (2, True)
        offered = {(each.trooper, each.order) for each in list_orders(view, request) if each != EndOrders()}
        assert offered == {("blue-1", OrderType.REGULAR), ("blue-2", OrderType.LIEUTENANT)}
        for name, order, rule_ in (
            ("blue-1", OrderType.LIEUTENANT, "n4-core.orders.4"),
            ("blue-1", OrderType.OWN, "n4-core.orders.8"),
            ("blue-2", OrderType.OWN, "n4-core.orders.8"),
        ):
            assert game.refuses("blue", Activate(trooper=name, order=order, skill=Idle())) == rule_
        game.says("blue", Activate(trooper="blue-2", order=OrderType.LIEUTENANT, skill=Idle()))
        game.finish_order()
        assert not game.world.sides["blue"].lieutenant_order
        assert game.world.sides["blue"].pool == 2


@rule("n4-core.scenario.firefight.3")
def test_jumps_are_easier_and_the_enemy_zone_is_open():
    troopers = {
        "blue-1": at(20, 10, LIEUTENANT),
        "blue-2": at(0, 0, JUMPER, place=Place.AIR),
        "red-1": at(20, 40, LIEUTENANT, facing=90),
    }
    own = OrderType.OWN
    for mission, bonus in (("firefight", 3), ("annihilation", 0)):
        with Skirmish(troopers, mission=mission) as game:
            game.end_turn()
            game.end_turn()
            drop = Activate(trooper="blue-2", order=own, skill=Drop(to=(inches(40), inches(20), 0)))
            game.says("blue", drop).dice(blue=[1])
            given = {"n4-core.scenario.firefight.3": 3} if bonus else {}
            assert {name: n for name, n in game.reasons("blue-2").items() if "firefight" in name} == given
        with Skirmish(troopers, mission=mission) as game:
            game.end_turn()
            game.end_turn()
            enter = Activate(trooper="blue-2", order=own, skill=Enter(to=(47508, inches(42), 0)))
            if bonus:
                game.says("blue", enter)
                if game.is_asked("red", "declare-aros"):
                    game.says("red", Aros())
                assert game.trooper("blue-2").place is Place.TABLE
            else:
                assert game.refuses("blue", enter) == "c1.parachutist.4"


@rule("n4-core.scenario.firefight.4")
def test_the_game_ends_with_the_turn_of_a_player_who_has_nobody_left():
    troopers = {"blue-1": at(20, 10, LIEUTENANT), "red-1": at(20, 40, LIEUTENANT, **DOWN)}
    with Skirmish(troopers, mission="firefight") as game:
        game.end_turn()
        if game.game.state.outcome is None:
            game.end_turn()
        assert game.game.state.outcome is not None
        assert game.world.round == 1
    waiting = {**troopers, "red-2": at(0, 0, JUMPER, place=Place.AIR)}
    with Skirmish(waiting, mission="firefight") as game:
        game.end_turn()
        game.end_turn()
        assert game.game.state.outcome is None, "one is still to come"
        assert game.world.round == 2
        game.end_turn()
        assert game.game.state.outcome is None, "blue has somebody standing on the table"


def test_a_shot_at_a_carrier_is_a_shot_like_any_other():
    troopers = {"blue-1": at(24, 10), "red-1": at(24, 24, PARAMEDIC, carries="box-1")}
    boxes_ = box_at(24, 24, carrier="red-1", owner="red")
    with Skirmish(troopers, mission="supplies", points=0, objectives=boxes_) as game:
        game.order("blue-1", shoot("red-1"), Idle()).dice(blue=[5, 20, 20]).dice(red=[20]).settle()
        assert game.trooper("red-1").carries == "box-1"
