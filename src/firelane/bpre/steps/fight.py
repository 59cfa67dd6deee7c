"""An attack from its declaration to what it brings, and a unit that saves or is killed."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre import attacking
from firelane.bpre.attacking import (
    Due,
    after_roll,
    came_of,
    friends_across,
    in_order,
    left_alive,
    line_to,
    may_roll,
    opened,
    reachable,
    repeated,
    rolls_of,
    save_due,
    sees_killer,
    sent_again,
    struck,
)
from firelane.bpre.cards import (
    AFTER_ATTACK,
    AFTER_ATTACK_ROLL,
    AFTER_SAVE,
    BEFORE_SAVE,
    FRONT_TOWARDS_ENEMY,
    LAST_BULLET,
    LITTLE_ARMS,
    Card,
)
from firelane.bpre.dice import DICE, Saved, saved
from firelane.bpre.dice import Shot as Result
from firelane.bpre.events import AttackRolled, CardDiscarded, Killed, SaveRolled, Staggered, Unaffected
from firelane.bpre.frames import AttackRoll, Harm, Shot, Subject, VestBlast
from firelane.bpre.situation import Saving, Shooting, attack_numbers, save_numbers
from firelane.bpre.skills import burst_of
from firelane.bpre.space import survey
from firelane.bpre.steps.windows import cards_played, grown_quiet, window
from firelane.bpre.world import TABLE, RedEarthWorld, card_of
from firelane.core.because import Cite, Number
from firelane.core.procedure import Next, Play, Procedure, done, goto, proceed, push, roll
from firelane.core.rules import Edition

RedEarth = Play[RedEarthWorld]


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
    frame = opened(frame, rolls_of(play.edition, play.world, frame))
    return goto("next_shot", replace(frame, friends=friends_across(play.world, frame)))


def next_shot(play: RedEarth, frame: AttackRoll) -> Next:
    """The next roll, as long as the unit can make it and there is somebody to hit."""
    world = play.world
    if not may_roll(world, frame):
        return goto("after_attack", frame)
    if frame.friends:
        shot = Shot(attacker=frame.attacker, targets=frame.friends[:1], occasion=frame.occasion,
                    why="bpre.skill.non-professional.1", quiet=frame.quiet)  # fmt: skip
        return push(shot, then="after_friend", frame=frame)
    targets = in_order(frame, reachable(play.edition, world, frame))
    if not targets:
        return goto("after_attack", frame)
    burst = burst_of(play.edition, world, world.units[frame.attacker], frame.occasion)
    why = f"{burst.rule}.1" if burst else ""
    shot = Shot(attacker=frame.attacker, targets=targets, occasion=frame.occasion, cards=frame.cards, why=why,
                quiet=frame.quiet)  # fmt: skip
    return push(shot, then="after_shot", frame=frame)


def after_friend(play: RedEarth, frame: AttackRoll) -> Next:
    """Rules: bpre.skill.non-professional.3-4."""
    frame, hit = _told(play, frame)
    return goto("next_shot", attacking.after_friend(frame, hit))


def after_shot(play: RedEarth, frame: AttackRoll) -> Next:
    """Each hit has been saved or not before the next roll. Rules: bpre.skill.lamg.3, bpre.skill.rpk.3."""
    frame, hit = _told(play, frame)
    frame = after_roll(play.edition, frame, hit)
    return goto("next_shot", replace(frame, friends=friends_across(play.world, frame) if frame.rolls else ()))


def after_attack(play: RedEarth, frame: AttackRoll) -> Next:
    """The attack is over; one that left its target alive may be made again. Rules:
    bpre.intervention.full-send.1."""
    if not left_alive(play.world, frame):
        return done()
    once_more = sent_again(frame)
    if once_more is not None:
        return goto("aim", once_more)
    subject = Subject(unit=frame.target, by=frame.attacker, occasion=frame.occasion)
    asked = window(play, AFTER_ATTACK, (play.world.units[frame.attacker].seat,), subject, frame.quiet)
    return done() if asked is None else push(asked, then="again", frame=frame)


def again(play: RedEarth, frame: AttackRoll) -> Next:
    """The same attack once more. Rules: bpre.intervention.react-to-contact.1."""
    return goto("aim", repeated(frame)) if cards_played(play.returned) else done()


def _told(play: RedEarth, frame: AttackRoll) -> tuple[AttackRoll, bool]:
    """What a roll has brought."""
    returned = play.returned
    assert isinstance(returned, dict)
    return replace(frame, quiet=grown_quiet(frame.quiet, returned)), bool(returned["hit"])


attack = Procedure(AttackRoll, declare, aim, next_shot, after_friend, after_shot, after_attack, again)


# One roll


def roll_attack(play: RedEarth, frame: Shot) -> Next:
    """Rules: bpre.attack.2, bpre.dice.1-2, bpre.skill.non-professional.2."""
    return roll(*DICE, roller=play.world.units[frame.attacker].seat, why="attack", frame=frame)


def judge_roll(play: RedEarth, frame: Shot) -> Next:
    """The total is known; the attacker may still do something about it. Rules: bpre.dice.3-4."""
    frame = replace(frame, faces=play.faces)
    target, line, needs, bonus, result = _aimed(play, frame)
    subject = Subject(unit=target, by=frame.attacker, total=sum(frame.faces) + bonus.total, needs=needs.total,
                      obstructed=line == "obstructed", occasion=frame.occasion, result=result)  # fmt: skip
    seat = play.world.units[frame.attacker].seat
    asked = window(play, AFTER_ATTACK_ROLL, (seat,), subject, frame.quiet)
    return goto("strike", frame) if asked is None else push(asked, then="take_card", frame=frame)


def take_card(play: RedEarth, frame: Shot) -> Next:
    """A card may change the roll, or have it made again. Rules: bpre.intervention.hasty-ambush.1,
    bpre.special.killing-is-my-business.2."""
    cards = cards_played(play.returned)
    changed = replace(frame, cards=(*frame.cards, *cards), quiet=grown_quiet(frame.quiet, play.returned))
    if not any(play.edition.data(card, Card).rerolls for card in cards):
        return goto("strike", changed)
    _tell(play, frame)
    return goto("roll_attack", changed)


def strike(play: RedEarth, frame: Shot) -> Next:
    """What the roll means. Rules: bpre.attack.3-4, bpre.headshot.1."""
    target, line, result = _tell(play, frame)
    if result is Result.MISS:
        return goto("end_shot", frame)
    hurt = Harm(unit=target, cause="attack", by=frame.attacker, obstructed=line == "obstructed",
                headshot=result is Result.HEADSHOT, quiet=frame.quiet)  # fmt: skip
    return push(hurt, then="end_shot", frame=replace(frame, hit=True))


def end_shot(play: RedEarth, frame: Shot) -> Next:
    """Back to the attack."""
    return done({"hit": frame.hit, "declined": grown_quiet(frame.quiet, play.returned)})


def _tell(play: RedEarth, frame: Shot) -> tuple[str, str, Result]:
    """The roll as it stands is told to everybody: at whom it counts, over which line, and what it means."""
    target, line, needs, bonus, result = _aimed(play, frame)
    because = (*cites(needs, bonus), *((Cite(frame.why),) if frame.why else ()))
    if result is Result.HEADSHOT:
        because = (*because, Cite("bpre.headshot.1"))
    units = play.world.units
    ends = ((units[frame.attacker].x, units[frame.attacker].y), (units[target].x, units[target].y))
    play.emit(AttackRolled(by=frame.attacker, at=target, occasion=frame.occasion, line=line, ends=ends,
                           faces=frame.faces, bonus=bonus, needs=needs, total=sum(frame.faces) + bonus.total,
                           result=result, because=because))  # fmt: skip
    return target, line, result


def _aimed(play: RedEarth, frame: Shot) -> tuple[str, str, Number, Number, Result]:
    """At whom the roll counts, over its own line."""
    found = aims_of(play.edition, play.world, frame)
    aims = [(needs.total, bonus.total) for _, _, needs, bonus in found]
    place, result = struck(sum(frame.faces), aims)
    return (*found[place], result)


def aims_of(edition: Edition, world: RedEarthWorld, frame: Shot) -> list[tuple[str, str, Number, Number]]:
    """Each target of a roll with the line to it, what is needed, and what is added."""
    found: list[tuple[str, str, Number, Number]] = []
    for name in frame.targets:
        line = line_to(world, frame.attacker, name)
        context = Shooting(world, world.units[frame.attacker], world.units[name], frame.occasion, line)
        found.append((name, line, *attack_numbers(edition, context, frame.cards)))
    return found


shooting = Procedure(Shot, roll_attack, judge_roll, take_card, strike, end_shot)


# Saves


def hit(play: RedEarth, frame: Harm) -> Next:
    """Whether there is anything to roll. Rules: bpre.attack.3-4, bpre.headshot.2, bpre.save.5."""
    unit = play.world.units[frame.unit]
    if save_due(play.world, unit, frame.headshot or bool(frame.sure)) is Due.KILLED:
        return goto("before_result", replace(frame, result=Saved.KILLED))
    asked = window(play, BEFORE_SAVE, (unit.seat,), _subject(play.world, frame), frame.quiet)
    return proceed(frame) if asked is None else push(asked, then="roll_save", frame=frame)


def roll_save(play: RedEarth, frame: Harm) -> Next:
    """A staggered unit fails without rolling. Rules: bpre.save.1, bpre.stagger.2."""
    unit = play.world.units[frame.unit]
    frame = _with_save(play, _answered(play, frame))
    if save_due(play.world, unit, sure=False) is Due.FAILED:
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
    match came_of(frame.result, frame.cards):
        case Saved.UNAFFECTED:
            spared = frame.result != Saved.UNAFFECTED
            why = play.edition[LITTLE_ARMS].statement(1) if spared else "bpre.save.4"
            play.emit(Unaffected(unit=unit.id, because=(Cite(why),)))
        case Saved.STAGGERED:
            play.emit(Staggered(unit=unit.id, because=(Cite("bpre.save.3"),)))
        case _ if unit.place != TABLE:  # killed by what its last bullet has brought about
            pass
        case _ if FRONT_TOWARDS_ENEMY in frame.cards:
            return push(VestBlast(unit=unit.id, dead=True), then="end_harm", frame=frame)
        case _:
            kill(play, unit.id, frame.by, _why_killed(play, frame))
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
    killed = bool(frame.by) and frame.result == Saved.KILLED
    fires_back = killed and sees_killer(world, world.units[frame.unit], world.units[frame.by])
    return Subject(unit=frame.unit, by=frame.by, total=total, needs=frame.needs.total, result=frame.result,
                   obstructed=frame.obstructed, occasion=frame.cause,
                   sees_killer=fires_back)  # fmt: skip


harm = Procedure(Harm, hit, roll_save, judge_save, before_result, take_answer, last_bullet, settle, end_harm)
