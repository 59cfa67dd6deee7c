"""Step 7 and 8: successful skills take effect, saves cost points, states follow, the Order ends."""

from __future__ import annotations

from collections import defaultdict

from msgspec.structs import replace

from firelane.core.because import Cite, Number
from firelane.core.procedure import Play
from firelane.infinity.acting import reveal
from firelane.infinity.dice import Face
from firelane.infinity.events import (
    DiscoverFailed,
    ItemRemoved,
    ItemRevealed,
    ObjectiveChanged,
    PointsGained,
    PointsLost,
    PostureChanged,
    Removed,
    Saved,
    StateGained,
    StateLost,
    marker_name,
)
from firelane.infinity.frames import Attempt, Hit, Order
from firelane.infinity.names import (
    DEAD,
    DISCONNECTED,
    EMBRYO,
    IMMOBILIZED_A,
    IMMOBILIZED_B,
    TARGETED,
    UNCONSCIOUS,
)
from firelane.infinity.programs import Program
from firelane.infinity.resolving import saves_of, saving_for
from firelane.infinity.saves import Saving
from firelane.infinity.sheets import sheet
from firelane.infinity.skills import Engineer
from firelane.infinity.targets import find_target
from firelane.infinity.world import InfinityWorld, Item, Place, Trooper

Infinity = Play[InfinityWorld]


def take_effect(play: Infinity, frame: Order, kept: list[tuple[Face, ...]]) -> Order:
    """What the dice say, read once: hits become saves, other skills do what they do."""
    hits: list[Hit] = []
    attacked: list[str] = []
    dodged: list[str] = []
    for attempt, good in zip(frame.attempts, kept, strict=True):
        match attempt.skill:
            case "bs-attack" | "cc-attack":
                attacked.append(attempt.target)
                hits += _hits(play, frame, attempt, good, kept)
            case "carbonite" | "spotlight":
                attacked.append(attempt.target)
                hits += _hacked(play, attempt, good)
            case "dodge":
                if good:
                    dodged.append(attempt.actor)
                    _cancel(play, attempt.actor, (IMMOBILIZED_A,), "c1.dodge.10")
            case "reset":
                if good:
                    _cancel(play, attempt.actor, (TARGETED, IMMOBILIZED_B), "c1.reset.4")
            case "discover":
                _discovered(play, attempt, good)
            case "doctor":
                _treat(play, attempt, good, "c1.doctor.2", "c1.doctor.3")
            case "medikit":
                _treat(play, attempt, good, "c1.medikit.4", "c1.medikit.5")
            case "engineer":
                _repair(play, frame, attempt, good)
            case "use-objective":
                _used(play, attempt, good)
    return replace(frame, hits=tuple(hits), attacked=tuple(dict.fromkeys(attacked)), dodged=tuple(dodged))


def _hits(
    play: Infinity, frame: Order, attempt: Attempt, good: tuple[Face, ...], kept: list[tuple[Face, ...]]
) -> list[Hit]:
    target = find_target(play.world, attempt.seat, attempt.target)
    if target is None:
        target = play.world.troopers.get(attempt.target)
    if target is None:
        return []
    if isinstance(target, Trooper) and attempt.skill == "cc-attack" and _helpless(target):
        kill(play, target, "c1.cc-attack.7")
        return []
    count, criticals = len(good), sum(face.critical for face in good)
    if attempt.automatic:
        if _avoided(frame, attempt, kept):
            return []
        count, criticals = 1, 0
    if not count:
        return []
    if isinstance(target, Trooper) and target.marker:
        reveal(play, target, "c1.camouflaged.14")
    saving = saving_for(play.edition, play.world, attempt, target, count, criticals)
    if saving is None:
        return []
    return [
        Hit(trooper=target.id, by=attempt.actor, weapon=attempt.weapon, saving=saving, skill=attempt.skill)
    ]


def _helpless(trooper: Trooper) -> bool:
    return trooper.has(UNCONSCIOUS) or trooper.has(EMBRYO)


def _avoided(frame: Order, attempt: Attempt, kept: list[tuple[Face, ...]]) -> bool:
    """Whether the target of a template dodged it: a Normal Roll. Rules: n4-core.template.direct.4."""
    for other, good in zip(frame.attempts, kept, strict=True):
        if other.skill == "dodge" and other.actor == attempt.target and good:
            return True
    return False


def _hacked(play: Infinity, attempt: Attempt, good: tuple[Face, ...]) -> list[Hit]:
    """Rules: c1.carbonite.5-6, c1.spotlight.4."""
    program = play.edition.data(f"program.{attempt.skill}", Program)
    target = play.world.troopers.get(attempt.target)
    if target is None or not good:
        return []
    if not program.saves:
        gain(play, target, program.state, "c1.spotlight.4")
        return []
    criticals = sum(face.critical for face in good)
    rolls = len(good) * program.saves + criticals
    bts = sheet(target.sheet).facts.bts
    number = Number.of(program.damage, "c1.carbonite.5").less(bts, rule="attribute.bts")
    saving = Saving(number, rolls, 0, program.state)
    return [
        Hit(trooper=target.id, by=attempt.actor, weapon=attempt.skill, saving=saving, skill=attempt.skill)
    ]


def _cancel(play: Infinity, name: str, states: tuple[str, ...], rule: str) -> None:
    for state in states:
        if play.world.troopers[name].has(state):
            play.emit(StateLost.of(play.world.troopers[name], state=state, because=(Cite(rule),)))


def _discovered(play: Infinity, attempt: Attempt, good: tuple[Face, ...]) -> None:
    """Rules: c1.discover.2, c1.discover.5-6, c1.camouflaged.13, c1.mines.4, c1.multispectral-visor.l3.2."""
    target = find_target(play.world, attempt.seat, attempt.target)
    if target is None or not target.marker:
        return
    visor = sheet(play.world.troopers[attempt.actor].sheet).carried("multispectral-visor")
    if not good and not (visor is not None and visor.level == 3):
        actor = play.world.troopers[attempt.actor]
        event = DiscoverFailed.of(actor, target=attempt.target, round=play.world.round)
        play.emit(replace(event, because=(Cite("c1.discover.5"),)))
        return
    if isinstance(target, Item):
        name = marker_name(target.seat, target.marker)
        play.emit(ItemRevealed(item=target.id, marker=name, because=(Cite("c1.mines.4"),)))
    else:
        reveal(play, target, "c1.camouflaged.13")


def _treat(play: Infinity, attempt: Attempt, good: tuple[Face, ...], cured: str, lost: str) -> None:
    patient = play.world.troopers[attempt.target]
    if good:
        revive(play, patient, cured)
    else:
        kill(play, patient, lost)


def _repair(play: Infinity, frame: Order, attempt: Attempt, good: tuple[Face, ...]) -> None:
    """Rules: c1.engineer.2-7, c1.disconnected.7."""
    target = play.world.troopers[attempt.target]
    skill = next(s for s in frame.acting[attempt.actor].skills if isinstance(s, Engineer))
    if skill.cure in (IMMOBILIZED_A, IMMOBILIZED_B, TARGETED, DISCONNECTED):
        if good:
            _cancel(play, target.id, (skill.cure,), "c1.engineer.5")
        return
    if target.has(UNCONSCIOUS):
        if good:
            revive(play, target, "c1.engineer.2")
        else:
            kill(play, target, "c1.engineer.6")
    elif good:
        play.emit(PointsGained.of(target, count=1, because=(Cite("c1.engineer.2"),)))
    else:
        wound(play, target, 1, "c1.engineer.3")


def _used(play: Infinity, attempt: Attempt, good: tuple[Face, ...]) -> None:
    """Rules: n4-core.scenario.domination.5, n4-core.scenario.supplies.2."""
    objective = play.world.objectives[attempt.target]
    if objective.kind == "console":
        if good:
            because = (Cite("n4-core.scenario.domination.5"),)
            play.emit(ObjectiveChanged(objective=objective.id, owner=attempt.seat, because=because))
    else:
        because = (Cite("n4-core.scenario.supplies.2"),)
        play.emit(
            ObjectiveChanged(
                objective=objective.id, owner=attempt.seat, carrier=attempt.actor, because=because
            )
        )


def read_saves(
    play: Infinity, frame: Order, seat: str, faces: tuple[int, ...]
) -> dict[str, list[tuple[Hit, int]]]:
    """How many saves of each hit failed, by trooper."""
    left = list(faces)
    failed: dict[str, list[tuple[Hit, int]]] = defaultdict(list)
    for hit in saves_of(frame, play.world, seat):
        mine = tuple(left[: hit.saving.rolls])
        del left[: hit.saving.rolls]
        lost = sum(hit.saving.fails(face) for face in mine)
        parts = (hit.saving.number.base, *hit.saving.number.modifiers)
        because = tuple(Cite(part.rule, {"value": part.value}) for part in parts if part.rule)
        play.emit(
            Saved(
                trooper=hit.trooper,
                against=hit.by,
                number=hit.saving.number,
                faces=mine,
                failed=lost,
                because=because,
            )
        )
        failed[hit.trooper].append((hit, lost))
    return failed


def apply_losses(play: Infinity, failed: dict[str, list[tuple[Hit, int]]]) -> None:
    """All losses of a side at once. Rules: n4-core.saving-roll.4, n4-core.saving-roll.7, c1.ammo-para.3."""
    for name, rows in failed.items():
        item = play.world.items.get(name)
        if item is not None:
            if any(lost * hit.saving.loss for hit, lost in rows):
                play.emit(ItemRemoved(item=name, because=(Cite("c1.place-deployable.4"),)))
            continue
        trooper = play.world.troopers[name]
        points = sum(lost * hit.saving.loss for hit, lost in rows)
        for hit, lost in rows:
            if lost and hit.saving.state:
                gain(play, play.world.troopers[name], hit.saving.state, "c1.ammo-para.3")
        if points:
            wound(play, trooper, points, "n4-core.saving-roll.4")
            for hit, lost in rows:
                if lost and hit.skill == "cc-attack":
                    _protheion(play, hit.by, trooper)


def _protheion(play: Infinity, by: str, victim: Trooper) -> None:
    """Rules: c1.protheion.1-2."""
    owner = play.world.troopers[by]
    facts = sheet(owner.sheet)
    if (
        not facts.carries("protheion")
        or sheet(victim.sheet).facts.has_structure
        or owner.place is not Place.TABLE
    ):
        return
    if owner.points < facts.facts.wounds + 2:
        play.emit(PointsGained.of(owner, count=1, because=(Cite("c1.protheion.1"),)))


def wound(play: Infinity, trooper: Trooper, points: int, rule: str) -> None:
    """Take points off a trooper, and let the states follow.

    Rules: c1.unconscious.2-3, c1.dead.2-4, c1.shasvastii.1, c1.prone.3.
    """
    trooper = play.world.troopers[trooper.id]
    if trooper.place is not Place.TABLE:
        return
    if trooper.marker:
        reveal(play, trooper, "c1.camouflaged.14")
        trooper = play.world.troopers[trooper.id]
    play.emit(PointsLost.of(trooper, count=points, because=(Cite(rule),)))
    trooper = play.world.troopers[trooper.id]
    if trooper.points < 0:
        kill(play, trooper, "c1.dead.3" if _helpless(trooper) else "c1.dead.2")
    elif trooper.points == 0:
        embryo = sheet(trooper.sheet).carries("shasvastii")
        state, why = (EMBRYO, "c1.shasvastii.1") if embryo else (UNCONSCIOUS, "c1.unconscious.2")
        play.emit(StateGained.of(trooper, state=state, because=(Cite(why),)))
        trooper = play.world.troopers[trooper.id]
        if not trooper.prone and sheet(trooper.sheet).can_be_prone():
            play.emit(PostureChanged.of(trooper, prone=True, because=(Cite("c1.unconscious.3"),)))


def kill(play: Infinity, trooper: Trooper, rule: str) -> None:
    """A trooper dies and leaves the table. Rules: c1.dead.4."""
    trooper = play.world.troopers[trooper.id]
    if trooper.place is not Place.TABLE:
        return
    play.emit(StateGained.of(trooper, state=DEAD, because=(Cite(rule),)))
    worth = sheet(trooper.sheet).facts.own_half_points
    play.emit(Removed.of(play.world.troopers[trooper.id], worth=worth, because=(Cite("c1.dead.4"),)))


def gain(play: Infinity, trooper: Trooper, state: str, rule: str) -> None:
    """A trooper enters a state, once."""
    trooper = play.world.troopers[trooper.id]
    if trooper.place is Place.TABLE and not trooper.has(state):
        play.emit(StateGained.of(trooper, state=state, because=(Cite(rule),)))


def revive(play: Infinity, trooper: Trooper, rule: str) -> None:
    """An Unconscious trooper regains a point and stands up. Rules: c1.normal.2, c1.prone.4."""
    play.emit(PointsGained.of(trooper, count=1, because=(Cite(rule),)))
    play.emit(StateLost.of(play.world.troopers[trooper.id], state=UNCONSCIOUS, because=(Cite(rule),)))
    if play.world.troopers[trooper.id].prone:
        play.emit(
            PostureChanged.of(play.world.troopers[trooper.id], prone=False, because=(Cite("c1.prone.4"),))
        )
