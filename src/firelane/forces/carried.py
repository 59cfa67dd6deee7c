"""What a trooper carries: a skill, a piece of equipment or a weapon with its level and bracketed extras.

`Dodge (+2")`, `Martial Arts L3`, `RemDriver (+1 ARM, +3 PH, +9 CC)`: the name becomes a neutral key, the
brackets become figures. Whom a figure concerns is the affair of the rule: the -3 of Mimetism is the
enemy's, the +3 of Dodge the owner's. A profile may print one name twice with different brackets; `merge`
makes one value of them, so that a rule finds all that it needs in one place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

from firelane.forces.schema import AliasesFile, ExtraKind, NameRow
from firelane.forces.source import Source
from firelane.forces.words import Attribute, key_of
from firelane.problem import Problem
from firelane.rulebook.schema import Name

_PRINTED = re.compile(
    r"(?P<name>.+?)(?: L(?P<level>[1-9]))?(?: \((?P<extras>[^()]*)\))?(?: x(?P<count>[1-9]\d*))?"
)
_EXTRAS: tuple[tuple[ExtraKind, re.Pattern[str]], ...] = (
    ("burst", re.compile(r"(?P<value>[+-]\d+)B")),
    ("damage", re.compile(r"(?P<value>[+-]\d+) Dam")),
    ("mod", re.compile(r"(?P<value>[+-]\d+)")),
    ("distance", re.compile(r'(?P<value>[+-]\d+)"')),
    ("attribute", re.compile(r"(?P<value>[+-]\d+) (?P<attribute>CC|BS|PH|WIP|ARM|BTS)")),
    ("replaced", re.compile(r"(?P<attribute>CC|BS|PH|WIP|ARM|BTS)=(?P<value>\d+)")),
    ("uses", re.compile(r"(?P<value>[1-9]\d*) Uses?")),
)
_FIELD: dict[str, str] = {
    "burst": "burst",
    "damage": "damage",
    "mod": "mod",
    "distance": "inches",
    "uses": "uses",
}


class CarriedKind(StrEnum):
    """In which column of a profile a thing stands."""

    SKILL = "skill"
    EQUIPMENT = "equipment"
    WEAPON = "weapon"


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing on a trooper. A figure that is not printed is 0 (uses: None, without limit)."""

    key: str
    name: Name
    kind: CarriedKind
    printed: tuple[str, ...]
    """As the lists print it, once for each line of it."""
    rule: str | None = None
    """The rule of the catalogue that says what it does, where one does."""
    level: int | None = None
    count: int = 1
    burst: int = 0
    damage: int = 0
    mod: int = 0
    inches: int = 0
    uses: int | None = None
    attributes: tuple[tuple[Attribute, int], ...] = ()
    """MODs to attributes: `+1 BS`."""
    replaced: tuple[tuple[Attribute, int], ...] = ()
    """Figures that stand in for the trooper's own in this use: `PH=11`."""
    ammunition: tuple[str, ...] = ()
    """Ammunition that is added to the attack: `AP`."""
    words: frozenset[str] = frozenset()
    """Extras that are words, by key: `guided`, `servant`."""

    def say(self, lang: str) -> str:
        """Name, level and brackets, the name as readers of the language know it."""
        brackets = [found["extras"] for each in self.printed if (found := _split(each)) and found["extras"]]
        level = f" L{self.level}" if self.level else ""
        tail = "".join(f" ({each})" for each in brackets)
        times = f" x{self.count}" if self.count > 1 else ""
        return f"{self.name.say(lang)}{level}{tail}{times}"


@dataclass(frozen=True)
class Known:
    """What a printed name may be: its row in the alias table, or a weapon of the chart."""

    row: NameRow
    kind: CarriedKind


@dataclass(frozen=True)
class Names:
    """All names that profiles of an edition may carry, under every spelling."""

    by_spelling: Mapping[tuple[CarriedKind, str], Known]
    codes: frozenset[str]

    def find(self, kind: CarriedKind, spelling: str) -> Known | None:
        """What the spelling stands for in that column."""
        return self.by_spelling.get((kind, spelling))


def names_of(source: Source[AliasesFile], weapons: Mapping[str, Name], codes: frozenset[str]) -> Names:
    """The alias table with the weapons of the chart, or a Problem about a spelling that has two meanings."""
    aliases = source.rows
    table: dict[tuple[CarriedKind, str], Known] = {}

    def put(kind: CarriedKind, spelling: str, row: NameRow, place: str) -> None:
        if (kind, spelling) in table:
            raise source.problem(place, "forces.spelling-twice", name=spelling)
        table[kind, spelling] = Known(row, kind)

    columns = (("skills", CarriedKind.SKILL), ("equipment", CarriedKind.EQUIPMENT))
    for column, kind in columns:
        for index, row in enumerate(getattr(aliases, column)):
            for spelling in (row.name.en, *row.also):
                put(kind, spelling, row, f"{column}[{index}]")
    rows: dict[str, NameRow] = {}
    for key, name in weapons.items():
        row = rows[name.en] = NameRow(key=key, name=name, extras=aliases.weapon_extras)
        put(CarriedKind.WEAPON, name.en, row, "weapons")
    for spelling, name_in_chart in aliases.weapons.items():
        if name_in_chart not in rows:
            raise source.problem(f"weapons.{spelling}", "forces.alias-of-nothing", name=name_in_chart)
        put(CarriedKind.WEAPON, spelling, rows[name_in_chart], f"weapons.{spelling}")
    return Names(table, codes)


class Unknown(Exception):
    """A printed thing that cannot be read; whoever knows the place makes a Problem of it."""

    def __init__(self, message: str, **args: object) -> None:
        super().__init__(message, args)
        self.message = message
        self.args_of_message = args

    def at(self, source: Source[Any], place: str, unit: str) -> Problem:
        """The complaint with its place."""
        return source.problem(place, self.message, unit=unit, **self.args_of_message)


def parse_carried(printed: str, kind: CarriedKind, names: Names) -> Carried:
    """A printed skill, piece of equipment or weapon as a value, or Unknown."""
    if known := names.find(kind, printed):  # a name that itself ends like a level or in brackets
        return _carried(printed, known, {"level": None, "extras": None, "count": None}, names)
    parts = _split(printed)
    known = names.find(kind, parts["name"]) if parts else None
    if parts is None or known is None:
        raise Unknown(f"forces.unknown-{kind}", name=parts["name"] if parts else printed)
    return _carried(printed, known, parts, names)


def has_brackets(printed: str) -> bool:
    """Whether a name is printed with a level, brackets or a count after it."""
    found = _split(printed)
    return found is not None and any(found[part] is not None for part in ("level", "extras", "count"))


def plain(printed: str, kind: CarriedKind) -> Carried:
    """A printed thing of which only the name is known."""
    name = (_split(printed) or {"name": printed})["name"]
    return Carried(key=key_of(name), name=Name(name), kind=kind, printed=(printed,))


def _split(printed: str) -> dict[str, Any] | None:
    found = _PRINTED.fullmatch(printed)
    return found.groupdict() if found else None


def _carried(printed: str, known: Known, parts: Mapping[str, Any], names: Names) -> Carried:
    row = known.row
    level = int(parts["level"]) if parts["level"] else None
    if (level or 0) > row.levels or (row.levels and level is None):
        raise Unknown("forces.bad-level", name=row.name.en, printed=printed, levels=row.levels)
    fields: dict[str, Any] = {}
    for extra in (parts["extras"] or "").split(", ") if parts["extras"] is not None else ():
        _add_extra(fields, extra, row, names)
    return Carried(
        key=row.key,
        name=row.name,
        kind=known.kind,
        printed=(printed,),
        rule=row.rule.format(level=level) if row.rule else None,
        level=level,
        count=int(parts["count"] or 1),
        **fields,
    )


def _add_extra(fields: dict[str, Any], extra: str, row: NameRow, names: Names) -> None:
    if extra in row.words:
        fields["words"] = fields.get("words", frozenset()) | {key_of(extra)}
        return
    if extra in names.codes and "ammunition" in row.extras:
        fields["ammunition"] = (*fields.get("ammunition", ()), extra)
        return
    for kind, pattern in _EXTRAS:
        found = pattern.fullmatch(extra)
        if found is None or kind not in row.extras:
            continue
        value = int(found["value"])
        if kind == "attribute":
            fields["attributes"] = (*fields.get("attributes", ()), (Attribute(found["attribute"]), value))
        elif kind == "replaced":
            fields["replaced"] = (*fields.get("replaced", ()), (Attribute(found["attribute"]), value))
        elif _FIELD[kind] in fields:
            raise Unknown("forces.extra-twice", name=row.name.en, extra=extra)
        else:
            fields[_FIELD[kind]] = value
        return
    raise Unknown("forces.unknown-extra", name=row.name.en, extra=extra)


_FIGURES = ("burst", "damage", "mod", "inches")
_LISTS = ("attributes", "replaced", "ammunition")


def merge(carried: Iterable[Carried], *, lenient: bool = False) -> tuple[Carried, ...]:
    """One value per key, in the order of first mention; or Unknown where two lines contradict each other.

    The same line twice is the same weapon twice (a skill is had only once); two lines with different brackets
    are one thing with both. If `lenient`, of two that contradict each other the later counts.
    """
    found: dict[str, Carried] = {}
    for each in carried:
        before = found.get(each.key)
        try:
            found[each.key] = each if before is None else _both(before, each)
        except Unknown:
            if not lenient:
                raise
            found[each.key] = each
    return tuple(found.values())


def _both(one: Carried, other: Carried) -> Carried:
    if other.printed[0] in one.printed:
        more = 0 if one.kind is CarriedKind.SKILL else other.count
        return msgspec.structs.replace(one, count=one.count + more)
    changes: dict[str, Any] = {"printed": one.printed + other.printed}
    for name in _FIGURES:
        left, right = getattr(one, name), getattr(other, name)
        if left and right:
            raise Unknown("forces.extra-twice", name=one.name.en, extra=other.printed[0])
        changes[name] = left or right
    for name in ("level", "uses"):
        left, right = getattr(one, name), getattr(other, name)
        if left != right:
            raise Unknown("forces.extra-twice", name=one.name.en, extra=other.printed[0])
    for name in _LISTS:
        changes[name] = getattr(one, name) + getattr(other, name)
    changes["words"] = one.words | other.words
    return msgspec.structs.replace(one, **changes)
