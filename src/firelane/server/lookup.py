"""The rulebook over HTTP: what words find, the contents of a book, a rule with its statements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from firelane.core.ruleset import Ruleset
from firelane.problem import Problem
from firelane.rulebook.book import Book, RuleEntry
from firelane.rulebook.compare import Mark, compare
from firelane.rulebook.coverage import standing, standing_of_editions
from firelane.rulebook.schema import Kind, Totals
from firelane.screen.weapons import WeaponCard, WeaponGroup
from firelane.server import messages as m
from firelane.server import presenting
from firelane.text import LANGUAGES, say

WEAPON_HITS = 8
"""The most weapon cards that a search returns."""


def hits(rulesets: Mapping[str, Ruleset], query: m.RulesSought) -> m.RuleHits:
    """Return the rules that fit the words, and the weapons of the game at hand that are called so."""
    _check_game(rulesets, query.game)
    game = query.game or None
    found = Book.open().search(query.words, limit=query.limit, catalogue=query.catalogue or None, game=game)
    weapons = _weapons_called(rulesets[query.game], query.words, query.lang) if game else ()
    return m.RuleHits(
        hits=tuple(
            m.RuleHit(
                id=hit.id,
                catalogue=hit.catalogue,
                name=hit.name.say(query.lang),
                text=hit.text.say(query.lang) if hit.text is not None else "",
            )
            for hit in found
        ),
        weapons=weapons,
    )


def _check_game(rulesets: Mapping[str, Ruleset], game: str) -> None:
    if game and game not in rulesets:
        raise Problem("cli.no-ruleset", name=game, known=", ".join(rulesets))


def _weapons_called(ruleset: Ruleset, words: str, lang: str) -> tuple[WeaponCard, ...]:
    """Return the weapons whose name, in either language, holds all the words; whole names first."""
    sought = words.casefold().split()
    table = presenting.screen(ruleset).weapons
    names: dict[str, list[str]] = {}
    for each in LANGUAGES:
        for card in _cards(table(each)):
            names.setdefault(card.id, []).append(card.name.casefold())
    found = [
        card for card in _cards(table(lang)) if any(all(w in name for w in sought) for name in names[card.id])
    ]
    found.sort(key=lambda card: words.strip().casefold() not in names[card.id])
    return tuple(found[:WEAPON_HITS])


def _cards(groups: tuple[WeaponGroup, ...]) -> list[WeaponCard]:
    return [card for group in groups for card in group.cards]


def contents(rulesets: Mapping[str, Ruleset], query: m.ContentsAsked) -> m.Contents:
    """Return all rules of a catalogue, or of those that a game is played by, chapter by chapter."""
    book = Book.open()
    if query.catalogue:
        rules = book.rules(query.catalogue)
    elif query.game:
        _check_game(rulesets, query.game)
        rules = book.rules_for(query.game)
    else:
        rules = tuple(rule for catalogue in book.catalogues() for rule in book.rules(catalogue))
    chapters: dict[str, list[RuleEntry]] = {}
    for rule in rules:
        chapters.setdefault(rule.kind, []).append(rule)
    return m.Contents(
        chapters=tuple(
            m.Chapter(
                kind=kind,
                name=say(f"kinds.{kind}", query.lang),
                rules=tuple(m.Named(key=rule.id, name=rule.name.say(query.lang)) for rule in own),
            )
            for kind in get_args(Kind)
            if (own := chapters.get(kind))
        )
    )


def rule_shown(entry: str, lang: str) -> m.RuleShown:
    """Return a rule with all its statements."""
    book = Book.open()
    rule = book.rule(book.statement(entry).rule if book.is_statement(entry) else entry)
    statements = []
    for each in rule.statements:
        one = book.statement(each)
        statements.append(
            m.StatementShown(
                id=one.id,
                text=one.text.say(lang),
                status=one.status,
                tests=one.tests,
                reason=one.reason.say(lang) if one.reason is not None else "",
                unclear=one.unclear or "",
            )
        )
    return m.RuleShown(
        id=rule.id,
        asked=entry,
        catalogue=rule.catalogue,
        name=rule.name.say(lang),
        kind=rule.kind,
        source=rule.source,
        needs=rule.needs or "",
        labels=rule.labels,
        figures=rule.tables,
        statements=tuple(statements),
    )


def compared(asked: str, lang: str) -> m.RuleCompared:
    """Return a rule in all editions of Infinity, side by side."""
    found = compare(asked)
    used = {cell.mark for row in found.rows for cell in row.cells} - {"first"}
    return m.RuleCompared(
        editions=tuple(
            m.ComparedEdition(
                edition=edition,
                name=say(f"rulebook.edition-{edition}", lang),
                rules=tuple(m.Named(key=rule, name=found.names[rule].say(lang)) for rule in rules),
            )
            for edition, rules in found.rules.items()
        ),
        rows=tuple(
            tuple(
                m.ComparedCell(
                    edition=cell.edition,
                    mark=cell.mark,
                    statements=tuple(
                        m.ComparedStatement(id=entry, text=found.texts[entry].say(lang))
                        for entry in cell.statements
                    ),
                    note=cell.note.say(lang) if cell.note is not None else "",
                    lenders=cell.lenders,
                )
                for cell in row.cells
            )
            for row in found.rows
        ),
        marks=tuple(
            m.Named(key=mark, name=say(f"rulebook.mark-{mark}", lang))
            for mark in get_args(Mark)
            if mark in used
        ),
    )


def covered(lang: str) -> m.Coverage:
    """Return how much is proven, by catalogue and by edition."""
    book = Book.open()
    return m.Coverage(
        catalogues=tuple(m.Covered(catalogue=key, **_figures(one)) for key, one in standing(book).items()),
        editions=tuple(
            m.CoveredEdition(edition=key, name=say(f"rulebook.edition-{key}", lang), **_figures(one))
            for key, one in standing_of_editions(book).items()
        ),
    )


def _figures(totals: Totals) -> dict[str, int]:
    return {name: getattr(totals, name) for name in Totals.__struct_fields__}
