"""Night Raids of three and five Operations, and proxy wars."""

from functools import cache

import pytest
from msgspec.structs import replace

from bpre.opening import FIELD, TEAMS, Opening
from firelane.bpre.asking import Edge, Role, Structure, Team
from firelane.bpre.events import (
    CardDiscarded,
    CardsDrawn,
    HandChosen,
    OperationBegan,
    PartsTaken,
    Succeeded,
    TeamPicked,
    WeatherDrawn,
)
from firelane.bpre.frames import Raid, Terms
from firelane.bpre.game import BPRE, MODES, Setup, arrange
from firelane.bpre.steps.raid import RAIDS
from firelane.bpre.world import RedEarthWorld, Side
from firelane.bpre.zones import Zone
from firelane.core.machine import resume_at
from firelane.lab.many import play
from firelane.problem import Problem
from firelane.testing.proofs import rule
from firelane.testing.scenario import Scenario


@cache
def played(mode, seed=1):
    return play(BPRE, seed, Setup(mode=mode))


def events(game, *kinds):
    return [e for moment in game.moments for e in moment.events if isinstance(e, kinds)]


def stages(game):
    return [event.stage for event in events(game, OperationBegan)]


def level(game):
    """Whether the players were level before the last Operation."""
    points = dict.fromkeys(("scorch", "aayari"), 0)
    for won in events(game, Succeeded)[:-1]:
        for seat, more in won.points.items():
            points[seat] += more
    return points["scorch"] == points["aayari"]


@rule("bpre.night-raid.1", "bpre.night-raid.2", "bpre.night-raid.3", "bpre.cards.3")
def test_a_raid_plays_the_stages_in_order():
    for mode, expected in (
        ("raid-3", ["infil", "actions-on", "exfil"]),
        ("raid-5", ["infil", "infil", "actions-on", "exfil", "exfil"]),
    ):
        game = played(mode)
        assert stages(game)[: len(expected)] == expected
        assert len(stages(game)) == len(expected) + level(game)
        began = events(game, OperationBegan)
        assert [event.number for event in began] == list(range(1, len(began) + 1))
        why = f"bpre.night-raid.{2 if mode == 'raid-3' else 3}"
        assert {event.because[0].rule for event in began[: len(expected)]} == {why}
        cards = [event.tasking for event in events(game, CardsDrawn)]
        drawn = [game.ruleset.edition.entries[card].rule.data.stage for card in cards]
        assert drawn == stages(game)
        assert len(set(cards)) == len(cards)
        maps = [event.battlespace for event in events(game, CardsDrawn)][:5]
        assert len(set(maps)) == len(maps)
    assert set(RAIDS) == {3, 5}


@rule("bpre.night-raid.4", "bpre.night-raid.5", "bpre.cards.4")
def test_one_weather_is_drawn_first_and_lasts():
    game = played("raid-5")
    (weather,) = events(game, WeatherDrawn)
    assert {event.atmospherics for event in events(game, CardsDrawn)} == {weather.atmospherics}
    order = [e.kind for e in events(game, WeatherDrawn, TeamPicked, HandChosen)]
    assert order[0] == "weather-drawn"
    # By a die with a face for each card, from the first to the last.
    for face, name in ((1, "clear-skies"), (4, "sandstorm"), (5, "blood-rain")):
        raid = Scenario(BPRE, Setup(mode="raid-3"))
        assert raid.game.pending[0].dice == (5,)
        raid.dice(face)
        assert raid.events(WeatherDrawn)[0].atmospherics == f"atmospherics.{name}"
        # It is not drawn again: of the three cards of an Operation the weather is settled.
        assert raid.game.pending[0].dice[2] == 1
    # A single Operation draws its own.
    single = Scenario(BPRE, Setup()).dice(1, 1, 2)
    assert single.game.state.world.atmospherics == single.events(CardsDrawn)[0].atmospherics
    assert not single.events(WeatherDrawn)


@rule("bpre.night-raid.7", "bpre.night-raid.8")
def test_points_add_up_and_the_most_win():
    game = played("raid-5")
    points = dict.fromkeys(("scorch", "aayari"), 0)
    for won in events(game, Succeeded):
        for seat, more in won.points.items():
            points[seat] += more
    outcome = game.state.outcome
    assert outcome.scores == points
    # Every Operation has met with one success, which brought what its card says, or with none.
    assert len(events(game, Succeeded)) == len(stages(game))
    assert all(set(won.points) == set(won.winners) for won in events(game, Succeeded))
    assert points["scorch"] != points["aayari"]
    assert outcome.winners == (max(points, key=points.get),)


# The end of a raid, arranged


def ending(points, at=2, tiebreak=False, stages=RAIDS[3], specials=(), discarded=(), next_cp=0):
    """A raid in which an Operation has just been won or lost."""
    game = Scenario(BPRE, Setup(mode="raid-3"))
    sides = {
        seat: Side(
            seat=seat,
            mission_points=points[seat],
            specials=specials if seat == "aayari" else (),
            discarded=discarded if seat == "aayari" else (),
            next_cp=next_cp if seat == "aayari" else 0,
        )
        for seat in ("scorch", "aayari")
    }
    world = RedEarthWorld(
        sides=sides, atmospherics="atmospherics.sandstorm", tasking="tasking.thorned-reef", terrain=FIELD
    )
    terms = Terms(atmospherics=("atmospherics.sandstorm",), battlespaces=("",), teams=TEAMS)
    decks = {"infil": ("tasking.oasis-hemlock",), "actions-on": ("tasking.quivering-briar",)}
    decks["exfil"] = ("tasking.antler-vine", "tasking.thorned-reef")
    frame = Raid(terms=terms, stages=stages, by_stage=decks, at=at, tiebreak=tiebreak, step="after_operation")
    moment = resume_at(BPRE, replace(game.game.state, world=world), (frame,))
    game.game.moments = [game.game.moments[0]._replace(state=moment.state, events=moment.events)]
    return game


@rule("bpre.night-raid.8")
def test_the_most_mission_points_win_the_raid():
    for points, winner in (({"scorch": 3, "aayari": 2}, "scorch"), ({"scorch": 1, "aayari": 4}, "aayari")):
        outcome = ending(points).game.state.outcome
        assert (outcome.winners, outcome.rule) == ((winner,), "bpre.night-raid.8")
        assert outcome.scores == points
        # Not before the last Operation has been played.
        for at in (0, 1):
            going_on = ending(points, at=at)
            assert going_on.game.state.outcome is None
            assert [event.number for event in going_on.events(OperationBegan)] == [at + 2]


@rule("bpre.night-raid.11", "bpre.night-raid.8")
def test_level_players_play_one_more_exfil_operation():
    game = ending({"scorch": 2, "aayari": 2})
    assert game.game.state.outcome is None
    (began,) = game.events(OperationBegan)
    assert (began.number, began.stage) == (4, "exfil")
    assert began.because[0].rule == "bpre.night-raid.11"
    again = ending({"scorch": 2, "aayari": 2}, at=3, tiebreak=True, stages=(*RAIDS[3], "exfil"))
    assert again.game.state.outcome.winners == ()
    assert again.game.state.outcome.rule == "bpre.night-raid.11"
    decided = ending({"scorch": 3, "aayari": 2})
    assert decided.events(OperationBegan) == []
    assert decided.game.state.outcome.winners == ("scorch",)
    assert decided.game.state.outcome.rule == "bpre.night-raid.8"
    won = ending({"scorch": 3, "aayari": 2}, at=3, tiebreak=True, stages=(*RAIDS[3], "exfil"))
    assert won.game.state.outcome.winners == ("scorch",)
    assert won.game.state.outcome.rule == "bpre.night-raid.11"


@rule(
    "bpre.cards.2",
    "bpre.night-raid.6",
    "bpre.night-raid.12",
    "bpre.special.1",
    "bpre.tasking.amber-wraith.10",
)
def test_special_cards_and_points_go_along_and_what_was_used_stays_out():
    used = ("special.timeline", "intervention.hasty-ambush", "fires.scoria-rs")
    held = ("special.go-pills",)
    points = {"scorch": 0, "aayari": 1}
    game = ending(points, at=0, specials=held, discarded=used, next_cp=25).dice(1, 1, 1)
    side = game.game.state.world.sides["aayari"]
    assert side.specials == held
    assert side.discarded == ("special.timeline",)
    assert side.mission_points == 1
    assert (side.cp, game.game.state.world.sides["scorch"].cp) == (175, 150)
    # The hand of three is chosen anew: special cards are extra.
    assert game.is_asked("aayari", "pick-hand")


def test_a_finished_operation_leaves_nothing_on_the_battlespace():
    game = played("raid-3")
    for place, moment in enumerate(game.moments):
        if any(isinstance(event, OperationBegan) for event in moment.events):
            world = game.moments[place].state.world
            assert (world.units, world.turn, world.tokens, world.placed, world.doors) == ({}, 0, {}, {}, {})


@rule("bpre.cards.2", "bpre.special.1", "bpre.night-raid.6")
def test_a_special_card_is_gone_once_it_is_used():
    game = played("raid-5", 3)
    spent = [e for e in events(game, CardDiscarded) if e.card.startswith("special.")]
    assert spent, "cards that were won are used in a later Operation"
    held = [(s.specials, s.discarded) for s in game.state.world.sides.values()]
    won = [c for e in events(game, Succeeded) for cards in e.specials.values() for c in cards]
    assert sorted(won) == sorted(c for specials, out in held for c in (*specials, *out) if "special." in c)
    assert len(spent) == sum(c.startswith("special.") for _, out in held for c in out)


@rule("bpre.operation.1", "bpre.operation.3")
def test_an_operation_alone_is_a_whole_game_by_the_turn_rules():
    game = play(BPRE, 5, Setup(tasking="thorned-reef"))
    kinds = [e.phase for m in game.moments for e in m.events if e.kind == "phase-began"]
    assert kinds[:6] == ["direct-fire", "maneuver", "finishing"] * 2
    assert game.state.outcome is not None
    assert not events(game, OperationBegan)
    assert len(stages(played("raid-3"))) >= 3, "in a Night Raid it is one of several"


# Proxy wars


def proxy(**fields):
    return Opening("evergreen-citadel", teams={}, mode="proxy", **fields).dice(1, 1, 1)


@rule("bpre.proxy-war.2", "bpre.proxy-war.3")
def test_the_higher_roll_chooses_to_assault_or_to_defend():
    game = proxy().dice(4, 4).dice(3, 8)  # a tie is rolled again
    assert [request.seat for request in game.game.pending] == ["aayari"]
    assert game.refused("aayari", Role("resting")).rule == "bpre.proxy-war.3"
    game.says("aayari", Role("defending"))
    roles = {seat: side.role for seat, side in game.world.sides.items()}
    assert roles == {"scorch": "assaulting", "aayari": "defending"}
    # The defender has the part of Scorch on this card, whoever he is: he needs the Advisor.
    assert game.refused("aayari", Team(("shurta",))).rule == "bpre.tasking.evergreen-citadel.2"
    game.says("aayari", Team(("operational-advisor",), 50)).says("scorch", Team(("shurta",)))
    assert game.asked("aayari").name == "stronghold"
    assert not game.is_asked("scorch"), "the stronghold is chosen by who has the part of Scorch"
    # Every step that follows is the other's, too.
    game.says("aayari", Structure("1"))
    assert game.put("aayari") == Zone(structure="1", within=0)
    assert game.put("scorch") == Zone(edges=("east",), within=4000)
    # Without custom factions everybody has his own part.
    assert Opening("evergreen-citadel").asked("scorch").name == "stronghold"
    kept = proxy().dice(9, 8)
    kept.says("scorch", Role("defending"))
    assert kept.events(PartsTaken)[0].swapped is False
    assert {seat: side.role for seat, side in kept.world.sides.items()} == {
        "scorch": "defending",
        "aayari": "assaulting",
    }


@rule("bpre.proxy-war.3")
def test_each_rolls_one_die_for_the_parts_until_they_differ():
    game = proxy()
    assert game.game.pending[0].dice == (10, 10)
    game.dice(4, 4)
    assert game.game.pending[0].dice == (10, 10)
    game.dice(4, 3)
    assert [request.seat for request in game.game.pending] == ["scorch"]
    # With one custom force nobody rolls: the other part is taken by who does not play it.
    one = Opening("evergreen-citadel", teams={}, mixed=("aayari",))
    assert {request.kind for request in one.game.pending} == {"pick-team"}


@rule("bpre.proxy-war.2")
@pytest.mark.parametrize(
    ("part", "points"),
    [("assaulting", {"scorch": 200, "aayari": 180}), ("defending", {"scorch": 180, "aayari": 200})],
)
def test_with_the_part_goes_what_the_card_gives_it_to_spend(part, points):
    # On this card the part of the Aayari assaults with 200 points, that of Scorch defends with 180.
    game = Opening("carcass-wraith", teams={}, mode="proxy").dice(1, 1, 1).dice(9, 8)
    game.says("scorch", Role(part))
    assert {seat: side.cp for seat, side in game.world.sides.items()} == points
    assert {seat: game.asked(seat).cp for seat in points} == points
    in_aayari_part = next(seat for seat, cp in points.items() if cp == 200)
    refused = game.refused(in_aayari_part, Team(("shurta",)))
    assert refused.rule == "bpre.tasking.carcass-wraith.2", "the limits go with the part, too"


@rule("bpre.proxy-war.1")
def test_a_custom_force_combines_all_factions():
    game = proxy().dice(9, 8).says("scorch", Role("defending"))
    mixed = ("operational-advisor", "shurta", "militia", "breacher")
    game.says("scorch", Team(mixed))
    assert Opening("oasis-hemlock", teams={}).refused("scorch", Team(mixed)).rule == (
        "bpre.capability-points.2"
    )
    one = Opening("oasis-hemlock", teams={}, mixed=("aayari",))
    assert one.refused("scorch", Team(mixed)).rule == "bpre.capability-points.2"
    one.says("aayari", Team(mixed))
    assert one.world.sides["aayari"].role == "defending"
    # Who has no custom force keeps to his faction.
    assert one.refused("scorch", Team(mixed)).rule == "bpre.capability-points.2"


def test_the_parts_decide_who_wins_and_is_rewarded():
    game = Opening("quivering-briar", mode="proxy").dice(1, 1, 1).dice(9, 8)
    game.says("scorch", Role("defending"))
    game.says("scorch", Edge("north"))
    game.put("scorch")
    game.put("aayari")
    assert game.world.sides["aayari"].edge == "south"
    sides = {s: side.role for s, side in game.world.sides.items()}
    assert sides == {"scorch": "defending", "aayari": "assaulting"}


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_can_be_set_up_from_words(mode):
    assert arrange({"mode": mode}, None).mode == mode


def test_a_wrong_mode_names_the_right_ones():
    with pytest.raises(Problem) as caught:
        arrange({"mode": "raid-4"}, None)
    assert "raid-3" in str(caught.value)
    with pytest.raises(Problem) as caught:
        arrange({"mode": "raid-3", "tasking": "oasis-hemlock"}, None)
    assert "oasis-hemlock" in str(caught.value)
