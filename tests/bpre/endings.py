"""How Operations end, arranged: with a kill that decides, or with the turn counter; and what comes of it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bpre.raid import CARDS, Raid, at, house
from firelane.bpre.asking import KeepQrf
from firelane.bpre.events import Succeeded
from firelane.bpre.names import ASSAULTING, DEFENDING, FINISHING, other
from firelane.bpre.units import UnitType

TRAINED, PLAIN = CARDS
WALLS, ROOM = house("1", 9, 8, 6, 6)
CORNERS = {"scorch-9": at(1, 1, facing=270), "aayari-9": at(23, 23, facing=90)}
ADVISOR = replace(TRAINED, key="operational-advisor", cp=30)
FAR = {"scorch-1": at(12, 14, facing=270), **CORNERS}
SOUTH: dict[str, Any] = {"edges": {"scorch": "south", "aayari": "north"}, "tasking": "quivering-briar"}
"""Quivering Briar, Scorch having come from the south: `FAR` stands 14 inches from there."""
Units = dict[str, dict[str, Any]]
Ending = tuple[tuple[str, ...], str] | None


def priced(key: str, cp: int, faction: str = "aayari") -> UnitType:
    """A unit type without a save, at a price."""
    return replace(PLAIN, key=key, cp=cp, faction=faction)


def swapped(assaulting: str) -> dict[str, Any]:
    """The fields of an Operation of a proxy war in which each player has the part of the other faction."""
    return {"swapped": True, "roles": {assaulting: ASSAULTING, other(assaulting): DEFENDING}}


def after_a_kill(
    tasking: str,
    victim: str,
    cp: int,
    kind: str = "victim",
    others: Units | None = None,
    more: tuple[UnitType, ...] = (),
    **fields: Any,
) -> Raid:
    """An Operation in which a unit of `victim` that costs `cp` has just been killed by the other side."""
    killer = other(victim)
    units = {f"{killer}-1": at(12, 6, facing=90), f"{victim}-1": at(12, 10, kind, facing=90), **CORNERS}
    units.update(others or {})
    cards = (priced(kind, cp, victim), priced("left", 26), priced("little", 25), *more)
    raid = Raid(units, tasking=tasking, cards=cards, **fields)
    if raid.is_asked(victim, "offer-qrf"):
        raid.says(victim, KeepQrf())
    if raid.asked_to_activate()[0] != killer:
        raid.passes(victim)
    raid.fire(f"{killer}-1", f"{victim}-1").dice(10, 9)
    return raid


def outcome(raid: Raid) -> Ending:
    """Who has won and by which statement; None while the Operation goes on."""
    found = raid.game.state.outcome
    return None if found is None else (found.winners, found.rule)


def at_the_end(tasking: str, units: Units, turn: int = 7, **fields: Any) -> Ending:
    """The outcome when the Finishing Phase of the last turn is over, or of another turn."""
    return outcome(Raid({**CORNERS, **units}, tasking=tasking, phase=FINISHING, turn=turn, **fields))


def rewards(raid: Raid) -> tuple[Any, Any, dict[str, int]]:
    """Mission Points, special cards and points for the next Operation."""
    (won,) = raid.events(Succeeded)
    return won.points, won.specials, {s: cp for s, cp in won.next_cp.items() if cp}
