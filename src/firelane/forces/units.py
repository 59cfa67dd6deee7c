"""Units as the lists print them: groups of profiles with the options that add to them.

Options of one unit often share a name, so an option is known by a key made of what sets it apart: its first
weapon and the skills and peripherals that it adds (`combi-rifle-hacker`). Saved lists hold such keys;
they depend on the option itself and change only if it does, or if another one comes to look just like it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from firelane.forces.carried import Carried, CarriedKind, Names, Unknown, parse_carried, plain
from firelane.forces.schema import GroupRow, OptionRow, ProfileRow, ProfilesFile, TroopRow
from firelane.forces.source import Source
from firelane.forces.words import TOTAL, Attribute, HalfPoints, OrderType, TroopType, halves, key_of


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One statline. An attribute without a value is 0 and named in `lacks`."""

    key: str
    name: str
    type: TroopType | None
    mov: tuple[int, int]
    cc: int
    bs: int
    ph: int
    wip: int
    arm: int
    bts: int
    wounds: int
    has_structure: bool
    """Whether `wounds` are points of STR instead of W."""
    s: int | None
    ava: int
    """How often it may be taken: 0 not on its own, TOTAL without limit."""
    characteristics: frozenset[str]
    skills: tuple[Carried, ...]
    equipment: tuple[Carried, ...]
    weapons: tuple[Carried, ...]
    lacks: frozenset[Attribute] = frozenset()


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one option adds to the profiles of its group, and what it costs."""

    key: str
    name: str
    skills: tuple[Carried, ...]
    equipment: tuple[Carried, ...]
    weapons: tuple[Carried, ...]
    orders: tuple[OrderType, ...]
    half_points: HalfPoints
    half_swc: HalfPoints
    half_swc_bonus: HalfPoints = 0
    on_its_own: bool = True
    minis: int = 1
    peripherals: tuple[str, ...] = ()
    """Keys of options of other groups that come with this one; their cost is in this one's."""


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Profiles that share their options; the first profile is the one that is deployed."""

    profiles: tuple[Profile, ...]
    options: tuple[Option, ...]
    unit_class: str | None = None

    @property
    def ava(self) -> int:
        """How often an option of the group may be taken."""
        return self.profiles[0].ava


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit with all its groups."""

    key: str
    name: str
    faction: str
    army_id: int
    groups: tuple[Group, ...]

    def options(self) -> Iterator[tuple[Group, Option]]:
        """All options with their groups."""
        for group in self.groups:
            for option in group.options:
                yield group, option

    def option(self, key: str) -> tuple[Group, Option] | None:
        """The option of this key with its group."""
        return next((found for found in self.options() if found[1].key == key), None)


class Parser:
    """Reads the units of one file. Every complaint names the unit and the line."""

    def __init__(
        self,
        source: Source[ProfilesFile],
        names: Names,
        factions: Mapping[str, str],
        characteristics: Mapping[str, str],
        *,
        lenient: bool = False,
    ) -> None:
        self.source = source
        self.names = names
        self.factions = factions
        self.characteristics = characteristics
        self.lenient = lenient
        """Whether what cannot be read is taken as a name, and options that look alike are numbered."""

    def units(self) -> dict[str, Unit]:
        """All units by key, or the first Problem."""
        found: dict[str, Unit] = {}
        for index, row in enumerate(self.source.rows.troops):
            unit = self._unit(f"troops[{index}]", row)
            if unit.key in found and self.lenient:
                unit = msgspec.structs.replace(unit, key=f"{unit.key}-{index}")
            if unit.key in found:
                raise self.source.problem(f"troops[{index}].unit", "forces.unit-twice", unit=unit.key)
            found[unit.key] = unit
        return found

    def _unit(self, place: str, row: TroopRow) -> Unit:
        if row.faction not in self.factions:
            raise self.source.problem(
                f"{place}.faction", "forces.unknown-faction", unit=row.unit, faction=row.faction
            )
        keys = self._option_keys(place, row)
        groups = tuple(
            self._group(f"{place}.groups[{index}]", row, group, keys)
            for index, group in enumerate(row.groups)
        )
        return Unit(unit_key(row.unit), row.unit, self.factions[row.faction], row.id, groups)

    def _group(self, place: str, unit: TroopRow, row: GroupRow, keys: Mapping[int, str]) -> Group:
        profiles = tuple(
            self._profile(f"{place}.profiles[{index}]", unit, profile)
            for index, profile in enumerate(row.profiles)
        )
        options = tuple(
            self._option(f"{place}.options[{index}]", unit, option, keys)
            for index, option in enumerate(row.options)
        )
        return Group(profiles, options, row.class_)

    def _profile(self, place: str, unit: TroopRow, row: ProfileRow) -> Profile:
        if (row.w is None) == (row.structure is None):
            raise self.source.problem(place, "forces.wounds-or-structure", unit=unit.unit, profile=row.name)
        figures = {each: getattr(row, each.lower()) for each in Attribute}
        known: list[str] = []
        for index, word in enumerate(row.chars):
            if word not in self.characteristics:
                raise self.source.problem(
                    f"{place}.chars[{index}]", "forces.unknown-characteristic", unit=unit.unit, name=word
                )
            known.append(self.characteristics[word])
        return Profile(
            key=key_of(row.name),
            name=row.name,
            type=self._type(place, unit, row),
            mov=self._mov(place, unit, row),
            **{each.lower(): value or 0 for each, value in figures.items()},
            wounds=row.w if row.w is not None else row.structure or 0,
            has_structure=row.structure is not None,
            s=row.s,
            ava=self._ava(place, unit, row),
            characteristics=frozenset(known),
            skills=self._carried(f"{place}.skills", unit, row.skills, CarriedKind.SKILL),
            equipment=self._carried(f"{place}.equip", unit, row.equip, CarriedKind.EQUIPMENT),
            weapons=self._carried(f"{place}.weapons", unit, row.weapons, CarriedKind.WEAPON),
            lacks=frozenset(each for each, value in figures.items() if value is None),
        )

    def _type(self, place: str, unit: TroopRow, row: ProfileRow) -> TroopType | None:
        word = (row.type or "").strip()
        if word and word not in set(TroopType):
            if self.lenient:
                return None
            raise self.source.problem(f"{place}.type", "forces.unknown-type", unit=unit.unit, type=word)
        return TroopType(word) if word else None

    def _mov(self, place: str, unit: TroopRow, row: ProfileRow) -> tuple[int, int]:
        if row.mov is None:
            return 0, 0
        if not isinstance(row.mov, str):
            return row.mov[0] or 0, row.mov[1] or 0
        parts = row.mov.strip().split("-")
        if not all(part.isdecimal() for part in parts) or len(parts) > 2:
            raise self.source.problem(f"{place}.mov", "forces.unknown-mov", unit=unit.unit, mov=row.mov)
        return int(parts[0]), int(parts[-1])

    def _ava(self, place: str, unit: TroopRow, row: ProfileRow) -> int:
        if row.ava is None or (self.lenient and not str(row.ava).isdecimal()):
            return 0
        if row.ava == "T":
            return TOTAL
        if not str(row.ava).isdecimal():
            raise self.source.problem(f"{place}.ava", "forces.unknown-ava", unit=unit.unit, ava=row.ava)
        return int(row.ava)

    def _option(self, place: str, unit: TroopRow, row: OptionRow, keys: Mapping[int, str]) -> Option:
        for index, order in enumerate(row.orders):
            if order not in set(OrderType):
                raise self.source.problem(
                    f"{place}.orders[{index}]", "forces.unknown-order", unit=unit.unit, order=order
                )
        return Option(
            key=keys[id(row)],
            name=row.name,
            skills=self._carried(f"{place}.skills", unit, row.skills, CarriedKind.SKILL),
            equipment=self._carried(f"{place}.equip", unit, row.equip, CarriedKind.EQUIPMENT),
            weapons=self._carried(f"{place}.weapons", unit, row.weapons, CarriedKind.WEAPON),
            orders=tuple(OrderType(order) for order in row.orders),
            half_points=self._halves(place, "cost", unit, row.cost),
            half_swc=self._halves(place, "swc", unit, row.swc or 0),
            half_swc_bonus=self._halves(place, "swc_bonus", unit, row.swc_bonus),
            on_its_own=row.swc is not None,
            minis=row.minis,
            peripherals=self._peripherals(place, unit, row, keys),
        )

    def _halves(self, place: str, field: str, unit: TroopRow, value: float) -> HalfPoints:
        found = halves(value)
        if found is None:
            raise self.source.problem(f"{place}.{field}", "forces.not-a-half", unit=unit.unit, value=value)
        return found

    def _carried(
        self, place: str, unit: TroopRow, printed: Sequence[str], kind: CarriedKind
    ) -> tuple[Carried, ...]:
        found = []
        for index, each in enumerate(printed):
            try:
                found.append(parse_carried(each, kind, self.names))
            except Unknown as unknown:
                if not self.lenient:
                    raise unknown.at(self.source, f"{place}[{index}]", unit.unit) from None
                found.append(plain(each, kind))
        return tuple(found)

    def _peripherals(
        self, place: str, unit: TroopRow, row: OptionRow, keys: Mapping[int, str]
    ) -> tuple[str, ...]:
        others = [option for group in unit.groups if row not in group.options for option in group.options]
        found: list[str] = []
        for index, printed in enumerate(row.peripheral):
            name, _, times = printed.partition(" x")
            match = [option for option in others if option.name == name]
            if len(match) != 1 or (times and not times.isdecimal()):
                raise self.source.problem(
                    f"{place}.peripheral[{index}]", "forces.unknown-peripheral", unit=unit.unit, name=printed
                )
            found += [keys[id(match[0])]] * int(times or 1)
        if row.brings is not None:
            match = [option for option in others if option.id == row.brings]
            if len(match) != 1:
                raise self.source.problem(
                    f"{place}.brings", "forces.unknown-peripheral", unit=unit.unit, name=row.brings
                )
            found.append(keys[id(match[0])])
        return tuple(found)

    def _option_keys(self, place: str, unit: TroopRow) -> dict[int, str]:
        """The key of every option row of a unit, by the row's identity: two rows may be equal but for that.

        What a further group holds (a bot, a partner) is known by its name.
        """
        first, *others = unit.groups
        rows = [*first.options, *(option for group in others for option in group.options)]
        keys = {id(row): _short_key(row) for row in first.options}
        keys |= {id(row): key_of(row.name) for group in others for row in group.options}
        for longer in (_key_with_skill_extras, _key_with_weapon_extras, _key_with_all_weapons):
            keys = _lengthened(rows, keys, longer)
        seen: set[str] = set()
        for index, group in enumerate(unit.groups):
            for number, row in enumerate(group.options):
                key = keys[id(row)]
                if key in seen and self.lenient:
                    key = keys[id(row)] = next(
                        each for count in range(2, 100) if (each := f"{key}-{count}") not in seen
                    )
                if key in seen:
                    where = f"{place}.groups[{index}].options[{number}]"
                    raise self.source.problem(where, "forces.option-twice", unit=unit.unit, option=key)
                seen.add(key)
        return keys


def unit_key(name: str) -> str:
    """The key of a unit: its name up to the comma, without its article.

    >>> unit_key("The Scots Guards, 6th Caledonian Infantry Regiment")
    'scots-guards'
    """
    return key_of(name.partition(",")[0]).removeprefix("the-")


def _lengthened(
    rows: Sequence[OptionRow], keys: dict[int, str], longer: Callable[[OptionRow], str]
) -> dict[int, str]:
    """The keys again, with a longer one for every option that shares its key with another."""
    given = list(keys.values())
    return {id(row): longer(row) if given.count(keys[id(row)]) > 1 else keys[id(row)] for row in rows}


def _plain(printed: str) -> str:
    return key_of(printed.partition(" (")[0])


def _short_key(row: OptionRow) -> str:
    first = [_plain(row.weapons[0])] if row.weapons else [key_of(row.name)]
    return "-".join([*first, *map(_plain, row.skills), *map(key_of, row.peripheral)])


def _key_with_skill_extras(row: OptionRow) -> str:
    first = [_plain(row.weapons[0])] if row.weapons else [key_of(row.name)]
    return "-".join([*first, *map(key_of, row.skills), *map(key_of, row.equip), *map(key_of, row.peripheral)])


def _key_with_weapon_extras(row: OptionRow) -> str:
    return "-".join([*map(key_of, row.weapons[:1]), *map(key_of, row.skills), *map(key_of, row.peripheral)])


def _key_with_all_weapons(row: OptionRow) -> str:
    return "-".join([*map(key_of, row.weapons), *map(key_of, row.skills), *map(key_of, row.peripheral)])
