"""Unconscious, Dead, Shasvastii-Embryo, Immobilized-A and -B, Targeted."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from firelane.forces.library import forces
from firelane.infinity.asking import Activate, Aros, Regenerating, Second
from firelane.infinity.events import StateGained, StateLost
from firelane.infinity.frames import Match, StatesPhase
from firelane.infinity.missions import victory_points
from firelane.infinity.orders import counted
from firelane.infinity.situation import working
from firelane.infinity.space import is_null
from firelane.infinity.world import Place
from firelane.testing.proofs import rule
from infinity.declared import Discover, Doctor, Hack, Idle, Jump, MediKit, Reset
from infinity.skirmish import DODGE, FUSILIER, Skirmish, aro_shot, at, printed, shoot, strike, walk

BASE = 0.984
CASANOVA = "casanova/submachine-gun"
MALIGNOS = "malignos/combi-rifle"
SARGOSH = "sargosh/multi-rifle"
DRONE = "sierra-dronbot/heavy-machine-gun"
ZETA = "zeta-unit/hyper-rapid-magnetic-cannon"


def range_(target: str = FUSILIER, **fields: Any) -> Skirmish:
    """A Fusilier and a target ten inches away that does not look."""
    return Skirmish({"blue-1": at(20, 20), "red-1": at(20, 30, target, facing=90, **fields)})


def hit(game: Skirmish, *saves: int, hits: int = 1) -> Skirmish:
    """Blue shoots red: so many hits, and the saves."""
    game.order("blue-1", shoot("red-1")).dice(*[1] * hits, *[20] * (3 - hits)).dice(*saves)
    game.settle()
    return game


def down(
    x: float, y: float, sheet: str = FUSILIER, state: str = "unconscious", **fields: Any
) -> dict[str, Any]:
    return at(x, y, sheet, **{"states": (state,), "points": 0, "prone": True, **fields})


# Unconscious and Dead


@rule("c1.unconscious.2", "c1.unconscious.3")
def test_at_no_points_a_trooper_drops_and_lies() -> None:
    with range_("aquila-guard/heavy-machine-gun") as game:
        hit(game, 1)
        assert not game.trooper("red-1").states
        hit(game, 1)
        assert game.trooper("red-1").points == 0
        assert game.trooper("red-1").states == ("unconscious",)
        assert game.trooper("red-1").prone
    with range_(ZETA, points=1) as game:
        hit(game, 1)
        assert game.trooper("red-1").states == ("unconscious",)
        assert not game.trooper("red-1").prone, "a TAG stays upright"
    with Skirmish(
        {"blue-1": at(20, 20, "tomcats/combi-rifle-doctor"), "blue-2": down(20, 20 + BASE)}
    ) as game:
        game.order("blue-1", Doctor(target="blue-2")).dice(1)
        assert not game.trooper("blue-2").prone


@rule("c1.unconscious.1", "c1.unconscious.4")
def test_the_unconscious_do_nothing() -> None:
    with Skirmish({"blue-1": down(20, 20), "blue-2": at(30, 20), "red-1": down(30, 24)}) as game:
        assert is_null(game.trooper("blue-1"))
        assert game.refuses("blue", Activate(trooper="blue-1", skill=Idle())) == "n4-core.orders.9"
        game.says("blue", Activate(trooper="blue-2", skill=Idle()))
        assert not game.is_asked("red"), "and they do not react"
        game.says("blue", Second(skill=Idle()))
    with Skirmish({"blue-1": at(30, 20), "red-1": at(30, 24, states=("targeted",))}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert game.asked("red").actors == ("red-1",), "another state leaves its ARO"
        game.says("red", Aros()).says("blue", Second(skill=Idle()))


@rule("c1.unconscious.5", "c1.dead.5", "c1.immobilized-a.4", "c1.immobilized-b.4")
def test_who_gives_orders() -> None:
    troopers = {
        "blue-1": at(20, 20),
        "blue-2": at(22, 20, states=("immobilized-a",)),
        "blue-3": at(24, 20, states=("immobilized-b",)),
        "blue-4": down(26, 20),
        "blue-5": at(28, 20, place=Place.GONE, states=("dead",)),
        "red-1": at(40, 44),
    }
    for absent, pool in (("", 3), ("blue-1", 2), ("blue-2", 2), ("blue-3", 2), ("blue-4", 3), ("blue-5", 3)):
        with Skirmish({name: given for name, given in troopers.items() if name != absent}) as game:
            assert counted(game.world, "blue")[0] == pool, absent


@rule(
    "c1.unconscious.6",
    "c1.dead.6",
    "c1.immobilized-a.5",
    "c1.immobilized-b.5",
    "c1.shasvastii-embryo.2",
    "c1.disconnected.5",
)
def test_who_counts_for_victory_points() -> None:
    for fields, counts in (
        ({}, True),
        ({"states": ("immobilized-a",)}, True),
        ({"states": ("immobilized-b",)}, True),
        ({"states": ("shasvastii-embryo",), "points": 0}, True),
        ({"states": ("unconscious",), "points": 0}, False),
        ({"states": ("dead",), "points": -1, "place": Place.GONE}, False),
        ({"place": Place.AIR}, False),
    ):
        with Skirmish({"blue-1": at(20, 20, SARGOSH, **fields), "red-1": at(40, 44)}) as game:
            assert (victory_points(game.world, "blue") > 0) is counts, fields


@rule("c1.unconscious.7")
def test_what_works_in_a_null_state_goes_on_working_for_the_unconscious() -> None:
    both = {"non-hackable", "regeneration"}
    with printed("test/null", FUSILIER, carries=forces("c1").sheets[FUSILIER].carries | {*both, "mimetism"}):
        for states, works in (((), {*both, "mimetism"}), (("immobilized-a",), {*both, "mimetism"}),
                              (("unconscious",), both)):  # fmt: skip
            with Skirmish({"blue-1": at(20, 20, "test/null", states=states), "red-1": at(40, 44)}) as game:
                assert working(game.trooper("blue-1")) & {*both, "mimetism"} == works


@rule("c1.unconscious.7")
def test_automatic_skills_of_the_unconscious_do_not_work() -> None:
    for fields, works in (({}, True), ({"states": ("unconscious",), "points": 0}, False)):
        with range_(CASANOVA, **fields) as game:
            hit(game, hits=0)
            assert ("c1.mimetism.1" in game.reasons("blue-1")) is works
    sheskiin = "cadmus-naish-agent-sheskiin/red-fury"
    for fields, works in (
        ({}, True),
        ({"states": ("shasvastii-embryo",)}, True),
        ({"states": ("unconscious",)}, False),
    ):
        with range_(sheskiin, **fields) as game:
            hit(game, hits=0)
            assert ("n4-core.cover.3" in game.reasons("blue-1")) is works, "Nanoscreen"


@rule("c1.unconscious.8")
def test_a_point_regained_wakes_the_unconscious() -> None:
    for healer, skill in (
        ("tomcats/combi-rifle-doctor", Doctor(target="blue-2")),
        ("fusiliers/combi-rifle-paramedic", MediKit(target="blue-2")),
    ):
        with Skirmish(
            {"blue-1": at(20, 20, healer), "blue-2": down(20, 20 + BASE), "red-1": at(9, 44)}
        ) as game:
            game.order("blue-1", skill).dice(1)
            assert game.trooper("blue-2").points == 1
            assert not game.trooper("blue-2").states
            game.order("blue-2", walk(20, 24))
            assert game.trooper("blue-2").y == 24000


@rule("c1.dead.2", "c1.unconscious.2")
@pytest.mark.parametrize(("lost", "state"), [(1, ()), (2, ("unconscious",)), (3, ("dead",))])
def test_of_two_points_two_losses_take_all_and_three_take_more(lost: int, state: tuple[str, ...]) -> None:
    with range_("aquila-guard/heavy-machine-gun") as game:
        hit(game, *[1] * lost, hits=lost)
        assert game.lost("red-1") == lost
        assert game.trooper("red-1").states == state


@rule("c1.dead.1", "c1.dead.2", "c1.dead.4")
def test_more_losses_than_points_kill() -> None:
    with range_() as game:
        hit(game, 1, 1, hits=2)
        assert game.lost("red-1") == 2
        assert game.trooper("red-1").states == ("dead",)
        assert is_null(game.trooper("red-1"))
        assert game.trooper("red-1").place is Place.GONE
        gained = game.events(StateGained)
        assert [event.because[0].rule for event in gained] == ["c1.dead.2"], "it never was Unconscious"


@rule("c1.dead.3")
def test_one_more_point_kills_the_unconscious_and_the_embryo() -> None:
    for sheet, state in ((FUSILIER, "unconscious"), (SARGOSH, "shasvastii-embryo")):
        with range_(sheet, states=(state,), points=0) as game:
            hit(game, 1)
            assert game.trooper("red-1").place is Place.GONE
            assert game.events(StateGained)[-1].because[0].rule == "c1.dead.3"


@rule("c1.dead.7")
def test_nobody_wakes_the_dead() -> None:
    # It was Unconscious first, and the states of one that dies stay with it.
    dead = at(20, 20 + BASE, states=("dead", "unconscious"), points=-1, place=Place.GONE)
    for healer, skill in (
        ("tomcats/combi-rifle-doctor", Doctor(target="blue-2")),
        ("fusiliers/combi-rifle-paramedic", MediKit(target="blue-2", shot=True)),
    ):
        with Skirmish({"blue-1": at(20, 20, healer), "blue-2": dead, "red-1": at(9, 44)}) as game:
            assert game.refuses("blue", Activate(trooper="blue-1", skill=skill)).endswith(".1")
        with Skirmish(
            {"blue-1": at(20, 20, healer), "blue-2": down(20, 20 + BASE), "red-1": at(9, 44)}
        ) as game:
            near = replace(skill, shot=False) if isinstance(skill, MediKit) else skill
            game.order("blue-1", near).dice(1)
            assert not game.trooper("blue-2").states, "the living are another matter"


# Shasvastii


@rule("c1.shasvastii.1", "c1.shasvastii-embryo.1", "c1.unconscious.2")
def test_a_shasvastii_becomes_an_embryo_instead() -> None:
    with range_(SARGOSH) as game:
        hit(game, 1)
        assert game.trooper("red-1").states == ("shasvastii-embryo",)
        assert is_null(game.trooper("red-1"))
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 23)))
        assert not game.is_asked("red"), "it does not react"
        game.says("blue", Second(skill=Idle()))
    with range_(SARGOSH) as game:
        hit(game, 1, 1, hits=2)
        assert game.trooper("red-1").states == ("dead",), "twice its points is death, not this state"


# Immobilized and Targeted


@rule("c1.immobilized-a.1")
def test_para_ammunition_immobilizes() -> None:
    racer = "rem-racers/submachine-gun-hacker-remdriver"
    with Skirmish({"blue-1": at(20, 20, racer), "red-1": at(20, 20 + BASE)}) as game:
        game.order("blue-1", strike("red-1", weapon="para-cc-weapon")).dice(5).dice(5)
        assert game.trooper("red-1").states == ("immobilized-a",)
        assert not game.lost("red-1")


@rule("c1.immobilized-b.1")
def test_hacking_immobilizes() -> None:
    hacker = "fusiliers/combi-rifle-hacker"
    with Skirmish({"blue-1": at(20, 20, hacker), "red-1": at(20, 25, hacker, facing=90)}) as game:
        game.order("blue-1", Hack(program="carbonite", targets={"red-1": 2})).dice(5, 20).dice(1, 20)
        assert game.trooper("red-1").states == ("immobilized-b",)
        gained = game.events(StateGained)[-1]
        assert gained.because[0].rule == "c1.carbonite.6"
        game.settle()


@rule("c1.immobilized-a.2", "c1.immobilized-b.2")
def test_the_immobilized_have_one_skill_left() -> None:
    for state, allowed, barred in (("immobilized-a", DODGE, Reset()), ("immobilized-b", Reset(), DODGE)):
        why = f"c1.{state}.2"
        with Skirmish({"blue-1": at(20, 20, states=(state,)), "red-1": at(20, 26)}) as game:
            others = (walk(20, 19), shoot("red-1"), barred, Jump(to=(20000, 22000, 0)), strike("red-1"))
            for skill in (*others, Discover("red-1")):
                assert game.refuses("blue", Activate(trooper="blue-1", skill=skill)) == why
            game.order("blue-1", allowed).dice(20)
            assert game.rolled("blue-1").value.total == (10 - 6 if state == "immobilized-a" else 12 - 3)
        with Skirmish({"blue-1": at(20, 20), "red-1": at(20, 26, states=(state,))}) as game:
            game.says("blue", Activate(trooper="blue-1", skill=Idle()))
            for skill in (aro_shot("blue-1"), strike("blue-1"), barred):
                assert game.refuses("red", Aros(by={"red-1": skill})) == why
            game.says("red", Aros(by={"red-1": allowed}))
            game.says("blue", Second(skill=Idle())).dice(20)
            assert game.trooper("red-1").has(state)


@pytest.mark.parametrize(
    "state",
    [
        pytest.param("immobilized-a", marks=rule("c1.immobilized-a.3")),
        pytest.param("immobilized-b", marks=rule("c1.immobilized-b.3")),
        pytest.param("targeted", marks=rule("c1.targeted.2")),
    ],
)
def test_automatic_skills_and_equipment_work_on(state: str) -> None:
    with range_(CASANOVA, states=(state,)) as game:
        hit(game, hits=0)
        assert game.reasons("blue-1")["c1.mimetism.1"] == -6
    with range_("cadmus-naish-agent-sheskiin/red-fury", states=(state,)) as game:
        hit(game, hits=0)
        assert game.reasons("blue-1")["n4-core.cover.3"] == -3
    with Skirmish({"blue-1": at(20, 20), "red-1": at(20, 40, DRONE, facing=90, states=(state,))}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=Idle()))
        assert game.asked("red").rights == {"red-1": ("lof",)}, "a 360 Visor"
        game.finish_order()


@rule("c1.immobilized-a.6")
def test_a_dodge_frees_the_immobilized() -> None:
    with Skirmish({"blue-1": at(20, 20, states=("immobilized-a",)), "red-1": at(20, 44)}) as game:
        game.order("blue-1", DODGE).dice(5)
        assert game.trooper("blue-1").has("immobilized-a")
        game.order("blue-1", DODGE).dice(4)
        assert game.number("blue-1") == 10 - 6
        assert not game.trooper("blue-1").states
        assert [event.state for event in game.events(StateLost)] == ["immobilized-a"]
        game.settle()
    with Skirmish({"blue-1": at(20, 20), "red-1": at(20, 44)}) as game:
        game.order("blue-1", DODGE).dice(4)
        assert game.events(StateLost) == [], "nothing to be freed of"
        game.settle()
    with Skirmish({"blue-1": at(20, 20), "red-1": at(20, 26, states=("immobilized-a",))}) as game:
        game.order("blue-1", Idle(), aros={"red-1": DODGE}).dice(3)
        assert not game.trooper("red-1").states, "as an ARO too"
        game.settle()


@rule("c1.immobilized-b.6")
def test_a_reset_as_an_aro_frees_the_immobilized_at_minus_3() -> None:
    for face, freed in ((9, True), (10, False)):
        with Skirmish({"blue-1": at(20, 20), "red-1": at(20, 26, states=("immobilized-b",))}) as game:
            game.order("blue-1", Idle(), aros={"red-1": Reset()}).dice(face)
            assert game.number("red-1") == 12 - 3
            assert game.trooper("red-1").states == (() if freed else ("immobilized-b",))


@rule("c1.immobilized-b.6")
def test_a_reset_frees_the_immobilized() -> None:
    with Skirmish({"blue-1": at(20, 20, states=("immobilized-b",)), "red-1": at(20, 44)}) as game:
        game.order("blue-1", Reset()).dice(10)
        assert game.trooper("blue-1").has("immobilized-b")
        game.order("blue-1", Reset()).dice(9)
        assert not game.trooper("blue-1").states


@rule("c1.normal.2")
def test_an_embryo_that_regenerates_is_a_trooper_again() -> None:
    with Skirmish({"blue-1": down(20, 20, MALIGNOS, "shasvastii-embryo"), "red-1": at(40, 44)}) as game:
        game.arrange(game.world, Match(step="second_turn"), StatesPhase(seat="blue"))
        game.says("blue", Regenerating(troopers=("blue-1",))).dice(1)
        trooper = game.trooper("blue-1")
        assert (trooper.points, trooper.states, trooper.prone) == (1, (), False)
