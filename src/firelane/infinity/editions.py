"""The editions of the family by name, for whoever has only a name: a view, a journal."""

from __future__ import annotations

import importlib
from functools import cache

from firelane.core.rules import Edition

PLACES = {"c1": "firelane.infinity.c1.edition:C1"}


@cache
def edition_of(ruleset: str) -> Edition:
    """The tables of an edition."""
    module, _, attribute = PLACES[ruleset].partition(":")
    found = getattr(importlib.import_module(module), attribute)
    assert isinstance(found, Edition)
    return found
