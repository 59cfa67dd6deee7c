"""The log is put back after any kill, any torn checkpoint and any cut; never over what an owner did.

Real stores are written by processes that are killed, and random things happen to the files before the next
start. What must hold is said by a model that knows what was acknowledged and what another program sees.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from firelane.server import localfile, logcopy
from firelane.server.logcopy import CopiedLog, LogCopy, read
from firelane.server.mirror import Mirror
from firelane.server.storage import Store
from firelane.server.walfile import HEADER_BYTES, committed_bytes, frames
from server.owners import Content, content, remove, row, run_sql, seen_by_owner, served, set_aside, step

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

SEEDS = 40
ROUNDS = 8


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder in memory where there is such a place: these tests wait for the disk very often."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as name:
        yield Path(name)


# A writer that tells of each line before it is written and when it is acknowledged


def write(path: Path, tell: int, seed: int, commits: int) -> None:
    """Go on with a few rooms, or make new ones."""

    async def go_on() -> None:
        store = Store(str(path))
        generator = random.Random(seed)
        lengths: dict[str, int] = {}
        for number in range(commits):
            if not lengths or generator.random() < 0.15:
                name = f"room-{seed}-{number}"
                os.write(tell, f"try {name} 0\n".encode())
                await store.add(row(name), [("blue", f"secret-{name}")], [])
                lengths[name] = 0
            else:
                name = generator.choice([*lengths])
                if generator.random() < 0.2:  # there and back: the page is as it was before
                    for own in (True, False):
                        await store.own_dice(name, "blue", own)
                os.write(tell, f"try {name} {lengths[name] + 1}\n".encode())
                await store.append(step(name, lengths[name] + 1, generator.choice((50, 300, 9000))))
                lengths[name] += 1
            os.write(tell, f"ack {name} {lengths[name]}\n".encode())
        await store.close()
        os.write(tell, b"end x 0\n")

    asyncio.run(go_on())


class Told:
    """What a writer told before its end: by room, how many lines were acknowledged, how many were tried."""

    def __init__(self, lines: list[str]) -> None:
        self.acknowledged: dict[str, int] = {}
        self.tried: dict[str, int] = {}
        self.ended = False
        for line in lines:
            kind, room, count = line.split()
            if kind == "end":
                self.ended = True
            else:
                (self.acknowledged if kind == "ack" else self.tried)[room] = int(count)


def writer(path: Path, seed: int, commits: int, die_at: int = 0, die_after: float = 30.0) -> Told:
    """Run a writer in a process of its own.

    It is killed at the given write, rename or sync of this program (0: at none), or after some seconds.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            os.close(reading)
            if die_at:
                count_down(die_at)
            write(path, writing, seed, commits)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        os.set_blocking(told.fileno(), True)
        if die_after < 30.0:
            signal.setitimer(signal.ITIMER_REAL, 0)
            pid = child

            def kill(*_: object) -> None:
                os.kill(pid, signal.SIGKILL)

            before = signal.signal(signal.SIGALRM, kill)
            signal.setitimer(signal.ITIMER_REAL, die_after)
            lines = told.read().decode().splitlines()
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        else:
            lines = told.read().decode().splitlines()
    os.waitpid(child, 0)
    return Told(lines)


def count_down(die_at: int) -> None:
    """In a process that is to die: kill it in the middle of its n-th write, rename or sync."""
    left = die_at

    def due() -> bool:
        nonlocal left
        left -= 1
        return left == 0

    def dying(function: Any) -> Any:
        def called(*args: Any, **kwargs: Any) -> Any:
            if due():
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*args, **kwargs)

        return called

    put = LogCopy._put

    def half(self: LogCopy, place: int, data: bytes) -> None:
        if due():
            put(self, place, data[: len(data) // 2])
            os.kill(os.getpid(), signal.SIGKILL)
        put(self, place, data)

    LogCopy._put = half  # type: ignore[method-assign]
    logcopy.os.fsync = dying(os.fsync)  # type: ignore[attr-defined]
    Path.replace = dying(Path.replace)  # type: ignore[method-assign]
    Path.rename = dying(Path.rename)  # type: ignore[method-assign]
    Path.unlink = dying(Path.unlink)  # type: ignore[method-assign]


def counts(found: Content) -> dict[str, int]:
    return {room: len(lines) for room, lines in found.items()}


def holds(found: Content, before: Content, told: Told) -> bool:
    """Whether all is there that was acknowledged, and nothing that was never tried."""
    now = counts(found)
    least = {**counts(before), **told.acknowledged}
    most = {**counts(before), **told.tried}
    return all(least.get(room, 0) <= now.get(room, -1) for room in least) and all(
        count <= most.get(room, -1) for room, count in now.items()
    )


# What may happen to the files


def cut(path: Path, generator: random.Random) -> None:
    """Cut the log anywhere, also between two frames; or put noise behind the cut; or delete the log."""
    log = path.with_name(f"{path.name}-wal")
    if not log.exists():
        return
    size = log.stat().st_size
    place = generator.choice(
        (
            0,
            31,
            size // 2,
            generator.randint(0, size),
            HEADER_BYTES + generator.randint(0, size // 4120) * 4120,
        )
    )
    os.truncate(log, min(place, size))
    if generator.random() < 0.2:
        with log.open("ab") as file:
            file.write(generator.randbytes(3000))
    if generator.random() < 0.2:
        log.unlink()


def tear(path: Path, generator: random.Random) -> None:
    """Leave the database as a checkpoint of its log does that was killed: some of the pages are moved."""
    log = (
        path.with_name(f"{path.name}-wal").read_bytes()
        if path.with_name(f"{path.name}-wal").exists()
        else b""
    )
    kept = read(path.with_name(f"{path.name}-wal-copy"))
    if not isinstance(kept, CopiedLog) or committed_bytes(log) != len(kept.log):
        return  # this program copies all of the log before it makes a checkpoint
    copy = LogCopy(path.with_name(f"{path.name}-wal-copy"))
    copy.go_on(kept)
    copy.mark_moving()
    copy.close()
    last = {frame.page: frame.start for frame in frames(kept.log, 4096, HEADER_BYTES)}
    share = generator.random()
    with path.open("r+b") as file:
        for page in sorted(last):
            if generator.random() < share:
                file.seek((page - 1) * 4096)
                file.write(kept.log[last[page] : last[page] + 4096])


def owner_acts(path: Path, generator: random.Random) -> None:
    """Something that an owner does with `sqlite3 FILE`."""
    with closing(sqlite3.connect(path)) as connection:
        rooms = [name for (name,) in connection.execute("SELECT id FROM rooms")]
    room = generator.choice(rooms or ["none"])
    number = generator.randint(10_000, 10**9)
    columns = "room, number, line, at, said"
    filled = f"INSERT INTO lines ({columns}) VALUES ('owner', {number}, hex(zeroblob(900)), 1.0, '')"
    run_sql(
        path,
        *generator.choice(
            (
                ["SELECT count(*) FROM lines"],
                ["VACUUM"],
                [filled],
                [filled.replace(str(number), str(number + n)) for n in range(60)],
                [f"DELETE FROM lines WHERE room = '{room}'"],
                [f"DELETE FROM rooms WHERE id = '{room}'", "VACUUM"],
                [f"UPDATE rooms SET delay = {number} WHERE id = '{room}'"],
                ["PRAGMA wal_checkpoint(TRUNCATE)"],
                ["PRAGMA journal_mode = DELETE"],
            )
        ),
    )


def keep(path: Path, place: Path, *parts: str) -> None:
    place.mkdir(exist_ok=True)
    for file in place.iterdir():
        file.unlink()
    for part in parts:
        if path.with_name(path.name + part).exists():
            shutil.copy(path.with_name(path.name + part), place)


def put_back(path: Path, place: Path) -> None:
    remove(path, "-wal", "-shm")
    for file in place.iterdir():
        shutil.copy(file, path.parent)


# The tests


@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_histories_lose_nothing_and_undo_nothing(folder, monkeypatch, seed):
    generator = random.Random(f"histories {seed}")
    path = folder / "store" / "games.sqlite"
    path.parent.mkdir()
    before: Content = {}
    clean, at_kill = folder / "clean", folder / "at-kill"
    for number in range(ROUNDS):
        monkeypatch.setattr(localfile, "LOG_LIMIT_BYTES", generator.choice((1, 40_000, 4_000_000)))
        if generator.random() < 0.5:
            told = writer(path, 1000 * seed + number, 25, die_at=generator.randint(1, 90))
        else:
            told = writer(path, 1000 * seed + number, 40, die_after=generator.uniform(0.005, 0.15))
        what = generator.choice(
            ("nothing", "cut", "tear", "owner", "cut, owner", "move", "clean back", "killed back")
        )
        as_killed = folder / f"killed-{number}"
        keep(path, as_killed, "", "-wal")
        if what == "tear":
            tear(path, generator)
        if what == "move":
            path = shutil.copytree(path.parent, folder / f"store-{number}") / path.name
        if what in ("cut", "tear", "move", "cut, owner"):
            cut(path, generator)
        if not path.exists():
            continue
        if what == "clean back" and clean.exists():
            put_back(path, clean)
        elif what == "killed back" and at_kill.exists():
            put_back(path, at_kill)
        elif what in ("owner", "cut, owner") and seen_tables(path):
            owner_acts(path, generator)
        else:
            what = "ours"
        seen = seen_by_owner(path, folder / "look") if seen_tables(path) else {}
        asides = len(set_aside(path))
        found = served(path)
        if what == "ours":
            assert holds(found, before, told), (number, what)
            assert len(set_aside(path)) == asides
        else:  # what another program sees counts; where it changed nothing, the log may be back
            assert found == seen or (what != "owner" and holds(found, before, told)), (number, what)
        if generator.random() < 0.3:
            keep(path, clean, "")
        if generator.random() < 0.4:
            at_kill = as_killed
        before = found


def seen_tables(path: Path) -> bool:
    """Whether the store has its tables yet, as another program sees it that changes nothing."""
    with tempfile.TemporaryDirectory() as name:
        for part in ("", "-wal"):
            if path.with_name(path.name + part).exists():
                shutil.copy(path.with_name(path.name + part), name)
        try:
            with closing(sqlite3.connect(Path(name) / path.name)) as connection:
                content(connection)
        except sqlite3.Error:
            return False
        return True


@pytest.mark.parametrize("limit", [1, 60_000], ids=["a checkpoint each time", "some checkpoints"])
def test_dying_at_each_write_of_this_program_loses_nothing_wherever_the_log_is_cut(
    folder, monkeypatch, limit
):
    monkeypatch.setattr(localfile, "LOG_LIMIT_BYTES", limit)
    generator = random.Random(limit)
    start = folder / "start"
    start.mkdir()
    writer(start / "games.sqlite", 1, 6)
    before = served(start / "games.sqlite")
    died = 0
    for die_at in range(1, 200):
        path = shutil.copytree(start, folder / str(die_at)) / "games.sqlite"
        told = writer(path, 2, 12, die_at=die_at)
        if told.ended:
            break
        died += 1
        cut(path, generator)
        assert holds(served(path), before, told), die_at
        assert set_aside(path) == []
        shutil.rmtree(path.parent)
    assert told.ended
    assert died > 30


def test_dying_while_the_log_is_put_back_loses_nothing(folder):
    start = folder / "start"
    start.mkdir()
    path = start / "games.sqlite"
    told = writer(path, 3, 20, die_at=60)
    assert told.acknowledged
    os.truncate(path.with_name("games.sqlite-wal"), 5000)
    ended = 0
    for die_at in range(1, 12):
        here = shutil.copytree(start, folder / str(die_at)) / "games.sqlite"
        ended += writer(here, 4, 0, die_at=die_at).ended
        os.truncate(here.with_name("games.sqlite-wal"), 0)
        assert holds(served(here), {}, told)
    assert ended == 0


def test_a_half_written_head_leaves_the_one_before(folder):
    path = folder / "copy"
    copy = LogCopy(path)
    for number in (1, 2):
        copy.begin(number, 4096, logcopy.FileIdentity(number, 2, 3, 4))
        copy.append(0, b"log", {7: 8})
    copy.close()
    whole = path.read_bytes()
    for place in logcopy.HEAD_PLACES:
        kept = read(path)
        assert isinstance(kept, CopiedLog)
        torn = bytearray(whole)
        torn[place + 20] ^= 1
        path.write_bytes(torn)
        other = read(path)
        assert isinstance(other, CopiedLog)
        if place == logcopy.HEAD_PLACES[kept.head.sequence % 2]:
            assert other.head.total == 1
            assert other.log == b""  # the records are of the later cycle
        else:
            assert other == kept
        path.write_bytes(whole)
    kept = read(path)
    assert isinstance(kept, CopiedLog)
    assert (kept.log, kept.before, kept.head.total) == (b"log", {7: 8}, 2)


@pytest.mark.parametrize("seed", range(3))
def test_the_log_is_read_as_sqlite_recovers_it(folder, seed):
    """At each length: what this program takes for committed is what SQLite has after its recovery."""
    generator = random.Random(seed)
    path = folder / "games.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("CREATE TABLE lines (number INTEGER, line TEXT)")
        for number in range(12):
            connection.execute("INSERT INTO lines VALUES (?, ?)", (number, "x" * generator.randint(1, 6000)))
        kept = shutil.copytree(folder, folder / "kept")
    log = (kept / "games.sqlite-wal").read_bytes()
    step_bytes = 4096 + 24
    for length in [*range(HEADER_BYTES, len(log) + 1, step_bytes), 0, 31, 5000, len(log) - 1]:
        for spoil in (False, True):
            here = folder / "here"
            here.mkdir()
            shutil.copy(kept / "games.sqlite", here)
            data = bytearray(log[:length])
            if spoil and length > HEADER_BYTES:
                data[generator.randrange(HEADER_BYTES, length)] ^= 0x40
            (here / "games.sqlite-wal").write_bytes(data)
            alone = committed_bytes(bytes(data))
            assert alone <= length
            rows = []
            for part in (bytes(data), bytes(data[:alone])):
                (here / "games.sqlite-wal").write_bytes(part)
                shutil.copy(kept / "games.sqlite", here)
                with closing(sqlite3.connect(here / "games.sqlite")) as connection:
                    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
                    rows.append(
                        connection.execute("SELECT number, line FROM lines").fetchall() if tables[0] else None
                    )
            assert rows[0] == rows[1]
            if alone:  # and one frame less is not as much
                shorter = bytes(data[: alone - step_bytes])
                (here / "games.sqlite-wal").write_bytes(shorter)
                shutil.copy(kept / "games.sqlite", here)
                assert committed_bytes(shorter) < alone
            shutil.rmtree(here)


def test_a_transaction_that_fails_in_a_log_begun_anew_leaves_nothing_in_it(folder):
    """SQLite begins the log anew where a checkpoint moved all of it but could not cut it off."""
    path = folder / "games.sqlite"
    log = path.with_name("games.sqlite-wal")
    with (
        closing(Mirror(path)) as mirror,
        closing(sqlite3.connect(path, isolation_level=None)) as connection,
    ):
        for setting in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "wal_autocheckpoint = 0"):
            connection.execute(f"PRAGMA {setting}")
        connection.execute("CREATE TABLE lines (line TEXT)")
        mirror.opened()
        mirror.follow()
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        copied = log.read_bytes()
        connection.execute("PRAGMA cache_size = 1")  # so that it writes before it commits
        connection.execute("BEGIN")
        connection.execute("INSERT INTO lines VALUES (hex(zeroblob(100000)))")
        assert log.read_bytes()[:32] != copied[:32]
        connection.execute("ROLLBACK")
        mirror.undo()
        assert log.read_bytes() == b""
        connection.execute("INSERT INTO lines VALUES ('after it')")
        mirror.follow()
        kept = read(path.with_name("games.sqlite-wal-copy"))
        assert isinstance(kept, CopiedLog)
        assert kept.log == log.read_bytes()
    assert committed_bytes(kept.log) == len(kept.log) > 0
