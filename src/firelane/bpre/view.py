"""What a player of Red Earth may see: a world of his own in which the other hand is face down.

Everything on the battlespace is open, and so are Fires Cards, Special Intervention Cards and discards. Hidden
are the Intervention Cards in the other hand, what is set aside for the Quick Reaction Force, and what the
other player still plans to do with his active unit.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from firelane.bpre.frames import Moving, Operation, Raid, RedEarthFrame
from firelane.bpre.world import HIDDEN, RedEarthWorld, Side
from firelane.core.state import AnyState


class Table(Struct, frozen=True, kw_only=True, gc=False):
    """All that a player knows."""

    world: RedEarthWorld
    frames: tuple[RedEarthFrame, ...]
    """The procedures under way, as far as they are public."""


PARTLY_PRIVATE = (Moving, Operation, Raid)
"""Procedures that hold what a player keeps to himself."""


def see(state: AnyState, seat: str) -> Table:
    """What `seat` (or a watcher) may see. Rules: bpre.cards.7."""
    world: RedEarthWorld = state.world
    # bpre.cards.7
    sides = {name: side if name == seat else _face_down(side) for name, side in world.sides.items()}
    frames = tuple(
        [
            level.frame if type(level.frame) not in PARTLY_PRIVATE else _public(level.frame, world, seat)
            for level in state.stack
        ]
    )
    return Table(world=replace(world, sides=sides), frames=frames)


@lru_cache(maxsize=64)
def _face_down(side: Side) -> Side:
    """Cards that were taken from the other player are known to both."""
    shown = list(side.shown)
    hand: list[str] = []
    for card in reversed(side.hand):  # what was taken came last
        known = card in shown
        if known:
            shown.remove(card)
        hand.append(card if known else HIDDEN)
    return replace(side, hand=tuple(reversed(hand)), qrf=None)


def _public(frame: RedEarthFrame, world: RedEarthWorld, seat: str) -> RedEarthFrame:
    """A procedure without what its player keeps to himself."""
    if isinstance(frame, Moving):
        own = world.units[frame.unit].seat == seat
        return frame if own else replace(frame, plan=(), track=(), stops=(), facing=0, arc=0)
    if isinstance(frame, Operation | Raid):
        hands = {name: hand for name, hand in frame.terms.hands.items() if name == seat}
        return replace(frame, terms=replace(frame.terms, hands=hands))
    return frame
