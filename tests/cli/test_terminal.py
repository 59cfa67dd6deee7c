"""A game in the terminal, by numbers and letters, with one's own dice, left and taken up again."""

import json

import pytest

from ambush.game import FIRST, SECOND
from ambush.world import Setup
from firelane.cli.terminal import SHOWN, Terminal, begin_or_resume
from firelane.core import journal
from firelane.core.chance import seeded
from firelane.core.game import Game
from firelane.core.requests import Roll
from firelane.core.state import encode
from firelane.problem import Problem
from firelane.text import speaking


@pytest.fixture(autouse=True)
def english():
    with speaking("en"):
        yield


class Typist:
    """Types a script, then what it is told to type always; without that the input ends."""

    def __init__(self, *script, then=None):
        self.script = list(script)
        self.then = then
        self.typed = 0

    def __call__(self):
        self.typed += 1
        assert self.typed < 2_000, "the terminal asks without end"
        if self.script:
            return self.script.pop(0)
        if self.then is None:
            raise EOFError
        return self.then


def sit_down(*script, then=None, seed="terminal", seat="blue", ruleset=FIRST, **other):
    game = Game.new(ruleset, Setup(), seed)
    return Terminal(game, seat, read=Typist(*script, then=then), **other)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("seat", ["blue", "red"])
def test_a_whole_game_is_played_by_numbers(capsys, lang, seat):
    with speaking(lang):
        table = sit_down(then="1", seat=seat)
        table.play("notice")
    assert table.game.state.outcome is not None
    out = capsys.readouterr().out
    assert out.startswith("notice\n")
    words = {
        "en": ("Round 1 of 4", "Give an order.", "wins,"),
        "ja": ("4ラウンド中1", "オーダーを出して", "の勝ち"),
    }
    for sentence in words[lang][:2]:
        assert sentence in out
    assert words[lang][2] in out or {"en": "A draw", "ja": "引き分け"}[lang] in out
    assert "  [ambush.orders.1]" in out
    foe = "red" if seat == "blue" else "blue"
    assert f"{foe} draws a card ()." in out or f"{foe}がカードを引いた（）" in out


def test_the_same_typing_gives_the_same_page(capsys):
    pages = []
    for _ in range(2):
        sit_down(then="1").play()
        pages.append(capsys.readouterr().out)
    assert pages[0] == pages[1]


def test_any_and_all(capsys):
    table = sit_down("a", "r", "q")
    table.play()
    out = capsys.readouterr().out
    total = 4 * 20
    assert f"and {total - SHOWN} more (a: show all)" in out
    assert f"  {total:>3}  scouts at" in out
    assert [m.line.seat for m in table.game.moments[1:2]] == ["blue"]
    assert "Give an order." in out


def test_taking_back_and_why(capsys):
    table = sit_down("1", "w", "u", "q")
    table.play()
    out = capsys.readouterr().out
    assert "ambush.orders.1: The sides take turns" in out
    assert "cannot be taken back" in out


def test_a_sneak_is_taken_back_and_asked_again(capsys):
    table = sit_down("1", "4", "u", "q")
    table.play()
    out = capsys.readouterr().out
    assert "  4  blue-1 sneaks +1\n" in out
    assert "blue-1 is at pace 1." in out
    assert out.count("Give an order.") == 3
    assert table.game.state.world.scouts["blue-1"].pace == 0
    assert table.game.state.world.sides["blue"].orders == 2


def test_passing_until_my_turn_and_stopping(capsys):
    table = sit_down("1", "p", "s", "p", "q")
    table.play()
    (order,) = table.game.state.standing
    assert order.seat == "blue"
    assert order.kinds == ("react", "offer-card")
    assert [(u.event, u.about) for u in order.until] == [("turn-began", "blue")]
    said = [type(m.line.said).__name__ for m in table.game.moments if hasattr(m.line, "said")]
    assert said == ["SetStanding", "DropStanding", "SetStanding"]


def test_the_machine_turns_a_draw_down(capsys):
    table = sit_down("1", "d", "d", "q")
    table.play()
    assert capsys.readouterr().out.count("The machine plays on.") == 2
    assert table.game.state.agreed_draw == ()


def test_conceding_ends_the_game(capsys):
    table = sit_down("1", "c")
    table.play()
    assert table.game.state.outcome.winners == ("red",)
    assert "red wins" in capsys.readouterr().out


@pytest.mark.parametrize("word", ["0", "81", "x", "", "-1", "1.5", "²", "q u i t", "１０００"])
def test_what_is_no_choice_is_said_and_asked_again(capsys, word):
    table = sit_down(word, "q")
    table.play()
    out = capsys.readouterr().out
    assert f"'{word}' is no choice: a number from 1 to 80" in out
    assert table.game.count == 0


def test_leaving_says_that_the_game_is_saved(capsys):
    for script in (("q",), ("Q",), (" q ",), ()):
        table = sit_down(*script)
        table.play()
        assert capsys.readouterr().out.rstrip().endswith("The game is saved as it stands.")


def test_without_a_terminal_the_machine_plays_both_sides(capsys):
    table = sit_down(interactive=False)
    table.play()
    assert table.game.state.outcome is not None
    assert table.read.typed == 0
    assert "No terminal to ask at" in capsys.readouterr().out


# Own dice


class Desk(Typist):
    """Plays by the first choice and types dice whenever dice are wanted."""

    def __init__(self, capsys, *faces):
        super().__init__(*faces)
        self.capsys = capsys
        self.page = ""

    def __call__(self):
        self.page += self.capsys.readouterr().out
        if "and type what fell" not in self.page.splitlines()[-2]:
            self.typed += 1
            assert self.typed < 2_000
            return "1"
        return super().__call__()


def test_own_dice_are_typed_and_wrong_ones_refused_with_words(capsys):
    desk = Desk(capsys, "21", "3 3", "x", "²", "7", "c")
    table = Terminal(Game.new(FIRST, Setup(), 2), "blue", own_dice=True, read=desk)
    table.play()
    page = desk.page + capsys.readouterr().out
    thrown = [event for m in table.game.moments for event in m.events if event.kind == "dice-rolled"]
    mine = [event for event in thrown if event.roller == "blue"]
    assert mine[0].faces == (7,)
    assert "21 is not on the die; it shows 1 to 20." in page
    assert "1 dice are wanted, 2 were given." in page
    assert "'x' is no number of a die" in page
    assert "'²' is no number of a die" in page
    assert "Roll d20 (" in page


def test_enter_lets_the_program_roll(capsys):
    desk = Desk(capsys, "")
    table = Terminal(Game.new(FIRST, Setup(), 2), "blue", own_dice=True, read=desk)
    table.play()
    line, event = next(
        (m.line, e) for m in table.game.moments for e in m.events if getattr(e, "roller", "") == "blue"
    )
    assert event.faces == seeded("2")(Roll(seat="chance", id=line.request, dice=event.dice)).faces


def test_the_end_of_input_at_the_dice_leaves_and_saves(capsys):
    desk = Desk(capsys)
    table = Terminal(Game.new(FIRST, Setup(), 2), "blue", own_dice=True, read=desk)
    table.play()
    assert table.game.state.outcome is None
    assert table.game.pending[0].roller == "blue"
    assert capsys.readouterr().out.rstrip().endswith("The game is saved as it stands.")


def test_secret_draws_and_the_machines_dice_are_not_asked_for(capsys):
    table = sit_down("1", "q", own_dice=True)
    table.play()
    assert "and type what fell" not in capsys.readouterr().out
    assert len(table.game.view("blue").table.sides["blue"].hand) == 2


# Saved games


def test_a_left_game_goes_on_where_it_was(tmp_path, capsys):
    path = tmp_path / "games" / "mine.game"
    game, notice = begin_or_resume(FIRST, Setup(), "9", path, None)
    assert str(path) in notice
    Terminal(game, "blue", read=Typist("1")).play(notice)
    game.write.close()
    count = game.count
    again, notice = begin_or_resume(FIRST, Setup(), "", None, path)
    assert f"after step {count}" in notice
    assert encode(again.state) == encode(game.state)
    Terminal(again, "blue", read=Typist(then="r")).play(notice)
    again.write.close()
    assert again.state.outcome is not None
    assert encode(journal.replay(FIRST, path).state) == encode(again.state)
    assert json.loads(path.read_bytes().splitlines()[-1])["n"] == again.count


def test_a_cut_off_game_says_so_and_goes_on(tmp_path):
    path = tmp_path / "mine.game"
    game, _ = begin_or_resume(FIRST, Setup(), "9", path, None)
    Terminal(game, "blue", read=Typist("1")).play()
    game.write.close()
    path.write_bytes(path.read_bytes()[:-5])
    again, notice = begin_or_resume(FIRST, Setup(), "", None, path)
    again.write.close()
    assert "cut off" in notice
    assert again.count == game.count - 1
    with pytest.raises(Problem) as found:
        begin_or_resume(SECOND, Setup(), "", None, path)
    assert found.value.key == "journal.other-ruleset"


def test_a_file_that_is_there_or_cannot_be_is_named(tmp_path):
    path = tmp_path / "mine.game"
    path.write_text("precious")
    for place, key in ((path, "cli.file-exists"), (path / "below", "documents.unwritable")):
        with pytest.raises(Problem) as found:
            begin_or_resume(FIRST, Setup(), "9", place, None)
        assert found.value.key == key
    assert path.read_text() == "precious"


def test_without_a_name_games_go_to_the_data_folder_each_in_its_own_file(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    games = [begin_or_resume(FIRST, Setup(), "", None, None)[0] for _ in range(3)]
    for game in games:
        game.write.close()
    assert len({game.write.path for game in games}) == 3
    assert len({game.header.seed for game in games}) == 3
    assert all(game.write.path.parent == tmp_path / "firelane" / "games" for game in games)
