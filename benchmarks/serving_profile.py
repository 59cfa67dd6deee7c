"""Where the server's time goes: random games through rooms as they are, without sockets.

    python -m benchmarks.serving_profile c1 --rooms 24 --answers 40 [--profile] [--moves] [--store FILE]

Rooms take turns, as they do on a server: what is kept from one answer to the next must not be kept for one
room alone. `--moves`: the clients answer as the random player does, with ways drawn by hand, not from the
options of their prompts alone. Everything that is sent goes into a checksum, so that two versions can be
held against each other. The clients' own work is neither timed nor profiled.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.bench_server import Prompt, Told, assembled
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.lines import header_for
from firelane.core.ruleset import Ruleset
from firelane.rulesets import SHIPPED, load
from firelane.screen.board import Board, Ground
from firelane.server import messages as m
from firelane.server import presenting
from firelane.server.history import History
from firelane.server.rooms import HUMAN, Room
from firelane.server.storage import RoomRow, Step, Store

_told = msgspec.json.Decoder(Told)
_said = msgspec.json.Decoder(m.AnySaid)


class Forgetful:
    """A store that keeps nothing."""

    async def append(self, step: Step) -> None:
        """Nothing."""


class Client:
    """A seat that answers by chance."""

    def __init__(self, seat: str, lang: str, seed: str) -> None:
        self.seat, self.lang = seat, lang
        self.shown: object = None
        self.ground: Ground | None = None
        self.board: Board | None = None
        self.inbox: list[bytes] = []
        self.sum = blake2b(digest_size=16)
        self.sent = 0
        self.ground: Ground | None = None
        self.generator = random.Random(f"{seed}/{seat}")
        self.prompts: list[Prompt] = []
        self.answered: set[str] = set()
        self.over = False
        self.number = 0

    def send(self, data: bytes) -> None:
        """Take a message in."""
        self.inbox.append(data)

    def dismiss(self) -> None:
        """Nobody should be."""
        raise AssertionError

    def read(self) -> None:
        """Look at what has come."""
        for raw in self.inbox:
            self.sum.update(raw)
            self.sent += len(raw)
            told = _told.decode(raw)
            if told.type == "state":
                self.prompts = told.prompts
                self.over = told.outcome is not None
            elif told.type == "refused":
                self.answered.clear()
        self.inbox.clear()

    def say(self, game: Game, moves: bool) -> str | None:
        """The next answer, as it goes over the line."""
        for prompt in self.prompts:
            if prompt.id not in self.answered:
                self.answered.add(prompt.id)
                self.number += 1
                given = self._drawn(game, prompt.id) if moves else assembled(prompt, self.generator)
                said = {"type": "answer", "id": str(self.number), "request": prompt.id, "given": given}
                return msgspec.json.encode(said).decode()
        return None

    def _drawn(self, game: Game, asked: str) -> Any:
        """Any legal answer."""
        seen = game.view(self.seat)
        request = next(request for request in seen.requests if request.id == asked)
        return game.ruleset.question(request).sample(seen, request, self.generator)


class Table:
    """A room and its clients."""

    def __init__(self, ruleset: Ruleset, seed: str, langs: list[str], store: Any) -> None:
        header = header_for(ruleset, ruleset.setup(), seed, {})
        game = Game(ruleset, header)
        row = RoomRow(
            id=seed,
            ruleset=ruleset.name,
            header=msgspec.json.encode(header).decode(),
            house="{}",
            players=msgspec.json.encode(dict.fromkeys(ruleset.seats, HUMAN)).decode(),
            delay=0,
            begun=0.0,
            changed=0.0,
            asked="[]",
            outcome="",
        )
        self.row = row
        self.room = Room(row, game, History(0, game.moments), (), frozenset(), {}, store, _at_once)
        self.clients = [Client(seat, lang, seed) for seat, lang in zip(ruleset.seats, langs, strict=True)]

    async def sit_down(self) -> None:
        """Begin, with everybody there."""
        await self.room.begin()
        for client in self.clients:
            await self.room.join(client, "")

    async def answer(self, text: str, client: Client) -> bool:
        """What a connection does with an answer. Returns whether it counts."""
        said = _said.decode(text)
        assert isinstance(said, m.AnswerGiven)
        room = self.room
        given = room.game.ruleset.read_answer(msgspec.json.encode(said.given))
        refused: Refusal | None
        if isinstance(given, Refusal):
            refused = given
        else:
            refused = await room.act(
                client.seat,
                said.id,
                lambda game: game.answer(client.seat, said.request, given),
                lambda: client.send(msgspec.json.encode(m.Accepted(id=said.id))),
            )
        if refused is not None:
            seen = room.game.view(client.seat)
            told = presenting.refusal(room.game.ruleset, seen, refused, client.lang)
            client.send(msgspec.json.encode(m.Refused(id=said.id, rule=refused.rule, text=told)))
        return refused is None


async def _at_once(work: Callable[[], Any]) -> Any:
    return work()


class Clock:
    """Times the server's part, and profiles it if that is wanted."""

    def __init__(self, profile: bool) -> None:
        self.profile = cProfile.Profile() if profile else None
        self.spent = 0.0
        self._begun = 0.0

    def __enter__(self) -> None:
        if self.profile is not None:
            self.profile.enable()
        self._begun = time.process_time()

    def __exit__(self, *_: object) -> None:
        self.spent += time.process_time() - self._begun
        if self.profile is not None:
            self.profile.disable()


async def play(given: argparse.Namespace) -> None:
    """Play the rooms in turn, and tell what came of it."""
    ruleset = load("ambush.game:FIRST" if given.ruleset == "ambush-1" else given.ruleset)
    store: Any = Store(given.store) if given.store else Forgetful()
    langs = given.lang.split(",") if "," in given.lang else [given.lang] * len(ruleset.seats)
    await _warm(ruleset, langs)
    tables = [Table(ruleset, f"{given.seed}-{n}", langs, store) for n in range(given.rooms)]
    for table in tables:
        if given.store:
            await store.add(table.row, (("", table.row.id),), ())
        await table.sit_down()
    clock, counted = Clock(given.profile), Counter[str]()
    while counted["answers"] < given.rooms * given.answers:
        before = counted["said"]
        for table in tables:
            await _round(table, clock, counted, given.moves)
        if counted["said"] == before:
            break
    sums = b"".join(client.sum.digest() for table in tables for client in table.clients)
    answers = counted["answers"]
    size = sum(client.sent for table in tables for client in table.clients)
    print(
        f"{answers} answers, {counted['refused']} refused, {clock.spent / answers * 1e3:.3f} ms each, "
        f"{size / answers / 1e3:.1f} kB each, "
        f"{sum(table.clients[0].over for table in tables)} games over, "
        f"checksum {blake2b(sums, digest_size=16).hexdigest()}"
    )
    if clock.profile is not None:
        _tell(clock.profile, answers, given.top)
    if given.store:
        await store.close()


async def _warm(ruleset: Ruleset, langs: list[str]) -> None:
    """Play two games, so that what is compiled and looked up once for all is."""
    for seed in ("one", "two"):
        table, counted = Table(ruleset, seed, langs, Forgetful()), Counter[str]()
        await table.sit_down()
        before = -1
        while counted["said"] > before:
            before = counted["said"]
            await _round(table, Clock(profile=False), counted)


async def _round(table: Table, clock: Clock, counted: Counter[str], moves: bool = False) -> None:
    """One answer of each seat that is asked."""
    for client in table.clients:
        for each in table.clients:
            each.read()
        text = None if client.over else client.say(table.room.game, moves)
        if text is None:
            continue
        counted["said"] += 1
        with clock:
            accepted = await table.answer(text, client)
        counted["answers" if accepted else "refused"] += 1


def _tell(profile: cProfile.Profile, answers: int, top: int) -> None:
    stats = pstats.Stats(profile, stream=sys.stdout)
    by_module: Counter[str] = Counter()
    calls = 0
    for (path, _, _), (_, count, own, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        place = path.partition("firelane/")[2] or Path(path).name
        by_module[place] += own
        calls += count
    total = sum(by_module.values())
    print(f"{calls / answers:,.0f} calls an answer, {total / answers * 1e3:.3f} ms under the profiler")
    for place, own in by_module.most_common(25):
        print(f"{own / total:6.1%}  {place}")
    stats.sort_stats("tottime").print_stats(top)
    stats.sort_stats("cumulative").print_stats(top)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ruleset", choices=(*SHIPPED, "ambush-1"))
    parser.add_argument("--rooms", type=int, default=24)
    parser.add_argument("--answers", type=int, default=40)
    parser.add_argument("--seed", default="serving")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--store", default="")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--moves", action="store_true")
    parser.add_argument("--top", type=int, default=45)
    asyncio.run(play(parser.parse_args()))
