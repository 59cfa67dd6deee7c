"""Games over real sockets: two seats, one, a machine, watchers; coming back in the middle of anything."""

from __future__ import annotations

import time

import pytest

from hanging import HANG_SECONDS
from server.running import SetClock, play_out, running


@pytest.fixture
def server(tmp_path):
    with running(tmp_path / "games.sqlite") as server:
        yield server


@pytest.fixture
def seats(server):
    """Both seats of a new game, connected."""
    game = server.new()
    with server.client(game["blue"]) as blue, server.client(game["red"]) as red:
        yield blue, red


def laid_out(blue, red):
    """Past the sealed set-up: blue is asked for an order."""
    for client in (blue, red):
        assert client.answer()["type"] == "accepted"
    for client in (blue, red):
        client.settle()


def test_two_seats_play_to_the_end_and_read_the_same_public_story(seats):
    blue, red = seats
    assert play_out([blue, red], seed=3) > 10
    assert blue.state["outcome"] == red.state["outcome"]
    assert blue.log[-1]["kind"] == "game-ended"
    turns = [[line["text"] for line in client.log if line["kind"] == "turn-began"] for client in seats]
    assert turns[0] == turns[1] != []
    assert any(line["faces"] for line in blue.log if line["kind"] == "dice-rolled")
    assert any(line.get("rules") for line in blue.log)


def test_a_game_against_the_machine(server):
    game = server.new(players={"red": "random"})
    assert "red" not in game
    with server.client(game["blue"]) as blue:
        while blue.state["outcome"] is None:
            blue.wait_for_prompt()
            if blue.prompts():
                assert blue.answer(len(blue.prompts()[0]["parts"][0]["options"]) - 1)["type"] == "accepted"
                blue.settle()
        assert blue.state["outcome"]["rule"].startswith("ambush.end")


def test_a_machine_turns_a_draw_down(server):
    game = server.new(players={"red": "random"})
    with server.client(game["blue"]) as blue:
        assert blue.tell("aside", said={"aside": "agree-draw"})["type"] == "accepted"
        offered = blue.until("state", where=lambda state: len(state["log"]) > 0)
        while [line["kind"] for line in blue.log].count("draw-agreed") < 2:
            offered = blue.until("state")
        assert offered["outcome"] is None
        assert offered["agreed_draw"] == []


def test_a_draw_is_agreed_by_both(seats):
    blue, red = seats
    blue.tell("aside", said={"aside": "agree-draw"})
    assert red.until("state")["agreed_draw"] == ["blue"]
    red.tell("aside", said={"aside": "agree-draw"})
    ended = blue.until("state", where=lambda state: state["outcome"] is not None)
    assert ended["outcome"]["winners"] == []


def test_conceding_ends_the_game_for_both(seats):
    blue, red = seats
    assert blue.tell("aside", said={"aside": "concede"})["type"] == "accepted"
    assert red.until("state")["outcome"]["winners"] == ["red"]
    refused = red.tell(
        "answer", request="red-1", given=red.told[1]["prompts"][0]["parts"][0]["options"][0]["value"]
    )
    assert (refused["type"], refused["rule"]) == ("refused", "core.game-over")


def test_a_sealed_answer_is_not_even_hinted_at(seats):
    blue, red = seats
    before = len(red.told)
    assert blue.answer()["type"] == "accepted"
    red.settle()
    assert [message["type"] for message in red.told[before:]] in (["looked"], ["present", "looked"])
    blue.settle()
    assert blue.state["answered"] == ["blue-1"]


# Coming back


def test_a_dropped_connection_goes_on_where_it_was(server, seats):
    blue, red = seats
    laid_out(blue, red)
    mark, read = blue.state["mark"], list(blue.log)
    assert len(read) > 0
    blue.socket.close()
    with server.client(blue.token, mark=mark) as again:
        assert again.state["log_from"] == len(read)
        assert again.state["log"] == []
        assert again.prompts() == blue.prompts()
        assert again.answer()["type"] == "accepted"


def test_what_happened_meanwhile_is_told_and_nothing_twice(server):
    game = server.new()
    with server.client(game["red"]) as red:
        with server.client(game["blue"]) as blue:
            laid_out(blue, red)
            blue.settle()
            mark, read = blue.state["mark"], list(blue.log)
        red.tell("aside", said={"aside": "agree-draw"})
        with server.client(game["blue"], mark=mark) as blue:
            assert blue.state["log_from"] == len(read)
            assert [line["kind"] for line in blue.state["log"]] == ["draw-agreed"]
        with server.client(game["blue"], mark="7.0123456789abcdef") as blue:
            assert blue.state["log_from"] == 0
            assert blue.log[: len(read)] == read


def test_a_mark_from_before_an_undo_gets_the_whole_log(server):
    game = server.new()
    with server.client(game["blue"]) as blue, server.client(game["red"]) as red:
        laid_out(blue, red)
        end = next(
            place
            for place, option in enumerate(blue.prompts()[0]["parts"][0]["options"])
            if option["value"]["answer"] == "sneak"
        )
        before = list(red.log)
        blue.answer(end)
        red.settle()
        mark, longer = red.state["mark"], list(red.log)
        assert longer[: len(before)] == before
        assert len(longer) > len(before)
        assert blue.tell("undo")["type"] == "accepted"
        red.settle()
        assert red.log == before
        with server.client(game["red"], mark=mark) as again:
            assert again.state["log_from"] == 0
            assert again.log == before


def test_a_room_that_was_put_away_comes_back_as_it_was(server):
    game = server.new()
    with server.client(game["blue"]) as blue, server.client(game["red"]) as red:
        laid_out(blue, red)
        blue.settle()
        state = blue.state
    deadline = time.monotonic() + HANG_SECONDS
    while server.hub.rooms and time.monotonic() < deadline:
        server.hub.put_away(time.monotonic())
        time.sleep(0.01)
    assert game["room"] not in server.hub.rooms
    with server.client(game["blue"], mark=state["mark"]) as blue:
        assert blue.state["mark"] == state["mark"]
        assert blue.state["board"] == state["board"]
        assert blue.prompts() == state["prompts"]


def test_a_restarted_server_goes_on_in_the_middle_of_a_sealed_window(tmp_path):
    with running(tmp_path / "games.sqlite") as server:
        game = server.new()
        with server.client(game["blue"]) as blue:
            assert blue.answer(5, id="mine")["type"] == "accepted"
            blue.settle()
            state = blue.state
    with (
        running(tmp_path / "games.sqlite") as server,
        server.client(game["blue"], mark=state["mark"]) as blue,
        server.client(game["red"]) as red,
    ):
        assert blue.state["board"] == state["board"]
        assert blue.state["answered"] == ["blue-1"]
        assert (
            blue.tell("answer", id="mine", request="blue-1", given={"answer": "pass"})["type"] == "accepted"
        )
        assert red.answer()["type"] == "accepted"
        blue.wait_for_prompt()
        assert play_out([blue, red], seed=1) > 5


# Counting once


def test_an_answer_said_twice_counts_once(server, seats):
    blue, _ = seats
    room = blue.welcome["room"]
    assert blue.answer(3, id="first")["type"] == "accepted"
    count = server.lines(room)
    prompt = {"request": "blue-1", "given": blue.told[1]["prompts"][0]["parts"][0]["options"][4]["value"]}
    assert blue.tell("answer", id="first", **prompt)["type"] == "accepted"
    assert server.lines(room) == count
    late = blue.tell("answer", id="second", **prompt)
    assert (late["type"], late["rule"]) == ("refused", "core.answered-already")
    assert server.lines(room) == count


def test_an_answer_that_was_taken_back_does_not_count_again_when_it_comes_late(server, seats):
    blue, _ = seats
    given = blue.prompts()[0]["parts"][0]["options"][0]["value"]
    assert blue.tell("answer", id="first", request="blue-1", given=given)["type"] == "accepted"
    assert blue.tell("undo")["type"] == "accepted"
    blue.settle()
    assert blue.state["answered"] == []
    assert blue.tell("answer", id="first", request="blue-1", given=given)["type"] == "accepted"
    blue.settle()
    assert blue.state["answered"] == []
    assert [prompt["id"] for prompt in blue.prompts()] == ["blue-1"]


def test_an_undo_said_twice_takes_one_answer_back(seats):
    blue, red = seats
    blue.answer()
    assert blue.tell("undo", id="back")["type"] == "accepted"
    blue.settle()
    blue.answer()
    assert blue.tell("undo", id="back")["type"] == "accepted"
    blue.settle()
    assert blue.state["answered"] == ["blue-1"]
    assert red.state["answered"] == []


# Standing orders, dice, languages


def test_a_standing_order_answers_and_is_seen_by_its_seat_alone(seats):
    blue, red = seats
    laid_out(blue, red)
    order = {
        "seat": "red",
        "kinds": ["react", "offer-card"],
        "until": [{"event": "turn-began", "about": "red"}],
    }
    assert red.tell("aside", said={"aside": "set-standing", "order": order})["type"] == "accepted"
    red.settle()
    blue.settle()
    assert red.state["standing"][0]["kinds"] == ["react", "offer-card"]
    assert blue.state["standing"] == []
    foreign = blue.tell("aside", said={"aside": "set-standing", "order": order})
    assert (foreign["type"], foreign["rule"]) == ("refused", "core.foreign-standing")
    red.tell("aside", said={"aside": "drop-standing"})
    red.settle()
    assert red.state["standing"] == []


def test_a_seat_rolls_its_own_dice(server):
    game = server.new()
    with server.client(game["blue"]) as blue, server.client(game["red"]) as red:
        assert blue.tell("own-dice", own=True)["type"] == "accepted"
        asked = roll_of(blue, red)
        assert red.state["prompts"] == []
        assert red.state["waiting"] == ["chance"]
        foreign = red.tell("dice", request=asked["id"], faces=[1] * len(asked["dice"]))
        assert (foreign["type"], foreign["rule"]) == ("refused", "core.not-your-dice")
        wrong = blue.tell("dice", request=asked["id"], faces=[99] * len(asked["dice"]))
        assert (wrong["type"], wrong["rule"]) == ("refused", "core.dice-face")
        stale = blue.tell("dice", request="chance-999", faces=[1])
        assert (stale["type"], stale["rule"]) == ("refused", "core.not-asked")
        assert blue.tell("dice", request=asked["id"], faces=[1] * len(asked["dice"]))["type"] == "accepted"
        blue.settle()
        fell = [line for line in blue.log if line["kind"] == "dice-rolled"][-1]
        assert (fell["roller"], fell["faces"]) == ("blue", [1] * len(asked["dice"]))


def test_whoever_rolls_his_own_dice_may_let_the_server_throw(server):
    game = server.new()
    with server.client(game["blue"]) as blue, server.client(game["red"]) as red:
        blue.tell("own-dice", own=True)
        asked = roll_of(blue, red)
        count = len(blue.log)
        assert blue.tell("dice", request=asked["id"])["type"] == "accepted"
        blue.settle()
        assert len(blue.log) > count
        asked = roll_of(blue, red)
        assert blue.tell("own-dice", own=False)["type"] == "accepted"
        blue.settle()
        assert asked["id"] not in [prompt["id"] for prompt in blue.prompts()]


def roll_of(blue, red):
    """Play on by the first thing that comes until blue is to roll."""
    for _ in range(300):
        blue.settle()
        red.settle()
        assert blue.state["outcome"] is None
        for client in (blue, red):
            for prompt in client.prompts():
                if prompt.get("dice"):
                    assert client is blue
                    return prompt
        client = blue if blue.prompts() else red
        options = client.prompts()[0]["parts"][0]["options"]
        shots = [n for n, option in enumerate(options) if option["value"]["answer"] in ("shoot", "advance")]
        client.answer(shots[-1] if shots else len(options) - 1)
    raise AssertionError("nobody rolled")


def test_the_language_changes_in_place(seats):
    blue, red = seats
    laid_out(blue, red)
    blue.settle()
    english = [line["text"] for line in blue.log]
    blue.say("language", lang="ja")
    blue.until("state")
    assert blue.state["log_from"] == 0
    assert len(blue.log) == len(english)
    assert "ラウンド" in blue.state["board"]["title"]
    assert all(
        ours != theirs
        for ours, theirs in zip(english, [line["text"] for line in blue.log], strict=True)
        if ours
    )


# Watching


def test_watchers_see_public_facts_and_say_nothing(server):
    game = server.new()
    with (
        server.client(game["blue"]) as blue,
        server.client(game["red"]) as red,
        server.client(game["watch"]) as watcher,
    ):
        assert watcher.welcome["seat"] == ""
        laid_out(blue, red)
        watcher.settle()
        assert watcher.prompts() == []
        assert [line["kind"] for line in watcher.log][-1] == "turn-began"
        error = watcher.tell("aside", said={"aside": "concede"})
        assert (error["type"], error["code"]) == ("error", "server.only-watching")
        assert play_out([blue, red], seed=5) > 5
        watcher.settle()
        assert watcher.state["outcome"] == blue.state["outcome"]


def test_watchers_may_be_kept_behind(tmp_path):
    clock = SetClock()
    with running(tmp_path / "store.sqlite", clock=clock) as server:
        game = server.new(delay=3600)
        with (
            server.client(game["blue"]) as blue,
            server.client(game["red"]) as red,
            server.client(game["watch"]) as watcher,
        ):
            start = watcher.state
            assert play_out([blue, red], seed=5) > 5
            clock.now += 3599
            server.run(server.hub.rooms[game["room"]].tell_those_behind())
            watcher.settle()
            assert watcher.state == start
            assert watcher.state["outcome"] is None
            status, _, _ = server.ask("GET", "/api/replay/moment?moment=5", token=game["watch"])
            assert status == 400
            clock.now += 1
            server.run(server.hub.rooms[game["room"]].tell_those_behind())
            watcher.settle()
            assert watcher.state["outcome"] == blue.state["outcome"]
            with server.client(game["watch"]) as late:
                assert late.state["outcome"] == blue.state["outcome"]


def test_a_short_delay_is_made_up_for_by_itself(server):
    game = server.new(delay=1)
    with (
        server.client(game["blue"]) as blue,
        server.client(game["red"]) as red,
        server.client(game["watch"]) as watcher,
    ):
        laid_out(blue, red)
        while not watcher.log or watcher.log[-1]["kind"] != "turn-began":
            watcher.read()
        blue.settle()
        assert len(watcher.log) > 0


def test_everybody_learns_who_is_there(server):
    game = server.new()
    with server.client(game["blue"]) as blue:
        assert blue.until("present")["seats"] == ["blue"]
        with server.client(game["red"]):
            assert blue.until("present")["seats"] == ["blue", "red"]
        assert blue.until("present")["seats"] == ["blue"]
