"""Sensible choices by number, for a person at a terminal: what can be seen to work, and some ways to go.

Any path and any split of dice is legal; nobody wants a list of all of them. What is listed here is judged
like any other answer before it is offered.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from random import Random

from firelane.core.views import View
from firelane.infinity.acting import allowance, begin
from firelane.infinity.asking import (
    Activate,
    Aros,
    DeclareAros,
    DeclareSecond,
    Deploy,
    Deployed,
    Dodged,
    DodgeMoves,
    EndOrders,
    GiveOrder,
    LandAtEdge,
    LandedAtEdge,
    OrderType,
    Regenerate,
    Regenerating,
    Second,
    TurnAlerted,
    Turned,
)
from firelane.infinity.combat import refuse_second_attacker
from firelane.infinity.deploying import refuse_deployment, sample_deployment
from firelane.infinity.editions import edition_of
from firelane.infinity.judging import NEEDS, refuse_aro, refuse_half, refuse_order
from firelane.infinity.landing import nearest_at_edge, places_at_edge
from firelane.infinity.lazily import lazily
from firelane.infinity.names import IMMOBILIZED_A, TARGETED, UNCONSCIOUS
from firelane.infinity.programs import Program
from firelane.infinity.servants import refuse_different_aros
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst
from firelane.infinity.skills import (
    AnySkill,
    BSAttack,
    CCAttack,
    Delay,
    Discover,
    Doctor,
    Dodge,
    Drop,
    Engineer,
    Enter,
    Hack,
    HideAgain,
    Idle,
    MediKit,
    Move,
    PlaceDeployable,
    Reset,
    Template,
    Use,
)
from firelane.infinity.space import Survey, body, field_of, objective_body, on_table
from firelane.infinity.steps.resolution import dodge_path
from firelane.infinity.view import Table
from firelane.infinity.world import Place, Trooper
from firelane.table.measure import in_contact, in_reach_cylinder
from firelane.table.movement import Way

TableView = View[Table]
DIRECTIONS = tuple(range(0, 360, 30))
PROGRAMS = ("carbonite", "spotlight")
GUESS = 12000
"""Enemies that look this near are offered to hackers; the Hacking Area is measured later."""
APART = 4000
"""How far apart along a table edge the places to land at are that are listed."""
MOST_TOGETHER = 30
"""So many combinations of AROs are written out; of more, each trooper's choices one by one."""


class Lister:
    """One seat's choices worth offering."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.world = view.table.world
        self.edition = edition_of(view.ruleset)
        order = view.table.order
        self.acting = order.acting if order is not None else {}
        self.survey = Survey(self.world, self.acting)

    @lazily
    def foes(self) -> list[Trooper]:
        """The enemies on the table, as this seat sees them."""
        return [t for t in on_table(self.world) if t.seat != self.view.seat]

    @lazily
    def _hurt(self) -> list[Trooper]:
        """Those of this seat for whom something can be done."""
        mine = on_table(self.world, self.view.seat)
        return [t for t in mine if t.has(UNCONSCIOUS) or t.has(IMMOBILIZED_A)]

    def halves(self, trooper: Trooper, ways: bool = True) -> Iterator[AnySkill]:
        """What the trooper might declare in its own turn: first what does something, then where to go.

        `ways`: whether ways are wanted; who draws them by hand does without.
        """
        if trooper.place is Place.AIR:
            yield from self._landings(trooper)
            return
        yield from self._attacks(trooper, active=True)
        yield from self._work(trooper)
        if ways:
            yield from self._moves(trooper)
        facts = sheet(trooper.sheet)
        if facts.carries("camouflage") and not trooper.marker:
            yield HideAgain(prone=trooper.prone)
        yield Dodge(prone=trooper.prone)
        if trooper.has(TARGETED) or trooper.has("immobilized-b"):
            yield Reset()
        yield Idle()

    def aros(self, name: str, request: DeclareAros) -> list[AnySkill]:
        """What a trooper might declare as its ARO."""
        trooper = self.world.troopers[name]
        found: list[AnySkill] = list(self._attacks(trooper, active=False, only=request.to))
        found += [Dodge(prone=trooper.prone), Delay()]
        if sheet(trooper.sheet).can_be_prone() and not trooper.prone:
            found.append(Dodge(prone=True))
        found.append(Reset())
        return [skill for skill in found if refuse_aro(self.view, request, name, skill) is None]

    # Attacks

    def _attacks(self, trooper: Trooper, active: bool, only: tuple[str, ...] = ()) -> Iterator[AnySkill]:
        foes = [foe for foe in self.foes if foe.id in only] if only else self.foes
        for foe in self._seen(trooper, foes):
            yield from [Discover(foe.id)] if foe.marker else self._shots(trooper, foe, active)
        figure, hacks = body(trooper), sheet(trooper.sheet).carries("hacking-device")
        for foe in foes:
            if foe.marker:
                continue
            if in_contact(figure, body(foe)):
                yield from self._strikes(trooper, foe, active)
            if hacks and in_reach_cylinder(body(foe), figure, GUESS):
                yield from self._hacks(foe, active)

    def _seen(self, trooper: Trooper, foes: list[Trooper]) -> list[Trooper]:
        """Those that the trooper sees from anywhere on its route: who does nothing is asked for at once."""
        if not self.acting:
            clear = self._sights[trooper.id]
            return [foe for foe in foes if foe.id in clear]
        still = [foe.id for foe in foes if foe.id not in self.acting]
        rows = self.survey.sees_of(trooper.id, self.survey.track(trooper.id), still)
        clear = {name for row in rows for name, free in zip(still, row, strict=True) if free}
        return [
            foe for foe in foes if foe.id in clear or (foe.id in self.acting and self._sees(trooper, foe))
        ]

    @lazily
    def _sights(self) -> dict[str, set[str]]:
        """Whom each trooper of this seat sees while nobody does anything, all asked for at once."""
        mine = [t.id for t in on_table(self.world, self.view.seat)]
        return self.survey.sights(mine, [foe.id for foe in self.foes])

    def _sees(self, trooper: Trooper, foe: Trooper) -> bool:
        points = self.survey.track(trooper.id)
        theirs = [self.survey.at(foe.id, point) for point in self.survey.track(foe.id)]
        return any(self.survey.lof(trooper.id, point, figure) for point in points for figure in theirs)

    def targets(self, trooper: Trooper) -> list[Trooper]:
        """The enemies at which the trooper could shoot from anywhere on its route."""
        return [foe for foe in self._seen(trooper, self.foes) if not foe.marker]

    def _shots(self, trooper: Trooper, foe: Trooper, active: bool) -> Iterator[AnySkill]:
        for mode, carried in sheet(trooper.sheet).modes.values():
            if mode.kind != "weapon" or mode.traits.cc or mode.traits.deployable:
                continue
            if mode.bands:
                case = Situation(trooper, "bs-attack", foe, mode, active=active, carried_weapon=carried)
                dice = burst(self.edition, case).total
                for choice in range(max(1, len(mode.ammunition))):
                    yield BSAttack(weapon=mode.key, targets={foe.id: dice}, ammunition=choice)
            elif mode.traits.template is not None and in_reach_cylinder(body(foe), body(trooper), 9000):
                yield Template(weapon=mode.key, directions=(_direction(trooper, foe.x, foe.y),))

    def _strikes(self, trooper: Trooper, foe: Trooper, active: bool) -> Iterator[AnySkill]:
        for mode, carried in sheet(trooper.sheet).modes.values():
            if mode.traits.cc:
                case = Situation(trooper, "cc-attack", foe, mode, active=active, carried_weapon=carried)
                yield CCAttack(weapon=mode.key, targets={foe.id: burst(self.edition, case).total})

    def _hacks(self, foe: Trooper, active: bool) -> Iterator[AnySkill]:
        for name in PROGRAMS:
            program = self.edition.data(f"program.{name}", Program)
            if sheet(foe.sheet).facts.is_hackable or not program.hackable_only:
                dice = program.burst_active if active else program.burst_aro
                yield Hack(program=name, targets={foe.id: dice})

    # Other skills

    def _work(self, trooper: Trooper) -> Iterator[AnySkill]:
        figure, field = body(trooper), field_of(self.world)
        for objective in self.world.objectives.values():
            if in_contact(figure, objective_body(objective)):
                yield Use(objective=objective.id)
        for friend in self._hurt:
            touching = friend.id != trooper.id and in_contact(figure, body(friend))
            cures: list[AnySkill] = []
            if touching and friend.has(UNCONSCIOUS):
                cures = [Doctor(target=friend.id), MediKit(target=friend.id), Engineer(target=friend.id)]
            elif touching:
                cures = [Engineer(target=friend.id, cure=IMMOBILIZED_A)]
            elif friend.has(UNCONSCIOUS) and self._sees(trooper, friend):
                cures = [MediKit(target=friend.id, shot=True)]
            yield from [cure for cure in cures if sheet(trooper.sheet).carries(NEEDS[type(cure)])]
        for mode, _ in sheet(trooper.sheet).modes.values():
            if mode.traits.deployable:
                gap = (sheet(trooper.sheet).diameter + 984) // 2
                for angle in DIRECTIONS[::3]:
                    x, y = _beside(trooper.x, trooper.y, angle, gap)
                    if not (0 < x < field.width and 0 < y < field.depth):
                        continue
                    yield PlaceDeployable(weapon=mode.key, at=(x, y, trooper.z))

    def _moves(self, trooper: Trooper) -> Iterator[AnySkill]:
        """Straight ways: at what matters first, then all round, the whole distance and half of it."""
        done = self.acting.get(trooper.id) or begin(trooper)
        reach = allowance(sheet(trooper.sheet), done, trooper.prone)
        goals = [(o.x, o.y) for o in self.world.objectives.values()]
        goals += [(foe.x, foe.y) for foe in self.foes if not foe.marker]
        for x, y in goals:
            length = math.hypot(x - trooper.x, y - trooper.y)
            if length <= reach + 1500:
                near = max(0, min(reach, length - 1100))
                yield from self._ways(trooper, _direction(trooper, x, y), round(near))
                yield from self._ways(trooper, _direction(trooper, x, y), round(min(reach, length)))
        for angle in DIRECTIONS:
            for length in (reach, reach // 2):
                yield from self._ways(trooper, angle, length)
        if sheet(trooper.sheet).can_be_prone():
            yield Move(
                route=((trooper.x, trooper.y, trooper.z, Way.WALK),), facing=trooper.facing,
                prone=not trooper.prone,
            )  # fmt: skip

    def _ways(self, trooper: Trooper, angle: int, length: int) -> Iterator[AnySkill]:
        x, y = _beside(trooper.x, trooper.y, angle, length)
        for way in (Way.WALK, Way.VAULT):
            yield Move(route=((x, y, trooper.z, way),), facing=self.watch(x, y, angle), prone=trooper.prone)

    def watch(self, x: int, y: int, otherwise: int) -> int:
        """Towards the nearest enemy."""
        foes = self.foes
        if not foes:
            return otherwise
        foe = min(foes, key=lambda f: math.hypot(f.x - x, f.y - y))
        return round(math.degrees(math.atan2(foe.y - y, foe.x - x))) % 360

    def _landings(self, trooper: Trooper) -> Iterator[AnySkill]:
        field = field_of(self.world)
        if sheet(trooper.sheet).carries("combat-jump"):
            for column, row in product((1, 2, 3), (1, 2, 3)):
                x, y = field.width * column // 4, field.depth * row // 4
                yield Drop(to=(x, y, 0), facing=self.watch(x, y, 90))
        if sheet(trooper.sheet).carries("parachutist"):
            for x, row in product((1100, field.width - 1100), (1, 2, 3)):
                y = field.depth * row // 4
                yield Enter(to=(x, y, 0), facing=self.watch(x, y, 90))


def _beside(x: int, y: int, angle: int, length: int) -> tuple[int, int]:
    return (
        round(x + length * math.cos(math.radians(angle))),
        round(y + length * math.sin(math.radians(angle))),
    )


def _direction(trooper: Trooper, x: int, y: int) -> int:
    return round(math.degrees(math.atan2(y - trooper.y, x - trooper.x))) % 360


def _same_place(skill: AnySkill) -> object:
    """What makes two choices one and the same to a reader: for a Move where it ends."""
    return (skill.route[-1][:3], skill.prone) if isinstance(skill, Move) else skill


# The questions


def list_deployments(view: TableView, request: Deploy) -> Iterator[Deployed]:
    """A few deployments, made up; always the same ones for the same question."""
    for number in range(4):
        made = sample_deployment(view, request, Random(f"{request.id}/{number}"))
        if refuse_deployment(view, request, made) is None:
            yield made


def list_orders(view: TableView, request: GiveOrder) -> Iterator[Activate | EndOrders]:
    """For each trooper what is worth an Order; ending the phase comes last."""
    lister = Lister(view)
    for name in request.actors:
        trooper = lister.world.troopers[name]
        kinds = [OrderType.OWN] if name in request.own else []
        lieutenant = request.lieutenant_order and sheet(trooper.sheet).facts.is_lieutenant
        if not kinds:
            kinds = [OrderType.LIEUTENANT] if lieutenant else [OrderType.REGULAR] if request.pool else []
        known = set()
        for order, skill in product(kinds, lister.halves(trooper)):
            answer = Activate(trooper=name, order=order, skill=skill)
            same = repr(_same_place(skill))
            if same not in known and refuse_order(view, request, answer) is None:
                known.add(same)
                yield answer
    yield EndOrders()


def list_seconds(view: TableView, request: DeclareSecond) -> Iterator[Second]:
    """What may follow the first half."""
    lister = Lister(view)
    name = request.actors[0]
    known = set()
    for skill in lister.halves(lister.world.troopers[name]):
        same = repr(_same_place(skill))
        if same not in known and refuse_half(view, name, skill, half=2) is None:
            known.add(same)
            yield Second(skill=skill)


def list_aros(view: TableView, request: DeclareAros) -> Iterator[Aros]:
    """Every combination where they are few, else each trooper's choices with the others at their first."""
    return (aros for aros in _combined(view, request) if _go_together(view, aros))


def _go_together(view: TableView, aros: Aros) -> bool:
    """Whether these AROs can be declared together."""
    alone = refuse_second_attacker(aros.by) or refuse_different_aros(view.table.world, aros.by)
    return alone is None


def _combined(view: TableView, request: DeclareAros) -> Iterator[Aros]:
    lister = Lister(view)
    options = {name: lister.aros(name, request) for name in request.actors}
    options = {name: found for name, found in options.items() if found}
    if math.prod(len(found) + 1 for found in options.values()) <= MOST_TOGETHER:
        for chosen in product(*([*found, None] for found in options.values())):
            by = {name: skill for name, skill in zip(options, chosen, strict=True) if skill is not None}
            yield Aros(by=by)
        return
    first = {name: found[0] for name, found in options.items()}
    yield Aros(by=first)
    for name, found in options.items():
        for skill in found[1:]:
            yield Aros(by={**first, name: skill})
    yield Aros()


def list_landings_at_edge(view: TableView, request: LandAtEdge) -> Iterator[LandedAtEdge]:
    """The place nearest to the point that was named, then some along each edge, looking at the enemy."""
    lister = Lister(view)
    world = view.table.world
    trooper = world.troopers[request.actors[0]]
    nearest = nearest_at_edge(world, trooper, request.to)
    places = [] if nearest is None else [nearest]
    places += [at for at in places_at_edge(world, trooper, APART) if at != nearest]
    for at in places:
        yield LandedAtEdge(to=at, facing=lister.watch(*at[:2], request.facing))


def list_dodges(view: TableView, request: DodgeMoves) -> Iterator[Dodged]:
    """Stay, or one of them goes one of eight ways."""
    yield Dodged()
    world = view.table.world
    for name in request.actors:
        trooper = world.troopers[name]
        for angle in DIRECTIONS:
            x, y = _beside(trooper.x, trooper.y, angle, request.reach[name])
            route = ((x, y, trooper.z, Way.WALK),)
            if dodge_path(world, trooper, route, request.reach[name]).trouble is None:
                yield Dodged(routes={name: route})


def list_turns_on_the_spot(view: TableView, request: TurnAlerted) -> Iterator[Turned]:
    """All turn to the nearest enemy, one of them does, or none."""
    lister = Lister(view)
    troopers = [lister.world.troopers[name] for name in request.actors]
    facings = {t.id: lister.watch(t.x, t.y, t.facing) for t in troopers}
    yield Turned(facings=facings)
    if len(facings) > 1:
        yield from (Turned(facings={name: facing}) for name, facing in facings.items())
    yield Turned()


def list_regenerating(_: TableView, request: Regenerate) -> Iterator[Regenerating]:
    """All, each alone, none."""
    yield Regenerating(troopers=request.actors)
    if len(request.actors) > 1:
        yield from (Regenerating(troopers=(name,)) for name in request.actors)
    yield Regenerating()
