"""The flow of Ambush, step by step, in the words of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ambush.asking import (
    Advance,
    EndTurn,
    GiveOrder,
    LayOut,
    Layout,
    OfferCard,
    PlayCard,
    React,
    Reactions,
    Shoot,
    Sneak,
)
from ambush.events import (
    CardDrawn,
    CardPlayed,
    GotUp,
    LaidOut,
    MineWentOff,
    Moved,
    OrderSpent,
    Revealed,
    Shot,
    TurnBegan,
    WentDown,
)
from ambush.frames import DrawCards, Match, Mined, Order, Rescue, Turn
from ambush.rules import SHOT_AT_ME, SHOT_BY_ME, Amount, Exchange, Shooting, Ties
from ambush.world import FORWARD, SEATS, AmbushWorld, other, scout_ids, standing
from firelane.core.because import Cite, Number
from firelane.core.procedure import (
    Next,
    Play,
    Procedure,
    ask,
    ask_in_turn,
    done,
    finish,
    goto,
    next_in_turn,
    proceed,
    push,
    roll,
)
from firelane.core.rules import Edition
from firelane.core.state import Outcome

Ambush = Play[AmbushWorld]


# The match


def ask_layout(play: Ambush, frame: Match) -> Next:
    """Rules: ambush.set-up.1-2."""
    return ask(*(LayOut(seat=seat, actors=scout_ids(seat), rules=("ambush.set-up.1", "ambush.set-up.2"))
                 for seat in SEATS))  # fmt: skip


def lay_out(play: Ambush, frame: Match) -> Next:
    """Rules: ambush.set-up.1-2."""
    for request, given in play.answers_by_request():
        assert isinstance(given, Layout)
        mine = {name: kept for name, kept in frame.carries.items() if name in given.paces}
        play.emit(LaidOut(seat=request.seat, paces=given.paces, mine=given.mine, carries=mine,
                          because=(Cite("ambush.set-up.1"),)))  # fmt: skip
    return proceed()


def draw_for_blue(play: Ambush, frame: Match) -> Next:
    """Rules: ambush.set-up.3."""
    return push(DrawCards(seat="blue", left=2))


def draw_for_red(play: Ambush, frame: Match) -> Next:
    """Rules: ambush.set-up.3."""
    return push(DrawCards(seat="red", left=2))


def blue_turn(play: Ambush, frame: Match) -> Next:
    """Rules: ambush.orders.1, ambush.end.1."""
    if play.world.round == play.world.rounds:
        return goto("count_up")
    play.emit(
        TurnBegan(seat="blue", round=play.world.round + 1, orders=2, because=(Cite("ambush.orders.1"),))
    )
    return push(Turn(seat="blue"))


def red_turn(play: Ambush, frame: Match) -> Next:
    """Rules: ambush.orders.1."""
    play.emit(TurnBegan(seat="red", round=play.world.round, orders=2, because=(Cite("ambush.orders.1"),)))
    return push(Turn(seat="red"), then="blue_turn")


def count_up(play: Ambush, frame: Match) -> Next:
    """Rules: ambush.end.1-2."""
    return finish(outcome(play.world))


def outcome(world: AmbushWorld) -> Outcome:
    """Who has won, by scouts that are up."""
    scores = {seat: len(standing(world, seat)) for seat in SEATS}
    best = max(scores.values())
    winners = tuple(seat for seat in SEATS if scores[seat] == best)
    return Outcome(winners=winners if len(winners) == 1 else (), rule="ambush.end.2", scores=scores)


match = Procedure(Match, ask_layout, lay_out, draw_for_blue, draw_for_red, blue_turn, red_turn, count_up)


# Drawing cards


def draw(play: Ambush, frame: DrawCards) -> Next:
    """Rules: ambush.set-up.3."""
    if not frame.left:
        return done()
    return roll(len(play.world.deck), roller=frame.seat, why="draw", secret=True)


def take_card(play: Ambush, frame: DrawCards) -> Next:
    """Rules: ambush.set-up.3."""
    play.emit(CardDrawn(seat=frame.seat, card=play.world.deck[play.faces[0] - 1],
                        because=(Cite("ambush.set-up.3"),)))  # fmt: skip
    return goto("draw", DrawCards(seat=frame.seat, left=frame.left - 1))


drawing = Procedure(DrawCards, draw, take_card)


# Turns


def next_order(play: Ambush, frame: Turn) -> Next:
    """Rules: ambush.orders.1, ambush.orders.3, ambush.end.1."""
    if any(not standing(play.world, seat) for seat in SEATS):
        return finish(outcome(play.world))
    if not play.world.sides[frame.seat].orders:
        return done()
    names = tuple(scout.id for scout in standing(play.world, frame.seat))
    return ask(GiveOrder(seat=frame.seat, actors=names, rules=("ambush.orders.1",)))


def take_order(play: Ambush, frame: Turn) -> Next:
    """Rules: ambush.orders.3."""
    ((_, given),) = play.answers_by_request()
    if isinstance(given, EndTurn):
        return done()
    assert isinstance(given, Advance | Sneak | Shoot)
    return push(Order(seat=frame.seat, action=given), then="next_order")


turn = Procedure(Turn, next_order, take_order)


# One order


def spend(play: Ambush, frame: Order) -> Next:
    """Rules: ambush.orders.1."""
    play.emit(OrderSpent(seat=frame.seat))
    return proceed()


def declare(play: Ambush, frame: Order) -> Next:
    """Rules: ambush.moving.1-3, ambush.shooting.2."""
    match frame.action:
        case Sneak(scout, paces) | Advance(scout, paces):
            if isinstance(frame.action, Advance):
                reveal(play, scout, "ambush.moving.3")
            mover = play.world.scouts[scout]
            pace = mover.pace + paces * FORWARD[frame.seat]
            play.emit(Moved(scout=scout, seat=frame.seat, pace=pace, hidden=mover.hidden))
        case Shoot(scout):
            reveal(play, scout, "ambush.shooting.2")
    return proceed()


def reveal(play: Ambush, name: str, rule: str) -> None:
    """Let a hidden scout be seen."""
    scout = play.world.scouts[name]
    if scout.hidden:
        play.emit(Revealed(scout=name, pace=scout.pace, carries=scout.carries, because=(Cite(rule),)))


def ask_reactions(play: Ambush, frame: Order) -> Next:
    """Rules: ambush.reacting.1. A sneak is not seen, so nobody is asked."""
    actor = play.world.scouts[frame.action.scout]  # type: ignore[union-attr]
    able = tuple(scout.id for scout in standing(play.world, other(frame.seat)))
    if isinstance(frame.action, Sneak) or actor.down or not able:
        return goto("resolve")
    kind = "shoot" if isinstance(frame.action, Shoot) else "advance"
    request = React(
        seat=other(frame.seat), actors=able, to=actor.id, action=kind, rules=("ambush.reacting.1",)
    )
    return ask(request)


def take_reactions(play: Ambush, frame: Order) -> Next:
    """Rules: ambush.reacting.1, ambush.reacting.4."""
    given = play.answer(Reactions).by
    active = {name: what for name, what in sorted(given.items()) if what != "hold"}
    for name in active:
        reveal(play, name, "ambush.reacting.4")
    return goto("resolve", Order(step=frame.step, seat=frame.seat, action=frame.action, reactions=active))


def resolve(play: Ambush, frame: Order) -> Next:
    """Rules: ambush.shooting.3. All dice are thrown together: the active scout's first."""
    count = isinstance(frame.action, Shoot) + len(frame.reactions)
    if not count:
        return done()
    return roll(*[20] * count, roller=frame.seat, why="shots")


def effects(play: Ambush, frame: Order) -> Next:
    """Rules: ambush.shooting.3-5, ambush.reacting.2-3, ambush.ties.1-2."""
    edition, faces = play.edition, list(play.faces)
    actor = frame.action.scout  # type: ignore[union-attr]
    attack: Attack | None = None
    if isinstance(frame.action, Shoot):
        attack = Attack(edition, play.world, actor, frame.action.target, faces.pop(0))
    back, best_dodge = [], 0
    for (name, what), face in zip(frame.reactions.items(), faces, strict=True):
        if what == "shoot":
            back.append(Attack(edition, play.world, name, actor, face))
        elif face <= edition.data("dodge", Amount).amount and name == getattr(frame.action, "target", ""):
            best_dodge = face
    downs: list[str] = []
    for mine in [attack, *back] if attack else back:
        rivals = back if mine is attack else [attack] if attack else []
        dodged = mine is attack and best_dodge > mine.face
        hit = mine.success and not dodged and not any(rival.beats(mine) for rival in rivals)
        play.emit(Shot(by=mine.by, at=mine.at, number=mine.number.total, face=mine.face, hit=hit,
                       because=mine.because))  # fmt: skip
        if hit and mine.at not in downs:
            downs.append(mine.at)
    for name in downs:
        play.emit(WentDown(scout=name))
    return done()


class Attack:
    """One shot with its sum, judged by the edition's tables."""

    def __init__(self, edition: Edition, world: AmbushWorld, by: str, at: str, face: int) -> None:
        self.by, self.at, self.face = by, at, face
        self.edition = edition
        shooter, target = world.scouts[by], world.scouts[at]
        context = Exchange(shooter, target, abs(shooter.pace - target.pace))
        figures = edition.data("shooting", Shooting)
        mine = edition.value(SHOT_BY_ME, context, Number.of(0), shooter.carries)
        assert isinstance(mine, Number)
        number = edition.value(SHOT_AT_ME, context, mine, target.carries)
        assert isinstance(number, Number)
        self.number = number
        self.in_reach = context.distance <= figures.reach
        self.success = self.in_reach and face <= number.total

    @property
    def because(self) -> tuple[Cite, ...]:
        """The statements behind the number, and behind a wasted shot."""
        parts = (self.number.base, *self.number.modifiers)
        found = tuple(Cite(part.rule, {"value": part.value}) for part in parts)
        return found if self.in_reach else (*found, Cite("ambush.shooting.4"))

    def beats(self, rival: Attack) -> bool:
        """Whether this shot undoes another that was made at the shooter."""
        if not self.success or self.at != rival.by:
            return False
        if self.face == rival.face:
            ties = self.edition.data("ties", Ties)
            return not ties.higher_number_counts or self.number.total >= rival.number.total
        return self.face > rival.face


order = Procedure(Order, spend, declare, ask_reactions, take_reactions, resolve, effects)


# Mines


def go_off(play: Ambush, frame: Mined) -> Next:
    """Rules: ambush.mine.1-2."""
    scout = play.world.scouts[frame.scout]
    play.emit(MineWentOff(seat=frame.owner, pace=scout.pace, because=(Cite("ambush.mine.1"),)))
    reveal(play, frame.scout, "ambush.mine.2")
    return proceed()


def roll_for_mine(play: Ambush, frame: Mined) -> Next:
    """Rules: ambush.mine.3."""
    return roll(20, roller=frame.owner, why="mine")


def mine_effect(play: Ambush, frame: Mined) -> Next:
    """Rules: ambush.mine.3."""
    if play.faces[0] <= frame.number:
        play.emit(WentDown(scout=frame.scout, because=(Cite("ambush.mine.3"),)))
    return done()


mined = Procedure(Mined, go_off, roll_for_mine, mine_effect)


# Cards


def offer_cards(play: Ambush, frame: Rescue) -> Next:
    """Rules: ambush.cards.1-2."""
    offers = [(frame.seat, "medic"), (other(frame.seat), "doubt")]
    requests = [OfferCard(seat=seat, scout=frame.scout, card=card, rules=("ambush.cards.1",))
                for seat, card in offers if play.world.sides[seat].hand]  # fmt: skip
    if not requests or requests[0].card != "medic":
        return done()
    return ask_in_turn(*requests, each="take_played", then="roll_medic")


def take_played(play: Ambush, frame: Rescue) -> Next:
    """Rules: ambush.cards.1."""
    ((request, given),) = play.answers_by_request()
    assert isinstance(request, OfferCard)
    if isinstance(given, PlayCard):
        play.emit(CardPlayed(seat=request.seat, card=request.card, because=(Cite("ambush.cards.1"),)))
        needs = frame.needs if request.card == "medic" else frame.doubt
        frame = Rescue(step=frame.step, scout=frame.scout, seat=frame.seat, needs=needs, doubt=frame.doubt,
                       medic=True)  # fmt: skip
    medic = frame.medic
    return next_in_turn(frame, keep=lambda _: medic)


def roll_medic(play: Ambush, frame: Rescue) -> Next:
    """Rules: ambush.cards.3."""
    return roll(20, roller=frame.seat, why="medic") if frame.medic else done()


def medic_effect(play: Ambush, frame: Rescue) -> Next:
    """Rules: ambush.cards.3."""
    if play.faces[0] >= frame.needs:
        play.emit(GotUp(scout=frame.scout, because=(Cite("ambush.cards.3"),)))
    return done()


rescue = Procedure(Rescue, offer_cards, take_played, roll_medic, medic_effect)


PROCEDURES: Sequence[Procedure[Any]] = (match, drawing, turn, order, mined, rescue)
