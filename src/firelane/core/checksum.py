"""A running checksum of what changed, hashed record by record and never over the whole state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import blake2b

from firelane.core.state import AnyState, World, encode

SIZE = 8


def first(header: bytes, state: AnyState) -> bytes:
    """The checksum with which a game begins."""
    return blake2b(header + encode(state), digest_size=SIZE).digest()


def running(before: bytes, said: bytes, old: AnyState, new: AnyState) -> bytes:
    """The checksum after a step: the one before it, what was said, and every record that changed."""
    digest = blake2b(before, digest_size=SIZE)
    digest.update(said)
    for change in changes(old, new):
        digest.update(change)
    return digest.digest()


def changes(old: AnyState, new: AnyState) -> Iterator[bytes]:
    """The encoded differences of two states. What is shared is not looked into.

    What is equal is no change, whether shared or not: a state read back from a file shares nothing.
    """
    if old.world is not new.world:
        yield from _world_changes(old.world, new.world)
    for name in ("stack", "asked", "standing", "agreed_draw", "outcome"):
        before, after = getattr(old, name), getattr(new, name)
        if before is not after and before != after:
            yield encode((name, after))


def _world_changes(old: World, new: World) -> Iterator[bytes]:
    for name in new.__struct_fields__:
        before, after = getattr(old, name), getattr(new, name)
        if before is after or before == after:
            continue
        if not isinstance(after, Mapping):
            yield encode((name, after))
            continue
        for key, record in after.items():
            known = before.get(key)
            if known is not record and known != record:
                yield encode((name, key, record))
        for key in sorted(before.keys() - after.keys()):
            yield encode((name, key))
