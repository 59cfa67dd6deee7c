"""What a side of Infinity may see, by whitelist: a world of its own in which hidden things are markers.

The view's table is a world again, so that the functions that decide are the functions that judge answers,
show
reach and preview shots: they just see less. Of the enemy it holds models, with open sheets, and markers,
which
look alike whatever they hide. Names of what is not known do not occur in it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from firelane.core.state import AnyState
from firelane.infinity.editions import edition_of
from firelane.infinity.events import marker_name
from firelane.infinity.frames import Declared, Order
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.missions import mission_figures
from firelane.infinity.sheets import MARKER, open_name, sheet
from firelane.infinity.world import InfinityWorld, Item, Place, Side, Trooper


class OrderSeen(Struct, frozen=True, kw_only=True, gc=False):
    """The Order under way, as far as it has been declared openly."""

    seat: str
    active: tuple[str, ...]
    acting: Mapping[str, Declared]
    had_right: tuple[str, ...]
    engaged: tuple[str, ...]
    step: str


class Table(Struct, frozen=True, kw_only=True, gc=False):
    """All that a side knows: a world of what it sees, and the Order under way."""

    world: InfinityWorld
    order: OrderSeen | None
    turn: str
    """What is going on: the names of the procedures under way."""


def see(state: AnyState, seat: str) -> Table:
    """What `seat` (or a watcher) may see."""
    world: InfinityWorld = state.world
    names = _Names(world, seat)
    if state.outcome is not None:
        # Rules: n4-core.information.8: when the game has ended, everything is open.
        return Table(world=world, order=None, turn="")
    frame = next((level.frame for level in reversed(state.stack) if isinstance(level.frame, Order)), None)
    return Table(
        world=replace(
            world,
            troopers=_troopers(world, seat),
            items=_items(world, seat),
            sides={name: _side(state.ruleset, world, side, names) for name, side in world.sides.items()},
            killed={},
        ),
        order=_order(frame, names) if frame is not None else None,
        turn=" ".join(type(level.frame).__name__ for level in state.stack),
    )


def _troopers(world: InfinityWorld, seat: str) -> dict[str, Trooper]:
    found: dict[str, Trooper] = {}
    for trooper in world.troopers.values():
        if trooper.seat == seat:
            found[trooper.id] = trooper
        elif trooper.place in (Place.TABLE, Place.GONE):
            shown = as_seen(trooper)
            found[shown.id] = shown
    for item in world.items.values():
        if item.seat != seat and item.marker:
            shown = item_as_seen(item)
            found[shown.id] = shown
    return dict(sorted(found.items()))


def _items(world: InfinityWorld, seat: str) -> dict[str, Item]:
    """One's own items, and the enemy's in plain view: who put one down may still be hidden."""
    return {
        item.id: item if item.seat == seat else replace(item, owner="")
        for item in world.items.values()
        if item.seat == seat or not item.marker
    }


def as_seen(trooper: Trooper) -> Trooper:
    """An enemy trooper as it looks from the other side."""
    if not trooper.marker:
        token = open_name(trooper.token_sheet) if trooper.token_sheet else ""
        return replace(trooper, sheet=open_name(trooper.sheet), failed={}, token_sheet=token)
    return Trooper(
        id=marker_name(trooper.seat, trooper.marker),
        seat=trooper.seat,
        sheet=f"{MARKER}{sheet(trooper.sheet).facts.s}",
        place=Place.TABLE,
        x=trooper.x,
        y=trooper.y,
        z=trooper.z,
        surface=trooper.surface,
        prone=trooper.prone,
        marker=trooper.marker,
    )


def item_as_seen(item: Item) -> Trooper:
    """A hidden mine as it looks from the other side: like any marker. Rules: c1.camouflaged.3, c1.mines.3."""
    return Trooper(
        id=marker_name(item.seat, item.marker),
        seat=item.seat,
        sheet=f"{MARKER}2",
        place=Place.TABLE,
        x=item.x,
        y=item.y,
        z=item.z,
        surface=item.surface,
        marker=item.marker,
    )


def _side(ruleset: str, world: InfinityWorld, side: Side, names: _Names) -> Side:
    """A side: of the enemy's, neither the Orders of those off the table nor, mostly, the Lieutenant.

    Rules: n4-core.information.3, n4-core.information.6-7, n4-core.scenario.firefight.2.
    """
    if side.seat == names.seat:
        return side
    known: tuple[str, ...] = ()
    if mission_figures(edition_of(ruleset), world).open_lieutenant:
        leaders = [t.id for t in world.troopers.values() if t.seat == side.seat and is_lieutenant(world, t)]
        known = tuple(filter(None, map(names.of, leaders)))
    return replace(side, own=(), lieutenants=known)


class _Names:
    """What things are called from one side."""

    def __init__(self, world: InfinityWorld, seat: str) -> None:
        self.world = world
        self.seat = seat

    def of(self, name: str) -> str:
        """The name of a trooper as this side knows it; empty if it does not."""
        trooper = self.world.troopers.get(name)
        if trooper is None or trooper.seat == self.seat:
            return name
        if trooper.place in (Place.LIST, Place.AIR):
            return ""
        return marker_name(trooper.seat, trooper.marker) if trooper.marker else name


def _order(frame: Order, names: _Names) -> OrderSeen:
    """The Order with the names that this side knows."""
    acting = {}
    for name, done in frame.acting.items():
        known = names.of(name)
        if known:
            acting[known] = replace(done, trooper=known)
    active = tuple(known for name in (frame.trooper, frame.servant) if name and (known := names.of(name)))
    return OrderSeen(
        seat=frame.seat,
        active=active,
        acting=acting,
        had_right=frame.had_right if frame.seat != names.seat else (),
        engaged=tuple(sorted(filter(None, map(names.of, frame.engaged)))),
        step=frame.step,
    )
