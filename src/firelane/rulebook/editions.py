"""Which statements hold in which edition: those of its own books, and those that it takes over.

An edition is not a catalogue. `n4-core` is a book of N4 and of CodeOne (its statements say of which they
hold), N4 has most skills as CodeOne has them, and N3 shares half of its core with N4. The catalogues say so
themselves, in `applies` and in their overlays; here both are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from firelane.rulebook.schema import Catalogue

BOOKS: Mapping[str, tuple[str, ...]] = {
    "c1": ("c1", "n4-core"),
    "n4": ("n4", "n4-core", "n4-skills"),
    "n3": ("n3", "n3-core"),
    "n2": ("n2", "n2-core"),
    "bpre": ("bpre",),
}
"""The shipped editions in the order in which everything lists them, each with the catalogues that are its
own."""

ASKED_NEXT: Mapping[str, tuple[str, ...]] = {
    "c1": ("n4",),
    "n2": ("n3", "n3-core", "n4-core"),
}
"""Whose words an edition may cite where its own books are silent. What is cited so is not counted as its
own."""


def holding(catalogues: Iterable[Catalogue]) -> dict[str, tuple[str, ...]]:
    """By edition the statements that hold in it: of its own books in their order, then those taken over.

    A catalogue that no shipped edition names is the only book of its ruleset.
    """
    by_key = {catalogue.key: catalogue for catalogue in catalogues}
    named = {key for keys in BOOKS.values() for key in keys}
    books = {edition: keys for edition, keys in BOOKS.items() if any(key in by_key for key in keys)}
    for catalogue in by_key.values():
        if catalogue.key not in named:
            books[catalogue.ruleset] = (*books.get(catalogue.ruleset, ()), catalogue.key)
    return {
        edition: tuple(
            dict.fromkeys(
                [
                    *(entry for key in keys if key in by_key for entry in _own(edition, by_key[key])),
                    *(entry for key in keys if key in by_key for entry in _taken(by_key[key], by_key)),
                ]
            )
        )
        for edition, keys in books.items()
    }


def _own(edition: str, book: Catalogue) -> Iterable[str]:
    """The statements of a book that hold in an edition, by what they apply to."""
    for rule in book.rules:
        for statement in rule.statements:
            if edition in (statement.applies or rule.applies or (book.ruleset,)):
                yield statement.id


def _taken(book: Catalogue, by_key: Mapping[str, Catalogue]) -> Iterable[str]:
    """The statements that a book takes over from another, less those that it replaces.

    Only the edition whose book it is alone takes them: what `n4-skills` takes from CodeOne holds in N4.
    """
    overlays = book.overlays
    rules = set(overlays.takes_from_c1.values())
    for rule in by_key["c1"].rules if rules else ():
        if rule.id in rules:
            yield from (each.id for each in rule.statements if each.id not in overlays.replaced_from_c1)
    yield from overlays.takes_from_n4_core
