"""The arena: paired games, the same table of results however they are spread, honest numbers."""

import json
import math

import pytest

from firelane.cli.main import main
from firelane.lab.arena import Bout, Kept, Result, Terms, bout, compare, pairs_of, setup_of
from firelane.lab.ratings import claims, interval, quantile, ratings, verdict
from firelane.players import Budget
from firelane.problem import Problem

AMBUSH = "ambush.game:FIRST"
TERMS = Terms(ruleset=AMBUSH, players=("commander", "random"), budget=Budget(nodes=20))
PAIR = ("commander", "random")


def results(processes, kept=None):
    """The bouts without what a clock says."""
    found = compare(TERMS, PAIR, 8, 3, processes, kept or Kept(None, TERMS))
    return [(one.seed, one.swapped, one.winner, one.scores, one.decisions, one.uses)
            for both in found for one in both]  # fmt: skip


def test_the_same_seeds_give_the_same_games_on_any_number_of_processes():
    assert results(1) == results(2)


def test_games_come_in_pairs_with_sides_swapped():
    found = results(1)
    assert [(seed, swapped) for seed, swapped, *_ in found] == [
        (seed, swapped) for seed in range(3, 7) for swapped in (False, True)
    ]
    straight = bout(TERMS, PAIR, 3, swapped=False)
    assert set(straight.times) == set(PAIR)
    assert (
        sum(straight.times["random"].values()) + sum(straight.times["commander"].values())
        == straight.decisions
    )


def test_a_run_goes_on_where_it_was_cut_off(tmp_path):
    path = tmp_path / "bouts"
    kept = Kept(path, TERMS)
    for place, both in enumerate(compare(TERMS, PAIR, 8, 3, 1, kept)):
        if place == 2:
            break
        for one in both:
            kept.add(one)
    path.write_bytes(path.read_bytes() + b'\n{"pair":["comm')
    again = Kept(path, TERMS)
    assert len(again.bouts) == 4
    assert results(1, again) == results(1)


def test_kept_games_of_other_terms_are_not_mixed_in(tmp_path):
    path = tmp_path / "bouts"
    Kept(path, TERMS)
    with pytest.raises(Problem):
        Kept(path, Terms(ruleset=AMBUSH, players=PAIR, budget=Budget(nodes=21)))
    path.write_text("nothing of the kind")
    with pytest.raises(Problem):
        Kept(path, TERMS)


def test_a_result_adds_up():
    result = Result(pair=PAIR)
    for winner in ("commander", "random", "", "commander"):
        lost = {"commander": 2.0, "random": 3.5}
        result.add(Bout(pair=PAIR, seed=1, swapped=False, winner=winner, lost=lost))
    assert (result.games, result.wins, result.draws, result.score) == (4, 2, 1, 2.5)
    assert result.lost == [8.0, 14.0]


def test_everybody_meets_everybody_once():
    assert pairs_of(("a", "b", "c")) == [("a", "b"), ("a", "c"), ("b", "c")]
    for wrong in (("a",), (), ("a", "a")):
        with pytest.raises(Problem):
            pairs_of(wrong)


def test_a_set_up_takes_the_fields_that_it_has():
    from firelane.infinity.c1.game import C1

    assert setup_of(C1, {"mission": "supplies"}).mission == "supplies"
    with pytest.raises(Problem) as found:
        setup_of(C1, {"tasking": "raid"})
    assert "mission" in str(found.value)
    with pytest.raises(Problem):
        setup_of(C1, {"mission": 3})


def test_both_sides_have_the_same_list_and_each_seed_the_next():
    turns = tuple({"lists": dict.fromkeys(("blue", "red"), name)} for name in ("nomads-30", "yu-jing-30"))
    terms = Terms(ruleset="c1", players=PAIR, setup={"mission": "supplies"}, turns=turns)
    for seed, name in ((4, "nomads-30"), (5, "yu-jing-30"), (6, "nomads-30")):
        assert terms.setup_for(seed) == {"mission": "supplies", "lists": {"blue": name, "red": name}}
    assert TERMS.setup_for(4) == {}


# Numbers


def test_wilsons_interval():
    low, high = interval(80, 100)
    assert (round(low, 3), round(high, 3)) == (0.711, 0.867)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(10, 10)[0] == pytest.approx(0.7225, abs=1e-3)


def test_the_sequential_test_decides_once_it_is_clear():
    assert verdict(5, 5) == ""
    assert verdict(9, 9) == "better"
    assert verdict(0, 9) == "worse"
    assert verdict(50, 100) == ""
    low, high = claims(0.8)
    assert (round(low, 4), high) == (0.6667, 0.8)
    assert verdict(17, 17, 0.8) == "better"
    assert verdict(60, 100, 0.8) == "worse"
    assert verdict(75, 100, 0.8) == ""


def test_the_sequential_test_is_wrong_as_seldom_as_it_says():
    """At half the odds of the claim, the claim is granted in no more than about one run of twenty."""
    from random import Random

    low, _ = claims(0.75)
    generator = Random(1)
    granted = 0
    for _ in range(400):
        score = 0
        for games in range(1, 400):
            score += generator.random() < low
            said = verdict(score, games, 0.75)
            if said:
                granted += said == "better"
                break
    assert granted <= 0.05 * 400 + 2 * math.sqrt(0.05 * 0.95 * 400)


def test_ratings_follow_the_results():
    found = ratings(
        ("a", "b", "c"), {("a", "b"): (75.0, 100), ("b", "c"): (75.0, 100), ("a", "c"): (90.0, 100)}
    )
    assert found["a"] > found["b"] > found["c"]
    assert sum(found.values()) == pytest.approx(0.0, abs=1e-6)
    assert found["a"] - found["b"] == pytest.approx(190, abs=15)
    assert math.isfinite(ratings(("a", "b"), {("a", "b"): (10.0, 10)})["a"])


def test_quantiles_of_counted_values():
    assert quantile({1: 5, 10: 4, 100: 1}, 0.5) == 1
    assert quantile({1: 5, 10: 4, 100: 1}, 0.9) == 10
    assert quantile({}, 0.5) == 0


# The command


def run(*arguments):
    with pytest.raises(SystemExit) as left:
        main(["--lang", "en", "arena", *arguments])
    return left.value.code


def test_the_command_prints_the_same_results_twice(capsys, tmp_path):
    found = []
    for processes in ("1", "2"):
        code = run("--ruleset", AMBUSH, "--players", "commander,random", "--games", "6", "--nodes", "20",
                   "--processes", processes, "--json", "--whole",
                   "--plot", str(tmp_path / "a.png"))  # fmt: skip
        assert code == 0
        report = json.loads(capsys.readouterr().out)
        found.append((report["results"], report["ratings"], report["uses"]))
    assert found[0] == found[1]
    assert found[0][0][0]["games"] == 6
    assert (tmp_path / "a.png").stat().st_size > 1000


def test_the_command_in_words(capsys):
    code = run("--ruleset", AMBUSH, "--players", "veteran,random", "--games", "4", "--processes", "1")
    assert code == 0
    out = capsys.readouterr().out
    assert "veteran beats random in" in out
    assert "rating" in out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--players", "veteran"), "two players"),
        (("--players", "veteran,nobody"), "nobody"),
        (("--players", "veteran,random", "--tasking", "raid"), "tasking"),
        (("--players", "veteran,random", "--ruleset", "c1", "--mission", "nonsense"), "nonsense"),
        (("--players", "veteran,random", "--ruleset", "c1", "--lists", "nomads-30,nobodys"), "nobodys"),
        (("--players", "veteran,random", "--ruleset", AMBUSH, "--lists", "nomads-30"), "lists"),
        (("--players", "veteran,random", "--ruleset", "nothing"), "nothing"),
        (("--players", "veteran,random", "--games", "1"), "--games"),
    ],
)
def test_bad_input_is_told(capsys, arguments, word):
    assert run("--processes", "1", *arguments) == 2
    assert word in capsys.readouterr().err
