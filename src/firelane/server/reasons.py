"""What machine players weighed: kept with their moves, opened when the game is over."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from firelane.core.because import Refusal
from firelane.core.game import Moment
from firelane.core.lines import Answered
from firelane.core.requests import Request
from firelane.core.ruleset import Ruleset
from firelane.core.views import View, view
from firelane.players import Decision, Term, Weighed
from firelane.players.telling import term_name
from firelane.server.feeds import Feed
from firelane.server.messages import CandidateShown, ReasonAt, ReasonShown, TermShown

_decision = msgspec.json.Decoder(Decision)


def packed(decision: Decision) -> bytes:
    """A decision as it is kept; nothing where the player weighed nothing."""
    return zlib.compress(msgspec.json.encode(decision)) if decision.weighed else b""


def listed(
    ruleset: Ruleset, moments: Sequence[Moment], known: Collection[int], seat: str
) -> Iterator[ReasonAt]:
    """The moves whose reasons are kept, and where in a seat's log they stand."""
    feed = Feed(ruleset, seat)
    feed.follow(moments)
    for number, moment in enumerate(moments):
        if isinstance(moment.line, Answered) and moment.line.n in known:
            yield ReasonAt(moment=number, log=feed.place(number), seat=moment.line.seat)


def told(
    ruleset: Ruleset,
    players: Mapping[str, str],
    moments: Sequence[Moment],
    number: int,
    data: bytes,
    lang: str,
) -> ReasonShown:
    """The reasons for the move that led to a moment, in words, as its player saw the table."""
    decision = _decision.decode(zlib.decompress(data))
    seen = view(ruleset, moments[number - 1].state, decision.seat)
    request = next(one for one in seen.requests if one.id == decision.request)
    return ReasonShown(
        moment=number,
        seat=decision.seat,
        player=players.get(decision.seat, ""),
        asked=ruleset.words.request(seen, request, lang),
        nodes=decision.nodes,
        candidates=tuple(
            _candidate(ruleset, seen, request, one, one.answer == decision.answer, lang)
            for one in decision.weighed
        ),
    )


def _candidate(
    ruleset: Ruleset, seen: View[Any], request: Request, weighed: Weighed, chosen: bool, lang: str
) -> CandidateShown:
    answer = ruleset.read_answer(msgspec.json.encode(weighed.answer))
    assert not isinstance(answer, Refusal), "it was kept as the ruleset writes it"
    return CandidateShown(
        text=ruleset.words.answer(seen, request, answer, lang),
        score=weighed.score,
        chosen=chosen,
        terms=tuple(_term(term, lang) for term in sorted(weighed.terms, key=lambda term: -abs(term.points))),
    )


def _term(term: Term, lang: str) -> TermShown:
    return TermShown(text=term_name(term, lang), points=term.points, rule=term.rule)
