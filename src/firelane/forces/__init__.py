"""Weapons, profiles and army lists: what the charts and the army builder print, as typed values.

    from firelane.forces import forces, load_list, check, muster

    c1 = forces("c1")
    c1.weapon("combi-rifle").modes[0].band_at(20_000)
    c1.sheet("fusiliers/combi-rifle-lieutenant").is_lieutenant
    faults = check(load_list(path))

The files in `data/` are facts as printed; everything that a game reads is parsed here once, so that no rule
has a string to take apart, and a name that nobody knows is a complaint, never a silence.
"""

from firelane.forces.checks import Fault, Totals, check, totals
from firelane.forces.library import EDITIONS, Forces, forces
from firelane.forces.lists import ArmyList, ListEntry, load_list, ready_list, ready_lists
from firelane.forces.mustering import Mustered, muster
from firelane.forces.sheets import TrooperSheet

__all__ = [
    "EDITIONS",
    "ArmyList",
    "Fault",
    "Forces",
    "ListEntry",
    "Mustered",
    "Totals",
    "TrooperSheet",
    "check",
    "forces",
    "load_list",
    "muster",
    "ready_list",
    "ready_lists",
    "totals",
]
