"""A picture of a battlefield from above, like a printed map: true to scale, SVG or PNG by the file's ending.

Buildings are shown with their roofs lifted off: floor plan, doors and windows below, and what stands on the
roof in outline. The height of everything is in its shade, and in inches beside it or in the legend.
matplotlib is loaded only when a picture is drawn; the same battlefield always gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firelane.table import mapstyle
from firelane.table.layout import Field
from firelane.table.mapstyle import GROUND_KINDS, STYLES, Style, shade
from firelane.table.pictures import write_picture
from firelane.table.polygons import Footprint, contains, convex_parts, twice_area
from firelane.table.things import Circle, Door, Piece, Room, Zone
from firelane.text import language, say

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAP_SIZE = 12.0
"""How long the longer edge of the table is on the picture, in inches."""
_MARGIN = 0.45
_LEGEND = 3.6
_HEAD = 0.95
_ZONE_EDGE = "#6a5a8c"
_SIDES = ("#c9d7e4", "#e6cfc4", "#d6dfc6", "#e6dcc0")


def draw_field(field: Field, path: Path | str, lang: str | None = None) -> None:
    """Write a picture of the field to an .svg or .png file, in a language."""
    settings = {"hatch.linewidth": 0.35, "path.simplify": False}
    write_picture(_Map(field, lang or language()).figure, path, settings)


class _Map:
    """One picture in the making."""

    def __init__(self, field: Field, lang: str) -> None:
        self.field = field
        self.table = field.battlefield
        self.lang = lang
        self.scale = MAP_SIZE * 1000 / max(self.table.width, self.table.depth)
        """Inches on the picture for one inch of the table."""
        self.axes: Axes

    def say(self, key: str, **args: object) -> str:
        return say(f"table.{key}", self.lang, **args)

    def called(self, key: str, otherwise: str) -> str:
        """What the field calls a thing, in the reader's language."""
        found = self.field.words.get(key)
        return found.in_language(self.lang) if found is not None else otherwise

    def points(self, table_inches: float) -> float:
        """A length on the table as a size of type."""
        return table_inches * self.scale * 72

    def figure(self) -> Figure:
        """The whole sheet: head, map, legend."""
        from matplotlib.figure import Figure

        wide = self.table.width / 1000 * self.scale
        deep = self.table.depth / 1000 * self.scale
        width = wide + 2 * _MARGIN + _LEGEND
        height = max(deep, 8.5) + 2 * _MARGIN + _HEAD
        figure = Figure(figsize=(width, height), facecolor="white")
        low = height - _MARGIN - _HEAD - deep
        self.axes = figure.add_axes((_MARGIN / width, low / height, wide / width, deep / height))
        self.axes.set_xlim(0, self.table.width)
        self.axes.set_ylim(0, self.table.depth)
        self.ground()
        self.zones()
        self.things()
        self.labels()
        self.head(figure, width, height)
        self.legend(figure, width, height)
        return figure

    # The map, from the ground up.

    def ground(self) -> None:
        axes = self.axes
        axes.set_facecolor(mapstyle.PAPER)
        axes.set_xticks(
            range(0, self.table.width + 1, 6000), [str(i) for i in range(0, self.table.width // 1000 + 1, 6)]
        )
        axes.set_yticks(
            range(0, self.table.depth + 1, 6000), [str(i) for i in range(0, self.table.depth // 1000 + 1, 6)]
        )
        axes.tick_params(length=3, labelsize=7, color=mapstyle.INK, labelcolor=mapstyle.INK)
        for spine in axes.spines.values():
            spine.set_color(mapstyle.INK)
            spine.set_linewidth(1.2)
        for size, lines in ((self.table.width, axes.axvline), (self.table.depth, axes.axhline)):
            for at in range(1000, size, 1000):
                strong = at % 6000 == 0
                lines(
                    at,
                    color=mapstyle.GRID_STRONG if strong else mapstyle.GRID,
                    lw=0.6 if strong else 0.35,
                    zorder=0.5,
                )
        for i, area in enumerate(self.table.deployment):
            self.polygon(area.footprint, face=_SIDES[i % 4], alpha=0.45, edge="none", z=0.3)
            self.polygon(area.footprint, face="none", edge="#7d7566", width=0.9, dashes=(6, 3), z=2.2)
        for kind in GROUND_KINDS:
            for piece in self.table.pieces:
                if piece.kind == kind:
                    self.piece(piece, z=1 + GROUND_KINDS.index(kind) / 10)

    def zones(self) -> None:
        for zone in self.table.zones:
            self.zone(zone)

    def zone(self, zone: Zone) -> None:
        from matplotlib.patches import Circle as Disc

        if isinstance(zone.shape, Circle):
            disc = Disc(
                (zone.shape.x, zone.shape.y),
                zone.shape.radius,
                facecolor="#8d7bb514",
                edgecolor=_ZONE_EDGE,
                lw=1.1,
                linestyle=(0, (1, 2)),
                hatch="/",
                zorder=2,
            )
            self.axes.add_patch(disc)
        else:
            self.polygon(
                zone.shape, face="#8d7bb514", edge=_ZONE_EDGE, width=1.1, dashes=(1, 2), hatch="/", z=2
            )

    def things(self) -> None:
        """Floors of buildings first, then everything from the lowest to the highest."""
        roofs: dict[str, int] = {}
        for piece in self.table.pieces:
            if piece.structure:
                roofs[piece.structure] = max(
                    roofs.get(piece.structure, 0), piece.top if piece.kind == "roof" else 0
                )
        for room in self.table.rooms:
            if not room.name and room.bottom == 0:
                self.polygon(
                    room.footprint,
                    face=shade(mapstyle.FLOOR, roofs.get(room.structure, 0) // 3),
                    edge="none",
                    z=2.5,
                )
        for piece in sorted(self.table.pieces, key=lambda p: (p.top, p.name)):
            if piece.kind in GROUND_KINDS or piece.kind in ("roof", "floor"):
                continue
            if piece.kind in ("door", "window") or piece.ladder or piece.stairs or piece.door is not None:
                if piece.bottom < 2000 or not piece.structure:
                    self.way(piece)
            elif piece.structure in roofs and piece.kind == "wall":
                if piece.bottom == 0:
                    self.polygon(piece.footprint, face=mapstyle.WALL, edge=mapstyle.WALL, width=0.3, z=5)
            elif (
                piece.structure in roofs and roofs[piece.structure] and piece.bottom >= roofs[piece.structure]
            ):
                self.on_roof(piece)
            elif piece.structure not in roofs or piece.bottom == 0 or piece.kind == "landing":
                self.piece(piece, z=3 + piece.top / 1e4)

    def piece(self, piece: Piece, z: float, alpha: float = 1) -> None:
        style = STYLES.get(piece.kind, Style(mapstyle.STONE))
        self.polygon(
            piece.footprint,
            face=shade(style.tint, piece.top),
            edge=style.edge,
            width=style.width,
            hatch=style.hatch,
            dashes=(3, 1.5) if style.dashed else None,
            alpha=alpha,
            z=z,
        )

    def on_roof(self, piece: Piece) -> None:
        """Faint and dotted: the roof is lifted off, the plan below must stay readable."""
        style = STYLES.get(piece.kind, Style(mapstyle.STONE))
        face = "none" if piece.kind == "parapet" else style.tint + "66"
        hatch = "" if piece.kind == "parapet" else style.hatch[:1]
        self.polygon(piece.footprint, face=face, edge="#8b8170", width=0.7, dashes=(1, 1.2), hatch=hatch, z=6)

    def way(self, piece: Piece) -> None:
        """Doors, windows, ladders, stairs: each with a sign of its own."""
        if piece.ladder or piece.stairs:
            self.polygon(piece.footprint, face="#ffffff", edge=mapstyle.INK, width=1.1, z=7)
            self.rungs(piece.footprint, 200 if piece.ladder else 350)
        elif piece.kind == "window":
            self.polygon(piece.footprint, face="#ffffff", edge=mapstyle.INK, width=0.6, z=5.5)
            self.middle_line(piece.footprint, "#3f7fa3", 1.6)
        elif piece.door is Door.CLOSED:
            self.polygon(piece.footprint, face=STYLES["door"].tint, edge=mapstyle.INK, width=0.7, z=5.5)
        else:
            self.polygon(
                piece.footprint, face="#ffffff", edge=mapstyle.INK, width=0.6, dashes=(1.5, 1.5), z=5.5
            )
            if piece.door is Door.OPEN:
                self.leaf(piece.footprint)

    def rungs(self, quad: Footprint, apart: int) -> None:
        """Lines across the longer way of a quadrilateral."""
        a, b, c, d = quad[:4]
        if hypot(b[0] - a[0], b[1] - a[1]) < hypot(c[0] - b[0], c[1] - b[1]):
            a, b, c, d = b, c, d, a
        count = max(round(hypot(b[0] - a[0], b[1] - a[1]) / apart), 2)
        for k in range(1, count):
            t = k / count
            xs = (a[0] + (b[0] - a[0]) * t, d[0] + (c[0] - d[0]) * t)
            ys = (a[1] + (b[1] - a[1]) * t, d[1] + (c[1] - d[1]) * t)
            self.axes.plot(xs, ys, color=mapstyle.INK, lw=0.7, zorder=7.1)

    def middle_line(self, quad: Footprint, colour: str, width: float) -> None:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad[:4]
        self.axes.plot(
            [(ax + dx) / 2, (bx + cx) / 2], [(ay + dy) / 2, (by + cy) / 2], color=colour, lw=width, zorder=5.6
        )

    def leaf(self, quad: Footprint) -> None:
        """The leaf of an open door, standing inwards from one end of the doorway."""
        (ax, ay), (bx, by), (cx, cy), _ = quad[:4]
        width = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        thick = ((cx - bx) ** 2 + (cy - by) ** 2) ** 0.5
        ux, uy = (cx - bx) / thick, (cy - by) / thick
        self.axes.plot(
            [bx, bx + ux * width * 0.8],
            [by, by + uy * width * 0.8],
            color=STYLES["door"].tint,
            lw=2,
            zorder=5.7,
        )

    def polygon(
        self,
        footprint: Footprint,
        face: str,
        edge: str,
        width: float = 0,
        hatch: str = "",
        dashes: tuple[float, float] | None = None,
        alpha: float | None = None,
        z: float = 1,
    ) -> None:
        from matplotlib.patches import Polygon

        patch = Polygon(
            list(footprint),
            closed=True,
            facecolor=face,
            edgecolor=edge,
            lw=width,
            hatch=hatch or None,
            linestyle=(0, dashes) if dashes else "solid",
            alpha=alpha,
            zorder=z,
            joinstyle="miter",
        )
        self.axes.add_patch(patch)

    # Words and figures on the map.

    def labels(self) -> None:
        big = 9.5
        for area in self.table.deployment:
            x0, y0, x1, y1 = _bounds(area.footprint)
            upright = x1 - x0 < y1 - y0
            inset = 350
            x = (x0 + inset if x0 == 0 else x1 - inset) if upright else (x0 + x1) / 2
            y = (y0 + y1) / 2 if upright else (y0 + inset if y0 == 0 else y1 - inset)
            self.text(
                x,
                y,
                self.called(area.name, area.name),
                big - 1.5,
                colour="#7d7566",
                rotation=90 if upright else 0,
                z=9.2,
                box=True,
            )
        for zone in self.table.zones:
            if isinstance(zone.shape, Circle):
                x, y = float(zone.shape.x), float(zone.shape.y)
            else:
                x, y = _label_point(zone.shape)
            self.text(x, y, self.called(zone.name, zone.name), big - 2.5, colour=_ZONE_EDGE, z=8.5, box=True)
        for room in self.table.rooms:
            if room.name and room.bottom == 0:
                self.room(room)
        for room in self.table.rooms:
            if not room.name and room.bottom == 0:
                self.badge(room.structure)
        usual = self.heights()
        for piece in self.table.pieces:
            if (
                not piece.structure
                and piece.top > 0
                and piece.kind not in GROUND_KINDS
                and self.wants_label(piece, usual)
            ):
                x, y = _label_point(piece.footprint)
                self.text(x, y, _inches(piece.top), 6, z=9, box=True)

    def wants_label(self, piece: Piece, usual: dict[str, set[int]]) -> bool:
        """A height is written on the piece where the legend cannot say it for the whole kind."""
        x, y = _label_point(piece.footprint)
        covered = any(
            other.bottom >= piece.top and other is not piece and contains(other.footprint, round(x), round(y))
            for other in self.table.pieces
        )
        if piece.ladder or piece.stairs or covered:
            return False
        return len(usual[piece.kind]) > 1 or abs(twice_area(piece.footprint)) >= 2 * 6_000_000

    def heights(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for piece in self.table.pieces:
            if not piece.structure:
                found.setdefault(piece.kind, set()).add(piece.top)
        return found

    def room(self, room: Room) -> None:
        x0, y0, x1, y1 = _bounds(room.footprint)
        name = self.called(f"{room.structure}/{room.name}", room.name)
        per_letter = 1.0 if any(ord(c) > 0x2E80 for c in name) else 0.58
        x, y = self.clear_point(room)
        size = min(8.0, self.points((x1 - x0) / 1000) * 0.9 / max(len(name) * per_letter, 1))
        if size < 5 and y1 - y0 > x1 - x0:
            size = min(7.0, self.points((y1 - y0) / 1000) * 0.9 / max(len(name) * per_letter, 1))
            self.text(x, y, name, size, colour="#6b6254", rotation=90, z=8, style="italic")
        else:
            self.text(x, y, name, max(size, 4.5), colour="#6b6254", z=8, style="italic")

    def clear_point(self, room: Room) -> tuple[float, float]:
        """Where the name of a room can stand free of furniture: up or down from its middle."""
        x, y = _label_point(room.footprint)
        _, y0, _, y1 = _bounds(room.footprint)
        in_the_way = [
            _bounds(p.footprint)
            for p in self.table.pieces
            if p.structure == room.structure
            and p.kind not in ("wall", "door", "window", "roof", "floor", "parapet")
        ]
        for step in (0, 600, -600, 1200, -1200, 1800, -1800):
            free = not any(
                left - 600 < x < right + 600 and low - 350 < y + step < high + 350
                for left, low, right, high in in_the_way
            )
            if free and y0 + 400 < y + step < y1 - 400:
                return x, y + step
        return x, y

    def badge(self, structure: str) -> None:
        """The number of a structure and the height of its roof or walls, at the corners of its outline."""
        parts = [p for p in self.table.pieces if p.structure == structure and p.kind in ("roof", "wall")]
        corners = [corner for part in parts for corner in part.footprint]
        top = max(part.top for part in parts)
        number = next((part.number for part in parts if part.number is not None), None)
        if number is not None:
            x, y = min(corners, key=lambda p: (p[0] - p[1], p[0]))
            self.text(x, y, str(number), 11, colour="white", z=10, box=True, fill=mapstyle.INK, bold=True)
        x, y = max(corners, key=lambda p: (p[0] + p[1], p[0]))
        self.text(x, y, _inches(top), 6.5, z=9.5, box=True)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: str = mapstyle.INK,
        z: float = 9,
        box: bool = False,
        fill: str = "#fffdf6",
        rotation: float = 0,
        style: str = "normal",
        bold: bool = False,
    ) -> None:
        frame = (
            {"boxstyle": "round,pad=0.18", "fc": fill, "ec": "#8b8170", "lw": 0.4, "alpha": 0.92}
            if box
            else None
        )
        self.axes.text(
            x, y, words, fontsize=size, color=colour, ha="center", va="center", zorder=z, rotation=rotation,
            fontfamily=["DejaVu Sans"] if bold else None, fontweight="bold" if bold else "normal",
            fontstyle=style, bbox=frame, clip_on=False,
        )  # fmt: skip

    # Around the map.

    def head(self, figure: Figure, width: float, height: float) -> None:
        name = self.field.name.in_language(self.lang)
        figure.text(_MARGIN / width, 1 - 0.42 / height, name, fontsize=19, color=mapstyle.INK, va="center")
        facts = self.say(
            "picture-facts",
            width=f"{self.table.width / 1000:g}",
            depth=f"{self.table.depth / 1000:g}",
            scale=f"{1 / self.scale:g}",
        )
        about = self.field.description.in_language(self.lang)
        figure.text(_MARGIN / width, 1 - 0.78 / height, about, fontsize=8.5, color="#5d5548", va="center")
        figure.text(
            1 - _MARGIN / width,
            1 - 0.42 / height,
            facts,
            fontsize=9,
            color="#5d5548",
            va="center",
            ha="right",
        )

    def legend(self, figure: Figure, width: float, height: float) -> None:
        """What each sign means, with heights; and a scale bar."""
        panel_height = height - _HEAD - 2 * _MARGIN
        left = width - _LEGEND - 0.1
        panel = figure.add_axes(
            (left / width, _MARGIN / height, (_LEGEND - 0.1) / width, panel_height / height)
        )
        panel.set_xlim(0, _LEGEND - 0.1)
        panel.set_ylim(0, panel_height)
        panel.axis("off")
        rows = list(self.rows())
        step = min(0.34, (panel_height - 1.5) / max(len(rows), 1))
        y = panel_height - 0.15
        panel.text(0.05, y, self.say("legend"), fontsize=11, color=mapstyle.INK, va="center")
        for style, words, sign in rows:
            y -= step
            self.swatch(panel, style, sign, y, step)
            panel.text(0.72, y, words, fontsize=8, color=mapstyle.INK, va="center")
        y -= step + 0.25
        six = 6 * self.scale
        for i in range(6):
            colour = mapstyle.INK if i % 2 == 0 else "white"
            _rectangle(panel, 0.05 + i * six / 6, y, six / 6, 0.09, colour, mapstyle.INK)
        panel.text(0.05, y - 0.14, "0", fontsize=7, ha="center", va="center")
        panel.text(0.05 + six, y - 0.14, self.say("six-inches"), fontsize=7, ha="center", va="center")

    def swatch(self, panel: Axes, style: Style, sign: str, y: float, step: float) -> None:
        tall = step * 0.66
        if sign == "badge":
            panel.text(
                0.32, y, "4", fontsize=9, color="white", ha="center", va="center",
                fontweight="bold", fontfamily=["DejaVu Sans"],
                bbox={"boxstyle": "round,pad=0.18", "fc": mapstyle.INK, "ec": "none"},
            )  # fmt: skip
            return
        dashes = (0, (3, 1.5)) if style.dashed else (0, (1, 2)) if sign == "zone" else "solid"
        _rectangle(
            panel, 0.08, y - tall / 2, 0.5, tall, style.tint, style.edge, style.hatch, style.width, dashes
        )
        if sign == "window":
            panel.plot([0.08, 0.58], [y, y], color="#3f7fa3", lw=1.6)
        elif sign == "open-door":
            panel.plot([0.58, 0.58], [y, y + tall * 0.8], color=STYLES["door"].tint, lw=2)

    def rows(self) -> Iterable[tuple[Style, str, str]]:
        """The lines of the legend: only what is on this map."""
        table = self.table
        kinds = {p.kind for p in table.pieces}
        if any(p.number is not None for p in table.pieces):
            yield Style("white"), self.say("legend-number"), "badge"
        structures = {r.structure for r in table.rooms}
        if structures:
            yield Style(mapstyle.WALL), self.say("legend-wall"), ""
        if any(p.door is Door.CLOSED for p in table.pieces):
            yield STYLES["door"], self.say("legend-door-closed"), ""
        if any(p.door is Door.OPEN for p in table.pieces):
            yield Style("white", dashed=True), self.say("legend-door-open"), "open-door"
        if any(p.door is Door.DESTROYED for p in table.pieces):
            yield Style("white", dashed=True), self.say("legend-door-destroyed"), ""
        if any(p.name.partition("/")[2].startswith("roof-") for p in table.pieces):
            yield Style("#f3eee2", "", "#8b8170", dashed=True), self.say("legend-on-roof"), ""
        if "window" in kinds:
            yield Style("white"), self.say("kind-window"), "window"
        if "ladder" in kinds:
            yield Style("white", "||||||"), self.say("kind-ladder"), ""
        if "stairs" in kinds:
            yield Style("white", "||||"), self.say("kind-stairs"), ""
        done = {"door", "window", "ladder", "stairs", "roof", "floor"}
        for kind, style in STYLES.items():
            of_kind = [p for p in table.pieces if p.kind == kind]
            if (
                kind in done
                or not of_kind
                or (kind == "wall" and all(p.structure in structures for p in of_kind))
            ):
                continue
            tops = sorted(
                {
                    p.top - (p.bottom if p.structure or p.kind != "catwalk" else 0)
                    for p in of_kind
                    if not p.structure or kind != "wall"
                }
            )
            words = self.say(f"kind-{kind}")
            if tops[-1] > 0 and kind != "landing":
                span = _inches(tops[0]) if len(tops) == 1 else f"{tops[0] / 1000:g}–{_inches(tops[-1])}"
                words = self.say("legend-kind", kind=words, height=span)
            shown = Style(shade(style.tint, tops[0]), style.hatch, style.edge, style.width, style.dashed)
            yield shown, words, ""
        if table.zones:
            yield Style("#ece8f2", "//", _ZONE_EDGE), self.say("legend-zone"), "zone"
        for i, area in enumerate(table.deployment):
            yield Style(_SIDES[i % 4], "", "#7d7566", dashed=True), self.called(area.name, area.name), ""


def _rectangle(
    panel: Axes, x: float, y: float, width: float, height: float, face: str, edge: str, hatch: str = "",
    line: float = 0.6, dashes: Any = "solid",
) -> None:  # fmt: skip
    from matplotlib.patches import Rectangle

    panel.add_patch(
        Rectangle(
            (x, y),
            width,
            height,
            facecolor=face,
            edgecolor=edge,
            hatch=hatch or None,
            lw=line,
            linestyle=dashes,
        )
    )


def _inches(mils: int) -> str:
    return f"{mils / 1000:.3g}″"


def _bounds(footprint: Footprint) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in footprint], [y for _, y in footprint]
    return min(xs), min(ys), max(xs), max(ys)


def _label_point(footprint: Footprint) -> tuple[float, float]:
    """A point well inside: the middle of the greatest convex part."""
    part = max(convex_parts(footprint), key=lambda p: abs(twice_area(p)))
    return sum(x for x, _ in part) / len(part), sum(y for _, y in part) / len(part)
