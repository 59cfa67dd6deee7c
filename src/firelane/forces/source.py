"""A data file in hand: its rows to parse, and its text for the lines of complaints."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from firelane import documents
from firelane.problem import Problem

T = TypeVar("T")


@dataclass(frozen=True)
class Source(Generic[T]):
    """One file read into its schema, able to say where in it something stands."""

    name: str
    rows: T
    text: str = field(repr=False)

    @classmethod
    def read(cls, path: Path, kind: type[T]) -> Source[T]:
        """The file at `path`, or a Problem with file, line and field."""
        rows = documents.read(path, kind)
        return cls(str(path), rows, path.read_text("utf-8"))

    @classmethod
    def of_text(cls, text: str, kind: type[T], name: str) -> Source[T]:
        """The same for a text already in hand."""
        return cls(name, documents.parse(text, kind, name), text)

    def problem(self, place: str, message: str, **args: object) -> Problem:
        """A complaint about one field (`troops[3].groups[0].options[1].weapons[2]`), with its line."""
        line = documents.line_of(self.text, f"$.{place}")
        return Problem(message, file=self.name, line=line, field=place, **args)
