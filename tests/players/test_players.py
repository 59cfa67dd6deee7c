"""The players on the small game: they answer, keep their reasons, and the search gives the same twice."""

from random import Random

import pytest
from ambush.game import FIRST

from firelane.core.game import Game
from firelane.lab.many import play
from firelane.players import NAMES, Budget, Mind, Term, Weighed, decided, mind_of, named
from firelane.players.commander import Commander
from firelane.players.simple import Novice, Veteran
from firelane.problem import Problem


@pytest.mark.parametrize("name", NAMES)
def test_every_player_plays_a_ruleset_that_brings_no_mind(name):
    players = {seat: named(name, FIRST) for seat in FIRST.seats}
    game = play(FIRST, 3, players=players, budget=Budget(nodes=30))
    assert game.state.outcome is not None


def test_an_unknown_player_is_a_problem_with_the_names():
    with pytest.raises(Problem) as found:
        named("nobody", FIRST)
    assert "nobody" in str(found.value)
    assert "veteran" in str(found.value)


def asked():
    """A question of the small game with several answers."""
    game = Game.new(FIRST, FIRST.setup(), seed=7)
    request = game.pending[0]
    return game.view(request.seat), request


def by_place(view, request, answers):
    """The later an answer stands in the list, the better."""
    return [Weighed(answer, (Term("place", float(n)),)) for n, answer in enumerate(answers)]


def mind_with(weigh):
    plain = mind_of(FIRST)
    return Mind(plain.candidates, weigh, plain.standing)


def test_the_veteran_takes_the_best_and_says_why():
    view, request = asked()
    mind = mind_with(by_place)
    listed = list(mind.candidates(view, request, Random(1)))
    made = decided(Veteran(mind), view, request, Budget(), Random(1))
    assert made.answer == listed[-1]
    assert made.weighed[0].answer == made.answer
    assert made.weighed[0].score == len(listed) - 1
    assert [one.score for one in made.weighed] == sorted((one.score for one in made.weighed), reverse=True)


def test_the_novice_is_sometimes_careless():
    view, request = asked()
    mind = mind_with(by_place)
    best = Veteran(mind)(view, request, Budget(), Random(0))
    generator = Random(5)
    given = [Novice(mind)(view, request, Budget(), generator) for _ in range(60)]
    right = sum(answer == best for answer in given)
    assert 20 < right < 55


def test_the_same_seed_and_nodes_give_the_same_decision():
    view, request = asked()
    commander = Commander(FIRST, mind_of(FIRST))
    made = [commander.decide(view, request, Budget(nodes=60), Random(4)) for _ in range(2)]
    assert made[0] == made[1]
    assert 0 < made[0].nodes <= 60 + 1


def test_a_budget_of_nodes_runs_out():
    clock = Budget(nodes=2).clock(9)
    assert not clock.over
    clock.tick()
    clock.tick()
    assert clock.over
    assert not Budget(seconds=60).clock(1).over
    assert Budget().clock(0).left == 0
