"""What HTTP answers: games to be set up and looked back on, the rulebook, the odds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from firelane.odds.exchange import Exchange, Result, refuse_unused, result
from firelane.server import lookup, presenting, ready
from firelane.server import messages as m
from firelane.server.hub import Hub
from firelane.server.making import RoomMaker
from firelane.server.storage import SeatRow, TicketRow
from firelane.text import say


class Api:
    """The answers, by the names of the endpoints: each gets the query, the body, and whose secret it was."""

    def __init__(self, hub: Hub, reach: m.Reachable) -> None:
        self._hub = hub
        self._maker = RoomMaker(hub)
        self._reach = reach

    def __getitem__(self, name: str) -> Callable[[Any, Any, SeatRow | TicketRow | None], Awaitable[Any]]:
        found: Callable[[Any, Any, SeatRow | TicketRow | None], Awaitable[Any]] = getattr(self, f"_{name}")
        return found

    # Games

    async def _setups(self, query: m.InLanguage, *_: object) -> m.SetUps:
        rulesets = self._hub.rulesets.values()
        found = await self._hub.work(lambda: tuple(ready.shown(one, query.lang) for one in rulesets))
        return m.SetUps(rulesets=found)

    async def _new_game(self, _: m.InLanguage, body: m.NewGame, __: object) -> m.GameMade:
        made = await self._maker.make(body)
        await self._roll_their_own(made, body.own_dice)
        return made

    async def _roll_their_own(self, made: m.GameMade, own: tuple[str, ...]) -> None:
        """Let seats roll their own dice from the first on: nobody is at the table yet."""
        for link in made.seats:
            if link.seat in own:
                await self._hub.store.own_dice(made.room, link.seat, own=True)

    async def _open_game(self, query: m.OpenAsked, body: bytes, _: object) -> m.GameMade:
        return await self._maker.take_in(body, query)

    async def _invitation(self, query: m.InLanguage, _: object, ticket: TicketRow) -> m.InvitationShown:
        return await self._maker.invitation(ticket, query.lang)

    async def _take_seat(self, _: m.InLanguage, body: m.TakeSeat, ticket: TicketRow) -> m.SeatTaken:
        return await self._maker.take_seat(ticket, body)

    async def _device_link(self, _: m.InLanguage, __: object, seat: SeatRow) -> m.DeviceLink:
        return await self._maker.device_link(seat)

    async def _dice(self, _: m.InLanguage, __: object, seat: SeatRow) -> m.DiceShown:
        async with self._hub.at(seat.room) as room:
            over = room.reader(seat.seat).outcome is not None
            line = room.game.seed_line
            return m.DiceShown(room=line.room, commitment=line.commitment, seed=line.seed if over else "")

    async def _reachable(self, *_: object) -> m.Reachable:
        return self._reach

    async def _my_games(self, _: m.InLanguage, body: m.Mine, __: object) -> m.Games:
        return m.Games(games=await self._hub.listed(dict.fromkeys(body.tokens)))

    # Looking back: all that is told of a room comes from the reader, who knows what its secret opens

    async def _replay(self, query: m.InLanguage, _: object, seat: SeatRow) -> m.ReplayShown:
        async with self._hub.reader(seat) as reader:
            return await reader.replay(query.lang)

    async def _moment(self, query: m.MomentAsked, _: object, seat: SeatRow) -> m.MomentShown:
        async with self._hub.reader(seat) as reader:
            return await reader.moment(query.moment, query.side, query.lang)

    async def _journal(self, _: m.InLanguage, __: object, seat: SeatRow) -> bytes:
        async with self._hub.reader(seat) as reader:
            return await reader.journal()

    async def _reasons(self, _: m.InLanguage, __: object, seat: SeatRow) -> m.ReasonsShown:
        async with self._hub.reader(seat) as reader:
            return await reader.reasons()

    async def _reason(self, query: m.ReasonAsked, _: object, seat: SeatRow) -> m.ReasonShown:
        async with self._hub.reader(seat) as reader:
            return await reader.reason(query.moment, query.lang)

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

    async def _compare(self, query: m.RuleAsked, *_: object) -> m.RuleCompared:
        return await self._hub.work(lambda: lookup.compared(query.id, query.lang))

    async def _coverage(self, query: m.InLanguage, *_: object) -> m.Coverage:
        return await self._hub.work(lambda: lookup.covered(query.lang))

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
