"""Set-ups chosen in words and drawn by chance; every unit plays."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from firelane.cli.main import main
from firelane.forces.library import forces
from firelane.forces.lists import ready_lists
from firelane.infinity import deploying
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.c1.setup import arrange
from firelane.infinity.events import AroDeclared, SkillDeclared
from firelane.infinity.missions import MISSIONS
from firelane.lab.many import Kind, play, play_one
from firelane.problem import Problem
from firelane.rulesets import set_up
from firelane.table.fieldfile import ready_field, ready_names, write_field
from firelane.testing.properties import RulesetSuite

VARIED = Kind("c1", {}, vary=True)


# Chosen


def test_nothing_chosen_is_the_usual_set_up():
    assert arrange({}) == Setup()


def test_what_is_chosen_is_taken():
    chosen = {"mission": "supplies", "field": "depot", "rounds": "2", "red": "ariadna-15"}
    setup = arrange({**chosen, "blue": "nomads-15"})
    assert (setup.mission, setup.field, setup.rounds, setup.points) == ("supplies", "depot", 2, 30)
    assert setup.lists == {"blue": "nomads-15", "red": "ariadna-15"}
    assert arrange({"red": "ariadna-15"}).points == 30
    assert arrange({"points": "15"}).lists == {"blue": "yu-jing-15", "red": "nomads-15"}


def test_lists_and_battlefields_of_ones_own_come_from_files(tmp_path):
    from firelane.forces.lists import write_list

    army = tmp_path / "mine.yaml"
    army.write_text(write_list(ready_lists()["nomads-15"]), "utf-8")
    field = tmp_path / "yard.yaml"
    field.write_text(write_field(ready_field("depot").form), "utf-8")
    setup = arrange({"blue": str(army), "field": str(field), "points": "15"})
    assert setup.lists["blue"] == ready_lists()["nomads-15"]
    assert setup.terrain is not None
    assert setup.terrain.pieces == ready_field("depot").battlefield.pieces


@pytest.mark.parametrize(
    ("chosen", "known"),
    [
        ({"mission": "nothing"}, "annihilation, domination, supplies, firefight"),
        ({"field": "nowhere"}, "harbour-town"),
        ({"blue": "nobody"}, "panoceania-15"),
        ({"points": "many"}, "--points"),
        ({"rounds": "0"}, "--rounds"),
        ({"colour": "blue"}, "--mission, --field, --points, --rounds, --blue, --red"),
    ],
)
def test_a_bad_choice_is_a_problem_that_names_the_good_ones(chosen, known):
    with pytest.raises(Problem) as found:
        set_up(C1, chosen)
    assert known in str(found.value)


# Drawn


def test_a_drawn_set_up_follows_from_the_seed():
    assert VARIED.setup(3) == VARIED.setup(3)
    assert play_one(VARIED, 3) == play_one(VARIED, 3)


def test_missions_fields_sizes_and_lists_all_vary():
    setups = [VARIED.setup(seed) for seed in range(150)]
    assert {setup.mission for setup in setups} == set(MISSIONS)
    assert {setup.points for setup in setups} == {30, 50, 60}
    assert {setup.field for setup in setups if setup.terrain is None} == set(ready_names())
    assert len({setup.field for setup in setups if setup.terrain is not None}) > 10
    kinds = Counter(type(army).__name__ for setup in setups for army in setup.lists.values())
    assert min(kinds["str"], kinds["ArmyList"]) > 30


def test_what_is_chosen_does_not_vary():
    for seed in range(8):
        setup = arrange({"mission": "domination", "red": "nomads-30"}, Random(seed))
        assert (setup.mission, setup.lists["red"], setup.points) == ("domination", "nomads-30", 60)
        assert "red" not in setup.forces


def test_every_unit_is_drawn_sooner_or_later():
    drawn = set()
    for seed in range(150):
        setup = VARIED.setup(seed)
        drawn |= {key.partition("/")[0] for keys in setup.forces.values() for key in keys}
        drawn |= {
            entry.unit
            for army in setup.lists.values()
            if not isinstance(army, str)
            for entry in army.troopers
        }
    assert drawn == set(forces().units)


@pytest.mark.parametrize("unit", sorted(forces().units))
def test_every_unit_acts_in_a_random_game(unit):
    key = next(s.key for s in forces().sheets.values() if s.unit == unit and s.ava)
    side = ("fusiliers/combi-rifle-lieutenant", key)
    setup = Setup(forces={"blue": side, "red": side}, field="depot", mission="standard", points=30)
    acted = set()
    for seed in range(6):
        game = play(C1, seed, setup)
        happened = (event for moment in game.moments for event in moment.events)
        acted |= {e.trooper for e in happened if isinstance(e, SkillDeclared | AroDeclared)}
        if "blue-2" in acted:
            break
    assert "blue-2" in acted


def test_where_room_is_scarce_places_are_tried_one_after_another(monkeypatch):
    monkeypatch.setattr(deploying, "TRIES", 0)
    game = play(C1, 1, Setup(rounds=1))
    assert game.state.outcome is not None


# The command


def run(*arguments):
    with pytest.raises(SystemExit) as left:
        main(["--lang", "en", *arguments])
    return left.value.code


def test_simulate_takes_the_options_of_the_ruleset(capsys):
    small = ("--ruleset", "c1", "--games", "1", "--rounds", "1", "--field=depot", "--points", "15")
    outs = []
    for more in ((), (), ("--mission", "domination"), ("--vary",), ("--vary",)):
        assert run("simulate", *small, *more, "--json") == 0
        outs.append(capsys.readouterr().out)
    assert outs[0] == outs[1]
    assert outs[3] == outs[4]
    assert len(set(outs)) == 3


@pytest.mark.parametrize("command", ["simulate", "play"])
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--mission", "nothing"), "There is no mission nothing. Known: standard"),
        (("--colour", "blue"), "There is no option --colour for c1. Its options are: --mission"),
        (("--mission",), "--mission needs a value"),
        (("supplies",), "supplies is not an option"),
    ],
)
def test_bad_options_are_told_with_the_way_out(capsys, command, words, told):
    assert run(command, "--ruleset", "c1", *words) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_list_that_is_too_big_for_the_game_is_told(capsys, processes):
    words = ("--games", "8", "--points", "15", "--blue", "nomads-30", "--processes", processes)
    assert run("simulate", "--ruleset", "c1", *words) == 2
    assert "is for 30 points, but the game is for 15" in capsys.readouterr().err


# The laws, with everything drawn


@cache
def played(seed):
    """One varied game, played once for all the laws that are asked of it."""
    return play(C1, seed, VARIED.setup(seed))


class TestVaried(RulesetSuite):
    ruleset = C1
    seeds = range(3)
    longest = 3_000
    pairs = 4
    spending = ("order-spent", 12.0)
    models = staticmethod(lambda world: tuple(sorted(world.troopers)))

    def setup_of(self, seed):
        return VARIED.setup(seed)

    def game(self, seed):
        return played(seed)
