"""A running checksum of what changed, hashed record by record and never over the whole state."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from msgspec.structs import astuple

from firelane.core.state import AnyState, World, encode

SIZE = 8


def first(header: bytes, state: AnyState) -> bytes:
    """The checksum with which a game begins."""
    return blake2b(header + encode(state), digest_size=SIZE).digest()


def running(before: bytes, said: bytes, old: AnyState, new: AnyState) -> bytes:
    """The checksum after a step: the one before it, what was said, and every record that changed."""
    return blake2b(before + said + encode(changes(old, new)), digest_size=SIZE).digest()


def changes(old: AnyState, new: AnyState) -> list[tuple[Any, ...]]:
    """The differences of two states. What is shared is not looked into.

    What is equal is no change, whether shared or not: a state read back from a file shares nothing.
    """
    found: list[tuple[Any, ...]] = []
    if old.stack is not new.stack and old.stack != new.stack:
        found.append(("stack", new.stack))
    if old.asked is not new.asked and old.asked != new.asked:
        found.append(("asked", new.asked))
    if old.standing is not new.standing and old.standing != new.standing:
        found.append(("standing", new.standing))
    if old.agreed_draw is not new.agreed_draw and old.agreed_draw != new.agreed_draw:
        found.append(("agreed_draw", new.agreed_draw))
    if old.outcome is not new.outcome and old.outcome != new.outcome:
        found.append(("outcome", new.outcome))
    if old.world is not new.world:
        _add_world_changes(old.world, new.world, found)
    return found


def _add_world_changes(old: World, new: World, found: list[tuple[Any, ...]]) -> None:
    for name, before, after in zip(new.__struct_fields__, astuple(old), astuple(new), strict=True):
        if before is after:
            continue
        if type(after) is not dict:
            if before != after:
                found.append((name, after))
            continue
        changed = [key for key, record in after.items() if before.get(key) is not record]
        if len(changed) > 1:
            changed.sort()  # the order in which records came into a map is not part of a state
        for key in changed:
            record = after[key]
            if before.get(key) != record:
                found.append((name, key, record))
        if len(before) != len(after) or before.keys() != after.keys():
            found.extend((name, key) for key in sorted(before.keys() - after.keys()))
