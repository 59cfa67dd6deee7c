# ruff: noqa: E501 (a table of cases reads best with one case to a line)
"""Battlefields as text: what the shorthand comes to, and what is refused with which line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from firelane.problem import Problem
from firelane.table.fieldfile import find_field, form_of, parse_field, read_field, ready_names, write_field
from firelane.table.layout import Field
from firelane.table.polygons import twice_area
from firelane.table.things import Access, Circle, Door, Figure, Ground, Piece, See

DOCS = Path(__file__).parents[2] / "docs" / "battlefields.md"
HEAD = "name: Test\nsize: [24, 24]\ndeployment: [{name: south, edge: south, depth: 4}]\n"


def field(text: str) -> Field:
    return parse_field(HEAD + text, "test.yaml")


def piece(text: str) -> Piece:
    return field(f"pieces:\n  - {text}\n").battlefield.pieces[0]


def example() -> str:
    return DOCS.read_text("utf-8").split("```yaml\n")[1].split("```")[0]


def area(made: Piece) -> float:
    return abs(twice_area(made.footprint)) / 2e6


# What the shorthand means.


def test_the_example_of_the_documentation_loads_and_is_its_own_mirror_image() -> None:
    found = parse_field(example(), "example")
    table = found.battlefield
    assert (table.width, table.depth) == (24000, 24000)
    assert {room.structure for room in table.rooms} == {"1", "2"}
    assert table.piece("kerb").footprint
    assert "kerb-mirror" not in table.by_name
    assert table.piece("crate-1-mirror").footprint[0] == (20000, 21000)
    assert table.piece("top-crate").bottom == 2500
    assert table.piece("top-crate").top == 3500
    assert found.words["2/store"].ja == "倉庫"


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        ("box: [1, 2, 3, 4]", {(1000, 2000), (4000, 2000), (4000, 6000), (1000, 6000)}),
        ("at: [5, 5], size: [2, 1]", {(4000, 4500), (6000, 4500), (6000, 5500), (4000, 5500)}),
        ("at: [5, 5], size: [2, 1], turn: 90", {(5500, 4000), (5500, 6000), (4500, 6000), (4500, 4000)}),
        ("ngon: [5, 5, 1.41421356, 4]", {(6000, 4000), (6000, 6000), (4000, 6000), (4000, 4000)}),
        ("line: [[2, 5], [6, 5]], thick: 1", {(2000, 4500), (6000, 4500), (6000, 5500), (2000, 5500)}),
        ("outline: [[1, 1], [3, 1], [2, 4]]", {(1000, 1000), (3000, 1000), (2000, 4000)}),
    ],
)
def test_every_way_to_give_a_shape(shape: str, wanted: set[tuple[int, int]]) -> None:
    assert set(piece(f"{{kind: crate, {shape}}}").footprint) == wanted


def test_a_bent_line_is_one_piece_of_even_width() -> None:
    made = piece("{kind: hedge, line: [[2, 10], [8, 10], [8, 16]], thick: 1}")
    assert area(made) == pytest.approx(12.0)
    assert (8500, 9500) in made.footprint
    assert (7500, 10500) in made.footprint


def test_a_kind_gives_properties_and_the_piece_overrides_them() -> None:
    assert piece("{kind: hedge, box: [1, 1, 2, 1]}").sight is See.HEDGE
    assert piece("{kind: hedge, box: [1, 1, 2, 1], sight: blocks}").sight is See.BLOCKS
    water = piece("{kind: water, box: [1, 1, 2, 1]}")
    assert (water.water, water.ground, water.terrain, water.solid) == (
        True,
        Ground.DIFFICULT,
        "aquatic",
        False,
    )
    assert piece("{kind: vehicle, box: [1, 1, 2, 1]}").kind == "vehicle"


@pytest.mark.parametrize(
    ("levels", "bottom", "top"),
    [
        ("", 0, 1200),
        ("top: 2", 0, 2000),
        ("height: 2, bottom: 1", 1000, 3000),
        ("bottom: 1", 1000, 2200),
        ("top: 5, height: 1", 4000, 5000),
    ],
)
def test_levels(levels: str, bottom: int, top: int) -> None:
    made = piece(f"{{kind: crate, box: [1, 1, 2, 1]{', ' + levels if levels else ''}}}")
    assert (made.bottom, made.top) == (bottom, top)


def test_the_top_alone_places_a_catwalk() -> None:
    made = piece("{kind: catwalk, box: [1, 1, 2, 1], top: 3}")
    assert (made.bottom, made.top) == (2800, 3000)


@pytest.mark.parametrize(
    ("how", "corner"), [("point", (21000, 22000)), ("x", (21000, 1000)), ("y", (1000, 22000))]
)
def test_mirror_images(how: str, corner: tuple[int, int]) -> None:
    table = field(f"mirror: {how}\npieces: [{{kind: crate, name: c, box: [1, 1, 2, 1]}}]\n").battlefield
    copy = table.piece("c-mirror")
    assert min(copy.footprint) == corner
    assert twice_area(copy.footprint) == twice_area(table.piece("c").footprint)


def test_also_repeats_a_piece_by_its_first_point() -> None:
    table = field("pieces: [{kind: barrel, ngon: [5, 5, 0.5, 8], also: [[9, 9]]}]\n").battlefield
    first, second = table.pieces
    assert [(x + 4000, y + 4000) for x, y in first.footprint] == list(second.footprint)
    assert second.name == "barrel-1-2"


HOUSE = """
buildings:
  - name: house
    number: 4
    box: [8, 8, 8, 6]
    storeys: 2
    doors: [{side: south, at: 2, access: wide, state: open}]
    windows: [{side: north, at: 2, width: 1}]
    inner: [{from: [4, 0], to: [4, 6], doors: [{at: 3}]}]
    rooms: [{name: west, at: [1, 1]}, {name: east, at: [6, 1]}]
    inner-stairs: [{box: [4.2, 0.3, 3, 1.3], to: 2}]
    roof: {parapet: 0.5}
    ladders: [{side: east, at: 3}]
"""


def test_a_building_becomes_walls_doors_windows_floors_and_a_roof() -> None:
    table = field(HOUSE).battlefield
    assert {p.structure for p in table.pieces} == {"4"}
    door = table.piece("house/south-door-1")
    assert (door.door, door.access, door.bottom, door.top) == (Door.OPEN, Access.WIDE, 0, 2000)
    assert sorted(x for x, _ in door.footprint) == [9300, 9300, 10700, 10700]
    window = table.piece("house/north-window-1")
    assert (window.sight, window.bottom, window.top) == (See.WINDOW, 800, 2000)
    assert sorted(x for x, _ in window.footprint) == [9500, 9500, 10500, 10500]  # measured from the west end
    assert table.piece("house/north-window-1-sill").top == 800
    assert table.piece("house/north-window-1-lintel").bottom == 2000
    roof = table.piece("house/roof")
    assert (roof.top, roof.walkable, roof.number) == (6000, True, 4)
    assert table.piece("house/ladder-1").ladder
    assert table.piece("house/ladder-1").top == 6000


def test_the_outer_walls_of_a_storey_close_without_gap_or_overlap() -> None:
    table = field(HOUSE).battlefield
    ground = [
        p
        for p in table.pieces
        if p.bottom == 0 and "inner" not in p.name and p.kind in ("wall", "door", "window")
    ]
    ring = [p for p in ground if not p.name.endswith("sill")] + [table.piece("house/north-window-1")]
    assert sum(area(p) for p in ring) == pytest.approx(8 * 6 - 7.4 * 5.4, abs=1e-3)


def test_rooms_are_what_the_walls_leave() -> None:
    table = field(HOUSE).battlefield
    rooms = {(room.name, room.bottom): room for room in table.rooms}
    assert set(rooms["west", 0].footprint) == {(8300, 8300), (11900, 8300), (11900, 13700), (8300, 13700)}
    assert set(rooms["east", 0].footprint) == {(12100, 8300), (15700, 8300), (15700, 13700), (12100, 13700)}
    assert rooms["", 3000].top == 6000


def test_a_figure_in_an_inner_doorway_is_wholly_inside_the_structure_but_in_no_room() -> None:
    table = field(HOUSE).battlefield
    figure = Figure("f", x=12000, y=11000, diameter=1000)
    assert table.is_inside(figure, "4", wholly=True)
    assert {room.name for room in table.rooms_at(figure, wholly=True)} == {""}
    in_the_front_door = Figure("g", x=10000, y=8150, diameter=1000)
    assert not table.is_inside(in_the_front_door, "4", wholly=True)


def test_the_floor_is_open_above_the_stairs() -> None:
    table = field(HOUSE).battlefield
    floor = table.piece("house/floor-2")
    assert area(floor) == pytest.approx(7.4 * 5.4 - 3 * 1.3)
    assert table.piece("house/stairs-1").top == floor.top == 3000


def test_the_parapet_is_open_where_the_ladder_arrives() -> None:
    table = field(HOUSE).battlefield
    east = [p for p in table.pieces if p.name.startswith("house/parapet-2")]
    covered = sorted((min(y for _, y in p.footprint), max(y for _, y in p.footprint)) for p in east)
    assert covered == [(8000, 10200), (11800, 14000)]


def test_a_turned_building_turns_whole() -> None:
    straight = field(HOUSE).battlefield
    turned = field(HOUSE.replace("storeys: 2", "storeys: 2\n    turn: 90")).battlefield
    for one, other in zip(straight.pieces, turned.pieces, strict=True):
        about = {(12000 - (y - 11000), 11000 + (x - 12000)) for x, y in one.footprint}
        assert about == set(other.footprint)


def test_sides_of_an_outline_by_number_and_rooms_of_an_l_shape() -> None:
    table = field(
        "buildings:\n  - name: ell\n    at: [6, 8]\n"
        "    outline: [[0, 0], [4, 0], [4, 3], [9, 3], [9, 8], [0, 8]]\n"
        "    doors: [{side: 3, at: 2}]\n    rooms: [{name: all, at: [1, 1]}]\n"
    ).battlefield
    door = table.piece("ell/3-door-1")
    assert {y for _, y in door.footprint} == {11000, 11300}
    assert sorted({x for x, _ in door.footprint}) == [11300, 12700]
    assert len(next(room for room in table.rooms if room.name == "all").footprint) == 6


def test_a_staircase_in_the_middle_of_a_floor_leaves_two_parts() -> None:
    made = field(HOUSE.replace("box: [4.2, 0.3, 3, 1.3]", "box: [4.5, 2, 3, 1.3]")).battlefield
    floors = [p for p in made.pieces if p.kind == "floor"]
    assert sum(area(p) for p in floors) == pytest.approx(7.4 * 5.4 - 3 * 1.3)


def test_zones_keep_their_shape_and_levels() -> None:
    table = field(
        "mirror: point\nzones: [{name: fog, circle: [6, 6, 2], effects: [low-visibility], top: 3}]\n"
    ).battlefield
    fog, other = table.zones
    assert (fog.shape, fog.bottom, fog.top) == (Circle(6000, 6000, 2000), None, 3000)
    assert other.shape == Circle(18000, 18000, 2000)


# Reading and writing.


def test_json_files_load_as_yaml_ones_do(tmp_path: Path) -> None:
    raw = yaml.safe_load(example())
    (tmp_path / "field.json").write_text(json.dumps(raw, indent="\t"), "utf-8")
    (tmp_path / "field.yaml").write_text(example(), "utf-8")
    assert read_field(tmp_path / "field.json") == read_field(tmp_path / "field.yaml")


@pytest.mark.parametrize("name", ready_names())
def test_what_is_written_reads_back_the_same(name: str) -> None:
    found = find_field(name)
    assert parse_field(write_field(found.form), name) == found
    assert parse_field(write_field(form_of(found.battlefield)), name).battlefield == found.battlefield


# What is refused.

CRATE = "{kind: crate, name: c, box: [2, 10, 2, 2]}"
BAD = {
    "crossing edges": ("pieces:\n  - {name: bow, outline: [[1, 1], [3, 3], [3, 1], [1, 3]]}", "crossing-edges", 5, "bow", "outline"),
    "no area": ("pieces:\n  - {name: flat, outline: [[1, 1], [3, 3], [5, 5]]}", "crossing-edges", 5, "flat", "outline"),
    "a line that turns back": ("pieces:\n  - {name: l, line: [[1, 9], [5, 9], [2, 9]]}", "crossing-edges", 5, "l", "line"),
    "unknown property": ("pieces:\n  - {kind: crate, name: c, box: [1, 9, 2, 2],\n     colour: red}", "unknown-property", 6, "c", "colour"),
    "unknown kind": ("pieces:\n  - name: c\n    kind: crait\n    box: [1, 9, 2, 2]", "unknown-kind", 6, "c", "kind"),
    "unknown word": ("pieces:\n  - {name: c, box: [1, 9, 2, 2],\n     sight: dim}", "not-one-of", 6, "c", "sight"),
    "wrong type": ("pieces:\n  - {name: c, box: [1, 9, 2, 2],\n     top: high}", "wrong-type", 6, "c", "top"),
    "wrong length": ("pieces:\n  - name: c\n    box: [1, 9, 2]", "wrong-length", 6, "c", "box"),
    "not finite": ("pieces:\n  - name: c\n    box: [1, 9, 2, 2]\n    top: .inf", "not-a-number", 7, "c", "top"),
    "no shape": ("pieces:\n  - {kind: crate, name: c}", "no-shape", 5, "c", "box"),
    "two shapes": ("pieces:\n  - {name: c, box: [1, 9, 2, 2], ngon: [1, 9, 1, 8]}", "two-shapes", 5, "c", "ngon"),
    "a middle without a size": ("pieces:\n  - {name: c, at: [4, 9]}", "at-without-size", 5, "c", "at"),
    "nothing wide": ("pieces:\n  - {name: c, box: [1, 9, 0, 2]}", "not-positive", 5, "c", "box"),
    "upside down": ("pieces:\n  - name: c\n    box: [1, 9, 2, 2]\n    bottom: 3\n    top: 2", "top-below-bottom", 8, "c", "top"),
    "off the table": (f"pieces:\n  - {CRATE}\n  - name: far\n    box: [23, 9, 2, 2]", "off-table", 7, "far", "box"),
    "a further place off the table": ("pieces:\n  - name: far\n    also: [[30, 5]]\n    box: [2, 9, 2, 2]", "off-table", 6, "far", "also"),
    "overlap": (f"pieces:\n  - {CRATE}\n  - name: d\n    box: [3, 11, 2, 2]", "overlap", 7, "d", "box"),
    "overlap with its image": ("mirror: point\npieces:\n  - {name: c, box: [11.5, 11.6, 2, 2]}", "overlap", 6, "c", "box"),
    "the same name": (f"pieces:\n  - {CRATE}\n  - {{kind: crate, box: [8, 10, 2, 2],\n     name: c}}", "same-name", 7, "c", "name"),
    "the same number": (f"{HOUSE.strip()}\n  - {{name: b, box: [1, 16, 5, 5],\n     number: 4}}", "same-name", 17, "4", "number"),
    "stands on nothing": ("pieces:\n  - {name: c, box: [1, 9, 2, 2],\n     stands-on: table}", "no-such-piece", 6, "c", "stands-on"),
    "door outside its wall": (HOUSE.replace("{side: south, at: 2,", "{side: south, at: 7.9,").strip(), "opening-outside", 9, "house/south", "at"),
    "window outside its wall": (HOUSE.replace("{side: north, at: 2,", "{side: north, at: 0.4,").strip(), "opening-outside", 10, "house/north", "at"),
    "door in a window": (HOUSE.replace("windows: [", "windows: [{side: south, at: 2.2}, ").strip(), "openings-meet", 10, "house/south", "at"),
    "wall in a window": (HOUSE.replace("{side: north, at: 2,", "{side: north, at: 4,").strip(), "blocked-opening", 11, "house/inner-1", "from"),
    "no such side": (HOUSE.replace("side: south", "side: 7").strip(), "no-such-side", 9, "house", "side"),
    "no such storey": (HOUSE.replace("to: 2}", "to: 5}").strip(), "no-such-storey", 13, "house", "to"),
    "room in a wall": (HOUSE.replace("at: [1, 1]", "at: [4, 1]").strip(), "not-in-a-room", 12, "house/west", "at"),
    "stairs through a wall": (HOUSE.replace("[4.2, 0.3, 3, 1.3]", "[6, 0.3, 3, 1.3]").strip(), "outside-building", 13, "house", "box"),
    "too many corners": ("pieces:\n  - {name: disc,\n     ngon: [5, 9, 1, 999]}", "too-much", 6, "disc", "ngon"),
    "too many storeys": (HOUSE.replace("storeys: 2", "storeys: 900").strip(), "too-much", 8, "house", "storeys"),
    "ladder off the table": (HOUSE.replace("box: [8, 8, 8, 6]", "box: [15.9, 8, 8, 6]").strip(), "off-table", 15, "house/ladder-1", "at"),
    "furniture through a wall": (HOUSE.strip() + "\n    inside: [{kind: crate, box: [7, 1, 2, 1]}]", "outside-building", 16, "house/crate-1", "box"),
    "two buildings in one place": (HOUSE.strip() + "\n  - {name: b,\n     box: [15, 9, 5, 5]}", "overlap", 17, "b/", "box"),
    "crate in a house": (HOUSE.strip() + "\npieces:\n  - {kind: crate, name: c,\n     box: [15.8, 9, 2, 1]}", "overlap", 18, "c", "box"),
    "zone without shape": ("zones:\n  - {name: fog, effects: []}", "no-shape", 5, "fog", "box"),
    "missing field": ("zones:\n  - {name: fog, circle: [1, 1, 1]}", "missing-field", 5, "fog", "effects"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_refused_with_piece_field_and_line(case: str) -> None:
    text, key, line, name, where = BAD[case]
    with pytest.raises(Problem) as caught:
        field(text)
    problem = caught.value
    assert problem.key == f"table.{key}"
    args = problem.args_of_message
    assert args["line"] == line, problem.say("en")
    assert name in str(args.get("piece", ""))
    assert where in str(args["field"])
    for lang in ("en", "ja"):
        said = problem.say(lang)
        assert "test.yaml" in said
        assert str(line) in said
        assert name in said


def test_no_room_to_deploy() -> None:
    full = "name: T\nsize: [12, 12]\npieces: [{kind: block, box: [0.5, 0.5, 11, 3.2]}]\n"
    with pytest.raises(Problem) as caught:
        parse_field(
            full
            + "deployment:\n  - {name: far, edge: north, depth: 4}\n  - {name: near, edge: south, depth: 4}\n",
            "t",
        )
    assert (caught.value.key, caught.value.args_of_message["line"]) == ("table.no-room", 6)
    assert caught.value.args_of_message["piece"] == "near"


def test_a_table_too_large_to_be_meant() -> None:
    with pytest.raises(Problem, match=r"line 2, T, field size: 4800\.0 is more than 240"):
        parse_field("name: T\nsize: [4800, 48]\ndeployment: [{name: a, edge: south, depth: 4}]\n", "t")


def test_nowhere_to_deploy() -> None:
    with pytest.raises(Problem) as caught:
        parse_field("name: T\nsize: [12, 12]\ndeployment: []\n", "t")
    assert caught.value.key == "table.no-deployment"
    assert caught.value.args_of_message["line"] == 3


def test_what_may_share_a_place() -> None:
    table = field(
        "pieces:\n"
        "  - {kind: container, name: low, box: [6, 10, 6, 3]}\n"
        "  - {kind: container, name: high, box: [6, 10, 6, 3], stands-on: low}\n"
        "  - {kind: jungle, box: [4, 8, 10, 8]}\n"
        "  - {kind: crate, name: beside, box: [12, 10, 2, 2]}\n"
    ).battlefield
    assert table.piece("high").bottom == table.piece("low").top


@pytest.mark.parametrize(
    "text", ["", "[]", "3", "pieces: {}", "name: x\nsize: 3\ndeployment: []", "a: [", "{"]
)
def test_nonsense_is_refused_in_words(text: str) -> None:
    with pytest.raises(Problem) as caught:
        parse_field(text, "nonsense.yaml")
    assert "nonsense.yaml" in caught.value.say("en")


def spoilt(raw: Any, dice: Random) -> Any:
    """The document with one value, anywhere in it, replaced by something else."""
    keys = list(raw) if isinstance(raw, dict) else list(range(len(raw)))
    key = keys[int(dice.random() * len(keys))]
    if isinstance(raw[key], dict | list) and raw[key] and dice.random() < 0.9:
        spoilt(raw[key], dice)
    else:
        junk: list[Any] = [
            None,
            "x",
            "",
            -1,
            0,
            1e9,
            1e-9,
            2.5,
            True,
            [],
            {},
            [[1, 2]],
            [0, 0, 0, 0],
            "south",
            "none",
        ]
        raw[key] = junk[int(dice.random() * len(junk))]
    return raw


def test_whatever_is_written_loads_whole_or_is_refused_in_words() -> None:
    complaints: list[Problem] = []
    for seed in range(60):
        text = yaml.safe_dump(spoilt(yaml.safe_load(example()), Random(f"spoilt {seed}")), allow_unicode=True)
        try:
            parse_field(text, "spoilt.yaml")
        except Problem as problem:
            complaints.append(problem)
    assert 10 < len(complaints) < 55
    assert all("spoilt.yaml" in problem.say(lang) for problem in complaints for lang in ("en", "ja"))


def test_unknown_names_and_missing_files() -> None:
    with pytest.raises(Problem, match="harbour-town"):
        find_field("nowhere")
    with pytest.raises(Problem, match=r"nowhere\.yaml"):
        find_field("nowhere.yaml")
