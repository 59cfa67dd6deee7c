"""Unit Cards: movement, marksmanship, save, skills and cost of each unit type.

The book refers to Unit Cards that it does not contain. Those in `data/units.yaml` are ours, and anyone
can put a file of his own in their place; the schema is `UnitsFile`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct

from firelane.documents import line_of, parse, read_text
from firelane.problem import Problem
from firelane.table.things import inches


class InWords(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A name in both languages."""

    en: str
    ja: str

    def say(self, lang: str) -> str:
        """The name in a language."""
        return self.ja if lang == "ja" else self.en


class UnitType(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """One Unit Card. Rules: bpre.units.4-5, bpre.attack.2, bpre.save.1.

    `direct` and `obstructed` are what 2D10 must reach to hit over that line of sight, `save` what they must
    reach to save (none: it has no save roll), `move` is in inches.
    """

    key: str
    name: InWords
    faction: str
    cp: int
    move: float
    direct: int
    obstructed: int
    save: int | None = None
    skills: tuple[str, ...] = ()

    @property
    def reach(self) -> int:
        """The movement range in mils: the card has it in inches. Rules: bpre.measuring.1."""
        return inches(self.move)


class UnitsFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole file of Unit Cards, with a word on where its figures come from."""

    note: InWords
    units: tuple[UnitType, ...]


def read_units(path: Path | str, skills: Collection[str]) -> tuple[UnitType, ...]:
    """A file of one's own in place of the shipped one; complaints name file, line and field."""
    return _checked(read_text(Path(path)), str(path), skills)


@cache
def shipped_file() -> UnitsFile:
    """The shipped Unit Cards, with the note that says whose figures they are."""
    text = files(__package__).joinpath("data", "units.yaml").read_text("utf-8")
    return parse(text, UnitsFile, "units.yaml")


@cache
def shipped() -> Mapping[str, UnitType]:
    """The shipped Unit Cards by key."""
    return {unit.key: unit for unit in shipped_file().units}


def _checked(text: str, name: str, skills: Collection[str]) -> tuple[UnitType, ...]:
    """What the schema cannot say: no key twice, known skills and factions, figures that dice can show."""
    found = parse(text, UnitsFile, name).units
    seen: set[str] = set()
    for n, unit in enumerate(found):
        for field, wrong, known in (
            ("key", unit.key in seen, "-"),
            ("faction", unit.faction not in ("scorch", "aayari"), "scorch, aayari"),
            ("cp", unit.cp < 1, "1-"),
            ("move", not 0 < unit.move <= 24, "0-24"),
            ("direct", not 2 <= unit.direct <= 20, "2-20"),
            ("obstructed", not 2 <= unit.obstructed <= 20, "2-20"),
            ("save", unit.save is not None and not 2 <= unit.save <= 20, "2-20"),
            ("skills", bool(set(unit.skills) - set(skills)), ", ".join(sorted(skills))),
        ):
            if wrong:
                line = line_of(text, f"$.units[{n}].{field}")
                value = getattr(unit, field)
                raise Problem("bpre.unit-field", file=name, line=line, field=field, value=value, known=known)
        seen.add(unit.key)
    return found
