"""What Ambush asks, and what can be said to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from firelane.core.requests import Answer, Request

Reaction = Literal["hold", "shoot", "dodge"]


class LayOut(Request, frozen=True, kw_only=True):
    """Place your scouts and your mine, in secret."""


class Layout(Answer, frozen=True):
    """A pace for each scout and one for the mine."""

    paces: Mapping[str, int]
    mine: int


class GiveOrder(Request, frozen=True, kw_only=True):
    """Spend an order, or end the turn."""


class Advance(Answer, frozen=True):
    """A scout moves one to three paces; a hidden one is revealed first."""

    scout: str
    paces: int


class Sneak(Answer, frozen=True):
    """A hidden scout moves one pace and stays hidden."""

    scout: str
    paces: int


class Shoot(Answer, frozen=True):
    """A scout shoots at one that is in the open; a hidden shooter reveals itself."""

    scout: str
    target: str


class EndTurn(Answer, frozen=True):
    """Leave the rest of the orders."""


class React(Request, frozen=True, kw_only=True):
    """Each of your scouts may react to what the active scout does."""

    to: str
    action: str


class Reactions(Answer, frozen=True):
    """What each scout does; those not named hold."""

    by: Mapping[str, Reaction] = {}


class OfferCard(Request, frozen=True, kw_only=True):
    """A scout went down: play a card for it or against it, or none."""

    scout: str
    card: str


class PlayCard(Answer, frozen=True):
    """Play the card."""


class Pass(Answer, frozen=True):
    """Play nothing."""


AmbushRequest = LayOut | GiveOrder | React | OfferCard
AmbushAnswer = Layout | Advance | Sneak | Shoot | EndTurn | Reactions | PlayCard | Pass
