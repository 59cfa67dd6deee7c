"""A match-up by names: troopers of an edition, what each does, and the odds of all of it together.

The numbers are made by the engine (`infinity.situation`, `infinity.resolving`) from a small world that holds
the troopers and nothing else; nobody stands anywhere, so distance, cover and sight are told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from firelane.core.because import Number
from firelane.core.rules import Edition
from firelane.forces.weapons import TemplateUse, WeaponMode
from firelane.infinity.attacks import ammunition_of
from firelane.infinity.bursts import allowed_dice
from firelane.infinity.editions import declare
from firelane.infinity.exchanges import entries_of
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.hooks import Mod
from firelane.infinity.names import DEFENSIVE_HACKING
from firelane.infinity.opposing import Try, opposed
from firelane.infinity.programs import Program, may_hit
from firelane.infinity.resolving import attempts_of
from firelane.infinity.saves import Saving
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation
from firelane.infinity.skilltable import SkillFigures
from firelane.infinity.world import InfinityWorld, Place, Trooper
from firelane.odds.clash import Line, Outcome, clash
from firelane.odds.exchange import known_tables
from firelane.odds.orders import lines_of, parties_of
from firelane.problem import Problem

ACTIVE = "active"
ATTACKS = ("bs-attack", "cc-attack")


class Fighter(Struct, frozen=True, kw_only=True):
    """One trooper and what it does. `sheet` is a sheet's name (`c1:fusiliers/combi-rifle`).

    `action` is `bs-attack`, `cc-attack`, `dodge`, `reset`, `idle` or the name of a program; `weapon` the key
    of a mode. `cover`: whether the trooper itself is in Partial Cover. `dice`: its Burst, where it is not the
    usual one. `takes`: how many dice of the active trooper are directed at it.
    """

    sheet: str
    action: str = "bs-attack"
    weapon: str = ""
    ammunition: int = 0
    cover: bool = False
    mod: int = 0
    dice: int | None = None
    takes: int | None = None
    states: tuple[str, ...] = ()
    points: int | None = None
    unseen: bool = False
    """Whether its Dodge is against something that it does not see."""
    surprise: bool = False


class Duel(Struct, frozen=True, kw_only=True):
    """An active trooper against those who react. `distance` in mils."""

    ruleset: str
    active: Fighter
    reactive: tuple[Fighter, ...]
    distance: int | None = None


class Answer(Struct, frozen=True):
    """The attempts with their itemised numbers, and the exact outcome."""

    troopers: Mapping[str, Trooper]
    attempts: tuple[Attempt, ...]
    lines: tuple[Line, ...]
    outcome: Outcome

    def saves(self, place: int) -> tuple[Saving, ...]:
        """The saves that one hit of an attempt makes."""
        return self.lines[place].hit


def odds_of(duel: Duel) -> Answer:
    """The odds of a match-up."""
    tables = known_tables(duel.ruleset)
    edition = entries_of(duel.ruleset)
    world = _world(duel)
    tries = _tries(edition, duel, world)
    unseen = {name for name, fighter in _fighters(duel) if fighter.unseen}
    row = opposed(tries, lambda *_: True, lambda dodge, _: dodge.case.actor.id not in unseen)
    attempts = attempts_of(edition, _frame(edition, duel), row)
    lines = [_softened(edition, line, attempts, place)
             for place, line in enumerate(lines_of(edition, world, attempts))]  # fmt: skip
    outcome = clash(tables, lines, parties_of(edition, world.troopers.values(), attempts))
    return Answer(world.troopers, attempts, tuple(lines), outcome)


def _softened(edition: Edition, line: Line, attempts: Sequence[Attempt], place: int) -> Line:
    """Where an edition has it: a loser in close combat whose own roll succeeded saves better.

    Rules: defence-bonus.single-combat, defence-bonus.multiple-combat.
    """
    mine = attempts[place]
    both = [mine, *(attempts[rival] for rival in mine.opposed_by)]
    if "defence-bonus" not in edition or len(both) < 2 or any(each.skill != "cc-attack" for each in both):
        return line
    bonus, rule = edition.data("defence-bonus", Mod).mod, edition["defence-bonus"].statement(9)
    softer = tuple(
        structs.replace(saving, number=saving.number.less(bonus, rule=rule)) for saving in line.hit
    )
    return structs.replace(line, answered=softer)


def _fighters(duel: Duel) -> list[tuple[str, Fighter]]:
    return [(ACTIVE, duel.active), *((f"reactive-{n}", f) for n, f in enumerate(duel.reactive, start=1))]


def _world(duel: Duel) -> InfinityWorld:
    troopers = {}
    for name, fighter in _fighters(duel):
        facts = sheet(fighter.sheet).facts
        troopers[name] = Trooper(
            id=name,
            seat="blue" if name == ACTIVE else "red",
            sheet=fighter.sheet,
            place=Place.TABLE,
            points=facts.wounds if fighter.points is None else fighter.points,
            states=fighter.states,
        )
    return InfinityWorld(field="", mission="", points=0, troopers=troopers)


def _frame(edition: Edition, duel: Duel) -> Order:
    """An Order of the active trooper, for what depends on how it was declared."""
    weapon = duel.active.weapon
    key = "cc-attack" if duel.active.action == "cc-attack" else "bs-attack"
    skill = declare(edition, key, weapon=weapon, targets={})
    acting = {ACTIVE: Declared(trooper=ACTIVE, skills=(skill,), track=())}
    return Order(
        step="",
        seat="blue",
        trooper=ACTIVE,
        first=skill,
        was_marker=int(duel.active.surprise),
        acting=acting,
    )


def _tries(edition: Edition, duel: Duel, world: InfinityWorld) -> list[Try]:
    """What everybody attempts, the active trooper first."""
    found: list[Try] = []
    active, rivals = world.troopers[ACTIVE], [name for name, _ in _fighters(duel)[1:]]
    if duel.active.action in ("dodge", "reset"):
        found.append(_evasion(duel.active, active, active=True))
    elif duel.active.action != "idle":
        met = [(name, fighter) for name, fighter in zip(rivals, duel.reactive, strict=True)
               if fighter.action != DEFENSIVE_HACKING]  # fmt: skip
        aims = [_attack(edition, duel, duel.active, active, world.troopers[name], cover=fighter.cover,
                        active=True)
                for name, fighter in met]  # fmt: skip
        shares = _shares(edition, duel.active, aims, [fighter for _, fighter in met])
        found += [structs.replace(aim, dice=dice) for aim, dice in zip(aims, shares, strict=True) if dice]
    for name, fighter in zip(rivals, duel.reactive, strict=True):
        trooper = world.troopers[name]
        known = fighter.action != "idle" and fighter.action in edition
        if known and not edition.data(fighter.action, SkillFigures).aro:
            raise Problem("odds.no-aro", action=fighter.action)
        if fighter.action in ("dodge", "reset"):
            found.append(_evasion(fighter, trooper, active=False))
        elif fighter.action != "idle":
            shot = _attack(edition, duel, fighter, trooper, active, cover=duel.active.cover, active=False)
            found.append(structs.replace(shot, dice=_burst(edition, fighter, shot)))
    return found


def _evasion(fighter: Fighter, trooper: Trooper, *, active: bool) -> Try:
    case = Situation(trooper, fighter.action, active=active, by_hand=fighter.mod)
    return Try(case, 1 if fighter.dice is None else fighter.dice, (0, 0, 0))


def _attack(
    edition: Edition,
    duel: Duel,
    fighter: Fighter,
    actor: Trooper,
    target: Trooper,
    *,
    cover: bool,
    active: bool,
) -> Try:
    """An attack before its dice are known."""
    at = (0, 0, 0)
    if fighter.action not in ATTACKS:
        program = edition.data(f"program.{fighter.action}", Program)
        if not may_hit(program, target):
            raise Problem(
                "odds.not-hackable", name=sheet(target.sheet).facts.unit_name, program=fighter.action
            )
        mods = (program.attack, program.opponent)
        case = Situation(actor, fighter.action, target=target, active=active, by_hand=fighter.mod,
                         program_mods=mods)  # fmt: skip
        return Try(case, 0, at, target.id, program=program)
    mode, carried = sheet(actor.sheet).modes[fighter.weapon]
    laid = fighter.action == "bs-attack" and is_direct(mode)
    close = fighter.action == "cc-attack"
    case = Situation(
        actor,
        fighter.action,
        target=target,
        weapon=mode,
        carried_weapon=carried,
        distance=None if laid or close else duel.distance,
        cover=cover and not close and not laid,
        active=active,
        template=laid,
        by_hand=fighter.mod,
    )
    codes = ammunition_of(actor, mode, carried, fighter.action, fighter.ammunition)
    return Try(case, 0, at, target.id, codes, automatic=laid)


def is_direct(mode: WeaponMode) -> bool:
    """Whether an attack with this mode lays a template and rolls nothing."""
    return mode.traits.template_use is TemplateUse.DIRECT


def _burst(edition: Edition, fighter: Fighter, attack: Try) -> int:
    """The dice of an attack: as given, or the most that may be declared."""
    if fighter.dice is not None:
        return fighter.dice
    if attack.program is not None:
        active = attack.case.active
        return attack.program.burst_active if active else attack.program.burst_aro
    if attack.automatic:
        return 1
    return allowed_dice(edition, attack.case)[-1]


def _shares(edition: Edition, active: Fighter, aims: Sequence[Try], reactive: Sequence[Fighter]) -> list[int]:
    """How the active trooper's dice are divided: as told, the rest evenly, the first named first."""
    if not aims:
        return []
    whole = _burst(edition, active, aims[0])
    if aims[0].automatic:
        return [1 if fighter.takes is None else fighter.takes for fighter in reactive]
    told = sum(fighter.takes or 0 for fighter in reactive)
    if told > whole:
        raise Problem("odds.too-many-dice", told=told, whole=whole)
    open_ = [place for place, fighter in enumerate(reactive) if fighter.takes is None]
    each, more = divmod(whole - told, len(open_)) if open_ else (0, 0)
    return [
        fighter.takes if fighter.takes is not None else each + int(open_.index(place) < more)
        for place, fighter in enumerate(reactive)
    ]


def number_of(attempt: Attempt, rival: int | None = None) -> Number:
    """The number of an attempt, against one of its opponents."""
    return attempt.value if rival is None else attempt.against[attempt.opposed_by.index(rival)]
