"""Missions: how a game is set up beside the troopers, what scores, when it ends.

A mission is an entry of the edition with `MissionFigures`, its goals and two small functions by name. More
missions are more entries. What a goal comes to up to now is counted by the function that scores it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeVar

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

    Rules: game-modes.free-game.
    """
    fitting = [size for size in map(int, rows) if size <= points]
    return rows[str(max(fitting))] if fitting else None


class Tally(NamedTuple):
    """How much a side has of what a goal counts, the Objective Points for it, and the most they can be."""

    amount: int
    points: int
    most: int


class Private(StrEnum):
    """Whose private facts a goal of a side counts. Rules: information.private-facts."""

    NOTHING = "nothing"
    OWN = "own"
    ENEMY = "enemy"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Goal:
    """One way of making Objective Points, at the end of the game or of each round."""

    key: str
    rule: str
    tally: Callable[[InfinityWorld, MissionFigures, str], Tally]
    each_round: bool = False
    in_army_points: bool = False
    """Whether it counts army points, in halves."""
    private: Private = Private.NOTHING
    """Whose private facts it counts: costs of troopers, who the Lieutenant is."""
    open_with_lieutenants: bool = False
    """Whether nothing that it counts is private where Lieutenants are open."""


@dataclass(frozen=True, slots=True)
class Mission:
    """The behaviour of a mission."""

    place: Callable[[InfinityWorld], Iterator[Event]]
    goals: tuple[Goal, ...]
    ends_early: Callable[[InfinityWorld, MissionFigures, str], bool]


def is_known(goal: Goal, figures: MissionFigures, seat: str, reader: str) -> bool:
    """Whether a reader knows all that counts for a side while the game goes on.

    Rules: scenario-firefight.open-lieutenant.
    """
    if goal.open_with_lieutenants and figures.open_lieutenant:
        return True
    wanted = {Private.OWN: (seat,), Private.ENEMY: (other(seat),), Private.BOTH: SEATS}.get(goal.private, ())
    return all(one == reader for one in wanted)


def score(world: InfinityWorld, figures: MissionFigures, each_round: bool) -> Iterator[Event]:
    """The Objective Points that both sides score at the end of a round, or of the game."""
    for goal in MISSIONS[world.mission].goals:
        if goal.each_round is not each_round:
            continue
        for seat in SEATS:
            amount, points, _ = goal.tally(world, figures, seat)
            if points:
                yield Scored(
                    seat=seat, count=points, goal=goal.key, amount=amount, because=(Cite(goal.rule),)
                )


def mission_figures(edition: Edition, world: InfinityWorld) -> MissionFigures:
    """The figures of the mission that is played."""
    return edition.data(f"mission.{world.mission}", MissionFigures)


def worth(trooper: Trooper) -> int:
    """What a trooper counts for, in halves of a point."""
    return sheet(trooper.sheet).facts.own_half_points


def victory_points(world: InfinityWorld, seat: str) -> int:
    """The summed cost of a side's troopers that are not Null; an Embryo counts as alive.

    Rules: victory.points, normal.victory-points, dead.no-victory-points, unconscious.no-victory-points,
    disconnected.no-victory-points, immobilized-a.victory-points, immobilized-b.victory-points,
    shasvastii-embryo.counts-as-alive.
    """
    # victory.points, normal.victory-points
    return sum(worth(t) for t in world.troopers.values() if t.seat == seat and counts(t))


def counts(trooper: Trooper) -> bool:
    """Whether a trooper adds its cost to Victory Points.

    Rules: normal.victory-points, dead.no-victory-points, unconscious.no-victory-points,
    disconnected.no-victory-points, immobilized-a.victory-points, immobilized-b.victory-points,
    shasvastii-embryo.counts-as-alive, servant.cost-counts.
    """
    if trooper.place is not Place.TABLE:  # dead.is-null, dead.no-victory-points
        decides(trooper.place is Place.GONE, "dead.no-victory-points", "dead.is-null")
        return False
    # unconscious.no-victory-points, disconnected.no-victory-points
    if is_null(trooper) and not decides(trooper.has(EMBRYO), "shasvastii-embryo.counts-as-alive"):
        decides(trooper.has(UNCONSCIOUS), "unconscious.no-victory-points")
        decides(trooper.has(DISCONNECTED), "disconnected.no-victory-points")
        return False
    decides(trooper.has(IMMOBILIZED_A), "immobilized-a.victory-points")
    decides(trooper.has(IMMOBILIZED_B), "immobilized-b.victory-points")
    decides(trooper.controller and worth(trooper), "servant.cost-counts")
    return decides(True, "normal.victory-points", "victory.points")


def points_killed(world: InfinityWorld, seat: str, over: bool) -> int:
    """The army points of a side's troopers that are Killed. Rules: scenario.killed."""
    return sum(worth(trooper) for trooper in killed(world, seat, over))


def killed(world: InfinityWorld, seat: str, over: bool) -> list[Trooper]:
    """The troopers of a side that are Killed; `over`: as it is counted when the game ends.

    Rules: scenario.killed.
    """
    found = []
    for trooper in world.troopers.values():
        if trooper.seat != seat:
            continue
        dead = trooper.has(DEAD) or trooper.place is Place.GONE
        missing = over and (trooper.place in (Place.LIST, Place.AIR) or is_null(trooper))
        if decides(dead or missing, "scenario.killed"):
            found.append(trooper)
    return found


def _nothing(_: InfinityWorld) -> Iterator[Event]:
    yield from ()


def _never(_: InfinityWorld, __: MissionFigures, ___: str) -> bool:
    return False


# Annihilation


def _tally_killed(world: InfinityWorld, figures: MissionFigures, seat: str) -> Tally:
    """Rules: scenario-annihilation.enemies-killed."""
    return _in_bands(world, figures, points_killed(world, other(seat), over=True), world.points)


def _tally_alive(world: InfinityWorld, figures: MissionFigures, seat: str) -> Tally:
    """Rules: scenario-annihilation.survivors."""
    left = world.points - points_killed(world, seat, over=False)
    return _in_bands(world, figures, victory_points(world, seat), left)


def _tally_lieutenants(world: InfinityWorld, _: MissionFigures, seat: str) -> Tally:
    """Rules: scenario-annihilation.lieutenant-killed."""
    killed = _lieutenants_killed(world, other(seat))
    return Tally(killed, 2 if killed else 0, 2)


def _in_bands(world: InfinityWorld, figures: MissionFigures, points: int, most: int) -> Tally:
    bands = by_points(figures.bands, world.points)
    if bands is None:
        return Tally(points, 0, 0)
    return Tally(points, in_bands(points, bands), in_bands(most, bands))


def in_bands(points: int, bands: Bands) -> int:
    if points > bands.four_above:
        return 4
    if points >= bands.three:
        return 3
    return 1 if points >= bands.one else 0


def _lieutenants_killed(world: InfinityWorld, seat: str) -> int:
    """How many Lieutenants of a side are Killed when the game ends. Rules: scenario.killed."""
    return sum(t.place is not Place.TABLE or is_null(t) for t in all_lieutenants(world, seat))


# Domination

CONSOLES = 4


def place_consoles(world: InfinityWorld) -> Iterator[Event]:
    """Rules: scenario-domination.hacking-consoles."""
    field = field_of(world)
    spots = [(x, y) for y in (1, 3) for x in (1, 3)]
    for number, (x, y) in enumerate(spots, start=1):
        console = Objective(
            id=f"console-{number}", kind="console", x=field.width * x // 4, y=field.depth * y // 4
        )
        yield ObjectivePlaced(
            objective=settled(world, console), because=(Cite("scenario-domination.hacking-consoles"),)
        )


def _tally_quadrants(world: InfinityWorld, _: MissionFigures, seat: str) -> Tally:
    """Rules: scenario-domination.quadrants, scenario-domination.inside-quadrant,
    scenario-domination.quadrant-score.
    """
    field = field_of(world)
    held = dict.fromkeys(SEATS, 0)
    for right in (False, True):
        for upper in (False, True):
            inside = {
                side: _points_in(world, side, (field.width // 2, field.depth // 2), right, upper)
                for side in SEATS
            }
            best = max(SEATS, key=lambda side: inside[side])
            if decides(inside[best] > inside[other(best)], "scenario-domination.quadrants"):
                held[best] += 1
    return Tally(held[seat], points_for_quadrants(held[seat], held[other(seat)]), 2)


def points_for_quadrants(mine: int, theirs: int) -> int:
    """Objective Points for so many quadrants against so many. Rules: scenario-domination.quadrant-score."""
    return 2 if mine > theirs else 1 if mine == theirs and mine else 0


def _points_in(world: InfinityWorld, seat: str, middle: tuple[int, int], right: bool, upper: bool) -> int:
    """The Victory Points of a side inside a quadrant.

    Rules: scenario-domination.quadrants, scenario-domination.inside-quadrant.
    """
    return sum(
        worth(t)
        for t in world.troopers.values()
        if t.seat == seat
        and counts(t)
        and decides(mostly_inside(body(t), middle, right, upper), "scenario-domination.inside-quadrant")
    )


def _tally_consoles(world: InfinityWorld, _: MissionFigures, seat: str) -> Tally:
    """Rules: scenario-domination.console-score."""
    held = sum(o.kind == "console" and o.owner == seat for o in world.objectives.values())
    return Tally(held, held, CONSOLES)


# Supplies

BOXES = 3


def place_boxes(world: InfinityWorld) -> Iterator[Event]:
    """Rules: scenario-supplies.boxes-placed."""
    field = field_of(world)
    for number, x in enumerate((8000, field.width // 2, field.width - 8000), start=1):
        box = Objective(id=f"box-{number}", kind="box", x=x, y=field.depth // 2)
        yield ObjectivePlaced(
            objective=settled(world, box), because=(Cite("scenario-supplies.boxes-placed"),)
        )


def _tally_boxes(world: InfinityWorld, _: MissionFigures, seat: str) -> Tally:
    """Rules: scenario-supplies.control, scenario-supplies.score."""
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
            "scenario-supplies.control",
        ):
            assert carrier is not None
            held[carrier.seat] += 1
    most = points_for_boxes(BOXES, 0, BOXES)
    return Tally(held[seat], points_for_boxes(held[seat], held[other(seat)], BOXES), most)


def points_for_boxes(mine: int, theirs: int, boxes: int) -> int:
    """Objective Points for so many boxes against so many. Rules: scenario-supplies.score."""
    more = mine > theirs
    return 2 * mine + 2 * more + 2 * (more and mine == boxes)


def _touches_enemy(world: InfinityWorld, trooper: Trooper) -> bool:
    """Whether a Model of the enemy touches the trooper. Rules: scenario-supplies.control."""
    mine = body(trooper)
    return any(t.seat != trooper.seat and not t.marker and in_contact(mine, body(t)) for t in on_table(world))


def too_weak(world: InfinityWorld, figures: MissionFigures, seat: str) -> bool:
    """What is not Null is worth too little; what waits off the table counts. Rules: scenario.ends-early."""
    waiting = sum(worth(t) for t in world.troopers.values() if t.seat == seat and t.place is Place.AIR)
    least = by_points(figures.least, world.points) or 0
    return decides(victory_points(world, seat) + waiting < least, "scenario.ends-early")


# Firefight


def _more_of(points: int, count: Callable[[InfinityWorld, str], int]) -> Callable[..., Tally]:
    """A goal for the side that has more of something. Rules: scenario-firefight.score."""

    def tally(world: InfinityWorld, _: MissionFigures, seat: str) -> Tally:
        mine = count(world, seat)
        return Tally(mine, points if mine > count(world, other(seat)) else 0, points)

    return tally


def _specialists(world: InfinityWorld, seat: str, alive: bool) -> int:
    """Rules: scenario.specialists."""
    return sum(
        (t.place is Place.TABLE and not is_null(t)) is alive
        for t in world.troopers.values()
        if t.seat == seat
        and decides(sheet(t.sheet).facts.is_specialist and not t.controller, "scenario.specialists")
    )


def _points_killed_of(world: InfinityWorld, seat: str) -> int:
    return points_killed(world, other(seat), over=True)


def _lieutenants_killed_of(world: InfinityWorld, seat: str) -> int:
    return _lieutenants_killed(world, other(seat))


def _specialists_alive(world: InfinityWorld, seat: str) -> int:
    return _specialists(world, seat, alive=True)


def _specialists_killed_of(world: InfinityWorld, seat: str) -> int:
    return _specialists(world, other(seat), alive=False)


def all_down(world: InfinityWorld, _: MissionFigures, seat: str) -> bool:
    """Every trooper of the side is Null; one that waits off the table is not.

    Rules: scenario-firefight.ends-early.
    """
    standing = any(
        t.seat == seat and (t.place is Place.AIR or (t.place is Place.TABLE and not is_null(t)))
        for t in world.troopers.values()
    )
    return decides(not standing, "scenario-firefight.ends-early")


MISSIONS: dict[str, Mission] = {
    "standard": Mission(_nothing, (), _never),
    "annihilation": Mission(
        _nothing,
        (
            Goal(
                "killed",
                "scenario-annihilation.enemies-killed",
                _tally_killed,
                in_army_points=True,
                private=Private.ENEMY,
            ),
            Goal(
                "alive",
                "scenario-annihilation.survivors",
                _tally_alive,
                in_army_points=True,
                private=Private.OWN,
            ),
            Goal(
                "lieutenants",
                "scenario-annihilation.lieutenant-killed",
                _tally_lieutenants,
                private=Private.ENEMY,
                open_with_lieutenants=True,
            ),
        ),
        _never,
    ),
    "domination": Mission(
        place_consoles,
        (
            Goal(
                "quadrants",
                "scenario-domination.quadrant-score",
                _tally_quadrants,
                each_round=True,
                private=Private.BOTH,
            ),
            Goal("consoles", "scenario-domination.console-score", _tally_consoles),
        ),
        too_weak,
    ),
    "supplies": Mission(place_boxes, (Goal("boxes", "scenario-supplies.score", _tally_boxes),), too_weak),
    "firefight": Mission(
        _nothing,
        (
            Goal(
                "more-killed",
                "scenario-firefight.score",
                _more_of(4, _points_killed_of),
                in_army_points=True,
                private=Private.BOTH,
            ),
            Goal(
                "more-lieutenants",
                "scenario-firefight.score",
                _more_of(3, _lieutenants_killed_of),
                private=Private.BOTH,
                open_with_lieutenants=True,
            ),
            Goal("more-specialists", "scenario-firefight.score", _more_of(2, _specialists_alive)),
            Goal("more-specialists-killed", "scenario-firefight.score", _more_of(1, _specialists_killed_of)),
        ),
        all_down,
    ),
}
GOALS = {goal.key: goal for mission in MISSIONS.values() for goal in mission.goals}
"""The goals of all missions, by key."""
