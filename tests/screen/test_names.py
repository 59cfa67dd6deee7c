"""What options and lines of the log say of figures: names, and only what is so."""

from __future__ import annotations

import pytest

from firelane.infinity.asking import Activate, Second
from firelane.infinity.c1.game import C1
from firelane.rulesets import screen_of
from firelane.screen.kept import Kept
from firelane.table.movement import Way
from infinity.declared import Idle, Move
from infinity.skirmish import Skirmish, at


def labels(game, seat, lang="en", kept=None):
    """The labels of what one may choose."""
    request = game.asked(seat)
    prompt = screen_of(C1).prompt(game.game.view(seat), request, lang, kept)
    return [option.label for part in prompt.parts for option in part.options]


@pytest.mark.parametrize("kept", [Kept(), None])
def test_one_who_has_stood_up_is_not_offered_to_stand_up(kept):
    with Skirmish({"blue-1": at(20, 10, prone=True), "red-1": at(24, 40, facing=90)}) as game:
        assert "stands up where it is" in labels(game, "blue", kept=kept)
        here = game.trooper("blue-1")
        up = Move(route=((here.x, here.y, here.z, Way.WALK),), facing=here.facing)
        game.says("blue", Activate(trooper="blue-1", skill=up))
        game.says("blue", Second(skill=Idle())).settle()
        offered = labels(game, "blue", kept=kept)
        assert "stands up where it is" not in offered
        assert "goes prone where it is" in offered
