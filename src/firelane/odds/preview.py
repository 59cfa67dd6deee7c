"""The odds of a skill before it is declared, from what a seat may know: once per foreseeable reaction.

The attempts are those that the resolver would plan (`infinity.planning`, `infinity.resolving`), in the world
of the seat's own view, so that a preview knows no more than the player. By the book nobody measures before he
declares: with `measured=False` there is one answer for each range band of the weapon, the true one unmarked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from firelane.core.rules import Edition
from firelane.core.views import View
from firelane.forces.weapons import WeaponMode
from firelane.infinity.acting import begin
from firelane.infinity.asking import DeclareSecond
from firelane.infinity.editions import declare, edition_of
from firelane.infinity.exchanges import tables_of
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.opposing import Try
from firelane.infinity.planning import Planner
from firelane.infinity.resolving import attempts_of
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import Declaration
from firelane.infinity.space import enemies_engaged_with, is_null, on_table
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.odds.clash import Line, Outcome, clash
from firelane.odds.orders import lines_of, parties_of
from firelane.odds.swift import Swift, swift

MILS = 1000


class Foreseen(Struct, frozen=True):
    """The odds if all who are attacked react in one way.

    `reaction` is `none`, `bs-attack`, `cc-attack`, `dodge` or `reset`; `inches` is the upper limit of the
    band that is supposed, None where the true distance is used. `possible` tells whether the skill can be
    used at all, as far as the seat knows.
    """

    reaction: str
    inches: int | None
    attempts: tuple[Attempt, ...]
    odds: Swift
    lines: tuple[Line, ...]
    possible: bool

    def exact(self, ruleset: str, world: InfinityWorld) -> Outcome:
        """The same in fractions, with all that the swift form leaves out."""
        names = _names(self.attempts, world)
        parties = parties_of(edition_of(ruleset), (world.troopers[name] for name in names))
        return clash(tables_of(ruleset), self.lines, parties)


def preview(
    view: View[Table], name: str, skill: Declaration, *, measured: bool = True
) -> tuple[Foreseen, ...]:
    """What a skill of one's own trooper can bring, for each reaction that can be foreseen.

    For a trooper that reacts there is one answer: what the active troopers do has been declared. So it is in
    the second half of an Order against those who have declared their AROs.
    """
    edition, world = edition_of(view.ruleset), view.table.world
    frame = _frame(view, name, skill)
    tries = Planner(edition, world, frame).tries()
    limits = (None,) if measured else _limits(tries, name)
    found = [_foreseen(view.ruleset, world, frame, tries, "none", name, inches) for inches in limits]
    if world.troopers[name].seat != frame.seat:
        return tuple(found)
    done = _have_reacted(view, frame)
    attacked = {each.target_name: each.case.distance for each in tries if each.attack}
    for kind in _kinds(skill):
        planned: dict[str, tuple[Order, list[Try]]] = {}
        for inches in limits:
            # What is supposed of the distance is supposed of the choice of a weapon too.
            supposed = attacked if inches is None else dict.fromkeys(attacked, inches * MILS)
            answers = _reactions(edition, world, name, kind, supposed, done)
            if not answers:
                continue
            key = repr([done.skills for done in answers.values()])
            if key not in planned:
                answered = replace(frame, acting={**frame.acting, **answers})
                planned[key] = answered, Planner(edition, world, answered).tries()
            if not any(each.case.actor.id in answers for each in planned[key][1]):
                continue  # none of them could do so
            found.append(_foreseen(view.ruleset, world, *planned[key], kind, name, inches))
    return tuple(found)


def _frame(view: View[Table], name: str, skill: Declaration) -> Order:
    """The Order under way with this skill declared in it; a new one if there is none."""
    world = view.table.world
    under_way = next((frame for frame in view.table.frames if isinstance(frame, Order)), None)
    if under_way is not None:
        done = under_way.acting.get(name) or begin(world.troopers[name])
        declared = replace(done, skills=(*done.skills, skill))
        return replace(under_way, acting={**under_way.acting, name: declared}, attempts=(), faces=())
    trooper = world.troopers[name]
    fighting = tuple(each.id for each in on_table(world) if enemies_engaged_with(world, each))
    acting = {name: replace(begin(trooper), skills=(skill,))}
    return Order(step="", seat=trooper.seat, trooper=name, first=skill, was_marker=trooper.marker,
                 engaged=fighting, acting=acting)  # fmt: skip


def _foreseen(
    ruleset: str,
    world: InfinityWorld,
    frame: Order,
    tries: list[Try],
    kind: str,
    name: str,
    inches: int | None,
) -> Foreseen:
    """The odds of an Order as declared, at the true distance or at one that is supposed."""
    edition = edition_of(ruleset)
    possible = any(each.case.actor.id == name for each in tries)
    attempts = attempts_of(edition, frame, tries if inches is None else _at_distance(tries, inches))
    lines = lines_of(edition, world, attempts)
    parties = parties_of(edition, (world.troopers[each] for each in _names(attempts, world)))
    return Foreseen(kind, inches, attempts, swift(tables_of(ruleset), lines, parties), tuple(lines), possible)


def _names(attempts: Sequence[Attempt], world: InfinityWorld) -> list[str]:
    """The troopers that take part, in the order of their attempts."""
    named = (
        each
        for attempt in attempts
        for each in (attempt.actor, attempt.target, *(friend for friend, _ in attempt.strays))
    )
    return [each for each in dict.fromkeys(named) if each in world.troopers]


def _limits(tries: Sequence[Try], name: str) -> Sequence[int | None]:
    """The upper limits of the bands of the trooper's weapon; none where distance does not matter."""
    for each in tries:
        if each.case.actor.id == name and each.case.weapon is not None and each.case.distance is not None:
            return [band.to for band in each.case.weapon.bands] or [None]
    return [None]


def _at_distance(tries: Sequence[Try], inches: int) -> list[Try]:
    return [
        replace(each, case=replace(each.case, distance=inches * MILS))
        if each.case.distance is not None
        else each
        for each in tries
    ]


# Reactions


def _kinds(skill: Declaration) -> tuple[str, ...]:
    """How those who are attacked may answer."""
    if skill.is_comms:
        return ("reset", "bs-attack")
    if skill.is_close_combat:
        return ("cc-attack", "dodge")
    return ("bs-attack", "dodge") if skill.is_ranged or skill.lays_template else ()


def _have_reacted(view: View[Table], frame: Order) -> set[str]:
    """Who has declared an ARO to the first half or let it pass: neither may react to the second one.

    Rules: aro.one-per-order, delay.unused-aro-lost.
    """
    if not any(isinstance(request, DeclareSecond) for request in view.requests):
        return set()
    return {*frame.acting, *frame.had_right} - set(frame.delayed)


def _reactions(
    edition: Edition,
    world: InfinityWorld,
    name: str,
    kind: str,
    attacked: Mapping[str, int | None],
    done: Collection[str],
) -> dict[str, Declared]:
    """What everybody attacked declares: the answer of this kind, where it has one. `done`: who may not any
    longer."""
    found = {}
    for target, distance in attacked.items():
        if target in done:
            continue
        trooper = world.troopers.get(target)
        if trooper is None or trooper.marker or is_null(trooper) or trooper.seat == world.troopers[name].seat:
            continue
        answer = _answer(edition, trooper, name, kind, distance)
        if answer is not None:
            found[target] = replace(begin(trooper), skills=(answer,))
    return found


def _answer(
    edition: Edition, trooper: Trooper, name: str, kind: str, distance: int | None
) -> Declaration | None:
    if kind in ("dodge", "reset"):
        return declare(edition, kind)
    modes = [mode for mode, _ in sheet(trooper.sheet).modes.values() if mode.save is not None]
    if kind == "cc-attack":
        blades = [mode for mode in modes if mode.traits.cc]
        return declare(edition, kind, weapon=_hardest(blades).key, targets={name: 1}) if blades else None
    guns = [(band.mod, mode) for mode in modes if (band := mode.band_at(distance or 0)) is not None]
    if not guns:
        return None
    best = max(mod for mod, _ in guns)
    weapon = _hardest([mode for mod, mode in guns if mod == best])
    return declare(edition, kind, weapon=weapon.key, targets={name: 1})


def _hardest(modes: Sequence[WeaponMode]) -> WeaponMode:
    return max(modes, key=lambda mode: (mode.damage if isinstance(mode.damage, int) else 0, mode.key))
