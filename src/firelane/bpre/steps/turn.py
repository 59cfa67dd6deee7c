"""A phase: activations in turn, until nobody can or wants to."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.able import eligible, eligible_by_card, is_eligible
from firelane.bpre.asking import Activate, Fire, Maneuver, PassPhase, Throw, Work
from firelane.bpre.cards import FIRE_FOR_EFFECT, Card
from firelane.bpre.events import (
    Activated,
    ActivationEnded,
    ChitsSet,
    FragThrown,
    Passed,
    PhaseBegan,
    PhaseEnded,
    TokenMoved,
    Watched,
)
from firelane.bpre.frames import AttackRoll, Firing, Frags, Moving, Phase, PhaseCards, Qrf
from firelane.bpre.goals import (
    ACTIVATION,
    CHARGE,
    DIRECT_FIRE_END,
    FINISHING_END,
    kept,
    succeeded,
    takes,
)
from firelane.bpre.names import DEFENDING, DIRECT_FIRE, FINISHING, MANEUVER, SEATS, other
from firelane.bpre.situation import movement
from firelane.bpre.space import survey, touches
from firelane.bpre.steps.maneuver import discard
from firelane.bpre.steps.qrf import may_come
from firelane.bpre.taskings import Criterion
from firelane.bpre.world import TABLE, RedEarthWorld, on_table, seat_of
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, goto, proceed, push

RedEarth = Play[RedEarthWorld]


def open_phase(play: RedEarth, frame: Phase) -> Next:
    """Grenades go off before anything else in the Finishing Phase. Rules: bpre.turn.1,
    bpre.frag-detonation.1."""
    play.emit(PhaseBegan(phase=frame.phase, because=(Cite("bpre.turn.1"),)))
    return push(Frags()) if frame.phase == FINISHING else proceed()


def set_chits(play: RedEarth, frame: Phase) -> Next:
    """A goal that the grenades have met counts at once. Rules: bpre.finishing.1-2, bpre.tasking.4."""
    if frame.phase == FINISHING:
        met = succeeded(play.edition, play.world, ACTIVATION)
        if met:
            return _end(met)
        play.emit(ChitsSet(because=(Cite("bpre.finishing.2"),)))
    return proceed()


def before_activations(play: RedEarth, frame: Phase) -> Next:
    """Cards that are played before any unit is activated."""
    return push(PhaseCards(phase=frame.phase, seats=(frame.seat, other(frame.seat))))


def after_cards(play: RedEarth, frame: Phase) -> Next:
    """A card may have brought the Operation to its end. Rules: bpre.special.timeline.3."""
    return done(play.returned) if play.returned else proceed()


def bring_qrf(play: RedEarth, frame: Phase) -> Next:
    """Before any action of the Direct Fire Phase. Rules: bpre.qrf.6-7."""
    if frame.phase != DIRECT_FIRE or not may_come(play):
        return goto("whose_go")
    return push(Qrf(seat=seat_of(play.world, DEFENDING)))


def after_qrf(play: RedEarth, frame: Phase) -> Next:
    """A side without a unit is wiped out when its force can come no more.

    Rules: bpre.tasking.4, bpre.tasking.disparate-vertigo.10.
    """
    if on_table(play.world, seat_of(play.world, DEFENDING)):
        return proceed()
    met = succeeded(play.edition, play.world, ACTIVATION)
    return _end(met) if met else proceed()


def whose_go(play: RedEarth, frame: Phase) -> Next:
    """The next who can and wants to; nobody: the phase is over.

    A player who could activate a unit only by a card is asked as long as he may have it by what everybody
    knows. Rules: bpre.turn.3-8, bpre.order-of-battle.1-4, bpre.direct-fire.1, bpre.maneuver.1,
    bpre.finishing.6, bpre.finishing.base-contact.3-4, bpre.finishing.base-contact.8.
    """
    for seat in (frame.seat, other(frame.seat)):
        if play.world.sides[seat].passed:  # bpre.turn.8
            continue
        able = eligible(play.world, seat, frame.phase)
        if seat not in frame.waived:
            able += eligible_by_card(play.world, seat, frame.phase, able)
        if able:
            rules = ("bpre.turn.3", "bpre.turn.8")
            request = Activate(seat=seat, phase=frame.phase, actors=able, rules=rules)
            return ask(request, then="take_go", frame=replace(frame, seat=seat))
    return goto("close_phase")


def take_go(play: RedEarth, frame: Phase) -> Next:
    """A unit is activated, or the player passes. Rules: bpre.turn.8, bpre.direct-fire.4, bpre.maneuver.3."""
    ((request, given),) = play.answers_by_request()
    if isinstance(given, PassPhase):
        # Who can be activated without a card was named before those who cannot.
        if is_eligible(play.world, play.world.units[request.actors[0]], frame.phase):
            play.emit(Passed(seat=frame.seat, because=(Cite("bpre.turn.8"),)))
        else:  # there was nobody to decline to activate
            frame = replace(frame, waived=(*frame.waived, frame.seat))
        return goto("whose_go", replace(frame, seat=other(frame.seat)))
    assert isinstance(given, Fire | Throw | Work | Maneuver)
    again = frame.phase == MANEUVER and play.world.units[given.unit].reacted
    why = "bpre.skill.initiative.1" if again else "bpre.turn.3"
    play.emit(Activated(unit=given.unit, seat=frame.seat, because=(Cite(why),)))
    frame = replace(frame, unit=given.unit)
    if isinstance(given, Throw):
        play.emit(FragThrown(unit=given.unit, seat=frame.seat, x=given.x, y=given.y,
                             because=(Cite("bpre.direct-fire.10"), Cite("bpre.skill.frag.1"))))  # fmt: skip
    if isinstance(given, Work) and given.what == CHARGE:
        set_by = (*play.world.watch.get(CHARGE, ()), given.unit)
        because = (Cite("bpre.direct-fire.11"), Cite("bpre.tasking.quivering-briar.4"))
        play.emit(Watched(watch={**play.world.watch, CHARGE: set_by}, because=because))
    if isinstance(given, Maneuver):
        discard(play, frame.seat, given.cards)
        left = movement(play.edition, play.world, play.world.units[given.unit], given.cards).total
        moving = Moving(unit=given.unit, left=left, plan=given.acts, cards=given.cards)
        return push(moving, then="after_go", frame=frame)
    if not isinstance(given, Fire):
        return push(Firing(unit=given.unit, targets=()), then="after_go", frame=frame)
    several = FIRE_FOR_EFFECT in given.cards
    firing = Firing(
        unit=given.unit,
        targets=(given.target, *(given.spread if several else ())),
        cards=given.cards,
        at=given.at,
        spread=() if several else given.spread,
    )
    return push(firing, then="after_go", frame=frame)


def after_go(play: RedEarth, frame: Phase) -> Next:
    """Play stops as soon as somebody has won. Rules: bpre.turn.6, bpre.tasking.4,
    bpre.tasking.disparate-vertigo.5."""
    _take_tokens(play, frame.unit)
    met = succeeded(play.edition, play.world, ACTIVATION)
    return _end(met) if met else goto("whose_go", replace(frame, seat=other(frame.seat), unit=""))


def _take_tokens(play: RedEarth, name: str) -> None:
    """Rules: bpre.tasking.disparate-vertigo.5-6."""
    unit = play.world.units[name]
    for token in takes(play.edition, play.world, unit):
        taken = TokenMoved(token=token.id, x=unit.x, y=unit.y, holder=unit.id,
                           because=(Cite("bpre.tasking.disparate-vertigo.5"),))  # fmt: skip
        if (token.x, token.y, token.holder) != (unit.x, unit.y, unit.id):
            play.emit(taken)


def _end(met: list[Criterion]) -> Next:
    return done({"met": tuple(c.force for c in met), "statements": tuple(c.statement for c in met)})


def close_phase(play: RedEarth, frame: Phase) -> Next:
    """What was in force for the phase is over; some goals are judged.

    Rules: bpre.tasking.4, bpre.special.violence-of-action.2, bpre.special.go-pills.2,
    bpre.special.give-peace-a-chance.2, bpre.tasking.oasis-hemlock.4, bpre.tasking.antler-vine.6.
    """
    moment = {DIRECT_FIRE: DIRECT_FIRE_END, FINISHING: FINISHING_END}.get(frame.phase, "")
    met = succeeded(play.edition, play.world, moment)
    effects = {} if frame.phase == FINISHING else {seat: _lasting(play, seat) for seat in SEATS}
    watch = {} if frame.phase == FINISHING else {**play.world.watch, **kept(play.edition, play.world, moment)}
    play.emit(PhaseEnded(phase=frame.phase, effects=effects, watch=watch))
    return _end(met) if met else done()


def _lasting(play: RedEarth, seat: str) -> tuple[str, ...]:
    effects = play.world.sides[seat].effects
    return tuple(card for card in effects if play.edition.data(card, Card).until == "turn")


phase = Procedure(
    Phase,
    open_phase,
    set_chits,
    before_activations,
    after_cards,
    bring_qrf,
    after_qrf,
    whose_go,
    take_go,
    after_go,
    close_phase,
)


# A unit that stays where it is


def fire(play: RedEarth, frame: Firing) -> Next:
    """It rolls to attack. Rules: bpre.direct-fire.4, bpre.finishing.4, bpre.finishing.base-contact.1,
    bpre.finishing.base-contact.7, bpre.intervention.fire-for-effect.1."""
    world = play.world
    unit = world.units[frame.unit]
    if not frame.targets or unit.place != TABLE or unit.staggered:
        return goto("end_firing", frame)
    target, *others = frame.targets
    left = replace(frame, targets=tuple(others), cards=())
    if target not in survey(world).in_sight(frame.unit):  # what came before may have removed it
        return goto("fire", left)
    line = survey(world).line(frame.unit, target)
    contact = frame.contact or touches(unit, world.units[target])
    shot = AttackRoll(attacker=frame.unit, target=target, occasion=world.phase, line=line, cards=frame.cards,
                      at=frame.at, spread=frame.spread)  # fmt: skip
    return push(shot, then="fire", frame=replace(left, contact=contact))


def end_firing(play: RedEarth, frame: Firing) -> Next:
    """An ACT chit is put down, or in the Finishing Phase taken off, unless the attack was in base contact.

    Rules: bpre.direct-fire.7, bpre.finishing.5, bpre.finishing.base-contact.2,
    bpre.finishing.base-contact.6.
    """
    unit = play.world.units[frame.unit]
    change, why = 1, "bpre.direct-fire.7"
    if play.world.phase == FINISHING:
        change, why = (0, "bpre.finishing.base-contact.2") if frame.contact else (-1, "bpre.finishing.5")
    chits = max(0, unit.chits + change) if unit.place == TABLE else 0
    play.emit(ActivationEnded(unit=unit.id, chits=chits, because=(Cite(why),)))
    return done()


firing = Procedure(Firing, fire, end_firing)
