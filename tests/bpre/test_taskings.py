"""Tasking Cards: who fights with how many points, in which zones, within which limits."""

import pytest
from msgspec.structs import replace

from bpre.opening import FIELD, TEAMS, Opening
from bpre.raid import CARDS as UNIT_CARDS
from firelane.bpre.asking import Edge, Placement, Structure, Team, TokenAt, Trucks
from firelane.bpre.edition import EDITION
from firelane.bpre.events import CardsDrawn, FiresGained, Named
from firelane.bpre.space import field_of, vehicles
from firelane.bpre.taskings import STAGES, Tasking
from firelane.bpre.teams import usual_team
from firelane.bpre.zones import Zone, in_zone
from firelane.table.things import Figure
from firelane.testing.proofs import rule

MUHTASIB = replace(UNIT_CARDS[1], key="muhtasib")
CARDS = {key: e.rule.data for key, e in EDITION.entries.items() if isinstance(e.rule.data, Tasking)}


def sides(name):
    """Who assaults, and the points of Scorch and the Aayari, as an Operation has them."""
    world = Opening(name).world
    (assaulting,) = [seat for seat, side in world.sides.items() if side.role == "assaulting"]
    stage = CARDS[f"tasking.{name}"].stage
    return stage, assaulting, world.sides["scorch"].cp, world.sides["aayari"].cp


def limit(name, seat, units, qrf=0):
    """The rule by which a team is refused, or None."""
    game = Opening(name, teams={})
    result = game.game.answer(seat, game.asked(seat).id, Team(units, qrf))
    return getattr(result, "rule", None)


# Cards


@rule("bpre.cards.3")
def test_eleven_cards_belong_to_three_stages():
    by_stage = {stage: [c for c in CARDS.values() if c.stage == stage] for stage in STAGES}
    assert {stage: len(cards) for stage, cards in by_stage.items()} == {
        "infil": 4,
        "actions-on": 3,
        "exfil": 4,
    }
    # The card that is drawn is the Operation that is played.
    game = Opening("antler-vine")
    assert game.events(CardsDrawn)[0].tasking == "tasking.antler-vine"
    assert game.asked("scorch").name == "strongpoint"


@rule("bpre.tasking.1", "bpre.tasking.oasis-hemlock.1", "bpre.tasking.veiled-fever.1")
@rule("bpre.tasking.evergreen-citadel.1", "bpre.tasking.amber-wraith.1", "bpre.tasking.disparate-vertigo.1")
@rule("bpre.tasking.quivering-briar.1", "bpre.tasking.perdition-charter.1", "bpre.tasking.antler-vine.1")
@rule("bpre.tasking.thorned-reef.1", "bpre.tasking.usurpers-mandible.1", "bpre.tasking.carcass-wraith.1")
def test_every_card_names_who_assaults_and_the_points_of_each():
    assert {key.removeprefix("tasking."): sides(key.removeprefix("tasking.")) for key in CARDS} == {
        "oasis-hemlock": ("infil", "scorch", 150, 150),
        "veiled-fever": ("infil", "scorch", 150, 150),
        "evergreen-citadel": ("infil", "aayari", 150, 150),
        "amber-wraith": ("infil", "scorch", 150, 150),
        "disparate-vertigo": ("actions-on", "aayari", 150, 150),
        "quivering-briar": ("actions-on", "scorch", 150, 150),
        "perdition-charter": ("actions-on", "scorch", 150, 150),
        "antler-vine": ("exfil", "aayari", 150, 150),
        "thorned-reef": ("exfil", "scorch", 150, 150),
        "usurpers-mandible": ("exfil", "scorch", 150, 150),
        "carcass-wraith": ("exfil", "aayari", 180, 200),
    }


def test_a_usual_team_can_be_fielded_for_every_card():
    for key in CARDS:
        game = Opening(key.removeprefix("tasking."), teams={})
        for seat in ("scorch", "aayari"):
            cp = game.asked(seat).cp
            team = usual_team(EDITION, game.world, seat, cp)
            assert team is not None, (key, seat)
            game.says(seat, team)


# Limits


def starts(name, seat, cp, qrf):
    """The rule by which a defender is refused who starts with so many points and sets others aside."""
    whole = tuple(
        replace(UNIT_CARDS[0], key=f"whole-{each}", faction=each, cp=cp) for each in ("scorch", "aayari")
    )
    game = Opening(name, teams={}, units=(*UNIT_CARDS, *whole, MUHTASIB))
    result = game.game.answer(seat, game.asked(seat).id, Team((f"whole-{seat}",), qrf))
    return getattr(result, "rule", None)


@rule("bpre.tasking.veiled-fever.2", "bpre.tasking.amber-wraith.2", "bpre.tasking.thorned-reef.2")
@rule("bpre.tasking.6", "bpre.tasking.2")
@pytest.mark.parametrize(
    ("name", "least"), [("veiled-fever", 100), ("amber-wraith", 100), ("thorned-reef", 125)]
)
def test_so_many_points_at_least_start_in_the_battlespace_and_only_the_rest_is_set_aside(name, least):
    assert starts(name, "aayari", least, 150 - least) is None
    assert starts(name, "aayari", least - 1, 151 - least) == f"bpre.tasking.{name}.2"
    # Not only what is set aside is limited: who brings too little is refused without it, too.
    assert starts(name, "aayari", least - 1, 0) == f"bpre.tasking.{name}.2"
    assert starts(name, "scorch", least - 1, 0) is None


@rule("bpre.tasking.carcass-wraith.4", "bpre.tasking.6")
def test_75_points_at_most_start_in_the_battlespace_and_the_rest_is_set_aside():
    assert starts("carcass-wraith", "scorch", 75, 105) is None
    assert starts("carcass-wraith", "scorch", 76, 104) == "bpre.tasking.carcass-wraith.4"
    assert starts("carcass-wraith", "scorch", 76, 0) == "bpre.tasking.carcass-wraith.4"
    assert starts("carcass-wraith", "scorch", 1, 0) is None
    assert limit("carcass-wraith", "aayari", ("muhtasib",) + ("shurta",) * 10) is None


@rule("bpre.tasking.evergreen-citadel.2", "bpre.tasking.antler-vine.2", "bpre.tasking.2")
def test_an_advisor_is_needed():
    for name in ("evergreen-citadel", "antler-vine"):
        assert limit(name, "scorch", ("assaulter",)) == f"bpre.tasking.{name}.2"
        assert limit(name, "scorch", ("assaulter", "operational-advisor")) is None
        assert limit(name, "scorch", ("operational-advisor", "operational-advisor")) is None
        # It need not wait for the Quick Reaction Force: at the start there must be one.
        assert limit(name, "scorch", ("assaulter",), 40) == f"bpre.tasking.{name}.2"
    assert limit("carcass-wraith", "scorch", ("assaulter",)) is None


@rule("bpre.tasking.carcass-wraith.2", "bpre.tasking.carcass-wraith.3", "bpre.tasking.2")
def test_a_muhtasib_is_needed_and_no_more_than_ten_shurta():
    assert limit("carcass-wraith", "aayari", ("shurta",) * 10) == "bpre.tasking.carcass-wraith.2"
    assert limit("carcass-wraith", "aayari", ("muhtasib",) + ("shurta",) * 10) is None
    assert limit("carcass-wraith", "aayari", ("muhtasib",) * 3) is None
    assert limit("carcass-wraith", "aayari", ("muhtasib",) + ("shurta",) * 11) == (
        "bpre.tasking.carcass-wraith.3"
    )


@rule("bpre.tasking.perdition-charter.2", "bpre.tasking.2")
def test_the_aayari_have_no_qrf_at_perdition_charter():
    assert limit("perdition-charter", "aayari", ("shurta",), 20) == "bpre.tasking.perdition-charter.2"
    assert limit("perdition-charter", "aayari", ("shurta",), 1) == "bpre.tasking.perdition-charter.2"
    assert limit("perdition-charter", "aayari", ("shurta",)) is None
    assert limit("quivering-briar", "aayari", ("shurta",), 20) is None


@rule("bpre.tasking.carcass-wraith.5")
def test_advisors_bring_a_second_scoria_at_carcass_wraith():
    teams = {"scorch": (*("operational-advisor",) * 2, "assaulter"), "aayari": ("muhtasib",)}
    counts = {}
    for name in ("carcass-wraith", "antler-vine"):
        game = Opening(name, teams)
        game.says("scorch", Structure("1"))
        game.put("scorch")
        counts[name] = game.world.sides["scorch"].fires.count("fires.scoria-rs")
        assert game.events(FiresGained)
    assert counts == {"carcass-wraith": 4, "antler-vine": 2}


# Zones


@rule("bpre.tasking.veiled-fever.3", "bpre.tasking.quivering-briar.2", "bpre.tasking.thorned-reef.3")
def test_two_edges_face_each_other():
    for name, reach, statement in (
        ("veiled-fever", 6000, 3),
        ("quivering-briar", 4000, 2),
        ("thorned-reef", 6000, 3),
    ):
        game = Opening(name)
        assert set(game.asked("aayari").edges) == {"south", "north", "west", "east"}
        game.says("aayari", Edge("west"))
        assert game.misplaced("aayari", reach + 1, 2000) == f"bpre.tasking.{name}.{statement}"
        assert not game.is_asked("scorch"), "one after the other"
        assert game.asked("aayari").zone == Zone(edges=("west",), within=reach)
        game.says("aayari", Placement({"aayari-1": (reach, 2000, 0), "aayari-2": (reach, 4000, 0)}))
        assert game.misplaced("scorch", 2000, 2000) == f"bpre.tasking.{name}.{statement}"
        inward = Placement({"scorch-1": (24000 - reach, 2000, 0), "scorch-2": (23999 - reach, 4000, 0)})
        assert game.refused("scorch", inward).rule == f"bpre.tasking.{name}.{statement}"
        assert game.put("scorch") == Zone(edges=("east",), within=reach)
        assert game.world.turn == 1


@rule("bpre.tasking.evergreen-citadel.4", "bpre.tasking.evergreen-citadel.5")
@rule("bpre.tasking.antler-vine.3", "bpre.tasking.antler-vine.4")
@rule("bpre.tasking.carcass-wraith.6", "bpre.tasking.carcass-wraith.7")
def test_scorch_holds_a_structure_and_the_aayari_come_from_the_farthest_edge():
    for name, round_it, first, second in (
        ("evergreen-citadel", 0, 4, 5),
        ("antler-vine", 0, 3, 4),
        ("carcass-wraith", 2000, 6, 7),
    ):
        game = Opening(name)
        game.says("scorch", Structure("1"))
        assert game.misplaced("scorch", 20000, 4000) == f"bpre.tasking.{name}.{first}"
        # All its units are placed, and in it: in the gap of the wall one is inside in part only.
        some = Placement({"scorch-1": (4000, 12000, 0)})
        assert game.refused("scorch", some).rule == "bpre.setup.1"
        on_sill = Placement({"scorch-1": (4000, 12000, 0), "scorch-2": (5000, 10200, 0)})
        assert (game.would_refuse("scorch", on_sill) == f"bpre.tasking.{name}.{first}") is (round_it == 0)
        assert game.put("scorch") == Zone(structure="1", within=round_it)
        assert game.misplaced("aayari", 2000, 4000) == f"bpre.tasking.{name}.{second}"
        assert game.put("aayari") == Zone(edges=("east",), within=4000)
        tied = Opening(name)
        tied.says("scorch", Structure("2"))
        tied.put("scorch")
        assert tied.asked("aayari").edges == ("south", "north", "west", "east")
        tied.says("aayari", Edge("north"))
        assert tied.put("aayari") == Zone(edges=("north",), within=4000)


@rule("bpre.tasking.oasis-hemlock.2", "bpre.tasking.oasis-hemlock.3")
def test_oasis_hemlock_reaches_two_inches_round_the_nai_and_four_from_the_farthest_edge():
    game = Opening("oasis-hemlock")
    assert not game.is_asked("scorch")
    game.says("aayari", Structure("1"))
    assert game.world.chosen["nai"] == "1"
    for y, fits in ((7999, False), (8000, True)):
        both = Placement({"aayari-1": (4000, 12000, 0), "aayari-2": (3500, y, 0)})
        assert (game.would_refuse("aayari", both) is None) is fits, y
    assert game.put("aayari") == Zone(structure="1", within=2000)
    # House 1 stands nearest to the west edge: from its walls the east edge is farthest.
    for x, fits in ((19999, False), (20000, True)):
        both = Placement({"scorch-1": (22000, 2000, 0), "scorch-2": (x, 4000, 0)})
        refused = game.would_refuse("scorch", both)
        assert refused == (None if fits else "bpre.tasking.oasis-hemlock.3"), x
    assert game.put("scorch") == Zone(edges=("east",), within=4000)
    tied = Opening("oasis-hemlock")
    tied.says("aayari", Structure("2"))
    tied.put("aayari")
    assert tied.asked("scorch").edges == ("south", "north", "west", "east")
    tied.says("scorch", Edge("north"))
    assert tied.put("scorch") == Zone(edges=("north",), within=4000)


@rule("bpre.tasking.disparate-vertigo.2", "bpre.tasking.disparate-vertigo.4", "bpre.tasking.2")
def test_disparate_vertigo_is_set_up_round_the_target():
    game = Opening("disparate-vertigo")
    game.says("aayari", Structure("1"))
    assert game.misplaced("aayari", 20000, 4000) == "bpre.tasking.disparate-vertigo.2"
    # His entire force is placed, in the house or up to two inches from its outer walls.
    some = Placement({"aayari-1": (4000, 12000, 0)})
    assert game.refused("aayari", some).rule == "bpre.setup.1"
    far = Placement({"aayari-1": (4000, 12000, 0), "aayari-2": (3500, 7999, 0)})
    assert game.refused("aayari", far).rule == "bpre.tasking.disparate-vertigo.2"
    near = Placement({"aayari-1": (4000, 12000, 0), "aayari-2": (3500, 8000, 0)})
    assert game.would_refuse("aayari", near) is None
    assert game.put("aayari") == Zone(structure="1", within=2000)
    game.says("aayari", TokenAt(5000, 13000))
    assert game.misplaced("scorch", 2000, 4000) == "bpre.tasking.disparate-vertigo.4"
    assert {seat: side.edge for seat, side in game.world.sides.items()} == {"scorch": "east", "aayari": ""}
    assert game.put("scorch") == Zone(edges=("east",), within=6000)
    tied = Opening("disparate-vertigo")
    tied.says("aayari", Structure("2"))
    tied.put("aayari")
    tied.says("aayari", TokenAt(12000, 12000))
    assert tied.asked("scorch").edges == ("south", "north", "west", "east")
    tied.says("scorch", Edge("north"))
    assert tied.put("scorch") == Zone(edges=("north",), within=6000)


@rule("bpre.tasking.disparate-vertigo.3", "bpre.markers.4")
def test_the_token_lies_in_a_room_and_on_nobody():
    game = Opening("disparate-vertigo")
    game.says("aayari", Structure("1"))
    game.says("aayari", Placement({"aayari-1": (4000, 12000, 0), "aayari-2": (4000, 14000, 0)}))
    rules = "bpre.tasking.disparate-vertigo.3"
    assert game.refused("aayari", TokenAt(20000, 20000)).rule == rules
    assert game.refused("aayari", TokenAt(12000, 12000)).rule == rules  # the other house
    assert game.refused("aayari", TokenAt(4000, 12700)).rule == rules
    game.says("aayari", TokenAt(4000, 12760))
    token = game.world.tokens["site-exploitation"]
    assert (token.x, token.y, token.holder) == (4000, 12760, "")


@rule(
    "bpre.tasking.perdition-charter.3", "bpre.tasking.perdition-charter.4", "bpre.tasking.perdition-charter.5"
)
def test_perdition_charter_starts_in_a_structure_with_enemies_all_round():
    game = Opening("perdition-charter")
    game.says("scorch", Structure("1"))
    assert game.misplaced("scorch", 20000, 4000) == "bpre.tasking.perdition-charter.3"
    some = Placement({"scorch-1": (4000, 12000, 0)})
    assert game.refused("scorch", some).rule == "bpre.setup.1"
    outside = Placement({"scorch-1": (4000, 12000, 0), "scorch-2": (3500, 9300, 0)})
    assert game.refused("scorch", outside).rule == "bpre.tasking.perdition-charter.3"
    assert game.put("scorch") == Zone(structure="1", within=0)
    assert game.world.chosen["exit"] == "east"
    assert game.world.sides["aayari"].edge == "", "nobody starts from there"
    assert game.misplaced("aayari", 18000, 6000) == "bpre.tasking.perdition-charter.5"
    for x, y, fits in (
        (18000, 3000, True),
        (18000, 3001, False),
        (21000, 6000, True),
        (20999, 6000, False),
        (3000, 6000, True),
        (3001, 6000, False),
        (18000, 21000, True),
        (18000, 20999, False),
    ):
        both = Placement({"aayari-1": (12000, 1000, 0), "aayari-2": (x, y, 0)})
        assert (game.would_refuse("aayari", both) is None) is fits, (x, y)
    assert game.put("aayari") == Zone(edges=("south", "north", "west", "east"), within=3000)
    tied = Opening("perdition-charter")
    tied.says("scorch", Structure("2"))
    tied.put("scorch")
    assert tied.asked("aayari").edges == ("south", "north", "west", "east")
    tied.says("aayari", Edge("west"))
    assert tied.world.chosen["exit"] == "west"
    assert tied.world.sides["aayari"].edge == ""


@rule("bpre.tasking.usurpers-mandible.2", "bpre.tasking.usurpers-mandible.3", "bpre.tasking.5")
def test_usurpers_mandible_leads_across_the_battlespace():
    game = Opening("usurpers-mandible")
    game.says("aayari", Edge("north"))
    assert game.misplaced("aayari", 4000, 4000) == "bpre.tasking.usurpers-mandible.2"
    assert game.misplaced("aayari", 4000, 17999) == "bpre.tasking.usurpers-mandible.2"
    assert game.asked("aayari").zone == Zone(edges=("north",), within=6000)
    game.says("aayari", Placement({"aayari-1": (4000, 18000, 0), "aayari-2": (6000, 18000, 0)}))
    assert game.asked("scorch").edges == ("south", "west", "east")
    assert game.refused("scorch", Edge("north")).rule == "bpre.tasking.5"
    game.says("scorch", Edge("west"))
    assert game.misplaced("scorch", 20000, 4000) == "bpre.tasking.usurpers-mandible.3"
    assert game.put("scorch") == Zone(edges=("west",), within=4000)
    assert game.world.chosen["exfil"] == "east"
    assert [e.edge_of for e in game.events(Named)] == ["aayari", "scorch", ""]


@rule("bpre.tasking.amber-wraith.3")
def test_vehicles_of_the_map_are_not_placed_at_amber_wraith():
    assert vehicles(FIELD) == ("car",)
    assert vehicles(field_of(Opening("amber-wraith").world)) == ()
    assert vehicles(field_of(Opening("veiled-fever").world)) == ("car",)


@rule("bpre.tasking.amber-wraith.4", "bpre.tasking.amber-wraith.5", "bpre.tasking.amber-wraith.6")
def test_two_trucks_form_the_checkpoint():
    game = Opening("amber-wraith")
    rules = "bpre.tasking.amber-wraith.4"

    def refused(*at, edge="north"):
        return game.refused("aayari", Trucks(edge, at)).rule == rules

    assert refused((10000, 17999, 0), (10000, 21000, 0))  # one is farther than 6" from the edge
    assert refused((10000, 18000, 0), (17001, 18000, 0))  # more than 3" between them
    assert refused((10000, 18000, 0), (13000, 18000, 0))  # one on the other
    assert refused((10000, 18000, 0), (17000, 18000, 0), edge="south")
    assert refused((10000, 18000, 0))
    assert refused((10000, 21000, 0), (17000, 17999, 0))
    assert refused((10000, 18000, 0), (17000, 18000, 0), edge="middle")
    assert refused((10000, 18000, 0), (10000, 23500, 0))  # over the border
    assert refused((1000, 20000, 0), (5500, 20000, 0))
    assert refused((5500, 20000, 0), (1000, 20000, 0))
    game.says("aayari", Trucks("north", ((10000, 18000, 0), (17000, 18000, 0))))
    assert len(vehicles(field_of(game.world))) == 2
    assert game.misplaced("aayari", 13500, 22100) == "bpre.tasking.amber-wraith.5"
    zone = game.put("aayari")
    assert zone == Zone(point=(13500, 18000), within=4000)
    spot = {x: in_zone(FIELD, zone, Figure(id="", x=x, y=18000, diameter=1000)) for x in (17500, 17501)}
    assert spot == {17500: True, 17501: False}
    assert game.misplaced("scorch", 4000, 20000) == "bpre.tasking.amber-wraith.6"
    assert {seat: side.edge for seat, side in game.world.sides.items()} == {"scorch": "south", "aayari": ""}
    assert game.put("scorch") == Zone(edges=("south",), within=4000)


@rule("bpre.maneuver.7")
def test_bases_are_put_down_beside_one_another_and_on_free_ground():
    teams = {**TEAMS, "scorch": ("assaulter",) * 3}
    game = Opening("quivering-briar", teams)
    game.says("aayari", Edge("north"))
    game.put("aayari")
    for spots, refused in (
        (((2000, 2000), (4000, 2000), (5000, 2000)), None),
        (((2000, 2000), (4000, 2000), (5100, 2000)), None),
        (((2000, 2000), (4000, 2000), (4999, 2000)), "bpre.maneuver.7"),
        (((2000, 2000), (4000, 2000), (4600, 2799)), "bpre.maneuver.7"),
        (((2000, 2000), (4000, 2000), (2999, 2000)), "bpre.maneuver.7"),
    ):
        at = {f"scorch-{n}": (*spot, 90) for n, spot in enumerate(spots, 1)}
        assert game.would_refuse("scorch", Placement(at)) == refused, spots


@rule("bpre.setup.1")
def test_who_finds_no_room_is_left_out():
    many = {**TEAMS, "scorch": ("assaulter",) * 40}
    game = Opening("evergreen-citadel", many)
    game.says("scorch", Structure("1"))
    request = game.asked("scorch")
    few = {name: (3000 + 1000 * n, 12000, 0) for n, name in enumerate(request.actors[:3])}
    assert game.refused("scorch", Placement(few)).rule == "bpre.setup.1"
    two = Opening("evergreen-citadel")
    two.says("scorch", Structure("1"))
    both = {"scorch-1": (4000, 12000, 0), "scorch-2": (4000, 14000, 0)}
    assert two.would_refuse("scorch", Placement(both)) is None
    foreign = Placement({**both, "aayari-1": (6000, 12000, 0)})
    assert two.refused("scorch", foreign).rule == "bpre.setup.1"
    full = {
        name: (2750 + 1000 * (n % 5), 10750 + 1000 * (n // 5), 0)
        for n, name in enumerate(request.actors[:25])
    }
    game.says("scorch", Placement(full))
    assert sum(unit.place == "table" for unit in game.world.units.values()) == 25
