"""When a mover is seen along its way: slits that samples miss, and agreement with dense sampling."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from firelane.table.fast import Bools, Ints
from firelane.table.looking import Lines, SightRules
from firelane.table.movement import MoveRules, Way, Waypoint
from firelane.table.paths import check_path, stands_free
from firelane.table.polygons import stretches_meet
from firelane.table.reach import reachable
from firelane.table.seen import Seen, mover_at, place_at, seen_along, watched
from firelane.table.sight import along_path, sees
from firelane.table.surfaces import ground_plan
from firelane.table.things import Battlefield, Circle, Figure, Zone
from table.fields import box, field, placed, random_field, trooper
from table.tables import populate, town

FREE = MoveRules(ways=frozenset(Way))


def centre_to_centre(table: Battlefield, watchers: tuple[Figure, ...]) -> object:
    """Sight by the line between centres alone, in whole numbers: obviously right, and narrow."""

    def asks(places: Ints, which: Ints) -> Bools:
        answers = []
        for (x, y, _), n in zip(places.tolist(), which.tolist(), strict=True):
            eye = (watchers[n].x, watchers[n].y)
            answers.append(
                not any(
                    stretches_meet(eye, (x, y), a, b)
                    for p in table.pieces
                    for a, b in zip(p.footprint, (*p.footprint[1:], p.footprint[0]), strict=True)
                )
            )
        return np.array(answers, dtype=np.bool_)

    return asks


def slit(width: int) -> Battlefield:
    """Two walls with a slit between them, in front of a watcher at (12000, 4000)."""
    left = 12000 - width // 2
    return field(box("left", 0, 10000, left, 10100), box("right", left + width, 10000, 24000, 10100))


def test_a_slit_of_three_millimetres_between_two_samples_is_found_by_its_centre_line() -> None:
    table = slit(120)
    watcher = trooper(12000, 4000, name="watcher", side="b")
    mover = trooper(3100, 13000)
    report = check_path(table, mover, [Waypoint(21000, 13000)], (), FREE)
    asks = centre_to_centre(table, (watcher,))
    sampled = asks(  # type: ignore[operator]
        np.array([place_at(report.track, arc) for arc in range(0, report.length, 250)]),
        np.zeros(len(range(0, report.length, 250)), dtype=np.int64),
    )
    assert not sampled.any(), "steps of a quarter of an inch pass it by"
    (seen,) = seen_along(table, mover, report.track, (watcher,), asks)  # type: ignore[arg-type]
    # Through the far face, 6100 away, 60 either side; at 9000 that is 88.
    half = 60 * 9000 / 6100
    ((start, end),) = seen.intervals
    assert start == pytest.approx(8900 - half, abs=2)
    assert end == pytest.approx(8900 + half, abs=2)
    assert seen.first is not None
    assert math.dist(seen.first[:2], (3100 + start, 13000)) <= 1


def test_two_slits_in_line_with_the_watcher_only_for_a_moment() -> None:
    """A slit behind a slit: seen only where both line up."""
    table = field(
        box("a", 0, 8000, 9960, 8100),
        box("b", 10060, 8000, 24000, 8100),
        box("c", 0, 10000, 8950, 10100),
        box("d", 9050, 10000, 24000, 10100),
    )
    watcher = trooper(12000, 4000, name="watcher", side="b")
    mover = trooper(2100, 12000)
    report = check_path(table, mover, [Waypoint(21000, 12000)], (), FREE)
    asks = centre_to_centre(table, (watcher,))
    (seen,) = seen_along(table, mover, report.track, (watcher,), asks)  # type: ignore[arg-type]
    ((start, end),) = seen.intervals
    # By proportion: the far left corner of the first slit and the near right corner of the second bound it.
    assert start == pytest.approx(9900 - 2040 * 8000 / 4100, abs=2)
    assert end == pytest.approx(9900 - 2950 * 8000 / 6000, abs=2)
    assert end - start < 50


def test_the_sight_of_the_rules_through_a_slit() -> None:
    """A small marker shows itself for a moment; the corridor must be as wide as the rules ask."""
    marker = msgspec.structs.replace(trooper(3100, 13000), diameter=40, height=200)
    watcher = msgspec.structs.replace(trooper(12000, 4000, name="watcher", side="b"), diameter=40)
    rules = SightRules(patch=30)
    for width, is_seen in ((20, False), (60, True)):
        table = slit(width)
        report = check_path(table, marker, [Waypoint(21000, 13000)], (), FREE)
        (seen,) = watched(table, marker, report.track, [watcher], rules)
        assert seen.at_all is is_seen
        if is_seen:
            ((start, end),) = seen.intervals
            assert end - start < 250
            middle = mover_at(marker, report.track, (start + end) / 2)
            assert sees(table, watcher, middle, rules)
            before = mover_at(marker, report.track, start - 3)
            assert not sees(table, watcher, before, rules)


def dense(
    table: Battlefield, mover: Figure, track: tuple[tuple[int, int, int, float], ...], watchers: list[Figure],
    rules: SightRules, others: list[Figure], seen: tuple[Seen, ...],
) -> int:  # fmt: skip
    """How many of the places every 25 mils disagree with the intervals, a mil or two at their ends apart."""
    arcs = np.arange(0.0, track[-1][3], 25.0)
    places = np.array([place_at(track, arc) for arc in arcs])
    answers = along_path(table, mover, places, watchers, rules, others)
    wrong = 0
    for n, found in enumerate(seen):
        for arc, answer in zip(arcs, answers[:, n], strict=True):
            if answer:
                wrong += not any(a - 2 <= arc <= b + 2 for a, b in found.intervals)
            else:
                wrong += any(a + 2 <= arc <= b - 2 for a, b in found.intervals)
    return wrong


@pytest.mark.parametrize("lines", list(Lines))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_intervals_agree_with_dense_sampling(seed: int, lines: Lines) -> None:
    table = random_field(seed, count=16, size=24000)
    figures = placed(table, seed, 10)
    mover, watchers = figures[0], figures[1::2]
    rules = (
        SightRules(lines=lines, arc_left=90, arc_right=90)
        if lines is not Lines.AXIS
        else SightRules(lines=lines)
    )
    reach = reachable(table, mover, figures, MoveRules(allowance=8000), spacing=1000)
    far = max((e for e in reach.ends if not e.touches), key=lambda e: e.cost)
    route = reach.path_to(far.x, far.y, far.z)
    assert route is not None
    track = route.report.track
    seen = watched(table, mover, track, watchers, rules, figures)
    assert dense(table, mover, track, watchers, rules, figures, seen) == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_intervals_agree_with_dense_sampling_in_a_town(seed: int) -> None:
    """Through windows and doorways, under bridges and over roofs."""
    rng = np.random.default_rng(seed)
    table = town(rng)
    figures = populate(rng, table, 20)
    plan = ground_plan(table)
    rules = SightRules()
    free = [f for f in figures if stands_free(plan, f, [o for o in figures if o is not f], FREE) is None]
    for mover in free[:3]:
        reach = reachable(table, mover, figures, MoveRules(allowance=6000), spacing=1000)
        far = max((e for e in reach.ends if not e.touches), key=lambda e: e.cost)
        route = reach.path_to(far.x, far.y, far.z)
        assert route is not None
        watchers = [f for f in figures if f is not mover]
        seen = watched(table, mover, route.report.track, watchers, rules, figures)
        assert dense(table, mover, route.report.track, watchers, rules, figures, seen) == 0


def test_a_vault_lifts_the_mover_into_view_and_smoke_hides_it() -> None:
    table = field(box("low", 11000, 0, 11500, 24000, top=1400), box("high", 14000, 0, 14300, 24000, top=1900))
    mover = trooper(8000, 12000)
    report = check_path(table, mover, [Waypoint(13000, 12000, 0, Way.VAULT)], (), FREE)
    assert report.legal
    watcher = trooper(20000, 12000, name="watcher", side="b")
    (seen,) = watched(table, mover, report.track, [watcher], SightRules())
    (crossing,) = report.crossed
    assert seen.intervals, "on top of the low wall the head is over the high one"
    assert all(crossing.start - 2 <= a and b <= crossing.end + 2 for a, b in seen.intervals)
    smoke = table.with_zone(Zone("smoke", Circle(16000, 12000, 2000), ("smoke",)))
    (hidden,) = watched(smoke, mover, report.track, [watcher], SightRules(opaque_zones=("smoke",)))
    assert not hidden.at_all


def test_a_move_that_goes_nowhere_is_seen_or_not_where_it_stands() -> None:
    mover, watcher = trooper(5000, 5000), trooper(9000, 5000, name="watcher", side="b")
    track = ((5000, 5000, 0, 0.0),)
    (seen,) = watched(field(), mover, track, [watcher], SightRules())
    assert (seen.intervals, seen.first) == (((0, 0),), (5000, 5000, 0))
    (hidden,) = watched(field(box("wall", 6000, 0, 6500, 24000)), mover, track, [watcher], SightRules())
    assert hidden == Seen("watcher", ())
