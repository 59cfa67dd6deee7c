"""Battlefields made to order from a seed: dense, and fair to both sides by measurement.

The large things stand in the southern half and are mirrored through the middle. Then, wherever the table
is still too empty, something small is put at the emptiest place, and at its mirror image, until no gap is
wider than allowed. Last, a few loose things are strewn over each half by itself, so that the two sides are
alike but not the same; they stay only if the open lines of sight from both deployment areas, counted with
the very function that decides sight in play, differ by no more than the tolerance.

The outcome is a form like the ones that people write, so it can be saved, read and edited.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import msgspec
import numpy as np

from firelane.problem import Problem
from firelane.table.fieldform import (
    BuildingForm,
    DeploymentForm,
    DoorForm,
    FieldForm,
    FormError,
    InnerWallForm,
    Mirror,
    PieceForm,
    RoofForm,
    RoomForm,
    WayUpForm,
    WindowForm,
    Words,
)
from firelane.table.layout import Field, lay_out
from firelane.table.survey import SightQuality, distances, grid, near, sight_quality, widest_gap
from firelane.table.things import Access, Door

SMALLEST, LARGEST = 16, 96
TOLERANCE = 0.1
"""By how much the share of open lines of the two sides may differ, as a part of the larger."""
MOST_OPEN = 0.45
"""A table on which more than this share of the lines is open is a shooting range, however even."""
_LANE = 1.5
"""How much is left free between things, in inches: a base goes through anywhere."""
_TRIES = 12
_Rect = tuple[float, float, float, float]
"""West, south, east, north, in inches."""


class Style(msgspec.Struct, frozen=True):
    """What a table of a style is made of."""

    name: Words
    large: tuple[tuple[str, int], ...]
    """Makers of large things and how often each is taken."""
    small: tuple[tuple[str, float, float], ...]
    """Kind, width, depth."""
    cell: float = 12
    """One large thing for each square of this size."""


STYLES: dict[str, Style] = {
    "town": Style(
        Words("Town", "町"),
        (("house", 4), ("tower-house", 2)),
        (
            ("crate", 1.5, 1.5),
            ("planter", 3, 1),
            ("vehicle", 3.4, 1.7),
            ("low-wall", 3.5, 0.5),
            ("barrel", 1, 1),
        ),
        11.5,
    ),
    "yard": Style(
        Words("Yard", "ヤード"),
        (("container", 4), ("container-stack", 2), ("house", 1)),
        (
            ("crate", 1.5, 1.5),
            ("stack", 2, 1.5),
            ("vehicle", 3, 1.6),
            ("low-wall", 3.5, 0.6),
            ("barrel", 1, 1),
        ),
        10,
    ),
    "rural": Style(
        Words("Rural", "農村"),
        (("cottage", 3), ("hedges", 3), ("copse", 2)),
        (
            ("tree", 1.3, 1.3),
            ("low-wall", 4, 0.5),
            ("hedge", 4, 0.7),
            ("stack", 2.2, 1.5),
            ("crate", 1.4, 1.4),
        ),
        11,
    ),
    "industrial": Style(
        Words("Industrial", "工業地帯"),
        (("tank", 3), ("platform", 3), ("house", 2)),
        (("pipe", 4, 0.8), ("machine", 2, 1.5), ("crate", 1.5, 1.5), ("barrel", 1, 1), ("container", 5, 2.5)),
        11,
    ),
}


class Generated(msgspec.Struct, frozen=True):
    """A table with the measures that it was accepted by."""

    field: Field
    gap: int
    """The widest gap between scenery, in mils."""
    quality: SightQuality
    attempts: int


def generate(
    seed: int,
    size: tuple[float, float] = (48, 48),
    style: str = "town",
    gap: float = 10,
    tolerance: float = TOLERANCE,
) -> Generated:
    """A table of that size and style; the same seed always gives the same table."""
    if style not in STYLES:
        raise Problem("table.unknown-style", style=style, known=", ".join(STYLES))
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise Problem("table.bad-size", size=f"{size[0]:g}x{size[1]:g}", smallest=SMALLEST, largest=LARGEST)
    for attempt in range(1, _TRIES + 1):
        strew = attempt < _TRIES  # the last attempt is the mirrored table alone, which is fair by its making
        form = _Maker(seed, size, style, attempt).make(gap, strew)
        try:
            field = lay_out(form)
        except FormError as error:
            if error.key != "no-room":
                raise
            continue
        found = widest_gap(field.battlefield)[0]
        quality = sight_quality(field.battlefield)
        fair = quality.difference <= tolerance and max(quality.shares.values()) <= MOST_OPEN
        if found <= gap * 1000 and fair:
            return Generated(field, found, quality, attempt)
    raise Problem("table.not-generated", seed=seed, style=style, gap=f"{gap:g}")


class _Maker:
    """One table in the making."""

    def __init__(self, seed: int, size: tuple[float, float], style: str, attempt: int) -> None:
        self.dice = Random(f"firelane {seed} {size[0]:g} {size[1]:g} {style} {attempt}")
        self.seed = seed
        self.width, self.depth = size
        self.style = STYLES[style]
        self.style_name = style
        self.taken: list[_Rect] = []
        self.pieces: list[PieceForm] = []
        self.buildings: list[BuildingForm] = []
        self.count = 0
        self.points = grid(round(self.width * 1000), round(self.depth * 1000), 500)
        self.clear = np.full(len(self.points), 1e9)

    # Chance and room.

    def between(self, low: float, high: float, step: float = 0.25) -> float:
        """A multiple of a step within bounds."""
        count = int((high - low) / step) + 1
        return low + step * int(self.dice.random() * count)

    def chance(self, of: float) -> bool:
        return self.dice.random() < of

    def other(self, rect: _Rect) -> _Rect:
        """The mirror image of a rectangle."""
        west, south, east, north = rect
        return self.width - east, self.depth - north, self.width - west, self.depth - south

    def is_free(self, rect: _Rect, lane: float = _LANE) -> bool:
        west, south, east, north = rect
        if min(west, south) < 0.5 or east > self.width - 0.5 or north > self.depth - 0.5:
            return False
        return not any(
            west < e + lane and east > w - lane and south < n + lane and north > s - lane
            for w, s, e, n in self.taken
        )

    def take(self, rect: _Rect, mirror: bool = True, scenery: Sequence[_Rect] = ()) -> None:
        """Keep a place for a thing; `scenery` is what really stands there, the whole place unless given."""
        for turn in (False, True) if mirror else (False,):
            self.taken.append(self.other(rect) if turn else rect)
            for part in scenery or (rect,):
                west, south, east, north = (round(v * 1000) for v in (self.other(part) if turn else part))
                footprint = ((west, south), (east, south), (east, north), (west, north))
                close = near(self.points, footprint, 8000)
                self.clear[close] = np.minimum(self.clear[close], distances(footprint, self.points[close]))

    def fits_both(self, rect: _Rect, lane: float = _LANE) -> bool:
        """Whether a thing and its mirror image have room, from the rest and from each other."""
        if not self.is_free(rect, lane):
            return False
        west, south, east, north = rect
        w, s, e, n = self.other(rect)
        return not (west < e + lane and east > w - lane and south < n + lane and north > s - lane)

    def name(self, kind: str) -> str:
        self.count += 1
        return f"{kind}-{self.count}"

    # The whole.

    def make(self, gap: float, strew: bool) -> FieldForm:
        """Large things, then small ones where it is empty, then a few by chance."""
        self.large()
        self.fill(gap)
        self.dress()
        if strew:
            self.strew()
        zone = min(12.0, self.depth / 4)
        style = self.style.name
        return FieldForm(
            name=Words(f"{style.en} {self.seed}", f"{style.ja} {self.seed}"),
            description=Words(
                f"Generated: style {self.style_name}, seed {self.seed}.",
                f"自動生成：スタイル {self.style_name}、シード {self.seed}。",
            ),
            size=(self.width, self.depth),
            mirror="point",
            pieces=self.pieces,
            buildings=self.buildings,
            deployment=[
                DeploymentForm(
                    name="south",
                    side="a",
                    edge="south",
                    depth=zone,
                    label=Words("Deployment zone A", "配置ゾーンA"),
                ),
                DeploymentForm(
                    name="north",
                    side="b",
                    edge="north",
                    depth=zone,
                    label=Words("Deployment zone B", "配置ゾーンB"),
                ),
            ],
        )

    def large(self) -> None:
        """One large thing for each cell of the southern half, as near to its middle as there is room."""
        columns = max(round(self.width / self.style.cell), 1)
        rows = max(round(self.depth / 2 / self.style.cell), 1)
        makers = [maker for maker, often in self.style.large for _ in range(often)]
        for row in range(rows):
            for column in range(columns):
                x = (column + 0.5) * self.width / columns
                y = (row + 0.5) * self.depth / 2 / rows
                make = _LARGE[makers[int(self.dice.random() * len(makers))]]
                for _ in range(8):
                    if make(self, x + self.between(-1.5, 1.5), y + self.between(-1, 1)):
                        break

    def fill(self, gap: float) -> None:
        """Small things at the emptiest places until no gap is wider than a little less than allowed."""
        wanted = gap * 500 - 350
        barred = self.clear < 0
        while True:
            open_ground = self.clear.copy()
            open_ground[barred] = -1
            i = int(open_ground.argmax())
            if open_ground[i] <= wanted:
                return
            x, y = self.points[i] / 1000
            if not any(self.small(x + dx, y + dy, True) for dx, dy in self.nearby()):
                barred[i] = True

    def nearby(self) -> list[tuple[float, float]]:
        """Small steps away from a place, in an order of chance."""
        return [(0.0, 0.0)] + [(self.between(-2, 2), self.between(-2, 2)) for _ in range(14)]

    def dress(self) -> None:
        """More small things where there is room, mirrored: a table is lived in."""
        self.scatter(round(self.width * self.depth / 2 / 90), self.depth / 2, mirror=True)

    def strew(self) -> None:
        """A few loose things on each half, independent of the other."""
        each = max(round(self.width * self.depth / 2 / 250), 1)
        self.scatter(each, self.depth / 2, mirror=False)
        self.scatter(each, self.depth, mirror=False)

    def scatter(self, count: int, north: float, mirror: bool) -> None:
        """Small things by chance over the half of the table that ends at `north`, as far as there is room."""
        placed = 0
        for _ in range(count * 12):
            x = self.between(1.5, self.width - 1.5)
            y = self.between(north - self.depth / 2 + 1.5, north - 1.5)
            placed += self.small(x, y, mirror)
            if placed == count:
                return

    def small(self, x: float, y: float, mirror: bool) -> bool:
        """Something small about a place, if it fits there."""
        kind, width, depth = self.style.small[int(self.dice.random() * len(self.style.small))]
        if self.chance(0.5):
            width, depth = depth, width
        x = min(max(round(x * 4) / 4, 0.6 + width / 2), self.width - 0.6 - width / 2)
        y = min(max(round(y * 4) / 4, 0.6 + depth / 2), self.depth - 0.6 - depth / 2)
        rect = x - width / 2, y - depth / 2, x + width / 2, y + depth / 2
        free = self.fits_both(rect, 1.2) if mirror else self.is_free(rect, 1.2)
        if not free:
            return False
        self.take(rect, mirror)
        how: Mirror | None = None if mirror else "none"
        if kind in ("tree", "barrel"):
            where = PieceForm(kind=kind, name=self.name(kind), ngon=(x, y, width / 2, 8), mirror=how)
        else:
            where = PieceForm(kind=kind, name=self.name(kind), at=(x, y), size=(width, depth), mirror=how)
        if kind == "container":
            where = msgspec.structs.replace(where, walkable=False)
        self.pieces.append(where)
        return True

    # Large things. Each says whether it found room about (x, y).

    def building(self, x: float, y: float, storeys: int, roof: RoofForm, labels: Words) -> bool:
        """A house with two or three doors, windows, two rooms and, where the roof bears, a ladder to it."""
        width, depth = self.between(6.5, 9), self.between(5.5, 7)
        west, south = round((x - width / 2) * 4) / 4, round((y - depth / 2) * 4) / 4
        rect = west, south, west + width, south + depth
        if not self.fits_both(rect, 2.2):
            return False
        self.take(rect)
        wall = round(width * 2) / 4 + self.between(-0.75, 0.75)
        low, high = wall / 2, (wall + width) / 2  # the middles of the two rooms
        doors = [DoorForm(side="south", at=low), DoorForm(side="north", at=high, state=Door.OPEN)]
        if self.chance(0.6):
            doors.append(DoorForm(side="west", at=depth - 2, width=2.4, access=Access.WIDE))
        windows = [WindowForm(side="south", at=high), WindowForm(side="north", at=low)]
        if self.chance(0.7):
            windows.append(WindowForm(side="east", at=depth / 2))
        for storey in range(2, storeys + 1):
            windows.append(WindowForm(side="south", at=width / 2, width=2, storey=storey))
            windows.append(WindowForm(side="north", at=width / 2, width=2, storey=storey))
        number = len(self.buildings) + 1
        self.buildings.append(
            BuildingForm(
                name=f"building-{number}",
                number=2 * number - 1,
                mirror_number=2 * number,
                label=labels,
                box=(west, south, width, depth),
                storeys=storeys,
                doors=doors,
                windows=windows,
                inner=[InnerWallForm(from_=(wall, 0), to=(wall, depth), doors=[DoorForm(at=depth / 2)])],
                rooms=[
                    RoomForm(name="room-a", at=(low, depth / 3), label=Words("Room A", "A室")),
                    RoomForm(name="room-b", at=(high, depth / 3), label=Words("Room B", "B室")),
                ],
                roof=roof,
                ladders=[WayUpForm(side="east", at=1)] if roof.walkable else [],
            )
        )  # fmt: skip
        return True

    def house(self, x: float, y: float) -> bool:
        return self.building(x, y, 1, RoofForm(parapet=0.6), Words("House", "家屋"))

    def tower_house(self, x: float, y: float) -> bool:
        return self.building(x, y, 2, RoofForm(parapet=0.6), Words("Two-storey house", "2階建て"))

    def cottage(self, x: float, y: float) -> bool:
        return self.building(x, y, 1, RoofForm(walkable=False), Words("Cottage", "農家"))

    def block(
        self, kind: str, x: float, y: float, width: float, depth: float, top: float
    ) -> PieceForm | None:
        west, south = round((x - width / 2) * 4) / 4, round((y - depth / 2) * 4) / 4
        rect = west, south, west + width, south + depth
        if not self.fits_both(rect, 2):
            return None
        self.take(rect)
        form = PieceForm(kind=kind, name=self.name(kind), box=(west, south, width, depth), top=top)
        self.pieces.append(form)
        return form

    def ladder(self, form: PieceForm) -> None:
        """A ladder on the west side of a box."""
        assert form.box is not None
        assert form.top is not None
        west, south, _, depth = form.box
        place = (west - 0.4, south + depth / 2 - 0.5, 0.4, 1.0)
        self.pieces.append(PieceForm(kind="ladder", name=f"{form.name}-ladder", box=place, top=form.top))

    def container(self, x: float, y: float) -> bool:
        width, depth = (6, 2.5) if self.chance(0.5) else (2.5, 6)
        form = self.block("container", x, y, width, depth, 2.5)
        if form is not None:
            self.ladder(form)
        return form is not None

    def container_stack(self, x: float, y: float) -> bool:
        form = self.block("container", x, y, 6, 2.5, 5)
        if form is not None:
            self.ladder(form)
        return form is not None

    def platform(self, x: float, y: float) -> bool:
        form = self.block("platform", x, y, self.between(4, 6), self.between(4, 5.5), 3)
        if form is not None:
            self.ladder(form)
        return form is not None

    def tank(self, x: float, y: float) -> bool:
        radius = self.between(2, 3)
        rect = x - radius, y - radius, x + radius, y + radius
        if not self.fits_both(rect, 2):
            return False
        core = 0.68 * radius
        self.take(rect, scenery=[(x - core, y - core, x + core, y + core)])
        self.pieces.append(
            PieceForm(kind="tank", name=self.name("tank"), ngon=(x, y, radius, 12), top=self.between(4, 6))
        )
        return True

    def hedges(self, x: float, y: float) -> bool:
        """A corner of dense hedge around a small yard."""
        length = self.between(4, 6)
        rect = x - length / 2, y - length / 2, x + length / 2, y + length / 2
        if not self.fits_both(rect, 1.5):
            return False
        west, south, east, north = rect[0] + 0.5, rect[1] + 0.5, rect[2] - 0.5, rect[3] - 0.5
        if self.chance(0.5):
            corner = [(west, north), (west, south), (east, south)]
        else:
            corner = [(west, north), (east, north), (east, south)]
        upright, level = corner[1][0], corner[1][1]
        self.take(
            rect,
            scenery=[(upright - 0.3, south, upright + 0.3, north), (west, level - 0.3, east, level + 0.3)],
        )
        self.pieces.append(PieceForm(kind="hedgerow", name=self.name("hedgerow"), line=corner, thick=0.8))
        return True

    def copse(self, x: float, y: float) -> bool:
        """Four trees in a ragged square."""
        rect = x - 2.75, y - 2.75, x + 2.75, y + 2.75
        if not self.fits_both(rect, 1.5):
            return False
        places = [
            (x + dx + self.between(-0.5, 0.5), y + dy + self.between(-0.5, 0.5))
            for dx, dy in ((-1.5, -1.5), (1.5, -1.5), (1.5, 1.5), (-1.5, 1.5))
        ]
        self.take(rect, scenery=[(px - 0.4, py - 0.4, px + 0.4, py + 0.4) for px, py in places])
        first = PieceForm(kind="tree", name=self.name("copse"), ngon=(*places[0], 0.7, 8), also=places[1:])
        self.pieces.append(first)
        return True


_LARGE: dict[str, Callable[[_Maker, float, float], bool]] = {
    "house": _Maker.house,
    "tower-house": _Maker.tower_house,
    "cottage": _Maker.cottage,
    "container": _Maker.container,
    "container-stack": _Maker.container_stack,
    "platform": _Maker.platform,
    "tank": _Maker.tank,
    "hedges": _Maker.hedges,
    "copse": _Maker.copse,
}
