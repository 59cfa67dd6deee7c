"""Infinity on a screen."""

from __future__ import annotations

from functools import partial

from firelane.core.ruleset import Ruleset
from firelane.infinity.events import Scored
from firelane.screen.infinity.board import board, ground
from firelane.screen.infinity.looking import fired, look, way
from firelane.screen.infinity.previews import preview
from firelane.screen.infinity.prompts import BASES, KEEPING, PARTS
from firelane.screen.infinity.weapons import weapon_table
from firelane.screen.plain import by_kind
from firelane.screen.screens import Screen


def screen(ruleset: Ruleset) -> Screen:
    """How an edition is shown."""
    return Screen(
        ground=ground,
        board=board,
        prompt=by_kind(ruleset, KEEPING, PARTS, BASES),
        preview=partial(preview, ruleset),
        look=look,
        way=way,
        fired=fired,
        weapons=weapon_table,
        scoring=(Scored,),
    )
