"""The players on the small game: they answer, keep their reasons, and the search gives the same twice."""

from contextlib import nullcontext
from dataclasses import replace
from random import Random

import pytest

from ambush.game import FIRST
from firelane.core.game import Game
from firelane.core.requests import Roll
from firelane.lab.many import play
from firelane.players import NAMES, Budget, Mind, Term, Weighed, decided, mind_of, named
from firelane.players.commander import Commander, even_dice
from firelane.players.mind import WON, Trying
from firelane.players.simple import Novice, Veteran
from firelane.problem import Problem
from players.clocks import SteppingClock


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
    assert 12 < right < 45


def test_a_novice_does_not_stop_because_it_overlooked_something():
    view, request = asked()
    mind = mind_with(by_place)
    listed = list(mind.candidates(view, request, Random(1)))
    careful = replace(mind, stops=lambda answer: answer == listed[0])
    generator = Random(5)
    given = [Novice(careful)(view, request, Budget(), generator) for _ in range(60)]
    assert listed[0] not in given
    last = replace(mind, stops=lambda answer: answer == listed[-1])
    given = [Novice(last)(view, request, Budget(), generator) for _ in range(60)]
    assert listed[-1] in given


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


def test_the_dice_of_many_tries_are_spread_evenly():
    roll = Roll(seat="chance", id="chance-4", dice=(20, 20, 6))
    thrown = [even_dice("seed", number)(roll).faces for number in range(200)]
    for place, sides in enumerate(roll.dice):
        counts = [sum(faces[place] == face for faces in thrown) for face in range(1, sides + 1)]
        assert min(counts) >= 200 / sides * 0.7
        assert max(counts) <= 200 / sides * 1.3
    pairs = [(one > 10, two > 10) for one, two, _ in thrown]
    assert all(35 <= pairs.count(both) <= 65 for both in ((0, 0), (0, 1), (1, 0), (1, 1)))
    assert even_dice("seed", 3)(roll) == even_dice("seed", 3)(roll)
    assert even_dice("other", 3)(roll) != even_dice("seed", 3)(roll)


def test_more_tries_find_the_better_answer():
    """A mind without an opinion, in a game that chance and its own next steps decide: searching pays."""
    won = {}
    for nodes in (1, 120):
        players = {"blue": named("commander", FIRST), "red": named("random", FIRST)}
        games = [play(FIRST, seed, players=players, budget=Budget(nodes=nodes)) for seed in range(24)]
        won[nodes] = sum("blue" in game.state.outcome.winners for game in games)
    assert won[120] > won[1]


def test_a_time_budget_stops_before_it_is_overrun(monkeypatch):
    SteppingClock(monkeypatch, step_seconds=0.0)
    clock = Budget(seconds=60).clock(1)
    assert not clock.over
    clock.longest = 61.0
    assert clock.over


def test_a_time_budget_runs_out_with_the_clock(monkeypatch):
    fake = SteppingClock(monkeypatch, step_seconds=0.0)
    clock = Budget(seconds=60).clock(1)
    fake.seconds = 20.0
    clock.tick()
    assert (clock.longest, clock.part, clock.over) == (20.0, pytest.approx(1 / 3), False)
    fake.seconds = 39.0
    assert not clock.over
    fake.seconds = 40.0
    assert clock.over


def test_only_what_the_mind_names_is_searched():
    view, request = asked()
    plain = mind_of(FIRST)
    for kinds, searches in ((None, True), (frozenset({request.kind}), True), (frozenset({"other"}), False)):
        mind = Mind(plain.candidates, by_place, plain.standing, trying=Trying(kinds))
        made = Commander(FIRST, mind).decide(view, request, Budget(nodes=30), Random(4))
        assert (made.nodes > 0) is searches


def test_too_few_tries_do_not_overrule_the_weights():
    """A mind that wants many tries, a budget for few: the best by weight is taken, the rest is not spent."""
    view, request = asked()
    plain = mind_of(FIRST)
    mind = Mind(plain.candidates, by_place, plain.standing, trying=Trying(least=50))
    made = Commander(FIRST, mind).decide(view, request, Budget(nodes=60), Random(4))
    assert made.answer == Veteran(mind)(view, request, Budget(), Random(4))
    assert made.nodes < 30
    assert all(one.score == round(one.score) for one in made.weighed)


def paired(monkeypatch, second, third, trust=1.0):
    """A decision by paired tries, each one node, in which the second and the third by weight do better than
    the best by so much; with who met in which round, by place."""
    view, request = asked()
    mind = replace(mind_with(by_place), trying=Trying(paired=True, width=3, trust=trust))
    weighed = Veteran(mind).decide(view, request, Budget(), Random(4)).weighed
    ranks = [one.answer for one in weighed[:3]]
    rounds = {}

    def tries(_, __, ___, answer, ____, number, clock, *_____):
        clock.tick()
        rounds.setdefault(number, []).append(ranks.index(answer))
        return 7.0 * number + (0.0, second, third)[ranks.index(answer)]

    monkeypatch.setattr(Commander, "_try", tries)
    made = Commander(FIRST, mind).decide(view, request, Budget(nodes=60), Random(4))
    return made, ranks, rounds


def test_in_paired_tries_the_best_by_weight_is_replaced_only_by_what_outweighs_the_trust_in_it(monkeypatch):
    """It is two points better by weight, which count as ten tries: twenty points over all tries."""
    for better, replaced in ((0.0, False), (0.7, False), (1.5, True)):
        made, ranks, rounds = paired(monkeypatch, 0.0, better, trust=10.0)
        often = sum(2 in met for met in rounds.values())
        assert (often * better > 20.0) is replaced
        assert made.answer == ranks[2 if replaced else 0]
        found = {ranks.index(one.answer): one.terms[-1] for one in made.weighed[:3]}
        assert {term.name for term in found.values()} == {"search"}
        assert found[0].points == 0.0
        assert found[2].points == pytest.approx((-20.0 + often * better) / (10.0 + often) + 2.0)


def test_in_paired_tries_the_best_by_weight_stays_and_of_the_others_the_better_half(monkeypatch):
    made, _, rounds = paired(monkeypatch, 50.0, 100.0)
    assert made.nodes == 60
    met = list(rounds.values())
    assert met[:10] == [[0, 1, 2]] * 10  # half of the budget
    assert met[10:] == [[0, 2]] * 15


@pytest.mark.parametrize(("least", "replaced"), [(2, True), (10, False)])
def test_tries_that_become_too_few_do_not_count(monkeypatch, least, replaced):
    """The first is short, so that there seems to be room for many; the others are long."""
    view, request = asked()
    mind = replace(mind_with(by_place), trying=Trying(paired=True, width=3, least=least))
    best = Veteran(mind)(view, request, Budget(), Random(4))
    tried = []

    def tries(_, __, ___, answer, ____, _____, clock, ______):
        for _ in range(6 if tried else 1):
            clock.tick()
        tried.append(answer)
        return 0.0 if answer == best else WON

    monkeypatch.setattr(Commander, "_try", tries)
    made = Commander(FIRST, mind).decide(view, request, Budget(nodes=60), Random(4))
    assert len(tried) > 6
    assert (made.answer != best) is replaced


@pytest.mark.parametrize(("sure", "replaced"), [(0.0, True), (1.5, True), (4.0, False)])
def test_the_best_by_weight_is_replaced_only_by_what_is_surely_better(monkeypatch, sure, replaced):
    """Of twenty tries of the second the odd ones bring 3 points and the even ones lose 1: a mean of 1, twice
    its standard error and more, but not four times. Trust is too small to matter."""
    view, request = asked()
    mind = replace(mind_with(by_place), trying=Trying(paired=True, width=2, trust=0.01, sure=sure))
    best = Veteran(mind)(view, request, Budget(), Random(4))

    def tries(_, __, ___, answer, ____, number, clock, *_____):
        clock.tick()
        return 0.0 if answer == best else (3.0 if number % 2 else -1.0)

    monkeypatch.setattr(Commander, "_try", tries)
    made = Commander(FIRST, mind).decide(view, request, Budget(nodes=40), Random(4))
    assert (made.answer != best) is replaced


def test_tries_leave_the_time_alone_that_the_mind_wants_to_spare(monkeypatch):
    """Of half a second a tenth is left: what is spent is near to that, and nothing where all is spared."""
    view, request = asked()
    clock = SteppingClock(monkeypatch, step_seconds=0.0001)
    for spare, low, high in ((0.4, 0.05, 0.3), (0.5, 0.0, 0.05), (9.0, 0.0, 0.05)):
        mind = replace(mind_of(FIRST), trying=Trying(paired=True, spare=spare))
        begun = clock.seconds
        made = Commander(FIRST, mind).decide(view, request, Budget(seconds=0.5), Random(4))
        assert low <= clock.seconds - begun < high
        assert (made.nodes > 0) is (low > 0)


def test_a_try_goes_to_the_end_of_the_game_if_the_mind_says_so():
    game, player = Game.new(FIRST, FIRST.setup(), seed=7), named("random", FIRST)
    while (request := game.pending[0]).kind != "give-order":
        game.answer(request.seat, request.id, player(game.view(request.seat), request, Budget(), Random(2)))
        game.throw_all()
    plain = mind_of(FIRST)

    def undecided(_):
        raise ArithmeticError("the game is not over")

    for depth, ends in ((None, True), (1, False)):
        trying = Trying(depth=depth, longest=400, paired=True)
        commander = Commander(FIRST, Mind(plain.candidates, by_place, undecided, trying=trying))
        with nullcontext() if ends else pytest.raises(ArithmeticError):
            made = commander.decide(game.view(request.seat), request, Budget(nodes=300), Random(4))
    assert made.nodes > 100


def test_the_commander_weighs_with_the_mind_that_looks_farther():
    view, request = asked()
    plain = mind_of(FIRST)
    farther = Mind(plain.candidates, lambda *given: by_place(*given)[:1], plain.standing)
    weighs = Trying(frozenset())
    mind = Mind(plain.candidates, by_place, plain.standing, trying=weighs, farther=farther)
    first = next(iter(plain.candidates(view, request, Random(4))))
    assert Commander(FIRST, mind)(view, request, Budget(nodes=5), Random(4)) == first
    assert Veteran(mind)(view, request, Budget(), Random(4)) != first


def test_in_imagined_games_too_everybody_looks_at_the_clock(monkeypatch):
    SteppingClock(monkeypatch, step_seconds=0.0001)
    view, request = asked()
    plain = mind_of(FIRST)
    looked = []

    def within(clock):
        return replace(mind, candidates=lambda *given: looked.append(clock) or plain.candidates(*given))

    mind = Mind(plain.candidates, by_place, plain.standing, farther=plain, within=within)
    made = Commander(FIRST, mind).decide(view, request, Budget(seconds=0.05), Random(4))
    assert made.nodes > 1
    assert looked
    del looked[:]
    Commander(FIRST, mind).decide(view, request, Budget(nodes=30), Random(4))
    assert not looked


def test_a_budget_says_what_part_of_it_is_spent(monkeypatch):
    clock = Budget(nodes=4).clock(9)
    clock.tick()
    assert clock.part == 0.25
    fake = SteppingClock(monkeypatch, step_seconds=0.0)
    late = Budget(seconds=60).clock(9)
    fake.seconds = 45.0
    assert late.part == 0.75
    both = Budget(nodes=4, seconds=60).clock(9)
    both.tick()
    fake.seconds += 30.0
    assert both.part == 0.5
