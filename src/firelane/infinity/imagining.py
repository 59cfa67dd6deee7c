"""Imagining the rest: from what a side sees, a whole game that would look just like this to it.

Enemy models get a sheet of their unit that looks the same in the open (one of them the Lieutenant's), markers
a trooper of their size or a mine, and there may be troopers in the air. Orders that are private, names that
are not known and what others are asked at the same time are made up to fit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from random import Random

from msgspec.structs import replace

from firelane.core.requests import Request
from firelane.core.state import AnyState
from firelane.core.views import View, supposed
from firelane.forces.library import forces
from firelane.infinity.asking import Regenerate, TurnAlerted
from firelane.infinity.events import MINE_MARKER, marker_name
from firelane.infinity.frames import InfinityFrame, Match, Order
from firelane.infinity.names import SEATS, other
from firelane.infinity.orders import counted
from firelane.infinity.sheets import MARKER, open_name, sheet
from firelane.infinity.skills.base import Declaration
from firelane.infinity.steps.resolution import warnings
from firelane.infinity.steps.turn import regenerations
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Item, Place, Trooper

MINES = 0.25
"""How often a marker that may hide a mine is imagined to do so."""
IN_THE_AIR = (0, 0, 1, 2)
"""How many troopers the enemy may be imagined to have in the air."""


def imagine(view: View[Table], generator: Random) -> AnyState:
    """A whole state that gives this very view to a seat that is being asked."""
    enemy = _Enemy(view, generator)
    world = enemy.world()
    request: Request = view.requests[0]
    frames = [_known_by(frame, enemy.id_of) for frame in view.table.frames]
    requests = _asked_together(view, world, frames[-1], request)
    return supposed(view, SEATS, world, frames, requests)


def _asked_together(
    view: View[Table], world: InfinityWorld, frame: InfinityFrame, request: Request
) -> tuple[Request, ...]:
    """The seat's own question, and what the other one is asked in the same window."""
    if view.asked == (view.seat,):
        return (request,)
    theirs: Iterable[Request] = ()
    if isinstance(request, TurnAlerted) and isinstance(frame, Order):
        theirs = warnings(world, frame)
    elif isinstance(request, Regenerate):
        theirs = regenerations(world)
    foes = [replace(one, id=f"{one.seat}-1") for one in theirs if one.seat != view.seat]
    return tuple(sorted((request, *foes), key=lambda one: SEATS.index(one.seat)))


class _Enemy:
    """The other side as it might be."""

    def __init__(self, view: View[Table], generator: Random) -> None:
        self.view = view
        self.seen = view.table.world
        self.seat = other(view.seat)
        self.generator = generator
        self.names: dict[str, str] = {}
        """What is imagined behind each marker, by the marker's name."""
        self.troopers: dict[str, Trooper] = {}
        self.mines: dict[str, Item] = {}
        mine = [t for t in self.seen.troopers.values() if t.seat == self.seat]
        self._models([t for t in mine if not t.marker])
        self._markers([t for t in mine if t.marker])
        self._unseen()
        self._bonds()

    def id_of(self, name: str) -> str:
        """The imagined name of what is publicly called so."""
        return self.names.get(name, name)

    def world(self) -> InfinityWorld:
        """The world with the imagined enemy in it."""
        seen = self.seen
        own = {t.id: t for t in seen.troopers.values() if t.seat != self.seat}
        troopers = dict(sorted({**own, **self.troopers}.items()))
        items = {item.id: self._owned(item) for item in seen.items.values()} | self.mines
        objectives = {o.id: replace(o, carrier=self.id_of(o.carrier)) for o in seen.objectives.values()}
        killed: dict[str, int] = {}
        for trooper in troopers.values():
            if trooper.place is Place.GONE:
                lost = sheet(trooper.sheet).facts.own_half_points
                killed[trooper.seat] = killed.get(trooper.seat, 0) + lost
        world = replace(seen, troopers=troopers, items=items, objectives=objectives, killed=killed)
        if seen.active != self.seat:
            return world
        waiting = replace(seen.sides[self.seat], own=counted(world, self.seat)[2])
        return replace(world, sides={**seen.sides, self.seat: waiting})

    # What is on the table

    def _models(self, models: list[Trooper]) -> None:
        """Sheets that look as the models do, one of them the Lieutenant's if it can be."""
        leaders = [t.id for t in models if _lieutenants(t.sheet)]
        leader = self.generator.choice(leaders) if leaders else ""
        for model in models:
            likely = _lieutenants(model.sheet) if model.id == leader else _others(model.sheet)
            chosen = self.generator.choice(likely or _alike(model.sheet))
            self.troopers[model.id] = replace(model, sheet=chosen)

    def _markers(self, markers: list[Trooper]) -> None:
        """A trooper that can hide and is as big, or a mine."""
        busy = self._known_to_be_troopers()
        layers = self._layers(markers)
        later: list[Trooper] = []
        for marker in markers:
            may_be_mine = marker.sheet == MINE_MARKER and not marker.prone and marker.id not in busy
            may_be_mine = may_be_mine and marker.id not in layers and self.seen.round > 0
            if may_be_mine and self.generator.random() < MINES:
                later.append(marker)
                continue
            hiders = _hiders(marker.sheet)
            if marker.id in layers:
                hiders = [name for name in hiders if layers[marker.id] in sheet(name).modes]
            name = self._name()
            self.names[marker.id] = name
            kind = self.generator.choice(hiders)
            points = sheet(kind).facts.wounds
            facing = self.generator.randrange(360)
            self.troopers[name] = replace(marker, id=name, sheet=kind, points=points, facing=facing)
        for marker in later:
            self._mine(marker)

    def _layers(self, markers: list[Trooper]) -> dict[str, str]:
        """Markers that must hide whoever put down the mines that lie open, where no model can have done it;
        if no marker can hide him either, he is out of sight."""
        items = self.seen.items.values()
        weapons = sorted({item.weapon for item in items if item.seat == self.seat and not item.owner})
        found: dict[str, str] = {}
        for weapon in weapons:
            if self._with(weapon):
                continue
            able = [
                marker.id
                for marker in markers
                if marker.id not in found
                and any(weapon in sheet(name).modes for name in _hiders(marker.sheet))
            ]
            if able:
                found[self.generator.choice(able)] = weapon
            else:
                self._somebody_with(weapon)
        return found

    def _mine(self, marker: Trooper) -> None:
        owner, weapon = self._layer()
        item = Item(
            id=f"{self.seat}-item-{marker.marker}", seat=self.seat, weapon=weapon, owner=owner, x=marker.x,
            y=marker.y, z=marker.z, surface=marker.surface, marker=marker.marker,
        )  # fmt: skip
        self.mines[item.id] = item
        assert marker_name(item.seat, item.marker) == marker.id

    def _layer(self) -> tuple[str, str]:
        """Somebody who can have put a mine down, and which mine."""
        able = [(t.id, weapon) for t in self.troopers.values() for weapon in _mines_of(t.sheet)]
        if able:
            return self.generator.choice(able)
        weapon = self.generator.choice(sorted({mine for name in _everybody() for mine in _mines_of(name)}))
        return self._somebody_with(weapon), weapon

    def _somebody_with(self, weapon: str) -> str:
        """Somebody who was here before the game showed him to us."""
        kind = self.generator.choice([name for name in _everybody() if weapon in sheet(name).modes])
        name = self._name()
        self.troopers[name] = Trooper(id=name, seat=self.seat, sheet=kind, place=Place.AIR)
        return name

    def _known_to_be_troopers(self) -> frozenset[str]:
        """The markers that have acted in the Order under way, or carry something: no mine does."""
        found = {o.carrier for o in self.seen.objectives.values()}
        for frame in self.view.table.frames:
            if isinstance(frame, Order):
                found |= {frame.trooper, frame.servant, *frame.acting, *frame.delayed}
                found |= {*frame.attacked, *frame.dodged, *frame.under_template}
        return frozenset(found)

    # What is not

    def _unseen(self) -> None:
        """Troopers in the air, and during deployment those that are still to come."""
        for _ in range(self.generator.choice(IN_THE_AIR)):
            self._add(self.generator.choice(_airborne()), Place.AIR)
        for _ in range(self._still_to_deploy()):
            self._add(self.generator.choice(_walkers()), Place.LIST)

    def _add(self, kind: str, place: Place) -> None:
        name = self._name()
        points = sheet(kind).facts.wounds
        self.troopers[name] = Trooper(id=name, seat=self.seat, sheet=kind, place=place, points=points)

    def _still_to_deploy(self) -> int:
        match = self.view.table.frames[0]
        if not isinstance(match, Match) or self.seen.round:
            return 0
        if match.step in ("deploy_second_main", "deploy_first_reserve"):
            return 1
        if match.step == "deploy_second_reserve":
            return 0
        return sum(t.seat == self.view.seat for t in self.seen.troopers.values())

    def _bonds(self) -> None:
        """Servants of masters who are not seen get one."""
        for servant in list(self.troopers.values()):
            if not sheet(servant.sheet).facts.is_peripheral or servant.controller:
                if servant.controller in self.names:
                    self.troopers[servant.id] = replace(servant, controller=self.names[servant.controller])
                continue
            kind = servant.sheet.partition(":")[2]
            masters = [name for name in _everybody() if kind in sheet(name).facts.peripherals]
            if not masters:
                continue
            name = self._name()
            self.troopers[name] = Trooper(
                id=name, seat=self.seat, sheet=self.generator.choice(masters), place=Place.AIR
            )
            self.troopers[servant.id] = replace(servant, controller=name)

    def _owned(self, item: Item) -> Item:
        if item.seat != self.seat or item.owner:
            return item
        return replace(item, owner=self.generator.choice(self._with(item.weapon)))

    def _with(self, weapon: str) -> list[str]:
        """Those who have a weapon."""
        return [t.id for t in self.troopers.values() if weapon in sheet(t.sheet).modes]

    def _name(self) -> str:
        number = 1
        while (name := f"{self.seat}-{number}") in self.troopers or name in self.seen.troopers:
            number += 1
        return name


# Sheets by what can be seen of them


@cache
def _everybody() -> tuple[str, ...]:
    return tuple(f"c1:{key}" for key in sorted(forces("c1").sheets))


@cache
def _by_look() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in _everybody():
        found[open_name(name)] = (*found.get(open_name(name), ()), name)
    return found


def _alike(look: str) -> tuple[str, ...]:
    return _by_look()[look]


def _lieutenants(look: str) -> tuple[str, ...]:
    return tuple(name for name in _alike(look) if sheet(name).facts.is_lieutenant)


def _others(look: str) -> tuple[str, ...]:
    return tuple(name for name in _alike(look) if not sheet(name).facts.is_lieutenant)


@cache
def _hiders(look: str) -> list[str]:
    size = int(look.removeprefix(MARKER))
    return [
        name for name in _everybody() if sheet(name).carries("camouflage") and sheet(name).facts.s == size
    ]


@cache
def _mines_of(name: str) -> tuple[str, ...]:
    return tuple(mode.key for mode, _ in sheet(name).modes.values() if mode.traits.deployable)


@cache
def _airborne() -> list[str]:
    ways = ("combat-jump", "parachutist")
    return [name for name in _ordinary() if any(sheet(name).carries(way) for way in ways)]


@cache
def _walkers() -> list[str]:
    return [name for name in _ordinary() if name not in _airborne()]


@cache
def _ordinary() -> list[str]:
    facts = {name: sheet(name).facts for name in _everybody()}
    return [name for name, f in facts.items() if f.ava and not f.is_peripheral and not f.peripherals]


def _known_by(frame: InfinityFrame, name: Callable[[str], str]) -> InfinityFrame:
    """A public procedure with the imagined names in place of the public ones."""
    if not isinstance(frame, Order):
        return frame

    def skill(given: Declaration | None) -> Declaration | None:
        return None if given is None else given.renamed(name)

    acting = {
        name(who): replace(done, trooper=name(who), skills=tuple(each.renamed(name) for each in done.skills))
        for who, done in frame.acting.items()
    }
    return replace(
        frame,
        trooper=name(frame.trooper),
        first=frame.first.renamed(name),
        second=skill(frame.second),
        servant=name(frame.servant),
        servant_first=skill(frame.servant_first),
        servant_second=skill(frame.servant_second),
        engaged=tuple(map(name, frame.engaged)),
        acting=acting,
        had_right=tuple(map(name, frame.had_right)),
        delayed=tuple(map(name, frame.delayed)),
        attacked=tuple(map(name, frame.attacked)),
        dodged=tuple(map(name, frame.dodged)),
        under_template=tuple(map(name, frame.under_template)),
        placing=tuple((name(who), what, at) for who, what, at in frame.placing),
    )
