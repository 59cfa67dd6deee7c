"""Random games of CodeOne: 10 against 10 on the town table, one core."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Iterator

from benchmarks.timing import Row
from firelane.core.game import Game
from firelane.core.lines import Answered, Thrown
from firelane.lab.many import play, seldom_collecting
from firelane.rulesets import load

SEEDS = range(1, 13)
TIMES = 5
"""Each game is played so often and its quickest time counts: other work on the machine only ever adds."""


def rows() -> Iterator[Row]:
    """All rows of this part."""
    ruleset = load("c1")
    requests, rolls, events = 0, 0, Counter[str]()
    for seed in SEEDS:  # compiles, loads and surveys what games share; none is kept, as in a run of many
        game = play(ruleset, seed)
        requests += game.count
        rolls += sum(isinstance(moment.line, Thrown) for moment in game.moments)
        events += _events(game)
    del game
    gc.collect()
    processor: dict[int, float] = {}
    clock: dict[int, float] = {}
    with seldom_collecting():
        for _ in range(TIMES):
            for seed in SEEDS:
                begun, used = time.perf_counter(), time.process_time()
                play(ruleset, seed)
                used, taken = time.process_time() - used, time.perf_counter() - begun
                processor[seed] = min(used, processor.get(seed, used))
                clock[seed] = min(taken, clock.get(seed, taken))
    spent, passed, number = sum(processor.values()), sum(clock.values()), len(SEEDS)
    many = f"{number} games, each the quickest of {TIMES}"
    yield Row(f"games by processor time ({many})", f"{number / spent:.1f} games/s", "10 games/s, goal 20")
    yield Row("the same by the clock", f"{number / passed:.1f} games/s")
    yield Row("answered requests, dice included", f"{requests / spent:,.0f} requests/s", "5,000 requests/s")
    again = sum(min(_given_again(game) for _ in range(TIMES)) for game in (play(ruleset, s) for s in SEEDS))
    yield Row(
        "the same answers given again: judged and carried out, nobody chooses",
        f"{requests / again:,.0f} requests/s",
    )
    yield Row("requests in a game, mean", f"{requests / number:.0f}, of which {rolls / number:.0f} rolls")
    yield Row("orders in a game, mean", f"{events['order-spent'] / number:.0f}")
    yield Row("moves in a game, mean", f"{events['moved'] / number:.0f}")
    yield Row("AROs in a game, mean", f"{events['aro-declared'] / number:.0f}")


def _given_again(game: Game) -> float:
    """The processor's time for the answers of a game without the time of those who found them."""
    used = time.process_time()
    anew = Game(game.ruleset, game.header)
    for moment in game.moments[1:]:
        anew.throw_all()
        if isinstance(moment.line, Answered):
            anew.answer(moment.line.seat, moment.line.request, moment.line.given)
    used = time.process_time() - used
    assert anew.sum == game.sum
    return used


def _events(game: Game) -> Counter[str]:
    return Counter(event.kind for moment in game.moments for event in moment.events)
