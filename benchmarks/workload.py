"""Fixed pieces of work for `make bench-against`, done on request by a process of one revision.

Reads lines `PART NUMBER` and answers each with the processor time and the units of work that it took.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

import msgspec

from firelane.core.events import WATCHER
from firelane.core.game import Game
from firelane.lab.many import play, seldom_collecting
from firelane.players import Budget, decided, named
from firelane.rulesets import load, screen_of, set_up
from firelane.server import presenting
from firelane.server.feeds import Feed

GAMES = 3
"""Random games in one piece of work."""
PREVIEWS = 60
NODES = 100
"""The commander's budget for a decision."""
DECISIONS = 12


def random_games(number: int) -> int:
    """Play random games of CodeOne; a unit is an answered request."""
    ruleset = load("c1")
    return sum(play(ruleset, seed).count for seed in range(number * GAMES + 1, (number + 1) * GAMES + 1))


def operations(number: int) -> int:
    """Play random Operations of Red Earth; a unit is an answered request."""
    ruleset = load("bpre")
    return sum(play(ruleset, seed).count for seed in range(number * GAMES + 1, (number + 1) * GAMES + 1))


def previews(number: int) -> int:
    """Preview random answers in a random game of each ruleset; a unit is a preview."""
    done = 0
    for name in ("c1", "bpre"):
        ruleset = load(name)
        shown, generator = screen_of(ruleset), Random(number)
        game = Game.new(ruleset, set_up(ruleset, {}), number)
        while game.state.outcome is None and done < (PREVIEWS if name == "c1" else 2 * PREVIEWS):
            game.throw_all()
            for request in game.pending:
                view = game.view(request.seat)
                given = ruleset.question(request).sample(view, request, generator)
                shown.preview(view, request, given, True, "en")
                game.answer(request.seat, request.id, given)
                done += 1
    return done


def server_answers(number: int) -> int:
    """Play a random game of CodeOne that is shown to both seats and a watcher after every step."""
    ruleset = load("c1")
    game, player = Game.new(ruleset, set_up(ruleset, {}), number), named("random", ruleset)
    generator = Random(number)
    feeds = [Feed(ruleset, seat) for seat in (*ruleset.seats, WATCHER)]
    boards = dict.fromkeys(feed.seat for feed in feeds)
    while game.state.outcome is None:
        game.throw_all()
        for request in game.pending:
            game.answer(
                request.seat, request.id, player(game.view(request.seat), request, Budget(), generator)
            )
            for feed in feeds:
                first = feed.follow(game.moments)
                _, boards[feed.seat] = presenting.written(ruleset, feed, None, first, "en", boards[feed.seat])
    return game.count


def commander_nodes(number: int) -> int:
    """Let the commander decide in random games of both rulesets; a unit is a node."""
    nodes = 0
    for name in ("c1", "bpre"):
        ruleset = load(name)
        thinker, player = named("commander", ruleset), named("random", ruleset)
        game, generator = Game.new(ruleset, set_up(ruleset, {}), number), Random(number)
        asked = 0
        while game.state.outcome is None and asked < DECISIONS:
            game.throw_all()
            for request in game.pending:
                view = game.view(request.seat)
                if request.kind in ("give-order", "activate"):
                    made = decided(thinker, view, request, Budget(nodes=NODES), generator)
                    nodes, asked = nodes + max(1, made.nodes), asked + 1
                game.answer(request.seat, request.id, player(view, request, Budget(), generator))
    return nodes


PARTS: dict[str, Callable[[int], int]] = {
    "random-games": random_games,
    "operations": operations,
    "previews": previews,
    "server-answers": server_answers,
    "commander-nodes": commander_nodes,
}


def main() -> None:
    """Do what is asked for, line by line."""
    for line in sys.stdin:
        part, number = line.split()
        with seldom_collecting():
            begun = time.process_time()
            units = PARTS[part](int(number))
            spent = time.process_time() - begun
        print(msgspec.json.encode({"seconds": spent, "units": units}).decode(), flush=True)


if __name__ == "__main__":
    main()
