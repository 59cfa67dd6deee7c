"""What the editions of the family need for one exchange of attacks, whether or not they can be played yet.

How dice are read, what a critical does, what each ammunition asks of its target: an edition that is playable
has these in its entries, and `tables_of` takes them from there; for the others they stand here until they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from firelane.infinity.dice import Over, RollFigures, Ties
from firelane.infinity.editions import PLACES, edition_of
from firelane.infinity.saves import Ammunition, CriticalHit, SaveFigures

EDITIONS = ("n2", "n3", "n4", "c1")


class ExchangeTables(Struct, frozen=True):
    """Everything that decides an exchange."""

    roll: RollFigures
    saves: SaveFigures
    ammunition: Mapping[str, Ammunition]


_N2 = {
    "N": Ammunition(),
    "AP": Ammunition(halves=True),
    "Shock": Ammunition(),
    "DA": Ammunition(saves=2),
    "EXP": Ammunition(saves=3),
}
_N3 = {
    **_N2,
    "T2": Ammunition(loss=2),
    "Fire": Ammunition(again=True),
    "Breaker": Ammunition(halves=True),
    "DT": Ammunition(saves=2),
    "Nanotech": Ammunition(),
    "Plasma": Ammunition(),
    "Viral": Ammunition(saves=2),
    "Swarm": Ammunition(),
    "K1": Ammunition(),
    "Adhesive": Ammunition(loss=0, attribute="PH", modifier=-6, state="immobilized-2"),
    "Flash": Ammunition(loss=0, state="blinded"),
    "Stun": Ammunition(saves=2, loss=0, state="stunned"),
    "E/M": Ammunition(halves=True, loss=0, state="isolated"),
    "E/M2": Ammunition(saves=2, halves=True, loss=0, state="isolated"),
}
_N4 = {
    **_N2,
    "T2": Ammunition(loss=2),
    "E/M": Ammunition(saves=2, halves=True, loss=0, state="isolated"),
    "PARA": Ammunition(loss=0, attribute="PH", modifier=-6, state="immobilized-a"),
    "Stun": Ammunition(saves=2, loss=0, state="stunned"),
    "Continuous": Ammunition(again=True),
}
_FREE_WOUND = SaveFigures(critical=CriticalHit.WOUND_WITHOUT_SAVE)
_HERE = {
    "n2": ExchangeTables(RollFigures(over=Over.WIDER, ties=Ties.HIGHER_VALUE), _FREE_WOUND, _N2),
    "n3": ExchangeTables(RollFigures(), _FREE_WOUND, _N3),
    "n4": ExchangeTables(RollFigures(), SaveFigures(), _N4),
}


@cache
def tables_of(ruleset: str) -> ExchangeTables:
    """The tables of an edition: its own entries where it is playable."""
    if ruleset not in PLACES:
        return _HERE[ruleset]
    edition = edition_of(ruleset)
    prefix = "ammo."
    kinds = {
        key.removeprefix(prefix): edition.data(key, Ammunition)
        for key in edition.entries
        if key.startswith(prefix)
    }
    return ExchangeTables(edition.data("roll", RollFigures), edition.data("saving-roll", SaveFigures), kinds)
