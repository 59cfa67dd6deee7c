"""SQLite's write-ahead log as bytes: a header, then one frame for each page that was written.

The form is described at https://www.sqlite.org/fileformat2.html#walformat. All numbers are big-endian; the
words that the checksums run over are big- or little-endian as the header's first four bytes say.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from struct import Struct
from typing import NamedTuple

HEADER_BYTES = 32
FRAME_HEADER_BYTES = 24
MAGIC = (0x377F0682, 0x377F0683)

_HEADER = Struct(">4I8s2I")  # magic, version, bytes of a page, checkpoints, salts, checksum
_FRAME = Struct(">2I8s2I")  # page, pages of the database after a commit (else 0), salts, checksum


class LogFrame(NamedTuple):
    """One page in a log. `start`: where its content begins in the bytes that were read."""

    page: int
    commits: bool
    start: int


def page_bytes(log: bytes) -> int:
    """Return how many bytes a page of this log has; 0 where the bytes do not begin a log."""
    if len(log) < HEADER_BYTES:
        return 0
    magic, _, size, *_ = _HEADER.unpack_from(log)
    return int(size) if magic in MAGIC and size in range(512, 65537) and not size & size - 1 else 0


def salts(log: bytes) -> bytes:
    """Return the salts of a log's header; SQLite draws new ones each time it begins the log anew."""
    return log[16:24]


def frames(data: bytes, page: int, start: int = 0) -> Iterator[LogFrame]:
    """Iterate over the whole frames from `start`, with pages of `page` bytes; checksums are not compared."""
    step = FRAME_HEADER_BYTES + page
    for place in range(start, len(data) - step + 1, step):
        number, after, *_ = _FRAME.unpack_from(data, place)
        yield LogFrame(number, after > 0, place + FRAME_HEADER_BYTES)


def committed_bytes(log: bytes) -> int:
    """Return the length of the log up to its last commit that SQLite would recover; 0 if there is none."""
    page = page_bytes(log)
    if not page:
        return 0
    magic, _, _, _, salt, *wanted = _HEADER.unpack_from(log)
    swapped = (magic & 1) == (sys.byteorder == "little")
    running = _checksum(log[:24], 0, 0, swapped)
    if [*running] != wanted:
        return 0
    found = 0
    for frame in frames(log, page, HEADER_BYTES):
        head = frame.start - FRAME_HEADER_BYTES
        number, after, own, *wanted = _FRAME.unpack_from(log, head)
        if own != salt or not number:
            break
        end = frame.start + page
        running = _checksum(log[head : head + 8] + log[frame.start : end], *running, swapped)
        if [*running] != wanted:
            break
        if after:
            found = end
    return found


def _checksum(data: bytes, first: int, second: int, swapped: bool) -> tuple[int, int]:
    """Run SQLite's checksum on over some bytes, a multiple of eight."""
    words = array("I", data)
    if swapped:
        words.byteswap()
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
