"""`firelane forces`, as typed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firelane.cli.forces import build
from firelane.cli.main import main
from firelane.forces.library import forces
from firelane.forces.lists import READY
from firelane.problem import Problem
from firelane.text import speaking


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with speaking("en"):
        yield


def run(*args: str, code: int = 0) -> str:
    result = CliRunner().invoke(build(), list(args))
    if isinstance(result.exception, Problem):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.output


def test_lists_names_all_ready_lists_with_what_they_cost() -> None:
    lines = run("lists").splitlines()
    assert len(lines) == 1 + len(list((READY / "c1").glob("*.yaml")))
    (line,) = (line for line in lines if line.startswith("nomads-30"))
    assert line.split() == ["nomads-30", "Bakunin", "lockdown", "Nomads", "29.5/30", "5.5/6", "10"]


def test_lists_in_japanese_and_for_machines() -> None:
    with speaking("ja"):
        assert "バクーニン封鎖" in run("lists")
    assert json.loads(run("lists", "--json"))["yu-jing-15"]["points"] == 15


def test_check_passes_a_legal_list() -> None:
    out = run("check", str(READY / "c1" / "yu-jing-15.yaml"))
    assert out.splitlines() == [
        "Jade checkpoint: 15 of 15 points, 2 of 3 SWC, 8 troopers.",
        "The list is legal.",
    ]


def test_check_gives_every_reason_with_its_statement_and_leaves_with_two(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "name: Wrong\nfaction: Nomads\npoints: 5\n"
        "troopers:\n- {unit: perseus, count: 2}\n- {unit: zhanshi, option: missile-launcher}\n"
    )
    lines = run("check", str(path), code=2).splitlines()
    assert lines[0] == "Entry 2: Zhanshi belongs to Yu Jing, the list is of Nomads."
    assert [line.rpartition("  ")[2] for line in lines[1:5]] == [
        "[n4-core.army-list.4]",
        "[n4-core.army-list.1]",
        "[n4-core.army-list.2 n4-core.game-modes.1]",
        "[n4-core.army-list.5 c1.lieutenant.2]",
    ]
    assert lines[-1] == "The list is not legal; mend the 5 points above."
    reasons = json.loads(run("check", str(path), "--json", code=2))
    assert reasons[0]["message"] == "forces.fault-wrong-faction"


def test_show_prints_statline_skills_options_and_bands() -> None:
    out = run("show", "tomcats")
    assert "LI  4-4  14  12  11  13   1    0    1  2  2" in out
    assert "combi-rifle-engineer-zondcat  2.5 points, 0 SWC" in out
    assert "CC Weapon + ZONDCAT" in out
    assert 'Pistol (Burst Mode)               8"+3 16"0 24"-6' in out
    assert "Mimetism (-3), Parachutist, Peripheral (Servant)" in out
    with speaking("ja"):
        assert "小涙滴型, 継続ダメージ" in run("show", "tomcats")


@pytest.mark.parametrize("unit", sorted(forces().units))
def test_show_works_for_every_unit_and_for_machines(unit: str) -> None:
    found = json.loads(run("show", unit, "--json"))
    assert found["key"] == unit
    assert run("show", unit).startswith(found["name"])


def test_the_commands_are_part_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--lang", "en", "forces", "show", "nobody"])
    assert left.value.code == 2
    assert "There is no unit nobody" in capsys.readouterr().err
