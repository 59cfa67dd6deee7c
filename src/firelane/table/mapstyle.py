"""How each kind of thing is drawn: a tint and a hatching, so that colour is never the only sign."""

from __future__ import annotations

import msgspec


class Style(msgspec.Struct, frozen=True):
    """A tint (mixed with the shade of the height), a hatching, and the colour of its lines."""

    tint: str
    hatch: str = ""
    edge: str = "#4b443a"
    width: float = 0.8
    dashed: bool = False


PAPER = "#f6f1e4"
INK = "#2f2a24"
GRID = "#e3dcc8"
GRID_STRONG = "#cfc5ab"
WALL = "#54493c"
FLOOR = "#fbf8ef"

STONE, WOOD, METAL, LEAF, EARTH, GLASS = "#b9ad98", "#c9a877", "#a9b3b8", "#8fae7b", "#d8c79d", "#a8c6d6"

STYLES: dict[str, Style] = {
    "block": Style(STONE),
    "wall": Style(WALL),
    "container": Style("#b5785c", "||"),
    "shed": Style(WOOD, "--"),
    "tank": Style(METAL, "oo"),
    "tower": Style(STONE, "xx"),
    "platform": Style(STONE, "++"),
    "rock": Style("#a29a8e", "\\\\\\\\"),
    "pillar": Style(STONE, "xxxx"),
    "tree": Style("#6f9160", "***"),
    "machine": Style(METAL, "//"),
    "truck": Style("#8d99a6", "////"),
    "hedgerow": Style("#6f9160", "ooo"),
    "stack": Style(WOOD, "xxx"),
    "crate": Style(WOOD, "xx"),
    "barrel": Style("#c58f5a", ".."),
    "low-wall": Style(STONE, "//"),
    "sandbags": Style(EARTH, "oo"),
    "pipe": Style(METAL, "--"),
    "vehicle": Style("#8d99a6", "///"),
    "planter": Style("#b59f77", "..."),
    "air-conditioner": Style("#c9d2d4", "+++"),
    "furniture": Style("#d2b58c", "\\\\\\"),
    "hedge": Style(LEAF, "ooo"),
    "fence": Style("#8b8478", "", width=1.2, dashed=True),
    "railing": Style("#8b8478", "", width=1.0, dashed=True),
    "parapet": Style("#8f8169"),
    "catwalk": Style("#c3ccd0", "xxx"),
    "landing": Style("#dfe4e6", "xx"),
    "door": Style("#a5652f"),
    "window": Style(GLASS),
    "ladder": Style("#ffffff", "----", width=1.0),
    "stairs": Style("#ffffff", "||||", width=1.0),
    "rough": Style("#ddd0b0", "..", "#a8987a"),
    "sand": Style("#eadfb4", "..", "#b9a871"),
    "jungle": Style("#cbdcb9", "\\\\", "#7f9a6c"),
    "water": Style("#c4dce6", "--", "#7ea2b3"),
    "deep-water": Style("#9fc3d4", "----", "#5d8a9f"),
    "crop": Style("#e9dfb2", "||", "#b8a868"),
    "road": Style("#e6e0d3", "", "#c9c0ad"),
}
GROUND_KINDS = ("road", "crop", "sand", "rough", "jungle", "water", "deep-water")
"""What lies flat, in the order in which it is drawn."""


def shade(tint: str, top: int) -> str:
    """The tint darker the higher the top is: full at the ground, about half as bright at 8 inches."""
    keep = 1 - 0.5 * min(max(top, 0), 8000) / 8000
    channels = (int(tint[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(c * keep):02x}" for c in channels)
