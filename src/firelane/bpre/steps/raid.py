"""A Night Raid: three or five Operations in one weather, Mission Points, and the tie-break.

Rules: bpre.night-raid.1-12. Reading adopted: no Tasking or Battlespace Card is drawn twice while others are
left.
"""

from __future__ import annotations

from msgspec.structs import replace

from firelane.bpre.events import OperationBegan, WeatherDrawn
from firelane.bpre.frames import Operation, Raid
from firelane.bpre.names import SEATS
from firelane.bpre.taskings import ACTIONS_ON, EXFIL, INFIL
from firelane.bpre.world import RedEarthWorld
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, finish, goto, push, roll
from firelane.core.state import Outcome

RedEarth = Play[RedEarthWorld]

RAIDS = {3: (INFIL, ACTIONS_ON, EXFIL), 5: (INFIL, INFIL, ACTIONS_ON, EXFIL, EXFIL)}
"""The stages of a raid, by its number of Operations. Rules: bpre.night-raid.1-3."""


def draw_weather(play: RedEarth, frame: Raid) -> Next:
    """Rules: bpre.night-raid.4-5, bpre.cards.4."""
    return roll(len(frame.terms.atmospherics), roller="", why="draw-cards")


def take_weather(play: RedEarth, frame: Raid) -> Next:
    """Rules: bpre.night-raid.4."""
    (face,) = play.faces
    card = frame.terms.atmospherics[face - 1]
    play.emit(WeatherDrawn(atmospherics=card, because=(Cite("bpre.night-raid.4"),)))
    return goto("next_operation", replace(frame, terms=replace(frame.terms, atmospherics=(card,))))


def next_operation(play: RedEarth, frame: Raid) -> Next:
    """Rules: bpre.night-raid.2-3, bpre.night-raid.12."""
    stage = frame.stages[frame.at]
    because = (Cite(f"bpre.night-raid.{_rule(frame)}"),)
    play.emit(OperationBegan(number=frame.at + 1, stage=stage, because=because))
    terms = replace(
        frame.terms,
        taskings=_left(frame.by_stage[stage], frame.taskings),
        battlespaces=_left(frame.terms.battlespaces, frame.battlespaces),
    )
    return push(Operation(terms=terms, single=False), frame=frame)


def _left(deck: tuple[str, ...], drawn: tuple[str, ...]) -> tuple[str, ...]:
    """What is left in a deck; all of it again when all was drawn."""
    return tuple(card for card in deck if card not in drawn) or deck


def _rule(frame: Raid) -> int:
    """The statement by which an Operation is played."""
    if frame.tiebreak:
        return 11
    return 2 if len(frame.stages) == len(RAIDS[3]) else 3


def after_operation(play: RedEarth, frame: Raid) -> Next:
    """Rules: bpre.night-raid.7-8, bpre.night-raid.11."""
    world = play.world
    frame = replace(
        frame,
        at=frame.at + 1,
        taskings=(*frame.taskings, world.tasking),
        battlespaces=(*frame.battlespaces, world.battlespace),
    )
    if frame.at < len(frame.stages):
        return goto("next_operation", frame)
    scores = {seat: world.sides[seat].mission_points for seat in SEATS}
    level = len(set(scores.values())) == 1
    if level and not frame.tiebreak:
        return goto("next_operation", replace(frame, stages=(*frame.stages, EXFIL), tiebreak=True))
    winners = () if level else (max(scores, key=lambda seat: scores[seat]),)
    rule = "bpre.night-raid.11" if frame.tiebreak else "bpre.night-raid.8"
    return finish(Outcome(winners=winners, rule=rule, scores=scores))


raid = Procedure(Raid, draw_weather, take_weather, next_operation, after_operation)
