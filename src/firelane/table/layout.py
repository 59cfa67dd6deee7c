"""From a written battlefield to the `Battlefield` itself: everything put in place, mirrored and checked.

Either the whole comes out, sound, or a `FormError` says what is wrong and where it is written.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from firelane.table.buildings import build
from firelane.table.fieldform import (
    Box,
    DeploymentForm,
    FieldForm,
    FormError,
    LooseRoomForm,
    Mirror,
    Pair,
    Path,
    PieceForm,
    Words,
    ZoneForm,
    words,
)
from firelane.table.pieces import anchor, make_piece, outline_of, shape_field, simple
from firelane.table.polygons import Footprint
from firelane.table.shapes import box, mils, mirrored, overlap
from firelane.table.survey import room_to_deploy
from firelane.table.things import Area, Battlefield, Circle, Piece, Room, See, Zone, inches

COPY = "-mirror"
"""What is added to the name of a thing for its mirror image."""
LARGEST = 240
"""No table is longer, in inches: it would be a slip of the pen."""
OVERLAP = 10
"""Solids may run into each other by a hundredth of an inch: turned corners are rounded."""


class Field(msgspec.Struct, frozen=True):
    """A battlefield with what readers are told about it."""

    battlefield: Battlefield
    name: Words
    description: Words
    meant_for: tuple[str, ...]
    mirror: Mirror
    words: dict[str, Words]
    """What things are called, by structure ("4"), room ("4/kitchen"), piece, zone and area."""
    form: FieldForm


def lay_out(form: FieldForm) -> Field:
    """The battlefield that the form describes; a FormError if it is not sound."""
    width, depth = inches(form.size[0]), inches(form.size[1])
    if min(width, depth) <= 0:
        raise FormError(
            ("size",), "not-positive", piece=words(form.name).en, field="size", value=min(form.size)
        )
    if max(form.size) > LARGEST:
        raise FormError(
            ("size",), "too-much", piece=words(form.name).en, field="size", value=max(form.size), most=LARGEST
        )
    layout = _Layout(form, width, depth)
    for i in range(len(form.buildings)):
        layout.add_building(i)
    for i, piece in enumerate(form.pieces):
        layout.add_piece(piece, ("pieces", i))
    for i, room in enumerate(form.rooms):
        layout.add_room(room, ("rooms", i))
    for i, zone in enumerate(form.zones):
        layout.add_zone(zone, ("zones", i))
    for i, area in enumerate(form.deployment):
        layout.add_area(area, ("deployment", i))
    layout.check_solids()
    field = Battlefield(
        width=width,
        depth=depth,
        pieces=tuple(layout.pieces),
        zones=tuple(layout.zones),
        rooms=tuple(layout.rooms),
        deployment=tuple(layout.areas),
        name=words(form.name).en,
    )
    _check_deployment(form, field)
    return Field(
        field,
        words(form.name),
        words(form.description),
        tuple(form.meant_for),
        form.mirror,
        layout.words,
        form,
    )


class _Layout:
    """A battlefield in the making."""

    def __init__(self, form: FieldForm, width: int, depth: int) -> None:
        self.form = form
        self.width = width
        self.depth = depth
        self.pieces: list[Piece] = []
        self.rooms: list[Room] = []
        self.zones: list[Zone] = []
        self.areas: list[Area] = []
        self.words: dict[str, Words] = {}
        self.sources: dict[str, tuple[Path, str]] = {}
        self.by_name: dict[str, Piece] = {}
        self.structures: dict[str, Path] = {}
        self.counts: dict[str, int] = {}

    def on_table(self, points: Iterable[tuple[int, int]], path: Path, field: str, name: str) -> None:
        for x, y in points:
            if not (0 <= x <= self.width and 0 <= y <= self.depth):
                raise FormError(
                    (*path, field), "off-table", piece=name, field=field, x=x / 1000, y=y / 1000,
                    width=self.width / 1000, depth=self.depth / 1000,
                )  # fmt: skip

    def put(self, piece: Piece, path: Path, field: str) -> None:
        if piece.name in self.by_name:
            raise FormError((*path, "name"), "same-name", piece=piece.name, field="name")
        self.on_table(piece.footprint, path, field, piece.name)
        self.pieces.append(piece)
        self.by_name[piece.name] = piece
        self.sources[piece.name] = (path, field)

    def how(self, own: Mirror | None) -> Mirror:
        return self.form.mirror if own is None else own

    def add_building(self, i: int) -> None:
        form = self.form.buildings[i]
        path: Path = ("buildings", i)
        built = build(form, path)
        structure = str(form.number) if form.number is not None else form.name
        if structure in self.structures:
            field = "number" if form.number is not None else "name"
            raise FormError((*path, field), "same-name", piece=structure, field=field)
        self.structures[structure] = path
        self.words.update(built.words)
        for piece in built.pieces:
            self.put(piece, *built.sources[piece.name])
        self.rooms.extend(built.rooms)
        how = self.how(form.mirror)
        if how == "none":
            return
        other = form.name + COPY
        other_structure = str(form.mirror_number) if form.mirror_number is not None else other
        if other_structure in self.structures:
            raise FormError(
                (*path, "mirror-number"), "same-name", piece=other_structure, field="mirror-number"
            )
        self.structures[other_structure] = path
        for piece in built.pieces:
            copy = msgspec.structs.replace(
                piece,
                name=other + piece.name.removeprefix(form.name),
                footprint=mirrored(piece.footprint, self.width, self.depth, how),
                structure=other_structure,
                number=None if piece.number is None else form.mirror_number,
            )
            self.put(copy, *built.sources[piece.name])
        for room in built.rooms:
            footprint = mirrored(room.footprint, self.width, self.depth, how)
            self.rooms.append(msgspec.structs.replace(room, structure=other_structure, footprint=footprint))
        for key, said in built.words.items():
            self.words[other_structure + key.removeprefix(structure)] = said
        if form.mirror_label:
            self.words[other_structure] = words(form.mirror_label)

    def add_piece(self, form: PieceForm, path: Path) -> None:
        self.counts[form.kind] = self.counts.get(form.kind, 0) + 1
        first = form.name or f"{form.kind}-{self.counts[form.kind]}"
        points = outline_of(form, path, first)
        field = shape_field(form)
        base = 0
        if form.stands_on is not None:
            if form.stands_on not in self.by_name:
                raise FormError(
                    (*path, "stands-on"),
                    "no-such-piece",
                    piece=first,
                    field="stands-on",
                    value=form.stands_on,
                )
            base = self.by_name[form.stands_on].top
        x, y = anchor(form)
        places = [(0.0, 0.0), *((ax - x, ay - y) for ax, ay in form.also)]
        how = self.how(form.mirror)
        for number, (dx, dy) in enumerate(places, 1):
            name = first if number == 1 else f"{first}-{number}"
            footprint = simple([(px + dx, py + dy) for px, py in points], path, field, name)
            piece = make_piece(form, path, name, footprint, base)
            self.put(piece, path, field if number == 1 else "also")
            if form.label:
                self.words[name] = words(form.label)
            other = mirrored(footprint, self.width, self.depth, how)
            if how != "none" and set(other) != set(footprint):
                structure = piece.structure + COPY if piece.structure else ""
                copy = msgspec.structs.replace(piece, name=name + COPY, footprint=other, structure=structure)
                self.put(copy, path, field)
                if form.label:
                    self.words[copy.name] = words(form.label)

    def add_room(self, form: LooseRoomForm, path: Path) -> None:
        name = f"{form.structure}/{form.name}"
        footprint = self.plain(form.outline, form.box, path, name)
        self.rooms.append(Room(form.structure, form.name, footprint, inches(form.bottom), inches(form.top)))
        if form.label:
            self.words[name] = words(form.label)

    def plain(self, outline: list[Pair] | None, given: Box | None, path: Path, name: str) -> Footprint:
        """An outline or a box on the table."""
        if (outline is None) == (given is None):
            raise FormError(
                path, "no-shape" if outline is None else "two-shapes", piece=name, field="box, outline"
            )
        field = "outline" if given is None else "box"
        footprint = simple(box(*given) if given is not None else outline or [], path, field, name)
        self.on_table(footprint, path, field, name)
        return footprint

    def add_zone(self, form: ZoneForm, path: Path) -> None:
        shape: Footprint | Circle
        if form.circle is not None and form.outline is None and form.box is None:
            x, y, radius = form.circle
            shape = Circle(inches(x), inches(y), inches(radius))
            self.on_table([(shape.x, shape.y)], path, "circle", form.name)
        elif form.circle is not None:
            raise FormError(path, "two-shapes", piece=form.name, field="box, outline, circle")
        else:
            shape = self.plain(form.outline, form.box, path, form.name)
        zone = Zone(
            form.name,
            shape,
            tuple(form.effects),
            None if form.bottom is None else inches(form.bottom),
            None if form.top is None else inches(form.top),
        )
        found = [zone]
        how = self.how(form.mirror)
        other = _mirrored_shape(shape, self.width, self.depth, how)
        if how != "none" and not _same_shape(shape, other):
            found.append(msgspec.structs.replace(zone, name=form.name + COPY, shape=other))
        for each in found:
            if any(old.name == each.name for old in self.zones):
                raise FormError((*path, "name"), "same-name", piece=each.name, field="name")
            self.zones.append(each)
            if form.label:
                self.words[each.name] = words(form.label)

    def add_area(self, form: DeploymentForm, path: Path) -> None:
        if form.edge is not None:
            if form.depth is None or form.depth <= 0:
                raise FormError(
                    (*path, "depth"), "not-positive", piece=form.name, field="depth", value=form.depth or 0
                )
            width, deep = self.width / 1000, self.depth / 1000
            strip: Box = {
                "south": (0, 0, width, form.depth),
                "north": (0, deep - form.depth, width, form.depth),
                "west": (0, 0, form.depth, deep),
                "east": (width - form.depth, 0, form.depth, deep),
            }[form.edge]
            footprint = mils(box(*strip))
            self.on_table(footprint, path, "depth", form.name)
        else:
            footprint = self.plain(form.outline, form.box, path, form.name)
        if any(area.name == form.name for area in self.areas):
            raise FormError((*path, "name"), "same-name", piece=form.name, field="name")
        self.areas.append(Area(form.name, footprint, form.side))
        if form.label:
            self.words[form.name] = words(form.label)

    def check_solids(self) -> None:
        """No two solids in one place but parts of one structure; and even there openings stay free."""
        solids = sorted((p for p in self.pieces if p.solid), key=lambda p: min(x for x, _ in p.footprint))
        reach = {p.name: max(x for x, _ in p.footprint) for p in solids}
        start = {p.name: min(x for x, _ in p.footprint) for p in solids}
        live: list[Piece] = []
        for piece in solids:
            live = [p for p in live if reach[p.name] > start[piece.name]]
            for other in live:
                joined = piece.structure and piece.structure == other.structure
                if joined and not (_is_opening(piece) or _is_opening(other)):
                    continue
                if piece.spans(other.bottom, other.top) and overlap(
                    piece.footprint, other.footprint, OVERLAP
                ):
                    self.refuse_overlap(piece, other, "blocked-opening" if joined else "overlap")
            live.append(piece)

    def refuse_overlap(self, a: Piece, b: Piece, key: str) -> None:
        """Blame the one that is written later."""
        names = list(self.by_name)
        late, early = (a, b) if names.index(a.name) > names.index(b.name) else (b, a)
        path, field = self.sources[late.name]
        raise FormError((*path, field), key, piece=late.name, field=field, other=early.name)


def _is_opening(piece: Piece) -> bool:
    return piece.door is not None or piece.sight is See.WINDOW


def _mirrored_shape(shape: Footprint | Circle, width: int, depth: int, how: Mirror) -> Footprint | Circle:
    if isinstance(shape, Circle):
        ((x, y),) = mirrored(((shape.x, shape.y),), width, depth, how)
        return Circle(x, y, shape.radius)
    return mirrored(shape, width, depth, how)


def _same_shape(a: Footprint | Circle, b: Footprint | Circle) -> bool:
    return a == b if isinstance(a, Circle) or isinstance(b, Circle) else set(a) == set(b)


def _check_deployment(form: FieldForm, field: Battlefield) -> None:
    if not form.deployment:
        raise FormError(("deployment",), "no-deployment", piece=field.name, field="deployment")
    for i, (written, area) in enumerate(zip(form.deployment, field.deployment, strict=True)):
        room = room_to_deploy(field, area, written.figures)
        if room < written.figures:
            raise FormError(
                ("deployment", i),
                "no-room",
                piece=area.name,
                field="figures",
                room=room,
                wanted=written.figures,
            )
