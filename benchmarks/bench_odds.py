"""What odds cost: one exchange against icepool, bursts up to ten, grids; times of the processor alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import icepool
from msgspec.structs import replace

from benchmarks.timing import Row, pretty, quickest
from firelane.forces.library import forces
from firelane.infinity.exchanges import tables_of
from firelane.infinity.sheets import sheet
from firelane.odds.clash import Line, Party
from firelane.odds.duel import Fighter, odds_of
from firelane.odds.exchange import Attack, Exchange, HitsSave, harm_of, result, rolls
from firelane.odds.fast import _cost, _prepared, quick
from firelane.odds.grid import full_grid
from firelane.odds.reading import read_duel, readings
from firelane.odds.swift import swift

ACTIVE = Attack(12, 4, "N", 13, HitsSave("ARM", 3))
REACTIVE = Attack(11, 2, "N", 13, HitsSave("ARM", 1))
CRITICAL = 21


def ranked(value: int) -> Any:
    """A die as ranks for icepool: a failure is 0, a plain success what it shows, a critical above all."""
    excess, target = max(0, value - 20), min(value, 20)

    def rank(face: int) -> int:
        shown = face + excess
        if (excess and shown >= 20) or (not excess and shown == target):
            return CRITICAL
        return shown if shown <= target else 0

    return icepool.d20.map(rank)


class Hits(icepool.MultisetEvaluator):  # type: ignore[misc]
    """Hits and criticals of the first pool, from the highest rank down."""

    def next_state(self, state: Any, _: Any, outcome: Any, ours: int, yours: int) -> Any:
        open_, hits, criticals = state
        if not open_ or outcome == 0:
            return state
        if yours:
            return (False, hits, criticals)
        return (True, hits, criticals + ours) if outcome == CRITICAL else (True, hits + ours, criticals)

    def initial_state(self, order: Any, *_: Any) -> Any:
        if order < 0:
            return (True, 0, 0)
        raise icepool.UnsupportedOrder

    def final_outcome(self, state: Any, *_: Any) -> Any:
        return state[1], state[2]


def wounds(failing: int) -> Any:
    """From hits to points lost: one save for a hit, two for a critical."""
    save = icepool.d20.map(lambda face: int(face <= failing))
    return lambda hits, criticals: (hits + 2 * criticals) @ save


def with_icepool(active: Attack, reactive: Attack) -> tuple[Any, Any]:
    """The same question: wounds that each side does the other, with fresh evaluators."""
    mine = ranked(active.target).pool(active.burst)
    theirs = ranked(reactive.target).pool(reactive.burst)
    first = Hits()(mine, theirs).map(wounds(active.damage - active.hits_save.value))
    second = Hits()(theirs, mine).map(wounds(reactive.damage - reactive.hits_save.value))
    return first, second


def rows() -> Iterator[Row]:
    """All rows of this part: times of the processor, but for the quickest runs by the clock."""
    question = partial(quick, "n4", ACTIVE, REACTIVE)
    ours, theirs = processor(question), processor(lambda: with_icepool(ACTIVE, REACTIVE), 3)
    found, exact = with_icepool(ACTIVE, REACTIVE), question()
    assert abs(float(found[0].probability(1)) - exact.wounds_by_active[1]) < 1e-12
    name = "burst 4 against 2, wounds after saves"
    yield Row(f"{name}, from Python", f"{pretty(ours)}, {theirs / ours:,.0f} x", "10 us, 500 x icepool")
    yield Row(f"{name}: icepool with fresh evaluators", pretty(theirs))
    by_clock = quickest(partial(times, 100, question), 40) / 100
    yield Row(f"{name}, from Python, by the clock, quickest of 40 runs", pretty(by_clock), "10 us")
    slowest, at = worst()
    yield Row(f"{name}, slowest of 100 pairs of target numbers up to 30 {at}", pretty(slowest), "10 us")
    whole = processor(lambda: result("n4", Exchange(ACTIVE, REACTIVE)), 50)
    yield Row(f"{name}, exact, in fractions", pretty(whole))
    yield from growth()
    yield from orders()
    yield from grids()


def worst() -> tuple[float, str]:
    """The slowest pair of target numbers, each measured when its tables are known, in three rounds of which
    the quickest counts: the machine has slow moments that are not the pair's."""
    found: dict[str, float] = {}
    pairs = [(a, b) for a, b in product(range(1, 31), range(1, 31)) if (a * 30 + b) % 9 == 0]
    for a, b in pairs * 3:
        work = partial(quick, "n4", replace(ACTIVE, target=a), replace(REACTIVE, target=b))
        name, spent = f"({a} against {b})", processor(work, 200)
        found[name] = min(spent, found.get(name, spent))
    slowest = max(found, key=found.__getitem__)
    return found[slowest], slowest


def times(count: int, work: Callable[[], object]) -> None:
    """The work, so often."""
    for _ in range(count):
        work()


def processor(work: Callable[[], object], count: int = 2000) -> float:
    """Seconds of the processor alone for one call: other work on the machine is not counted."""
    spent = []
    for _ in range(5):
        begun = time.process_time()
        times(count, work)
        spent.append((time.process_time() - begun) / count)
    return min(spent)


def growth() -> Iterator[Row]:
    """Bursts up to ten against ten: time for each pair of dice."""
    for dice, others in ((1, 1), (2, 2), (4, 2), (4, 4), (6, 6), (8, 8), (10, 5), (10, 10)):
        one, other = replace(ACTIVE, burst=dice), replace(REACTIVE, burst=others)
        spent = processor(partial(quick, "n4", one, other))
        each = pretty(spent / (dice * others))
        yield Row(f"burst {dice} against {others}", f"{pretty(spent)}, {each} for each pair of dice", "",
                  "at most the product" if dice == others == 10 else "")  # fmt: skip


def orders() -> Iterator[Row]:
    """Whole Orders: typed, and as a player's preview asks for them."""
    asked = read_duel("c1", "fusilier hmg 30in", ["zhanshi dodge", "zhanshi combi cover"])
    answer = odds_of(asked)
    yield Row(
        "a typed match-up of three, numbers and exact odds", pretty(processor(lambda: odds_of(asked), 20))
    )
    parties = [Party(name) for name in answer.troopers]
    spent = processor(lambda: swift(tables_of("c1"), answer.lines, parties))
    yield Row("the same odds by the swift form, numbers known", pretty(spent))
    first, second = rolls(ACTIVE, REACTIVE)
    lines = [
        Line("a", first, "b", *harm_of("c1", ACTIVE)),
        Line("b", second, "a", *harm_of("c1", REACTIVE)),
    ]
    spent = processor(lambda: swift(tables_of("c1"), lines, [Party("a"), Party("b")]))
    yield Row("burst 4 against 2 by the swift form", pretty(spent))


def grids() -> Iterator[Row]:
    """20 weapons, 8 range bands, cover or not, 10 targets."""
    units = dict.fromkeys(facts.unit for facts in forces("c1").sheets.values())
    fighters: dict[str, Fighter] = {}
    for unit in units:
        for fighter in readings("c1", unit):
            if sheet(fighter.sheet).modes[fighter.weapon][0].bands:
                fighters.setdefault(fighter.weapon, fighter)
    targets = [fighter for unit in list(units)[:40] for fighter in readings("c1", unit)[:1]][:10]
    chosen = list(fighters.values())[:20]
    inches = (8, 16, 24, 32, 40, 48, 72, 96)
    assert len(chosen) == 20
    assert len(targets) == 10

    def fresh() -> None:
        _prepared.cache_clear()
        _cost.cache_clear()
        harm_of.cache_clear()
        full_grid("c1", chosen, targets, inches)

    def again() -> None:
        full_grid("c1", chosen, targets, inches)

    name = "grid of 20 weapons, 8 bands, cover or not, 10 targets, numbers by the engine"
    yield Row(name, pretty(processor(again, 1)), "0.2 s")
    yield Row(f"{name}, nothing remembered", pretty(processor(fresh, 1)), "0.2 s")
    yield Row(f"{name}, by the clock, quickest of 8 runs", pretty(quickest(again, 8)), "0.2 s")
