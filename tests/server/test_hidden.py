"""Nothing hidden leaves the server: every byte that a seat is sent is compared between games that differ only
in what the seat may not know.

Whole games are played over real sockets. At moments on the way the rest of the game is imagined anew, as far
as a seat cannot know it: hidden and camouflaged models, Lieutenants, hands, reserves, answers under seal.
Both games are put on the server as twins, the same things are said in both, and until something is revealed
the seat and a watcher must be sent the very same bytes: states, logs, refusals, previews, sights, ways, and
every answer over HTTP with all its headers but the date.
"""

from __future__ import annotations

import json
import re
import secrets
from contextlib import ExitStack
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ambush.game import FIRST
from firelane.bpre.game import BPRE
from firelane.core.because import Refusal
from firelane.core.events import WATCHER
from firelane.core.game import Game, Moment
from firelane.core.requests import CHANCE, Request, Roll
from firelane.core.state import AnyState, encode
from firelane.core.views import judge, pending
from firelane.infinity.c1.game import C1
from firelane.players import Budget, named
from firelane.server.history import History
from firelane.server.messages import HouseRules
from firelane.server.rooms import Room
from firelane.server.storage import RoomRow
from firelane.testing.properties import answered_alike, tries
from server.overheard import overheard, size
from server.running import Client, Running, SetClock, running

FORCES = {
    "blue": (
        "fusiliers/combi-rifle-lieutenant",
        "lynx-unit/marksman-rifle",
        "hellcats/combi-rifle",
        "malignos/combi-rifle",
    ),
    "red": (
        "zhanshi/combi-rifle-lieutenant",
        "sunduqbut/rifle",
        "tomcats/combi-rifle-doctor-zondcat",
        "malignos/combi-rifle-hacker",
    ),
}
"""Camouflaged and hidden troopers, reserves in the air, Lieutenants that nobody knows."""


class Twins:
    """Two rooms that look alike to one seat, with all seats and a watcher at each."""

    def __init__(self, server: Running, game: Game, other: AnyState, seat: str, stack: ExitStack) -> None:
        self.seat = seat
        self.games = [_twin(game, state) for state in (game.state, other)]
        self.clients: list[dict[str, Client]] = []
        self.rooms: list[str] = []
        self.tokens: list[dict[str, str]] = []
        self.server = server
        for each in self.games:
            room, tokens = _plant(server, each)
            self.rooms.append(room)
            self.tokens.append(tokens)
            clients = {name: stack.enter_context(server.client(token)) for name, token in tokens.items()}
            for client in clients.values():
                client.name = "twin"
            self.clients.append(clients)
        self.compared = self.said = 0
        self.before = [0, 0]

    def compare(self) -> None:
        """What the seat and the watchers have been sent, byte by byte; the room's own name left out."""
        for reader in (self.seat, WATCHER):
            sent = []
            for clients, room in zip(self.clients, self.rooms, strict=True):
                clients[reader].settle()
                sent.append([raw.replace(room, "room") for raw in clients[reader].raw])
            assert sent[0] == sent[1], reader
            self.compared += sum(map(len, sent[0]))

    def compare_over_http(self, lang: str = "en") -> None:
        """All that the seat and the watchers can ask for."""
        for reader in (self.seat, WATCHER):
            heard = [
                overheard(self.server, tokens[reader], room, self.games[0].ruleset.seats, lang)
                for tokens, room in zip(self.tokens, self.rooms, strict=True)
            ]
            for asked, answer in heard[0].items():
                assert answer == heard[1].pop(asked), (reader, asked)
            assert not heard[1]
            self.compared += size(heard[0])

    def say(self, seat: str, kind: str, **fields: Any) -> list[dict[str, Any]]:
        """Say the same in both."""
        self.before = [len(game.moments) for game in self.games]
        self.said += 1
        replies = []
        for clients in self.clients:
            clients[seat].say(kind, id=f"same-{self.said}", **fields)
            replies.append(
                clients[seat].until(*REPLIES, where=lambda told: told["id"] == f"same-{self.said}")
            )
        return replies

    @property
    def revealed(self) -> bool:
        """Whether what was said last brought something hidden out in one of them."""
        return any(
            event.reveals
            for game, before in zip(self.games, self.before, strict=True)
            for moment in game.moments[before:]
            for event in moment.events
        )


REPLIES = ("accepted", "refused", "error", "previewed", "looked", "way-found")


def _twin(game: Game, state: AnyState) -> Game:
    """The game as it is, but for its last state."""
    twin = Game(game.ruleset, game.header)
    asked = {**state.asked, **game.state.asked}
    last = game.moments[-1]
    twin.moments = [*game.moments[:-1], Moment(replace(state, asked=asked), last.events, last.line)]
    twin.count, twin._sum, twin._summed = game.count, game.sum, len(game.moments)
    return twin


def _plant(server: Running, game: Game) -> tuple[str, dict[str, str]]:
    """Put a game on the server as a room; the secrets of its seats and its watchers."""
    seats = game.ruleset.seats
    name = secrets.token_hex(8)
    tokens = {seat: secrets.token_urlsafe(24) for seat in (*seats, WATCHER)}
    players = msgspec.json.encode(dict.fromkeys(seats, "human")).decode()
    house = msgspec.json.encode(HouseRules(open_measuring=True)).decode()
    header = msgspec.json.encode(game.header).decode()
    now = server.hub.clock()
    asked = msgspec.json.encode(sorted({request.seat for request in game.pending})).decode()
    row = RoomRow(name, game.ruleset.name, header, house, players, 0, now, now, asked, "")

    async def plant() -> None:
        await server.hub.store.add(row, list(tokens.items()), [])
        history, hub = History(0, game.moments), server.hub
        room = Room(row, game, history, (), frozenset(), {}, hub.store, hub.work, hub.clock)
        server.hub.rooms[name] = room

    server.run(plant())
    return name, tokens


def ask_about_everything(twins: Twins, request: Request, generator: Random) -> None:
    """Whatever a cunning player might ask: odd answers, previews, sights, ways; all in both rooms."""
    game = twins.games[0]
    seen = game.view(twins.seat)
    question = game.ruleset.question(request)
    offers = [question.sample(seen, request, generator) for _ in range(2)]
    odd = tries(offers, tuple(twin.state for twin in twins.games), generator, each=3)
    for offer in [*offers, *odd]:
        twins.say(twins.seat, "ask-preview", request=request.id, given=msgspec.to_builtins(offer), coach=True)
    for offer in odd:
        if judge(game.ruleset, seen, request, offer) is not None:
            (told, _) = twins.say(twins.seat, "answer", request=request.id, given=msgspec.to_builtins(offer))
            assert told["type"] == "refused"
    names = [figure["id"] for figure in twins.clients[0][twins.seat].state["board"].get("figures", ())]
    for name in [*generator.sample(names, min(3, len(names))), "red-3", "blue-3"]:
        twins.say(twins.seat, "ask-look", figure=name)
        where = [generator.randrange(48_000), generator.randrange(48_000), 0]
        twins.say(twins.seat, "ask-way", request=request.id, figure=name, to=where)
        twins.say(twins.seat, "ask-way", request=request.id, figure=name, to=where, start=where)


def go_on_alike(twins: Twins, generator: Random, steps: int) -> None:
    """Play both on with the same answers as long as nothing hidden comes out."""
    for _ in range(steps):
        left, right = twins.games
        ours, theirs = pending(left.state), pending(right.state)
        assert [r.seat for r in ours] == [r.seat for r in theirs]
        if not ours:
            return
        request = ours[0]
        if isinstance(request, Roll):
            return
        seen = left.view(request.seat)
        given = left.ruleset.question(request).sample(seen, request, generator)
        there = right.view(request.seat)
        same = next((r for r in there.requests if r.id == request.id), None)
        if type(same) is not type(request) or judge(right.ruleset, there, same, given) is not None:
            assert request.seat != twins.seat
            return
        replies = twins.say(request.seat, "answer", request=request.id, given=msgspec.to_builtins(given))
        if twins.revealed or replies[0]["type"] != replies[1]["type"]:
            assert twins.revealed or request.seat != twins.seat
            return
        twins.compare()
    if twins.games[0].state.outcome is None:  # else all of it is open
        twins.compare_over_http("ja")


def hear_answers_under_seal(
    server: Running, game: Game, clock: SetClock, generator: Random, most: int
) -> int:
    """Let one seat answer under seal in one of two games that are the same; how many times that could be."""
    heard = 0
    while game.state.outcome is None and heard < most:
        game.throw_all()
        if game.state.outcome is not None:
            break
        seats = {request.seat for request in game.pending}
        for listener in sorted(seats) if len(seats) > 1 else ():
            with ExitStack() as stack:
                twins = Twins(server, game, game.state, listener, stack)
                _answer_unheard(twins, clock, generator)
                heard += 1
            for room in twins.rooms:
                server.hub.rooms.pop(room, None)
        request = generator.choice(game.pending)
        given = game.ruleset.question(request).sample(game.view(request.seat), request, generator)
        assert not isinstance(game.answer(request.seat, request.id, given), Refusal)
    return heard


def _answer_unheard(twins: Twins, clock: SetClock, generator: Random) -> None:
    """What the listener hears of the answer, and of its being taken back, is nothing."""
    game = twins.games[1]
    request = next(request for request in game.pending if request.seat != twins.seat)
    own = next(request for request in game.pending if request.seat == twins.seat)
    given = game.ruleset.question(request).sample(game.view(request.seat), request, generator)
    answer = {"request": request.id, "given": msgspec.to_builtins(given)}
    teller = twins.clients[1][request.seat]

    def compare() -> None:
        twins.say(twins.seat, "dice", request=request.id)
        twins.say(twins.seat, "dice", request=request.id, faces=[1])
        twins.say(twins.seat, "answer", **answer)
        twins.say(WATCHER, "undo")
        twins.compare()
        twins.compare_over_http()

    twins.compare()
    clock.now += 7
    assert teller.tell("answer", **answer)["type"] == "accepted"
    compare()
    ask_about_everything(twins, own, generator)
    twins.compare()
    clock.now += 7
    assert teller.tell("undo")["type"] == "accepted"
    compare()
    clock.now += 7
    assert teller.tell("answer", **answer)["type"] == "accepted"
    twins.compare()
    twins.compare_over_http("ja")
    twins.say(twins.seat, "undo")
    twins.compare()


def play_and_compare(
    server: Running, ruleset: str, setup: dict[str, Any], seed: int, moments: int, steps: int
) -> tuple[int, int]:
    """One whole game over sockets, with twins on the way; how many really differed, and bytes compared."""
    made = server.new(ruleset, setup=setup)
    generator = Random(seed)
    differed = compared = 0
    with server.client(made["blue"]) as blue, server.client(made["red"]) as red:
        clients = {"blue": blue, "red": red}
        game = server.hub.rooms[made["room"]].game
        number = 0
        while game.state.outcome is None:
            request = generator.choice([r for r in game.pending if r.seat != CHANCE])
            if generator.random() < moments / 60:
                with ExitStack() as stack:
                    known = game.view(request.seat)
                    imagined = game.ruleset.resample(known, generator)
                    other = answered_alike(game.ruleset, game.state, imagined, generator)
                    twins = Twins(server, game, other, request.seat, stack)
                    twins.compare()
                    ask_about_everything(twins, request, generator)
                    twins.compare()
                    twins.compare_over_http()
                    go_on_alike(twins, generator, steps)
                    differed += encode(other.world) != encode(game.state.world)
                    compared += twins.compared
                for room in twins.rooms:
                    server.hub.rooms.pop(room, None)
            number += 1
            given = game.ruleset.question(request).sample(game.view(request.seat), request, generator)
            said = {"request": request.id, "given": msgspec.to_builtins(given), "id": str(number)}
            assert clients[request.seat].tell("answer", **said)["type"] == "accepted"
            for seat, client in clients.items():
                client.settle()
                _names_only_what_it_knows(client, game, seat)
    return differed, compared


def _names_only_what_it_knows(client: Client, game: Game, seat: str) -> None:
    """No name of an enemy model that the seat does not know stands in what it is shown now."""
    if game.ruleset is not C1:
        return
    known = game.view(seat).table.world.troopers
    hidden = {name for name, t in game.state.world.troopers.items() if t.seat != seat} - set(known)
    shown = json.dumps([client.state["board"], client.state["prompts"]])
    named = set(re.findall(r"\b(?:blue|red)-\d+\b", shown)) - {p["id"] for p in client.prompts()}
    assert not named & hidden


@pytest.fixture(scope="module")
def clock():
    return SetClock()


@pytest.fixture(scope="module")
def server(tmp_path_factory, clock):
    path = tmp_path_factory.mktemp("store") / "games.sqlite"
    with running(path, FIRST, C1, BPRE, clock=clock) as server:
        yield server


def test_the_small_game_tells_no_secrets(server):
    """Six games, whose seeds the server draws: some differ in little, together they differ in much."""
    played = [play_and_compare(server, "ambush-1", {}, seed, moments=20, steps=12) for seed in range(6)]
    assert sum(differed for differed, _ in played) > 12
    assert sum(compared for _, compared in played) > 60_000


def test_codeone_tells_no_secrets(server):
    setup = {"forces": FORCES, "mission": "supplies", "points": 50}
    played = [play_and_compare(server, "c1", setup, seed, moments=4, steps=6) for seed in range(2)]
    assert sum(differed for differed, _ in played) > 0
    assert sum(compared for _, compared in played) > 200_000


@pytest.mark.parametrize(("ruleset", "pairs"), [(FIRST, 8), (C1, 2), (BPRE, 4)])
def test_nobody_hears_an_answer_under_seal(server, clock, ruleset, pairs):
    """In as many games as it takes: both sides are asked at once in some only."""
    heard, seed = 0, 0
    while heard < pairs:
        assert seed < 20, "in so many games both are asked at once now and then"
        game = Game.new(ruleset, ruleset.setup(), seed)
        heard += hear_answers_under_seal(server, game, clock, Random(seed), pairs - heard)
        seed += 1


def test_the_comparison_finds_a_leak(server):
    """A view in which the other side's number of orders betrays where its mine lies is found out."""
    whole = FIRST.view

    def leaking(state, seat):
        lane = whole(state, seat)
        sides = {
            name: replace(
                side, orders=side.orders + state.world.sides[name].mine if name != seat else side.orders
            )
            for name, side in lane.sides.items()
        }
        return replace(lane, sides=sides)

    object.__setattr__(FIRST, "view", leaking)
    try:
        with pytest.raises(AssertionError, match=r"red|blue"):
            play_and_compare(server, "ambush-1", {}, 0, moments=60, steps=2)
    finally:
        object.__setattr__(FIRST, "view", whole)


def test_machine_seats_are_given_views_only(server, monkeypatch):
    """A machine's whole input is its view, its request, a budget and a generator of its own."""
    given: list[Any] = []

    def spying(name, ruleset):
        player = named(name, ruleset)

        def answer(*args):
            given.append(args)
            return player(*args)

        return answer

    monkeypatch.setattr("firelane.server.hub.named", spying)
    game = server.new(players={"red": "random"})
    with server.client(game["blue"]) as blue:
        blue.answer()
        while not given:
            blue.settle()
    (view, request, budget, generator), *_ = given
    assert (view.seat, request.seat) == ("red", "red")
    assert view.table.sides["blue"].hand is None
    assert isinstance(generator, Random)
    assert isinstance(budget, Budget)
    assert len(given[0]) == 4
