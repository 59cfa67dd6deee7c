"""CodeOne's mind: sensible in small situations, legal in whole games, and blind to what is hidden."""

from random import Random

import pytest

from firelane.core.game import Game
from firelane.core.state import encode
from firelane.core.views import view
from firelane.infinity.asking import Activate, Aros, DeclareAros, EndOrders
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.world import Objective
from firelane.lab.many import play
from firelane.players import Budget, decided, mind_of, named
from firelane.players.infinity.duels import NOTHING, chance, dodge, exchange, shot
from firelane.players.infinity.worth import cost, loss, worth
from infinity.declared import BSAttack, CCAttack, Doctor, Dodge, Move, Template, Use
from infinity.skirmish import Skirmish, at, box, failed_jump, next_to, shoot, walk

HMG = "zhanshi/heavy-machine-gun"
DOCTOR = "tomcats/combi-rifle-doctor-zondcat"


def decide(game, seat="blue", player="veteran"):
    """What a player answers to the seat's open question, with its reasons."""
    request = next(r for r in game.game.pending if r.seat == seat)
    return decided(named(player, C1), game.game.view(seat), request, Budget(), Random(1))


def terms(weighed):
    return {term.name: term.points for term in weighed.terms}


def order(game):
    made = decide(game)
    assert isinstance(made.answer, Activate), made.answer
    return made.answer


def test_an_enemy_in_the_open_is_shot_at():
    with Skirmish({"blue-1": at(24, 10, HMG), "red-1": at(24, 30)}) as game:
        given = order(game)
        assert given.trooper == "blue-1"
        assert isinstance(given.skill, BSAttack | Move)
        made = decide(game)
        named_terms = {term.name for term in made.weighed[0].terms}
        assert {"wounds-given", "wounds-taken"} <= named_terms
        assert made.weighed[0].score > 0


@pytest.mark.parametrize("player", ["novice", "veteran", "commander"])
def test_after_a_failed_jump_a_trooper_lands_where_no_gun_waits(player):
    """The point that was named is nearest to the middle of the south edge, which a machine gun covers; both
    ends of it lie behind walls."""
    walls = [box("west", 4, 3, 6, 0.5, 4), box("east", 38, 3, 6, 0.5, 4)]
    with failed_jump({"red-1": at(24, 26, HMG)}, *walls) as game:
        view, request = game.game.view("blue"), game.asked("blue")
        nearest = next(iter(C1.question(request).listed(view, request)))
        game.says("blue", nearest)
        assert abs(nearest.to[0] - 24000) <= 50, "the places to choose from are a tenth of an inch apart"
        assert game.is_asked("red"), "the gun may react there"
        game.finish_order()
    with failed_jump({"red-1": at(24, 26, HMG)}, *walls) as game:
        view, request = game.game.view("blue"), game.asked("blue")
        given = decide(game, player=player).answer
        assert C1.question(request).refuse(view, request, given) is None
        game.says("blue", given)
        assert player == "novice" or not game.is_asked("red"), given
        game.finish_order()


def test_the_better_shot_gets_the_order():
    troopers = {"blue-1": at(20, 10), "blue-2": at(28, 10, HMG), "red-1": at(24, 34)}
    with Skirmish(troopers) as game:
        assert order(game).trooper == "blue-2"


def test_nobody_walks_out_of_cover_into_many_guns():
    """A rifle far out of its range, four machine guns that wait: it stays where none of them sees it."""
    guns = {f"red-{n}": at(20 + 2 * n, 44, HMG) for n in range(1, 5)}
    wall = box("wall", 20, 10, 8, 1, 3)
    with Skirmish({"blue-1": at(26, 9.4), **guns}, [wall]) as game:
        made = decide(game)
        assert terms(made.weighed[0]).get("wounds-taken", 0.0) > -0.02
        view, request = game.game.view("blue"), game.game.pending[0]
        into_the_open = Activate(trooper="blue-1", skill=walk(29.5, 8.9))
        (seen,) = mind_of(C1).weigh(view, request, [into_the_open])
        assert terms(seen)["wounds-taken"] < -0.5
        assert seen.score < made.weighed[0].score


def test_with_nothing_left_to_fight_orders_are_not_spent():
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 30, points=0, states=("unconscious",))}) as game:
        assert isinstance(decide(game).answer, EndOrders)


def test_a_template_is_laid_on_enemies_that_stand_together():
    sheet = next(
        key
        for key in C1_SHEETS
        if any(m.traits.template is not None and not m.bands and not m.traits.deployable for m in modes(key))
    )
    with Skirmish({"blue-1": at(24, 10, sheet), "red-1": at(24, 14), "red-2": at(25.2, 14.5)}) as game:
        made = decide(game)
        laid = [one for one in made.weighed if isinstance(getattr(one.answer, "skill", None), Template)]
        assert laid
        assert laid[0].score > 0


def test_a_doctor_treats_a_friend_in_contact():
    hurt = at(24, 10, HMG, points=0, states=("unconscious",))
    with Skirmish(
        {"blue-1": next_to(hurt, 180, DOCTOR), "blue-2": hurt, "red-1": at(24, 46, facing=90)}
    ) as game:
        made = decide(game)
        treated = [one for one in made.weighed if isinstance(getattr(one.answer, "skill", None), Doctor)]
        assert treated
        assert {"healing"} <= {term.name for term in treated[0].terms}
        assert treated[0].score > 0


def test_a_specialist_works_on_a_console_in_contact():
    sheet = "zhanshi/combi-rifle-hacker"
    spot = at(24, 12)
    console = Objective(id="console-1", kind="console", x=spot["x"], y=spot["y"] + 984)
    with Skirmish(
        {"blue-1": {**spot, "sheet": f"c1:{sheet}"}, "red-1": at(24, 46, facing=90)},
        mission="domination",
        objectives={"console-1": console},
    ) as game:
        assert order(game).skill == Use(objective="console-1")


def test_a_strong_fighter_in_contact_strikes():
    foe = at(24, 20)
    with Skirmish({"blue-1": next_to(foe, 270, "jing-qo/multi-rifle"), "red-1": foe}) as game:
        assert isinstance(order(game).skill, CCAttack | Dodge)


# Reactions


def asked_to_react(troopers, skill, pieces=()):
    """A game in which blue has declared this and red is asked."""
    game = Skirmish(troopers, pieces)
    game.says("blue", Activate(trooper="blue-1", skill=skill))
    request = game.game.pending[0]
    assert isinstance(request, DeclareAros)
    return game


def test_whoever_is_shot_at_answers_with_the_better_of_shot_and_dodge():
    game = asked_to_react({"blue-1": at(24, 10), "red-1": at(24, 22)}, shoot("red-1"))
    made = decide(game, "red")
    options = {type(one.answer.by.get("red-1")): one.score for one in made.weighed}
    assert {BSAttack, Dodge} <= set(options)
    assert made.weighed[0].score == max(options.values())
    assert isinstance(made.answer, Aros)
    assert made.answer.by


def test_a_rifle_at_the_end_of_its_range_dodges_a_machine_gun():
    game = asked_to_react(
        {"blue-1": at(24, 2, HMG), "red-1": at(24, 33)}, shoot("red-1", weapon="heavy-machine-gun", dice=4)
    )
    assert isinstance(decide(game, "red").answer.by["red-1"], Dodge)


def test_whoever_is_not_attacked_shoots():
    troopers = {"blue-1": at(24, 10), "red-1": at(24, 20), "red-2": at(30, 20)}
    game = asked_to_react(troopers, shoot("red-1"))
    assert isinstance(decide(game, "red").answer.by["red-2"], BSAttack)


# Numbers


def test_a_strike_has_the_numbers_of_the_engine():
    game = Skirmish({"blue-1": at(24, 10), "red-1": at(24, 22)})
    world = game.world
    mode = next(m for m in modes("fusiliers/combi-rifle") if m.key == "combi-rifle")
    mine = shot(
        C1.edition, world, world.troopers["blue-1"], mode, world.troopers["red-1"], 11000, False, True
    )
    back = shot(
        C1.edition, world, world.troopers["red-1"], mode, world.troopers["blue-1"], 11000, False, False
    )
    game.order(
        "blue-1", shoot("red-1"), aros={"red-1": BSAttack(weapon="combi-rifle", targets={"blue-1": 1})}
    )
    game.dice(1, 1, 1, 20)
    assert mine.value == game.number("blue-1")
    assert back.value == game.number("red-1")
    assert (mine.dice, back.dice) == (3, 1)


def test_an_answer_lessens_what_an_attack_does():
    game = Skirmish({"blue-1": at(24, 10), "red-1": at(24, 22)})
    world = game.world
    mode = next(m for m in modes("fusiliers/combi-rifle") if m.key == "combi-rifle")
    mine = shot(
        C1.edition, world, world.troopers["blue-1"], mode, world.troopers["red-1"], 11000, False, True
    )
    alone = exchange("c1", mine, NOTHING, 1, 1)
    met = exchange("c1", mine, dodge(C1.edition, world.troopers["red-1"]), 1, 1)
    assert 0 < met.given < alone.given < 1
    assert met.taken == alone.taken == 0


def test_losses_and_chances():
    assert [loss(2, lost) for lost in range(4)] == [0.0, 0.35, 1.0, 1.0]
    assert loss(1, 1) == 1.0
    assert chance(C1.edition, 10) == 0.5
    assert chance(C1.edition, 0) == 0.0


def test_the_cost_of_an_enemy_is_what_its_look_costs_on_the_average():
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 22, "taskmasters/red-fury-lieutenant")}) as game:
        seen = game.game.view("blue").table.world
        mine = game.game.view("red").table.world
        assert cost(seen.troopers["red-1"]) > 0
        assert worth(mine, mine.troopers["red-1"]) > worth(seen, seen.troopers["red-1"])


def modes(key):
    from firelane.infinity.sheets import sheet

    return [mode for mode, _ in sheet(f"c1:{key}").modes.values()]


def _sheets():
    from firelane.forces.library import forces

    return sorted(forces("c1").sheets)


C1_SHEETS = _sheets()


# Whole games


@pytest.mark.parametrize("mission", ["annihilation", "domination", "supplies", "firefight"])
def test_whole_missions_are_played_without_an_illegal_answer(mission):
    players = {"blue": named("veteran", C1), "red": named("novice", C1)}
    game = play(C1, 5, Setup(mission=mission), players)
    assert game.state.outcome is not None


def test_the_same_view_gets_the_same_answer_whatever_is_hidden():
    """Two games that differ only in what blue cannot see: its answers and reasons are the same bytes."""
    game = Game.new(C1, Setup(), 11)
    players = {"blue": named("veteran", C1), "red": named("random", C1)}
    generators = {seat: Random(seat) for seat in C1.seats}
    compared = differing = 0
    while game.state.outcome is None and compared < 12:
        game.throw_all()
        for request in game.pending:
            seat = request.seat
            known = game.view(seat)
            if seat == "blue" and game.state.world.round and request.kind != "turn-alerted":
                other = C1.resample(known, Random(compared))
                again = view(C1, other, seat)
                assert encode(again) == encode(known)
                differing += encode(other.world) != encode(game.state.world)
                same = next(r for r in again.requests if r.id == request.id)
                one = decided(players[seat], known, request, Budget(), Random(3))
                two = decided(players[seat], again, same, Budget(), Random(3))
                assert encode(one) == encode(two)
                compared += 1
            given = players[seat](known, request, Budget(), generators[seat])
            game.answer(seat, request.id, given)
    assert compared >= 8
    assert differing >= 4


def test_the_standing_counts_what_is_left():
    mind = mind_of(C1)
    whole = Skirmish({"blue-1": at(24, 10), "red-1": at(24, 22)})
    down = Skirmish({"blue-1": at(24, 10), "red-1": at(24, 22, points=0, states=("unconscious",))})
    assert mind.standing(whole.game.view("blue")) < mind.standing(down.game.view("blue"))
    assert mind.standing(whole.game.view("red")) > mind.standing(down.game.view("red"))


def test_what_the_lieutenant_risks_is_told_apart():
    sheet = "yan-huo-invincibles/multi-heavy-machine-gun-lieutenant"
    with Skirmish({"blue-1": at(24, 10, sheet), "red-1": at(24, 30, HMG)}, mission="annihilation") as game:
        risked = [terms(one) for one in decide(game).weighed if "wounds-taken" in terms(one)]
        assert risked
        assert all(found["lieutenant"] < 0 for found in risked)
