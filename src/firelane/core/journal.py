"""Journals on disk: written line by line, read with every fault named, replayed with every step checked.

Replay, undo, reconnection, branching and bug reports are all re-folds of the journal.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

from firelane import documents
from firelane.core import machine
from firelane.core.because import Refusal
from firelane.core.game import Game, Moment
from firelane.core.lines import (
    FORMAT,
    Answered,
    AsideSaid,
    Header,
    Line,
    Reseeded,
    Thrown,
    ThrownByHand,
    line_decoder,
    tables_hash,
)
from firelane.core.requests import Rolled
from firelane.core.ruleset import Ruleset
from firelane.core.state import AnyState
from firelane.loading import decode
from firelane.problem import Problem

LARGEST = 64_000_000
"""Bytes of a journal: a hundred times a long game."""
_plain = msgspec.json.Decoder()


class Recorded(NamedTuple):
    """A journal as read: header, the lines as bytes, and whether its last line was cut off."""

    path: Path
    header: Header
    lines: tuple[bytes, ...]
    cut_off: bool


class JournalFile:
    """Writes a game's lines as they come. Each is on the disk before anybody is told of it."""

    def __init__(self, path: Path, header: Header | None = None) -> None:
        """Begin a new file with its header; without one, go on at the end of the last whole line."""
        self.path = path
        self._file: BinaryIO
        if header is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("xb", buffering=0)
            self._put(msgspec.json.encode(header))
        else:
            whole = path.read_bytes().rfind(b"\n") + 1
            self._file = path.open("r+b", buffering=0)
            self._file.seek(whole)
            self._file.truncate()

    def __call__(self, line: Line) -> None:
        self._put(msgspec.json.encode(line))

    def _put(self, data: bytes) -> None:
        """Write one line, or none of it: what a full disk took of it is cut off again."""
        whole = self._file.tell()
        rest = memoryview(data + b"\n")
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.seek(whole)
                self._file.truncate()
            raise Problem("journal.not-written", file=self.path, reason=error.strerror or error) from None

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def read(path: Path) -> Recorded:
    """The journal at `path`. A last line that was cut off is left out, and said."""
    return parse(documents.read_bytes(path, LARGEST), path)


def parse(data: bytes, path: Path) -> Recorded:
    """The same for a journal already in hand; `path` stands for the file in complaints."""
    *lines, rest = data.split(b"\n")
    if not lines:
        raise Problem("journal.no-header", file=path)
    return Recorded(path, _header(path, lines[0]), tuple(lines[1:]), bool(rest))


def _header(path: Path, line: bytes) -> Header:
    try:
        marked: Any = decode(line, _plain)
        form = marked["firelane"]
    except (msgspec.DecodeError, KeyError, TypeError):
        raise Problem("journal.no-header", file=path) from None
    if form != FORMAT:
        raise Problem(
            "journal.other-format", file=path, form=form, program=marked.get("program", "?"), known=FORMAT
        )
    try:
        return msgspec.convert(marked, Header)
    except msgspec.ValidationError as error:
        raise Problem("journal.bad-line", file=path, line=1, what=str(error)) from None


def game_of(ruleset: Ruleset, recorded: Recorded) -> Game:
    """The game at its beginning, ready to be folded."""
    header = recorded.header
    if header.ruleset != ruleset.name:
        raise Problem(
            "journal.other-ruleset", file=recorded.path, recorded=header.ruleset, given=ruleset.name
        )
    try:
        return Game(ruleset, header)
    except msgspec.ValidationError as error:
        raise Problem("journal.bad-line", file=recorded.path, line=1, what=str(error)) from None


def fold(game: Game, recorded: Recorded) -> Iterator[Moment]:
    """Play the recorded lines again, one at a time, each checked against its checksum."""
    decoder = line_decoder(game.ruleset)
    for number, data in enumerate(recorded.lines, start=2):
        try:
            line = decode(data, decoder)
        except msgspec.DecodeError as error:
            raise Problem("journal.bad-line", file=recorded.path, line=number, what=str(error)) from None
        before = game.state
        try:
            result = _play(game, line)
        except Exception:  # an answer that was tampered with may break any step: say why it is no answer
            result = _refusal(game, before, line) or Refusal("journal.unplayable")
        if isinstance(result, Refusal):
            raise _differs(game, recorded, number, "journal.refused", rule=result.rule)
        if (line.n, line.sum) != (game.count, game.sum.hex()):
            refused = _refusal(game, before, line)
            if refused is not None:
                raise _differs(game, recorded, number, "journal.refused", rule=refused.rule)
            raise _differs(game, recorded, number, "journal.altered", wanted=line.sum, got=game.sum.hex())
        yield game.moments[-1]


def _play(game: Game, line: Any) -> Any:
    if isinstance(line, Answered):
        # It was judged when it was given, and the checksum tells whether it is still the same.
        return game.answer(line.seat, line.request, line.given, judged=True)
    if isinstance(line, ThrownByHand):
        return game.type_dice(line.seat, line.faces, line.request)
    if isinstance(line, Reseeded):
        return game.reseed(line.seed, line.room)
    if isinstance(line, Thrown):
        return game.throw(Rolled(line.faces), line.request)
    if isinstance(line, AsideSaid):
        return game.say(line.seat, line.said)
    return game.undo(line.seat)


def _refusal(game: Game, state: AnyState, line: Any) -> Refusal | None:
    """Why the rules refuse the answer of a line, if they do."""
    if not isinstance(line, Answered):
        return None
    result = machine.answer(game.ruleset, state, line.seat, line.request, line.given)
    return result if isinstance(result, Refusal) else None


def _differs(game: Game, recorded: Recorded, number: int, key: str, **args: object) -> Problem:
    """The complaint about a line that does not replay: an altered file, or another version's rules."""
    header = recorded.header
    if header.tables != tables_hash(game.ruleset):
        return Problem("journal.other-rules", file=recorded.path, line=number, program=header.program)
    return Problem(key, file=recorded.path, line=number, **args)


def replay(ruleset: Ruleset, path: Path) -> Game:
    """The whole recorded game, every step checked."""
    recorded = read(path)
    game = game_of(ruleset, recorded)
    for _ in fold(game, recorded):
        pass
    return game


def resume(ruleset: Ruleset, path: Path) -> Game:
    """The recorded game, going on in the same file after its last whole step."""
    game = replay(ruleset, path)
    try:
        game.write = JournalFile(path)
    except OSError as error:
        raise Problem("documents.unwritable", file=path, reason=error.strerror or error) from None
    return game
