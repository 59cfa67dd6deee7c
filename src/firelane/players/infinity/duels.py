"""What an attack and its answer do to one another, by the numbers of the engine and the exact odds.

Success Values, Bursts, damage and saves come from `situation` and `resolving`, which resolve; chances from
`odds`. What was worked out once is kept by what it depends on: the sheets, the states, the band.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from firelane.caches import SharedCache
from firelane.core.because import Number
from firelane.core.rules import Edition
from firelane.forces.weapons import WeaponMode
from firelane.infinity.attacks import ammunition_of
from firelane.infinity.dice import RollFigures, faces
from firelane.infinity.frames import Attempt
from firelane.infinity.programs import Program
from firelane.infinity.resolving import saving_for
from firelane.infinity.saves import Ammunition
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst, damage, success_value
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.odds.exchange import Attack, HitsSave
from firelane.odds.fast import quick
from firelane.players.infinity.worth import loss

STATE = 0.4
"""How much of its worth a trooper loses with a state that holds it."""
D20 = 20


class Strike(NamedTuple):
    """One attack or Dodge as the odds want it. `held`: the chance that a failed hit brings a state."""

    value: int
    dice: int = 1
    number: int = 0
    ammo: str = "N"
    dodge: bool = False
    held: float = 0.0
    template: bool = False


NOTHING = Strike(0, 0)


class Outcome(NamedTuple):
    """The part of its worth that each side is expected to lose, and its chance to be taken out."""

    given: float
    taken: float
    kills: float
    dies: float


Key = tuple[object, ...]
MOST_STRIKES = 32_768
"""A long game has some thousands."""
_strikes: SharedCache[Key, Strike] = SharedCache(MOST_STRIKES)


def identity(trooper: Trooper) -> Key:
    """What numbers can depend on of a trooper."""
    return trooper.sheet, trooper.states, bool(trooper.marker), trooper.token_sheet


def shot(
    edition: Edition,
    world: InfinityWorld,
    actor: Trooper,
    mode: WeaponMode,
    target: Trooper,
    distance: int,
    cover: bool,
    active: bool,
    opposed: bool = True,
    surprised: bool = False,
    choice: int = 0,
    friends: int = 0,
) -> Strike:
    """A BS Attack from a distance; `surprised`: the actor answers a Surprise Attack."""
    band = mode.band_at(distance)
    template = mode.traits.template is not None and not mode.bands
    if band is None and not template:
        return NOTHING
    key = (edition.name, identity(actor), identity(target), mode.key, band, cover, active, opposed, surprised,
           choice, friends)  # fmt: skip
    found = _strikes.get(key)
    if found is None:
        carried = sheet(actor.sheet).modes[mode.key][1]
        case = Situation(
            actor,
            "bs-attack",
            target=target,
            weapon=mode,
            carried_weapon=carried,
            distance=distance if band is not None else None,
            cover=cover and not template,
            active=active,
            opposed=opposed,
            surprised=surprised,
            template=template,
            friends_in_combat=friends,
            against=Situation(target, "bs-attack", target=actor, active=not active) if opposed else None,
        )
        codes = ammunition_of(actor, mode, carried, "bs-attack", choice)
        found = _strikes.keep(key, _strike(edition, world, case, codes, template))
    return found


def blow(
    edition: Edition,
    world: InfinityWorld,
    actor: Trooper,
    mode: WeaponMode,
    target: Trooper,
    active: bool,
    allies: int,
    surprised: bool = False,
) -> Strike:
    """A CC Attack, met by another."""
    key = (edition.name, identity(actor), identity(target), mode.key, active, allies, surprised, "cc")
    found = _strikes.get(key)
    if found is None:
        carried = sheet(actor.sheet).modes[mode.key][1]
        case = Situation(
            actor,
            "cc-attack",
            target=target,
            weapon=mode,
            carried_weapon=carried,
            active=active,
            opposed=True,
            allies_in_contact=allies,
            surprised=surprised,
            against=Situation(target, "cc-attack", target=actor, active=not active),
        )
        codes = ammunition_of(actor, mode, carried, "cc-attack")
        found = _strikes.keep(key, _strike(edition, world, case, codes, template=False))
    return found


def _strike(
    edition: Edition, world: InfinityWorld, case: Situation, codes: tuple[str, ...], template: bool
) -> Strike:
    mode, target = case.weapon, case.target
    assert mode is not None
    assert isinstance(target, Trooper)
    value = 0 if template else success_value(edition, case).total
    dice = burst(edition, case).total
    save = mode.save.attribute.value if mode.save is not None else ""
    attempt = Attempt(
        actor=case.actor.id, seat=case.actor.seat, skill=case.skill, target=target.id, weapon=mode.key,
        ammunition=codes, value=Number.of(value), dice=dice, damage=damage(edition, case).total, save=save,
        cover=case.cover,
    )  # fmt: skip
    known = world if case.actor.id in world.troopers else None
    savings = saving_for(edition, known, attempt, target, 1, 0) if known is not None else ()
    if not savings:
        return Strike(value, dice, 0, "N", template=template)
    saving, held = savings[0], 0.0
    if saving.state:
        failing = D20 - saving.number.total if saving.under else saving.number.total
        held = max(0, min(D20, failing)) / D20
    plain = "+".join(codes) if all(edition.data(f"ammo.{code}", Ammunition).loss for code in codes) else ""
    number = saving.number.total if plain else 0
    return Strike(max(0, value), dice, max(0, number), plain or "N", held=held, template=template)


def dodge(edition: Edition, actor: Trooper, lof: bool = True, template: bool = False) -> Strike:
    """A Dodge."""
    key = (edition.name, identity(actor), lof, template, "dodge")
    found = _strikes.get(key)
    if found is None:
        case = Situation(actor, "dodge", lof=lof, template=template, active=False)
        found = _strikes.keep(key, Strike(max(0, success_value(edition, case).total), 1, dodge=True))
    return found


def roll(edition: Edition, actor: Trooper, skill: str, target: Trooper | None = None, mod: int = 0) -> float:
    """The chance of a Normal Roll of a skill."""
    value = success_value(edition, Situation(actor, skill, target=target)).total + mod
    return chance(edition, value)


def chance(edition: Edition, value: int) -> float:
    """How likely one die succeeds against a value."""
    shown = faces(edition.data("roll", RollFigures), max(0, value))
    return sum(face.success for face in shown) / len(shown)


def hack(edition: Edition, actor: Trooper, target: Trooper, name: str, active: bool) -> float:
    """The chance that a program takes hold of a target that does not reset."""
    program = edition.data(f"program.{name}", Program)
    one = chance(edition, success_value(edition, Situation(actor, name, target=target, active=active)).total)
    dice = program.burst_active if active else program.burst_aro
    saves = program.saves
    fails = max(0, min(D20, program.damage - sheet(target.sheet).facts.bts)) / D20 if saves else 1.0
    through = 1 - (1 - fails) ** max(1, saves)
    return 1 - (1 - one * through) ** dice


@lru_cache(maxsize=65536)
def exchange(ruleset: str, mine: Strike, theirs: Strike, my_points: int, their_points: int) -> Outcome:
    """What two strikes do to one another, face to face; `NOTHING` for no answer."""
    if mine.template or theirs.template:
        return _with_template(ruleset, mine, theirs, my_points, their_points)
    active, reactive = _attack(mine), _attack(theirs)
    odds = quick(ruleset, active, reactive)
    given, kills = _lost(odds.wounds_by_active, their_points)
    taken, dies = _lost(odds.wounds_by_reactive, my_points)
    given = max(given, STATE * mine.held * odds.active)
    taken = max(taken, STATE * theirs.held * odds.reactive)
    return Outcome(given, taken, kills, dies)


def _attack(strike: Strike) -> Attack:
    return Attack(
        target=max(0, min(60, strike.value)),
        burst=strike.dice if strike.value > 0 else 0,
        ammo=strike.ammo,
        damage=strike.number,
        hits_save=HitsSave(),
        dodge=strike.dodge,
    )


def _lost(chances: object, points: int) -> tuple[float, float]:
    """The expected part of the worth that is lost, and the chance that all of it is."""
    points = max(1, points)
    total = dead = 0.0
    for lost, p in enumerate(chances):  # type: ignore[var-annotated, arg-type]
        if lost and p:
            total += float(p) * loss(points, lost)
            if lost >= points:
                dead += float(p)
    return total, dead


def _with_template(ruleset: str, mine: Strike, theirs: Strike, my_points: int, their_points: int) -> Outcome:
    """A template hits unless it is dodged; whatever answers it is a Normal Roll."""
    given, kills = _hit(ruleset, mine, their_points) if mine.template else _alone(ruleset, mine, their_points)
    taken, dies = _hit(ruleset, theirs, my_points) if theirs.template else _alone(ruleset, theirs, my_points)
    if mine.template and theirs.dodge:
        spared = 1 - min(D20, theirs.value) / D20
        given, kills = given * spared, kills * spared
    if theirs.template and mine.dodge:
        spared = 1 - min(D20, mine.value) / D20
        taken, dies = taken * spared, dies * spared
    return Outcome(given, taken, kills, dies)


def _hit(ruleset: str, strike: Strike, points: int) -> tuple[float, float]:
    """A hit without a roll: as one die that always succeeds and is never critical, nearly."""
    sure = Attack(target=20, burst=1, ammo=strike.ammo, damage=strike.number)
    given, kills = _lost(quick(ruleset, sure, Attack(burst=0)).wounds_by_active, points)
    return max(given, STATE * strike.held), kills


def _alone(ruleset: str, strike: Strike, points: int) -> tuple[float, float]:
    if strike.dodge or not strike.dice:
        return 0.0, 0.0
    odds = quick(ruleset, _attack(strike), Attack(burst=0))
    given, kills = _lost(odds.wounds_by_active, points)
    return max(given, STATE * strike.held * odds.active), kills
