"""`firelane backup`: one whole file, of a running store too, and nothing else changed."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from firelane.cli.main import main
from firelane.problem import Problem
from firelane.server import localfile
from firelane.server.backup import back_up
from firelane.server.storage import Store
from server.owners import (
    Content,
    cleanly,
    content,
    fill,
    killed,
    row,
    run_sql,
    seen_by_owner,
    served,
    set_aside,
    step,
)
from server.running import play_out, running
from server.test_owners import ACTIONS, EVERYTHING, Left, all_rooms

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

BACKUPS = 15


def read_backup(file: Path) -> Content:
    """Read the one file by itself: nothing may lie beside it."""
    assert [place.name for place in file.parent.iterdir() if place.name.startswith(f".{file.name}")] == []
    assert not any(file.with_name(file.name + part).exists() for part in ("-wal", "-shm", "-journal"))
    with closing(sqlite3.connect(f"file:{file}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return content(connection)


def everything_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@pytest.fixture
def left(tmp_path):
    return Left(tmp_path / "store")


def write_for_ever(path: Path, tell: int) -> None:
    async def go_on() -> None:
        store = Store(str(path))
        generator = random.Random(1)
        lengths = {}
        for number in range(100_000):
            if number < 5:
                await store.add(row(f"room-{number}"), [("blue", f"secret-{number}")], [])
                lengths[f"room-{number}"] = 0
            name = generator.choice([*lengths])
            os.write(tell, f"try {name} {lengths[name] + 1}\n".encode())
            await store.append(step(name, lengths[name] + 1, generator.choice((50, 9000))))
            lengths[name] += 1
            os.write(tell, f"ack {name} {lengths[name]}\n".encode())

    asyncio.run(go_on())


@pytest.mark.parametrize("limit", [1, 60_000], ids=["a checkpoint each time", "some checkpoints"])
def test_backups_of_a_store_that_is_written_hold_all_that_was_acknowledged(tmp_path, monkeypatch, limit):
    monkeypatch.setattr(localfile, "LOG_LIMIT_BYTES", limit)
    path = tmp_path / "games.sqlite"
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            os.close(reading)
            write_for_ever(path, writing)
        os._exit(1)
    os.close(writing)
    known: dict[str, dict[str, int]] = {"try": {}, "ack": {}}
    with os.fdopen(reading, "rb", buffering=0) as told:
        rest = b""

        def read_on() -> None:
            """Read at least one more line of what the writer tells, and what is there besides."""
            nonlocal rest
            *lines, rest = (rest + told.read(65536)).split(b"\n")
            for line in lines:
                kind, room, count = line.decode().split()
                known[kind][room] = int(count)

        try:
            while len(known["ack"]) < 3:
                read_on()
            for number in range(BACKUPS):
                read_on()
                least = dict(known["ack"])
                back_up(str(path), tmp_path / f"{number}.sqlite")
                found = read_backup(tmp_path / f"{number}.sqlite")
                counts = {room: len(lines) for room, lines in found.items()}
                assert {room: counts[room] >= count for room, count in least.items()} == dict.fromkeys(
                    least, True
                )
                for room, lines in found.items():
                    assert [line.split()[:2] for line in lines] == [
                        [room, str(n)] for n in range(1, len(lines) + 1)
                    ]
        finally:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    assert sum(known["ack"].values()) > BACKUPS


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "firelane", *map(str, arguments)],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "FIRELANE_LANG": "en",
            "PYTHONPATH": str(Path(__file__).parent.parent),
        },
        check=False,
    )


def test_a_game_goes_on_from_the_backup_of_a_running_server(tmp_path):
    store, file = tmp_path / "games.sqlite", tmp_path / "backup.sqlite"
    with running(store) as server:
        made = server.new()
        with server.client(made["blue"]) as blue, server.client(made["red"]) as red:
            for client in (blue, red):
                assert client.answer()["type"] == "accepted"
            blue.settle()
            board = blue.state["board"]
            done = run("backup", file, "--store", store)
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout.startswith(f"{file}: 1 games, ")
            checked = run("check", store, "--with", "ambush.game:FIRST")
            assert checked.returncode == 0
            assert "is in use by a server" in checked.stderr
            play_out([blue, red], seed=1)  # the server goes on
    with running(file) as server, server.client(made["blue"]) as blue, server.client(made["red"]) as red:
        assert blue.state["board"] == board
        assert play_out([blue, red], seed=2) > 5


@pytest.mark.parametrize("action", ACTIONS)
def test_after_a_kill_the_backup_is_what_the_next_start_would_serve(left, tmp_path, action):
    do, aside = ACTIONS[action]
    do(left)
    seen = seen_by_owner(left.path, tmp_path / "look")
    before = everything_in(left.path.parent)
    made = back_up(str(left.path), tmp_path / "backup.sqlite")
    assert everything_in(left.path.parent) == before
    assert read_backup(tmp_path / "backup.sqlite") == seen
    assert (made.games, made.left_out) == (len(seen), bool(aside))
    assert served(tmp_path / "backup.sqlite") == seen


def test_a_log_that_was_cut_is_mended_in_the_backup(left, tmp_path):
    os.truncate(left.part("-wal"), 5000)
    back_up(str(left.path), tmp_path / "backup.sqlite")
    assert all_rooms(read_backup(tmp_path / "backup.sqlite")) == EVERYTHING
    assert left.part("-wal").stat().st_size == 5000


def test_a_store_is_restored_as_the_manual_says(left, tmp_path):
    file = tmp_path / "backup.sqlite"
    back_up(str(left.path), file)
    wanted = read_backup(file)
    killed(left.path, lambda store: fill(store, range(41, 44), 4))
    aside = tmp_path / "aside"
    aside.mkdir()
    for place in left.path.parent.glob("games.sqlite*"):
        place.rename(aside / place.name)
    shutil.copy(file, left.path)
    assert served(left.path) == wanted
    assert all_rooms(wanted) == EVERYTHING


@pytest.mark.parametrize("rooms", [1, 30])
def test_a_backup_that_is_put_over_the_database_with_its_log_left_there_counts(tmp_path, rooms):
    path, file = tmp_path / "games.sqlite", tmp_path / "backup.sqlite"
    cleanly(path, lambda store: fill(store, range(1, 13), 40))
    back_up(str(path), file)
    killed(path, lambda store: fill(store, range(21, 21 + rooms), 9))
    shutil.copy(file, path)
    assert all_rooms(served(path)) == {*range(1, 13)}
    assert set_aside(path) == ["-set-aside-1.wal", "-set-aside-1.wal-copy"]


@pytest.mark.parametrize("change", ["touched", "another owner"])
def test_a_database_that_was_only_touched_keeps_its_log(tmp_path, change):
    path = tmp_path / "games.sqlite"
    cleanly(path, lambda store: fill(store, range(1, 13), 40))
    killed(path, lambda store: fill(store, range(21, 24), 9))
    if change == "touched":
        os.utime(path)
    else:
        path.chmod(0o640)
    assert all_rooms(served(path)) == {*range(1, 13), 21, 22, 23}
    assert set_aside(path) == []


# What a backup never does


def test_a_file_that_is_there_is_replaced_only_by_force(left, tmp_path):
    file = tmp_path / "backup.sqlite"
    file.write_bytes(b"mine")
    with pytest.raises(Problem, match="is there already"):
        back_up(str(left.path), file)
    assert file.read_bytes() == b"mine"
    back_up(str(left.path), file, force=True)
    assert all_rooms(read_backup(file)) == EVERYTHING


@pytest.mark.parametrize("name", ["the store", "a link to it", "another store"])
def test_a_store_is_never_replaced(left, tmp_path, name):
    file = tmp_path / "backup.sqlite"
    if name == "the store":
        file = left.path
    elif name == "a link to it":
        os.link(left.path, file)
    else:
        killed(file, lambda store: fill(store, range(1, 3), 2))
    before = everything_in(file.parent)
    with pytest.raises(Problem, match="never replaces a store"):
        back_up(str(left.path), file, force=True)
    assert everything_in(file.parent) == before


@pytest.mark.parametrize("limit", [0, 30_000, 70_000])
def test_without_room_there_is_no_backup_and_the_old_one_stays(left, tmp_path, limit):
    file = tmp_path / "backup.sqlite"
    back_up(str(left.path), file)
    old = file.read_bytes()
    assert len(old) > 70_000
    pid = os.fork()
    if pid == 0:
        status = 99
        with suppress(BaseException):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            try:
                back_up(str(left.path), file, force=True)
            except Problem as problem:
                status = 2 if problem.key in ("server.not-copied", "documents.unwritable") else 3
        os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 2
    assert file.read_bytes() == old
    assert {place.name for place in tmp_path.iterdir()} == {"store", "backup.sqlite"}


def test_a_damaged_store_is_not_backed_up(left, tmp_path):
    os.truncate(left.path, left.path.stat().st_size // 2 // 4096 * 4096)
    with pytest.raises(Problem, match="is damaged") as told:
        back_up(str(left.path), tmp_path / "backup.sqlite")
    assert str(left.path) in str(told.value)
    assert not (tmp_path / "backup.sqlite").exists()


@pytest.mark.parametrize(
    ("store", "file", "words"),
    [
        ("nothing.sqlite", "backup.sqlite", "nothing.sqlite: there is no such file"),
        ("text.sqlite", "backup.sqlite", "text.sqlite: the store cannot be opened (file is not a database)"),
        ("other.sqlite", "backup.sqlite", "other.sqlite is no store of Firelane"),
        ("postgresql://me:hush@127.0.0.1:1/games", "backup.sqlite", "pg_dump --format=custom"),
        ("games.sqlite", "nowhere/backup.sqlite", "/nowhere (No such file or directory)"),
        ("games.sqlite", "folder", "folder: it cannot be written (Is a directory)"),
    ],
)
def test_what_cannot_be_backed_up_is_said_plainly(tmp_path, monkeypatch, capsys, store, file, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "text.sqlite").write_text("no database " * 500)
    run_sql(tmp_path / "other.sqlite", "CREATE TABLE mine (number INTEGER)")
    cleanly(tmp_path / "games.sqlite", lambda store: fill(store, range(1, 3), 2))
    with pytest.raises(SystemExit) as ended:
        main(["--lang", "en", "backup", file, "--store", store])
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert said.out == ""
    assert words in said.err
    assert "hush" not in said.err
    assert not (tmp_path / "backup.sqlite").exists()


def test_a_store_that_another_program_has_open_is_not_copied_in_between(left, tmp_path):
    reads = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(*c.execute('SELECT 1 FROM lines'))"
    other = subprocess.Popen(
        [sys.executable, "-c", f"{reads}; sys.stdout.flush(); sys.stdin.read()", str(left.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert other.stdout is not None
    other.stdout.readline()
    try:
        with pytest.raises(Problem, match="another program has the database open"):
            back_up(str(left.path), tmp_path / "backup.sqlite")
    finally:
        other.kill()
        other.communicate()
