"""Many games: the same seeds give the same summary, and what breaks names its seed."""

import gc
import json
from collections import Counter

import msgspec
import pytest

from firelane.cli.main import main
from firelane.core.lately import Memory
from firelane.lab.many import Broken, Summary, play, play_many, play_one
from firelane.problem import Problem
from firelane.rulesets import load

AMBUSH = "ambush.game:FIRST"
BREAKS = "lab.broken_games:BREAKS"


def summary(games, seed, processes):
    total = Summary(ruleset="ambush-1", first_seed=seed)
    for game in play_many(AMBUSH, games, seed, processes):
        total.add(game)
    return msgspec.json.encode(total, order="sorted")


def test_the_summary_does_not_depend_on_the_number_of_processes():
    assert summary(23, 5, 1) == summary(23, 5, 2) == summary(23, 5, 3)


def test_games_come_in_the_order_of_their_seeds():
    assert [game.seed for game in play_many(AMBUSH, 9, 40, 2)] == list(range(40, 49))


def test_a_game_is_the_same_alone_as_among_many():
    (alone,) = play_many(AMBUSH, 1, 12)
    assert alone == list(play_many(AMBUSH, 5, 10))[2]
    assert alone == play_one(AMBUSH, 12)
    assert play_one(AMBUSH, 13) != alone


def test_a_summary_adds_up():
    total = Summary(ruleset="ambush-1", first_seed=1)
    games = list(play_many(AMBUSH, 12, 1))
    for game in games:
        total.add(game)
    assert total.games == 12
    assert total.draws + sum(total.wins.values()) == 12
    assert total.rolls == sum(game.rolls for game in games)
    assert total.events["game-ended"] == 12
    assert total.fired["ambush.set-up.1"] == 48  # asked by it, and set up by it
    assert set(total.reached) > set()
    assert "core.conceded" not in total.fired


@pytest.mark.parametrize("processes", [1, 2])
def test_a_game_that_breaks_names_its_seed_and_the_fault(processes):
    with pytest.raises(Broken) as found:
        list(play_many(BREAKS, 30, 1, processes))
    broken = found.value
    assert 1 <= broken.seed <= 30
    assert "the scouts have gone home" in broken.what
    assert f"seed {broken.seed}" in str(broken)
    with pytest.raises(Broken) as again:
        play_one(BREAKS, broken.seed)
    assert again.value.seed == broken.seed
    for earlier in range(1, broken.seed):
        play_one(BREAKS, earlier)


def test_a_check_that_fails_names_the_seed():
    def never_ends_in_a_draw(game):
        assert game.state.outcome.winners

    drawn = next(seed for seed in range(50) if not play_one(AMBUSH, seed).winners)
    with pytest.raises(Broken) as found:
        play_one(AMBUSH, drawn, never_ends_in_a_draw)
    assert found.value.seed == drawn


def test_players_of_ones_own_take_their_seats():
    from ambush.game import FIRST

    asked = []

    def player(view, request, budget, generator):
        asked.append((view.seat, request.seat))
        return FIRST.question(request).sample(view, request, generator)

    game = play(FIRST, 1, players={"blue": player, "red": player})
    assert game.state.outcome is not None
    assert {seat for seat, _ in asked} == {"blue", "red"}
    assert all(viewer == seat for viewer, seat in asked)


@pytest.mark.parametrize(
    "name", ["nothing", ":FIRST", "ambush.game:THIRD", "no.such:THING", ".x:y", "json:dumps"]
)
def test_a_ruleset_that_is_not_there_is_a_problem_with_its_name(name):
    from firelane.rulesets import load

    with pytest.raises(Problem) as found:
        load(name)
    assert name in str(found.value)


# The command


def run(*arguments):
    with pytest.raises(SystemExit) as left:
        main(["--lang", "en", *arguments])
    return left.value.code


def test_simulate_prints_the_same_json_twice(capsys):
    outs = []
    for processes in ("1", "1", "2"):
        assert run("simulate", "--ruleset", AMBUSH, "--games", "6", "--processes", processes, "--json") == 0
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1] == outs[2]
    found = json.loads(outs[0])
    assert (found["games"], found["first_seed"], found["ruleset"]) == (6, 1, "ambush-1")


def test_simulate_in_words(capsys):
    assert run("simulate", "--ruleset", AMBUSH, "--games", "4") == 0
    out = capsys.readouterr().out
    assert "4 games of ambush-1, seeds from 1." in out
    assert "ambush.orders.1" in out


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_broken_game_prints_the_command_that_shows_it_again(capsys, processes):
    assert run("simulate", "--ruleset", BREAKS, "--games", "30", "--processes", processes) == 1
    err = capsys.readouterr().err
    assert "the scouts have gone home" in err
    command = err.partition("Show it again with: firelane ")[2].split()
    assert command[:6] == ["simulate", "--ruleset", BREAKS, "--games", "1", "--seed"]
    assert run(*command) == 1
    assert "the scouts have gone home" in capsys.readouterr().err


def test_no_games_at_all_are_not_played(capsys):
    assert run("simulate", "--ruleset", AMBUSH, "--games", "0") == 2
    assert "--games" in capsys.readouterr().err
    assert run("simulate", "--ruleset", "nothing") == 2
    assert "nothing" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["c1", "bpre"])
def test_a_game_that_is_let_go_leaves_nothing_to_the_garbage_collector(name):
    """A server that plays many games keeps its size only if what they held is given back at once."""
    ruleset = load(name)
    play(ruleset, 2)  # what is loaded or compiled once
    gc.collect()
    gc.freeze()  # maps of other tests, which this game may put out of a cache
    gc.disable()
    try:
        memory = Memory()
        game = memory.run(lambda: play(ruleset, 2))
        assert game.state.outcome is not None
        del game, memory
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = Counter(
            type(one).__name__ for one in gc.garbage if type(one).__module__.startswith("firelane")
        )
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.unfreeze()
        gc.enable()
    assert not left
