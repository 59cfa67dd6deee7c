"""Cards as entries, and who is asked for one when.

An entry's `Card` says with which declarations a card is named (`declared`: it costs no question), at which
moments it can answer (`moments`), and for which faction it is. Its hook at `CARD_FITS` looks at public
facts and says whether the card fits the moment; hooks at numbers change them for the roll it was played on.

A seat is asked at a moment when it could hold a fitting card by what everybody knows: it has cards face
down, and the card is of its faction and not known to be elsewhere. Whether it does hold one never matters, so
the question betrays nothing. Fires Cards and Special Intervention Cards lie open.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from firelane.bpre.frames import Subject
from firelane.bpre.names import SEATS
from firelane.bpre.situation import CARD_FITS, CardUse
from firelane.bpre.world import RedEarthWorld, Side
from firelane.core.because import Veto
from firelane.core.rules import Edition

HAND = 3
"""Rules: bpre.setup.2."""

AFTER_ATTACK_ROLL = "after-attack-roll"
"""An attack roll was made; no save yet. Asked: the attacker."""
AFTER_ATTACK = "after-attack"
"""An attack is over and has left its target alive. Asked: the attacker."""
BEFORE_SAVE = "before-save"
"""A unit is about to save (or to fail, staggered). Asked: its player."""
AFTER_SAVE = "after-save"
"""A save is rolled, or there was none; nothing has come of it yet. Asked: the player of the unit."""
PHASE_BEGINS = "phase-begins"
"""Before any unit is activated in a phase. Asked: both, the assaulting player first."""
FIRES_CALLED = "fires-called"
"""A Fires Card was called. Asked: the opponent."""
VEST_DECLARED = "vest-declared"
"""The detonation of a suicide vest was declared. Asked: the opponent."""
AFTER_QRF_ROLL = "after-qrf-roll"
"""The roll for the Quick Reaction Force was made. Asked: the assaulting player."""
MOMENTS = (
    AFTER_ATTACK_ROLL,
    AFTER_ATTACK,
    BEFORE_SAVE,
    AFTER_SAVE,
    PHASE_BEGINS,
    FIRES_CALLED,
    VEST_DECLARED,
    AFTER_QRF_ROLL,
)

WITH_ATTACK = "attack"
WITH_ACTIVATION = "activation"
WITH_DOOR = "door"
DECLARATIONS = (WITH_ATTACK, WITH_ACTIVATION, WITH_DOOR)

LIFT_AND_SHIFT = "intervention.lift-and-shift"
FULL_SEND = "intervention.full-send"
LAST_BULLET = "intervention.save-the-last-bullet"
BAT_COUNTRY = "intervention.this-is-bat-country"
FRAG_OUT = "intervention.frag-out"
LITTLE_ARMS = "intervention.pile-of-little-arms"
DOOR_IS_YOURS = "intervention.the-door-is-yours"
AMBUSH = "intervention.ambush"
FRONT_TOWARDS_ENEMY = "intervention.front-towards-enemy"
FIRE_FOR_EFFECT = "intervention.fire-for-effect"
REACT_TO_CONTACT = "intervention.react-to-contact"
TIMELINE = "special.timeline"
COURTESY_BURN = "special.courtesy-burn"
GO_PILLS = "special.go-pills"
TUNNEL_RATS = "special.tunnel-rats"
SUPPORT_ELEMENT = "special.set-support-element"
FENGHUANG = "fires.fenghuang-918"


class Card(Struct, frozen=True, kw_only=True):
    """What a card is: for whom, when, and its figures."""

    factions: tuple[str, ...] = SEATS
    declared: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    """The phases in which it can be played, where only some are named."""
    amount: int = 0
    radius: int = 0
    one_roll: bool = False
    """Named with an attack it counts for its first roll at the target only."""
    rerolls: bool = False
    """Whether it has the roll on which it is played made again."""
    until: str = ""
    """How long it stays in force for its player's units: `phase`, `turn`, or not at all."""
    against: bool = False
    """What stays in force does so for the opponent's units."""
    frees: bool = False
    """Whether it lets a unit be activated that could not be otherwise."""


# Who can be asked


@lru_cache(maxsize=64)
def _kinds(edition: Edition, label: str) -> Mapping[str, Card]:
    return {
        key: edition.data(key, Card) for key, entry in edition.entries.items() if label in entry.rule.labels
    }


@lru_cache(maxsize=64)
def interventions(edition: Edition, seat: str) -> tuple[str, ...]:
    """The Intervention Cards that a side can choose from. Rules: bpre.intervention.1-2."""
    return tuple(key for key, card in _kinds(edition, "intervention").items() if seat in card.factions)


@lru_cache(maxsize=256)
def could_hold(edition: Edition, side: Side) -> tuple[str, ...]:
    """The cards that a side may have, by what everybody knows."""
    hidden = len(side.hand) > len(side.shown)
    found = [key for key in interventions(edition, side.seat) if key not in side.gone] if hidden else []
    return (*found, *dict.fromkeys((*side.shown, *side.specials)))


def fitting(
    edition: Edition, world: RedEarthWorld, seat: str, moment: str, subject: Subject
) -> tuple[str, ...]:
    """The cards with which a side could answer at a moment, by what everybody knows."""
    timely = _timely(edition, world.sides[seat], moment)
    if not timely:
        return ()
    context = CardUse(world, seat, moment, subject)
    return tuple([key for key in timely if fits(edition, key, context)])


@lru_cache(maxsize=256)
def _timely(edition: Edition, side: Side, moment: str) -> tuple[str, ...]:
    """The cards that a side may have and that can answer at a moment."""
    able = _at(edition, moment)
    return tuple(dict.fromkeys(key for key in could_hold(edition, side) if key in able))


@lru_cache(maxsize=64)
def _at(edition: Edition, moment: str) -> frozenset[str]:
    """The cards that can answer at a moment."""
    cards = {**_kinds(edition, "intervention"), **_kinds(edition, "special")}
    return frozenset(key for key, card in cards.items() if moment in card.moments)


def fits(edition: Edition, card: str, context: CardUse) -> bool:
    """Whether a card can be played at a moment, by what everybody knows. Rules: bpre.intervention.1."""
    return misfit(edition, card, context) == ""


def misfit(edition: Edition, card: str, context: CardUse) -> str:
    """The statement by which a card cannot be played at a moment; empty if it can."""
    figures, entry = edition.data(card, Card), edition[card]
    if context.seat not in figures.factions:  # bpre.intervention.1-2
        return "bpre.intervention.1"
    if figures.phases and context.world.phase not in figures.phases:
        return entry.statement(1)
    found = edition.value(CARD_FITS, context, True, (card,))
    return found.rule if isinstance(found, Veto) else ""


def frees(edition: Edition, world: RedEarthWorld, seat: str) -> tuple[str, ...]:
    """The cards that a side may have, by what everybody knows, to activate who could not be otherwise."""
    return _frees(edition, world.sides[seat], world.phase)


@lru_cache(maxsize=256)
def _frees(edition: Edition, side: Side, phase: str) -> tuple[str, ...]:
    freeing = _freeing(edition, phase)
    return tuple([card for card in could_hold(edition, side) if card in freeing])


@lru_cache(maxsize=64)
def _freeing(edition: Edition, phase: str) -> frozenset[str]:
    cards = {**_kinds(edition, "intervention"), **_kinds(edition, "special")}
    return frozenset(key for key, card in cards.items() if card.frees and phase in card.phases)


def held(world: RedEarthWorld, seat: str) -> tuple[str, ...]:
    """The cards with which a side can answer or declare."""
    side = world.sides[seat]
    return (*side.hand, *side.specials)


def is_declared(edition: Edition, card: str, kind: str) -> bool:
    """Whether a card is one that is declared with acts of a kind."""
    return card in edition.entries and kind in edition.data(card, Card).declared


def refuse_declared(
    edition: Edition,
    world: RedEarthWorld,
    seat: str,
    kinds: tuple[str, ...],
    cards: tuple[str, ...],
    subject: Subject,
) -> str:
    """The rule by which cards cannot be declared with an act; empty if they can. Rules:
    bpre.intervention.3."""
    for card in cards:
        if card not in edition.entries or card not in held(world, seat) or cards.count(card) > 1:
            return "bpre.intervention.3"
        kind = next((kind for kind in kinds if is_declared(edition, card, kind)), "")
        if not kind:
            return "bpre.intervention.3"
        rule = misfit(edition, card, CardUse(world, seat, kind, subject))
        if rule:
            return rule
    return ""
