"""What a Tasking Card asks for, for steps and players alike.

Judged from the open facts of the battlespace, and from what is left of the Quick Reaction Force.

A criterion names a test of `TESTS`. A test that has to keep something in mind within a turn has a function of
the same name in `KEEPS`, and what it keeps is in `world.watch`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from firelane.bpre.edition import EDITION
from firelane.bpre.names import other
from firelane.bpre.space import Point, field_of, figure_of, inside
from firelane.bpre.taskings import Criterion, tasking_of
from firelane.bpre.teams import qrf_left
from firelane.bpre.world import KILLED, TABLE, RedEarthWorld, Token, Unit, card_of, on_table
from firelane.bpre.zones import edge_distance
from firelane.core.rules import Edition

ACTIVATION, DIRECT_FIRE_END, FINISHING_END, COUNTER_ELAPSED = (
    "activation",
    "direct-fire-end",
    "finishing-end",
    "counter-elapsed",
)
"""When criteria are judged."""
CHARGE = "charge"
"""The action of the Direct Fire Phase that sets a cratering charge. Rules: bpre.direct-fire.11."""
VEST = "s-vest"
"""What a unit has used that has blown itself up (`Unit.used`)."""
TOKEN = 500
"""The diameter of a token, in mils: ours."""


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


def still_there(world: RedEarthWorld, unit: Unit, way: Iterable[Point]) -> dict[str, tuple[str, ...]]:
    """What is kept in mind after a unit has gone a way: it must not have left the place where it was to stay.

    Rules: bpre.tasking.oasis-hemlock.4, bpre.tasking.quivering-briar.5.
    """
    found = dict(world.watch)
    field = field_of(world)
    bases = [figure_of(unit).at(x, y) for x, y in way]
    for key, names in world.watch.items():
        structure = world.chosen.get(key.removeprefix("inside-"))
        stayed = structure is not None and all(field.is_inside(b, structure, wholly=True) for b in bases)
        if unit.id in names and not stayed:
            found[key] = tuple(name for name in names if name != unit.id)
    return found


def works(edition: Edition, world: RedEarthWorld, unit: Unit) -> tuple[str, ...]:
    """What a unit could do for the Operation in the Direct Fire Phase.

    Rules: bpre.direct-fire.11, bpre.tasking.quivering-briar.3-4.
    """
    edge = world.sides[unit.seat].edge
    for c in tasking_of(edition, world).success:
        if c.test == "charge-armed" and c.force == unit.seat and edge:
            return (CHARGE,) if edge_distance(field_of(world), edge, unit.x, unit.y) >= c.least else ()
    return ()


def takes(edition: Edition, world: RedEarthWorld, unit: Unit) -> list[Token]:
    """The tokens that a unit takes control of where it stands, or carries along.

    Rules: bpre.tasking.disparate-vertigo.5-7.
    """
    goals = tasking_of(edition, world).success
    wanted = {c.of for c in goals if c.test == "token-held-at-end" and c.force == unit.seat}
    return [
        token
        for token in world.tokens.values()
        if token.id in wanted and unit.place == TABLE and token.holder in ("", unit.id)
        if token.holder == unit.id or on_token(token.x, token.y, unit.x, unit.y)
    ]


def on_token(x: int, y: int, unit_x: int, unit_y: int) -> bool:
    """Whether a base touches a token."""
    return 4 * ((x - unit_x) ** 2 + (y - unit_y) ** 2) <= (TOKEN + 1000 + 4) ** 2


def cp_of(world: RedEarthWorld, units: Iterable[Unit]) -> int:
    """Capability Points of units, at printed cost. Rules: bpre.tasking.7."""
    return sum(card_of(world, unit).cp for unit in units)


# Tests


def _staying(world: RedEarthWorld, c: Criterion) -> list[Unit]:
    names = world.watch.get(f"inside-{c.of}", ())
    return [unit for unit in on_table(world, c.force) if unit.id in names]


def _stays(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.oasis-hemlock.4."""
    return moment == FINISHING_END and len(_staying(world, c)) >= c.least


def _cp_stays(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.antler-vine.6."""
    return moment == FINISHING_END and cp_of(world, _staying(world, c)) >= c.least


def _keep_inside(world: RedEarthWorld, c: Criterion, moment: str) -> dict[str, tuple[str, ...]]:
    if moment != DIRECT_FIRE_END:
        return {}
    structure = world.chosen[c.of]
    names = [u.id for u in on_table(world, c.force) if inside(world, u, structure, wholly=True)]
    return {f"inside-{c.of}": tuple(names)}


def _counter_elapsed(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """With `most`: only if one's own losses do not exceed it. Rules: bpre.tasking.amber-wraith.8."""
    return moment == COUNTER_ELAPSED and (not c.most or world.sides[c.force].casualties <= c.most)


def _cp_killed(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Casualties are counted in CP. Rules: bpre.tasking.7."""
    return world.sides[other(c.force)].casualties >= c.least


def _alive_at_end(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.evergreen-citadel.6."""
    alive = [unit for unit in on_table(world, c.force) if unit.kind == c.unit]
    return moment == COUNTER_ELAPSED and len(alive) >= c.least


def _enemy_cp_left(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.evergreen-citadel.7."""
    return cp_of(world, on_table(world, other(c.force))) <= c.most


def _all_killed(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """With `least`: only while that many CP of one's own remain.

    Rules: bpre.tasking.evergreen-citadel.8, bpre.tasking.carcass-wraith.11.
    """
    places = {u.place for u in world.units.values() if u.seat != c.force and u.kind == c.unit}
    return KILLED in places and TABLE not in places and cp_of(world, on_table(world, c.force)) >= c.least


def _enemy_wiped(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """The Quick Reaction Force belongs to the kill team as long as it can come.

    Rules: bpre.tasking.disparate-vertigo.10, bpre.qrf.2.
    """
    enemy = other(c.force)
    return not on_table(world, enemy) and not qrf_left(EDITION, world, enemy)


def _token_held(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.disparate-vertigo.8."""
    return moment == COUNTER_ELAPSED and bool(world.tokens[c.of].holder)


def _token_unheld(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.disparate-vertigo.9."""
    return moment == COUNTER_ELAPSED and not world.tokens[c.of].holder


def _charge_armed(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.quivering-briar.5."""
    alive = {unit.id for unit in on_table(world, c.force)}
    return moment == FINISHING_END and bool(alive & set(world.watch.get(CHARGE, ())))


def _cp_near_edge(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.perdition-charter.6, bpre.tasking.usurpers-mandible.4."""
    if moment != FINISHING_END:
        return False
    field, edge = field_of(world), world.chosen[c.of]
    near = [u for u in on_table(world, c.force) if edge_distance(field, edge, u.x, u.y) <= c.within]
    return cp_of(world, near) >= c.least


def _vest_detonated(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Judged by where the unit last stood. Rules: bpre.tasking.carcass-wraith.8."""
    blown = [u for u in world.units.values() if u.seat == c.force and u.place == KILLED and VEST in u.used]
    return any(inside(world, unit, world.chosen[c.of]) for unit in blown)


Test = Callable[[RedEarthWorld, Criterion, str], bool]
TESTS: dict[str, Test] = {
    "stays-in-structure": _stays,
    "cp-stays-in-structure": _cp_stays,
    "turn-counter-elapsed": _counter_elapsed,
    "cp-killed": _cp_killed,
    "alive-at-end": _alive_at_end,
    "enemy-cp-left": _enemy_cp_left,
    "all-killed": _all_killed,
    "enemy-wiped": _enemy_wiped,
    "token-held-at-end": _token_held,
    "token-unheld-at-end": _token_unheld,
    "charge-armed": _charge_armed,
    "cp-near-edge": _cp_near_edge,
    "vest-detonated-in-structure": _vest_detonated,
}
KEEPS: dict[str, Callable[[RedEarthWorld, Criterion, str], dict[str, tuple[str, ...]]]] = {
    "stays-in-structure": _keep_inside,
    "cp-stays-in-structure": _keep_inside,
}
