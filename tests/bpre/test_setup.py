"""Set-up: cards drawn, teams, hands, doors, the zones and the goals of a Tasking."""

import pytest

from bpre.opening import Opening
from bpre.raid import CARDS, Raid, at, go, house, skilled
from firelane.bpre.asking import Doors, Hand, Placement, Structure, Team
from firelane.bpre.edition import EDITION
from firelane.bpre.events import CardsDrawn, FiresGained, Moved, Succeeded
from firelane.bpre.game import BATTLESPACES, BPRE, Setup
from firelane.bpre.names import DIRECT_FIRE, MANEUVER, SEATS
from firelane.bpre.skills import SKILL_NAMES
from firelane.bpre.space import field_of, structures
from firelane.bpre.taskings import Tasking
from firelane.bpre.units import read_units, shipped
from firelane.bpre.world import on_table
from firelane.bpre.zones import Zone, farthest_edges, in_zone, places
from firelane.problem import Problem
from firelane.table.things import Battlefield, Figure, inches
from firelane.testing.proofs import rule
from firelane.testing.scenario import Scenario

GUARDS = ("shurta", "shurta", "hongbin-enabler")
ASSAULT = ("assaulter", "operational-advisor")


def opening(**fields):
    setup = Setup(
        battlespace="walled-compound", tasking="oasis-hemlock", atmospherics="clear-skies", **fields
    )
    return Scenario(BPRE, setup)


def chosen_hands(game):
    hand = ("intervention.kill-not-capture", "intervention.hasty-ambush", "intervention.break-contact")
    return game.says("scorch", Hand(hand)).says("aayari", Hand(hand))


@rule("bpre.operation.2", "bpre.cards.5", "bpre.cards.6", "bpre.battlespace.1", "bpre.operation.1")
def test_an_operation_draws_a_battlespace_a_tasking_and_the_weather():
    game = Scenario(BPRE, Setup())
    decks = game.game.pending[0].dice
    assert decks[0] == len(BATTLESPACES) == 5
    assert decks[1] == 11
    game.dice(3, 1, 4)
    drawn = game.events(CardsDrawn)[0]
    assert drawn.battlespace == BATTLESPACES[2]
    assert drawn.tasking == "tasking.oasis-hemlock"
    assert drawn.atmospherics == "atmospherics.sandstorm"
    mine = Scenario(BPRE, Setup(deck=(*BATTLESPACES, "jungle")))
    assert mine.game.pending[0].dice[0] == 6


@rule("bpre.setup.1", "bpre.capability-points.1", "bpre.capability-points.2", "bpre.tasking.1")
@rule("bpre.units.5", "bpre.tasking.oasis-hemlock.1")
def test_a_team_is_picked_within_the_cp_of_the_tasking():
    game = opening().dice(1, 1, 1)
    assert (game.asked("scorch").cp, game.asked("aayari").cp) == (150, 150)
    cost = shipped()["assaulter"].cp
    too_many = Team(("assaulter",) * (150 // cost + 1))
    assert game.refused("scorch", too_many).rule == "bpre.capability-points.1"
    assert game.refused("scorch", Team(("shurta",))).rule == "bpre.capability-points.2"
    for seat, nothing in (("scorch", Team(())), ("aayari", Team(("shurta",), -1))):
        assert game.refused(seat, nothing).rule == "bpre.capability-points.1"
    game.says("scorch", Team(("assaulter",) * (150 // cost))).says("aayari", Team(GUARDS))
    roles = {seat: side.role for seat, side in game.game.state.world.sides.items()}
    assert roles == {"scorch": "assaulting", "aayari": "defending"}


@rule("bpre.qrf.1")
def test_only_the_defender_sets_cp_aside():
    game = opening().dice(1, 1, 1)
    assert game.refused("scorch", Team(ASSAULT, 20)).rule == "bpre.qrf.1"
    game.says("scorch", Team(ASSAULT)).says("aayari", Team(GUARDS, 20))
    assert game.game.state.world.sides["aayari"].qrf == 20


@rule("bpre.setup.2", "bpre.intervention.1")
def test_a_hand_is_three_different_cards():
    game = opening(teams={"scorch": ASSAULT, "aayari": GUARDS}).dice(1, 1, 1)
    twice = ("intervention.kill-not-capture",) * 2 + ("intervention.hasty-ambush",)
    assert game.refused("scorch", Hand(twice)).rule == "bpre.setup.2"
    assert game.refused("scorch", Hand(twice[1:])).rule == "bpre.setup.2"
    four = ("kill-not-capture", "hasty-ambush", "break-contact", "full-send")
    assert game.refused("scorch", Hand(tuple(f"intervention.{c}" for c in four))).rule == "bpre.setup.2"
    assert {request.kind for request in game.game.pending} == {"pick-hand"}
    stranger = (*twice[1:], "intervention.no-such-card")
    assert game.refused("scorch", Hand(stranger)).rule == "bpre.intervention.1"
    chosen_hands(game)
    assert {seat: len(game.game.state.world.sides[seat].hand) for seat in SEATS} == {"scorch": 3, "aayari": 3}


@rule("bpre.doors.1")
def test_the_defender_sets_the_doors():
    game = chosen_hands(opening(teams={"scorch": ASSAULT, "aayari": GUARDS}).dice(1, 1, 1))
    assert game.is_asked("aayari", "set-doors")
    assert not game.is_asked("scorch")
    names = [piece.name for piece in field_of(game.game.state.world).pieces if piece.door is not None]
    assert len(names) > 1
    shut = chosen_hands(opening(teams={"scorch": ASSAULT, "aayari": GUARDS}).dice(1, 1, 1))
    shut.says("aayari", Doors(tuple(names)))
    closed = [p.name for p in field_of(shut.game.state.world).pieces if p.door == "closed"]
    assert closed == names
    for wrong in (("no-such-door",), (names[-1], "no-such-door")):
        assert game.refused("aayari", Doors(wrong)).rule == "bpre.doors.1"
    game.says("aayari", Doors(("main-house/south-door-2",)))
    states = {p.name: p.door for p in field_of(game.game.state.world).pieces if p.door is not None}
    assert [name for name, state in states.items() if state == "closed"] == ["main-house/south-door-2"]
    assert {state for name, state in states.items() if name != "main-house/south-door-2"} == {"open"}
    # Where Scorch defends, Scorch does; without doors nobody is asked.
    fields = {"battlespace": "walled-compound", "tasking": "evergreen-citadel", "atmospherics": "clear-skies"}
    other = Scenario(BPRE, Setup(teams={"scorch": ASSAULT, "aayari": GUARDS}, **fields)).dice(1, 1, 1)
    assert chosen_hands(other).is_asked("scorch", "set-doors")
    bare = Opening("evergreen-citadel")
    assert bare.is_asked("scorch", "choose-structure")


@rule("bpre.tasking.oasis-hemlock.2", "bpre.tasking.oasis-hemlock.3", "bpre.tasking.5", "bpre.setup.3",
      "bpre.battlespace.nai-identifier.1", "bpre.skill.kinetic-isr.operational-advisor.1",
      "bpre.skill.kinetic-isr.hongbin.1", "bpre.capability-points.3", "bpre.fires.2")  # fmt: skip
def test_oasis_hemlock_is_set_up_at_the_nai_and_at_the_farthest_edge():
    game = chosen_hands(opening(teams={"scorch": ASSAULT, "aayari": GUARDS}).dice(1, 1, 1))
    game.says("aayari", Doors(()))
    assert game.refused("aayari", Structure("9")).rule == "bpre.battlespace.nai-identifier.1"
    game.says("aayari", Structure("2"))
    world = game.game.state.world
    spots = places(field_of(world), Zone(structure="2", within=2000))
    far = Placement({f"aayari-{n}": (20000, 20000 + 1000 * n, 0) for n in (1, 2, 3)})
    assert game.refused("aayari", far).rule == "bpre.tasking.oasis-hemlock.2"
    chosen = [
        spots[0],
        spots[-1],
        next(s for s in spots if abs(s[0] - spots[0][0]) > 3000 and s[1] != spots[-1][1]),
    ]
    game.says("aayari", Placement({f"aayari-{n}": (*spot, 90) for n, spot in enumerate(chosen, 1)}))
    # The guard post stands in the south-west: north and east are both far; the wall decides which is farther.
    assert world.chosen["nai"] == "2"
    edges = farthest_edges(field_of(world), "2")
    if game.is_asked("scorch", "choose-edge"):
        raise AssertionError(edges)
    zone = game.asked("scorch").zone
    assert zone == Zone(edges=edges, within=4000)
    spots = places(field_of(world), zone)
    game.says("scorch", Placement({"scorch-1": (*spots[0], 180), "scorch-2": (*spots[-1], 180)}))
    assert len(on_table(game.game.state.world)) == 5
    assert game.game.state.world.turn == 1
    gained = {event.seat: event.cards for event in game.events(FiresGained)}
    assert gained == {"scorch": ("fires.scoria-rs",), "aayari": ("fires.fenghuang-918",) * 2}


@rule("bpre.tasking.5")
def test_the_farthest_edge_is_measured_from_the_walls():
    walls, room = house("1", 2, 10, 4, 4)
    field = Battlefield(width=24000, depth=24000, pieces=walls, rooms=(room,))
    assert farthest_edges(field, "1") == ("east",)
    # From the nearest wall: 16 inches to the east and 13 to the north, though the far wall is 23 from there.
    deep, room = house("1", 2, 1, 6, 10)
    assert farthest_edges(Battlefield(width=24000, depth=24000, pieces=deep), "1") == ("east",)
    middle, room = house("1", 10, 10, 4, 4)
    assert farthest_edges(Battlefield(width=24000, depth=24000, pieces=middle), "1") == (
        "south",
        "north",
        "west",
        "east",
    )


def test_a_zone_round_a_structure_takes_in_two_inches():
    walls, room = house("1", 10, 10, 4, 4)
    field = Battlefield(width=24000, depth=24000, pieces=walls, rooms=(room,))
    zone = Zone(structure="1", within=2000)
    spot = {
        y: in_zone(field, zone, Figure(id="", x=12000, y=inches(y), diameter=1000)) for y in (7.9, 8.1, 12)
    }
    # The gap in the south wall is an inch and a half wide: the nearest wall is farther than 2 inches.
    assert spot == {7.9: False, 8.1: False, 12: True}
    assert in_zone(field, zone, Figure(id="", x=10500, y=8000, diameter=1000))
    assert structures(field) == ("1",)


# Goals


WALLS, ROOM = house("1", 9, 8, 6, 6)
INSIDE = {"scorch-1": at(12, 11), "aayari-1": at(2, 22, facing=90), "aayari-2": at(4, 22, facing=90)}


@rule(
    "bpre.tasking.oasis-hemlock.4",
    "bpre.tasking.oasis-hemlock.6",
    "bpre.tasking.4",
    "bpre.turn.6",
    "bpre.tasking.3",
)
def test_scorch_wins_by_staying_in_the_nai_from_direct_fire_to_the_end():
    with Raid(INSIDE, WALLS, [ROOM]) as raid:
        raid.passes("scorch", "aayari")
        assert raid.world.watch == {"inside-nai": ("scorch-1",)}
        raid.maneuver("scorch-1", go((13, 11)))
        raid.passes("aayari")
        assert raid.game.state.outcome.winners == ("scorch",)
        assert raid.game.state.outcome.rule == "bpre.tasking.oasis-hemlock.4"
        assert raid.events(Succeeded)[0].points == {"scorch": 2}


@rule("bpre.tasking.oasis-hemlock.4")
def test_one_who_leaves_for_a_moment_has_not_stayed():
    with Raid(INSIDE, WALLS, [ROOM]) as raid:
        raid.passes("scorch", "aayari")
        raid.maneuver("scorch-1", go((12, 7.6), (12, 9)))
        assert raid.events(Moved)[-1].y == 9000
        raid.passes("aayari")
        assert raid.game.state.outcome is None
        assert raid.world.turn == 2


@rule("bpre.tasking.oasis-hemlock.7")
def test_the_aayari_are_rewarded_with_jammers():
    with Raid({**INSIDE, "scorch-1": at(2, 2)}, phase=MANEUVER, turn=7) as raid:
        raid.passes("scorch", "aayari")
        won = raid.events(Succeeded)[0]
        assert (won.points, won.specials) == ({"aayari": 1}, {"aayari": ("special.hongbin-jammers",)})
        assert raid.world.sides["aayari"].specials == ("special.hongbin-jammers",)


# Unit Cards


@rule("bpre.units.3", "bpre.units.4")
def test_the_shipped_unit_cards_are_complete():
    cards = shipped().values()
    assert {card.faction for card in cards} == {"scorch", "aayari"}
    assert {skill for card in cards for skill in card.skills} == set(SKILL_NAMES)
    assert any(card.save is None for card in cards)
    assert all(card.move > 0 and card.direct < card.obstructed for card in cards)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ("cp: 20", "cp: 0"),
        ("move: 6", "move: 60"),
        ("skills: [frag]", "skills: [flying]"),
        ("save: 12", "save: 40"),
    ],
)
def test_a_file_of_ones_own_is_checked(tmp_path, change, field):
    text = f"""note: {{en: mine, ja: 私の}}
units:
  - key: one
    name: {{en: One, ja: 一}}
    faction: scorch
    {field if change.startswith("cp") else "cp: 20"}
    {field if change.startswith("move") else "move: 6"}
    direct: 11
    obstructed: 13
    {field if change.startswith("save") else "save: 12"}
    {field if change.startswith("skills") else "skills: [frag]"}
"""
    file = tmp_path / "units.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(Problem) as caught:
        read_units(file, SKILL_NAMES)
    assert field.partition(":")[0] in str(caught.value)
    assert "line" in str(caught.value)
    file.write_text(text.replace(field, change), "utf-8")
    (unit,) = read_units(file, SKILL_NAMES)
    assert unit.reach == 6000


@rule("bpre.units.3")
def test_there_are_two_factions_and_no_third(tmp_path):
    file = tmp_path / "units.yaml"
    for faction, known in (("scorch", True), ("aayari", True), ("hongbin", False)):
        file.write_text(
            f"note: {{en: mine, ja: 私の}}\nunits:\n  - {{key: one, name: {{en: One, ja: 一}}, "
            f"faction: {faction}, cp: 20, move: 6, direct: 11, obstructed: 13}}\n",
            "utf-8",
        )
        if known:
            assert [unit.faction for unit in read_units(file, SKILL_NAMES)] == [faction]
        else:
            with pytest.raises(Problem, match="faction"):
                read_units(file, SKILL_NAMES)


def test_units_of_ones_own_are_played(tmp_path):
    own = (*CARDS, skilled("frag"))
    game = Scenario(BPRE, Setup(units=own, tasking="oasis-hemlock")).dice(1, 1, 1)
    game.says("scorch", Team(("trained",))).says("aayari", Team(("plain",)))
    assert game.game.state.world.units["scorch-1"].kind == "trained"


def test_every_tasking_names_tests_that_exist():
    from firelane.bpre.goals import TESTS

    cards = [entry.rule.data for entry in EDITION.entries.values() if isinstance(entry.rule.data, Tasking)]
    assert cards
    assert {c.test for card in cards for c in card.success} <= set(TESTS)


def test_direct_fire_comes_first():
    with Raid(INSIDE, WALLS, [ROOM]) as raid:
        assert raid.asked_to_activate()[1] == DIRECT_FIRE
