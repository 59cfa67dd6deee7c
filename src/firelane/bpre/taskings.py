"""Tasking Cards as entries: who fights whom with what, how they are set up, and what they must achieve.

A card is a row of data. Its criteria name tests of `TESTS`; a test that has to keep something in mind
within a
turn has a function of the same name in `KEEPS`. A new card is one more row, a new kind of goal one more test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from firelane.bpre.names import ASSAULTING, DEFENDING, SEATS, other
from firelane.bpre.space import Point, field_of, figure_of, inside
from firelane.bpre.world import RedEarthWorld, Unit, card_of, on_table
from firelane.core.rules import Edition, Rule

ACTIVATION, DIRECT_FIRE_END, FINISHING_END, COUNTER_ELAPSED = (
    "activation",
    "direct-fire-end",
    "finishing-end",
    "counter-elapsed",
)
"""When criteria are judged."""


class Step(Struct, frozen=True, kw_only=True):
    """One step of the set-up. `do`: choose-structure, choose-edge, place-units; more in `steps.setup.DO`."""

    by: str
    do: str
    name: str = ""
    """What a choice is called, or whose zone it is measured from (`of`)."""
    of: str = ""
    edge: str = ""
    """any, farthest, opposite, all."""
    within: int = 0


class Limit(Struct, frozen=True, kw_only=True):
    """A limit to the composition of a force. Rules: bpre.tasking.2, bpre.tasking.6."""

    force: str
    unit: str = ""
    least: int = 0
    in_qrf: int | None = None
    """At most so many of it in the QRF."""
    start_cp_min: int = 0
    start_cp_max: int = 0
    qrf: bool = True


class Criterion(Struct, frozen=True, kw_only=True):
    """One way to succeed. Rules: bpre.tasking.4. `statement` counts within the card."""

    force: str
    test: str
    statement: int
    of: str = ""
    least: int = 0
    most: int = 0
    unit: str = ""
    within: int = 0


class Reward(Struct, frozen=True, kw_only=True):
    """What success brings; `force` empty: whoever succeeds. Rules: bpre.tasking.3."""

    force: str = ""
    points: int = 0
    special: str = ""
    next_cp: int = 0


class Tasking(Struct, frozen=True, kw_only=True):
    """A Tasking Card. Rules: bpre.tasking.1."""

    stage: str
    assaulting: str
    cp: Mapping[str, int]
    steps: tuple[Step, ...]
    success: tuple[Criterion, ...]
    rewards: tuple[Reward, ...]
    limits: tuple[Limit, ...] = ()

    def roles(self) -> dict[str, str]:
        """Who assaults and who defends."""
        return {seat: ASSAULTING if seat == self.assaulting else DEFENDING for seat in SEATS}


def tasking_of(edition: Edition, world: RedEarthWorld) -> Tasking:
    """The Tasking Card of the Operation."""
    return edition.data(world.tasking, Tasking)


# Success


def succeeded(edition: Edition, world: RedEarthWorld, moment: str) -> list[Criterion]:
    """The criteria that are met at a moment. Rules: bpre.tasking.4."""
    return [c for c in tasking_of(edition, world).success if TESTS[c.test](world, c, moment)]


def kept(edition: Edition, world: RedEarthWorld, moment: str) -> dict[str, tuple[str, ...]]:
    """What the Tasking keeps in mind from a moment on."""
    found: dict[str, tuple[str, ...]] = {}
    for criterion in tasking_of(edition, world).success:
        keep = KEEPS.get(criterion.test)
        if keep is not None:
            found |= keep(world, criterion, moment)
    return found


def still_inside(world: RedEarthWorld, unit: Unit, way: Iterable[Point]) -> dict[str, tuple[str, ...]]:
    """What is kept in mind after a unit has gone a way: it must not have left a place where it was to
    stay."""
    found = dict(world.watch)
    field = field_of(world)
    for key, names in world.watch.items():
        structure = world.chosen.get(key.removeprefix("inside-"))
        if unit.id in names and structure is not None:
            bases = (figure_of(unit).at(x, y) for x, y in way)
            if not all(field.is_inside(base, structure, wholly=True) for base in bases):
                found[key] = tuple(name for name in names if name != unit.id)
    return found


def _stays(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.oasis-hemlock.4."""
    alive = {unit.id for unit in on_table(world, c.force)}
    staying = [name for name in world.watch.get(f"inside-{c.of}", ()) if name in alive]
    if c.unit == "cp":
        return moment == FINISHING_END and sum(_cp(world, name) for name in staying) >= c.least
    return moment == FINISHING_END and len(staying) >= c.least


def _keep_inside(world: RedEarthWorld, c: Criterion, moment: str) -> dict[str, tuple[str, ...]]:
    if moment != DIRECT_FIRE_END:
        return {}
    structure = world.chosen[c.of]
    names = [u.id for u in on_table(world, c.force) if inside(world, u, structure, wholly=True)]
    return {f"inside-{c.of}": tuple(names)}


def _counter_elapsed(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """With `most`: only if one's own losses do not exceed it. Rules: bpre.tasking.oasis-hemlock.5."""
    return moment == COUNTER_ELAPSED and (not c.most or world.sides[c.force].casualties <= c.most)


def _cp_killed(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Casualties are counted in CP. Rules: bpre.tasking.7."""
    return world.sides[other(c.force)].casualties >= c.least


def _cp(world: RedEarthWorld, name: str) -> int:
    return card_of(world, world.units[name]).cp


Test = Callable[[RedEarthWorld, Criterion, str], bool]
TESTS: dict[str, Test] = {
    "stays-in-structure": _stays,
    "turn-counter-elapsed": _counter_elapsed,
    "cp-killed": _cp_killed,
}
KEEPS: dict[str, Callable[[RedEarthWorld, Criterion, str], dict[str, tuple[str, ...]]]] = {
    "stays-in-structure": _keep_inside,
}


# The cards


def _card(name: str, tasking: Tasking) -> Rule:
    cites = {"bpre": f"bpre.tasking.{name}"}
    return Rule(f"tasking.{name}", cites, frozenset({"card", "tasking", tasking.stage}), tasking)


TASKINGS = (
    _card(
        "oasis-hemlock",
        Tasking(
            stage="infil",
            assaulting="scorch",
            cp={"scorch": 150, "aayari": 150},
            steps=(
                Step(by="aayari", do="choose-structure", name="nai"),
                Step(by="aayari", do="place-units", of="nai", within=2000),
                Step(by="scorch", do="choose-edge", name="start", of="nai", edge="farthest"),
                Step(by="scorch", do="place-units", edge="start", within=4000),
            ),
            success=(
                Criterion(force="scorch", test="stays-in-structure", of="nai", least=1, statement=4),
                Criterion(force="aayari", test="turn-counter-elapsed", statement=5),
            ),
            rewards=(
                Reward(force="scorch", points=2),
                Reward(force="aayari", points=1, special="special.hongbin-jammers"),
            ),
        ),
    ),
)
