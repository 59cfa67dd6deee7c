"""Bad messages: a typed error to whoever sent them, the game untouched, the door shut only on repetition."""

from __future__ import annotations

import json
import logging
import socket
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from firelane.server.limits import Allowance, Allowances
from firelane.server.quiet import NowAndThen, keep_quiet
from hanging import HANG_SECONDS
from server.running import FREE, Client, SetClock, running


@pytest.fixture
def server(tmp_path):
    with running(tmp_path / "games.sqlite", limits=FREE._replace(offences=5)) as server:
        yield server


@pytest.fixture
def blue(server):
    with server.client(server.new()["blue"]) as client:
        yield client


MALFORMED = {
    "no JSON": "{",
    "no object": "[1, 2]",
    "no type": '{"id": "1"}',
    "an unknown type": '{"type": "cheat", "id": "1"}',
    "a field too many": '{"type": "undo", "id": "1", "also": 1}',
    "a field of another type": '{"type": "undo", "id": 1}',
    "an id with a path in it": '{"type": "undo", "id": "../../etc/passwd"}',
    "an id that is too long": json.dumps({"type": "undo", "id": "x" * 65}),
    "a lone surrogate": '{"type": "undo", "id": "\\ud800"}',
    "a number beyond all": '{"type": "dice", "id": "1", "request": "chance-1", "faces": [1e400]}',
    "nesting without end": "[" * 5_000,
    "nesting in an answer": '{"type": "answer", "id": "1", "request": "blue-1", "given": ' + "[" * 5_000,
}


@pytest.mark.parametrize("raw", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_message_is_told_so_and_changes_nothing(server, blue, raw):
    before = blue.state
    blue.socket.send(raw)
    error = blue.until("error")
    assert error["code"] == "server.malformed"
    assert error["closing"] is False
    blue.settle()
    assert blue.state == before
    assert server.lines(blue.welcome["room"]) == 0
    assert blue.answer()["type"] == "accepted"


@pytest.mark.parametrize(
    "raw",
    [
        '{"type": "cheat", "id": "mine-1"}',
        '{"type": "undo", "also": {"id": "other", "x": "id"}, "id": "mine-1"}',
        '{"id": "mine-1", "type": "answer", "request": "blue-1", "given": ' + "[" * 5_000,
        '{"type": "dice", "request": "chance-1", "faces": [1e400], "id": "mine-1"}',
        '{"type": "undo", "id": "mine-1"',
        '{"type": "answer", "request": "blue-1", "given": "' + "x" * 70_000 + '", "id": "mine-1"}',
    ],
    ids=["unknown", "an id inside", "too deep", "wrong number", "cut off", "too long"],
)
def test_whoever_waits_for_what_becomes_of_a_bad_message_hears_it(blue, raw):
    blue.socket.send(raw)
    assert blue.until("error")["id"] == "mine-1"


def test_whoever_is_over_his_allowance_hears_of_which_message(tmp_path):
    limits = FREE._replace(messages=0.0, message_burst=2)
    with (
        running(tmp_path / "games.sqlite", limits=limits) as server,
        server.client(server.new()["blue"]) as blue,
    ):
        blue.settle()
        assert blue.tell("undo")["code"] == "server.too-many"  # `tell` waits for the id


def test_what_strangers_can_send_at_will_does_not_fill_the_log(server, caplog):
    logging.getLogger("uvicorn.error").filters.clear()
    keep_quiet()
    for _ in range(50):
        with socket.create_connection(("127.0.0.1", server.port), HANG_SECONDS) as line:
            line.sendall(b"this is no HTTP\r\n\r\n")
            assert line.recv(12) == b"HTTP/1.1 400"
    assert [record.getMessage() for record in caplog.records] == ["Invalid HTTP request received."]


def test_what_was_left_out_of_the_log_is_counted():
    clock = SetClock(5.0)
    quiet = NowAndThen(clock)

    def passes(text: str, level: int = logging.WARNING) -> str:
        record = logging.LogRecord("x", level, "x", 1, "%s", (text,), None)
        return record.getMessage() if quiet.filter(record) else ""

    assert [passes("one"), passes("one"), passes("another"), passes("one")] == ["one", "", "another", ""]
    assert [passes("one", logging.INFO), passes("one", logging.INFO)] == ["one", "one"]
    clock.now += 61
    assert passes("one") == "one (2 more of these since the last one)"
    assert passes("one") == ""
    for number in range(1000):
        assert passes(f"many {number}")
    assert len(quiet._last) <= 100


@pytest.mark.parametrize("raw", ['{"type": "undo", "id": "../x"}', '{"type": "undo", "id": 7}', "{", "[1]"])
def test_what_is_no_id_is_not_given_back(blue, raw):
    blue.socket.send(raw)
    assert blue.until("error")["id"] == ""


@pytest.mark.parametrize("size", [64_001, 5_000_000])
def test_an_oversized_message_is_told_so_and_changes_nothing(server, blue, size):
    blue.say("answer", request="blue-1", given="x" * size)
    error = blue.until("error")
    assert (error["code"], error["closing"]) == ("server.too-long", False)
    assert server.lines(blue.welcome["room"]) == 0
    assert blue.answer()["type"] == "accepted"


def test_bytes_are_no_message(blue):
    blue.socket.send(b'{"type": "undo", "id": "1"}')
    assert blue.until("error")["code"] == "server.not-text"
    assert blue.answer()["type"] == "accepted"


WRONG_ANSWERS = {
    "no answer at all": (None, "core.malformed"),
    "an unknown kind": ({"answer": "win"}, "core.malformed"),
    "a field of another type": (
        {"answer": "layout", "paces": {"blue-1": "far"}, "mine": 5},
        "core.malformed",
    ),
    "an answer to something else": ({"answer": "end-turn"}, "core.wrong-kind"),
    "scouts of the other side": (
        {"answer": "layout", "paces": {"red-1": 0, "red-2": 0, "red-3": 0}, "mine": 5},
        "ambush.set-up.1",
    ),
}


@pytest.mark.parametrize(("given", "rule"), WRONG_ANSWERS.values(), ids=WRONG_ANSWERS.keys())
def test_a_wrong_answer_is_refused_with_the_rule_in_words(server, blue, given, rule):
    refused = blue.tell("answer", request="blue-1", given=given)
    assert (refused["type"], refused["rule"]) == ("refused", rule)
    assert len(refused["text"]) > 10
    assert server.lines(blue.welcome["room"]) == 0


def test_stale_and_foreign_requests_are_refused(server, blue):
    given = blue.prompts()[0]["parts"][0]["options"][0]["value"]
    for request in ("blue-0", "blue-7", "red-1", "chance-1"):
        refused = blue.tell("answer", request=request, given=given)
        assert (refused["type"], refused["rule"]) == ("refused", "core.not-asked")
    assert server.lines(blue.welcome["room"]) == 0


def test_a_question_about_something_else_is_refused_or_answered_but_breaks_nothing(blue):
    assert blue_asks(blue, "ask-preview", request="red-1", given={"answer": "pass"})["type"] == "refused"
    assert (
        blue_asks(blue, "ask-preview", request="blue-1", given={"answer": "pass"})["rule"]
        == "core.wrong-kind"
    )
    assert blue_asks(blue, "ask-preview", request="blue-1", given=[])["rule"] == "core.malformed"
    assert blue_asks(blue, "ask-way", request="blue-9", figure="x", to=[0, 0, 0])["type"] == "refused"
    given = blue.prompts()[0]["parts"][0]["options"][0]["value"]
    shown = blue_asks(blue, "ask-preview", request="blue-1", given=given)
    assert shown["preview"]["text"]
    wrong = blue_asks(blue, "ask-preview", request="blue-1", given={**given, "mine": 11})
    assert wrong["preview"]["rule"] == "ambush.set-up.2"


def blue_asks(blue, kind, **fields):
    said = blue.say(kind, **fields)
    return blue.until("previewed", "way-found", "refused", "error", where=lambda told: told["id"] == said)


# Who may come in, and when the door is shut


def test_nobody_comes_in_without_a_secret(server):
    server.new()
    with Client(server.port, "", hello=False) as stranger:
        stranger.say("undo")
        assert stranger.until("error")["code"] == "server.no-hello"
        stranger.say("hello", token="x" * 32)
        assert stranger.until("error")["code"] == "server.no-seat"
        stranger.say("hello", token="x' OR '1'='1")
        assert stranger.until("error")["code"] == "server.malformed"


def test_whoever_says_nothing_is_not_waited_for(tmp_path, caplog):
    with (
        running(tmp_path / "games.sqlite", limits=FREE._replace(hello=0.1)) as server,
        Client(server.port, "", hello=False) as silent,
        pytest.raises(ConnectionClosed),
    ):
        silent.read()
    assert caplog.records == []


def test_the_door_is_shut_after_repetition_only(server, blue):
    for _ in range(4):
        blue.socket.send("{")
        assert blue.until("error")["closing"] is False
    blue.socket.send("{")
    assert blue.until("error")["closing"] is True
    with pytest.raises(ConnectionClosed):
        blue.read()
    with server.client(blue.token) as again:
        assert again.answer()["type"] == "accepted"


def test_good_messages_make_up_for_bad_ones(blue):
    for _ in range(12):
        blue.socket.send("{")
        assert blue.until("error")["closing"] is False
        blue.settle()


def test_hello_is_said_once(blue):
    blue.say("hello", token=blue.token)
    assert blue.until("error")["code"] == "server.hello-again"


def test_too_many_messages_are_not_taken(tmp_path):
    limits = FREE._replace(messages=0.001, message_burst=6, offences=3)
    with running(tmp_path / "games.sqlite", limits=limits) as server:
        with server.client(server.new()["blue"]) as blue:
            for number in range(8):
                blue.say("ask-look", figure=f"{number}")
            told = [blue.until("looked", "error") for _ in range(8)]
        assert [message["type"] for message in told] == ["looked"] * 5 + ["error"] * 3
        assert {message["code"] for message in told[5:]} == {"server.too-many"}
        assert told[-1]["closing"] is True


def test_an_allowance_is_spent_and_comes_back():
    allowance = Allowance(rate=0.0, burst=2.0)
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    askers = Allowances(rate=0.0, burst=1.0, most=2)
    assert [askers.take(name) for name in "aabac"] == [True, False, True, False, True]


def test_noise_of_every_kind_leaves_the_game_alone(server, blue):
    """A few hundred mutilated messages: each gets one answer, and the game is as it was."""
    generator = Random(1)
    good = json.dumps(
        {
            "type": "answer",
            "id": "n",
            "request": "blue-2",
            "given": blue.prompts()[0]["parts"][0]["options"][0]["value"],
        }
    )
    token, room = blue.token, blue.welcome["room"]
    client = blue
    for _ in range(300):
        at = generator.randrange(len(good))
        noise = (
            good[:at]
            + generator.choice(['"', "{", "}", "\\", "null", "9" * 30, "\u0000", ""])
            + good[at + 1 :]
        )
        client.socket.send(noise)
        if client.until("error", "refused", "accepted").get("closing"):
            client = server.client(token)
    assert server.lines(room) == 0
    client.__exit__()
