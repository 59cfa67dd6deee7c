"""Where dice come from: a seeded source, a script, or somebody's desk.

A seeded roll depends on the seed and the request's id alone, so that a game taken up again goes on with
the dice that it would have had, and no generator has to be saved.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b, sha256

from firelane.core.requests import Roll, Rolled

Source = Callable[[Roll], Rolled]
"""Whoever throws the dice for a game."""

_SPAN = 1 << 64


def seeded(seed: str | int) -> Source:
    """Fair dice from a seed."""
    key = str(seed).encode()
    if len(key) > blake2b.MAX_KEY_SIZE:
        key = blake2b(key).digest()

    def throw(roll: Roll) -> Rolled:
        return Rolled(tuple(_face(key, roll.id, place, sides) for place, sides in enumerate(roll.dice)))

    return throw


def commitment(room: str, seed: str) -> str:
    """Return the hash that commits to the seed of a room.

    It is shown before the first roll and checked when the seed is opened.

    `printf 'firelane dice 1/ROOM/SEED' | sha256sum` computes the same.
    """
    return sha256(f"firelane dice 1/{room}/{seed}".encode()).hexdigest()


def _face(key: bytes, request: str, place: int, sides: int) -> int:
    """One face. Numbers past the last whole multiple of the sides are drawn again, so no face is favoured."""
    attempt = 0
    while True:
        drawn = blake2b(f"{request}/{place}/{attempt}".encode(), digest_size=8, key=key).digest()
        number = int.from_bytes(drawn, "little")
        if number < _SPAN - _SPAN % sides:
            return number % sides + 1
        attempt += 1
