"""What was acknowledged is never lost: killed at any instant, the log cut at any byte, and games go on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, text

from ambush.game import FIRST
from firelane.core.game import Game
from firelane.core.requests import CHANCE
from firelane.problem import Problem
from firelane.server.hub import Hub
from firelane.server.making import RoomMaker
from firelane.server.messages import NewGame
from firelane.server.schema import MIGRATIONS, migrate
from firelane.server.storage import LineRow, RoomRow, Step, Store, hashed
from server.databases import fresh_address
from server.running import Client, Running, play_out, running

KILLS = 300
CUTS = 12

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
"""The writers are forked: they start at once, and have nothing to do with this process's threads."""


# A writer that is killed


def write_until_killed(store: Path, tell: int, seed: int) -> None:
    """Play games through the rooms as the server does, and tell of each answer when it is acknowledged."""

    async def play() -> None:
        hub = Hub(Store(str(store)), {FIRST.name: FIRST})
        generator = random.Random(seed)
        while True:
            made = await RoomMaker(hub).make(NewGame(ruleset=FIRST.name, one_screen=True))
            _tell(tell, made.room, 0)
            async with hub.at(made.room) as room:
                while room.game.state.outcome is None:
                    request = generator.choice([r for r in room.game.pending if r.seat != CHANCE])
                    seen = room.game.view(request.seat)
                    given = FIRST.question(request).sample(seen, request, generator)
                    told: list[int] = []

                    def do(game: Game, request=request, given=given):
                        return game.answer(request.seat, request.id, given)

                    await room.act(
                        request.seat,
                        f"n{room.game.count}",
                        do,
                        lambda told=told, room=room: told.append(room.game.count),
                    )
                    _tell(tell, made.room, told[0])

    asyncio.run(play())


def _tell(pipe: int, room: str, count: int) -> None:
    os.write(pipe, f"{room} {count}\n".encode())


def killed_writer(store: Path, seed: int, most: int) -> dict[str, int]:
    """Start a writer, kill it soon after an answer that is drawn from the first `most`; return how many lines
    of each room were acknowledged.

    That answer is waited for, so that as much is written on a busy machine. One in five is killed early,
    perhaps while it opens the store.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            write_until_killed(store, writing, seed)
        finally:
            os._exit(1)
    os.close(writing)
    generator = random.Random(seed)
    heard = b""
    if generator.random() < 0.8:
        wanted = generator.randint(1, most)
        while heard.count(b"\n") < wanted and (more := os.read(reading, 4096)):
            heard += more
        time.sleep(generator.uniform(0.0, 0.004))  # anywhere in the next answers
    else:
        time.sleep(generator.uniform(0.0, 0.04))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as told:
        lines = (heard + told.read()).split(b"\n")[:-1]
    acknowledged: dict[str, int] = {}
    for line in lines:
        room, count = line.decode().split()
        acknowledged[room] = int(count)
    return acknowledged


def standing(store: Path, rooms: list[str]) -> dict[str, int]:
    """How many lines of each room are there, each replayed and compared with its checksum."""

    async def look() -> dict[str, int]:
        hub = Hub(Store(str(store)), {FIRST.name: FIRST})
        found = {}
        try:
            for name in rooms:
                async with hub.at(name) as room:
                    found[name] = room.game.count
        finally:
            await hub.stop()
        return found

    return asyncio.run(look())


def goes_on(store: Path, name: str) -> None:
    """The game in that room can be played to its end."""

    async def play() -> None:
        hub = Hub(Store(str(store)), {FIRST.name: FIRST})
        generator = random.Random(1)
        async with hub.at(name) as room:
            while room.game.state.outcome is None:
                request = next(r for r in room.game.pending if r.seat != CHANCE)
                given = FIRST.question(request).sample(room.game.view(request.seat), request, generator)
                refused = await room.act(
                    request.seat,
                    f"on{room.game.count}",
                    lambda game, request=request, given=given: game.answer(request.seat, request.id, given),
                    lambda: None,
                )
                assert refused is None
        await hub.stop()

    asyncio.run(play())


def test_killing_the_writer_at_any_instant_loses_nothing_that_was_acknowledged(tmp_path):
    store = tmp_path / "games.sqlite"
    known: dict[str, int] = {}
    written = 0
    for number in range(KILLS):
        acknowledged = killed_writer(store, number, most=40)
        written += sum(acknowledged.values())
        known.update(acknowledged)
        if number % 20 == 19:
            found = standing(store, list(known))
            assert all(found[room] >= count for room, count in known.items())
            if known:
                goes_on(store, list(known)[-1])
            known = dict(list(known.items())[-5:])
            known = standing(store, list(known))
    assert written > KILLS


def test_cutting_the_log_at_any_byte_loses_nothing_that_was_acknowledged(tmp_path):
    """Kill in the middle of writes, cut the log, open again: at random bytes, at its ends, between frames."""
    generator = random.Random(5)
    cut_off = 0
    for number in range(CUTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        store = folder / "games.sqlite"
        acknowledged = killed_writer(store, number, most=130)
        log = store.with_name("games.sqlite-wal")
        size = log.stat().st_size if log.exists() else 0
        frames = range(32, size, 4096 + 24)
        for cut in {
            0,
            max(0, size - 1),
            generator.randint(0, size),
            *generator.sample(frames, min(2, len(frames))),
        }:
            copy = folder / f"cut-{cut}"
            copy.mkdir()
            for file in folder.glob("games.sqlite*"):
                shutil.copy(file, copy)
            if log.exists():
                os.truncate(copy / log.name, cut)
            cut_off += cut < size
            found = standing(copy / store.name, list(acknowledged))
            assert {r: found[r] >= count for r, count in acknowledged.items()} == dict.fromkeys(
                acknowledged, True
            )
            if acknowledged:
                goes_on(copy / store.name, list(acknowledged)[-1])
            shutil.rmtree(copy)
        shutil.rmtree(folder)
    assert cut_off > CUTS


def test_a_log_cut_while_it_is_moved_into_the_database_is_mended(tmp_path, monkeypatch):
    """The log is moved again and again, the writer killed in the midst of it, and the log cut to nothing."""
    monkeypatch.setattr("firelane.server.localfile.LOG_LIMIT_BYTES", 1)
    store = tmp_path / "games.sqlite"
    written = 0
    for number in range(60):
        acknowledged = killed_writer(store, number, most=70)
        written += len(acknowledged)
        log = store.with_name("games.sqlite-wal")
        if log.exists():
            os.truncate(log, random.Random(number).randint(0, log.stat().st_size))
        found = standing(store, list(acknowledged))
        assert {r: found[r] >= count for r, count in acknowledged.items()} == dict.fromkeys(
            acknowledged, True
        )
        checked = sqlite3.connect(store)
        assert checked.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        checked.close()
    assert written > 30


def test_without_the_second_copy_the_cut_would_lose_answers(tmp_path):
    """What the copy is for: take it away and the same cut loses what was acknowledged."""
    lost = 0
    for number in range(12):
        store = tmp_path / f"{number}.sqlite"
        acknowledged = killed_writer(store, number, most=130)
        log = store.with_name(f"{store.name}-wal")
        if not log.exists() or not any(acknowledged.values()):
            continue
        store.with_name(f"{store.name}-wal-copy").unlink()
        os.truncate(log, 0)
        try:
            found = standing(store, list(acknowledged))
        except Problem:
            lost += 1
        else:
            lost += any(found[room] < count for room, count in acknowledged.items())
    assert lost > 0


# The whole server, killed


def start(store: Path) -> tuple[subprocess.Popen[str], int]:
    command = [sys.executable, "-m", "firelane", "serve", "--port", "0", "--store", str(store)]
    process = subprocess.Popen(
        [*command, "--with", "ambush.game:FIRST"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent), "FIRELANE_LANG": "en"},
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    return process, int(said.split("127.0.0.1:")[1].split("/")[0])


def test_killing_the_whole_server_between_and_in_answers(tmp_path):
    store = tmp_path / "games.sqlite"
    generator = random.Random(2)
    process, port = start(store)
    made = Running.ask(_At(port), "POST", "/api/games", {"ruleset": "ambush-1", "one_screen": True})[1]
    tokens = {link["seat"]: link["token"] for link in made["seats"]}
    accepted: dict[str, str] = {}
    number = 0
    for _ in range(4):
        with Client(port, tokens["blue"]) as blue, Client(port, tokens["red"]) as red:
            for client in (blue, red):
                client.settle()
            for said, seat in accepted.items():  # what was accepted before is accepted still, and counts once
                again = {"blue": blue, "red": red}[seat].tell("undo", id=said)
                assert again["type"] == "accepted"
            for _ in range(generator.randint(1, 4)):
                for client in (blue, red):
                    client.settle()
                asked = [client for client in (blue, red) if client.prompts()]
                if not asked:
                    break
                client = generator.choice(asked)
                number += 1
                assert client.answer(id=f"a{number}")["type"] == "accepted"
                accepted[f"a{number}"] = "blue" if client is blue else "red"
            logs = [list(blue.log), list(red.log)]
            asked = [client for client in (blue, red) if client.prompts()]
            if asked:  # one more, on its way when the end comes
                prompt = asked[0].prompts()[0]
                given = prompt["parts"][0]["options"][0]["value"]
                asked[0].say("answer", id="last", request=prompt["id"], given=given)
            process.kill()
            process.communicate()
        process, port = start(store)
        with Client(port, tokens["blue"]) as blue, Client(port, tokens["red"]) as red:
            assert blue.log[: len(logs[0])] == logs[0]
            assert red.log[: len(logs[1])] == logs[1]
    with Client(port, tokens["blue"]) as blue, Client(port, tokens["red"]) as red:
        play_out([blue, red], seed=8)
    process.terminate()
    said = "".join(process.communicate())
    assert not [token for token in (*tokens.values(), made["watch"]) if token in said]


class _At:
    """Just enough of a running server to ask it something."""

    def __init__(self, port: int) -> None:
        self.port = port


# The store itself, on both databases


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """The address of an empty store."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.sqlite")
    else:
        with fresh_address() as found:
            yield found


ROOM = RoomRow("room", "ambush-1", "{}", "{}", "{}", 0, 1.5, 1.5, "[]", "")


def step(*numbers: int, room: str = "room", said: str = "", news: str = "[]") -> Step:
    rows = [LineRow(n, '{"n": "\\u0000é日本"}', n / 2, said, news) for n in numbers]
    return Step(room, rows, '["blue"]', "")


def test_what_is_written_is_read_again(address):
    async def work() -> None:
        store = Store(address)
        await store.add(ROOM, [("blue", "secret-of-blue"), ("", "secret-of-all")], [])
        await asyncio.gather(*(store.append(step(n, said=f"blue n{n}")) for n in range(1, 30)))
        await store.own_dice("room", "blue", own=True)
        await store.close()
        store = Store(address)
        assert await store.seat("secret-of-blue") == ("room", "blue", True)
        assert await store.seat("secret-of-all") == ("room", "", False)
        assert await store.seat("secret-of-red") is None
        assert await store.rolling("room") == {"blue"}
        lines = await store.lines("room")
        assert [line.number for line in lines] == list(range(1, 30))
        assert lines[4] == (5, '{"n": "\\u0000é日本"}', 2.5, "blue n5", "[]")
        row = await store.room("room")
        assert row is not None
        assert (row.begun, row.asked) == (1.5, '["blue"]')
        assert row.changed == 29 / 2
        assert await store.room("nowhere") is None
        await store.close()

    asyncio.run(work())


def test_the_last_news_of_each_seat_is_found(address):
    async def work() -> None:
        store = Store(address)
        await store.add(ROOM, [("blue", "secret-of-blue")], [])
        await store.add(ROOM._replace(id="other"), [("blue", "another-secret")], [])
        told = {1: ["blue", "red", ""], 2: ["blue"], 3: ["red", ""], 4: ["blue"], 5: [], 6: ["blueish"]}
        for number, seats in told.items():
            await store.append(step(number, news=json.dumps(seats)))
        await store.append(step(7, room="other", news='["blue"]'))
        assert await store.last_news("room", "blue", 100.0) == 2.0
        assert await store.last_news("room", "red", 100.0) == 1.5
        assert await store.last_news("room", "", 100.0) == 1.5
        assert await store.last_news("room", "", 1.4) == 0.5
        assert await store.last_news("room", "", 0.4) is None
        assert await store.last_news("room", "b%", 100.0) is None
        await store.close()

    asyncio.run(work())


def test_a_line_that_is_there_already_is_not_written_over_and_hinders_nobody(address):
    async def work() -> None:
        store = Store(address)
        for name in ("room", "other"):
            await store.add(ROOM._replace(id=name), [("blue", f"secret-of-{name}")], [])
        await store.append(step(1))
        results = await asyncio.gather(
            store.append(step(1)),
            store.append(step(1, room="other")),
            store.append(step(2, 1)),
            store.append(step(2, room="other")),
            return_exceptions=True,
        )
        assert [isinstance(result, Exception) for result in results] == [True, False, True, False]
        assert [line.number for line in await store.lines("room")] == [1]
        assert [line.number for line in await store.lines("other")] == [1, 2]
        await store.append(step(2))
        assert [line.number for line in await store.lines("room")] == [1, 2]
        await store.close()

    asyncio.run(work())


def test_secrets_are_not_in_the_store(tmp_path):
    async def work() -> None:
        store = Store(str(tmp_path / "games.sqlite"))
        await store.add(ROOM, [("blue", "secret-of-blue")], [])
        await store.close()

    asyncio.run(work())
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"secret-of-blue" not in kept
    assert hashed("secret-of-blue").encode() in kept


def test_a_broken_connection_to_the_database_is_made_anew():
    with fresh_address() as address:

        async def work() -> None:
            store = Store(address)
            await store.add(ROOM, [("blue", "secret-of-blue")], [])
            await store.append(step(1))
            with psycopg.connect(address, autocommit=True) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                )
            await store.append(step(2))
            assert [line.number for line in await store.lines("room")] == [1, 2]
            await store.close()

        asyncio.run(work())


def test_a_game_is_played_and_resumed(address):
    with running(address) as server:
        made = server.new()
        with server.client(made["blue"]) as blue, server.client(made["red"]) as red:
            for client in (blue, red):
                assert client.answer()["type"] == "accepted"
            blue.settle()
            state = blue.state
    with (
        running(address) as server,
        server.client(made["blue"], mark=state["mark"]) as blue,
        server.client(made["red"]) as red,
    ):
        assert blue.state["board"] == state["board"]
        assert blue.state["log"] == []
        assert play_out([blue, red], seed=2) > 5


# Versions of the tables


def test_a_store_is_brought_up_to_the_last_version(address):
    asyncio.run(_made(address))
    engine = _engine(address)
    later = (
        *MIGRATIONS,
        lambda connection: connection.execute(text("ALTER TABLE rooms ADD COLUMN colour TEXT")),
    )
    with engine.begin() as connection:
        assert migrate(connection, later) == len(MIGRATIONS)
        assert migrate(connection, later) == len(later)
        assert connection.execute(text("SELECT id, colour FROM rooms")).all() == [("room", None)]
    engine.dispose()
    with pytest.raises(Problem, match="newer Firelane"):
        Store(address)


def test_a_migration_that_fails_leaves_the_store_as_it_was(address):
    asyncio.run(_made(address))
    engine = _engine(address)

    def fails(connection):
        connection.execute(text("ALTER TABLE rooms ADD COLUMN colour TEXT"))
        raise RuntimeError("no")

    with engine.connect() as connection:
        if engine.name == "sqlite":  # as the store's own connections do
            connection.exec_driver_sql("BEGIN")
        with pytest.raises(RuntimeError):
            migrate(connection, (*MIGRATIONS, fails))
        connection.rollback()
    engine.dispose()

    async def look() -> None:
        store = Store(address)
        assert await store.room("room") is not None
        await store.close()

    asyncio.run(look())


async def _made(address: str) -> None:
    store = Store(address)
    await store.add(ROOM, [("blue", "secret-of-blue")], [])
    await store.close()


def _engine(address: str):
    return create_engine(
        address.replace("postgresql://", "postgresql+psycopg://")
        if "://" in address
        else f"sqlite:///{address}"
    )


# Stores that cannot be had


def test_a_store_is_opened_by_one_server_at_a_time(tmp_path):
    store = Store(str(tmp_path / "games.sqlite"))
    with pytest.raises(Problem, match="another Firelane has it open"):
        Store(str(tmp_path / "games.sqlite"))
    asyncio.run(store.close())
    asyncio.run(Store(str(tmp_path / "games.sqlite")).close())


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/proc/nowhere/games.sqlite", "cannot be opened"),
        ("postgresql://nobody:hush@127.0.0.1:1/none", "cannot be opened"),
        ("gopher://somewhere", "no address of a store"),
    ],
)
def test_a_store_that_cannot_be_opened_is_told_without_its_password(address, words):
    with pytest.raises(Problem, match=words) as told:
        Store(address)
    assert "hush" not in str(told.value)


def test_a_file_that_is_no_store_is_told_so(tmp_path):
    path = tmp_path / "games.sqlite"
    path.write_text(json.dumps({"not": "a database"}) * 100)
    with pytest.raises(Problem, match="cannot be opened"):
        Store(str(path))
