"""What never changes about a trooper, in the form that formulas ask for.

A sheet is named by edition, unit and option (`c1:fusiliers/combi-rifle`). What the other side may read of
it has
a name of its own (`c1:fusiliers/~1`), which tells neither who is Lieutenant nor what anything costs. A
Camouflage
marker has a sheet too (`marker:2`): its Silhouette and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from msgspec.structs import replace

from firelane.forces.carried import Carried
from firelane.forces.library import Forces, forces
from firelane.forces.sheets import LIEUTENANT, TrooperSheet
from firelane.forces.weapons import WeaponMode
from firelane.forces.words import Attribute
from firelane.table.things import inches

MARKER = "marker:"


@dataclass(frozen=True, eq=False)
class Sheet:
    """A trooper's facts with its weapons' modes at hand."""

    facts: TrooperSheet
    modes: Mapping[str, tuple[WeaponMode, Carried]]
    edition: str = "c1"
    keys: frozenset[str] = frozenset()
    """The keys of all that it carries; what has a level also with it (`multispectral-visor-2`)."""

    @property
    def diameter(self) -> int:
        """Of the base, in mils."""
        return self.facts.diameter

    @property
    def height(self) -> int:
        """Of the Silhouette, in mils."""
        return self.facts.height

    @cached_property
    def moves(self) -> tuple[int, int]:
        """Both MOV values in mils."""
        first, second = self.facts.mov
        return inches(first), inches(second)

    def carries(self, key: str) -> bool:
        """Whether it has this skill, piece of equipment or weapon."""
        return key in self.facts.carries

    def carried(self, key: str) -> Carried | None:
        """The skill or piece of equipment of this key."""
        return self.facts.get(key)

    def attribute(self, name: str, skill: str = "") -> int | None:
        """The figure of an attribute, or the one that a bracket puts in its place for this skill."""
        if not name:
            return None
        attribute = Attribute(name)
        used = self.carried(skill) if skill else None
        for replaced, value in used.replaced if used is not None else ():
            if replaced is attribute:
                return value
        return self.facts.value(attribute)

    @property
    def discover(self) -> WeaponMode:
        """The range bands of Discover. Rules: range.own-bands."""
        return forces(self.edition).modes["discover"]

    @property
    def medikit(self) -> WeaponMode:
        """The range bands of a MediKit that is shot."""
        return forces(self.edition).modes["medikit"]

    def can_be_prone(self) -> bool:
        """TAGs cannot. Rules: movement.prone-or-standing."""
        return self.facts.type != "TAG"


@cache
def sheet(name: str) -> Sheet:
    """The sheet of this name."""
    if name.startswith(MARKER):
        return Sheet(_marker(int(name.removeprefix(MARKER))), {})
    edition, _, key = name.partition(":")
    library = forces(edition)
    facts = _open_sheets(edition)[key] if "/~" in key else library.sheet(key)
    return Sheet(facts, _modes(library, facts), edition, _keys(facts))


def _keys(facts: TrooperSheet) -> frozenset[str]:
    levels = (f"{each.key}-{each.level}" for each in (*facts.skills, *facts.equipment) if each.level)
    return facts.carries.union(levels)


def _modes(library: Forces, facts: TrooperSheet) -> dict[str, tuple[WeaponMode, Carried]]:
    return {
        mode.key: (mode, carried) for carried in facts.weapons for mode in library.weapon(carried.key).modes
    }


def _marker(silhouette: int) -> TrooperSheet:
    size = forces("c1").silhouettes[str(silhouette)]
    some = next(iter(forces("c1").sheets.values()))
    return replace(
        some, key=f"{MARKER}{silhouette}", unit="", option="", name="", unit_name="", mov=(0, 0),
        s=silhouette,
        diameter=size.diameter or 0, height=size.height, characteristics=frozenset(), skills=(), equipment=(),
        weapons=(), carries=frozenset(), orders=(), half_points=0, own_half_points=0, half_swc=0,
        is_lieutenant=False, is_specialist=False, is_hackable=False, is_hacker=False, is_peripheral=False,
        peripherals=(), forms=(), cc=0, bs=0, ph=0, wip=0, arm=0, bts=0, wounds=1)  # fmt: skip


@cache
def open_name(name: str) -> str:
    """The name under which the other side reads a sheet."""
    edition, _, key = name.partition(":")
    if not edition or "/~" in key or name.startswith(MARKER):
        return name
    facts = _opened(forces(edition).sheet(key))
    for other, known in _open_sheets(edition).items():
        if known == replace(facts, key=other):
            return f"{edition}:{other}"
    raise KeyError(name)


@cache
def _open_sheets(edition: str) -> dict[str, TrooperSheet]:
    found: dict[str, TrooperSheet] = {}
    for facts in forces(edition).sheets.values():
        opened = _opened(facts)
        mine = [key for key in found if key.startswith(f"{facts.unit}/~")]
        if not any(found[key] == replace(opened, key=key) for key in mine):
            key = f"{facts.unit}/~{len(mine) + 1}"
            found[key] = replace(opened, key=key)
    return found


def _opened(facts: TrooperSheet) -> TrooperSheet:
    """Without what is private.

    Rules: information.lists-are-open, information.private-facts, lieutenant.secret.
    """
    return replace(
        facts, option="", half_points=0, own_half_points=0, half_swc=0, half_swc_bonus=0, is_lieutenant=False,
        # lieutenant.secret
        skills=tuple(s for s in facts.skills if s.key != LIEUTENANT), carries=facts.carries - {LIEUTENANT},
        orders=tuple(o for o in facts.orders if o != LIEUTENANT), peripherals=(), forms=())  # fmt: skip
