"""The table of what random play fires: every statement in one place, and reasons that hold."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from firelane.cli.main import main
from firelane.infinity.c1.game import C1
from firelane.lab.firing import Group, Reasons, page, read_summary, reasons_of, statements_of, table
from firelane.lab.many import Summary
from firelane.problem import Problem
from firelane.rulebook.load import load_waivers
from firelane.rulesets import book_of

DOCS = Path(__file__).parents[2] / "docs"
EVERY = tuple(statements_of(C1, book_of(C1)))


def summary(first=1, games=10, **fired):
    return Summary(ruleset="c1", first_seed=first, games=games, fired=fired)


def test_the_statements_of_codeone_are_its_own_and_those_of_the_core_that_hold_for_it():
    assert len(EVERY) == len(set(EVERY)) == 580
    assert sum(entry.startswith("c1.") for entry in EVERY) == 364


def test_each_statement_stands_in_one_place():
    found = table(C1, [summary(**{"c1.move.3": 4, "core.conceded": 1})])
    groups = [entry for group in (*found.unreachable, *found.uncounted) for entry in group.statements]
    assert sorted([*found.fired, *groups, *found.missing]) == sorted(EVERY)
    assert found.fired["c1.move.3"] == 4
    assert "core.conceded" not in found.fired


def test_a_statement_that_says_the_same_as_another_fires_with_it():
    found = table(C1, [summary(**{"c1.climb.1": 2}), summary(11, **{"c1.climb.1": 3})])
    assert found.fired == {"c1.climb.1": 5, "c1.climbing-plus.1": 5}
    assert (found.games, found.seeds) == (20, ((1, 20),))
    assert table(C1, [summary(5), summary(30)]).seeds == ((5, 14), (30, 39))


def test_no_reason_outlives_what_it_explains(monkeypatch):
    silent = reasons_of("c1").unreachable[0].statements[0]
    with pytest.raises(Problem) as found:
        table(C1, [summary(**{silent: 1})])
    assert silent in str(found.value)
    for reasons in (
        Reasons(unreachable=(Group("none", ("c1.nowhere.1",)),)),
        Reasons(unreachable=(Group("none", ("c1.move.1", "c1.move.1")),)),
    ):
        monkeypatch.setattr("firelane.lab.firing.reasons_of", lambda _, reasons=reasons: reasons)
        with pytest.raises(Problem):
            table(C1, [summary()])


def test_what_is_said_to_be_waived_is_waived():
    said = [group for group in reasons_of("c1").unreachable if group.reason.startswith("Waived")]
    assert [entry for group in said for entry in group.statements if entry not in load_waivers()] == []


def test_the_page_in_the_docs_names_every_statement_once():
    text = (DOCS / "fired.md").read_text("utf-8")
    listed = re.findall(r"^(?:- |\| )((?:c1|n4-core)\.[a-z0-9.-]+\d)", text, re.MULTILINE)
    assert sorted(listed) == sorted(EVERY)


def test_the_page_tells_games_seeds_and_share():
    text = page(table(C1, [summary(first=41, games=60, **{"c1.move.3": 4})]))
    assert "60 random games with varied set-ups, seeds 41 to 100." in text
    assert "| c1.move.3 | 4 |" in text


def run(*arguments):
    with pytest.raises(SystemExit) as left:
        main(["--lang", "en", *map(str, arguments)])
    return left.value.code


def test_the_command_reads_what_simulate_wrote(tmp_path, capsys):
    file, written = tmp_path / "one.json", tmp_path / "page.md"
    file.write_bytes(msgspec.json.encode(summary(**{"c1.move.3": 4})))
    assert read_summary(file).fired == {"c1.move.3": 4}
    assert run("fired", file, "--write", written) == 0
    assert "10 games: 1 of the" in capsys.readouterr().out
    assert "| c1.move.3 | 4 |" in written.read_text("utf-8")
    assert run("fired", file, "--json") == 0
    assert json.loads(capsys.readouterr().out)["fired"] == {"c1.move.3": 4}


def test_files_that_are_none_or_do_not_belong_together_are_named(tmp_path, capsys):
    file, other = tmp_path / "one.json", tmp_path / "two.json"
    file.write_text("[]")
    other.write_bytes(msgspec.json.encode(Summary(ruleset="ambush-1", first_seed=1)))
    assert run("fired", file) == 2
    assert str(file) in capsys.readouterr().err
    assert run("fired", tmp_path / "none.json") == 2
    assert "none.json" in capsys.readouterr().err
    file.write_bytes(msgspec.json.encode(summary()))
    assert run("fired", file, other) == 2
    assert "ambush-1, c1" in capsys.readouterr().err
    assert run("fired", file, "--write", tmp_path / "no" / "page.md") == 2
    assert "page.md" in capsys.readouterr().err
