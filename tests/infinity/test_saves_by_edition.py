"""The saves that each edition's ammunition makes, told by hand from its book."""

from __future__ import annotations

import pytest

from firelane.core.because import Number
from firelane.infinity.exchanges import entries_of
from firelane.infinity.saves import Struck, savings
from firelane.testing.proofs import rule


def asked(ruleset, ammo, hits=1, criticals=0, damage=14, **fields):
    """(rolls, fails on, loss, free wounds, state, sure) of each row of saves."""
    protection = {"ARM": 5, "BTS": 3, "PH": 12}
    struck = Struck(damage=Number.of(damage), protection=protection, **{"wounds": 1, **fields})
    return [
        (s.rolls, s.number.total, s.loss, s.free_wounds, s.state, s.sure)
        for s in savings(entries_of(ruleset), ammo.split("+"), struck, hits, criticals)
    ]


@pytest.mark.parametrize(
    ("ruleset", "ammo", "criticals", "expected"),
    [
        # a critical of the newer editions adds a save, of the older ones it takes a point without one
        ("n4", "N", 0, [(1, 9, 1, 0, "", False)]),
        ("n4", "N", 1, [(2, 9, 1, 0, "", False)]),
        ("c1", "EXP", 1, [(4, 9, 1, 0, "", False)]),
        ("n3", "N", 1, [(0, 9, 1, 1, "", True)]),
        ("n3", "DA", 1, [(1, 9, 1, 1, "", True)]),
        ("n2", "EXP", 1, [(2, 9, 1, 1, "", True)]),
        # ARM 5 is halved to 3
        ("n4", "AP", 0, [(1, 11, 1, 0, "", False)]),
        ("n3", "AP+DA", 0, [(2, 11, 1, 0, "", False)]),
        ("n4", "AP+DA", 1, [(3, 11, 1, 0, "", False)]),
        # two points a failed save; the added save of a critical costs one
        ("n4", "T2", 1, [(1, 9, 2, 0, "", False), (1, 9, 1, 0, "", False)]),
        ("n3", "T2", 0, [(1, 9, 2, 0, "", False)]),
        # of the older editions a critical costs as much as a failed save: two points
        ("n3", "T2", 1, [(0, 9, 2, 2, "", True)]),
        ("n2", "T2", 1, [(0, 9, 2, 2, "", True)]),
        ("n3", "AP+T2", 1, [(0, 11, 2, 2, "", True)]),
        ("n3", "DA+T2", 1, [(1, 9, 2, 2, "", True)]),
        # Fire burns on after a critical's wound
        ("n3", "Fire", 1, [(1, 9, 1, 1, "", True)]),
        # one save with each attribute; the critical's wound stands for the first
        ("n3", "Plasma", 0, [(1, 9, 1, 0, "", False), (1, 11, 1, 0, "", False)]),
        ("n3", "Plasma", 1, [(0, 9, 1, 1, "", True), (1, 11, 1, 0, "", False)]),
        # fixed damage 12 against ARM 0
        ("n3", "K1", 0, [(1, 12, 1, 0, "", False)]),
        ("n3", "Monofilament", 0, [(1, 12, 0, 0, "dead", False)]),
        # states: PH-6 is rolled under
        ("n3", "Adhesive", 0, [(1, 6, 0, 0, "immobilized-2", False)]),
        ("n3", "Adhesive", 1, [(0, 6, 0, 0, "immobilized-2", True)]),
        ("n4", "PARA", 1, [(2, 6, 0, 0, "immobilized-a", False)]),
        ("n4", "Stun", 1, [(3, 9, 0, 0, "stunned", False)]),
    ],
)
@rule("n4-core.saving-roll.5")
def test_saves_by_ammunition(ruleset, ammo, criticals, expected):
    assert asked(ruleset, ammo, 1, criticals) == expected


def test_combined_saves_of_the_weapon():
    """Plasma of N4: ARM and BTS for each hit, a critical adds one with ARM."""
    assert asked("n4", "N", 2, 1, second="BTS") == [
        (3, 9, 1, 0, "", False),
        (2, 11, 1, 0, "", False),
    ]


def test_harm_and_state_are_saved_against_apart_where_there_are_two_attributes():
    assert asked("n3", "N+E/M", second="BTS") == [(1, 9, 1, 0, "", False), (1, 12, 0, 0, "isolated", False)]
    assert asked("n4", "N+E/M", save="BTS") == [(2, 12, 1, 0, "isolated", False)]


def test_cover_is_not_halved():
    assert asked("n4", "AP", cover=3)[0][1] == 14 - 3 - 3


@pytest.mark.parametrize(
    ("ruleset", "wounds", "mortal"), [("n3", 1, True), ("n3", 2, False), ("n4", 2, True), ("n2", 2, True)]
)
def test_shock_kills_whom_it_would_make_unconscious(ruleset, wounds, mortal):
    struck = Struck(damage=Number.of(14), protection={"ARM": 0}, wounds=wounds)
    (saving,) = savings(entries_of(ruleset), ["Shock"], struck, 1, 0)
    assert bool(saving.mortal) is mortal


@pytest.mark.parametrize(
    ("ruleset", "state", "also"), [("n3", "isolated", "immobilized-2"), ("n4", "isolated", "immobilized-b")]
)
def test_electromagnetic_ammunition_holds_heavy_troops_too(ruleset, state, also):
    for kind, expected in (("TAG", also), ("HI", also), ("LI", "")):
        struck = Struck(damage=Number.of(14), protection={"BTS": 6}, save="BTS", type=kind)
        (saving,) = savings(entries_of(ruleset), ["E/M"], struck, 1, 0)
        assert (saving.state, saving.also) == (state, expected)
