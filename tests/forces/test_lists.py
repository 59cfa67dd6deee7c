"""Lists as files: the ready ones, and bad ones."""

from __future__ import annotations

import string
from pathlib import Path

import pytest

from firelane.forces import ArmyList, check, forces, load_list, muster, ready_list, ready_lists, totals
from firelane.forces.lists import write_list
from firelane.problem import Problem
from firelane.text import subject

GOOD = """\
name: Evening game
faction: PanOceania
points: 15
troopers:
- {unit: fusiliers, option: combi-rifle-lieutenant}
- {unit: "Fusiliers", option: combi-rifle, count: 2}
- {unit: shona-carano}
"""


@pytest.mark.parametrize("name", ready_lists())
def test_a_ready_list_is_legal_and_uses_its_points(name: str) -> None:
    army = ready_list(name)
    assert check(army) == ()
    assert totals(army).half_points >= army.points * 2 * 0.8
    mode = forces().game_mode(army.points)
    assert mode is not None
    assert name == f"{army.faction.lower().replace(' ', '-')}-{army.points}"


@pytest.mark.parametrize("name", ready_lists())
def test_a_ready_list_has_a_name_in_both_languages_and_can_be_written(name: str, tmp_path: Path) -> None:
    army = ready_list(name)
    assert army.title("en").isascii()
    assert not army.title("ja").isascii()
    (tmp_path / "again.yaml").write_text(write_list(army), "utf-8")
    assert load_list(tmp_path / "again.yaml") == army


def test_there_are_two_sizes_for_at_least_four_factions() -> None:
    sizes: dict[str, set[int]] = {}
    for army in ready_lists().values():
        sizes.setdefault(army.faction, set()).add(army.points)
    assert len([each for each in sizes.values() if each == {15, 30}]) >= 4


def test_the_ready_lists_show_what_the_game_has() -> None:
    carried = {
        key for army in ready_lists().values() for figure in muster(army) for key in figure.sheet.carries
    }
    types = {figure.sheet.type for army in ready_lists().values() for figure in muster(army)}
    wanted = {"hacker", "doctor", "engineer", "peripheral", "camouflage", "antipersonnel-mines"}
    wanted |= {"combat-jump", "parachutist", "remdriver", "total-reaction", "infiltration"}
    assert wanted <= carried
    assert {"TAG", "HI", "REM", "WB", "SK", "MI", "LI"} == types


def test_mustering_names_every_figure_and_puts_peripherals_behind_their_controller() -> None:
    figures = muster(ready_list("nomads-30"))
    ids = [figure.id for figure in figures]
    assert len(set(ids)) == len(ids) == 12
    behind = {figure.id: figure.controller for figure in figures if figure.controller}
    assert behind == {"zondcat-1": "tomcat-1", "zondcat-2": "tomcat-2"}
    assert ids.index("zondcat-1") == ids.index("tomcat-1") + 1
    assert muster(ready_list("nomads-30")) == figures


def test_an_illegal_list_is_not_mustered() -> None:
    army = ArmyList("none", "PanOceania", 15, ())
    with pytest.raises(Problem, match="no Lieutenant"):
        muster(army)


def test_a_list_of_a_persons_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD, "utf-8")
    army = load_list(path)
    assert check(army) == ()
    ids = [figure.id for figure in muster(army)]
    assert ids == ["fusilier-1", "fusilier-2", "fusilier-3", "shona-carano-1"]
    assert (army.title("ja"), army.ruleset) == ("Evening game", "c1")


@pytest.mark.parametrize(
    ("old", "new", "line", "field"),
    [
        ("points: 15", "points: many", 3, "points"),
        ("points: 15", "points: 0", 3, "points"),
        ("count: 2", "count: 0", 6, "troopers[1].count"),
        ("count: 2", "cuont: 2", 6, "troopers[1]"),
        ("{unit: shona-carano}", "{option: x}", 7, "troopers[2]"),
        ("faction: PanOceania", "ruleset: n9\nfaction: x", 2, "ruleset"),
    ],
)
def test_a_bad_file_is_refused_with_line_and_field(
    tmp_path: Path, old: str, new: str, line: int, field: str
) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(Problem) as caught:
        load_list(path)
    assert caught.value.key == "documents.wrong-field"
    assert (caught.value.args_of_message["line"], caught.value.args_of_message["field"]) == (line, field)


def test_what_is_no_yaml_and_what_is_no_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("name: [\n", "utf-8")
    with pytest.raises(Problem) as caught:
        load_list(path)
    assert caught.value.key == "documents.not-yaml"
    with pytest.raises(Problem, match="no such file"):
        load_list(tmp_path / "other.yaml")
    with pytest.raises(Problem, match="nomads-15"):
        ready_list("nomads-16")


@pytest.mark.parametrize("name", ["forces", "cli-forces"])
def test_every_message_is_whole_in_both_languages(name: str) -> None:
    def places(text: str) -> set[str | None]:
        return {field for _, field, _, _ in string.Formatter().parse(text) if field}

    for key, words in subject(name).items():
        assert set(words) == {"en", "ja"}, key
        allowed = {"field"}
        assert places(words["en"]) - allowed == places(words["ja"]) - allowed, key
