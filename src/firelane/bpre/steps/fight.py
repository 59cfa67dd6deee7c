"""An attack from its declaration to what it brings, and a unit that saves or is killed."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.cards import AFTER_ATTACK, AFTER_ATTACK_ROLL, AFTER_SAVE, BEFORE_SAVE
from firelane.bpre.dice import DICE, Saved, Shot, saved, shot
from firelane.bpre.events import AttackRolled, CardDiscarded, Killed, SaveRolled, Staggered, Unaffected
from firelane.bpre.frames import AttackRoll, Harm, Subject
from firelane.bpre.situation import Saving, Shooting, attack_numbers, save_numbers
from firelane.bpre.steps.windows import played, window
from firelane.bpre.world import TABLE, RedEarthWorld, card_of
from firelane.core.because import Cite, Number
from firelane.core.procedure import Next, Play, Procedure, done, goto, proceed, push, roll

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


def roll_attack(play: RedEarth, frame: AttackRoll) -> Next:
    """Rules: bpre.attack.2, bpre.dice.1-2."""
    seat = play.world.units[frame.attacker].seat
    return roll(*DICE, roller=seat, why="attack", frame=_with_numbers(play, frame))


def judge_roll(play: RedEarth, frame: AttackRoll) -> Next:
    """The total is known; the attacker may still do something about it. Rules: bpre.dice.3-4."""
    frame = replace(frame, faces=play.faces)
    subject = Subject(unit=frame.target, by=frame.attacker, total=_total(frame), needs=frame.needs.total,
                      obstructed=frame.line == "obstructed", occasion=frame.occasion)  # fmt: skip
    asked = window(play, AFTER_ATTACK_ROLL, (play.world.units[frame.attacker].seat,), subject)
    return goto("strike", frame) if asked is None else push(asked, then="strike", frame=frame)


def strike(play: RedEarth, frame: AttackRoll) -> Next:
    """What the roll means. Rules: bpre.attack.3-4, bpre.headshot.1."""
    cards = tuple(card for _, card, _ in played(play.returned))
    if cards:
        frame = _with_numbers(play, replace(frame, cards=(*frame.cards, *cards)))
    result = shot(_total(frame), frame.needs.total)
    because = cites(frame.needs, frame.bonus)
    if result is Shot.HEADSHOT:
        because = (*because, Cite("bpre.headshot.1"))
    play.emit(AttackRolled(by=frame.attacker, at=frame.target, occasion=frame.occasion, line=frame.line,
                           faces=frame.faces, bonus=frame.bonus, needs=frame.needs, total=_total(frame),
                           result=result, because=because))  # fmt: skip
    if result is Shot.MISS:
        return goto("after_attack", frame)
    harm = Harm(unit=frame.target, cause="attack", by=frame.attacker, obstructed=frame.line == "obstructed",
                headshot=result is Shot.HEADSHOT)  # fmt: skip
    return push(harm, then="after_attack", frame=frame)


def after_attack(play: RedEarth, frame: AttackRoll) -> Next:
    """The attack is over; one that left its target alive may be answered by its own player."""
    alive = play.world.units[frame.target].place == TABLE
    attacker = play.world.units[frame.attacker]
    if alive and attacker.place == TABLE and not frame.again:
        subject = Subject(unit=frame.target, by=frame.attacker, occasion=frame.occasion)
        asked = window(play, AFTER_ATTACK, (attacker.seat,), subject)
        if asked is not None:
            return push(asked, then="end_attack", frame=frame)
    return goto("end_attack", frame)


def end_attack(play: RedEarth, frame: AttackRoll) -> Next:
    """Back to whoever let the unit attack."""
    return done()


def _with_numbers(play: RedEarth, frame: AttackRoll) -> AttackRoll:
    world = play.world
    context = Shooting(
        world, world.units[frame.attacker], world.units[frame.target], frame.occasion, frame.line
    )
    needs, bonus = attack_numbers(play.edition, context, frame.cards)
    return replace(frame, needs=needs, bonus=bonus)


def _total(frame: AttackRoll | Harm) -> int:
    return sum(frame.faces) + frame.bonus.total


attack = Procedure(AttackRoll, declare, roll_attack, judge_roll, strike, after_attack, end_attack)


# Saves


def hit(play: RedEarth, frame: Harm) -> Next:
    """Whether there is anything to roll. Rules: bpre.attack.3-4, bpre.headshot.2, bpre.save.5."""
    unit = play.world.units[frame.unit]
    if frame.headshot or card_of(play.world, unit).save is None:
        return goto("before_result", replace(frame, result=Saved.KILLED))
    asked = window(play, BEFORE_SAVE, (unit.seat,), _subject(frame))
    return proceed(frame) if asked is None else push(asked, then="roll_save", frame=frame)


def roll_save(play: RedEarth, frame: Harm) -> Next:
    """A staggered unit fails without rolling. Rules: bpre.save.1, bpre.stagger.2."""
    unit = play.world.units[frame.unit]
    cards = tuple(card for _, card, _ in played(play.returned))
    frame = _with_save(play, replace(frame, cards=(*frame.cards, *cards)))
    if unit.staggered:
        play.emit(SaveRolled(unit=frame.unit, faces=(), bonus=frame.bonus, needs=frame.needs, total=0,
                             result=Saved.KILLED, because=(Cite("bpre.stagger.2"),)))  # fmt: skip
        return goto("before_result", replace(frame, result=Saved.KILLED))
    return roll(*DICE, roller=unit.seat, why="save", frame=frame)


def judge_save(play: RedEarth, frame: Harm) -> Next:
    """Rules: bpre.save.1-4."""
    frame = replace(frame, faces=play.faces)
    return proceed(replace(frame, result=saved(_total(frame), frame.needs.total)))


def before_result(play: RedEarth, frame: Harm) -> Next:
    """The save is known; its player may still do something about it."""
    asked = window(play, AFTER_SAVE, (play.world.units[frame.unit].seat,), _subject(frame))
    return proceed(frame) if asked is None else push(asked, then="settle", frame=frame)


def settle(play: RedEarth, frame: Harm) -> Next:
    """Killed, staggered or unaffected. Rules: bpre.attack.3, bpre.attack.5, bpre.save.2-4."""
    cards = tuple(card for _, card, _ in played(play.returned))
    if cards:
        frame = _with_save(play, replace(frame, cards=(*frame.cards, *cards)))
    if frame.faces:
        result = saved(_total(frame), frame.needs.total)
        because = cites(frame.needs, frame.bonus)
        play.emit(SaveRolled(unit=frame.unit, faces=frame.faces, bonus=frame.bonus, needs=frame.needs,
                             total=_total(frame), result=result, because=because))  # fmt: skip
        frame = replace(frame, result=result)
    unit = play.world.units[frame.unit]
    match frame.result:
        case Saved.UNAFFECTED:
            play.emit(Unaffected(unit=unit.id, because=(Cite("bpre.save.4"),)))
        case Saved.STAGGERED:
            play.emit(Staggered(unit=unit.id, because=(Cite("bpre.save.3"),)))
        case _:
            card = card_of(play.world, unit)
            why = (
                "bpre.headshot.2"
                if frame.headshot
                else "bpre.attack.3"
                if card.save is None
                else "bpre.save.2"
            )
            play.emit(Killed(unit=unit.id, by=frame.by, cp=card.cp, because=(Cite(why),)))
    return done({"result": frame.result})


def _with_save(play: RedEarth, frame: Harm) -> Harm:
    world = play.world
    context = Saving(world, world.units[frame.unit], frame.cause, frame.obstructed)
    needs, bonus = save_numbers(play.edition, context, frame.cards)
    return replace(frame, needs=needs, bonus=bonus)


def _subject(frame: Harm) -> Subject:
    total = _total(frame) if frame.faces else 0
    return Subject(unit=frame.unit, by=frame.by, total=total, needs=frame.needs.total, result=frame.result,
                   obstructed=frame.obstructed, occasion=frame.cause)  # fmt: skip


harm = Procedure(Harm, hit, roll_save, judge_save, before_result, settle)
