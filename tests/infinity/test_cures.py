"""Doctor, Engineer, Paramedic and MediKit."""

from __future__ import annotations

from typing import Any

import pytest

from firelane.forces.library import forces
from firelane.infinity.asking import Activate
from firelane.infinity.events import Removed, Saved, StateGained, StateLost
from firelane.infinity.sheets import sheet
from firelane.infinity.world import Place
from firelane.testing.proofs import rule
from infinity.declared import Doctor, Engineer, Idle, MediKit
from infinity.skirmish import FUSILIER, Skirmish, at, box, shoot, walk

BASE = 0.984
DOCTOR = "tomcats/combi-rifle-doctor"
GHULAM = "ghulam-infantry/rifle-doctor"
ENGINEER = "tomcats/combi-rifle-engineer"
PARAMEDIC = "fusiliers/combi-rifle-paramedic"
SUNDUQBUT = "sunduqbut/rifle"
FAR = {"red-1": at(40, 44)}


def down(x: float, y: float, sheet: str = FUSILIER, **fields: Any) -> dict[str, Any]:
    return at(x, y, sheet, **{"states": ("unconscious",), "points": 0, "prone": True, **fields})


def ward(healer: str, patient: dict[str, Any]) -> Skirmish:
    """A healer beside a patient, the enemy far away."""
    return Skirmish({"blue-1": at(20, 20, healer), "blue-2": patient, **FAR})


def refusal(game: Skirmish, skill: Any) -> str:
    return game.refuses("blue", Activate(trooper="blue-1", skill=skill))


@rule("c1.doctor.1")
def test_a_doctor_treats_flesh_that_is_unconscious_and_in_contact() -> None:
    treat = Doctor(target="blue-2")
    for patient in (at(20, 20 + BASE), down(20, 21.3), down(20, 20 + BASE, SUNDUQBUT)):
        with ward(DOCTOR, patient) as game:
            assert refusal(game, treat) == "c1.doctor.1"
    with ward(FUSILIER, down(20, 20 + BASE)) as game:
        assert refusal(game, treat) == "c1.doctor.1", "no Doctor"
    with ward(DOCTOR, down(20, 20 + BASE)) as game:
        game.order("blue-1", treat, walk(20, 17)).dice(1)
        assert game.trooper("blue-1").y == 17000, "a Short Skill: a Move may follow"
        assert not game.trooper("blue-2").states, "and it worked where it was declared"


@rule("c1.doctor.2")
def test_a_doctor_that_succeeds_revives() -> None:
    with ward(GHULAM, down(20, 20 + BASE)) as game:
        game.order("blue-1", Doctor(target="blue-2")).dice(16)
        assert game.reasons("blue-1") == {"attribute.wip": 14, "n4-core.roll.7": 3}
        patient = game.trooper("blue-2")
        assert (patient.points, patient.states, patient.prone) == (1, (), False)


@rule("c1.doctor.3")
def test_a_doctor_that_fails_kills() -> None:
    with ward(DOCTOR, down(20, 20 + BASE)) as game:
        game.order("blue-1", Doctor(target="blue-2")).dice(14)
        assert game.trooper("blue-2").place is Place.GONE
        assert game.events(Removed)


@rule("c1.engineer.1")
def test_an_engineer_touches_its_target() -> None:
    repair = Engineer(target="blue-2")
    with ward(ENGINEER, at(20, 21.3, SUNDUQBUT, points=1)) as game:
        assert refusal(game, repair) == "c1.engineer.1"
    with ward(DOCTOR, at(20, 20 + BASE, SUNDUQBUT, points=1)) as game:
        assert refusal(game, repair) == "c1.engineer.1", "no Engineer"
    with ward(ENGINEER, at(20, 20 + BASE, SUNDUQBUT, points=1)) as game:
        game.order("blue-1", repair, walk(20, 17)).dice(1)
        assert game.trooper("blue-2").points == 2


@rule("c1.engineer.2", "c1.unconscious.8", "c1.engineer.1", "c1.engineer.4")
def test_an_engineer_restores_structure() -> None:
    with ward(ENGINEER, at(20, 20 + BASE, SUNDUQBUT, points=1)) as game:
        game.order("blue-1", Engineer(target="blue-2")).dice(13)
        assert game.reasons("blue-1") == {"attribute.wip": 13}
        assert game.trooper("blue-2").points == 2
    with ward(ENGINEER, down(20, 20 + BASE, SUNDUQBUT)) as game:
        game.order("blue-1", Engineer(target="blue-2")).dice(13)
        patient = game.trooper("blue-2")
        assert (patient.points, patient.states, patient.prone) == (1, (), False)
    with ward(ENGINEER, down(20, 20 + BASE)) as game:
        assert refusal(game, Engineer(target="blue-2")) == "c1.engineer.5", "flesh is not mended"


@rule("c1.engineer.3")
def test_a_failed_repair_does_damage() -> None:
    zeta = "zeta-unit/hyper-rapid-magnetic-cannon"
    with ward(ENGINEER, at(20, 22.2, zeta, points=2)) as game:
        gap = (sheet(f"c1:{zeta}").diameter + 984) / 2000
        game.order("blue-1", walk(20, 22.2 - gap), Engineer(target="blue-2")).dice(14)
        assert game.trooper("blue-2").points == 1


@rule("c1.engineer.4")
def test_an_engineer_tries_as_often_as_structure_is_missing() -> None:
    with ward(ENGINEER, at(20, 20 + BASE, "sunduqbut/rifle", points=1)) as game:
        game.order("blue-1", Engineer(target="blue-2")).dice(20)
        assert game.trooper("blue-2").has("unconscious")
        game.order("blue-1", Engineer(target="blue-2")).dice(1)
        game.order("blue-1", Engineer(target="blue-2")).dice(1)
        assert game.trooper("blue-2").points == 2
        assert refusal(game, Engineer(target="blue-2")) == "c1.engineer.5", "nothing is missing"


@rule(
    "c1.engineer.5",
    "c1.engineer.7",
    "c1.immobilized-a.7",
    "c1.immobilized-b.7",
    "c1.targeted.5",
    "c1.engineer.4",
)
def test_an_engineer_cancels_a_state_or_does_nothing() -> None:
    for state in ("immobilized-a", "immobilized-b", "targeted"):
        cure = Engineer(target="blue-2", cure=state)
        with ward(ENGINEER, at(20, 20 + BASE, states=(state,))) as game:
            game.order("blue-1", cure).dice(14)
            assert game.trooper("blue-2").states == (state,)
            assert game.trooper("blue-2").points == 1
            game.order("blue-1", Idle(), cure).dice(13)
            assert not game.trooper("blue-2").states
            assert [event.state for event in game.events(StateLost)] == [state], "that state and no other"
            assert refusal(game, cure) == "c1.engineer.5"
        with ward(ENGINEER, at(20, 21.3, states=(state,))) as game:
            assert refusal(game, cure) == "c1.engineer.1", "out of reach"
    with ward(ENGINEER, down(20, 20 + BASE, SUNDUQBUT)) as game:
        game.order("blue-1", Engineer(target="blue-2", cure="unconscious")).dice(1)
        assert not game.trooper("blue-2").states


@rule("c1.engineer.6")
def test_an_engineer_that_fails_on_the_unconscious_destroys() -> None:
    with ward(ENGINEER, down(20, 20 + BASE, SUNDUQBUT)) as game:
        game.order("blue-1", Engineer(target="blue-2")).dice(14)
        assert game.trooper("blue-2").place is Place.GONE
        assert [event.because[0].rule for event in game.events(StateGained)] == ["c1.engineer.6"]


PARAMEDICS = sorted(key for key, facts in forces("c1").sheets.items() if "paramedic" in facts.carries)


@rule("c1.paramedic.1")
@pytest.mark.parametrize("paramedic", PARAMEDICS)
def test_every_paramedic_has_a_medikit_to_revive_with(paramedic: str) -> None:
    with ward(paramedic, down(20, 20 + BASE)) as game:
        game.order("blue-1", MediKit(target="blue-2")).dice(1)
        assert not game.trooper("blue-2").states
        assert game.trooper("blue-2").points == 1


@rule("c1.paramedic.1")
def test_the_units_of_the_book_have_seven_paramedics_and_a_line_trooper_is_none() -> None:
    assert PARAMEDICS == [
        "corregidor-alguaciles/combi-rifle-paramedic",
        "fusiliers/combi-rifle-paramedic",
        "hassassin-bokhtar/boarding-shotgun-paramedic-parachutist",
        "hassassin-bokhtar/rifle-paramedic",
        "hassassin-bokhtar/rifle-paramedic-lieutenant",
        "hellcats/combi-rifle-paramedic",
        "zhanshi/combi-rifle-paramedic",
    ]
    with ward(FUSILIER, down(20, 20 + BASE)) as game:
        assert refusal(game, MediKit(target="blue-2")) == "c1.medikit.1"


@rule("c1.medikit.1")
def test_a_medikit_is_for_unconscious_flesh() -> None:
    for patient in (at(20, 20 + BASE), down(20, 20 + BASE, SUNDUQBUT)):
        with ward(PARAMEDIC, patient) as game:
            assert refusal(game, MediKit(target="blue-2")) == "c1.medikit.1"
            assert refusal(game, MediKit(target="blue-2", shot=True)) == "c1.medikit.1"
    with ward(PARAMEDIC, down(20, 20 + BASE)) as game:
        game.order("blue-1", MediKit(target="blue-2"), walk(20, 18)).dice(1)
        assert game.trooper("blue-1").y == 18000, "a Short Skill"


@rule("c1.medikit.2", "c1.medikit.4", "c1.medikit.5")
def test_in_contact_the_patient_rolls_ph_at_once() -> None:
    with ward(PARAMEDIC, down(20, 21.3)) as game:
        assert refusal(game, MediKit(target="blue-2")) == "c1.medikit.2"
    with ward(PARAMEDIC, down(20, 20 + BASE)) as game:
        game.order("blue-1", MediKit(target="blue-2"))
        assert game.waits_for_dice() == (1, "blue")
        game.dice(10)
        (roll,) = game.saved("blue-2")
        assert roll.number.total == 10, "the patient's PH"
        patient = game.trooper("blue-2")
        assert (patient.points, patient.states, patient.prone) == (1, (), False)
    with ward(PARAMEDIC, down(20, 20 + BASE)) as game:
        game.order("blue-1", MediKit(target="blue-2")).dice(11)
        assert game.trooper("blue-2").place is Place.GONE
    with Skirmish({"blue-1": at(24, 10), "red-1": at(24, 14, "aquila-guard/heavy-machine-gun")}) as game:
        game.order("blue-1", shoot("red-1")).dice(1, 20, 20)
        count, _ = game.waits_for_dice()
        game.dice(1, *[20] * (count - 1)).settle()
        assert game.trooper("red-1").points == 1, "a lost Saving Roll costs a point and no life"


@rule("c1.medikit.2", "c1.medikit.3")
def test_a_medikit_may_be_shot_and_a_miss_does_nothing() -> None:
    dart = MediKit(target="blue-2", shot=True)
    with ward(PARAMEDIC, down(20, 25)) as game:
        game.order("blue-1", dart).dice(16)
        assert game.reasons("blue-1") == {"attribute.bs": 12, "n4-core.range.1": 3}
        assert game.trooper("blue-2").has("unconscious")
        assert not game.events(Saved)
        game.order("blue-1", dart).dice(15).dice(10)
        assert not game.trooper("blue-2").states
    with Skirmish(
        {"blue-1": at(20, 20, PARAMEDIC), "blue-2": down(20, 25), **FAR}, [box("wall", 15, 22, 10, 1, 5)]
    ) as game:
        game.order("blue-1", dart, Idle())
        assert game.trooper("blue-2").has("unconscious"), "no Line of Fire: the shot is Idle"
