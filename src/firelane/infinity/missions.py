"""Missions: how a game is set up beside the troopers, what scores, when it ends.

A mission is an entry of the edition with a `Mission` as its figures and three small functions by name. More
missions are more entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from msgspec import Struct

from firelane.core.because import Cite
from firelane.core.events import Event
from firelane.core.fired import decides
from firelane.core.rules import Edition
from firelane.infinity.events import ObjectivePlaced, Scored
from firelane.infinity.lieutenants import all_lieutenants
from firelane.infinity.names import (
    DEAD,
    DISCONNECTED,
    EMBRYO,
    IMMOBILIZED_A,
    IMMOBILIZED_B,
    SEATS,
    UNCONSCIOUS,
    other,
)
from firelane.infinity.objectives import settled
from firelane.infinity.quadrants import mostly_inside
from firelane.infinity.sheets import sheet
from firelane.infinity.space import body, field_of, is_null, on_table
from firelane.infinity.world import InfinityWorld, Objective, Place, Trooper
from firelane.table.measure import in_contact


class Bands(Struct, frozen=True):
    """Points in halves from which 1, 3 and 4 Objective Points are scored; the last is exceeded."""

    one: int
    three: int
    four_above: int


class MissionFigures(Struct, frozen=True):
    """What a mission counts with. Points are in halves."""

    rounds: int = 3
    bands: Mapping[str, Bands] = {}
    least: Mapping[str, int] = {}
    """Below this much the game ends early, by the agreed army points."""
    zone_depth: Mapping[str, int] = {}
    """The depth of the Deployment Zones in inches, by army points, where it is not that of the game mode."""
    open_lieutenant: bool = False
    """Whether Lieutenants are known to all, and a side that has none names one."""
    jump_mod: int = 0
    """What Combat Jump rolls take."""
    enemy_zone_open: bool = False
    """Whether Airborne Deployment may enter the enemy Deployment Zone."""


Row = TypeVar("Row")


def by_points(rows: Mapping[str, Row], points: int) -> Row | None:
    """The row for these army points, in halves; a free game takes that of the next smaller game mode, if any.

    Rules: n4-core.game-modes.5.
    """
    fitting = [size for size in map(int, rows) if size <= points]
    return rows[str(max(fitting))] if fitting else None


@dataclass(frozen=True, slots=True)
class Mission:
    """The behaviour of a mission."""

    place: Callable[[InfinityWorld], Iterator[Event]]
    round_ends: Callable[[InfinityWorld, MissionFigures], Iterator[Event]]
    game_ends: Callable[[InfinityWorld, MissionFigures], Iterator[Event]]
    ends_early: Callable[[InfinityWorld, MissionFigures, str], bool]


def mission_figures(edition: Edition, world: InfinityWorld) -> MissionFigures:
    """The figures of the mission that is played."""
    return edition.data(f"mission.{world.mission}", MissionFigures)


def worth(trooper: Trooper) -> int:
    """What a trooper counts for, in halves of a point."""
    return sheet(trooper.sheet).facts.own_half_points


def victory_points(world: InfinityWorld, seat: str) -> int:
    """The summed cost of a side's troopers that are not Null; an Embryo counts as alive.

    Rules: n4-core.victory.1, c1.normal.4, c1.dead.6, c1.unconscious.6, c1.disconnected.5, c1.immobilized-a.5,
    c1.immobilized-b.5, c1.shasvastii-embryo.2.
    """
    return sum(worth(t) for t in world.troopers.values() if t.seat == seat and counts(t))


def counts(trooper: Trooper) -> bool:
    """Whether a trooper adds its cost to Victory Points.

    Rules: c1.normal.4, c1.dead.6, c1.unconscious.6, c1.disconnected.5, c1.immobilized-a.5,
    c1.immobilized-b.5, c1.shasvastii-embryo.2, c1.peripheral-servant.13.
    """
    if trooper.place is not Place.TABLE:
        decides(trooper.place is Place.GONE, "c1.dead.6", "c1.dead.1")
        return False
    if is_null(trooper) and not decides(trooper.has(EMBRYO), "c1.shasvastii-embryo.2"):
        decides(trooper.has(UNCONSCIOUS), "c1.unconscious.6")
        decides(trooper.has(DISCONNECTED), "c1.disconnected.5")
        return False
    decides(trooper.has(IMMOBILIZED_A), "c1.immobilized-a.5")
    decides(trooper.has(IMMOBILIZED_B), "c1.immobilized-b.5")
    decides(trooper.controller and worth(trooper), "c1.peripheral-servant.13")
    return decides(True, "c1.normal.4", "n4-core.victory.1")


def points_killed(world: InfinityWorld, seat: str, over: bool) -> int:
    """The army points of a side's troopers that are Killed. Rules: n4-core.scenario.3."""
    total = 0
    for trooper in world.troopers.values():
        if trooper.seat != seat:
            continue
        dead = trooper.has(DEAD) or trooper.place is Place.GONE
        missing = over and (trooper.place in (Place.LIST, Place.AIR) or is_null(trooper))
        decides(dead or missing, "n4-core.scenario.3")
        total += worth(trooper) if dead or missing else 0
    return total


def _nothing(_: InfinityWorld) -> Iterator[Event]:
    yield from ()


def _no_score(_: InfinityWorld, __: MissionFigures) -> Iterator[Event]:
    yield from ()


def _never(_: InfinityWorld, __: MissionFigures, ___: str) -> bool:
    return False


# Annihilation


def score_annihilation(world: InfinityWorld, figures: MissionFigures) -> Iterator[Event]:
    """Rules: n4-core.scenario.annihilation.1-3."""
    bands = by_points(figures.bands, world.points)
    for seat in SEATS:
        if bands is not None:
            killed = in_bands(points_killed(world, other(seat), over=True), bands)
            if killed:
                yield Scored(seat=seat, count=killed, because=(Cite("n4-core.scenario.annihilation.1"),))
            alive = in_bands(victory_points(world, seat), bands)
            if alive:
                yield Scored(seat=seat, count=alive, because=(Cite("n4-core.scenario.annihilation.2"),))
        if _lieutenants_killed(world, other(seat)):
            yield Scored(seat=seat, count=2, because=(Cite("n4-core.scenario.annihilation.3"),))


def in_bands(points: int, bands: Bands) -> int:
    if points > bands.four_above:
        return 4
    if points >= bands.three:
        return 3
    return 1 if points >= bands.one else 0


def _lieutenants_killed(world: InfinityWorld, seat: str) -> int:
    """How many Lieutenants of a side are Killed when the game ends. Rules: n4-core.scenario.3."""
    return sum(t.place is not Place.TABLE or is_null(t) for t in all_lieutenants(world, seat))


# Domination


def place_consoles(world: InfinityWorld) -> Iterator[Event]:
    """Rules: n4-core.scenario.domination.4."""
    field = field_of(world)
    spots = [(x, y) for y in (1, 3) for x in (1, 3)]
    for number, (x, y) in enumerate(spots, start=1):
        console = Objective(
            id=f"console-{number}", kind="console", x=field.width * x // 4, y=field.depth * y // 4
        )
        yield ObjectivePlaced(
            objective=settled(world, console), because=(Cite("n4-core.scenario.domination.4"),)
        )


def score_quadrants(world: InfinityWorld, _: MissionFigures) -> Iterator[Event]:
    """Rules: n4-core.scenario.domination.1-3."""
    field = field_of(world)
    held = dict.fromkeys(SEATS, 0)
    for right in (False, True):
        for upper in (False, True):
            inside = {
                seat: _points_in(world, seat, (field.width // 2, field.depth // 2), right, upper)
                for seat in SEATS
            }
            best = max(SEATS, key=lambda seat: inside[seat])
            if decides(inside[best] > inside[other(best)], "n4-core.scenario.domination.1"):
                held[best] += 1
    for seat in SEATS:
        score = points_for_quadrants(held[seat], held[other(seat)])
        if score:
            yield Scored(seat=seat, count=score, because=(Cite("n4-core.scenario.domination.3"),))


def points_for_quadrants(mine: int, theirs: int) -> int:
    """Objective Points for so many quadrants against so many. Rules: n4-core.scenario.domination.3."""
    return 2 if mine > theirs else 1 if mine == theirs and mine else 0


def _points_in(world: InfinityWorld, seat: str, middle: tuple[int, int], right: bool, upper: bool) -> int:
    """The Victory Points of a side inside a quadrant. Rules: n4-core.scenario.domination.1-2."""
    return sum(
        worth(t)
        for t in world.troopers.values()
        if t.seat == seat
        and counts(t)
        and decides(mostly_inside(body(t), middle, right, upper), "n4-core.scenario.domination.2")
    )


def score_consoles(world: InfinityWorld, _: MissionFigures) -> Iterator[Event]:
    """Rules: n4-core.scenario.domination.5."""
    for objective in world.objectives.values():
        if objective.kind == "console" and objective.owner:
            yield Scored(seat=objective.owner, count=1, because=(Cite("n4-core.scenario.domination.5"),))


# Supplies


def place_boxes(world: InfinityWorld) -> Iterator[Event]:
    """Rules: n4-core.scenario.supplies.1."""
    field = field_of(world)
    for number, x in enumerate((8000, field.width // 2, field.width - 8000), start=1):
        box = Objective(id=f"box-{number}", kind="box", x=x, y=field.depth // 2)
        yield ObjectivePlaced(objective=settled(world, box), because=(Cite("n4-core.scenario.supplies.1"),))


def score_boxes(world: InfinityWorld, _: MissionFigures) -> Iterator[Event]:
    """Rules: n4-core.scenario.supplies.4-5."""
    held = dict.fromkeys(SEATS, 0)
    for box in world.objectives.values():
        carrier = world.troopers.get(box.carrier)
        if decides(
            box.kind == "box"
            and carrier is not None
            and carrier.place is Place.TABLE
            and not is_null(carrier)
            and not carrier.marker
            and not _touches_enemy(world, carrier),
            "n4-core.scenario.supplies.4",
        ):
            assert carrier is not None
            held[carrier.seat] += 1
    for seat in SEATS:
        score = points_for_boxes(held[seat], held[other(seat)], len(world.objectives))
        if score:
            yield Scored(seat=seat, count=score, because=(Cite("n4-core.scenario.supplies.5"),))


def points_for_boxes(mine: int, theirs: int, boxes: int) -> int:
    """Objective Points for so many boxes against so many. Rules: n4-core.scenario.supplies.5."""
    more = mine > theirs
    return 2 * mine + 2 * more + 2 * (more and mine == boxes)


def _touches_enemy(world: InfinityWorld, trooper: Trooper) -> bool:
    """Whether a Model of the enemy touches the trooper. Rules: n4-core.scenario.supplies.4."""
    mine = body(trooper)
    return any(t.seat != trooper.seat and not t.marker and in_contact(mine, body(t)) for t in on_table(world))


def too_weak(world: InfinityWorld, figures: MissionFigures, seat: str) -> bool:
    """What is not Null is worth too little; what waits off the table counts. Rules: n4-core.scenario.2."""
    waiting = sum(worth(t) for t in world.troopers.values() if t.seat == seat and t.place is Place.AIR)
    least = by_points(figures.least, world.points) or 0
    return decides(victory_points(world, seat) + waiting < least, "n4-core.scenario.2")


# Firefight


def score_firefight(world: InfinityWorld, _: MissionFigures) -> Iterator[Event]:
    """Rules: n4-core.scenario.firefight.1."""
    measures: tuple[tuple[int, Callable[[str], int]], ...] = (
        (4, lambda seat: points_killed(world, other(seat), over=True)),
        (3, lambda seat: _lieutenants_killed(world, other(seat))),
        (2, lambda seat: _specialists(world, seat, alive=True)),
        (1, lambda seat: _specialists(world, other(seat), alive=False)),
    )
    for score, measure in measures:
        for seat in SEATS:
            if measure(seat) > measure(other(seat)):
                yield Scored(seat=seat, count=score, because=(Cite("n4-core.scenario.firefight.1"),))


def _specialists(world: InfinityWorld, seat: str, alive: bool) -> int:
    """Rules: n4-core.scenario.4."""
    return sum(
        (t.place is Place.TABLE and not is_null(t)) is alive
        for t in world.troopers.values()
        if t.seat == seat
        and decides(sheet(t.sheet).facts.is_specialist and not t.controller, "n4-core.scenario.4")
    )


def all_down(world: InfinityWorld, _: MissionFigures, seat: str) -> bool:
    """Every trooper of the side is Null; one that waits off the table is not.

    Rules: n4-core.scenario.firefight.4.
    """
    standing = any(
        t.seat == seat and (t.place is Place.AIR or (t.place is Place.TABLE and not is_null(t)))
        for t in world.troopers.values()
    )
    return decides(not standing, "n4-core.scenario.firefight.4")


MISSIONS: dict[str, Mission] = {
    "standard": Mission(_nothing, _no_score, _no_score, _never),
    "annihilation": Mission(_nothing, _no_score, score_annihilation, _never),
    "domination": Mission(place_consoles, score_quadrants, score_consoles, too_weak),
    "supplies": Mission(place_boxes, _no_score, score_boxes, too_weak),
    "firefight": Mission(_nothing, _no_score, score_firefight, all_down),
}
