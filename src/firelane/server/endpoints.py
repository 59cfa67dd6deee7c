"""What can be asked over HTTP: one table, from which the routes, the checks and the description are made.

A seat's or watcher's secret goes in the header `Authorization: Bearer ...`, never into an address.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from firelane.odds.exchange import Exchange
from firelane.server import messages as m


class Endpoint(NamedTuple):
    """One thing to ask. `secret`: it needs a seat's or watcher's token; `link`: a link exchanged once."""

    name: str
    method: str
    path: str
    summary: str
    reply: Any
    query: Any = None
    body: Any = None
    secret: bool = False
    link: bool = False


JOURNAL = "application/jsonl"
"""A game file: a header and one line for each step, as `firelane replay` reads it."""

ENDPOINTS = (
    Endpoint("setups", "GET", "/api/setups", "All that can be played.", m.SetUps, m.InLanguage),
    Endpoint(
        "new_game", "POST", "/api/games", "Set a game up.", m.GameMade, query=m.InLanguage, body=m.NewGame
    ),
    Endpoint(
        "open_game",
        "POST",
        "/api/games/open",
        "Take in a game file, to go on with it or to look back on it. Every step is checked.",
        m.GameMade,
        query=m.OpenAsked,
        body=JOURNAL,
    ),
    Endpoint(
        "invitation",
        "GET",
        "/api/invitation",
        "What an invitation, or a link for another device, leads to.",
        m.InvitationShown,
        m.InLanguage,
        link=True,
    ),
    Endpoint(
        "take_seat",
        "POST",
        "/api/invitation/take",
        "Exchange such a link for a seat's secret. This works once.",
        m.SeatTaken,
        m.InLanguage,
        body=m.TakeSeat,
        link=True,
    ),
    Endpoint(
        "device_link",
        "POST",
        "/api/seat/device",
        "A link to go on with one's own seat on another device.",
        m.DeviceLink,
        m.InLanguage,
        secret=True,
    ),
    Endpoint(
        "dice",
        "GET",
        "/api/seat/dice",
        "The hash that commits to the dice; the seed once the game is over.",
        m.DiceShown,
        m.InLanguage,
        secret=True,
    ),
    Endpoint(
        "reachable",
        "GET",
        "/api/reachable",
        "Where others reach this server.",
        m.Reachable,
        m.InLanguage,
        secret=True,
    ),
    Endpoint(
        "my_games", "POST", "/api/games/mine", "One's own games.", m.Games, query=m.InLanguage, body=m.Mine
    ),
    Endpoint(
        "replay",
        "GET",
        "/api/replay",
        "A game to be looked back on.",
        m.ReplayShown,
        m.InLanguage,
        secret=True,
    ),
    Endpoint(
        "moment",
        "GET",
        "/api/replay/moment",
        "One moment of it.",
        m.MomentShown,
        m.MomentAsked,
        secret=True,
    ),
    Endpoint(
        "journal",
        "GET",
        "/api/replay/file",
        "The game file. It holds what was hidden, so it is given out when the game is over.",
        JOURNAL,
        m.InLanguage,
        secret=True,
    ),
    Endpoint(
        "reasons",
        "GET",
        "/api/replay/reasons",
        "The machine players' moves that can be opened: once the game is over.",
        m.ReasonsShown,
        m.InLanguage,
        secret=True,
    ),
    Endpoint(
        "reason",
        "GET",
        "/api/replay/reason",
        "What a machine player weighed before one move: once the game is over.",
        m.ReasonShown,
        m.ReasonAsked,
        secret=True,
    ),
    Endpoint(
        "search", "GET", "/api/rules/search", "Look for words in the rulebook.", m.RuleHits, m.RulesSought
    ),
    Endpoint(
        "contents",
        "GET",
        "/api/rules/contents",
        "All rules of a book by kind.",
        m.Contents,
        m.ContentsAsked,
    ),
    Endpoint(
        "weapons",
        "GET",
        "/api/rules/weapons",
        "The weapon table of a ruleset.",
        m.WeaponTable,
        m.WeaponsAsked,
    ),
    Endpoint("rule", "GET", "/api/rules/show", "A rule with its statements.", m.RuleShown, m.RuleAsked),
    Endpoint(
        "compare",
        "GET",
        "/api/rules/compare",
        "A rule in all editions of Infinity, side by side.",
        m.RuleCompared,
        m.RuleAsked,
    ),
    Endpoint("coverage", "GET", "/api/rules/coverage", "How much is proven.", m.Coverage, m.InLanguage),
    Endpoint(
        "odds", "POST", "/api/odds", "What can come of an exchange.", m.OddsShown, m.OddsAsked, body=Exchange
    ),
    Endpoint(
        "attack_form",
        "GET",
        "/api/odds/units",
        "The Unit Cards that an attack of Red Earth is typed with.",
        m.AttackForm,
        m.InLanguage,
    ),
    Endpoint(
        "attack_odds",
        "POST",
        "/api/odds/attack",
        "What can come of an attack of Red Earth.",
        m.AttackOdds,
        m.InLanguage,
        body=m.AttackTyped,
    ),
)
