"""One exchange between two sides: who wins, what hits, what it costs. Exact.

`Exchange` is the form that people and programs write; `result` gives every chance as a fraction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from firelane import documents, loading
from firelane.core.because import Number
from firelane.infinity.exchanges import EDITIONS, ExchangeTables, entries_of, tables_of
from firelane.infinity.rolls import Rolling
from firelane.infinity.saves import Saving, Struck, savings
from firelane.odds.clash import Line, Party, clash
from firelane.odds.harm import Distribution
from firelane.odds.hits import Chances
from firelane.problem import Problem

MOST_DICE = 30


class Second(Struct, frozen=True, forbid_unknown_fields=True):
    """The other attribute, where a hit is saved with each of two."""

    attribute: str = "BTS"
    value: int = 0


class HitsSave(Struct, frozen=True, forbid_unknown_fields=True):
    """What whoever is hit saves with. `cover` is the part that ammunition does not halve."""

    attribute: str = "ARM"
    value: int = 0
    cover: int = 0
    second: Second | None = None


class Attack(Struct, frozen=True, forbid_unknown_fields=True):
    """One side. `target` is the target number after modifiers, 0 for no roll; `hits_save` is the victim's."""

    target: Annotated[int, Meta(ge=0, le=60)] = 0
    burst: Annotated[int, Meta(ge=0, le=MOST_DICE)] = 1
    ammo: str = "N"
    damage: int = 0
    hits_save: HitsSave = HitsSave()
    dodge: bool = False
    template: bool = False

    @property
    def dice(self) -> int:
        """How many dice it rolls; how many templates it lays."""
        return 1 if self.dodge else self.burst


class Exchange(Struct, frozen=True, forbid_unknown_fields=True):
    """Both sides."""

    active: Attack
    reactive: Attack = Attack(burst=0)


class Result(Struct, frozen=True):
    """Every chance, exactly."""

    win: Mapping[str, Fraction]
    wounds_by_active: Distribution
    wounds_by_reactive: Distribution
    hits_by_active: Chances
    hits_by_reactive: Chances


ACTIVE, REACTIVE = "active", "reactive"


def result(ruleset: str, exchange: Exchange) -> Result:
    """What can come of an exchange in an edition."""
    tables = known_tables(ruleset)
    active, reactive = exchange.active, exchange.reactive
    first, second = rolls(active, reactive)
    lines = [
        Line(ACTIVE, first, REACTIVE, *harm_of(ruleset, active)),
        Line(REACTIVE, second, ACTIVE, *harm_of(ruleset, reactive)),
    ]
    found = clash(tables, lines, [Party(ACTIVE), Party(REACTIVE)])
    return Result(
        win=_win(active, reactive, *found.success),
        wounds_by_active=found.fates[REACTIVE].lost,
        wounds_by_reactive=found.fates[ACTIVE].lost,
        hits_by_active=_shown(active, found.hits[0]),
        hits_by_reactive=_shown(reactive, found.hits[1]),
    )


def read_exchange(text: str, name: str) -> Exchange:
    """An exchange written as JSON; a Problem with line and field for what is none."""
    raw = loading.load(text, name)
    try:
        return msgspec.convert(raw, Exchange, strict=True)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `")
        field = place.rstrip("`") or "$"
        line = documents.line_of(text, field)
        raise Problem("odds.not-an-exchange", file=name, line=line, field=field, what=what) from None


ATTRIBUTES = ("ARM", "BTS", "PH")
"""What a saving roll can be made with."""


def refuse_unused(ruleset: str, exchange: Exchange) -> None:
    """A Problem for the first field that says something which the rest of its side leaves no use for."""
    for name, side in ((ACTIVE, exchange.active), (REACTIVE, exchange.reactive)):
        for field, given, usable, beside in _fields(ruleset, side):
            if given not in usable:
                only = ", ".join(msgspec.json.encode(each).decode() for each in usable)
                raise Problem("odds.unused", field=f"{name}.{field}", beside=beside, only=only)


Use = tuple[str, object, tuple[object, ...], str]
"""A field, its value, the values that can be used, and what leaves no use for others."""


def _fields(ruleset: str, side: Attack) -> Iterator[Use]:
    save = side.hits_save
    if side.dodge:
        yield "burst", side.burst, (1,), "dodge"
        yield "ammo", side.ammo, ("N",), "dodge"
        yield "damage", side.damage, (0,), "dodge"
        yield "template", side.template, (False,), "dodge"
        yield "hits_save.value", save.value, (0,), "dodge"
        yield "hits_save.cover", save.cover, (0,), "dodge"
        yield "hits_save.second", save.second, (None,), "dodge"
        yield "hits_save.attribute", save.attribute, ("ARM",), "dodge"
        return
    if side.template:
        yield "target", side.target, (0,), "template"
    yield "hits_save.attribute", save.attribute, ATTRIBUTES, "hits_save"
    if save.second is not None:
        others = tuple(each for each in ATTRIBUTES if each != save.attribute)
        yield "hits_save.second.attribute", save.second.attribute, others, "hits_save.attribute"
    known = known_tables(ruleset).ammunition
    for code in codes_of(known, side.ammo):
        kind = known[code]
        beside = f"ammo {code}"
        if kind.attribute:
            yield "hits_save.attribute", save.attribute, (kind.attribute,), beside
            yield "hits_save.second", save.second, (None,), beside
            yield "hits_save.cover", save.cover, (0,), beside
            yield "damage", side.damage, (0,), beside
        if kind.damage is not None:
            yield "damage", side.damage, (0, kind.damage), beside
        if kind.protection is not None:
            yield "hits_save.value", save.value, (0, kind.protection), beside
            if save.second is not None:
                yield "hits_save.second.value", save.second.value, (0, kind.protection), beside


def known_tables(ruleset: str) -> ExchangeTables:
    """The tables of an edition, or a Problem that names those there are."""
    if ruleset not in EDITIONS:
        raise Problem("odds.no-ruleset", name=ruleset, known=", ".join(EDITIONS))
    return tables_of(ruleset)


def opposes(one: Attack, other: Attack) -> bool:
    """Whether the two are rolled Face to Face: a template and the answer to it never are."""
    return not one.template and not other.template and not (one.dodge and other.dodge)


def rolls(active: Attack, reactive: Attack) -> tuple[Rolling, Rolling]:
    """Both sides as a row of rolls."""
    sides = (active, reactive)
    found = []
    for place, mine in enumerate(sides):
        theirs = sides[1 - place]
        other = (1 - place,)
        if opposes(mine, theirs):
            found.append(Rolling(mine.target, mine.dice, other, (mine.target,)))
        elif mine.dodge and theirs.template:
            found.append(Rolling(mine.target, 1, evades=other, evading=(mine.target,)))
        else:
            found.append(Rolling(mine.target, mine.dice, automatic=mine.template))
    return found[0], found[1]


def _win(active: Attack, reactive: Attack, a: Fraction, b: Fraction) -> dict[str, Fraction]:
    """Who has anything left. Where both rolls are Normal both may: that chance has a name of its own."""
    if opposes(active, reactive):
        return {ACTIVE: a, REACTIVE: b, "none": 1 - a - b}
    if (active.template and reactive.dodge) or (reactive.template and active.dodge):
        return {ACTIVE: a, REACTIVE: b, "none": Fraction(0)}
    return {ACTIVE: a * (1 - b), REACTIVE: b * (1 - a), "none": (1 - a) * (1 - b), "both": a * b}


def _shown(side: Attack, hits: Chances) -> Chances:
    """Dodging hits nobody."""
    return {(0, 0): Fraction(1)} if side.dodge else hits


@lru_cache(maxsize=4096)
def harm_of(ruleset: str, side: Attack) -> tuple[tuple[Saving, ...], tuple[Saving, ...]]:
    """The saves that one hit and one critical make."""
    if side.dodge:
        return (), ()
    edition, save = entries_of(ruleset), side.hits_save
    codes = codes_of(tables_of(ruleset).ammunition, side.ammo)
    second = save.second
    struck = Struck(
        damage=Number.of(side.damage),
        save=save.attribute,
        second=second.attribute if second is not None else "",
        protection={
            **dict.fromkeys(("ARM", "BTS", "PH"), save.value),
            **({second.attribute: second.value} if second is not None else {}),
        },
        cover=save.cover,
    )
    return savings(edition, codes, struck, 1, 0), savings(edition, codes, struck, 1, 1)


def codes_of(known: Mapping[str, object], ammo: str) -> Sequence[str]:
    """The codes that a word such as `AP+EXP` stands for."""
    codes = (ammo,) if ammo in known else tuple(ammo.split("+"))
    for code in codes:
        if code not in known:
            raise Problem("odds.no-ammunition", name=code, known=", ".join(sorted(known)))
    return codes
