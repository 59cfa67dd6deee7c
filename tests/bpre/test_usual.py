"""Answers that a table may give for a player of Red Earth, since there is nothing to decide."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from bpre.raid import Raid, at, box, skilled
from firelane.bpre.asking import Decline, KeepQrf, PassPhase
from firelane.bpre.edition import EDITION
from firelane.bpre.game import BPRE
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER
from firelane.bpre.situation import MAY_THROW, allowed
from firelane.core.game import Game
from firelane.core.views import view
from firelane.players import Budget, named

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


@pytest.mark.parametrize(("card", "decides"), [("lift-and-shift", False), ("this-is-bat-country", True)])
def test_a_card_that_activates_counts_where_a_unit_can_be_activated_by_it(card, decides):
    """One is for the Maneuver Phase, the other for this one."""
    units = {**APART, "scorch-1": at(12, 6, chits=1)}
    with Raid(units, [WALL], phase=FINISHING, hands={"scorch": (card,)}) as raid:
        assert usual(raid, "scorch") == (None if decides else PassPhase())


@pytest.mark.parametrize("seed", range(3))
def test_a_question_that_is_put_offers_more_than_doing_nothing(seed):
    game, player, chance = Game.new(BPRE, BPRE.setup(), seed), named("random", BPRE), Random(seed)
    put = 0
    while game.state.outcome is None:
        game.throw_all()
        for request in game.pending[:1]:
            seen = game.view(request.seat)
            question = BPRE.question(request)
            if question.usual is not None and question.usual(seen, request) is None:
                offered = {type(answer) for answer in islice(question.listed(seen, request), 100)}
                throws = any(_may_throw(seen, name) for name in request.actors)
                assert offered - {PassPhase, Decline, KeepQrf} or throws, request
                put += 1
            game.answer(request.seat, request.id, player(seen, request, Budget(), chance))
    assert put > 5


def _may_throw(seen, name):
    """Whether a unit may throw a grenade at nobody in particular: such answers are not listed."""
    world = seen.table.world
    return allowed(EDITION, MAY_THROW, world, world.units[name], DIRECT_FIRE) is None
