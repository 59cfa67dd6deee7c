"""Ambush in words, in both languages."""

from __future__ import annotations

from typing import Any

from ambush import events as happened
from ambush.asking import Advance, Layout, Pass, PlayCard, Reactions, Shoot, Sneak
from ambush.view import Lane
from ambush.world import LANE
from firelane.core.events import DiceRolled, Event, GameEnded
from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Words
from firelane.core.views import View

TEXT: dict[str, dict[str, str]] = {
    "head": {
        "en": "Round {round} of {rounds}; {active} is active.",
        "ja": "{rounds}ラウンド中{round}ラウンド目。アクティブ側は{active}。",
    },
    "side": {
        "en": "{seat}: {orders} orders, {cards} cards, {unseen} scouts out of sight.",
        "ja": "{seat}：オーダー{orders}、カード{cards}枚、見えない斥候{unseen}人。",
    },
    "hand": {"en": "Your cards: {hand}. Your mine: pace {mine}.", "ja": "手札：{hand}。地雷：{mine}歩目。"},
    "lay-out": {
        "en": "Place your scouts and your mine in secret.",
        "ja": "斥候と地雷を秘密に置いてください。",
    },
    "give-order": {"en": "Give an order.", "ja": "オーダーを出してください。"},
    "react": {
        "en": "{to} acts ({action}). How do your scouts react?",
        "ja": "{to}が行動します（{action}）。斥候はどう反応しますか。",
    },
    "offer-card": {
        "en": "{scout} went down. Play {card}?",
        "ja": "{scout}が倒れました。{card}を使いますか。",
    },
    "layout": {"en": "scouts at {paces}, mine at {mine}", "ja": "斥候は{paces}、地雷は{mine}"},
    "advance": {"en": "{scout} advances {paces}", "ja": "{scout}が{paces}歩進む"},
    "sneak": {"en": "{scout} sneaks {paces}", "ja": "{scout}が{paces}歩忍ぶ"},
    "shoot": {"en": "{scout} shoots at {target}", "ja": "{scout}が{target}を撃つ"},
    "end-turn": {"en": "end the turn", "ja": "ターンを終える"},
    "hold": {"en": "all hold", "ja": "全員待機"},
    "reactions": {"en": "reactions: {by}", "ja": "リアクション：{by}"},
    "play-card": {"en": "play it", "ja": "使う"},
    "pass": {"en": "pass", "ja": "パス"},
    "laid-out": {"en": "{seat} has laid out.", "ja": "{seat}が配置を終えた。"},
    "card-drawn": {"en": "{seat} draws a card ({card}).", "ja": "{seat}がカードを引いた（{card}）。"},
    "card-played": {"en": "{seat} plays {card}.", "ja": "{seat}が{card}を使った。"},
    "turn-began": {
        "en": "Round {round}: {seat} has {orders} orders.",
        "ja": "ラウンド{round}：{seat}のオーダーは{orders}。",
    },
    "order-spent": {"en": "{seat} spends an order.", "ja": "{seat}がオーダーを使った。"},
    "moved": {"en": "{scout} is at pace {pace}.", "ja": "{scout}は{pace}歩目にいる。"},
    "revealed": {"en": "{scout} shows itself at pace {pace}.", "ja": "{scout}が{pace}歩目で姿を現した。"},
    "shot-hit": {
        "en": "{by} shoots at {at}: {face} against {number}, a hit.",
        "ja": "{by}が{at}を撃つ：目標値{number}に{face}、命中。",
    },
    "shot-missed": {
        "en": "{by} shoots at {at}: {face} against {number}, no hit.",
        "ja": "{by}が{at}を撃つ：目標値{number}に{face}、命中せず。",
    },
    "went-down": {"en": "{scout} goes down.", "ja": "{scout}が倒れた。"},
    "got-up": {"en": "{scout} is up again.", "ja": "{scout}が立ち直った。"},
    "mine-went-off": {
        "en": "{seat}'s mine goes off at pace {pace}.",
        "ja": "{seat}の地雷が{pace}歩目で爆発した。",
    },
    "dice": {"en": "{roller} rolls {faces}.", "ja": "{roller}のロール：{faces}。"},
    "won": {"en": "{winners} wins, {scores}.", "ja": "{winners}の勝ち、{scores}。"},
    "drawn": {"en": "A draw, {scores}.", "ja": "引き分け、{scores}。"},
}


def say(key: str, lang: str, **args: object) -> str:
    """A sentence of the game."""
    return TEXT[key][lang].format_map(args)


def table(view: View[Lane], lang: str) -> list[str]:
    """The lane as text: scouts by pace, then what is known of the sides."""
    lane = view.table
    marks = [[] for _ in range(LANE)]  # type: list[list[str]]
    for scout in lane.scouts.values():
        name = scout.id.replace("blue-", "B").replace("red-", "R")
        marks[scout.pace].append(f"({name})" if scout.hidden else f"x{name}" if scout.down else name)
    lines = [say("head", lang, round=lane.round, rounds=lane.rounds, active=lane.active)]
    lines.append(" ".join(f"{pace}:{','.join(here) or '.'}" for pace, here in enumerate(marks)))
    for side in lane.sides.values():
        lines.append(
            say("side", lang, seat=side.seat, orders=side.orders, cards=side.cards, unseen=side.unseen)
        )
    own = lane.sides.get(view.seat)
    if own is not None and own.hand is not None:
        lines.append(say("hand", lang, hand=", ".join(own.hand) or "-", mine=own.mine))
    return lines


def request(view: View[Lane], asked: Request, lang: str) -> str:
    """The question."""
    return say(asked.kind, lang, **{name: getattr(asked, name) for name in asked.__struct_fields__})


def answer(view: View[Lane], asked: Request, given: Answer, lang: str) -> str:
    """A choice."""
    match given:
        case Layout(paces, mine):
            return say("layout", lang, paces=" ".join(str(p) for p in paces.values()), mine=mine)
        case Advance(scout, paces):
            return say("advance", lang, scout=scout, paces=f"{paces:+d}")
        case Sneak(scout, paces):
            return say("sneak", lang, scout=scout, paces=f"{paces:+d}")
        case Shoot(scout, target):
            return say("shoot", lang, scout=scout, target=target)
        case Reactions(by):
            active = ", ".join(f"{name} {what}" for name, what in by.items() if what != "hold")
            return say("reactions", lang, by=active) if active else say("hold", lang)
        case PlayCard():
            return say("play-card", lang)
        case Pass():
            return say("pass", lang)
        case _:
            return say("end-turn", lang)


def event(_: View[Lane], what: Event, lang: str) -> str:
    """What happened."""
    args: dict[str, Any] = {name: getattr(what, name) for name in what.__struct_fields__}
    match what:
        case GameEnded(outcome=outcome):
            scores = ", ".join(f"{seat} {count}" for seat, count in outcome.scores.items())
            key = "won" if outcome.winners else "drawn"
            return say(key, lang, winners=", ".join(outcome.winners), scores=scores)
        case DiceRolled():
            return say("dice", lang, roller=what.roller, faces=" ".join(map(str, what.faces)))
        case happened.Shot():
            return say("shot-hit" if what.hit else "shot-missed", lang, **args)
        case _:
            return say(what.kind, lang, **args) if what.kind in TEXT else ""


WORDS = Words(table, request, answer, event)
