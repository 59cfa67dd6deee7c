"""The coach and the sums in words."""

from random import Random

import pytest
from ambush.game import FIRST
from infinity.skirmish import Skirmish, at

from firelane.cli.main import main
from firelane.cli.terminal import Terminal
from firelane.core.game import Game
from firelane.infinity.asking import EndOrders
from firelane.infinity.c1.game import C1, Setup
from firelane.players import Budget, Term, Weighed, decided, named, usual
from firelane.players.telling import comment, sum_words
from firelane.text import LANGUAGES, has, speaking

HMG = "zhanshi/heavy-machine-gun"


def arranged():
    game = Skirmish({"blue-1": at(24, 10, HMG), "red-1": at(24, 30)}).game
    return game.view("blue"), game.pending[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_coach_says_what_would_be_better_and_why(lang):
    view, request = arranged()
    lines = comment(C1, view, request, EndOrders(), lang)
    assert len(lines) == 2
    assert {"en": "points better", "ja": "ポイント上"}[lang] in lines[0]
    assert {"en": "wounds to give", "ja": "与えるダメージ"}[lang] in lines[1]
    assert "n4-core.saving-roll.1" in lines[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_coach_agrees_with_the_best_choice(lang):
    view, request = arranged()
    best = named("veteran", C1)(view, request, Budget(), Random(1))
    (line,) = comment(C1, view, request, best, lang)
    assert {"en": "a good choice", "ja": "よい選択"}[lang] in line


def test_a_sum_is_printed_with_the_weightiest_term_first():
    weighed = Weighed(EndOrders(), (Term("exposure", -0.2), Term("wounds-given", 1.5, "n4-core.saving-roll.1")))
    assert weighed.score == pytest.approx(1.3)
    assert sum_words(weighed, "en") == [
        "  +1.50  wounds to give  [n4-core.saving-roll.1]",
        "  -0.20  exposed in the enemy's turn",
    ]


def test_every_term_of_a_game_has_words():
    game = Game.new(C1, Setup(mission="supplies"), 4)
    player, generator, names = named("veteran", C1), Random(4), set()
    while game.state.outcome is None and game.count < 160:
        game.throw_all()
        for request in game.pending:
            made = decided(player, game.view(request.seat), request, Budget(), generator)
            names |= {term.name for one in made.weighed for term in one.terms}
            game.answer(request.seat, request.id, made.answer)
    assert {"wounds-given", "wounds-taken", "objective", "position", "exposure"} <= names
    assert all(has(f"terms.{name}") for name in names), names


# At the terminal


def test_the_coach_speaks_at_the_terminal(capsys):
    typed = iter(["1"] * 3)

    def read():
        word = next(typed, None)
        if word is None:
            raise EOFError
        return word

    with speaking("en"):
        Terminal(Game.new(FIRST, FIRST.setup(), "coach"), "blue", read=read, coach=True).play()
    assert "Coach:" in capsys.readouterr().out


def test_what_the_machine_weighed_is_kept():
    with speaking("en"):
        table = Terminal(Game.new(FIRST, FIRST.setup(), "kept"), "blue", interactive=False,
                         opponent=named("veteran", FIRST))  # fmt: skip
        table.play()
    assert table.game.state.outcome is not None
    assert table.decisions
    assert all(made.weighed[0].answer == made.answer for made in table.decisions)


def test_reasons_are_written_when_the_game_is_over(tmp_path):
    path = tmp_path / "reasons"
    with pytest.raises(SystemExit) as left:
        main(["play", "--ruleset", "ambush.game:FIRST", "--seed", "5", "--save", str(tmp_path / "game"),
              "--opponent", "veteran", "--reasons", str(path)])  # fmt: skip
    assert left.value.code == 0
    lines = path.read_text().splitlines()
    assert len(lines) > 5
    assert '"weighed"' in lines[0]


def test_an_opponent_that_does_not_exist_is_told(capsys, tmp_path):
    with pytest.raises(SystemExit) as left:
        main(["--lang", "en", "play", "--ruleset", "ambush.game:FIRST", "--opponent", "nobody",
              "--save", str(tmp_path / "game")])  # fmt: skip
    assert left.value.code == 2
    assert "nobody" in capsys.readouterr().err


def test_the_usual_opponent_is_the_veteran_where_there_is_a_mind():
    assert usual(C1) == "veteran"
    assert usual(FIRST) == "random"
