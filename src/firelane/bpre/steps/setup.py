"""The set-up of an Operation: its cards are drawn, the sides take their parts and set up."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from firelane.bpre.asking import (
    ChooseEdge,
    ChooseRole,
    ChooseStructure,
    Doors,
    Edge,
    Hand,
    PickHand,
    PickTeam,
    Placement,
    PlaceToken,
    PlaceTrucks,
    PlaceUnits,
    Role,
    SetDoors,
    Structure,
    Team,
    TokenAt,
    Trucks,
)
from firelane.bpre.events import (
    CardsDrawn,
    DoorsSet,
    FiresGained,
    HandChosen,
    Named,
    PartsTaken,
    TeamPicked,
    TokenMoved,
    TrucksPlaced,
    UnitPlaced,
    VehiclesRemoved,
)
from firelane.bpre.frames import Operation
from firelane.bpre.names import DEFENDING, SEATS
from firelane.bpre.skills import Gives
from firelane.bpre.space import EDGES, doors, field_of, vehicles
from firelane.bpre.taskings import Step, card_in_parts, limits_of, tasking_of
from firelane.bpre.world import TEAM, RedEarthWorld, card_of, seat_of, unit_type
from firelane.bpre.zones import Zone, farthest_edges, opposite
from firelane.core.because import Cite
from firelane.core.procedure import Next, Play, ask, goto, proceed, roll
from firelane.core.requests import Request
from firelane.core.rules import Edition
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
    key = terms.taskings[task]
    roles, limits = _parts(play, key, swapped=False)
    play.emit(CardsDrawn(battlespace=terms.battlespaces[place], tasking=key, roles=roles, limits=limits,
                         atmospherics=terms.atmospherics[weather],
                         because=(Cite("bpre.operation.2"), Cite("bpre.tasking.1"))))  # fmt: skip
    return proceed()


def _parts(play: RedEarth, key: str, swapped: bool) -> tuple[dict[str, str], dict[str, int]]:
    """Who assaults, and who has how many Capability Points. Rules: bpre.tasking.amber-wraith.10."""
    card = card_in_parts(play.edition, key, swapped)
    return card.roles(), {seat: card.cp[seat] + play.world.sides[seat].next_cp for seat in SEATS}


def roll_for_parts(play: RedEarth, frame: Operation) -> Next:
    """If both have custom factions they roll 1D10 each. Rules: bpre.proxy-war.3."""
    if len(play.world.mixed) < len(SEATS):
        return goto("pick_teams")
    return roll(10, 10, roller="", why="parts", rules=("bpre.proxy-war.3",))


def offer_part(play: RedEarth, frame: Operation) -> Next:
    """The higher chooses; a tie is rolled again. Rules: bpre.proxy-war.3."""
    first, second = play.faces
    if first == second:
        return goto("roll_for_parts")
    seat = SEATS[0] if first > second else SEATS[1]
    return ask(ChooseRole(seat=seat, rules=("bpre.proxy-war.3",)))


def take_part(play: RedEarth, frame: Operation) -> Next:
    """Rules: bpre.proxy-war.2-3."""
    ((request, given),) = play.answers_by_request()
    assert isinstance(given, Role)
    swapped = play.world.sides[request.seat].role != given.role
    roles, limits = _parts(play, play.world.tasking, swapped)
    because = (Cite("bpre.proxy-war.2"), Cite("bpre.proxy-war.3"))
    play.emit(PartsTaken(swapped=swapped, roles=roles, limits=limits, because=because))
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
        spent = sum(unit_type(play.world.cards, kind).cp for kind in team.units)
        because = (Cite("bpre.setup.1"),)
        play.emit(TeamPicked(seat=seat, units=names, cp=spent, qrf=team.qrf, because=because))
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
    seat, world = step.by, play.world
    rules = (f"bpre.{world.tasking}.{step.statement}",)
    because = (Cite(rules[0]),)
    asked: Request | None = None
    match step.do:
        case "choose-structure":
            asked = ChooseStructure(seat=seat, name=step.name, rules=rules)
        case "choose-edge" | "designate-edge":
            edges = edges_for(world, step)
            if len(edges) > 1:
                asked = ChooseEdge(seat=seat, name=step.name, edges=edges, rules=rules)
            else:
                play.emit(Named(name=step.name, choice=edges[0], edge_of=_starts(step), because=because))
        case "place-units":
            waiting = tuple(u.id for u in world.units.values() if u.seat == seat and u.place == TEAM)
            asked = PlaceUnits(seat=seat, actors=waiting, zone=zone_of(world, step), rules=rules)
        case "place-token":
            asked = PlaceToken(seat=seat, token=step.name, structure=world.chosen[step.of], rules=rules)
        case "place-trucks":
            asked = PlaceTrucks(seat=seat, count=step.count, within=step.within, rules=rules)
        case "remove-vehicles":
            play.emit(VehiclesRemoved(pieces=vehicles(field_of(world)), because=because))
        case _:
            raise AssertionError(f"no such set-up step: {step.do}")
    if asked is None:
        return goto("next_setup", replace(frame, setup=frame.setup + 1))
    return ask(asked, then="take_setup")


def _starts(step: Step) -> str:
    """Whose units start at the edge that a step names."""
    return step.by if step.do == "choose-edge" else ""


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
            step = tasking_of(play.edition, play.world).steps[frame.setup]
            play.emit(Named(name=request.name, choice=edge, edge_of=_starts(step), because=because))
        case TokenAt(x, y):
            assert isinstance(request, PlaceToken)
            play.emit(TokenMoved(token=request.token, x=x, y=y, because=because))
        case Trucks(edge, trucks):
            step = tasking_of(play.edition, play.world).steps[frame.setup]
            named = {f"pickup-{n}": spot for n, spot in enumerate(trucks, 1)}
            play.emit(TrucksPlaced(at=named, because=because))
            play.emit(Named(name=step.name, choice=edge, because=because))
        case Placement(at):
            place_units(play, {name: (*spot, 0) for name, spot in at.items()}, because)
    return goto("next_setup", replace(frame, setup=frame.setup + 1))


def place_units(play: RedEarth, at: dict[str, tuple[int, int, int, int]], because: Iterable[Cite]) -> None:
    """Put units down (x, y, facing, chits); some bring Fires Cards along.

    Rules: bpre.skill.kinetic-isr.operational-advisor.1, bpre.skill.kinetic-isr.hongbin.1,
    bpre.capability-points.3, bpre.tasking.carcass-wraith.5.
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
        for limit in limits_of(play.edition, play.world, unit.seat):
            if limit.fires and limit.unit == unit.kind:
                cite = Cite(f"bpre.{play.world.tasking}.{limit.statement}")
                play.emit(FiresGained(seat=unit.seat, cards=(limit.fires,), because=(cite,)))


def edges_for(world: RedEarthWorld, step: Step) -> tuple[str, ...]:
    """The edges among which a player may choose. Rules: bpre.tasking.5."""
    match step.edge:
        case "farthest":
            return farthest_edges(field_of(world), world.chosen[step.of])
        case "opposite":
            return (opposite(world.chosen[step.of]),)
        case "other":
            return tuple(edge for edge in EDGES if edge != world.chosen[step.of])
        case _:
            return EDGES


def zone_of(world: RedEarthWorld, step: Step) -> Zone:
    """Where units are placed in a step: in or round a structure, midway between trucks, or at an edge.

    Rules: bpre.tasking.amber-wraith.5.
    """
    if step.of == "checkpoint":  # bpre.tasking.amber-wraith.5
        spots = world.placed.values()
        middle = (sum(x for x, _, _ in spots) // len(spots), sum(y for _, y, _ in spots) // len(spots))
        return Zone(point=middle, within=step.within)
    if step.of:
        return Zone(structure=world.chosen[step.of], within=step.within)
    edges = EDGES if step.edge == "all" else (world.chosen[step.edge],)
    return Zone(edges=edges, within=step.within)


def start_zone(edition: Edition, world: RedEarthWorld, seat: str) -> Zone:
    """The initial set-up zone of a side. Rules: bpre.qrf.13."""
    steps = tasking_of(edition, world).steps
    return zone_of(world, next(step for step in steps if step.do == "place-units" and step.by == seat))
