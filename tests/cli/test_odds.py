"""`firelane odds`: exact figures in the terminal, as JSON and as pictures, in both languages."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction

import pytest

from firelane.bpre.units import shipped


def firelane(*words, stdin="", check=True, lang="en"):
    return subprocess.run(
        [sys.executable, "-m", "firelane", "--lang", lang, *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=check,
        encoding="utf-8",
    )


DUEL = ("odds", "c1", "fusilier combi 12in cover", "vs", "zhanshi combi")


def test_a_match_up_shows_itemised_numbers_and_bars():
    shown = firelane(*DUEL).stdout
    assert "Fusiliers against Zhanshi at 12 inches" in shown
    assert "15 = BS 12, Range +3" in shown
    assert "n4-core.cover.3" in shown
    assert "█" in shown
    assert "expected loss in points" in shown


def test_the_same_in_japanese():
    shown = firelane(*DUEL, lang="ja").stdout
    assert "遮蔽" in shown
    assert "意識不明" in shown
    assert "Unconscious" not in shown


def test_words_without_quotes_are_one_trooper():
    loose = firelane("odds", "c1", "fusilier", "combi", "12in", "-3", "vs", "zhanshi", "dodge", "--json")
    quoted = firelane("odds", "c1", "fusilier combi 12in -3", "vs", "zhanshi dodge", "--json")
    assert loose.stdout == quoted.stdout
    assert json.loads(loose.stdout)["rolls"][0]["numbers"][0]["total"] == 12


def test_fractions_sum_to_one():
    found = json.loads(firelane(*DUEL, "--json", "--fractions").stdout)
    for trooper in found["troopers"].values():
        assert sum(map(Fraction, trooper["lost"])) == 1


@pytest.mark.parametrize("ending", ["svg", "png"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_pictures(tmp_path, ending, lang):
    for name, words in (
        ("duel", DUEL),
        ("grid", ("odds", "compare", "c1", "fusilier", "vs", "zhanshi combi")),
    ):
        path = tmp_path / f"{name}.{ending}"
        ran = firelane(*words, "--plot", str(path), lang=lang)
        assert "Warning" not in ran.stderr
        assert path.stat().st_size > 5000
        if ending == "svg":
            assert ("距離" if lang == "ja" else "inches") in path.read_text("utf-8")


def test_a_picture_needs_a_known_ending(tmp_path):
    ran = firelane(*DUEL, "--plot", str(tmp_path / "x.gif"), check=False)
    assert ran.returncode == 2
    assert ".svg" in ran.stderr


def test_weapons_against_ranges():
    shown = firelane("odds", "compare", "c1", "fusilier", "vs", "zhanshi combi cover").stdout
    assert "Heavy Machine Gun" in shown
    found = json.loads(
        firelane("odds", "compare", "c1", "fusilier", "vs", "zhanshi combi cover", "--json").stdout
    )
    row = next(row for row in found if row["weapon"] == "combi-rifle")
    assert row["by_inches"]["96"] is None
    single = json.loads(
        firelane("odds", "c1", "fusilier combi 16in", "vs", "zhanshi combi cover", "--json").stdout
    )["troopers"]["reactive-1"]
    assert row["by_inches"]["16"] == pytest.approx(single["unconscious"] + single["dead"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("odds", "c1", "fusilier combi 12in"), "vs"),
        (("odds", "c1", "fusilier combi 12in", "vs"), "vs"),
        (("odds", "c1", "fusiller combi 12in", "vs", "zhanshi"), "fusiliers"),
        (("odds", "compare", "c1", "fusilier", "vs", "zhanshi combi", "fusilier combi"), "one target"),
        (("odds", "compare", "c1", "fusilier", "vs", "zhanshi", "--measure", "luck"), "measure"),
        (("odds", "compare", "n9", "fusilier", "vs", "zhanshi"), "n9"),
        (("odds", "bpre", "hits 11", "vs", "save twelve"), "save"),
        (("odds", "bpre", "+1", "vs", "save 12"), "hits 11/13"),
    ],
)
def test_complaints_name_the_way_out(words, said):
    ran = firelane(*words, check=False)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr


def test_red_earth():
    found = json.loads(firelane("odds", "bpre", "hits 11/13 +1", "vs", "save 12", "--json").stdout)
    assert found["units"][0]["killed"] == pytest.approx(0.3655)
    shown = firelane("odds", "bpre", "hits 11/13 x2", "vs", "save 12 obstructed", "no-save").stdout
    assert "2 killed" in shown


EXCHANGE = """{"active": {"target": 12, "burst": 3, "ammo": "N", "damage": 13,
  "hits_save": {"attribute": "ARM", "value": 1, "cover": 0}},
 "reactive": {"target": 11, "burst": 1, "ammo": "N", "damage": 13,
  "hits_save": {"attribute": "ARM", "value": 1}}}"""


@pytest.mark.parametrize("ruleset", ["n2", "n3", "n4", "c1"])
def test_one_exchange_as_json(ruleset):
    found = json.loads(firelane("odds", "exchange", "--ruleset", ruleset, "--json", stdin=EXCHANGE).stdout)
    assert set(found["win"]) == {"active", "reactive", "none"}
    for chances in (
        found["win"].values(),
        found["wounds_by_active"],
        found["wounds_by_reactive"],
        found["hits_by_active"].values(),
        found["hits_by_reactive"].values(),
    ):
        assert sum(chances) == pytest.approx(1, abs=1e-12)
    assert "1h0c" in found["hits_by_active"]


def test_one_exchange_as_a_picture(tmp_path):
    picture = tmp_path / "exchange.svg"
    ran = firelane("odds", "exchange", "--ruleset", "n4", "--plot", str(picture), stdin=EXCHANGE)
    assert "Who wins" in picture.read_text("utf-8")
    assert "loses 1" in picture.read_text("utf-8")
    assert "%" in ran.stdout
    wrong = firelane("odds", "exchange", "--ruleset", "n4", "--plot", "x.txt", stdin=EXCHANGE, check=False)
    assert wrong.returncode == 2
    assert ".svg" in wrong.stderr


def test_a_broken_exchange_is_a_complaint():
    ran = firelane("odds", "exchange", "--ruleset", "n4", stdin='{"active": {"burst": "x"}}', check=False)
    assert ran.returncode == 2
    assert "$.active.burst" in ran.stderr


def test_a_burst_beside_a_dodge_is_refused():
    asked = '{"active": {"target": 12, "damage": 13}, "reactive": {"target": 11, "dodge": true, "burst": 2}}'
    ran = firelane("odds", "exchange", "--ruleset", "n4", stdin=asked, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "reactive.burst" in ran.stderr


def test_red_earth_by_unit_cards_and_as_a_picture(tmp_path):
    """A Unit Card's name stands for its figures, and the same odds are drawn."""
    figures = shipped()["pointman"], shipped()["aayari-guard"]
    typed = f"hits {figures[0].direct}/{figures[0].obstructed}", f"save {figures[1].save}"
    by_figures = json.loads(firelane("odds", "bpre", typed[0], "vs", typed[1], "--json").stdout)
    picture = tmp_path / "attack.svg"
    command = ("odds", "bpre", "pointman", "vs", "aayari-guard", "--json", "--plot", str(picture))
    by_names = json.loads(firelane(*command).stdout)
    assert [u["killed"] for u in by_names["units"]] == [u["killed"] for u in by_figures["units"]]
    assert "aayari-guard" in picture.read_text("utf-8")
