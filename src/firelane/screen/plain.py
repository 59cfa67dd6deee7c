"""Any ruleset on a screen, in words: questions as lists of whole answers, the table as facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.core.machine import SetStanding
from firelane.core.requests import Answer, Request, Roll
from firelane.core.ruleset import Ruleset, Words
from firelane.core.state import AnyState, Until
from firelane.core.state import Standing as StandingOrder
from firelane.core.views import View
from firelane.rulebook.book import Book
from firelane.rulebook.explain import explain
from firelane.screen.board import Board, Fact, Ground
from firelane.screen.kept import Kept
from firelane.screen.prompts import Look, Option, Part, Preview, Prompt, Standing, Throw, Usual, Way
from firelane.screen.screens import Screen
from firelane.text import has, say, seat_name

MOST = 200
"""No more options than this are listed."""
_encode = msgspec.json.Encoder().encode


def prompt(
    ruleset: Ruleset,
    view: View[Any],
    request: Request,
    lang: str,
    parts: Iterable[Part] | None = None,
    base: Answer | None = None,
) -> Prompt:
    """A question; its parts are those given, or one with every answer that the ruleset lists."""
    made = tuple(parts) if parts is not None else (whole(ruleset, view, request, lang),)
    help_key = f"screen.help-{ruleset.name}-{request.kind}"
    return Prompt(
        id=request.id,
        kind=request.kind,
        title=ruleset.words.request(view, request, lang),
        confirm=_by_kind("confirm", ruleset, request, lang),
        passing=_passing(ruleset, view, request, base, lang),
        help=say(help_key, lang) if has(help_key) else "",
        rules=request.rules,
        actors=request.actors,
        base=as_json(base) if base is not None else None,
        parts=made,
        standing=tuple(standing(ruleset, view, request, lang)),
        usual=usual(ruleset, view, request, lang),
    )


def _by_kind(what: str, ruleset: Ruleset, request: Request, lang: str) -> str:
    """What a button says for this kind of question, or for any."""
    key = f"screen.{what}-{ruleset.name}-{request.kind}"
    return say(key if has(key) else f"screen.{what}", lang)


def _passing(ruleset: Ruleset, view: View[Any], request: Request, base: Answer | None, lang: str) -> str:
    """What the button says while no part is filled in, if that is an answer."""
    if base is None or ruleset.question(request).refuse(view, request, base) is not None:
        return ""
    return _by_kind("passing", ruleset, request, lang)


def throwing(ruleset: Ruleset, state: AnyState, roll: Roll, lang: str) -> Prompt:
    """The dice that a player throws on his own desk, with what each of them is for."""
    told = ruleset.dice_words(state, roll, lang) if ruleset.dice_words is not None else ()
    return Prompt(
        id=roll.id,
        kind=roll.kind,
        title=say("screen.roll", lang, why=why(roll.why, lang)),
        confirm=say("screen.throw", lang),
        rules=roll.rules,
        dice=roll.dice,
        throws=tuple(Throw(count=count, text=text) for count, text in told),
    )


Making = Mapping[type[Request], Callable[[Any, Any, str], Iterable[Part]]]
"""How the parts of questions are made, by kind."""
Keeping = Mapping[type[Request], Callable[[Any, Any, str, Kept], Iterable[Part]]]
"""The same for questions that come again and again, mostly with the same options."""


def by_kind(
    ruleset: Ruleset, keeping: Keeping, making: Making, bases: Mapping[type[Request], Answer]
) -> Callable[..., Prompt]:
    """The prompts of a ruleset: by their kind with parts of their own, else with every answer listed.

    `bases`: the answers that are put together from parts, before the first part.
    """

    def asked(view: View[Any], request: Request, lang: str, kept: Kept | None = None) -> Prompt:
        kind = type(request)
        parts: Iterable[Part] | None = None
        if kind in keeping:
            parts = keeping[kind](view, request, lang, kept if kept is not None else Kept())
        elif kind in making:
            parts = making[kind](view, request, lang)
        return prompt(ruleset, view, request, lang, parts, bases.get(kind))

    return asked


def why(word: str, lang: str) -> str:
    """What dice are thrown for."""
    key = f"screen.why-{word}"
    return say(key, lang) if has(key) else word


def whole(ruleset: Ruleset, view: View[Any], request: Request, lang: str) -> Part:
    """One decision among all answers that are listed."""
    listed = ruleset.question(request).listed
    answers = islice(listed(view, request), MOST) if listed is not None else ()
    options = tuple(
        Option(
            id=str(number),
            label=words,
            value=as_json(answer),
            figure=request.actors[0] if len(request.actors) == 1 else "",
            confirm=as_button(words),
        )
        for number, answer in enumerate(answers)
        if (words := ruleset.words.answer(view, request, answer, lang))
    )
    return Part(id="answer", label=say("screen.choose", lang), place="", options=options)


def as_button(words: str) -> str:
    """Words as a button has them: with a capital at the beginning, unless a figure's id stands there."""
    return words if STARTS_WITH_ID.match(words) else words[:1].upper() + words[1:]


STARTS_WITH_ID = re.compile(r"[a-z]+-(?:[a-z]+-)?\d")


def standing(ruleset: Ruleset, view: View[Any], request: Request, lang: str) -> Iterable[Standing]:
    """Answers for questions of this kind until one's own turn, where the ruleset has any."""
    given = ruleset.question(request).standing
    if given is None or not ruleset.turn_event:
        return
    until = (Until(ruleset.turn_event, view.seat),)
    here = SetStanding(StandingOrder(seat=view.seat, kinds=(request.kind,), until=until))
    kinds = tuple(question.kind for question in ruleset.questions if question.standing is not None)
    every = SetStanding(StandingOrder(seat=view.seat, kinds=kinds, until=until))
    yield Standing(id="pass-kind", label=say("screen.pass-kind", lang), order=as_json(here))
    passing = given(view, request, "pass")
    for policy in ruleset.policies:
        if given(view, request, policy) not in (None, passing):
            always = SetStanding(
                StandingOrder(seat=view.seat, kinds=(request.kind,), policy=policy, until=until)
            )
            yield Standing(id=policy, label=say(f"screen.always-{policy}", lang), order=as_json(always))
    if len(kinds) > 1:
        yield Standing(id="pass-all", label=say("screen.pass-all", lang), order=as_json(every))


def usual(ruleset: Ruleset, view: View[Any], request: Request, lang: str) -> Usual | None:
    """What may be answered for the player, where questions of this kind can leave nothing to decide."""
    question = ruleset.question(request)
    text = f"screen.usual-{ruleset.name}-{request.kind}"
    if question.usual is None or not has(text):
        return None
    given = question.usual(view, request)
    if given is not None and question.refuse(view, request, given) is not None:
        given = None
    answer = as_json(given) if given is not None else None
    return Usual(text=say(text, lang), answer=answer, tells=question.usual_tells)


def judged(ruleset: Ruleset, view: View[Any], request: Request, answer: Answer, lang: str) -> Preview:
    """An answer in words, and whether it would be refused."""
    refusal = ruleset.question(request).refuse(view, request, answer)
    text = ruleset.words.answer(view, request, answer, lang)
    if refusal is None:
        return Preview(text=text)
    return Preview(text=text, refusal=refused(ruleset, view, refusal, lang), rule=refusal.rule)


def forbidden(words: Words, view: View[Any], refusal: Refusal, lang: str, option: Option) -> Option:
    """An option that cannot be taken now, with the reason from the shipped rulebook."""
    reason = explain(refusal.rule, refusal.args, lang, named=lambda key: words.value(view, key, lang))
    return replace(option, value=None, slots=(), targets=(), forbidden=reason, forbidden_rule=refusal.rule)


def refused(ruleset: Ruleset, view: View[Any], refusal: Refusal, lang: str) -> str:
    """A refusal in words."""
    book = Book.open((ruleset.catalogue,) if ruleset.catalogue is not None else ())
    value = ruleset.words.value
    return explain(refusal.rule, refusal.args, lang, book=book, named=lambda key: value(view, key, lang))


def as_json(value: object) -> msgspec.Raw:
    """A struct as the JSON that is sent: nobody but the reader takes it apart."""
    return msgspec.Raw(_encode(value))


def screen(ruleset: Ruleset) -> Screen:
    """The screen of a ruleset that brings none of its own."""
    return Screen(
        ground=lambda *_: Ground(name=ruleset.name, width=0, depth=0, shapes=()),
        board=partial(_board, ruleset),
        prompt=lambda view, request, lang, _=None: prompt(ruleset, view, request, lang),
        preview=lambda view, request, answer, _, lang: judged(ruleset, view, request, answer, lang),
        look=lambda _, figure, __: Look(figure=figure),
        way=lambda *given: Way(trouble=say("screen.no-way", given[-1])),
        fired=lambda *_: (),
        weapons=lambda _: (),
    )


def _board(ruleset: Ruleset, view: View[Any], lang: str, _: Kept | None = None) -> Board:
    lines = ruleset.words.table(view, lang)
    facts = tuple(Fact("", line) for line in lines)
    return Board(title=lines[0] if lines else ruleset.name, facts=facts, outcome=outcome(view, lang))


def outcome(view: View[Any], lang: str) -> str:
    """How the game ended, in a sentence; nothing while it goes on."""
    if view.outcome is None:
        return ""
    if not view.outcome.winners:
        return say("screen.drawn", lang)
    winners = (seat_name(seat, lang) for seat in view.outcome.winners)
    return say("screen.won", lang, seat=say("screen.between-names", lang).join(winners))
