"""From one written building to its pieces and rooms.

Outer walls run along the inside of the outline and meet in mitres; a door or window cuts its wall into
parts, with what is left below and above it. Each wall part, door, window, floor, roof and parapet is a
piece of its own that shares the building's `structure`. The rooms are what the inner walls leave of the
floor; besides, every storey has a room without a name that is its whole interior, so that a figure in an
inner doorway is still wholly inside the structure.

Everything is worked out in the building's own inches and put in place at the very end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot

import msgspec

from firelane.table.fieldform import (
    BuildingForm,
    Compass,
    DoorForm,
    FormError,
    Path,
    PieceForm,
    WayUpForm,
    WindowForm,
    Words,
    words,
)
from firelane.table.floors import Rectangle, bounds, is_rectilinear, regions
from firelane.table.kinds import piece_of
from firelane.table.pieces import anchor, make_piece, outline_of, shape_field, simple
from firelane.table.polygons import Footprint, contains, is_simple
from firelane.table.shapes import Inches, box, counter_clockwise, inset, middle, mils, turned
from firelane.table.things import Piece, Room, inches

MOST_STOREYS = 20
_DOOR_WIDTH = 1.4
_WINDOW_WIDTH = 1.5
_LADDER_WIDTH = 1.0
_LADDER_DEPTH = 0.4
_STAIRS_WIDTH = 1.3
_LANDING = 1.3
"""How long the landing at the head of outside stairs is: from it one steps onto the roof."""
_BREAK = 1.6
"""How wide a parapet stands open where a way up reaches the roof: a base goes through."""
_COMPASS: tuple[Compass, ...] = ("east", "north", "west", "south")


class Built(msgspec.Struct):
    """What a building comes to."""

    pieces: list[Piece]
    rooms: list[Room]
    words: dict[str, Words]
    sources: dict[str, tuple[Path, str]]
    """Where each piece was written: the place in the form, and the field."""


class _Opening(msgspec.Struct):
    """A stretch of a wall that is not wall, from `start` to `end` along it."""

    start: float
    end: float
    form: DoorForm | WindowForm
    path: Path


def build(form: BuildingForm, path: Path) -> Built:
    """The pieces and rooms of a building, on the table; a FormError where it does not hold together."""
    return _Builder(form, path).build()


class _Builder:
    def __init__(self, form: BuildingForm, path: Path) -> None:
        self.form = form
        self.path = path
        self.name = form.name
        self.structure = str(form.number) if form.number is not None else form.name
        self.field = "box" if form.box is not None else "outline"
        if (form.box is None) == (form.outline is None):
            raise FormError(
                path, "no-shape" if form.box is None else "two-shapes", piece=form.name, field="box, outline"
            )
        if min(form.height, form.thick, form.storeys, *(form.box or (0, 0, 1, 1))[2:]) <= 0:
            raise FormError(
                path, "not-positive", piece=form.name, field="box, height, thick, storeys", value=0
            )
        if form.storeys > MOST_STOREYS:
            raise FormError(
                (*path, "storeys"),
                "too-much",
                piece=form.name,
                field="storeys",
                value=form.storeys,
                most=MOST_STOREYS,
            )
        local = box(0, 0, *form.box[2:]) if form.box is not None else list(form.outline or [])
        simple(local, path, self.field, form.name)
        self.outline = counter_clockwise(local)
        self.inner = inset(self.outline, form.thick)
        simple(self.inner, path, self.field, form.name)
        self.origin = form.box[:2] if form.box is not None else form.at
        self.pieces: list[Piece] = []
        self.sources: dict[str, tuple[Path, str]] = {}
        self.here = (path, self.field)
        """Where that is written from which pieces are being made."""
        self.height = inches(form.height)
        self.top = self.height * form.storeys
        self.roof = 0 if form.roof.open else inches(form.roof.thick)

    # Where things come to lie.

    def place(self, points: Sequence[Inches]) -> Footprint:
        """Local inches as mils on the table."""
        spun = turned(points, middle(self.outline), self.form.turn)
        return mils([(x + self.origin[0], y + self.origin[1]) for x, y in spun])

    def place_mils(self, footprint: Footprint) -> Footprint:
        """Local mils as mils on the table."""
        return self.place([(x / 1000, y / 1000) for x, y in footprint])

    def add(
        self, kind: str, name: str, points: Sequence[Inches], bottom: int, top: int, **more: object
    ) -> None:
        """One more piece of this building."""
        if not is_simple(self.place(points)):  # a wall or parapet too short for its corners
            raise FormError(
                (*self.path, self.field), "crossing-edges", piece=f"{self.name}/{name}", field=self.field
            )
        self.sources[f"{self.name}/{name}"] = self.here
        self.pieces.append(
            msgspec.structs.replace(
                piece_of(kind),
                name=f"{self.name}/{name}",
                footprint=self.place(points),
                bottom=bottom,
                top=top,
                structure=self.structure,
                label=words(self.form.label).en,
                **more,
            )
        )

    def side(self, which: Compass | int | None, path: Path) -> tuple[int, bool]:
        """The index of an outer wall, and whether `at` is measured from its far end."""
        n = len(self.outline)
        if isinstance(which, int):
            if not 1 <= which <= n:
                raise FormError((*path, "side"), "no-such-side", piece=self.name, field="side", value=which)
            return which - 1, False
        facing = [i for i in range(n) if self.faces(i) == which]
        if len(facing) != 1:
            raise FormError(
                (*path, "side"),
                "which-side",
                piece=self.name,
                field="side",
                value=which or "-",
                count=len(facing),
            )
        return facing[0], which in ("north", "west")

    def faces(self, i: int) -> Compass:
        """The compass direction that a wall looks to."""
        a, b = self.ends(i)
        outward = degrees(atan2(a[0] - b[0], b[1] - a[1]))
        return _COMPASS[round(outward / 90) % 4]

    def ends(self, i: int) -> tuple[Inches, Inches]:
        return self.outline[i], self.outline[(i + 1) % len(self.outline)]

    def length(self, i: int) -> float:
        a, b = self.ends(i)
        return hypot(b[0] - a[0], b[1] - a[1])

    def level(self, storey: int | None, path: Path, field: str) -> int:
        """The floor of a storey, or the roof."""
        if storey is None:
            return self.top
        if not 1 <= storey <= self.form.storeys:
            raise FormError((*path, field), "no-such-storey", piece=self.name, field=field, value=storey)
        return (storey - 1) * self.height

    # The whole.

    def build(self) -> Built:
        """Walls first, then what they hold and bear."""
        for storey in range(1, self.form.storeys + 1):
            self.outer_walls(storey)
        self.inner_walls()
        self.floors()
        self.ways_up()
        self.furnish("inside", self.form.inside, 0)
        self.furnish("on-roof", self.form.on_roof, self.top)
        rooms, said = self.rooms()
        if self.form.label:
            said[self.structure] = words(self.form.label)
        return Built(self.pieces, rooms, said, self.sources)

    def outer_walls(self, storey: int) -> None:
        form, n = self.form, len(self.outline)
        openings: dict[int, list[_Opening]] = {i: [] for i in range(n)}
        kinds: tuple[tuple[str, Sequence[DoorForm | WindowForm]], ...] = (
            ("doors", form.doors),
            ("windows", form.windows),
        )
        for field, given in kinds:
            for k, opening in enumerate(given):
                path = (*self.path, field, k)
                i, reverse = self.side(opening.side, path)
                self.level(opening.storey, path, "storey")
                if opening.storey == storey:
                    at = self.length(i) - opening.at if reverse else opening.at
                    openings[i].append(self.opening(opening, at, path))
        upper = f"{storey}-" if storey > 1 else ""
        floor = (storey - 1) * self.height
        ceiling = self.top - self.roof if storey == form.storeys else storey * self.height
        for i in range(n):
            which = self.faces(i)
            alone = sum(self.faces(j) == which for j in range(n)) == 1
            a, b = self.ends(i)
            inner = self.inner[i], self.inner[(i + 1) % n]
            self.wall(
                f"{upper}{which if alone else i + 1}", (a, b), inner, openings[i], floor, ceiling, form.thick
            )

    def opening(self, form: DoorForm | WindowForm, at: float, path: Path) -> _Opening:
        width = form.width or (_DOOR_WIDTH if isinstance(form, DoorForm) else _WINDOW_WIDTH)
        return _Opening(at - width / 2, at + width / 2, form, path)

    def inner_walls(self) -> None:
        for k, wall in enumerate(self.form.inner):
            path = (*self.path, "inner", k)
            self.here = (path, "from")
            floor = self.level(wall.storey, path, "storey")
            ceiling = self.top - self.roof if wall.storey == self.form.storeys else floor + self.height
            (ax, ay), (bx, by) = wall.from_, wall.to
            length = hypot(bx - ax, by - ay)
            if length == 0:
                raise FormError((*path, "to"), "bad-line", piece=self.name, field="to")
            nx, ny = (
                -(by - ay) / length * self.form.inner_thick / 2,
                (bx - ax) / length * self.form.inner_thick / 2,
            )
            right = (ax - nx, ay - ny), (bx - nx, by - ny)
            left = (ax + nx, ay + ny), (bx + nx, by + ny)
            given: list[tuple[str, int, DoorForm | WindowForm]] = [
                ("doors", i, d) for i, d in enumerate(wall.doors)
            ]
            given += [("windows", i, w) for i, w in enumerate(wall.windows)]
            openings = [self.opening(form, form.at, (*path, field, i)) for field, i, form in given]
            self.wall(wall.name or f"inner-{k + 1}", right, left, openings, floor, ceiling, 0)

    def wall(
        self,
        name: str,
        outer: tuple[Inches, Inches],
        inner: tuple[Inches, Inches],
        openings: list[_Opening],
        floor: int,
        ceiling: int,
        corner: float,
    ) -> None:
        """One wall with its openings: `outer` and `inner` are its faces, `corner` what the mitre takes."""
        (ax, ay), (bx, by) = outer
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        thick = self.form.thick if corner else self.form.inner_thick
        openings.sort(key=lambda o: o.start)
        reached = corner
        for opening in openings:
            if opening.start < reached - 1e-9 or opening.end > length - corner + 1e-9:
                key = (
                    "opening-outside"
                    if opening.start < corner or opening.end > length - corner
                    else "openings-meet"
                )
                raise FormError(
                    (*opening.path, "at"),
                    key,
                    piece=f"{self.name}/{name}",
                    field="at",
                    value=opening.form.at,
                    length=round(length, 3),
                )
            reached = opening.end

        def face(d: float) -> tuple[Inches, Inches]:
            x, y = ax + ux * d, ay + uy * d
            return (x, y), (x - uy * thick, y + ux * thick)

        start = (outer[0], inner[0])
        part = 0
        for k, opening in enumerate(openings, 1):
            left, right = face(opening.start), face(opening.end)
            if opening.start > corner:
                part += 1
                self.add(
                    "wall", f"{name}-wall-{part}", [start[0], left[0], left[1], start[1]], floor, ceiling
                )
            self.fill(name, k, opening, [left[0], right[0], right[1], left[1]], floor, ceiling)
            start = right
        part += 1
        self.add("wall", f"{name}-wall-{part}", [start[0], outer[1], inner[1], start[1]], floor, ceiling)

    def fill(
        self, name: str, k: int, opening: _Opening, quad: list[Inches], floor: int, ceiling: int
    ) -> None:
        """What stands in an opening, and the wall that is left under and over it."""
        form = opening.form
        around, self.here = self.here, (opening.path, "at")
        own = form.name or f"{name}-{'door' if isinstance(form, DoorForm) else 'window'}-{k}"
        if isinstance(form, DoorForm):
            bottom, top = floor, min(floor + inches(form.height), ceiling)
            self.add("door", own, quad, bottom, top, door=form.state, access=form.access)
        else:
            bottom, top = floor + inches(form.sill), min(floor + inches(form.head), ceiling)
            if not floor <= bottom < top:
                raise FormError(
                    (*opening.path, "sill"),
                    "top-below-bottom",
                    piece=own,
                    field="sill",
                    top=form.head,
                    bottom=form.sill,
                )
            self.add("window", own, quad, bottom, top)
            if bottom > floor:
                self.add("wall", f"{own}-sill", quad, floor, bottom, waist_high=True)
        if top < ceiling:
            self.add("wall", f"{own}-lintel", quad, top, ceiling)
        self.here = around

    def floors(self) -> None:
        """Floors of the upper storeys and the roof, with holes over the stairs that come up through them."""
        form = self.form
        self.here = (self.path, self.field)
        holes: dict[int, list[Rectangle]] = {}
        for k, flight in enumerate(form.inner_stairs):
            path = (*self.path, "inner-stairs", k)
            low, high = self.level(flight.from_, path, "from"), self.level(flight.to, path, "to")
            corners = box(*flight.box)
            if not all(contains(mils(self.inner), *corner) for corner in mils(corners)):
                raise FormError((*path, "box"), "outside-building", piece=self.name, field="box")
            if high <= low:
                raise FormError(
                    (*path, "to"),
                    "top-below-bottom",
                    piece=self.name,
                    field="to",
                    top=high / 1000,
                    bottom=low / 1000,
                )
            self.add("stairs", f"stairs-{k + 1}", corners, low, high)
            for level in range(low + self.height, high + 1, self.height):
                holes.setdefault(level, []).append(bounds(mils(corners)))
        for storey in range(2, form.storeys + 1):
            level = (storey - 1) * self.height
            self.slab("floor", f"floor-{storey}", self.inner, holes.get(level, []), level, {})
        if not form.roof.open:
            more = {"walkable": form.roof.walkable, "number": form.number}
            self.slab("roof", "roof", self.outline, holes.get(self.top, []), self.top, more)
            if form.roof.parapet > 0:
                self.parapet()

    def slab(
        self,
        kind: str,
        name: str,
        outline: Sequence[Inches],
        holes: list[Rectangle],
        level: int,
        more: Mapping[str, object],
    ) -> None:
        bottom = level - (self.roof if kind == "roof" else 200)
        parts = [mils(outline)]
        if holes:
            if not is_rectilinear(parts[0]):
                raise FormError(
                    (*self.path, "inner-stairs"), "not-rectilinear", piece=self.name, field="inner-stairs"
                )
            parts = regions(parts[0], holes)
        for i, part in enumerate(parts):
            own = name if len(parts) == 1 else f"{name}-{i + 1}"
            points = [(x / 1000, y / 1000) for x, y in part]
            self.add(kind, own, points, bottom, level, **(more if i == 0 else {**more, "number": None}))

    def parapet(self) -> None:
        """A low wall around the roof, open where a ladder or stairs arrive."""
        form = self.form
        high = self.top + inches(form.roof.parapet)
        breaks: dict[int, list[float]] = {}
        for field, ways in (("ladders", form.ladders), ("stairs", form.stairs)):
            for k, way in enumerate(ways):
                if way.to is None:
                    i, at, run = self.foot(way, (*self.path, field, k))
                    landing = _LANDING / 2 if run > 0 else -_LANDING / 2
                    arrives = at + run + landing if field == "stairs" else at
                    breaks.setdefault(i, []).append(arrives)
        inner = inset(self.outline, 0.2)
        n = len(self.outline)
        for i in range(n):
            (ax, ay), (bx, by) = self.ends(i)
            length = self.length(i)
            ux, uy = (bx - ax) / length, (by - ay) / length
            start: tuple[Inches, Inches] = ((ax, ay), inner[i])
            part = 0
            for at in sorted(breaks.get(i, [])):
                for d, closes in (
                    (max(at - _BREAK / 2, 0.2), True),
                    (min(at + _BREAK / 2, length - 0.2), False),
                ):
                    x, y = ax + ux * d, ay + uy * d
                    here = ((x, y), (x - uy * 0.2, y + ux * 0.2))
                    if closes and d <= 0.25:
                        continue  # the opening begins at the corner
                    if closes:
                        part += 1
                        quad = [start[0], here[0], here[1], start[1]]
                        self.add("parapet", f"parapet-{i + 1}-{part}", quad, self.top, high)
                    else:
                        start = here
            quad = [start[0], (bx, by), inner[(i + 1) % n], start[1]]
            if hypot(quad[2][0] - quad[3][0], quad[2][1] - quad[3][1]) > 0.05:  # else open up to the corner
                self.add("parapet", f"parapet-{i + 1}-{part + 1}", quad, self.top, high)

    def foot(self, way: WayUpForm, path: Path) -> tuple[int, float, float]:
        """The wall on which a way up is, its foot along that wall from the first end, and how far it runs."""
        i, reverse = self.side(way.side, path)
        rise = (self.level(way.to, path, "to") - self.level(way.from_, path, "from")) / 1000
        if rise <= 0:
            raise FormError(
                (*path, "to"), "top-below-bottom", piece=self.name, field="to", top=rise, bottom=0
            )
        run = way.run if way.run is not None else rise
        at = self.length(i) - way.at if reverse else way.at
        return i, at, -run if reverse else run

    def ways_up(self) -> None:
        """Ladders on the outside, and stairs along a wall with a landing at their head."""
        for k, way in enumerate(self.form.ladders):
            path = (*self.path, "ladders", k)
            i, at, _ = self.foot(way, path)
            half = (way.width or _LADDER_WIDTH) / 2
            low, high = self.level(way.from_, path, "from"), self.level(way.to, path, "to")
            quad = self.against(i, at - half, at + half, _LADDER_DEPTH, way, path)
            self.here = (path, "at")
            self.add("ladder", f"ladder-{k + 1}", quad, low, high)
        for k, way in enumerate(self.form.stairs):
            path = (*self.path, "stairs", k)
            i, at, run = self.foot(way, path)
            head = at + run
            end = head + (_LANDING if run > 0 else -_LANDING)
            wide = way.width or _STAIRS_WIDTH
            low, high = self.level(way.from_, path, "from"), self.level(way.to, path, "to")
            name = f"outer-stairs-{k + 1}"
            self.here = (path, "at")
            self.add("stairs", name, self.against(i, at, head, wide, way, path), low, high)
            self.add(
                "landing", f"{name}-landing", self.against(i, head, end, wide, way, path), high - 200, high
            )

    def against(
        self, i: int, start: float, end: float, deep: float, way: WayUpForm, path: Path
    ) -> list[Inches]:
        """A rectangle on the outside of a wall, between two places along it."""
        start, end = min(start, end), max(start, end)
        length = self.length(i)
        if start < -1e-9 or end > length + 1e-9:
            raise FormError(
                (*path, "at"),
                "opening-outside",
                piece=self.name,
                field="at",
                value=way.at,
                length=round(length, 3),
            )
        (ax, ay), (bx, by) = self.ends(i)
        ux, uy = (bx - ax) / length, (by - ay) / length
        near = [(ax + ux * d, ay + uy * d) for d in (start, end)]
        far = [(x + uy * deep, y - ux * deep) for x, y in near]
        return [far[0], far[1], near[1], near[0]]

    def furnish(self, field: str, forms: list[PieceForm], base: int) -> None:
        """Pieces in it or on its roof: parts of the building as far as overlapping goes."""
        counts: dict[str, int] = {}
        for k, form in enumerate(forms):
            path = (*self.path, field, k)
            counts[form.kind] = counts.get(form.kind, 0) + 1
            own = form.name or f"{form.kind}-{counts[form.kind]}"
            if field == "on-roof":
                own = f"roof-{own}" if not form.name else own
            name = f"{self.name}/{own}"
            points = outline_of(form, path, name)
            simple(points, path, shape_field(form), name)
            x, y = anchor(form)
            for number, (dx, dy) in enumerate([(0.0, 0.0), *((ax - x, ay - y) for ax, ay in form.also)], 1):
                moved = [(px + dx, py + dy) for px, py in points]
                hold = self.inner if field == "inside" else self.outline
                if not all(contains(mils(hold), *corner) for corner in mils(moved)):
                    raise FormError(
                        (*path, shape_field(form)), "outside-building", piece=name, field=shape_field(form)
                    )
                unique = name if number == 1 else f"{name}-{number}"
                piece = make_piece(form, path, unique, self.place(moved), base)
                self.sources[unique] = (path, shape_field(form))
                self.pieces.append(msgspec.structs.replace(piece, structure=self.structure))

    def rooms(self) -> tuple[list[Room], dict[str, Words]]:
        """The whole interior of each storey, then the rooms that have names."""
        form = self.form
        found = [
            Room(self.structure, "", self.place(self.inner), s * self.height, (s + 1) * self.height)
            for s in range(form.storeys)
        ]
        said: dict[str, Words] = {}
        parts: dict[int, list[Footprint]] = {}
        for k, room in enumerate(form.rooms):
            path = (*self.path, "rooms", k)
            level = self.level(room.storey, path, "storey")
            if room.storey not in parts:
                parts[room.storey] = self.parts(room.storey, path)
            (point,) = mils([room.at])
            inside = [part for part in parts[room.storey] if contains(part, *point)]
            if not inside:
                raise FormError((*path, "at"), "not-in-a-room", piece=f"{self.name}/{room.name}", field="at")
            found.append(
                Room(self.structure, room.name, self.place_mils(inside[0]), level, level + self.height)
            )
            if room.label:
                said[f"{self.structure}/{room.name}"] = words(room.label)
        return found, said

    def parts(self, storey: int, path: Path) -> list[Footprint]:
        """The interior of a storey as its inner walls divide it."""
        floor = mils(self.inner)
        walls = [wall for wall in self.form.inner if wall.storey == storey]
        if not walls:
            return [floor]
        half = self.form.inner_thick / 2
        taken: list[Rectangle] = []
        for wall in walls:
            (ax, ay), (bx, by) = wall.from_, wall.to
            across_x, across_y = (half, 0) if ax == bx else (0, half)
            rectangle = [
                (min(ax, bx) - across_x, min(ay, by) - across_y),
                (max(ax, bx) + across_x, max(ay, by) + across_y),
            ]
            if not is_rectilinear(floor) or (ax != bx and ay != by):
                raise FormError(path, "not-rectilinear", piece=self.name, field="rooms")
            (west, south), (east, north) = mils(rectangle)
            taken.append((west, south, east, north))
        return regions(floor, taken)
