"""What players weighed, in words: the sum behind an answer, and a coach's comment on somebody's choice."""

from __future__ import annotations

from random import Random
from typing import Any

from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Ruleset
from firelane.core.views import View
from firelane.players.mind import Term, Weighed
from firelane.players.registry import mind_of
from firelane.players.simple import ranked
from firelane.text import has, say

SMALL = 0.1
"""Differences in points that are not worth a word."""


def term_name(term: Term, lang: str) -> str:
    """What a term counts."""
    key = f"terms.{term.name}"
    return say(key, lang) if has(key) else term.name


def term_words(term: Term, lang: str) -> str:
    """One term, with the rule behind it."""
    name = term_name(term, lang)
    points = f"{term.points:+.2f}"
    if term.rule:
        return say("players.term-by-rule", lang, name=name, points=points, rule=term.rule)
    return say("players.term", lang, name=name, points=points)


def sum_words(weighed: Weighed, lang: str) -> list[str]:
    """All terms of an answer, the weightiest first."""
    return [term_words(term, lang) for term in sorted(weighed.terms, key=lambda term: -abs(term.points))]


def comment(ruleset: Ruleset, view: View[Any], request: Request, given: Answer, lang: str) -> list[str]:
    """What the veteran says to a choice: by how much another would be better, and why."""
    mind = mind_of(ruleset)
    best = ranked(mind, view, request, Random(request.id))[0]
    (mine,) = mind.weigh(view, request, [given])
    gap = best.score - mine.score
    if best.answer == given or gap < SMALL:
        return [say("players.coach-agrees", lang, points=f"{mine.score:+.2f}")]
    words = ruleset.words.answer(view, request, best.answer, lang)
    found = [say("players.coach-prefers", lang, answer=words, gap=f"{gap:.2f}")]
    mine_by, best_by = ({term.name: term for term in one.terms} for one in (mine, best))
    names = sorted({*mine_by, *best_by})
    nothing = Term("", 0.0)
    apart = {n: best_by.get(n, nothing).points - mine_by.get(n, nothing).points for n in names}
    if apart:
        most = max(names, key=lambda name: abs(apart[name]))
        rule = (best_by.get(most) or mine_by[most]).rule
        found.append(term_words(Term(most, apart[most], rule), lang))
    return found
