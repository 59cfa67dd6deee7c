"""All that somebody with a secret can hear of a game over HTTP, as bytes."""

from __future__ import annotations

import http.client
import json
from contextlib import closing
from typing import Any

from firelane.server import messages as m
from firelane.server.endpoints import ENDPOINTS, Endpoint
from hanging import HANG_SECONDS
from server.running import Running

WITH_SECRETS = tuple(one for one in ENDPOINTS if one.secret or one.link or one.body is m.Mine)
"""The endpoints that a secret opens. One that is new is asked too, or the test says that it is not."""
PLAINLY = ("replay", "journal", "reasons", "my_games", "dice", "reachable", "device_link")
LINKS = ("invitation", "take_seat")
"""Those that take a link which is exchanged once. They are asked last: with the link to one's own seat."""
LAST, BEYOND = 4, 3
"""How many moments are asked for: of the last ones, and after these."""

Answer = tuple[int, bytes, tuple[tuple[str, str], ...]]


class Ear:
    """Asks a server everything, over one connection."""

    def __init__(self, server: Running, token: str, room: str, lang: str) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=HANG_SECONDS)
        self._token, self._room, self._lang = token, room, lang
        self._masked = {room: "room", token: "token"}
        self._link = ""

    def everything(self, sides: tuple[str, ...]) -> dict[str, Answer]:
        """Return every answer by what was asked; the room's own name and secret left out."""
        with closing(self._line):
            heard: dict[str, Answer] = {}
            for one in sorted(WITH_SECRETS, key=lambda one: one.name in LINKS):
                for query in self._queries(one.name, heard, sides):
                    heard[f"{one.method} {one.path}?{query}"] = self._ask(one, query)
            return heard

    def _queries(self, name: str, heard: dict[str, Answer], sides: tuple[str, ...]) -> list[str]:
        if name in LINKS:
            return [""]
        if name in PLAINLY:
            return ["", "surplus=1"]
        assert name in ("moment", "reason"), f"nobody has said how {name} is asked"
        replay = json.loads(heard["GET /api/replay?"][1])
        count = replay["moments"]
        moments = range(max(0, count - LAST), count + BEYOND)
        if name == "reason":
            return [f"moment={number}" for number in moments]
        return [f"moment={number}&side={side}" for number in moments for side in ("", *sides, "*")]

    def _ask(self, one: Endpoint, query: str) -> Answer:
        given: dict[str, Any] = {"tokens": [self._token]} if one.body is m.Mine else {}
        body = json.dumps(given).encode() if one.method == "POST" else None
        secret = self._link if one.link and self._link else self._token
        sent = {"authorization": f"Bearer {secret}"}
        self._line.request(one.method, f"{one.path}?lang={self._lang}&{query}", body, sent)
        answer = self._line.getresponse()
        raw = answer.read()
        if one.reply in (m.DeviceLink, m.SeatTaken) and answer.status == 200:
            fresh = json.loads(raw)["token"]
            self._masked[fresh] = "fresh"
            self._link = self._link or fresh
        for secret, name in self._masked.items():
            raw = raw.replace(secret.encode(), name.encode())
        headers = tuple((key, value) for key, value in answer.getheaders() if key.lower() != "date")
        return answer.status, raw, headers


def overheard(
    server: Running, token: str, room: str, sides: tuple[str, ...], lang: str = "en"
) -> dict[str, Answer]:
    """Return all that a reader hears of a game over HTTP."""
    return Ear(server, token, room, lang).everything(sides)


def size(heard: dict[str, Answer]) -> int:
    """Return how many bytes were heard."""
    return sum(len(raw) for _, raw, _ in heard.values())


def shown(heard: dict[str, Answer], asked: str) -> Any:
    """Return one answer as JSON."""
    return json.loads(heard[asked][1])
