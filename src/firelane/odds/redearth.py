"""Red Earth: what attacks do to the units they are aimed at, exactly.

What a roll means is the engine's (`bpre.dice`); here all rolls are gone through at once. Several attack rolls
come one after another, each with its save before the next; whoever may choose (which unit takes a hit,
whether a card is played) is taken to choose best: the attacker to kill the most worth, then to stagger it,
the defender to lose the least.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import product

from msgspec import Struct

from firelane.bpre.dice import DICE, SIDES, Saved, Shot, saved, shot
from firelane.core.rules import Edition


class Standing(StrEnum):
    """How a unit stands."""

    UNHARMED = "unharmed"
    STAGGERED = "staggered"
    KILLED = "killed"


class Card(StrEnum):
    """The cards that change an attack or a save. Rules: bpre.intervention.*, bpre.special.*."""

    KILL_NOT_CAPTURE = "kill-not-capture"
    """+3 to one attack roll, before it."""
    HASTY_AMBUSH = "hasty-ambush"
    """+1 to one attack roll, after it."""
    FULL_SEND = "full-send"
    """Declared before the attack: if its roll does not hit, it is made again once."""
    REACT_TO_CONTACT = "react-to-contact"
    """One attack more, once an attack has left its target alive."""
    KILLING_IS_MY_BUSINESS = "killing-is-my-business"
    """An Immediate Action that did not hit is rolled again without its modifier."""
    BREAK_CONTACT = "break-contact"
    """+1 to a failed save over Obstructed LOS."""
    PILE_OF_LITTLE_ARMS = "pile-of-little-arms"
    """A save that would stagger does not."""


class CardFigures(Struct, frozen=True):
    """What the cards add, as printed."""

    kill_not_capture: int = 3
    hasty_ambush: int = 1
    break_contact: int = 1
    immediate_action: int = -3


def figures_of(edition: Edition) -> CardFigures:
    """The same from the entries of the edition that is played."""

    def amount(key: str) -> int:
        figure: int = getattr(edition.entries[key].rule.data, "amount")  # noqa: B009
        return figure

    return CardFigures(
        amount("intervention.kill-not-capture"),
        amount("intervention.hasty-ambush"),
        amount("intervention.break-contact"),
        -amount("immediate-action"),
    )


class Attack(Struct, frozen=True):
    """What an attacker rolls: modifiers added to 2D10, how many rolls, the cards it may play."""

    bonus: int = 0
    rolls: int = 1
    cards: frozenset[Card] = frozenset()
    immediate: bool = False
    """Whether it is an Immediate Action; its modifier is in the bonus."""


class Target(Struct, frozen=True):
    """A unit that may take hits: what must be reached to hit it, its save (None: no save roll)."""

    needs: int
    save: int | None = None
    bonus: int = 0
    """What is added to its saves."""
    staggered: bool = False
    obstructed: bool = False
    worth: int = 1
    cards: frozenset[Card] = frozenset()


class Fate(Struct, frozen=True):
    """What becomes of one unit."""

    unharmed: Fraction
    staggered: Fraction
    killed: Fraction
    loss: Fraction
    """Its worth times the chance of being killed."""


class Outcome(Struct, frozen=True):
    """What becomes of each target, and of how many are killed."""

    fates: tuple[Fate, ...]
    kills: tuple[Fraction, ...]


Units = tuple[Standing, ...]
Chances = dict[Units, Fraction]
ALIVE = (Standing.UNHARMED, Standing.STAGGERED)


@cache
def totals() -> Mapping[int, Fraction]:
    """The chance of each total of a roll, before modifiers. Rules: bpre.dice.1-2."""
    found: dict[int, Fraction] = {}
    for faces in product(*(range(1, sides + 1) for sides in DICE)):
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + Fraction(1, SIDES ** len(DICE))
    return found


def attack(how: Attack, targets: tuple[Target, ...], figures: CardFigures | None = None) -> Outcome:
    """What all rolls of an attack do, each hit on the target that it serves best."""
    return _told(targets, _Fight(how, targets, figures or CardFigures()).chances())


def blast(targets: tuple[Target, ...], figures: CardFigures | None = None) -> Outcome:
    """An explosion: every unit that it reaches saves or is killed. Rules: bpre.save.5."""
    fight = _Fight(Attack(rolls=0), targets, figures or CardFigures())
    whole: Chances = {fight.start: Fraction(1)}
    for place in range(len(targets)):
        found: Chances = {}
        for units, chance in whole.items():
            held = (frozenset[Card](), tuple(target.cards for target in targets))
            for after, p in fight.struck(place, units, held, rolls=0).items():
                found[after] = found.get(after, Fraction(0)) + chance * p
        whole = found
    return _told(targets, whole)


def _told(targets: tuple[Target, ...], whole: Chances) -> Outcome:
    fates = []
    for place, target in enumerate(targets):
        by = {s: sum((p for u, p in whole.items() if u[place] is s), Fraction(0)) for s in Standing}
        killed = by[Standing.KILLED]
        fates.append(Fate(by[Standing.UNHARMED], by[Standing.STAGGERED], killed, killed * target.worth))
    kills = [Fraction(0)] * (len(targets) + 1)
    for units, chance in whole.items():
        kills[units.count(Standing.KILLED)] += chance
    return Outcome(tuple(fates), tuple(kills))


Held = tuple[frozenset[Card], tuple[frozenset[Card], ...]]
"""The cards left to the attacker, and to each target's player for it."""


class _Fight:
    """All that may happen from a standing on, remembered."""

    def __init__(self, how: Attack, targets: tuple[Target, ...], figures: CardFigures) -> None:
        self.how = how
        self.targets = targets
        self.figures = figures
        self.start: Units = tuple(
            Standing.STAGGERED if target.staggered else Standing.UNHARMED for target in targets
        )
        self.known: dict[tuple[Units, int, Held], Chances] = {}
        self.saves: dict[tuple[int, Units, Held, int], Chances] = {}

    def chances(self) -> Chances:
        held = (self.how.cards, tuple(target.cards for target in self.targets))
        return self.from_here(self.start, self.how.rolls, held)

    def from_here(self, units: Units, rolls: int, held: Held) -> Chances:
        """What can still come, with so many rolls left."""
        if not rolls or not any(each in ALIVE for each in units):
            return {units: Fraction(1)}
        key = (units, rolls, held)
        if key not in self.known:
            self.known[key] = self.best(self.declared(units, rolls, held))
        return self.known[key]

    def declared(self, units: Units, rolls: int, held: Held) -> Iterator[Chances]:
        """One attack roll, with each card that may be played before it, or none."""
        mine, theirs = held
        yield self.rolled(units, rolls, held, self.how.bonus)
        if Card.KILL_NOT_CAPTURE in mine:
            left = (mine - {Card.KILL_NOT_CAPTURE}, theirs)
            yield self.rolled(units, rolls, left, self.how.bonus + self.figures.kill_not_capture)

    def rolled(self, units: Units, rolls: int, held: Held, bonus: int) -> Chances:
        """All totals of one roll, those that mean the same together, and what comes of each."""
        alike: dict[tuple[Shot, ...], tuple[int, Fraction]] = {}
        more = (0, self.figures.hasty_ambush)
        for dice, chance in totals().items():
            total = dice + bonus
            means = tuple(shot(total + plus, target.needs) for target in self.targets for plus in more)
            alike[means] = (total, alike.get(means, (0, Fraction(0)))[1] + chance)
        found: Chances = {}
        for total, chance in alike.values():
            for after, p in self.best(self.after_roll(units, rolls, held, total)).items():
                found[after] = found.get(after, Fraction(0)) + chance * p
        return found

    def after_roll(self, units: Units, rolls: int, held: Held, total: int) -> Iterator[Chances]:
        """The roll as it is, or with a card that is played on it; a hit on whichever unit it serves best."""
        mine, theirs = held
        yield self.read(units, rolls, held, total)
        if Card.HASTY_AMBUSH in mine:
            left = (mine - {Card.HASTY_AMBUSH}, theirs)
            yield self.read(units, rolls, left, total + self.figures.hasty_ambush)

    def read(self, units: Units, rolls: int, held: Held, total: int) -> Chances:
        """A total that stands: a miss, or a hit or headshot on one of those that it reaches."""
        hits = [
            place for place, unit in enumerate(units)
            if unit in ALIVE and shot(total, self.targets[place].needs) is not Shot.MISS
        ]  # fmt: skip
        if not hits:
            return self.best(self.missed(units, rolls, held))
        return self.best(self.hit(place, units, rolls, held, total) for place in hits)

    def missed(self, units: Units, rolls: int, held: Held) -> Iterator[Chances]:
        """On with the next roll, or once more by a card."""
        mine, theirs = held
        yield self.ended(units, rolls, held)
        if Card.FULL_SEND in mine:
            left = (mine - {Card.FULL_SEND}, theirs)
            yield self.rolled(units, rolls, left, self.how.bonus)
        if Card.KILLING_IS_MY_BUSINESS in mine and self.how.immediate:
            left = (mine - {Card.KILLING_IS_MY_BUSINESS}, theirs)
            yield self.rolled(units, rolls, left, self.how.bonus - self.figures.immediate_action)

    def hit(self, place: int, units: Units, rolls: int, held: Held, total: int) -> Chances:
        """A hit on one unit. Rules: bpre.headshot.2, bpre.attack.3-4."""
        if shot(total, self.targets[place].needs) is Shot.HEADSHOT:
            return self.ended(_with(units, place, Standing.KILLED), rolls, held)
        return self.struck(place, units, held, rolls)

    def struck(self, place: int, units: Units, held: Held, rolls: int) -> Chances:
        """A unit saves or is killed. Rules: bpre.attack.3, bpre.save.1-4, bpre.stagger.2."""
        target = self.targets[place]
        killed = _with(units, place, Standing.KILLED)
        if target.save is None or units[place] is Standing.STAGGERED:
            return self.ended(killed, rolls, held)
        key = (place, units, held, rolls)
        if key in self.saves:
            return self.saves[key]
        alike: dict[tuple[Saved, Saved], tuple[int, Fraction]] = {}
        for dice, chance in totals().items():
            total = dice + target.bonus
            means = saved(total, target.save), saved(total + self.figures.break_contact, target.save)
            alike[means] = (total, alike.get(means, (0, Fraction(0)))[1] + chance)
        found: Chances = {}
        for total, chance in alike.values():
            options = self.after_save(place, units, held, rolls, total)
            for after, p in self.best(options, most=False).items():
                found[after] = found.get(after, Fraction(0)) + chance * p
        self.saves[key] = found
        return found

    def after_save(self, place: int, units: Units, held: Held, rolls: int, total: int) -> Iterator[Chances]:
        """A save as it is, or with a card that its player plays on it."""
        target = self.targets[place]
        assert target.save is not None
        result = saved(total, target.save)
        yield self.ended(_with(units, place, STANDING[result]), rolls, held)
        if result is Saved.KILLED and target.obstructed and Card.BREAK_CONTACT in held[1][place]:
            better = saved(total + self.figures.break_contact, target.save)
            left = _without(held, place, Card.BREAK_CONTACT)
            yield self.ended(_with(units, place, STANDING[better]), rolls, left)
        if result is Saved.STAGGERED and Card.PILE_OF_LITTLE_ARMS in held[1][place]:
            left = _without(held, place, Card.PILE_OF_LITTLE_ARMS)
            yield self.ended(units, rolls, left)

    def ended(self, units: Units, rolls: int, held: Held) -> Chances:
        """One attack is over: the next roll, or one more by a card if the last left its target alive."""
        if rolls > 1:
            return self.from_here(units, rolls - 1, held)
        mine, theirs = held
        options = [{units: Fraction(1)}]
        if rolls == 1 and Card.REACT_TO_CONTACT in mine and any(each in ALIVE for each in units):
            options.append(self.from_here(units, 1, (mine - {Card.REACT_TO_CONTACT}, theirs)))
        return self.best(options)

    def best(self, options: Iterator[Chances] | list[Chances], most: bool = True) -> Chances:
        """What serves the attacker best, or least where the defender chooses."""
        listed = list(options)
        if len(listed) == 1:
            return listed[0]
        return max(listed, key=self.worth) if most else min(listed, key=self.worth)

    def worth(self, chances: Chances) -> tuple[Fraction, Fraction]:
        """The worth that is killed on average, then the worth that is staggered."""
        killed = staggered = Fraction(0)
        for units, chance in chances.items():
            for unit, target in zip(units, self.targets, strict=True):
                killed += chance * target.worth * (unit is Standing.KILLED)
                staggered += chance * target.worth * (unit is Standing.STAGGERED)
        return killed, staggered


STANDING = {
    Saved.KILLED: Standing.KILLED,
    Saved.STAGGERED: Standing.STAGGERED,
    Saved.UNAFFECTED: Standing.UNHARMED,
}


def _with(units: Units, place: int, standing: Standing) -> Units:
    return (*units[:place], standing, *units[place + 1 :])


def _without(held: Held, place: int, card: Card) -> Held:
    mine, theirs = held
    return mine, (*theirs[:place], theirs[place] - {card}, *theirs[place + 1 :])
