"""Imagining the rest: from what a player sees, a whole game that would look just like this to him."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from firelane.bpre.asking import PickHand, PickTeam, StandUp
from firelane.bpre.cards import interventions
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Operation, Qrf, Raid
from firelane.bpre.names import SEATS, other
from firelane.bpre.taskings import tasking_of
from firelane.bpre.teams import LEAST, qrf_cards, qrf_cost, qrf_room
from firelane.bpre.view import Table
from firelane.bpre.world import HIDDEN, RedEarthWorld, on_table
from firelane.core.requests import Request
from firelane.core.state import AnyState
from firelane.core.views import View, supposed


def imagine(view: View[Table], generator: Random) -> AnyState:
    """A whole state that gives this very view to a seat that is being asked."""
    seen = view.table.world
    foe = other(view.seat)
    side = seen.sides[foe]
    pool = [card for card in interventions(EDITION, foe) if card not in side.gone]
    unknown = iter(generator.sample(pool, side.hand.count(HIDDEN)))
    hand = tuple([next(unknown) if card == HIDDEN else card for card in side.hand])
    room = qrf_room(EDITION, seen, foe) if seen.tasking else 0
    aside = generator.randint(min(_surely_aside(view, foe, room), room), room)
    world = replace(seen, sides={**seen.sides, foe: replace(side, hand=hand, qrf=aside)})
    request: Request = view.requests[0]
    frames = [_with_hand(frame, foe, hand) for frame in view.table.frames]
    requests = _asked_together(view, world, request)
    return supposed(view, SEATS, world, frames, requests)


def _surely_aside(view: View[Table], foe: str, room: int) -> int:
    """The points that the other side must have set aside for the game to stand where it does."""
    seen = view.table.world
    if any(isinstance(frame, Qrf) and frame.mine for frame in view.table.frames):
        return LEAST
    if (
        seen.turn
        and room
        and not on_table(seen, foe)
        and any(c.test == "enemy-wiped" and c.force == view.seat for c in tasking_of(EDITION, seen).success)
    ):
        return min((qrf_cost(card) for card in qrf_cards(EDITION, seen, foe, room)), default=0)
    return 0


def _with_hand(frame: Any, foe: str, hand: tuple[str, ...]) -> Any:
    """A hand that was agreed beforehand is in the terms of the Operation too."""
    if isinstance(frame, Operation | Raid) and frame.terms.hands:
        return replace(frame, terms=replace(frame.terms, hands={**frame.terms.hands, foe: hand}))
    return frame


def _asked_together(view: View[Table], world: RedEarthWorld, request: Request) -> tuple[Request, ...]:
    """The seat's own question, and what the other one is asked in the same window."""
    foe = other(view.seat)
    if foe not in view.asked:
        return (request,)
    theirs: Request = replace(request, seat=foe, id=f"{foe}-1")
    if isinstance(request, PickTeam):
        theirs = replace(request, seat=foe, id=f"{foe}-1", cp=world.sides[foe].cp)
    elif isinstance(request, StandUp):
        down = tuple(u.id for u in on_table(world, foe) if u.staggered)
        theirs = replace(request, seat=foe, id=f"{foe}-1", actors=down)
    else:
        assert isinstance(request, PickHand)
    return tuple(sorted((request, theirs), key=lambda one: SEATS.index(one.seat)))
