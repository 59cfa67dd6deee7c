"""Infinity in words. Whole sentences come from the message catalogue."""

from __future__ import annotations

from firelane.core.events import Event
from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Words
from firelane.core.views import View
from firelane.infinity.view import Table


def table(view: View[Table], lang: str) -> list[str]:
    """The table as text."""
    return [
        f"{t.id} {t.x / 1000:.1f} {t.y / 1000:.1f} {' '.join(t.states)}"
        for t in view.table.world.troopers.values()
    ]


def request(view: View[Table], asked: Request, lang: str) -> str:
    """The question."""
    return asked.kind


def answer(view: View[Table], asked: Request, given: Answer, lang: str) -> str:
    """A choice."""
    return repr(given)


def event(what: Event, lang: str) -> str:
    """What happened."""
    return repr(what)


WORDS = Words(table, request, answer, event)
