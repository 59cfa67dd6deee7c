"""After an abrupt end the owner may do anything with the files: nothing is lost, nothing of it is undone."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firelane.problem import Problem
from firelane.server.storage import Store
from server.owners import (
    Content,
    cleanly,
    fill,
    killed,
    remove,
    run_sql,
    seen_by_owner,
    served,
    set_aside,
    step,
)

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

INSERT_MANY = """
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})
INSERT INTO lines (room, number, line, at, said)
SELECT 'room-1', 1000 + n, 'by the owner ' || n || hex(zeroblob(200)), 1.0, '' FROM numbers
"""


class Left:
    """A store as an abrupt end left it: 12 rooms from a clean end before, and what came after that."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.path = folder / "games.sqlite"
        cleanly(self.path, lambda store: fill(store, range(1, 13), 40))
        self.backup = folder / "backup"
        shutil.copy(self.path, self.backup)
        killed(self.path, lambda store: fill(store, range(21, 24), 3))
        self.earlier = folder / "earlier"
        self.earlier.mkdir()
        for part in ("", "-wal"):
            shutil.copy(self.part(part), self.earlier)
        killed(self.path, self._more)

    async def _more(self, store: Store) -> None:
        await fill(store, range(31, 34), 5)
        await store.append(step("room-2", 41))

    def part(self, part: str) -> Path:
        return self.path.with_name(self.path.name + part)

    def restore_backup(self) -> None:
        remove(self.path, "-wal", "-shm")
        shutil.copy(self.backup, self.path)

    def restore_earlier(self) -> None:
        for part in ("", "-wal"):
            shutil.copy(self.earlier / f"games.sqlite{part}", self.part(part))


@pytest.fixture
def left(tmp_path):
    return Left(tmp_path / "store")


def all_rooms(found: Content) -> set[int]:
    return {int(name.removeprefix("room-")) for name in found}


EVERYTHING = {*range(1, 13), 21, 22, 23, 31, 32, 33}

ACTIONS: dict[str, tuple[Callable[[Left], None], list[str]]] = {
    "nothing": (lambda _: None, []),
    "select": (lambda left: run_sql(left.path, "SELECT count(*) FROM lines"), []),
    "vacuum": (lambda left: run_sql(left.path, "VACUUM"), ["-set-aside-1.wal-copy"]),
    "insert 200": (lambda left: run_sql(left.path, INSERT_MANY.format(count=200)), ["-set-aside-1.wal-copy"]),
    "insert 5000": (
        lambda left: run_sql(left.path, INSERT_MANY.format(count=5000)),
        ["-set-aside-1.wal-copy"],
    ),
    "delete": (
        lambda left: run_sql(left.path, "DELETE FROM lines WHERE number > 20"),
        ["-set-aside-1.wal-copy"],
    ),
    "delete one of the last": (
        lambda left: run_sql(left.path, "DELETE FROM lines WHERE room = 'room-33' AND number = 5"),
        ["-set-aside-1.wal-copy"],
    ),
    "delete a room and vacuum": (
        lambda left: run_sql(
            left.path,
            "DELETE FROM lines WHERE room = 'room-31'",
            "DELETE FROM seats WHERE room = 'room-31'",
            "DELETE FROM rooms WHERE id = 'room-31'",
            "VACUUM",
        ),
        ["-set-aside-1.wal-copy"],
    ),
    "journal mode": (
        lambda left: run_sql(left.path, "PRAGMA journal_mode = DELETE"),
        ["-set-aside-1.wal-copy"],
    ),
    "checkpoint": (lambda left: run_sql(left.path, "PRAGMA wal_checkpoint(TRUNCATE)"), []),
    "backup put back": (Left.restore_backup, ["-set-aside-1.wal-copy"]),
    "database and log of earlier put back": (Left.restore_earlier, ["-set-aside-1.wal-copy"]),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_what_the_owner_did_after_a_kill_stands(left, tmp_path, caplog, action):
    do, aside = ACTIONS[action]
    do(left)
    seen = seen_by_owner(left.path, tmp_path / "look")
    with caplog.at_level(logging.WARNING):
        assert served(left.path) == seen
    assert set_aside(left.path) == aside
    assert [record.getMessage().count(str(left.path)) > 1 for record in caplog.records] == [True] * len(aside)
    assert all("nothing in it was changed" in record.getMessage() for record in caplog.records)
    if not aside:
        assert all_rooms(seen) == EVERYTHING
    assert served(left.path) == seen
    assert set_aside(left.path) == aside


def test_the_same_backup_that_the_last_run_began_with_is_not_overruled(tmp_path):
    """Byte for byte the database that the copy belongs to: only its time tells that it was put there."""
    path = tmp_path / "games.sqlite"
    cleanly(path, lambda store: fill(store, range(1, 13), 40))
    shutil.copy2(path, tmp_path / "backup")
    killed(path, lambda store: fill(store, range(21, 24), 3))
    assert path.read_bytes() == (tmp_path / "backup").read_bytes()
    path.unlink()
    remove(path, "-wal")
    shutil.copy2(tmp_path / "backup", path)
    assert all_rooms(served(path)) == {*range(1, 13)}
    assert set_aside(path) == ["-set-aside-1.wal-copy"]


@pytest.mark.parametrize("lines", [0, 1, 12])
def test_rows_put_into_a_small_store_after_a_kill_stand(tmp_path, lines):
    """The store is so small that what is inserted goes to pages that no log has."""
    path = tmp_path / "games.sqlite"
    killed(path, lambda store: fill(store, range(1, 3), lines))
    run_sql(path, INSERT_MANY.format(count=300))
    found = served(path)
    assert {room: len(rows) for room, rows in found.items()} == {"room-1": lines + 300, "room-2": lines}
    assert set_aside(path) == ["-set-aside-1.wal-copy"]


@pytest.mark.parametrize("cut", [None, 0, 31, 5000, "deleted"])
def test_the_whole_folder_somewhere_else(left, tmp_path, cut):
    wanted = seen_by_owner(left.path, tmp_path / "look")
    moved = shutil.copytree(left.path.parent, tmp_path / "elsewhere") / left.path.name
    log = moved.with_name("games.sqlite-wal")
    if cut == "deleted":
        log.unlink()
    elif cut is not None:
        os.truncate(log, cut)
    assert served(moved) == wanted
    assert set_aside(moved) == []
    assert all_rooms(wanted) == EVERYTHING


def test_a_log_that_was_deleted_is_put_back_where_the_database_is_untouched(left, tmp_path):
    wanted = seen_by_owner(left.path, tmp_path / "look")
    remove(left.path, "-wal")
    assert served(left.path) == wanted
    assert set_aside(left.path) == []


def test_the_database_alone_copied_somewhere_else_is_read_as_it_is(left, tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    shutil.copy(left.path, folder)
    alone = folder / left.path.name
    wanted = seen_by_owner(alone, tmp_path / "look")
    assert served(alone) == wanted
    assert set_aside(alone) == []


def test_a_database_that_was_deleted_is_begun_afresh_and_its_log_is_kept(left, caplog):
    log = left.part("-wal").read_bytes()
    left.path.unlink()
    assert served(left.path) == {}
    assert set_aside(left.path) == ["-set-aside-1.wal", "-set-aside-1.wal-copy"]
    assert left.part("-set-aside-1.wal").read_bytes() == log
    (told,) = [record.getMessage() for record in caplog.records]
    assert str(left.part("-set-aside-1.wal")) in told


@pytest.mark.parametrize("log", ["left", "deleted"])
def test_half_a_database_is_refused_and_left_as_it_is(left, log):
    os.truncate(left.path, left.path.stat().st_size // 2 // 4096 * 4096)
    if log == "deleted":
        remove(left.path, "-wal")
    before = {file.name: file.read_bytes() for file in left.path.parent.iterdir() if file.is_file()}
    for _ in range(2):
        with pytest.raises(Problem, match="is damaged and is not opened") as told:
            Store(str(left.path))
        assert "firelane check" in str(told.value)
    after = {file.name: file.read_bytes() for file in left.path.parent.iterdir() if file.is_file()}
    copy = "games.sqlite-wal-copy"
    assert after["games.sqlite"] == before["games.sqlite"]
    assert after.get("games.sqlite-wal") == before.get("games.sqlite-wal")
    assert before[copy] in (after[copy], after.get("games.sqlite-set-aside-1.wal-copy"))
    left.restore_backup()
    assert all_rooms(served(left.path)) == {*range(1, 13)}


def test_another_backup_over_the_database_with_its_log_left_there(left, caplog):
    shutil.copy(left.backup, left.path)
    assert all_rooms(served(left.path)) == {*range(1, 13)}
    assert set_aside(left.path) == ["-set-aside-1.wal", "-set-aside-1.wal-copy"]
    assert len(caplog.records) == 1


def test_nothing_that_was_set_aside_is_ever_written_over(left):
    kept = []
    for _ in range(3):
        kept.append(left.part("-wal-copy").read_bytes())
        left.restore_backup()
        served(left.path)
        killed(left.path, lambda store: fill(store, range(41, 43), 2))
    names = [f"-set-aside-{number}.wal-copy" for number in (1, 2, 3)]
    assert set_aside(left.path) == names
    assert [left.part(name).read_bytes() for name in names] == kept


def test_another_program_that_was_killed_too_keeps_what_it_committed(left, tmp_path):
    """It went on in the same log, behind what the server had committed."""
    connection = sqlite3.connect(left.path, isolation_level=None)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute(INSERT_MANY.format(count=50))
    folder = shutil.copytree(left.path.parent, tmp_path / "killed")  # as it stands: not closed
    connection.close()
    path = folder / left.path.name
    seen = seen_by_owner(path, tmp_path / "look")
    assert len(seen["room-1"]) == 90
    assert served(path) == seen
    assert set_aside(path) == []


def test_another_program_that_wrote_after_the_log_was_lost_is_not_overruled(left, tmp_path):
    remove(left.path, "-wal")
    connection = sqlite3.connect(left.path, isolation_level=None)
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    connection.execute("DELETE FROM lines WHERE room = 'room-1' AND number = 7")
    folder = shutil.copytree(left.path.parent, tmp_path / "killed")
    connection.close()
    path = folder / left.path.name
    seen = seen_by_owner(path, tmp_path / "look")
    assert len(seen["room-1"]) == 39
    assert served(path) == seen
    assert set_aside(path) == ["-set-aside-1.wal-copy"]


def test_a_store_that_another_program_has_open_is_not_touched(left):
    reads = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); print(*c.execute('SELECT 1 FROM lines'))"
    other = subprocess.Popen(
        [sys.executable, "-c", f"{reads}; sys.stdout.flush(); sys.stdin.read()", str(left.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert other.stdout is not None
    other.stdout.readline()
    os.truncate(left.part("-wal"), 0)
    try:
        with pytest.raises(Problem, match="another program has the database open"):
            Store(str(left.path))
        assert left.part("-wal").stat().st_size == 0
    finally:
        other.kill()
        other.communicate()


# Copies of Firelane 0.1, which do not say which database they belong to


def as_of_old(left: Left) -> bytes:
    log = left.part("-wal").read_bytes()
    left.part("-wal-copy").write_bytes(log)
    return log


def test_an_old_store_that_was_killed_goes_on(left, tmp_path):
    as_of_old(left)
    seen = seen_by_owner(left.path, tmp_path / "look")
    assert served(left.path) == seen
    assert set_aside(left.path) == []


def test_an_old_copy_whose_log_is_cut_is_set_aside_as_the_log_it_is(left, tmp_path, caplog):
    log = as_of_old(left)
    os.truncate(left.part("-wal"), 0)
    seen = seen_by_owner(left.path, tmp_path / "look")
    assert served(left.path) == seen
    assert left.part("-set-aside-1.wal-copy").read_bytes() == log
    (told,) = [record.getMessage() for record in caplog.records]
    assert "Firelane 0.1" in told


def test_a_copy_that_is_noise_is_set_aside(left, tmp_path):
    left.part("-wal-copy").write_bytes(b"noise" * 5000)
    seen = seen_by_owner(left.path, tmp_path / "look")
    assert served(left.path) == seen
    assert set_aside(left.path) == ["-set-aside-1.wal-copy"]


def test_an_empty_old_copy_says_nothing(tmp_path):
    path = tmp_path / "games.sqlite"
    cleanly(path, lambda store: fill(store, range(1, 3), 2))
    path.with_name("games.sqlite-wal-copy").write_bytes(b"")
    killed(path, lambda store: fill(store, range(3, 5), 2))
    os.truncate(path.with_name("games.sqlite-wal"), 0)
    assert all_rooms(served(path)) == {1, 2, 3, 4}
    assert set_aside(path) == []


# Damage


def test_noise_in_the_database_after_a_clean_end_is_refused(tmp_path):
    path = tmp_path / "games.sqlite"
    cleanly(path, lambda store: fill(store, range(1, 13), 40))
    with path.open("r+b") as file:
        file.seek(5 * 4096)
        file.write(os.urandom(3 * 4096))
    with pytest.raises(Problem, match="is damaged and is not opened"):
        Store(str(path))


def test_an_index_that_does_not_fit_its_table_is_refused(left):
    """Each b-tree is sound in itself: only the whole check finds it."""
    cleanly(left.path, lambda store: fill(store, range(51, 52), 1))
    with closing(sqlite3.connect(left.path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("CREATE INDEX one ON lines(said)")
        connection.execute(
            "UPDATE sqlite_master SET sql = 'CREATE INDEX one ON lines(at)' WHERE name = 'one'"
        )
        connection.commit()
    with closing(sqlite3.connect(left.path)) as connection:
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    with pytest.raises(Problem, match="is damaged and is not opened"):
        Store(str(left.path))
