"""A server of its own for a test, and clients that talk to it over real sockets."""

from __future__ import annotations

import asyncio
import http.client
import json
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any, TypeVar

import uvicorn
from websockets.sync.client import connect

from ambush.game import FIRST
from firelane.core.ruleset import Ruleset
from firelane.server.app import application
from firelane.server.hub import Hub
from firelane.server.limits import Limits
from firelane.server.serve import configured, listen
from firelane.server.storage import Store
from hanging import HANG_SECONDS

FREE = Limits(
    messages=1e9, message_burst=1e9, requests=1e9, request_burst=1e9, new_games=1e9, new_game_burst=1e9
)


T = TypeVar("T")


class Running:
    """A server in a thread, on a free port of this machine."""

    def __init__(
        self,
        store: str,
        rulesets: tuple[Ruleset, ...],
        limits: Limits,
        idle: float,
        warm: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.hub: Hub
        played = {ruleset.name: ruleset for ruleset in rulesets}
        kept = Store(store)

        def make() -> Hub:
            self.hub = Hub(kept, played, idle, warm, clock)
            self.loop = asyncio.get_running_loop()
            return self.hub

        socket = listen("127.0.0.1", 0)
        self.port = socket.getsockname()[1]
        self._server = uvicorn.Server(configured(application(make, limits)))
        self._thread = threading.Thread(target=self._server.run, args=([socket],))
        self._thread.start()
        while not self._server.started and self._thread.is_alive():
            time.sleep(0.005)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()

    def ask(
        self, method: str, path: str, body: Any = None, token: str = "", **headers: str
    ) -> tuple[int, Any, http.client.HTTPMessage]:
        """A question over HTTP: the status, the answer as JSON (or bytes), and its headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANG_SECONDS)
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        sent = {"authorization": f"Bearer {token}"} if token else {}
        connection.request(method, path, data, {**sent, **headers})
        answer = connection.getresponse()
        raw = answer.read()
        connection.close()
        kind = answer.headers.get("content-type", "")
        return answer.status, json.loads(raw) if kind == "application/json" else raw, answer.headers

    def new(self, ruleset: str = "ambush-1", **given: Any) -> dict[str, Any]:
        """A new game: its seats' secrets by seat, and `watch`. The maker has all seats, as at one screen."""
        given.setdefault("one_screen", True)
        status, made, _ = self.ask("POST", "/api/games", {"ruleset": ruleset, **given})
        assert status == 200, made
        return {
            **{link["seat"]: link["token"] for link in made["seats"]},
            "watch": made["watch"],
            "room": made["room"],
        }

    def client(
        self, token: str, lang: str = "en", mark: str = "", hello: bool = True, begun: bool = True
    ) -> Client:
        return Client(self.port, token, lang, mark, hello, begun)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(HANG_SECONDS)

    def lines(self, room: str) -> int:
        """How many lines of a room's game are in memory."""
        return self.hub.rooms[room].game.count if room in self.hub.rooms else -1


@contextmanager
def running(
    store: Path | str,
    *rulesets: Ruleset,
    limits: Limits = FREE,
    idle: float = 60.0,
    warm: bool = False,
    clock: Callable[[], float] = time.time,
) -> Iterator[Running]:
    server = Running(str(store), rulesets or (FIRST,), limits, idle, warm, clock)
    try:
        yield server
    finally:
        server.stop()


class SetClock:
    """A clock that stands still until it is set."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def whole(state: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    """The board of a state, with what has not changed taken from the one before."""
    board = dict(state["board"])
    for name, ids in state["still"].items():
        new = {one["id"]: one for one in board.get(name, ())}
        had = {one["id"]: one for one in before[name]}
        assert not set(new) & {one for one in had if new.get(one) == had[one]}, (
            "sent though it has not changed"
        )
        board[name] = [new.get(one) or had[one] for one in ids] if ids else before[name]
    return board


class Client:
    """One seat at the other end of a socket. It remembers every message, and reads the log as screens do."""

    def __init__(
        self,
        port: int,
        token: str,
        lang: str = "en",
        mark: str = "",
        hello: bool = True,
        begun: bool = True,
    ) -> None:
        """`begun`: the game is under way, so that a first state comes."""
        self._open = ExitStack()
        # Nobody is timed: while something is compiled for the first time no ping is answered.
        opened = connect(f"ws://127.0.0.1:{port}/play", max_size=None, compression=None, ping_interval=None)
        self.socket = self._open.enter_context(opened)
        self.token = token
        self.name = token_hex(4)
        self.raw: list[str] = []
        self.told: list[dict[str, Any]] = []
        self.log: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self._number = 0
        if hello:
            self.say("hello", token=token, lang=lang, **({"mark": mark} if mark else {}))
            self.welcome = self.until("welcome")
            if begun:
                self.until("state")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def say(self, kind: str, **fields: Any) -> str:
        """Send a message; those that need an id get one, which is returned."""
        self._number += 1
        if kind not in ("hello", "language") and "id" not in fields:
            fields["id"] = f"{self.name}-{self._number}"
        self.socket.send(json.dumps({"type": kind, **fields}))
        return str(fields.get("id", ""))

    def read(self, timeout: float = HANG_SECONDS) -> dict[str, Any]:
        """The next message."""
        raw = self.socket.recv(timeout=timeout)
        assert isinstance(raw, str)
        self.raw.append(raw)
        message: dict[str, Any] = json.loads(raw)
        self.told.append(message)
        if message["type"] == "state":
            message["board"] = whole(message, self.state.get("board", {}))
            self.state = message
            del self.log[message["log_from"] :]
            self.log += message["log"]
        return message

    def until(self, *kinds: str, where: Callable[[dict[str, Any]], bool] = lambda _: True) -> dict[str, Any]:
        """Read on to a message of one of these kinds."""
        while True:
            message = self.read()
            if message["type"] in kinds and where(message):
                return message

    def settle(self) -> None:
        """Read on until everything that was said before has been answered: one's own question comes last."""
        asked = self.say("ask-look", figure="nobody")
        self.until("looked", where=lambda message: message["id"] == asked)

    def answer(self, number: int = 0, **fields: Any) -> dict[str, Any]:
        """Answer the first prompt with the option of that number; what the server makes of it."""
        prompt = self.prompts()[0]
        option = prompt["parts"][0]["options"][number]
        said = self.say("answer", request=prompt["id"], given=option["value"], **fields)
        return self.until("accepted", "refused", "error", where=lambda message: message.get("id") == said)

    def tell(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something and read what the server makes of it."""
        said = self.say(kind, **fields)
        return self.until("accepted", "refused", "error", where=lambda message: message.get("id") == said)

    def prompts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.state["prompts"]
        return found

    def wait_for_prompt(self) -> None:
        while not self.prompts() and self.state["outcome"] is None:
            self.read()


def play_out(clients: list[Client], seed: int, most: int = 10_000) -> int:
    """Random clients play on to the end, one answer at a time; how many answers that took."""
    generator = Random(seed)
    for count in range(most):
        for client in clients:
            client.settle()
        if all(client.state["outcome"] is not None for client in clients):
            return count
        asked = [client for client in clients if client.prompts()]
        assert asked, "nobody is asked anything"
        client = generator.choice(asked)
        options = client.prompts()[0]["parts"][0]["options"]
        assert client.answer(generator.randrange(len(options)))["type"] == "accepted"
    raise AssertionError("the game did not end")
