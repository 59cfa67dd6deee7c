"""What a side of Ambush may see, and a whole world imagined from it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec import Struct

from ambush.asking import GiveOrder, LayOut, OfferCard, React
from ambush.frames import AmbushFrame, Match, Rescue
from ambush.world import CARDS, LANE, SEATS, ZONE, AmbushWorld, Scout, Side, other, scout_ids
from firelane.core.requests import Queue, Request, Window
from firelane.core.state import AnyState, Level, State
from firelane.core.views import View


class SideSeen(Struct, frozen=True, kw_only=True):
    """What is known of a side: everything of one's own, of the other only what lies open."""

    seat: str
    orders: int
    cards: int
    hand: tuple[str, ...] | None
    mine: int | None
    mine_gone: bool
    unseen: int


class Lane(Struct, frozen=True, kw_only=True):
    """The table as one side sees it. Frames are public: what they hold has been declared."""

    ruleset: str
    scouts: Mapping[str, Scout]
    sides: Mapping[str, SideSeen]
    deck: int
    round: int
    rounds: int
    active: str
    frames: tuple[AmbushFrame, ...]


def look(state: AnyState, seat: str) -> Lane:
    """The whitelist: own scouts, scouts in the open, counts."""
    world: AmbushWorld = state.world
    seen = {s.id: s for s in world.scouts.values() if s.seat == seat or not s.hidden}
    sides = {}
    for name, side in world.sides.items():
        own = name == seat
        sides[name] = SideSeen(
            seat=name,
            orders=side.orders,
            cards=len(side.hand),
            hand=side.hand if own else None,
            mine=side.mine if own else None,
            mine_gone=side.mine_gone,
            unseen=sum(1 for s in world.scouts.values() if s.seat == name and s.hidden),
        )
    return Lane(
        ruleset=state.ruleset,
        scouts=seen,
        sides=sides,
        deck=len(world.deck),
        round=world.round,
        rounds=world.rounds,
        active=world.active,
        frames=tuple(level.frame for level in state.stack),
    )


THEN = {LayOut: "lay_out", GiveOrder: "take_order", React: "take_reactions", OfferCard: "take_played"}


def imagine(view: View[Lane], generator: Random) -> AnyState:
    """A whole state that gives this very view to a seat that is being asked."""
    lane, seat = view.table, view.seat
    (request, *_) = view.requests
    foe = other(seat)
    played = [card for side in lane.sides.values() for card in (side.hand or ())]
    rest = list(CARDS)
    for card in played:
        rest.remove(card)
    generator.shuffle(rest)
    cards = lane.sides[foe].cards
    sides = {}
    for name, seen in lane.sides.items():
        own = name == seat
        mine = seen.mine if own else -1 if seen.mine_gone or not lane.round else generator.randint(4, 7)
        hand = seen.hand if own else tuple(rest[:cards])
        assert mine is not None
        assert hand is not None
        sides[name] = Side(seat=name, orders=seen.orders, hand=hand, mine=mine, mine_gone=seen.mine_gone)
    scouts = dict(lane.scouts)
    for name in _unseen(lane, foe):
        pace = generator.randrange(LANE) if lane.round else generator.choice(ZONE[foe])
        scouts[name] = Scout(id=name, seat=foe, pace=pace, carries=_carries(lane, name))
    world = AmbushWorld(
        scouts=dict(sorted(scouts.items())),
        sides=sides,
        deck=tuple(rest[cards : cards + lane.deck]),
        round=lane.round,
        rounds=lane.rounds,
        active=lane.active,
    )
    return State(
        ruleset=view.ruleset,
        seats=SEATS,
        world=world,
        stack=(*(Level(frame) for frame in lane.frames[:-1]), _top(lane, view, request)),
        asked={seat: int(request.id.rpartition("-")[2])},
        standing=view.standing,
        agreed_draw=view.agreed_draw,
    )


def _carries(lane: Lane, name: str) -> tuple[str, ...]:
    """What a scout carries: that is agreed before the game, and known to both sides."""
    match = lane.frames[0]
    return match.carries.get(name, ()) if isinstance(match, Match) else ()


def _unseen(lane: Lane, seat: str) -> list[str]:
    return [name for name in scout_ids(seat) if name not in lane.scouts][: lane.sides[seat].unseen]


def _top(lane: Lane, view: View[Lane], request: Request) -> Level[Any, Any, Any]:
    """The frame on top with its window: the seat's own question, and what others are asked with it."""
    foe = other(view.seat)
    frame = lane.frames[-1]
    requests: tuple[Request, ...] = (request,)
    queue = None
    if isinstance(request, LayOut):
        theirs = LayOut(seat=foe, id=f"{foe}-1", actors=scout_ids(foe), rules=request.rules)
        requests = tuple(sorted((request, theirs), key=lambda r: r.seat))
    if isinstance(frame, Rescue):
        later = request.seat == frame.seat and lane.sides[foe].cards
        doubts = (OfferCard(seat=foe, scout=frame.scout, card="doubt", rules=request.rules),)
        queue = Queue(doubts if later else (), "take_played", "roll_medic")
    return Level(frame, Window(requests, THEN[type(request)]), queue)
