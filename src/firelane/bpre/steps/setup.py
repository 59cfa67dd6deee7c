"""An Operation: its cards are drawn, the sides set up, turns played, and its end judged."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from firelane.bpre.asking import (
    ChooseEdge,
    ChooseStructure,
    Doors,
    Edge,
    Facings,
    Hand,
    PickHand,
    PickTeam,
    Placement,
    PlaceUnits,
    SetDoors,
    StandUp,
    Structure,
    Team,
)
from firelane.bpre.events import (
    CardsDrawn,
    CleanedUp,
    DoorsSet,
    FiresGained,
    HandChosen,
    Named,
    Succeeded,
    TeamPicked,
    TurnBegan,
    UnitPlaced,
)
from firelane.bpre.frames import Operation, Phase
from firelane.bpre.hooks import Amount
from firelane.bpre.names import ASSAULTING, DEFENDING, DIRECT_FIRE, FINISHING, MANEUVER, SEATS
from firelane.bpre.skills import Gives
from firelane.bpre.space import EDGES, doors, field_of
from firelane.bpre.taskings import COUNTER_ELAPSED, Step, Tasking, succeeded, tasking_of
from firelane.bpre.world import TEAM, RedEarthWorld, card_of, on_table, seat_of
from firelane.bpre.zones import Zone, farthest_edges, opposite
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, Procedure, ask, done, finish, goto, proceed, push, roll
from firelane.core.state import Outcome
from firelane.table.things import Door

RedEarth = Play[RedEarthWorld]


# Cards and forces


def draw_cards(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.operation.2, bpre.cards.3-6."""
    terms = frame.terms
    decks = (len(terms.battlespaces), len(terms.taskings), len(terms.atmospherics))
    return roll(*decks, roller="", why="draw-cards")


def take_cards(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.operation.2, bpre.tasking.1, bpre.battlespace.1."""
    terms = frame.terms
    place, task, weather = (face - 1 for face in play.faces)
    tasking = play.edition.data(terms.taskings[task], Tasking)
    play.emit(CardsDrawn(battlespace=terms.battlespaces[place], tasking=terms.taskings[task],
                         atmospherics=terms.atmospherics[weather], roles=tasking.roles(), limits=tasking.cp,
                         because=(Cite("bpre.operation.2"), Cite("bpre.tasking.1"))))  # fmt: skip
    return proceed()


def pick_teams(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.setup.1, bpre.capability-points.1."""
    rules = ("bpre.setup.1", "bpre.capability-points.1")
    seats = [seat for seat in SEATS if seat not in frame.terms.teams]
    return ask(*(PickTeam(seat=seat, cp=play.world.sides[seat].cp, rules=rules) for seat in seats))


def take_teams(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.setup.1, bpre.qrf.1-2."""
    picked = {request.seat: given for request, given in play.answers_by_request()}
    for seat in SEATS:
        team = picked.get(seat, Team(frame.terms.teams.get(seat, ()), 0))
        assert isinstance(team, Team)
        names = {f"{seat}-{n}": kind for n, kind in enumerate(team.units, 1)}
        play.emit(TeamPicked(seat=seat, units=names, qrf=team.qrf, because=(Cite("bpre.setup.1"),)))
    return proceed()


def choose_hands(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.setup.2."""
    seats = [seat for seat in SEATS if seat not in frame.terms.hands]
    return ask(*(PickHand(seat=seat, rules=("bpre.setup.2",)) for seat in seats))


def take_hands(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.setup.2."""
    chosen = {request.seat: given for request, given in play.answers_by_request()}
    for seat in SEATS:
        hand = chosen.get(seat, Hand(frame.terms.hands.get(seat, ())))
        assert isinstance(hand, Hand)
        play.emit(HandChosen(seat=seat, cards=hand.cards, because=(Cite("bpre.setup.2"),)))
    return proceed()


def set_doors(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.doors.1."""
    if not doors(field_of(play.world)):
        return goto("next_setup")
    return ask(SetDoors(seat=seat_of(play.world, DEFENDING), rules=("bpre.doors.1",)))


def take_doors(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.doors.1."""
    closed = play.answer(Doors).closed
    wanted = {d.name: Door.CLOSED if d.name in closed else Door.OPEN for d in doors(field_of(play.world))}
    changed = {
        d.name: wanted[d.name].value for d in doors(field_of(play.world)) if d.door is not wanted[d.name]
    }
    play.emit(DoorsSet(doors=changed, because=(Cite("bpre.doors.1"),)))
    return proceed()


# The set-up steps of the Tasking Card


def next_setup(play: RedEarth, frame: Operation) -> Next:
    """The set-up of the Tasking Card, step by step."""
    steps = tasking_of(play.edition, play.world).steps
    if frame.setup == len(steps):
        return goto("begin_turn")
    step = steps[frame.setup]
    rules = (play.world.tasking.replace("tasking.", "bpre.tasking."),)
    match step.do:
        case "choose-structure":
            return ask(ChooseStructure(seat=step.by, name=step.name, rules=rules), then="take_setup")
        case "choose-edge":
            edges = edges_for(play.world, step)
            if len(edges) > 1:
                return ask(
                    ChooseEdge(seat=step.by, name=step.name, edges=edges, rules=rules), then="take_setup"
                )
            play.emit(
                Named(name=step.name, choice=edges[0], edge_of=step.by, because=(Cite("bpre.tasking.5"),))
            )
            return goto("next_setup", replace(frame, setup=frame.setup + 1))
        case "place-units":
            waiting = tuple(u.id for u in play.world.units.values() if u.seat == step.by and u.place == TEAM)
            request = PlaceUnits(seat=step.by, actors=waiting, zone=zone_of(play.world, step), rules=rules)
            return ask(request, then="take_setup")
        case _:
            raise AssertionError(f"no such set-up step: {step.do}")


def take_setup(play: RedEarth, frame: Operation) -> Next:
    """What was chosen, or where units stand."""
    ((request, given),) = play.answers_by_request()
    because = tuple(Cite(rule) for rule in request.rules)
    match given:
        case Structure(number):
            assert isinstance(request, ChooseStructure)
            play.emit(Named(name=request.name, choice=number, because=because))
        case Edge(edge):
            assert isinstance(request, ChooseEdge)
            play.emit(Named(name=request.name, choice=edge, edge_of=request.seat, because=because))
        case Placement(at):
            place_units(play, {name: (*spot, 0) for name, spot in at.items()}, because)
    return goto("next_setup", replace(frame, setup=frame.setup + 1))


def place_units(play: RedEarth, at: dict[str, tuple[int, int, int, int]], because: Iterable[Cite]) -> None:
    """Put units down (x, y, facing, chits); some bring Fires Cards along.

    Rules: bpre.skill.kinetic-isr.operational-advisor.1, bpre.skill.kinetic-isr.hongbin.1.
    """
    for name, (x, y, facing, chits) in sorted(at.items()):
        play.emit(UnitPlaced(unit=name, x=x, y=y, facing=facing, chits=chits, because=tuple(because)))
        unit = play.world.units[name]
        for skill in card_of(play.world, unit).skills:
            entry = play.edition[f"skill.{skill}"]
            if isinstance(entry.rule.data, Gives):
                gives = entry.rule.data
                play.emit(FiresGained(seat=unit.seat, cards=(gives.card,) * gives.count,
                                      because=(Cite(entry.statement(1)),)))  # fmt: skip


def edges_for(world: RedEarthWorld, step: Step) -> tuple[str, ...]:
    """The edges among which a player may choose. Rules: bpre.tasking.5."""
    match step.edge:
        case "farthest":
            return farthest_edges(field_of(world), world.chosen[step.of])
        case "opposite":
            return (opposite(world.chosen[step.of]),)
        case _:
            return EDGES


def zone_of(world: RedEarthWorld, step: Step) -> Zone:
    """Where units are placed in a step: in or round a structure, or at an edge."""
    if step.of:
        return Zone(structure=world.chosen[step.of], within=step.within)
    edges = EDGES if step.edge == "all" else (world.chosen[step.edge],)
    return Zone(edges=edges, within=step.within)


# Turns


def begin_turn(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.setup.3, bpre.cleanup.3, bpre.markers.5."""
    play.emit(TurnBegan(turn=play.world.turn + 1, because=(Cite("bpre.cleanup.3"),)))
    return proceed()


def direct_fire(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.turn.1, bpre.order-of-battle.1."""
    return push(Phase(phase=DIRECT_FIRE, seat=seat_of(play.world, ASSAULTING)))


def maneuver(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.turn.1, bpre.order-of-battle.2."""
    if play.returned:
        return _won(play, frame)
    return push(Phase(phase=MANEUVER, seat=seat_of(play.world, ASSAULTING)))


def finishing(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.turn.1, bpre.order-of-battle.3."""
    if play.returned:
        return _won(play, frame)
    return push(Phase(phase=FINISHING, seat=seat_of(play.world, ASSAULTING)))


def clean_up(play: RedEarth, frame: Operation) -> Next:
    """The staggered stand up, each facing as its player wishes. Rules: bpre.cleanup.2."""
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
    play.emit(CleanedUp(facings=dict(sorted(facings.items())), because=(Cite("bpre.cleanup.1"),)))
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
    """Who is rewarded, and with what. Rules: bpre.tasking.3, bpre.night-raid.9-10."""
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
    play.emit(Succeeded(winners=winners, points=points, specials=specials, because=(Cite(rule),)))
    if not frame.single:
        return done({"winners": winners})
    scores = {seat: play.world.sides[seat].mission_points for seat in SEATS}
    return finish(Outcome(winners=winners, rule=rule, scores=scores))


operation = Procedure(
    Operation,
    draw_cards,
    take_cards,
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
