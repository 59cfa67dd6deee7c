"""The property suite, asked of CodeOne with a little of everything that hides, flies, hacks and heals."""

from firelane.infinity.c1.game import C1, Setup
from firelane.testing.properties import RulesetSuite

FORCES = {
    "blue": (
        "fusiliers/combi-rifle-lieutenant",
        "lynx-unit/marksman-rifle",
        "hellcats/combi-rifle",
        "fusiliers/combi-rifle-hacker",
        "malignos/combi-rifle",
    ),
    "red": (
        "zhanshi/combi-rifle-lieutenant",
        "sunduqbut/rifle",
        "tomcats/combi-rifle-doctor-zondcat",
        "malignos/combi-rifle-hacker",
        "ghulam-infantry/rifle-doctor",
    ),
}


class TestCodeOne(RulesetSuite):
    ruleset = C1
    setup = Setup(forces=FORCES, mission="supplies", points=50)
    seeds = range(4)
    longest = 1_500
