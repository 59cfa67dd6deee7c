"""Answers that a table may give for a player of Red Earth, since there is nothing to decide."""

from __future__ import annotations

import pytest

from bpre.raid import Raid, at, box, skilled
from firelane.bpre.asking import Decline, PassPhase
from firelane.bpre.game import BPRE
from firelane.bpre.names import MANEUVER
from firelane.core.views import view

APART = {"scorch-1": at(12, 6), "aayari-1": at(12, 18)}
WALL = box("wall", 4, 11, 16, 1, top=2500)


def usual(raid, seat):
    """The usual answer to the question that a seat is asked."""
    request = raid.asked(seat)
    return BPRE.question(request).usual(view(raid.ruleset, raid.game.state, seat), request)


def test_a_player_passes_the_direct_fire_phase_where_nobody_can_do_anything():
    with Raid(APART, [WALL]) as raid:
        assert usual(raid, "scorch") == PassPhase()
    with Raid(APART) as raid:
        assert usual(raid, "scorch") is None, "there is a target"
    with Raid({**APART, "scorch-1": at(12, 6, "trained+frag")}, [WALL], cards=[skilled("frag")]) as raid:
        assert usual(raid, "scorch") is None, "a grenade can be thrown at nobody in particular"
    with Raid(APART, [WALL], phase=MANEUVER) as raid:
        assert usual(raid, "scorch") is None, "there is somewhere to go"
    with Raid({**APART, "scorch-1": at(12, 6, chits=1)}) as raid:
        assert not raid.is_asked("scorch", "activate"), "nobody can be activated: nothing is asked"


@pytest.mark.parametrize(("hand", "decides"), [("react-to-contact", True), ("full-send", False)])
def test_cards_are_declined_for_a_hand_that_has_none_of_them(hand, decides):
    with Raid(APART, hands={"scorch": (hand,)}) as raid:
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        assert usual(raid, "scorch") == (None if decides else Decline())
        raid.declines("scorch")


def test_who_is_offered_cards_does_not_depend_on_the_hand():
    shown = []
    for hand in ("react-to-contact", "full-send"):
        raid = Raid(APART, hands={"scorch": (hand,)})
        raid.fire("scorch-1", "aayari-1").dice(1, 1)
        shown.append(view(raid.ruleset, raid.game.state, "aayari").asked)
    assert shown == [("scorch",), ("scorch",)]


def test_what_hangs_on_hidden_cards_is_marked_as_telling():
    usual_kinds = {question.kind for question in BPRE.questions if question.usual}
    assert usual_kinds == {"activate", "offer-cards", "offer-qrf"}
    assert all(question.usual_tells for question in BPRE.questions if question.usual)
