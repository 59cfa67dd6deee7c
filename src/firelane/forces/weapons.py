"""Weapons as the chart has them: modes with range bands, damage, burst, ammunition, save and traits.

`bands` hold the upper limit of each band in inches with its MOD, nearest first. The modes of a weapon are
separate values with the weapon's key in front (`boarding-shotgun/hit-mode`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

import msgspec

from firelane.forces.saves import STATES, Save, parse_ammunition, parse_save
from firelane.forces.schema import Kind, WeaponRow, WeaponsFile
from firelane.forces.source import Source
from firelane.forces.words import Attribute, key_of
from firelane.rulebook.schema import Name

PLAIN_TRAITS = {
    name: key_of(name)
    for name in (
        "Anti-materiel",
        "Bioweapon",
        "Boost",
        "BS Attack",
        "Burst: Single Target",
        "Comms Attack",
        "Concealed",
        "Continuous Damage",
        "Deployable",
        "Double Shot",
        "Indiscriminate",
        "Intuitive Attack",
        "No LoF",
        "Non-Lethal",
        "Perimeter",
        "Reflective",
        "Silent",
        "Speculative Attack",
        "Suppressive Fire",
        "Targetless",
        "Technical Weapon",
        "Throwing Weapon",
        "Zone of Control",
    )
}
"""Traits that are one word and no figure, with their keys."""

_CC = re.compile(r"CC(?: Attack)?(?: \((?P<mod>[+-]\d+)\))?")
_DISPOSABLE = re.compile(r"Disposable \((?P<uses>\d+)\)")
_TEMPLATE = re.compile(r"(?P<use>Direct|Impact) Template \((?P<shape>[A-Za-z ]+)\)")
_STATE = re.compile(r"State: (?P<state>.+)")
_ARM = re.compile(r"ARM=(?P<value>\d+)")
_ANTI_MATERIEL = re.compile(r"Anti-[Mm]ateriel \((?P<codes>[^()]+)\)")
_DAMAGE = re.compile(r"(?P<attribute>PH|WIP)(?P<mod>-\d+)?")
_MILS = 1000


class Band(NamedTuple):
    """Up to and including so many inches, this MOD."""

    to: int
    mod: int


class Template(StrEnum):
    """The shape that an attack lays on the table."""

    SMALL_TEARDROP = "small-teardrop"
    LARGE_TEARDROP = "large-teardrop"
    CIRCULAR = "circular"


class TemplateUse(StrEnum):
    """Direct: laid from the attacker. Impact: laid where the shot lands."""

    DIRECT = "direct"
    IMPACT = "impact"


class Traits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The traits of a mode: those with a figure as fields, the rest by key in `plain`."""

    cc: bool = False
    cc_mod: int = 0
    disposable: int | None = None
    template: Template | None = None
    template_use: TemplateUse | None = None
    state: str | None = None
    """The state that a failed save brings about, as the key of its entry."""
    anti_materiel_ammunition: tuple[str, ...] = ()
    plain: frozenset[str] = frozenset()

    @property
    def concealed(self) -> bool:
        """Whether it is deployed as a Camouflage marker."""
        return "concealed" in self.plain

    @property
    def deployable(self) -> bool:
        """Whether it is used with Place Deployable."""
        return "deployable" in self.plain

    @property
    def anti_materiel(self) -> bool:
        """Whether it can harm scenery."""
        return "anti-materiel" in self.plain

    @property
    def non_lethal(self) -> bool:
        """Whether it takes no W and no STR."""
        return "non-lethal" in self.plain

    @property
    def continuous_damage(self) -> bool:
        """Whether each failed save asks for another."""
        return "continuous-damage" in self.plain


class Deployed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The statline of a deployable on the table, where the chart prints one."""

    arm: int
    bts: int
    structure: int
    s: str


class WeaponMode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One mode of one weapon.

    `damage` is a figure, an attribute of the user (PH, with `damage_mod` added), or None. `as_weapon` marks a
    mode that takes damage, ammunition and save from the weapon it is used with. `ammunition` lists the
    choices of the user; the codes within one choice apply together.
    """

    key: str
    weapon: str
    name: Name
    mode: Name | None = None
    kind: Kind = "weapon"
    bands: tuple[Band, ...] = ()
    damage: int | Attribute | None = None
    damage_mod: int = 0
    burst: int = 1
    ammunition: tuple[tuple[str, ...], ...] = ()
    save: Save | None = None
    traits: Traits = Traits()
    as_weapon: bool = False
    deployed: Deployed | None = None
    source: str = ""
    """The edition whose chart the row is from."""

    def band_at(self, mils: int) -> Band | None:
        """The band of a distance in mils; None beyond the last, or for a mode without range.

        Rules: n4-core.range.1.
        """
        for band in self.bands:
            if mils <= band.to * _MILS:
                return band
        return None

    @property
    def reach(self) -> int | None:
        """The upper limit of the last band in inches; None for a mode without range."""
        return self.bands[-1].to if self.bands else None


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon, or a skill or piece of equipment with a row in the chart, and all its modes."""

    key: str
    name: Name
    kind: Kind
    modes: tuple[WeaponMode, ...]
    army_id: int | None = None


def parse_chart(
    source: Source[WeaponsFile],
    edition: str,
    codes: Collection[str],
    *,
    only: Collection[str] | None = None,
    without: Collection[str] = (),
    added: Mapping[str, tuple[str, ...]] | None = None,
) -> dict[str, Weapon]:
    """All weapons of a chart by key, or the first Problem.

    `codes` are the kinds of ammunition that there are. `only` and `without` serve borrowing: which weapons to
    take, and traits to leave behind. `added` gives traits by weapon that the chart leaves out.
    """
    found: dict[str, list[WeaponMode]] = {}
    rows: dict[str, WeaponRow] = {}
    for index, row in enumerate(source.rows.weapons):
        if only is not None and row.name not in only:
            continue
        traits = (*(each for each in row.traits if each not in without), *(added or {}).get(row.name, ()))
        mode = _parse_mode(source, f"weapons[{index}]", row, traits, edition, codes)
        same = found.setdefault(mode.weapon, [])
        if any(other.key == mode.key for other in same):
            raise source.problem(f"weapons[{index}].name", "forces.weapon-twice", name=mode.key)
        same.append(mode)
        rows.setdefault(mode.weapon, row)
    return {
        key: Weapon(key, Name(rows[key].name), rows[key].kind, tuple(modes), rows[key].id)
        for key, modes in found.items()
    }


def _parse_mode(
    source: Source[WeaponsFile],
    place: str,
    row: WeaponRow,
    trait_words: tuple[str, ...],
    edition: str,
    codes: Collection[str],
) -> WeaponMode:
    weapon = key_of(row.name)
    bands = tuple(Band(band.to, band.mod) for band in row.bands or ())
    if any(near.to >= far.to for near, far in pairwise(bands)):
        raise source.problem(f"{place}.bands", "forces.bands-out-of-order", weapon=row.name)
    traits, arm = parse_traits(source, f"{place}.traits", row.name, trait_words)
    as_weapon = row.damage == "*" or row.save == "*"
    damage, damage_mod = read_damage(row)
    if damage is None and isinstance(row.damage, str) and row.damage != "*":
        raise source.problem(f"{place}.damage", "forces.unknown-damage", weapon=row.name, damage=row.damage)
    if isinstance(row.burst, str):
        raise source.problem(f"{place}.burst", "forces.unknown-burst", weapon=row.name, burst=row.burst)
    return WeaponMode(
        key=f"{weapon}/{key_of(row.mode)}" if row.mode else weapon,
        weapon=weapon,
        name=Name(row.name),
        mode=Name(row.mode) if row.mode else None,
        kind=row.kind,
        bands=bands,
        damage=damage,
        damage_mod=damage_mod,
        burst=row.burst or 1,
        ammunition=_ammunition(source, f"{place}.ammo", row, codes),
        save=_save(source, f"{place}.save", row, arm),
        traits=traits,
        as_weapon=as_weapon,
        deployed=_deployed(row),
        source=edition,
    )


def parse_traits(
    source: Source[WeaponsFile], place: str, weapon: str, words: tuple[str, ...]
) -> tuple[Traits, int | None]:
    """The traits in words as values, and the ARM that one of them puts in place of the target's."""
    fields: dict[str, object] = {}
    plain: set[str] = set()
    arm: int | None = None
    for index, word in enumerate(words):
        if word in PLAIN_TRAITS:
            plain.add(PLAIN_TRAITS[word])
        elif found := _CC.fullmatch(word):
            fields.update(cc=True, cc_mod=int(found["mod"] or 0))
        elif found := _DISPOSABLE.fullmatch(word):
            fields["disposable"] = int(found["uses"])
        elif (found := _TEMPLATE.fullmatch(word)) and key_of(found["shape"]) in set(Template):
            fields["template"] = Template(key_of(found["shape"]))
            fields["template_use"] = TemplateUse(found["use"].lower())
        elif (found := _STATE.fullmatch(word)) and found["state"] in STATES:
            fields["state"] = STATES[found["state"]]
        elif found := _ANTI_MATERIEL.fullmatch(word):
            fields["anti_materiel_ammunition"] = tuple(found["codes"].split("+"))
            plain.add("anti-materiel")
        elif found := _ARM.fullmatch(word):
            arm = int(found["value"])
        else:
            raise source.problem(f"{place}[{index}]", "forces.unknown-trait", weapon=weapon, trait=word)
    return msgspec.convert({**fields, "plain": frozenset(plain)}, Traits), arm


def read_damage(row: WeaponRow) -> tuple[int | Attribute | None, int]:
    """The damage that a row prints, a figure or an attribute of the user, and what is added to it."""
    if not isinstance(row.damage, str):
        return row.damage, 0
    found = _DAMAGE.fullmatch(row.damage)
    return (Attribute(found["attribute"]), int(found["mod"] or 0)) if found else (None, 0)


def _ammunition(
    source: Source[WeaponsFile], place: str, row: WeaponRow, codes: Collection[str]
) -> tuple[tuple[str, ...], ...]:
    choices = parse_ammunition(row.ammo) if row.ammo is not None else ()
    for code in (code for choice in choices for code in choice):
        if code not in codes:
            known = ", ".join(sorted(codes))
            raise source.problem(
                place, "forces.unknown-ammunition", weapon=row.name, ammunition=code, known=known
            )
    return choices


def _save(source: Source[WeaponsFile], place: str, row: WeaponRow, arm: int | None) -> Save | None:
    if row.save is None or row.save == "*":
        return None
    save = parse_save(row.save)
    if save is None:
        raise source.problem(place, "forces.unknown-save", weapon=row.name, save=row.save)
    return save if arm is None else msgspec.structs.replace(save, value=arm)


def _deployed(row: WeaponRow) -> Deployed | None:
    if row.deployed is None:
        return None
    return Deployed(row.deployed.arm, row.deployed.bts, row.deployed.structure, str(row.deployed.s))
