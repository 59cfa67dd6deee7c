"""Every text that a screen, a log or a comment shows, found by the forms that carry texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from firelane.core.labels import Called
from firelane.screen import board, mission, prompts, weapons
from firelane.server import messages as m

TEXTS: dict[type, tuple[str, ...]] = {
    board.Shape: ("name", "traits"),
    board.Ground: ("name",),
    board.Fact: ("label", "value"),
    board.Badge: ("short", "text"),
    board.Figure: ("name", "away", "note"),
    board.Thing: ("name",),
    Called: ("name",),
    board.Side: ("name",),
    board.Card: ("name", "text"),
    board.Board: ("title", "outcome"),
    mission.GoalShare: ("have", "worth", "left"),
    mission.GoalShown: ("text", "when"),
    mission.ScoreShown: (),
    mission.MissionCard: ("name", "lines"),
    weapons.BandShown: ("label", "value"),
    weapons.WeaponRow: ("name",),
    weapons.WeaponCard: ("name",),
    prompts.Slot: ("label",),
    prompts.Option: ("label", "group", "detail", "forbidden"),
    prompts.Part: ("label",),
    prompts.Standing: ("label",),
    prompts.Prompt: ("title", "confirm", "help"),
    prompts.Summand: ("text",),
    prompts.Sum: ("label",),
    prompts.Chance: ("label",),
    prompts.Outlook: ("title",),
    prompts.SeenFrom: ("text",),
    prompts.Sightline: ("text",),
    prompts.Preview: ("text", "refusal"),
    prompts.Look: (),
    prompts.Way: ("trouble",),
    m.State: (),
    m.Ended: ("text",),
    m.LogLine: ("text", "why"),
    m.ReasonShown: ("asked",),
    m.CandidateShown: ("text",),
    m.TermShown: ("text",),
}
"""Of each form the fields that are read by people; the others are ids, numbers, or forms again."""


def texts(shown: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a form, each with its place in it."""
    if isinstance(shown, tuple | list):
        for each in shown:
            yield from texts(each, where)
        return
    if not isinstance(shown, msgspec.Struct):
        return
    here = f"{where}/{type(shown).__name__}"
    read = TEXTS.get(type(shown), ())
    for name in shown.__struct_fields__:
        value = getattr(shown, name)
        if name in read:
            for text in value if isinstance(value, tuple) else (value,):
                yield f"{here}.{name}", text
        else:
            yield from texts(value, here)
