"""The dice of a recorded game, checked against the seed, and the seed against the hash shown at the start."""

import json
from hashlib import sha256
from random import Random

import pytest

from ambush.game import FIRST
from firelane.cli.main import main
from firelane.core import journal
from firelane.core.chance import commitment, seeded
from firelane.core.game import Game
from firelane.core.journal import JournalFile
from firelane.core.lines import header_for
from firelane.core.requests import Roll, Rolled
from firelane.core.state import encode
from firelane.core.verify import verify
from firelane.core.views import may_type_dice
from firelane.players import Budget, random_player
from firelane.problem import Problem

ROOM, SEED = "3f2a", "00112233445566778899aabbccddeeff"
AMBUSH = ("--ruleset", "ambush.game:FIRST")


def play(path, room=ROOM, seed=SEED, dice=None, desk="", reseed_at=0):
    """Play a random game into a file: `desk` rolls its own dice, a new seed comes before one answer."""
    header = header_for(FIRST, FIRST.setup(), seed, room=room)
    game = Game(FIRST, header, JournalFile(path, header), dice)
    player, generator = random_player(FIRST), Random(5)
    answers = typed = thrown = 0
    while game.state.outcome is None:
        request = game.pending[0]
        if isinstance(request, Roll):
            thrown += 1
            if may_type_dice(request, desk):
                typed += 1
                game.type_dice(desk, tuple(generator.randint(1, die) for die in request.dice))
            else:
                game.throw()
            continue
        answers += 1
        if answers == reseed_at:
            game.reseed("f" * 32, "another")
        game.answer(request.seat, request.id, player(game.view(request.seat), request, Budget(), generator))
    game.close()
    assert thrown > typed
    return game, thrown - typed, typed


def run(*arguments):
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    return left.value.code


def checked(path):
    return verify(FIRST, journal.read(path))


def failing(path):
    """The complaint about a file, and the line that it names."""
    with pytest.raises(Problem) as caught:
        checked(path)
    return caught.value.key, caught.value.args_of_message["line"]


def first_of(path, kind):
    """The number of the first line of a kind, counted from 1."""
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    return next(number for number, row in enumerate(rows, start=1) if row.get("line") == kind)


def test_the_commitment_can_be_computed_by_hand():
    assert commitment("ab", "cd") == sha256(b"firelane dice 1/ab/cd").hexdigest()
    assert len({commitment("ab", "cd"), commitment("ac", "cd"), commitment("ab", "cc")}) == 3


def test_a_whole_game_is_verified_and_own_dice_are_counted_apart(tmp_path):
    path = tmp_path / "game"
    game, servers, own = play(path, desk="blue")
    found = checked(path)
    assert own > 0
    assert (found.seeded, found.own, found.unknown, found.uncommitted) == (servers, own, 0, 0)
    assert found.commitments == (commitment(ROOM, SEED),)
    assert (found.steps, found.sum, found.over) == (game.count, game.sum.hex(), True)


def test_a_journal_with_own_dice_and_a_new_seed_comes_back_whole(tmp_path):
    path = tmp_path / "game"
    game, _, _ = play(path, desk="blue", reseed_at=4)
    again = journal.replay(FIRST, path)
    assert encode(again.state) == encode(game.state)
    assert (again.count, again.sum) == (game.count, game.sum)
    assert again.seed_line.seed == "f" * 32


def test_dice_that_are_not_the_seed_s_are_found(tmp_path):
    """The checksums of this file are all right: only its rolls are not those of its seed."""
    path = tmp_path / "game"
    play(path, dice=seeded("another seed"))
    assert journal.replay(FIRST, path).state.outcome is not None
    assert failing(path) == ("journal.foreign-roll", first_of(path, "roll"))


def test_a_seed_that_was_not_committed_to_is_found(tmp_path):
    path = tmp_path / "game"
    play(path)
    lines = path.read_bytes().splitlines(keepends=True)
    header = json.loads(lines[0])
    header["commitment"] = commitment(ROOM, "0" * 32)
    path.write_bytes(b"".join([json.dumps(header).encode() + b"\n", *lines[1:]]))
    assert failing(path) == ("journal.other-commitment", 1)
    del header["commitment"]  # left out, where a room stands beside it
    path.write_bytes(b"".join([json.dumps(header).encode() + b"\n", *lines[1:]]))
    assert failing(path) == ("journal.other-commitment", 1)


def test_an_altered_line_is_named(tmp_path):
    path = tmp_path / "game"
    play(path)
    number = first_of(path, "roll")
    lines = path.read_bytes().splitlines(keepends=True)
    row = json.loads(lines[number - 1])
    row["faces"] = [face % 6 + 1 for face in row["faces"]]
    lines[number - 1] = json.dumps(row).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    assert failing(path) == ("journal.altered", number)


def test_nobody_types_dice_in_that_are_not_his_own(tmp_path):
    path = tmp_path / "game"
    play(path)
    number = first_of(path, "roll")
    lines = path.read_bytes().splitlines(keepends=True)
    row = json.loads(lines[number - 1])
    row |= {"line": "own-roll", "seat": "nobody"}
    lines[number - 1] = json.dumps(row).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    assert failing(path) == ("journal.refused", number)


def test_after_a_new_seed_rolls_follow_from_that_one(tmp_path):
    path = tmp_path / "game"
    _, servers, _ = play(path, room="", reseed_at=4)
    found = checked(path)
    assert found.commitments == (commitment("another", "f" * 32),)
    assert found.seeded == servers
    assert 0 < found.uncommitted < servers
    lines = path.read_bytes().splitlines(keepends=True)
    number = first_of(path, "seed")
    row = json.loads(lines[number - 1])
    row["seed"] = "e" * 32
    lines[number - 1] = json.dumps(row).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    assert failing(path)[1] == number


def test_a_file_without_commitment_says_so(tmp_path, capsys):
    path = tmp_path / "game"
    play(path, room="", dice=lambda roll: Rolled(tuple(1 for _ in roll.dice)))
    found = checked(path)
    assert found.commitments == ()
    assert found.unknown > 0
    assert run("--lang", "en", "replay", "--verify", str(path), *AMBUSH) == 0
    assert "holds no hash of its seed" in capsys.readouterr().out


@pytest.mark.parametrize(("lang", "words"), [("en", "matches the hash"), ("ja", "一致します")])
def test_the_command_says_in_a_sentence_what_was_verified(tmp_path, capsys, lang, words):
    path = tmp_path / "game"
    _, servers, own = play(path, desk="red")
    assert run("--lang", lang, "replay", "--verify", str(path), *AMBUSH) == 0
    said = capsys.readouterr().out
    assert words in said
    assert commitment(ROOM, SEED) in said
    assert str(servers) in said
    assert str(own) in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_command_ends_with_2_and_the_line_at_what_fails(tmp_path, capsys, lang):
    path = tmp_path / "game"
    play(path, dice=seeded("another seed"))
    assert run("--lang", lang, "replay", "--verify", str(path), *AMBUSH) == 2
    said = capsys.readouterr()
    assert str(first_of(path, "roll")) in said.err
    assert not said.out
