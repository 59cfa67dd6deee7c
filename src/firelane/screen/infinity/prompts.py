"""The questions of an Infinity game: who does what, with which way, at whom."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.core.requests import Answer, Request
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
    Placement,
    Regenerate,
    Regenerating,
    Second,
    TurnAlerted,
    Turned,
)
from firelane.infinity.landing import nearest_at_edge
from firelane.infinity.lazily import lazily
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.listing import Lister, list_deployments
from firelane.infinity.naming import skill_name, weapon_name
from firelane.infinity.questions import refuse_give_order, refuse_second
from firelane.infinity.servants import servants_of
from firelane.infinity.sheets import sheet
from firelane.infinity.skills import (
    AnySkill,
    BSAttack,
    Dodge,
    Drop,
    Enter,
    Idle,
    Jump,
    Move,
    PlaceDeployable,
    Reset,
    Template,
)
from firelane.infinity.skilltable import key_of, targets_of
from firelane.infinity.view import Table
from firelane.infinity.words import WORDS, skill_in_words
from firelane.infinity.world import Place, Trooper
from firelane.screen import plain
from firelane.screen.kept import Kept
from firelane.screen.plain import as_json
from firelane.screen.prompts import Option, Part, Slot, SlotKind
from firelane.table.movement import Way
from firelane.text import has, say

TableView = View[Table]
MakeAnswer = Callable[[AnySkill, str, AnySkill | None], Answer]
"""An answer with this skill, and with this Servant doing that along with it."""
MOST_SPLIT = 6
"""Dice are split over no more targets than this."""


# Orders


def give_order(view: TableView, request: GiveOrder, lang: str, kept: Kept) -> Iterator[Part]:
    """One decision: who is activated, and with what; or the end of the phase."""
    each: list[list[Option]] = []
    table = kept.unchanged("table", _beside_orders(view))

    def lister() -> Lister:
        return kept.made("lister", table, lambda: Lister(view))

    for name, trooper in view.table.world.troopers.items():
        if trooper.seat != view.seat or trooper.place in (Place.LIST, Place.GONE):
            continue
        kind = _order(view, request, name) if name in request.actors else None
        of = (table, kind, kind or (name in request.actors, bool(request.pool)))
        make = partial(_orders, view, lister, request, name, kind, lang, kept)
        each.append(kept.made(("orders", name), of, make))
    end = Option(
        id="end",
        label=say("infinity.end-orders", lang),
        value=as_json(EndOrders()),
        group=say("screen.end", lang),
        confirm=say("screen.do-end", lang),
    )
    options = kept.made("orders", each, lambda: (*chain.from_iterable(each), end))
    yield Part(id="order", label=say("screen.order", lang), place="", options=options)


def _beside_orders(view: TableView) -> object:
    """All on which it depends what can be declared, beside the Orders that are left."""
    world = view.table.world
    sides = [replace(side, pool=0, own=(), lieutenant_order=False) for side in world.sides.values()]
    return replace(world, sides={side.seat: side for side in sides}), view.table.order


def _orders(
    view: TableView,
    lister: Callable[[], Lister],
    request: GiveOrder,
    name: str,
    kind: OrderType | None,
    lang: str,
    kept: Kept,
) -> list[Option]:
    """What a trooper may be activated with, by an Order of this kind; or why it cannot be."""
    if kind is None:
        return list(_without_order(view, request, name, lang))
    return _Halves(lister(), name, lang, kept).options(
        partial(_activate, name, kind), lambda answer: refuse_give_order(view, request, answer)
    )


def _without_order(view: TableView, request: GiveOrder, name: str, lang: str) -> Iterator[Option]:
    """A trooper that cannot be activated, and why."""
    wanted = Activate(trooper=name, order=OrderType.REGULAR, skill=Idle())
    refusal = refuse_give_order(view, request, wanted)
    if refusal is not None:
        label = say("screen.no-order", lang)
        yield plain.forbidden(WORDS, view, refusal, lang, Option(id=f"{name}/none", label=label, figure=name))


def _activate(name: str, kind: OrderType, skill: AnySkill, servant: str, along: AnySkill | None) -> Activate:
    return Activate(trooper=name, order=kind, skill=skill, servant=servant, servant_skill=along)


def _order(view: TableView, request: GiveOrder, name: str) -> OrderType | None:
    """The Order that is spent on this trooper: its own, the Lieutenant's, or one from the pool."""
    if name in request.own:
        return OrderType.OWN
    world = view.table.world
    if request.lieutenant_order and is_lieutenant(world, world.troopers[name]):
        return OrderType.LIEUTENANT
    return OrderType.REGULAR if request.pool else None


def declare_second(view: TableView, request: DeclareSecond, lang: str, kept: Kept) -> Iterator[Part]:
    """The second half of the Order."""
    name = request.actors[0]
    options = _Halves(Lister(view), name, lang, kept, request.actors[1:]).options(
        lambda skill, _, along: Second(skill=skill, servant_skill=along),
        lambda answer: refuse_second(view, request, answer),
    )
    yield Part(id="second", label=say("screen.second", lang), place="", options=tuple(options), figure=name)


class _Halves:
    """What one trooper may declare, as options with what is shown by hand."""

    def __init__(
        self, lister: Lister, name: str, lang: str, kept: Kept, servants: tuple[str, ...] | None = None
    ) -> None:
        self.view = view = lister.view
        self.lang = lang
        self.kept = kept
        self.lister = lister
        self.world = view.table.world
        self.trooper = self.world.troopers[name]
        order = view.table.order
        self.servants = servants_of(self.world, name) if servants is None else servants
        self.done = (order.acting.get(name) if order is not None else None) or begin(self.trooper)

    def options(self, answer: MakeAnswer, refuse: Callable[[Any], Refusal | None]) -> list[Option]:
        """Everything that is worth declaring and allowed; ways are drawn by hand.

        Of a kind of skill of which nothing is allowed one is shown with the reason.
        """
        found: dict[str, Option] = {}
        barred: dict[str, tuple[AnySkill, Refusal]] = {}
        around = self.trooper, self.done.skills, self.among if self.trooper.place is Place.TABLE else ()
        for skill in self._candidates():
            name = f"{self.trooper.id}/{_key(skill)}"
            for servant in ("", *self.servants):
                as_option = f"{name}/{servant}"
                if as_option in found:  # another place for the same thing: the player shows where
                    continue
                along = self._along(servant, skill)
                if servant and along is None:
                    continue
                given = answer(skill, servant, along)
                drawn = isinstance(skill, Jump) or (isinstance(skill, Move) and not skill.route)
                refusal = None if drawn else refuse(given)
                if refusal is not None:
                    barred.setdefault(key_of(skill), (skill, refusal))
                    continue
                barred[key_of(skill)] = _ALLOWED
                make = partial(self._option, as_option, skill, servant, along, given)
                found[as_option] = self.kept.made(as_option, (given, around), make)
        for key, (skill, refusal) in barred.items():
            if (skill, refusal) != _ALLOWED:
                option = self._option(f"{self.trooper.id}/{_key(skill)}/", skill, "", None, None)
                found[key] = plain.forbidden(WORDS, self.view, refusal, self.lang, option)
        return list(found.values())

    def _along(self, servant: str, skill: AnySkill) -> AnySkill | None:
        """What a Servant can do along with this: go its own way, dodge, land beside."""
        if not servant:
            return None
        other = self.world.troopers[servant]
        match skill:
            case Move(route=()):
                return Move(route=(), facing=other.facing, prone=other.prone)
            case Dodge() | Reset():
                return skill
            case Drop(to=(x, y, z)) | Enter(to=(x, y, z)):
                gap = sheet(other.sheet).diameter + 1000
                return replace(skill, to=(x, y + gap, z))
            case _:
                return None

    def _candidates(self) -> Iterator[AnySkill]:
        here = (self.trooper.x, self.trooper.y, self.trooper.z)
        if self.trooper.place is not Place.AIR:
            stay = ((*here, Way.WALK),)
            postures = (False, True) if sheet(self.trooper.sheet).can_be_prone() else (False,)
            for route in ((), stay):
                for prone in sorted(postures, key=lambda prone: prone != self.trooper.prone):
                    yield Move(route=route, facing=self.trooper.facing, prone=prone)
        yield from self.lister.halves(self.trooper, ways=False)
        if self.trooper.place is not Place.AIR:
            yield Jump(to=here, facing=self.trooper.facing)

    @lazily
    def among(self) -> tuple[str, ...]:
        """Those over whom dice can be split."""
        return tuple([foe.id for foe in self.lister.targets(self.trooper)][:MOST_SPLIT])

    def _option(
        self, name: str, skill: AnySkill, servant: str, along: AnySkill | None, given: Answer | None
    ) -> Option:
        """A skill as an option; `given` is the whole answer with the skill at `/skill`."""
        slots = tuple(self._slots(self.trooper, skill, "/skill"))
        label = self._label(skill)
        if servant and along is not None:
            label = say("screen.with-servant", self.lang, what=label, servant=servant)
            slots += tuple(self._slots(self.world.troopers[servant], along, "/servant_skill"))
        return Option(
            id=name,
            label=label,
            value=as_json(given) if given is not None else None,
            group=skill_name(key_of(skill), self.lang),
            figure=self.trooper.id,
            targets=targets_of(skill),
            slots=slots,
            confirm=_verb(skill, self.trooper, self.lang),
        )

    def _label(self, skill: AnySkill) -> str:
        match skill:
            case Move(route=(), prone=prone):
                return say("screen.move-prone" if prone else "screen.move", self.lang)
            case Jump():
                return say("screen.jump", self.lang)
            case PlaceDeployable(weapon=weapon):
                return say("screen.place", self.lang, weapon=weapon_name(weapon, self.lang))
            case Drop() | Enter():
                return skill_name(key_of(skill), self.lang)
            case _:
                return skill_in_words(skill, self.trooper, self.lang)

    def _slots(self, trooper: Trooper, skill: AnySkill, at: str) -> Iterator[Slot]:
        lang, name = self.lang, trooper.id
        match skill:
            case Move(route=(_, *_)):
                yield _facing(f"{at}/facing", name, lang)
            case Move(prone=prone):
                reach = allowance(sheet(trooper.sheet), self.done, prone)
                yield Slot(kind=SlotKind.ROUTE, place=f"{at}/route", label=say("screen.route", lang),
                           figure=name, reach=reach)  # fmt: skip
                yield _facing(f"{at}/facing", name, lang)
            case Jump() | Drop() | Enter():
                yield Slot(kind=SlotKind.POINT, place=f"{at}/to", label=say("screen.landing", lang),
                           figure=name)  # fmt: skip
                yield _facing(f"{at}/facing", name, lang)
            case PlaceDeployable():
                yield Slot(kind=SlotKind.POINT, place=f"{at}/at", label=say("screen.where", lang),
                           figure=name)  # fmt: skip
            case Template():
                yield Slot(kind=SlotKind.FACING, place=f"{at}/directions/0",
                           label=say("screen.direction", lang), figure=name)  # fmt: skip
            case BSAttack(targets=targets):
                dice = sum(targets.values())
                if dice > 1 and len(self.among) > 1:
                    yield Slot(kind=SlotKind.SPLIT, place=f"{at}/targets", label=say("screen.split", lang),
                               figure=name, most=dice, among=self.among)  # fmt: skip


_ALLOWED = (Idle(), Refusal(""))


def _verb(skill: AnySkill, trooper: Trooper, lang: str) -> str:
    """What a button says that declares the skill."""
    if isinstance(skill, Move) and skill.route:
        posture = "stay" if skill.prone == trooper.prone else "lie-down" if skill.prone else "stand-up"
        return say(f"screen.do-{posture}", lang)
    key = f"screen.do-{key_of(skill)}"
    return say(key, lang) if has(key) else skill_name(key_of(skill), lang)


@lru_cache(maxsize=1024)
def _facing(place: str, name: str, lang: str) -> Slot:
    return Slot(kind=SlotKind.FACING, place=place, label=say("screen.facing", lang), figure=name)


def _key(skill: AnySkill) -> str:
    """What tells one option of a trooper from another: its choices, as far as they are not shown by hand."""
    match skill:
        case Move(route=route, prone=prone):
            return f"move-{prone}-here" if route else f"move-{prone}"
        case Jump() | Drop() | Enter():
            return key_of(skill)
        case PlaceDeployable(weapon=weapon):
            return f"place-{weapon}"
        case _:
            fields = (str(getattr(skill, field)) for field in skill.__struct_fields__)
            return "-".join((key_of(skill), *fields))


# Reactions


def declare_aros(view: TableView, request: DeclareAros, lang: str, kept: Kept) -> Iterator[Part]:
    """One decision for each trooper that may react."""
    lister = Lister(view)
    for name in request.actors:
        trooper = view.table.world.troopers[name]
        options = tuple(
            [
                kept.made((name, _key(skill)), (skill, trooper), partial(_reaction, trooper, skill, lang))
                for skill in lister.aros(name, request)
            ]
        )
        yield Part(id=name, label=say("screen.reacts", lang, trooper=name), place=f"/by/{name}",
                   options=options, figure=name, optional=True,
                   left_open=say("screen.lets-pass", lang))  # fmt: skip


def _reaction(trooper: Trooper, skill: AnySkill, lang: str) -> Option:
    return Option(
        id=f"{trooper.id}/{_key(skill)}",
        label=skill_in_words(skill, trooper, lang),
        value=as_json(skill),
        group=skill_name(key_of(skill), lang),
        figure=trooper.id,
        targets=targets_of(skill),
        confirm=_verb(skill, trooper, lang),
    )


# Deployment


def deploy(view: TableView, request: Deploy, lang: str) -> Iterator[Part]:
    """One decision for each trooper: where it stands, or that it is held back."""
    world = view.table.world
    made = next(iter(list_deployments(view, request)), None)
    for name in request.actors:
        trooper = world.troopers[name]
        at = made.troopers.get(name) if made is not None else None
        reach = request.reach.get(name)
        within = (reach.x0, reach.y0, reach.x1, reach.y1) if reach is not None else None
        options = tuple(
            Option(
                id=f"{name}/{style}",
                label=say(label, lang),
                value=as_json(_placement(trooper, at, style)),
                figure=name,
                slots=(
                    Slot(kind=SlotKind.PLACE, place="", label=say("screen.where", lang), figure=name,
                         within=within),
                    _facing("/facing", name, lang),
                ),
            )
            for style, label in STYLES.items()
            if _has_style(trooper, style)
        )  # fmt: skip
        style = "hidden" if at is not None and at.camouflaged else "standing"
        yield Part(id=name, label=say("screen.stands", lang, trooper=name), place=f"/troopers/{name}",
                   options=options, figure=name, optional=bool(request.held_back),
                   left_open=say("screen.held-back", lang) if request.held_back else "",
                   chosen=(f"{name}/{style}",) if at is not None else ())  # fmt: skip


STYLES = {"standing": "screen.standing", "prone": "screen.lying", "hidden": "screen.hidden"}


def _has_style(trooper: Trooper, style: str) -> bool:
    facts = sheet(trooper.sheet)
    if style == "prone":
        return facts.can_be_prone()
    return style == "standing" or facts.carries("camouflage")


def _placement(trooper: Trooper, at: Placement | None, style: str) -> Placement:
    x, y, z = (at.x, at.y, at.z) if at is not None else (0, 0, 0)
    facing = at.facing if at is not None else trooper.facing
    drives = at.drives if at is not None else ""
    return Placement(
        x=x, y=y, z=z, facing=facing, prone=style == "prone", camouflaged=style == "hidden", drives=drives
    )


def land_at_edge(view: TableView, request: LandAtEdge, lang: str) -> Iterator[Part]:
    """One option for each table edge in the zone at which there is room, with the nearest place proposed."""
    world = view.table.world
    name = request.actors[0]
    trooper = world.troopers[name]
    watch = Lister(view).watch
    options: list[Option] = []
    away: dict[str, float] = {}
    for edge, reach in request.edges.items():
        at = nearest_at_edge(world, trooper, request.to, edge)
        if at is None:
            continue
        where = Slot(
            kind=SlotKind.POINT, place="/to", label=say("screen.landing", lang), figure=name, within=reach
        )
        given = LandedAtEdge(to=at, facing=watch(*at[:2], request.facing))
        away[edge] = math.dist(at, request.to)
        options.append(
            Option(
                id=edge,
                label=say(f"screen.edge-{edge}", lang),
                value=as_json(given),
                figure=name,
                slots=(where, _facing("/facing", name, lang)),
            )
        )
    yield Part(id="landing", label=say("screen.lands", lang, trooper=name), place="",
               options=tuple(options), figure=name, chosen=(min(away, key=away.__getitem__),))  # fmt: skip


# Effects


def dodge_moves(_: TableView, request: DodgeMoves, lang: str) -> Iterator[Part]:
    """For each that dodged a short way and a turn."""
    for name in request.actors:
        route = Slot(kind=SlotKind.ROUTE, place="", label=say("screen.route", lang), figure=name,
                     reach=request.reach[name])  # fmt: skip
        going = Option(id=f"{name}/go", label=say("screen.move", lang), value=[], figure=name, slots=(route,),
                       confirm=say("screen.move", lang))  # fmt: skip
        yield Part(id=f"{name}/route", label=say("screen.dodges", lang, trooper=name),
                   place=f"/routes/{name}", options=(going,), figure=name, optional=True,
                   left_open=say("screen.stays", lang))  # fmt: skip
        yield _turn(name, f"/facings/{name}", 0, lang)


def turn_alerted(view: TableView, request: TurnAlerted, lang: str) -> Iterator[Part]:
    """For each that was warned a turn."""
    lister = Lister(view)
    for name in request.actors:
        trooper = view.table.world.troopers[name]
        facing = lister.watch(trooper.x, trooper.y, trooper.facing)
        yield _turn(name, f"/facings/{name}", facing, lang)


def _turn(name: str, place: str, facing: int, lang: str) -> Part:
    option = Option(id=f"{name}/turn", label=say("screen.turn", lang), value=facing, figure=name,
                    slots=(_facing("", name, lang),), confirm=say("screen.turn", lang))  # fmt: skip
    return Part(id=f"{name}/turn", label=say("screen.turns", lang, trooper=name), place=place,
                options=(option,), figure=name, optional=True,
                left_open=say("screen.looks-as-before", lang))  # fmt: skip


def regenerate(_: TableView, request: Regenerate, lang: str) -> Iterator[Part]:
    """Any of those that can."""
    options = tuple(Option(id=name, label=name, value=name, figure=name) for name in request.actors)
    yield Part(id="troopers", label=say("screen.regenerate", lang), place="/troopers", options=options,
               several=True, most=len(options))  # fmt: skip


KEEPING: plain.Keeping = {
    GiveOrder: give_order,
    DeclareSecond: declare_second,
    DeclareAros: declare_aros,
}
PARTS: plain.Making = {
    Deploy: deploy,
    LandAtEdge: land_at_edge,
    DodgeMoves: dodge_moves,
    TurnAlerted: turn_alerted,
    Regenerate: regenerate,
}
BASES: dict[type[Request], Answer] = {
    DeclareAros: Aros(),
    Deploy: Deployed(troopers={}),
    DodgeMoves: Dodged(),
    TurnAlerted: Turned(),
    Regenerate: Regenerating(),
}
