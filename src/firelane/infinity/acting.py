"""What a declared skill does at once: the trooper moves, lies down, shows itself. Rolls come later."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from firelane.core.because import Cite
from firelane.core.fired import decides, is_counting
from firelane.core.procedure import Play
from firelane.infinity.events import BecameIdle, Faced, MarkerRevealed, Moved, PostureChanged, public_name
from firelane.infinity.frames import Declared, Order, Point
from firelane.infinity.roster import roster
from firelane.infinity.sheets import Sheet, sheet
from firelane.infinity.skills.base import Declaration, Movement
from firelane.infinity.skilltable import figures_of, is_entire
from firelane.infinity.space import field_of
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.movement import AIRBORNE_WAYS, MoveRules, PathReport, Reckoning, Way, Waypoint
from firelane.table.paths import check_among, near_the_way
from firelane.table.surfaces import GroundPlan, ground_plan
from firelane.table.things import Figure

NARROW = 2
"""The greatest Silhouette that passes a narrow access. Rules: access.width."""
ON_FOOT = frozenset({Way.WALK, Way.VAULT, Way.STAIRS, Way.LADDER, Way.CLIMB})


def begin(trooper: Trooper) -> Declared:
    """A trooper that has declared nothing yet."""
    return Declared(
        trooper=trooper.id, skills=(), track=((trooper.x, trooper.y, trooper.z),), prone_first=trooper.prone
    )


@lru_cache(maxsize=256)
def move_rules(facts: Sheet, allowance: int, ways: frozenset[Way] = ON_FOOT) -> MoveRules:
    """How a trooper may go.

    Rules: move.narrow-passage, move.needs-room, move.ladder-costs-distance, move.stops-on-ladder,
    move.low-obstacle, move.deep-drop, climb.part-of-move, climb.stops-on-wall, climb.needs-half-base,
    climb.needs-room, climbing-plus.part-of-move, climbing-plus.stops-on-wall,
    climbing-plus.needs-half-base, climbing-plus.needs-room, movement.needs-room, movement.vaulting,
    movement.too-high, movement.through-allies, movement.stopped-by-enemy, movement.stairs-and-ladders,
    access.width, access.prone-counts-upright, access.prevails.
    """
    return MoveRules(
        ways=ways,
        allowance=allowance,
        passage_percent=50,  # move.narrow-passage, movement.needs-room
        climb_width_percent=50,  # climb.needs-half-base, climbing-plus.needs-half-base
        narrow_access=facts.facts.s <= NARROW,  # access.prone-counts-upright, access.prevails
        # climb.stops-on-wall, climbing-plus.stops-on-wall, move.stops-on-ladder
        stop_on=frozenset({Way.LADDER, Way.STAIRS, Way.CLIMB}),
        reckoning=Reckoning.FROM_SILHOUETTE if ways <= AIRBORNE_WAYS else Reckoning.ALONG,  # jump.measured
        jump_limit=allowance if ways <= AIRBORNE_WAYS else None,  # jump.directions-and-landing
    )


def allowance(facts: Sheet, done: Declared, prone: bool) -> int:
    """How far the next Move of the Order goes.

    Rules: move.first, move.second, prone.half-movement.
    """
    reach = facts.moves[has_moved(done)]  # move.first, move.second
    return half_of(reach) if prone else reach


def has_moved(done: Declared) -> bool:
    """Whether a trooper has declared a movement of its own in this Order."""
    return any(skill.is_movement for skill in done.skills)


def half_of(reach: int) -> int:
    """Half a distance, in whole inches. Rules: measuring.rounded-up, prone.half-movement."""
    decides(reach % 2000, "measuring.rounded-up")
    return -(-reach // 2000) * 1000


def check_move(
    world: InfinityWorld, figure: Figure, way: tuple[Waypoint, ...], rules: MoveRules
) -> PathReport:
    """Check a path against terrain and every model on the table.

    Cached, because the proposer, the judge and the step all ask.
    """
    return _check(ground_plan(field_of(world)), figure, way, roster(world).figures, rules)


@lru_cache(maxsize=128)
def _check(
    plan: GroundPlan, figure: Figure, way: tuple[Waypoint, ...], others: tuple[Figure, ...], rules: MoveRules
) -> PathReport:
    return _check_among(plan, figure, way, near_the_way(figure, way, others), rules)


@lru_cache(maxsize=128)
def _check_among(
    plan: GroundPlan, figure: Figure, way: tuple[Waypoint, ...], near: tuple[Figure, ...], rules: MoveRules
) -> PathReport:
    """Check it against those near the way alone: a side may know others by other names than the game does."""
    return check_among(plan, figure, way, near, rules)


def way_of(report: PathReport) -> tuple[Point, ...]:
    """The points of a path, one after another, none twice in a row."""
    points = [(x, y, z) for x, y, z, _ in report.track]
    return tuple(point for n, point in enumerate(points) if n == 0 or point != points[n - 1])


def act(
    play: Play[InfinityWorld], frame: Order, done: Declared, skill: Declaration, reacting: bool = False
) -> Declared:
    """Carry out what happens at once when a skill is declared, and write it down."""
    figures = figures_of(play.edition, skill)
    trooper = play.world.troopers[done.trooper]
    if trooper.marker and _gives_away(play, trooper, skill):
        reveal(
            play,
            trooper,
            "camouflaged.ended-by-roll" if figures.attribute else "camouflaged.ended-by-entire-skill",
        )
        trooper = play.world.troopers[done.trooper]
    posture = skill.posture
    if posture is not None and posture != trooper.prone:  # prone.going-prone, prone.silhouette
        because = (
            Cite("prone.going-prone" if posture else "prone.standing-up"),
            Cite("movement.prone-or-standing"),
        )
        decides(posture, "prone.silhouette", "silhouette.prone")
        decides(not reacting and not skill.hides, "prone.seen-while-going-prone")
        play.emit(PostureChanged.of(trooper, prone=posture, because=because))
        trooper = play.world.troopers[done.trooper]
    elif skill.stands_up and trooper.prone:
        play.emit(PostureChanged.of(trooper, prone=False, because=(Cite("prone.standing-up"),)))
        trooper = play.world.troopers[done.trooper]
    track = done.track
    if isinstance(skill, Movement) and not reacting:
        report = skill.path(play.world, trooper, done)
        if report.legal:
            way = way_of(report)
            track = (*done.track, *way[1:]) if len(way) > 1 else done.track
            if is_counting():
                skill.note_rules(trooper, done)
            _arrive(play, trooper, way, report, skill.facing)
        else:
            why = (Cite(skill.impossible),)
            play.emit(BecameIdle.of(trooper, skill=skill.entry, because=why))
    # Reading of lof.all-round-while-moving: whoever reacts moves after the rolls, if at all, and looks
    # ahead until then.
    moved = done.moved or (figures.movement and not reacting)
    return replace(
        done, skills=(*done.skills, skill), track=track, moved=moved, second_from=len(done.track) - 1
    )


def _gives_away(play: Play[InfinityWorld], trooper: Trooper, skill: Declaration) -> bool:
    """Whether declaring the skill cancels a Marker state.

    Rules: camouflaged.ended-by-roll, camouflaged.ended-by-entire-skill.
    """
    entire = is_entire(play.edition, sheet(trooper.sheet), skill) and not skill.hides
    return figures_of(play.edition, skill).reveals or entire


def _arrive(
    play: Play[InfinityWorld],
    trooper: Trooper,
    way: tuple[tuple[int, int, int], ...],
    report: PathReport,
    facing: int,
) -> None:
    if len(way) > 1:
        cite = Cite("movement.stopped-by-enemy" if report.stopped_by else "movement.reach")
        play.emit(Moved.of(trooper, track=way, surface=report.end.surface, because=(cite,)))
    if facing != trooper.facing:
        play.emit(
            Faced.of(play.world.troopers[trooper.id], facing=facing, because=(Cite("movement.facing"),))
        )
    if trooper.marker and report.stopped_by in play.world.troopers:
        reveal(play, play.world.troopers[trooper.id], "camouflaged.ended-by-contact")


def reveal(play: Play[InfinityWorld], trooper: Trooper, rule: str) -> None:
    """Turn a marker over."""
    name = public_name(trooper)
    play.emit(MarkerRevealed(trooper=trooper.id, marker=name, because=(Cite(rule),)))
