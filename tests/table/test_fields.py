"""The ready battlefields: dense, fair, open to be walked through, good for the games they are meant for."""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np
import pytest

from firelane.table.fieldfile import ready_field, ready_names
from firelane.table.kinds import KINDS
from firelane.table.layout import Field
from firelane.table.polygons import Footprint, contains
from firelane.table.shapes import mirrored
from firelane.table.survey import (
    Flags,
    Floats,
    distances,
    fits,
    is_scenery,
    reachable_ground,
    room_to_deploy,
    sight_quality,
    widest_gap,
)
from firelane.table.things import Area, Battlefield, Door, Piece, Room, See
from firelane.text import say

NAMES = ready_names()
LARGE = [name for name in NAMES if "n4" in ready_field(name).meant_for]
SMALL = [name for name in NAMES if "bpre" in ready_field(name).meant_for]


@pytest.fixture(params=NAMES)
def field(request: pytest.FixtureRequest) -> Field:
    return ready_field(request.param)


@pytest.fixture(params=SMALL)
def small(request: pytest.FixtureRequest) -> Battlefield:
    return ready_field(request.param).battlefield


@cache
def walk(name: str) -> tuple[Floats, Flags]:
    """Where one can walk on a ready field: asked for by several tests."""
    return reachable_ground(
        next(f for f in map(ready_field, NAMES) if f.battlefield.name == name).battlefield
    )


def strip(table: Battlefield, edge: str, depth: int) -> Area:
    w, d = table.width, table.depth
    x0, y0, x1, y1 = {
        "south": (0, 0, w, depth),
        "north": (0, d - depth, w, d),
        "west": (0, 0, depth, d),
        "east": (w - depth, 0, w, d),
    }[edge]
    return Area(edge, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def touch(a: Footprint, b: Footprint) -> bool:
    """Whether two footprints come within a twentieth of an inch of each other."""
    ab = distances(a, np.array(b, dtype=np.float64)).min()
    ba = distances(b, np.array(a, dtype=np.float64)).min()
    return bool(min(ab, ba) <= 50)


def test_there_are_five_of_each_size() -> None:
    assert len(LARGE) == len(SMALL) == 5
    assert {(f.width, f.depth) for f in (ready_field(n).battlefield for n in LARGE)} == {(48000, 48000)}
    assert {(f.width, f.depth) for f in (ready_field(n).battlefield for n in SMALL)} == {(24000, 24000)}


def test_both_languages_are_complete(field: Field) -> None:
    for text in (field.name, field.description, *field.words.values()):
        assert text.en
        assert text.ja
        assert text.ja != text.en or len(text.en) < 3
    for room in field.battlefield.rooms:
        if room.name:
            assert f"{room.structure}/{room.name}" in field.words
    for area in field.battlefield.deployment:
        assert area.name in field.words


def test_every_kind_has_a_name_for_readers() -> None:
    for kind in KINDS:
        assert say(f"table.kind-{kind}", "en") != say(f"table.kind-{kind}", "ja")


def test_no_gap_is_wider_than_ten_inches(field: Field) -> None:
    gap, where = widest_gap(field.battlefield)
    assert gap <= 10_000, where


def test_the_gap_is_measured_to_the_nearest_scenery() -> None:
    wall = Piece("wall", ((10000, 0), (11000, 0), (11000, 20000), (10000, 20000)), top=3000)
    rug = Piece("rug", ((0, 0), (9000, 0), (9000, 20000), (0, 20000)), top=300)
    assert widest_gap(Battlefield(17000, 20000, (wall, rug))) == (
        16000,
        (0, 0),
    )  # never more than 8 inches away
    other = msgspec.structs.replace(
        wall, name="other", footprint=((2000, 0), (3000, 0), (3000, 20000), (2000, 20000))
    )
    assert widest_gap(Battlefield(17000, 20000, (wall, rug, other)))[0] == 12000


def test_large_fields_are_dense(field: Field) -> None:
    table = field.battlefield
    built = {room.structure for room in table.rooms}
    things = len(built) + sum(is_scenery(p) and p.structure not in built for p in table.pieces)
    assert things >= (40 if table.width == 48000 else 18)


@pytest.mark.parametrize("name", LARGE)
def test_large_fields_are_their_own_mirror_image(name: str) -> None:
    found = ready_field(name)
    assert found.mirror == "point"
    table = found.battlefield

    def facts(piece: Piece, footprint: Footprint) -> tuple[object, ...]:
        bare = msgspec.structs.replace(piece, name="", footprint=(), structure="", number=None, label="")
        return frozenset(footprint), bare

    here = {facts(p, p.footprint) for p in table.pieces}
    there = {facts(p, mirrored(p.footprint, table.width, table.depth, "point")) for p in table.pieces}
    assert here == there


@pytest.mark.parametrize("name", LARGE)
def test_both_sides_see_as_much(name: str) -> None:
    quality = sight_quality(ready_field(name).battlefield)
    assert quality.difference <= 0.01
    assert 0.02 < max(quality.shares.values()) < 0.35


def test_there_is_room_to_deploy(field: Field) -> None:
    for area in field.battlefield.deployment:
        assert room_to_deploy(field.battlefield, area, 30) == 30


def reached(room: Room, points: Floats, walked: Flags) -> bool:
    return bool((distances(room.footprint, points[walked]) == 0).any())


def test_every_room_on_the_ground_can_be_walked_into(field: Field) -> None:
    points, walked = walk(field.battlefield.name)
    for room in field.battlefield.rooms:
        if room.bottom == 0:
            assert reached(room, points, walked), (room.structure, room.name)


def test_closing_the_walls_makes_a_room_unreachable() -> None:
    table = ready_field("market-quarter").battlefield
    sealed = msgspec.structs.replace(
        table,
        pieces=tuple(
            msgspec.structs.replace(p, door=None) if p.structure == "3" else p for p in table.pieces
        ),
    )
    points, walked = reachable_ground(sealed)
    unreached = {r.structure for r in sealed.rooms if r.bottom == 0 and not reached(r, points, walked)}
    assert unreached == {"3"}


def test_every_building_has_a_door_to_the_outside(field: Field) -> None:
    table = field.battlefield
    for structure in {room.structure for room in table.rooms}:
        inside = next(r for r in table.rooms if r.structure == structure and not r.name and r.bottom == 0)
        doors = [p for p in table.pieces if p.structure == structure and p.door is not None and p.bottom == 0]
        assert any(not all(contains(inside.footprint, x, y) for x, y in d.footprint) for d in doors), (
            structure
        )


def test_every_door_can_be_reached_from_both_sides(field: Field) -> None:
    points, walked = walk(field.battlefield.name)
    for piece in field.battlefield.pieces:
        if piece.door is not None and piece.bottom == 0:
            (ax, ay), (bx, by), (cx, cy), (dx, dy) = piece.footprint
            for outer, inner in (
                (((ax + bx) / 2, (ay + by) / 2), ((cx + dx) / 2, (cy + dy) / 2)),
                (
                    ((cx + dx) / 2, (cy + dy) / 2),
                    ((ax + bx) / 2, (ay + by) / 2),
                ),
            ):
                length = ((outer[0] - inner[0]) ** 2 + (outer[1] - inner[1]) ** 2) ** 0.5
                spot = [outer[i] + (outer[i] - inner[i]) / length * 650 for i in (0, 1)]
                away = np.hypot(points[walked][:, 0] - spot[0], points[walked][:, 1] - spot[1]).min()
                assert away <= 300, (piece.name, spot)


def test_every_roof_floor_and_platform_can_be_climbed_to(field: Field) -> None:
    table = field.battlefield
    points, walked = walk(table.name)
    feet = points[walked]
    surfaces = [p for p in table.pieces if p.walkable and p.top >= 1500 and p.kind != "crate"]
    ways = [p for p in table.pieces if p.ladder or p.stairs]
    known: set[str] = set()
    while True:
        found = set(known)
        for way in ways:
            level_feet = [s for s in surfaces if s.name in known and s.top == way.bottom]
            foot = (way.bottom == 0 and distances(way.footprint, feet).min() <= 700) or any(
                touch(s.footprint, way.footprint) for s in level_feet
            )
            if foot:
                found |= {s.name for s in surfaces if s.top == way.top and touch(s.footprint, way.footprint)}
        for surface in surfaces:
            if any(
                s.top == surface.top and touch(s.footprint, surface.footprint)
                for s in surfaces
                if s.name in found
            ):
                found.add(surface.name)
        if found == known:
            break
        known = found
    stranded = [
        s.name for s in surfaces if s.name not in known and s.kind not in ("machine", "truck", "stack")
    ]
    assert stranded == []


@pytest.mark.parametrize("name", ["harbour-town", "refinery", "farmland"])
def test_ways_up_lead_somewhere(name: str) -> None:
    table = ready_field(name).battlefield
    for way in (p for p in table.pieces if p.ladder or p.stairs):
        assert any(
            s.walkable and s.top == way.top and touch(s.footprint, way.footprint) for s in table.pieces
        ), way.name


def test_the_jungle_has_visibility_zones_over_difficult_ground() -> None:
    table = ready_field("jungle").battlefield
    assert {effect for zone in table.zones for effect in zone.effects} == {
        "low-visibility",
        "poor-visibility",
        "saturation",
    }
    thickets = {frozenset(p.footprint) for p in table.pieces if p.kind == "jungle"}
    assert {frozenset(zone.shape) for zone in table.zones if isinstance(zone.shape, tuple)} == thickets


def test_the_refinery_can_be_crossed_on_its_catwalks() -> None:
    table = ready_field("refinery").battlefield
    high = [p for p in table.pieces if p.walkable and p.top == 3000]
    reach = {"catwalk-control"}
    while grown := {
        p.name
        for p in high
        if p.name not in reach and any(touch(p.footprint, table.piece(n).footprint) for n in reach)
    }:
        reach |= grown
    assert "catwalk-control-mirror" in reach


# For Red Earth: what its taskings ask of a battlespace.


def test_structures_are_numbered_from_one(small: Battlefield) -> None:
    structures = {room.structure for room in small.rooms}
    assert structures == {str(i) for i in range(1, len(structures) + 1)}
    assert len(structures) >= 4
    assert {p.number for p in small.pieces if p.number is not None} == {int(s) for s in structures}


def test_a_force_fits_into_the_structures(small: Battlefield) -> None:
    """A side may have to set up wholly inside one structure of its choice."""
    roomy = 0
    for room in small.rooms:
        if not room.name:
            space = room_to_deploy(small, Area("inside", room.footprint), 15)
            assert space >= 6, room.structure
            roomy += space >= 12
    assert roomy >= 3


@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
@pytest.mark.parametrize("depth", [3000, 4000, 6000])
def test_every_edge_has_room_for_a_force(small: Battlefield, edge: str, depth: int) -> None:
    assert room_to_deploy(small, strip(small, edge, depth), 15) == 15


@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
def test_the_far_side_can_be_reached(small: Battlefield, edge: str) -> None:
    """A charge is set 14 inches or more from the edge where one started; exits lie at the opposite edge."""
    points, walked = reachable_ground(msgspec.structs.replace(small, deployment=(strip(small, edge, 3000),)))
    far = {
        "south": points[:, 1],
        "north": 24000 - points[:, 1],
        "west": points[:, 0],
        "east": 24000 - points[:, 0],
    }[edge]
    assert (walked & (far >= 14000)).sum() > 50
    assert (walked & (far >= 21000)).sum() > 20


@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
def test_a_checkpoint_of_two_trucks_finds_room(small: Battlefield, edge: str) -> None:
    """Amber Wraith takes the vehicles off the map and puts two trucks within 6 inches of an edge."""
    bare = [p for p in small.pieces if p.kind != "vehicle" and p.stops_bases]
    assert len(bare) < len([p for p in small.pieces if p.stops_bases])
    area = strip(small, edge, 6000)
    xs = np.arange(1000, 23001, 250, dtype=np.float64)
    points = np.array([(x, y) for x in xs for y in xs if contains(area.footprint, round(x), round(y))])
    free = fits(bare, points, diameter=2000)  # half a truck of 2 by 4 inches
    spots = {(round(x), round(y)) for x, y in points[free]}
    trucks = [
        (x, y, dx, dy)
        for x, y in spots
        for dx, dy in ((2000, 0), (0, 2000))
        if (x + dx, y + dy) in spots and (x + dx // 2, y + dy // 2) in spots
    ]
    assert any(
        2250 <= max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 4500 and a[2:] == b[2:]
        for a in trucks
        for b in trucks
        if (a[2] and abs(a[1] - b[1]) >= 2250) or (a[3] and abs(a[0] - b[0]) >= 2250)
    )


def test_the_furniture_of_the_street_is_there(small: Battlefield) -> None:
    kinds = {p.kind for p in small.pieces}
    assert {"vehicle", "planter", "air-conditioner", "hedge", "window", "door"} <= kinds
    assert {Door.OPEN, Door.CLOSED} <= {p.door for p in small.pieces if p.door is not None}
    for piece in small.pieces:
        if piece.kind in ("vehicle", "planter", "air-conditioner"):
            assert piece.waist_high, piece.name
            assert piece.crossable, piece.name
        if piece.sight in (See.WINDOW, See.HEDGE):
            assert not piece.crossable, piece.name
