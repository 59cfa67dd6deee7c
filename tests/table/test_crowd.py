"""A crowd made ready once answers as the table does for each pair alone."""

import math
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from firelane.table.crowd import Crowd, places_along
from firelane.table.fieldfile import ready_field
from firelane.table.looking import ArcTest, Line, Lines, SightRules
from firelane.table.onlookers import Onlookers
from firelane.table.sight import along_path, look
from firelane.table.things import Battlefield, Figure, Posture

FRONT = SightRules(arc_left=90, arc_right=90, mutual=True)
ALL_ROUND = SightRules(mutual=True)


def some_figures(field: Battlefield, generator: Random, number: int = 14) -> list[Figure]:
    """Figures anywhere, some of them on roofs."""
    tops = [piece for piece in field.pieces if piece.walkable]
    found = []
    for n in range(number):
        x, y, z = generator.randrange(field.width), generator.randrange(field.depth), 0
        if tops and generator.random() < 0.3:
            roof = generator.choice(tops)
            (x, y), z = roof.footprint[0], roof.top
        posture = Posture.PRONE if generator.random() < 0.1 else Posture.STANDING
        found.append(
            Figure(
                id=f"f{n}", x=x, y=y, z=z, facing=generator.randrange(360), posture=posture, side=str(n % 2)
            )
        )
    return found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rules", [FRONT, ALL_ROUND], ids=["front", "all-round"])
def test_who_sees_whom_is_as_the_whole_answer_says(seed: int, rules: SightRules) -> None:
    field, generator = ready_field("harbour-town").battlefield, Random(seed)
    figures = some_figures(field, generator)
    ghost = figures[3].id
    solid = [figure for figure in figures if figure.id != ghost]
    crowd = Crowd(figures, [ghost])
    eyes = replace(figures[0], x=figures[0].x // 2 + 8000, z=0)
    pairs = [(len(figures), n) for n in range(1, len(figures))]
    seen = crowd.sees(field, [eyes], pairs, rules)
    expected = [look(field, eyes, figures[n], rules, solid).seen for _, n in pairs]
    assert seen == expected
    targets = [replace(figures[1], x=figures[1].x + 300 * n) for n in range(5)]
    pairs = [(len(figures), len(figures) + 1 + n) for n in range(5)]
    others = [figure for figure in solid if figure.id != targets[0].id]
    expected = [look(field, eyes, target, rules, others).seen for target in targets]
    assert crowd.sees(field, [eyes, *targets], pairs, rules) == expected
    near = [replace(eyes, id="near", y=eyes.y + 1500), replace(eyes, id="far", x=eyes.x + 40000)]
    rows = [(len(figures), len(figures) + n) for n in (1, 2)]
    assert crowd.sees(field, [eyes, *near], rows, rules) == [
        look(field, eyes, n, rules, solid).seen for n in near
    ]


@pytest.mark.parametrize("arcs", [(90, 45), (60, 90), (90, 90), (120, 30)])
@pytest.mark.parametrize("arc_test", list(ArcTest))
def test_who_lies_behind_is_not_looked_for_and_seen_by_nobody(
    arcs: tuple[int, int], arc_test: ArcTest
) -> None:
    """Many pairs at once leave out whoever lies behind; the line of one pair alone does not."""
    field, generator = ready_field("harbour-town").battlefield, Random(sum(arcs))
    figures = some_figures(field, generator)
    near = [
        replace(f, id=f"n{n}", x=f.x + 900, y=f.y + generator.randrange(-900, 900))
        for n, f in enumerate(figures)
    ]
    left, right = arcs
    rules = SightRules(lines=Lines.PLAN, arc_left=left, arc_right=right, arc_test=arc_test)
    lookers = Onlookers(field, [*figures, *near], rules)
    pairs = [(i, j) for i in range(len(lookers.figures)) for j in range(len(lookers.figures)) if i != j]
    seen = lookers.seen(np.array(pairs)).tolist()
    assert seen == [lookers.best_line(i, j)[0] is not Line.NONE for i, j in pairs]
    assert 0 < sum(seen) < len(seen)


def test_places_along_a_way_are_its_corners_and_points_between_them():
    assert places_along(((5, 6, 7),), 400) == ((5, 6, 7),)
    assert places_along(((0, 0, 0), (0, 0, 0)), 400) == ((0, 0, 0),) * 2
    generator = Random(3)
    for _ in range(50):
        track = [
            tuple(generator.randrange(-3000, 3000) for _ in "xyz") for _ in range(generator.randrange(2, 5))
        ]
        places = [track[0]]
        for before, after in pairwise(track):
            parts = max(1, math.ceil(max(abs(b - a) for a, b in zip(before, after, strict=True)) / 400))
            places += [
                tuple(a + (b - a) * n // parts for a, b in zip(before, after, strict=True))
                for n in range(1, parts + 1)
            ]
        assert places_along(tuple(track), 400) == tuple(places)


@pytest.mark.parametrize("seed", range(16))
def test_the_first_place_seen_is_found_whatever_is_skipped(seed: int) -> None:
    """Straight stretches that one wall hides from end to end, or that lie behind, are not looked at place by
    place; where several walls hide a place they are tried first at the next one."""
    field, generator = ready_field("harbour-town").battlefield, Random(seed)
    figures = some_figures(field, generator)
    mover = replace(figures[0], z=0, posture=Posture.STANDING)
    start = replace(mover, posture=Posture.PRONE if seed % 2 else Posture.STANDING)
    corners = [(mover.x, mover.y, 0)]
    for _ in range(2):
        x, y, _ = corners[-1]
        corners.append((x + generator.randrange(-6000, 6000), y + generator.randrange(-6000, 6000), 0))
    places = places_along(tuple(corners), 400)
    watchers = [(figure.id, n % 3 == 0) for n, figure in enumerate(figures) if n]
    found = Crowd(figures).first_seen(field, mover, start, corners, 400, watchers, FRONT)
    for (name, wide), first in zip(watchers, found, strict=True):
        watcher = next(figure for figure in figures if figure.id == name)
        rules = ALL_ROUND if wide else FRONT
        seen = [
            look(field, watcher, (start if n == 0 else mover).at(*place), rules, figures).seen
            for n, place in enumerate(places)
        ]
        assert first == (seen.index(True) if True in seen else -1)


def test_who_has_moved_is_elsewhere_and_ghosts_stay_ghosts() -> None:
    field, generator = ready_field("harbour-town").battlefield, Random(5)
    figures = some_figures(field, generator)
    crowd = Crowd(figures, ["f2"])
    moved = list(figures)
    moved[4] = replace(figures[4], x=20000, y=20000, facing=17)
    fresh, carried = Crowd(moved, ["f2"]), crowd.moved(moved, [4])
    pairs = [(a, b) for a in range(len(figures)) for b in range(len(figures)) if a != b]
    assert carried.sees(field, [], pairs, FRONT) == fresh.sees(field, [], pairs, FRONT)
    assert crowd.moved(figures, []) is crowd
    ghosts = crowd.with_ghosts(["f5"])
    assert ghosts.sees(field, [], pairs, FRONT) == Crowd(figures, ["f2", "f5"]).sees(field, [], pairs, FRONT)


def test_a_row_for_each_place_says_the_same_as_the_whole_answer() -> None:
    field, generator = ready_field("harbour-town").battlefield, Random(9)
    figures = some_figures(field, generator, 10)
    mover = figures[0]
    places = np.array([(mover.x + 500 * n, mover.y, mover.z) for n in range(8)])
    seen = along_path(field, mover, places, figures[1:], FRONT, figures)
    for n, place in enumerate(places.tolist()):
        for w, watcher in enumerate(figures[1:]):
            assert seen[n, w] == look(field, watcher, mover.at(*place), FRONT, figures).seen
