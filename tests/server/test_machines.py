"""Machine players that break down: a thought is tried again, and no game stands still in silence."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest

from ambush.game import FIRST
from firelane.players import NAMES, named
from firelane.server.rooms import Room
from server.running import running


class Faults:
    """Breaks chosen thoughts of the machines."""

    def __init__(self) -> None:
        self.left: dict[str, float] = {}
        """By the player's name: so many of its thoughts break down."""
        self.broken = 0
        self.thoughts: list[tuple[str, str, Any]] = []
        """Who was asked what, with what generator to begin with."""

    def named(self, name: str, ruleset: Any) -> Any:
        player = named(name, ruleset)

        def answer(view: Any, request: Any, budget: Any, generator: Any) -> Any:
            self.thoughts.append((name, request.id, generator.getstate()))
            if self.left.get(name, 0) > 0:
                self.left[name] -= 1
                self.broken += 1
                raise RuntimeError("dictionary changed size during iteration")
            return player(view, request, budget, generator)

        return answer


@pytest.fixture
def faults(monkeypatch):
    found = Faults()
    monkeypatch.setattr("firelane.server.hub.named", found.named)
    monkeypatch.setattr("firelane.server.machines.named", found.named)
    return found


@pytest.fixture
def server(tmp_path):
    with running(tmp_path / "games.sqlite", FIRST) as server:
        yield server


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def begin(server, faults: Faults, player: str = "novice", **given: Any) -> dict[str, Any]:
    made = server.new(players={"red": player}, **given)
    faults.thoughts.clear()
    return made


def answer_until(client, done: Callable[[], bool]) -> None:
    """Answer whatever comes, till something has happened."""
    while not done():
        if client.prompts():
            assert client.answer()["type"] == "accepted"
            client.settle()
        else:
            client.read()


def stopped(client) -> list[str]:
    told = client.until("machines-stopped", where=lambda one: bool(one["seats"]))
    assert told["players"] == list(NAMES)
    return [one["seat"] for one in told["seats"]]


def test_a_thought_that_breaks_down_is_tried_again(server, faults, caplog):
    made = begin(server, faults)
    faults.left["novice"] = 1
    with server.client(made["blue"]) as blue:
        answer_until(blue, lambda: blue.state["outcome"] is not None)
        assert "machines-stopped" not in {told["type"] for told in blue.told}
    assert faults.broken == 1
    first, again = faults.thoughts[:2]
    assert first[:2] == again[:2]
    assert first[2] != again[2], "by another chance: what breaks down by chance does not again"
    (line,) = errors(caplog)
    assert made["room"] in line


def test_if_it_breaks_down_again_the_table_is_told_and_offered_another(server, faults, tmp_path, caplog):
    made = begin(server, faults)
    faults.left["novice"] = 1e9
    with server.client(made["blue"]) as blue, server.client(made["watch"]) as watcher:
        assert stopped(blue) == stopped(watcher) == ["red"]
        assert faults.broken == 2, "it is not tried without end"
        assert blue.told[-1]["seats"] == [{"seat": "red", "player": "novice", "name": "Red"}]
        assert "has stopped" in errors(caplog)[-1]
        with server.client(made["blue"], "ja") as late:
            assert stopped(late) == ["red"]
            assert late.told[-1]["seats"][0]["name"] == "赤"
        assert watcher.tell("take-over", seat="red", player="random")["code"] == "server.only-watching"
        assert blue.tell("take-over", seat="blue", player="random")["code"] == "server.not-stopped"
        assert blue.tell("take-over", seat="red", player="nobody")["code"] == "server.no-player"
        assert faults.broken == 2
        assert blue.tell("take-over", seat="red", player="random")["type"] == "accepted"
        for client in (blue, watcher):
            last = {told["type"]: told for told in client.told}
            if client is watcher:
                last["welcome"] = client.until("welcome")
                last["machines-stopped"] = client.until("machines-stopped")
            assert last["welcome"]["seats"][1]["player"] == "random"
            assert last["machines-stopped"]["seats"] == []
        answer_until(blue, lambda: server.lines(made["room"]) > 6)
        assert blue.tell("take-over", seat="red", player="veteran")["code"] == "server.not-stopped"
    server.stop()
    with running(tmp_path / "games.sqlite", FIRST) as again:
        _, mine, _ = again.ask("POST", "/api/games/mine", {"tokens": [made["blue"]]})
        assert mine["games"][0]["seats"][1] == {"seat": "red", "player": "random", "name": ""}
        with again.client(made["blue"]) as blue:
            assert blue.welcome["seats"][1]["player"] == "random"
            answer_until(blue, lambda: blue.state["outcome"] is not None)


def test_the_same_machine_can_be_asked_once_more(server, faults):
    made = begin(server, faults)
    faults.left["novice"] = 2
    with server.client(made["blue"]) as blue:
        assert stopped(blue) == ["red"]
        assert blue.tell("take-over", seat="red", player="novice")["type"] == "accepted"
        answer_until(blue, lambda: blue.state["outcome"] is not None)
        assert blue.welcome["seats"][1]["player"] == "novice"


def test_it_is_tried_again_when_something_else_was_said_or_everybody_was_away(server, faults):
    made = begin(server, faults)
    faults.left["novice"] = 1e9
    with server.client(made["blue"]) as blue:
        assert stopped(blue) == ["red"]
        assert blue.answer()["type"] == "accepted"
        assert stopped(blue) == ["red"]
        assert blue.tell("undo")["type"] == "accepted"
        assert stopped(blue) == ["red"]
        assert faults.broken == 6
    while server.hub.rooms[made["room"]].busy:
        server.run(_moment())
    server.hub.put_away(float("inf"))
    assert made["room"] not in server.hub.rooms
    faults.left["novice"] = 0
    with server.client(made["blue"]) as blue:
        answer_until(blue, lambda: blue.state["outcome"] is not None)


async def _moment() -> None:
    pass


def test_where_machines_play_alone_a_weaker_one_takes_over_by_itself(server, faults, caplog):
    faults.left.update(veteran=1e9, novice=1e9)
    made = server.new(players={"blue": "random", "red": "veteran"})
    with server.client(made["watch"]) as watcher:
        while watcher.state["outcome"] is None:
            watcher.read()
    assert faults.broken == 4
    assert [line.rpartition(": ")[2] for line in errors(caplog) if "has stopped" in line] == [
        "novice takes over",
        "random takes over",
    ]
    _, _, players = _row(server, made["room"])
    assert players == {"blue": "random", "red": "random"}


def _row(server, room: str) -> tuple[str, str, dict[str, str]]:
    row = server.run(server.hub.store.room(room))
    return row.id, row.ruleset, json.loads(row.players)


def test_what_breaks_the_room_itself_is_told_too(server, faults, monkeypatch, caplog):
    """The room is read anew each time: that must not go on without end, and nobody be told."""
    made = begin(server, faults)
    keep = Room._keep
    tried = 0

    async def failing(room: Room, said: str, weighed: bytes = b"") -> None:
        nonlocal tried
        if "machine." in said:
            tried += 1
            raise RuntimeError("it cannot be written")
        await keep(room, said, weighed)

    monkeypatch.setattr(Room, "_keep", failing)
    while not any(told["type"] == "machines-stopped" for told in _come(server, made["blue"])):
        assert tried <= 2
    assert tried == 2


def _come(server, token: str) -> list[dict[str, Any]]:
    """Come to the table once more; what was told before the connection ended, if it did."""
    try:
        with server.client(token) as client:
            client.settle()
            return list(client.told)
    except Exception:  # sent away, to come again
        return []


def test_who_is_kept_behind_is_not_told_what_is_now(server, faults):
    made = begin(server, faults, delay=3600)
    faults.left["novice"] = 1e9
    with server.client(made["blue"]) as blue, server.client(made["watch"]) as watcher:
        assert stopped(blue) == ["red"]
        with server.client(made["watch"]) as late:
            late.settle()
            watcher.settle()
            assert "machines-stopped" not in {told["type"] for told in watcher.told + late.told}
