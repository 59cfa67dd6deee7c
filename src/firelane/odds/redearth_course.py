"""How a fight of Red Earth can go: from one roll or choice of a card to the next, whatever the dice show.

What becomes of who is hit is `redearth_harm`; what a roll means and who takes a hit is the engine's
(`bpre.attacking`, `bpre.situation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from firelane.bpre import attacking
from firelane.bpre.cards import AFTER_ATTACK, AFTER_ATTACK_ROLL, Card
from firelane.bpre.dice import Saved, Shot
from firelane.bpre.exploding import still_there
from firelane.bpre.frames import AttackRoll, Explosion, Firing, Strike, Subject
from firelane.bpre.situation import Shooting, attack_numbers
from firelane.bpre.world import TABLE, RedEarthWorld
from firelane.core.rules import Edition
from firelane.odds.redearth_harm import Harming, choice
from firelane.odds.redearth_nodes import (
    AttackDice,
    Blown,
    Dice,
    End,
    Harmed,
    Hit,
    JamDice,
    Node,
    Now,
    SaveDice,
    StrikeDice,
    jammed,
    totals,
)
from firelane.odds.redearth_scene import Scene, Table

Begun = AttackRoll | Firing | Explosion | Strike


class Course(Harming):
    """One attack, several by one unit, or an explosion, in a world as it stands.

    `held` are cards that can be played in it, by seat; those named with an attack are in its frame.
    """

    def __init__(
        self,
        edition: Edition,
        world: RedEarthWorld,
        begun: Begun,
        held: Mapping[str, Iterable[str]] | None = None,
        scene: Scene | None = None,
    ) -> None:
        super().__init__(edition, world, held or {}, scene or Table(edition))
        self.seat = _side(world, begun)
        self._leads: dict[Node, dict[Node, Fraction]] = {}
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
        return choice(seat, AFTER_ATTACK_ROLL, options)

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
        return choice(seat, AFTER_ATTACK, options)

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
            case Strike():
                return self._called(above, below)
            case Explosion():
                left = still_there(self._standing(now), above)
                if not left:
                    return self._on(below)
                (name, obstructed), rest = left[0], replace(above, left=left[1:])
                sure = name in above.sure
                harmed = Harmed(name, above.cause, obstructed=obstructed, sure=sure)
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

    # All dice of a roll

    def after(self, node: AttackDice | SaveDice | StrikeDice, dice: int) -> Node:
        """Where a total of a roll leads."""
        match node:
            case AttackDice():
                return self._judged(node, dice)
            case SaveDice():
                return self._saved(node.harmed, node.now, dice)
            case StrikeDice():
                return self.strikes(node, dice)

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


def _side(world: RedEarthWorld, begun: Begun) -> str:
    """Who attacks: nobody where something just explodes."""
    match begun:
        case AttackRoll():
            return world.units[begun.attacker].seat
        case Firing():
            return world.units[begun.unit].seat
        case Strike():
            return begun.seat
        case Explosion():
            return ""
