"""Infinity on a screen."""

from __future__ import annotations

from functools import partial

from firelane.core.ruleset import Ruleset
from firelane.screen.infinity.board import board, ground
from firelane.screen.infinity.looking import fired, look, way
from firelane.screen.infinity.previews import preview
from firelane.screen.infinity.prompts import prompt
from firelane.screen.screens import Screen


def screen(ruleset: Ruleset) -> Screen:
    """How an edition is shown."""
    return Screen(
        ground=ground,
        board=board,
        prompt=partial(prompt, ruleset),
        preview=partial(preview, ruleset),
        look=look,
        way=way,
        fired=fired,
    )
