"""How a fight of Red Earth can go: from one roll or choice of a card to the next, whatever the dice show.

What a roll means, who takes a hit, which save follows, what a card changes and when it can be played is the
engine's (`bpre.attacking`, `bpre.situation`, `bpre.cards`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from firelane.bpre import attacking
from firelane.bpre.attacking import Due
from firelane.bpre.cards import (
    AFTER_ATTACK,
    AFTER_ATTACK_ROLL,
    AFTER_SAVE,
    BEFORE_SAVE,
    FRONT_TOWARDS_ENEMY,
    LAST_BULLET,
    VEST_DECLARED,
    Card,
    fits,
)
from firelane.bpre.dice import Saved, Shot, saved
from firelane.bpre.exploding import still_there, vest_blast
from firelane.bpre.frames import AttackRoll, Explosion, Firing, Subject
from firelane.bpre.names import other
from firelane.bpre.situation import CardUse, Saving, Shooting, attack_numbers, save_numbers
from firelane.bpre.world import KILLED, TABLE, RedEarthWorld, Unit
from firelane.core.rules import Edition
from firelane.odds.redearth_nodes import (
    AttackDice,
    Blown,
    Choice,
    Dice,
    End,
    Harmed,
    Hit,
    JamDice,
    Node,
    Now,
    SaveDice,
    jammed,
    totals,
)
from firelane.odds.redearth_scene import Scene, Table
from firelane.table.things import Door


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
        self._worlds: dict[tuple[frozenset[str], ...], RedEarthWorld] = {}
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
        key = (attack.attacker, target, attack.occasion, node.cards, node.now.gone, node.now.doors)
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
        """A unit was hit, and if there is a save its player may play a card before it."""
        unit = self._standing(now).units[harmed.unit]
        due = attacking.save_due(self.world, unit, harmed.headshot)
        if due is Due.KILLED:
            return self._saved(harmed, now, 0)
        subject = Subject(unit=unit.id, by=harmed.by, obstructed=harmed.obstructed, occasion=harmed.cause)
        options = [("", self._save_due(due, harmed, now))]
        for card, left in self._cards(now, unit.seat, BEFORE_SAVE, subject):
            options.append((card, self._save_due(due, replace(harmed, cards=(card,)), left)))
        return _choice(unit.seat, BEFORE_SAVE, options)

    def _save_due(self, due: Due, harmed: Harmed, now: Now) -> Node:
        return SaveDice(now, harmed) if due is Due.ROLL else self._saved(harmed, now, 0)

    def _saved(self, harmed: Harmed, now: Now, dice: int) -> Node:
        """A save is rolled (or failed without dice), and its player may play a card on it."""
        unit = self._standing(now).units[harmed.unit]
        needs, total, result = 0, 0, Saved.KILLED
        if dice:
            needs, total = self._save(harmed, unit, dice)
            result = saved(total, needs)
        killed = bool(harmed.by) and result is Saved.KILLED
        back = killed and self.scene.sees(self._standing(now), unit.id, harmed.by)
        subject = Subject(unit=unit.id, by=harmed.by, total=total, needs=needs, result=result,
                          obstructed=harmed.obstructed, occasion=harmed.cause, sees_killer=back)  # fmt: skip
        options = [("", self._settled(harmed, now, result))]
        for card, left in self._cards(now, unit.seat, AFTER_SAVE, subject):
            played = replace(harmed, cards=(*harmed.cards, card))
            if card == LAST_BULLET:
                bullet = AttackRoll(attacker=unit.id, target=harmed.by, occasion=LAST_BULLET, line="")
                options.append((card, self._open(bullet, replace(left, below=(*left.below, harmed)))))
            elif attacking.came_of(result, played.cards) is not result:
                options.append((card, self._settled(played, left, result)))
            else:
                options.append((card, self._saved(played, left, dice)))
        return _choice(unit.seat, AFTER_SAVE, options)

    def _save(self, harmed: Harmed, unit: Unit, dice: int) -> tuple[int, int]:
        """What a save must reach, and what it comes to."""
        key = ("save", unit.id, harmed.cause, harmed.obstructed, harmed.cards)
        found = self._aims.get(key)
        if found is None:
            context = Saving(self.world, unit, harmed.cause, harmed.obstructed)
            needs, bonus = save_numbers(self.edition, context, harmed.cards)
            _, more = self.scene.by_hand(unit.id)
            found = self._aims[key] = needs.total, bonus.total + more, ""
        return found[0], dice + found[1]

    def _settled(self, harmed: Harmed, now: Now, result: Saved) -> Node:
        """Killed, staggered or unaffected, and on."""
        match attacking.came_of(result, harmed.cards):
            case Saved.KILLED if FRONT_TOWARDS_ENEMY in harmed.cards and harmed.unit not in now.gone:
                return self._vest(harmed, now)
            case Saved.KILLED:
                now = _killed(now, harmed.unit)
            case Saved.STAGGERED:
                now = replace(now, down=now.down | {harmed.unit})
            case Saved.UNAFFECTED:
                pass
        return self._harmed(harmed, now)

    def _harmed(self, harmed: Harmed, now: Now) -> Node:
        """On with what has hurt a unit."""
        if harmed.attack is None:
            return self._on(now)
        return self._after(harmed.attack, now, True, harmed.friend)

    # Vests

    def _vest(self, harmed: Harmed, now: Now) -> Node:
        """A failed save sets a vest off, unless it is jammed. Rules:
        bpre.intervention.front-towards-enemy.1."""
        seat = self.world.units[harmed.unit].seat
        subject = Subject(unit=harmed.unit, by=seat)
        options: list[tuple[str, Node]] = [("", self._blast(harmed, now))]
        for card, left in self._cards(now, other(seat), VEST_DECLARED, subject):
            options.append((card, JamDice(left, harmed)))
        return _choice(other(seat), VEST_DECLARED, options)

    def jam(self, node: JamDice, holds: bool) -> Node:
        """Both have rolled over a vest: it goes off, or only its wearer dies."""
        if holds:
            return self._blast(node.harmed, node.now)
        return self._harmed(node.harmed, _killed(node.now, node.harmed.unit))

    def _blast(self, harmed: Harmed, now: Now) -> Node:
        """A vest kills its wearer and hurts everybody near. Rules: bpre.skill.s-vest.2-3."""
        now = _killed(now, harmed.unit)
        blast = vest_blast(self.edition, self.world.units[harmed.unit])
        now = replace(now, doors=now.doors.union(self.scene.blown(self._standing(now), blast)))
        blast = replace(blast, left=self.scene.reached(self._standing(now), blast))
        return self._on(replace(now, below=(*now.below, Blown(harmed), blast)))

    # What waits below

    def _on(self, now: Now) -> Node:
        """On with whatever an attack or a save has interrupted."""
        if not now.below:
            return End(now)
        under, above = now.below[:-1], now.below[-1]
        below = replace(now, below=under)
        match above:
            case Harmed():
                return self._settled(above, below, Saved.KILLED)
            case Blown():
                return self._harmed(above.harmed, below)
            case Explosion():
                left = still_there(self._standing(now), above)
                if not left:
                    return self._on(below)
                (name, obstructed), rest = left[0], replace(above, left=left[1:])
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
        """The world with those gone and down who are, and without the doors that were blown."""
        key = now.gone, now.down, now.doors
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
            blown = dict.fromkeys(sorted(now.doors), str(Door.DESTROYED))
            doors = {**self.world.doors, **blown} if blown else self.world.doors
            found = self._worlds[key] = replace(self.world, units=units, doors=doors)
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
        return self._saved(node.harmed, node.now, dice)

    def leads(self, node: Dice) -> Mapping[Node, Fraction]:
        """Where a roll leads, with the chance of each."""
        found = self._leads.get(node)
        if found is None:
            falls: list[tuple[Node, Fraction]]
            if isinstance(node, JamDice):
                falls = [(self.jam(node, True), 1 - jammed()), (self.jam(node, False), jammed())]
            else:
                falls = [(self.after(node, dice), chance) for dice, chance in totals().items()]
            found = self._leads[node] = {}
            for after, chance in falls:
                found[after] = found.get(after, Fraction(0)) + chance
        return found


def _killed(now: Now, unit: str) -> Now:
    return replace(now, gone=now.gone | {unit}, down=now.down - {unit})


def _first(begun: AttackRoll | Firing) -> str:
    return begun.attacker if isinstance(begun, AttackRoll) else begun.unit


def _choice(seat: str, moment: str, options: list[tuple[str, Node]]) -> Node:
    return options[0][1] if len(options) == 1 else Choice(seat, moment, tuple(options))
