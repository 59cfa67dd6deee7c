"""Red Earth's odds against its own machine: every die of small attacks exactly, and frequencies of thousands.

Every attack that is resolved also checks each step: whoever rolls or is offered a card by the machine is so
by the odds, and whoever is gone or down at its end is so by both. The bound of frequencies is that of
`test_engine`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random

import pytest
from msgspec.structs import replace

from bpre.raid import CARDS, Raid, at, door, low, skilled
from firelane.bpre.acts import Attack, CallFires
from firelane.bpre.asking import Fire, Maneuver, Shoot
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Explosion, Operation, Phase, Strike, Terms
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER
from firelane.odds.redearth import Fight, outcome
from firelane.odds.redearth_course import Course
from odds.redearth_play import Point, all_dice, begun, foreseen, passed, played, said
from odds.test_engine import within

ATTACKS = 300
PLAIN, TRAINED = CARDS[1], CARDS[0]
KINDS = [
    skilled("lamg"),
    skilled("rpk"),
    skilled("rpk", "bipod"),
    skilled("frag", direct=19, obstructed=20, save=2),
    skilled("glint", direct=2, obstructed=2, save=19),
    skilled("non-professional", base="plain"),
    skilled("non-professional", "rpk", base="plain"),
    skilled("s-vest"),
    skilled("s-vest", base="plain"),
]
SHARP, TOUGH = "trained+glint", "trained+glint"
DUEL = {"scorch-1": at(12, 4), "aayari-1": at(12, 12, "trained")}
BURST = {
    "scorch-1": at(12, 4, "trained+lamg"),
    "aayari-1": at(12, 12, "trained"),
    "aayari-2": at(13.5, 12),
    "aayari-3": at(10.5, 12, "trained"),
}
PLANTER = [low("planter", 11, 10.5, 1.7, 0.4)]
WALL = [low("wall", 8, 9, 8, 0.4)]


def card(name):
    return f"intervention.{name}"


KILLING = "special.killing-is-my-business"


def direct_fire(units, *named, spread=(), pieces=(), held=None, target="aayari-1"):
    """An attack in the Direct Fire Phase."""
    return (
        units,
        DIRECT_FIRE,
        pieces,
        Fire("scorch-1", target, tuple(map(card, named)), None, spread),
        held or {},
    )


def maneuver(units, *named, pieces=(), held=None):
    """An attack in a maneuver."""
    calm = {name: {**given, "chits": int(name.startswith("aayari"))} for name, given in units.items()}
    act = Attack("aayari-1", tuple(map(card, named)))
    return calm, MANEUVER, pieces, Maneuver("scorch-1", (act,)), held or {}


def reaction(units, *named, spread=(), pieces=(), held=None):
    """An Immediate Action of aayari-1 against scorch-1."""
    return units, MANEUVER, pieces, Shoot("aayari-1", tuple(map(card, named)), spread), held or {}


def finishing(units, *named, spread=(), held=None):
    """An attack in the Finishing Phase."""
    tired = {name: {**given, "chits": 1} for name, given in units.items()}
    return (
        tired,
        FINISHING,
        (),
        Fire("scorch-1", "aayari-1", tuple(map(card, named)), None, spread),
        held or {},
    )


GUNNER = {"scorch-1": at(12, 4), "scorch-2": at(13.5, 4, chits=1), "aayari-1": at(12, 12, "trained+rpk")}
CLOSE = {
    "scorch-1": at(12, 10),
    "aayari-1": at(12, 12, "trained"),
    "aayari-2": at(13.2, 12),
    "aayari-3": at(10.8, 12),
}
VESTED = {
    "scorch-1": at(12, 4),
    "scorch-2": at(14, 12, "trained", chits=1),
    "scorch-3": at(10, 12, "plain", chits=1),
    "aayari-1": at(12, 12, "trained+s-vest"),
}
CASES = {
    "a hit kills where there is no save": direct_fire({**DUEL, "aayari-1": at(12, 12)}),
    "a hit and a save": direct_fire(DUEL),
    "over Obstructed LOS": direct_fire(DUEL, pieces=PLANTER),
    "a staggered target": direct_fire({**DUEL, "aayari-1": at(12, 12, "trained", staggered=True)}),
    "headshots and little else": direct_fire({**DUEL, "scorch-1": at(12, 4, "trained+frag")}),
    "nearly every roll hits, few saves help": direct_fire(
        {"scorch-1": at(12, 4, SHARP), "aayari-1": at(12, 12, TOUGH)}
    ),
    "in a maneuver": maneuver(DUEL),
    "an Immediate Action": reaction({**DUEL, "scorch-1": at(12, 4)}),
    "in the Finishing Phase": finishing(CLOSE),
    "five rolls at one unit": direct_fire({**DUEL, "scorch-1": BURST["scorch-1"]}),
    "five rolls shared out as named": direct_fire(BURST, spread=("aayari-2", "aayari-3")),
    "five rolls, the others by themselves": direct_fire(BURST),
    "five rolls, twice at the second name": direct_fire(BURST, spread=("aayari-3", "aayari-3", "aayari-2")),
    "five rolls, one unit behind cover": direct_fire(
        {**BURST, "aayari-2": at(13.9, 12)}, spread=("aayari-2",), pieces=PLANTER
    ),
    "five rolls, one unit behind another": direct_fire(
        {"scorch-1": BURST["scorch-1"], "aayari-1": at(12, 12, "trained"), "aayari-2": at(12, 13.4)}
    ),
    "two rolls of an Immediate Action": reaction(GUNNER, spread=("scorch-2",)),
    "two rolls over cover on which the weapon rests": reaction(
        {**GUNNER, "aayari-1": at(12, 12, "trained+rpk+bipod")}, pieces=[low("rest", 10, 11.1, 4, 0.4)]
    ),
    "+3 before the roll": direct_fire(DUEL, "kill-not-capture"),
    "+3 for the first of five rolls": direct_fire(BURST, "kill-not-capture"),
    "+1 after the roll": direct_fire(DUEL, held={"scorch": ("hasty-ambush",)}),
    "+1 after one of five rolls": direct_fire(BURST, held={"scorch": ("hasty-ambush",)}),
    "+1 for the one that it misses least": direct_fire(
        {**BURST, "aayari-2": at(13.9, 12)}, pieces=PLANTER, held={"scorch": ("hasty-ambush",)}
    ),
    "again after a miss": direct_fire(DUEL, "full-send"),
    "two rolls again after two misses": reaction(GUNNER, "full-send", spread=("scorch-2",)),
    "again while the target lives": maneuver(DUEL, held={"scorch": ("react-to-contact",)}),
    "two rolls again while the target lives": reaction(GUNNER, held={"aayari": ("react-to-contact",)}),
    "an Immediate Action rolled again": reaction(
        {**DUEL, "scorch-1": at(12, 4)}, held={"aayari": (KILLING,)}
    ),
    "one of two rolls made again": reaction(GUNNER, held={"aayari": (KILLING,)}),
    "one of two rolls made again, or +1": reaction(GUNNER, held={"aayari": (KILLING, "hasty-ambush")}),
    "everything an attacker may have": reaction(
        GUNNER, "full-send", held={"aayari": (KILLING, "hasty-ambush", "react-to-contact")}
    ),
    "+1 to a failed save": direct_fire(DUEL, pieces=PLANTER, held={"aayari": ("break-contact",)}),
    "on its feet": direct_fire(DUEL, held={"aayari": ("pile-of-little-arms",)}),
    "+1 to a failed save, and on its feet": direct_fire(
        DUEL, pieces=PLANTER, held={"aayari": ("break-contact", "pile-of-little-arms")}
    ),
    "the last bullet": direct_fire(DUEL, held={"aayari": ("save-the-last-bullet",)}),
    "the last bullet of a staggered unit in a burst": direct_fire(
        {**DUEL, "scorch-1": BURST["scorch-1"]}, held={"aayari": ("save-the-last-bullet",)}
    ),
    "a last bullet for a last bullet": direct_fire(
        DUEL,
        held={
            "aayari": ("save-the-last-bullet", "hasty-ambush"),
            "scorch": ("save-the-last-bullet", "pile-of-little-arms"),
        },
    ),
    "three targets in the Finishing Phase": finishing(
        CLOSE, "fire-for-effect", spread=("aayari-2", "aayari-3")
    ),
    "three targets, one again, one shooting back": finishing(
        CLOSE,
        "fire-for-effect",
        spread=("aayari-2", "aayari-3"),
        held={"scorch": ("react-to-contact",), "aayari": ("save-the-last-bullet",)},
    ),
    "a vest that a failed save sets off": direct_fire(VESTED, held={"aayari": ("front-towards-enemy",)}),
    "a vest near a friend of its own": direct_fire(
        {**VESTED, "aayari-2": at(12, 13.5, "trained")}, held={"aayari": ("front-towards-enemy",)}
    ),
    "the vest of a staggered unit": direct_fire(
        {**VESTED, "aayari-1": at(12, 12, "trained+s-vest", staggered=True)},
        held={"aayari": ("front-towards-enemy",)},
    ),
    "a vest that can be jammed": direct_fire(
        VESTED, held={"aayari": ("front-towards-enemy",), "scorch": ("special.wide-band-jammers",)}
    ),
    "a vest, a better save and a last bullet": direct_fire(
        VESTED,
        pieces=PLANTER,
        held={"aayari": ("front-towards-enemy", "break-contact", "save-the-last-bullet")},
    ),
    "a vest behind a last bullet for a last bullet": direct_fire(
        {**VESTED, "scorch-1": at(12, 10.2)},
        held={
            "aayari": ("front-towards-enemy", "save-the-last-bullet"),
            "scorch": ("save-the-last-bullet",),
        },
    ),
    "a vest in the middle of five rolls": direct_fire(
        {**VESTED, "scorch-1": BURST["scorch-1"], "aayari-2": at(13.2, 13.2, "trained")},
        spread=("aayari-2",),
        held={"aayari": ("front-towards-enemy",)},
    ),
    "a vest that blows the door open": direct_fire(
        {**VESTED, "scorch-1": BURST["scorch-1"], "aayari-2": at(13.2, 13.6, "trained")},
        pieces=[door("door", 12.4, 12.9, 1.8, 0.2)],
        held={"aayari": ("front-towards-enemy",)},
    ),
    "friends in the way of the untrained": direct_fire(
        {
            "scorch-1": at(12, 4, "plain+non-professional"),
            "scorch-2": at(12, 6.5, "trained"),
            "scorch-3": at(12, 9, "plain"),
            "aayari-1": at(12, 12, "trained"),
        }
    ),
    "a friend in the way of two rolls": direct_fire(
        {
            "scorch-1": at(12, 4, "plain+non-professional+rpk"),
            "scorch-2": at(12, 6.5, "trained"),
            "aayari-1": at(12, 12, "trained"),
            "aayari-2": at(13.2, 12),
        },
        "full-send",
    ),
}  # fmt: skip


def arranged(case, kinds=KINDS):
    """The fight of a case: its odds, and the machine at its first roll."""
    units, phase, pieces, declared, cards = case
    held = {seat: tuple(c if "." in c else card(c) for c in pile) for seat, pile in cards.items()}
    named = getattr(declared, "cards", ()) or sum((act.cards for act in getattr(declared, "acts", ())), ())
    seat = "aayari" if isinstance(declared, Shoot) else "scorch"
    hands = {who: tuple(c.partition(".")[2] for c in pile if c.startswith("intervention"))
             for who, pile in held.items()}  # fmt: skip
    hands[seat] = (*hands.get(seat, ()), *(c.partition(".")[2] for c in named))
    specials = {who: tuple(c.partition(".")[2] for c in pile if c.startswith("special"))
                for who, pile in held.items()}  # fmt: skip
    raid = Raid(units, pieces, phase=phase, cards=kinds, hands=hands, specials=specials)
    if isinstance(declared, Shoot):
        raid.maneuver("scorch-1")
    return begun(raid, seat, declared, held)


def by_end(fight):
    found = {}
    for (now, (hits, headshots)), chance in fight.ends().items():
        key = ((now.gone, now.down), hits, headshots)
        found[key] = found.get(key, Fraction(0)) + chance
    return found


@pytest.mark.parametrize("name", CASES)
def test_every_die_through_the_machine_gives_the_exact_chances(name):
    fight, start = arranged(CASES[name])
    assert by_end(fight) == all_dice(fight, start)


@pytest.mark.parametrize("name", CASES)
def test_frequencies_of_resolved_attacks_are_the_exact_chances(name):
    fight, start = arranged(CASES[name])
    exact = outcome(fight.course, ())
    generator = Random(name)
    fates, hits = {each: Counter() for each in fight.world.units}, Counter()
    for _ in range(ATTACKS):
        end = played(fight, start, lambda: (generator.randint(1, 10), generator.randint(1, 10)))
        hits[end.hits, end.headshots] += 1
        for unit in end.state.world.units.values():
            fates[unit.id][unit.place, unit.staggered] += 1
    for key in {*hits, *exact.hits}:
        assert within(hits[key], exact.hits.get(key, Fraction(0)), ATTACKS), key
    for each, fate in exact.fates.items():
        assert within(fates[each]["killed", False], fate.killed, ATTACKS), each
        assert within(fates[each]["table", True], fate.staggered, ATTACKS), each
        assert within(fates[each]["table", False], fate.unharmed, ATTACKS), each


def test_every_die_of_an_explosion():
    units = {
        "scorch-1": at(12, 12),
        "aayari-1": at(13.5, 12, "trained"),
        "aayari-2": at(12, 13.5),
        "aayari-3": at(10.2, 12, "trained", staggered=True),
    }
    pieces = [low("planter", 12.7, 11.4, 0.2, 1.2)]
    raid = Raid(units, pieces, cards=KINDS, hands={"aayari": ("pile-of-little-arms",)})
    blast = Explosion(x=12_000, y=12_000, radius=2500)
    before = raid.world
    raid.arrange(
        before, Operation(terms=Terms(), step="maneuver"), Phase(phase=DIRECT_FIRE, seat="scorch"), blast
    )
    state = raid.game.state
    frame = next(level.frame for level in state.stack if isinstance(level.frame, Explosion))
    # The first to save has left the list already.
    everybody = dict(((state.stack[-1].frame.unit, state.stack[-1].frame.obstructed), *frame.left))
    assert set(everybody) == set(units)
    assert everybody["aayari-1"]
    held = {"aayari": (card("pile-of-little-arms"),)}
    fight, start = foreseen(before, state, held, replace(frame, left=tuple(everybody.items())))
    assert by_end(fight) == all_dice(fight, start)
    exact = outcome(fight.course, ())
    assert exact.fates["aayari-2"].killed == 1
    assert exact.fates["aayari-3"].killed == 1
    assert exact.fates["aayari-1"].killed < exact.fates["scorch-1"].killed


CALLER = at(12, 2, "trained+glint")
STRUCK = {"scorch-1": CALLER, "aayari-1": at(12, 12, "trained"), "aayari-2": at(14, 12, "plain")}
NEAR = {**STRUCK, "scorch-2": at(10.5, 12, "trained"), "scorch-3": at(12, 13.4, "plain")}
SCORIA, DRONE = "scoria-rs", "fenghuang-918"
STRIKES = {
    "an explosive card": (SCORIA, NEAR, "clear-skies", {}),
    "an explosive card in fine weather for it": (SCORIA, NEAR, "clear-skies-fires", {}),
    "an explosive card that can be jammed": (SCORIA, NEAR, "clear-skies", {"aayari": ("hongbin-jammers",)}),
    "a drone": (DRONE, STRUCK, "clear-skies", {}),
    "a drone in fine weather for it": (DRONE, STRUCK, "clear-skies-fires", {}),
    "a drone in haze": (DRONE, STRUCK, "sirocco", {}),
    "a drone at one without a save": (DRONE, {**STRUCK, "aayari-1": at(12, 12)}, "clear-skies", {}),
    "a drone among one's own": (DRONE, NEAR, "clear-skies", {}),
    "a drone that can be jammed": (DRONE, NEAR, "clear-skies", {"aayari": ("hongbin-jammers",)}),
}


@pytest.mark.parametrize("name", STRIKES)
def test_every_die_of_a_fires_card(name):
    called, units, weather, specials = STRIKES[name]
    calm = {each: {**given, "chits": int(each != "scorch-1")} for each, given in units.items()}
    raid = Raid(calm, phase=MANEUVER, cards=[*KINDS, skilled("glint")], fires={"scorch": (called,)},
                specials=specials, atmospherics=weather)  # fmt: skip
    before = raid.world
    act = CallFires(f"fires.{called}", target="aayari-1")
    state = said(raid.game.state, "scorch", Maneuver("scorch-1", (act,)))
    held = {seat: tuple(f"special.{each}" for each in pile) for seat, pile in specials.items()}
    target = before.units["aayari-1"]
    strike = Strike(card=f"fires.{called}", seat="scorch", x=target.x, y=target.y, target=target.id)
    fight = Fight(Course(EDITION, before, strike, held))
    assert by_end(fight) == all_dice(fight, passed(Point(state, fight.course.start)))


OWN = ("hasty-ambush", "react-to-contact", "break-contact", "pile-of-little-arms", "save-the-last-bullet")


def drawn(generator):
    """Any attack: units with any figures near one another, on any occasion, with any cards."""
    shooter = generator.choice(((), (), ("lamg",), ("rpk",), ("rpk", "bipod"), ("non-professional",)))
    kinds = [
        replace(
            TRAINED,
            key=f"kind-{n}",
            direct=generator.randint(4, 19),
            obstructed=generator.randint(4, 20),
            save=generator.choice((None, *range(4, 20))),
            cp=generator.randint(5, 30),
            skills=generator.choice(((), ("s-vest",))) if n else shooter,
        )
        for n in range(6)
    ]
    reacts = generator.random() < 0.4
    mine, theirs = ("aayari", "scorch") if reacts else ("scorch", "aayari")
    near, far = (12, 4) if reacts else (4, 12)
    units = {
        f"{mine}-1": at(12, near, "kind-0"),
        f"{mine}-2": at(12 + generator.random(), 8, "kind-1", chits=1),
    }
    for n in range(1, generator.randint(2, 4)):
        x = 12 + (n // 2) * (1.2 if n % 2 else -1.2)
        staggered = n > 1 and generator.random() < 0.3
        units[f"{theirs}-{n}"] = at(x, far, f"kind-{n + 1}", staggered=staggered, chits=int(n > 1))
    pieces = [low("cover", generator.uniform(9, 12), 9.5, 3, 0.3)] if generator.random() < 0.5 else []
    others = [name for name in units if name.startswith(theirs) and not name.endswith("-1")]
    several = "lamg" in shooter or "rpk" in shooter
    spread = tuple(generator.sample(others, generator.randint(0, len(others)))) if several else ()
    named = generator.sample(("full-send", "kill-not-capture"), generator.choice((0, 0, 1)))
    held = {seat: tuple(generator.sample(OWN, generator.choice((0, 1, 2)))) for seat in ("scorch", "aayari")}
    if generator.random() < 0.3:
        held[theirs] = (*held[theirs], "front-towards-enemy")
        if theirs == "aayari":
            held["scorch"] = (*held["scorch"], *generator.choice(((), ("special.wide-band-jammers",))))
    if reacts and generator.random() < 0.3:
        held["aayari"] = (*held["aayari"], KILLING)
    case = (reaction if reacts else direct_fire)(units, *named, spread=spread, pieces=pieces, held=held)
    return case, kinds


def test_thousands_of_random_attacks():
    """Each course step by step, and altogether as many killed and staggered as the exact chances say."""
    generator = Random("red earth")
    seen, expected, spread = Counter(), Counter(), Counter()
    for _ in range(200):
        fight, start = arranged(*drawn(generator))
        exact = outcome(fight.course, fight.world.units)
        for _ in range(12):
            end = played(fight, start, lambda: (generator.randint(1, 10), generator.randint(1, 10)))
            for unit in end.state.world.units.values():
                seen["killed"] += unit.place == "killed"
                seen["staggered"] += unit.staggered
        for fate in exact.fates.values():
            for key, chance in (("killed", fate.killed), ("staggered", fate.staggered)):
                expected[key] += 12 * float(chance)
                spread[key] += 12 * float(chance * (1 - chance))
    for key in ("killed", "staggered"):
        # Units of one attack share its rolls, so their spread may be that of three times as many.
        assert abs(seen[key] - expected[key]) < 5 * sqrt(3 * spread[key]), key
