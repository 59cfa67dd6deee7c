"""One game and the people at it.

Whatever changes the game goes through `act`: one thing at a time, played, written down, and only then told.
People, machines and watchers differ in nothing but who answers.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from firelane import __version__
from firelane.core.because import Refusal
from firelane.core.events import WATCHER
from firelane.core.game import Game, Moment
from firelane.core.lately import Memory
from firelane.core.lines import Line
from firelane.core.machine import Advance, RefuseDraw
from firelane.core.requests import Request, Roll
from firelane.core.state import AnyState
from firelane.core.views import may_type_dice
from firelane.players import Player
from firelane.problem import Problem
from firelane.screen.board import Board, Ground
from firelane.server import agreement, presenting, reasons
from firelane.server.agreement import Origin
from firelane.server.faults import is_fault
from firelane.server.feeds import Feed
from firelane.server.history import History, seats_with_news
from firelane.server.machines import WEAKER, Breakdowns, Machines, check_name, stopped_told
from firelane.server.messages import HouseRules, Present, SeatShown, SetUpShown, Welcome
from firelane.server.reader import RoomReader
from firelane.server.storage import LineRow, RoomRow, Step, Store
from firelane.text import seat_name

HUMAN = "human"
QUICK = 0.003
"""Work that takes less than this many seconds holds nobody up."""
LOOKED_AT = 16
"""Of quick work one in so many is timed: asking for the time of the processor is not free itself."""
MARGIN_SECONDS = 0.01
"""Clocks differ a little: nobody is told before his time."""
T = TypeVar("T")
Worker = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a piece of work off the event loop."""

log = logging.getLogger("firelane.server")


class Member(Protocol):
    """Somebody connected: a seat or a watcher, reading in a language."""

    seat: str
    lang: str
    shown: object
    """What was shown last, to tell whether there is news."""
    ground: Ground | None
    """The battlefield that was sent last."""
    board: Board | None
    """The board that was sent last: what is still as it was there is not sent again."""

    def send(self, data: bytes) -> None:
        """Hand a message over; it is sent in its own time."""

    def dismiss(self, fault: Problem | None = None) -> None:
        """Have him come again: what he sees cannot be relied on. `fault`: why, if that is to be told."""


News = list[tuple[Member, bytes]]


class Broken(Exception):
    """Something went wrong in the middle of a step: nothing of it counts, the room is read anew."""


class Room:
    """A game under way with its seats."""

    def __init__(
        self,
        row: RoomRow,
        game: Game,
        history: History,
        said: Iterable[str],
        own_dice: frozenset[str],
        machines: Mapping[str, Player],
        store: Store,
        worker: Worker,
        clock: Callable[[], float] = time.time,
        origin: Origin | None = None,
        free_seats: Collection[str] = (),
        breakdowns: Breakdowns | None = None,
    ) -> None:
        """`said`: under what ids something has been said before. `breakdowns` outlive a room that is read
        anew."""
        self.id = row.id
        self.begun = row.begun
        self.delay = row.delay
        self.house = msgspec.json.decode(row.house, type=HouseRules)
        self.players = msgspec.json.decode(row.players, type=dict[str, str])
        self.game = game
        self.origin = origin
        self.free_seats = tuple(seat for seat in self.players if seat in free_seats)
        """The seats that wait for somebody invited. The game begins when there is none."""
        self.own_dice = set(own_dice)
        self._machines = Machines(machines, {} if breakdowns is None else breakdowns)
        self.members: set[Member] = set()
        self.users = 0
        """How many hold on to this room, so that it stays in memory."""
        self.used = time.monotonic()
        self.broken = False
        self.lock = asyncio.Lock()
        self._store = store
        self._worker = worker
        self._clock = clock
        self._memory = Memory()
        self._told_stopped: tuple[str, ...] = ()
        self._pace = QUICK * 1.1
        self._works = 0
        self._roll: tuple[AnyState | None, Roll | None] = (None, None)
        self._said = set(said)
        self._history = history
        self._alarm: asyncio.TimerHandle | None = None
        self._feeds: dict[str, Feed] = {}
        self._written: list[Line] = []
        self._thinking: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None
        game.write = self._written.append

    @property
    def busy(self) -> bool:
        """Whether somebody is here, or something is going on."""
        thinking = self._thinking is not None and not self._thinking.done()
        return bool(self.users) or thinking or self.lock.locked()

    async def _work(self, work: Callable[[], T]) -> T:
        """Do a piece of this game's work, with what was found for its last moments at hand: off the event
        loop, unless this game's work is quickly done."""

        self._works += 1
        if self._pace < QUICK and self._works % LOOKED_AT:
            return self._memory.run(work)

        def timed() -> T:
            begun = time.thread_time()
            try:
                return self._memory.run(work)
            finally:
                self._pace += 0.2 * (time.thread_time() - begun - self._pace)

        if self._pace < QUICK:
            return timed()
        done: T = await self._worker(timed)
        return done

    # Playing

    async def act(
        self,
        seat: str,
        said: str,
        do: Callable[[Game], Advance | Refusal],
        tell: Callable[[], None],
        weighed: bytes = b"",
    ) -> Refusal | None:
        """Play what a seat said under an id of its own, unless it was played before.

        When it counts, `tell` is called before anybody sees what came of it. `weighed` is kept with it.
        """
        key = f"{seat} {said}"
        async with self.lock:
            if self.broken:
                raise Broken
            if self.free_seats:
                raise Problem("server.waiting")
            if key in self._said:
                tell()
                return None
            try:
                result = await self._work(lambda: self._play(do))
                if isinstance(result, Refusal):
                    return result
                await self._keep(key, weighed)
            except BaseException as error:
                if self._written:  # what cannot even be judged has changed nothing
                    self._break(error)
                raise
            self._said.add(key)
            tell()
            self._send(result)
        self.wake()
        return None

    def _play(self, do: Callable[[Game], Advance | Refusal]) -> Refusal | News:
        """Do it, and what comes of it."""
        self._written.clear()
        result = do(self.game)
        return result if isinstance(result, Refusal) else self._play_on()

    def _play_on(self) -> News:
        """Throw the dice that wait for the server, and put into words what everybody will be told."""
        self._throw()
        self._history.note(self.game.moments, [line.n for line in self._written], self._clock())
        return self._news([member for member in self.members if not self._is_behind(member)])

    def _throw(self) -> None:
        """Throw dice as long as they are the server's to throw."""
        while self._rolls_wait():
            self.game.throw()

    def _open_roll(self) -> Roll | None:
        """The dice that are to be thrown now. Everybody's message asks for it, of one state the same."""
        state, roll = self._roll
        if state is not self.game.state:
            request = next(iter(self.game.pending), None)
            roll = request if isinstance(request, Roll) else None
            self._roll = self.game.state, roll
        return roll

    def _rolls_wait(self) -> bool:
        """Whether there are dice for the server to throw."""
        roll = self._open_roll()
        return roll is not None and not self.rolls_own(roll) and not self.broken

    def rolls_own(self, roll: Roll) -> bool:
        """Whether this roll is thrown on somebody's desk."""
        return any(may_type_dice(roll, seat) for seat in self.own_dice)

    async def _keep(self, said: str, weighed: bytes = b"") -> None:
        """Write down what was played since; `said` goes with its first line."""
        readers, moments = (*self.game.ruleset.seats, WATCHER), self.game.moments
        rows = [
            LineRow(
                line.n,
                msgspec.json.encode(line).decode(),
                self._history.time(line.n),
                said if place == 0 else "",
                msgspec.json.encode(seats_with_news(line, moments, readers)).decode(),
            )
            for place, line in enumerate(self._written)
        ]
        if not rows:
            return
        await self._store.append(Step(self.id, rows, *game_status(self.game), weighed))

    async def begin(self) -> None:
        """Throw dice that wait for the server, and let machines think: after loading.

        What cannot be written just now is done as soon as it can: till then the room can be read.
        """
        if self._store.writable:
            async with self.lock:
                await self._roll_on()
        self.wake()

    async def _roll_on(self) -> None:
        if self.free_seats:
            return
        self._written.clear()
        try:
            news = await self._work(self._play_on)
            await self._keep("")
        except BaseException as error:
            self._break(error)
            raise
        self._send(news)

    def _break(self, error: BaseException) -> None:
        """Nothing here can be relied on any more: what is stored can."""
        self.broken = True
        fault = error if isinstance(error, Problem) and is_fault(error) else None
        for member in tuple(self.members):
            member.dismiss(fault)

    async def set_own_dice(self, seat: str, own: bool) -> None:
        """Let a seat roll its own dice, or no longer: then what waits for its desk is thrown at once."""
        async with self.lock:
            if self.broken:
                raise Broken
            await self._store.own_dice(self.id, seat, own)
            (self.own_dice.add if own else self.own_dice.discard)(seat)
            await self._roll_on()
        self.wake()

    async def seat_taken(self, seat: str, game: Game | None) -> None:
        """Somebody has taken a free seat, with a list of his own in `game` if there is one. The lock is held.

        With the last seat taken the game begins. If that fails, the room is read anew from the store.
        """
        self.free_seats = tuple(free for free in self.free_seats if free != seat)
        if game is not None:
            game.write = self._written.append
            self.game = game
            self._history = History(self.delay, game.moments)
            self._feeds.clear()
        try:
            if not self.free_seats:
                self._written.clear()
                await self._work(self._play_on)
                await self._keep("")
            for member in tuple(self.members):
                self._hand_out(await self._work(lambda member=member: self._catch_up(member, "")))  # type: ignore[misc]
            self._wait_for_news()
        except Exception as error:
            if not (isinstance(error, Problem) and is_fault(error)):  # its owner was told of that
                log.exception("room %s could not begin", self.id)
            self._break(error)

    # Telling

    def set_up(self, lang: str) -> SetUpShown:
        """What the game was set up with, in words."""
        return agreement.shown(self.game.ruleset, self.game.header, self.origin, self.delay, lang)

    async def join(self, member: Member, mark: str) -> None:
        """Somebody comes, and gets what he lacks since his mark."""
        async with self.lock:
            if self.broken:
                raise Broken
            # Those who are behind read together: none may miss what another is shown.
            news = await self._work(lambda: self._news(self._behind()))
            self.members.add(member)
            self._hand_out(news + await self._work(lambda: self._catch_up(member, mark)))
            if self.stopped:
                self._tell_stopped([member])
        self._tell_present()
        self._wait_for_news()

    def leave(self, member: Member) -> None:
        """Somebody goes. His seat stays his."""
        self.members.discard(member)
        if not any(other.seat == member.seat for other in self.members):
            self._feeds.pop(member.seat, None)
        if self._alarm is not None and not self._behind():
            self._alarm.cancel()
            self._alarm = None
        self._tell_present()

    async def refresh(self, member: Member) -> None:
        """Show everything again, in the member's language."""
        async with self.lock:
            others = [one for one in self._behind() if one is not member]
            news = await self._work(lambda: self._news(others))
            self._hand_out(news + await self._work(lambda: self._catch_up(member, "")))

    def _tell_present(self) -> None:
        here = {member.seat for member in self.members} - {WATCHER}
        told = msgspec.json.encode(Present(seats=tuple(seat for seat in self.players if seat in here)))
        for member in self.members:
            member.send(told)

    def _feed(self, seat: str) -> tuple[Feed, int]:
        """What the seat reads, brought up to date; and up to where what it had read still holds."""
        feed = self._feeds.get(seat)
        if feed is None:
            feed = self._feeds[seat] = Feed(self.game.ruleset, seat)
        return feed, feed.follow(self.moments(seat))

    def moments(self, seat: str) -> list[Moment]:
        """The moments that a seat may know of: all, but watchers may be kept behind."""
        return self._history.known_to(seat, self._clock())

    def reader(self, seat: str) -> RoomReader:
        """The room as a seat may read it now."""
        known = self.moments(seat)
        return RoomReader(self.id, self.game.ruleset, self.players, seat, known, self._store, self._worker)

    def _catch_up(self, member: Member, mark: str) -> News:
        """All that he is to see, and of the log what he lacks."""
        feed, _ = self._feed(member.seat)
        member.board = None
        welcome = self._welcome(member, feed, again=True)
        if self.free_seats:
            return welcome
        return [*welcome, (member, self._shown(member, feed, feed.read_until(mark), {}))]

    def _welcome(self, member: Member, feed: Feed, again: bool = False) -> News:
        """Where he sits and what the battlefield looks like, if it is another than he was shown."""
        game, ruleset = self.game, self.game.ruleset
        ground = None if self.free_seats else presenting.screen(ruleset).ground(feed.view, member.lang)
        same = ground is None or ground is member.ground or presenting.is_same_ground(ground, member.ground)
        if same and not again:
            return []
        member.ground = ground
        told = Welcome(
            room=self.id,
            seat=member.seat,
            seats=tuple(
                SeatShown(seat=seat, player=kind, name=seat_name(seat, member.lang))
                for seat, kind in self.players.items()
            ),
            ruleset=ruleset.name,
            house=self.house,
            ground=ground,
            own_dice=member.seat in self.own_dice,
            program=__version__,
            free_seats=self.free_seats,
            set_up=self.set_up(member.lang),
            commitment=game.seed_line.commitment,
        )
        return [(member, msgspec.json.encode(told))]

    def _send(self, news: News) -> None:
        """Send everybody what is new to him."""
        self._hand_out(news)
        self._wait_for_news()
        if self._told_stopped != self.stopped:
            self._tell_stopped()

    @staticmethod
    def _hand_out(news: News) -> None:
        for member, data in news:
            member.send(data)

    def _is_behind(self, member: Member) -> bool:
        return bool(self.delay) and member.seat == WATCHER

    def _behind(self) -> list[Member]:
        """The watchers who are kept behind: they are told at their own time, whatever happens meanwhile."""
        return [member for member in self.members if self._is_behind(member)]

    def _news(self, members: Sequence[Member]) -> News:
        """What is new to some, and nothing for those to whom nothing is."""
        if self.free_seats:
            return []
        made: dict[object, tuple[bytes, Board]] = {}
        news: News = []
        for seat in dict.fromkeys(member.seat for member in members):
            before = len(self._feeds[seat].events) if seat in self._feeds else 0
            feed, same = self._feed(seat)
            for member in [m for m in members if m.seat == seat]:
                if same < before or len(feed.events) > same or member.shown != self._glance(feed):
                    news += self._welcome(member, feed)
                    news.append((member, self._shown(member, feed, same, made)))
        return news

    def _glance(self, feed: Feed) -> object:
        """What a seat sees beside its log. If that is the same, it is not sent again."""
        roll = self._roll_for(feed.seat)
        return feed.view, roll.id if roll is not None else ""

    def _roll_for(self, seat: str) -> Roll | None:
        roll = self._open_roll()
        return roll if roll is not None and seat in self.own_dice and may_type_dice(roll, seat) else None

    def _shown(
        self, member: Member, feed: Feed, first: int, made: dict[object, tuple[bytes, Board]]
    ) -> bytes:
        key = (member.seat, member.lang, first, id(member.board))
        if key not in made:
            roll = self._roll_for(member.seat)
            desk = presenting.OnDesk(roll, self.game.state) if roll is not None else None
            made[key] = presenting.written(self.game.ruleset, feed, desk, first, member.lang, member.board)
        member.shown = self._glance(feed)
        data, member.board = made[key]
        return data

    def _wait_for_news(self) -> None:
        """Look again when those who are behind may know more."""
        if self._alarm is not None or not self._behind():
            return
        now = self._clock()
        due = self._history.next_news(now)
        if due is not None:
            wait = due - now + MARGIN_SECONDS
            self._alarm = asyncio.get_running_loop().call_later(wait, self._catch_up_late)

    def _catch_up_late(self) -> None:
        self._alarm = None
        self._telling = asyncio.get_running_loop().create_task(self.tell_those_behind())

    async def tell_those_behind(self) -> None:
        """Tell the watchers who are kept behind what they may know by now."""
        async with self.lock:
            if not self.broken:
                self._send(await self._work(lambda: self._news(self._behind())))

    # Machines

    @property
    def stopped(self) -> tuple[str, ...]:
        """The seats whose machines cannot go on by themselves."""
        return self._machines.stopped(self.game)

    def wake(self) -> None:
        """Let the machines think if one of them is asked, or the server throw dice that wait for it."""
        asleep = self._thinking is None or self._thinking.done()
        if self.free_seats:
            return
        if asleep and (self._rolls_wait() or self._machines.wanted(self.game) is not None):
            self._thinking = asyncio.get_running_loop().create_task(self._think())

    async def _think(self) -> None:
        try:
            await self._store.wait_until_writable()
            if self._rolls_wait():
                async with self.lock:
                    await self._roll_on()
            while not self.broken and (wanted := self._machines.wanted(self.game)) is not None:
                await self._try_to_speak(*wanted)
        except Broken:  # it is read anew by whoever comes next
            pass
        except Exception as error:
            if not (isinstance(error, Problem) and is_fault(error)):  # its owner was told of that
                log.exception("room %s broke down", self.id)

    async def _try_to_speak(self, seat: str, request: Request | None) -> None:
        """Have a machine say what it is to say. If it breaks down it is asked again; if it has stopped, the
        table is told."""
        count = self.game.count
        try:
            await self._speak_for(seat, request)
            return
        except Broken:
            raise
        except Exception as error:
            if isinstance(error, Problem) and is_fault(error):
                raise
            log.exception("a machine player of room %s broke down", self.id)
        self._machines.note_breakdown(seat, count)
        if not self.broken and seat in self.stopped:
            await self._stop(seat)

    async def _speak_for(self, seat: str, request: Request | None) -> None:
        """Have a machine answer, or refuse a draw."""
        count = self.game.count
        said = f"machine.{count}"
        if request is None:
            await self.act(seat, said, lambda game: game.say(seat, RefuseDraw()), _silent)
            return
        made = await self._machines.decide(self.game, seat, request)
        given, weighed = made.answer, reasons.packed(made)
        refused = await self.act(
            seat, said, lambda game: game.answer(seat, request.id, given), _silent, weighed
        )
        if refused is not None and count == self.game.count:  # not just overtaken
            raise RuntimeError(f"{request.kind}: {given!r} was refused by {refused.rule}")

    async def _stop(self, seat: str) -> None:
        """Tell the table that a machine cannot go on. Where only machines play, a weaker one takes over."""
        weaker = WEAKER.get(self.players[seat], "")
        if HUMAN in self.players.values() or not weaker:
            log.error("%s in room %s has stopped: another player can take over", self.players[seat], self.id)
            self._tell_stopped()
            return
        log.error("%s in room %s has stopped: %s takes over", self.players[seat], self.id, weaker)
        async with self.lock:
            await self._seat_machine(seat, weaker)

    def _tell_stopped(self, members: Iterable[Member] | None = None) -> None:
        """Tell some, or all, which machines have stopped. Who is kept behind may not know what is now."""
        self._told_stopped = self.stopped
        for member in self.members if members is None else members:
            if not self._is_behind(member):
                member.send(stopped_told(self.stopped, self.players, member.lang))

    async def take_over(self, seat: str, name: str) -> None:
        """Have a machine player go on for one that has stopped: another one, or the same once more."""
        async with self.lock:
            if self.broken:
                raise Broken
            if seat not in self.stopped:
                raise Problem("server.not-stopped")
            check_name(name)
            await self._seat_machine(seat, name)
        self.wake()

    async def _seat_machine(self, seat: str, name: str) -> None:
        """Let a machine player sit down. The lock is held."""
        players = {**self.players, seat: name}
        await self._store.seat_players(self.id, msgspec.json.encode(players).decode())
        self.players = players
        self._machines.sit_down(seat, name, self.game)
        for member in tuple(self.members):
            feed, _ = self._feed(member.seat)
            self._hand_out(await self._work(partial(self._welcome, member, feed, True)))
        self._tell_stopped()


def game_status(game: Game) -> tuple[str, str]:
    """Return who is asked, and the outcome (empty while there is none), as the store lists a game with."""
    outcome = game.state.outcome
    asked = sorted({request.seat for request in game.pending})
    ended = msgspec.json.encode(outcome).decode() if outcome is not None else ""
    return msgspec.json.encode(asked).decode(), ended


def _silent() -> None:
    pass
