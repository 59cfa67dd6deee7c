"""The two editions of Ambush, ready to play."""

from __future__ import annotations

from pathlib import Path

from ambush.asking import AmbushAnswer, AmbushRequest
from ambush.frames import AmbushFrame, Match
from ambush.questions import QUESTIONS
from ambush.rules import FIRST as FIRST_EDITION
from ambush.rules import SECOND as SECOND_EDITION
from ambush.steps import PROCEDURES
from ambush.view import imagine, look
from ambush.words import WORDS
from ambush.world import SEATS, AmbushWorld, Setup, Side
from firelane.core.rules import Edition
from firelane.core.ruleset import Ruleset


def begin(setup: Setup) -> tuple[AmbushWorld, Match]:
    """An empty lane."""
    sides = {seat: Side(seat=seat) for seat in SEATS}
    return AmbushWorld(sides=sides, rounds=setup.rounds), Match(carries=setup.carries)


def _ruleset(edition: Edition) -> Ruleset:
    return Ruleset(
        name=edition.name,
        seats=SEATS,
        setup=Setup,
        world=AmbushWorld,
        frames=AmbushFrame,
        requests=AmbushRequest,
        answers=AmbushAnswer,
        begin=begin,
        procedures=PROCEDURES,
        questions=QUESTIONS,
        view=look,
        resample=imagine,
        edition=edition,
        words=WORDS,
        policies=("pass", "dodge"),
        turn_event="turn-began",
        catalogue=Path(__file__).parent / "catalogue",
    )


FIRST = _ruleset(FIRST_EDITION)
SECOND = _ruleset(SECOND_EDITION)
