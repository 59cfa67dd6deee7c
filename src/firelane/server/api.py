"""What HTTP answers: games to be set up and looked back on, the rulebook, the odds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from firelane.core.events import WATCHER
from firelane.core.game import Moment
from firelane.core.lines import Header
from firelane.core.state import Outcome
from firelane.core.views import seen, view
from firelane.odds.exchange import Exchange, Result, refuse_unused, result
from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulebook.coverage import standing
from firelane.server import lookup, presenting, ready, reasons
from firelane.server import messages as m
from firelane.server.hub import Hub
from firelane.server.rooms import Room
from firelane.server.storage import SeatRow
from firelane.text import say

ALL = "*"
"""The side of a replay that sees everything."""


class Api:
    """The answers, by the names of the endpoints: each gets the query, the body, and whose secret it was."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def __getitem__(self, name: str) -> Callable[[Any, Any, SeatRow | None], Awaitable[Any]]:
        found: Callable[[Any, Any, SeatRow | None], Awaitable[Any]] = getattr(self, f"_{name}")
        return found

    # Games

    async def _setups(self, query: m.InLanguage, *_: object) -> m.SetUps:
        rulesets = self._hub.rulesets.values()
        found = await self._hub.work(lambda: tuple(ready.shown(one, query.lang) for one in rulesets))
        return m.SetUps(rulesets=found)

    async def _new_game(self, _: m.InLanguage, body: m.NewGame, __: object) -> m.GameMade:
        return await self._hub.make(body)

    async def _open_game(self, _: m.InLanguage, body: bytes, __: object) -> m.GameMade:
        return await self._hub.take_in(body)

    async def _my_games(self, _: m.InLanguage, body: m.Mine, __: object) -> m.Games:
        found = []
        for token in dict.fromkeys(body.tokens):
            seat = await self._hub.store.seat(token)
            row = await self._hub.store.room(seat.room) if seat is not None else None
            if seat is None or row is None:
                continue
            players = msgspec.json.decode(row.players, type=dict[str, str])
            outcome = msgspec.json.decode(row.outcome, type=Outcome) if row.outcome else None
            shown = m.GameShown(
                token=token,
                room=row.id,
                seat=seat.seat,
                ruleset=row.ruleset,
                seats=tuple(m.SeatShown(seat=name, player=kind) for name, kind in players.items()),
                begun=_moment_in_time(row.begun),
                changed=_moment_in_time(row.changed),
                asked=seat.seat in msgspec.json.decode(row.asked, type=list[str]),
                over=outcome is not None,
                winners=outcome.winners if outcome is not None else (),
            )
            found.append((row.changed, shown))
        return m.Games(games=tuple(shown for _, shown in sorted(found, key=lambda pair: -pair[0])))

    # Looking back

    async def _replay(self, query: m.InLanguage, _: object, seat: SeatRow) -> m.ReplayShown:
        async with self._hub.at(seat.room) as room:
            game = room.game
            over = game.state.outcome is not None
            screen = presenting.screen(game.ruleset)
            return m.ReplayShown(
                room=room.id,
                ruleset=game.ruleset.name,
                moments=len(room.moments(seat.seat)),
                over=over,
                sides=_sides(room, seat.seat),
                ground=await self._hub.work(lambda: screen.ground(game.view(seat.seat), query.lang)),
            )

    async def _moment(self, query: m.MomentAsked, _: object, seat: SeatRow) -> m.MomentShown:
        async with self._hub.at(seat.room) as room:
            side = query.side or seat.seat
            if side != seat.seat and side not in _sides(room, seat.seat):
                raise Problem("server.not-your-side")
            moments = room.moments(seat.seat)
            if query.moment >= len(moments):
                raise Problem("server.no-moment", count=len(moments))
            moment = moments[query.moment]
            return await self._hub.work(lambda: self._shown(room, moment, query, side))

    def _shown(self, room: Room, moment: Moment, query: m.MomentAsked, side: str) -> m.MomentShown:
        ruleset = room.game.ruleset
        board = presenting.screen(ruleset).board
        if side == ALL:
            sides = {seat: board(view(ruleset, moment.state, seat), query.lang) for seat in ruleset.seats}
            shown = presenting.together(board(view(ruleset, moment.state, WATCHER), query.lang), sides)
        else:
            shown = board(view(ruleset, moment.state, side), query.lang)
        events = moment.events if side == ALL else seen(moment.events, side)
        here = view(ruleset, moment.state, WATCHER if side == ALL else side)
        log = presenting.log(ruleset, here, events, query.lang)
        lines = presenting.screen(ruleset).fired(here, events, query.lang)
        return m.MomentShown(moment=query.moment, board=shown, log=log, lines=lines)

    async def _journal(self, _: m.InLanguage, __: object, seat: SeatRow) -> bytes:
        row = await self._hub.store.room(seat.room)
        if row is None or not row.outcome:
            raise Problem("server.not-over")
        header = msgspec.json.decode(row.header, type=Header)
        lines = await self._hub.store.lines(seat.room)
        return b"".join(
            line + b"\n" for line in (msgspec.json.encode(header), *(one.line.encode() for one in lines))
        )

    async def _reasons(self, _: m.InLanguage, __: object, seat: SeatRow) -> m.ReasonsShown:
        async with self._hub.at(seat.room) as room:
            moments = _when_over(room, seat.seat)
            known = await self._hub.store.weighed(seat.room)
            return await self._hub.work(
                lambda: m.ReasonsShown(
                    reasons=tuple(reasons.listed(room.game.ruleset, moments, known, seat.seat))
                )
            )

    async def _reason(self, query: m.ReasonAsked, _: object, seat: SeatRow) -> m.ReasonShown:
        async with self._hub.at(seat.room) as room:
            moments = _when_over(room, seat.seat)
            if query.moment >= len(moments):
                raise Problem("server.no-moment", count=len(moments))
            line = moments[query.moment].line
            found = await self._hub.store.reasons(seat.room, line.n if line is not None else 0)
            if found is None:
                raise Problem("server.no-reasons")
            return await self._hub.work(
                lambda: reasons.told(
                    room.game.ruleset, room.players, moments, query.moment, found, query.lang
                )
            )

    # The rulebook and the odds

    async def _search(self, query: m.RulesSought, *_: object) -> m.RuleHits:
        return await self._hub.work(lambda: lookup.hits(self._hub.rulesets, query))

    async def _contents(self, query: m.ContentsAsked, *_: object) -> m.Contents:
        return await self._hub.work(lambda: lookup.contents(self._hub.rulesets, query))

    async def _weapons(self, query: m.WeaponsAsked, *_: object) -> m.WeaponTable:
        ruleset = self._hub.ruleset(query.ruleset)
        groups = await self._hub.work(lambda: presenting.screen(ruleset).weapons(query.lang))
        return m.WeaponTable(groups=groups)

    async def _rule(self, query: m.RuleAsked, *_: object) -> m.RuleShown:
        return await self._hub.work(lambda: lookup.rule_shown(query.id, query.lang))

    async def _coverage(self, *_: object) -> m.Coverage:
        totals = await self._hub.work(lambda: standing(Book.open()))
        return m.Coverage(
            catalogues=tuple(
                m.Covered(catalogue=key, **msgspec.to_builtins(one)) for key, one in totals.items()
            )
        )

    async def _odds(self, query: m.OddsAsked, body: Exchange, _: object) -> m.OddsShown:
        def look() -> Result:
            refuse_unused(query.ruleset, body)
            return result(query.ruleset, body)

        found = await self._hub.work(look)
        return m.OddsShown(
            win={side: float(p) for side, p in found.win.items()},
            wounds_by_active=tuple(map(float, found.wounds_by_active)),
            wounds_by_reactive=tuple(map(float, found.wounds_by_reactive)),
            hits_by_active={f"{h}h{c}c": float(p) for (h, c), p in found.hits_by_active.items()},
            hits_by_reactive={f"{h}h{c}c": float(p) for (h, c), p in found.hits_by_reactive.items()},
        )

    async def _attack_form(self, query: m.InLanguage, *_: object) -> m.AttackForm:
        return await self._hub.work(lambda: _attack_form(query.lang))

    async def _attack_odds(self, _: m.InLanguage, body: m.AttackTyped, __: object) -> m.AttackOdds:
        return await self._hub.work(lambda: _attack_odds(body))


def _attack_odds(typed: m.AttackTyped) -> m.AttackOdds:
    from firelane.bpre.units import shipped
    from firelane.odds.redearth import outcome
    from firelane.odds.redearth_form import read_fight

    read = read_fight(typed.attacker, list(typed.targets), shipped())
    found = outcome(read.course, read.asked)
    return m.AttackOdds(
        fates=tuple(
            m.FateShown(
                unit=unit,
                unharmed=float(fate.unharmed),
                staggered=float(fate.staggered),
                killed=float(fate.killed),
            )
            for unit, fate in found.fates.items()
        ),
        kills=tuple(map(float, found.kills)),
    )


def _attack_form(lang: str) -> m.AttackForm:
    from firelane.bpre.units import shipped
    from firelane.bpre.words import in_words, rule_name
    from firelane.odds.redearth_form import OCCASIONS, sides_cards, typed_cards

    units = (
        m.Named(key=key, name=card.name.say(lang), note=say(f"screen.seat-{card.faction}", lang))
        for key, card in shipped().items()
    )
    cards = {
        side: tuple(m.Named(key=name, name=rule_name(typed_cards()[name], lang)) for name in names)
        for side, names in sides_cards().items()
    }
    return m.AttackForm(
        units=tuple(units),
        occasions=tuple(m.Named(key=each, name=in_words(each, lang)) for each in OCCASIONS),
        attackers_cards=cards["attacker"],
        targets_cards=cards["target"],
    )


def _sides(room: Room, seat: str) -> tuple[str, ...]:
    """From which sides one may look back: one's own, and all of them when the game is over for the reader."""
    over = room.moments(seat)[-1].state.outcome is not None
    return (*room.game.ruleset.seats, ALL) if over else (seat,)


def _when_over(room: Room, seat: str) -> list[Moment]:
    """The moments of a game that is over for the reader."""
    moments = room.moments(seat)
    if moments[-1].state.outcome is None:
        raise Problem("server.reasons-later")
    return moments


def _moment_in_time(stamp: float) -> str:
    return datetime.fromtimestamp(stamp, UTC).isoformat(timespec="seconds")
