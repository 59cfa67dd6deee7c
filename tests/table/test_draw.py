"""Pictures of battlefields: written, well formed, true to scale, and the same every time."""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from firelane.problem import Problem
from firelane.table.draw import MAP_SIZE, draw_field
from firelane.table.fieldfile import parse_field, ready_field, ready_names
from firelane.table.pictures import DPI

SVG = "{http://www.w3.org/2000/svg}"


def texts(path: Path) -> list[str]:
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{SVG}svg"
    return ["".join(node.itertext()).strip() for node in root.iter(f"{SVG}text")]


def png_size(path: Path) -> tuple[int, int]:
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:24])
    return width, height


@pytest.mark.parametrize("name", ready_names())
def test_every_ready_field_is_drawn_with_numbers_heights_and_a_legend(name: str, tmp_path: Path) -> None:
    field = ready_field(name)
    out = tmp_path / "map.svg"
    draw_field(field, out, "en")
    found = texts(out)
    assert field.name.en in found
    for piece in field.battlefield.pieces:
        if piece.number is not None:
            assert str(piece.number) in found
        if piece.kind == "roof":
            assert f"{piece.top / 1000:.3g}″" in found
    for room in field.battlefield.rooms:
        if room.name and room.bottom == 0:
            assert field.words[f"{room.structure}/{room.name}"].en in found
    assert any(text.startswith("Legend") for text in found)
    assert "6 inches" in found


def test_the_reader_is_spoken_to_in_japanese(tmp_path: Path) -> None:
    out = tmp_path / "map.svg"
    draw_field(ready_field("market-quarter"), out, "ja")
    found = texts(out)
    assert "市場街" in found
    assert "薬局" not in found  # the legend names kinds, not houses
    assert any("プランター" in text for text in found)
    assert any("売り場" in text for text in found)


def test_japanese_letters_are_found_in_pictures_too(tmp_path: Path) -> None:
    """A missing letter would be a warning, and warnings are errors here."""
    out = tmp_path / "map.png"
    draw_field(ready_field("jungle"), out, "ja")
    assert png_size(out)[0] > 1000


@pytest.mark.parametrize(("size", "wanted"), [((24, 24), (16.5, 13.85)), ((32, 48), (12.5, 13.85))])
def test_a_png_has_the_size_that_the_scale_asks_for(
    size: tuple[int, int], wanted: tuple[float, float], tmp_path: Path
) -> None:
    text = f"name: T\nsize: [{size[0]}, {size[1]}]\ndeployment: [{{name: a, edge: south, depth: 6}}]\n"
    out = tmp_path / "map.png"
    draw_field(parse_field(text, "t"), out, "en")
    assert png_size(out) == (int(wanted[0] * DPI), int(wanted[1] * DPI))


def test_the_map_is_true_to_scale(tmp_path: Path) -> None:
    """A crate of 6 by 3 inches on a table of 24 is a quarter and an eighth of the map's length."""
    text = (
        "name: T\nsize: [24, 24]\npieces: [{kind: crate, name: c, box: [6, 9, 6, 3]}]\n"
        "deployment: [{name: a, edge: south, depth: 4}]\n"
    )
    out = tmp_path / "map.svg"
    draw_field(parse_field(text, "t"), out, "en")
    root = ElementTree.parse(out).getroot()
    boxes = []
    for path in root.iter(f"{SVG}path"):
        numbers = [
            float(t)
            for t in path.get("d", "").replace("M", " ").replace("L", " ").replace("z", " ").split()
            if t[-1].isdigit()
        ]
        xs, ys = numbers[::2], numbers[1::2]
        if len(xs) >= 4 and len(xs) == len(ys):
            boxes.append((round(max(xs) - min(xs), 1), round(max(ys) - min(ys), 1)))
    points = MAP_SIZE * 72
    assert (round(points / 4, 1), round(points / 8, 1)) in boxes


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_same_field_gives_the_same_bytes(ending: str, tmp_path: Path) -> None:
    for name in ("a", "b"):
        draw_field(ready_field("depot"), tmp_path / f"{name}.{ending}", "en")
    assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()


def test_other_endings_and_missing_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Problem, match=r"\.svg or \.png"):
        draw_field(ready_field("depot"), tmp_path / "map.gif")
    with pytest.raises(Problem, match="cannot be written"):
        draw_field(ready_field("depot"), tmp_path / "nowhere" / "map.svg")
