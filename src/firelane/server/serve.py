"""Running the server: where it stands, what it plays, where it keeps its games."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable, Sequence
from ipaddress import ip_address

import uvicorn
from platformdirs import user_data_path
from starlette.types import ASGIApp
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from firelane.problem import Problem
from firelane.rulesets import SHIPPED, load
from firelane.server.app import application
from firelane.server.hub import Hub
from firelane.server.limits import Limits
from firelane.server.messages import Reachable
from firelane.server.quiet import keep_quiet
from firelane.server.storage import Store, shown

__all__ = ["address", "default_store", "is_loopback", "run", "shown"]

LARGEST = 16_000_000
"""A socket message beyond this is not even read to its end."""


AHEAD = 4
"""So many messages of one client may wait to be taken before no more of his are read."""
GARBAGE = 300_000
"""So many new objects are made before cycles are looked for: states and messages hardly make any."""


def default_store() -> str:
    """Where games are kept when nobody says otherwise."""
    return str(user_data_path("firelane") / "games.sqlite")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the host."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses kept free for documentation: what leads there leads out of this machine. Nothing is sent."""


def reachable(host: str, port: int) -> Reachable:
    """Where others reach a server that listens there: at its host, or at this machine's own addresses."""
    if is_loopback(host):
        return Reachable(only_here=True, addresses=())
    hosts = _own_addresses() if host in ("", "0.0.0.0", "::") else [host]
    return Reachable(only_here=False, addresses=tuple(address(one, port) for one in hosts))


def address(host: str, port: int) -> str:
    """The address of the start page."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _own_addresses() -> list[str]:
    """The addresses from which this machine goes out into its network."""
    found = []
    for family, elsewhere in ELSEWHERE.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((elsewhere, 9))
                found.append(asking.getsockname()[0])
        except OSError:  # no way out by this family
            continue
    return [one for one in found if not is_loopback(one)]


def run(
    host: str,
    port: int,
    store: str,
    rulesets: Sequence[str] = tuple(SHIPPED),
    limits: Limits = Limits(),  # noqa: B008 - immutable
    idle: float = 60.0,
    ready: Callable[[int], None] = lambda _: None,
    warm: bool = True,
) -> None:
    """Serve until told to stop. `ready` is told the port, which is a free one for port 0.

    `warm`: what only the first game has to wait for is done while nobody waits.
    """
    played = {ruleset.name: ruleset for ruleset in map(load, rulesets)}
    listening = listen(host, port)
    kept = Store(store)
    gc.freeze()
    gc.set_threshold(GARBAGE, 20, 50)
    opened = listening.getsockname()[1]
    app = application(lambda: Hub(kept, played, idle, warm), limits, reachable(host, opened))
    _Server(configured(app), lambda: ready(opened)).run([listening])


class _Sockets(WebSocketsSansIOProtocol):
    """Reads a few messages ahead: to stop and start reading with each of them costs more than reading it."""

    def send_receive_event_to_app(self) -> None:
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= AHEAD:
            self.read_paused = True
            self.transport.pause_reading()


class _Server(uvicorn.Server):
    """Tells when it serves: from then on it can be reached, and stopped."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def configured(app: ASGIApp) -> uvicorn.Config:
    """How the application is run. No log of addresses asked for is kept, nor anything else about players."""
    config = uvicorn.Config(
        app,
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        ws=_Sockets,
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    keep_quiet()
    return config


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, or a Problem that says why not."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, proto)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(1024)
    except OSError as error:
        raise Problem("server.no-port", host=host, port=port, reason=error.strerror or error) from None
    return listening
