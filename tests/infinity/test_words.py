"""CodeOne in words: every event, question and choice of whole games, in both languages."""

import re
from functools import cache

import pytest

from firelane.core.events import GameEnded
from firelane.core.state import Outcome
from firelane.core.views import seen
from firelane.infinity.asking import Activate, Aros, DeclareAros, Second
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.events import MarkerRevealed, ModsTold, Rolled, Saved
from firelane.infinity.steps.declaring import GROUNDS
from firelane.infinity.words import WORDS
from firelane.lab.many import play
from infinity.declared import Discover, Idle
from infinity.skirmish import Skirmish, at, shoot, walk

JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")
LYNX = "lynx-unit/marksman-rifle"


def by_number(view, request, budget, generator):
    """A player that knows only the numbered list."""
    choices = list(C1.question(request).listed(view, request))
    if len(choices) > 1 and request.kind == "give-order":
        choices = choices[:-1] if generator.random() < 0.9 else choices
    return generator.choice(choices)


@cache
def game_by_number(seed):
    return play(C1, seed, Setup(mission="supplies"), {"blue": by_number, "red": by_number})


def test_whole_games_can_be_played_from_the_numbered_choices():
    games = [game_by_number(seed) for seed in (1, 2)]
    assert all(game.state.outcome is not None for game in games)
    kinds = {event.kind for game in games for moment in game.moments for event in moment.events}
    assert {"moved", "rolled", "aro-declared", "saved", "skill-declared"} <= kinds


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_everything_that_happens_is_a_sentence_to_every_reader(lang):
    told = set()
    for seed in (1, 2):
        for moment in game_by_number(seed).moments:
            for seat in ("blue", "red", ""):
                for event in seen(moment.events, seat):
                    words = WORDS.event(view_of(moment.state, seat), event, lang)
                    told.add(event.kind)
                    if event.kind == "faced" or (event.kind == "dice-rolled" and event.why != "initiative"):
                        assert words == ""
                        continue
                    assert words.endswith("." if lang == "en" else "。"), words
                    assert event.kind not in words.split(), words
                    assert bool(JAPANESE.search(words)) is (lang == "ja"), words
    assert len(told) > 20


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_question_and_choice_is_in_words(lang):
    kinds = set()
    for moment in game_by_number(1).moments:
        window = moment.state.window
        for request in window.requests if window is not None else ():
            if request.seat == "chance" or request.kind in kinds:
                continue
            kinds.add(request.kind)
            view = view_of(moment.state, request.seat)
            asked = WORDS.request(view, request, lang)
            assert bool(JAPANESE.search(asked)) is (lang == "ja"), asked
            choices = list(C1.question(request).listed(view, request))
            spoken = [WORDS.answer(view, request, choice, lang) for choice in choices]
            assert all(bool(JAPANESE.search(words)) is (lang == "ja") for words in spoken), spoken
            assert len(set(spoken)) > len(spoken) * 0.8
    assert {"give-order", "declare-second", "declare-aros", "deploy"} <= kinds


def view_of(state, seat):
    from firelane.core.views import view

    return view(C1, state, seat)


def test_a_roll_is_itemised_with_its_rules_and_says_who_was_beaten():
    troopers = {"blue-1": at(20, 10), "red-1": at(20, 22)}
    with Skirmish(troopers) as game:
        game.order("blue-1", shoot("red-1"), aros={"red-1": shoot("blue-1", dice=1)})
        game.dice(blue=[4, 20, 20], red=[9]).dice(blue=[20]).settle()
        blue, red = game.events(Rolled)
        here = game.game.view("red")
        assert WORDS.event(here, blue, "en") == (
            "blue-1, BS Attack against red-1: needs 15 (BS 12, Range +3), rolls 4 20 20: "
            "1 success(es), all beaten or cancelled."
        )
        assert "1 of 1 success(es) take effect" in WORDS.event(here, red, "en")
        assert WORDS.event(here, red, "ja").startswith("red-1のblue-1への射撃：目標値15（BS 12、射程 +3）")
        (saved,) = game.events(Saved)
        assert "must beat 12 (Damage 13, ARM -1), rolls 20: 0 failed" in WORDS.event(
            game.game.view("red"), saved, "en"
        )


def told(game, seat, text, event=None):
    """A text as that seat reads it in the terminal."""
    return WORDS.in_full(game.game.view(seat), text, "en", event)


def test_what_hides_is_a_marker_in_words_too():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "red-1": at(20, 30)}) as game:
        theirs = "\n".join(told(game, "red", line) for line in WORDS.table(game.game.view("red"), "en"))
        assert "1 Camouflage marker (S2) at (20.0, 10.0)" in theirs
        assert "blue-1" not in theirs
        assert "LYNX" not in theirs
        mine = "\n".join(told(game, "blue", line) for line in WORDS.table(game.game.view("blue"), "en"))
        assert "1 LYNX" in mine
        assert "Camouflaged" in mine
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 12)))
        asked = WORDS.request(game.game.view("red"), game.asked("red"), "en")
        asked = told(game, "red", asked)
        assert asked == "1 Camouflage marker (S2) acts. Who reacts, and how? These may: A FUSILIER (LoF)."
        game.says("red", Aros(by={"red-1": Discover("blue-marker-1")}))
        game.says("blue", Second(skill=Idle())).dice(red=1)
        (mods,) = game.events(ModsTold)
        here = game.game.view("red")
        assert "WIP" in WORDS.event(here, mods, "en")
        (shown,) = game.events(MarkerRevealed)
        revealed = told(game, "red", WORDS.event(here, shown, "en"), shown)
        assert revealed == "1 Camouflage marker (S2) is revealed: it is 1 LYNX."


def test_the_map_shows_the_table_with_the_far_edge_first():
    with Skirmish({"blue-1": at(20.5, 1), "red-1": at(3.5, 47, facing=90)}) as game:
        for seat in ("red", "blue"):
            lines = WORDS.table(game.game.view(seat), "en")
            rows = [line for line in lines if re.fullmatch(r" *\d+ [.#=&*$A-Z0-9]{48}", line)]
            assert len(rows) == 24
            assert (rows[0][4 + 3], rows[-1][4 + 20]) == ("A", "1")


def test_a_hopeless_roll_is_told_with_its_sum():
    with Skirmish({"blue-1": at(20, 1), "red-1": at(20, 47, facing=90)}) as game:
        pistol = shoot("red-1", weapon="pistol/burst-mode", dice=2)
        game.order("blue-1", pistol).settle()
        (hopeless,) = game.events(Rolled)
        here = game.game.view("red")
        assert hopeless.faces == ()
        assert WORDS.event(here, hopeless, "en").endswith("so that no roll can succeed.")


def test_a_game_given_up_is_won_without_a_score():
    with Skirmish({"blue-1": at(20, 1), "red-1": at(20, 47, facing=90)}) as game:
        view = game.game.view("red")
        given_up = GameEnded(outcome=Outcome(winners=("red",), rule="core.conceded"))
        assert WORDS.event(view, given_up, "en") == "Red has won."
        drawn = GameEnded(outcome=Outcome(winners=(), rule="core.drawn"))
        assert WORDS.event(view, drawn, "en") == "The game is a draw."
        scored = GameEnded(outcome=Outcome(winners=("red",), rule="core.conceded", scores={"red": 3}))
        assert WORDS.event(view, scored, "en") == "Red wins: Red 3."


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_ground_for_an_aro_has_a_name(lang):
    asked = DeclareAros(
        seat="red", actors=("red-1",), to=("blue-1",), half=1, rights={"red-1": tuple(GROUNDS)}
    )
    words = WORDS.request(view_of(game_by_number(1).moments[-1].state, "red"), asked, lang)
    assert not set(re.findall(r"[a-z]+", words)) & {"lof", "zoc", "comms"}
    assert ("Comms Attack" if lang == "en" else "通信攻撃") in words
