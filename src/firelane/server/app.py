"""The application: routes, checks, headers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from firelane.loading import decode
from firelane.problem import Problem
from firelane.server import describe, static
from firelane.server import messages as m
from firelane.server.api import Api
from firelane.server.endpoints import ENDPOINTS, JOURNAL, Endpoint
from firelane.server.faults import FAULTS
from firelane.server.hub import Hub
from firelane.server.limits import Allowances, Limits
from firelane.server.sockets import Connection
from firelane.server.storage import SeatRow, TicketRow

T = TypeVar("T")
log = logging.getLogger("firelane.server")

JSON = "application/json"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)

BODY_HEADERS = (b"content-length", b"transfer-encoding")

STATUS = {
    "server.no-seat": 404,
    "server.no-secret": 401,
    "server.no-invitation": 404,
    "server.invitation-used": 410,
    "server.device-link-used": 410,
    "server.is-invitation": 403,
    "server.only-seats": 403,
    "server.not-over": 403,
    "server.reasons-later": 403,
    "server.no-reasons": 404,
    "server.not-your-side": 403,
    "server.too-many": 429,
    "server.too-long": 413,
    "server.foreign-page": 403,
    "server.broke-down": 500,
    "rulebook.unknown-id": 404,
    "rulebook.unknown-id-far": 404,
    "rulebook.nothing-to-compare": 404,
    **FAULTS,
}
"""HTTP's number for a complaint; any other is 400."""


ONLY_HERE = m.Reachable(only_here=True, addresses=())


def application(
    make: Callable[[], Hub],
    limits: Limits = Limits(),  # noqa: B008 - immutable
    reach: m.Reachable = ONLY_HERE,
) -> ASGIApp:
    """The whole server over a hub, which is made when it starts and stopped when it ends. `reach` is where
    others find it."""
    return Guard(Server(make, limits, reach).app(), limits)


class Server:
    """The routes over one hub."""

    def __init__(self, make: Callable[[], Hub], limits: Limits, reach: m.Reachable) -> None:
        self._make = make
        self._reach = reach
        self._limits = limits
        self._hub: Hub
        self._api: Api
        self._requests = Allowances(limits.requests, limits.request_burst)
        self._new_games = Allowances(limits.new_games, limits.new_game_burst)
        self._files = static.load()
        self._descriptions = {
            "/api/openapi.json": msgspec.json.encode(describe.openapi()),
            "/api/messages.json": msgspec.json.encode(describe.socket_schema()),
        }

    def app(self) -> Starlette:
        """The routes, made from the table of endpoints."""
        routes: list[Any] = [Route(one.path, self._endpoint(one), methods=[one.method]) for one in ENDPOINTS]
        routes += [Route(path, self._description, methods=["GET"]) for path in self._descriptions]
        routes.append(WebSocketRoute("/play", self._play))
        routes.append(Route("/{path:path}", self._file, methods=["GET"]))
        return Starlette(routes=routes, lifespan=self._life)

    @asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        self._hub = self._make()
        self._api = Api(self._hub, self._reach)
        self._hub.start()
        try:
            yield
        finally:
            await self._hub.stop()

    async def _play(self, socket: WebSocket) -> None:
        if _foreign(socket.headers):
            await socket.close(1008)
            return
        await Connection(socket, self._hub, self._limits).serve()

    async def _description(self, request: Request) -> Response:
        return Response(self._descriptions[request.url.path], media_type=JSON)

    async def _file(self, request: Request) -> Response:
        found = self._files.get(request.url.path)
        if found is None:
            return Response(status_code=404, content=b"", media_type="text/plain")
        keep = "public, max-age=31536000, immutable" if found.lasting else "no-cache"
        headers = {"cache-control": keep, "vary": "accept-encoding"}
        if found.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(found.squeezed, headers=headers, media_type=found.kind)
        return Response(found.data, headers=headers, media_type=found.kind)

    # HTTP with a question and an answer

    def _endpoint(self, one: Endpoint) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            lang = "ja" if request.query_params.get("lang") == "ja" else "en"
            try:
                given = await self._answer(one, request)
            except Problem as problem:
                told = m.Complaint(code=problem.key, text=problem.say(lang))
                return _response(msgspec.json.encode(told), JSON, STATUS.get(problem.key, 400))
            except ClientDisconnect:
                return Response(status_code=400)
            except Exception:
                log.exception("%s could not be answered", one.path)
                told = m.Complaint(code="server.broke-down", text=Problem("server.broke-down").say(lang))
                return _response(msgspec.json.encode(told), JSON, 500)
            if isinstance(given, bytes):
                return _response(given, JOURNAL)
            return _response(msgspec.json.encode(given), JSON)

        return answer

    async def _answer(self, one: Endpoint, request: Request) -> Any:
        asker = request.client.host if request.client is not None else ""
        if _foreign(request.headers):
            raise Problem("server.foreign-page")
        if not self._requests.take(asker):
            raise Problem("server.too-many")
        if one.reply is m.GameMade and not self._new_games.take(asker):
            raise Problem("server.too-many")
        query = _read(lambda: msgspec.convert(dict(request.query_params), one.query, strict=False))
        seat: SeatRow | TicketRow | None = None
        if one.secret:
            seat = await self._hub.seat(_bearer(request))
        elif one.link:
            seat = await self._hub.ticket(_bearer(request))
        body = await self._body(one, request) if one.body is not None else None
        return await self._api[one.name](query, body, seat)

    async def _body(self, one: Endpoint, request: Request) -> Any:
        limit = self._limits.journal if one.body == JOURNAL else self._limits.body
        data = bytearray()
        async for part in request.stream():
            data += part
            if len(data) > limit:
                raise Problem("server.too-long", limit=limit)
        if one.body == JOURNAL:
            return bytes(data)
        return _read(lambda: decode(bytes(data), msgspec.json.Decoder(one.body)))


def _bearer(request: Request) -> str:
    """The secret that goes with a request."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret:
        raise Problem("server.no-secret")
    return secret.strip()


def _read(read: Callable[[], T]) -> T:
    try:
        return read()
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        what, _, place = str(error).partition(" - at `$")
        raise Problem("server.malformed", what=what, field=place.strip("`.") or "-") from None


def _response(data: bytes, kind: str, status: int = 200) -> Response:
    return Response(data, status_code=status, media_type=kind, headers={"cache-control": "no-store"})


def _foreign(headers: Mapping[str, str]) -> bool:
    """Whether a page of another site asks: browsers say where a page is from, other programs need not."""
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host", "")


class Guard:
    """Puts the security headers on every answer, and reads what is refused to its end."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = _Body(receive, any(name in BODY_HEADERS for name, _ in scope["headers"]))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                await body.drain(self._limits)
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self._app(scope, body.receive, guarded)


class _Body:
    """The body of a request.

    A client that is answered while it still sends sees its connection broken instead of the answer: so what
    is left of a body that was refused is read first, though not for ever.
    """

    def __init__(self, receive: Receive, sent: bool) -> None:
        self._receive = receive
        self._sent = sent
        """Whether there is more of it."""

    async def receive(self) -> Message:
        message = await self._receive()
        self._sent = bool(message.get("more_body", False))
        return message

    async def drain(self, limits: Limits) -> None:
        left = limits.drained
        with suppress(TimeoutError):
            async with asyncio.timeout(limits.drain_seconds):
                while self._sent and left > 0:
                    left -= len((await self.receive()).get("body", b""))
