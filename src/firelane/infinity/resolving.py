"""Step 6 and the saves of step 7: numbers for every attempt, dice for each side, and what the dice say."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from firelane.core.because import Cite, Number
from firelane.core.fired import decides, is_counting
from firelane.core.procedure import Next, Play, goto, roll
from firelane.core.rules import Edition
from firelane.forces.weapons import WeaponMode
from firelane.infinity.bursts import uses_for
from firelane.infinity.deployables import placing_fails
from firelane.infinity.dice import Face, RollFigures, effective, read
from firelane.infinity.events import BecameIdle, ModsTold, Rolled, StateGained, UseSpent
from firelane.infinity.frames import Attempt, Hit, Order, Point
from firelane.infinity.mines import layer_of
from firelane.infinity.names import UNLOADED
from firelane.infinity.opposing import Try
from firelane.infinity.planning import Planner
from firelane.infinity.remdriver import bonus
from firelane.infinity.rolls import Rolling, evaded, taking_effect
from firelane.infinity.saves import Ammunition, Saving, Struck, savings
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, damage, success_value, working
from firelane.infinity.skills.base import Declaration, ItemUse
from firelane.infinity.skilltable import SkillFigures
from firelane.infinity.world import InfinityWorld, Item, Trooper

D20 = 20


def plan(play: Play[InfinityWorld], frame: Order) -> Order:
    """Check requirements, fix numbers, spend what is disposable. Where all have only gone somewhere or done
    nothing there is nothing to check."""
    skills = [skill for done in frame.acting.values() for skill in done.skills]
    if not frame.triggered and not any(_needs_check(skill) for skill in skills):
        return frame
    planner = Planner(play.edition, play.world, frame)
    tries = planner.tries()
    for name, skill in planner.idle:
        trooper = play.world.troopers[name]
        because = (Cite("idle.replaces-impossible-skill"), Cite("order-sequence.impossible-becomes-idle"))
        play.emit(BecameIdle.of(trooper, skill=skill, because=because))  # idle.replaces-impossible-skill
        decides(frame.was_marker and name == frame.trooper and not trooper.marker, "idle.reveals-marker")
    frame = _check_placing(play, frame, planner)
    _spend_uses(play, frame)
    attempts = attempts_of(play.edition, frame, tries)
    for attempt in attempts:
        if attempt.skill == "discover":
            event = ModsTold(actor=attempt.actor, target=attempt.target, value=attempt.value)
            play.emit(replace(event, because=(Cite("discover.rolled"),)))
    return replace(frame, attempts=attempts, faces=((),) * len(attempts))


def _needs_check(skill: Declaration) -> bool:
    """Whether something of a declaration is settled only when the Order is resolved."""
    return type(skill).plan is not Declaration.plan or skill.uses is not None


def _check_placing(play: Play[InfinityWorld], frame: Order, planner: Planner) -> Order:
    """Items that can be put down are noted, others make the declaration Idle."""
    placing = []
    for name, done in sorted(frame.acting.items()):
        trooper = play.world.troopers[name]
        for skill in done.skills:
            if not isinstance(skill, ItemUse):
                continue
            why = placing_fails(play.edition, planner.survey, trooper, skill.weapon, skill.at)
            if not why:
                placing.append((name, skill.weapon, skill.at))
            else:
                because = (
                    Cite("idle.replaces-impossible-skill"),
                    Cite("idle.disposable-is-spent"),
                    Cite(why),
                )
                play.emit(BecameIdle.of(trooper, skill=skill.entry, because=because))
    return replace(frame, placing=tuple(placing))


def _spend_uses(play: Play[InfinityWorld], frame: Order) -> None:
    """Disposable weapons are spent whether the attack proves possible or not.

    Rules: idle.disposable-is-spent, order-sequence.impossible-becomes-idle, burst.disposable-uses.
    """
    for name, done in frame.acting.items():
        for skill in done.skills:
            if skill.uses is None:
                continue
            key, dice = skill.uses
            known = sheet(play.world.troopers[name].sheet).modes.get(key)
            if known is None or known[0].traits.disposable is None:
                continue
            decides(known[0].traits.deployable and known[0].traits.disposable == 3, "mines.uses")
            spend(play, name, known[0], uses_for(known[0], dice))  # idle.disposable-is-spent


def spend(play: Play[InfinityWorld], name: str, mode: WeaponMode, count: int) -> None:
    """Uses of a Disposable weapon go; with the last one its owner is Unloaded.

    Rules: unloaded.after-last-use.
    """
    because = (Cite("unloaded.after-last-use"),)
    decides(count > 1, "burst.disposable-uses")
    shared = (each.weapon for each, _ in sheet(play.world.troopers[name].sheet).modes.values())
    decides(sum(weapon == mode.weapon for weapon in shared) > 1, "burst.shared-uses")
    play.emit(UseSpent.of(play.world.troopers[name], weapon=mode.weapon, count=count, because=because))
    trooper = play.world.troopers[name]
    empty = trooper.spent[mode.weapon] >= (mode.traits.disposable or 0)
    if empty and not trooper.has(UNLOADED):
        play.emit(StateGained.of(trooper, state=UNLOADED, because=because))


def attempts_of(edition: Edition, frame: Order, tries: list[Try]) -> tuple[Attempt, ...]:
    """The attempts with their numbers."""
    return tuple(_attempt(edition, frame, tries, each) for each in tries)


def _attempt(edition: Edition, frame: Order, tries: list[Try], mine: Try) -> Attempt:
    """One attempt with its numbers: one roll, but each opponent brings MODs of its own.

    Rules: roll.modifier-limit, roll.automatic-failure, roll.normal.
    """
    case = mine.case
    against = tuple(success_value(edition, _facing(frame, mine, tries, place)) for place in mine.opposed_by)
    evading = tuple(success_value(edition, _facing(frame, mine, tries, place)) for place in mine.evades)
    numbers = (*against, *evading) or (success_value(edition, case),)  # roll.normal
    value = min(numbers, key=lambda number: number.total)
    hopeless = all(number.total < 1 for number in numbers)
    if is_counting():
        _tried(tries, mine, len(against), hopeless)
    dice = 0 if mine.automatic or hopeless else mine.dice  # face-to-face.dice
    skill = case.skill
    target = case.target
    harm = damage(edition, case) if mine.attack else Number.of(0)
    save = (
        case.weapon.save.attribute.value if case.weapon is not None and case.weapon.save is not None else ""
    )
    return Attempt(
        actor=mine.item or case.actor.id,
        seat=case.actor.seat,
        skill=skill,
        target=mine.target_name,
        weapon=case.weapon.key if case.weapon is not None else "",
        ammunition=mine.ammunition,
        value=value,
        dice=dice,
        opposed_by=mine.opposed_by,
        against=against,
        evades=mine.evades,
        evading=evading,
        strays=tuple((_name(stray), damage(edition, stray).total) for stray in mine.strays),
        damage=mine.program.damage if mine.program is not None else harm.total,
        save="BTS" if mine.program is not None else save,
        cover=case.cover and isinstance(target, Trooper),
        at=mine.at,
        aimed=mine.aimed,
        automatic=mine.automatic,
        burst=mine.dice,
    )


def _tried(tries: list[Try], mine: Try, against: int, hopeless: bool) -> None:
    """The statements by which an attempt is rolled."""
    case = mine.case
    decides(hopeless and not mine.automatic, "roll.automatic-failure")
    decides(not against and mine.dice, "roll.normal")
    decides(against > 1 and not mine.attack, "face-to-face.one-die-against-all")
    decides(against > 1 and case.skill == "dodge", "dodge.one-roll-for-all")
    decides(against > 1 and case.skill == "reset", "reset.one-roll-for-all")
    split = [t for t in tries if t.attack and t.opposed_by and t.case.actor is case.actor]
    decides(mine.attack and against and len(split) > 1, "face-to-face.divided-burst")
    decides(mine.attack and case.active and mine.dice, "burst.full-burst")
    decides(case.distance is not None, "measuring.distance")


def _name(case: Situation) -> str:
    return case.target.id if case.target is not None else ""


def _facing(frame: Order, mine: Try, tries: list[Try], place: int) -> Situation:
    """The case as it is judged against one opponent's action, at that place in the row of attempts."""
    rival = tries[place].case
    return replace(
        mine.case,
        opposed=not tries[place].automatic,
        against=rival,
        surprised=surprises(frame, rival),
        target=mine.case.target if mine.case.target is not None else rival.actor,
        lof=place not in mine.unseen,
        template=rival.template,
        deployed=rival.deployed,
    )


def surprises(frame: Order, attack: Situation) -> bool:
    """Whether an attack was declared by the active trooper while it was in a Marker state.

    A first half that reveals the trooper ends the state before the attack; a Move into contact does not
    spoil a CC Attack of the same Order.

    Rules: surprise-attack.active-turn-only, surprise-attack.opponent-penalty,
    surprise-attack.which-attacks, surprise-attack.ends-marker-state.
    """
    # surprise-attack.active-turn-only, surprise-attack.ends-marker-state
    if attack.actor.id != frame.trooper or not frame.was_marker or attack.deployed:
        return False
    if attack.skill not in {"bs-attack", "cc-attack"}:
        return False
    skills = frame.acting[frame.trooper].skills
    found = skills[0].entry == attack.skill or skills[0].keeps_surprise  # surprise-attack.which-attacks
    worn = "surprise-attack" in working(attack.actor)
    return decides(found, *SURPRISE) if worn else found


SURPRISE = (
    "surprise-attack.active-turn-only",
    "surprise-attack.which-attacks",
    "surprise-attack.ends-marker-state",
)


def dice_of(frame: Order, seat: str) -> int:
    """How many dice a side rolls."""
    return sum(attempt.dice for attempt in frame.attempts if attempt.seat == seat)


def roll_for(frame: Order, seat: str, then: str) -> Next:
    """The dice of one side, if it has any."""
    number = dice_of(frame, seat)
    if not number:
        return goto(then, frame)
    return roll(*[D20] * number, roller=seat, why="order", then=then, frame=frame)


def deal(frame: Order, seat: str, faces: tuple[int, ...]) -> Order:
    """Hand the dice that fell to the attempts of a side, in order."""
    dealt = list(frame.faces)
    left = list(faces)
    for place, attempt in enumerate(frame.attempts):
        if attempt.seat == seat and attempt.dice:
            dealt[place] = tuple(left[: attempt.dice])
            del left[: attempt.dice]
    return replace(frame, faces=tuple(dealt))


def row_of(attempts: Sequence[Attempt]) -> list[Rolling]:
    """The attempts as a row of rolls."""
    return [
        Rolling(
            attempt.value.total,
            attempt.dice,
            attempt.opposed_by,
            tuple(number.total for number in attempt.against),
            attempt.evades,
            tuple(number.total for number in attempt.evading),
            attempt.automatic,
        )
        for attempt in attempts
    ]


def results(edition: Edition, frame: Order) -> list[tuple[Face, ...]]:
    """For each attempt the dice that take effect."""
    figures = edition.data("roll", RollFigures)
    row = row_of(frame.attempts)
    if is_counting():
        _compared(figures, row, frame.faces)
    return taking_effect(figures, row, frame.faces)


def _compared(figures: RollFigures, row: Sequence[Rolling], faces: Sequence[Sequence[int]]) -> None:
    """Note the statements by which dice were compared."""
    for place, attempt in enumerate(row):
        for number, rival in zip(attempt.against, attempt.opposed_by, strict=True):
            mine = [read(figures, number, face) for face in faces[place]]
            theirs = [read(figures, row[rival].facing(place), face) for face in faces[rival]]
            won = effective(mine, theirs)
            best, other = (max((face.strength for face in side), default=0) for side in (mine, theirs))
            criticals = [any(face.critical for face in side) for side in (mine, theirs)]
            decides(True, "face-to-face.opposed", "face-to-face.dice")
            decides(won, "face-to-face.winner")
            decides(any(face.success and face not in won for face in mine), "face-to-face.cancels-lower")
            decides(criticals == [True, False] and other, "face-to-face.critical-beats-success")
            decides(all(criticals), "face-to-face.criticals-cancel")
            decides(best == other and best, "face-to-face.ties-cancel")


def avoided(edition: Edition, frame: Order, template: int) -> bool:
    """Whether the target of a template, given by its place among the attempts, has dodged it."""
    return evaded(edition.data("roll", RollFigures), row_of(frame.attempts), frame.faces, template)


def tell(play: Play[InfinityWorld], frame: Order, kept: list[tuple[Face, ...]]) -> None:
    """Write every roll down."""
    figures = play.edition.data("roll", RollFigures)
    for attempt, faces, good in zip(frame.attempts, frame.faces, kept, strict=True):
        if not faces and (attempt.automatic or attempt.value.total > 0):
            continue
        parts = (attempt.value.base, *attempt.value.modifiers)
        because = tuple(Cite(part.rule, {"value": part.value, **part.args}) for part in parts if part.rule)
        rolled = play.edition.data(attempt.skill, SkillFigures).rolled
        because += (Cite(play.edition[attempt.skill].statement(rolled)),) if rolled else ()
        decides(faces, "roll.success")
        decides(attempt.value.total > D20, "roll.above-twenty")
        decides(any(face.critical for face in good), "roll.critical")
        successes = sum(read(figures, attempt.value.total, face).success for face in faces)
        play.emit(
            Rolled(
                actor=attempt.actor, skill=attempt.skill, target=attempt.target, value=attempt.value,
                faces=faces, at=attempt.at, aimed=attempt.aimed or _stood(play.world, attempt.target),
                successes=successes, effective=len(good), criticals=sum(face.critical for face in good),
                because=because,
            )
        )  # fmt: skip


def _stood(world: InfinityWorld, name: str) -> Point | None:
    target = world.troopers.get(name)
    return (target.x, target.y, target.z) if target is not None else None


def saving_for(
    edition: Edition,
    world: InfinityWorld,
    attempt: Attempt,
    target: Trooper | Item,
    hits: int,
    criticals: int,
) -> tuple[Saving, ...]:
    """The saving rolls that so many hits of an attempt make; none where no save is made.

    Rules: saving-roll.per-hit, saving-roll.attack-damage, saving-roll.failed, saving-roll.failure-costs,
    saving-roll.critical-adds-one, saving-roll.damage-by-attribute, ammo-n.hit, ammo-n.critical,
    ammo-da.hit, ammo-da.critical, ammo-exp.hit, ammo-exp.critical, ammo-ap.halves-protection, ammo-ap.hit,
    ammo-ap.critical, ammo-para.hit, ammo-para.critical, ammo-para.failed, ammo-para.needs-attribute.
    """
    if is_counting():
        _cited(edition, attempt, target, criticals)
    mode = _mode(world, attempt)
    save = mode.save if mode is not None else None
    facts = sheet(target.sheet).facts if isinstance(target, Trooper) else None
    struck = Struck(
        damage=Number.of(attempt.damage, edition["saving-roll"].statement(2)),
        save=attempt.save or "ARM",
        second=(save.second or "") if save is not None else "",
        protection=_protection(target),
        fixed=save.value if save is not None else None,
        state=(mode.traits.state or "") if mode is not None else "",
        again=mode is not None and mode.traits.continuous_damage,
        type=(facts.type or "") if facts is not None else "",
        wounds=facts.wounds if facts is not None and not facts.has_structure else 0,
    )
    return savings(edition, attempt.ammunition, struck, hits, criticals)


def _cited(edition: Edition, attempt: Attempt, target: Trooper | Item, criticals: int) -> None:
    """Note the statements by which saves are asked."""
    codes = attempt.ammunition or ("N",)
    kinds = [edition.data(f"ammo.{code}", Ammunition) for code in codes]
    decides(True, "saving-roll.per-hit", "ammunition.as-listed", "ammunition.decides-effect")
    decides(criticals, "saving-roll.critical-adds-one")
    decides(any(kind.halves for kind in kinds), "ammo-ap.halves-protection")
    decides(len(codes) > 1 and any(kind.halves for kind in kinds), "ammo-ap.combines")
    for code, kind in zip(codes, kinds, strict=True):
        entry = edition[f"ammo.{code}"]
        decides(kind.saves == max(each.saves for each in kinds), entry.statement(kind.hit))
        decides(criticals, entry.statement(kind.critical))
        decides(
            kind.attribute and _protection(target).get(kind.attribute) is None, "ammo-para.needs-attribute"
        )


def _protection(target: Trooper | Item) -> dict[str, int | None]:
    if isinstance(target, Item):
        return {"ARM": 0, "BTS": 0, "PH": None}
    facts = sheet(target.sheet)
    own = {"ARM": facts.facts.arm, "BTS": facts.facts.bts, "PH": facts.attribute("PH")}
    return {key: None if value is None else value + bonus(target, key) for key, value in own.items()}


def _mode(world: InfinityWorld, attempt: Attempt) -> WeaponMode | None:
    """The weapon of an attempt: that of a trooper, or of the mine that goes off."""
    item = world.items.get(attempt.actor)
    trooper = layer_of(world, item) if item is not None else world.troopers[attempt.actor]
    known = sheet(trooper.sheet).modes.get(attempt.weapon)
    return known[0] if known is not None else None


def saves_of(frame: Order, world: InfinityWorld, seat: str) -> list[Hit]:
    """The saves that a side owes."""
    return [hit for hit in frame.hits if seat_of(world, hit.trooper) == seat]


def seat_of(world: InfinityWorld, name: str) -> str:
    """Whose a trooper or an item is."""
    trooper = world.troopers.get(name)
    return trooper.seat if trooper is not None else world.items[name].seat


def roll_saves_for(frame: Order, world: InfinityWorld, seat: str, then: str) -> Next:
    """The saving rolls of one side. Rules: saving-roll.all-are-rolled."""
    number = sum(hit.saving.rolls for hit in saves_of(frame, world, seat))
    if not number:
        return goto(then, frame)
    rules = ("saving-roll.all-are-rolled",)
    return roll(*[D20] * number, roller=seat, why="saves", then=then, frame=frame, rules=rules)
