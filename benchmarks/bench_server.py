"""The server: rooms that play at once, rooms that wait, and how soon both sides see an answer."""

from __future__ import annotations

import asyncio
import http.client
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.timing import Row, pretty

ROOMS = int(os.environ.get("BENCH_ROOMS", "200"))
SECONDS = float(os.environ.get("BENCH_SECONDS", "300"))


class Option(msgspec.Struct):
    """A choice: what goes into the answer."""

    id: str = ""
    value: Any = None
    slots: list[Any] = []
    forbidden: str = ""


class Part(msgspec.Struct):
    """One decision."""

    place: str
    options: list[Option] = []
    optional: bool = False
    several: bool = False
    chosen: tuple[str, ...] = ()


class Prompt(msgspec.Struct):
    """A question."""

    id: str
    base: Any = None
    parts: list[Part] = []


class Told(msgspec.Struct):
    """What a bench client reads of a message."""

    type: str
    prompts: list[Prompt] = []
    outcome: Any = None
    code: str = ""
    rule: str = ""


_told = msgspec.json.Decoder(Told)


class Serving:
    """A server in a process of its own, on one core."""

    def __init__(self, folder: str) -> None:
        cores = sorted(os.sched_getaffinity(os.getppid())) if hasattr(os, "sched_getaffinity") else [0]
        command = [sys.executable, "-m", "benchmarks.serving", f"{folder}/games.sqlite", str(cores[0])]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def post(self, path: str, body: Any) -> Any:
        """A question over HTTP."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        asking.request("POST", path, msgspec.json.encode(body))
        answer = asking.getresponse()
        data = answer.read()
        assert answer.status == 200, data
        asking.close()
        return msgspec.json.decode(data)

    def memory(self) -> float:
        """Megabytes that the process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) / 1024

    def cpu(self) -> float:
        """Seconds of the processor that the process has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def assembled(prompt: Prompt, generator: random.Random) -> Any:
    """An answer by chance from a prompt's parts: what stands chosen already stays."""
    answer = prompt.base
    for part in prompt.parts:
        options = [option for option in part.options if not option.slots and not option.forbidden]
        if part.chosen:
            taken = [next(o.value for o in part.options if o.id == name) for name in part.chosen]
            answer = _put(answer, part.place, taken if part.several else taken[0])
            continue
        if not options or (part.optional and generator.random() < 0.3):
            continue
        value = generator.choice(options).value
        answer = value if not part.place else _put(answer, part.place, [value] if part.several else value)
    return answer


def _put(answer: Any, place: str, value: Any) -> Any:
    """The answer with a value at a JSON pointer."""
    copy = msgspec.json.decode(msgspec.json.encode(answer))
    *way, last = place.lstrip("/").split("/")
    at = copy
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at.setdefault(step, {})
    at[last] = value
    return copy


class Play:
    """Random clients that play room after room until time is up."""

    def __init__(self, serving: Serving, ruleset: str, until: float) -> None:
        self.serving, self.ruleset, self.until = serving, ruleset, until
        self.answers = 0
        self.games = 0
        self.faults: list[str] = []

    async def room(self) -> None:
        """Game after game in one room's stead."""
        loop = asyncio.get_running_loop()
        while time.monotonic() < self.until and not self.faults:
            made = await loop.run_in_executor(
                None, self.serving.post, "/api/games", {"ruleset": self.ruleset, "one_screen": True}
            )
            await asyncio.gather(*(self.seat(link["token"]) for link in made["seats"]))
            self.games += time.monotonic() < self.until

    async def seat(self, token: str) -> None:
        """One client, from hello to the end of the game."""
        generator = random.Random(token)
        async with connect(
            f"ws://127.0.0.1:{self.serving.port}/play", max_size=None, compression=None
        ) as socket:
            await socket.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
            await self._converse(socket, generator)

    async def _converse(self, socket: ClientConnection, generator: random.Random) -> None:
        number, answered, tries = 0, set(), 0
        prompts: Sequence[Prompt] = ()
        async for raw in socket:
            told = _told.decode(raw)
            if time.monotonic() > self.until:
                return
            if told.type == "error":
                self.faults.append(told.code)
                return
            if told.type == "state":
                if told.outcome is not None:
                    return
                prompts = told.prompts
            elif told.type == "accepted":
                self.answers += 1
                continue
            elif told.type == "refused":
                tries += 1
                answered.clear()
                if tries > 200:
                    self.faults.append(told.rule)
                    return
            for prompt in prompts:
                if prompt.id in answered:
                    continue
                answered.add(prompt.id)
                number += 1
                said = {
                    "type": "answer",
                    "id": str(number),
                    "request": prompt.id,
                    "given": assembled(prompt, generator),
                }
                await socket.send(msgspec.json.encode(said).decode())


def _playing(serving: Serving, ruleset: str, rooms: int, length: float) -> Iterator[Row]:
    async def run() -> tuple[Play, list[float]]:
        play = Play(serving, ruleset, time.monotonic() + length)
        sizes: list[float] = []

        async def watch() -> None:
            while time.monotonic() < play.until:
                sizes.append(serving.memory())
                await asyncio.sleep(length / 30)

        await asyncio.gather(watch(), *(play.room() for _ in range(rooms)))
        return play, sizes

    begun, used = time.monotonic(), serving.cpu()
    play, sizes = asyncio.run(run())
    spent = time.monotonic() - begun
    used = serving.cpu() - used
    name = f"{rooms} rooms of {ruleset}, two clients each"
    yield Row(name, f"{play.answers / spent:,.0f} answers/s", "1,000 answers/s", f"{play.games} games ended")
    yield Row(
        "  for each second of the server's core",
        f"{play.answers / used:,.0f} answers",
        "",
        f"{used / spent:.0%} busy",
    )
    yield Row("  errors", f"{len(play.faults)} {' '.join(sorted(set(play.faults)))}".strip(), "0")
    third = len(sizes) // 3
    first, last = statistics.median(sizes[third : 2 * third]), statistics.median(sizes[2 * third :])
    yield Row(
        f"  memory over {spent:.0f} s",
        f"{first:.0f} MB in the middle third, {last:.0f} MB in the last",
        "no growth",
    )


FORTY = {
    "forces": {
        seat: ["fusiliers/combi-rifle-lieutenant"] + ["fusiliers/combi-rifle"] * 19
        for seat in ("blue", "red")
    }
}
"""Forty models, for the time until both sides see an answer."""


def _until_both_see(serving: Serving, answers: int) -> Iterator[Row]:
    """Two clients and nobody else: from sending an answer to the new state at both."""

    async def run() -> list[float]:
        loop = asyncio.get_running_loop()
        body = {"ruleset": "c1", "setup": FORTY, "one_screen": True}
        made = await loop.run_in_executor(None, serving.post, "/api/games", body)
        generator = random.Random(4)
        address = f"ws://127.0.0.1:{serving.port}/play"
        taken: list[float] = []
        async with (
            connect(address, max_size=None, compression=None) as blue,
            connect(address, max_size=None, compression=None) as red,
        ):
            sides = (blue, red)
            for socket, link in zip(sides, made["seats"], strict=True):
                await socket.send(msgspec.json.encode({"type": "hello", "token": link["token"]}).decode())
            prompts = [await _state(socket) for socket in sides]
            number = 0
            while len(taken) < answers:
                place = next(place for place, asked in enumerate(prompts) if asked)
                number += 1
                prompt = prompts[place][0]
                said = {
                    "type": "answer",
                    "id": str(number),
                    "request": prompt.id,
                    "given": assembled(prompt, generator),
                }
                data = msgspec.json.encode(said).decode()
                begun = time.perf_counter()
                await sides[place].send(data)
                if not await _is_accepted(sides[place]):
                    assert number < 20 * answers, "hardly anything is accepted"
                    continue
                seen = list(await asyncio.gather(*(_soon(socket) for socket in sides)))
                spent = time.perf_counter() - begun
                if all(state is not None for state in seen):
                    taken.append(spent)
                prompts = [new if new is not None else old for new, old in zip(seen, prompts, strict=True)]
        return taken

    taken = sorted(asyncio.run(run()))
    yield Row(
        "CodeOne with 40 models: from an answer to the new state at both sides",
        f"{pretty(statistics.median(taken))} at the median",
        "150 ms",
        f"{pretty(taken[int(len(taken) * 0.9)])} for nine of ten, {len(taken)} answers",
    )


async def _state(socket: ClientConnection) -> list[Prompt]:
    while True:
        told = _told.decode(await socket.recv())
        if told.type == "state":
            return told.prompts


async def _soon(socket: ClientConnection) -> list[Prompt] | None:
    """The next state; none if nothing has changed for that side."""
    try:
        async with asyncio.timeout(1.0):
            return await _state(socket)
    except TimeoutError:
        return None


async def _is_accepted(socket: ClientConnection) -> bool:
    while True:
        told = _told.decode(await socket.recv())
        if told.type in ("accepted", "refused", "error"):
            return told.type == "accepted"


def _waiting(serving: Serving, rooms: int) -> Iterator[Row]:
    """Rooms of CodeOne in which nobody is, and rooms in which two wait."""

    async def visit() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        before = serving.memory()
        games = [
            await loop.run_in_executor(
                None, serving.post, "/api/games", {"ruleset": "c1", "one_screen": True}
            )
            for _ in range(rooms)
        ]
        tokens = [link["token"] for game in games for link in game["seats"]]
        address = f"ws://127.0.0.1:{serving.port}/play"
        sockets = [await connect(address, max_size=None, compression=None) for _ in tokens]
        for socket, token in zip(sockets, tokens, strict=True):
            await socket.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
            await _state(socket)
        with_people = serving.memory() - before
        for socket in sockets:
            await socket.close()
        await asyncio.sleep(4.0)
        return with_people / rooms, (serving.memory() - before) / rooms

    with_people, alone = asyncio.run(visit())
    yield Row(
        "an idle room of CodeOne", f"{alone:.2f} MB", "2 MB", "nobody there: it is put away, the store has it"
    )
    yield Row(
        "a room of CodeOne in which two people wait", f"{with_people:.2f} MB", "2 MB", "with its two sockets"
    )


def rows() -> Iterator[Row]:
    """All rows of this part. The clients leave the server's core to it, where there is another one."""
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) > 1:
        os.sched_setaffinity(0, cores[1:])
    try:
        yield from _rows()
    finally:
        if len(cores) > 1:
            os.sched_setaffinity(0, cores)


def _rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        serving = Serving(folder)
        try:
            yield from _until_both_see(serving, 100)
            yield from _waiting(serving, 60)
        finally:
            serving.stop()
    for ruleset in os.environ.get("BENCH_RULESETS", "ambush-1 c1 bpre").split():
        with tempfile.TemporaryDirectory() as folder:
            serving = Serving(folder)
            try:
                yield from _playing(serving, ruleset, ROOMS, SECONDS)
            finally:
                serving.stop()
