"""The attempts of an Order, as the resolver has them, as lines whose odds can be told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from firelane.core.because import Number
from firelane.core.rules import Edition
from firelane.forces.words import whole
from firelane.infinity.frames import Attempt
from firelane.infinity.guts import GutsFigures
from firelane.infinity.names import DEAD
from firelane.infinity.programs import Program
from firelane.infinity.resolving import row_of, saving_for
from firelane.infinity.saves import SaveFigures, Saving
from firelane.infinity.sheets import sheet
from firelane.infinity.targets import find_target
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.odds.clash import Line, Party

NERVELESS = frozenset({"courage", "v-courage", "v-dogged", "v-no-wound-incapacitation", "martial-arts"})
"""Who carries one of these need not fail a Guts roll."""


def lines_of(edition: Edition, world: InfinityWorld, attempts: Sequence[Attempt]) -> list[Line]:
    """One line for each attempt, in order."""
    return [
        Line(
            attempt.actor,
            roll,
            attempt.target,
            *_harm(edition, world, attempt),
            strays=_strays(edition, world, attempt),
            shots=attempt.burst,
        )
        for attempt, roll in zip(attempts, row_of(attempts), strict=True)
    ]


def _strays(
    edition: Edition, world: InfinityWorld, attempt: Attempt
) -> tuple[tuple[str, tuple[Saving, ...]], ...]:
    """The friends that a miss may hit, each with the saves that it makes. Rules: engaged.stray-shot."""
    return tuple(
        (name, saving_for(edition, world, replace(attempt, damage=harm), world.troopers[name], 1, 0))
        for name, harm in attempt.strays
    )


def _harm(
    edition: Edition, world: InfinityWorld, attempt: Attempt
) -> tuple[tuple[Saving, ...], tuple[Saving, ...]]:
    """The saves that one hit and one critical of an attempt make."""
    target = find_target(world, attempt.seat, attempt.target) or world.troopers.get(attempt.target)
    if target is None:
        return (), ()
    if f"program.{attempt.skill}" in edition and isinstance(target, Trooper):
        program = edition.data(f"program.{attempt.skill}", Program)
        figures, bts = edition.data("saving-roll", SaveFigures), sheet(target.sheet).facts.bts
        rule = edition[f"program.{attempt.skill}"].statement(0)
        return (program.saving(figures, bts, 1, 0, rule),), (program.saving(figures, bts, 1, 1, rule),)
    if attempt.skill not in {"bs-attack", "cc-attack"}:
        return (), ()
    if attempt.skill == "cc-attack" and attempt.automatic:  # Rules: cc-attack.coup-de-grace
        killed = (Saving(Number.of(0), 0, 0, DEAD, sure=True),)
        return killed, killed
    return (
        saving_for(edition, world, attempt, target, 1, 0),
        saving_for(edition, world, attempt, target, 1, 1),
    )


def parties_of(
    edition: Edition, troopers: Iterable[Trooper], attempts: Sequence[Attempt] = ()
) -> list[Party]:
    """Those who take part, with what they have left and what they are worth, as far as that is known.

    In close combat nobody makes a Guts roll.

    Rules: guts-roll.not-due.
    """
    strikes = [attempt for attempt in attempts if attempt.skill == "cc-attack"]
    engaged = {name for attempt in strikes for name in (attempt.actor, attempt.target)}
    return [party_of(edition, trooper, engaged=trooper.id in engaged) for trooper in troopers]


def party_of(edition: Edition, trooper: Trooper, *, engaged: bool = False) -> Party:
    """One of them."""
    facts = sheet(trooper.sheet)
    nerve = None
    if "guts-roll" in edition and not engaged and not facts.keys & NERVELESS:
        nerve = facts.attribute(edition.data("guts-roll", GutsFigures).attribute)
    worth = facts.facts.own_half_points
    return Party(trooper.id, trooper.points, nerve, whole(worth) if worth else Fraction(0))
