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
from firelane.infinity.editions import declare, edition_of
from firelane.infinity.landing import nearest_at_edge
from firelane.infinity.lazily import lazily
from firelane.infinity.listing import list_deployments
from firelane.infinity.naming import skill_name
from firelane.infinity.options import Options
from firelane.infinity.orders import payments
from firelane.infinity.questions import refuse_give_order, refuse_second
from firelane.infinity.servants import servants_of
from firelane.infinity.sheets import sheet
from firelane.infinity.skills.base import ChoiceSlot, Declaration
from firelane.infinity.skills.base import SlotKind as Shown
from firelane.infinity.view import Table
from firelane.infinity.words import WORDS
from firelane.infinity.world import Place, Trooper
from firelane.screen import plain
from firelane.screen.kept import Kept
from firelane.screen.plain import as_json
from firelane.screen.prompts import Option, Part, Slot, SlotKind
from firelane.text import has, say

TableView = View[Table]
MakeAnswer = Callable[[Declaration, str, Declaration | None], Answer]
"""An answer with this skill, and with this Servant doing that along with it."""
MOST_SPLIT = 6
"""Dice are split over no more targets than this."""


# Orders


def give_order(view: TableView, request: GiveOrder, lang: str, kept: Kept) -> Iterator[Part]:
    """One decision: who is activated, and with what; or the end of the phase."""
    each: list[list[Option]] = []
    table = kept.unchanged("table", _beside_orders(view))

    def lister() -> Options:
        return kept.made("lister", table, lambda: Options(view, with_ways=False))

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
    lister: Callable[[], Options],
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
    wanted = Activate(trooper=name, order=OrderType.REGULAR, skill=declare(edition_of(view.ruleset), "idle"))
    refusal = refuse_give_order(view, request, wanted)
    if refusal is not None:
        label = say("screen.no-order", lang)
        yield plain.forbidden(WORDS, view, refusal, lang, Option(id=f"{name}/none", label=label, figure=name))


def _activate(
    name: str, kind: OrderType, skill: Declaration, servant: str, along: Declaration | None
) -> Activate:
    return Activate(trooper=name, order=kind, skill=skill, servant=servant, servant_skill=along)


def _order(view: TableView, request: GiveOrder, name: str) -> OrderType | None:
    """The Order that is spent on this trooper: its own, the Lieutenant's, or one from the pool."""
    return next(iter(payments(view.table.world, request, name)), None)


def declare_second(view: TableView, request: DeclareSecond, lang: str, kept: Kept) -> Iterator[Part]:
    """The second half of the Order."""
    name = request.actors[0]
    options = _Halves(Options(view, with_ways=False), name, lang, kept, request.actors[1:]).options(
        lambda skill, _, along: Second(skill=skill, servant_skill=along),
        lambda answer: refuse_second(view, request, answer),
    )
    yield Part(id="second", label=say("screen.second", lang), place="", options=tuple(options), figure=name)


class _Halves:
    """What one trooper may declare, as options with what is shown by hand."""

    def __init__(
        self, lister: Options, name: str, lang: str, kept: Kept, servants: tuple[str, ...] | None = None
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
        barred: dict[str, tuple[Declaration, Refusal]] = {}
        around = self.trooper, self.done.skills, self.among if self.trooper.place is Place.TABLE else ()
        for skill in self._candidates():
            name = f"{self.trooper.id}/{skill.option}"
            for servant in ("", *self.servants):
                as_option = f"{name}/{servant}"
                if as_option in found:  # another place for the same thing: the player shows where
                    continue
                along = skill.along(self.world.troopers[servant]) if servant else None
                if servant and along is None:
                    continue
                given = answer(skill, servant, along)
                refusal = None if skill.is_drawn else refuse(given)
                if refusal is not None:
                    barred.setdefault(skill.entry, (skill, refusal))
                    continue
                barred[skill.entry] = (skill, ALLOWED)
                make = partial(self._option, as_option, skill, servant, along, given)
                found[as_option] = self.kept.made(as_option, (given, around), make)
        for key, (skill, refusal) in barred.items():
            if refusal is not ALLOWED:
                option = self._option(f"{self.trooper.id}/{skill.option}/", skill, "", None, None)
                found[key] = plain.forbidden(WORDS, self.view, refusal, self.lang, option)
        return list(found.values())

    def _candidates(self) -> Iterator[Declaration]:
        skills = self.lister.edition.skills.values()
        drawn = [d for skill in skills for d in skill.offer_drawn(self.lister, self.trooper)]
        on_table = self.trooper.place is not Place.AIR
        if on_table:
            yield from (skill for skill in drawn if not skill.comes_last)
        yield from self.lister.halves(self.trooper)
        if on_table:
            yield from (skill for skill in drawn if skill.comes_last)

    @lazily
    def among(self) -> tuple[str, ...]:
        """Those over whom dice can be split."""
        return tuple([foe.id for foe in self.lister.targets(self.trooper)][:MOST_SPLIT])

    def _option(
        self, name: str, skill: Declaration, servant: str, along: Declaration | None, given: Answer | None
    ) -> Option:
        """A skill as an option; `given` is the whole answer with the skill at `/skill`."""
        slots = tuple(self._slots(self.trooper, skill, "/skill"))
        label = skill.label(self.trooper, self.lang)
        if servant and along is not None:
            label = say("screen.with-servant", self.lang, what=label, servant=servant)
            slots += tuple(self._slots(self.world.troopers[servant], along, "/servant_skill"))
        return Option(
            id=name,
            label=label,
            value=as_json(given) if given is not None else None,
            group=skill_name(skill.entry, self.lang),
            figure=self.trooper.id,
            targets=skill.aimed_at,
            slots=slots,
            confirm=_verb(skill, self.trooper, self.lang),
        )

    def _slots(self, trooper: Trooper, skill: Declaration, at: str) -> Iterator[Slot]:
        for slot in skill.slots:
            if slot.kind is not Shown.SPLIT:
                yield self._slot(trooper, skill, slot, at)
            elif skill.dice > 1 and len(self.among) > 1:
                yield Slot(kind=SlotKind.SPLIT, place=f"{at}/{slot.field}", label=say(slot.label, self.lang),
                           figure=trooper.id, most=skill.dice, among=self.among)  # fmt: skip

    def _slot(self, trooper: Trooper, skill: Declaration, slot: ChoiceSlot, at: str) -> Slot:
        place, label = f"{at}/{slot.field}", say(slot.label, self.lang)
        if slot.kind is Shown.FACING and slot.field == "facing":
            return _facing(place, trooper.id, self.lang)
        if slot.kind is not Shown.ROUTE:
            return Slot(kind=SlotKind(slot.kind.value), place=place, label=label, figure=trooper.id)
        reach = allowance(sheet(trooper.sheet), self.done, bool(skill.posture))
        return Slot(kind=SlotKind.ROUTE, place=place, label=label, figure=trooper.id, reach=reach)


ALLOWED = Refusal("")
"""In place of a refusal, where something of a kind of skill is allowed."""


def _verb(skill: Declaration, trooper: Trooper, lang: str) -> str:
    """What a button says that declares the skill."""
    key = skill.verb(trooper)
    return say(key, lang) if has(key) else skill_name(skill.entry, lang)


@lru_cache(maxsize=1024)
def _facing(place: str, name: str, lang: str) -> Slot:
    return Slot(kind=SlotKind.FACING, place=place, label=say("screen.facing", lang), figure=name)


# Reactions


def declare_aros(view: TableView, request: DeclareAros, lang: str, kept: Kept) -> Iterator[Part]:
    """One decision for each trooper that may react."""
    lister = Options(view)
    for name in request.actors:
        trooper = view.table.world.troopers[name]
        options = tuple(
            [
                kept.made((name, skill.option), (skill, trooper), partial(_reaction, trooper, skill, lang))
                for skill in lister.aros(name, request)
            ]
        )
        yield Part(id=name, label=say("screen.reacts", lang, trooper=name), place=f"/by/{name}",
                   options=options, figure=name, optional=True,
                   left_open=say("screen.lets-pass", lang))  # fmt: skip


def _reaction(trooper: Trooper, skill: Declaration, lang: str) -> Option:
    return Option(
        id=f"{trooper.id}/{skill.option}",
        label=skill.words(trooper, lang),
        value=as_json(skill),
        group=skill_name(skill.entry, lang),
        figure=trooper.id,
        targets=skill.aimed_at,
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
    watch = Options(view).watch
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
    lister = Options(view)
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
