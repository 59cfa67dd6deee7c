"""Everything rolled in one Order, in microseconds: for players that weigh thousands of choices.

The same lines as `clash` takes, in floating point, by the compiled sums of `fast`. What only the exact form
can tell (saves that kill outright, harm that is mortal by one shooter and not by another) is asked of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from firelane.infinity.dice import RollFigures, read
from firelane.infinity.exchanges import ExchangeTables
from firelane.infinity.names import DEAD, UNCONSCIOUS
from firelane.infinity.rolls import Rolling
from firelane.infinity.saves import Saving
from firelane.odds.clash import Line, Outcome, Party, clash, groups
from firelane.odds.fast import Floats, Ints, costing, costing_against, faces_array
from firelane.odds.harm import MOST, of_savings, points

POINTS = ""
"""The kind of harm that is counted in points; others are counted by the state they bring."""
Shape = tuple[int, int, int, str, bool, bool, bool, int, bool, str]


class SwiftFate(NamedTuple):
    """What becomes of one party: chances by points lost, of the two ends, and of states."""

    lost: Floats
    unconscious: float
    dead: float
    states: Mapping[str, float]

    @property
    def out(self) -> float:
        """The chance of being out of action."""
        return self.unconscious + self.dead


class Swift(NamedTuple):
    """The chance that each line takes effect, by place, and what becomes of each party, by name."""

    success: tuple[float, ...]
    fates: Mapping[str, SwiftFate]


def swift(tables: ExchangeTables, lines: Sequence[Line], parties: Sequence[Party]) -> Swift:
    """What can come of all the lines together."""
    if not _simple(lines):
        return _from_exact(clash(tables, lines, parties))
    figures = tables.roll
    harm = [_costs(line, figures.die) for line in lines]
    success = [0.0] * len(lines)
    whole: dict[tuple[str, str], Floats] = {}
    row = [line.roll for line in lines]
    for group in groups(row):
        for key, out in _group(figures, row, group, lines, harm, success).items():
            whole[key] = _together(whole[key], out) if key in whole else out
    return Swift(tuple(success), {party.name: _fate(party, lines, whole) for party in parties})


def _together(one: Floats, other: Floats) -> Floats:
    """Two independent losses; what exceeds the last number stays in it."""
    full = np.convolve(one, other)
    out = full[: MOST + 1].copy()
    out[MOST] += full[MOST + 1 :].sum()
    return out


def _simple(lines: Sequence[Line]) -> bool:
    """Whether sums of points tell it all: nobody is killed outright, mortal harm is not mixed with other."""
    mortal: dict[str, bool] = {}
    for line in lines:
        ends = any(saving.state in (DEAD, UNCONSCIOUS) for saving in (*line.hit, *line.critical))
        if line.answered is not None or line.strays or ends:
            return False
        for saving in line.hit:
            if saving.loss and mortal.setdefault(line.at, bool(saving.mortal)) != bool(saving.mortal):
                return False
    return True


Costs = tuple[tuple[str, Floats], ...]


def _costs(line: Line, die: int) -> Costs:
    """For each kind of harm what one hit and one critical cost: two rows of chances by how much."""
    if not line.hit and not line.critical:
        return ()
    return _of_shapes(tuple(map(_shape, line.hit)), tuple(map(_shape, line.critical)), die)


def _shape(saving: Saving) -> Shape:
    return (
        saving.number.total, saving.rolls, saving.loss, saving.state, saving.under, saving.again,
        bool(saving.mortal), saving.free_wounds, saving.sure, saving.also,
    )  # fmt: skip


@lru_cache(maxsize=8192)
def _of_shapes(hit: tuple[Shape, ...], critical: tuple[Shape, ...], die: int) -> Costs:
    from firelane.core.because import Number

    asked = []
    for shapes in (hit, critical):
        asked.append(
            of_savings(
                tuple(
                    Saving(Number.of(total), rolls, loss, state, under, again, "*" * mortal, free, sure, also)
                    for total, rolls, loss, state, under, again, mortal, free, sure, also in shapes
                ),
                die,
            )
        )
    kinds: dict[str, Floats] = {}
    states = {name for harms in asked for harm in harms for name in harm.states}
    for kind in (POINTS, *sorted(states)):
        rows = np.zeros((2, MOST + 1))
        for place, harms in enumerate(asked):
            if kind == POINTS:
                exact = points(harms)
                rows[place, : len(exact)] = [float(p) for p in exact]
            else:
                gained = float(sum(p for harm, p in harms.items() if kind in harm.states))
                rows[place, :2] = 1 - gained, gained
        kinds[kind] = rows
    return tuple(kinds.items())


def _group(
    figures: RollFigures,
    row: Sequence[Rolling],
    group: list[int],
    lines: Sequence[Line],
    harm: Sequence[Costs],
    success: list[float],
) -> dict[tuple[str, str], Floats]:
    """The losses that a group of rolls that meet causes, by party and kind."""
    hub = next((place for place in group if len(row[place].opposed_by) > 1 or row[place].evades), None)
    if hub is not None:
        return _around(figures, row, hub, group, lines, harm, success)
    found: dict[tuple[str, str], Floats] = {}
    for place in group:
        mine = row[place]
        if mine.automatic:
            success[place] = 1.0
            for kind, cost in harm[place]:
                found[lines[place].at, kind] = cost[0]
            continue
        rival = mine.opposed_by[0] if mine.opposed_by else None
        theirs = row[rival] if rival is not None else Rolling(0, 0)
        own = faces_array(figures, mine.facing(rival) if rival is not None else mine.value)
        other = faces_array(figures, theirs.facing(place) if rival is not None else 0)
        for kind, cost in harm[place] or HARMLESS:
            out = np.zeros(MOST + 1)
            success[place] = costing(own, mine.dice, other, theirs.dice, cost, out)
            if harm[place]:
                found[lines[place].at, kind] = out
    return found


def _around(
    figures: RollFigures,
    row: Sequence[Rolling],
    hub: int,
    group: list[int],
    lines: Sequence[Line],
    harm: Sequence[Costs],
    success: list[float],
) -> dict[tuple[str, str], Floats]:
    """One die against many, face by face; faces that mean the same are taken together."""
    die = row[hub]
    others = [place for place in group if place != hub]
    cases: dict[tuple[int, ...], float] = {}
    for face in range(1, figures.die + 1):
        key = tuple(_strength(figures, die, place, face) for place in others)
        cases[key] = cases.get(key, 0.0) + 1 / figures.die
    found: dict[tuple[str, str], Floats] = {}
    for key, chance in cases.items():
        given: dict[tuple[str, str], Floats] = {}
        wins = chance if die.dice else 0.0
        for place, strength in zip(others, key, strict=True):
            mine = row[place]
            if mine.automatic:
                escaped = bool(strength)
                wins *= escaped
                success[place] += chance * (not escaped)
                outs = [] if escaped else [(kind, cost[0]) for kind, cost in harm[place]]
            else:
                own = faces_array(figures, mine.facing(hub))
                wins *= _beaten(own, mine.dice, strength)
                outs, some = [], 0.0
                for kind, cost in harm[place]:
                    out = np.zeros(MOST + 1)
                    some = costing_against(own, mine.dice, strength, cost, out)
                    outs.append((kind, out))
                success[place] += chance * some
            for kind, out in outs:
                at = (lines[place].at, kind)
                given[at] = _together(given[at], out) if at in given else out
        success[hub] += wins
        for place in others:
            for kind, _ in harm[place]:
                at = (lines[place].at, kind)
                if at not in given:
                    given[at] = UNHARMED
        for at, out in given.items():
            found[at] = found.get(at, NOTHING) + chance * out
    return found


UNHARMED = np.eye(1, MOST + 1)[0]
HARMLESS: Costs = ((POINTS, np.array([UNHARMED, UNHARMED])),)
NOTHING = np.zeros(MOST + 1)


def _strength(figures: RollFigures, die: Rolling, place: int, face: int) -> int:
    if not die.dice:
        return 0
    if place in die.evades:
        return int(read(figures, die.evading[die.evades.index(place)], face).success)
    return read(figures, die.facing(place), face).strength


def _beaten(own: Ints, dice: int, strength: int) -> float:
    """The chance that all dice of a side are weaker than this strength."""
    return float(np.mean(np.abs(own) < strength) ** dice)


def _fate(party: Party, lines: Sequence[Line], whole: Mapping[tuple[str, str], Floats]) -> SwiftFate:
    lost = whole.get((party.name, POINTS), UNHARMED)
    mortal = any(
        saving.mortal and saving.loss for line in lines if line.at == party.name for saving in line.hit
    )
    exactly = float(lost[party.points]) if 0 < party.points <= MOST else 0.0
    more = float(lost[party.points + 1 :].sum())
    states = {kind: 1 - float(out[0]) for (name, kind), out in whole.items() if name == party.name and kind}
    return SwiftFate(lost, 0.0 if mortal else exactly, more + (exactly if mortal else 0.0), states)


def _from_exact(found: Outcome) -> Swift:
    fates = {}
    for name, fate in found.fates.items():
        lost = np.zeros(MOST + 1)
        lost[: len(fate.lost)] = [float(p) for p in fate.lost]
        states = {state: float(p) for state, p in fate.states.items()}
        fates[name] = SwiftFate(lost, float(fate.unconscious), float(fate.dead), states)
    return Swift(tuple(map(float, found.success)), fates)
