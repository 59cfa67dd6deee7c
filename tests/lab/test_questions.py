"""How much a person is asked in games against the machine."""

from __future__ import annotations

from random import Random
from statistics import median

from firelane.bpre.asking import Decline, OfferCards
from firelane.bpre.game import BPRE, Setup
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.infinity.c1.game import C1
from firelane.lab.questions import counted, usual_answer
from firelane.players import Budget, random_player

MOST_QUESTIONS = 6
"""In a machine's turn of CodeOne, at the median."""


def test_a_machines_turn_of_codeone_asks_a_person_little() -> None:
    found = [counted(C1, seed) for seed in (1, 2)]
    turns = [count for one in found for count in one.turns]
    assert len(turns) >= 4
    assert median(turns) <= MOST_QUESTIONS
    everything = counted(C1, 1, spare=False)
    assert not everything.spared
    assert sum(everything.asked.values()) > sum(found[0].asked.values()) > 0


def test_no_offer_of_cards_is_put_to_a_hand_that_has_none_of_them() -> None:
    put = spared = 0
    for seed in range(1, 7):
        game = Game.new(BPRE, Setup(tasking="oasis-hemlock"), seed)
        generator, player = Random(seed), random_player(BPRE)
        while True:
            game.throw_all()
            if game.state.outcome is not None:
                break
            request = game.pending[0]
            view = game.view(request.seat)
            question = BPRE.question(request)
            usual = usual_answer(BPRE, view, request)
            assert usual is None or question.refuse(view, request, usual) is None, request
            if isinstance(request, OfferCards):
                listed = list(question.listed(view, request)) if question.listed else []
                nothing_else = all(isinstance(answer, Decline) for answer in listed)
                assert (usual is not None) == nothing_else, (request.cards, listed)
                spared, put = spared + nothing_else, put + (not nothing_else)
            given = player(view, request, Budget(), generator)
            assert not isinstance(game.answer(request.seat, request.id, given), Refusal)
    assert put > 0
    assert spared > 0
