"""What the things of a battlefield are called: as its file names them, or by their kind."""

from __future__ import annotations

from firelane.table.layout import Field
from firelane.table.things import Piece
from firelane.text import has, say


def piece_name(piece: Piece, known: Field | None, lang: str) -> str:
    """What the field's file calls a piece, or the building that it stands for; else its kind."""
    named = called(known, piece.name, "", lang)
    if named or not piece.label:
        return named or kind_in_words(piece.kind, lang)
    return called(known, piece.structure, piece.label, lang)


def kind_in_words(kind: str, lang: str) -> str:
    """What sort of thing a piece is."""
    key = f"table.kind-{kind}"
    return say(key, lang) if has(key) else kind


def called(known: Field | None, key: str, otherwise: str, lang: str) -> str:
    """What the field's file calls a thing, if there is one and it does."""
    found = known.words.get(key) if known is not None else None
    return found.in_language(lang) if found is not None else otherwise
