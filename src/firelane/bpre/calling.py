"""By which label and name units of Red Earth are called: the same for both players and for watchers."""

from __future__ import annotations

import re

from firelane.bpre.names import SEATS
from firelane.bpre.view import Table
from firelane.bpre.world import RedEarthWorld, Unit, card_of
from firelane.core.events import Event
from firelane.core.labels import Called, label
from firelane.core.views import View

IDS = re.compile(rf"(?<![\w-])(?:{'|'.join(SEATS)})-(?:qrf-)?\d+(?![\w-])", re.ASCII)


def label_of(world: RedEarthWorld, unit: Unit) -> str:
    """The label of a unit: its place among the units of its side. All are open, and none is ever left out."""
    comrades = [each.id for each in world.units.values() if each.seat == unit.seat]
    return label(SEATS.index(unit.seat), comrades.index(unit.id) + 1)


def called(view: View[Table], text: str, lang: str, _: Event | None = None) -> tuple[Called, ...]:
    """The units that a text names."""
    world = view.table.world
    named = [world.units[name] for name in dict.fromkeys(IDS.findall(text)) if name in world.units]
    return tuple(
        Called(unit.id, label_of(world, unit), card_of(world, unit).name.say(lang), unit.seat)
        for unit in named
    )
