"""From one written piece to one `Piece`: its shape in plan, its levels, its properties."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from firelane.table.fieldform import PROPERTIES, FormError, Path, PieceForm, Shape, words
from firelane.table.kinds import KINDS, height_of, piece_of
from firelane.table.polygons import Footprint, is_simple
from firelane.table.shapes import Inches, box, middle, mils, ngon, strip, turned
from firelane.table.things import Piece, inches

MOST_CORNERS = 64
_WAYS = ("outline", "box", "at", "ngon", "line")
_SLABS = frozenset({"roof", "floor", "catwalk", "landing"})
"""Kinds whose thickness is known: a top is enough to place them."""


def outline_of(form: Shape, path: Path, name: str) -> list[Inches]:
    """The corners in inches, turned; a FormError if there is no shape, or more than one."""
    given = [way for way in _WAYS if getattr(form, way) is not None]
    if len(given) != 1:
        raise FormError(
            path, "no-shape" if not given else "two-shapes", piece=name, field=", ".join(given or _WAYS)
        )
    points = _points(form, path, name)
    return turned(points, middle(points), form.turn)


def _points(form: Shape, path: Path, name: str) -> list[Inches]:
    if form.box is not None:
        _positive(path, "box", name, form.box[2], form.box[3])
        return box(*form.box)
    if form.ngon is not None:
        x, y, radius, corners = form.ngon
        _positive(path, "ngon", name, radius, corners - 2)
        if corners > MOST_CORNERS:
            raise FormError(
                (*path, "ngon"), "too-much", piece=name, field="ngon", value=corners, most=MOST_CORNERS
            )
        return ngon(x, y, radius, corners)
    if form.at is not None:
        if form.size is None:
            raise FormError((*path, "at"), "at-without-size", piece=name, field="at")
        _positive(path, "size", name, *form.size)
        return box(form.at[0] - form.size[0] / 2, form.at[1] - form.size[1] / 2, *form.size)
    if form.line is not None:
        _positive(path, "thick", name, form.thick)
        if len(form.line) < 2 or any(a == b for a, b in zip(form.line, form.line[1:], strict=False)):
            raise FormError((*path, "line"), "bad-line", piece=name, field="line")
        return strip(form.line, form.thick)
    return list(form.outline or [])


def _positive(path: Path, field: str, name: str, *values: float) -> None:
    if min(values) <= 0:
        raise FormError((*path, field), "not-positive", piece=name, field=field, value=min(values))


def shape_field(form: Shape) -> str:
    """The field that gives the shape."""
    return next(way for way in _WAYS if getattr(form, way) is not None)


def anchor(form: Shape) -> Inches:
    """The point that `also` moves: the one written first."""
    for corners in (form.outline, form.line):
        if corners:
            return corners[0]
    first = form.box or form.at or form.ngon
    assert first is not None, "a shape was given"
    return first[0], first[1]


def simple(
    points: Sequence[Inches] | Footprint, path: Path, field: str, name: str, whole: bool = False
) -> Footprint:
    """The outline in mils, or a FormError if it crosses itself or encloses nothing."""
    footprint = tuple(points) if whole else mils(points)
    checked: Footprint = tuple((round(x), round(y)) for x, y in footprint)
    if not is_simple(checked):
        raise FormError((*path, field), "crossing-edges", piece=name, field=field)
    return checked


def make_piece(form: PieceForm, path: Path, name: str, footprint: Footprint, base: int = 0) -> Piece:
    """The piece with the properties of its kind and its own, its levels counted from `base`."""
    if form.kind not in KINDS:
        raise FormError(
            (*path, "kind"), "unknown-kind", piece=name, field="kind", value=form.kind, known=", ".join(KINDS)
        )
    bottom, top = _levels(form, path, name)
    own = {field: value for field in PROPERTIES if (value := getattr(form, field)) is not None}
    return msgspec.structs.replace(
        piece_of(form.kind),
        name=name,
        footprint=footprint,
        bottom=base + bottom,
        top=base + top,
        structure=form.structure or "",
        label=words(form.label).en,
        **own,
    )


def _levels(form: PieceForm, path: Path, name: str) -> tuple[int, int]:
    usual = height_of(form.kind)
    height = usual if form.height is None else inches(form.height)
    if form.top is not None and form.height is not None and form.bottom is not None:
        raise FormError((*path, "height"), "three-levels", piece=name, field="height")
    if form.top is not None:
        top = inches(form.top)
        measured = form.height is not None or form.kind in _SLABS
        bottom = inches(form.bottom) if form.bottom is not None else top - height if measured else 0
    else:
        bottom = inches(form.bottom or 0)
        top = bottom + height
    if top < bottom or (top == bottom and usual > 0):
        field = "top" if form.top is not None else "height"
        raise FormError(
            (*path, field), "top-below-bottom", piece=name, field=field, top=top / 1000, bottom=bottom / 1000
        )
    return bottom, top
