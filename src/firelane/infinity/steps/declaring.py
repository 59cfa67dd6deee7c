"""The first half of an Order: activation, and skills and AROs declared half by half (steps 1 to 5)."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.core.because import Cite
from firelane.core.fired import decides, is_counting
from firelane.core.procedure import Next, Play, ask, goto, proceed, push
from firelane.infinity.acting import act, begin
from firelane.infinity.asking import (
    Aros,
    DeclareAros,
    DeclareSecond,
    OrderType,
    Second,
)
from firelane.infinity.editions import declare
from firelane.infinity.events import (
    AroDeclared,
    OrderSpent,
    SkillDeclared,
    public_name,
)
from firelane.infinity.frames import Declared, Landing, Order
from firelane.infinity.mines import trigger_mines
from firelane.infinity.names import other
from firelane.infinity.reacting import Rights, active_names, lays_template, reveals_itself, rights
from firelane.infinity.roster import roster
from firelane.infinity.servants import servants_of
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import Declaration, Entry, TemplateUse
from firelane.infinity.skilltable import SkillKind, by_rule, is_entire, kind_of
from firelane.infinity.space import (
    Survey,
    on_table,
)
from firelane.infinity.templates import affected, laid_from, shape_of, spread
from firelane.infinity.world import InfinityWorld, Place, Trooper

Infinity = Play[InfinityWorld]


SPENT_BY = {OrderType.REGULAR: "orders.spent", OrderType.LIEUTENANT: "lieutenant.order"}
"""The statements by which Orders are spent on a trooper that has none of its own."""


def activation(play: Infinity, frame: Order) -> Next:
    """Step 1: the active player names the trooper and removes the Order spent on it.

    Rules: order-sequence.activation, orders.spent, orders.any-sequence.
    """
    trooper = play.world.troopers[frame.trooper]
    side = play.world.sides[frame.seat]
    because = (Cite("order-sequence.activation"), Cite(SPENT_BY.get(frame.order, "orders.off-table")))
    decides(side.pool and side.lieutenant_order, "orders.any-sequence")
    play.emit(OrderSpent.of(trooper, order=str(frame.order), because=because))  # order-sequence.activation
    engaged = roster(play.world).engaged
    fighting = tuple([t.id for t in on_table(play.world) if t.id in engaged]) if engaged else ()
    if is_counting():
        decides(fighting, "engaged.by-contact")
        decides(len(servants_of(play.world, frame.trooper)) > 1, "servant.one-acts")
    return proceed(replace(frame, was_marker=trooper.marker, engaged=fighting))


def first_skill(play: Infinity, frame: Order) -> Next:
    """Step 2: the Entire Order Skill or the first half; a movement in it is made to its end at once.

    Rules: order-sequence.first-skill, move.first, move.aros-after-first, combat-jump.declared,
    combat-jump.rolled, parachutist.declared.
    """
    if isinstance(frame.first, Entry):
        landing = Landing(trooper=frame.trooper, to=frame.first.to, facing=frame.first.facing,
                          rolls=frame.first.rolls)  # fmt: skip
        return push(landing, then="landed")
    acting = _perform(play, frame, frame.trooper, frame.first, 1)
    if frame.servant:
        skill = frame.servant_first or declare(play.edition, "idle")  # servant.idle-if-unable
        acting = _perform(play, replace(frame, acting=acting), frame.servant, skill, 1)
    return goto("first_aros", trigger_mines(play, _noted(play, replace(frame, acting=acting))))


def landed(play: Infinity, frame: Order) -> Next:
    """The trooper has come to the table; the reactive player may answer.

    Rules: combat-jump.arrival-gives-aros, parachutist.arrival-gives-aros.
    """
    along = frame.servant_first
    if isinstance(along, Entry) and play.world.troopers[frame.servant].place is Place.AIR:
        return push(
            Landing(trooper=frame.servant, to=along.to, facing=along.facing, rolls=along.rolls),
            then="landed",
        )
    acting = _perform(play, frame, frame.trooper, frame.first, 1)
    if along is not None:
        acting = _perform(play, replace(frame, acting=acting), frame.servant, along, 1)
    return proceed(trigger_mines(play, replace(frame, acting=acting)))


def _noted(play: Infinity, frame: Order) -> Order:
    """The frame with what the declarations have brought to light: a marker turned over, a template laid."""
    shown = bool(frame.was_marker) and not play.world.troopers[frame.trooper].marker
    return replace(frame, revealed=shown, under_template=_under_templates(play, frame))


def _under_templates(play: Infinity, frame: Order) -> tuple[str, ...]:
    """The reactive troopers that a template laid by the active ones affects.

    Rules: aro.by-template-or-hacking, template.dodge-without-lof, template-weapon.dodged-without-lof,
    dodge.allowed.
    """
    if not lays_template(frame):
        return ()
    survey = Survey(play.world, frame.acting)
    found: set[str] = set()
    for name in active_names(frame):
        doing = frame.acting[name]
        for skill in doing.skills:
            if not isinstance(skill, TemplateUse):  # dodge.allowed, template.dodge-without-lof
                continue
            user = survey.at(name, laid_from(doing, skill))
            shape = shape_of(play.edition, sheet(play.world.troopers[name].sheet).modes[skill.weapon][0])
            for direction in skill.directions:
                touched = affected(survey, shape, user, direction)
                found |= {t.id for t in spread(play.world, frame.engaged, touched) if t.seat != frame.seat}
    return tuple(sorted(found))


def _perform(play: Infinity, frame: Order, name: str, skill: Declaration, half: int) -> dict[str, Declared]:
    """Declare a half and carry out what happens at once."""
    trooper = play.world.troopers[name]
    targets = _told(play.world, skill)
    because = (
        by_rule(play.edition, skill),
        Cite("order-sequence.first-skill" if half == 1 else "order-sequence.second-skill"),
    )
    play.emit(SkillDeclared.of(trooper, skill=skill.entry, half=half, targets=targets, because=because))
    if is_counting():
        _declared_by(play, frame, trooper, skill, half)
    done = frame.acting.get(name) or begin(trooper)
    return {**frame.acting, name: act(play, frame, done, skill)}


def _declared_by(play: Infinity, frame: Order, trooper: Trooper, skill: Declaration, half: int) -> None:
    """The statements by which a half can be declared."""
    decides(trooper.marker, "camouflaged.may-move-and-attack")
    if trooper.id == frame.servant:
        decides(not skill.is_idle, "servant.same-skill")
        decides(skill.is_idle, "servant.idle-if-unable")
    if half == 2:
        kinds = {kind_of(play.edition, sheet(trooper.sheet), s) for s in (frame.first, skill)}
        decides(kinds == {SkillKind.SHORT_MOVEMENT}, "order-structure.two-movement-skills")
        decides(skill.is_idle, "order-structure.unused-half-is-idle")
        jumps = "jump" in (frame.first.key, skill.key)
        decides(jumps and SkillKind.SHORT in kinds, "super-jump.with-short-skill")


def _told(world: InfinityWorld, skill: Declaration) -> tuple[str, ...]:
    """The targets of a skill by the names that everybody knows them by.

    Rules: information.markers-are-private.
    """
    return tuple(
        public_name(world.troopers[name]) if name in world.troopers else name for name in skill.aimed_at
    )


def first_aros(play: Infinity, frame: Order) -> Next:
    """Step 3: who may react is checked, and all declare together.

    Rules: order-sequence.first-aros, aro.by-lof, aro.by-zone-of-control, aro.by-skill,
    aro.by-template-or-hacking, aro.one-per-order, aro.one-target, aro.many-may-react,
    aro.no-reaction-to-aros, aro.allowed-skills, aro.burst, aro.any-point-of-route, aro.delayed,
    aro.optional.
    """
    return _ask_aros(play, frame, 1)


def _ask_aros(play: Infinity, frame: Order, half: int) -> Next:
    """Ask the reactive player, if anything of his could react as far as everybody sees."""
    # aro.one-per-order, order-sequence.unused-aro-lost, order-sequence.second-aros, delay.unused-aro-lost
    had_theirs = [n for n in frame.had_right if n not in frame.delayed] if half == 2 else []
    decides(had_theirs, "order-sequence.unused-aro-lost", "aro.one-per-order", "delay.unused-aro-lost")
    found = rights(play.world, frame, had_theirs)
    if not found:
        return goto("second_skill" if half == 1 else "resolution")
    had = frame.had_right if half == 2 else tuple(found)
    found = {n: why for n, why in found.items() if n in play.world.troopers}
    to = tuple(public_name(play.world.troopers[name]) for name in active_names(frame))
    if is_counting():
        _may_react_by(play.world, frame, found, half)
    request = DeclareAros(
        seat=other(frame.seat), actors=tuple(found), to=to, half=half, rights=found,
        rules=_grounds(frame, found, half),
    )  # fmt: skip
    return ask(request, frame=replace(frame, had_right=had))


def _may_react_by(world: InfinityWorld, frame: Order, found: Rights, half: int) -> None:
    """The statements behind who may react, besides their grounds."""
    decides(len(found) > 1, "aro.many-may-react")
    decides(frame.first.key == "move" and half == 1, "move.aros-after-first")
    decides(frame.first.is_idle and half == 1, "idle.activates")
    for name, why in found.items():
        decides("zoc" in why and "lof" not in why, "zone-of-control.reacts-outside-lof")
        decides(world.troopers[name].controller in found, "servant.own-aro")


GROUNDS = {
    "lof": ("aro.by-lof", "lof.between-volumes"),
    "zoc": ("aro.by-zone-of-control", "zone-of-control.reach", "zone-of-control.along-the-route"),
    "template": (
        "aro.by-template-or-hacking",
        "template.dodge-without-lof",
        "template-weapon.dodged-without-lof",
    ),
    "comms": ("aro.by-template-or-hacking",),
}
"""The statements behind each ground for an ARO."""


def _grounds(frame: Order, found: Rights, half: int) -> tuple[str, ...]:
    """The statements by which these troopers may react."""
    grounds = dict.fromkeys(ground for why in found.values() for ground in why)
    rules = [rule for ground in grounds for rule in GROUNDS[ground]]
    rules.append("order-sequence.first-aros" if half == 1 else "order-sequence.second-aros")
    if isinstance(frame.first, Entry) and "lof" in grounds:
        rules.append(frame.first.arrival)
    if frame.delayed:
        rules.append("delay.reacts-to-reveal")
    return tuple(dict.fromkeys(rules))


def take_first_aros(play: Infinity, frame: Order) -> Next:
    """The AROs to the first half. Rules: order-sequence.unused-aro-lost, all-at-once.aros-stand-alone."""
    return proceed(trigger_mines(play, _take_aros(play, frame, 1)))


def _take_aros(play: Infinity, frame: Order, half: int) -> Order:
    """Write down what was declared; movement of reactions comes later, with the effects.

    All are declared at once, so that nobody need say who declares first.

    Rules: order-sequence.active-player-first.
    """
    given = play.answer(Aros).by  # aro.many-may-react
    acting = dict(frame.acting)
    delayed = []
    (request,) = play.asked
    decides(set(request.actors) - set(given), "aro.optional")
    decides(len(given) > 1, "all-at-once.aros-stand-alone")
    decides(given, "game-round.active-and-reactive")
    for name in sorted(given):  # order-sequence.active-player-first, all-at-once.aros-stand-alone
        skill = given[name]
        trooper = play.world.troopers[name]
        event = AroDeclared.of(trooper, skill=skill.entry, half=half, targets=_told(play.world, skill),
                               because=(by_rule(play.edition, skill),))  # fmt: skip
        if skill.is_delay:  # aro.delayed
            delayed.append(name)
            decides(True, "aro.delayed")
            play.emit(event)
            continue
        play.emit(event)
        acting[name] = act(play, frame, begin(trooper), skill, reacting=True)
    return replace(frame, acting=acting, delayed=tuple(delayed))


def second_skill(play: Infinity, frame: Order) -> Next:
    """Step 4: the second half. A trooper that is no longer there declares nothing.

    Rules: order-sequence.second-skill, order-structure.combinations, order-structure.two-movement-skills,
    order-structure.not-two-short-skills, order-structure.entire-stands-alone,
    order-structure.unused-half-is-idle, jump.declared, jump.not-with-move, jump.leftover-lost.
    """
    trooper = play.world.troopers[frame.trooper]
    # jump.leftover-lost, order-structure.entire-stands-alone
    entire = is_entire(play.edition, sheet(trooper.sheet), frame.first)
    if entire or trooper.place is not Place.TABLE:  # jump.leftover-lost, order-structure.entire-stands-alone
        return goto("resolution")
    first = frame.first.entry
    rules = ("order-structure.combinations",)
    return ask(DeclareSecond(seat=frame.seat, actors=active_names(frame), first=first, rules=rules))


def take_second(play: Infinity, frame: Order) -> Next:
    """The second half is declared, and a movement in it made. Rules: move.second."""
    given = play.answer(Second)
    frame = replace(frame, second=given.skill, servant_second=given.servant_skill)
    acting = _perform(play, frame, frame.trooper, given.skill, 2)
    if frame.servant:
        skill = given.servant_skill or declare(play.edition, "idle")
        acting = _perform(play, replace(frame, acting=acting), frame.servant, skill, 2)
    return proceed(trigger_mines(play, _noted(play, replace(frame, acting=acting))))


def second_aros(play: Infinity, frame: Order) -> Next:
    """Step 5: only those without a right in step 3, and those who delayed, if it reveals itself.

    Rules: order-sequence.second-aros, aro.delayed, delay.reacts-to-reveal, delay.lost-without-reveal.
    """
    if decides(frame.delayed and not reveals_itself(frame), "delay.lost-without-reveal"):
        frame = replace(frame, delayed=())
    return _ask_aros(play, frame, 2)


def take_second_aros(play: Infinity, frame: Order) -> Next:
    """The AROs to the second half. Mines answer to AROs too: mines.triggered."""
    return proceed(trigger_mines(play, _take_aros(play, frame, 2)))
