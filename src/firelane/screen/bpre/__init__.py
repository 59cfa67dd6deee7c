"""Red Earth on a screen."""

from __future__ import annotations

from functools import partial

from firelane.core.ruleset import Ruleset
from firelane.screen.bpre.board import board, ground
from firelane.screen.bpre.looking import fired, look, way
from firelane.screen.bpre.previews import preview
from firelane.screen.bpre.prompts import prompt
from firelane.screen.screens import Screen


def screen(ruleset: Ruleset) -> Screen:
    """How Red Earth is shown."""
    return Screen(
        ground=ground,
        board=board,
        prompt=partial(prompt, ruleset),
        preview=partial(preview, ruleset),
        look=look,
        way=way,
        fired=fired,
    )
