"""How a fight of Red Earth can go: from one roll or choice of a card to the next, whatever the dice show.

What a roll means, who takes a hit, which save follows, what a card changes and when it can be played is the
engine's (`bpre.attacking`, `bpre.situation`, `bpre.cards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from firelane.bpre import attacking
from firelane.bpre.attacking import Due
from firelane.bpre.cards import (
    AFTER_ATTACK,
    AFTER_ATTACK_ROLL,
    AFTER_SAVE,
    LAST_BULLET,
    Card,
    fits,
)
from firelane.bpre.dice import DICE, SIDES, Saved, Shot, saved
from firelane.bpre.frames import AttackRoll, Explosion, Firing, Subject
from firelane.bpre.situation import CardUse, Saving, Shooting, attack_numbers, save_numbers
from firelane.bpre.world import KILLED, TABLE, RedEarthWorld, Unit
from firelane.core.rules import Edition
from firelane.odds.redearth_scene import Scene, Table


class Harmed(Struct, frozen=True):
    """A unit that was hit, and what goes on when it has saved or was killed."""

    unit: str
    cause: str
    by: str = ""
    obstructed: bool = False
    headshot: bool = False
    attack: AttackRoll | None = None
    friend: bool = False


class Now(Struct, frozen=True):
    """How things stand: who is gone or down, which cards are held, and what waits below."""

    gone: frozenset[str]
    down: frozenset[str]
    held: frozenset[tuple[str, str]]
    below: tuple[Firing | Explosion | Harmed, ...] = ()


class AttackDice(Struct, frozen=True):
    """An attack roll is due."""

    now: Now
    attack: AttackRoll
    targets: tuple[str, ...]
    cards: tuple[str, ...]
    friend: bool


class SaveDice(Struct, frozen=True):
    """A save roll is due."""

    now: Now
    harmed: Harmed


class Choice(Struct, frozen=True):
    """A player may play one of these cards, or none (the empty name, first)."""

    seat: str
    moment: str
    options: tuple[tuple[str, Node], ...]


class Hit(Struct, frozen=True):
    """The attacker has hit an opponent, and what follows."""

    headshot: bool
    then: Node


class End(Struct, frozen=True):
    """It is over."""

    now: Now


Node = AttackDice | SaveDice | Choice | Hit | End


@cache
def totals() -> Mapping[int, Fraction]:
    """The chance of each total of a roll, before modifiers. Rules: bpre.dice.1-2."""
    found: dict[int, Fraction] = {}
    for faces in product(*(range(1, sides + 1) for sides in DICE)):
        found[sum(faces)] = found.get(sum(faces), Fraction(0)) + Fraction(1, SIDES ** len(DICE))
    return found


class Course:
    """One attack, several by one unit, or an explosion, in a world as it stands.

    `held` are cards that can be played in it, by seat; those named with an attack are in its frame.
    """

    def __init__(
        self,
        edition: Edition,
        world: RedEarthWorld,
        begun: AttackRoll | Firing | Explosion,
        held: Mapping[str, Iterable[str]] | None = None,
        scene: Scene | None = None,
    ) -> None:
        self.edition = edition
        self.world = world
        self.scene = scene or Table(edition)
        self.seat = world.units[_first(begun)].seat if not isinstance(begun, Explosion) else ""
        cards = frozenset((seat, card) for seat, pile in (held or {}).items() for card in pile)
        down = frozenset(unit.id for unit in world.units.values() if unit.staggered)
        self.now = Now(frozenset(), down, cards)
        self._worlds: dict[tuple[frozenset[str], frozenset[str]], RedEarthWorld] = {}
        self._aims: dict[tuple[object, ...], tuple[int, int, str]] = {}
        self._leads: dict[Node, dict[Node, Fraction]] = {}
        self._fits: dict[tuple[str, str, str, Subject], bool] = {}
        if isinstance(begun, AttackRoll):
            self.start = self._open(begun, self.now)
        else:
            self.start = self._on(replace(self.now, below=(begun,)))

    # The attack

    def _open(self, attack: AttackRoll, now: Now) -> Node:
        world = self._standing(now)
        attack = attacking.opened(attack, self.scene.rolls(world, attack))
        return self._next(replace(attack, friends=self.scene.friends(world, attack)), now)

    def _next(self, attack: AttackRoll, now: Now) -> Node:
        """The next roll, if there is one."""
        world = self._standing(now)
        if not attacking.may_roll(world, attack):
            return self._over(attack, now)
        if attack.friends:
            return AttackDice(now, attack, attack.friends[:1], (), friend=True)
        targets = attacking.in_order(attack, self.scene.reachable(world, attack))
        return AttackDice(now, attack, targets, attack.cards, False) if targets else self._over(attack, now)

    def _judged(self, node: AttackDice, dice: int) -> Node:
        """The dice of an attack have fallen, and its player may play a card on them."""
        now, attack = node.now, node.attack
        target, line, needs, bonus, result = self._struck(node, dice)
        stands = self._strike(node, dice)
        subject = Subject(unit=target, by=attack.attacker, total=dice + bonus, needs=needs, result=result,
                          obstructed=line == "obstructed", occasion=attack.occasion)  # fmt: skip
        options = [("", stands)]
        seat = self.world.units[attack.attacker].seat
        for card, left in self._cards(now, seat, AFTER_ATTACK_ROLL, subject):
            changed = replace(node, now=left, cards=(*node.cards, card))
            again = self.edition.data(card, Card).rerolls
            options.append((card, changed if again else self._strike(changed, dice)))
        return _choice(seat, AFTER_ATTACK_ROLL, options)

    def _strike(self, node: AttackDice, dice: int) -> Node:
        """What the roll means."""
        now, attack = node.now, node.attack
        target, line, _, _, result = self._struck(node, dice)
        if result is Shot.MISS:
            return self._after(attack, now, False, node.friend)
        headshot = result is Shot.HEADSHOT
        obstructed = line == "obstructed"
        harmed = Harmed(target, "attack", attack.attacker, obstructed, headshot, attack, node.friend)
        hurt = self._hurt(harmed, now)
        counts = not node.friend and self.world.units[attack.attacker].seat == self.seat
        return Hit(headshot, hurt) if counts else hurt

    def _struck(self, node: AttackDice, dice: int) -> tuple[str, str, int, int, Shot]:
        """At whom a roll counts, over which line, what it must reach, what is added, and what it means."""
        aims = [self._aim(node, target) for target in node.targets]
        place, result = attacking.struck(dice, [(needs, bonus) for needs, bonus, _ in aims])
        needs, bonus, line = aims[place]
        return node.targets[place], line, needs, bonus, result

    def _aim(self, node: AttackDice, target: str) -> tuple[int, int, str]:
        attack = node.attack
        key = (attack.attacker, target, attack.occasion, node.cards, node.now.gone)
        found = self._aims.get(key)
        if found is None:
            world = self._standing(node.now)
            units = self.world.units
            line = self.scene.line(world, attack.attacker, target)
            context = Shooting(world, units[attack.attacker], units[target], attack.occasion, line)
            needs, bonus = attack_numbers(self.edition, context, node.cards)
            more, _ = self.scene.by_hand(attack.attacker)
            found = self._aims[key] = needs.total, bonus.total + more, line
        return found

    def _after(self, attack: AttackRoll, now: Now, hit: bool, friend: bool) -> Node:
        """One roll is over, and what came of it."""
        if friend:
            return self._next(attacking.after_friend(attack, hit), now)
        attack = attacking.after_roll(self.edition, attack, hit)
        attack = replace(attack, hits=min(attack.hits, max(1, len(attack.spread))))  # more make no difference
        friends = self.scene.friends(self._standing(now), attack) if attack.rolls else ()
        return self._next(replace(attack, friends=friends), now)

    def _over(self, attack: AttackRoll, now: Now) -> Node:
        """An attack is over, and may be made again."""
        if not attacking.left_alive(self._standing(now), attack):
            return self._on(now)
        sent = attacking.sent_again(attack)
        if sent is not None:
            return self._open(sent, now)
        subject = Subject(unit=attack.target, by=attack.attacker, occasion=attack.occasion)
        seat = self.world.units[attack.attacker].seat
        options = [("", self._on(now))]
        for card, left in self._cards(now, seat, AFTER_ATTACK, subject):
            options.append((card, self._open(attacking.repeated(attack), left)))
        return _choice(seat, AFTER_ATTACK, options)

    # Saves

    def _hurt(self, harmed: Harmed, now: Now) -> Node:
        """A unit was hit."""
        unit = self._standing(now).units[harmed.unit]
        due = attacking.save_due(self.world, unit, harmed.headshot)
        return SaveDice(now, harmed) if due is Due.ROLL else self._saved(harmed, now, 0, ())

    def _saved(self, harmed: Harmed, now: Now, dice: int, cards: tuple[str, ...]) -> Node:
        """A save is rolled (or failed without dice), and its player may play a card on it."""
        unit = self._standing(now).units[harmed.unit]
        needs, total, result = 0, 0, Saved.KILLED
        if dice:
            needs, total = self._save(harmed, unit, dice, cards)
            result = saved(total, needs)
        killed = bool(harmed.by) and result is Saved.KILLED
        back = killed and self.scene.sees(self._standing(now), unit.id, harmed.by)
        subject = Subject(unit=unit.id, by=harmed.by, total=total, needs=needs, result=result,
                          obstructed=harmed.obstructed, occasion=harmed.cause, sees_killer=back)  # fmt: skip
        options = [("", self._settled(harmed, now, result, cards))]
        for card, left in self._cards(now, unit.seat, AFTER_SAVE, subject):
            played = (*cards, card)
            if card == LAST_BULLET:
                bullet = AttackRoll(attacker=unit.id, target=harmed.by, occasion=LAST_BULLET, line="")
                options.append((card, self._open(bullet, replace(left, below=(*left.below, harmed)))))
            elif attacking.came_of(result, played) is not result:
                options.append((card, self._settled(harmed, left, result, played)))
            else:
                options.append((card, self._saved(harmed, left, dice, played)))
        return _choice(unit.seat, AFTER_SAVE, options)

    def _save(self, harmed: Harmed, unit: Unit, dice: int, cards: tuple[str, ...]) -> tuple[int, int]:
        """What a save must reach, and what it comes to."""
        key = ("save", unit.id, harmed.cause, harmed.obstructed, cards)
        found = self._aims.get(key)
        if found is None:
            context = Saving(self.world, unit, harmed.cause, harmed.obstructed)
            needs, bonus = save_numbers(self.edition, context, cards)
            _, more = self.scene.by_hand(unit.id)
            found = self._aims[key] = needs.total, bonus.total + more, ""
        return found[0], dice + found[1]

    def _settled(self, harmed: Harmed, now: Now, result: Saved, cards: tuple[str, ...]) -> Node:
        """Killed, staggered or unaffected, and on."""
        match attacking.came_of(result, cards):
            case Saved.KILLED:
                now = replace(now, gone=now.gone | {harmed.unit}, down=now.down - {harmed.unit})
            case Saved.STAGGERED:
                now = replace(now, down=now.down | {harmed.unit})
            case Saved.UNAFFECTED:
                pass
        return (
            self._on(now) if harmed.attack is None else self._after(harmed.attack, now, True, harmed.friend)
        )

    # What waits below

    def _on(self, now: Now) -> Node:
        """On with whatever an attack or a save has interrupted."""
        if not now.below:
            return End(now)
        under, above = now.below[:-1], now.below[-1]
        below = replace(now, below=under)
        match above:
            case Harmed():
                return self._settled(above, below, Saved.KILLED, ())
            case Explosion(left=()):
                return self._on(below)
            case Explosion():
                (name, obstructed), *others = above.left
                rest = replace(above, left=tuple(others))
                harmed = Harmed(name, above.cause, obstructed=obstructed)
                return self._hurt(harmed, replace(now, below=(*under, rest)))
            case Firing():
                return self._fire(above, below)

    def _fire(self, firing: Firing, now: Now) -> Node:
        """The next of several attacks. Rules: bpre.intervention.fire-for-effect.1."""
        world = self._standing(now)
        unit = world.units[firing.unit]
        if not firing.targets or unit.place != TABLE or unit.staggered:
            return self._on(now)
        target, *others = firing.targets
        left = replace(now, below=(*now.below, replace(firing, targets=tuple(others), cards=())))
        if target in now.gone:
            return self._on(left)
        attack = AttackRoll(attacker=unit.id, target=target, occasion=world.phase, line="",
                            cards=firing.cards, at=firing.at, spread=firing.spread)  # fmt: skip
        return self._open(attack, left)

    def _standing(self, now: Now) -> RedEarthWorld:
        """The world with those gone and down who are."""
        key = now.gone, now.down
        found = self._worlds.get(key)
        if found is None:
            units = {
                name: replace(
                    unit,
                    place=KILLED if name in now.gone else unit.place,
                    staggered=name in now.down,
                )
                for name, unit in self.world.units.items()
            }
            found = self._worlds[key] = replace(self.world, units=units)
        return found

    def _cards(self, now: Now, seat: str, moment: str, subject: Subject) -> list[tuple[str, Now]]:
        """The cards that a player holds and can play at a moment, each with what is left when he has."""
        if not now.held:
            return []
        return [
            (card, replace(now, held=now.held - {(seat, card)}))
            for owner, card in sorted(now.held)
            if owner == seat and moment in self.edition.data(card, Card).moments
            and self._fitting(card, seat, moment, subject)
        ]  # fmt: skip

    def _fitting(self, card: str, seat: str, moment: str, subject: Subject) -> bool:
        key = card, seat, moment, subject
        found = self._fits.get(key)
        if found is None:
            context = CardUse(self.world, seat, moment, subject)
            found = self._fits[key] = fits(self.edition, card, context)
        return found

    # All dice of a roll

    def after(self, node: AttackDice | SaveDice, dice: int) -> Node:
        """Where a total of a roll leads."""
        if isinstance(node, AttackDice):
            return self._judged(node, dice)
        return self._saved(node.harmed, node.now, dice, ())

    def leads(self, node: AttackDice | SaveDice) -> Mapping[Node, Fraction]:
        """Where a roll leads, with the chance of each."""
        found = self._leads.get(node)
        if found is None:
            found = {}
            for dice, chance in totals().items():
                after = self.after(node, dice)
                found[after] = found.get(after, Fraction(0)) + chance
            self._leads[node] = found
        return found


def _first(begun: AttackRoll | Firing) -> str:
    return begun.attacker if isinstance(begun, AttackRoll) else begun.unit


def _choice(seat: str, moment: str, options: list[tuple[str, Node]]) -> Node:
    return options[0][1] if len(options) == 1 else Choice(seat, moment, tuple(options))
