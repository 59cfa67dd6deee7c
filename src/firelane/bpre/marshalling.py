"""What Tasking Cards and the Quick Reaction Force ask for at set-up and later: judged, by chance, listed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random

from msgspec.structs import replace

from firelane.bpre import teams
from firelane.bpre.asking import (
    CallQrf,
    ChooseRole,
    KeepQrf,
    KeepRoll,
    OfferQrf,
    OfferReroll,
    PickQrf,
    PickTeam,
    PlaceToken,
    PlaceTrucks,
    Reinforcements,
    Reroll,
    Role,
    Team,
    TokenAt,
    Trucks,
)
from firelane.bpre.edition import EDITION
from firelane.bpre.goals import TOKEN
from firelane.bpre.judging import TableView
from firelane.bpre.names import ASSAULTING, BASE, DEFENDING
from firelane.bpre.space import EDGES, TRUCK, field_of, outlines_of, truck
from firelane.bpre.world import RedEarthWorld, on_table
from firelane.bpre.zones import (
    Zone,
    drawn,
    edge_distance,
    gap_within,
    meets,
    some_places,
    stands_clear,
    structure_box,
)
from firelane.core.because import Refusal
from firelane.core.requests import Answer
from firelane.table.things import Battlefield, Figure

APART = 3000
"""How far apart the trucks of a checkpoint may be. Rules: bpre.tasking.amber-wraith.4."""
CHECKPOINT = 4000
"""A place for trucks is looked for that has room for the team so near to the middle between them."""
ROLES = (ASSAULTING, DEFENDING)
MOST_KEPT = 20_000
"""For how many places a battlefield keeps whether a truck has room there."""


# Teams and parts


def list_teams(view: TableView, request: PickTeam) -> Iterator[Team]:
    """The usual team; others are typed in."""
    team = teams.usual_team(EDITION, view.table.world, view.seat, request.cp)
    if team is not None:
        yield team


def sample_team(view: TableView, request: PickTeam, generator: Random) -> Team:
    return teams.random_team(EDITION, view.table.world, view.seat, request.cp, generator)


def refuse_role(view: TableView, request: ChooseRole, answer: Role) -> Refusal | None:
    """Rules: bpre.proxy-war.3."""
    return None if answer.role in ROLES else Refusal("bpre.proxy-war.3", {"value": answer.role})


def sample_role(view: TableView, request: ChooseRole, generator: Random) -> Role:
    return Role(generator.choice(ROLES))


def list_roles(view: TableView, request: ChooseRole) -> Iterator[Role]:
    yield from map(Role, ROLES)


# Trucks and tokens


def refuse_trucks(view: TableView, request: PlaceTrucks, answer: Trucks) -> Refusal | None:
    """At one edge (from the middle of each), near one another (between their outlines), on nothing else.

    Rules: bpre.tasking.amber-wraith.4.
    """
    field = field_of(view.table.world)
    wrong = Refusal(request.rules[0], {"value": len(answer.at)})
    if len(answer.at) != request.count or answer.edge not in EDGES:
        return wrong
    if any(edge_distance(field, answer.edge, x, y) > request.within for x, y, _ in answer.at):
        return wrong
    if not all(_stands_clear(field, spot) for spot in answer.at):
        return wrong
    one, two = (truck("", x, y, turn).footprint for x, y, turn in answer.at)
    return wrong if meets(one, two) or not gap_within(one, two, APART) else None


def _stands_clear(field: Battlefield, spot: tuple[int, int, int]) -> bool:
    """Whether a truck can be put down there; kept with the battlefield."""
    kept: dict[tuple[int, int, int], bool] = outlines_of(field).__dict__.setdefault("truck-room", {})
    x, y, turn = spot
    key = (x, y, turn % 360)
    if key not in kept:
        if len(kept) > MOST_KEPT:
            kept.clear()
        kept[key] = stands_clear(field, truck("", *key).footprint)
    return kept[key]


def refuse_token(view: TableView, request: PlaceToken, answer: TokenAt) -> Refusal | None:
    """In a room, on nobody's base unless there is no other place. Rules: bpre.tasking.disparate-vertigo.3."""
    world = view.table.world
    wrong = Refusal(request.rules[0], {"value": f"{answer.x}, {answer.y}"})
    if not token_fits(world, request.structure, answer.x, answer.y):
        return wrong
    return wrong if on_base(world, answer.x, answer.y) and token_spots(world, request.structure) else None


def token_fits(world: RedEarthWorld, structure: str, x: int, y: int) -> bool:
    """Whether a token lies wholly in a room of a structure."""
    return field_of(world).is_inside(Figure(id="", x=x, y=y, diameter=TOKEN), structure, wholly=True)


def on_base(world: RedEarthWorld, x: int, y: int) -> bool:
    """Whether a token would overlap the base of a unit."""
    return any(4 * ((u.x - x) ** 2 + (u.y - y) ** 2) < (TOKEN + BASE) ** 2 for u in on_table(world))


def token_spots(world: RedEarthWorld, structure: str) -> list[tuple[int, int]]:
    """Places of a grid at which a token can be set."""
    field = field_of(world)
    kept: dict[str, list[tuple[int, int]]] = outlines_of(field).__dict__.setdefault("token-spots", {})
    if structure not in kept:
        west, south, east, north = structure_box(field, structure)
        kept[structure] = [
            (x, y)
            for x in range(TOKEN, field.width, TOKEN)
            for y in range(TOKEN, field.depth, TOKEN)
            if west <= x <= east and south <= y <= north and token_fits(world, structure, x, y)
        ]
    return [spot for spot in kept[structure] if not on_base(world, *spot)]


def sample_trucks(view: TableView, request: PlaceTrucks, generator: Random) -> Trucks:
    """Somewhere along an edge, with room for the units if there is such a place."""
    world = view.table.world
    team = sum(unit.seat == view.seat for unit in world.units.values())
    field = field_of(world)
    tries = _truck_tries(field.width, field.depth, request.within)
    fine = (t for t in drawn(tries, generator) if refuse_trucks(view, request, t) is None)
    found: list[Trucks] = []
    for answer in islice(fine, 10):
        found.append(answer)
        (ax, ay, _), (bx, by, _) = answer.at
        named = {f"pickup-{n}": spot for n, spot in enumerate(answer.at, 1)}
        with_trucks = field_of(replace(world, doors={}, placed=named))
        zone = Zone(point=((ax + bx) // 2, (ay + by) // 2), within=CHECKPOINT)
        if len(some_places(with_trucks, zone, team, [], generator)) == team:
            return answer
    return found[0]


def list_trucks(view: TableView, request: PlaceTrucks) -> Iterator[Trucks]:
    """The first place at each edge."""
    field = field_of(view.table.world)
    tries = _truck_tries(field.width, field.depth, request.within)
    for edge in EDGES:
        fine = (t for t in tries if t.edge == edge and refuse_trucks(view, request, t) is None)
        yield from islice(fine, 1)


@lru_cache(maxsize=16)
def _truck_tries(across: int, deep: int, within: int) -> tuple[Trucks, ...]:
    """Trucks abreast or in a row, inch by inch along every edge of a battlespace of this size."""
    field = Battlefield(width=across, depth=deep)
    length, width = TRUCK
    gap = BASE + 500
    found = []
    for edge in EDGES:
        for x in range(BASE, field.width, BASE):
            for y in range(BASE, field.depth, BASE):
                if edge_distance(field, edge, x, y) <= within:
                    found += [
                        Trucks(edge, ((x, y, 0), (x, y + width + gap, 0))),
                        Trucks(edge, ((x, y, 90), (x + width + gap, y, 90))),
                        Trucks(edge, ((x, y, 0), (x + length + gap, y, 0))),
                        Trucks(edge, ((x, y, 90), (x, y + length + gap, 90))),
                    ]
    return tuple(found)


def sample_token(view: TableView, request: PlaceToken, generator: Random) -> TokenAt:
    """Anywhere in the structure."""
    world = view.table.world
    spots = token_spots(world, request.structure) or token_spots(replace(world, units={}), request.structure)
    return TokenAt(*generator.choice(spots))


def list_tokens(view: TableView, request: PlaceToken) -> Iterator[TokenAt]:
    """A few places."""
    yield from (TokenAt(*spot) for spot in token_spots(view.table.world, request.structure)[::5])


# The Quick Reaction Force


def refuse_qrf_call(view: TableView, request: OfferQrf, answer: Answer) -> Refusal | None:
    """Only who has set enough aside can call. Rules: bpre.qrf.1, bpre.qrf.3."""
    if not isinstance(answer, CallQrf):
        return None
    world = view.table.world
    aside = world.sides[view.seat].qrf
    assert aside is not None, "his own is known to who is asked"
    fine = bool(teams.qrf_cards(EDITION, world, view.seat, aside))
    return None if fine else Refusal("bpre.qrf.1", {"value": aside})


def refuse_reroll(view: TableView, request: OfferReroll, answer: Answer) -> Refusal | None:
    """Rules: bpre.qrf.9."""
    if not isinstance(answer, Reroll):
        return None
    side = view.table.world.sides[view.seat]
    held = answer.card in (*side.hand, *side.fires, *side.specials)
    fine = held and 0 <= answer.die < len(request.dice)
    return None if fine else Refusal("bpre.qrf.9", {"card": answer.card})


def refuse_reinforcements(view: TableView, request: PickQrf, answer: Reinforcements) -> Refusal | None:
    """Rules: bpre.qrf.3-4."""
    return teams.refuse_qrf(EDITION, view.table.world, view.seat, request.cp, answer.units)


def sample_qrf_call(view: TableView, request: OfferQrf, generator: Random) -> CallQrf | KeepQrf:
    fine = refuse_qrf_call(view, request, CallQrf()) is None
    return CallQrf() if fine and generator.random() < 0.8 else KeepQrf()


def list_qrf_calls(view: TableView, request: OfferQrf) -> Iterator[CallQrf | KeepQrf]:
    if refuse_qrf_call(view, request, CallQrf()) is None:
        yield CallQrf()
    yield KeepQrf()


def sample_reroll(view: TableView, request: OfferReroll, generator: Random) -> Reroll | KeepRoll:
    """The lowest die, now and then."""
    side = view.table.world.sides[view.seat]
    cards = (*side.hand, *side.fires, *side.specials)
    if generator.random() < 0.6:
        return KeepRoll()
    return Reroll(generator.choice(cards), request.dice.index(min(request.dice)))


def list_rerolls(view: TableView, request: OfferReroll) -> Iterator[Reroll | KeepRoll]:
    side = view.table.world.sides[view.seat]
    lowest = request.dice.index(min(request.dice))
    yield from (Reroll(card, lowest) for card in dict.fromkeys((*side.hand, *side.fires, *side.specials)))
    yield KeepRoll()


def sample_reinforcements(view: TableView, request: PickQrf, generator: Random) -> Reinforcements:
    return Reinforcements(teams.random_qrf(EDITION, view.table.world, view.seat, request.cp, generator))


def list_reinforcements(view: TableView, request: PickQrf) -> Iterator[Reinforcements]:
    """As many as can be paid for of one kind."""
    for card in teams.qrf_cards(EDITION, view.table.world, view.seat, request.cp):
        units: tuple[str, ...] = (card.key,)
        while refuse_reinforcements(view, request, Reinforcements((*units, card.key))) is None:
            units = (*units, card.key)
        yield Reinforcements(units)


# By standing order


def standing_qrf_call(view: TableView, request: OfferQrf, policy: str) -> KeepQrf | None:
    return KeepQrf() if policy == "pass" else None


def standing_reroll(view: TableView, request: OfferReroll, policy: str) -> KeepRoll | None:
    return KeepRoll() if policy == "pass" else None


def usual_qrf_call(view: TableView, request: OfferQrf) -> KeepQrf | None:
    """No call, where nothing can be called."""
    return KeepQrf() if refuse_qrf_call(view, request, CallQrf()) is not None else None
