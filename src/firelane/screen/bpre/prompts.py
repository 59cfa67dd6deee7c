"""The questions of Red Earth: teams, hands, places, activations act by act, Immediate Actions, cards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial
from random import Random

from msgspec import to_builtins
from msgspec.structs import replace

from firelane.bpre import asking
from firelane.bpre.able import finishing_targets, targets
from firelane.bpre.acts import AnyAct, Attack, CallFires, Go, UseDoor
from firelane.bpre.cards import WITH_ACTIVATION, held, interventions, is_declared
from firelane.bpre.choosing import sample_doors, sample_hand, sample_placement
from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Moving
from firelane.bpre.goals import works
from firelane.bpre.judging import hand_size, refuse_go
from firelane.bpre.marshalling import sample_team
from firelane.bpre.names import DIRECT_FIRE, FINISHING, other
from firelane.bpre.planning import Plan, in_force, plan_of, refuse_acts
from firelane.bpre.situation import has_skill, movement
from firelane.bpre.space import doors, field_of, survey
from firelane.bpre.view import Table
from firelane.bpre.words import WORDS, door_name, rule_name
from firelane.bpre.words import answer as in_words
from firelane.bpre.world import RedEarthWorld, Unit, on_table, unit_types
from firelane.core.because import Refusal
from firelane.core.requests import Answer, Request
from firelane.core.views import View
from firelane.screen import plain
from firelane.screen.kept import Kept
from firelane.screen.plain import as_json
from firelane.screen.prompts import Option, Part, Slot, SlotKind
from firelane.table.measure import base_within
from firelane.table.polygons import Footprint
from firelane.table.things import Figure, Piece
from firelane.text import say

TableView = View[Table]
COPIES = 6
"""So many of a kind can be picked from the screen."""


def _usual(request: Request) -> Random:
    """The same proposal for the same question."""
    return Random(request.id)


# Set-up


def pick_team(view: TableView, request: asking.PickTeam, lang: str) -> Iterator[Part]:
    """Units by their cards, and what is kept for the Quick Reaction Force."""
    options = tuple(
        Option(
            id=card.key,
            label=say("screen.unit-for", lang, unit=card.name.say(lang), cp=card.cp),
            value=card.key,
            copies=min(COPIES, request.cp // card.cp),
            cost=card.cp,
        )
        for card in unit_types(view.table.world)
        if card.faction == view.seat
    )
    chosen = sample_team(view, request, _usual(request)).units
    yield Part(id="units", label=say("screen.team", lang, cp=request.cp), place="/units",
               options=options, several=True, most=request.cp, chosen=chosen)  # fmt: skip
    number = Slot(kind=SlotKind.NUMBER, place="", label=say("screen.cp", lang), most=request.cp)
    kept = Option(id="qrf", label=say("screen.set-aside", lang), value=0, slots=(number,))
    yield Part(id="qrf", label=rule_name("qrf", lang), place="/qrf", options=(kept,), optional=True)


def pick_hand(view: TableView, request: asking.PickHand, lang: str) -> Iterator[Part]:
    """Intervention Cards."""
    options = tuple(
        Option(id=key, label=rule_name(key, lang), value=key, rules=(f"bpre.{key}",))
        for key in interventions(EDITION, view.seat)
    )
    chosen = sample_hand(view, request, _usual(request)).cards
    number = hand_size(view.seat)
    yield Part(id="cards", label=say("screen.hand", lang), place="/cards", options=options, several=True,
               least=number, most=number, chosen=chosen)  # fmt: skip


def set_doors(view: TableView, request: asking.SetDoors, lang: str) -> Iterator[Part]:
    """The doors that start closed."""
    options = tuple(
        Option(
            id=door.name,
            label=door_name(view.table.world, door.name, lang),
            value=door.name,
            targets=(f"door:{door.name}",),
        )
        for door in doors(field_of(view.table.world))
    )
    chosen = sample_doors(view, request, _usual(request)).closed
    yield Part(id="closed", label=say("screen.closed-doors", lang), place="/closed", options=options,
               several=True, most=len(options), chosen=chosen)  # fmt: skip


def place_units(view: TableView, request: asking.PlaceUnits, lang: str) -> Iterator[Part]:
    """A place and a facing for each unit."""
    proposed = sample_placement(view, request, _usual(request)).at
    for name in request.actors:
        option = Option(
            id=name,
            label=say("screen.where", lang),
            value=list(proposed[name]),
            figure=name,
            slots=(
                Slot(kind=SlotKind.PLACE, place="", label=say("screen.where", lang), figure=name, flat=True),
                Slot(kind=SlotKind.FACING, place="/2", label=say("screen.facing", lang), figure=name),
            ),
        )
        yield Part(id=name, label=say("screen.stands", lang, trooper=name), place=f"/at/{name}",
                   options=(option,), figure=name, chosen=(name,))  # fmt: skip


# Activations


def activate(view: TableView, request: asking.Activate, lang: str, kept: Kept) -> Iterator[Part]:
    """One unit and what it does, or a pass."""
    options: list[Option] = []
    hand = held(view.table.world, view.seat)
    playable = [card for card in hand if is_declared(EDITION, card, WITH_ACTIVATION)]
    for name in request.actors:
        if request.phase in (DIRECT_FIRE, FINISHING):
            options += _shots(view, request, name, lang, kept)
        for cards in _ways_to_move(view, request, name, playable):
            options += _maneuvers(view, name, cards, lang, kept)
    able = {option.figure for option in options}
    for unit in on_table(view.table.world, view.seat):
        if unit.id not in able:
            options += _not_now(view, request, unit, lang, kept)
    passing = asking.PassPhase()
    options.append(Option(id="pass", label=in_words(view, request, passing, lang), value=as_json(passing),
                          group=say("screen.end", lang), confirm=say("screen.do-pass", lang)))  # fmt: skip
    yield Part(id="unit", label=say("screen.activation", lang), place="", options=tuple(options))


def _not_now(
    view: TableView, request: asking.Activate, unit: Unit, lang: str, kept: Kept
) -> Iterator[Option]:
    """A unit that cannot be activated, and why."""
    refusal = refuse_go(view, request, asking.Maneuver(unit.id, (Go((), unit.facing),)))
    if refusal is not None:
        option = Option(id=f"{unit.id}/none", label=say("screen.no-activation", lang), figure=unit.id)
        yield _forbidden(view, refusal, lang, option, kept)


def _forbidden(view: TableView, refusal: Refusal, lang: str, option: Option, kept: Kept) -> Option:
    of = refusal, option, view.table.world.battlespace
    return kept.made(option.id, of, lambda: plain.forbidden(WORDS, view, refusal, lang, option))


def _ways_to_move(
    view: TableView, request: asking.Activate, name: str, playable: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Without a card, and with each that lets the unit move or move otherwise."""
    facing = view.table.world.units[name].facing
    for cards in ((), *((card,) for card in playable)):
        if refuse_go(view, request, asking.Maneuver(name, (Go((), facing),), cards)) is None:
            yield cards


def _maneuvers(view: TableView, name: str, cards: tuple[str, ...], lang: str, kept: Kept) -> Iterator[Option]:
    ready = in_force(view.table.world, view.seat, cards)
    unit = ready.units[name]
    plan = Plan(unit, movement(EDITION, ready, unit, cards).total, cards=cards)
    made = _Acts(view, plan, lang, kept).options(lambda acts: asking.Maneuver(name, acts, cards))
    for option in made:
        if cards:
            label = say("screen.with-card", lang, what=option.label, card=rule_name(cards[0], lang))
            yield replace(option, id=f"{option.id}/{cards[0]}", label=label)
        else:
            yield option


def _shots(view: TableView, request: asking.Activate, name: str, lang: str, kept: Kept) -> Iterator[Option]:
    world = view.table.world
    unit = world.units[name]
    fires = request.phase == DIRECT_FIRE
    aimed = targets(world, unit, DIRECT_FIRE) if fires else finishing_targets(world, unit)
    answers: list[asking.Fire | asking.Work] = [asking.Fire(name, target) for target in aimed]
    answers += [asking.Work(name, what) for what in (*works(EDITION, world, unit), "")] if fires else []
    yield from _out_of_reach(view, request, unit, aimed, lang, kept)
    for given in answers:
        if refuse_go(view, request, given) is None:
            of = given, world.tasking, world.battlespace
            yield kept.made(("shot", given), of, partial(_shot, view, request, given, lang))
    if fires and has_skill(world, unit, "frag"):
        slot = Slot(kind=SlotKind.PLACE, place="", label=say("screen.where", lang), figure=name, flat=True)
        thrown = to_builtins(asking.Throw(name, unit.x, unit.y))
        nowhere = as_json({**thrown, "x": None, "y": None})  # the player shows where
        yield Option(id=f"{name}/throw", label=say("screen.throw-frag", lang), figure=name, slots=(slot,),
                     confirm=say("screen.throw-frag", lang), value=nowhere)  # fmt: skip


def _shot(view: TableView, request: asking.Activate, given: asking.Fire | asking.Work, lang: str) -> Option:
    target = given.target if isinstance(given, asking.Fire) else ""
    what = given.what if isinstance(given, asking.Work) else target
    idle = isinstance(given, asking.Work) and not what
    label = say("screen.no-attack", lang) if idle else in_words(view, request, given, lang)
    confirm = plain.as_button(label) if isinstance(given, asking.Work) else say("screen.do-attack", lang)
    return Option(id=f"{given.unit}/{type(given).__name__}/{what}", value=as_json(given), figure=given.unit,
                  label=label, confirm=confirm, targets=(target,) if target else ())  # fmt: skip


def _out_of_reach(
    view: TableView, request: asking.Activate, unit: Unit, aimed: Collection[str], lang: str, kept: Kept
) -> Iterator[Option]:
    """The opponents that the unit may not attack now: one line for each reason."""
    world = view.table.world
    reasons: dict[str, tuple[Refusal, list[str]]] = {}
    seen = survey(world).in_sight(unit.id)
    asked: dict[str, Refusal | None] = {}
    for foe in on_table(world, other(unit.seat)):
        if foe.id in aimed:
            continue
        alike = foe.id if foe.id in seen else ""  # those out of sight are refused for the same reason
        if alike not in asked:
            asked[alike] = refuse_go(view, request, asking.Fire(unit.id, foe.id))
        refusal = asked[alike]
        if refusal is not None:
            reasons.setdefault(refusal.rule, (Refusal(refusal.rule), []))[1].append(foe.id)
    for rule, (refusal, names) in reasons.items():
        label = say("screen.attack", lang, targets=say("screen.between-names", lang).join(names))
        option = Option(id=f"{unit.id}/no/{rule}", label=label, figure=unit.id)
        yield _forbidden(view, refusal, lang, option, kept)


def go_on(view: TableView, request: asking.GoOn, lang: str, kept: Kept) -> Iterator[Part]:
    """What the interrupted unit does with what is left."""
    frame = next(f for f in reversed(view.table.frames) if isinstance(f, Moving))
    made = _Acts(view, plan_of(view.table.world, frame), lang, kept).options(asking.Acts)
    stop = asking.Acts()
    end = Option(id="stop", label=in_words(view, request, stop, lang), value=as_json(stop),
                 group=say("screen.end", lang), confirm=say("screen.do-stop", lang))  # fmt: skip
    yield Part(id="acts", label=say("screen.activation", lang), place="", options=(*made, end))


class _Acts:
    """Maneuvers of one unit, with the ways that are drawn by hand."""

    def __init__(self, view: TableView, plan: Plan, lang: str, kept: Kept) -> None:
        self.plan, self.lang, self.kept = plan, lang, kept
        self.world: RedEarthWorld = view.table.world
        self.unit: Unit = plan.unit

    def options(self, answer: Callable[[tuple[AnyAct, ...]], Answer]) -> list[Option]:
        """A way, attacks before and after it, doors on it, fires."""
        go = Go((), self.unit.facing)
        found = [self._option("go", say("screen.go", self.lang), answer((go,)), (0,))]
        here = survey(self.world).free_sight(self.unit.id)
        for foe in on_table(self.world, other(self.unit.seat)):
            shot = Attack(foe.id)
            if foe.id in here and refuse_acts(self.world, self.plan, (shot,)) is None:
                label = say("screen.attack-go", self.lang, target=foe.id)
                found.append(self._option(f"attack-go/{foe.id}", label, answer((shot, go)), (1,), foe.id))
            if not self.plan.attacked:
                label = say("screen.go-attack", self.lang, target=foe.id)
                found.append(self._option(f"go-attack/{foe.id}", label, answer((go, shot)), (0,), foe.id))
        for door in self._doors_near():
            label = say("screen.go-door", self.lang, door=door_name(self.world, door.name, self.lang))
            given = answer((go, UseDoor(door.name), go))
            target = f"door:{door.name}"
            found.append(self._option(f"go-door/{door.name}", label, given, (0, 2), target))
        for card in self.world.sides[self.unit.seat].fires:
            for name in sorted(here):
                fires = CallFires(card, target=name)
                if refuse_acts(self.world, self.plan, (fires,)) is None:
                    label = say("screen.fires-at", self.lang, card=rule_name(card, self.lang), target=name)
                    given = answer((fires, go))
                    found.append(self._option(f"fires/{card}/{name}", label, given, (1,), name))
        return found

    def _doors_near(self) -> list[Piece]:
        """The doors that the unit might get to."""
        reach = self.plan.left + 1500
        found = []
        for door in doors(field_of(self.world)):
            if base_within(self.unit.x, self.unit.y, 0, _middle(door.footprint), reach):
                found.append(door)
        return found

    def _option(
        self, name: str, label: str, given: Answer, ways: tuple[int, ...], target: str = ""
    ) -> Option:
        """A way with what is done on it: the same one as long as the unit stands where it stood."""
        made = partial(self._made, name, label, given, ways, target)
        return self.kept.made((self.unit.id, name, self.plan.cards), (label, given, self.plan.left), made)

    def _made(self, name: str, label: str, given: Answer, ways: tuple[int, ...], target: str) -> Option:
        slots: list[Slot] = []
        for way in ways:
            place = f"/acts/{way}"
            slots.append(Slot(kind=SlotKind.ROUTE, place=f"{place}/route", flat=True, figure=self.unit.id,
                              label=say("screen.route", self.lang), reach=self.plan.left))  # fmt: skip
            slots.append(Slot(kind=SlotKind.FACING, place=f"{place}/facing", figure=self.unit.id,
                              label=say("screen.facing", self.lang)))  # fmt: skip
        return Option(id=f"{self.unit.id}/{name}", label=label, value=as_json(given), figure=self.unit.id,
                      targets=(target,) if target else (), slots=tuple(slots), confirm=label)  # fmt: skip


@lru_cache(maxsize=512)
def _middle(outline: Footprint) -> Figure:
    """The middle of an outline, as something to measure to."""
    xs, ys = zip(*outline, strict=True)
    return Figure(id="", x=sum(xs) // len(xs), y=sum(ys) // len(ys), diameter=2)


# Clean-up


def stand_up(view: TableView, request: asking.StandUp, lang: str) -> Iterator[Part]:
    """A facing for each unit that stands up."""
    for name in request.actors:
        slot = Slot(kind=SlotKind.FACING, place="", label=say("screen.facing", lang), figure=name)
        option = Option(id=name, label=say("screen.turn", lang), value=view.table.world.units[name].facing,
                        figure=name, slots=(slot,))  # fmt: skip
        yield Part(id=name, label=say("screen.turns", lang, trooper=name), place=f"/by/{name}",
                   options=(option,), figure=name, chosen=(name,))  # fmt: skip


KEEPING: plain.Keeping = {
    asking.Activate: activate,
    asking.GoOn: go_on,
}
PARTS: plain.Making = {
    asking.PickTeam: pick_team,
    asking.PickHand: pick_hand,
    asking.SetDoors: set_doors,
    asking.PlaceUnits: place_units,
    asking.StandUp: stand_up,
}
BASES: dict[type[Request], Answer] = {
    asking.PickTeam: asking.Team(()),
    asking.PickHand: asking.Hand(()),
    asking.SetDoors: asking.Doors(()),
    asking.PlaceUnits: asking.Placement({}),
    asking.StandUp: asking.Facings({}),
}
