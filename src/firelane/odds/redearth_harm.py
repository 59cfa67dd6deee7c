"""What becomes of units of Red Earth that are hit: their saves, the cards played on them, vests, Fires Cards.

What a save means, what a card changes and when it can be played is the engine's (`bpre.attacking`,
`bpre.exploding`, `bpre.situation`, `bpre.cards`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from firelane.bpre import attacking, exploding
from firelane.bpre.attacking import Due
from firelane.bpre.cards import (
    AFTER_SAVE,
    BEFORE_SAVE,
    FIRES_CALLED,
    FRONT_TOWARDS_ENEMY,
    LAST_BULLET,
    VEST_DECLARED,
    Card,
    fits,
)
from firelane.bpre.dice import Saved, saved
from firelane.bpre.exploding import Struck
from firelane.bpre.frames import AttackRoll, Explosion, Strike, Subject
from firelane.bpre.names import other
from firelane.bpre.situation import CardUse, Saving, save_numbers
from firelane.bpre.world import KILLED, RedEarthWorld, Unit
from firelane.core.rules import Edition
from firelane.odds.redearth_nodes import (
    OWN,
    Blown,
    Choice,
    Harmed,
    JamDice,
    Node,
    Now,
    SaveDice,
    StrikeDice,
)
from firelane.odds.redearth_scene import Scene
from firelane.table.things import Door


class Harming(ABC):
    """Units that are hit in a world as it stands. What else goes on is told by `Course`."""

    def __init__(
        self, edition: Edition, world: RedEarthWorld, held: Mapping[str, Iterable[str]], scene: Scene
    ) -> None:
        self.edition = edition
        self.world = world
        self.scene = scene
        cards = frozenset((seat, card) for seat, pile in held.items() for card in pile)
        down = frozenset(unit.id for unit in world.units.values() if unit.staggered)
        self.now = Now(frozenset(), down, cards)
        self._worlds: dict[tuple[frozenset[str], ...], RedEarthWorld] = {}
        self._aims: dict[tuple[object, ...], tuple[int, int, str]] = {}
        self._fits: dict[tuple[str, str, str, Subject], bool] = {}

    @abstractmethod
    def _open(self, attack: AttackRoll, now: Now) -> Node:
        """An attack begins."""

    @abstractmethod
    def _after(self, attack: AttackRoll, now: Now, hit: bool, friend: bool) -> Node:
        """One roll of an attack is over."""

    @abstractmethod
    def _on(self, now: Now) -> Node:
        """On with what waits below."""

    # Saves

    def _hurt(self, harmed: Harmed, now: Now) -> Node:
        """A unit was hit, and if there is a save its player may play a card before it."""
        unit = self._standing(now).units[harmed.unit]
        due = attacking.save_due(self.world, unit, harmed.sure)
        if due is Due.KILLED:
            return self._saved(harmed, now, 0)
        subject = Subject(unit=unit.id, by=harmed.by, obstructed=harmed.obstructed, occasion=harmed.cause)
        options = [("", self._save_due(due, harmed, now))]
        for card, left in self._cards(now, unit.seat, BEFORE_SAVE, subject):
            options.append((card, self._save_due(due, replace(harmed, cards=(*harmed.cards, card)), left)))
        return choice(unit.seat, BEFORE_SAVE, options)

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
        return choice(unit.seat, AFTER_SAVE, options)

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
        return choice(other(seat), VEST_DECLARED, options)

    def jam(self, node: JamDice, holds: bool) -> Node:
        """Both have rolled over a card: what it says happens, or not; who wears a jammed vest dies alone."""
        match node.over:
            case Strike():
                return self._come_down(node.over, node.now) if holds else self._on(node.now)
            case harmed if holds:
                return self._blast(harmed, node.now)
            case harmed:
                return self._harmed(harmed, _killed(node.now, harmed.unit))

    def _blast(self, harmed: Harmed, now: Now) -> Node:
        """A vest kills its wearer and hurts everybody near. Rules: bpre.skill.s-vest.2-3."""
        now = _killed(now, harmed.unit)
        blast = exploding.vest_blast(self.edition, self.world.units[harmed.unit])
        return self._explode(blast, replace(now, below=(*now.below, Blown(harmed))))

    def _explode(self, blast: Explosion, now: Now) -> Node:
        """Doors go first, then everybody in reach saves. Rules: bpre.explosions.1, bpre.explosions.3."""
        now = replace(now, doors=now.doors.union(self.scene.blown(self._standing(now), blast)))
        blast = replace(blast, left=self.scene.reached(self._standing(now), blast))
        return self._on(replace(now, below=(*now.below, blast)))

    # Fires Cards

    def _called(self, strike: Strike, now: Now) -> Node:
        """A Fires Card was called, and the other player may jam it. Rules: bpre.special.hongbin-jammers.1."""
        seat = other(strike.seat)
        options: list[tuple[str, Node]] = [("", self._come_down(strike, now))]
        for card, left in self._cards(now, seat, FIRES_CALLED, Subject(by=strike.seat, card=strike.card)):
            options.append((card, JamDice(left, strike)))
        return choice(seat, FIRES_CALLED, options)

    def _come_down(self, strike: Strike, now: Now) -> Node:
        """An explosion, or a drone that has to find its target. Rules: bpre.fires.scoria-rs.1-2,
        bpre.fires.fenghuang-918.2, bpre.fires.fenghuang-918.4."""
        radius = self.edition.data(strike.card, Card).radius
        if not radius:
            near = self.scene.in_danger(self._standing(now), strike)
            found = replace(strike, near=near)
            return StrikeDice(now, found, astray=True) if near else self._strike_target(strike, now)
        surely = exploding.surely(self.edition, self.world)
        sure = self.scene.at_point(self._standing(now), strike) if surely else ()
        blast = Explosion(x=strike.x, y=strike.y, radius=radius, sure=sure)
        return self._explode(blast, now)

    def _strike_target(self, strike: Strike, now: Now) -> Node:
        """Rules: bpre.fires.fenghuang-918.5-6."""
        unit = self.world.units[strike.target]
        match exploding.struck_how(self.edition, self.world, unit):
            case Struck.SURE:
                return self._hurt(Harmed(unit.id, strike.card, sure=True), now)
            case Struck.DICE:
                return StrikeDice(now, strike, astray=False)
            case Struck.SAVE:
                return self._hurt(Harmed(unit.id, strike.card, cards=(strike.card,)), now)

    def strikes(self, node: StrikeDice, total: int) -> Node:
        """Where the roll for a drone leads. Rules: bpre.fires.fenghuang-918.2-3,
        bpre.fires.fenghuang-918.6."""
        strike, now = node.strike, node.now
        if not node.astray:
            sure = Harmed(strike.target, strike.card, sure=True)
            return self._on(now) if exploding.survives(total) else self._hurt(sure, now)
        if exploding.finds(total):
            return self._strike_target(strike, now)
        options = tuple((name, self._hurt(Harmed(name, "astray"), now)) for name in strike.near)
        return Choice(strike.seat, OWN, options)

    # How things stand

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


def _killed(now: Now, unit: str) -> Now:
    return replace(now, gone=now.gone | {unit}, down=now.down - {unit})


def choice(seat: str, moment: str, options: list[tuple[str, Node]]) -> Node:
    """A choice, where there is any."""
    return options[0][1] if len(options) == 1 else Choice(seat, moment, tuple(options))
