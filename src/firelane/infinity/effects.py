"""Step 7 and 8: successful skills take effect, saves cost points, states follow, the Order ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from msgspec.structs import replace

from firelane.core.because import Cite
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.infinity.acting import reveal
from firelane.infinity.dice import Face
from firelane.infinity.editions import performer_of
from firelane.infinity.events import (
    ItemRemoved,
    PointsGained,
    PointsLost,
    PostureChanged,
    Removed,
    Saved,
    StateGained,
    StateLost,
)
from firelane.infinity.falling import let_go
from firelane.infinity.frames import Attempt, Hit, Order
from firelane.infinity.hooks import Protheion
from firelane.infinity.names import (
    DEAD,
    EMBRYO,
    IMMOBILIZED_A,
    IMMOBILIZED_B,
    TARGETED,
    UNCONSCIOUS,
)
from firelane.infinity.resolving import saves_of, saving_for
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import working
from firelane.infinity.skills.base import Effects
from firelane.infinity.targets import find_target
from firelane.infinity.world import InfinityWorld, Place, Trooper

Infinity = Play[InfinityWorld]

CANCELLED = {
    (IMMOBILIZED_A, "dodge.ends-immobilized"): "immobilized-a.ended-by-dodge",
    (IMMOBILIZED_A, "engineer.ends-states"): "immobilized-a.ended-by-engineer",
    (IMMOBILIZED_B, "reset.ends-states"): "immobilized-b.ended-by-reset",
    (IMMOBILIZED_B, "engineer.ends-states"): "immobilized-b.ended-by-engineer",
    (TARGETED, "reset.ends-states"): "targeted.ended-by-reset",
    (TARGETED, "engineer.ends-states"): "targeted.ended-by-engineer",
}
"""What a state's own rule says of what cancels it."""


def take_effect(play: Infinity, frame: Order, kept: list[tuple[Face, ...]]) -> Order:
    """What the dice say, read once: hits become saves, other skills do what they do."""
    effects = Effects()
    for place, (attempt, good) in enumerate(zip(frame.attempts, kept, strict=True)):
        performer = performer_of(play.edition, attempt.skill)
        if performer is not None:
            performer.apply(play, frame, place, attempt, good, effects)
    return replace(
        frame,
        hits=tuple(effects.hits),
        attacked=tuple(dict.fromkeys(effects.attacked)),
        dodged=tuple(effects.dodged),
    )


def hits_of(play: Infinity, attempt: Attempt, good: tuple[Face, ...], escaped: bool) -> list[Hit]:
    """The saves that an attack with a weapon costs its target.

    Rules: saving-roll.per-hit, direct-template.hits-without-roll, template-weapon.hits-without-roll,
    camouflaged.ended-by-hit.
    """
    target = find_target(play.world, attempt.seat, attempt.target)
    if target is None:
        target = play.world.troopers.get(attempt.target)
    if target is None:
        return []
    count, criticals = len(good), sum(face.critical for face in good)
    if attempt.automatic:  # template-weapon.hits-without-roll
        count, criticals = int(not escaped), 0  # template-weapon.hits-without-roll
    if not count:  # saving-roll.per-hit
        return []
    if isinstance(target, Trooper) and target.marker:  # camouflaged.ended-by-hit
        reveal(play, target, "camouflaged.ended-by-hit")
    return [
        Hit(trooper=target.id, by=attempt.actor, weapon=attempt.weapon, saving=saving, skill=attempt.skill)
        for saving in saving_for(play.edition, play.world, attempt, target, count, criticals)
    ]


def _helpless(trooper: Trooper) -> bool:
    return trooper.has(UNCONSCIOUS) or trooper.has(EMBRYO)


def cancel(play: Infinity, name: str, states: tuple[str, ...], rule: str) -> None:
    """End those of these states that a trooper is in, by a rule."""
    for state in states:  # hacker.reset-ends-all
        # immobilized-a.ended-by-dodge, immobilized-a.ended-by-engineer, immobilized-b.ended-by-reset,
        # immobilized-b.ended-by-engineer, targeted.ended-by-reset, targeted.ended-by-engineer
        if play.world.troopers[name].has(state):
            own = CANCELLED.get((state, rule))
            because = (Cite(rule), Cite(own)) if own is not None else (Cite(rule),)
            play.emit(StateLost.of(play.world.troopers[name], state=state, because=because))


def read_saves(play: Infinity, frame: Order, seat: str, faces: tuple[int, ...]) -> Order:
    """The frame with a side's saves read; those that ask for more after a failure are owed again.

    Rules: saving-roll.failed, saving-roll.all-are-rolled.
    """
    left = list(faces)
    made: list[tuple[Hit, int]] = []
    again: list[Hit] = []
    owed = saves_of(frame, play.world, seat)
    for hit in owed:
        mine = tuple(left[: hit.saving.rolls])
        del left[: hit.saving.rolls]
        lost = sum(hit.saving.fails(face) for face in mine)  # saving-roll.failed
        parts = (hit.saving.number.base, *hit.saving.number.modifiers)
        because = tuple(Cite(part.rule, {"value": part.value}) for part in parts if part.rule)
        because += (Cite("saving-roll.failed"),)
        if lost and hit.saving.failed:
            decides(True, *hit.saving.failed)
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
        made.append((hit, lost))
        if lost and hit.saving.again:
            again.append(replace(hit, saving=replace(hit.saving, rolls=lost, free_wounds=0, sure=False)))
    others = [hit for hit in frame.hits if hit not in owed]
    return replace(frame, hits=(*others, *again), failed=(*frame.failed, *made))


def apply_losses(play: Infinity, frame: Order) -> None:
    """What the saves of both sides bring, all at once: first what is gained, then what is lost.

    Rules: saving-roll.failure-costs, saving-roll.at-zero-points, order-sequence.gains-before-losses,
    all-at-once.simultaneous.
    """
    rows: dict[str, list[tuple[Hit, int]]] = defaultdict(list)
    for hit, lost in frame.failed:
        rows[hit.trooper].append((hit, lost))
    before = play.world
    _gains(play, rows)  # order-sequence.gains-before-losses
    for name, mine in rows.items():
        both = name in before.troopers and play.world.troopers[name].points > before.troopers[name].points
        decides(both and any(lost for _, lost in mine), "order-sequence.gains-before-losses")
        _lose(play, name, [(hit, lost) for hit, lost in mine if hit.skill != "medikit" and _tells(hit, lost)])


def _tells(hit: Hit, lost: int) -> bool:
    """Whether a hit costs its target anything."""
    return bool(lost or hit.saving.free_wounds or hit.saving.sure)


def _gains(play: Infinity, rows: Mapping[str, list[tuple[Hit, int]]]) -> None:
    """Patients of a MediKit recover or die; Protheion feeds its owners.

    Rules: medikit.success-revives, medikit.failure-kills, protheion.gains-point.
    """
    fed: set[str] = set()
    for name, mine in rows.items():
        for hit, lost in mine:
            if hit.skill == "medikit" and lost:
                kill(play, play.world.troopers[name], "medikit.failure-kills")
            elif hit.skill == "medikit":
                revive(play, play.world.troopers[name], "medikit.success-revives")
            elif hit.skill == "cc-attack" and _points(hit, lost) and hit.by not in fed:
                fed.add(hit.by)
                _protheion(play, hit.by, play.world.troopers[name])


def _points(hit: Hit, lost: int) -> int:
    """The points that a hit costs, so many of its saves having failed.

    Rules: ammo-n.failed, ammo-da.failed, ammo-exp.failed, ammo-ap.failed.
    """
    return lost * hit.saving.loss + hit.saving.free_wounds


def _lose(play: Infinity, name: str, rows: list[tuple[Hit, int]]) -> None:
    """The losses of one target at once.

    Rules: saving-roll.at-zero-points, ammo-para.failed, carbonite.immobilizes, immobilized-a.causes,
    immobilized-b.causes, ammo-shock.kills-unconscious, ammo-shock.replaces-other-states.
    """
    points = sum(_points(hit, lost) for hit, lost in rows)
    if name in play.world.items:
        if points:  # saving-roll.at-zero-points
            play.emit(ItemRemoved(item=name, because=(Cite("place-deployable.removed"),)))
        return
    for hit, _ in rows:
        if hit.saving.state == DEAD:
            kill(play, play.world.troopers[name], "saving-roll.failure-costs")
        # immobilized-a.causes, immobilized-b.causes, ammo-para.failed, carbonite.immobilizes
        elif hit.saving.state:
            rule = "carbonite.immobilizes" if hit.skill == "carbonite" else "ammo-para.failed"
            gain(play, play.world.troopers[name], hit.saving.state, rule)
            if hit.saving.also:
                gain(play, play.world.troopers[name], hit.saving.also, rule)
    if points:
        mortal = next((hit.saving.mortal for hit, _ in rows if hit.saving.mortal), "")
        wound(play, play.world.troopers[name], points, "saving-roll.failure-costs", mortal)


def _protheion(play: Infinity, by: str, victim: Trooper) -> None:
    """The owner feeds on an enemy with W that its CC Attack wounds.

    Reading adopted: an attack whose Burst is divided is one CC Attack, and gives 1.

    Rules: protheion.gains-point, protheion.limit, protheion.shown-by-tokens.
    """
    owner = play.world.troopers[by]
    if "protheion" not in working(owner) or sheet(victim.sheet).facts.has_structure:
        return
    most = sheet(owner.sheet).facts.wounds + play.edition.data("protheion", Protheion).above
    if not decides(owner.points >= most, "protheion.limit"):
        play.emit(PointsGained.of(owner, count=1, because=(Cite("protheion.gains-point"),)))


def wound(play: Infinity, trooper: Trooper, points: int, rule: str, mortal: str = "") -> None:
    """Take points off a trooper, and let the states follow; `mortal` is why it dies instead of falling.

    Rules: unconscious.at-zero-points, unconscious.goes-prone, dead.below-zero-points,
    dead.helpless-trooper-dies, dead.removed, shasvastii.becomes-embryo, prone.unconscious-goes-prone.
    """
    trooper = play.world.troopers[trooper.id]
    if trooper.place is not Place.TABLE:
        return
    if trooper.marker:
        reveal(play, trooper, "camouflaged.ended-by-hit")
        trooper = play.world.troopers[trooper.id]
    play.emit(PointsLost.of(trooper, count=points, because=(Cite(rule),)))
    trooper = play.world.troopers[trooper.id]
    if trooper.points < 0:  # saving-roll.at-zero-points
        kill(play, trooper, "dead.helpless-trooper-dies" if _helpless(trooper) else "dead.below-zero-points")
    elif trooper.points == 0 and mortal:
        kill(play, trooper, mortal)
    elif trooper.points == 0:  # saving-roll.at-zero-points
        embryo = sheet(trooper.sheet).carries("shasvastii")
        # shasvastii.becomes-embryo, shasvastii-embryo.replaces-unconscious, unconscious.at-zero-points
        state, why = (
            (EMBRYO, "shasvastii.becomes-embryo") if embryo else (UNCONSCIOUS, "unconscious.at-zero-points")
        )
        because = (Cite("saving-roll.at-zero-points"), Cite(why), Cite("normal.ended-by-other-states"))
        play.emit(StateGained.of(trooper, state=state, because=because))  # normal.ended-by-other-states
        let_go(play, trooper)
        trooper = play.world.troopers[trooper.id]
        if not trooper.prone and sheet(trooper.sheet).can_be_prone():
            lies = (Cite("unconscious.goes-prone"), Cite("prone.unconscious-goes-prone"))
            play.emit(PostureChanged.of(trooper, prone=True, because=lies))


def kill(play: Infinity, trooper: Trooper, rule: str) -> None:
    """A trooper dies and leaves the table. Rules: dead.removed."""
    trooper = play.world.troopers[trooper.id]
    if trooper.place is not Place.TABLE:
        return
    play.emit(StateGained.of(trooper, state=DEAD, because=(Cite(rule),)))
    let_go(play, trooper)
    worth = sheet(trooper.sheet).facts.own_half_points
    # dead.removed
    play.emit(Removed.of(play.world.troopers[trooper.id], worth=worth, because=(Cite("dead.removed"),)))


def gain(play: Infinity, trooper: Trooper, state: str, rule: str) -> None:
    """A trooper enters a state, once."""
    trooper = play.world.troopers[trooper.id]
    if trooper.place is Place.TABLE and not trooper.has(state):
        play.emit(StateGained.of(trooper, state=state, because=(Cite(rule),)))


def revive(play: Infinity, trooper: Trooper, rule: str) -> None:
    """An Unconscious trooper regains a point and stands up; an Embryo is itself again.

    Rules: normal.after-recovery, prone.recovered-stands-up.
    """
    play.emit(PointsGained.of(trooper, count=1, because=(Cite(rule),)))
    decides(trooper.has(UNCONSCIOUS), "normal.after-recovery", "unconscious.ended-by-recovery")
    cancel(play, trooper.id, (UNCONSCIOUS, EMBRYO), rule)  # unconscious.ended-by-recovery
    if play.world.troopers[trooper.id].prone:
        play.emit(
            PostureChanged.of(
                play.world.troopers[trooper.id], prone=False, because=(Cite("prone.recovered-stands-up"),)
            )
        )
