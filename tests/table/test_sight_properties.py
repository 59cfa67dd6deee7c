"""Laws that sight must keep on every table, and the fast answer against the slow reference."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firelane.table.looking import Blocking, Lines, SightRules
from firelane.table.sight import all_pairs, look
from firelane.table.things import Battlefield, Circle, Figure, Piece, Zone
from table import reference
from table.tables import free_standing, populate, town

RULES = SightRules()
ALONE = SightRules(blocking=Blocking.NONE)
quiet = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def scene(seed, kind, figures=10):
    rng = np.random.default_rng(seed)
    field = free_standing(rng, 30, 30) if kind == "free" else town(rng, 4, 10, 26)
    return field, populate(rng, field, figures)


seeds = st.integers(0, 10_000)
kinds = st.sampled_from(["free", "town"])


@quiet
@given(seeds, kinds)
def test_sight_is_mutual(seed, kind):
    field, figures = scene(seed, kind)
    turned = list(reversed(figures))
    there = all_pairs(field, figures, RULES)
    back = all_pairs(field, turned, RULES)[::-1, ::-1]
    assert np.array_equal(there, back)
    assert np.array_equal(there, there.T)


@quiet
@given(seeds, st.integers(0, 29))
def test_taking_terrain_away_never_blocks(seed, gone):
    field, figures = scene(seed, "free")
    before = all_pairs(field, figures, RULES)
    after = all_pairs(field.without_piece(field.pieces[gone].name), figures, RULES)
    assert not (before & ~after).any()


@quiet
@given(seeds, kinds)
def test_taking_a_figure_out_of_the_way_never_blocks(seed, kind):
    field, figures = scene(seed, kind)
    before = all_pairs(field, figures, RULES)
    assert not (before & ~all_pairs(field, figures, RULES, ignore={figures[0].id})).any()
    assert not (before & ~all_pairs(field, figures, ALONE)).any()


@quiet
@given(seeds, kinds, st.integers(1, 3), st.integers(-20_000, 60_000), st.integers(-20_000, 60_000))
def test_turning_and_shifting_the_whole_table_changes_nothing(seed, kind, quarters, dx, dy):
    field, figures = scene(seed, kind)

    def moved(x, y):
        for _ in range(quarters):
            x, y = -y, x
        return x + dx, y + dy

    pieces = tuple(
        msgspec.structs.replace(p, footprint=tuple(moved(*corner) for corner in p.footprint))
        for p in field.pieces
    )
    turned = msgspec.structs.replace(field, pieces=pieces)
    there = [
        msgspec.structs.replace(f.at(*moved(f.x, f.y)), facing=f.facing + 90 * quarters) for f in figures
    ]
    for rules in (RULES, SightRules(arc_left=90, arc_right=90)):
        assert np.array_equal(all_pairs(field, figures, rules), all_pairs(turned, there, rules))


@quiet
@given(seeds, kinds)
def test_a_wider_patch_is_harder_to_see(seed, kind):
    field, figures = scene(seed, kind)
    wide = all_pairs(field, figures, SightRules(patch=300))
    assert not (wide & ~all_pairs(field, figures, SightRules(patch=40))).any()


@quiet
@given(seeds)
def test_an_opaque_zone_is_as_good_as_a_wall(seed):
    field, figures = scene(seed, "free")
    corners = ((12_000, 5_000), (18_000, 5_000), (18_000, 25_000), (12_000, 25_000))
    outside = [f for f in figures if not 11_000 < f.x < 19_000]
    smoky = field.with_zone(Zone("cloud", corners, ("smoke",)))
    walled = field.with_piece(Piece("wall", corners, 0, 100_000))
    opaque = SightRules(opaque_zones=("smoke",))
    assert np.array_equal(all_pairs(smoky, outside, opaque), all_pairs(walled, outside, RULES))


@quiet
@given(seeds, st.integers(0, 3))
def test_on_the_map_every_wall_is_without_end_and_waist_high_pieces_do_not_block(seed, third):
    field, figures = scene(seed, "free")
    ground = [f for f in figures if f.z == 0]
    marked = tuple(
        msgspec.structs.replace(p, waist_high=(k % 3 == third)) for k, p in enumerate(field.pieces)
    )
    tall = tuple(msgspec.structs.replace(p, top=100_000) for p in marked if not p.waist_high)
    on_the_map = SightRules(lines=Lines.PLAN, blocking=Blocking.NONE)
    seen = all_pairs(msgspec.structs.replace(field, pieces=marked), ground, on_the_map)
    assert np.array_equal(seen, all_pairs(msgspec.structs.replace(field, pieces=tall), ground, ALONE))


def check_against_reference(field: Battlefield, figures: list[Figure], across: int, heights: int) -> None:
    """Nothing that the reference sees is missed, and every corridor claimed is there."""
    matrix = all_pairs(field, figures, RULES)
    for i, a in enumerate(figures):
        for j in range(i + 1, len(figures)):
            b = figures[j]
            others = [f for k, f in enumerate(figures) if k not in (i, j)]
            slow = reference.Scene(field, others)
            if matrix[i, j]:
                segment = look(field, a, b, RULES, figures).segment
                assert segment is not None
                assert reference.inside(a, b, segment[0], a, RULES.patch)
                assert reference.inside(a, b, segment[1], b, RULES.patch)
                assert reference.corridor_free(slow, a, b, segment, RULES.patch), (a.id, b.id)
            else:
                found = reference.sees(slow, a, b, RULES.patch, across, heights)
                if found is not None and reference.corridor_free(slow, a, b, found, RULES.patch):
                    pytest.fail(f"{a.id} and {b.id} see each other along {found}")


@pytest.mark.parametrize("seed", range(6))
def test_against_the_reference_among_free_standing_pieces(seed):
    rng = np.random.default_rng(500 + seed)
    field = free_standing(rng, 30, 30)
    check_against_reference(field, populate(rng, field, 9), across=9, heights=4)


@pytest.mark.parametrize("seed", range(6))
def test_against_the_reference_in_a_town(seed):
    rng = np.random.default_rng(700 + seed)
    field = town(rng, 4, 10, 26)
    check_against_reference(field, populate(rng, field, 9), across=9, heights=4)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["front", "axis"])
def test_arcs_and_axis_against_the_reference(seed, kind):
    """Lookers with a front half, and lookers that see from their axis: nothing missed, nothing invented."""
    front = kind == "front"
    rules = SightRules(arc_left=90, arc_right=90) if front else SightRules(lines=Lines.AXIS)
    field, figures = scene(900 + seed, "free" if seed % 2 else "town", 6)
    matrix = all_pairs(field, figures, rules)
    for i, a in enumerate(figures):
        for j, b in enumerate(figures):
            if i == j:
                continue
            slow = reference.Scene(field, [f for k, f in enumerate(figures) if k not in (i, j)])
            if matrix[i, j]:
                start, end = look(field, a, b, rules, figures).segment
                assert reference.corridor_free(slow, a, b, (start, end), rules.patch)
                if front:
                    angle = np.radians(a.facing)
                    ahead = np.array([np.cos(angle), np.sin(angle)])
                    assert (np.array(start[:2]) - (a.x, a.y)) @ ahead >= -0.01
                    assert (np.array(end[:2]) - (a.x, a.y)) @ ahead >= -0.01
                else:
                    assert np.hypot(start[0] - a.x, start[1] - a.y) < 0.01
            else:
                found = reference.sees(slow, a, b, rules.patch, 9, 4, from_axis=not front, front_only=front)
                assert found is None or not reference.corridor_free(slow, a, b, found, rules.patch)


def test_the_reference_agrees_with_itself_on_a_bare_case():
    a, b = Figure(id="a", x=5000, y=5000), Figure(id="b", x=15000, y=5000)
    wall = Piece("w", ((9900, 0), (10100, 0), (10100, 10000), (9900, 10000)), 0, 1457)
    assert reference.sees(reference.Scene(Battlefield(20000, 20000, (wall,)), []), a, b, 118) is not None
    higher = msgspec.structs.replace(wall, top=1460)
    assert reference.sees(reference.Scene(Battlefield(20000, 20000, (higher,)), []), a, b, 118) is None


def test_a_zone_shares_the_compiled_terrain():
    field, figures = scene(3, "free")
    all_pairs(field, figures, RULES)
    smoky = field.with_zone(Zone("cloud", Circle(9000, 9000, 2000), ("smoke",)))
    assert smoky.__dict__["terrain_arrays"] is field.__dict__["terrain_arrays"]
    opaque = SightRules(opaque_zones=("smoke",))
    assert not (all_pairs(smoky, figures, opaque) & ~all_pairs(field, figures, RULES)).any()
