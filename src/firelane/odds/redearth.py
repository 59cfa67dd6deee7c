"""Red Earth: what attacks and explosions do to the units in them, exactly.

How a fight can go is `redearth_course`; here all dice are gone through at once. Whoever may play a card is
taken to do it best: to kill the most points and lose the least, then to stagger them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from firelane.bpre.world import card_of
from firelane.odds.redearth_course import Course
from firelane.odds.redearth_nodes import Choice, End, Hit, Node, Now

Worth = tuple[Fraction, Fraction]
Hits = tuple[int, int]


class Fate(Struct, frozen=True):
    """What becomes of one unit."""

    unharmed: Fraction
    staggered: Fraction
    killed: Fraction
    loss: Fraction
    """Its Capability Points times the chance of being killed."""


class Outcome(Struct, frozen=True):
    """What becomes of each unit in it, how many opponents are killed, and how often each number of hits and
    headshots comes."""

    fates: Mapping[str, Fate]
    kills: tuple[Fraction, ...]
    hits: Mapping[Hits, Fraction]


class Fight:
    """A fight with the best use of its cards."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.world = course.world
        self._worth: dict[Node, Worth] = {}

    def chosen(self, node: Choice) -> tuple[str, Node]:
        """The card that a player plays, or none, and where it leads."""
        sign = 1 if node.seat == self.course.seat else -1

        def good(option: tuple[str, Node]) -> Worth:
            killed, staggered = self._value(option[1])
            return sign * killed, sign * staggered

        return max(node.options, key=good)

    def _value(self, node: Node) -> Worth:
        """Points killed on average, then points staggered: the opponents' less the attacker's own."""
        found = self._worth.get(node)
        if found is None:
            match node:
                case End():
                    found = self._count(node.now.gone), self._count(node.now.down)
                case Choice():
                    found = self._value(self.chosen(node)[1])
                case Hit():
                    found = self._value(node.then)
                case _:
                    parts = [(p, self._value(after)) for after, p in self.course.leads(node).items()]
                    found = (sum((p * a for p, (a, _) in parts), Fraction(0)),
                             sum((p * b for p, (_, b) in parts), Fraction(0)))  # fmt: skip
            self._worth[node] = found
        return found

    def _count(self, names: Iterable[str]) -> Fraction:
        units = [self.world.units[name] for name in names]
        signs = [
            (-1 if unit.seat == self.course.seat else 1) * card_of(self.world, unit).cp for unit in units
        ]
        return Fraction(sum(signs))

    def ends(self) -> Mapping[tuple[Now, Hits], Fraction]:
        """How it can end and with how many hits and headshots, with the chance of each."""
        order: list[Node] = []
        seen: set[Node] = set()

        def visit(node: Node) -> None:
            if node not in seen:
                seen.add(node)
                for after in self._leads(node):
                    visit(after)
                order.append(node)

        visit(self.course.start)
        chances: dict[Node, dict[Hits, Fraction]] = {node: {} for node in order}
        chances[self.course.start] = {(0, 0): Fraction(1)}
        ends: dict[tuple[Now, Hits], Fraction] = {}
        for node in reversed(order):
            hit, headshot = (not node.headshot, node.headshot) if isinstance(node, Hit) else (0, 0)
            for (hits, headshots), chance in chances.pop(node).items():
                if isinstance(node, End):
                    ends[node.now, (hits, headshots)] = chance
                key = hits + hit, headshots + headshot
                for after, share in self._leads(node).items():
                    chances[after][key] = chances[after].get(key, Fraction(0)) + chance * share
        return ends

    def _leads(self, node: Node) -> Mapping[Node, Fraction]:
        match node:
            case End():
                return {}
            case Choice():
                return {self.chosen(node)[1]: Fraction(1)}
            case Hit():
                return {node.then: Fraction(1)}
            case _:
                return self.course.leads(node)


def outcome(course: Course, names: Iterable[str]) -> Outcome:
    """What becomes of these units and of everybody else who may be harmed."""
    ends = Fight(course).ends()
    world = course.world
    touched = {name for now, _ in ends for name in now.gone | (now.down ^ course.now.down)}
    fates = {}
    for name in dict.fromkeys((*names, *sorted(touched))):
        killed = sum((p for (now, _), p in ends.items() if name in now.gone), Fraction(0))
        staggered = sum((p for (now, _), p in ends.items() if name in now.down), Fraction(0))
        cp = card_of(world, world.units[name]).cp
        fates[name] = Fate(1 - killed - staggered, staggered, killed, killed * cp)
    foes = [name for name in fates if world.units[name].seat != course.seat]
    kills = [Fraction(0)] * (len(foes) + 1)
    hits: dict[Hits, Fraction] = {}
    for (now, key), chance in ends.items():
        kills[len(now.gone.intersection(foes))] += chance
        hits[key] = hits.get(key, Fraction(0)) + chance
    return Outcome(fates, tuple(kills), dict(sorted(hits.items())))
