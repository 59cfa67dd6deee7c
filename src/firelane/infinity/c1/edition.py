"""The entries of CodeOne, in its own words and figures, with those of N4's core that hold for it."""

from __future__ import annotations

from firelane.core.rules import Rule, add, cap, instead
from firelane.infinity import hooks, remdriver
from firelane.infinity.dice import RollFigures
from firelane.infinity.editions import InfinityEdition
from firelane.infinity.hooks import AroBurst, Arts, ArtsLevel, DodgeMods, Mod, Protheion, ResetMods, Visor
from firelane.infinity.missions import Bands, MissionFigures
from firelane.infinity.names import BURST, DAMAGE, LIMIT, OPPOSED, SEEN_THROUGH, SUCCESS_VALUE
from firelane.infinity.programs import Program
from firelane.infinity.saves import Ammunition, SaveFigures
from firelane.infinity.skills.bs_attack import BSAttack
from firelane.infinity.skills.camouflage import HideAgain
from firelane.infinity.skills.cc_attack import CCAttack
from firelane.infinity.skills.combat_jump import Drop
from firelane.infinity.skills.delay import Delay
from firelane.infinity.skills.discover import Discover
from firelane.infinity.skills.doctor import Doctor
from firelane.infinity.skills.dodge import Dodge
from firelane.infinity.skills.engineer import Engineer
from firelane.infinity.skills.hack import Hack
from firelane.infinity.skills.idle import Idle
from firelane.infinity.skills.jump import Jump, super_jump_kind
from firelane.infinity.skills.medikit import MediKit
from firelane.infinity.skills.move import Move
from firelane.infinity.skills.parachutist import Enter
from firelane.infinity.skills.place_deployable import PlaceDeployable
from firelane.infinity.skills.reset import Reset
from firelane.infinity.skills.template_attack import Template
from firelane.infinity.skills.use_objective import Use
from firelane.infinity.skilltable import SKILL_KIND, SkillFigures, SkillKind
from firelane.infinity.templates import TemplateSize
from firelane.table.things import millimetres

SHORT, MOVEMENT, ENTIRE = SkillKind.SHORT, SkillKind.SHORT_MOVEMENT, SkillKind.ENTIRE


def _c1(name: str) -> dict[str, str]:
    return {"c1": f"c1.{name}"}


def _core(name: str) -> dict[str, str]:
    return {"c1": f"n4-core.{name}"}


def _skill(key: str, kind: SkillKind, rule: str = "", **figures: object) -> Rule:
    return Rule(key, _c1(rule or key), data=SkillFigures(kind=kind, **figures))  # type: ignore[arg-type]


SKILLS = [
    _skill("idle", MOVEMENT, reveals=False, engaged=True),  # c1.idle.1
    _skill("move", MOVEMENT, movement=True, reveals=False),  # c1.move.1
    _skill("discover", MOVEMENT, aro=True, movement=True, attribute="WIP", rolled=4),  # c1.discover.1
    _skill("bs-attack", SHORT, aro=True, attack=True, attribute="BS", rolled=4),  # c1.bs-attack.1
    # c1.cc-attack.1
    _skill("cc-attack", SHORT, aro=True, attack=True, attribute="CC", engaged=True, rolled=3),
    # c1.dodge.1, c1.dodge.3
    _skill("dodge", SHORT, aro=True, movement=True, attribute="PH", engaged=True, rolled=3),
    _skill("reset", SHORT, aro=True, attribute="WIP", engaged=True),  # c1.reset.1
    _skill("place-deployable", SHORT, aro=True, attack=True),
    _skill("doctor", SHORT, attribute="WIP"),  # c1.doctor.1
    _skill("engineer", SHORT, attribute="WIP"),  # c1.engineer.1
    _skill("medikit", SHORT, attribute="BS"),  # c1.medikit.1
    _skill("jump", ENTIRE, movement=True, reveals=False),  # c1.jump.1
    _skill("camouflage", ENTIRE, reveals=False, declared=2),
    _skill("combat-jump", ENTIRE, attribute="PH", declared=3, rolled=4),
    _skill("parachutist", ENTIRE, declared=3),
    # c1.carbonite.1, c1.hacking.1, c1.hacking.3, c1.hacker.4
    _skill("carbonite", SHORT, aro=True, attack=True, attribute="WIP", rolled=3),
    # c1.spotlight.1, c1.hacking.1, c1.hacking.3
    _skill("spotlight", SHORT, aro=True, attack=True, attribute="WIP", rolled=3),
    _skill("delay", SkillKind.ARO_ONLY, aro=True, reveals=False, declared=2),
    Rule("use-objective", _core("scenario"), data=SkillFigures(kind=SHORT, attribute="WIP", declared=4)),
]
"""The labels of each skill: c1.bs-attack.1, c1.cc-attack.1, c1.discover.1, c1.dodge.1, c1.idle.1, c1.jump.1,
c1.move.1, c1.reset.1, c1.carbonite.1, c1.spotlight.1; and the one roll of some: c1.dodge.3.
"""

DECLARATIONS = (
    BSAttack,
    Template,
    Discover,
    CCAttack,
    Hack,
    Use,
    Doctor,
    MediKit,
    Engineer,
    PlaceDeployable,
    Move,
    Jump,
    HideAgain,
    Drop,
    Enter,
    Dodge,
    Delay,
    Reset,
    Idle,
)
"""What troopers can declare, in the order in which it is offered."""

ROLLS = [
    Rule("roll", _core("roll"), data=RollFigures(), values={LIMIT: cap(hooks.limit)}, always=True),
    Rule(
        "bracketed",
        _core("roll"),
        values={
            SUCCESS_VALUE: add(hooks.own_mod),
            OPPOSED: add(hooks.burdens),
            BURST: add(hooks.weapon_burst),
            DAMAGE: add(hooks.weapon_damage),
        },
        always=True,
    ),
    Rule("range", _core("range"), values={SUCCESS_VALUE: instead(hooks.range_mod)}, always=True),
    Rule(
        "cover",
        _core("cover"),
        data=Mod(-3),
        values={SUCCESS_VALUE: add(hooks.cover_mod), DAMAGE: add(hooks.cover_damage)},
        always=True,
    ),
    Rule(
        "into-combat",
        _c1("bs-attack"),
        data=Mod(-6),
        values={SUCCESS_VALUE: add(hooks.into_combat)},
        always=True,
    ),
    Rule(
        "dodge-mods",
        _c1("dodge"),
        data=DodgeMods(),
        values={SUCCESS_VALUE: add(hooks.dodge_mods)},
        always=True,
    ),
    Rule(
        "reset-mods",
        _c1("reset"),
        data=ResetMods(),
        values={SUCCESS_VALUE: add(hooks.reset_mods)},
        always=True,
    ),
    Rule(
        "console-hacking",
        _core("scenario.domination"),
        data=Mod(3),
        values={SUCCESS_VALUE: add(hooks.console_mod)},
        always=True,
    ),
    Rule(
        "remdriver",
        _c1("remdriver"),
        values={SUCCESS_VALUE: add(remdriver.driven), DAMAGE: add(remdriver.driven_damage)},
        always=True,
    ),
    Rule(
        "targeted", _c1("targeted"), data=Mod(3), values={SUCCESS_VALUE: add(hooks.targeted_mod)}, always=True
    ),
    Rule("aro-burst", _core("aro"), data=AroBurst(1), values={BURST: cap(hooks.aro_burst)}, always=True),
    Rule(
        "allies-in-contact", _c1("cc-attack"), data=Mod(1), values={BURST: instead(hooks.allies)}, always=True
    ),
    Rule("saving-roll", _core("saving-roll"), data=SaveFigures()),
]

ARTS = Arts(
    (
        ArtsLevel(0, -3, 1, 0),  # c1.martial-arts.2
        ArtsLevel(3, -3, 1, 0),  # c1.martial-arts.3
        ArtsLevel(3, -3, 2, 0),  # c1.martial-arts.4
        ArtsLevel(3, -3, 3, 0),  # c1.martial-arts.5
        ArtsLevel(3, -3, 3, 1),  # c1.martial-arts.6
    )
)


def _visor(level: int, figures: Visor) -> Rule:
    """What opponents' rules add has been added when a visor takes it off again."""
    return Rule(
        f"multispectral-visor-{level}",
        _c1(f"multispectral-visor.l{level}"),
        frozenset({"automatic"}),
        figures,
        {SEEN_THROUGH: add(hooks.sees_through)},
    )


SPECIAL = [
    Rule("mimetism", _c1("mimetism"), frozenset({"automatic"}), values={OPPOSED: add(hooks.mimetism)}),
    Rule("mines", _c1("mines"), data=Mod(-3), values={SUCCESS_VALUE: add(hooks.mine_mimetism)}, always=True),
    Rule(
        "martial-arts",
        _c1("martial-arts"),
        frozenset({"automatic", "cc"}),
        ARTS,
        {
            SUCCESS_VALUE: add(hooks.arts_attack),
            OPPOSED: add(hooks.arts_against),
            DAMAGE: add(hooks.arts_damage),
            BURST: add(hooks.arts_burst),
        },
    ),
    Rule("protheion", _c1("protheion"), frozenset({"cc"}), Protheion()),
    Rule(
        "surprise-attack",
        _c1("surprise-attack"),
        frozenset({"automatic"}),
        values={OPPOSED: add(hooks.surprise)},
    ),
    _visor(1, Visor(3)),
    _visor(2, Visor(99)),
    _visor(3, Visor(99, alert=True, finds=True)),
    Rule(
        "total-reaction",
        _c1("total-reaction"),
        frozenset({"automatic", "optional"}),
        values={BURST: instead(hooks.whole_burst)},
    ),
    Rule(
        "super-jump",
        _c1("super-jump"),
        frozenset({"automatic"}),
        values={SKILL_KIND: instead(super_jump_kind)},
    ),
]

AMMUNITION = [
    Rule("ammo.N", _c1("ammo-n"), data=Ammunition()),
    Rule("ammo.DA", _c1("ammo-da"), data=Ammunition(saves=2)),
    Rule("ammo.EXP", _c1("ammo-exp"), data=Ammunition(saves=3)),
    Rule("ammo.AP", _c1("ammo-ap"), data=Ammunition(halves=True, hit=2, critical=3, failed=4)),
    Rule("ammo.Shock", {"c1": "n4.ammo-shock"}, data=Ammunition(mortal=4)),
    Rule(
        "ammo.PARA",
        _c1("ammo-para"),
        data=Ammunition(loss=0, attribute="PH", modifier=-6, state="immobilized-a"),
    ),
]
"""The five types of c1.ammunition.3, and Shock, which some units carry."""

PROGRAMS = [
    Rule(
        "program.carbonite",
        _c1("carbonite"),
        data=Program(
            burst_active=2,  # c1.carbonite.3, c1.carbonite.4
            burst_aro=1,  # c1.carbonite.3
            damage=13,  # c1.carbonite.5
            saves=2,  # c1.carbonite.5
            state="immobilized-b",  # c1.carbonite.6
            hackable_only=True,  # c1.carbonite.2
        ),
    ),
    Rule(
        "program.spotlight",
        _c1("spotlight"),
        data=Program(
            burst_active=1,  # c1.spotlight.3
            burst_aro=1,  # c1.spotlight.3
            damage=0,
            saves=0,  # c1.spotlight.4
            state="targeted",  # c1.spotlight.4
            hackable_only=False,  # c1.spotlight.2
        ),
    ),
]

TEMPLATES = [
    Rule(
        "template.circular",
        _core("template"),
        data=TemplateSize(millimetres(120), millimetres(120), millimetres(60)),
    ),
    Rule(
        "template.large-teardrop",
        _core("template"),
        data=TemplateSize(millimetres(240), millimetres(100), millimetres(50)),
    ),
    Rule(
        "template.small-teardrop",
        _core("template"),
        data=TemplateSize(millimetres(165), millimetres(65), millimetres(33)),
    ),
]

# Army points and victory points are counted in halves.
LEAST = {"30": 7, "50": 12, "60": 15}
BANDS = {"30": Bands(8, 16, 24), "50": Bands(14, 26, 42), "60": Bands(15, 31, 50)}
ZONE_DEPTH = {"30": 8, "50": 12, "60": 12}
MISSIONS = [
    Rule("mission.standard", _core("victory"), data=MissionFigures()),
    Rule(
        "mission.annihilation",
        _core("scenario.annihilation"),
        data=MissionFigures(bands=BANDS, zone_depth=ZONE_DEPTH),
    ),
    Rule(
        "mission.domination",
        _core("scenario.domination"),
        data=MissionFigures(least=LEAST, zone_depth=ZONE_DEPTH),
    ),
    Rule(
        "mission.supplies",
        _core("scenario.supplies"),
        data=MissionFigures(least=LEAST, zone_depth=ZONE_DEPTH),
    ),
    Rule(
        "mission.firefight",
        _core("scenario.firefight"),
        data=MissionFigures(zone_depth=ZONE_DEPTH, open_lieutenant=True, jump_mod=3, enemy_zone_open=True),
    ),
]

C1 = InfinityEdition(
    "c1",
    [*SKILLS, *ROLLS, *SPECIAL, *AMMUNITION, *PROGRAMS, *TEMPLATES, *MISSIONS],
    skills=DECLARATIONS,
    points=(SUCCESS_VALUE, OPPOSED, SEEN_THROUGH, BURST, DAMAGE, LIMIT, SKILL_KIND),
    silent=("n4-core", "n4"),
)
