"""Army lists as people write them, and the ready ones that come with the program.

    name: {en: Harbour watch, ja: 港の番}
    ruleset: c1
    faction: PanOceania
    points: 15
    troopers:
    - {unit: fusiliers, option: combi-rifle-lieutenant}
    - {unit: fusiliers, option: combi-rifle, count: 2}

Reading refuses what has no form. Whether the list is legal is another question (`check`), for a list in the
making may be illegal for a while.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from firelane import documents
from firelane.forces.schema import Positive, Word
from firelane.problem import Problem
from firelane.rulebook.schema import Text

READY = Path(__file__).parent / "lists"


class ListEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit by key or printed name, and the option by key; a unit with one option needs none."""

    unit: Word
    option: Word | None = None
    count: Positive = 1


class ArmyList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list: for which rules, of which faction, for how many points, and who is in it."""

    name: Text | Word
    faction: Word
    points: Positive
    troopers: tuple[ListEntry, ...]
    ruleset: Literal["c1"] = "c1"

    def title(self, lang: str) -> str:
        """The name of the list in a language."""
        return self.name if isinstance(self.name, str) else self.name.say(lang)


def load_list(path: Path | str) -> ArmyList:
    """The list in a file, or a Problem with file, line and field."""
    return documents.read(path, ArmyList)


def write_list(army: ArmyList) -> str:
    """The list as text that `load_list` reads back to the same value."""
    return msgspec.yaml.encode(army).decode()


@cache
def ready_lists(edition: str = "c1") -> dict[str, ArmyList]:
    """The lists that come with the program, by name (`nomads-15`)."""
    return {path.stem: load_list(path) for path in sorted((READY / edition).glob("*.yaml"))}


def ready_list(name: str, edition: str = "c1") -> ArmyList:
    """One of the lists that come with the program, or a Problem that names them all."""
    known = ready_lists(edition)
    if name not in known:
        raise Problem("forces.no-list", name=name, known=", ".join(known))
    return known[name]
