"""What a Tasking Card asks for, for steps and players alike.

Judged from the open facts of the battlespace, and from what is left of the Quick Reaction Force.

A criterion names a test of `TESTS`; `HAVE` counts how much there is now of what it asks for. A test that has
to keep something in mind within a turn has a function of the same name in `KEEPS`, and what it keeps is in
`world.watch`.
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
    goals = tasking_of(edition, world).success
    return [c for c in goals if TESTS[c.test](world, c, moment)]  # bpre.tasking.4


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
    """Capability Points of units, at printed cost."""
    return sum(card_of(world, unit).cp for unit in units)


# How much there is of what a criterion asks for


def _inside_now(world: RedEarthWorld, c: Criterion) -> list[Unit]:
    structure = world.chosen.get(c.of)
    if structure is None:
        return []
    return [unit for unit in on_table(world, c.force) if inside(world, unit, structure, wholly=True)]


def _count_inside(world: RedEarthWorld, c: Criterion) -> int:
    return len(_inside_now(world, c))


def _cp_inside(world: RedEarthWorld, c: Criterion) -> int:
    return cp_of(world, _inside_now(world, c))


def _turns(world: RedEarthWorld, c: Criterion) -> int:
    return world.turn


def _killed_cp(world: RedEarthWorld, c: Criterion) -> int:
    """Casualties are counted in CP. Rules: bpre.tasking.7."""
    return world.sides[other(c.force)].casualties


def _alive(world: RedEarthWorld, c: Criterion) -> int:
    return sum(unit.kind == c.unit for unit in on_table(world, c.force))


def _enemy_cp(world: RedEarthWorld, c: Criterion) -> int:
    return cp_of(world, on_table(world, other(c.force)))


def _targets_left(world: RedEarthWorld, c: Criterion) -> int:
    return sum(unit.kind == c.unit for unit in on_table(world, other(c.force)))


def _enemies_left(world: RedEarthWorld, c: Criterion) -> int:
    return len(on_table(world, other(c.force)))


def _holders(world: RedEarthWorld, c: Criterion) -> int:
    token = world.tokens.get(c.of)
    return int(token is not None and bool(token.holder))


def _charges(world: RedEarthWorld, c: Criterion) -> int:
    alive = {unit.id for unit in on_table(world, c.force)}
    return len(alive & set(world.watch.get(CHARGE, ())))


def _cp_at_edge(world: RedEarthWorld, c: Criterion) -> int:
    edge = world.chosen.get(c.of)
    if edge is None:
        return 0
    field = field_of(world)
    return cp_of(
        world, [u for u in on_table(world, c.force) if edge_distance(field, edge, u.x, u.y) <= c.within]
    )


def _detonated(world: RedEarthWorld, c: Criterion) -> int:
    """Judged by where the unit last stood. Rules: bpre.tasking.carcass-wraith.8."""
    structure = world.chosen.get(c.of)
    blown = [u for u in world.units.values() if u.seat == c.force and u.place == KILLED and VEST in u.used]
    return sum(structure is not None and inside(world, unit, structure) for unit in blown)


HAVE: dict[str, Callable[[RedEarthWorld, Criterion], int]] = {
    "stays-in-structure": _count_inside,
    "cp-stays-in-structure": _cp_inside,
    "turn-counter-elapsed": _turns,
    "cp-killed": _killed_cp,
    "alive-at-end": _alive,
    "enemy-cp-left": _enemy_cp,
    "all-killed": _targets_left,
    "enemy-wiped": _enemies_left,
    "token-held-at-end": _holders,
    "token-unheld-at-end": _holders,
    "charge-armed": _charges,
    "cp-near-edge": _cp_at_edge,
    "vest-detonated-in-structure": _detonated,
}


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
    return {f"inside-{c.of}": tuple(unit.id for unit in _inside_now(world, c))}


def _counter_elapsed(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """With `most`: only if one's own losses do not exceed it. Rules: bpre.tasking.amber-wraith.8."""
    return moment == COUNTER_ELAPSED and (not c.most or world.sides[c.force].casualties <= c.most)


def _cp_killed(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    return _killed_cp(world, c) >= c.least


def _alive_at_end(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.evergreen-citadel.6."""
    return moment == COUNTER_ELAPSED and _alive(world, c) >= c.least


def _enemy_cp_left(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.evergreen-citadel.7."""
    return _enemy_cp(world, c) <= c.most


def _all_killed(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """With `least`: only while that many CP of one's own remain. The last one that blows itself up where the
    other side wants it has not been killed in vain: then that side has succeeded, and it alone.

    Rules: bpre.tasking.evergreen-citadel.8, bpre.tasking.carcass-wraith.11.
    """
    goals = tasking_of(EDITION, world).success
    if any(_detonated(world, each) for each in goals if each.test == "vest-detonated-in-structure"):
        return False
    fell = any(u.place == KILLED for u in world.units.values() if u.seat != c.force and u.kind == c.unit)
    return fell and not _targets_left(world, c) and cp_of(world, on_table(world, c.force)) >= c.least


def _enemy_wiped(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """The Quick Reaction Force belongs to the kill team as long as it can come.

    Rules: bpre.tasking.disparate-vertigo.10.
    """
    return not _enemies_left(world, c) and not qrf_left(EDITION, world, other(c.force))


def _token_held(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.disparate-vertigo.8."""
    return moment == COUNTER_ELAPSED and bool(_holders(world, c))


def _token_unheld(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.disparate-vertigo.9."""
    return moment == COUNTER_ELAPSED and not _holders(world, c)


def _charge_armed(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.quivering-briar.5."""
    return moment == FINISHING_END and bool(_charges(world, c))


def _cp_near_edge(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    """Rules: bpre.tasking.perdition-charter.6, bpre.tasking.usurpers-mandible.4."""
    return moment == FINISHING_END and _cp_at_edge(world, c) >= c.least


def _vest_detonated(world: RedEarthWorld, c: Criterion, moment: str) -> bool:
    return bool(_detonated(world, c))


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
