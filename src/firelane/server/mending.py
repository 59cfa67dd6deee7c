"""Decides, before a database is opened, whether its log is to be put back from the copy.

After an unclean end the log may have been cut off, and then the copy of it is what makes the database whole.
But the owner may also have worked on the files with other programs, or put a backup in their place; a log put
back over that would destroy it. So the log is put back only if every page of the database is either as it was
when the copy was begun or as the copy has it. That is so after a kill at any instant, also in the middle of a
checkpoint. In any other case the copy is set aside, and the database is left as it is.
"""

from __future__ import annotations

from enum import Enum, auto
from pathlib import Path
from typing import BinaryIO

from firelane.problem import Problem
from firelane.server.integrity import find_damage
from firelane.server.logcopy import CopiedLog
from firelane.server.pages import SUMS, Pages, identity, page_hash
from firelane.server.walfile import HEADER_BYTES, committed_bytes, frames


class Verdict(Enum):
    """What is to be done before the database is opened."""

    NOTHING = auto()
    """The log has all that the copy has, or the copy has nothing."""
    PUT_BACK = auto()
    """The copy takes the log's place."""
    MOVED = auto()
    """All of the copy is in the database, and another program goes on with the log."""
    SET_ASIDE = auto()
    """The copy does not belong to this database."""
    SET_BOTH_ASIDE = auto()
    """Neither does the log: the database was replaced, the log was left."""


def judge(kept: CopiedLog, log: bytes, path: Path, database: BinaryIO | None, copy_inode: int) -> Verdict:
    """Judge what the copy holds by the log and the database as they were found."""
    if not kept.log:
        return Verdict.NOTHING
    whole = log.startswith(kept.log)
    if database is None or not identity(database).size:
        return Verdict.SET_BOTH_ASIDE
    in_place = copy_inode == kept.head.inode
    touched = identity(database) != kept.head.database
    if whole and in_place and not touched:
        return Verdict.NOTHING
    pages = Pages(database, kept.head.page_bytes)
    others_as_before = (
        pages.total(leaving_out=kept.before) - kept.head.total + sum(kept.before.values())
    ) % SUMS == 0
    now = {page: pages.hash(page) for page in kept.before}
    after = _after(kept)
    foreign = any(now[page] not in (kept.before[page], after[page]) for page in now)
    if whole:
        # A page that the log has may be torn where the power went off during a checkpoint, and be another
        # program's where the log has more than the copy; any other foreign page was put there with a backup.
        may_be_ours = kept.head.moving or committed_bytes(log) > len(kept.log)
        replaced = (not others_as_before or (foreign and not may_be_ours)) and is_sound_alone(path)
        return Verdict.SET_BOTH_ASIDE if replaced else Verdict.NOTHING
    if foreign or not others_as_before:
        return Verdict.SET_ASIDE
    if not kept.log.startswith(log[: committed_bytes(log)]):  # another program's commits
        return Verdict.MOVED if now == after else Verdict.SET_ASIDE
    unmoved = now == kept.before and (not kept.head.moving or all(now[page] != after[page] for page in now))
    if unmoved and in_place and touched:  # the very same content was written again: a backup
        return Verdict.SET_ASIDE
    return Verdict.PUT_BACK


def _after(kept: CopiedLog) -> dict[int, int]:
    """Return the hash of each page as the copy has it last."""
    size = kept.head.page_bytes
    last = {frame.page: frame.start for frame in frames(kept.log, size, HEADER_BYTES)}
    return {page: page_hash(page, kept.log[start : start + size]) for page, start in last.items()}


def is_sound_alone(path: Path) -> bool:
    """Whether the database is a whole one without any log."""
    try:
        return not find_damage(path, alone=True)
    except Problem:
        return False
