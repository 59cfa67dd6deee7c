"""What a preview of CodeOne says: every sum, and under each heading only what can still happen."""

import pytest
from msgspec.structs import replace

from firelane.infinity.asking import Activate, Aros, Second
from firelane.infinity.c1.game import C1
from firelane.infinity.world import Item
from firelane.rulesets import screen_of
from infinity.declared import Idle, MediKit
from infinity.skirmish import DODGE, Skirmish, aro_shot, at, shoot, walk

ZHANSHI = "zhanshi/combi-rifle"
PISTOL = "pistol/burst-mode"
FOUR = {
    "blue-1": at(24, 4),
    "red-1": at(24, 43, ZHANSHI),
    "red-2": at(26, 20, ZHANSHI),
    "red-3": at(28, 20, ZHANSHI, facing=90),
}
"""The third one looks away."""


def told(game, seat, answer, measuring=True, lang="en"):
    return screen_of(C1).preview(game.game.view(seat), game.asked(seat), answer, measuring, lang)


def titles(game, preview):
    return [C1.words.in_full(game.game.view("blue"), outlook.title, "en") for outlook in preview.outlooks]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_shot_that_cannot_hit_has_its_sum_too(lang):
    with Skirmish(FOUR) as game:
        shown = told(
            game, "blue", Activate(trooper="blue-1", skill=shoot("red-1", weapon=PISTOL, dice=2)), lang=lang
        )
        assert shown.hopeless == ("blue-1",)
        for outlook in shown.outlooks:
            (mine,) = [one for one in outlook.sums if one.figure == "blue-1"]
            assert mine.total < 1
            assert [part.rule for part in mine.parts] == ["n4-core.range.2"]
            assert {"en": "no roll can succeed", "ja": "どんな出目でも成功しない"}[lang] in mine.label
        near = told(game, "blue", Activate(trooper="blue-1", skill=shoot("red-2")), lang=lang)
        assert near.hopeless == ()
        assert all(one.total > 0 for outlook in near.outlooks for one in outlook.sums)


def test_by_the_book_nothing_is_hopeless_that_could_hit_at_another_range():
    with Skirmish(FOUR) as game:
        far = Activate(trooper="blue-1", skill=shoot("red-1", weapon=PISTOL, dice=2))
        assert told(game, "blue", far, measuring=False).hopeless == ()


def test_a_reaction_is_headed_by_what_it_is():
    with Skirmish(FOUR) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 5)))
        both = told(game, "red", Aros(by={"red-1": aro_shot("blue-1", weapon=PISTOL), "red-2": DODGE}))
        assert titles(game, both) == [
            "A ZHANSHI shoots with the Pistol (Burst Mode) at 1 FUSILIER (B1)",
            "B ZHANSHI dodges",
        ]
        assert both.hopeless == ("red-1",)
        game.says("red", Aros()).says("blue", Second(skill=Idle())).settle()


def test_the_second_half_lists_only_what_can_still_happen():
    with Skirmish(FOUR) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 5)))
        game.says("red", Aros(by={"red-2": aro_shot("blue-1")}))
        declared = "As declared: B ZHANSHI shoots with the Combi Rifle at 1 FUSILIER (B1)"
        for target in ("red-2", "red-1"):  # one has reacted, the other has let it pass
            assert titles(game, told(game, "blue", Second(skill=shoot(target)))) == [declared]
        new = titles(game, told(game, "blue", Second(skill=shoot("red-3"))))
        assert new == [declared, f"{declared}; and now: The target dodges"]
        game.says("blue", Second(skill=Idle())).dice(red=20).settle()


def test_one_who_idles_is_told_what_is_rolled_for_as_declared():
    with Skirmish(FOUR) as game:
        game.says("blue", Activate(trooper="blue-1", skill=shoot("red-2")))
        game.says("red", Aros(by={"red-2": DODGE}))
        shown = told(game, "blue", Second(skill=Idle()))
        assert titles(game, shown) == ["As declared: B ZHANSHI dodges"]
        (outlook,) = shown.outlooks
        assert [one.figure for one in outlook.sums] == ["blue-1", "red-2"]
        assert any(chance.side == "blue" and 0 < chance.chance < 1 for chance in outlook.chances)
        assert shown.hopeless == ()
        game.says("blue", Second(skill=Idle())).dice(blue=[20, 20, 20], red=20).settle()


def test_one_who_idles_is_told_who_shoots_at_him():
    with Skirmish(FOUR) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 5)))
        game.says("red", Aros(by={"red-2": aro_shot("blue-1")}))
        (outlook,) = told(game, "blue", Second(skill=Idle())).outlooks
        assert [one.figure for one in outlook.sums] == ["red-2"]
        game.says("blue", Second(skill=Idle())).dice(red=20).settle()


def test_where_nobody_has_reacted_it_says_so():
    with Skirmish({"blue-1": at(24, 4), "red-1": at(24, 20, ZHANSHI)}) as game:
        first = titles(game, told(game, "blue", Activate(trooper="blue-1", skill=shoot("red-1"))))
        assert first == ["Nobody reacts", "The target shoots back", "The target dodges"]
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 5))).says("red", Aros())
        assert titles(game, told(game, "blue", Second(skill=shoot("red-1")))) == ["Nobody has reacted"]
        game.says("blue", Second(skill=Idle())).settle()


def options(game, name):
    prompt = screen_of(C1).prompt(game.game.view("blue"), game.asked("blue"), "en")
    return [one for part in prompt.parts for one in part.options if one.figure == name]


PARAMEDIC = "fusiliers/combi-rifle-paramedic"


def test_a_medikit_is_offered_to_those_who_have_one():
    fallen = at(24, 12, states=("unconscious",), points=0)
    with Skirmish({"blue-1": at(24, 4), "blue-2": at(22, 4, PARAMEDIC), "blue-3": fallen,
                   "red-1": at(24, 43, ZHANSHI)}) as game:  # fmt: skip
        treats = [one for one in options(game, "blue-2") if "MediKit" in one.label]
        assert [bool(one.forbidden) for one in treats] == [False]
        assert treats[0].targets == ("blue-3",)
        assert not [one for one in options(game, "blue-1") if "MediKit" in one.label]
        refusal = game.refuses("blue", Activate(trooper="blue-1", skill=MediKit(target="blue-3", shot=True)))
        assert refusal.startswith("c1.")


def test_dice_are_split_over_those_who_can_be_shot_at():
    with Skirmish({"blue-1": at(24, 4), "red-1": at(24, 20, ZHANSHI), "red-2": at(28, 20, ZHANSHI),
                   "red-3": at(24, 2, ZHANSHI)}) as game:  # fmt: skip
        (shot,) = [one for one in options(game, "blue-1") if "Combi Rifle at red-1" in one.label]
        (split,) = [slot for slot in shot.slots if slot.among]
        assert split.among == ("red-1", "red-2")


@pytest.mark.parametrize("known_layer", [True, False])
def test_a_mine_that_goes_off_is_in_the_odds_though_nobody_may_know_who_laid_it(known_layer):
    laid = Item(id="red-item-1", seat="red", weapon="shock-mines", owner="red-1", x=24000, y=16000, marker=1)
    layer = at(24, 44, "lynx-unit/marksman-rifle" if known_layer else "zhanshi/combi-rifle")
    troopers = {"blue-1": at(24, 10), "red-1": layer}
    if not known_layer:
        troopers["red-2"] = at(30, 44, "lynx-unit/marksman-rifle", marker=2)
        laid = replace(laid, owner="red-2")
    with Skirmish(troopers, items=[laid]) as game:
        game.says("blue", Activate(trooper="blue-1", skill=walk(24, 13)))
        if game.is_asked("red"):
            game.says("red", Aros())
        assert game.game.view("blue").table.world.items["red-item-1"].owner == ""
        shown = told(game, "blue", Second(skill=DODGE))
        assert any(chance.side == "red" and chance.chance > 0 for o in shown.outlooks for chance in o.chances)
        game.says("blue", Second(skill=DODGE)).dice(blue=1).settle()
