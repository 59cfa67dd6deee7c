"""The form of the files in `data/`, the same for every edition.

Only form is checked here: which fields there are and of what kind. What the words in them mean is parsed
elsewhere. Fields that only some editions have are optional.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from firelane.rulebook.schema import Name

Edition = Literal["C1", "N2", "N3", "N4"]
Kind = Literal["weapon", "skill", "equipment"]
ExtraKind = Literal["burst", "damage", "mod", "distance", "attribute", "replaced", "ammunition", "uses"]
NotNegative: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Positive: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]
Price: TypeAlias = Annotated[int, msgspec.Meta(ge=0)] | Annotated[float, msgspec.Meta(ge=0)]
Word: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)]


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row is refused whole if it has a field that nobody reads."""


class BandRow(_Row, frozen=True):
    """Up to how many inches which MOD."""

    to: Positive
    mod: int


class DeployedRow(_Row, frozen=True, rename={"structure": "str"}):
    """The statline of a deployable once it lies on the table."""

    arm: int
    bts: int
    structure: int
    s: int | Literal["X"]


class WeaponRow(_Row, frozen=True):
    """One mode of one weapon, as the chart prints it."""

    name: Word
    bands: tuple[BandRow, ...] | None
    damage: int | str | None
    burst: Positive | str | None
    ammo: str | None
    save: str | None
    traits: tuple[str, ...]
    mode: Word | None = None
    kind: Kind = "weapon"
    id: int | None = None
    deployed: DeployedRow | None = None
    note: str | None = None


class ListedRow(_Row, frozen=True):
    """A weapon that units carry and the chart has no figures for."""

    name: Word
    traits: tuple[str, ...] = ()


class WeaponsFile(_Row, frozen=True):
    """`weapons-EDITION.yaml`."""

    edition: Edition
    units: Literal["inches"]
    weapons: tuple[WeaponRow, ...]
    listed_only: tuple[ListedRow, ...] = ()


class ProfileRow(_Row, frozen=True, rename={"structure": "str"}):
    """One statline. N2 prints no silhouette; a few profiles have no value for an attribute.

    `immobile`: the profile cannot move. `token`: it has no silhouette of its own.
    """

    name: Word
    type: str | None
    mov: tuple[int | None, int | None] | str | None
    cc: int | None
    bs: int | None
    ph: int | None
    wip: int | None
    arm: int | None
    bts: int | None
    ava: int | str | None
    chars: tuple[str, ...]
    skills: tuple[str, ...]
    equip: tuple[str, ...]
    weapons: tuple[str, ...] = ()
    w: NotNegative | None = None
    structure: NotNegative | None = None
    s: NotNegative | None = None
    immobile: bool = False
    token: bool = False


class OptionRow(_Row, frozen=True):
    """One way to take a trooper: what it adds to the profile and what it costs."""

    name: Word
    cost: Price
    swc: Price | None
    weapons: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    equip: tuple[str, ...] = ()
    peripheral: tuple[str, ...] = ()
    swc_bonus: Price = 0
    minis: NotNegative = 1
    brings: int | None = None
    id: int | None = None


class GroupRow(_Row, frozen=True, rename={"class_": "class"}):
    """Profiles that share their options; a unit has a second group for a bot, a pilot or a partner."""

    class_: str | None
    profiles: Annotated[tuple[ProfileRow, ...], msgspec.Meta(min_length=1)]
    options: tuple[OptionRow, ...] = ()


class TroopRow(_Row, frozen=True):
    """One unit."""

    unit: Word
    faction: Word
    id: int
    groups: Annotated[tuple[GroupRow, ...], msgspec.Meta(min_length=1)]
    check: dict[str, tuple[int | tuple[int, int], str]] = {}


class ProfilesFile(_Row, frozen=True):
    """`profiles-EDITION.yaml`."""

    edition: Edition
    units: Literal["inches"]
    troops: tuple[TroopRow, ...]


class AmmunitionRow(_Row, frozen=True):
    """What a kind of ammunition does to saving rolls."""

    name: Word
    save: str | None
    rolls: NotNegative = 0
    crit_rolls: NotNegative = 0
    halve: bool = False
    effect: tuple[str, ...] = ()


class ProgramRow(_Row, frozen=True):
    """A hacking program."""

    name: Word
    attack: int | None
    opponent: int | None
    damage: int | None
    burst: Positive | None
    targets: tuple[str, ...]
    skill: tuple[str, ...]
    effect: tuple[str, ...]
    traits: tuple[str, ...]
    devices: tuple[str, ...]


class MartialArtsRow(_Row, frozen=True):
    """One level of Martial Arts."""

    level: Positive
    attack: int
    opponent: int
    damage: int
    burst: int


class RandomRow(_Row, frozen=True):
    """One line of a table that is rolled on (Booty, MetaChemistry)."""

    roll: str
    gives: str


class SilhouetteRow(_Row, frozen=True):
    """The cylinder of one silhouette value in millimetres; no base: the trooper's own."""

    s: Positive | Literal["X"]
    base: Positive | None
    height: Positive


class GameModeRow(_Row, frozen=True):
    """A size of game: army points, SWC, table and deployment zone in inches."""

    name: Word
    points: Positive
    swc: NotNegative
    table: tuple[Positive, Positive]
    zone: tuple[Positive, Positive]


class LimitsRow(_Row, frozen=True):
    """What every list must keep to."""

    points_per_swc: Positive
    max_troopers: Positive


class TablesFile(_Row, frozen=True):
    """`tables-EDITION.yaml`."""

    edition: Edition
    ammunition: tuple[AmmunitionRow, ...]
    hacking_programs: tuple[ProgramRow, ...] = ()
    martial_arts: tuple[MartialArtsRow, ...] = ()
    metachemistry: tuple[RandomRow, ...] = ()
    booty: tuple[RandomRow, ...] = ()
    silhouettes: tuple[SilhouetteRow, ...] = ()
    game_modes: tuple[GameModeRow, ...] = ()
    limits: LimitsRow | None = None
    statements: dict[str, tuple[str, ...]] = {}


class NameRow(_Row, frozen=True):
    """A name that profiles may carry: its key, its other spellings, and what may follow it."""

    key: Word
    name: Name
    also: tuple[str, ...] = ()
    rule: str | None = None
    extras: frozenset[ExtraKind] = frozenset()
    words: tuple[str, ...] = ()
    levels: NotNegative = 0
    specialist: bool = False


class BorrowedRow(_Row, frozen=True):
    """What is taken over by name from the edition that answers where this one is silent."""

    edition: Literal["n2", "n3", "n4"]
    weapons: tuple[str, ...] = ()
    ammunition: tuple[str, ...] = ()
    without_traits: tuple[str, ...] = ()


class AddedTraitsRow(_Row, frozen=True):
    """Traits that a rule gives to a weapon and the chart leaves out."""

    weapon: Word
    traits: tuple[str, ...]
    rule: Word


class AliasesFile(_Row, frozen=True):
    """`aliases-EDITION.yaml`."""

    edition: Edition
    skills: tuple[NameRow, ...]
    equipment: tuple[NameRow, ...]
    characteristics: tuple[NameRow, ...]
    weapon_extras: frozenset[ExtraKind]
    weapons: dict[str, str]
    factions: tuple[NameRow, ...]
    borrowed: BorrowedRow | None = None
    added_traits: tuple[AddedTraitsRow, ...] = ()
