"""`firelane play`, `replay` and the lint, as typed: bad input is exit code 2 and no traceback."""

import json
import subprocess
import sys

import pytest

from ambush.game import FIRST
from core.test_journal import altered, lines_of, number_of, write
from firelane.cli.main import main
from firelane.core import journal
from hanging import HANG_SECONDS

AMBUSH = ("--ruleset", "ambush.game:FIRST")


@pytest.fixture(autouse=True)
def no_language(monkeypatch):
    for name in ("FIRELANE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def run(*arguments):
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    return left.value.code


def complaint(capsys, *arguments):
    """What is said about bad input: one line on the error side, exit code 2."""
    assert run(*arguments) == 2
    err = capsys.readouterr().err
    assert err.startswith("firelane: ")
    assert "Traceback" not in err
    return err


def test_a_game_is_played_saved_and_replayed(tmp_path, capsys, monkeypatch):
    path = tmp_path / "one.game"
    monkeypatch.setattr("sys.stdin", open_nothing())
    assert run("play", *AMBUSH, "--seed", "7", "--save", str(path)) == 0
    played = capsys.readouterr().out
    assert run("replay", str(path), *AMBUSH, "--seat", "blue") == 0
    replayed = capsys.readouterr().out
    told = [line for line in played.splitlines() if "[ambush." in line]
    assert told == [line for line in replayed.splitlines() if "[ambush." in line]
    game = journal.replay(FIRST, path)
    assert f"{game.count} steps, every checksum agrees (last: {game.sum.hex()})" in replayed
    assert run("play", *AMBUSH, "--continue", str(path)) == 0
    assert f"after step {game.count}" in capsys.readouterr().out


def open_nothing():
    import io

    return io.StringIO("")


def test_a_replay_shows_all_or_what_one_side_saw(tmp_path, capsys):
    path, _ = write(tmp_path / "one.game", 3)
    pages = []
    for seat in ((), ("--seat", "blue"), ("--seat", "red")):
        assert run("replay", str(path), *AMBUSH, *seat) == 0
        pages.append(capsys.readouterr().out)
    assert "blue draws a card ()." in pages[2]
    assert "blue draws a card ()." not in pages[0]
    assert len(set(pages)) == 3


def test_an_altered_game_is_named_with_file_and_line(tmp_path, capsys):
    path, _ = write(tmp_path / "one.game", 3)
    number = number_of(path, "roll")
    altered(path, number, sum="0" * 16)
    assert f"{path}, line {number}: the checksum" in complaint(capsys, "replay", str(path), *AMBUSH)
    assert f"{path}, line {number}" in complaint(capsys, "play", *AMBUSH, "--continue", str(path))
    assert f"{path} {number}行目" in complaint(capsys, "--lang", "ja", "replay", str(path), *AMBUSH)


def test_a_cut_off_game_replays_to_its_last_whole_step_and_says_so(tmp_path, capsys):
    path, _ = write(tmp_path / "one.game", 3)
    data = b"\n".join(lines_of(path)[:9]) + b"\n" + lines_of(path)[9][:7]
    path.write_bytes(data)
    assert run("replay", str(path), *AMBUSH) == 0
    out = capsys.readouterr().out
    assert "the last line was cut off" in out
    assert "8 steps, every checksum agrees" in out
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("data", "words"),
    [(b"", "not a Firelane game"), (b"\x00\xff\n", "not a Firelane game"), (b'{"firelane":9}\n', "form 9")],
)
def test_what_is_no_game_of_ours_is_said(tmp_path, capsys, data, words):
    path = tmp_path / "rubbish"
    path.write_bytes(data)
    for command in (("replay", str(path), *AMBUSH), ("play", *AMBUSH, "--continue", str(path))):
        err = complaint(capsys, *command)
        assert words in err
        assert str(path) in err
    assert path.read_bytes() == data


def test_files_that_are_not_there_and_folders(tmp_path, capsys):
    assert "no such file" in complaint(capsys, "replay", str(tmp_path / "none"), *AMBUSH)
    assert "this is a folder" in complaint(capsys, "replay", str(tmp_path), *AMBUSH)
    assert "this is a folder" in complaint(capsys, "play", *AMBUSH, "--continue", str(tmp_path))


def test_a_game_of_another_ruleset(tmp_path, capsys):
    path, _ = write(tmp_path / "one.game", 3)
    err = complaint(capsys, "replay", str(path), "--ruleset", "ambush.game:SECOND")
    assert "one of ambush-1, not of ambush-2" in err
    assert "ambush-1" in complaint(capsys, "replay", str(path))


def test_a_side_that_does_not_exist_leaves_no_file_behind(tmp_path, capsys):
    path = tmp_path / "one.game"
    assert "no side green" in complaint(capsys, "play", *AMBUSH, "--seat", "green", "--save", str(path))
    assert not path.exists()
    path, _ = write(tmp_path / "two.game", 3)
    assert "no side green" in complaint(capsys, "replay", str(path), *AMBUSH, "--seat", "green")


def test_a_file_that_exists_is_not_written_over(tmp_path, capsys):
    path = tmp_path / "one.game"
    path.write_text("precious")
    assert "exists already" in complaint(capsys, "play", *AMBUSH, "--save", str(path))
    assert path.read_text() == "precious"


def test_wrong_calls_are_told_how_it_is_done(capsys):
    assert "needs --ruleset" in complaint(capsys, "play")
    assert "no option --sead" in complaint(capsys, "simulate", *AMBUSH, "--sead", "1")
    assert "--games" in complaint(capsys, "simulate", *AMBUSH, "--games", "many")
    assert "no language fr" in complaint(capsys, "--lang", "fr", "play")
    assert "firelane" in complaint(capsys, "jump")
    assert "Shipped are" in complaint(capsys, "rules", "dump", "n9")


def test_the_language_is_chosen_by_option_then_environment(capsys, monkeypatch):
    english, japanese = "there is no such file", "ファイルがありません"
    assert english in complaint(capsys, "replay", "none.game")
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert japanese in complaint(capsys, "replay", "none.game")
    monkeypatch.setenv("FIRELANE_LANG", "en")
    assert english in complaint(capsys, "replay", "none.game")
    assert japanese in complaint(capsys, "--lang", "ja", "replay", "none.game")
    assert japanese in complaint(capsys, "--lang=ja", "replay", "none.game")


def test_the_program_itself_ends_with_two_and_no_traceback(tmp_path):
    path, _ = write(tmp_path / "one.game", 3)
    altered(path, 3, n=77)
    done = subprocess.run(
        [sys.executable, "-m", "firelane", "--lang", "en", "replay", str(path), *AMBUSH],
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG_SECONDS,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"firelane: {path}, line 3: ")
    assert "Traceback" not in done.stderr


def test_lint_of_the_small_game(capsys):
    for name, count in (("FIRST", 8), ("SECOND", 9)):
        assert run("--lang", "en", "rules", "lint", f"ambush.game:{name}") == 0
        assert capsys.readouterr().out == f"{count} entries, no fault.\n"


def test_lint_of_a_faulty_edition_lists_every_fault(capsys):
    assert run("--lang", "en", "rules", "lint", "cli.faulty:FAULTY") == 2
    out, err = capsys.readouterr()
    said = out.splitlines()
    assert len(said) == 8
    for words in (
        "twice is listed twice",
        "gone is taken from ambush-1, which has no such entry",
        "mine has no field amuont",
        "silent cites no statement",
        "astray cites ambush.nowhere, which is not in the catalogue",
        "hooked hooks into number.of_nothing",
        "waits waits for never",
        "refers refers to nothing-there",
    ):
        assert sum(words in line for line in said) == 1, words
    assert "8 faults" in err


def test_json_of_replay_lines_is_one_object_each(tmp_path):
    path, game = write(tmp_path / "one.game", 3)
    rows = [json.loads(line) for line in lines_of(path)]
    assert rows[0]["firelane"] == 1
    assert [row["n"] for row in rows[1:]] == list(range(1, game.count + 1))


def test_names_of_red_earth_that_are_unknown_bring_the_known_ones(capsys):
    red_earth = ("simulate", "--ruleset", "bpre", "--games", "1")
    assert "oasis-hemlock" in complaint(capsys, *red_earth, "--tasking", "nothing")
    assert "raid-5" in complaint(capsys, *red_earth, "--mode", "nothing")
    assert "depot" in complaint(capsys, *red_earth, "--battlespace", "nothing")
    assert "thorned-reef" in complaint(capsys, *red_earth, "--mode", "raid-3", "--tasking", "thorned-reef")
