"""The file that holds the second copy of the log, and says which database the log belongs to.

Two places for a head, written in turn, so that one of them is whole at any instant; then records, one for
each time that the log was copied. Head and records carry a hash. Records belong to one head by its cycle, the
time from one checkpoint to the next: when a new cycle begins, the records before it count no longer and
their room is used again, so that copying needs no new room on the disk.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from typing import NamedTuple

from firelane.server.pages import HASH_BYTES, FileIdentity
from firelane.server.walfile import MAGIC

MAGIC_BYTES = b"FIRELANE-LOG-2\n\0"
HEAD_PLACES = (0, 4096)
RECORDS_START = 8192
CHUNK_BYTES = 1_000_000
"""The file grows by so much at a time."""

_HEAD = Struct(f">16sQ16s{HASH_BYTES}sI 4Q Q?")
_RECORD = Struct(">QQI")
_CHANGED_PAGE = Struct(f">I{HASH_BYTES}s")
_DIGEST_BYTES = 16


class CopyHead(NamedTuple):
    """What the copy says of itself.

    `total`: the sum over the database's pages when the cycle began (see `pages`). `database`: the identity of
    its file then. `inode`: the copy's own, to tell whether it was copied elsewhere itself. `moving`: a
    checkpoint of ours was under way.
    """

    sequence: int
    cycle: bytes
    total: int
    page_bytes: int
    database: FileIdentity
    inode: int
    moving: bool = False

    def packed(self) -> bytes:
        """Return the head as bytes with their hash."""
        data = _HEAD.pack(
            MAGIC_BYTES,
            self.sequence,
            self.cycle,
            self.total.to_bytes(HASH_BYTES),
            self.page_bytes,
            *self.database,
            self.inode,
            self.moving,
        )
        return data + _digest(data, b"")


class CopiedLog(NamedTuple):
    """What a copy holds: a prefix of the log, and for each page in it the hash that the page had in the
    database when the cycle began."""

    head: CopyHead
    log: bytes
    before: Mapping[int, int]
    end: int
    """Where the next record goes."""


class LogCopy:
    """The file, open for writing."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make an empty one, which says nothing of any database."""
        if not path.exists():
            fresh = path.with_name(f"{path.name}-new")
            with fresh.open("wb") as file:
                file.write(bytes(RECORDS_START))
                os.fsync(file.fileno())
            fresh.replace(path)
            sync_folder(path.parent)
        self._file = path.open("r+b", buffering=0)
        found = os.fstat(self._file.fileno())
        self.inode = found.st_ino
        self._size = found.st_size
        self._head = CopyHead(0, b"", 0, 0, FileIdentity(0, 0, 0, 0), self.inode)
        self._end = RECORDS_START
        if self._size < RECORDS_START:
            self.reserve(0, 0)

    def go_on(self, kept: CopiedLog) -> None:
        """Go on in the cycle that was read from this file."""
        self._head, self._end = kept.head, kept.end

    def begin(self, total: int, page_bytes: int, database: FileIdentity) -> None:
        """Begin a new cycle: the records before it count no longer."""
        cycle = secrets.token_bytes(16)
        self._put_head(CopyHead(self._head.sequence + 1, cycle, total, page_bytes, database, self.inode))
        self._end = RECORDS_START

    def mark_moving(self) -> None:
        """Note that a checkpoint is about to be made: from here on the database may be in between."""
        if not self._head.moving:
            self._put_head(self._head._replace(sequence=self._head.sequence + 1, moving=True))

    def _put_head(self, head: CopyHead) -> None:
        self._put(HEAD_PLACES[head.sequence % 2], head.packed())
        os.fsync(self._file.fileno())
        self._head = head

    def reserve(self, log_bytes: int, pages: int) -> None:
        """Make room for so much more of the log, so that copying it cannot fail for want of room."""
        wanted = self._end + _RECORD.size + log_bytes + pages * _CHANGED_PAGE.size + _DIGEST_BYTES
        if wanted <= self._size:
            return
        wanted += CHUNK_BYTES - wanted % CHUNK_BYTES
        try:
            while self._size < wanted:
                self._put(self._size, bytes(min(CHUNK_BYTES, wanted - self._size)))
                self._size = min(wanted, self._size + CHUNK_BYTES)
        finally:
            self._size = os.fstat(self._file.fileno()).st_size

    def append(self, start: int, log: bytes, before: Mapping[int, int]) -> None:
        """Add a piece of the log that begins at `start`, down to the disk."""
        data = b"".join(
            (
                _RECORD.pack(start, len(log), len(before)),
                *(_CHANGED_PAGE.pack(page, old.to_bytes(HASH_BYTES)) for page, old in before.items()),
                log,
            )
        )
        data += _digest(data, self._head.cycle)
        self._put(self._end, data)
        os.fsync(self._file.fileno())
        self._end += len(data)
        self._size = max(self._size, self._end)

    def _put(self, place: int, data: bytes) -> None:
        self._file.seek(place)
        rest = memoryview(data)
        while rest:
            rest = rest[self._file.write(rest) :]

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def read(path: Path) -> CopiedLog | bytes | None:
    """Read a copy. None: there is none, or it says nothing. Bytes: one of another form, as Firelane 0.1 kept
    it, which is the log alone."""
    data = path.read_bytes() if path.exists() else b""
    heads = [head for place in HEAD_PLACES if (head := _head(data[place : place + 4096])) is not None]
    if heads:
        return _kept(data, max(heads, key=lambda head: head.sequence))
    return data if data.strip(b"\0") else None


def is_old_log(data: bytes) -> bool:
    """Whether a copy without a head is a log, as Firelane 0.1 kept it."""
    return int.from_bytes(data[:4]) in MAGIC


def _head(data: bytes) -> CopyHead | None:
    fields, digest = data[: _HEAD.size], data[_HEAD.size :][:_DIGEST_BYTES]
    if len(fields) < _HEAD.size or fields[:16] != MAGIC_BYTES or digest != _digest(fields, b""):
        return None
    _, sequence, cycle, total, page_bytes, *database, inode, moving = _HEAD.unpack(fields)
    return CopyHead(
        sequence, cycle, int.from_bytes(total), page_bytes, FileIdentity(*database), inode, moving
    )


def _kept(data: bytes, head: CopyHead) -> CopiedLog:
    log, before, end = bytearray(), dict[int, int](), RECORDS_START
    while len(data) - end >= _RECORD.size:
        start, length, count = _RECORD.unpack_from(data, end)
        pages_start = end + _RECORD.size
        log_start = pages_start + count * _CHANGED_PAGE.size
        stop = log_start + length
        digest = data[stop : stop + _DIGEST_BYTES]
        if start != len(log) or not digest or digest != _digest(data[end:stop], head.cycle):
            break
        for page, old in _CHANGED_PAGE.iter_unpack(data[pages_start:log_start]):
            before[page] = int.from_bytes(old)
        log += data[log_start:stop]
        end = stop + len(digest)
    return CopiedLog(head, bytes(log), before, end)


def _digest(data: bytes, key: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST_BYTES, key=key).digest()


def sync_folder(folder: Path) -> None:
    """See that new names in a folder are on the disk, where the system can do that."""
    if os.name != "posix":
        return
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)
