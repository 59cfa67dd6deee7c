"""What a side of Infinity may see, by whitelist: a world of its own in which hidden things are markers.

The view's table is a world again, so that the functions that decide are the functions that judge answers,
show
reach and preview shots: they just see less. Of the enemy it holds models, with open sheets, and markers,
which
look alike whatever they hide. Names of what is not known do not occur in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress
from operator import is_not

from msgspec import Struct
from msgspec.structs import replace

from firelane.core.lately import Lately
from firelane.core.state import AnyState
from firelane.infinity.editions import edition_of
from firelane.infinity.events import MINE_MARKER, marker_kind, marker_name
from firelane.infinity.frames import Declared, InfinityFrame, Landing, Order
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.missions import mission_figures
from firelane.infinity.sheets import open_name
from firelane.infinity.skills.base import Declaration
from firelane.infinity.world import InfinityWorld, Item, Objective, Place, Side, Trooper


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
    frames: tuple[InfinityFrame, ...]
    """The procedures under way, as far as they are public: every name in them is one that this side knows."""


def see(state: AnyState, seat: str) -> Table:
    """What `seat` (or a watcher) may see."""
    world: InfinityWorld = state.world
    if state.outcome is not None:
        # Rules: information.opened-at-end: when the game has ended, everything is open.
        return Table(world=world, order=None, frames=())
    shown = _shown_to(world, seat)
    names = Names(world, seat, shown.open)
    frames = tuple(
        [frame for level in state.stack if (frame := public_frame(level.frame, names)) is not None]
    )
    order = next((frame for frame in reversed(frames) if isinstance(frame, Order)), None)
    return Table(
        world=replace(
            world,
            troopers=shown.found,
            items=_items(world, seat) if world.items else world.items,
            objectives={o.id: _objective(o, names) for o in world.objectives.values()},
            sides={name: _side(state.ruleset, world, side, names) for name, side in world.sides.items()},
            killed={},
        ),
        order=_order(order) if order is not None else None,
        frames=frames,
    )


def _objective(objective: Objective, names: Names) -> Objective:
    return replace(objective, carrier=names.of(objective.carrier)) if objective.carrier else objective


class _Shown(Struct, frozen=True, gc=False):
    """The troopers as a side last saw them, and from what: what has not changed since looks as it did."""

    troopers: Mapping[str, Trooper]
    items: Mapping[str, Item]
    found: dict[str, Trooper]
    enemies: dict[str, tuple[Trooper, str, str, Trooper]]
    """Enemy records with the names of their controller and driver, and what they look like."""
    open: bool
    """Whether every enemy is known by its own name."""


_last_shown: Lately[str, _Shown] = Lately()


def _shown_to(world: InfinityWorld, seat: str) -> _Shown:
    """The troopers as a side sees them."""
    last = _last_shown.now().get(seat)
    if last is not None and last.items is world.items:
        if last.troopers is world.troopers:
            return last
        again = _changed_since(last, world, seat)
        if again is not None:
            return again
    names = Names(world, seat)
    before = last.enemies if last is not None else {}
    enemies: dict[str, tuple[Trooper, str, str, Trooper]] = {}
    found = {}
    hidden = False
    for trooper in world.troopers.values():
        hidden = hidden or names.is_hidden(trooper.id)
        if trooper.seat == seat:
            found[trooper.id] = trooper
        elif trooper.place is Place.TABLE or trooper.place is Place.GONE:
            known = before.get(trooper.id)
            controller = names.of(trooper.controller) if trooper.controller else ""
            token = names.of(trooper.token) if trooper.token else ""
            if known is None or known[0] is not trooper or known[1] != controller or known[2] != token:
                known = (trooper, controller, token, _enemy(trooper, controller, token))
            enemies[trooper.id] = known
            found[known[3].id] = known[3]
    for item in world.items.values():
        if item.seat != seat and item.marker:
            marker = item_as_seen(item)
            found[marker.id] = marker
    found = dict(sorted(found.items()))
    shown = _last_shown.now()[seat] = _Shown(world.troopers, world.items, found, enemies, not hidden)
    return shown


def _changed_since(last: _Shown, world: InfinityWorld, seat: str) -> _Shown | None:
    """The troopers as a side saw them last, with those put in that have changed; None if that is not enough:
    somebody has come or gone, is hidden or shown, or belongs to another."""
    before, now = list(last.troopers.values()), list(world.troopers.values())
    if len(before) != len(now):
        return None
    found, enemies = dict(last.found), dict(last.enemies)
    for old, new in compress(zip(before, now, strict=True), map(is_not, before, now)):
        if (old.id, old.place, old.marker, old.controller, old.token) != (
            new.id, new.place, new.marker, new.controller, new.token,
        ):  # fmt: skip
            return None
        if new.seat == seat:
            found[new.id] = new
        elif new.id in enemies:
            _, controller, token, _ = enemies[new.id]
            enemy = _enemy(new, controller, token)
            enemies[new.id] = (new, controller, token, enemy)
            found[enemy.id] = enemy
    shown = _last_shown.now()[seat] = _Shown(world.troopers, world.items, found, enemies, last.open)
    return shown


def _enemy(trooper: Trooper, controller: str, token: str) -> Trooper:
    """An enemy with the names by which this side knows whom it belongs to; a marker belongs to nobody."""
    shown = as_seen(trooper)
    return shown if shown.marker else replace(shown, controller=controller, token=token)


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
        return replace(trooper, sheet=open_name(trooper.sheet), token_sheet=token)
    return Trooper(
        id=marker_name(trooper.seat, trooper.marker),
        seat=trooper.seat,
        sheet=marker_kind(trooper.sheet),
        place=Place.TABLE,
        x=trooper.x,
        y=trooper.y,
        z=trooper.z,
        surface=trooper.surface,
        prone=trooper.prone,
        marker=trooper.marker,
    )


def item_as_seen(item: Item) -> Trooper:
    """A hidden mine as it looks from the other side: like any marker.

    Rules: camouflaged.item-silhouette, mines.hidden.
    """
    return Trooper(
        id=marker_name(item.seat, item.marker),
        seat=item.seat,
        sheet=MINE_MARKER,
        place=Place.TABLE,
        x=item.x,
        y=item.y,
        z=item.z,
        surface=item.surface,
        marker=item.marker,
    )


def _side(ruleset: str, world: InfinityWorld, side: Side, names: Names) -> Side:
    """A side: of the enemy's, neither the Orders of those off the table nor, mostly, the Lieutenant.

    Rules: information.private-facts, information.orders-are-open, information.orders-off-table-private,
    scenario-firefight.open-lieutenant.
    """
    if side.seat == names.seat:
        return side
    known: tuple[str, ...] = ()
    if mission_figures(edition_of(ruleset), world).open_lieutenant:
        leaders = [t.id for t in world.troopers.values() if t.seat == side.seat and is_lieutenant(world, t)]
        known = tuple(filter(None, map(names.of, leaders)))
    return replace(side, own=(), lieutenants=known)


class Names:
    """What things are called from one side."""

    def __init__(self, world: InfinityWorld, seat: str, all_open: bool = False) -> None:
        self.world = world
        self.seat = seat
        self.all_open = all_open
        """Whether every trooper is known by its own name."""

    def of(self, name: str) -> str:
        """The name of a trooper as this side knows it; empty if it does not."""
        trooper = self.world.troopers.get(name)
        if trooper is None or trooper.seat == self.seat:
            return name
        if trooper.place in (Place.LIST, Place.AIR):  # information.private-facts
            return ""
        return marker_name(trooper.seat, trooper.marker) if trooper.marker else name

    def all_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """The names that this side knows, in order."""
        return tuple(known for name in names if (known := self.of(name)))

    def is_hidden(self, name: str) -> bool:
        """Whether this side sees less of the trooper than its model."""
        return self.of(name) != name


def _shown(skill: Declaration, hidden: bool, names: Names) -> Declaration:
    """A declared skill as the other side hears it."""
    return skill.as_heard() if hidden and skill.is_movement else skill.renamed(names.of)


def public_frame(frame: InfinityFrame, names: Names) -> InfinityFrame | None:
    """A procedure under way, with the names that a side knows and without what it does not."""
    if isinstance(frame, Landing):
        return None if names.is_hidden(frame.trooper) else frame
    return _public_order(frame, names) if isinstance(frame, Order) else frame


OPEN_FIELDS = ("step", "seat", "order", "was_marker", "triggered", "failed", "revealed")
"""What everybody knows of an Order as it is. Of all else that is not written out below nothing is shown."""


def _public_order(frame: Order, names: Names) -> Order:
    """The Order as declared openly; numbers and saves are told by events when they are rolled."""
    hidden = not names.all_open and names.is_hidden(frame.trooper)

    def skill(given: Declaration | None) -> Declaration | None:
        return None if given is None else _shown(given, hidden, names)

    return Order(
        **{field: getattr(frame, field) for field in OPEN_FIELDS},
        trooper=names.of(frame.trooper),
        first=_shown(frame.first, hidden, names),
        second=skill(frame.second),
        servant=names.of(frame.servant),
        servant_first=skill(frame.servant_first),
        servant_second=skill(frame.servant_second),
        engaged=tuple(sorted(names.all_of(frame.engaged))),
        acting=frame.acting if names.all_open else _acting(frame, names),
        had_right=tuple(sorted(names.all_of(frame.had_right))),
        delayed=names.all_of(frame.delayed),
        attacked=names.all_of(frame.attacked),
        dodged=names.all_of(frame.dodged),
        under_template=names.all_of(frame.under_template),
        placing=tuple((known, what, at) for name, what, at in frame.placing if (known := names.of(name))),
    )


def _acting(frame: Order, names: Names) -> dict[str, Declared]:
    found = {}
    for name, done in frame.acting.items():
        known = names.of(name)
        if known:
            skills = tuple([_shown(skill, known != name, names) for skill in done.skills])
            found[known] = replace(done, trooper=known, skills=skills)
    return found


def _order(shown: Order) -> OrderSeen:
    """The Order as it is shown to a side, without the rest of its procedure."""
    return OrderSeen(
        seat=shown.seat,
        active=tuple([name for name in (shown.trooper, shown.servant) if name]),
        acting=shown.acting,
        had_right=shown.had_right,
        engaged=shown.engaged,
        step=shown.step,
    )
