"""Templates: circles, teardrops and rings laid on the table, cut by what blocks them, and whom they touch.

The teardrop is the hull of its tip and of a circle as wide as the template at its far end: a figure
with one width and one length, as the books give no more. The sizes below are those of the rule
catalogue (its own working values for the teardrops, to be checked against a real set).

A template is a volume: from `down` below the place where it is laid to `up` above it. What lies behind
total cover from its focus (the centre of a circle, the tip of a teardrop) is spared. From a point,
every direction in plan meets obstacles and target in one order, so the answer changes only at the
corners of obstacles and the sides of the target: it is looked for in every direction between those,
and in each exactly, by heights.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from enum import StrEnum

import msgspec
import numpy as np

from firelane.table.fast import DIRECTIONS, Bools
from firelane.table.shadows import first_met, free_direction
from firelane.table.surfaces import GroundPlan, ground_plan
from firelane.table.things import TOUCH, Battlefield, Figure, FigureId, Piece, PieceName, See, millimetres

MOST_CUTS = 16
"""How many ways of cutting templates are kept for a battlefield: a ruleset has a few."""


class Shape(StrEnum):
    """The shape of a template in plan."""

    CIRCLE = "circle"
    TEARDROP = "teardrop"


class Part(StrEnum):
    """What of a figure must be touched."""

    BASE = "base"
    SILHOUETTE = "silhouette"


class Template(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A template, not yet laid."""

    shape: Shape
    width: int
    """The diameter of a circle, the greatest width of a teardrop."""
    length: int = 0
    """Of a teardrop, from its tip."""
    up: int | None = 0
    """How far it reaches up; None for without limit."""
    down: int | None = 0
    rings: tuple[int, ...] = ()
    """Radii at which the effect changes, from the inside outwards; the last is that of the circle."""


def circle(diameter: int, up: int | None = None, down: int | None = None) -> Template:
    """A circle as high as its radius, upwards and downwards, unless said otherwise."""
    half = diameter // 2
    return Template(Shape.CIRCLE, diameter, 0, half if up is None else up, half if down is None else down)


def teardrop(length: int, width: int, up: int | None = None, down: int | None = None) -> Template:
    """A teardrop as high as half its width, upwards and downwards, unless said otherwise."""
    half = width // 2
    return Template(Shape.TEARDROP, width, length, half if up is None else up, half if down is None else down)


def radial(*radii: int, up: int | None = None, down: int | None = None) -> Template:
    """A circle with rings at these radii."""
    rings = tuple(sorted(radii))
    return msgspec.structs.replace(circle(2 * rings[-1], up, down), rings=rings)


CIRCULAR = circle(millimetres(120))
LARGE_TEARDROP = teardrop(millimetres(240), millimetres(100))
SMALL_TEARDROP = teardrop(millimetres(165), millimetres(65), millimetres(33), millimetres(33))


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A template on the table: a circle by its centre, a teardrop by its tip and direction."""

    template: Template
    x: int
    y: int
    z: int = 0
    direction: int = 0

    @property
    def bottom(self) -> float:
        """The lowest level that it reaches."""
        return -math.inf if self.template.down is None else self.z - self.template.down

    @property
    def top(self) -> float:
        """The highest level that it reaches."""
        return math.inf if self.template.up is None else self.z + self.template.up


def centred_on(template: Template, figure: Figure) -> Laid:
    """A circle with its centre under the middle of the figure's base."""
    return Laid(template, figure.x, figure.y, figure.z)


def from_base(template: Template, figure: Figure, direction: int, from_centre: bool = False) -> Laid:
    """A teardrop with its tip at the edge (or the centre) of the figure's base, in a direction."""
    out = 0.0 if from_centre else figure.diameter / 2
    ux, uy = DIRECTIONS[direction % 360]
    return Laid(template, round(figure.x + out * ux), round(figure.y + out * uy), figure.z, direction % 360)


def touching(template: Template, figure: Figure, direction: int) -> Laid:
    """A circle beside the figure, in a direction from it, with its rim touching the base."""
    out = (figure.diameter + template.width) / 2
    ux, uy = DIRECTIONS[direction % 360]
    return Laid(template, round(figure.x + out * ux), round(figure.y + out * uy), figure.z)


def gap(laid: Laid, x: float, y: float) -> float:
    """How far a point in plan lies outside the template; 0 or less inside."""
    template = laid.template
    half = template.width / 2
    dx, dy = x - laid.x, y - laid.y
    if template.shape is Shape.CIRCLE:
        return math.hypot(dx, dy) - half
    ux, uy = (float(part) for part in DIRECTIONS[laid.direction % 360])
    along = dx * ux + dy * uy
    across = abs(dy * ux - dx * uy)
    middle = template.length - half
    # The side of the hull leans by the angle whose sine is half / middle; `lean` is measured along it.
    sine = half / middle
    cosine = math.sqrt(1.0 - sine * sine)
    lean = along * cosine + across * sine
    if lean <= 0.0:
        return math.hypot(along, across)
    if lean >= middle * cosine:
        return math.hypot(along - middle, across) - half
    return across * cosine - along * sine


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What keeps a template from what lies behind."""

    blocks: tuple[See, ...] = (See.BLOCKS,)
    """The kinds of pieces that stop it; none for a template that nothing stops."""
    waist_high: bool = True
    """Whether low pieces stop what passes below their top."""
    rise: int = 0
    """How high above the place where the template is laid its focus is."""


UNCUT = Cut(blocks=())


class Touched(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A figure that a template affects."""

    figure: FigureId
    ring: int = 0
    """The innermost ring that reaches it, from 0."""
    obstructed: tuple[PieceName, ...] = ()
    """Windows, hedges and low pieces on every way from the focus to it, so far as the way shown tells."""
    way: tuple[float, float, float] | None = None
    """A point of the figure to which the way from the focus is free."""


def touched(
    battlefield: Battlefield,
    laid: Laid,
    figures: Iterable[Figure],
    part: Part = Part.SILHOUETTE,
    cut: Cut = Cut(),  # noqa: B008 (a frozen value)
    spares: Collection[FigureId] = (),
) -> tuple[Touched, ...]:
    """The figures that a template affects, in the order given."""
    plan = ground_plan(battlefield)
    blocking = _blocking(plan, cut)
    found = []
    for figure in figures:
        if figure.id in spares or not reaches(laid, figure, part):
            continue
        way = _free_way(plan, laid, figure, part, cut, blocking)
        if way is None:
            continue
        found.append(Touched(figure.id, _ring(laid, figure), _obstructing(plan, laid, cut, way), way))
    return tuple(found)


def reaches(laid: Laid, figure: Figure, part: Part = Part.SILHOUETTE) -> bool:
    """Whether a template touches a figure, were nothing in between."""
    top = figure.z if part is Part.BASE else figure.top
    if top < laid.bottom or figure.z > laid.top:
        return False
    return gap(laid, figure.x, figure.y) <= figure.diameter / 2 + TOUCH


def pieces_under(battlefield: Battlefield, laid: Laid) -> tuple[PieceName, ...]:
    """The pieces that lie under a template in part or wholly, were nothing in between."""
    plan = ground_plan(battlefield)
    outline = template_outline(laid, 3)
    return tuple(
        piece.name
        for i, piece in enumerate(plan.pieces)
        if piece.top >= laid.bottom and piece.bottom <= laid.top and _meets(plan, i, laid, outline)
    )


def template_outline(laid: Laid, degrees: int = 6) -> tuple[tuple[float, float], ...]:
    """The outline in plan as a polygon with a corner every few degrees of its curve."""
    template, half = laid.template, laid.template.width / 2
    points: list[tuple[float, float]]
    if template.shape is Shape.CIRCLE:
        angles = [math.radians(a) for a in range(0, 360, degrees)]
        points = [(half * math.cos(a), half * math.sin(a)) for a in angles]
        turn = 0.0
    else:
        middle = template.length - half
        bare = math.pi / 2 + math.asin(half / middle)
        count = max(2, math.ceil(2 * bare / math.radians(degrees)))
        angles = [-bare + 2 * bare * n / count for n in range(count + 1)]
        points = [(0.0, 0.0), *((middle + half * math.cos(a), half * math.sin(a)) for a in angles)]
        turn = math.radians(laid.direction)
    cos, sin = math.cos(turn), math.sin(turn)
    return tuple((laid.x + px * cos - py * sin, laid.y + px * sin + py * cos) for px, py in points)


def cut_outline(
    battlefield: Battlefield,
    laid: Laid,
    cut: Cut = Cut(),  # noqa: B008 (a frozen value)
) -> tuple[tuple[float, float], ...]:
    """The outline as cut by what blocks it at the level of its focus, for drawing.

    A ray in each whole degree and on either side of each corner of what blocks.
    """
    plan = ground_plan(battlefield)
    level = laid.z + cut.rise
    walls = _blocking(plan, cut) & np.array([p.bottom <= level < p.top for p in plan.pieces], dtype=np.bool_)
    parts = plan.parts
    chosen = np.flatnonzero(walls[plan.owner]) if len(plan.pieces) else np.zeros(0, dtype=np.int64)
    angles = {math.radians(a) for a in range(-180, 180)}
    reach = laid.template.length or laid.template.width / 2
    for k in chosen:
        for n in range(int(parts.first[k]), int(parts.first[k] + parts.count[k])):
            if math.hypot(parts.px[n] - laid.x, parts.py[n] - laid.y) <= 2 * reach:
                angle = math.atan2(parts.py[n] - laid.y, parts.px[n] - laid.x)
                angles.update((angle - 1e-6, angle + 1e-6))
    rim = []
    focus = float(laid.x), float(laid.y)
    for angle in sorted(angles):
        dx, dy = math.cos(angle), math.sin(angle)
        far = _edge_along(laid, angle)
        met = first_met(parts.px, parts.py, parts.first, parts.count, chosen, *focus, dx, dy, far)
        rim.append((laid.x + met * dx, laid.y + met * dy))
    return tuple(rim)


def _edge_along(laid: Laid, angle: float) -> float:
    """How far the template reaches from its focus in a direction."""
    template, half = laid.template, laid.template.width / 2
    if template.shape is Shape.CIRCLE:
        return half
    turn = abs(math.remainder(angle - math.radians(laid.direction), 2 * math.pi))
    middle = template.length - half
    if turn >= math.asin(half / middle):
        return 0.0
    return middle * math.cos(turn) + math.sqrt(max(0.0, half * half - (middle * math.sin(turn)) ** 2))


def _blocking(plan: GroundPlan, cut: Cut) -> Bools:
    """The pieces that stop a template; found once for a battlefield and a way of cutting."""

    def find() -> Bools:
        stops = [
            piece.sight_now in cut.blocks and (cut.waist_high or not piece.waist_high)
            for piece in plan.pieces
        ]
        return np.array(stops, dtype=np.bool_)

    found: Bools = plan.cache("blocking templates", MOST_CUTS).find(cut, find)
    return found


def _free_way(
    plan: GroundPlan, laid: Laid, figure: Figure, part: Part, cut: Cut, blocking: Bools
) -> tuple[float, float, float] | None:
    """A point of the figure inside the template to which nothing bars the way from the focus."""
    low = max(float(figure.z), laid.bottom)
    high = min(float(figure.z if part is Part.BASE else figure.top), laid.top)
    parts = plan.parts
    chosen = np.flatnonzero(blocking[plan.owner]) if len(plan.pieces) else np.zeros(0, dtype=np.int64)
    bottoms = np.array([plan.pieces[plan.owner[k]].bottom for k in chosen], dtype=np.float64)
    tops = np.array([plan.pieces[plan.owner[k]].top for k in chosen], dtype=np.float64)
    template = laid.template
    drop = template.shape is Shape.TEARDROP
    found = free_direction(
        parts.px,
        parts.py,
        parts.first,
        parts.count,
        chosen,
        bottoms,
        tops,
        float(laid.x),
        float(laid.y),
        float(laid.z + cut.rise),
        float(figure.x),
        float(figure.y),
        figure.diameter / 2 + TOUCH,
        low,
        high,
        template.width / 2,
        float(template.length) if drop else 0.0,
        math.radians(laid.direction),
    )
    return None if math.isnan(found[0]) else (float(found[0]), float(found[1]), float(found[2]))


def _ring(laid: Laid, figure: Figure) -> int:
    near = math.hypot(figure.x - laid.x, figure.y - laid.y) - figure.diameter / 2 - TOUCH
    return next((n for n, radius in enumerate(laid.template.rings) if near <= radius), 0)


def _obstructing(
    plan: GroundPlan, laid: Laid, cut: Cut, way: tuple[float, float, float]
) -> tuple[PieceName, ...]:
    """What is crossed in plan, on the way shown, without blocking it."""
    x, y, z = float(laid.x), float(laid.y), float(laid.z + cut.rise)
    far = math.hypot(way[0] - x, way[1] - y)
    if far == 0.0:
        return ()
    dx, dy = (way[0] - x) / far, (way[1] - y) / far
    parts, found = plan.parts, []
    for i in plan.pieces_near((x + way[0]) / 2, (y + way[1]) / 2, far / 2 + TOUCH):
        piece = plan.pieces[i]
        if not _obstructs(piece) or piece.top < min(z, way[2]) or piece.bottom > max(z, way[2]):
            continue
        mine = np.array(plan.parts_of[i], dtype=np.int64)
        if first_met(parts.px, parts.py, parts.first, parts.count, mine, x, y, dx, dy, far) < far:
            found.append(piece.name)
    return tuple(found)


def _obstructs(piece: Piece) -> bool:
    low = piece.waist_high and piece.sight_now is not See.CLEAR
    return low or piece.sight_now in (See.WINDOW, See.HEDGE)


def _meets(plan: GroundPlan, index: int, laid: Laid, outline: tuple[tuple[float, float], ...]) -> bool:
    """Whether a piece and a template share a point in plan."""
    footprint = plan.pieces[index].footprint
    if any(gap(laid, x, y) <= TOUCH for x, y in footprint):
        return True
    square = TOUCH * TOUCH
    return any(plan.gap_square(index, x, y) <= square for x, y in (*outline, (laid.x, laid.y))) or any(
        _nearest_on_edge(laid, a, b) <= TOUCH
        for a, b in zip(footprint, (*footprint[1:], footprint[0]), strict=True)
    )


def _nearest_on_edge(laid: Laid, a: tuple[int, int], b: tuple[int, int]) -> float:
    """The least gap along an edge; the gap to a convex shape has one least value there, so thirds find it."""
    low, high = 0.0, 1.0

    def at(t: float) -> float:
        return gap(laid, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))

    for _ in range(60):
        one, two = low + (high - low) / 3, high - (high - low) / 3
        if at(one) <= at(two):
            high = two
        else:
            low = one
    return at((low + high) / 2)
