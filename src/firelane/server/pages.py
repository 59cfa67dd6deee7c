"""The pages of a database file, and one sum that stands for the content of all of them.

The sum is built of a hash for each page, so that it can be carried on when a few pages change. A page of
zeros counts as one that is not there: SQLite may leave such pages behind when a file grows.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import blake2b
from typing import BinaryIO, NamedTuple

HASH_BYTES = 16
SUMS = 1 << 8 * HASH_BYTES
USUAL_PAGE_BYTES = 4096


class FileIdentity(NamedTuple):
    """What the system notes about a file. Any write, rename or copying changes some of it."""

    inode: int
    size: int
    written_ns: int
    changed_ns: int


def identity(file: BinaryIO) -> FileIdentity:
    """Return the identity of an open file."""
    found = os.fstat(file.fileno())
    return FileIdentity(found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def page_hash(number: int, content: bytes) -> int:
    """Return the hash of a page at its place; 0 if the page is empty or absent."""
    if not content.strip(b"\0"):
        return 0
    return int.from_bytes(blake2b(content, digest_size=HASH_BYTES, salt=number.to_bytes(16)).digest())


class Pages:
    """Reads the pages of an open database file."""

    def __init__(self, file: BinaryIO, page_bytes: int = 0) -> None:
        """`page_bytes`: by default what the file's own header says."""
        self.file = file
        self.page_bytes = page_bytes or _page_bytes(self._read(0, 18)[16:])

    def hash(self, number: int) -> int:
        """Return the hash of one page as it is now."""
        return page_hash(number, self._read((number - 1) * self.page_bytes, self.page_bytes))

    def total(self, leaving_out: Iterable[int] = ()) -> int:
        """Return the sum over all pages but some; the whole file is read."""
        skipped, found, number = set(leaving_out), 0, 0
        while content := self._read(number * self.page_bytes, self.page_bytes):
            number += 1
            if number not in skipped:
                found += page_hash(number, content)
        return found % SUMS

    def _read(self, place: int, count: int) -> bytes:
        self.file.seek(place)
        return self.file.read(count)


def _page_bytes(field: bytes) -> int:
    found = int.from_bytes(field)
    return 65536 if found == 1 else found if found >= 512 else USUAL_PAGE_BYTES
