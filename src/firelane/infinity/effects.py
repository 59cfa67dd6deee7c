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
    (IMMOBILIZED_A, "c1.dodge.10"): "c1.immobilized-a.6",
    (IMMOBILIZED_A, "c1.engineer.5"): "c1.immobilized-a.7",
    (IMMOBILIZED_B, "c1.reset.4"): "c1.immobilized-b.6",
    (IMMOBILIZED_B, "c1.engineer.5"): "c1.immobilized-b.7",
    (TARGETED, "c1.reset.4"): "c1.targeted.4",
    (TARGETED, "c1.engineer.5"): "c1.targeted.5",
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

    Rules: n4-core.saving-roll.1, n4-core.template.direct.1, c1.template-weapon.4, c1.camouflaged.14.
    """
    target = find_target(play.world, attempt.seat, attempt.target)
    if target is None:
        target = play.world.troopers.get(attempt.target)
    if target is None:
        return []
    count, criticals = len(good), sum(face.critical for face in good)
    if attempt.automatic:  # c1.template-weapon.4
        count, criticals = int(not escaped), 0  # c1.template-weapon.4
    if not count:  # n4-core.saving-roll.1
        return []
    if isinstance(target, Trooper) and target.marker:  # c1.camouflaged.14
        reveal(play, target, "c1.camouflaged.14")
    return [
        Hit(trooper=target.id, by=attempt.actor, weapon=attempt.weapon, saving=saving, skill=attempt.skill)
        for saving in saving_for(play.edition, play.world, attempt, target, count, criticals)
    ]


def _helpless(trooper: Trooper) -> bool:
    return trooper.has(UNCONSCIOUS) or trooper.has(EMBRYO)


def cancel(play: Infinity, name: str, states: tuple[str, ...], rule: str) -> None:
    """End those of these states that a trooper is in, by a rule."""
    for state in states:  # c1.hacker.12
        # c1.immobilized-a.6-7, c1.immobilized-b.6-7, c1.targeted.4-5
        if play.world.troopers[name].has(state):
            own = CANCELLED.get((state, rule))
            because = (Cite(rule), Cite(own)) if own is not None else (Cite(rule),)
            play.emit(StateLost.of(play.world.troopers[name], state=state, because=because))


def read_saves(play: Infinity, frame: Order, seat: str, faces: tuple[int, ...]) -> Order:
    """The frame with a side's saves read; those that ask for more after a failure are owed again.

    Rules: n4-core.saving-roll.3, n4-core.saving-roll.8.
    """
    left = list(faces)
    made: list[tuple[Hit, int]] = []
    again: list[Hit] = []
    owed = saves_of(frame, play.world, seat)
    for hit in owed:
        mine = tuple(left[: hit.saving.rolls])
        del left[: hit.saving.rolls]
        lost = sum(hit.saving.fails(face) for face in mine)  # n4-core.saving-roll.3
        parts = (hit.saving.number.base, *hit.saving.number.modifiers)
        because = tuple(Cite(part.rule, {"value": part.value}) for part in parts if part.rule)
        because += (Cite("n4-core.saving-roll.3"),)
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

    Rules: n4-core.saving-roll.4, n4-core.saving-roll.7, n4-core.order-sequence.14, n4-core.all-at-once.1.
    """
    rows: dict[str, list[tuple[Hit, int]]] = defaultdict(list)
    for hit, lost in frame.failed:
        rows[hit.trooper].append((hit, lost))
    before = play.world
    _gains(play, rows)  # n4-core.order-sequence.14
    for name, mine in rows.items():
        both = name in before.troopers and play.world.troopers[name].points > before.troopers[name].points
        decides(both and any(lost for _, lost in mine), "n4-core.order-sequence.14")
        _lose(play, name, [(hit, lost) for hit, lost in mine if hit.skill != "medikit" and _tells(hit, lost)])


def _tells(hit: Hit, lost: int) -> bool:
    """Whether a hit costs its target anything."""
    return bool(lost or hit.saving.free_wounds or hit.saving.sure)


def _gains(play: Infinity, rows: Mapping[str, list[tuple[Hit, int]]]) -> None:
    """Patients of a MediKit recover or die; Protheion feeds its owners.

    Rules: c1.medikit.4-5, c1.protheion.1.
    """
    fed: set[str] = set()
    for name, mine in rows.items():
        for hit, lost in mine:
            if hit.skill == "medikit" and lost:
                kill(play, play.world.troopers[name], "c1.medikit.5")
            elif hit.skill == "medikit":
                revive(play, play.world.troopers[name], "c1.medikit.4")
            elif hit.skill == "cc-attack" and _points(hit, lost) and hit.by not in fed:
                fed.add(hit.by)
                _protheion(play, hit.by, play.world.troopers[name])


def _points(hit: Hit, lost: int) -> int:
    """The points that a hit costs, so many of its saves having failed.

    Rules: c1.ammo-n.3, c1.ammo-da.3, c1.ammo-exp.3, c1.ammo-ap.4.
    """
    return lost * hit.saving.loss + hit.saving.free_wounds


def _lose(play: Infinity, name: str, rows: list[tuple[Hit, int]]) -> None:
    """The losses of one target at once.

    Rules: n4-core.saving-roll.7, c1.ammo-para.3, c1.carbonite.6, c1.immobilized-a.1, c1.immobilized-b.1,
    n4.ammo-shock.4-5.
    """
    points = sum(_points(hit, lost) for hit, lost in rows)
    if name in play.world.items:
        if points:  # n4-core.saving-roll.7
            play.emit(ItemRemoved(item=name, because=(Cite("c1.place-deployable.4"),)))
        return
    for hit, _ in rows:
        if hit.saving.state == DEAD:
            kill(play, play.world.troopers[name], "n4-core.saving-roll.4")
        elif hit.saving.state:  # c1.immobilized-a.1, c1.immobilized-b.1, c1.ammo-para.3, c1.carbonite.6
            rule = "c1.carbonite.6" if hit.skill == "carbonite" else "c1.ammo-para.3"
            gain(play, play.world.troopers[name], hit.saving.state, rule)
            if hit.saving.also:
                gain(play, play.world.troopers[name], hit.saving.also, rule)
    if points:
        mortal = next((hit.saving.mortal for hit, _ in rows if hit.saving.mortal), "")
        wound(play, play.world.troopers[name], points, "n4-core.saving-roll.4", mortal)


def _protheion(play: Infinity, by: str, victim: Trooper) -> None:
    """The owner feeds on an enemy with W that its CC Attack wounds.

    Reading adopted: an attack whose Burst is divided is one CC Attack, and gives 1.

    Rules: c1.protheion.1-3.
    """
    owner = play.world.troopers[by]
    if "protheion" not in working(owner) or sheet(victim.sheet).facts.has_structure:
        return
    most = sheet(owner.sheet).facts.wounds + play.edition.data("protheion", Protheion).above
    if not decides(owner.points >= most, "c1.protheion.2"):
        play.emit(PointsGained.of(owner, count=1, because=(Cite("c1.protheion.1"),)))


def wound(play: Infinity, trooper: Trooper, points: int, rule: str, mortal: str = "") -> None:
    """Take points off a trooper, and let the states follow; `mortal` is why it dies instead of falling.

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
    if trooper.points < 0:  # n4-core.saving-roll.7
        kill(play, trooper, "c1.dead.3" if _helpless(trooper) else "c1.dead.2")
    elif trooper.points == 0 and mortal:
        kill(play, trooper, mortal)
    elif trooper.points == 0:  # n4-core.saving-roll.7
        embryo = sheet(trooper.sheet).carries("shasvastii")
        # c1.shasvastii.1, c1.shasvastii-embryo.1, c1.unconscious.2
        state, why = (EMBRYO, "c1.shasvastii.1") if embryo else (UNCONSCIOUS, "c1.unconscious.2")
        because = (Cite("n4-core.saving-roll.7"), Cite(why), Cite("c1.normal.5"))
        play.emit(StateGained.of(trooper, state=state, because=because))  # c1.normal.5
        let_go(play, trooper)
        trooper = play.world.troopers[trooper.id]
        if not trooper.prone and sheet(trooper.sheet).can_be_prone():
            lies = (Cite("c1.unconscious.3"), Cite("c1.prone.3"))
            play.emit(PostureChanged.of(trooper, prone=True, because=lies))


def kill(play: Infinity, trooper: Trooper, rule: str) -> None:
    """A trooper dies and leaves the table. Rules: c1.dead.4."""
    trooper = play.world.troopers[trooper.id]
    if trooper.place is not Place.TABLE:
        return
    play.emit(StateGained.of(trooper, state=DEAD, because=(Cite(rule),)))
    let_go(play, trooper)
    worth = sheet(trooper.sheet).facts.own_half_points
    # c1.dead.4
    play.emit(Removed.of(play.world.troopers[trooper.id], worth=worth, because=(Cite("c1.dead.4"),)))


def gain(play: Infinity, trooper: Trooper, state: str, rule: str) -> None:
    """A trooper enters a state, once."""
    trooper = play.world.troopers[trooper.id]
    if trooper.place is Place.TABLE and not trooper.has(state):
        play.emit(StateGained.of(trooper, state=state, because=(Cite(rule),)))


def revive(play: Infinity, trooper: Trooper, rule: str) -> None:
    """An Unconscious trooper regains a point and stands up; an Embryo is itself again.

    Rules: c1.normal.2, c1.prone.4.
    """
    play.emit(PointsGained.of(trooper, count=1, because=(Cite(rule),)))
    decides(trooper.has(UNCONSCIOUS), "c1.normal.2", "c1.unconscious.8")
    cancel(play, trooper.id, (UNCONSCIOUS, EMBRYO), rule)  # c1.unconscious.8
    if play.world.troopers[trooper.id].prone:
        play.emit(
            PostureChanged.of(play.world.troopers[trooper.id], prone=False, because=(Cite("c1.prone.4"),))
        )
