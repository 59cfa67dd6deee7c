"""One connection of one seat: reads what is said, checks it, and passes it on to the room."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from typing import NoReturn

import msgspec
from msgspec import Raw, Struct
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from firelane.core.because import Refusal
from firelane.core.events import WATCHER
from firelane.core.game import Game
from firelane.core.machine import Advance
from firelane.core.requests import Answer, Request, Roll
from firelane.core.views import may_type_dice
from firelane.loading import decode, text_at_top
from firelane.players.telling import comment
from firelane.problem import Problem
from firelane.screen.board import Board, Ground
from firelane.server import messages as m
from firelane.server import presenting
from firelane.server.faults import is_fault
from firelane.server.hub import Hub
from firelane.server.limits import Allowance, Limits
from firelane.server.outbox import Outbox
from firelane.server.rooms import Broken, Room
from firelane.server.storage import SeatRow

POLICY, AGAIN = 1008, 1013
"""Why a connection is closed, as the standard numbers it: misbehaviour; come again later."""

log = logging.getLogger("firelane.server")
_said = msgspec.json.Decoder(m.AnySaid)
_ID = re.compile("[A-Za-z0-9_.:-]{1,64}")


class _WithId(Struct):
    """Any message, of which only the id is read."""

    id: m.Id = ""


_with_id = msgspec.json.Decoder(_WithId)


def _id_of(text: str, limit: int) -> str:
    """The id of a message that cannot be taken, where one can be read: its sender may wait for it."""
    data = text.encode()
    if len(data) <= limit:
        found = text_at_top(data, "id")
        return found if _ID.fullmatch(found) else ""
    try:  # what is too long is only looked through quickly
        return _with_id.decode(data).id
    except (msgspec.DecodeError, RecursionError):
        return ""


class Connection:
    """A client at the other end of a socket."""

    def __init__(self, socket: WebSocket, hub: Hub, limits: Limits) -> None:
        self.seat = WATCHER
        self.lang = "en"
        self.shown: object = None
        self.ground: Ground | None = None
        self.board: Board | None = None
        self._socket = socket
        self._hub = hub
        self._limits = limits
        self._allowance = Allowance(limits.messages, limits.message_burst)
        self._offences = 0
        self._out = Outbox(limits.queue)

    async def serve(self) -> None:
        """Talk until one of both goes."""
        await self._socket.accept()
        sender = asyncio.get_running_loop().create_task(self._send_all())
        try:
            await self._converse()
        except (WebSocketDisconnect, TimeoutError):
            pass
        except Exception:
            log.exception("a connection broke down")
            self._close(AGAIN)
        finally:
            self._close(POLICY)
            await sender

    # Sending

    def send(self, data: bytes) -> None:
        """Put a message in the queue; whoever reads too slowly is sent away, and may come again."""
        if not self._out.put(data):
            self.dismiss()

    def dismiss(self, fault: Problem | None = None) -> None:
        """Close, so that the client comes again and reads everything anew."""
        self._out.clear()
        if fault is not None:
            self._tell(m.Error(code=fault.key, text=fault.say(self.lang)))
        self._close(AGAIN)

    def _end_with(self, fault: Problem, said: str = "") -> NoReturn:
        """Tell of a fault of the store, and close so that the client comes again."""
        self._out.clear()
        self._tell(m.Error(code=fault.key, text=fault.say(self.lang), id=said))
        self._close(AGAIN)
        raise WebSocketDisconnect(AGAIN)

    def _close(self, code: int) -> None:
        self._out.put(code)

    async def _send_all(self) -> None:
        try:
            while isinstance(data := await self._out.get(), bytes):
                await self._socket.send({"type": "websocket.send", "text": data.decode()})
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._socket.close(data)
        except (WebSocketDisconnect, RuntimeError):  # gone already
            pass

    def _tell(self, message: m.Told) -> None:
        self.send(msgspec.json.encode(message))

    # Reading

    async def _next(self) -> m.Said | None:
        """The next message, or None for one that was bad: then its sender has been told."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text: str | None = message.get("text")
        if not self._allowance.take():
            self._offence("server.too-many", _id_of(text or "", self._limits.message))
            return None
        if text is None:
            self._offence("server.not-text")
            return None
        if len(text) > self._limits.message or len(text.encode()) > self._limits.message:
            self._offence("server.too-long", _id_of(text, self._limits.message), limit=self._limits.message)
            return None
        try:
            said: m.Said = decode(text.encode(), _said)
        except msgspec.DecodeError as error:
            what, _, place = str(error).partition(" - at `$")
            self._offence(
                "server.malformed",
                _id_of(text, self._limits.message),
                what=what,
                field=place.strip("`.") or "-",
            )
            return None
        return said

    def _offence(self, key: str, said: str = "", **args: object) -> None:
        """Tell the sender what was wrong; too often, and that is the end of it."""
        self._offences += 1
        closing = self._offences >= self._limits.offences
        text = Problem(key, **args).say(self.lang)
        self._tell(m.Error(code=key, text=text, id=said, closing=closing))
        if closing:
            raise WebSocketDisconnect(POLICY)

    async def _converse(self) -> None:
        seat, hello = await self._first()
        self.seat, self.lang = seat.seat, hello.lang
        while True:
            try:
                async with self._hub.at(seat.room) as room:
                    try:
                        await room.join(self, hello.mark)
                        await self._listen(room)
                    finally:
                        room.leave(self)
            except Problem as problem:
                if is_fault(problem):
                    self._end_with(problem)
                self._tell(m.Error(code=problem.key, text=problem.say(self.lang), closing=True))
                raise WebSocketDisconnect(POLICY) from None
            except Broken:
                continue

    async def _first(self) -> tuple[SeatRow, m.Hello]:
        async with asyncio.timeout(self._limits.hello):
            while True:
                try:
                    said = await self._next()
                    if said is None:
                        continue
                    if not isinstance(said, m.Hello):
                        self._offence("server.no-hello", getattr(said, "id", ""))
                        continue
                    self.lang = said.lang
                    return await self._hub.seat(said.token), said
                except Problem as problem:
                    if is_fault(problem):
                        self._end_with(problem)
                    self._offence(problem.key)

    async def _listen(self, room: Room) -> None:
        while True:
            said = await self._next()
            if said is None:
                continue
            try:
                await self._take(room, said)
                self._offences = max(0, self._offences - 1)
            except Problem as problem:
                if is_fault(problem):
                    self._end_with(problem, getattr(said, "id", ""))
                self._offence(problem.key, getattr(said, "id", ""), **problem.args_of_message)
            except (Broken, WebSocketDisconnect):
                raise
            except Exception:
                log.exception("room %s could not take a message", room.id)
                self._offence("server.broke-down", getattr(said, "id", ""))

    async def _take(self, room: Room, said: m.Said) -> None:
        """One good message."""
        if isinstance(said, m.Language):
            self.lang = said.lang
            await room.refresh(self)
            return
        if room.free_seats and not isinstance(said, m.OwnDice):
            raise Problem("server.waiting")
        if isinstance(said, m.AskLook):
            await self._look(room, said)
            return
        if self.seat == WATCHER:
            raise Problem("server.only-watching")
        match said:
            case m.AnswerGiven():
                given = self._answer(room, said.given)
                if isinstance(given, Refusal):
                    self._refuse(room, said.id, given)
                    return
                await self._act(room, said.id, lambda game: game.answer(self.seat, said.request, given))
            case m.AsideGiven():
                await self._act(room, said.id, lambda game: game.say(self.seat, said.said))
            case m.Undo():
                await self._act(room, said.id, lambda game: game.undo(self.seat))
            case m.Dice():
                await self._act(room, said.id, lambda game: self._dice(game, said))
            case m.OwnDice():
                await room.set_own_dice(self.seat, said.own)
                self._tell(m.Accepted(id=said.id))
            case m.TakeOver():
                await room.take_over(said.seat, said.player)
                self._tell(m.Accepted(id=said.id))
            case m.AskPreview():
                await self._preview(room, said)
            case m.AskWay():
                await self._way(room, said)
            case _:
                raise Problem("server.hello-again")

    async def _act(self, room: Room, said: str, do: Callable[[Game], Advance | Refusal]) -> None:
        refused = await room.act(self.seat, said, do, lambda: self._tell(m.Accepted(id=said)))
        if refused is not None:
            self._refuse(room, said, refused)

    def _refuse(self, room: Room, said: str, refused: Refusal) -> None:
        seen = room.reader(self.seat).view
        text = presenting.refusal(room.game.ruleset, seen, refused, self.lang)
        self._tell(m.Refused(id=said, rule=refused.rule, text=text))

    def _answer(self, room: Room, given: Raw) -> Answer | Refusal:
        return room.game.ruleset.read_answer(bytes(given))

    def _dice(self, game: Game, said: m.Dice) -> Advance | Refusal:
        """Faces from this player's desk, or the server's for them; his own dice in both cases."""
        request = next(iter(game.pending), None)
        # Whether others have answered their questions must not be heard: of these nothing is said.
        if not isinstance(request, Roll) or request.id != said.request:
            return Refusal("core.not-asked", {"ask": said.request, "seat": self.seat})
        if said.faces:
            return game.type_dice(self.seat, said.faces)
        if not may_type_dice(request, self.seat):
            return Refusal("core.not-your-dice", {"seat": self.seat})
        return game.throw()

    # Questions about the table: they are answered from the seat's view, and change nothing

    def _asked(self, room: Room, wanted: str) -> Request | Refusal:
        for request in room.reader(self.seat).view.requests:
            if request.id == wanted:
                found: Request = request
                return found
        return Refusal("core.not-asked", {"ask": wanted, "seat": self.seat})

    async def _preview(self, room: Room, said: m.AskPreview) -> None:
        request = self._asked(room, said.request)
        given = self._answer(room, said.given)
        if isinstance(request, Refusal) or isinstance(given, Refusal):
            self._refuse(room, said.id, request if isinstance(request, Refusal) else given)  # type: ignore[arg-type]
            return
        game, screen = room.game, presenting.screen(room.game.ruleset)
        question = game.ruleset.question(request)
        if not isinstance(given, question.answers):
            wrong = Refusal("core.wrong-kind", {"ask": request.kind, "kinds": question.answer_kinds})
            self._refuse(room, said.id, wrong)
            return
        seen, measuring, lang = room.reader(self.seat).view, room.house.open_measuring, self.lang
        if said.coach and not measuring:
            raise Problem("server.no-coach")
        shown = await self._hub.work(lambda: screen.preview(seen, request, given, measuring, lang))
        coach: tuple[str, ...] = ()
        if said.coach and not shown.refusal:
            found = await self._hub.work(lambda: comment(game.ruleset, seen, request, given, lang))
            coach = tuple(found)
        self._tell(m.Previewed(id=said.id, preview=shown, coach=coach))

    async def _look(self, room: Room, said: m.AskLook) -> None:
        seen, screen = room.reader(self.seat).view, presenting.screen(room.game.ruleset)
        shown = await self._hub.work(lambda: screen.look(seen, said.figure, self.lang))
        self._tell(m.Looked(id=said.id, look=shown))

    async def _way(self, room: Room, said: m.AskWay) -> None:
        request = self._asked(room, said.request)
        if isinstance(request, Refusal):
            self._refuse(room, said.id, request)
            return
        seen, screen = room.reader(self.seat).view, presenting.screen(room.game.ruleset)
        figure, start, to, lang = said.figure, said.start, said.to, self.lang
        shown = await self._hub.work(lambda: screen.way(seen, request, figure, start, to, lang))
        self._tell(m.WayFound(id=said.id, way=shown))
