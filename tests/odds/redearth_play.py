"""Red Earth's own machine, given dice: what the odds are held against, step by step and at the end."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from bpre.raid import Raid
from firelane.bpre.asking import Decline, OfferCards, Own, PickOwn, PlayCard
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import AttackRoll, Explosion, Firing, Harm, Shot, Strike
from firelane.bpre.game import BPRE
from firelane.bpre.world import KILLED
from firelane.core.machine import Advance, answer
from firelane.core.requests import Answer, Roll, Rolled
from firelane.core.state import AnyState
from firelane.odds.redearth import Fight
from firelane.odds.redearth_course import Course
from firelane.odds.redearth_nodes import AttackDice, Choice, End, Hit, JamDice, SaveDice, StrikeDice

FIGHTS = (AttackRoll, Firing, Explosion, Strike)
PAIRS = [(a, b) for a, b in product(range(1, 11), repeat=2)]
Dice = Callable[[], tuple[int, int]]
Standing = tuple[frozenset[str], frozenset[str]]
End_ = tuple[Standing, int, int]
EACH = [(faces, Fraction(1, 100)) for faces in PAIRS]
BY_TOTAL = [
    ((first, total - first), Fraction(10 - abs(total - 11), 100))
    for total in range(2, 21)
    for first in (min(10, total - 1),)
]
"""One pair of dice for each total, with the chance of the total."""


class Point(NamedTuple):
    """Where the machine and the odds are, and hits and headshots so far."""

    state: AnyState
    node: Any
    hits: int = 0
    headshots: int = 0


def begun(raid: Raid, seat: str, declared: Answer, held: dict[str, tuple[str, ...]]) -> tuple[Fight, Point]:
    """An attack that was declared, up to its first roll, and the odds of it from the same frame."""
    before = raid.world
    state = said(raid.game.state, seat, declared)
    return foreseen(before, state, held)


def foreseen(
    before: Any, state: AnyState, held: dict[str, tuple[str, ...]], frame: Any = None
) -> tuple[Fight, Point]:
    """The odds of the fight that is under way, as it was when it began."""
    frames = [level.frame for level in state.stack]
    found = frame or next(f for f in frames if isinstance(f, FIGHTS))
    if isinstance(found, Firing):
        attack = next(f for f in frames if isinstance(f, AttackRoll))
        found = replace(found, targets=(attack.target, *found.targets), cards=attack.cards)
    course = Course(EDITION, replace(state.world, sides=before.sides), found, held)
    return Fight(course), passed(Point(state, course.start))


def said(state: AnyState, seat: str, given: Answer) -> AnyState:
    request = next(one for one in state.window.requests if one.seat == seat)
    after = answer(BPRE, state, seat, request.id, given)
    assert isinstance(after, Advance), after
    return after.state


def under_way(state: AnyState) -> bool:
    return any(isinstance(level.frame, FIGHTS) for level in state.stack)


def passed(point: Point) -> Point:
    """Hits are counted on the way."""
    while isinstance(point.node, Hit):
        shot = point.node
        point = Point(
            point.state, shot.then, point.hits + (not shot.headshot), point.headshots + shot.headshot
        )
    return point


def thrown(fight: Fight, point: Point, faces: tuple[int, int]) -> Point:
    """The dice fall, here and there."""
    (request,) = point.state.window.requests
    kind = {"attack": AttackDice, "save": SaveDice, "roll-off": JamDice, "strike": StrikeDice}[request.why]
    assert isinstance(point.node, kind), (request, point.node)
    state = said(point.state, request.seat, Rolled(faces))
    if isinstance(point.node, JamDice):
        jammer, vest = faces
        after = fight.course.jam(point.node, vest >= jammer)
    else:
        after = fight.course.after(point.node, sum(faces))
    return passed(point._replace(state=state, node=after))


def chosen(fight: Fight, point: Point) -> Point:
    """A card is played where the odds hold that to be best; who holds none declines."""
    (request,) = point.state.window.requests
    node = point.node
    if isinstance(request, PickOwn):
        assert sorted(request.actors) == sorted(name for name, _ in node.options)
        unit, after = fight.chosen(node)
        return passed(point._replace(state=said(point.state, request.seat, Own(unit)), node=after))
    assert isinstance(request, OfferCards), request
    if not isinstance(node, Choice) or (node.seat, node.moment) != (request.seat, request.moment):
        return point._replace(state=said(point.state, request.seat, Decline(again=True)))
    card, after = fight.chosen(node)
    assert {option for option, _ in node.options} - {""} <= set(request.cards)
    given = PlayCard(card) if card else Decline(again=True)
    return passed(point._replace(state=said(point.state, request.seat, given), node=after))


def waits_for_dice(point: Point) -> bool:
    return isinstance(point.state.window.requests[0], Roll)


def standing(point: Point) -> Standing:
    """Who is gone and who is down by the machine; the odds must say the same of this very course."""
    units = point.state.world.units.values()
    found = (
        frozenset(u.id for u in units if u.place == KILLED),
        frozenset(u.id for u in units if u.staggered),
    )
    assert isinstance(point.node, End), point.node
    assert found == (point.node.now.gone, point.node.now.down)
    return found


def played(fight: Fight, point: Point, dice: Dice) -> Point:
    """The fight to its end."""
    while under_way(point.state):
        point = thrown(fight, point, dice()) if waits_for_dice(point) else chosen(fight, point)
    standing(point)
    return point


def all_dice(fight: Fight, start: Point) -> dict[End_, Fraction]:
    """Every pair of dice of every roll through the machine, by their total where it is more than one roll and
    its save; states that are the same go on as one."""
    ends: dict[End_, Fraction] = {}
    points: dict[bytes, tuple[Point, Fraction]] = {b"": (start, Fraction(1))}
    falls = EACH
    rolled = 0
    while points:
        after: dict[bytes, tuple[Point, Fraction]] = {}
        for point, chance in points.values():
            if not under_way(point.state):
                key = standing(point), point.hits, point.headshots
                ends[key] = ends.get(key, Fraction(0)) + chance
            elif waits_for_dice(point):
                each = falls if not isinstance(point.node, JamDice) else EACH
                for faces, share in each:
                    _add(after, thrown(fight, point, faces), chance * share)
                rolled += 1
            else:
                _add(after, chosen(fight, point), chance)
        points = after
        falls = falls if rolled < 2 else BY_TOTAL
    return ends


def _add(points: dict[bytes, tuple[Point, Fraction]], point: Point, chance: Fraction) -> None:
    frames = [level.frame for level in point.state.stack]
    hurt = max((place for place, frame in enumerate(frames) if isinstance(frame, Harm)), default=0)
    read = [replace(f, faces=()) if n < hurt and isinstance(f, Shot) else f for n, f in enumerate(frames)]
    world = point.state.world
    key = msgspec.msgpack.encode((dict(world.units), dict(world.sides), read, point.hits, point.headshots))
    points[key] = (point, chance + (points[key][1] if key in points else 0))
