"""Making ready before anybody waits: what is compiled, loaded or surveyed only once is done ahead of time.

A usual game is begun between machine players and looked at as a screen would, and what a commander would have
to find out about the battlefield is found out. Each step is short, so that people who come meanwhile are
served between two of them. Run as a module it compiles what is compiled on first use, so that the first game
of all does not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from firelane import compiling
from firelane.core.game import Game
from firelane.core.lines import header_for
from firelane.core.requests import Request
from firelane.core.ruleset import Ruleset
from firelane.lab.many import Kind, play
from firelane.players import Budget, mind_of, named, usual
from firelane.rulesets import SHIPPED, load
from firelane.server import presenting, ready

ANSWERS = 40
"""So many answers take a usual game through deployment and a few orders with their reactions."""
WHOLE_GAMES = 6
"""So many random games of various set-ups come to all that is compiled, as a test makes sure."""
LANGS = ("en", "ja")
END = object()
Step = Callable[[], object]


def steps(ruleset: Ruleset, setup: Any = None) -> Iterator[Step]:
    """What is to be done for games of this set-up (or the usual one), each piece after the one before it."""
    for lang in LANGS:
        yield lambda lang=lang: ready.shown(ruleset, lang)  # type: ignore[misc]
    player = named(usual(ruleset), ruleset)
    mind = mind_of(ruleset).farther or mind_of(ruleset)
    generator = Random(0)
    games: list[Game] = []
    wanted = setup if setup is not None else ruleset.setup()
    yield lambda: games.append(Game(ruleset, header_for(ruleset, wanted, "warm")))
    (game,) = games
    for number in range(ANSWERS):
        yield game.throw_all
        request = next(iter(game.pending), None)
        if request is None:
            return
        seen = game.view(request.seat)
        yield from _bit_by_bit(mind.prepare(seen, request))
        yield lambda request=request, seen=seen: game.answer(  # type: ignore[misc]
            request.seat, request.id, player(seen, request, Budget(), generator)
        )
        if number % 4 == 0 and (asked := next(iter(game.pending), None)) is not None:
            yield lambda asked=asked: _look(game, asked)  # type: ignore[misc]


def _bit_by_bit(pieces: Iterator[None]) -> Iterator[Step]:
    """The pieces of some work, each as a step."""
    over: list[bool] = []

    def step() -> None:
        if next(pieces, END) is END:
            over.append(True)

    while not over:
        yield step


def _look(game: Game, request: Request) -> None:
    """All that a screen asks about a moment."""
    screen, seen = presenting.screen(game.ruleset), game.view(request.seat)
    for lang in LANGS:
        screen.ground(seen, lang)
        board = screen.board(seen, lang)
        if request.seat in game.ruleset.seats:
            screen.prompt(seen, request, lang)
    own = next((one for one in board.figures if one.side == request.seat and not one.away), None)
    if own is not None:
        screen.look(seen, own.id, "en")
        screen.way(seen, request, own.id, None, (own.x + 1000, own.y, own.z), "en")


def compile_all(name: str) -> None:
    """Use all that is compiled for a ruleset: what usual games begin with, and what whole ones come to."""
    ruleset = load(name)
    for step in steps(ruleset):
        step()
    kind = Kind(name, vary=True)
    for seed in range(WHOLE_GAMES):
        play(ruleset, seed, kind.setup(seed))


def main() -> None:
    """Make ready for all shipped rulesets, once and for all."""
    compiling.tell()
    for name in SHIPPED:
        compile_all(name)


if __name__ == "__main__":
    main()
