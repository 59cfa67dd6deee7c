"""How the questions of Ambush are answered: judged, sampled and listed from the seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random

from ambush.asking import (
    Advance,
    AmbushAnswer,
    EndTurn,
    GiveOrder,
    LayOut,
    Layout,
    OfferCard,
    Pass,
    PlayCard,
    React,
    Reactions,
    Shoot,
    Sneak,
)
from ambush.rules import EDITIONS, MAY_ORDER
from ambush.view import Lane
from ambush.world import FORWARD, LANE, ZONE, Scout, other
from firelane.core.because import Refusal, Veto
from firelane.core.requests import Answer
from firelane.core.ruleset import Question
from firelane.core.views import View

LaneView = View[Lane]
NEUTRAL = range(4, 8)


# Laying out


def refuse_layout(view: LaneView, request: LayOut, answer: Layout) -> Refusal | None:
    """Rules: ambush.set-up.1-2."""
    if set(answer.paces) != set(request.actors):
        return Refusal("ambush.set-up.1", {"needed": request.actors})
    for name, pace in answer.paces.items():
        if pace not in ZONE[view.seat]:
            return Refusal("ambush.set-up.1", {"trooper": name, "value": pace})
    if answer.mine not in NEUTRAL:
        return Refusal("ambush.set-up.2", {"value": answer.mine})
    return None


def list_layouts(view: LaneView, request: LayOut) -> Iterator[Layout]:
    for paces in combinations_with_replacement(ZONE[view.seat], len(request.actors)):
        for mine in NEUTRAL:
            yield Layout(dict(zip(request.actors, paces, strict=True)), mine)


def sample_layout(view: LaneView, request: LayOut, generator: Random) -> Layout:
    zone = ZONE[view.seat]
    return Layout({name: generator.choice(zone) for name in request.actors}, generator.choice(NEUTRAL))


# Orders


def refuse_order(view: LaneView, request: GiveOrder, answer: Answer) -> Refusal | None:
    """Rules: ambush.orders.2, ambush.moving.1-2, ambush.shooting.1."""
    if isinstance(answer, EndTurn):
        return None
    assert isinstance(answer, Advance | Sneak | Shoot)
    scout = view.table.scouts.get(answer.scout)
    if scout is None or scout.seat != view.seat:
        return Refusal("core.not-asked", {"ask": request.kind, "seat": answer.scout})
    allowed = EDITIONS[view.ruleset].value(MAY_ORDER, scout, True)
    if isinstance(allowed, Veto):
        return Refusal(allowed.rule, {"trooper": scout.id})
    match answer:
        case Shoot(_, target):
            return _refuse_target(view, target)
        case Sneak():
            if not scout.hidden or abs(answer.paces) != 1 or _end(scout, answer.paces) not in range(LANE):
                return Refusal("ambush.moving.2", {"trooper": scout.id, "value": answer.paces})
        case Advance():
            off = _end(scout, answer.paces) not in range(LANE)
            if not 1 <= abs(answer.paces) <= 3 or off:
                return Refusal("ambush.moving.1", {"trooper": scout.id, "value": answer.paces})
    return None


def _refuse_target(view: LaneView, target: str) -> Refusal | None:
    aimed_at = view.table.scouts.get(target)
    if aimed_at is None or aimed_at.seat == view.seat or aimed_at.down:
        return Refusal("ambush.shooting.1", {"target": target})
    return None


def _end(scout: Scout, paces: int) -> int:
    return scout.pace + paces * FORWARD[scout.seat]


def list_orders(view: LaneView, request: GiveOrder) -> Iterator[AmbushAnswer]:
    tries: list[AmbushAnswer] = []
    foes = [s.id for s in view.table.scouts.values() if s.seat == other(view.seat)]
    for name in request.actors:
        tries += [Shoot(name, foe) for foe in foes]
        tries += [Advance(name, paces) for paces in (3, 2, 1, -1, -2, -3)]
        tries += [Sneak(name, paces) for paces in (1, -1)]
    yield from (answer for answer in tries if refuse_order(view, request, answer) is None)
    yield EndTurn()


def sample_order(view: LaneView, request: GiveOrder, generator: Random) -> AmbushAnswer:
    """Any order; the turn is ended early only now and then, so that random play spends what it has."""
    *orders, end = list_orders(view, request)
    return generator.choice(orders) if orders and generator.random() < 0.97 else end


# Reactions


def refuse_reactions(view: LaneView, request: React, answer: Reactions) -> Refusal | None:
    """Rules: ambush.reacting.1."""
    for name in answer.by:
        if name not in request.actors:
            return Refusal("ambush.reacting.1", {"trooper": name})
    return None


def sample_reactions(view: LaneView, request: React, generator: Random) -> Reactions:
    return Reactions({name: generator.choice(("hold", "shoot", "dodge")) for name in request.actors})


def list_reactions(view: LaneView, request: React) -> Iterator[Reactions]:
    """Every reaction of one scout, and none: enough to choose from by hand."""
    yield Reactions()
    for name in request.actors:
        yield Reactions({name: "shoot"})
        yield Reactions({name: "dodge"})


def standing_reactions(view: LaneView, request: React, policy: str) -> Reactions | None:
    return Reactions() if policy == "pass" else Reactions(dict.fromkeys(request.actors, "dodge"))


# Cards


def refuse_card(view: LaneView, request: OfferCard, answer: Answer) -> Refusal | None:
    """Rules: ambush.cards.1."""
    hand = view.table.sides[view.seat].hand
    if isinstance(answer, PlayCard) and request.card not in (hand or ()):
        return Refusal("ambush.cards.1", {"value": request.card})
    return None


def list_cards(view: LaneView, request: OfferCard) -> Iterator[PlayCard | Pass]:
    if refuse_card(view, request, PlayCard()) is None:
        yield PlayCard()
    yield Pass()


def sample_card(view: LaneView, request: OfferCard, generator: Random) -> PlayCard | Pass:
    return generator.choice(list(list_cards(view, request)))


def standing_card(view: LaneView, request: OfferCard, policy: str) -> Pass | None:
    return Pass() if policy == "pass" else None


QUESTIONS = (
    Question(LayOut, (Layout,), refuse_layout, sample_layout, list_layouts),
    Question(GiveOrder, (Advance, Sneak, Shoot, EndTurn), refuse_order, sample_order, list_orders),
    Question(React, (Reactions,), refuse_reactions, sample_reactions, list_reactions, standing_reactions),
    Question(OfferCard, (PlayCard, Pass), refuse_card, sample_card, list_cards, standing_card),
)
