"""Step 6 and the saves of step 7: numbers for every attempt, dice for each side, and what the dice say."""

from __future__ import annotations

from dataclasses import replace as with_fields

from msgspec.structs import replace

from firelane.core.because import Cite, Number
from firelane.core.procedure import Next, Play, goto, roll
from firelane.core.rules import Edition
from firelane.infinity.attempts import Planner, Try
from firelane.infinity.dice import Face, RollFigures, effective, read
from firelane.infinity.events import BecameIdle, Rolled, UseSpent
from firelane.infinity.frames import Attempt, Hit, Order
from firelane.infinity.mines import beside_route
from firelane.infinity.remdriver import bonus
from firelane.infinity.saves import Ammunition, SaveFigures, Saving, count, halved
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst, damage, success_value
from firelane.infinity.skills import BSAttack, MediKit, PlaceDeployable, Template
from firelane.infinity.world import InfinityWorld, Item, Trooper

D20 = 20


def plan(play: Play[InfinityWorld], frame: Order) -> Order:
    """Check requirements, fix numbers, spend what is disposable."""
    planner = Planner(play.edition, play.world, frame)
    tries = planner.tries()
    for name, skill in planner.idle:
        trooper = play.world.troopers[name]
        play.emit(BecameIdle.of(trooper, skill=skill, because=(Cite("c1.idle.3"),)))
    for name, done in frame.acting.items():
        trooper = play.world.troopers[name]
        for declared in done.skills:
            if isinstance(declared, PlaceDeployable) and not beside_route(trooper, done.track, declared.at):
                play.emit(BecameIdle.of(trooper, skill="place-deployable", because=(Cite("c1.idle.3"),)))
    _spend_uses(play, frame)
    attempts = tuple(_attempt(play.edition, frame, tries, each) for each in tries)
    return replace(frame, attempts=attempts, faces=((),) * len(attempts))


def _spend_uses(play: Play[InfinityWorld], frame: Order) -> None:
    """Disposable weapons are spent whether the attack proves possible or not.

    Rules: c1.idle.4, n4-core.order-sequence.10, n4-core.burst.6.
    """
    for name, done in frame.acting.items():
        for skill in done.skills:
            if not isinstance(skill, BSAttack | Template | PlaceDeployable | MediKit):
                continue
            key = getattr(skill, "weapon", "medikit")
            known = sheet(play.world.troopers[name].sheet).modes.get(key)
            if known is None or known[0].traits.disposable is None:
                continue
            dice = sum(skill.targets.values()) if isinstance(skill, BSAttack) else 1
            extra = max(0, dice - known[0].burst)
            trooper = play.world.troopers[name]
            play.emit(
                UseSpent.of(
                    trooper, weapon=known[0].weapon, count=1 + extra, because=(Cite("c1.unloaded.1"),)
                )
            )


def _attempt(edition: Edition, frame: Order, tries: list[Try], mine: Try) -> Attempt:
    """One attempt with its number; against several opponents the hardest number counts."""
    case = mine.case
    rivals = [tries[place].case for place in mine.opposed_by]
    numbers = [success_value(edition, _facing(frame, case, rival)) for rival in rivals]
    value = min(numbers, key=lambda number: number.total) if numbers else success_value(edition, case)
    dice = 0 if mine.automatic or value.total < 1 else mine.dice
    skill = case.skill
    target = case.target
    harm = damage(edition, case) if mine.attack else Number.of(0)
    save = (
        case.weapon.save.attribute.value if case.weapon is not None and case.weapon.save is not None else ""
    )
    return Attempt(
        actor=case.actor.id,
        seat=case.actor.seat,
        skill=skill,
        target=mine.target_name,
        weapon=case.weapon.key if case.weapon is not None else "",
        ammunition=mine.ammunition,
        value=value,
        dice=dice,
        opposed_by=mine.opposed_by,
        damage=mine.program.damage if mine.program is not None else harm.total,
        save="BTS" if mine.program is not None else save,
        cover=case.cover and isinstance(target, Trooper),
        at=mine.at,
        automatic=mine.automatic,
    )


def _facing(frame: Order, case: Situation, rival: Situation) -> Situation:
    """The case as it is judged against one opponent's action."""
    hidden = bool(frame.was_marker) and rival.actor.id == frame.trooper
    surprised = hidden and rival.skill in {"bs-attack", "cc-attack"}
    target = case.target if case.target is not None else rival.actor
    return with_fields(case, opposed=True, against=rival, surprised=surprised, target=target)


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


def results(edition: Edition, frame: Order) -> list[tuple[Face, ...]]:
    """For each attempt the dice that take effect. Rules: n4-core.face-to-face.2-9."""
    figures = edition.data("roll", RollFigures)
    shown = [
        tuple(read(figures, attempt.value.total, face) for face in faces)
        for attempt, faces in zip(frame.attempts, frame.faces, strict=True)
    ]
    return [
        effective(mine, [face for place in attempt.opposed_by for face in shown[place]])
        for attempt, mine in zip(frame.attempts, shown, strict=True)
    ]


def tell(play: Play[InfinityWorld], frame: Order, kept: list[tuple[Face, ...]]) -> None:
    """Write every roll down."""
    figures = play.edition.data("roll", RollFigures)
    for attempt, faces, good in zip(frame.attempts, frame.faces, kept, strict=True):
        if not faces:
            continue
        parts = (attempt.value.base, *attempt.value.modifiers)
        because = tuple(Cite(part.rule, {"value": part.value, **part.args}) for part in parts if part.rule)
        successes = sum(read(figures, attempt.value.total, face).success for face in faces)
        play.emit(
            Rolled(
                actor=attempt.actor, skill=attempt.skill, target=attempt.target, value=attempt.value,
                faces=faces,
                successes=successes, effective=len(good), criticals=sum(face.critical for face in good),
                because=because,
            )
        )  # fmt: skip


def saving_for(
    edition: Edition,
    world: InfinityWorld,
    attempt: Attempt,
    target: Trooper | Item,
    hits: int,
    criticals: int,
) -> Saving | None:
    """The saving rolls that so many hits make; None where no save is made.

    Rules: n4-core.saving-roll.1-6, c1.ammo-n.1-2, c1.ammo-da.1-2, c1.ammo-exp.1-2, c1.ammo-ap.1-3, c1.ammo-
    para.1-4.
    """
    figures = edition.data("saving-roll", SaveFigures)
    kinds = [edition.data(f"ammo.{code}", Ammunition) for code in attempt.ammunition or ("N",)]
    special = next((kind for kind in kinds if kind.attribute), None)
    if isinstance(target, Item):
        protection = {"ARM": 0, "BTS": 0, "PH": None}
    else:
        facts = sheet(target.sheet)
        protection = {"ARM": facts.facts.arm, "BTS": facts.facts.bts, "PH": facts.attribute("PH")}
        protection = {k: v if v is None else v + bonus(target, k) for k, v in protection.items()}
    if special is not None:
        own = protection.get(special.attribute)
        if own is None:
            return None
        number = Number.of(own, "c1.ammo-para.1").plus(special.modifier, rule="c1.ammo-para.1")
        return Saving(number, count(kinds, figures, hits, criticals), special.loss, special.state, under=True)
    value = protection.get(attempt.save or "ARM") or 0
    used = halved(value) if any(kind.halves for kind in kinds) else value
    number = Number.of(attempt.damage, "n4-core.saving-roll.2").less(
        used, rule=f"attribute.{(attempt.save or 'ARM').lower()}"
    )
    return Saving(number, count(kinds, figures, hits, criticals), max(kind.loss for kind in kinds))


def saves_of(frame: Order, world: InfinityWorld, seat: str) -> list[Hit]:
    """The saves that a side owes."""
    return [hit for hit in frame.hits if _seat(world, hit.trooper) == seat]


def _seat(world: InfinityWorld, name: str) -> str:
    trooper = world.troopers.get(name)
    return trooper.seat if trooper is not None else world.items[name].seat


def roll_saves_for(frame: Order, world: InfinityWorld, seat: str, then: str) -> Next:
    """The saving rolls of one side. Rules: n4-core.saving-roll.8."""
    number = sum(hit.saving.rolls for hit in saves_of(frame, world, seat))
    if not number:
        return goto(then, frame)
    return roll(*[D20] * number, roller=seat, why="saves", then=then, frame=frame)


def allowed_burst(edition: Edition, case: Situation) -> int:
    """How many dice an attack may have."""
    return burst(edition, case).total
