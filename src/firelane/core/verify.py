"""Check the dice of a recorded game against its seed, and the seed against the hash shown at the start."""

from __future__ import annotations

from typing import NamedTuple

from firelane.core.chance import commitment
from firelane.core.journal import Recorded, fold, game_of
from firelane.core.lines import Header, Reseeded, Thrown, ThrownByHand, line_decoder
from firelane.core.ruleset import Ruleset
from firelane.problem import Problem


class Verified(NamedTuple):
    """What was checked in a whole recorded game.

    `commitments` are the hashes that were shown, in order; `seeded` counts the rolls that follow from a seed,
    `own` those that were thrown on a player's desk. `unknown` counts rolls that differ from a seed nobody
    committed to: files of before did not say who threw them.
    """

    steps: int
    sum: str
    over: bool
    commitments: tuple[str, ...]
    uncommitted: int
    seeded: int
    own: int
    unknown: int


def verify(ruleset: Ruleset, recorded: Recorded) -> Verified:
    """Replay a recorded game and check every checksum, commitment and roll, or complain about the first line
    that fails."""
    _check_commitment(recorded, recorded.header, 1)
    game = game_of(ruleset, recorded)
    steps = fold(game, recorded)
    decoder = line_decoder(ruleset)
    committed = bool(recorded.header.commitment)
    commitments = [recorded.header.commitment] if committed else []
    uncommitted = seeded = own = unknown = 0
    for number, data in enumerate(recorded.lines, start=2):
        window, source = game.state.window, game.dice
        next(steps)
        line = decoder.decode(data)
        if isinstance(line, Reseeded):
            _check_commitment(recorded, line, number)
            committed = True
            commitments.append(line.commitment)
        elif isinstance(line, ThrownByHand):
            own += 1
        elif isinstance(line, Thrown):
            assert window is not None
            follows = source(window.requests[0]).faces == line.faces
            if committed and not follows:
                raise Problem("journal.foreign-roll", file=recorded.path, line=number)
            seeded += follows
            unknown += not follows
            uncommitted += not committed
    return Verified(
        steps=game.count,
        sum=game.sum.hex(),
        over=game.state.outcome is not None,
        commitments=tuple(commitments),
        uncommitted=uncommitted,
        seeded=seeded,
        own=own,
        unknown=unknown,
    )


def _check_commitment(recorded: Recorded, named: Header | Reseeded, line: int) -> None:
    """Complain if a commitment is not that of the seed beside it."""
    if (named.commitment or named.room) and named.commitment != commitment(named.room, named.seed):
        raise Problem("journal.other-commitment", file=recorded.path, line=line)
