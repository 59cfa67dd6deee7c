"""Kill teams: what a side may field within its Capability Points and the limits of the Tasking Card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from firelane.bpre.asking import Team
from firelane.bpre.hooks import QrfFigures
from firelane.bpre.names import DEFENDING
from firelane.bpre.taskings import Limit, limits_of
from firelane.bpre.units import UnitType
from firelane.bpre.world import RedEarthWorld, unit_types
from firelane.core.because import Refusal
from firelane.core.rules import Edition

LESS, LEAST = 5, 5
"""What a unit costs less in the Quick Reaction Force, and what it costs at least. Rules: bpre.qrf.3."""
Spend = Callable[[Sequence[UnitType], int, Mapping[str, int], Counter[str]], tuple[str, ...]]
"""Picks units for the points that are left: so many of a kind at most, of which a team has some already."""
TRIES = 20
"""How many teams are drawn by chance before a usual one is taken."""


def available(world: RedEarthWorld, seat: str) -> dict[str, UnitType]:
    """The Unit Cards that a side can choose from. Rules: bpre.capability-points.2, bpre.proxy-war.1."""
    mixed = seat in world.mixed
    return {card.key: card for card in unit_types(world) if mixed or card.faction == seat}


def qrf_cost(card: UnitType) -> int:
    """What a unit costs in the Quick Reaction Force. Rules: bpre.qrf.3."""
    return max(LEAST, card.cp - LESS)


# Limits


def refuse_team(edition: Edition, world: RedEarthWorld, seat: str, cp: int, team: Team) -> Refusal | None:
    """Why a kill team cannot be fielded.

    Rules: bpre.setup.1, bpre.capability-points.1, bpre.qrf.1, bpre.tasking.2, bpre.tasking.6.
    """
    cards = available(world, seat)
    for kind in team.units:
        if kind not in cards:
            return Refusal("bpre.capability-points.2", {"unit": kind})
    spent = sum(cards[kind].cp for kind in team.units)
    if not team.units or team.qrf < 0 or spent + team.qrf > cp:
        return Refusal("bpre.capability-points.1", {"value": spent + team.qrf, "limit": cp})
    if team.qrf and world.sides[seat].role != DEFENDING:
        return Refusal("bpre.qrf.1", {"value": team.qrf})
    for limit in limits_of(edition, world, seat):
        if _broken(limit, team, spent):
            return Refusal(_statement(world, limit), {"unit": limit.unit, "value": spent})
    return None


def _broken(limit: Limit, team: Team, spent: int) -> bool:
    count = team.units.count(limit.unit)
    return (
        count < limit.least  # bpre.tasking.2
        or (limit.most is not None and count > limit.most)  # bpre.tasking.2
        or spent < limit.start_cp_min  # bpre.tasking.6
        or (limit.start_cp_max > 0 and spent > limit.start_cp_max)  # bpre.tasking.6
        or (team.qrf > 0 and not limit.qrf)
    )


def _statement(world: RedEarthWorld, limit: Limit) -> str:
    return f"bpre.{world.tasking}.{limit.statement}"


def refuse_qrf(
    edition: Edition, world: RedEarthWorld, seat: str, cp: int, units: Sequence[str]
) -> Refusal | None:
    """Why a Quick Reaction Force cannot come so. Rules: bpre.qrf.3-4, bpre.tasking.2."""
    cards = available(world, seat)
    for kind in units:
        if kind not in cards:
            return Refusal("bpre.capability-points.2", {"unit": kind})
    spent = sum(qrf_cost(cards[kind]) for kind in units)
    if not units or spent > cp:
        return Refusal("bpre.qrf.3", {"value": spent, "limit": cp})
    fielded = Counter(unit.kind for unit in world.units.values() if unit.seat == seat)
    for limit in limits_of(edition, world, seat):
        count = units.count(limit.unit)
        # bpre.tasking.2, bpre.qrf.4
        too_many = limit.most is not None and fielded[limit.unit] + count > limit.most
        if too_many or (limit.in_qrf is not None and count > limit.in_qrf):  # bpre.tasking.2, bpre.qrf.4
            return Refusal(_statement(world, limit), {"unit": limit.unit})
    return None


def qrf_cards(edition: Edition, world: RedEarthWorld, seat: str, cp: int) -> list[UnitType]:
    """The units that a Quick Reaction Force of so many points could hold."""
    cards = available(world, seat).values()
    return [card for card in cards if refuse_qrf(edition, world, seat, cp, (card.key,)) is None]


def qrf_room(edition: Edition, world: RedEarthWorld, seat: str) -> int:
    """How many points a side can have set aside, by what both players know. Rules: bpre.qrf.1."""
    side = world.sides[seat]
    barred = any(not limit.qrf for limit in limits_of(edition, world, seat))
    if side.role != DEFENDING or side.qrf_came or barred:
        return 0
    return side.cp - side.team_cp


def qrf_left(edition: Edition, world: RedEarthWorld, seat: str) -> bool:
    """Whether a side has a unit in its Quick Reaction Force that can still come in a later turn.

    Where its points are hidden from the reader, all that it can have set aside counts.

    Rules: bpre.qrf.11, bpre.qrf.15.
    """
    if world.turn >= edition.data("qrf", QrfFigures).last:
        return False
    aside = world.sides[seat].qrf
    return bool(qrf_cards(edition, world, seat, qrf_room(edition, world, seat) if aside is None else aside))


# Teams to field


def usual_team(edition: Edition, world: RedEarthWorld, seat: str, cp: int) -> Team | None:
    """A team that spends as much as can be spent with as many kinds of units as there are; None: no team can
    be fielded."""
    return team_by(edition, world, seat, cp, _spend)


def team_by(edition: Edition, world: RedEarthWorld, seat: str, cp: int, spend: Spend) -> Team | None:
    """What a Tasking Card asks for, and the rest as somebody spends it. What may not start in the battlespace
    is set aside for the QRF."""
    limits = limits_of(edition, world, seat)
    cards = available(world, seat)
    needed = [limit.unit for limit in limits for _ in range(limit.least)]
    if any(kind not in cards for kind in needed):
        return None
    budget = min([cp, *(limit.start_cp_max for limit in limits if limit.start_cp_max)])
    most = {limit.unit: limit.most for limit in limits if limit.most is not None}
    picked = tuple(needed)
    left = budget - sum(cards[kind].cp for kind in picked)
    if left < 0:
        return None
    best = spend([cards[kind] for kind in sorted(cards)], left, most, Counter(picked))
    units = (*picked, *best)
    spent = sum(cards[kind].cp for kind in units)
    room = cp - spent if budget < cp and world.sides[seat].role == DEFENDING else 0
    team = Team(tuple(sorted(units)), room)
    return team if refuse_team(edition, world, seat, cp, team) is None else None


def _spend(
    cards: Sequence[UnitType], left: int, most: Mapping[str, int], have: Counter[str]
) -> tuple[str, ...]:
    """Units that cost as much of `left` as can be, of as many kinds as can be."""
    best: dict[int, tuple[str, ...]] = {0: ()}
    for total in range(1, left + 1):
        for card in cards:
            before = best.get(total - card.cp)
            if before is None or before.count(card.key) + have[card.key] >= most.get(card.key, left):
                continue
            now = (*before, card.key)
            if total not in best or len(set(now)) > len(set(best[total])):
                best[total] = now
    return best[max(best)]


def random_team(edition: Edition, world: RedEarthWorld, seat: str, cp: int, generator: Random) -> Team:
    """Units as they come, until no more can be paid for; a defender sets something aside now and then."""
    limits = limits_of(edition, world, seat)
    cards = available(world, seat)
    may_set_aside = world.sides[seat].role == DEFENDING and all(limit.qrf for limit in limits)
    for _ in range(TRIES):
        aside = generator.randrange(10, cp // 2, 5) if may_set_aside and generator.random() < 0.6 else 0
        caps = [limit.start_cp_max for limit in limits if limit.start_cp_max]
        budget = min([cp - aside, *caps])
        picked = [limit.unit for limit in limits for _ in range(limit.least)]
        _fill(picked, list(cards.values()), budget, limits, generator)
        spent = sum(cards[kind].cp for kind in picked)
        team = Team(tuple(picked), min(cp - spent, max(aside, cp - budget)) if aside else 0)
        if refuse_team(edition, world, seat, cp, team) is None:
            return team
    usual = usual_team(edition, world, seat, cp)
    assert usual is not None, "the set-up was checked"
    return usual


def _fill(
    picked: list[str], cards: list[UnitType], budget: int, limits: Iterable[Limit], generator: Random
) -> None:
    costs = {card.key: card.cp for card in cards}
    most = {limit.unit: limit.most for limit in limits if limit.most is not None}
    left = budget - sum(costs[kind] for kind in picked)
    while able := [c for c in cards if c.cp <= left and picked.count(c.key) < most.get(c.key, budget)]:
        chosen = generator.choice(able)
        picked.append(chosen.key)
        left -= chosen.cp


def random_qrf(
    edition: Edition, world: RedEarthWorld, seat: str, cp: int, generator: Random
) -> tuple[str, ...]:
    """Units as they come, until no more can be paid for."""
    cards = qrf_cards(edition, world, seat, cp)
    picked: tuple[str, ...] = ()
    left = cp
    while True:
        able = [
            card
            for card in cards
            if qrf_cost(card) <= left and refuse_qrf(edition, world, seat, cp, (*picked, card.key)) is None
        ]
        if not able:
            return picked
        chosen = generator.choice(able)
        picked = (*picked, chosen.key)
        left -= qrf_cost(chosen)
