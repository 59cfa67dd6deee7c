"""The editions of the family: what each is made of, and where each is found."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, Union

from firelane.core.because import Refusal
from firelane.core.rules import Edition, Rule, Take
from firelane.rulebook.concordance import shipped

if TYPE_CHECKING:
    from firelane.infinity.skills.base import Declaration

PLACES = {"c1": "firelane.infinity.c1.edition:C1"}


class InfinityEdition(Edition):
    """The entries of one edition of the family, and the skills that can be declared in it."""

    def __init__(
        self,
        name: str,
        entries: Iterable[Rule | Take],
        skills: Iterable[type[Declaration]] = (),
        **more: Any,
    ) -> None:
        super().__init__(name, entries, roles=_roles(name), **more)
        self.skills: Mapping[str, type[Declaration]] = {skill.key: skill for skill in skills}

    @property
    def declared(self) -> Any:
        """The type of everything that can be declared, for decoding."""
        return Union[tuple(self.skills.values())]  # noqa: UP007 - the members are known only here


@cache
def _roles(edition: str) -> Mapping[str, tuple[str, ...]]:
    """The statements of an edition by the roles that the family's code names."""
    concordance = shipped()
    return concordance.column(edition) if concordance is not None else {}


@cache
def edition_of(ruleset: str) -> InfinityEdition:
    """The tables of an edition."""
    module, _, attribute = PLACES[ruleset].partition(":")
    found = getattr(importlib.import_module(module), attribute)
    assert isinstance(found, InfinityEdition)
    return found


Refuses = Callable[[Any, Any, Any], Refusal | None]


def cited(refuse: Refuses) -> Refuses:
    """The same judge, whose refusals name statements of the edition in place of roles."""

    @wraps(refuse)
    def judge(view: Any, request: Any, answer: Any) -> Refusal | None:
        return edition_of(view.ruleset).bound(refuse(view, request, answer))

    return judge


def skills_of(edition: Edition) -> Mapping[str, type[Declaration]]:
    """The skills that can be declared in an edition, by key."""
    assert isinstance(edition, InfinityEdition)
    return edition.skills


def declare(edition: Edition, key: str, **choices: Any) -> Declaration:
    """Declare a skill by its key, with the choices that it has."""
    return skills_of(edition)[key](**choices)


def performer_of(edition: Edition, entry: str) -> type[Declaration] | None:
    """The skill that carries out what is rolled under an entry: all programs are run by one skill."""
    skills = skills_of(edition)
    if entry in skills or f"program.{entry}" not in edition:
        return skills.get(entry)
    return next((skill for skill in skills.values() if skill.is_comms), None)
