"""A rule id and its arguments as a sentence for a reader.

Refusals, vetoes and modifiers carry a rule id and plain arguments; the words are found here, when
someone reads them, in that reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from firelane.rulebook.book import Book
from firelane.text import has, language, say

Named = Callable[[str], str]
"""What a name or key among the arguments is called in the reader's language."""


def explain(
    rule: str,
    args: Mapping[str, object] | None = None,
    lang: str | None = None,
    *,
    book: Book | None = None,
    named: Named = str,
) -> str:
    """What the rule says, with the arguments of the case at hand.

    A statement gives its text, a rule its name. Ids of the machine itself (`core.not-your-turn`) and any
    other id that is not in the book but is a message are taken from the message catalogue, which
    places the arguments in its own sentence. An id that is neither is a Problem with the nearest ids.
    """
    lang = lang or language()
    args = args or {}
    known = book or Book.open()
    text = _printed(known, rule, lang)
    if text is not None:
        return _with_arguments(text, args, lang, named)
    if has(rule):
        return say(rule, lang, **{name: render(value, lang, named) for name, value in args.items()})
    raise known.unknown(rule)


@lru_cache(maxsize=4096)
def _printed(book: Book, rule: str, lang: str) -> str | None:
    """The text of a statement or the name of a rule. A book does not change, and the same few rules are asked
    for whenever somebody is shown what he cannot do."""
    if book.is_statement(rule):
        return book.statement(rule).text.say(lang)
    return book.rule(rule).name.say(lang) if book.is_rule(rule) else None


def render(value: object, lang: str, named: Named = str) -> str:
    """The value of an argument as a reader expects it."""
    if value is None:
        return say("args.none", lang)
    if isinstance(value, bool):
        return say("args.yes" if value else "args.no", lang)
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (tuple, list)):
        return say("rulebook.between-values", lang).join(render(each, lang, named) for each in value)
    return named(value) if isinstance(value, str) else str(value)


def _with_arguments(text: str, args: Mapping[str, object], lang: str, named: Named) -> str:
    if not args:
        return text
    details = say("rulebook.between-arguments", lang).join(
        say("rulebook.argument", lang, name=_name(name, lang), value=render(value, lang, named))
        for name, value in args.items()
    )
    return say("rulebook.explained", lang, text=text, details=details)


def _name(name: str, lang: str) -> str:
    key = f"args.{name}"
    return say(key, lang) if has(key) else name.replace("_", " ")
