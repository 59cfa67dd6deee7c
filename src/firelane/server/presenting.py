"""A seat's view as messages: the ruleset's screen, and what happened in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.core.events import DiceRolled, Event
from firelane.core.requests import Roll
from firelane.core.ruleset import Ruleset
from firelane.core.state import AnyState
from firelane.core.views import View
from firelane.problem import Problem
from firelane.rulebook.explain import explain
from firelane.rulesets import book_of, screen_of
from firelane.screen.board import Board, Ground
from firelane.screen.plain import throwing, why
from firelane.screen.screens import Screen
from firelane.server.feeds import Feed
from firelane.server.messages import Ended, LogLine, State


def screen(ruleset: Ruleset) -> Screen:
    """The screen of a ruleset, made once."""
    made: Screen | None = ruleset.memo.get("screen")
    if made is None:
        made = ruleset.memo["screen"] = screen_of(ruleset)
    return made


class OnDesk(NamedTuple):
    """Dice that a seat is to throw on its own desk, and the state in which they are wanted."""

    roll: Roll
    state: AnyState


def state(ruleset: Ruleset, feed: Feed, desk: OnDesk | None, first: int, lang: str) -> State:
    """All that a seat sees now; its log from the line with the number `first` on."""
    seen = feed.view
    shown = screen(ruleset)
    kept = feed.written_in(lang).kept
    board = shown.board(seen, lang, kept)
    prompts = [shown.prompt(seen, request, lang, kept) for request in seen.requests]
    if desk is not None:
        prompts.append(throwing(ruleset, desk.state, desk.roll, lang))
    outcome = seen.outcome
    return State(
        mark=feed.mark,
        board=board,
        prompts=tuple(prompts),
        waiting=seen.asked,
        answered=tuple(seen.answered),
        standing=seen.standing,
        agreed_draw=seen.agreed_draw,
        outcome=None
        if outcome is None
        else Ended(
            winners=outcome.winners,
            rule=outcome.rule,
            text=board.outcome,
            scores=dict(outcome.scores),
            scored=log(ruleset, seen, (e for e in feed.events if isinstance(e, shown.scoring)), lang),
        ),
        log_from=first,
        log=log(ruleset, seen, feed.events[first:], lang),
        lines=shown.fired(seen, feed.events[first:], lang),
    )


def written(
    ruleset: Ruleset, feed: Feed, desk: OnDesk | None, first: int, lang: str, before: Board | None
) -> tuple[bytes, Board]:
    """The same as it is sent to a reader who has that board, or none yet; and the board that he has then."""
    shown = state(ruleset, feed, desk, first, lang)
    return feed.written_in(lang).write(shown, before), shown.board


def is_same_ground(ground: Ground, before: Ground | None) -> bool:
    """Return whether two battlefields look alike; how doors stand is shown on the board."""
    if before is None or len(ground.shapes) != len(before.shapes):
        return False
    if (ground.name, ground.width, ground.depth) != (before.name, before.width, before.depth):
        return False
    return all(
        one is other or one == other or replace(one, door=other.door) == other
        for one, other in zip(ground.shapes, before.shapes, strict=True)
    )


def together(public: Board, sides: Mapping[str, Board]) -> Board:
    """A board that hides nothing, for a game that is over: of each side what it knows of itself."""
    figures = [figure for seat, board in sides.items() for figure in board.figures if figure.side == seat]
    things = {thing.id: thing for board in sides.values() for thing in board.things}
    facts = {fact: None for board in sides.values() for fact in board.facts}
    return replace(public, figures=tuple(figures), things=tuple(things.values()), facts=tuple(facts), hand=())


def log(ruleset: Ruleset, seen: View[Any], events: Iterable[Event], lang: str) -> tuple[LogLine, ...]:
    """What happened, a line for each event. An event without words of its own is an empty line."""
    return tuple(_line(ruleset, seen, event, lang) for event in events)


def _line(ruleset: Ruleset, seen: View[Any], event: Event, lang: str) -> LogLine:
    text = ruleset.words.event(seen, event, lang)
    rules = tuple(dict.fromkeys(cite.rule for cite in event.because))
    called = ruleset.words.called(seen, text, lang, event)
    if isinstance(event, DiceRolled):
        return LogLine(
            kind=event.kind,
            text=text,
            rules=rules,
            roller=event.roller,
            why=why(event.why, lang),
            dice=event.dice,
            faces=event.faces,
            called=called,
        )
    fell = getattr(event, "faces", ())
    faces = fell if isinstance(fell, tuple) else ()
    return LogLine(kind=event.kind, text=text, rules=rules, called=called, faces=faces)


def refusal(ruleset: Ruleset, seen: View[Any], refused: Refusal, lang: str) -> str:
    """Why an answer was refused, in words."""

    def named(key: str) -> str:
        return ruleset.words.value(seen, key, lang)

    try:
        return explain(refused.rule, refused.args, lang, book=book_of(ruleset), named=named)
    except Problem as unknown:  # a rule that no book has: better its id than nothing
        return unknown.say(lang)
