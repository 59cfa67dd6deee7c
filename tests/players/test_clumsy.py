"""The clumsy player: it tries what may not be done, and the game goes on as if it had not."""

from collections import Counter
from random import Random

from ambush.game import FIRST
from firelane.core.fired import counting
from firelane.core.state import encode
from firelane.core.views import judge, view
from firelane.lab.many import play
from firelane.players.clumsy import Clumsy


def test_stumbling_changes_nothing_in_the_game_but_refusals_are_counted():
    with counting() as calm:
        sober = play(FIRST, 5)
    with counting() as stumbled:
        clumsy = play(FIRST, 5, stumbling=1)
    assert encode(clumsy.state) == encode(sober.state)
    assert clumsy.sum == sober.sum
    assert stumbled.fired.total() > calm.fired.total()


def test_an_attempt_is_another_answer_of_the_same_kind_and_most_are_refused():
    clumsy, generator = Clumsy(FIRST.answers), Random(1)
    outcomes = Counter()
    for seed in range(6):
        game = play(FIRST, seed)
        for before, moment in zip(game.moments, game.moments[1:], strict=False):
            given = getattr(moment.line, "given", None)
            if given is None:
                continue
            tried = clumsy.attempt(given, generator)
            clumsy.note(given)
            if tried is None:
                continue
            assert type(tried) is type(given)
            assert tried != given
            request = next(r for r in before.state.window.requests if r.id == moment.line.request)
            refusal = judge(FIRST, view(FIRST, before.state, request.seat), request, tried)
            outcomes[refusal is not None] += 1
    assert outcomes[True] > 20
