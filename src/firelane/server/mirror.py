"""A second copy of SQLite's write-ahead log.

What is committed stands in the write-ahead log until a checkpoint moves it into the database file. Were that
log cut off, commits that people were told of would be gone, and a database that was just being written to
would be neither old nor new. So each commit goes into a copy beside it, too, before anybody is told; and the
next opening puts back what the log lacks, if the copy belongs to the database (`mending`).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from firelane.problem import Problem
from firelane.server.locks import open_alone
from firelane.server.logcopy import CopiedLog, LogCopy, is_old_log, read, sync_folder
from firelane.server.mending import Verdict, judge
from firelane.server.pages import SUMS, Pages, identity
from firelane.server.walfile import FRAME_HEADER_BYTES, HEADER_BYTES, committed_bytes, frames, salts


class Mirror:
    """Keeps the copy of one database's log. Made before SQLite opens the database, told when it has."""

    def __init__(self, database: Path) -> None:
        """Put back what the log lacks, or set aside what does not belong to the database."""
        self._path = database
        self._log_path = database.with_name(f"{database.name}-wal")
        self._copy_path = database.with_name(f"{database.name}-wal-copy")
        self.notices: list[Problem] = []
        """What the owner is to be told."""
        self.left_clean = False
        """Whether the database is as this program left it when it ended in good order."""
        self._copy: LogCopy | None = None
        self._database: BinaryIO | None = None
        self._log: BinaryIO | None = None
        self._pages: Pages
        self._length = 0
        self._salts = b""
        self._before: dict[int, int] = {}
        self._total: int | None = None
        self._mend()

    # Before SQLite opens the database

    def _mend(self) -> None:
        kept = read(self._copy_path)
        log = self._log_path.read_bytes() if self._log_path.exists() else b""
        with open_alone(self._path) as database:
            if isinstance(kept, bytes):
                self._take_over(kept, log)
                kept = None
            if kept is not None:
                kept = self._carry_out(kept, log, database)
            self._copy = LogCopy(self._copy_path)
            if kept is None:
                return
            self._copy.go_on(kept)
            in_order = not kept.log and not log and self._copy.inode == kept.head.inode
            if in_order and database is not None and identity(database) == kept.head.database:
                self.left_clean = True
                self._total = kept.head.total

    def _carry_out(self, kept: CopiedLog, log: bytes, database: BinaryIO | None) -> CopiedLog | None:
        """Do what the copy's judgement says. Returns the copy if the cycle goes on."""
        verdict = judge(kept, log, self._path, database, self._copy_path.stat().st_ino)
        match verdict:
            case Verdict.NOTHING | Verdict.PUT_BACK:
                if verdict is Verdict.PUT_BACK:
                    _write_whole(self._log_path, kept.log)
                self._length, self._before = len(kept.log), dict(kept.before)
                self._salts = salts(kept.log)
                return kept
            case Verdict.MOVED:
                return kept._replace(log=b"", before={})
            case _:
                both = verdict is Verdict.SET_BOTH_ASIDE and bool(log)
                copy = _set_aside(self._copy_path, self._path, "wal-copy")
                if both:
                    moved = _set_aside(self._log_path, self._path, "wal")
                    told = Problem("server.log-set-aside", store=self._path, file=copy, log=moved)
                else:
                    told = Problem("server.copy-set-aside", store=self._path, file=copy)
                self.notices.append(told)
                return None

    def _take_over(self, kept: bytes, log: bytes) -> None:
        """Deal with a copy that does not say which database it belongs to."""
        if is_old_log(kept) and log.startswith(kept):
            self._copy_path.unlink()
            return
        place = _set_aside(self._copy_path, self._path, "wal-copy")
        self.notices.append(Problem("server.copy-unknown", store=self._path, file=place))

    # While SQLite has it open

    def opened(self) -> None:
        """Note that SQLite has opened the database, alone; copy what its log holds already."""
        self._database = self._path.open("rb", buffering=0)
        self._pages = Pages(self._database)
        log = self._open_log()
        if log is not None:
            log.seek(0)
            log.truncate(committed_bytes(log.read()))  # no orphans behind the last commit
        if not self._length and not self.left_clean:
            self._begin()
        self.follow()

    def reserve(self, pages: int) -> None:
        """Make room in the copy for a commit of at most so many pages."""
        frame = FRAME_HEADER_BYTES + self._pages.page_bytes
        self._writable().reserve(HEADER_BYTES + pages * frame, pages)

    def follow(self) -> int:
        """Copy what the log has grown by, down to the disk. Returns the length of the log.

        Call it after each commit, before the next one.
        """
        log = self._open_log()
        if log is None:
            return 0
        if self._length and self._is_restarted(log):
            self._begin()
        log.seek(self._length)
        grown = log.read()
        start = 0 if self._length else HEADER_BYTES
        found = list(frames(grown, self._pages.page_bytes, start))
        while found and not found[-1].commits:
            found.pop()
        if found:
            end = found[-1].start + self._pages.page_bytes
            new = {frame.page for frame in found} - self._before.keys()
            before = {page: self._pages.hash(page) for page in sorted(new)}
            self._writable().append(self._length, grown[:end], before)
            if not self._length:
                self._salts = salts(grown)
            self._before |= before
            self._length += end
        return self._length

    def undo(self) -> None:
        """Cut off what a commit that failed has left in the log, so that it is not found after a restart."""
        log = self._open_log()
        if log is not None:
            log.truncate(0 if self._length and self._is_restarted(log) else self._length)
            os.fsync(log.fileno())

    def moving(self) -> None:
        """Note that a checkpoint is about to be made."""
        self._writable().mark_moving()

    def moved(self) -> None:
        """Note that all of the log is in the database now, and the log empty."""
        self._begin()

    def close(self) -> None:
        """Let go of the files, after SQLite has done so: closing one ends SQLite's own locks on it."""
        for file in (self._database, self._log, self._copy):
            if file is not None:
                file.close()

    def _begin(self) -> None:
        assert self._database is not None
        self._pages = Pages(self._database)
        if self._total is None:
            total = self._pages.total()
        else:
            now = sum(map(self._pages.hash, self._before))
            total = (self._total - sum(self._before.values()) + now) % SUMS
        self._writable().begin(total, self._pages.page_bytes, identity(self._database))
        self._total, self._before, self._length = total, {}, 0

    def _is_restarted(self, log: BinaryIO) -> bool:
        """Whether SQLite has begun the log anew since it was copied last, after a whole checkpoint."""
        log.seek(0)
        return salts(log.read(HEADER_BYTES)) != self._salts

    def _open_log(self) -> BinaryIO | None:
        if self._log is None and self._log_path.exists():
            self._log = self._log_path.open("r+b", buffering=0)
        return self._log

    def _writable(self) -> LogCopy:
        assert self._copy is not None
        return self._copy


def _set_aside(file: Path, database: Path, kind: str) -> Path:
    """Give a file a name of its own beside the database, over no other file. Returns its new place."""
    number = 1
    while (place := database.with_name(f"{database.name}-set-aside-{number}.{kind}")).exists():
        number += 1
    file.rename(place)
    sync_folder(database.parent)
    return place


def _write_whole(path: Path, data: bytes) -> None:
    """Put a file in its place in one go: it is never there in part."""
    fresh = path.with_name(f"{path.name}-mended")
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_folder(path.parent)
