"""From the initiative roll to victory: set-up, rounds, the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from firelane.core.because import Cite
from firelane.core.fired import decides
from firelane.core.procedure import Next, Play, Procedure, ask, finish, goto, proceed, push, roll
from firelane.core.state import Outcome
from firelane.infinity.asking import (
    ChooseTurns,
    ChooseZones,
    Deploy,
    Deployed,
    Keep,
    KeepOne,
    Kept,
    Placement,
    Reach,
    TurnsChosen,
    ZonesChosen,
)
from firelane.infinity.deploying import reach_of
from firelane.infinity.dice import RollFigures, read
from firelane.infinity.events import (
    FirstTurnSet,
    HeldBack,
    InitiativeKept,
    InitiativeRolled,
    ListsOpened,
    TokenGiven,
    TrooperDeployed,
    ZoneTaken,
    marker_name,
    public_name,
)
from firelane.infinity.frames import Match, PlayerTurn
from firelane.infinity.missions import MISSIONS, mission_figures, score, victory_points
from firelane.infinity.modes import holds, opposite
from firelane.infinity.names import SEATS, other
from firelane.infinity.sheets import sheet
from firelane.infinity.space import field_of
from firelane.infinity.world import InfinityWorld, Place, Trooper

Infinity = Play[InfinityWorld]


def roll_initiative(play: Infinity, frame: Match) -> Next:
    """A Face to Face roll with the WIP of the Lieutenants.

    Rules: initiative.roll, initiative.lieutenant-wip-open.
    """
    return roll(20, roller=SEATS[0], why="initiative")


def roll_other_initiative(play: Infinity, frame: Match) -> Next:
    """Each side throws its own die. Rules: initiative.roll."""
    return roll(20, roller=SEATS[1], why="initiative", frame=replace(frame, rolled=play.faces[0]))


def read_initiative(play: Infinity, frame: Match) -> Next:
    """A tie, or a failure of both, is rolled again. Rules: initiative.roll, initiative.tie-rolled-again."""
    figures = play.edition.data("roll", RollFigures)
    values = [lieutenant_wip(play.world, seat) for seat in SEATS]
    fell = (frame.rolled, *play.faces)
    shown = [read(figures, value, face) for value, face in zip(values, fell, strict=True)]
    if decides(shown[0].strength == shown[1].strength, "initiative.tie-rolled-again"):
        return goto("roll_initiative")
    winner = SEATS[0] if shown[0].strength > shown[1].strength else SEATS[1]
    faces = dict(zip(SEATS, fell, strict=True))
    known = dict(zip(SEATS, values, strict=True))
    because = (Cite("initiative.roll"), Cite("initiative.lieutenant-wip-open"))
    play.emit(InitiativeRolled(winner=winner, faces=faces, values=known, because=because))
    return proceed(replace(frame, winner=winner))


def lieutenant_wip(world: InfinityWorld, seat: str) -> int:
    """What a side rolls for initiative against. Rules: initiative.roll."""
    sheets = [sheet(t.sheet) for t in world.troopers.values() if t.seat == seat]
    return max(
        (s.facts.wip for s in sheets if s.facts.is_lieutenant), default=max(s.facts.wip for s in sheets)
    )


def ask_what_to_keep(play: Infinity, frame: Match) -> Next:
    """The winner keeps Initiative or Deployment. Rules: initiative.winner-keeps-one."""
    return ask(KeepOne(seat=frame.winner, rules=("initiative.winner-keeps-one",)))


def keep(play: Infinity, frame: Match) -> Next:
    """The loser gets the other. Rules: initiative.winner-keeps-one."""
    kept = play.answer(Keep).kept
    play.emit(
        InitiativeKept(seat=frame.winner, kept=str(kept), because=(Cite("initiative.winner-keeps-one"),))
    )
    chooser = frame.winner if kept is Kept.INITIATIVE else other(frame.winner)
    return proceed(replace(frame, chooser=chooser))


def ask_turns(play: Infinity, frame: Match) -> Next:
    """Initiative decides who goes first. Rules: initiative.turn-order."""
    return ask(ChooseTurns(seat=frame.chooser, rules=("initiative.turn-order",)))


def set_turns(play: Infinity, frame: Match) -> Next:
    """The order of turns never changes. Rules: initiative.turn-order."""
    play.emit(FirstTurnSet(first=play.answer(TurnsChosen).first, because=(Cite("initiative.turn-order"),)))
    return proceed()


def ask_zones(play: Infinity, frame: Match) -> Next:
    """Deployment decides who deploys first, and the zones. Rules: initiative.zones-and-deployment-order."""
    zones = tuple(area.name for area in field_of(play.world).deployment)
    return ask(
        ChooseZones(seat=other(frame.chooser), zones=zones, rules=("initiative.zones-and-deployment-order",))
    )


def set_zones(play: Infinity, frame: Match) -> Next:
    """Each side has its zone; what the mission needs is placed.

    Rules: initiative.zones-and-deployment-order.
    """
    given = play.answer(ZonesChosen)
    mine = other(frame.chooser)
    rest = opposite(field_of(play.world), given.zone)
    because = (Cite("initiative.zones-and-deployment-order"),)
    play.emit(ZoneTaken(seat=mine, zone=given.zone, because=because))
    play.emit(ZoneTaken(seat=other(mine), zone=rest, because=because))
    _place_objectives(play)
    return proceed(replace(frame, first_to_deploy=given.first))


def _place_objectives(play: Infinity) -> None:
    """What the mission needs on the table."""
    for event in MISSIONS[play.world.mission].place(play.world):
        play.emit(event)


def first_main(play: Infinity, frame: Match) -> Next:
    """All troopers but one. Rules: deployment.all-but-one."""
    return _ask_deploy(play, frame.first_to_deploy, main=True)


def deploy_first_main(play: Infinity, frame: Match) -> Next:
    """The first player's troopers are on the table. Rules: deployment.held-back-announced."""
    _deploy(play, frame.first_to_deploy)
    _announce(play, frame.first_to_deploy)
    return proceed()


def second_main(play: Infinity, frame: Match) -> Next:
    """Then the second player. Rules: deployment.all-but-one."""
    return _ask_deploy(play, other(frame.first_to_deploy), main=True)


def deploy_second_main(play: Infinity, frame: Match) -> Next:
    """The second player's troopers are on the table. Rules: deployment.held-back-announced."""
    _deploy(play, other(frame.first_to_deploy))
    _announce(play, other(frame.first_to_deploy))
    return proceed()


def first_reserve(play: Infinity, frame: Match) -> Next:
    """The trooper held back. Rules: deployment.last-trooper."""
    return _ask_deploy(play, frame.first_to_deploy, main=False)


def deploy_first_reserve(play: Infinity, frame: Match) -> Next:
    """The first player's last trooper is on the table."""
    _deploy(play, frame.first_to_deploy)
    return proceed()


def second_reserve(play: Infinity, frame: Match) -> Next:
    """And the second player's. Rules: deployment.last-trooper."""
    return _ask_deploy(play, other(frame.first_to_deploy), main=False)


def deploy_second_reserve(play: Infinity, frame: Match) -> Next:
    """The second player's last trooper is on the table; the game begins."""
    _deploy(play, other(frame.first_to_deploy))
    return proceed()


def undeployed(world: InfinityWorld, seat: str) -> list[Trooper]:
    """The troopers of a side that are still to be deployed."""
    return [t for t in world.troopers.values() if t.seat == seat and t.place is Place.LIST]


def _ask_deploy(play: Infinity, seat: str, main: bool) -> Next:
    waiting = undeployed(play.world, seat)
    groups = [t for t in waiting if not t.controller]
    held = 1 if main and len(groups) > 1 else 0
    side = play.world.sides[seat]
    names = tuple(t.id for t in waiting)
    # Rules: deployment.may-measure: what may be measured is told.
    reach = {t.id: Reach(*reach_of(play.world, t, side.zone)) for t in waiting}
    rules = ("deployment.all-but-one" if main else "deployment.last-trooper", "deployment.may-measure")
    return ask(Deploy(seat=seat, actors=names, zone=side.zone, held_back=held, reach=reach, rules=rules))


def _deploy(play: Infinity, seat: str) -> None:
    """Put the placements on the table, in an order that tells nothing of what markers hide.

    Rules: remdriver.chosen-at-deployment.
    """
    given = play.answer(Deployed)
    for name, at in sorted(given.troopers.items(), key=_publicly):
        number = play.world.sides[seat].markers_used + 1 if at.camouflaged else 0
        because = (Cite("deployment.inside-zone"),)
        _by_skill(play.world, play.world.troopers[name], at)
        play.emit(TrooperDeployed(trooper=name, seat=seat, at=at, marker=number, because=because))
    for name, at in sorted(given.troopers.items()):
        if at.drives:
            rem, driver = play.world.troopers[at.drives], play.world.troopers[name]
            play.emit(
                TokenGiven(rem=rem.id, driver=name, seat=seat, rem_alias=public_name(rem),
                           driver_alias=public_name(driver),
                           because=(Cite("remdriver.chosen-at-deployment"),))
            )  # fmt: skip


def _publicly(placed: tuple[str, Placement]) -> tuple[bool, int, int, int, int, str]:
    """Models as their list has them, then markers from west to east."""
    name, at = placed
    if at.camouflaged:
        return True, at.x, at.y, at.z, 0, ""
    return False, 0, 0, 0, len(name), name


def _by_skill(world: InfinityWorld, trooper: Trooper, at: Placement) -> None:
    """What lets a trooper be deployed so. It is for its owner to know."""
    field, facts = field_of(world), sheet(trooper.sheet)
    zone = next(area for area in field.deployment if area.name == world.sides[trooper.seat].zone)
    beyond = not holds(zone, at.x, at.y)
    decides(beyond and facts.carries("infiltration"), "infiltration.own-half", "deployment.infiltration")
    decides(beyond and not facts.carries("infiltration"), "forward-deployment.reach")
    decides(at.camouflaged, "camouflage.deployed-hidden", "camouflaged.shown-by-marker")
    decides(at.prone, "deployment.prone-allowed", "prone.at-deployment")
    decides(trooper.controller, "servant.deployed-together")
    decides(not at.camouflaged and not at.prone, "normal.at-deployment")


def _announce(play: Infinity, seat: str) -> None:
    """Tell how many are held back. Rules: deployment.held-back-announced."""
    left = len([t for t in undeployed(play.world, seat) if not t.controller])
    play.emit(HeldBack(seat=seat, count=left, because=(Cite("deployment.held-back-announced"),)))


# Rounds


def first_turn(play: Infinity, frame: Match) -> Next:
    """The first player turn of a round.

    Rules: game-round.two-player-turns, game-round.active-and-reactive.
    """
    return push(PlayerTurn(seat=play.world.first))


def second_turn(play: Infinity, frame: Match) -> Next:
    """The second player turn, unless the game ends with the first: then the round ends too.

    Rules: game-round.two-player-turns, scenario.ends-early, scenario-firefight.ends-early.
    """
    if play.returned:
        return goto("end_of_round", replace(frame, over=True))
    decides(True, "game-round.two-player-turns")
    return push(PlayerTurn(seat=other(play.world.first)))


def end_of_round(play: Infinity, frame: Match) -> Next:
    """What is scored at the end of each round; after the last one the game ends.

    Rules: scenario.length-and-table.
    """
    decides(play.world.round >= play.world.rounds, "scenario.length-and-table")
    figures = mission_figures(play.edition, play.world)
    for event in score(play.world, figures, each_round=True):
        play.emit(event)
    # scenario.length-and-table
    over = frame.over or bool(play.returned) or play.world.round >= play.world.rounds
    return goto("victory") if over else goto("first_turn")  # scenario.length-and-table


def victory(play: Infinity, frame: Match) -> Next:
    """Objective Points decide in a scenario, Victory Points otherwise and in a tie; all lists are opened.

    Rules: victory.points, victory.standard-game, victory.objective-points, information.opened-at-end.
    """
    sheets = {t.id: t.sheet for t in play.world.troopers.values()}
    mines = {marker_name(i.seat, i.marker): i.weapon for i in play.world.items.values() if i.marker}
    play.emit(ListsOpened(sheets=sheets, mines=mines, because=(Cite("information.opened-at-end"),)))
    figures = mission_figures(play.edition, play.world)
    for event in score(play.world, figures, each_round=False):
        play.emit(event)
    scores = {seat: play.world.sides[seat].objective_points for seat in SEATS}
    lives = {seat: victory_points(play.world, seat) for seat in SEATS}
    # victory.standard-game, victory.objective-points
    best = max(SEATS, key=lambda seat: (scores[seat], lives[seat]))
    # victory.standard-game, victory.objective-points
    tied = (scores[best], lives[best]) == (scores[other(best)], lives[other(best)])
    rule = "victory.standard-game" if play.world.mission == "standard" else "victory.objective-points"
    shown = lives if play.world.mission == "standard" else scores
    return finish(Outcome(winners=() if tied else (best,), rule=rule, scores=shown))


match = Procedure(
    Match,
    roll_initiative,
    roll_other_initiative,
    read_initiative,
    ask_what_to_keep,
    keep,
    ask_turns,
    set_turns,
    ask_zones,
    set_zones,
    first_main,
    deploy_first_main,
    second_main,
    deploy_second_main,
    first_reserve,
    deploy_first_reserve,
    second_reserve,
    deploy_second_reserve,
    first_turn,
    second_turn,
    end_of_round,
    victory,
)
