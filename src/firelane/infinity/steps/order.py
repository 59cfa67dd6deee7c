"""One Order: activation, first skill, AROs, second skill, AROs, resolution, effects, conclusion.

The eight numbered steps of the book are the functions listed here, in order.
"""

from __future__ import annotations

from firelane.core.procedure import Procedure
from firelane.infinity.frames import Order
from firelane.infinity.steps.declaring import (
    activation,
    first_aros,
    first_skill,
    landed,
    second_aros,
    second_skill,
    take_first_aros,
    take_second,
    take_second_aros,
)
from firelane.infinity.steps.resolution import (
    active_dodge_moves,
    conclude,
    losses,
    place_items,
    reactive_dodge_moves,
    reactive_rolls,
    reactive_saves,
    read_rolls,
    resolution,
    roll_reactive_saves,
    roll_saves,
    settle_engagements,
    stray_shots,
    take_active_dodges,
    take_reactive_dodges,
    take_strays,
    take_turns,
    warn,
)

order = Procedure(
    Order,
    activation,
    first_skill,
    landed,
    first_aros,
    take_first_aros,
    second_skill,
    take_second,
    second_aros,
    take_second_aros,
    resolution,
    reactive_rolls,
    read_rolls,
    stray_shots,
    take_strays,
    roll_saves,
    roll_reactive_saves,
    reactive_saves,
    losses,
    active_dodge_moves,
    take_active_dodges,
    reactive_dodge_moves,
    take_reactive_dodges,
    settle_engagements,
    place_items,
    warn,
    take_turns,
    conclude,
)
