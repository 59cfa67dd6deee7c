"""Where things come down that miss or bounce, and where an arc of fire cannot reach.

A direction die names one of so many directions round a point, in equal steps from a given one. How many
sides, which way round, and what stops the drift are the ruleset's; a drift is straight and level.

Dead angles of parabolic fire, reading adopted from the catalogue: along the line of fire an obstacle
cannot be fired over from nearer to its near face, nor be shot behind nearer to its far face, than it
is high over the ground of the one or the other; at exactly that distance it can. What lies under a roof
is not reached by an arc at all.
"""

from __future__ import annotations

import math
from enum import StrEnum

import msgspec
import numpy as np

from firelane.table.shadows import first_met
from firelane.table.surfaces import GroundPlan, ground_plan
from firelane.table.sweeping import crossing
from firelane.table.things import Battlefield, Door, PieceName, See

Point3 = tuple[int, int, int]


class Walls(StrEnum):
    """What stops a drift."""

    NONE = "none"
    HIGH = "high"
    """Pieces that block sight and are not waist-high; closed doors among them."""
    ALL = "all"
    """All solid pieces."""


class ScatterRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The direction die of a ruleset, and what stops a drift."""

    sides: int = 10
    clockwise: bool = True
    ahead: int = 1
    """The number that means straight ahead."""
    walls: Walls = Walls.NONE
    on_top: bool = True
    """Whether it comes down on top of what it drifts over; otherwise it stays at its level."""


class Landing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a drift ends."""

    x: int
    y: int
    z: int
    stopped_by: PieceName = ""
    off_table: bool = False


def bearing_of(rules: ScatterRules, ahead: float, roll: int) -> float:
    """The direction, in degrees, that a number of the die names, when `ahead` is straight ahead.

    A number above the sides starts again (the last digit of a larger die), and 0 is the highest.
    """
    steps = (roll - rules.ahead) % rules.sides
    turn = steps * 360.0 / rules.sides
    return (ahead - turn if rules.clockwise else ahead + turn) % 360.0


def scatter(
    battlefield: Battlefield, start: Point3, ahead: float, roll: int, distance: int, rules: ScatterRules
) -> Landing:
    """Where something comes down that drifts from a point: the direction by the die, then the distance."""
    plan = ground_plan(battlefield)
    angle = math.radians(bearing_of(rules, ahead, roll))
    # Cosines of right angles are a hair off zero; whole mils take care of that.
    dx, dy = math.cos(angle), math.sin(angle)
    x, y, z = start
    far, wall = _stopped(plan, start, dx, dy, distance, rules.walls)
    end_x, end_y = round(x + far * dx), round(y + far * dy)
    off = not (0 <= end_x <= battlefield.width and 0 <= end_y <= battlefield.depth)
    level = top_at(plan, end_x, end_y) if rules.on_top and not wall else z
    return Landing(end_x, end_y, z if off else level, wall, off)


def top_at(plan: GroundPlan, x: int, y: int) -> int:
    """The level of whatever is highest under the open sky at a point."""
    return max(
        (p.top for i, p in enumerate(plan.pieces) if p.solid and plan.gap_square(i, x, y) == 0.0), default=0
    )


def _stopped(
    plan: GroundPlan, start: Point3, dx: float, dy: float, distance: int, walls: Walls
) -> tuple[float, PieceName]:
    if walls is Walls.NONE:
        return float(distance), ""
    x, y, z = float(start[0]), float(start[1]), start[2]
    best, by = float(distance), ""
    parts = plan.parts
    for i, piece in enumerate(plan.pieces):
        high = piece.sight_now is See.BLOCKS and not piece.waist_high
        shut = piece.door is Door.CLOSED
        if (
            not piece.stops_bases
            or not (walls is Walls.ALL or high or shut)
            or not piece.bottom <= z < piece.top
        ):
            continue
        mine = np.array(plan.parts_of[i], dtype=np.int64)
        met = float(
            first_met(
                parts.px,
                parts.py,
                parts.first,
                parts.count,
                mine,
                float(x),
                float(y),
                dx,
                dy,
                float(distance),
            )
        )
        if met < best:
            best, by = met, piece.name
    # On this side of the wall: rounding to whole mils must not put it inside.
    return (max(0.0, best - 1.0), by) if by else (best, "")


class Dead(StrEnum):
    """Why an arc does not reach."""

    SHOOTER = "shooter"
    """The shooter is too near to the obstacle."""
    TARGET = "target"
    """The target is too near behind it."""
    ROOF = "roof"
    """The target is under something."""


class DeadAngle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One obstacle that keeps an arc from a point."""

    piece: PieceName
    side: Dead
    height: int
    """Of the obstacle over the ground of the shooter or the target."""
    edge: tuple[int, int]
    """The nearest point of the line of fire outside the dead angle."""


def dead_angles(battlefield: Battlefield, shooter: Point3, target: Point3) -> tuple[DeadAngle, ...]:
    """What keeps an arc of fire from reaching a point: nothing, if it can be hit.

    Both points are on the ground on which shooter and target stand; edges are on the line between them,
    for the shooter back from the obstacle, for the target on beyond it.
    """
    plan = ground_plan(battlefield)
    x0, y0, z0 = shooter
    x1, y1, z1 = target
    run = math.hypot(x1 - x0, y1 - y0)
    found: list[DeadAngle] = []
    for i, piece in enumerate(plan.pieces):
        if not piece.stops_bases:
            continue
        if piece.bottom > z1 and plan.gap_square(i, x1, y1) == 0.0:
            found.append(DeadAngle(piece.name, Dead.ROOF, piece.bottom - z1, (x1, y1)))
            continue
        if run == 0.0:
            continue
        dx, dy = (x1 - x0) / run, (y1 - y0) / run
        spans = _spans(plan, i, x0, y0, x1, y1)
        if not spans:
            continue
        near, far = min(a for a, _ in spans) * run, max(b for _, b in spans) * run
        over_shooter, over_target = piece.top - z0, piece.top - z1
        if near < over_shooter:
            back = near - over_shooter
            found.append(
                DeadAngle(
                    piece.name, Dead.SHOOTER, over_shooter, (round(x0 + back * dx), round(y0 + back * dy))
                )
            )
        if run - far < over_target:
            on = far + over_target
            edge = (round(x0 + on * dx), round(y0 + on * dy))
            found.append(DeadAngle(piece.name, Dead.TARGET, over_target, edge))
    return tuple(found)


def _spans(plan: GroundPlan, index: int, x0: int, y0: int, x1: int, y1: int) -> list[tuple[float, float]]:
    parts = plan.parts
    line = float(x0), float(y0), float(x1 - x0), float(y1 - y0)
    found = []
    for k in plan.parts_of[index]:
        a, b = crossing(parts.px, parts.py, parts.first[k], parts.count[k], *line)
        if a < b:
            found.append((float(a), float(b)))
    return found
