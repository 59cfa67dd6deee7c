"""The battlespace of an Operation, as a player sees it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache, partial

from msgspec.structs import replace

from firelane.bpre.calling import label_of
from firelane.bpre.edition import EDITION
from firelane.bpre.names import BASE
from firelane.bpre.situation import movement
from firelane.bpre.space import doors, field_of, is_drawn
from firelane.bpre.units import UnitType, shipped_file
from firelane.bpre.view import Table
from firelane.bpre.words import door_name, in_words, known_field, rule_name
from firelane.bpre.world import HIDDEN, KILLED, TABLE, RedEarthWorld, Side, Unit, card_of
from firelane.core.views import View
from firelane.rulebook.book import Book
from firelane.screen import board as shown
from firelane.screen.board import Badge, Board, Card, Fact, Figure, Ground, Thing
from firelane.screen.bpre.mission import mission
from firelane.screen.bpre.weapons import ATTACK, opens_card
from firelane.screen.ground import ground_of
from firelane.screen.kept import Kept
from firelane.screen.plain import outcome
from firelane.table.things import Door, Piece
from firelane.text import say, seat_name

TableView = View[Table]
HEIGHT = 1200
"""How tall a warfighter is drawn; Red Earth looks along the map and asks for no height."""


def ground(view: TableView, lang: str) -> Ground:
    """The battlespace, or an empty table before one is drawn."""
    world = view.table.world
    if not is_drawn(world):
        return replace(ground_of(field_of(world), None, lang), name=say("screen.not-drawn", lang))
    return ground_of(field_of(world), known_field(world), lang)


def board(view: TableView, lang: str, kept: Kept | None = None) -> Board:
    """Everything on the battlespace and beside it."""
    kept = kept if kept is not None else Kept()
    world = view.table.world
    around = kept.unchanged("around", _around(world))
    hand = _hand(world, view.seat)
    head, goals = kept.made("mission", _counted(world), partial(mission, world, lang))
    return Board(
        title=_title(world, lang),
        figures=kept.made(
            "figures", (world.units, around), lambda: tuple(_figures(world, around, lang, kept))
        ),
        things=kept.made(
            "things",
            (doors(field_of(world)), world.battlespace, world.frags, world.tokens),
            lambda: (*_doors(world, lang, kept), *_chits(world, lang)),
        ),
        sides=tuple(
            [
                kept.made(("side", side.seat), side, partial(_side, side, lang))
                for side in world.sides.values()
            ]
        ),
        hand=kept.made("hand", hand, lambda: tuple([_card(key, lang) for key in hand])),
        open_cards=kept.made(
            "open",
            (world.tasking, world.atmospherics, world.sides),
            lambda: tuple([_card(key, lang) for key in _open(world)]),
        ),
        facts=kept.made("facts", _facts_of(world), lambda: tuple(_facts(world, lang))),
        mission=head,
        goals=goals,
        active=(world.active,) if world.active else (),
        outcome=outcome(view, lang),
    )


def _title(world: RedEarthWorld, lang: str) -> str:
    if not world.turn:
        return say("screen.set-up", lang)
    return say("screen.turn-of", lang, turn=world.turn, phase=in_words(world.phase, lang))


def _around(world: RedEarthWorld) -> object:
    """All on which it depends how far units go, beside themselves (`situation.movement`)."""
    effects = [side.effects for side in world.sides.values()]
    return world.cards, bool(world.turn), world.phase, world.atmospherics, effects


def _figures(world: RedEarthWorld, around: object, lang: str, kept: Kept) -> Iterator[Figure]:
    for unit in world.units.values():
        label = label_of(world, unit)
        yield kept.made(
            ("unit", unit.id), (unit, label, around), partial(_of_unit, world, unit, label, lang, kept)
        )


def _of_unit(world: RedEarthWorld, unit: Unit, label: str, lang: str, kept: Kept) -> Figure:
    """A unit as a figure: the same one as before if it goes as far as before."""
    card = card_of(world, unit)
    reach = movement(EDITION, world, unit).total if world.turn else card.reach
    own = bool(world.cards)
    return kept.made(
        ("figure", unit.id),
        (unit, card, label, reach, own),
        partial(_figure, unit, card, label, reach, own, lang),
    )


def _figure(unit: Unit, card: UnitType, label: str, reach: int, own: bool, lang: str) -> Figure:
    """A unit with its card, which is a shipped one or one of the players' own; a staggered one lies down.

    Rules: bpre.stagger.3.
    """
    return Figure(
        id=unit.id,
        name=card.name.say(lang),
        side=unit.seat,
        label=label,
        x=unit.x,
        y=unit.y,
        radius=BASE // 2,
        height=HEIGHT,
        facing=unit.facing,
        arc=135,
        down=unit.staggered,
        away=_away(unit, lang),
        badges=tuple(_badges(unit, lang)),
        card=_unit_card(card, reach, lang),
        note="" if own else shipped_file().note.say(lang),
    )


def _away(unit: Unit, lang: str) -> str:
    """Where a unit is that is not on the battlespace: texts still name it."""
    if unit.place == TABLE:
        return ""
    return say("screen.gone" if unit.place == KILLED else "screen.not-deployed", lang)


def _badges(unit: Unit, lang: str) -> Iterator[Badge]:
    if unit.chits:
        yield Badge("ACT", say("bpre.state-act", lang, count=unit.chits), "bpre.markers")
    if unit.staggered:
        yield Badge(say("screen.badge-staggered", lang), say("bpre.state-staggered", lang), "bpre.stagger")


@lru_cache(maxsize=512)
def _unit_card(card: UnitType, reach: int, lang: str) -> tuple[Fact, ...]:
    return tuple(_figures_of(card, reach, lang))


def _figures_of(card: UnitType, reach: int, lang: str) -> Iterator[Fact]:
    yield Fact(say("screen.movement", lang), f"{reach / 1000:g}″", "bpre.maneuver.3")
    yield Fact(say("screen.direct", lang), f"{card.direct}+", "bpre.attack.2")
    yield Fact(say("screen.obstructed", lang), f"{card.obstructed}+", "bpre.attack.2")
    yield Fact(say("screen.save", lang), "-" if card.save is None else f"{card.save}+", "bpre.save.1")
    yield Fact(say("screen.cp", lang), str(card.cp), "bpre.capability-points.1")
    yield Fact(say("screen.weapon", lang), say("weapons.attack", lang), "bpre.attack.1", opens=ATTACK)
    for skill in card.skills:
        name = rule_name(f"skill.{skill}", lang)
        yield Fact(say("screen.skill", lang), name, f"bpre.skill.{skill}", opens=opens_card(skill))


def _doors(world: RedEarthWorld, lang: str, kept: Kept) -> Iterator[Thing]:
    for door in doors(field_of(world)):
        yield kept.made(
            ("door", door.name),
            (door, world.battlespace),
            partial(_door, world, door, lang),
        )


def _door(world: RedEarthWorld, door: Piece, lang: str) -> Thing:
    x, y = _middle(door)
    state = door.door or Door.CLOSED
    name = door_name(world, door.name, lang)
    return Thing(id=f"door:{door.name}", kind="door", name=name, x=x, y=y, radius=300, shape=door.name,
                 door=state.value, badges=(Badge("", say(_DOORS[state], lang), "bpre.doors"),))  # fmt: skip


_DOORS = {
    Door.OPEN: "screen.door-open",
    Door.CLOSED: "screen.door-closed",
    Door.DESTROYED: "screen.door-destroyed",
}


def _middle(piece: Piece) -> tuple[int, int]:
    xs, ys = [x for x, _ in piece.footprint], [y for _, y in piece.footprint]
    return (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2


def _chits(world: RedEarthWorld, lang: str) -> Iterator[Thing]:
    for number, frag in enumerate(world.frags):
        yield Thing(id=f"frag:{number}", kind="frag", name=say("screen.frag", lang), x=frag.x, y=frag.y,
                    radius=400, side=frag.seat)  # fmt: skip
    for token in world.tokens.values():
        badges = (Badge("★", say("screen.held-by", lang, name=token.holder)),) if token.holder else ()
        yield Thing(id=token.id, kind="token", name=in_words(token.id, lang), x=token.x, y=token.y,
                    badges=badges)  # fmt: skip


def _side(side: Side, lang: str) -> shown.Side:
    facts = (
        Fact(say("screen.role", lang), in_words(side.role, lang), "bpre.tasking"),
        Fact(say("screen.cards-in-hand", lang), str(len(side.hand)), "bpre.intervention"),
        Fact(say("screen.lost-cp", lang), str(side.casualties), "bpre.capability-points"),
        Fact(say("screen.mission-points", lang), str(side.mission_points), "bpre.night-raid"),
    )
    return shown.Side(seat=side.seat, name=seat_name(side.seat, lang), facts=facts)


def _hand(world: RedEarthWorld, seat: str) -> tuple[str, ...]:
    side = world.sides.get(seat)
    return tuple(card for card in side.hand if card != HIDDEN) if side is not None else ()


def _open(world: RedEarthWorld) -> Iterator[str]:
    yield from (card for card in (world.tasking, world.atmospherics) if card)
    for side in world.sides.values():
        yield from (*side.fires, *side.specials)


@cache
def _card(key: str, lang: str) -> Card:
    """A card with what it does, as the rulebook has it."""
    full = key if key.startswith("bpre.") else f"bpre.{key}"
    book = Book.open()
    text = ""
    if book.is_rule(full):
        text = "\n".join(book.statement(each).text.say(lang) for each in book.rule(full).statements)
    return Card(id=key, name=rule_name(key, lang), text=text, rule=full)


def _facts_of(world: RedEarthWorld) -> object:
    """All that the facts tell of, and what names it."""
    names = world.cards, world.battlespace, world.terrain, world.maps
    return world.atmospherics, world.chosen, names, world.removed, world.placed, world.doors


def _counted(world: RedEarthWorld) -> object:
    """All on which it depends how far the sides have come."""
    lost = tuple(side.casualties for side in world.sides.values())
    return (
        world.tasking,
        world.swapped,
        world.turn,
        world.units,
        world.tokens,
        world.chosen,
        world.watch,
        lost,
    )


def _facts(world: RedEarthWorld, lang: str) -> Iterator[Fact]:
    if world.atmospherics:
        name = rule_name(world.atmospherics, lang)
        yield Fact(say("screen.weather", lang), name, f"bpre.{world.atmospherics}")
    for what, which in world.chosen.items():
        yield Fact(in_words(what, lang, world), in_words(which, lang, world))
