"""Peripherals (Servant): one Order for two, the controller's skills by their hands, and losing touch."""

from __future__ import annotations

from typing import Any

import pytest

from firelane.core.views import view
from firelane.forces.library import forces
from firelane.infinity.asking import Activate, Aros, Deploy, Deployed, OrderType, Placement, Second
from firelane.infinity.deploying import refuse_deployment
from firelane.infinity.events import SkillDeclared, StateGained, StateLost
from firelane.infinity.frames import Match, PlayerTurn
from firelane.infinity.missions import victory_points
from firelane.infinity.orders import counted
from firelane.infinity.space import is_null
from firelane.infinity.world import Place
from firelane.testing.proofs import rule
from infinity.declared import BSAttack, Declaration, Doctor, Engineer, Enter, Idle, MediKit, Reset
from infinity.skirmish import DODGE, FUSILIER, PARATROOPER, Skirmish, aro_shot, at, shoot, strike, walk

BASE = 0.984
DOCTOR = "tomcats/combi-rifle-doctor-zondcat"
ENGINEER = "tomcats/combi-rifle-engineer-zondcat"
ZONDCAT = "tomcats/zondcat"


def team(
    master: tuple[float, float] = (20, 20),
    servant: tuple[float, float] = (23, 20),
    seat: str = "blue",
    sheet: str = DOCTOR,
    **fields: Any,
) -> dict[str, dict[str, Any]]:
    """A controller (number 1) and its Servant (number 2)."""
    return {
        f"{seat}-1": at(*master, sheet, **fields),
        f"{seat}-2": at(*servant, ZONDCAT, controller=f"{seat}-1"),
    }


FAR = {"red-9": at(40, 44, facing=90)}


def together(skill: Declaration, its: Declaration | None = None, servant: str = "blue-2") -> Activate:
    return Activate(trooper="blue-1", skill=skill, servant=servant, servant_skill=its)


def down(x: float, y: float, sheet: str = FUSILIER) -> dict[str, Any]:
    return at(x, y, sheet, states=("unconscious",), points=0, prone=True)


@rule("c1.peripheral-servant.1", "c1.peripheral-servant.4")
def test_only_doctors_and_engineers_have_servants_and_no_more_than_two() -> None:
    controllers = [facts for facts in forces("c1").sheets.values() if facts.peripherals]
    assert {facts.key for facts in controllers} >= {DOCTOR, ENGINEER}
    for facts in controllers:
        assert facts.carries & {"doctor", "engineer"}, facts.key
        assert len(facts.peripherals) <= 2, facts.key
        assert all(forces("c1").sheets[key].is_peripheral for key in facts.peripherals)


@rule("c1.peripheral-servant.2")
def test_controller_and_servant_come_to_the_table_together() -> None:
    air = team(place=Place.AIR)
    air["blue-2"]["place"] = Place.AIR
    with Skirmish({**air, "blue-3": at(20, 9), **FAR}) as game:
        game.arrange(game.world, Match(step="second_turn"), PlayerTurn(seat="blue"))
        assert counted(game.world, "blue")[2] == ("blue-1",), "one Order for both"
        own: dict[str, Any] = {
            "trooper": "blue-1",
            "order": OrderType.OWN,
            "skill": Enter(to=(492, 20000, 0)),
        }
        assert game.refuses("blue", Activate(**own)) == "c1.peripheral-servant.2"
        along = Enter(to=(492, 22000, 0))
        game.says("blue", Activate(**own, servant="blue-2", servant_skill=along))
        assert game.trooper("blue-1").place is game.trooper("blue-2").place is Place.TABLE
        assert (game.trooper("blue-2").x, game.trooper("blue-2").y) == (492, 22000)
    alone = {"blue-1": at(0, 0, PARATROOPER, place=Place.AIR), "blue-3": at(20, 9)}
    with Skirmish({**alone, **FAR}) as game:
        game.arrange(game.world, Match(step="second_turn"), PlayerTurn(seat="blue"))
        game.says("blue", Activate(**own))
        assert game.trooper("blue-1").place is Place.TABLE, "who has no Servant comes by itself"


@rule("c1.peripheral-servant.2")
def test_in_the_deployment_phase_both_are_placed_or_both_held_back() -> None:
    listed = team(place=Place.LIST)
    listed["blue-2"]["place"] = Place.LIST
    with Skirmish({**listed, "blue-3": at(20, 9, place=Place.LIST), **FAR}, active="red") as game:
        request = Deploy(seat="blue", actors=("blue-1", "blue-2", "blue-3"), zone="south", held_back=1)
        seen = _view(game)
        here, there, yonder = (Placement(x=x, y=5000, facing=90) for x in (20000, 25000, 30000))
        alone = refuse_deployment(seen, request, Deployed({"blue-2": here, "blue-3": there}))
        assert alone is not None
        assert alone.rule == "c1.peripheral-servant.2"
        assert refuse_deployment(seen, request, Deployed({"blue-3": yonder})) is None
        assert refuse_deployment(seen, request, Deployed({"blue-1": here, "blue-2": there})) is None


def _view(game: Skirmish) -> Any:
    return view(game.ruleset, game.game.state, "blue")


@rule("c1.peripheral-servant.3", "c1.peripheral-servant.5")
def test_one_order_lets_both_do_the_same_however_far_apart() -> None:
    with Skirmish({**team(servant=(44, 4)), **FAR}) as game:
        pool = game.world.sides["blue"].pool
        game.says("blue", together(walk(20, 23), walk(44, 7)))
        assert (game.trooper("blue-1").y, game.trooper("blue-2").y) == (23000, 7000)
        assert (
            game.refuses("blue", Second(skill=walk(20, 24), servant_skill=DODGE)) == "c1.peripheral-servant.5"
        )
        game.says("blue", Second(skill=walk(20, 24), servant_skill=walk(41, 7)))
        assert game.trooper("blue-2").x == 41000
        assert game.world.sides["blue"].pool == pool - 1
        assert game.refuses("blue", together(walk(20, 22), Reset())) == "c1.peripheral-servant.5"
        assert game.refuses("blue", together(walk(20, 22), walk(30, 9), "red-9")) == "c1.peripheral-servant.5"
        assert game.refuses("blue", Activate(trooper="blue-2", skill=Idle())) == "n4-core.orders.9"


@rule("c1.peripheral-servant.5", "c1.peripheral-servant.9")
def test_a_servant_may_act_while_its_controller_idles() -> None:
    with Skirmish({**team(), **FAR}) as game:
        game.says("blue", together(Idle(), walk(23, 22)))
        assert (game.trooper("blue-1").y, game.trooper("blue-2").y) == (20000, 22000)
        game.says("blue", Second(skill=Idle()))


@rule("c1.peripheral-servant.5")
def test_a_servants_skill_needs_a_servant_that_is_named_with_the_order() -> None:
    with Skirmish({**team(), **FAR}) as game:
        nameless = Activate(trooper="blue-1", skill=walk(20, 22), servant_skill=walk(23, 22))
        assert game.refuses("blue", nameless) == "c1.peripheral-servant.5"
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 22)))
        assert game.trooper("blue-2").y == 20000, "it stays behind"
        late = Second(skill=walk(20, 24), servant_skill=walk(23, 22))
        assert game.refuses("blue", late) == "c1.peripheral-servant.5"
        game.says("blue", Second(skill=Idle()))


@rule("c1.peripheral-servant.2")
def test_a_servant_in_the_air_does_not_act_along_with_one_on_the_table() -> None:
    torn = team()
    torn["blue-2"]["place"] = Place.AIR
    with Skirmish({**torn, **FAR}) as game:
        assert game.refuses("blue", together(walk(20, 22), Idle())) == "c1.peripheral-servant.2"
        game.order("blue-1", walk(20, 22))


@rule("c1.peripheral-servant.6")
def test_in_the_second_half_too_one_that_cannot_is_idle() -> None:
    with Skirmish({**team(), "red-1": at(20, 36, facing=90)}) as game:
        game.says("blue", together(walk(20, 22), walk(23, 22)))
        its = BSAttack(weapon="para-cc-weapon", targets={"red-1": 1})
        assert game.refuses("blue", Second(skill=shoot("red-1"), servant_skill=its)) == "c1.bs-attack.4"
        game.says("blue", Second(skill=shoot("red-1"))).dice(20, 20, 20).settle()
        skills = [(event.trooper, event.half, event.skill) for event in game.events(SkillDeclared)]
        assert skills[2:] == [("blue-1", 2, "bs-attack"), ("blue-2", 2, "idle")]


@rule("c1.peripheral-servant.5")
def test_their_targets_may_differ() -> None:
    foes = {"red-1": at(20, 20 + BASE), "red-2": at(30, 20 + BASE)}
    with Skirmish({**team(servant=(30, 20)), **foes}) as game:
        game.says("blue", together(strike("red-1"), strike("red-2", weapon="para-cc-weapon")))
        game.says("red", Aros())
        game.says("blue", Second(skill=Idle())).dice(20, 20)
        assert (game.rolled("blue-1").target, game.rolled("blue-2").target) == ("red-1", "red-2")
        game.settle()


@rule("c1.peripheral-servant.6", "c1.peripheral-servant.5")
def test_one_that_cannot_is_idle_and_the_other_acts() -> None:
    with Skirmish({**team(), "red-1": at(20, 30, facing=90)}) as game:
        its = BSAttack(weapon="para-cc-weapon", targets={"red-1": 1})
        assert game.refuses("blue", together(shoot("red-1"), its)) == "c1.bs-attack.4"
        game.says("blue", together(shoot("red-1")))
        declared = {event.trooper: event.skill for event in game.events(SkillDeclared)}
        assert declared == {"blue-1": "bs-attack", "blue-2": "idle"}
        game.says("blue", Second(skill=Idle())).dice(20, 20, 20)
        game.settle()
    with Skirmish({**team(states=("immobilized-b",)), **FAR}) as game:
        game.says("blue", together(Idle(), walk(23, 23)))
        assert game.trooper("blue-2").y == 23000
        game.says("blue", Second(skill=Idle()))


@rule("c1.peripheral-servant.7")
def test_of_two_servants_one_acts() -> None:
    third = {"blue-3": at(26, 20, ZONDCAT, controller="blue-1"), "blue-4": down(26, 20 + BASE)}
    with Skirmish({**team(), **third, **FAR}) as game:
        by_other = Doctor(target="blue-4", by="blue-3")
        assert game.refuses("blue", together(by_other)) == "c1.peripheral-servant.7"
        game.says("blue", together(walk(20, 22), walk(23, 22)))
        assert game.refuses("blue", Second(skill=by_other)) == "c1.peripheral-servant.7"
        game.says("blue", Second(skill=Idle()))
        acted = {event.trooper for event in game.events(SkillDeclared)}
        assert acted == {"blue-1", "blue-2"}, "the other Servant does nothing"


@rule("c1.peripheral-servant.8")
def test_a_servant_treats_by_the_skill_of_its_controller() -> None:
    for sheet, skill, patient in (
        (DOCTOR, Doctor(target="blue-3", by="blue-2"), down(30, 20 + BASE)),
        (ENGINEER, Engineer(target="blue-3", by="blue-2"), down(30, 20 + BASE, "sunduqbut/rifle")),
    ):
        with Skirmish({**team(servant=(30, 20), sheet=sheet), "blue-3": patient, **FAR}) as game:
            game.says("blue", together(skill))
            game.says("blue", Second(skill=Idle())).dice(13)
            assert game.rolled("blue-1").skill == ("doctor" if sheet == DOCTOR else "engineer")
            assert game.reasons("blue-1") == {"attribute.wip": 13}
            assert not game.trooper("blue-3").states
        with Skirmish({**team(servant=(30, 19.5), sheet=sheet), "blue-3": patient, **FAR}) as game:
            assert game.refuses("blue", together(skill)) == f"c1.{skill.__class__.__name__.lower()}.1"
    with Skirmish({**team(servant=(30, 18)), "blue-3": down(30, 20 + BASE), **FAR}) as game:
        game.says("blue", together(Idle(), walk(30, 20)))
        game.says("blue", Second(skill=Doctor(target="blue-3", by="blue-2"))).dice(14)
        assert game.trooper("blue-3").place is Place.GONE, "it goes there, and the controller fails"


@rule("c1.peripheral-servant.9", "c1.peripheral-servant.5")
def test_no_more_than_one_patient_in_an_order() -> None:
    patients = {"blue-3": down(30, 20 + BASE), "blue-4": down(20, 20 + BASE)}
    with Skirmish({**team(servant=(30, 20)), **patients, **FAR}) as game:
        mine, its = Doctor(target="blue-4"), Doctor(target="blue-3")
        assert game.refuses("blue", together(mine, its)) == "c1.doctor.1", "a Servant is no Doctor itself"
        by_hand = Doctor(target="blue-3", by="blue-2")
        assert game.refuses("blue", together(by_hand, its)) == "c1.peripheral-servant.5"
        game.says("blue", together(by_hand))
        assert game.refuses("blue", Second(skill=mine)) == "n4-core.order-structure.3"
        game.says("blue", Second(skill=Idle())).dice(1)
        assert [game.trooper(name).has("unconscious") for name in patients] == [False, True]


@rule("c1.peripheral-servant.10", "c1.peripheral-servant.11")
def test_controller_and_servant_react_each_with_the_same_aro() -> None:
    with Skirmish({"blue-1": at(20, 14), **team(seat="red"), "red-3": at(26, 20)}) as game:
        game.says("blue", Activate(trooper="blue-1", skill=shoot("red-1")))
        assert game.asked("red").actors == ("red-1", "red-2", "red-3")
        mixed: dict[str, Declaration] = {"red-1": aro_shot("blue-1"), "red-2": DODGE}
        assert game.refuses("red", Aros(by=mixed)) == "c1.peripheral-servant.11"
        assert game.refuses("red", Aros(by={**mixed, "red-3": DODGE})) == "c1.peripheral-servant.11"
        game.says("red", Aros(by={"red-1": DODGE, "red-2": DODGE, "red-3": aro_shot("blue-1")}))
        game.says("blue", Second(skill=Idle())).dice(blue=[20, 20, 20], red=[20, 20, 20])
        assert game.rolled("red-3").skill == "bs-attack", "one that is not of the team reacts as it likes"
        assert game.rolled("red-1").skill == game.rolled("red-2").skill == "dodge"
        game.settle()


@rule("c1.peripheral-servant.12", "c1.disconnected.2")
@pytest.mark.parametrize(("hits", "state"), [(1, "unconscious"), (2, "dead")])
def test_a_servant_whose_controller_becomes_null_is_disconnected_at_the_end_of_the_order(
    hits: int, state: str
) -> None:
    with Skirmish({"blue-1": at(20, 14), **team(seat="red")}) as game:
        game.order("blue-1", shoot("red-1"), aros={"red-2": DODGE, "red-1": DODGE})
        game.dice(blue=[1, 2, 20][:hits] + [20] * (3 - hits), red=[20, 1])
        assert not game.trooper("red-2").states, "not before the Order ends"
        game.dice(red=[1] * hits)
        assert game.trooper("red-1").has(state)
        assert not game.trooper("red-2").states, "its Dodge move is still its own"
        game.settle()
        assert game.trooper("red-2").has("disconnected")
        game.order("blue-1", Idle())
        told = [e for e in game.events(StateGained) if (e.trooper, e.state) == ("red-2", "disconnected")]
        assert len(told) == 1, "once, and not with each Order"


@rule("c1.peripheral-servant.12", "c1.disconnected.2")
@pytest.mark.parametrize("state", ["immobilized-a", "immobilized-b", "targeted"])
def test_a_servant_of_a_controller_in_a_state_that_is_not_null_stays_connected(state: str) -> None:
    with Skirmish({"blue-1": at(20, 14), **team(seat="red", states=(state,))}) as game:
        game.order("blue-1", Idle())
        assert not game.trooper("red-2").states


@rule("c1.disconnected.6")
def test_a_servant_of_a_dead_controller_is_not_connected_again() -> None:
    with Skirmish({"blue-1": at(20, 14), **team(seat="red")}) as game:
        game.order("blue-1", shoot("red-1")).dice(1, 2, 20).dice(1, 1).settle()
        game.order("blue-1", Idle())
        assert game.trooper("red-2").has("disconnected")


@rule("c1.disconnected.1", "c1.disconnected.4")
def test_a_disconnected_servant_is_null_and_does_nothing() -> None:
    with Skirmish({"blue-1": at(20, 14), **team(seat="red")}) as game:
        game.order("blue-1", shoot("red-1")).dice(1, 20, 20).dice(1).settle()
        assert game.trooper("red-2").has("disconnected")
        assert is_null(game.trooper("red-2"))
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 16)))
        assert not game.is_asked("red"), "no AROs"
        game.says("blue", Second(skill=Idle()))
    cut_off = team()
    cut_off["blue-2"]["states"] = ("disconnected",)
    with Skirmish({**cut_off, **FAR}) as game:
        both = together(walk(20, 22), walk(23, 22))
        assert game.refuses("blue", both) == "c1.peripheral-servant.5", "no Orders"


@rule("c1.disconnected.6")
def test_it_recovers_with_its_controller() -> None:
    medic = {"red-3": at(20, 20 + BASE, "fusiliers/combi-rifle-paramedic")}
    with Skirmish({"blue-1": at(20, 14), **team(seat="red"), **medic}) as game:
        game.order("blue-1", shoot("red-1")).dice(1, 20, 20).dice(1).settle()
        assert game.trooper("red-2").has("disconnected")
        game.end_turn()
        game.order("red-3", MediKit(target="red-1"), aros={}).dice(1).settle()
        assert not game.trooper("red-1").states
        assert not game.trooper("red-2").states
        lost = [event.state for event in game.events(StateLost) if event.trooper == "red-2"]
        assert sorted(lost) == ["cut-off", "disconnected"]
    with Skirmish({"blue-1": at(20, 14), **team(seat="red")}) as game:
        game.order("blue-1", Idle())
        assert game.events(StateLost) == [], "there was nothing to recover from"


@rule("c1.disconnected.3", "c1.disconnected.7")
def test_disconnected_from_another_cause_stays_until_an_engineer_comes() -> None:
    lost = team(servant=(20, 20 + BASE), sheet=ENGINEER)
    lost["blue-2"]["states"] = ("disconnected",)
    with Skirmish({**lost, **FAR}) as game:
        game.order("blue-1", Idle())
        assert game.trooper("blue-2").has("disconnected"), "its controller is well, and that does not help"
        cure = Engineer(target="blue-2", cure="disconnected")
        game.order("blue-1", cure, walk(20, 18)).dice(14)
        assert game.trooper("blue-2").has("disconnected"), "a failure does nothing"
        assert game.refuses("blue", Activate(trooper="blue-1", skill=cure)) == "c1.engineer.1", "no contact"
        game.order("blue-1", walk(20, 20), cure).dice(13)
        assert not game.trooper("blue-2").states


@rule("c1.disconnected.7")
def test_an_engineer_does_not_give_a_servant_its_lost_controller_back() -> None:
    lost = team(servant=(20, 20 + BASE), states=("unconscious",), points=0, prone=True)
    lost["blue-2"]["states"] = ("cut-off", "disconnected")
    helper = at(20 + BASE, 20 + BASE, ENGINEER)
    with Skirmish({**lost, "blue-3": helper, **FAR}) as game:
        cure = Engineer(target="blue-2", cure="disconnected")
        assert game.refuses("blue", Activate(trooper="blue-3", skill=cure)) == "c1.engineer.5"
    with Skirmish({**team(servant=(20, 20 + BASE)), "blue-3": helper, **FAR}) as game:
        assert game.refuses("blue", Activate(trooper="blue-3", skill=cure)) == "c1.engineer.5", "it is well"


@rule("c1.disconnected.5", "c1.peripheral-servant.13")
def test_a_servant_counts_with_its_own_cost_unless_disconnected() -> None:
    doctor, zondcat = (forces("c1").sheets[key].own_half_points for key in (DOCTOR, ZONDCAT))
    assert zondcat > 0
    with Skirmish({**team(), **FAR}) as game:
        assert victory_points(game.world, "blue") == doctor + zondcat
    cut_off = team()
    cut_off["blue-2"]["states"] = ("disconnected",)
    with Skirmish({**cut_off, **FAR}) as game:
        assert victory_points(game.world, "blue") == doctor
