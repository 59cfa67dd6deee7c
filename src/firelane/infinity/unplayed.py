"""The editions that cannot be played yet, as far as one exchange of attacks needs them.

Rolls, range, cover, what hides a target, close combat, saves and ammunition: the same entries with the same
hooks as in a playable edition, so that its numbers are made and explained in the same way. When an edition
becomes playable these move into its own list.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from firelane.core.because import Number
from firelane.core.rules import Change, Edition, Rule, Take, add, cap, instead, take
from firelane.infinity import hooks
from firelane.infinity.c1.edition import C1
from firelane.infinity.dice import Over, RollFigures, Ties
from firelane.infinity.editions import InfinityEdition
from firelane.infinity.guts import GutsFigures, GutsTrigger
from firelane.infinity.hooks import AroBurst, Arts, ArtsLevel, Mod, Visor
from firelane.infinity.names import (
    BURST,
    DAMAGE,
    DEAD,
    DEFENSIVE_HACKING,
    LIMIT,
    OPPOSED,
    SEEN_THROUGH,
    SUCCESS_VALUE,
    UNCONSCIOUS,
)
from firelane.infinity.programs import Program
from firelane.infinity.saves import Ammunition, CriticalHit, SaveFigures
from firelane.infinity.situation import Situation
from firelane.infinity.skills.bs_attack import BSAttack
from firelane.infinity.skills.cc_attack import CCAttack
from firelane.infinity.skills.dodge import Dodge
from firelane.infinity.skills.hack import Hack
from firelane.infinity.skills.reset import Reset
from firelane.infinity.skilltable import SkillFigures, SkillKind

SHORT = SkillKind.SHORT
SKILLS = (BSAttack, CCAttack, Dodge, Hack, Reset)
POINTS = (SUCCESS_VALUE, OPPOSED, SEEN_THROUGH, BURST, DAMAGE, LIMIT)
HEAVY = ("HI", "TAG", "REM", "VH")


def _counted(change: Change, numbers: Mapping[int, int]) -> Change:
    """A hook whose statements have other numbers in another book."""

    def changed(case: Situation, number: Number, figures: Struct | None) -> Number:
        given: Number = change(case, number, figures)
        known = len(number.modifiers)
        parts = tuple(
            replace(part, statement=numbers.get(part.statement, part.statement))
            for part in given.modifiers[known:]
        )
        base = given.base
        if base is not number.base:
            return Number(replace(base, statement=numbers.get(base.statement, base.statement)), parts)
        return Number(base, (*given.modifiers[:known], *parts))

    return changed


def _skill(key: str, edition: str, rule: str, attribute: str, *, aro: bool = True) -> Rule:
    return Rule(key, {edition: rule}, data=SkillFigures(kind=SHORT, aro=aro, attribute=attribute))


def _ammo(edition: str, code: str, rule: str, **figures: object) -> Rule:
    return Rule(f"ammo.{code}", {edition: rule}, data=Ammunition(**figures))  # type: ignore[arg-type]


def _program(edition: str, name: str, rule: str, **figures: object) -> list[Rule]:
    """A program, as a skill to roll for and as what it does."""
    data = Program(**figures)  # type: ignore[arg-type]
    return [
        Rule(f"program.{name}", {edition: rule}, data=data),
        _skill(name, edition, rule, "WIP"),
    ]


# What hides a target or slows a dodger


class Bulk(Struct, frozen=True):
    """What the type of a trooper takes from its Dodge, and dodging a template besides."""

    types: Mapping[str, int]
    motorcycle: int
    template: int = 0


def hidden(case: Situation, number: Number, figures: Mod) -> Number:
    """Shots at whoever carries this. Statement 0: the rule as a whole."""
    return number.plus(figures.mod, mimetism=True) if case.skill == "bs-attack" else number


def bulk(case: Situation, number: Number, figures: Bulk) -> Number:
    """The Dodge of big troops. Statement 0."""
    if case.skill != "dodge":
        return number
    more = figures.types.get(case.sheet.facts.type or "", 0)
    if case.sheet.carries("motorcycle"):
        more = min(more, figures.motorcycle)
    return number.plus(more + (figures.template if case.template else 0))


def program_mod(case: Situation, number: Number, _: None) -> Number:
    """The MOD that a program gives its user. Statement 0."""
    return number.plus(case.program_mods[0])


def program_burden(case: Situation, number: Number, _: None) -> Number:
    """The MOD that a program gives whoever opposes it. Statement 0."""
    rival = case.against
    return number.plus(rival.program_mods[1]) if rival is not None and case.opposed else number


class Hacks(Struct, frozen=True):
    """Programs whose user takes the BTS of whoever they meet as a MOD, each with the statement on it."""

    programs: Mapping[str, str]


def against_bts(case: Situation, number: Number, figures: Hacks) -> Number:
    """The BTS of the target, or of the Hacker who defends it."""
    if case.skill not in figures.programs:
        return number
    rival, met = case.against, case.target_sheet
    if rival is not None and rival.skill == DEFENSIVE_HACKING:
        return number.less(rival.sheet.facts.bts, rule=figures.programs[DEFENSIVE_HACKING])
    return number.less(met.facts.bts, rule=figures.programs[case.skill]) if met is not None else number


def _n2_hacking() -> list[Rule]:
    """N2's Hacks are rolled against WIP less BTS, and a success needs no save."""

    def hack(name: str, rule: str, state: str, **own: object) -> list[Rule]:
        plain = {"burst_active": 1, "burst_aro": 1, "damage": 0, "saves": 0, "hackable_only": False}
        return _program("n2", name, f"n2.{rule}", state=state, **{**plain, **own})

    cites = {
        "hacking-tag": "n2.hacking-tag.1",
        "possess-tag": "n2.hacking-tag.1",
        "hacking-hi-rem": "n2.hacking-hi-rem.1",
        "anti-hacker-protocol": "n2.anti-hacker-protocol.2",
        DEFENSIVE_HACKING: "n2.defensive-hacking.4",
    }
    return [
        Rule("hacking-bts", {"n2": "n2.hacking"}, data=Hacks(cites),
             values={SUCCESS_VALUE: add(against_bts)}, always=True),
        *hack("hacking-tag", "hacking-tag", "immobilized", types=("TAG",)),
        *hack("possess-tag", "hacking-tag", "possessed", types=("TAG",)),
        *hack("hacking-hi-rem", "hacking-hi-rem", "immobilized", types=("HI", "REM")),
        *hack("anti-hacker-protocol", "anti-hacker-protocol", UNCONSCIOUS, critical_state=DEAD,
              hackers_only=True),
        *hack(DEFENSIVE_HACKING, DEFENSIVE_HACKING, "", critical_state="disabled", hackers_only=True,
              burst_active=0),
    ]  # fmt: skip


def _hiding(edition: str, keys: Mapping[str, tuple[str, int]]) -> list[Rule]:
    return [
        Rule(key, {edition: rule}, frozenset({"automatic"}), Mod(mod), {OPPOSED: add(hidden)})
        for key, (rule, mod) in keys.items()
    ]


def _visor(edition: str, level: int, lessens: int) -> Rule:
    return Rule(
        f"multispectral-visor-{level}",
        {edition: f"n3.multispectral-visor.level-{level}"},
        frozenset({"automatic"}),
        Visor(lessens),
        {SEEN_THROUGH: add(hooks.sees_through)},
    )


FREE_WOUND = SaveFigures(critical=CriticalHit.WOUND_WITHOUT_SAVE)


def _older(edition: str) -> list[Rule]:
    """What N2 and N3 share: N3's book is silent on it, and N2's answers."""
    name = edition
    return [
        _skill("bs-attack", name, f"{name}.bs-attack", "BS"),
        _skill("cc-attack", name, f"{name}.cc-attack", "CC"),
        _skill("dodge", name, f"{name}.dodge", "PH"),
        _skill("reset", name, f"{name}.reset", "WIP", aro=name != "n2"),
        Rule(
            "range",
            {name: "n2.dice.modifiers"},
            values={SUCCESS_VALUE: instead(_counted(hooks.range_mod, {1: 2, 2: 2}))},
            always=True,
        ),
        Rule(
            "cover",
            {name: "n2.cover.partial"},
            data=Mod(-3),
            values={
                SUCCESS_VALUE: add(_counted(hooks.cover_mod, {3: 1})),
                DAMAGE: add(_counted(hooks.cover_damage, {4: 2})),
            },
            always=True,
        ),
        Rule(
            "into-combat",
            {name: "n2.shooting-into-cc"},
            data=Mod(-6),
            values={SUCCESS_VALUE: add(_counted(hooks.into_combat, {8: 1}))},
            always=True,
        ),
        Rule(
            "aro-burst",
            {name: "n2.burst"},
            data=AroBurst(1),
            values={BURST: cap(_counted(hooks.aro_burst, {10: 4}))},
            always=True,
        ),
        Rule(
            "total-reaction",
            {name: "n3.total-reaction"},
            frozenset({"automatic", "optional"}),
            values={BURST: instead(_counted(hooks.whole_burst, {2: 1}))},
        ),
        Rule("saving-roll", {name: "n2.damage"}, data=FREE_WOUND),
        Rule("guts-roll", {name: "n2.guts-roll"}, data=GutsFigures(GutsTrigger.SAVED)),
        Rule(
            "program-mods",
            {name: f"{name}.hacking"},
            values={SUCCESS_VALUE: add(program_mod), OPPOSED: add(program_burden)},
            always=True,
        ),
        *_hiding(
            name,
            {
                "ch-mimetism": ("n3.camouflage-and-hiding.mimetism", -3),
                "ch-camouflage": ("n3.camouflage-and-hiding.camouflage", -3),
                "ch-to-camouflage": ("n3.camouflage-and-hiding.to-camouflage", -6),
                "odd": ("n3.odd", -6),
            },
        ),
        *(_visor(name, level, lessens) for level, lessens in ((1, 3), (2, 99), (3, 99))),
        Rule(
            "martial-arts",
            {name: "n3.martial-arts"},
            frozenset({"automatic", "cc"}),
            N3_ARTS,
            {
                SUCCESS_VALUE: add(_counted(hooks.arts_attack, ALL_SEVEN)),
                OPPOSED: add(_counted(hooks.arts_against, ALL_SEVEN)),
                DAMAGE: add(_counted(hooks.arts_damage, ALL_SEVEN)),
                BURST: add(_counted(hooks.arts_burst, ALL_SEVEN)),
            },
        ),
    ]


ALL_SEVEN = dict.fromkeys(range(2, 7), 6)
"""One statement says that the bonus of the level holds; each level has a rule of its own besides."""
N3_ARTS = Arts(
    (
        ArtsLevel(0, -3, 1, 0),
        ArtsLevel(0, 0, 3, 0),
        ArtsLevel(3, -3, 0, 0),
        ArtsLevel(0, 0, 0, 1),
        ArtsLevel(0, -6, 0, 0),
    )
)

_N2_DODGE = Rule(
    "dodge-bulk",
    {"n2": "n2.dodge"},
    data=Bulk({"TAG": -6, "REM": -6}, -6, -6),
    values={SUCCESS_VALUE: add(bulk)},
    always=True,
)
_N3_DODGE = Rule(
    "dodge-bulk",
    {"n3": "n3.dodge"},
    data=Bulk({"TAG": -6, "REM": -3}, -3),
    values={SUCCESS_VALUE: add(bulk)},
    always=True,
)


def _old_ammunition(name: str) -> list[Rule]:
    """What N3's book lists; N2's, which only mentions most of it, takes the same."""
    mono = {"protection": 0, "damage": 12}
    shock = {"mortal": 3, "mortal_wounds": 1}
    em = {"halves": True, "loss": 0, "state": "isolated", "also_state": "immobilized-2", "also_on": HEAVY}
    bts = "n3.ammo-nanotech"
    return [
        _ammo(name, "N", "n3.ammo-normal"),
        _ammo(name, "AP", "n3.ammo-ap", halves=True),
        _ammo(name, "DA", "n3.ammo-da", saves=2),
        _ammo(name, "EXP", "n3.ammo-exp", saves=3),
        _ammo(name, "T2", "n4.ammo-t2", loss=2),
        _ammo(name, "Fire", "n3.ammo-fire", again=True),
        _ammo(name, "Breaker", "n3.ammo-breaker", halves=True),
        _ammo(name, "DT", "n3.ammo-dt", saves=2),
        _ammo(name, "Nanotech", bts),
        _ammo(name, "Plasma", "n3.ammo-plasma", second="BTS"),
        _ammo(name, "Viral", "n3.ammo-shock", saves=2, **shock),
        _ammo(name, "Swarm", "n3.ammo-shock", **shock),
        _ammo(name, "K1", "n3.ammo-k1", **mono),
        _ammo(name, "Monofilament", "n3.ammo-monofilament", loss=0, state="dead", **mono),
        _ammo(
            name, "Adhesive", "n3.ammo-adhesive", loss=0, attribute="PH", modifier=-6, state="immobilized-2"
        ),
        _ammo(name, "Flash", "n3.ammo-flash", loss=0, state="blinded"),
        _ammo(name, "Stun", "n4.ammo-stun", saves=2, loss=0, state="stunned"),
        _ammo(name, "E/M", "n3.ammo-em", **em),
        _ammo(name, "E/M2", "n3.ammo-em", saves=2, **em),
    ]


def _n2() -> Edition:
    return InfinityEdition(
        "n2",
        [
            Rule("roll", {"n2": "n2.dice"}, data=RollFigures(over=Over.WIDER, ties=Ties.HIGHER_VALUE)),
            *_older("n2"),
            _N2_DODGE,
            Rule("defence-bonus", {"n2": "n2.close-combat"}, data=Mod(3)),
            *_old_ammunition("n2"),
            _ammo("n2", "Shock", "n2.dead", mortal=2),
            *_n2_hacking(),
        ],
        skills=SKILLS,
        points=POINTS,
        silent=("n3",),
    )


def _n3() -> Edition:
    return InfinityEdition(
        "n3",
        [
            Rule(
                "roll",
                {"n3": "n4-core.roll"},
                data=RollFigures(),
                values={LIMIT: cap(hooks.limit)},
                always=True,
            ),
            *_older("n3"),
            _N3_DODGE,
            *_old_ammunition("n3"),
            _ammo("n3", "Shock", "n3.ammo-shock", mortal=3, mortal_wounds=1),
            *_program("n3", "carbonite", "n3.carbonite", burst_active=2, burst_aro=1, damage=13, saves=2,
                      state="immobilized-1", hackable_only=True, attack=3),
            *_program("n3", "spotlight", "n3.spotlight", burst_active=1, burst_aro=0, damage=0, saves=0,
                      state="targeted", hackable_only=False, attack=-3),
            *_program("n3", "oblivion", "n3.oblivion", burst_active=1, burst_aro=1, damage=16, saves=1,
                      state="isolated", hackable_only=True),
            *_program("n3", "basilisk", "n3.basilisk", burst_active=3, burst_aro=1, damage=13, saves=1,
                      state="immobilized-1", hackable_only=True),
            *_program("n3", "gotcha", "n3.gotcha", burst_active=2, burst_aro=1, damage=13, saves=1,
                      state="immobilized-1", hackable_only=True),
            *_program("n3", "brain-blast", "n3.brain-blast", burst_active=2, burst_aro=1, damage=14, saves=1,
                      state="", hackable_only=True, loss=1),
            *_program("n3", "sucker-punch", "n3.sucker-punch", burst_active=1, burst_aro=1, damage=17,
                      saves=2, state="", hackable_only=True, loss=1, opponent=-3),
        ],
        skills=SKILLS,
        points=POINTS,
        silent=("n2", "n4-core"),
    )  # fmt: skip


TAKEN = [
    "bs-attack",
    "cc-attack",
    "dodge",
    "reset",
    "roll",
    "bracketed",
    "range",
    "cover",
    "into-combat",
    "dodge-mods",
    "reset-mods",
    "targeted",
    "aro-burst",
    "allies-in-contact",
    "saving-roll",
    "mimetism",
    "martial-arts",
    "surprise-attack",
    "multispectral-visor-1",
    "multispectral-visor-2",
    "multispectral-visor-3",
    "total-reaction",
    "carbonite",
    "spotlight",
    "program.spotlight",
    "program-mods",
    "ammo.N",
    "ammo.AP",
    "ammo.DA",
    "ammo.EXP",
    "ammo.Shock",
    "ammo.PARA",
]
"""What N4 has from its core and from CodeOne, which answers for it."""


def _n4() -> Edition:
    own: list[Rule | Take] = [take(key, C1) for key in TAKEN if key in C1]
    return InfinityEdition(
        "n4",
        [
            *own,
            Rule("guts-roll", {"n4": "n4-core.guts-roll"}, data=GutsFigures(GutsTrigger.STRUCK)),
            _ammo("n4", "T2", "n4.ammo-t2", loss=2),
            _ammo("n4", "E/M", "n4.ammo-em", saves=2, halves=True, loss=0, state="isolated",
                  also_state="immobilized-b", also_on=HEAVY),
            _ammo("n4", "Stun", "n4.ammo-stun", saves=2, loss=0, state="stunned"),
            _ammo("n4", "Continuous", "n4.ammo-n", again=True),
            Rule("program-mods", {"n4": "c1.hacking"},
                 values={SUCCESS_VALUE: add(program_mod), OPPOSED: add(program_burden)}, always=True),
            take("program.carbonite", C1),
            *_program("n4", "oblivion", "c1.hacking", burst_active=2, burst_aro=1, damage=16, saves=1,
                      state="isolated", hackable_only=True, halves=True),
            *_program("n4", "total-control", "c1.hacking", burst_active=1, burst_aro=1, damage=16, saves=2,
                      state="possessed", hackable_only=True),
            *_program("n4", "trinity", "c1.hacking", burst_active=3, burst_aro=1, damage=14, saves=1,
                      state="", hackable_only=True, attack=3, loss=1),
        ],
        skills=SKILLS,
        points=POINTS,
        silent=("n4-core", "c1", "n3", "n2"),
    )  # fmt: skip


_MADE = {"n2": _n2, "n3": _n3, "n4": _n4}
UNPLAYED = tuple(_MADE)


@cache
def unplayed(ruleset: str) -> Edition:
    """The entries of an edition that cannot be played yet."""
    return _MADE[ruleset]()
