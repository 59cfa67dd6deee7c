"""What comes of an attack, roll by roll: the one place that says so, for what resolves and for what predicts.

The steps of a fight (`steps.fight`) ask it for the dice that fell, the odds for all dice at once. Numbers are
made in `situation`, what dice mean stands in `dice`, when a card can be played in `cards`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

from msgspec.structs import replace

from firelane.bpre.able import refuse_attack
from firelane.bpre.cards import FULL_SEND, LAST_BULLET, LITTLE_ARMS, Card
from firelane.bpre.dice import Saved, Shot, shot
from firelane.bpre.frames import AttackRoll
from firelane.bpre.situation import has_skill
from firelane.bpre.skills import burst_of
from firelane.bpre.space import in_the_way, point_within, survey
from firelane.bpre.world import TABLE, RedEarthWorld, Unit, card_of, on_table
from firelane.core.rules import Edition
from firelane.table.looking import Line

# Who is in it, asked of the table


def rolls_of(edition: Edition, world: RedEarthWorld, frame: AttackRoll) -> int:
    """How many rolls an attack has. Rules: bpre.skill.lamg.1, bpre.skill.rpk.1."""
    burst = burst_of(edition, world, world.units[frame.attacker], frame.occasion)
    return burst.rolls if burst is not None else 1


def reachable(edition: Edition, world: RedEarthWorld, frame: AttackRoll) -> tuple[str, ...]:
    """Who can take the next hit: the target, or with several rolls everybody near their point.

    Rules: bpre.skill.lamg.2, bpre.skill.rpk.2.
    """
    attacker, target = world.units[frame.attacker], world.units[frame.target]
    burst = burst_of(edition, world, attacker, frame.occasion)
    if burst is None:
        return (target.id,) if target.place == TABLE else ()
    x, y = frame.at if frame.at is not None else (target.x, target.y)
    near = (
        n for n in survey(world).in_sight(attacker.id) if point_within(world.units[n], x, y, burst.spread)
    )
    return tuple(
        sorted(n for n in near if refuse_attack(world, attacker, world.units[n], frame.occasion, "") is None)
    )


def friends_across(world: RedEarthWorld, frame: AttackRoll) -> tuple[str, ...]:
    """Friends across an attack of the untrained, the nearest first. Rules: bpre.skill.non-professional.1."""
    attacker = world.units[frame.attacker]
    if not has_skill(world, attacker, "non-professional"):
        return ()
    return in_the_way(attacker, world.units[frame.target], on_table(world, attacker.seat))


def line_to(world: RedEarthWorld, attacker: str, target: str) -> str:
    """The line to a target; a friend in the way is close enough to be seen in any case."""
    line = survey(world).line(attacker, target)
    return line if line is not Line.NONE else survey(world).line(attacker, target, turning=True)


def sees_killer(world: RedEarthWorld, unit: Unit, killer: Unit) -> bool:
    """Whether a unit could attack whoever attacks it. Rules: bpre.intervention.save-the-last-bullet.1."""
    seen = killer.id in survey(world).in_sight(unit.id)
    return seen and refuse_attack(world, unit, killer, LAST_BULLET, "") is None


# One roll after another


def opened(frame: AttackRoll, rolls: int) -> AttackRoll:
    """An attack with all its rolls before it."""
    return replace(frame, rolls=rolls, hits=0)


def may_roll(world: RedEarthWorld, frame: AttackRoll) -> bool:
    """Whether there is another roll: one is left, and the unit can make it. Rules: bpre.stagger.1,
    bpre.intervention.save-the-last-bullet.1."""
    attacker = world.units[frame.attacker]
    down = attacker.staggered and frame.occasion != LAST_BULLET
    return frame.rolls > 0 and attacker.place == TABLE and not down


def in_order(frame: AttackRoll, able: Collection[str]) -> tuple[str, ...]:
    """Who can take the next hit, in the order of the attacker's wishes: the target first, then with each hit
    the next that he named, then the others.

    Rules: bpre.skill.lamg.2, bpre.skill.lamg.4, bpre.skill.rpk.2, bpre.skill.rpk.4.
    """
    wishes = (frame.target, *frame.spread)
    start = min(frame.hits, len(wishes) - 1)
    wanted = dict.fromkeys((*wishes[start:], *wishes[:start], *sorted(able)))
    return tuple(name for name in wanted if name in able)


def struck(dice: int, aims: Sequence[tuple[int, int]]) -> tuple[int, Shot]:
    """At which of these a roll counts, and what it means there: the first that it hits; if none, the one that
    it misses least. Each has what must be reached, and what is added to the dice."""
    for place, (needs, bonus) in enumerate(aims):
        found = shot(dice + bonus, needs)
        if found is not Shot.MISS:
            return place, found
    least = min(range(len(aims)), key=lambda place: aims[place][0] - aims[place][1])
    return least, Shot.MISS


def after_friend(frame: AttackRoll, hit: bool) -> AttackRoll:
    """A friend that is hit ends the attack; one that is missed lets it go on.

    Rules: bpre.skill.non-professional.3-4.
    """
    if hit:
        return replace(frame, friends=(), rolls=0, hits=frame.hits + 1)
    return replace(frame, friends=frame.friends[1:])


def after_roll(edition: Edition, frame: AttackRoll, hit: bool) -> AttackRoll:
    """One roll less; cards that count for one roll have done so. Rules:
    bpre.intervention.kill-not-capture.1."""
    cards = tuple(card for card in frame.cards if not edition.data(card, Card).one_roll)
    return replace(frame, rolls=frame.rolls - 1, hits=frame.hits + hit, cards=cards)


# Once more


def left_alive(world: RedEarthWorld, frame: AttackRoll) -> bool:
    """Whether an attack that is over has left its target alive, and its attacker able to go on."""
    attacker = world.units[frame.attacker]
    alive = attacker.place == TABLE and not attacker.staggered
    return alive and world.units[frame.target].place == TABLE


def sent_again(frame: AttackRoll) -> AttackRoll | None:
    """The attack that follows one without a hit by itself. Rules: bpre.intervention.full-send.1."""
    if FULL_SEND not in frame.cards or frame.hits:
        return None
    return replace(frame, cards=tuple(card for card in frame.cards if card != FULL_SEND))


def repeated(frame: AttackRoll) -> AttackRoll:
    """The same attack, by a card that allows it, with no other card. Rules:
    bpre.intervention.react-to-contact.1."""
    return replace(frame, cards=())


# Saves


class Due(StrEnum):
    """What a hit asks of the unit that takes it."""

    KILLED = "killed"
    """Nothing: it is killed."""
    FAILED = "failed"
    """A save that fails without dice."""
    ROLL = "roll"
    """A save roll."""


def save_due(world: RedEarthWorld, unit: Unit, sure: bool) -> Due:
    """Which save follows a hit; there is none after a headshot, or where it is `sure` by a rule of its own.

    Rules: bpre.attack.3-4, bpre.headshot.2, bpre.stagger.2.
    """
    if sure or card_of(world, unit).save is None:
        return Due.KILLED
    return Due.FAILED if unit.staggered else Due.ROLL


def came_of(result: str, cards: Collection[str]) -> Saved:
    """What a save does, with the cards that were played on it. Rules: bpre.save.2-4,
    bpre.intervention.pile-of-little-arms.1."""
    found = Saved(result)
    return Saved.UNAFFECTED if found is Saved.STAGGERED and LITTLE_ARMS in cards else found
