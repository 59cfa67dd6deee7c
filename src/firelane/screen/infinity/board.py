"""The table of an Infinity game, as a seat sees it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache, partial

from firelane.core.rules import Edition
from firelane.core.views import View
from firelane.forces.library import forces
from firelane.infinity.calling import label_of, name_of
from firelane.infinity.editions import edition_of
from firelane.infinity.lieutenants import is_lieutenant
from firelane.infinity.names import CUT_OFF
from firelane.infinity.naming import BOOKS, rule_name, thing_name, weapon_name
from firelane.infinity.roster import ITEM_SIZE
from firelane.infinity.sheets import MARKER, sheet
from firelane.infinity.space import Survey, field_of
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Place, Trooper
from firelane.rulebook.book import Book
from firelane.screen.board import Badge, Board, Fact, Figure, Ground, Side, Thing
from firelane.screen.ground import ground_of
from firelane.screen.infinity.mission import mission
from firelane.screen.infinity.weapons import carried_name, opens_card
from firelane.screen.kept import Kept
from firelane.screen.plain import outcome
from firelane.table.fieldfile import ready_field, ready_names
from firelane.text import has, say, seat_name

TableView = View[Table]


def ground(view: TableView, lang: str) -> Ground:
    """The battlefield."""
    world = view.table.world
    known = ready_field(world.field) if world.field in ready_names() else None
    return ground_of(field_of(world), known, lang)


def board(view: TableView, lang: str, kept: Kept | None = None) -> Board:
    """Everything that stands on the table and beside it."""
    kept = kept if kept is not None else Kept()
    world = view.table.world
    edition = edition_of(view.ruleset)
    order = view.table.order
    counted = world.troopers, world.objectives, world.sides, world.round, view.outcome is not None
    head, goals = kept.made("mission", counted, partial(mission, view, lang))
    return Board(
        title=_title(view, lang),
        figures=_figures(view, lang, kept),
        things=kept.made(
            "things",
            (world.items, world.objectives, world.labels),
            lambda: (*_items(world, lang), *_objectives(world, lang)),
        ),
        sides=tuple(
            [
                kept.made(("side", seat), (side, world.active), partial(_side, edition, world, seat, lang))
                for seat, side in world.sides.items()
            ]
        ),
        mission=head,
        goals=goals,
        active=order.active if order is not None else (),
        outcome=outcome(view, lang),
    )


def _figures(view: TableView, lang: str, kept: Kept) -> tuple[Figure, ...]:
    """Those who stand still, and then those who move in this Order: only these look otherwise in it."""
    world, order = view.table.world, view.table.order
    leaders = [side.lieutenants for side in world.sides.values()]

    def shown(survey: Survey, trooper: Trooper) -> Figure:
        label = label_of(world, trooper)
        wide = trooper.place is Place.TABLE and survey.sees_all_round(trooper.id)
        leads = trooper.seat == view.seat and is_lieutenant(world, trooper)
        return kept.made(
            ("figure", trooper.id, wide),
            (trooper, label, leads),
            partial(_figure, view.seat, trooper, label, wide, leads, lang),
        )

    def all_shown() -> tuple[Figure, ...]:
        survey = Survey(world)
        return tuple([shown(survey, trooper) for trooper in world.troopers.values()])

    still = kept.made("figures", (world.troopers, world.labels, leaders), all_shown)
    movers = {name for name, done in order.acting.items() if done.moved} if order is not None else set()
    if not movers:
        return still
    survey = Survey(world, order.acting if order is not None else {})
    moving = {name: shown(survey, world.troopers[name]) for name in movers}
    return tuple([moving.get(figure.id, figure) for figure in still])


def _title(view: TableView, lang: str) -> str:
    world = view.table.world
    if not world.round:
        return say("screen.set-up", lang)
    return say("screen.round", lang, round=world.round, rounds=world.rounds,
               seat=seat_name(world.active, lang))  # fmt: skip


def _side(edition: Edition, world: InfinityWorld, seat: str, lang: str) -> Side:
    side, rule = world.sides[seat], edition.statement
    facts = [Fact(say("screen.objective-points", lang), str(side.objective_points), rule("victory.rule"))]
    if world.active == seat:
        facts.append(Fact(say("screen.regular-orders", lang), str(side.pool), rule("orders.rule")))
        if side.lieutenant_order:
            facts.append(Fact(say("screen.lieutenant-order", lang), "1", rule("orders.lieutenant-order")))
    return Side(seat=seat, name=seat_name(seat, lang), facts=tuple(facts))


def _figure(reader: str, trooper: Trooper, label: str, wide: bool, leads: bool, lang: str) -> Figure:
    facts = sheet(trooper.sheet)
    hidden = trooper.sheet.startswith(MARKER)
    on_table = trooper.place is Place.TABLE
    return Figure(
        id=trooper.id,
        name=name_of(trooper, lang),
        side=trooper.seat,
        label=label,
        x=trooper.x,
        y=trooper.y,
        z=trooper.z,
        radius=facts.diameter // 2,
        height=118 if trooper.prone else facts.height,
        facing=None if hidden else trooper.facing,
        arc=360 if wide else 180,
        marker=bool(trooper.marker),
        down=trooper.prone or trooper.has("unconscious"),
        away="" if on_table else say(_AWAY[trooper.place], lang),
        badges=tuple(_badges(reader, trooper, leads, lang)),
        card=() if hidden else _card(trooper, lang),
    )


_AWAY = {Place.LIST: "screen.not-deployed", Place.AIR: "screen.in-the-air", Place.GONE: "screen.gone"}


def _badges(reader: str, trooper: Trooper, leads: bool, lang: str) -> Iterator[Badge]:
    if leads:
        yield Badge(say("screen.badge-lieutenant", lang), rule_name("lieutenant", lang), _rule("lieutenant"))
    if trooper.marker and trooper.seat == reader:
        yield Badge(say("screen.badge-hidden", lang), say("infinity.hidden", lang), _rule("camouflaged"))
    if trooper.prone:
        yield Badge(say("screen.badge-prone", lang), say("infinity.prone", lang), _rule("prone"))
    for state in trooper.states:
        if state == CUT_OFF:  # Disconnected says it
            continue
        name = rule_name(state, lang)
        short = f"screen.badge-{state}"
        yield Badge(say(short, lang) if has(short) else name[:2], name, _rule(state))
    if trooper.carries:
        yield Badge(
            say("screen.badge-box", lang), say("screen.carries", lang, name=thing_name(trooper.carries, lang))
        )


@cache
def _rule(key: str) -> str:
    """The rule of a neutral key, by the first book that has it."""
    book = Book.open()
    return next((f"{prefix}.{key}" for prefix in BOOKS if book.is_rule(f"{prefix}.{key}")), "")


def _card(trooper: Trooper, lang: str) -> tuple[Fact, ...]:
    return _card_of(trooper.sheet, trooper.points, tuple(trooper.spent.items()), lang)


@lru_cache(1024)
def _card_of(name: str, points: int, spent: tuple[tuple[str, int], ...], lang: str) -> tuple[Fact, ...]:
    """A card stays the same from one state to the next until its trooper loses something.

    It shows the points that are left instead of a token.

    Rules: regeneration.shown-by-token, protheion.shown-by-tokens.
    """
    return tuple(_facts(name, points, spent, lang))


def _facts(name: str, points: int, spent: tuple[tuple[str, int], ...], lang: str) -> Iterator[Fact]:
    whose, facts = name, sheet(name).facts
    yield Fact("MOV", f"{facts.mov[0]}-{facts.mov[1]}")
    for name in ("cc", "bs", "ph", "wip", "arm", "bts"):
        yield Fact(name.upper(), str(getattr(facts, name)))
    whole = "STR" if facts.has_structure else "W"
    yield Fact(whole, f"{max(0, points)}/{facts.wounds}")
    edition = edition_of(whose.partition(":")[0])
    yield Fact("S", str(facts.s), edition.statement("silhouette.rule"))
    if facts.type is not None:
        yield Fact(say("screen.type", lang), str(facts.type))
    for label, carried in (("weapons", facts.weapons), ("skills", facts.skills), ("gear", facts.equipment)):
        for each in carried:
            name = carried_name(each, lang)
            yield Fact(say(_LISTS[label], lang), name, _rule(each.key), opens=opens_card(each))
    for program in forces("c1").programs_of(facts):
        label, named = say("weapons.program", lang), rule_name(program.key, lang)
        yield Fact(label, named, _rule(program.key), opens=program.key)
    for weapon, count in spent:
        yield Fact(say("screen.spent", lang), f"{weapon_name(weapon, lang)}: {count}")


_LISTS = {"weapons": "screen.weapon", "skills": "screen.skill", "gear": "screen.equipment"}


def _items(world: InfinityWorld, lang: str) -> Iterator[Thing]:
    for item in world.items.values():
        yield Thing(id=item.id, kind="mine", label=label_of(world, item), name=name_of(item, lang),
                    x=item.x, y=item.y, z=item.z, radius=ITEM_SIZE[0] // 2, side=item.seat)  # fmt: skip


def _objectives(world: InfinityWorld, lang: str) -> Iterator[Thing]:
    for objective in world.objectives.values():
        holder = objective.carrier or objective.owner
        badges = (Badge("★", say("screen.held-by", lang, name=seat_name(holder, lang))),) if holder else ()
        yield Thing(id=objective.id, kind=objective.kind, name=thing_name(objective.id, lang),
                    x=objective.x, y=objective.y, z=objective.z, radius=ITEM_SIZE[0] // 2,
                    side=objective.owner, badges=badges)  # fmt: skip
