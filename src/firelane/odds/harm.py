"""What hits cost whoever takes them: points, states, and what calls for a Guts roll. Exact.

The saves are those that the resolver rolls (`infinity.saves.Saving`), asked face by face; what several of
them do together is what the resolver adds up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from firelane.infinity.saves import Saving

MOST = 24
"""Points lost are counted up to this; what a burning target could lose beyond is in the last number."""

Distribution = tuple[Fraction, ...]
"""Chances by points lost."""


class Harm(NamedTuple):
    """What has happened to one trooper."""

    points: int = 0
    mortal: bool = False
    """Whether it dies instead of falling Unconscious."""
    struck: bool = False
    """Whether it was put to a save or into a state."""
    saved: bool = False
    """Whether a save succeeded."""
    states: frozenset[str] = frozenset()

    def with_(self, other: Harm) -> Harm:
        """Both together."""
        return Harm(
            min(self.points + other.points, MOST),
            self.mortal or other.mortal,
            self.struck or other.struck,
            self.saved or other.saved,
            self.states | other.states,
        )


NONE = Harm()
Harms = Mapping[Harm, Fraction]
UNHARMED: Harms = {NONE: Fraction(1)}


def both(one: Harms, other: Harms) -> Harms:
    """Two independent harms together."""
    if len(one) == 1 and NONE in one:
        return other
    found: dict[Harm, Fraction] = {}
    for a, p in one.items():
        for b, q in other.items():
            key = a.with_(b)
            found[key] = found.get(key, Fraction(0)) + p * q
    return found


def times(one: Harms, count: int) -> Harms:
    """So many of the same together."""
    total = UNHARMED
    for _ in range(count):
        total = both(one, total)
    return total


def mixed(parts: Iterable[tuple[Fraction, Harms]]) -> Harms:
    """Harms by the chance of each."""
    found: dict[Harm, Fraction] = {}
    for chance, harms in parts:
        for key, p in harms.items():
            found[key] = found.get(key, Fraction(0)) + chance * p
    return found


def chance_of_failing(saving: Saving, die: int) -> Fraction:
    """How likely one die of a saving roll fails: of all its faces, those that do."""
    return Fraction(sum(saving.fails(face) for face in range(1, die + 1)), die)


def of_savings(savings: tuple[Saving, ...], die: int) -> Harms:
    """What the saving rolls of one attack cost."""
    total = UNHARMED
    for saving in savings:
        total = both(_of_saving(saving, die), total)
    return total


def _of_saving(saving: Saving, die: int) -> Harms:
    states = frozenset(filter(None, (saving.state, saving.also)))
    free = Harm(
        saving.free_wounds,
        bool(saving.mortal and saving.free_wounds),
        struck=True,
        states=states if saving.sure else frozenset(),
    )
    failed = Harm(saving.loss, bool(saving.mortal), struck=True, states=states)
    return _of_dice(free, chance_of_failing(saving, die), failed, saving.again, saving.rolls)


@lru_cache(maxsize=8192)
def _of_dice(free: Harm, failing: Fraction, failed: Harm, again: bool, rolls: int) -> Harms:
    """What comes without a roll, and so many saving rolls of the same kind."""
    return both({free: Fraction(1)}, times(_of_one_die(failing, failed, again), rolls))


def _of_one_die(failing: Fraction, failed: Harm, again: bool) -> Harms:
    """One saving roll, with those that follow it as long as they fail."""
    passed = Harm(struck=True, saved=True)
    if not again:
        return {key: p for key, p in ((passed, 1 - failing), (failed, failing)) if p}
    found: dict[Harm, Fraction] = {}
    lost, left = Harm(struck=True), Fraction(1)
    for _ in range(MOST):
        if failing < 1:
            found[lost.with_(passed)] = left * (1 - failing)
        lost, left = lost.with_(failed), left * failing
    if left:
        found[lost] = left
    return found


def points(harms: Harms) -> Distribution:
    """The chances by points lost alone."""
    out = [Fraction(0)] * (MOST + 1)
    for harm, chance in harms.items():
        out[harm.points] += chance
    while len(out) > 1 and not out[-1]:
        out.pop()
    return tuple(out)


def from_hits(hits: Mapping[tuple[int, int], Fraction], hit: Harms, critical: Harms) -> Harms:
    """What a distribution of hits costs, given what one hit and one critical cost."""
    by_hits, by_criticals = {0: UNHARMED}, {0: UNHARMED}
    for count in range(1, 1 + max((key[0] for key in hits), default=0)):
        by_hits[count] = both(hit, by_hits[count - 1])
    for count in range(1, 1 + max((key[1] for key in hits), default=0)):
        by_criticals[count] = both(critical, by_criticals[count - 1])
    return mixed(
        (chance, both(by_hits[plain], by_criticals[criticals]))
        for (plain, criticals), chance in hits.items()
        if chance
    )
