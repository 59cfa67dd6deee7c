"""Rooms made, and their seats handed out: to the maker his own, to other people by invitation."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from firelane.core.events import WATCHER
from firelane.core.game import Game
from firelane.core.journal import parse
from firelane.core.lines import Header, header_for
from firelane.core.ruleset import Ruleset
from firelane.players import NAMES
from firelane.problem import Problem
from firelane.server import agreement, ready
from firelane.server.agreement import Origin
from firelane.server.hub import Hub, replay_recorded, used
from firelane.server.messages import (
    DeviceLink,
    GameMade,
    HouseRules,
    InvitationShown,
    NewGame,
    OpenAsked,
    SeatLink,
    SeatTaken,
    TakeSeat,
)
from firelane.server.rooms import HUMAN, Room, game_status
from firelane.server.storage import INVITATION, LineRow, RoomRow, SeatRow, TicketRow
from firelane.text import seat_name


class RoomMaker:
    """Makes the rooms of a hub and hands their seats out."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def make(self, wanted: NewGame) -> GameMade:
        """Set a game up."""
        ruleset = self._hub.ruleset(wanted.ruleset)
        players = _sitting(ruleset, wanted.players)
        people = [seat for seat, player in players.items() if player == HUMAN]
        if wanted.seed and len(people) > 1:
            raise Problem("server.seed-among-people")
        maker = _makers_seats(people, wanted.seat, wanted.one_screen)
        free = [seat for seat in people if seat not in maker]
        machines = [seat for seat in players if seat not in people]
        may_lay_down = [*maker, *machines] if free else ruleset.seats
        preset = agreement.check_presets(ruleset, wanted.setup, may_lay_down)
        room = secrets.token_hex(8)
        seed = wanted.seed or secrets.token_hex(16)
        house = msgspec.to_builtins(wanted.house)
        game = await self._hub.work(lambda: _begin(ruleset, wanted.setup, seed, house, room))
        if machines:
            self._hub.make_ready_for(ruleset, msgspec.convert(game.header.setup, ruleset.setup))
        origin = Origin(maker=tuple(maker), one_screen=len(maker) > 1, preset=preset)
        return await self._add(room, game, (), players, wanted.house, wanted.delay, origin, free)

    async def take_in(self, data: bytes, wanted: OpenAsked) -> GameMade:
        """Make a room of a game file, every step checked.

        If it goes on, it does so with dice from a new seed: the one in the file is known to its bringer.
        """
        recorded = parse(data, Path("game"))
        ruleset = self._hub.ruleset(recorded.header.ruleset)
        game = await self._hub.work(lambda: replay_recorded(ruleset, recorded))
        players = _sitting(ruleset, {})
        over = game.state.outcome is not None
        maker = _makers_seats(list(players), wanted.seat, wanted.one_screen or over)
        free = [seat for seat in players if seat not in maker]
        house = _house(recorded.header)
        # A game under way has its lists, and the invited player is told of his; a set-up alone is no game.
        allowed = agreement.LIST_FIELDS.get(ruleset.name, "") if recorded.lines else ""
        preset = agreement.check_presets(
            ruleset, recorded.header.setup, maker if free else ruleset.seats, allowed
        )
        room = secrets.token_hex(8)
        played = list(recorded.lines)
        if not over:
            seed = secrets.token_hex(16)
            line = await self._hub.work(lambda: game.reseed(seed, room))
            played.append(msgspec.json.encode(line))
        origin = Origin(maker=tuple(maker), one_screen=len(maker) > 1, from_file=True, preset=preset)
        return await self._add(room, game, played, players, house, 0, origin, free)

    async def _add(
        self,
        room: str,
        game: Game,
        played: Sequence[bytes],
        players: Mapping[str, str],
        house: HouseRules,
        delay: int,
        origin: Origin,
        free: Sequence[str],
    ) -> GameMade:
        tokens = {seat: secrets.token_urlsafe(24) for seat in (*origin.maker, WATCHER)}
        invitations = {seat: secrets.token_urlsafe(24) for seat in free}
        asked, outcome = game_status(game)
        now = self._hub.clock()
        row = RoomRow(
            id=room,
            ruleset=game.ruleset.name,
            header=_json(game.header),
            house=_json(house),
            players=_json(players),
            delay=delay,
            begun=now,
            changed=now,
            asked=asked,
            outcome=outcome,
        )
        lines = [LineRow(number, line.decode(), now, "") for number, line in enumerate(played, start=1)]
        await self._hub.store.add(row, list(tokens.items()), lines, list(invitations.items()), _json(origin))
        return GameMade(
            room=room,
            ruleset=row.ruleset,
            seats=tuple(SeatLink(seat=seat, token=tokens[seat]) for seat in origin.maker),
            invitations=tuple(SeatLink(seat=seat, token=token) for seat, token in invitations.items()),
            watch=tokens[WATCHER],
        )

    # Handing seats out

    async def invitation(self, ticket: TicketRow, lang: str) -> InvitationShown:
        """What a link leads to."""
        async with self._hub.at(ticket.room) as room:
            ruleset = room.game.ruleset
            title = await self._hub.work(lambda: ready.shown(ruleset, lang))
            chooses = ticket.kind == INVITATION and not room.game.count
            return InvitationShown(
                kind=ticket.kind,
                room=room.id,
                seat=ticket.seat,
                seat_name=seat_name(ticket.seat, lang),
                ruleset=ruleset.name,
                title=title.title,
                set_up=room.set_up(lang),
                commitment=room.game.seed_line.commitment,
                lists=title.lists if chooses else (),
            )

    async def take_seat(self, ticket: TicketRow, wanted: TakeSeat) -> SeatTaken:
        """Exchange a link for a seat's secret. With the last free seat taken, the game begins."""
        token = secrets.token_urlsafe(24)
        async with self._hub.at(ticket.room) as room:
            async with room.lock:
                begun = await self._with_list(room, ticket, wanted.list)
                changed = (_json(begun.header), game_status(begun)[0]) if begun is not None else ("", "")
                if not await self._hub.store.exchange(ticket, token, *changed):
                    raise used(ticket)
                if ticket.kind == INVITATION:
                    await room.seat_taken(ticket.seat, begun)
            room.wake()
        return SeatTaken(room=ticket.room, seat=ticket.seat, token=token)

    async def _with_list(self, room: Room, ticket: TicketRow, army_list: Any) -> Game | None:
        """The game with the list that the invited player has chosen, if he has chosen one."""
        if army_list is None:
            return None
        game = room.game
        if ticket.kind != INVITATION or game.count:
            raise Problem("server.lists-fixed")
        header = agreement.with_list(game.ruleset, game.header, ticket.seat, army_list)
        return await self._hub.work(
            lambda: _begin(game.ruleset, header.setup, header.seed, header.house, header.room)
        )

    async def device_link(self, seat: SeatRow) -> DeviceLink:
        """A link to one's own seat for another device."""
        if seat.seat == WATCHER:
            raise Problem("server.only-seats")
        token = secrets.token_urlsafe(24)
        await self._hub.store.add_device_link(seat.room, seat.seat, token)
        return DeviceLink(token=token)


def _sitting(ruleset: Ruleset, players: Mapping[str, str]) -> dict[str, str]:
    """Who sits where."""
    for seat, player in players.items():
        if seat not in ruleset.seats:
            raise Problem("cli.no-such-seat", seat=seat, known=", ".join(ruleset.seats))
        if player != HUMAN and player not in NAMES:
            raise Problem("server.no-player", name=player, known=", ".join((HUMAN, *NAMES)))
    return {seat: players.get(seat, HUMAN) for seat in ruleset.seats}


def _makers_seats(people: Sequence[str], seat: str, one_screen: bool) -> list[str]:
    """The seats that the maker of a game gets."""
    if seat and seat not in people:
        raise Problem("cli.no-such-seat", seat=seat, known=", ".join(people))
    if one_screen:
        return list(people)
    return [seat] if seat else list(people[:1])


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _house(header: Header) -> HouseRules:
    """What the players of a game file have agreed."""
    try:
        return msgspec.convert(header.house, HouseRules)
    except msgspec.ValidationError as error:
        raise Problem("server.bad-setup", field="house", what=str(error)) from None


def _begin(
    ruleset: Ruleset, given: Mapping[str, Any], seed: str, house: Mapping[str, Any], room: str
) -> Game:
    """A new game. Whatever a set-up from outside breaks is the set-up's fault."""
    try:
        setup = msgspec.convert(given, ruleset.setup)
        return Game(ruleset, header_for(ruleset, setup, seed, house, room))
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        raise Problem("server.bad-setup", field=place.strip("`.") or "-", what=what) from None
    except Problem:
        raise
    except Exception as error:
        raise Problem("server.bad-setup", field="-", what=type(error).__name__) from None
