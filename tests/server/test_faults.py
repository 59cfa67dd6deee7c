"""A full disk, a database that is gone: one plain line for each, and what failed is not there afterwards."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import resource
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from firelane.problem import Problem
from firelane.server import storage
from firelane.server.localfile import LocalFile
from firelane.server.logcopy import LogCopy
from firelane.server.storage import Store
from server.databases import fresh_address, stopped
from server.owners import fill, killed, row, seen_by_owner, served, step
from server.running import Client, Running, play_out, running
from server.test_play import roll_of
from server.test_storage import start

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

FULL = "The server's disk is full, so this could not be kept. Nothing has changed."
AGAIN = 1013


class Disk:
    """A disk that is full after some more writes."""

    def __init__(self) -> None:
        self.room: float = float("inf")

    def take(self) -> bool:
        """Whether there is room for one more transaction."""
        self.room -= 1
        return self.room >= 0


def full_for_the_copy(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    """This program cannot make the copy of the log longer."""
    make_room = LocalFile.make_room

    def called(file: LocalFile, jobs: int) -> None:
        if not disk.take():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        make_room(file, jobs)

    monkeypatch.setattr(LocalFile, "make_room", called)


def full_for_sqlite(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite says itself that there is no room: the file may have no more pages than it has."""
    execute = Store._execute

    def called(store: Store, jobs: Any) -> None:
        execute(store, jobs)
        if not disk.take():
            connection = store._connection
            connection.exec_driver_sql("PRAGMA max_page_count = 1")
            try:
                connection.exec_driver_sql("CREATE TABLE more AS SELECT zeroblob(100000) AS much")
            finally:
                connection.exec_driver_sql("PRAGMA max_page_count = 1000000000")

    monkeypatch.setattr(Store, "_execute", called)


@pytest.fixture(params=[full_for_the_copy, full_for_sqlite], ids=["the copy", "SQLite"])
def disk(request, monkeypatch):
    monkeypatch.setattr(storage, "PROBE_SECONDS", 0.01)
    disk = Disk()
    fill: Callable[[Disk, pytest.MonkeyPatch], None] = request.param
    fill(disk, monkeypatch)
    return disk


class At:
    """A server in a process of its own, to be asked something over HTTP."""

    def __init__(self, port: int) -> None:
        self.port = port

    def ask_on(self, *arguments: Any, **named: Any) -> tuple[int, Any]:
        """Ask until one may ask again."""
        while True:
            status, told, _ = Running.ask(self, *arguments, **named)  # type: ignore[arg-type]
            if status != 429:
                return status, told

    def new(self) -> dict[str, str]:
        """A new game."""
        status, made = self.ask_on("POST", "/api/games", {"ruleset": "ambush-1"})
        assert status == 200, made
        return {link["seat"]: link["token"] for link in made["seats"]}


def owner_read(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the server's owner has read in the log; there is no traceback in it."""
    assert [record.exc_info for record in caplog.records if record.exc_info] == []
    return [record.getMessage() for record in caplog.records]


def end_of(client: Client) -> int | None:
    """Read on until the connection is closed; the code that it was closed with."""
    with suppress(ConnectionClosed):
        while True:
            client.read()
    return client.socket.protocol.close_code


# A full disk


def test_player_and_owner_each_read_one_line_and_play_goes_on(tmp_path, disk, caplog):
    path = tmp_path / "games.sqlite"
    with running(path) as server:
        made = server.new()
        with server.client(made["blue"]) as blue, server.client(made["red"]) as red:
            assert blue.answer()["type"] == "accepted"
            red.settle()
            disk.room = 0
            for _ in range(3):
                with server.client(made["red"]) as again:
                    board = again.state["board"]
                    told = again.answer()
                    assert (told["code"], told["closing"]) == ("server.store-full", False)
                    assert told["text"].startswith(FULL)
                    assert end_of(again) == AGAIN
            assert {end_of(blue), end_of(red)} == {AGAIN}
        (line,) = owner_read(caplog)
        assert line.startswith(f"{path} cannot be written: the disk is full")
        disk.room = float("inf")
        with server.client(made["blue"]) as blue, server.client(made["red"]) as red:
            assert red.state["board"] == board
            play_out([blue, red], seed=3)
        assert owner_read(caplog)[1:] == [f"{path} can be written again."]


def test_a_disk_with_room_for_a_little_is_not_full_again_and_again(tmp_path, disk, caplog, monkeypatch):
    """A trial write succeeds where a step of a game does not: the owner is told once, not each time."""
    path = tmp_path / "games.sqlite"
    free = 0
    monkeypatch.setattr("firelane.server.localfile.shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    with running(path) as server:
        made = server.new()
        for _ in range(3):
            disk.room = 0
            assert server.ask("POST", "/api/games", {"ruleset": "ambush-1"})[0] == 507
            disk.room = float("inf")
            assert server.ask("POST", "/api/games", {"ruleset": "ambush-1"})[0] == 200
        assert len(owner_read(caplog)) == 1
        assert not server.hub.store.writable
        free = 50_000_000
        server.run(server.hub.store.wait_until_writable())
        with server.client(made["blue"]) as blue:
            assert blue.answer()["type"] == "accepted"
        assert owner_read(caplog)[1:] == [f"{path} can be written again."]


def test_what_was_reported_as_failed_is_not_there_after_a_restart(tmp_path, disk):
    path = tmp_path / "games.sqlite"
    with running(path) as server:
        made = server.new()
        with server.client(made["blue"]) as blue:
            assert blue.answer()["type"] == "accepted"
            blue.settle()
            state = blue.state
            disk.room = 0
        with server.client(made["red"]) as red:
            assert red.answer()["code"] == "server.store-full"
        status, told, _ = server.ask("POST", "/api/games", {"ruleset": "ambush-1"})
        assert (status, told["code"]) == (507, "server.store-full")
        assert told["text"].startswith(FULL)
    disk.room = float("inf")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM rooms").fetchone() == (1,)
    with running(path) as server, server.client(made["blue"]) as blue:
        assert blue.state["board"] == state["board"]
        assert server.lines(made["room"]) == 1


def test_what_was_reported_as_failed_is_not_there_after_a_kill(tmp_path, disk):
    path = tmp_path / "games.sqlite"
    child = os.fork()
    if child == 0:

        async def work() -> None:
            store = Store(str(path))
            await store.add(row("room"), [("blue", "secret")], [])
            await store.append(step("room", 1))
            disk.room = 0
            results = await asyncio.gather(
                store.append(step("room", 2, 9000)),
                store.add(row("other"), [("blue", "another")], []),
                return_exceptions=True,
            )
            keys = [result.key for result in results if isinstance(result, Problem)]
            os.kill(os.getpid(), signal.SIGKILL if keys == ["server.store-full"] * 2 else signal.SIGTERM)

        with suppress(BaseException):
            asyncio.run(work())
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert {room: len(lines) for room, lines in seen_by_owner(path, tmp_path / "look").items()} == {"room": 1}
    assert {room: len(lines) for room, lines in served(path).items()} == {"room": 1}


@pytest.fixture
def waiting(tmp_path):
    """A store with a game in which the server has dice to throw that nobody has thrown yet."""
    path = tmp_path / "games.sqlite"
    with running(path) as server:
        made = server.new()
        with server.client(made["blue"]) as blue, server.client(made["red"]) as red:
            assert blue.tell("own-dice", own=True)["type"] == "accepted"
            roll_of(blue, red)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE seats SET own_dice = 0")
    return path, made


def test_dice_that_cannot_be_written_wait_and_the_game_can_be_read(waiting, disk, caplog):
    path, made = waiting
    with running(path) as server:
        disk.room = 0
        for _ in range(3):
            status, told, _ = server.ask("GET", "/api/replay", token=made["blue"])
            assert status == 200
            assert told["over"] is False
        lines = server.lines(made["room"])
        with server.client(made["blue"]) as blue:
            assert blue.state["waiting"] == ["chance"]
            blue.settle()
            assert server.lines(made["room"]) == lines
            disk.room = float("inf")
            blue.until("state")  # thrown without anybody doing anything
            assert blue.state["waiting"] != ["chance"]
        assert server.lines(made["room"]) > lines
    full, again = owner_read(caplog)
    assert full.startswith(f"{path} cannot be written: the disk is full")
    assert again == f"{path} can be written again."


def test_a_machine_goes_on_by_itself_when_there_is_room_again(tmp_path, disk, caplog):
    path = tmp_path / "games.sqlite"
    with running(path) as server:
        disk.room = 1  # for the new game, not for what the machine says in it
        made = server.new(players={"red": "random"})
        with server.client(made["blue"]) as blue:
            told = blue.until("error")
            assert (told["code"], told["closing"]) == ("server.store-full", False)
            assert end_of(blue) == AGAIN
        with server.client(made["blue"]) as blue:
            for _ in range(5):
                blue.settle()  # it is not sent away again and again
            assert server.lines(made["room"]) == 0
            disk.room = float("inf")
            assert blue.answer()["type"] == "accepted"
            while server.lines(made["room"]) < 2:
                blue.settle()
    full, again = owner_read(caplog)
    assert full.startswith(f"{path} cannot be written: the disk is full")
    assert again == f"{path} can be written again."


# A commit that is done, and its copy that is not


def test_what_was_committed_is_acknowledged_as_soon_as_it_is_copied(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr("firelane.server.localfile.RETRY_SECONDS", 0.001)
    path = tmp_path / "games.sqlite"
    append, failures = LogCopy.append, 4

    def failing(*arguments: Any) -> None:
        nonlocal failures
        if failures:
            failures -= 1
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        append(*arguments)

    async def work() -> None:
        store = Store(str(path))
        await store.add(row("room"), [("blue", "secret")], [])
        monkeypatch.setattr(LogCopy, "append", failing)
        await store.append(step("room", 1))
        assert failures == 0
        assert len(await store.lines("room")) == 1
        await store.close()

    asyncio.run(work())
    assert {room: len(lines) for room, lines in served(path).items()} == {"room": 1}
    assert len(owner_read(caplog)) == 2  # that it failed, and that it is over


def test_a_program_that_ends_meanwhile_does_not_say_that_nothing_has_changed(tmp_path, monkeypatch):
    path = tmp_path / "games.sqlite"

    def failing(*_: Any) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    async def work() -> None:
        store = Store(str(path))
        await store.add(row("room"), [("blue", "secret")], [])
        with monkeypatch.context() as broken:
            broken.setattr(LogCopy, "append", failing)
            writing = asyncio.create_task(store.append(step("room", 1)))
            while store.writable:
                await asyncio.sleep(0.001)
            after = asyncio.create_task(store.append(step("room", 2)))
            await asyncio.sleep(0)
            await store.close()
            for task in (writing, after):
                with pytest.raises(Problem) as told:
                    await task
                assert told.value.key == "server.not-known"

    asyncio.run(work())
    assert {room: len(lines) for room, lines in served(path).items()} == {"room": 1}


def test_a_start_after_a_kill_on_a_full_disk_is_refused_plainly_and_changes_nothing(tmp_path):
    path = tmp_path / "games.sqlite"
    killed(path, lambda store: fill(store, range(1, 4), 3))
    before = {place.name: place.read_bytes() for place in tmp_path.iterdir()}
    child = os.fork()
    if child == 0:
        key = ""
        with suppress(BaseException):
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
            try:
                Store(str(path))
            except Problem as problem:
                key = problem.key
        os._exit(7 if key == "server.no-room-to-check" else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert {place.name: place.read_bytes() for place in tmp_path.iterdir()} == before
    assert {room: len(lines) for room, lines in served(path).items()} == dict.fromkeys(
        ("room-1", "room-2", "room-3"), 3
    )


# The whole server, with a limit of the system's own


def test_a_server_whose_files_may_not_grow_loses_nothing(tmp_path):
    path = tmp_path / "games.sqlite"
    process, port = start(path)
    at = At(port)
    made = [at.new()]
    unlimited = resource.RLIM_INFINITY
    largest = max(place.stat().st_size for place in tmp_path.iterdir())
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (largest, unlimited))
    status, told = at.ask_on("POST", "/api/games", {"ruleset": "ambush-1"})
    while status == 200:
        made.append({link["seat"]: link["token"] for link in told["seats"]})
        assert len(made) < 3000
        status, told = at.ask_on("POST", "/api/games", {"ruleset": "ambush-1"})
    assert status in (503, 507)
    assert "Nothing has changed" in told["text"]
    for game in (made[0], made[-1]):
        status, told = at.ask_on("GET", "/api/replay", token=game["blue"])
        assert (status, told["moments"]) == (200, 1)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
    made.append(at.new())
    process.kill()
    said = "".join(process.communicate())
    assert "Traceback" not in said
    assert len(said.splitlines()) == 2
    assert len(served(path)) == len(made)


# A database that is gone for a while


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_restart_of_postgresql_tells_no_secret_and_play_goes_on(monkeypatch, caplog, mode):
    monkeypatch.setattr(storage, "PROBE_SECONDS", 0.01)
    with fresh_address() as address, running(address) as server:
        made = server.new()
        with server.client(made["blue"]) as blue, server.client(made["red"]) as red:
            assert blue.answer()["type"] == "accepted"
            red.settle()
            with stopped(mode):
                told = red.answer()
                assert told["code"] == "server.store-fails"
                assert "Nothing has changed" in told["text"]
                assert {end_of(red), end_of(blue)} == {AGAIN}
                with Client(server.port, made["red"], hello=False) as again:
                    again.say("hello", token=made["red"], lang="en")
                    assert again.until("error")["code"] == "server.store-fails"
                    assert end_of(again) == AGAIN
                for path in ("/api/replay", "/api/replay/file"):
                    status, told, _ = server.ask("GET", path, token=made["blue"])
                    assert (status, told["code"]) == (503, "server.store-fails")
                status, told, _ = server.ask("POST", "/api/games", {"ruleset": "ambush-1"})
                assert (status, told["code"]) == (503, "server.store-fails")
        with server.client(made["blue"]) as blue, server.client(made["red"]) as red:
            assert server.lines(made["room"]) == 1
            play_out([blue, red], seed=4)
        with psycopg.connect(address) as connection:
            headers = [json.loads(header) for (header,) in connection.execute("SELECT header FROM rooms")]
            hashes = [found for (found,) in connection.execute("SELECT secret FROM seats")]
    said = owner_read(caplog)
    assert len(said) == 2
    assert "cannot be used" in said[0]
    assert said[1].endswith("can be written again.")
    assert len(headers) == 1
    secrets = [*hashes, *(header["seed"] for header in headers), *made.values()]
    assert not [secret for secret in secrets if secret in caplog.text]


def test_a_statement_that_is_refused_tells_none_of_its_values(caplog):
    """PostgreSQL names the row that it refuses, with all that stands in it."""
    with fresh_address() as address:

        async def work() -> None:
            store = Store(address)
            broken = row("room")._replace(header='{"seed": "hushhush"}', house=None)  # type: ignore[arg-type]
            with pytest.raises(Exception, match="not-null constraint") as told:
                await store.add(broken, [("blue", "secret")], [])
            assert "hushhush" not in str(told.value)
            logging.getLogger("firelane.server").error("it broke", exc_info=told.value)
            await store.close()

        asyncio.run(work())
    assert "not-null constraint" in caplog.text
    assert "hushhush" not in caplog.text
