"""Files that are cut off, empty, no files at all; and writes that fail midway."""

import errno
import json
from random import Random

import pytest

from ambush.game import FIRST
from core.test_journal import lines_of, write
from firelane.core import journal
from firelane.core.game import Game
from firelane.core.journal import JournalFile
from firelane.core.lines import header_for
from firelane.core.machine import AgreeDraw
from firelane.core.state import encode
from firelane.problem import Problem


def test_a_cut_off_line_is_left_out_at_whatever_byte_it_was_cut(tmp_path):
    path, _ = write(tmp_path / "whole.game", 1)
    lines = lines_of(path)[:4]
    whole = b"".join(line + b"\n" for line in lines[:3])
    for length in (1, 2, len(lines[3]) // 2, len(lines[3]) - 1, len(lines[3])):
        path.write_bytes(whole + lines[3][:length])
        assert journal.read(path).cut_off
        game = journal.replay(FIRST, path)
        assert game.count == 2
        assert path.read_bytes() == whole + lines[3][:length]


def test_a_cut_off_game_goes_on_after_its_last_whole_step(tmp_path):
    path, _ = write(tmp_path / "whole.game", 1)
    lines = lines_of(path)
    path.write_bytes(b"\n".join(lines[:4]) + b"\n" + lines[4][:9])
    game = journal.resume(FIRST, path)
    assert game.count == 3
    game.say("blue", AgreeDraw())
    game.write.close()
    again = journal.read(path)
    assert not again.cut_off
    assert lines_of(path)[:4] == lines[:4]
    assert json.loads(again.lines[-1])["n"] == 4
    assert encode(journal.replay(FIRST, path).state) == encode(game.state)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\n\n\n",
        b"{}\n",
        b"[]\n",
        b"7\n",
        b'"firelane"\n',
        b"null\n",
        b'{"firelane": 1',
        b"\x00\x01\x02\xff\xfe\n\x00",
        b"\xff" * 5000 + b"\n",
        b"[" * 100_000 + b"\n",
        b'{"firelane":' * 50_000 + b"\n",
        b'{"firelane": 1, "program": "x", "ruleset": "x", "tables": "", "seed": "1", "setup": {"points": '
        + b"9" * 3000
        + b"}}\n",
    ],
)
def test_what_is_no_game_is_said_to_be_none(tmp_path, data):
    path = tmp_path / "rubbish"
    path.write_bytes(data)
    with pytest.raises(Problem) as found:
        journal.read(path)
    assert found.value.key == "journal.no-header"
    assert str(path) in str(found.value)


def test_rubbish_after_a_good_header_is_named_with_its_line(tmp_path):
    path, _ = write(tmp_path / "whole.game", 1)
    header, first, *_ = lines_of(path)
    for rubbish in (b"\x00\xff\xfe", b"[" * 100_000, b"null", b"7"):
        path.write_bytes(header + b"\n" + first + b"\n" + rubbish + b"\n")
        with pytest.raises(Problem) as found:
            journal.replay(FIRST, path)
        assert found.value.key == "journal.bad-line"
        assert found.value.args_of_message["line"] == 3


def test_a_missing_file_and_a_folder(tmp_path):
    for path, key in ((tmp_path / "none.game", "documents.no-file"), (tmp_path, "documents.is-a-folder")):
        with pytest.raises(Problem) as found:
            journal.read(path)
        assert found.value.key == key
        assert str(path) in str(found.value)


def test_a_header_alone_is_a_game_that_has_just_begun(tmp_path):
    path = tmp_path / "new.game"
    JournalFile(path, header_for(FIRST, FIRST.setup(), "x")).close()
    game = journal.resume(FIRST, path)
    assert game.count == 0
    game.say("red", AgreeDraw())
    game.write.close()
    assert journal.replay(FIRST, path).state.agreed_draw == ("red",)


def test_a_new_game_never_writes_over_a_file(tmp_path):
    path = tmp_path / "kept.game"
    path.write_text("precious")
    with pytest.raises(FileExistsError):
        JournalFile(path, header_for(FIRST, FIRST.setup(), "x"))
    assert path.read_text() == "precious"


# A full disk


class Full:
    """A disk that takes some bytes of a line and then no more, until there is room again."""

    def __init__(self, file, takes):
        self.file = file
        self.left = takes

    def write(self, data):
        if self.left is None:
            return self.file.write(data)
        if not self.left:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = self.file.write(bytes(data[: self.left]))
        self.left -= taken
        return taken

    def __getattr__(self, name):
        return getattr(self.file, name)


@pytest.mark.parametrize("takes", [0, 1, 20])
def test_a_write_that_fails_midway_loses_nothing_and_changes_nothing(tmp_path, takes):
    path = tmp_path / "full.game"
    header = header_for(FIRST, FIRST.setup(), "x")
    file = JournalFile(path, header)
    game = Game(FIRST, header, file)
    game.say("red", AgreeDraw())
    before = (path.read_bytes(), game.state, game.count, game.sum, len(game.moments))
    file._file = disk = Full(file._file, takes)
    request = game.pending[0]
    given = FIRST.question(request).sample(game.view(request.seat), request, Random(1))
    with pytest.raises(Problem) as found:
        game.answer(request.seat, request.id, given)
    assert found.value.key == "journal.not-written"
    assert "No space left" in str(found.value)
    assert (path.read_bytes(), game.state, game.count, game.sum, len(game.moments)) == before
    disk.left = None
    game.answer(request.seat, request.id, given)
    file.close()
    assert encode(journal.replay(FIRST, path).state) == encode(game.state)
    assert journal.replay(FIRST, path).count == 2


def test_a_step_back_that_cannot_be_written_is_not_taken(tmp_path):
    path = tmp_path / "full.game"
    header = header_for(FIRST, FIRST.setup(), "x")
    file = JournalFile(path, header)
    game = Game(FIRST, header, file)
    request = game.pending[0]
    given = FIRST.question(request).sample(game.view(request.seat), request, Random(1))
    game.answer(request.seat, request.id, given)
    before = encode(game.state)
    file._file = Full(file._file, 3)
    with pytest.raises(Problem):
        game.undo(request.seat)
    file.close()
    assert encode(game.state) == before
    assert encode(journal.replay(FIRST, path).state) == before
