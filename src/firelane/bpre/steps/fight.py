"""An attack from its declaration to what it brings, and a unit that saves or is killed."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.able import refuse_attack
from firelane.bpre.cards import (
    AFTER_ATTACK,
    AFTER_ATTACK_ROLL,
    AFTER_SAVE,
    BEFORE_SAVE,
    FRONT_TOWARDS_ENEMY,
    FULL_SEND,
    KILLING,
    LAST_BULLET,
    LITTLE_ARMS,
)
from firelane.bpre.dice import DICE, Saved, saved
from firelane.bpre.dice import Shot as Result
from firelane.bpre.dice import shot as judged
from firelane.bpre.events import AttackRolled, CardDiscarded, Killed, SaveRolled, Staggered, Unaffected
from firelane.bpre.frames import AttackRoll, Harm, Shot, Subject, VestBlast
from firelane.bpre.situation import Saving, Shooting, attack_numbers, has_skill, save_numbers
from firelane.bpre.skills import burst_of
from firelane.bpre.space import in_the_way, point_within, survey
from firelane.bpre.steps.windows import cards_played, grown_quiet, window
from firelane.bpre.world import TABLE, RedEarthWorld, card_of, on_table
from firelane.core.because import Cite, Number
from firelane.core.procedure import Next, Play, Procedure, done, goto, proceed, push, roll
from firelane.table.sight import Line

RedEarth = Play[RedEarthWorld]
ONE_ROLL = ("intervention.kill-not-capture",)
"""Cards named with an attack that count for its first roll at the target only."""


def cites(*numbers: Number) -> tuple[Cite, ...]:
    """The statements behind the parts of numbers."""
    parts = (part for number in numbers for part in (number.base, *number.modifiers) if part.rule)
    return tuple([Cite(part.rule, {"value": part.value}) for part in parts])


# The attack


def declare(play: RedEarth, frame: AttackRoll) -> Next:
    """Cards named with the attack are discarded for it. Rules: bpre.attack.1, bpre.intervention.3."""
    seat = play.world.units[frame.attacker].seat
    for card in frame.cards:
        play.emit(CardDiscarded(seat=seat, card=card, because=(Cite(play.edition[card].statement(1)),)))
    return proceed()


def aim(play: RedEarth, frame: AttackRoll) -> Next:
    """One roll, or several at one point; friends in the way of the untrained come first.

    Rules: bpre.skill.lamg.1, bpre.skill.rpk.1, bpre.skill.non-professional.1.
    """
    world = play.world
    attacker, target = world.units[frame.attacker], world.units[frame.target]
    burst = burst_of(play.edition, world, attacker, frame.occasion)
    frame = replace(frame, rolls=burst.rolls if burst else 1, hits=0)
    if burst and frame.at is None:
        frame = replace(frame, at=(target.x, target.y))
    return goto("next_shot", replace(frame, friends=_friends(world, frame)))


def next_shot(play: RedEarth, frame: AttackRoll) -> Next:
    """The next roll, as long as the unit can make it and there is somebody to hit."""
    attacker = play.world.units[frame.attacker]
    down = attacker.staggered and frame.occasion != LAST_BULLET
    if attacker.place != TABLE or down or not frame.rolls:
        return goto("after_attack", frame)
    if frame.friends:
        shot = Shot(attacker=frame.attacker, targets=frame.friends[:1], occasion=frame.occasion,
                    why="bpre.skill.non-professional.1", quiet=frame.quiet)  # fmt: skip
        return push(shot, then="after_friend", frame=frame)
    targets = _in_order(play, frame)
    if not targets:
        return goto("after_attack", frame)
    burst = burst_of(play.edition, play.world, attacker, frame.occasion)
    why = f"{burst.rule}.1" if burst else ""
    shot = Shot(attacker=frame.attacker, targets=targets, occasion=frame.occasion, cards=frame.cards, why=why,
                quiet=frame.quiet)  # fmt: skip
    return push(shot, then="after_shot", frame=frame)


def after_friend(play: RedEarth, frame: AttackRoll) -> Next:
    """A friend that is hit ends the attack; one that is missed lets it go on.

    Rules: bpre.skill.non-professional.3-4.
    """
    frame, hit = _told(play, frame)
    if hit:
        return goto("after_attack", replace(frame, rolls=0, hits=frame.hits + 1))
    return goto("next_shot", replace(frame, friends=frame.friends[1:]))


def after_shot(play: RedEarth, frame: AttackRoll) -> Next:
    """Each hit has been saved or not before the next roll. Rules: bpre.skill.lamg.3, bpre.skill.rpk.3."""
    frame, hit = _told(play, frame)
    cards = tuple(card for card in frame.cards if card not in ONE_ROLL)
    frame = replace(frame, rolls=frame.rolls - 1, hits=frame.hits + hit, cards=cards)
    return goto("next_shot", replace(frame, friends=_friends(play.world, frame) if frame.rolls else ()))


def after_attack(play: RedEarth, frame: AttackRoll) -> Next:
    """The attack is over; one that left its target alive may be made again. Rules:
    bpre.intervention.full-send.1."""
    attacker = play.world.units[frame.attacker]
    if not _goes_on(play.world, frame):
        return done()
    if FULL_SEND in frame.cards and not frame.hits:
        cards = tuple(card for card in frame.cards if card != FULL_SEND)
        return goto("aim", replace(frame, cards=cards))
    subject = Subject(unit=frame.target, by=frame.attacker, occasion=frame.occasion,
                      result=Result.HIT if frame.hits else Result.MISS)  # fmt: skip
    asked = window(play, AFTER_ATTACK, (attacker.seat,), subject, frame.quiet)
    return done() if asked is None else push(asked, then="again", frame=frame)


def again(play: RedEarth, frame: AttackRoll) -> Next:
    """The same attack once more. Rules: bpre.intervention.react-to-contact.1,
    bpre.special.killing-is-my-business.2."""
    cards = cards_played(play.returned)
    if not cards:
        return done()
    return goto("aim", replace(frame, cards=tuple(card for card in cards if card == KILLING)))


def _told(play: RedEarth, frame: AttackRoll) -> tuple[AttackRoll, bool]:
    """What a roll has brought."""
    returned = play.returned
    assert isinstance(returned, dict)
    return replace(frame, quiet=grown_quiet(frame.quiet, returned)), bool(returned["hit"])


def _goes_on(world: RedEarthWorld, frame: AttackRoll) -> bool:
    attacker = world.units[frame.attacker]
    alive = attacker.place == TABLE and not attacker.staggered
    return alive and world.units[frame.target].place == TABLE


def _friends(world: RedEarthWorld, frame: AttackRoll) -> tuple[str, ...]:
    """Friends across an attack of the untrained, the nearest first. Rules: bpre.skill.non-professional.1."""
    attacker = world.units[frame.attacker]
    if not has_skill(world, attacker, "non-professional"):
        return ()
    friends = [unit for unit in on_table(world, attacker.seat) if unit.id != attacker.id]
    return in_the_way(attacker, world.units[frame.target], friends)


def _in_order(play: RedEarth, frame: AttackRoll) -> tuple[str, ...]:
    """Who can take the next hit, in the order of the attacker's wishes: the target, those that he named, then
    the others near the point.

    Rules: bpre.skill.lamg.2, bpre.skill.lamg.4, bpre.skill.rpk.2, bpre.skill.rpk.4.
    """
    world = play.world
    attacker = world.units[frame.attacker]
    burst = burst_of(play.edition, world, attacker, frame.occasion)
    if burst is None or frame.at is None:
        return (frame.target,) if world.units[frame.target].place == TABLE else ()
    x, y = frame.at
    wishes = (frame.target, *frame.spread)
    start = min(frame.hits, len(wishes) - 1)
    seen = survey(world).in_sight(attacker.id)
    near = {name for name in seen if point_within(world.units[name], x, y, burst.spread)}
    rest = sorted(near - set(wishes))
    able = [n for n in dict.fromkeys((*wishes[start:], *wishes[:start], *rest)) if n in near]
    return tuple(
        name for name in able if refuse_attack(world, attacker, world.units[name], frame.occasion, "") is None
    )


attack = Procedure(AttackRoll, declare, aim, next_shot, after_friend, after_shot, after_attack, again)


# One roll


def roll_attack(play: RedEarth, frame: Shot) -> Next:
    """Rules: bpre.attack.2, bpre.dice.1-2."""
    return roll(*DICE, roller=play.world.units[frame.attacker].seat, why="attack", frame=frame)


def judge_roll(play: RedEarth, frame: Shot) -> Next:
    """The total is known; the attacker may still do something about it. Rules: bpre.dice.3-4."""
    frame = replace(frame, faces=play.faces)
    target, line, needs, bonus = _aimed(play, frame)
    subject = Subject(unit=target, by=frame.attacker, total=sum(frame.faces) + bonus.total, needs=needs.total,
                      obstructed=line == "obstructed", occasion=frame.occasion)  # fmt: skip
    seat = play.world.units[frame.attacker].seat
    asked = window(play, AFTER_ATTACK_ROLL, (seat,), subject, frame.quiet)
    return goto("strike", frame) if asked is None else push(asked, then="strike", frame=frame)


def strike(play: RedEarth, frame: Shot) -> Next:
    """What the roll means. Rules: bpre.attack.3-4, bpre.headshot.1."""
    cards = (*frame.cards, *cards_played(play.returned))
    frame = replace(frame, cards=cards, quiet=grown_quiet(frame.quiet, play.returned))
    target, line, needs, bonus = _aimed(play, frame)
    total = sum(frame.faces) + bonus.total
    result = judged(total, needs.total)
    because = (*cites(needs, bonus), *((Cite(frame.why),) if frame.why else ()))
    if result is Result.HEADSHOT:
        because = (*because, Cite("bpre.headshot.1"))
    play.emit(AttackRolled(by=frame.attacker, at=target, occasion=frame.occasion, line=line,
                           faces=frame.faces, bonus=bonus, needs=needs, total=total,
                           result=result, because=because))  # fmt: skip
    if result is Result.MISS:
        return goto("end_shot", frame)
    hurt = Harm(unit=target, cause="attack", by=frame.attacker, obstructed=line == "obstructed",
                headshot=result is Result.HEADSHOT, quiet=frame.quiet)  # fmt: skip
    return push(hurt, then="end_shot", frame=replace(frame, hit=True))


def end_shot(play: RedEarth, frame: Shot) -> Next:
    """Back to the attack."""
    return done({"hit": frame.hit, "declined": grown_quiet(frame.quiet, play.returned)})


def _aimed(play: RedEarth, frame: Shot) -> tuple[str, str, Number, Number]:
    """The first target that the roll hits, over its own line; if none, the one that it misses least."""
    found: list[tuple[int, str, str, Number, Number]] = []
    for name in frame.targets:
        line = _line(play.world, frame.attacker, name)
        world = play.world
        context = Shooting(world, world.units[frame.attacker], world.units[name], frame.occasion, line)
        needs, bonus = attack_numbers(play.edition, context, frame.cards)
        total = sum(frame.faces) + bonus.total
        if judged(total, needs.total) is not Result.MISS:
            return name, line, needs, bonus
        found.append((needs.total - total, name, line, needs, bonus))
    return min(found, key=lambda one: one[0])[1:]


def _line(world: RedEarthWorld, attacker: str, target: str) -> str:
    """The line to a target; a friend in the way is close enough to be seen in any case."""
    line = survey(world).line(attacker, target)
    return line if line is not Line.NONE else survey(world).line(attacker, target, turning=True)


shooting = Procedure(Shot, roll_attack, judge_roll, strike, end_shot)


# Saves


def hit(play: RedEarth, frame: Harm) -> Next:
    """Whether there is anything to roll. Rules: bpre.attack.3-4, bpre.headshot.2, bpre.save.5."""
    unit = play.world.units[frame.unit]
    if frame.headshot or frame.sure or card_of(play.world, unit).save is None:
        return goto("before_result", replace(frame, result=Saved.KILLED))
    asked = window(play, BEFORE_SAVE, (unit.seat,), _subject(play.world, frame), frame.quiet)
    return proceed(frame) if asked is None else push(asked, then="roll_save", frame=frame)


def roll_save(play: RedEarth, frame: Harm) -> Next:
    """A staggered unit fails without rolling. Rules: bpre.save.1, bpre.stagger.2."""
    unit = play.world.units[frame.unit]
    frame = _with_save(play, _answered(play, frame))
    if unit.staggered:
        play.emit(SaveRolled(unit=frame.unit, faces=(), bonus=frame.bonus, needs=frame.needs, total=0,
                             result=Saved.KILLED, because=(Cite("bpre.stagger.2"),)))  # fmt: skip
        return goto("before_result", replace(frame, result=Saved.KILLED))
    return roll(*DICE, roller=unit.seat, why="save", frame=frame)


def judge_save(play: RedEarth, frame: Harm) -> Next:
    """Rules: bpre.save.1-4."""
    frame = replace(frame, faces=play.faces)
    return goto("before_result", replace(frame, result=saved(_total(frame), frame.needs.total)))


def before_result(play: RedEarth, frame: Harm) -> Next:
    """The save is known; its player may still do something about it."""
    seat = play.world.units[frame.unit].seat
    asked = window(play, AFTER_SAVE, (seat,), _subject(play.world, frame), frame.quiet)
    return goto("settle", frame) if asked is None else push(asked, then="take_answer", frame=frame)


def take_answer(play: RedEarth, frame: Harm) -> Next:
    """A card may have changed the save, and then another one may fit. Rules:
    bpre.intervention.pile-of-little-arms.1."""
    cards = cards_played(play.returned)
    frame = _answered(play, frame)
    if not cards:
        return goto("settle", frame)
    if LAST_BULLET in cards:
        return goto("last_bullet", frame)
    if LITTLE_ARMS in cards:
        return goto("settle", frame)
    frame = _with_save(play, frame)
    return goto("before_result", replace(frame, result=saved(_total(frame), frame.needs.total)))


def last_bullet(play: RedEarth, frame: Harm) -> Next:
    """It attacks its killer before it is removed. Rules: bpre.intervention.save-the-last-bullet.1."""
    line = survey(play.world).line(frame.unit, frame.by)
    back = AttackRoll(attacker=frame.unit, target=frame.by, occasion=LAST_BULLET, line=line)
    return push(back, then="settle", frame=frame)


def settle(play: RedEarth, frame: Harm) -> Next:
    """Killed, staggered or unaffected. Rules: bpre.attack.3, bpre.attack.5, bpre.save.2-4."""
    if frame.faces:
        play.emit(SaveRolled(unit=frame.unit, faces=frame.faces, bonus=frame.bonus, needs=frame.needs,
                             total=_total(frame), result=frame.result,
                             because=cites(frame.needs, frame.bonus)))  # fmt: skip
    unit = play.world.units[frame.unit]
    match frame.result:
        case Saved.UNAFFECTED:
            play.emit(Unaffected(unit=unit.id, because=(Cite("bpre.save.4"),)))
        case Saved.STAGGERED if LITTLE_ARMS in frame.cards:
            why = play.edition[LITTLE_ARMS].statement(1)
            play.emit(Unaffected(unit=unit.id, because=(Cite(why),)))
        case Saved.STAGGERED:
            play.emit(Staggered(unit=unit.id, because=(Cite("bpre.save.3"),)))
        case _ if FRONT_TOWARDS_ENEMY in frame.cards:
            return push(VestBlast(unit=unit.id, dead=True), then="end_harm", frame=frame)
        case _ if unit.place == TABLE:
            kill(play, unit.id, frame.by, _why_killed(play, frame))
        case _:
            pass
    return goto("end_harm", frame)


def end_harm(play: RedEarth, frame: Harm) -> Next:
    """Back to what has hurt the unit."""
    return done({"result": frame.result, "declined": frame.quiet})


def kill(play: RedEarth, name: str, by: str, why: str) -> None:
    """A unit is removed from play. Rules: bpre.attack.5."""
    cp = card_of(play.world, play.world.units[name]).cp
    play.emit(Killed(unit=name, by=by, cp=cp, because=(Cite(why),)))


def _why_killed(play: RedEarth, frame: Harm) -> str:
    if frame.headshot:
        return "bpre.headshot.2"
    without = card_of(play.world, play.world.units[frame.unit]).save is None
    return frame.sure or ("bpre.attack.3" if without else "bpre.save.2")


def _answered(play: RedEarth, frame: Harm) -> Harm:
    """With the cards that a window has brought, and who has declined there."""
    cards = (*frame.cards, *cards_played(play.returned))
    return replace(frame, cards=cards, quiet=grown_quiet(frame.quiet, play.returned))


def _with_save(play: RedEarth, frame: Harm) -> Harm:
    world = play.world
    context = Saving(world, world.units[frame.unit], frame.cause, frame.obstructed)
    needs, bonus = save_numbers(play.edition, context, frame.cards)
    return replace(frame, needs=needs, bonus=bonus)


def _total(frame: Harm) -> int:
    return sum(frame.faces) + frame.bonus.total


def _subject(world: RedEarthWorld, frame: Harm) -> Subject:
    total = _total(frame) if frame.faces else 0
    return Subject(unit=frame.unit, by=frame.by, total=total, needs=frame.needs.total, result=frame.result,
                   obstructed=frame.obstructed, occasion=frame.cause,
                   sees_killer=_sees_killer(world, frame))  # fmt: skip


def _sees_killer(world: RedEarthWorld, frame: Harm) -> bool:
    """Whether the unit could attack whoever attacks it. Rules: bpre.intervention.save-the-last-bullet.1."""
    if not frame.by or frame.result != Saved.KILLED:
        return False
    unit, killer = world.units[frame.unit], world.units[frame.by]
    seen = killer.place == TABLE and killer.id in survey(world).in_sight(unit.id)
    return seen and refuse_attack(world, unit, killer, LAST_BULLET, "") is None


harm = Procedure(Harm, hit, roll_save, judge_save, before_result, take_answer, last_bullet, settle, end_harm)
