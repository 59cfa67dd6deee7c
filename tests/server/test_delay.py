"""A watcher who is kept behind knows the game as it stood then, byte for byte as others were told it then.

Two rooms hold the same game with the same dice, one with a delay. The clock is set by the test.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import msgspec
import pytest

from ambush.game import FIRST
from firelane.bpre.game import BPRE
from firelane.core.events import WATCHER
from firelane.core.game import Game
from firelane.core.lines import Answered
from firelane.core.requests import CHANCE
from firelane.core.ruleset import Ruleset
from firelane.infinity.c1.game import C1
from firelane.server.history import History
from firelane.server.rooms import Room
from firelane.server.storage import RoomRow
from server.overheard import overheard, shown
from server.running import Client, Running, SetClock, running

DELAY, STEP = 100, 10
"""Seconds that the watcher is behind, and between two answers."""
LANGS = ("en", "ja")
NOT_DRAWN = {"en": "The battlespace has not been drawn yet", "ja": "バトルスペースはまだ引かれていません"}
RULESETS = pytest.mark.parametrize("ruleset", [FIRST, C1, BPRE], ids=lambda one: str(one.name))


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def server(tmp_path: Any, clock: SetClock) -> Iterator[Running]:
    with running(tmp_path / "games.sqlite", FIRST, C1, BPRE, clock=clock) as server:
        yield server


class Watched:
    """A room and all that its watchers can hear."""

    def __init__(self, server: Running, game: Game, delay: int, stack: ExitStack) -> None:
        self.server = server
        self.game = game
        self.room = secrets.token_hex(8)
        tokens = {seat: secrets.token_urlsafe(24) for seat in (*game.ruleset.seats, WATCHER)}
        players = dict.fromkeys(game.ruleset.seats, "human")
        server.run(self._plant(delay, tokens, players))
        self.seats = {seat: stack.enter_context(server.client(tokens[seat])) for seat in game.ruleset.seats}
        self.token = tokens[WATCHER]
        self.watcher = stack.enter_context(server.client(self.token))
        for client in (*self.seats.values(), self.watcher):
            client.name = "same"

    async def _plant(self, delay: int, tokens: dict[str, str], players: dict[str, str]) -> None:
        hub, game = self.server.hub, self.game
        now = hub.clock()
        header, sitting = (msgspec.json.encode(one).decode() for one in (game.header, players))
        row = RoomRow(self.room, game.ruleset.name, header, "{}", sitting, delay, now, now, "[]", "")
        await hub.store.add(row, list(tokens.items()), [])
        history = History(delay, game.moments)
        hub.rooms[self.room] = Room(row, game, history, (), frozenset(), {}, hub.store, hub.work, hub.clock)

    def say(self, seat: str, kind: str, **fields: Any) -> str:
        told = self.seats[seat].tell(kind, **fields)
        return str(told["type"])

    def heard(self, lang: str) -> tuple[Any, ...]:
        """What the watchers know now: all over HTTP, what the one who stays has read, a new one, sights."""
        self.server.run(self.server.hub.rooms[self.room].tell_those_behind())
        self.watcher.settle()
        over_http = overheard(self.server, self.token, self.room, self.game.ruleset.seats, lang)
        with self.server.client(self.token, lang) as late:
            late.name = "same"
            seats = self.game.ruleset.seats
            names = [figure["id"] for figure in late.state["board"].get("figures", ())]
            for name in [*names[:4], *(f"{seat}-{number}" for seat in seats for number in (1, 2))]:
                late.say("ask-look", figure=name)
            late.say("undo")
            late.settle()
            said = [
                DELAY_TOLD.sub("", one.replace(self.room, "room"))
                for one in late.raw
                if '"type":"present"' not in one
            ]
        return over_http, _read(self.watcher), said


DELAY_TOLD = re.compile(r',\{"label":"(?:Watchers|観戦者)","value":"[^"]*"\}')
"""What the set-up says of the delay itself: that is different in the two rooms, and known to all."""


def _read(client: Client) -> dict[str, Any]:
    """What somebody who stays has before him: the battlefield, the board, and the whole log."""
    last = next(one for one in reversed(client.told) if one["type"] == "welcome")
    state = {
        key: value for key, value in client.state.items() if key not in ("still", "log", "log_from", "lines")
    }
    return {**state, "ground": last["ground"], "log": list(client.log)}


def _pair(server: Running, ruleset: Ruleset, stack: ExitStack) -> tuple[Watched, Watched]:
    rooms = [Watched(server, Game.new(ruleset, ruleset.setup(), 3), delay, stack) for delay in (0, DELAY)]
    return rooms[0], rooms[1]


@RULESETS
def test_a_watcher_who_is_behind_hears_what_was_heard_then(
    server: Running, clock: SetClock, ruleset: Ruleset
) -> None:
    generator = Random(ruleset.name)
    with ExitStack() as stack:
        now, behind = _pair(server, ruleset, stack)
        truth: list[tuple[Any, ...]] = []
        taken_back = 0
        for number in range(18):
            truth.append(now.heard(LANGS[number % 2]))
            if number >= DELAY // STEP:
                then = truth[number - DELAY // STEP]
                found = behind.heard(LANGS[number % 2])
                for asked, answer in then[0].items():
                    assert found[0].pop(asked) == answer, (number, asked)
                assert not found[0]
                assert found[1:] == then[1:], number
            clock.now += STEP
            taken_back += _go_on((now, behind), generator)
        assert taken_back > 0


def _go_on(rooms: tuple[Watched, Watched], generator: Random) -> bool:
    """Say the same in both: an answer, or now and then that one is taken back. Returns whether it was."""
    game = rooms[0].game
    if generator.random() < 0.4:
        lines = [moment.line for moment in game.moments]
        seat = next((line.seat for line in lines[::-1] if isinstance(line, Answered)), game.ruleset.seats[0])
        told = {room.say(seat, "undo") for room in rooms}
        assert len(told) == 1
        if told == {"accepted"}:
            return True
    request = generator.choice([one for one in game.pending if one.seat != CHANCE])
    given = game.ruleset.question(request).sample(game.view(request.seat), request, generator)
    answer = {"request": request.id, "given": msgspec.to_builtins(given)}
    assert {room.say(request.seat, "answer", **answer) for room in rooms} == {"accepted"}
    return False


def test_the_end_and_the_game_file_come_when_the_delay_is_over(server: Running, clock: SetClock) -> None:
    with ExitStack() as stack:
        now, behind = _pair(server, FIRST, stack)
        for room in (now, behind):
            assert room.say("blue", "aside", said={"aside": "concede"}) == "accepted"
        then = now.heard("en")
        assert shown(then[0], "POST /api/games/mine?")["games"][0]["winners"] == ["red"]
        assert then[0]["GET /api/replay/file?"][0] == 200
        clock.now += DELAY - 1
        early = behind.heard("en")
        assert shown(early[0], "POST /api/games/mine?")["games"][0]["over"] is False
        assert early[0]["GET /api/replay/file?"][0] == 403
        clock.now += 1
        late = behind.heard("en")
        assert late == then


@pytest.mark.parametrize("lang", LANGS)
def test_what_was_taken_back_is_known_after_a_restart(server: Running, clock: SetClock, lang: str) -> None:
    """A room that is read anew from the store shows those who are behind the same."""
    generator = Random(5)
    with ExitStack() as stack:
        now, behind = _pair(server, FIRST, stack)
        taken_back = 0
        while not taken_back:
            clock.now += STEP
            taken_back += _go_on((now, behind), generator)
        before = behind.heard(lang)
    put_away(server)
    again = overheard(server, behind.token, behind.room, FIRST.seats, lang)
    assert again == before[0]


def put_away(server: Running) -> None:
    """Let go of all rooms."""

    async def work() -> None:
        server.hub.put_away(float("inf"))

    server.run(work())
    assert not server.hub.rooms


# Red Earth: before its battlespace is drawn


@pytest.mark.parametrize("lang", LANGS)
def test_red_earth_can_be_looked_back_on_from_its_first_moment(server: Running, lang: str) -> None:
    made = server.new("bpre")
    for seat in (*BPRE.seats, "watch"):
        status, found, _ = server.ask("GET", f"/api/replay/moment?moment=0&lang={lang}", token=made[seat])
        assert (status, found["board"].get("figures", [])) == (200, [])
        status, found, _ = server.ask("GET", f"/api/replay/moment?moment=1&lang={lang}", token=made[seat])
        assert status == 200
        assert found["board"]["open_cards"], "they have been drawn by then"


@pytest.mark.parametrize("lang", LANGS)
def test_who_watches_red_earth_from_behind_is_let_in_before_the_battlespace_is_drawn(
    server: Running, clock: SetClock, lang: str
) -> None:
    made = server.new("bpre", delay=DELAY)
    with server.client(made[BPRE.seats[0]], lang) as player, server.client(made["watch"], lang) as watcher:
        early = watcher.welcome["ground"]
        assert early["shapes"] == []
        assert (early["width"], early["depth"]) == (24_000, 24_000)
        assert early["name"] == NOT_DRAWN[lang]
        status, found, _ = server.ask("GET", f"/api/replay?lang={lang}", token=made["watch"])
        assert (status, found["ground"]) == (200, early)
        clock.now += DELAY
        server.run(server.hub.rooms[made["room"]].tell_those_behind())
        told = watcher.until("welcome")
        assert told["ground"] == player.welcome["ground"]
        assert told["ground"]["shapes"]
        watcher.until("state")
        assert watcher.log
