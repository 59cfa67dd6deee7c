"""Tasking Cards as entries: who fights whom with what, how they are set up, and what they must achieve.

A card is a row of data. Its criteria name tests of `goals.TESTS`. A new card is one more row, a new kind of
goal one more test.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from firelane.bpre.names import ASSAULTING, DEFENDING, SEATS, other
from firelane.bpre.world import RedEarthWorld
from firelane.core.because import StatementNumber
from firelane.core.rules import Edition, Rule

INFIL, ACTIONS_ON, EXFIL = "infil", "actions-on", "exfil"
STAGES = (INFIL, ACTIONS_ON, EXFIL)
"""Rules: bpre.cards.3."""


class Step(Struct, frozen=True, kw_only=True):
    """One step of the set-up; what can be done is in `steps.setup.next_setup`.

    `name` is what a choice is called, `of` what it is measured from, `edge` the edges among which one is
    chosen (farthest, opposite, other; any if none is named) or at which units are placed (a name, or all).
    `statement` counts within the card.
    """

    do: str
    statement: StatementNumber
    by: str = ""
    name: str = ""
    of: str = ""
    edge: str = ""
    within: int = 0
    count: int = 0


class Limit(Struct, frozen=True, kw_only=True):
    """A limit to the composition of a force. Rules: bpre.tasking.2, bpre.tasking.6."""

    force: str
    statement: StatementNumber
    unit: str = ""
    least: int = 0
    most: int | None = None
    """At most so many of it, the QRF included."""
    in_qrf: int | None = None
    """At most so many of it in the QRF."""
    start_cp_min: int = 0
    start_cp_max: int = 0
    qrf: bool = True
    fires: str = ""
    """A Fires Card that each such unit brings besides its own."""


class Criterion(Struct, frozen=True, kw_only=True):
    """One way to succeed. Rules: bpre.tasking.4. `statement` counts within the card."""

    force: str
    test: str
    statement: StatementNumber
    of: str = ""
    least: int = 0
    most: int = 0
    unit: str = ""
    within: int = 0


class Reward(Struct, frozen=True, kw_only=True):
    """What success brings; `force` empty: whoever succeeds. Rules: bpre.tasking.3."""

    statement: StatementNumber
    force: str = ""
    points: int
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
    """The Tasking Card of the Operation, with the players in the parts that they took."""
    return card_in_parts(edition, world.tasking, world.swapped)


@lru_cache(maxsize=64)
def card_in_parts(edition: Edition, key: str, swapped: bool) -> Tasking:
    """A Tasking Card; `swapped`: each player has the part of the other faction. Rules: bpre.proxy-war.2."""
    card = edition.data(key, Tasking)
    if not swapped:
        return card
    return replace(
        card,
        assaulting=other(card.assaulting),
        cp={other(seat): cp for seat, cp in card.cp.items()},
        steps=tuple(replace(step, by=other(step.by)) if step.by else step for step in card.steps),
        limits=tuple(replace(limit, force=other(limit.force)) for limit in card.limits),
        success=tuple(replace(c, force=other(c.force)) for c in card.success),
        rewards=tuple(replace(r, force=other(r.force)) if r.force else r for r in card.rewards),
    )


def limits_of(edition: Edition, world: RedEarthWorld, seat: str) -> tuple[Limit, ...]:
    """The limits that the Tasking Card sets to a side."""
    return tuple(limit for limit in tasking_of(edition, world).limits if limit.force == seat)


# The cards


def _card(name: str, tasking: Tasking) -> Rule:
    cites = {"bpre": f"bpre.tasking.{name}"}
    return Rule(f"tasking.{name}", cites, frozenset({"card", "tasking", tasking.stage}), tasking)


def _even(cp: int = 150) -> dict[str, int]:
    return dict.fromkeys(SEATS, cp)


def _edges(
    first: str, reach: int, then: int, statement: StatementNumber, after: StatementNumber = 0
) -> tuple[Step, ...]:
    """One side at an edge of its choice, then the other at the opposite one."""
    second, after = other(first), after or statement
    mine, theirs = f"{first}-edge", f"{second}-edge"
    return (
        Step(by=first, do="choose-edge", name=mine, statement=statement),
        Step(by=first, do="place-units", edge=mine, within=reach, statement=statement),
        Step(by=second, do="choose-edge", name=theirs, of=mine, edge="opposite", statement=after),
        Step(by=second, do="place-units", edge=theirs, within=then, statement=after),
    )


def _structure(
    first: str, name: str, round_it: int, reach: int, statement: StatementNumber, after: StatementNumber
) -> tuple[Step, ...]:
    """One side in (or round) a structure of its choice, then the other at the edge farthest from it."""
    second = other(first)
    edge = f"{second}-edge"
    return (
        Step(by=first, do="choose-structure", name=name, statement=statement),
        Step(by=first, do="place-units", of=name, within=round_it, statement=statement),
        Step(by=second, do="choose-edge", name=edge, of=name, edge="farthest", statement=after),
        Step(by=second, do="place-units", edge=edge, within=reach, statement=after),
    )


OASIS_HEMLOCK = Tasking(
    stage=INFIL,  # bpre.tasking.oasis-hemlock.1
    assaulting="scorch",  # bpre.tasking.oasis-hemlock.1
    cp=_even(),  # bpre.tasking.oasis-hemlock.1
    steps=_structure("aayari", "nai", 2000, 4000, 2, 3),
    success=(
        Criterion(force="scorch", test="stays-in-structure", of="nai", least=1, statement=4),
        Criterion(force="aayari", test="turn-counter-elapsed", statement=5),
    ),
    rewards=(
        Reward(force="scorch", points=2, statement=6),
        Reward(force="aayari", points=1, special="special.hongbin-jammers", statement=7),
    ),
)
"""Rules: bpre.tasking.oasis-hemlock.1-7."""
VEILED_FEVER = Tasking(
    stage=INFIL,  # bpre.tasking.veiled-fever.1
    assaulting="scorch",  # bpre.tasking.veiled-fever.1
    cp=_even(),  # bpre.tasking.veiled-fever.1
    limits=(Limit(force="aayari", start_cp_min=100, statement=2),),
    steps=_edges("aayari", 6000, 6000, 3),
    success=(
        Criterion(force="scorch", test="cp-killed", least=100, statement=4),
        Criterion(force="aayari", test="cp-killed", least=100, statement=5),
        Criterion(force="aayari", test="turn-counter-elapsed", statement=6),
    ),
    rewards=(Reward(points=1, special="special.timeline", statement=7),),
)
"""Rules: bpre.tasking.veiled-fever.1-7."""
EVERGREEN_CITADEL = Tasking(
    stage=INFIL,  # bpre.tasking.evergreen-citadel.1
    assaulting="aayari",  # bpre.tasking.evergreen-citadel.1
    cp=_even(),  # bpre.tasking.evergreen-citadel.1
    limits=(
        Limit(force="scorch", unit="operational-advisor", least=1, statement=2),
        Limit(force="scorch", unit="operational-advisor", in_qrf=0, statement=3),
    ),
    steps=_structure("scorch", "stronghold", 0, 4000, 4, 5),
    success=(
        Criterion(force="scorch", test="alive-at-end", unit="operational-advisor", least=1, statement=6),
        Criterion(force="scorch", test="enemy-cp-left", most=25, statement=7),
        Criterion(force="aayari", test="all-killed", unit="operational-advisor", least=26, statement=8),
    ),
    rewards=(
        Reward(force="scorch", points=1, special="special.wide-band-jammers", statement=9),
        Reward(force="aayari", points=2, statement=10),
    ),
)
"""Rules: bpre.tasking.evergreen-citadel.1-10."""
AMBER_WRAITH = Tasking(
    stage=INFIL,  # bpre.tasking.amber-wraith.1
    assaulting="scorch",  # bpre.tasking.amber-wraith.1
    cp=_even(),  # bpre.tasking.amber-wraith.1
    limits=(Limit(force="aayari", start_cp_min=100, statement=2),),
    steps=(
        Step(do="remove-vehicles", statement=3),
        Step(by="aayari", do="place-trucks", name="aayari-edge", within=6000, count=2, statement=4),
        Step(by="aayari", do="place-units", of="checkpoint", within=4000, statement=5),
        Step(
            by="scorch", do="choose-edge", name="scorch-edge", of="aayari-edge", edge="opposite", statement=6
        ),
        Step(by="scorch", do="place-units", edge="scorch-edge", within=4000, statement=6),
    ),
    success=(
        Criterion(force="scorch", test="cp-killed", least=100, statement=7),
        Criterion(force="aayari", test="turn-counter-elapsed", most=99, statement=8),
    ),
    rewards=(
        Reward(force="scorch", points=2, statement=9),
        Reward(force="aayari", points=1, next_cp=25, statement=10),
    ),
)
"""Rules: bpre.tasking.amber-wraith.1-10."""
DISPARATE_VERTIGO = Tasking(
    stage=ACTIONS_ON,  # bpre.tasking.disparate-vertigo.1
    assaulting="aayari",  # bpre.tasking.disparate-vertigo.1
    cp=_even(),  # bpre.tasking.disparate-vertigo.1
    steps=(
        Step(by="aayari", do="choose-structure", name="target", statement=2),
        Step(by="aayari", do="place-units", of="target", within=2000, statement=2),
        Step(by="aayari", do="place-token", name="site-exploitation", of="target", statement=3),
        Step(by="scorch", do="choose-edge", name="scorch-edge", of="target", edge="farthest", statement=4),
        Step(by="scorch", do="place-units", edge="scorch-edge", within=6000, statement=4),
    ),
    success=(
        Criterion(force="scorch", test="token-held-at-end", of="site-exploitation", statement=8),
        Criterion(force="aayari", test="token-unheld-at-end", of="site-exploitation", statement=9),
        Criterion(force="aayari", test="enemy-wiped", statement=10),
    ),
    rewards=(Reward(points=3, special="special.courtesy-burn", statement=11),),
)
"""Rules: bpre.tasking.disparate-vertigo.1-11."""
QUIVERING_BRIAR = Tasking(
    stage=ACTIONS_ON,  # bpre.tasking.quivering-briar.1
    assaulting="scorch",  # bpre.tasking.quivering-briar.1
    cp=_even(),  # bpre.tasking.quivering-briar.1
    steps=_edges("aayari", 4000, 4000, 2),
    success=(
        Criterion(force="scorch", test="charge-armed", least=14_000, statement=5),
        Criterion(force="aayari", test="turn-counter-elapsed", statement=6),
    ),
    rewards=(
        Reward(force="scorch", points=3, special="special.seize-the-initiative", statement=7),
        Reward(force="aayari", points=3, special="special.tunnel-rats", statement=8),
    ),
)
"""Rules: bpre.tasking.quivering-briar.1-8."""
PERDITION_CHARTER = Tasking(
    stage=ACTIONS_ON,  # bpre.tasking.perdition-charter.1
    assaulting="scorch",  # bpre.tasking.perdition-charter.1
    cp=_even(),  # bpre.tasking.perdition-charter.1
    limits=(Limit(force="aayari", qrf=False, statement=2),),
    steps=(
        Step(by="scorch", do="choose-structure", name="start-structure", statement=3),
        Step(by="scorch", do="place-units", of="start-structure", statement=3),
        Step(
            by="aayari", do="designate-edge", name="exit", of="start-structure", edge="farthest", statement=4
        ),
        Step(by="aayari", do="place-units", edge="all", within=3000, statement=5),
    ),
    success=(
        Criterion(force="scorch", test="cp-near-edge", of="exit", within=3000, least=75, statement=6),
        Criterion(force="aayari", test="cp-killed", least=76, statement=7),
        Criterion(force="aayari", test="turn-counter-elapsed", statement=8),
    ),
    rewards=(Reward(points=3, special="special.violence-of-action", statement=9),),
)
"""Rules: bpre.tasking.perdition-charter.1-9."""
ANTLER_VINE = Tasking(
    stage=EXFIL,  # bpre.tasking.antler-vine.1
    assaulting="aayari",  # bpre.tasking.antler-vine.1
    cp=_even(),  # bpre.tasking.antler-vine.1
    limits=(Limit(force="scorch", unit="operational-advisor", least=1, statement=2),),
    steps=_structure("scorch", "strongpoint", 0, 4000, 3, 4),
    success=(
        Criterion(force="scorch", test="turn-counter-elapsed", statement=5),
        Criterion(force="aayari", test="cp-stays-in-structure", of="strongpoint", least=26, statement=6),
    ),
    rewards=(Reward(points=1, special="special.set-support-element", statement=7),),
)
"""Rules: bpre.tasking.antler-vine.1-7."""
THORNED_REEF = Tasking(
    stage=EXFIL,  # bpre.tasking.thorned-reef.1
    assaulting="scorch",  # bpre.tasking.thorned-reef.1
    cp=_even(),  # bpre.tasking.thorned-reef.1
    limits=(Limit(force="aayari", start_cp_min=125, statement=2),),
    steps=_edges("aayari", 6000, 6000, 3),
    success=(
        Criterion(force="scorch", test="cp-killed", least=125, statement=4),
        Criterion(force="aayari", test="cp-killed", least=125, statement=5),
    ),
    rewards=(Reward(points=1, special="special.go-pills", statement=7),),
)
"""Rules: bpre.tasking.thorned-reef.1-7."""
USURPERS_MANDIBLE = Tasking(
    stage=EXFIL,  # bpre.tasking.usurpers-mandible.1
    assaulting="scorch",  # bpre.tasking.usurpers-mandible.1
    cp=_even(),  # bpre.tasking.usurpers-mandible.1
    steps=(
        Step(by="aayari", do="choose-edge", name="aayari-edge", statement=2),
        Step(by="aayari", do="place-units", edge="aayari-edge", within=6000, statement=2),
        Step(by="scorch", do="choose-edge", name="scorch-edge", of="aayari-edge", edge="other", statement=3),
        Step(by="scorch", do="place-units", edge="scorch-edge", within=4000, statement=3),
        Step(by="scorch", do="designate-edge", name="exfil", of="scorch-edge", edge="opposite", statement=3),
    ),
    success=(
        Criterion(force="scorch", test="cp-near-edge", of="exfil", within=3000, least=50, statement=4),
        Criterion(force="aayari", test="cp-killed", least=101, statement=5),
        Criterion(force="aayari", test="turn-counter-elapsed", statement=6),
    ),
    rewards=(Reward(points=1, special="special.give-peace-a-chance", statement=7),),
)
"""Rules: bpre.tasking.usurpers-mandible.1-7."""
CARCASS_WRAITH = Tasking(
    stage=EXFIL,  # bpre.tasking.carcass-wraith.1
    assaulting="aayari",  # bpre.tasking.carcass-wraith.1
    cp={"scorch": 180, "aayari": 200},  # bpre.tasking.carcass-wraith.1
    limits=(
        Limit(force="aayari", unit="muhtasib", least=1, statement=2),
        Limit(force="aayari", unit="shurta", most=10, statement=3),
        Limit(force="scorch", start_cp_max=75, statement=4),
        Limit(force="scorch", unit="operational-advisor", fires="fires.scoria-rs", statement=5),
    ),
    steps=_structure("scorch", "strongpoint", 2000, 4000, 6, 7),
    success=(
        Criterion(force="aayari", test="vest-detonated-in-structure", of="strongpoint", statement=8),
        Criterion(force="aayari", test="cp-killed", least=125, statement=9),
        Criterion(force="scorch", test="turn-counter-elapsed", statement=10),
        Criterion(force="scorch", test="all-killed", unit="muhtasib", statement=11),
    ),
    rewards=(Reward(points=1, special="special.killing-is-my-business", statement=12),),
)
"""Rules: bpre.tasking.carcass-wraith.1-12."""

TASKINGS = (
    _card("oasis-hemlock", OASIS_HEMLOCK),
    _card("veiled-fever", VEILED_FEVER),
    _card("evergreen-citadel", EVERGREEN_CITADEL),
    _card("amber-wraith", AMBER_WRAITH),
    _card("disparate-vertigo", DISPARATE_VERTIGO),
    _card("quivering-briar", QUIVERING_BRIAR),
    _card("perdition-charter", PERDITION_CHARTER),
    _card("antler-vine", ANTLER_VINE),
    _card("thorned-reef", THORNED_REEF),
    _card("usurpers-mandible", USURPERS_MANDIBLE),
    _card("carcass-wraith", CARCASS_WRAITH),
)

REWARDS = tuple(reward for rule in TASKINGS if isinstance(rule.data, Tasking) for reward in rule.data.rewards)
"""What can be won."""
