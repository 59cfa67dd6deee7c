"""What happened in a game of Infinity, in words."""

from __future__ import annotations

from collections.abc import Iterable

from firelane.caches import SharedCache
from firelane.core.events import (
    AnsweredAutomatically,
    DiceRolled,
    DrawAgreed,
    Event,
    GameEnded,
    StandingEnded,
)
from firelane.core.views import View
from firelane.infinity import asking
from firelane.infinity import events as happened
from firelane.infinity.missions import GOALS, Goal
from firelane.infinity.naming import (
    faces_in_words,
    holder_name,
    listed,
    number_in_words,
    place_in_words,
    points_in_words,
    rule_name,
    scores_in_words,
    skill_name,
    thing_name,
    things_in_words,
    unit_name,
    weapon_name,
    zone_name,
)
from firelane.infinity.sheets import sheet
from firelane.infinity.view import Table
from firelane.text import say, seat_name


def event(_: View[Table], what: Event, lang: str) -> str:
    """What happened; what nobody needs to read is empty.

    What one seat is told another is mostly told next, of the same event in the same words.
    """
    known = _told.get((id(what), lang))
    if known is not None and known[0] is what:
        return known[1]
    text = _event(what, lang)
    _told.keep((id(what), lang), (what, text))
    return text


MOST_TOLD = 256
_told: SharedCache[tuple[int, str], tuple[Event, str]] = SharedCache(MOST_TOLD)
"""What was told last, each with its event, so that no other has its address."""


def _event(what: Event, lang: str) -> str:
    for kinds, tell in ((_SETUP, _set_up), (_TURNS, _turns), (_TABLE, _on_the_table), (_DICE, _dice)):
        if isinstance(what, kinds):
            return tell(what, lang)
    match what:
        case GameEnded(outcome=outcome):
            scores, winners = scores_in_words(outcome.scores.items(), lang), _seats(outcome.winners, lang)
            if not scores:
                return say("screen.won", lang, seat=winners) if winners else say("screen.drawn", lang)
            if not winners:
                return say("infinity.drawn", lang, scores=scores)
            return say("infinity.won", lang, winners=winners, scores=scores)
        case AnsweredAutomatically(policy=policy):
            told = say(f"screen.policy-{policy}", lang)
            return say("infinity.answered-automatically", lang, policy=told)
        case StandingEnded():
            return say("infinity.standing-ended", lang)
        case DrawAgreed(seat=seat, agreed=agreed):
            key = "infinity.draw-offered" if agreed else "infinity.draw-turned-down"
            return say(key, lang, seat=seat_name(seat, lang))
        case DiceRolled(why="initiative", roller=roller, faces=(face,)):
            return say("infinity.initiative-die", lang, seat=seat_name(roller, lang), face=face)
        case DiceRolled(why=("stray-shots" | "regeneration") as why, roller=roller, faces=faces):
            for_what, fell = say(f"screen.why-{why}", lang), faces_in_words(faces)
            return say("infinity.dice-fell", lang, seat=seat_name(roller, lang), why=for_what, faces=fell)
        case DiceRolled() | happened.Faced():
            return ""  # the rolls that they are part of are told one by one; facings are on the table
        case _:
            return ""


def _seats(seats: Iterable[str], lang: str) -> str:
    return listed([seat_name(seat, lang) for seat in seats], lang)


_SETUP = (
    happened.InitiativeRolled, happened.InitiativeKept, happened.FirstTurnSet, happened.ZoneTaken,
    happened.TrooperDeployed, happened.HeldBack, happened.TokenGiven, happened.ObjectivePlaced,
    happened.ListsOpened, happened.TokenTaken,
)  # fmt: skip
_TURNS = (
    happened.TurnBegan, happened.LieutenantNamed, happened.OrderSpent, happened.OrdersDropped,
    happened.SkillDeclared, happened.AroDeclared, happened.BecameIdle, happened.Scored, happened.TurnsOpened,
)  # fmt: skip
_TABLE = (
    happened.Moved, happened.PostureChanged, happened.Entered, happened.MarkerRevealed, happened.Hidden,
    happened.PointsLost, happened.PointsGained, happened.StateGained, happened.StateLost, happened.Removed,
    happened.UseSpent, happened.DiscoverFailed, happened.ItemPlaced, happened.ItemRevealed,
    happened.ItemRemoved, happened.ObjectiveChanged, happened.BoxTaken, happened.BoxDropped,
)  # fmt: skip
_DICE = (happened.Rolled, happened.Saved, happened.ModsTold)


def _set_up(what: Event, lang: str) -> str:
    match what:
        case happened.InitiativeRolled(winner=winner, faces=faces, values=values):
            each = [
                say("infinity.initiative-of", lang, seat=seat_name(seat, lang), face=face, wip=values[seat])
                for seat, face in faces.items()
            ]
            won = seat_name(winner, lang)
            return say("infinity.initiative-rolled", lang, faces=listed(each, lang), winner=won)
        case happened.InitiativeKept(seat=seat, kept=kept):
            initiative = kept == asking.Kept.INITIATIVE
            key = "infinity.kept-initiative-told" if initiative else "infinity.kept-deployment-told"
            return say(key, lang, seat=seat_name(seat, lang))
        case happened.FirstTurnSet(first=first):
            return say("infinity.first-turn-set", lang, first=seat_name(first, lang))
        case happened.ZoneTaken(seat=seat, zone=zone):
            return say("infinity.zone-taken", lang, seat=seat_name(seat, lang), zone=zone_name(zone, lang))
        case happened.TrooperDeployed(trooper=trooper, at=at):
            return say(
                "infinity.trooper-deployed", lang, trooper=trooper, place=place_in_words(at.x, at.y, at.z)
            )
        case happened.HeldBack(seat=seat, count=count):
            return say("infinity.held-back", lang, seat=seat_name(seat, lang), count=count)
        case happened.TokenGiven(rem=rem):
            return say("infinity.token-given", lang, rem=rem)
        case happened.TokenTaken(rem=rem):
            return say("infinity.token-taken", lang, rem=rem)
        case happened.ObjectivePlaced(objective=o):
            name = thing_name(o.id, lang)
            return say("infinity.objective-placed", lang, name=name, place=place_in_words(o.x, o.y, o.z))
        case happened.ListsOpened(sheets=sheets):
            each = [_whole(name, kind, lang) for name, kind in sheets.items()]
            return say("infinity.lists-opened", lang, troopers=listed(each, lang))
        case _:
            return ""


def _whole(name: str, kind: str, lang: str) -> str:
    unit, carried = unit_name(kind), sheet(kind).facts.weapons
    if not carried:
        return say("infinity.is-a", lang, trooper=name, unit=unit)
    return say("infinity.is-a-with", lang, trooper=name, unit=unit, weapon=carried[0].name.say(lang))


def _turns(what: Event, lang: str) -> str:
    match what:
        case happened.TurnBegan(seat=seat, round=number, pool=pool, lieutenant_order=order):
            return say("infinity.turn-began", lang, round=number, seat=seat_name(seat, lang), pool=pool,
                       lieutenant=int(order))  # fmt: skip
        case happened.LieutenantNamed(trooper=trooper):
            return say("infinity.lieutenant-named", lang, trooper=trooper)
        case happened.OrderSpent(trooper=trooper, order=order):
            lieutenant = order == asking.OrderType.LIEUTENANT
            key = "infinity.order-spent-lieutenant" if lieutenant else "infinity.order-spent"
            return say(key, lang, trooper=trooper)
        case happened.OrdersDropped(seat=seat):
            return say("infinity.orders-dropped", lang, seat=seat_name(seat, lang))
        case happened.SkillDeclared(trooper=trooper, skill=skill, targets=targets):
            name, at = skill_name(skill, lang), things_in_words(targets, lang)
            if not at:
                return say("infinity.skill-declared", lang, trooper=trooper, skill=name)
            return say("infinity.skill-declared-at", lang, trooper=trooper, skill=name, targets=at)
        case happened.AroDeclared(trooper=trooper, skill=skill, targets=targets):
            name, at = skill_name(skill, lang), things_in_words(targets, lang)
            if not at:
                return say("infinity.aro-declared", lang, trooper=trooper, skill=name)
            return say("infinity.aro-declared-at", lang, trooper=trooper, skill=name, targets=at)
        case happened.BecameIdle(trooper=trooper, skill=skill):
            return say("infinity.became-idle", lang, trooper=trooper, skill=skill_name(skill, lang))
        case happened.Scored():
            return _scored(what, lang)
        case happened.TurnsOpened():
            return say("infinity.turns-opened", lang)
        case _:
            return ""


def _scored(what: happened.Scored, lang: str) -> str:
    """What was scored, and for what."""
    return say(f"missions.scored-{what.goal}", lang, seat=seat_name(what.seat, lang), points=what.count,
               count=amount_in_words(GOALS[what.goal], what.amount))  # fmt: skip


def amount_in_words(goal: Goal, amount: int) -> str:
    """How much there is of what a goal counts."""
    return points_in_words(amount) if goal.in_army_points else str(amount)


def _on_the_table(what: Event, lang: str) -> str:
    match what:
        case happened.Moved(trooper=trooper, track=track):
            return say("infinity.moved", lang, trooper=trooper, place=place_in_words(*track[-1]))
        case happened.PostureChanged(trooper=trooper, prone=prone):
            return say("infinity.went-prone" if prone else "infinity.stood-up", lang, trooper=trooper)
        case happened.Entered(trooper=trooper, at=at):
            return say("infinity.entered", lang, trooper=trooper, place=place_in_words(*at))
        case happened.MarkerRevealed(trooper=trooper, marker=marker):
            return say("infinity.marker-revealed", lang, trooper=trooper, marker=marker)
        case happened.Hidden(trooper=trooper, seat=seat, marker=number):
            marker = happened.marker_name(seat, number)
            return say("infinity.hidden-again", lang, trooper=trooper, marker=marker)
        case happened.PointsLost(trooper=trooper, count=count):
            return say("infinity.points-lost", lang, trooper=trooper, count=count)
        case happened.PointsGained(trooper=trooper, count=count):
            return say("infinity.points-gained", lang, trooper=trooper, count=count)
        case happened.StateGained(trooper=trooper, state=state):
            return say("infinity.state-gained", lang, trooper=trooper, state=rule_name(state, lang))
        case happened.StateLost(trooper=trooper, state=state):
            return say("infinity.state-lost", lang, trooper=trooper, state=rule_name(state, lang))
        case happened.Removed(trooper=trooper):
            return say("infinity.removed", lang, trooper=trooper)
        case happened.UseSpent(trooper=trooper, weapon=weapon, count=count):
            name = weapon_name(weapon, lang)
            return say("infinity.use-spent", lang, trooper=trooper, weapon=name, count=count)
        case happened.DiscoverFailed(trooper=trooper, target=target):
            return say("infinity.discover-failed", lang, trooper=trooper, target=target)
        case _:
            return _of_things(what, lang)


def _of_things(what: Event, lang: str) -> str:
    match what:
        case happened.ItemPlaced(item=item):
            place = place_in_words(item.x, item.y, item.z)
            key = "infinity.item-placed-own" if item.weapon else "infinity.item-placed"
            return say(key, lang, place=place, name=item.id)
        case happened.ItemRevealed(marker=marker):
            return say("infinity.item-revealed", lang, marker=marker)
        case happened.ItemRemoved(item=name):
            return say("infinity.item-removed", lang, item=name)
        case happened.ObjectiveChanged(objective=name, owner=owner, carrier=carrier):
            holder = holder_name(carrier or owner, lang)
            return say("infinity.objective-changed", lang, name=thing_name(name, lang), owner=holder)
        case happened.BoxTaken(objective=name, carrier=carrier):
            return say("infinity.box-taken", lang, name=thing_name(name, lang), trooper=carrier)
        case happened.BoxDropped(objective=name, at=at):
            return say("infinity.box-dropped", lang, name=thing_name(name, lang), place=place_in_words(*at))
        case _:
            return ""


def _dice(what: Event, lang: str) -> str:
    match what:
        case happened.ModsTold(actor=actor, target=target, value=value):
            number = number_in_words(value, lang)
            return say("infinity.mods-told", lang, actor=actor, target=target, number=number)
        case happened.Rolled(actor=actor, skill=skill, target=target, value=value, faces=faces):
            name, number = skill_name(skill, lang), number_in_words(value, lang)
            if not faces:
                return say("infinity.hopeless", lang, actor=actor, skill=name, number=number)
            actor, target = thing_name(actor, lang), thing_name(target, lang)
            came, result = faces_in_words(faces), _result(what, lang)
            if not target:
                return say(
                    "infinity.rolled", lang, actor=actor, skill=name, number=number, faces=came, result=result
                )
            return say("infinity.rolled-at", lang, actor=actor, skill=name, target=target, number=number,
                       faces=came, result=result)  # fmt: skip
        case happened.Saved(trooper=trooper, against=against, number=number, faces=faces, failed=failed):
            return say("infinity.saved", lang, trooper=thing_name(trooper, lang),
                       against=thing_name(against, lang), faces=faces_in_words(faces),
                       number=number_in_words(number, lang), failed=failed)  # fmt: skip
        case _:
            return ""


def _result(roll: happened.Rolled, lang: str) -> str:
    if not roll.successes:
        return say("infinity.no-success", lang)
    if not roll.effective:
        return say("infinity.all-beaten", lang, successes=roll.successes)
    if roll.criticals:
        return say("infinity.successes-critical", lang, successes=roll.successes, effective=roll.effective,
                   criticals=roll.criticals)  # fmt: skip
    return say("infinity.successes", lang, successes=roll.successes, effective=roll.effective)
