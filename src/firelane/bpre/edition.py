"""The entries of Red Earth, with their figures and statements."""

from __future__ import annotations

from firelane.bpre.atmospherics import ATMOSPHERICS
from firelane.bpre.cards.ordinary import INTERVENTIONS
from firelane.bpre.cards.specials import FIRES, SPECIALS
from firelane.bpre.hooks import (
    Amount,
    DoorFigures,
    FragFigures,
    behind_cover,
    cross_check,
    door_cost,
    finishing_range,
    grenades_only,
    immediate,
    in_direct_fire,
    marksmanship,
    move_range,
    needs_chit_to_finish,
    no_reaction_in_finishing,
    not_staggered,
    save_number,
)
from firelane.bpre.names import TURNS
from firelane.bpre.situation import (
    ATTACK_BONUS,
    ATTACK_NEEDS,
    CROSS_NEEDS,
    DOOR_COST,
    FINISHING_RANGE,
    MAY_ACTIVATE,
    MAY_REACT,
    MAY_THROW,
    MOVEMENT,
    POINTS,
    SAVE_BONUS,
    SAVE_NEEDS,
)
from firelane.bpre.skills import SKILLS
from firelane.bpre.taskings import TASKINGS
from firelane.core.rules import Edition, Rule, Value, add, base


def _core(name: str, data: object = None, **values: Value) -> Rule:
    return Rule(name, {"bpre": f"bpre.{name}"}, data=data, values=values, always=True)  # type: ignore[arg-type]


CORE = (
    _core("attack", **{ATTACK_NEEDS: base(marksmanship)}),
    _core("save", **{SAVE_NEEDS: base(save_number)}),
    _core("stagger", **{MAY_ACTIVATE: add(not_staggered), MAY_REACT: add(not_staggered)}),
    _core("direct-fire", Amount(1), **{ATTACK_BONUS: add(in_direct_fire), MAY_THROW: add(grenades_only)}),
    _core("maneuver", **{MOVEMENT: base(move_range)}),
    _core(
        "immediate-action",
        Amount(3),
        **{ATTACK_BONUS: add(immediate), MAY_REACT: add(no_reaction_in_finishing)},
    ),
    _core("cross-cover", Amount(10), **{CROSS_NEEDS: base(cross_check)}),
    _core("doors", DoorFigures(opening=3000, closing=3000), **{DOOR_COST: base(door_cost)}),
    _core("explosions", Amount(1), **{SAVE_BONUS: add(behind_cover)}),
    _core("frag-detonation", FragFigures(throw=10_000, bounce=2000, radius=2000)),
    _core(
        "finishing",
        Amount(3000),
        **{FINISHING_RANGE: base(finishing_range), MAY_ACTIVATE: add(needs_chit_to_finish)},
    ),
    _core("cleanup", Amount(TURNS)),
)

EVENTS = ("unit-placed", "killed", "moved", "turn-began", "phase-began")
"""The events for which entries may wait (`triggers`)."""

CARDS = (*INTERVENTIONS, *SPECIALS, *FIRES)
EDITION = Edition("bpre", (*CORE, *SKILLS, *CARDS, *ATMOSPHERICS, *TASKINGS), POINTS, EVENTS)
