"""What kind of skill each one is, as it is declared: with what it goes, as an ARO, as an attack."""

from __future__ import annotations

from typing import Any

import pytest

from firelane.infinity.asking import Activate, Aros, Second
from firelane.infinity.c1.edition import C1
from firelane.infinity.skilltable import SkillFigures, SkillKind
from firelane.testing.proofs import rule
from infinity.declared import Declaration, Discover, Hack, Idle, Jump, PlaceDeployable, Reset
from infinity.skirmish import DODGE, Skirmish, at, shoot, strike, walk

LYNX = "lynx-unit/marksman-rifle"
HACKER = "fusiliers/combi-rifle-hacker"
SHORT, MOVEMENT, ENTIRE = SkillKind.SHORT, SkillKind.SHORT_MOVEMENT, SkillKind.ENTIRE


def labelled(key: str, kind: SkillKind, attribute: str, *labels: str, proves: pytest.MarkDecorator) -> Any:
    """A case: the skill, how much of an Order it takes, what is rolled, what else holds for it."""
    return pytest.param(key, kind, attribute, frozenset(labels), id=key, marks=proves)


@pytest.mark.parametrize(
    ("key", "kind", "attribute", "labels"),
    [
        labelled("bs-attack", SHORT, "BS", "aro", "attack", "reveals", proves=rule("c1.bs-attack.1")),
        labelled(
            "cc-attack", SHORT, "CC", "aro", "attack", "reveals", "engaged", proves=rule("c1.cc-attack.1")
        ),
        labelled("discover", MOVEMENT, "WIP", "aro", "movement", "reveals", proves=rule("c1.discover.1")),
        labelled("dodge", SHORT, "PH", "aro", "movement", "reveals", "engaged", proves=rule("c1.dodge.1")),
        labelled("idle", MOVEMENT, "", "engaged", proves=rule("c1.idle.1")),
        labelled("move", MOVEMENT, "", "movement", proves=rule("c1.move.1")),
        labelled("jump", ENTIRE, "", "movement", proves=rule("c1.jump.1")),
        labelled(
            "place-deployable", SHORT, "", "aro", "attack", "reveals", proves=rule("c1.place-deployable.1")
        ),
        labelled("reset", SHORT, "WIP", "aro", "reveals", "engaged", proves=rule("c1.reset.1")),
        labelled("carbonite", SHORT, "WIP", "aro", "attack", "reveals", proves=rule("c1.carbonite.1")),
        labelled("spotlight", SHORT, "WIP", "aro", "attack", "reveals", proves=rule("c1.spotlight.1")),
        labelled("doctor", SHORT, "WIP", "reveals", proves=rule("c1.doctor.1")),
        labelled("engineer", SHORT, "WIP", "reveals", proves=rule("c1.engineer.1")),
        labelled("medikit", SHORT, "BS", "reveals", proves=rule("c1.medikit.1")),
        labelled("camouflage", ENTIRE, "", proves=rule("c1.camouflage.2")),
        labelled("combat-jump", ENTIRE, "PH", "reveals", proves=rule("c1.combat-jump.3")),
        labelled("parachutist", ENTIRE, "", "reveals", proves=rule("c1.parachutist.3")),
    ],
)
def test_the_labels_of_a_skill(key: str, kind: SkillKind, attribute: str, labels: frozenset[str]) -> None:
    figures = C1.data(key, SkillFigures)
    assert (figures.kind, figures.attribute) == (kind, attribute)
    every = ("aro", "attack", "movement", "reveals", "engaged")
    assert {name for name in every if getattr(figures, name)} == labels


def field() -> Skirmish:
    """A Lynx with an enemy to shoot at, a marker to look for, and room to move."""
    return Skirmish(
        {
            "blue-1": at(24, 10, LYNX),
            "red-1": at(24, 30, facing=90),
            "red-2": at(30, 30, LYNX, marker=1, facing=90),
        }
    )


SHOT = shoot("red-1", weapon="marksman-rifle")
MINE = PlaceDeployable(weapon="shock-mines", at=(24000, 9016, 0))
FIND = Discover("red-marker-1")
STEP = walk(24, 11)


@pytest.mark.parametrize(
    ("first", "second", "goes"),
    [
        pytest.param(SHOT, STEP, True, marks=rule("c1.bs-attack.1")),
        pytest.param(SHOT, DODGE, False, marks=rule("c1.bs-attack.1")),
        pytest.param(MINE, STEP, True, marks=rule("c1.place-deployable.1")),
        pytest.param(MINE, Reset(), False, marks=rule("c1.place-deployable.1")),
        pytest.param(DODGE, STEP, True, marks=rule("c1.dodge.1")),
        pytest.param(DODGE, Reset(), False, marks=rule("c1.dodge.1")),
        pytest.param(Reset(), STEP, True, marks=rule("c1.reset.1")),
        pytest.param(Reset(), SHOT, False, marks=rule("c1.reset.1")),
        pytest.param(FIND, SHOT, True, marks=rule("c1.discover.1")),
        pytest.param(FIND, STEP, True, marks=rule("c1.discover.1")),
        pytest.param(FIND, FIND, True, marks=rule("c1.discover.1")),
        pytest.param(Idle(), SHOT, True, marks=rule("c1.idle.1")),
        pytest.param(Idle(), Idle(), True, marks=rule("c1.idle.1")),
        pytest.param(STEP, walk(24, 10), True, marks=rule("c1.move.1")),
        pytest.param(STEP, SHOT, True, marks=rule("c1.move.1")),
        pytest.param(STEP, Jump(to=(24000, 12000, 0)), False, marks=rule("c1.jump.1")),
        pytest.param(Idle(), Jump(to=(24000, 12000, 0)), False, marks=rule("c1.jump.1")),
    ],
)
def test_what_goes_with_what_in_an_order(first: Declaration, second: Declaration, goes: bool) -> None:
    with field() as game:
        game.says("blue", Activate(trooper="blue-1", skill=first))
        if game.is_asked("red", "declare-aros"):
            game.says("red", Aros())
        if goes:
            game.says("blue", Second(skill=second))
            if game.is_asked("red", "declare-aros"):
                game.says("red", Aros())
            assert not game.is_asked("blue", "declare-second")
            _throw(game)
        else:
            assert game.refuses("blue", Second(skill=second)).startswith("n4-core.order-structure.")
            game.says("blue", Second(skill=Idle()))
            _throw(game)


def _throw(game: Skirmish) -> None:
    """Every die that is wanted fails."""
    while game.game.pending and game.game.pending[0].kind == "roll":
        count, _ = game.waits_for_dice()
        game.dice(*[20] * count)
    game.settle()


@pytest.mark.parametrize(
    ("skill", "attacks"),
    [
        pytest.param(shoot("red-1"), True, marks=rule("c1.bs-attack.1")),
        pytest.param(strike("red-3"), True, marks=rule("c1.cc-attack.1")),
        pytest.param(
            Hack(program="spotlight", targets={"red-1": 1}), True, marks=rule("c1.hacking.1", "c1.alert.1")
        ),
        pytest.param(DODGE, False, marks=rule("c1.alert.1")),
        pytest.param(Reset(), False, marks=rule("c1.alert.1")),
    ],
    ids=["bs-attack", "cc-attack", "hacking", "dodge", "reset"],
)
def test_an_attack_lets_its_target_warn_a_friend_and_nothing_else_does(
    skill: Declaration, attacks: bool
) -> None:
    troopers = {"blue-1": at(24, 10, HACKER), "red-1": at(24, 16, facing=90), "red-2": at(24, 19, facing=90)}
    if skill == strike("red-3"):
        troopers["red-3"] = at(24, 10.984, facing=90)
    with Skirmish(troopers) as game:
        game.order("blue-1", skill)
        _count(game)
        assert game.is_asked("red", "turn-alerted") is attacks
        game.settle()


def _count(game: Skirmish) -> None:
    while game.game.pending and game.game.pending[0].kind == "roll":
        count, _ = game.waits_for_dice()
        game.dice(*[20] * count)
