"""Journals on disk: they come back whole, and every alteration is found and named with its line."""

import json
from dataclasses import replace

import pytest

from ambush.game import FIRST, SECOND
from ambush.rules import FIRST as FIRST_EDITION
from ambush.rules import Amount
from ambush.world import Setup
from firelane.core import journal
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.journal import JournalFile
from firelane.core.lines import header_for, tables_hash
from firelane.core.machine import AgreeDraw
from firelane.core.rules import Edition, Rule, take
from firelane.core.state import encode
from firelane.lab.many import play
from firelane.problem import Problem


@pytest.fixture
def saved(tmp_path):
    """A whole random game in a file, with a step back and words aside in it, and the game itself."""
    return write(tmp_path / "saved.game", seed=3)


def write(path, seed, ruleset=FIRST):
    header = header_for(ruleset, ruleset.setup(), str(seed))
    file = JournalFile(path, header)
    game = Game(ruleset, header, file)
    source = play(ruleset, seed)
    game.say("red", AgreeDraw())
    for moment in source.moments[1:]:
        line = moment.line
        if hasattr(line, "faces"):
            game.throw()
        else:
            game.answer(line.seat, line.request, line.given)
            if not isinstance(game.undo(line.seat), Refusal):
                game.answer(line.seat, line.request, line.given)
    file.close()
    assert game.state.outcome is not None
    return path, game


def lines_of(path):
    return path.read_bytes().split(b"\n")[:-1]


def put(path, lines):
    path.write_bytes(b"".join(line + b"\n" for line in lines))


def altered(path, number, **fields):
    """Change fields of one line (counted from 1), the last of a dotted name within it."""
    lines = lines_of(path)
    row = json.loads(lines[number - 1])
    for name, value in fields.items():
        place, *rest = name.split("__")
        inner = row
        for step in rest:
            inner, place = inner[place], step
        assert inner[place] != value, "that changes nothing"
        inner[place] = value
    lines[number - 1] = json.dumps(row, separators=(",", ":")).encode()
    put(path, lines)


def number_of(path, kind, skip=0):
    """The line (from 1) of the first journal line of a kind."""
    found = [n for n, line in enumerate(lines_of(path), 1) if json.loads(line).get("line") == kind]
    return found[skip]


def complaint(path, ruleset=FIRST):
    with pytest.raises(Problem) as found:
        journal.replay(ruleset, path)
    problem = found.value
    assert str(path) in problem.say("en")
    assert str(path) in problem.say("ja")
    return problem


def test_checksums_are_the_same_whether_reckoned_at_once_or_when_asked_for():
    header = header_for(FIRST, FIRST.setup(), "5")
    told = []
    written, unwritten = Game(FIRST, header, told.append), Game(FIRST, header)
    for moment in play(FIRST, 5).moments[1:]:
        line = moment.line
        for game in (written, unwritten):
            if hasattr(line, "faces"):
                game.throw()
            else:
                game.answer(line.seat, line.request, line.given)
    assert [line.sum for line in unwritten.lines] == [line.sum for line in told]
    assert unwritten.lines == written.lines
    assert unwritten.sum == written.sum


def test_a_game_comes_back_from_its_file_byte_for_byte(saved):
    path, game = saved
    again = journal.replay(FIRST, path)
    assert encode(again.state) == encode(game.state)
    assert (again.sum, again.count) == (game.sum, game.count)
    assert [m.events for m in again.moments] == [m.events for m in game.moments]
    recorded = journal.read(path)
    assert recorded.header == game.header
    assert len(recorded.lines) == game.count
    assert not recorded.cut_off
    kinds = {json.loads(line)["line"] for line in recorded.lines}
    assert kinds == {"answer", "roll", "aside", "undo"}


def test_a_game_can_be_taken_up_at_every_whole_step_and_ends_alike(tmp_path):
    path, game = write(tmp_path / "whole.game", seed=5)
    lines = lines_of(path)
    for count in range(1, len(lines), 7):
        part = tmp_path / f"part-{count}.game"
        put(part, lines[:count])
        resumed = journal.resume(FIRST, part)
        for line in lines[count:]:
            row = json.loads(line)
            played = journal._play(resumed, journal.line_decoder(FIRST).decode(line))
            assert not isinstance(played, Refusal), row
        resumed.write.close()
        assert part.read_bytes() == path.read_bytes()
        assert encode(resumed.state) == encode(game.state)


def test_dice_go_on_as_they_would_have_after_a_game_is_taken_up(tmp_path):
    path, _ = write(tmp_path / "dice.game", seed=9)
    lines = lines_of(path)
    count = number_of(path, "roll", skip=4)
    put(path, lines[: count - 1])
    resumed = journal.resume(FIRST, path)
    resumed.throw()
    resumed.write.close()
    assert lines_of(path)[count - 1] == lines[count - 1]


# What was altered


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("answer", {"given__mine": 4}),
        ("answer", {"request": "blue-7"}),
        ("answer", {"seat": "red"}),
        ("answer", {"sum": "0" * 16}),
        ("answer", {"n": 99}),
        ("roll", {"faces": [6]}),
        ("roll", {"request": "chance-9"}),
        ("roll", {"sum": "0" * 16}),
        ("roll", {"n": 1}),
        ("aside", {"seat": "blue"}),
        ("aside", {"said": {"aside": "concede"}}),
        ("undo", {"seat": "red"}),
    ],
)
def test_every_altered_field_of_a_line_is_found_at_that_line(saved, kind, fields):
    path, _ = saved
    number = number_of(path, kind)
    altered(path, number, **fields)
    problem = complaint(path)
    assert problem.key in ("journal.altered", "journal.refused")
    assert problem.args_of_message["line"] == number


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("answer", {"given__answer": "teleport"}),
        ("answer", {"given__mine": "four"}),
        ("answer", {"line": "shout"}),
        ("roll", {"faces": "3"}),
        ("roll", {"n": None}),
    ],
)
def test_a_line_that_is_no_line_of_this_game_is_named(saved, kind, fields):
    path, _ = saved
    number = number_of(path, kind)
    altered(path, number, **fields)
    problem = complaint(path)
    assert problem.key == "journal.bad-line"
    assert problem.args_of_message["line"] == number
    assert problem.args_of_message["what"]


def test_an_unknown_field_in_a_line_is_named(saved):
    path, _ = saved
    lines = lines_of(path)
    lines[4] = lines[4][:-1] + b',"cheat":1}'
    put(path, lines)
    problem = complaint(path)
    assert (problem.key, problem.args_of_message["line"]) == ("journal.bad-line", 5)
    assert "cheat" in problem.say()


def test_an_impossible_face_is_refused_with_the_rule(saved):
    path, _ = saved
    number = number_of(path, "roll")
    altered(path, number, faces=[21])
    problem = complaint(path)
    assert (problem.key, problem.args_of_message["line"]) == ("journal.refused", number)
    assert problem.args_of_message["rule"] == "core.dice-face"


def test_swapped_removed_and_doubled_lines_are_found(saved):
    path, _ = saved
    lines = lines_of(path)
    roll = number_of(path, "roll")
    for changed in (
        [*lines[: roll - 1], lines[roll], lines[roll - 1], *lines[roll + 1 :]],
        [*lines[: roll - 1], *lines[roll:]],
        [*lines[:roll], lines[roll - 1], *lines[roll:]],
        [*lines[: roll - 1], b"", *lines[roll - 1 :]],
    ):
        put(path, changed)
        problem = complaint(path)
        assert problem.args_of_message["line"] in (roll, roll + 1)


@pytest.mark.parametrize(
    ("field", "value"), [("program", "9.9"), ("seed", "4"), ("setup__rounds", 5), ("setup__carries", {})]
)
def test_an_altered_header_is_found_at_the_first_step(saved, field, value):
    path, _ = saved
    altered(path, 1, **{field: value})
    problem = complaint(path)
    assert (problem.key, problem.args_of_message["line"]) == ("journal.altered", 2)


@pytest.mark.parametrize(
    ("field", "value", "key"),
    [
        ("firelane", 2, "journal.other-format"),
        ("firelane", "1", "journal.other-format"),
        ("ruleset", "ambush-2", "journal.other-ruleset"),
        ("seed", 3, "journal.bad-line"),
        ("setup__rounds", "many", "journal.bad-line"),
        ("setup", [], "journal.bad-line"),
        ("setup", None, "journal.bad-line"),
    ],
)
def test_a_header_of_another_kind_is_named(saved, field, value, key):
    path, _ = saved
    altered(path, 1, **{field: value})
    problem = complaint(path)
    assert problem.key == key
    assert "line 1" in problem.say("en")


def test_a_game_of_another_format_says_which_program_opens_it(saved):
    path, _ = saved
    altered(path, 1, firelane=7, program="3.1")
    assert "firelane 3.1" in complaint(path).say("en")


def test_a_game_of_another_ruleset_is_not_played(saved):
    path, _ = saved
    problem = complaint(path, SECOND)
    assert problem.args_of_message["recorded"] == "ambush-1"
    assert problem.args_of_message["given"] == "ambush-2"


# Rules that have changed since


def edition(*more, **mine):
    entries = [take(key, FIRST_EDITION) for key in FIRST_EDITION.entries if key != "mine"]
    changed = take("mine", FIRST_EDITION, **mine)
    return Edition("ambush-1", [*entries, changed, *more], FIRST_EDITION.points, FIRST_EDITION.events)


def test_rules_that_changed_without_effect_on_the_game_still_replay_it(saved):
    path, game = saved
    other = replace(FIRST, edition=edition(Rule("weather", data=Amount(1))))
    assert tables_hash(other) != tables_hash(FIRST)
    assert encode(journal.replay(other, path).state) == encode(game.state)


def test_rules_that_changed_the_game_are_named_where_it_differs(tmp_path):
    for seed in range(40):
        path, game = write(tmp_path / f"{seed}.game", seed)
        if any(event.kind == "mine-went-off" for moment in game.moments for event in moment.events):
            break
    other = replace(FIRST, edition=edition(amount=20))
    problem = complaint(path, other)
    assert problem.key == "journal.other-rules"
    assert problem.args_of_message["program"] == game.header.program
    assert problem.args_of_message["line"] > 5
    assert Setup() == FIRST.setup()
