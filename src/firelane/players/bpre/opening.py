"""Set-up and reinforcements: teams, hands, places, doors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

import numpy as np
from msgspec.structs import replace

from firelane.bpre import asking, teams
from firelane.bpre.atmospherics import Weather
from firelane.bpre.cards import interventions
from firelane.bpre.choosing import sample_placement
from firelane.bpre.edition import EDITION
from firelane.bpre.goals import VEST
from firelane.bpre.judging import TableView, refuse_placement
from firelane.bpre.marshalling import (
    CHECKPOINT,
    list_reinforcements,
    list_tokens,
    list_trucks,
    sample_reinforcements,
    sample_team,
)
from firelane.bpre.names import BASE, DEFENDING
from firelane.bpre.space import EDGES, bearing, doors, field_of
from firelane.bpre.taskings import Step, tasking_of
from firelane.bpre.units import UnitType
from firelane.bpre.world import TABLE, RedEarthWorld, Unit, unit_types
from firelane.bpre.zones import Zone, farthest_edges, in_zone, opposite, some_places
from firelane.core.requests import Answer
from firelane.players.bpre import maneuvers
from firelane.players.bpre.aims import inside_structure, near_edge, places_in
from firelane.players.bpre.duels import fate, save_fate
from firelane.players.bpre.fears import feared
from firelane.players.bpre.land import Land, land_of
from firelane.players.bpre.net import NOWHERE
from firelane.players.bpre.places import HIDDEN, openness
from firelane.players.bpre.scene import Scene
from firelane.players.mind import Term
from firelane.table.fast import Bools, Floats, Ints
from firelane.table.things import Figure

TEAMS, HANDS = 24, 6
"""How many teams and hands are drawn to choose from."""
APART = 3100
"""How far from one another units are set up, as far as there is room."""
ROOM, AHEAD = 0.5, 3.0
"""What each way out of a place counts at set-up, and how much more than later being near the goal does."""
PARTS = {"lamg": 1.5, "rpk": 1.35, "glint": 1.5, "frag": 1.15, "initiative": 1.1, "doorkicker": 1.05,
         "pointman": 1.1, "s-vest": 1.15, "non-professional": 0.9}  # fmt: skip
"""What skills make of a unit."""
CHOSEN = ("hongbin-enabler", "pointman", "pointman")
"""Whom a side with many heads takes beside them: with the shipped Unit Cards no others win as often."""
HEAD = 2.0
"""What a unit counts for being one more that acts in a turn."""
LATER = 0.8
"""What a point counts that is set aside for the Quick Reaction Force."""
AWAITED, SEEN_AT_ONCE, SEEN_SOON = 2.5, 0.5, 0.3
"""What it counts that the first turn is feared to cost a unit; and, while the opponents are not set up, the
parts that it costs to be seen from their whole zone, and from wherever they get from it."""
THEIR_MOVE = 6000
"""How far they are taken to move then."""
SPARE = 1.0
"""What a second one counts of those with whom everything is lost."""
STORM = (0.6, 0.8)
"""What a storm leaves of units without armour that assault, and that defend."""
CARDS = {
    "full-send": 3.0, "kill-not-capture": 3.0, "react-to-contact": 3.0, "save-the-last-bullet": 3.0,
    "hasty-ambush": 2.5, "pile-of-little-arms": 2.0, "break-contact": 1.5, "fire-for-effect": 1.0,
    "front-towards-enemy": 1.0, "lift-and-shift": 1.5,
}  # fmt: skip
"""What cards are worth in a hand."""


# Teams


def strength(world: RedEarthWorld, seat: str, card: UnitType) -> float:
    """What a unit is worth in a fight: what it does to others, times how long it lives; in a storm those
    without armour neither shoot far nor get anywhere."""
    hits = sum(fate(needs, 0, 12, 0)[0] for needs in (card.direct, card.obstructed)) / 2
    lives = 1.0 if card.save is None else 1.0 / max(0.1, save_fate(card.save, 0)[0])
    made = float(np.sqrt(hits * lives))
    for skill in card.skills:
        made *= PARTS.get(skill, 1.0)
    if card.save is None and EDITION.data(world.atmospherics, Weather).range:
        made *= STORM[world.sides[seat].role == DEFENDING]
    return made


def some_teams(view: TableView, request: asking.PickTeam, generator: Random, farther: bool) -> list[Answer]:
    """The usual team and some by chance; who counts heads knows one with more of them."""
    world, seat, cp = view.table.world, view.seat, request.cp
    known = [teams.usual_team(EDITION, world, seat, cp)]
    if _counts_heads(world, seat, farther):
        known.append(teams.team_by(EDITION, world, seat, cp, _many))
    drawn = [sample_team(view, request, generator) for _ in range(TEAMS)]
    return [*[team for team in known if team is not None], *drawn]


def _counts_heads(world: RedEarthWorld, seat: str, farther: bool) -> bool:
    """Who looks farther does, and everybody whose losses the card counts: the less each of them counts."""
    goals = tasking_of(EDITION, world).success
    return farther or any(c.test == "cp-killed" and c.force != seat for c in goals)


def _many(
    cards: Sequence[UnitType], left: int, most: Mapping[str, int], have: Counter[str]
) -> tuple[str, ...]:
    """The chosen few, and for the rest as many as can be had."""
    taken = Counter(have)
    few = [card for kind in CHOSEN for card in cards if card.key == kind]
    many = sorted(cards, key=lambda card: card.cp)
    for card, wanted in [*[(card, 1) for card in few], *[(card, left) for card in many]]:
        count = min(wanted, left // card.cp, most.get(card.key, left) - taken[card.key])
        taken[card.key] += max(0, count)
        left -= card.cp * max(0, count)
    return tuple((taken - have).elements())


def team_terms(world: RedEarthWorld, seat: str, team: asking.Team, farther: bool) -> tuple[Term, ...]:
    """What the units are worth together, those that come later included, that no skill is lacking, and for
    who counts them heads: each acts once a turn."""
    cards = teams.available(world, seat)
    units = [cards[kind] for kind in team.units]
    worth = {kind: strength(world, seat, card) for kind, card in cards.items()}
    fight = sum(worth[kind] for kind in team.units)
    dearest = max(worth[kind] / card.cp for kind, card in cards.items())
    later = LATER * team.qrf * dearest
    skills = {skill for card in units for skill in card.skills}
    vests = sum(VEST in card.skills for card in units)
    wants_vest = any(c.test == "vest-detonated-in-structure" and c.force == seat
                     for c in tasking_of(EDITION, world).success)  # fmt: skip
    return (
        Term("fighting-strength", fight + later),
        *([Term("heads", HEAD * len(units))] if _counts_heads(world, seat, farther) else []),
        Term("skills", 0.15 * len(skills) + (1.0 if wants_vest and vests > 2 else 0.0)),
        Term(
            "spare", SPARE * min(1, team.units.count(_kept(world, seat)) - 1) if _kept(world, seat) else 0.0
        ),
    )


def hands(view: TableView, generator: Random) -> list[Answer]:
    """Some hands by chance."""
    cards = interventions(EDITION, view.seat)
    count = min(3, len(cards))
    return [asking.Hand(tuple(generator.sample(cards, count))) for _ in range(HANDS)]


def hand_terms(hand: asking.Hand) -> tuple[Term, ...]:
    """What the cards are worth."""
    worth = sum(CARDS.get(card.removeprefix("intervention."), 0.5) for card in hand.cards)
    return (Term("cards", worth),)


# Places


def structure_terms(view: TableView, request: asking.ChooseStructure, number: str) -> tuple[Term, ...]:
    """A structure that is far to come to, with room; to set out from, one that is near to everything."""
    world = view.table.world
    land = land_of(world)
    inner = inside_structure(land, number)
    away = land.distances(("structure", number), inner, land.closed(world))
    edges = farthest_edges(field_of(world), number)
    far = min(float(np.min(away[near_edge(land, edge, 4000)], initial=60_000.0)) for edge in edges)
    sets_out = any(step.do == "designate-edge" and step.of == request.name
                   for step in tasking_of(EDITION, world).steps)  # fmt: skip
    room = min(8, int(inner.sum()))
    found = [Term("distance", (-1 if sets_out else 1) * min(far, 40_000.0) / 1000), Term("room", room / 4)]
    if _kept(world, view.seat):
        seen_from = openness(land, np.flatnonzero(inner), land.closed(world))
        found.append(Term("hidden", -10 * HIDDEN * float(np.min(seen_from, initial=1.0))))
    return tuple(found)


def edge_terms(view: TableView, request: asking.ChooseEdge, edge: str) -> tuple[Term, ...]:
    """Not where the other side stands, nor where the way leads to it."""
    world = view.table.world
    theirs = [world.chosen[n] for n in world.chosen if n.endswith("-edge") and not n.startswith(view.seat)]
    leads = any(step.do == "designate-edge" and step.of == request.name
                for step in tasking_of(EDITION, world).steps)  # fmt: skip
    against = 1.0 if leads and opposite(edge) in theirs else 0.0
    return (Term("distance", -10 * against),)


def set_doors(view: TableView) -> asking.Doors:
    """All closed."""
    return asking.Doors(tuple(door.name for door in doors(field_of(view.table.world))))


def trucks(view: TableView, request: asking.PlaceTrucks) -> list[Answer]:
    """At each edge the first place with room for the units."""
    world = view.table.world
    count = sum(unit.seat == view.seat for unit in world.units.values())
    found: list[Answer] = []
    for answer in list_trucks(view, request):
        (ax, ay, _), (bx, by, _) = answer.at
        named = {f"pickup-{n}": spot for n, spot in enumerate(answer.at, 1)}
        field = field_of(replace(world, doors={}, placed=named))
        zone = Zone(point=((ax + bx) // 2, (ay + by) // 2), within=CHECKPOINT)
        if len(some_places(field, zone, count, [], Random(0))) == count:
            found.append(answer)
    return found


def tokens(view: TableView, request: asking.PlaceToken) -> list[Answer]:
    """Some places in the structure."""
    return list(islice(list_tokens(view, request), 12))


def token_terms(view: TableView, request: asking.PlaceToken, token: asking.TokenAt) -> tuple[Term, ...]:
    """Far from where the other side comes."""
    world = view.table.world
    land = land_of(world)
    edges = farthest_edges(field_of(world), request.structure)
    away = [
        land.distances(("edge", edge, 4000), near_edge(land, edge, 4000), land.closed(world))[
            land.net.about(token.x, token.y)
        ]
        for edge in edges
    ]
    return (Term("distance", float(min(away)) / 1000),)


def placements(
    view: TableView, request: asking.PlaceUnits, generator: Random, scene: Scene, late: Callable[[], bool]
) -> list[Answer]:
    """Units at places of the map where they are wanted, one after another; by chance if that fails."""
    found: list[Answer] = []
    for _ in range(3):
        if found and late():
            break
        made = _placed(scene, request, generator)
        if made is not None and refuse_placement(view, request, made) is None:
            found.append(made)
    return found or [sample_placement(view, request, generator)]


def _zone(land: Land, zone: Zone) -> Ints:
    """The places of the map in a zone from which one gets anywhere, if there are such."""

    def test(x: int, y: int) -> bool:
        return in_zone(land.plain, zone, Figure(id="", x=x, y=y, diameter=BASE))

    within = places_in(land, zone, test)
    middle = np.arange(land.size) == int(np.argmax(land.net.exits))
    connected = within & (land.distances(("middle",), middle, 0) < NOWHERE)
    return np.flatnonzero(connected if connected.any() else within)


def _placed(scene: Scene, request: asking.PlaceUnits, generator: Random) -> asking.Placement | None:
    land, world = scene.land, scene.world
    nodes = _zone(land, request.zone)
    free = np.ones(nodes.size, np.bool_)
    for unit in (*scene.mine, *scene.foes):
        free &= np.hypot(land.x[nodes] - unit.x, land.y[nodes] - unit.y) >= BASE
    apart = np.ones(nodes.size, np.bool_)
    at: dict[str, tuple[int, int, int]] = {}
    kept = _kept(world, scene.seat)
    for name in sorted(request.actors, key=lambda one: world.units[one].kind != kept):
        if not free.any():
            return None
        worth = _standing(scene, world.units[name], nodes)
        worth += np.array([generator.random() * 6 for _ in range(nodes.size)])
        roomy = free & apart
        best = int(np.argmax(np.where(roomy if roomy.any() else free, worth, -np.inf)))
        x, y, _ = land.ground.place(int(nodes[best]))
        at[name] = x, y, _look(scene, x, y, int(nodes[best]))
        away = np.hypot(land.x[nodes] - x, land.y[nodes] - y)
        free &= away >= 1.05 * BASE
        apart &= away >= APART  # so that nobody shuts others in, and no explosion reaches many
    return asking.Placement(at)


def _standing(scene: Scene, unit: Unit, nodes: Ints) -> Floats:
    """What places are worth to a unit at set-up: near to its aim, seen by nobody."""
    placed = replace(unit, place=TABLE, x=int(scene.land.x[nodes[0]]), y=int(scene.land.y[nodes[0]]))
    near = 1.0 if scene.aims.waits else AHEAD
    worth: Floats = near * scene.progress(placed)[nodes] + ROOM * scene.land.net.exits[nodes]
    kept = _kept(scene.world, scene.seat)
    if unit.kind == kept:
        worth -= 10 * HIDDEN * openness(scene.land, nodes, scene.closed)
    if scene.farther:
        return worth - scene.worth(placed) * _awaited(scene, placed, nodes)
    if scene.aims.wary and not scene.foes and unit.kind != kept:
        worth -= HIDDEN * openness(scene.land, nodes, scene.closed)
    if scene.foes:
        rows = np.arange(len(scene.foes))[:, None]
        danger = scene.dangers(placed)[rows, scene.lines_at[:, nodes]]
        worth -= (1.0 - np.prod(1.0 - 0.5 * danger, axis=0)) * scene.worth(placed)
    return worth


def _awaited(scene: Scene, unit: Unit, nodes: Ints) -> Floats:
    """The part of a unit that the first turn is feared to cost at places: by opponents who stand there, or
    by those who will be set up after it somewhere in their zone."""
    if scene.foes:
        others = sum(one.seat == scene.seat for one in scene.world.units.values())
        return AWAITED * feared(scene, unit, nodes, max(1.0, others / 2))
    zone = _their_zone(scene)
    if zone is None:
        return np.zeros(nodes.size)
    land = scene.land
    seen, comes = land.seen_from(zone, THEIR_MOVE, scene.closed)
    found: Floats = AWAITED * (SEEN_AT_ONCE * seen[nodes] + SEEN_SOON * comes[nodes])
    return found


def _their_zone(scene: Scene) -> tuple[object, Bools] | None:
    """Where the opponents will be set up, as far as the Tasking Card tells already."""
    world, land = scene.world, scene.land
    steps = tasking_of(EDITION, world).steps
    for step in steps:
        if step.do != "place-units" or step.by == scene.seat or not step.edge:
            continue
        edges = _edges(world, step.edge, next((s for s in steps if s.name == step.edge), None))
        if edges:
            key = ("zone", edges, step.within)
            there = np.any([near_edge(land, edge, step.within) for edge in edges], axis=0)
            return key, there
    return None


def _edges(world: RedEarthWorld, name: str, choice: Step | None) -> tuple[str, ...]:
    """The edges that one with a name may be."""
    if name in world.chosen:
        return (world.chosen[name],)
    if name == "all" or choice is None:
        return EDGES if name == "all" else ()
    of = world.chosen.get(choice.of, "")
    match choice.edge:
        case "opposite" if of:
            return (opposite(of),)
        case "other" if of:
            return tuple(edge for edge in EDGES if edge != of)
        case "farthest" if of:
            return tuple(farthest_edges(field_of(world), of))
    return EDGES


def _kept(world: RedEarthWorld, seat: str) -> str:
    """The kind of unit with which everything is lost, of a side that has but to wait."""
    goals = tasking_of(EDITION, world).success
    waits = any(c.force == seat and c.test in ("alive-at-end", "turn-counter-elapsed") for c in goals)
    return next((c.unit for c in goals if waits and c.test == "all-killed" and c.force != seat), "")


def _look(scene: Scene, x: int, y: int, node: int) -> int:
    """At the opponents, or at the middle."""
    if scene.foes:
        return maneuvers.face(scene, x, y, node)
    field = scene.land.plain
    return bearing(x, y, field.width // 2, field.depth // 2)


def placement_terms(scene: Scene, placement: asking.Placement) -> tuple[Term, ...]:
    """Near to what is wanted, and out of sight."""
    total = 0.0
    for name, (x, y, _) in placement.at.items():
        node = np.array([scene.land.net.about(x, y)])
        total += float(_standing(scene, scene.world.units[name], node)[0])
    return (Term("progress", total / max(1, len(placement.at))),)


# Reinforcements


def reinforcements(view: TableView, request: asking.PickQrf, generator: Random) -> Iterator[Answer]:
    """As many as can be of one kind, and some by chance."""
    yield from list_reinforcements(view, request)
    yield from (sample_reinforcements(view, request, generator) for _ in range(4))


def units_terms(world: RedEarthWorld, seat: str, kinds: tuple[str, ...]) -> tuple[Term, ...]:
    """What units are worth in a fight."""
    cards = {card.key: card for card in unit_types(world)}
    return (Term("fighting-strength", sum(strength(world, seat, cards[kind]) for kind in kinds)),)


def reroll_terms(request: asking.OfferReroll, answer: Answer) -> tuple[Term, ...]:
    """A card for another try, if it is likely to help."""
    if not isinstance(answer, asking.Reroll):
        return (Term("card", 0.0),)
    lacking = sum(request.against) - sum(request.dice) + request.dice[answer.die]
    chance = max(0.0, min(1.0, (10 - lacking) / 10))
    return (Term("reinforcements", 10 * chance, "bpre.qrf.9"), Term("card", -3.0))
