"""Labels and names of troopers, markers and mines: the same for both sides and for watchers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from firelane.core.events import Event
from firelane.core.labels import Called, label, private_label
from firelane.core.views import View
from firelane.infinity import events as happened
from firelane.infinity.names import SEATS
from firelane.infinity.naming import unit_name, weapon_name
from firelane.infinity.sheets import MARKER
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Item, Trooper
from firelane.text import say

IDS = re.compile(rf"(?<![\w-])(?:{'|'.join(SEATS)})-(?:marker-|item-)?\d+(?![\w-])", re.ASCII)


def label_of(world: InfinityWorld, thing: Trooper | Item) -> str:
    """The label of what stands there: everybody's, or its owner's own one until others have seen it."""
    known = thing.id if isinstance(thing, Item) else happened.public_name(thing)
    return _label(world, known) or _private(thing.id)


def called(view: View[Table], text: str, lang: str, event: Event | None = None) -> tuple[Called, ...]:
    """The troopers, markers and mines that a text names."""
    then = _known_then(event)
    return tuple(_called(view.table.world, name, then, lang) for name in dict.fromkeys(IDS.findall(text)))


def _called(world: InfinityWorld, name: str, then: Mapping[str, str], lang: str) -> Called:
    thing = world.troopers.get(name) or world.items.get(name)
    if name in then:
        shown = _label(world, then[name])
    else:
        shown = _label(world, name) or (label_of(world, thing) if thing is not None else "")
    what = name_of(thing, lang) if thing is not None else _looked(world, name, lang)
    return Called(id=name, label=shown or _private(name), name=what, side=name.partition("-")[0])


def _known_then(event: Event | None) -> dict[str, str]:
    """The names by which everybody knew what an event names, where its owner reads another one."""
    match event:
        case happened.AboutTrooper(trooper=trooper, alias=alias):
            return {trooper: alias} if trooper != alias and not _is_marker(trooper) else {}
        case happened.TrooperDeployed(trooper=trooper, seat=seat, marker=marker) if marker:
            return {trooper: happened.marker_name(seat, marker)}
        case happened.TokenGiven():
            return {event.rem: event.rem_alias, event.driver: event.driver_alias}
        case _:
            return {}


def _is_marker(name: str) -> bool:
    return "-marker-" in name


def _label(world: InfinityWorld, known: str) -> str:
    """The label of what everybody knows by this name; a mine has its marker's, which bears its number."""
    dealt = world.labels.get(known) or world.labels.get(known.replace("-item-", "-marker-"))
    return label(SEATS.index(known.partition("-")[0]), dealt.number) if dealt is not None else ""


def _private(name: str) -> str:
    number = name.rpartition("-")[2]
    return private_label(int(number) if number.isdecimal() else 0)


def name_of(thing: Trooper | Item, lang: str) -> str:
    """What stands there: a unit, a marker, a mine."""
    return weapon_name(thing.weapon, lang) if isinstance(thing, Item) else _kind(thing.sheet, lang)


def _looked(world: InfinityWorld, name: str, lang: str) -> str:
    """What stood there, of what this side sees no longer under that name."""
    dealt = world.labels.get(name)
    if dealt is None:
        return ""
    return weapon_name(dealt.kind, lang) if "-item-" in name else _kind(dealt.kind, lang)


def _kind(name: str, lang: str) -> str:
    if name.startswith(MARKER):
        return say("screen.camouflage-marker", lang, size=name.removeprefix(MARKER))
    return unit_name(name)
