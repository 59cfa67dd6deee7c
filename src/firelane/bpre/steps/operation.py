"""An Operation: it is set up, its turns are played, and its end is judged."""

from __future__ import annotations

from firelane.bpre.asking import Facings, StandUp
from firelane.bpre.events import BothStoodUp, CleanedUp, Succeeded, TurnBegan
from firelane.bpre.frames import Operation, Phase
from firelane.bpre.goals import COUNTER_ELAPSED, succeeded
from firelane.bpre.hooks import Amount
from firelane.bpre.names import ASSAULTING, DIRECT_FIRE, FINISHING, MANEUVER, SEATS
from firelane.bpre.steps.setup import (
    choose_hands,
    draw_cards,
    next_setup,
    offer_part,
    pick_teams,
    roll_for_parts,
    set_doors,
    take_cards,
    take_doors,
    take_hands,
    take_part,
    take_setup,
    take_teams,
)
from firelane.bpre.taskings import Reward, tasking_of
from firelane.bpre.world import RedEarthWorld, on_table, seat_of
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, finish, goto, proceed, push
from firelane.core.state import Outcome

RedEarth = Play[RedEarthWorld]


def begin_turn(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.setup.3, bpre.cleanup.3, bpre.markers.5."""
    play.emit(TurnBegan(turn=play.world.turn + 1, because=(Cite("bpre.cleanup.3"),)))
    return proceed()


def direct_fire(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.turn.1, bpre.order-of-battle.1."""
    return push(Phase(phase=DIRECT_FIRE, seat=seat_of(play.world, ASSAULTING)))


def maneuver(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.turn.1, bpre.turn.6, bpre.order-of-battle.2."""
    if play.returned:
        return _won(play, frame)
    return push(Phase(phase=MANEUVER, seat=seat_of(play.world, ASSAULTING)))


def finishing(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.turn.1, bpre.turn.6, bpre.order-of-battle.3."""
    if play.returned:
        return _won(play, frame)
    return push(Phase(phase=FINISHING, seat=seat_of(play.world, ASSAULTING)))


def clean_up(play: RedEarth, frame: Operation) -> Next:
    """The staggered stand up, each facing as its player wishes. Rules: bpre.cleanup.2, bpre.turn.6."""
    if play.returned:
        return _won(play, frame)
    down = {seat: tuple(u.id for u in on_table(play.world, seat) if u.staggered) for seat in SEATS}
    rules = ("bpre.cleanup.2",)
    return ask(*(StandUp(seat=seat, actors=names, rules=rules) for seat, names in down.items() if names))


def take_facings(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.cleanup.1-2, bpre.markers.2, bpre.stagger.4."""
    facings: dict[str, int] = {}
    for given in play.answers.values():
        assert isinstance(given, Facings)
        facings |= given.by
    event = BothStoodUp if len(play.answers) > 1 else CleanedUp
    play.emit(event(facings=dict(sorted(facings.items())), because=(Cite("bpre.cleanup.1"),)))
    return proceed()


def count_turns(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.cleanup.3-4, bpre.markers.5."""
    if play.world.turn < play.edition.data("cleanup", Amount).amount:
        return goto("begin_turn")
    met = succeeded(play.edition, play.world, COUNTER_ELAPSED)
    return _judge(play, frame, tuple(c.force for c in met), tuple(c.statement for c in met))


def _won(play: RedEarth, frame: Operation) -> Next:
    assert isinstance(play.returned, dict)
    forces, statements = play.returned["met"], play.returned["statements"]
    assert isinstance(forces, tuple)
    assert isinstance(statements, tuple)
    return _judge(play, frame, tuple(map(str, forces)), tuple(map(int, statements)))


def _judge(play: RedEarth, frame: Operation, forces: tuple[str, ...], statements: tuple[int, ...]) -> Next:
    """Who is rewarded, and with what. Rules: bpre.tasking.3, bpre.operation.1,
    bpre.night-raid.7, bpre.night-raid.9-10."""
    winners = tuple(dict.fromkeys(forces))
    if len(winners) == 1:
        rule = play.edition[play.world.tasking].statement(statements[0])
    else:
        rule = "bpre.night-raid.10" if winners else "bpre.night-raid.9"
        winners = ()
    rewards = [
        r for r in tasking_of(play.edition, play.world).rewards if winners and r.force in ("", *winners)
    ]
    points = {seat: sum(r.points for r in rewards) for seat in winners}
    specials = {seat: tuple(r.special for r in rewards if r.special) for seat in winners}
    more = {seat: sum(r.next_cp for r in rewards) for seat in winners}
    because = (Cite(rule), *(Cite(_rewarding(play, reward)) for reward in rewards))
    play.emit(Succeeded(winners=winners, points=points, specials=specials, next_cp=more, because=because))
    if not frame.single:  # bpre.operation.1
        return done({"winners": winners})
    scores = {seat: play.world.sides[seat].mission_points for seat in SEATS}
    return finish(Outcome(winners=winners, rule=rule, scores=scores))


def _rewarding(play: RedEarth, reward: Reward) -> str:
    return play.edition[play.world.tasking].statement(reward.statement)


operation = Procedure(
    Operation,
    draw_cards,
    take_cards,
    roll_for_parts,
    offer_part,
    take_part,
    pick_teams,
    take_teams,
    choose_hands,
    take_hands,
    set_doors,
    take_doors,
    next_setup,
    take_setup,
    begin_turn,
    direct_fire,
    maneuver,
    finishing,
    clean_up,
    take_facings,
    count_turns,
)
