"""The Battlespace deck, maps of one's own, units as their cards say, and turn rules besides."""

import pytest
from msgspec.structs import replace

from bpre.opening import FIELD, TEAMS, Opening
from bpre.raid import CARDS, Raid, at, go, low, shot
from firelane.bpre.asking import Edge, Fire, Maneuver, Placement, Structure, Team
from firelane.bpre.events import AttackRolled, CardsDrawn, Crossed, FiresGained
from firelane.bpre.frames import AttackRoll, Operation, Terms
from firelane.bpre.game import BATTLESPACES, BPRE, Setup, arrange, own_map
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER, SEATS
from firelane.bpre.space import field_of, structures, truck
from firelane.bpre.taskings import REWARDS
from firelane.bpre.units import shipped
from firelane.bpre.zones import meets
from firelane.lab.many import play
from firelane.problem import Problem
from firelane.table.fieldfile import ready_field
from firelane.table.kinds import piece_of
from firelane.table.things import See
from firelane.testing.proofs import rule
from firelane.testing.scenario import Scenario

MAP = """name: {en: Mine, ja: 自作}
size: [24, 24]
deployment:
  - {name: south, edge: south, depth: 6}
  - {name: north, edge: north, depth: 6}
buildings:
  - {name: hut, number: 7, box: [9, 9, 6, 6], height: 2.5, thick: 0.25, doors: [{side: south, at: 3}]}
"""


# Battlespaces


@rule("bpre.cards.5", "bpre.cards.6", "bpre.battlespace.1", "bpre.battlespace.nai-identifier.1")
def test_a_map_of_ones_own_is_shuffled_into_the_deck(tmp_path):
    file = tmp_path / "my-yard.yaml"
    file.write_text(MAP, "utf-8")
    setup = arrange({"maps": str(file), "tasking": "antler-vine"}, None)
    game = Scenario(BPRE, setup)
    assert game.game.pending[0].dice[0] == len(BATTLESPACES) + 1 == 6
    game.dice(6, 1, 1)
    assert game.events(CardsDrawn)[0].battlespace == "my-yard"
    assert structures(field_of(game.game.state.world)) == ("7",)
    assert Scenario(BPRE, setup).dice(2, 1, 1).events(CardsDrawn)[0].battlespace == BATTLESPACES[1]
    words = {"maps": str(file), "battlespace": "my-yard", "tasking": "antler-vine"}
    whole = play(BPRE, 3, arrange(words, None))
    assert whole.state.world.battlespace == "my-yard"


def test_a_map_without_structures_is_refused(tmp_path):
    file = tmp_path / "plain.yaml"
    file.write_text(MAP.partition("buildings:")[0], "utf-8")
    with pytest.raises(Problem) as caught:
        own_map(str(file))
    assert "plain.yaml has no numbered structure" in str(caught.value)


@rule("bpre.battlespace.nai-identifier.1")
def test_every_structure_of_the_five_maps_has_its_number():
    for name in BATTLESPACES:
        field = ready_field(name).battlefield
        walled = {piece.structure for piece in field.pieces if piece.structure}
        assert len(structures(field)) >= 3
        assert all(number.isdecimal() for number in structures(field))
        assert set(structures(field)) <= walled


@rule("bpre.battlespace.grid.2")
def test_no_grid_plays_a_part_in_the_game():
    game = Opening("quivering-briar")
    game.says("aayari", Edge("north"))
    game.says("aayari", Placement({"aayari-1": (4133, 22017, 271), "aayari-2": (7919, 21013, 263)}))
    unit = game.world.units["aayari-1"]
    assert (unit.x, unit.y, unit.facing) == (4133, 22017, 271)


@rule("bpre.battlespace.hedgewall.1")
def test_hedges_come_as_full_and_as_waist_high_cover():
    full, waist = piece_of("hedgerow"), piece_of("hedge")
    assert (full.sight, full.waist_high) == (See.BLOCKS, False)
    assert (waist.sight, waist.waist_high) == (See.HEDGE, True)
    assert not full.crossable
    assert not waist.crossable


@rule("bpre.battlespace.vehicle.1")
def test_trucks_are_vehicles_that_can_be_turned():
    along, across = truck("a", 5000, 5000, 0), truck("b", 5000, 9000, 90)
    assert set(along.footprint) == {(x, y) for x in (3000, 7000) for y in (4000, 6000)}
    assert set(across.footprint) == {(x, y) for x in (4000, 6000) for y in (7000, 11000)}
    assert along.waist_high
    assert along.crossable
    assert not meets(along.footprint, across.footprint)
    assert meets(along.footprint, truck("c", 5000, 7900, 90).footprint)


# Unit Cards and points


@rule("bpre.units.2")
def test_units_of_the_other_player_alone_are_opponents():
    units = {"scorch-1": at(12, 6), "scorch-2": at(12, 9), "aayari-1": at(14, 12)}
    with Raid(units) as raid:
        assert raid.refuses("scorch", Fire("scorch-1", "scorch-2")) == "bpre.attack.1"
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert raid.attacked().at == "aayari-1"
        assert raid.asked_to_activate()[0] == "aayari"


@rule("bpre.units.3", "bpre.units.4")
def test_two_kill_teams_with_four_groups_of_statistics():
    cards = shipped().values()
    assert {card.faction for card in cards} == set(SEATS)
    for seat in SEATS:
        assert sum(card.faction == seat for card in cards) >= 6
    for card in cards:
        assert card.move > 0
        assert 2 <= card.direct < card.obstructed <= 20
        assert card.save is None or 2 <= card.save <= 20
    assert any(card.skills for card in cards)
    assert any(card.save is None for card in cards)
    assert any(card.save is not None for card in cards)


@rule("bpre.units.5", "bpre.capability-points.2")
def test_what_a_unit_costs_is_on_its_card():
    for price, fits in ((50, True), (51, False)):
        dear = (*CARDS, replace(CARDS[0], key="dear", cp=price))
        game = Scenario(BPRE, Setup(units=dear, tasking="oasis-hemlock", terrain=FIELD)).dice(1, 1, 1)
        result = game.game.answer("scorch", game.asked("scorch").id, Team(("dear",) * 3))
        assert (getattr(result, "rule", None) is None) is fits


@rule("bpre.capability-points.3", "bpre.capability-points.1")
def test_fires_cards_are_paid_for_with_the_unit_that_brings_them():
    game = Opening("antler-vine", teams={})
    team = (*("operational-advisor",) * 3, "lamg-gunner")
    assert sum(shipped()[kind].cp for kind in team) == game.asked("scorch").cp == 150
    game.says("scorch", Team(team)).says("aayari", Team(("shurta",)))
    game.says("scorch", Structure("1"))
    game.put("scorch")
    assert len(game.events(FiresGained)) == 3
    assert game.world.sides["scorch"].team_cp == 150


@rule("bpre.setup.3", "bpre.setup.1", "bpre.setup.2")
def test_the_counter_starts_at_the_first_turn_when_all_is_set_up():
    game = Opening("quivering-briar", teams={}, hands={})
    assert {request.kind for request in game.game.pending} == {"pick-team"}
    game.says("scorch", Team(TEAMS["scorch"])).says("aayari", Team(TEAMS["aayari"]))
    assert {request.kind for request in game.game.pending} == {"pick-hand"}
    assert game.world.turn == 0
    done = Opening("quivering-briar")
    done.says("aayari", Edge("north"))
    done.put("aayari")
    assert done.world.turn == 0
    done.put("scorch")
    assert done.world.turn == 1


def test_units_that_cannot_meet_a_card_are_told_so():
    with pytest.raises(Problem) as caught:
        BPRE.begin(Setup(units=CARDS, tasking="evergreen-citadel"))
    assert "evergreen-citadel" in str(caught.value)


def test_unknown_names_bring_the_known_ones():
    for words, known in (
        ({"tasking": "oasis"}, "oasis-hemlock"),
        ({"battlespace": "moon"}, "depot"),
        ({"mode": "war"}, "proxy"),
    ):
        with pytest.raises(Problem) as caught:
            arrange(words, None)
        assert known in str(caught.value)


@rule("bpre.special.2")
def test_special_cards_of_one_faction_can_be_won_by_it_alone():
    won = {}
    for reward in REWARDS:
        if reward.special:
            won.setdefault(reward.special.removeprefix("special."), set()).add(reward.force or "either")
    single = {card: forces for card, forces in won.items() if forces != {"either"}}
    assert single == {
        "wide-band-jammers": {"scorch"},
        "seize-the-initiative": {"scorch"},
        "hongbin-jammers": {"aayari"},
        "tunnel-rats": {"aayari"},
    }
    assert len(won) - len(single) == 7


# Turn rules


@rule("bpre.direct-fire.6")
def test_any_attack_in_the_direct_fire_phase_has_the_bonus():
    units = {"scorch-1": at(12, 6), "aayari-1": at(12, 10)}
    raid = Raid(units)
    world = replace(raid.world, phase=DIRECT_FIRE, active="scorch-1")
    back = AttackRoll(attacker="aayari-1", target="scorch-1", occasion=DIRECT_FIRE, line="direct")
    raid.arrange(world, Operation(terms=Terms(), step="maneuver"), back)
    raid.dice(2, 2)
    assert raid.reasons() == {"bpre.direct-fire.6": 1}


@rule("bpre.cross-cover.5")
def test_no_attack_is_started_on_the_way_over_cover():
    units = {"scorch-1": at(12, 7), "aayari-1": at(12, 14, facing=90)}
    cover = [low("planter", 8, 8, 8, 0.5)]
    with Raid(units, cover, phase=MANEUVER) as raid:
        # Nobody can stop on it, and a plan that leads over it attacks on its far side.
        on_it = Maneuver("scorch-1", (go((12, 8.2)), shot("aayari-1")))
        assert raid.refuses("scorch", on_it) == "bpre.maneuver.7"
        raid.maneuver("scorch-1", go((12, 9.5)), shot("aayari-1")).dice(9, 9).dice(1, 1)
        kinds = [e.kind for m in raid.game.moments for e in m.events if isinstance(e, Crossed | AttackRolled)]
        assert kinds == ["crossed", "attack-rolled"]
        assert raid.unit("scorch-1").y == 9500
    with Raid(units, cover, phase=MANEUVER) as raid:
        raid.maneuver("scorch-1", go((12, 9.5)), shot("aayari-1")).dice(2, 2)
        assert raid.events(AttackRolled) == []


@rule("bpre.finishing.6")
def test_finishing_attacks_alternate_until_all_who_qualify_have_made_one():
    units = {
        "scorch-1": at(4, 6),
        "scorch-2": at(12, 6),
        "scorch-3": at(20, 6),
        "aayari-1": at(4, 8.5),
        "aayari-2": at(12, 8.5),
    }
    with Raid(units, phase=FINISHING) as raid:
        order = []
        for unit, target in (
            ("scorch-1", "aayari-1"),
            ("aayari-1", "scorch-1"),
            ("scorch-2", "aayari-2"),
            ("aayari-2", "scorch-2"),
        ):
            order.append(raid.asked_to_activate()[0])
            assert "scorch-3" not in raid.asked_to_activate()[2]
            raid.fire(unit, target).dice(1, 1)
            assert raid.unit(unit).chits == 0
        assert order == ["scorch", "aayari", "scorch", "aayari"]
        assert raid.world.turn == 2
