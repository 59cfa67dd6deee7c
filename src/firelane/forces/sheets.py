"""The sheet of one trooper: profile and option made one, with everything that a game asks about it.

A sheet never changes during a game; what does (wounds, states, uses left) is the state's. Lengths of the
silhouette are in mils, movement in inches as printed, costs in halves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

import msgspec

from firelane.forces.carried import Carried, merge
from firelane.forces.tables import Silhouette
from firelane.forces.units import Group, Option, Profile, Unit
from firelane.forces.words import Attribute, HalfPoints, OrderType, TroopType, whole

LIEUTENANT = "lieutenant"
HACKER = "hacker"
HACKABLE = "hackable"
NON_HACKABLE = "non-hackable"
PERIPHERAL = "peripheral"


class TrooperSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One trooper as bought: `key` is `unit/option` (further forms of it: `unit/option/profile`).

    Skills, equipment and weapons hold one value per key; `carries` are all those keys together with those
    of the characteristics. `peripherals` and `forms` are keys of other sheets.
    """

    key: str
    unit: str
    option: str
    name: str
    unit_name: str
    faction: str
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
    s: int
    diameter: int
    height: int
    characteristics: frozenset[str]
    skills: tuple[Carried, ...]
    equipment: tuple[Carried, ...]
    weapons: tuple[Carried, ...]
    carries: frozenset[str]
    orders: tuple[OrderType, ...]
    half_points: HalfPoints
    """What the list pays, peripherals included."""
    own_half_points: HalfPoints
    """The trooper's own share of it."""
    half_swc: HalfPoints
    half_swc_bonus: HalfPoints
    ava: int
    is_lieutenant: bool
    is_specialist: bool
    is_hackable: bool
    is_hacker: bool
    is_peripheral: bool
    peripherals: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    lacks: frozenset[Attribute] = frozenset()

    @property
    def cost(self) -> Fraction:
        """What the list pays for it, in points."""
        return whole(self.half_points)

    @property
    def swc(self) -> Fraction:
        """What the list pays for it, in SWC."""
        return whole(self.half_swc)

    def value(self, attribute: Attribute) -> int | None:
        """The figure of an attribute; None if the profile has none."""
        if attribute in self.lacks:
            return None
        figure: int = getattr(self, attribute.value.lower())
        return figure

    def get(self, key: str) -> Carried | None:
        """The skill or piece of equipment of this key, if the trooper has it."""
        if key not in self.carries:
            return None
        return next((each for each in (*self.skills, *self.equipment) if each.key == key), None)

    def weapon(self, key: str) -> Carried | None:
        """The weapon of this key, if the trooper has it."""
        return next((each for each in self.weapons if each.key == key), None)

    def level(self, key: str) -> int:
        """The level of a skill or piece of equipment; 0 if the trooper does not have it."""
        found = self.get(key)
        return found.level or 0 if found is not None else 0


def sheet_key(unit: Unit, option: Option, profile: Profile | None = None) -> str:
    """The key of a sheet; `profile` for a further form."""
    return f"{unit.key}/{option.key}" + (f"/{profile.key}" if profile is not None else "")


def sheets_of(
    unit: Unit, silhouettes: Mapping[str, Silhouette], specialists: Collection[str], usual: int | None = None
) -> Iterator[TrooperSheet]:
    """The sheets of all options of a unit. A profile whose silhouette is not in the table raises KeyError.

    `usual` is the silhouette of profiles that print none, where that is allowed.
    """
    for group, option in unit.options():
        for profile in group.profiles:
            known = usual is None or str(profile.s) in silhouettes
            given = profile if known else msgspec.structs.replace(profile, s=usual)
            yield _sheet(unit, group, option, given, silhouettes, specialists, usual is not None)


def _sheet(
    unit: Unit,
    group: Group,
    option: Option,
    profile: Profile,
    silhouettes: Mapping[str, Silhouette],
    specialists: Collection[str],
    lenient: bool,
) -> TrooperSheet:
    """Rules: n4-core.silhouette.1, c1.hacker.6, c1.specialist-operative.1.

    Reading adopted: a trooper can be hacked if its profile says Hackable or if it is a Hacker; HI, TAG and
    REM whose profile leaves the word out cannot, as the army builder has it.
    """
    skills = merge((*profile.skills, *option.skills), lenient=lenient)
    equipment = merge((*profile.equipment, *option.equipment), lenient=lenient)
    weapons = merge((*profile.weapons, *option.weapons), lenient=lenient)
    has = {each.key for each in skills}
    carries = frozenset(each.key for each in (*skills, *equipment, *weapons)) | profile.characteristics
    cylinder = silhouettes[str(profile.s)]
    diameter = cylinder.diameter
    if profile.s is None or diameter is None:
        raise KeyError(profile.s)
    others = [each for each in group.profiles if each.key != profile.key]
    first = profile.key == group.profiles[0].key
    brought = [found[1] for key in option.peripherals if (found := unit.option(key))]
    return TrooperSheet(
        key=sheet_key(unit, option, None if first else profile),
        unit=unit.key,
        option=option.key,
        name=option.name if first else profile.name,
        unit_name=unit.name,
        faction=unit.faction,
        type=profile.type,
        mov=profile.mov,
        cc=profile.cc,
        bs=profile.bs,
        ph=profile.ph,
        wip=profile.wip,
        arm=profile.arm,
        bts=profile.bts,
        wounds=profile.wounds,
        has_structure=profile.has_structure,
        s=profile.s,
        diameter=diameter,
        height=cylinder.height,
        characteristics=profile.characteristics,
        skills=skills,
        equipment=equipment,
        weapons=weapons,
        carries=carries,
        orders=option.orders,
        half_points=option.half_points,
        own_half_points=option.half_points - sum(each.half_points for each in brought),
        half_swc=option.half_swc,
        half_swc_bonus=option.half_swc_bonus,
        ava=group.ava if option.on_its_own else 0,
        is_lieutenant=LIEUTENANT in has,
        is_specialist=not has.isdisjoint(specialists),  # c1.specialist-operative.1
        # c1.hacker.6
        is_hackable=NON_HACKABLE not in has and (HACKABLE in profile.characteristics or HACKER in has),
        is_hacker=HACKER in has,
        is_peripheral=PERIPHERAL in profile.characteristics,
        peripherals=tuple(f"{unit.key}/{key}" for key in option.peripherals),
        forms=tuple(sheet_key(unit, option, None if each is group.profiles[0] else each) for each in others),
        lacks=profile.lacks,
    )
