"""What success brings, and that the right side gets it."""

import pytest

from bpre.endings import (
    ADVISOR,
    CORNERS,
    FAR,
    ROOM,
    SOUTH,
    WALLS,
    after_a_kill,
    outcome,
    priced,
    rewards,
    swapped,
)
from bpre.raid import Raid, at
from firelane.bpre.asking import Work
from firelane.bpre.names import FINISHING
from firelane.bpre.world import Token
from firelane.testing.proofs import rule


@pytest.mark.parametrize(
    ("name", "victim", "expected"),
    [
        pytest.param(
            "veiled-fever",
            "aayari",
            ({"scorch": 1}, {"scorch": ("special.timeline",)}, {}),
            marks=rule("bpre.tasking.veiled-fever.7", "bpre.tasking.3"),
        ),
        pytest.param(
            "veiled-fever",
            "scorch",
            ({"aayari": 1}, {"aayari": ("special.timeline",)}, {}),
            marks=rule("bpre.tasking.veiled-fever.7", "bpre.tasking.3"),
        ),
        pytest.param(
            "amber-wraith",
            "aayari",
            ({"scorch": 2}, {"scorch": ()}, {}),
            marks=rule("bpre.tasking.amber-wraith.9", "bpre.tasking.3"),
        ),
        pytest.param(
            "perdition-charter",
            "scorch",
            ({"aayari": 3}, {"aayari": ("special.violence-of-action",)}, {}),
            marks=rule("bpre.tasking.perdition-charter.9"),
        ),
        pytest.param(
            "thorned-reef",
            "aayari",
            ({"scorch": 1}, {"scorch": ("special.go-pills",)}, {}),
            marks=rule("bpre.tasking.thorned-reef.7"),
        ),
        pytest.param(
            "usurpers-mandible",
            "scorch",
            ({"aayari": 1}, {"aayari": ("special.give-peace-a-chance",)}, {}),
            marks=rule("bpre.tasking.usurpers-mandible.7"),
        ),
        pytest.param(
            "carcass-wraith",
            "scorch",
            ({"aayari": 1}, {"aayari": ("special.killing-is-my-business",)}, {}),
            marks=rule("bpre.tasking.carcass-wraith.12"),
        ),
    ],
)
def test_what_a_kill_that_decides_brings(name, victim, expected):
    raid = after_a_kill(name, victim, 150)
    assert rewards(raid) == expected
    (winner,) = expected[0]
    side = raid.world.sides[winner]
    assert (side.mission_points, side.specials) == (expected[0][winner], expected[1][winner])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "amber-wraith",
            ({"aayari": 1}, {"aayari": ()}, {"aayari": 25}),
            marks=rule("bpre.tasking.amber-wraith.10"),
        ),
        pytest.param(
            "quivering-briar",
            ({"aayari": 3}, {"aayari": ("special.tunnel-rats",)}, {}),
            marks=rule("bpre.tasking.quivering-briar.8"),
        ),
        pytest.param(
            "antler-vine",
            ({"scorch": 1}, {"scorch": ("special.set-support-element",)}, {}),
            marks=rule("bpre.tasking.antler-vine.7"),
        ),
        pytest.param(
            "disparate-vertigo",
            ({"aayari": 3}, {"aayari": ("special.courtesy-burn",)}, {}),
            marks=rule("bpre.tasking.disparate-vertigo.11"),
        ),
        pytest.param(
            "evergreen-citadel",
            ({"scorch": 1}, {"scorch": ("special.wide-band-jammers",)}, {}),
            marks=rule("bpre.tasking.evergreen-citadel.9"),
        ),
    ],
)
def test_what_holding_out_to_the_end_brings(name, expected):
    units = {**CORNERS, "scorch-1": at(3, 1, "operational-advisor"), "aayari-1": at(20, 23, facing=90)}
    fields = {"chosen": {"strongpoint": "1"}, "pieces": WALLS, "rooms": [ROOM], "cards": (ADVISOR,)}
    token = {"site-exploitation": Token(id="site-exploitation", x=9000, y=9000)}
    with Raid(units, tasking=name, phase=FINISHING, turn=7, tokens=token, **fields) as raid:
        assert rewards(raid) == expected


@rule("bpre.tasking.evergreen-citadel.10", "bpre.tasking.quivering-briar.7")
def test_what_the_other_goals_bring():
    strong = {"aayari-9": at(23, 23, "left", facing=90)}
    raid = after_a_kill("evergreen-citadel", "scorch", 30, "operational-advisor", strong)
    assert rewards(raid) == ({"aayari": 2}, {"aayari": ()}, {})
    with Raid(FAR, phase=FINISHING, watch={"charge": ("scorch-1",)}, **SOUTH) as raid:
        assert rewards(raid) == ({"scorch": 3}, {"scorch": ("special.seize-the-initiative",)}, {})


# Proxy wars: each player with the part of the other faction


@rule("bpre.proxy-war.2")
@pytest.mark.parametrize(
    ("name", "assaulting", "victim", "won", "brings"),
    [
        ("amber-wraith", "aayari", "scorch", 7, ({"aayari": 2}, {"aayari": ()}, {})),
        ("veiled-fever", "aayari", "scorch", 4, ({"aayari": 1}, {"aayari": ("special.timeline",)}, {})),
        ("veiled-fever", "aayari", "aayari", 5, ({"scorch": 1}, {"scorch": ("special.timeline",)}, {})),
        (
            "perdition-charter",
            "aayari",
            "aayari",
            7,
            ({"scorch": 3}, {"scorch": ("special.violence-of-action",)}, {}),
        ),
    ],
)
def test_a_kill_decides_for_who_has_taken_the_part(name, assaulting, victim, won, brings):
    raid = after_a_kill(name, victim, 150, **swapped(assaulting))
    (winner,) = brings[0]
    assert outcome(raid) == ((winner,), f"bpre.tasking.{name}.{won}")
    assert rewards(raid) == brings


@rule("bpre.proxy-war.2")
@pytest.mark.parametrize(
    ("name", "assaulting", "won", "brings"),
    [
        ("amber-wraith", "aayari", 8, ({"scorch": 1}, {"scorch": ()}, {"scorch": 25})),
        ("quivering-briar", "aayari", 6, ({"scorch": 3}, {"scorch": ("special.tunnel-rats",)}, {})),
        ("oasis-hemlock", "aayari", 5, ({"scorch": 1}, {"scorch": ("special.hongbin-jammers",)}, {})),
        ("antler-vine", "scorch", 5, ({"aayari": 1}, {"aayari": ("special.set-support-element",)}, {})),
    ],
)
def test_the_counter_decides_for_who_has_taken_the_part(name, assaulting, won, brings):
    fields = {"chosen": {"strongpoint": "1", "nai": "1"}, "pieces": WALLS, "rooms": [ROOM]}
    with Raid(CORNERS, tasking=name, phase=FINISHING, turn=7, **fields, **swapped(assaulting)) as raid:
        (winner,) = brings[0]
        assert outcome(raid) == ((winner,), f"bpre.tasking.{name}.{won}")
        assert rewards(raid) == brings


@rule("bpre.proxy-war.2")
def test_places_are_held_and_charges_set_by_who_has_taken_the_part():
    # The strongpoint is taken by the part of the Aayari, now played by Scorch.
    cards = (priced("left", 26, "scorch"),)
    fields = {"pieces": WALLS, "rooms": [ROOM], "chosen": {"strongpoint": "1"}, "cards": cards}
    units = {"scorch-1": at(12, 12, "left"), **CORNERS}
    with Raid(units, tasking="antler-vine", **fields, **swapped("scorch")) as raid:
        raid.passes("scorch", "aayari", "scorch", "aayari")
        assert outcome(raid) == (("scorch",), "bpre.tasking.antler-vine.6")
        assert rewards(raid) == ({"scorch": 1}, {"scorch": ("special.set-support-element",)}, {})
    far = {"aayari-1": at(12, 10, facing=90), **CORNERS}
    with Raid(far, **SOUTH, **swapped("aayari")) as raid:
        raid.says("aayari", Work("aayari-1", "charge"))
        raid.passes("scorch", "aayari", "aayari", "scorch")
        assert outcome(raid) == (("aayari",), "bpre.tasking.quivering-briar.5")
        assert rewards(raid) == ({"aayari": 3}, {"aayari": ("special.seize-the-initiative",)}, {})
