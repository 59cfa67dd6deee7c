"""Cards as entries, and who is asked for one when.

An entry's `Card` says with which declarations a card is named (`declared`: it costs no question), at which
moments it can answer (`moments`), and for which faction it is. Its hook at `CARD_FITS` looks at public
facts and says whether the card fits the moment; hooks at numbers change them for the roll it was played on.

A seat is asked at a moment when it could hold a fitting card by what everybody knows: it has cards in
hand, and
the card is of its faction and not among its discards. Whether it does hold one never matters, so the question
betrays nothing. Fires Cards and Special Intervention Cards lie open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec import Struct

from firelane.bpre.dice import Saved, shot
from firelane.bpre.frames import Subject
from firelane.bpre.names import SEATS
from firelane.bpre.situation import ATTACK_BONUS, CARD_FITS, SAVE_BONUS, CardUse, Saving, Shooting
from firelane.bpre.world import RedEarthWorld
from firelane.core.because import Number, Veto
from firelane.core.rules import Edition, Rule, add

HAND = 3
"""Rules: bpre.setup.2."""

AFTER_ATTACK_ROLL = "after-attack-roll"
"""An attack was rolled; no save yet. Asked: the attacker."""
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
MOMENTS = (AFTER_ATTACK_ROLL, AFTER_ATTACK, BEFORE_SAVE, AFTER_SAVE, PHASE_BEGINS, FIRES_CALLED)

WITH_ATTACK = "attack"
WITH_ACTIVATION = "activation"
WITH_DOOR = "door"
DECLARATIONS = (WITH_ATTACK, WITH_ACTIVATION, WITH_DOOR)


class Card(Struct, frozen=True, kw_only=True):
    """What a card is: for whom, when, and its figures."""

    factions: tuple[str, ...] = SEATS
    declared: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()
    amount: int = 0
    radius: int = 0
    until: str = ""
    """How long it stays in force for its player's units: `phase`, `turn`, or not at all."""


# Who can be asked


@lru_cache(maxsize=64)
def _kinds(edition: Edition, label: str) -> Mapping[str, Card]:
    return {
        key: edition.data(key, Card) for key, entry in edition.entries.items() if label in entry.rule.labels
    }


def interventions(edition: Edition, seat: str) -> tuple[str, ...]:
    """The Intervention Cards that a side can choose from. Rules: bpre.intervention.1-2."""
    return tuple(key for key, card in _kinds(edition, "intervention").items() if seat in card.factions)


def could_hold(edition: Edition, world: RedEarthWorld, seat: str) -> Iterable[str]:
    """The cards that a side may have, by what everybody knows."""
    side = world.sides[seat]
    if side.hand:
        yield from (key for key in interventions(edition, seat) if key not in side.discarded)
    yield from dict.fromkeys(side.specials)


def fitting(
    edition: Edition, world: RedEarthWorld, seat: str, moment: str, subject: Subject
) -> tuple[str, ...]:
    """The cards with which a side could answer at a moment, by what everybody knows."""
    if not _any_at(edition, moment):
        return ()
    context = CardUse(world, seat, moment, subject)
    return tuple(
        key
        for key in could_hold(edition, world, seat)
        if moment in edition.data(key, Card).moments and fits(edition, key, context)
    )


@lru_cache(maxsize=64)
def _any_at(edition: Edition, moment: str) -> bool:
    cards = (*_kinds(edition, "intervention").values(), *_kinds(edition, "special").values())
    return any(moment in card.moments for card in cards)


def fits(edition: Edition, card: str, context: CardUse) -> bool:
    """Whether a card can be played at a moment, by what everybody knows."""
    found = edition.value(CARD_FITS, context, True, (card,))
    return found is True


def refuse_declared(
    edition: Edition, world: RedEarthWorld, seat: str, kind: str, cards: tuple[str, ...], subject: Subject
) -> str:
    """The rule by which cards cannot be declared with an act; empty if they can. Rules:
    bpre.intervention.3."""
    side = world.sides[seat]
    held = (*side.hand, *side.specials)
    for card in cards:
        entry = edition.entries.get(card)
        known = entry is not None and card in held and cards.count(card) == 1
        if not known or kind not in edition.data(card, Card).declared:
            return "bpre.intervention.3"
        if not fits(edition, card, CardUse(world, seat, kind, subject)):
            assert entry is not None
            return entry.statement(1)
    return ""


# What cards do


def plus_to_attack(_: Shooting, number: Number, figures: Card) -> Number:
    """Rules: bpre.intervention.kill-not-capture.1, bpre.intervention.hasty-ambush.1."""
    return number.plus(figures.amount, 1)


def changes_the_shot(context: CardUse, _: bool, figures: Card) -> bool | Veto:
    """Offered where it changes what the dice mean. Rules: bpre.intervention.hasty-ambush.1."""
    subject = context.subject
    now = shot(subject.total, subject.needs)
    return shot(subject.total + figures.amount, subject.needs) is not now or Veto(1)


def plus_to_save(_: Saving, number: Number, figures: Card) -> Number:
    """Rules: bpre.intervention.break-contact.1."""
    return number.plus(figures.amount, 1)


def rescues(context: CardUse, _: bool, figures: Card) -> bool | Veto:
    """Offered where it changes a failed save over Obstructed LOS. Rules:
    bpre.intervention.break-contact.1."""
    subject = context.subject
    failed = subject.occasion == "attack" and subject.obstructed and subject.result == Saved.KILLED
    return (failed and 0 < subject.needs - subject.total <= figures.amount) or Veto(1)


def against_opponent(context: CardUse, fits_so_far: bool, _: Card) -> bool | Veto:
    """A card against what the other player does. Rules: bpre.special.hongbin-jammers.1."""
    return fits_so_far if context.subject.by != context.seat else Veto(1)


def _intervention(name: str, card: Card, **hooks: object) -> Rule:
    cites = {"bpre": f"bpre.intervention.{name}"}
    return Rule(f"intervention.{name}", cites, frozenset({"card", "intervention"}), card, **hooks)  # type: ignore[arg-type]


def _special(name: str, card: Card, **hooks: object) -> Rule:
    cites = {"bpre": f"bpre.special.{name}"}
    return Rule(f"special.{name}", cites, frozenset({"card", "special"}), card, **hooks)  # type: ignore[arg-type]


def _fires(name: str, card: Card) -> Rule:
    return Rule(f"fires.{name}", {"bpre": f"bpre.fires.{name}"}, frozenset({"card", "fires"}), card)


CARDS = (
    _intervention(
        "kill-not-capture",
        Card(declared=(WITH_ATTACK,), amount=3),
        values={ATTACK_BONUS: add(plus_to_attack)},
    ),
    _intervention(
        "hasty-ambush",
        Card(moments=(AFTER_ATTACK_ROLL,), amount=1),
        values={ATTACK_BONUS: add(plus_to_attack), CARD_FITS: add(changes_the_shot)},
    ),
    _intervention(
        "break-contact",
        Card(moments=(AFTER_SAVE,), amount=1),
        values={SAVE_BONUS: add(plus_to_save), CARD_FITS: add(rescues)},
    ),
    _fires("scoria-rs", Card(radius=3000)),
    _fires("fenghuang-918", Card()),
    _special(
        "hongbin-jammers",
        Card(factions=("aayari",), moments=(FIRES_CALLED,)),
        values={CARD_FITS: add(against_opponent)},
    ),
)
