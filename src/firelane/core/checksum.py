"""A running checksum of what changed, hashed record by record and never over the whole state."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from firelane.core.state import AnyState, World, encode

SIZE = 8


def first(header: bytes, state: AnyState) -> bytes:
    """The checksum with which a game begins."""
    return blake2b(header + encode(state), digest_size=SIZE).digest()


def running(before: bytes, said: bytes, old: AnyState, new: AnyState) -> bytes:
    """The checksum after a step: the one before it, what was said, and every record that changed."""
    return blake2b(before + said + encode(list(changes(old, new))), digest_size=SIZE).digest()


def changes(old: AnyState, new: AnyState) -> Iterator[tuple[Any, ...]]:
    """The differences of two states. What is shared is not looked into.

    What is equal is no change, whether shared or not: a state read back from a file shares nothing.
    """
    for name, before, after in _differing(old, new):
        if name == "world":
            yield from _world_changes(before, after)
        else:
            yield name, after


def _world_changes(old: World, new: World) -> Iterator[tuple[Any, ...]]:
    for name, before, after in _differing(old, new):
        if type(after) is not dict:
            yield name, after
            continue
        # By key: the order in which records came into a map is not part of a state.
        for key in sorted(k for k, r in after.items() if (b := before.get(k)) is not r and b != r):
            yield name, key, after[key]
        for key in sorted(before.keys() - after.keys()):
            yield name, key


def _differing(old: Struct, new: Struct) -> Iterator[tuple[str, Any, Any]]:
    """The fields in which two structs of one type differ."""
    for name in new.__struct_fields__:
        before, after = getattr(old, name), getattr(new, name)
        if before is not after and before != after:
            yield name, before, after
