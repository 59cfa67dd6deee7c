"""What the Tasking Card wants of a side, as places to be at and units to kill or keep.

An aim is read off the card's success criteria, its own and the opponent's: where the one must stand, the
other must stand in the way, and whoever is about to succeed is worth killing most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from firelane.bpre.edition import EDITION
from firelane.bpre.goals import CHARGE, COUNTER_ELAPSED, FINISHING_END, TESTS, VEST
from firelane.bpre.names import TURNS, other
from firelane.bpre.space import inside, structures
from firelane.bpre.taskings import Criterion, tasking_of
from firelane.bpre.world import RedEarthWorld, Unit, card_of, on_table
from firelane.bpre.zones import edge_distance
from firelane.players.bpre.land import Land
from firelane.table.fast import Bools, Floats
from firelane.table.things import Figure

REACH, GUARD, HUNT = 120.0, 20.0, 90.0
"""What it is worth, in Capability Points, to be where one must be, where the enemy must be, and where one can
see whom one must kill."""
PRIZE, WINS = 40.0, 120.0
"""What a unit counts beside its cost that may decide the Operation, and one with whom it is lost."""
STORMED = 1.5
"""How much more it counts to come to a structure, where one has to live through a turn."""
PATIENCE = (0.5, 0.5, 0.6, 0.8)
"""How much it counts, turn by turn, to come to an edge or a token: those on the way are shot first."""
LURKS, HALF_TIME = 1 / 3, 4
"""What is left of that while there is time to let them come, and the turn from which there is none."""
MORE = 0.6
"""How much more a kill counts where the card counts kills."""
BOLDER = 0.1
"""How much less a unit of one's own counts each turn, where time runs against its side."""
PRESSED = 0.3
"""What units of one's own still count when the other side succeeds with this turn unless it is stopped."""
NEAR = 1500
"""How near to a token one wants to be that one cannot stand on."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A part of the battlespace to be at: what it is worth for each unit there, and for which.

    `key` tells one part from another, so that distances to it are reckoned once. `needed` Capability Points
    have to be there together; 0: any one unit will do. `last` is the last turn in which a maneuver there
    helps; 0: any.
    """

    key: object
    there: Bools
    worth: float
    needed: int = 0
    skill: str = ""
    last: int = 0
    lives: bool = False
    """Whether who is there has to live through the next turn."""
    guards: bool = False
    """Whether it is the opponent who wants to be there."""
    hunts: bool = False
    """Whether it is about seeing somebody."""


@dataclass(slots=True)
class Aims:
    """What a side wants."""

    places: list[Aim] = field(default_factory=list)
    kill: float = 1.0
    lose: float = 1.0
    prizes: dict[str, float] = field(default_factory=dict)
    """What units count beside their cost."""
    waits: bool = False
    """Whether the side wins by time running out."""
    wary: bool = False
    """Whether it does, and its losses are counted."""

    def add_prizes(self, units: Iterable[Unit], points: float) -> None:
        """Units that decide the Operation."""
        for unit in units:
            self.prizes[unit.id] = self.prizes.get(unit.id, 0.0) + points


@dataclass(frozen=True, slots=True)
class _Reading:
    """One criterion, read by one side."""

    world: RedEarthWorld
    seat: str
    land: Land
    closed: int
    criterion: Criterion
    aims: Aims

    @property
    def mine(self) -> bool:
        return self.criterion.force == self.seat

    @property
    def theirs(self) -> list[Unit]:
        """The units on the battlespace of the side that the criterion is for."""
        return on_table(self.world, self.criterion.force)

    @property
    def presses(self) -> bool:
        """Whether the other side succeeds at the end of this turn, as things stand."""
        if self.mine or not self.world.turn:
            return False
        moments = (FINISHING_END, COUNTER_ELAPSED) if self.world.turn == TURNS else (FINISHING_END,)
        test = TESTS[self.criterion.test]
        return any(test(self.world, self.criterion, moment) for moment in moments)

    def go(
        self, key: object, there: Bools, needed: int = 0, skill: str = "", last: int = 0, part: float = 1.0,
        lives: bool = False,
    ) -> None:  # fmt: skip
        """Be there, or be in the way."""
        if self.mine:
            self.aims.places.append(Aim(key, there, part * REACH, needed, skill, last, lives))
        else:
            self.aims.places.append(Aim(key, there, GUARD, lives=lives, guards=True))

    def hunt(self, units: list[Unit], worth: float) -> None:
        """Be where one can see one of these."""
        if not units:
            return
        key = ("sees", *sorted({(unit.x, unit.y) for unit in units}))
        there = np.zeros(self.land.size, np.bool_)
        for unit in units:
            there |= self.land.outlook(unit.x, unit.y, unit.facing, self.closed).back > 0
        self.aims.places.append(Aim(key, there, worth, hunts=True))


def aims_of(world: RedEarthWorld, seat: str, land: Land, closed: int) -> Aims:
    """What a side wants now."""
    aims = Aims()
    pressed = False
    if world.tasking:
        for criterion in tasking_of(EDITION, world).success:
            reading = _Reading(world, seat, land, closed, criterion, aims)
            READ[criterion.test](reading)
            pressed |= reading.presses
    if not aims.waits:  # who loses by time has no use for units that are left over
        aims.lose *= 1.0 - BOLDER * world.turn
    if pressed:
        aims.waits = aims.wary = False
        aims.lose *= PRESSED
    return aims


def places_in(land: Land, key: object, test: Callable[[int, int], bool]) -> Bools:
    """The places of the map that pass a test, found once."""

    def find() -> Floats:
        return np.array([test(round(x), round(y)) for x, y in zip(land.x, land.y, strict=True)], np.float64)

    return land.kept.find(key, find) > 0


def inside_structure(land: Land, number: str) -> Bools:
    """The places wholly inside a structure."""

    def test(x: int, y: int) -> bool:
        return land.plain.is_inside(Figure(id="", x=x, y=y, diameter=1000), number, True)

    return places_in(land, ("inside", number), test)


def near_edge(land: Land, edge: str, within: int) -> Bools:
    """The places near an edge."""
    return places_in(
        land, ("near", edge, within), lambda x, y: edge_distance(land.plain, edge, x, y) <= within
    )


# Criteria


def _structure(r: _Reading) -> None:
    number = r.world.chosen.get(r.criterion.of)
    if number is None:
        return
    needed = r.criterion.least if r.criterion.test == "cp-stays-in-structure" else 0
    inner = inside_structure(r.land, number)
    r.go(("structure", number), inner, needed, last=TURNS - 1, part=STORMED, lives=True)
    if not r.mine:
        within = [unit for unit in r.theirs if inside(r.world, unit, number)]
        r.aims.add_prizes(within, WINS if r.presses else PRIZE)
        r.hunt(within, HUNT)


def _vest(r: _Reading) -> None:
    number = r.world.chosen.get(r.criterion.of)
    if number is None:
        return
    there = inside_structure(r.land, number)
    if r.mine:
        r.go(("structure", number), there, skill=VEST, last=TURNS)
    else:
        away = r.land.distances(("structure", number), there, r.closed)
        for unit in r.theirs:
            if VEST in card_of(r.world, unit).skills:
                near = 1.0 - min(1.0, float(away[r.land.node(unit.x, unit.y)]) / 20_000)
                r.aims.add_prizes([unit], PRIZE * near)


def _edge(r: _Reading) -> None:
    edge = r.world.chosen.get(r.criterion.of)
    if edge is None:
        return
    c = r.criterion
    r.go(("edge", edge, c.within), near_edge(r.land, edge, c.within), c.least, last=TURNS, part=_patience(r))
    if not r.mine:
        reach = c.within + (0 if r.presses else 3000)
        near = [u for u in r.theirs if edge_distance(r.land.plain, edge, u.x, u.y) <= reach]
        r.aims.add_prizes(near, PRIZE if r.presses else PRIZE / 2)
        r.hunt(near, HUNT)


def _patience(r: _Reading) -> float:
    """How much it counts to come nearer while there is time."""
    return PATIENCE[r.world.turn] if r.world.turn < len(PATIENCE) else 1.0


def _charge(r: _Reading) -> None:
    edge = r.world.sides[r.criterion.force].edge
    if not edge:
        return
    least = r.criterion.least
    key = ("far", edge, least)
    far = places_in(r.land, key, lambda x, y: edge_distance(r.land.plain, edge, x, y) >= least)
    r.go(key, far, last=TURNS - 1, lives=True)
    set_by = set(r.world.watch.get(CHARGE, ()))
    armed = [unit for unit in r.theirs if unit.id in set_by]
    r.aims.add_prizes(armed, WINS if r.presses else PRIZE)
    if not r.mine:
        able = [u for u in r.theirs if edge_distance(r.land.plain, edge, u.x, u.y) >= least - 3000]
        r.aims.add_prizes(able, PRIZE / 2)
        r.hunt(armed or able or r.theirs, HUNT)


def _token_held(r: _Reading) -> None:
    token = r.world.tokens.get(r.criterion.of)
    if token is None:
        return
    holder = r.world.units.get(token.holder)
    if holder is not None:
        r.aims.add_prizes([holder], WINS if r.presses else PRIZE)
        if not r.mine:
            r.hunt([holder], REACH)
        return
    key = ("token", token.x, token.y)
    there = np.hypot(r.land.x - token.x, r.land.y - token.y) <= NEAR
    r.go(key, there, last=TURNS, part=_patience(r))


def _kills(r: _Reading) -> None:
    """Kills are counted: by me, so that I look for them unless waiting wins too; of mine, so that I care."""
    losers = on_table(r.world, other(r.criterion.force))
    left = r.criterion.least - r.world.sides[other(r.criterion.force)].casualties
    if r.mine or _has_time(r):
        r.aims.add_prizes([u for u in losers if card_of(r.world, u).cp >= left], PRIZE)
    if not r.mine:
        r.aims.lose += MORE
        r.aims.wary = _has_time(r)
        return
    r.aims.kill += MORE
    if not _has_time(r):
        r.hunt(losers, HUNT * (LURKS if r.world.turn < HALF_TIME else 1))


def _has_time(r: _Reading) -> bool:
    """Whether the side wins by waiting as well."""
    tests = (c.test for c in tasking_of(EDITION, r.world).success if c.force == r.seat)
    return any(READ[test] is _elapsed for test in tests)


def _wiped(r: _Reading) -> None:
    """All opponents gone, or nearly all: nothing to run after."""
    if r.mine:
        r.aims.kill += MORE / 2
    else:
        r.aims.lose += MORE / 2


def _named(r: _Reading) -> None:
    """All units of a kind are to be killed: hunt them, or keep them."""
    wanted = [u for u in on_table(r.world, other(r.criterion.force)) if u.kind == r.criterion.unit]
    r.aims.add_prizes(wanted, WINS / max(1, len(wanted)))
    if r.mine:
        r.hunt(wanted, HUNT / 4 if _has_time(r) else REACH)
    for number in structures(r.land.plain) if not r.mine and _has_time(r) else ():
        if any(inside(r.world, unit, number) for unit in wanted):
            r.go(("structure", number), inside_structure(r.land, number))


def _elapsed(r: _Reading) -> None:
    """Time wins; where losses are counted against it, who shoots first has fewer of them."""
    if r.mine:
        r.aims.waits = True
        if r.criterion.most:
            r.hunt(on_table(r.world, other(r.seat)), HUNT)


READ: dict[str, Callable[[_Reading], None]] = {
    "stays-in-structure": _structure,
    "cp-stays-in-structure": _structure,
    "vest-detonated-in-structure": _vest,
    "cp-near-edge": _edge,
    "charge-armed": _charge,
    "token-held-at-end": _token_held,
    "token-unheld-at-end": _elapsed,
    "cp-killed": _kills,
    "enemy-cp-left": _wiped,
    "enemy-wiped": _wiped,
    "all-killed": _named,
    "alive-at-end": _elapsed,
    "turn-counter-elapsed": _elapsed,
}
"""How the criteria are read."""
