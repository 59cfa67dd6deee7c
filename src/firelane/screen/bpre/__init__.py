"""Red Earth on a screen."""

from __future__ import annotations

from functools import partial

from firelane.bpre.events import Succeeded
from firelane.core.ruleset import Ruleset
from firelane.screen.bpre.board import board, ground
from firelane.screen.bpre.looking import fired, look, way
from firelane.screen.bpre.previews import preview
from firelane.screen.bpre.prompts import BASES, KEEPING, PARTS
from firelane.screen.bpre.weapons import weapon_table
from firelane.screen.plain import by_kind
from firelane.screen.screens import Screen


def screen(ruleset: Ruleset) -> Screen:
    """How Red Earth is shown."""
    return Screen(
        ground=ground,
        board=board,
        prompt=by_kind(ruleset, KEEPING, PARTS, BASES),
        preview=partial(preview, ruleset),
        look=look,
        way=way,
        fired=fired,
        weapons=partial(weapon_table, ()),
        scoring=(Succeeded,),
    )
