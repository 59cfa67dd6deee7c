"""Scenarios of CodeOne: who stands where on which table, then Orders, AROs and dice.

A skirmish begins in blue's first turn with every trooper where it was put, Normal and standing unless said
otherwise; blue faces up the table (90 degrees), red down (270). Nothing else is on the table but what is
given. It fails on any question or die that it did not script.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from firelane.core.because import Refusal
from firelane.core.requests import Roll
from firelane.core.state import encode
from firelane.forces.library import forces
from firelane.infinity import sheets
from firelane.infinity.asking import Activate, Aros, Dodged, EndOrders, OrderType, Second, Turned
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.events import (
    MINE_MARKER,
    PointsLost,
    Rolled,
    Saved,
    labelled,
    marker_name,
    shown_on_table,
)
from firelane.infinity.frames import Match, PlayerTurn
from firelane.infinity.world import InfinityWorld, Item, Place, Trooper
from firelane.table.things import Area, Battlefield, Piece, inches
from firelane.testing.scenario import Scenario
from infinity.declared import BSAttack, CCAttack, Declaration, Dodge, Drop, Idle, Move

FUSILIER = "fusiliers/combi-rifle"
PARATROOPER = "hellcats/combi-rifle"
WIDE = 48000


def box(name: str, x: float, y: float, width: float, depth: float, top: float, **properties: Any) -> Piece:
    """A block of scenery in inches, its lower left corner at (x, y)."""
    x0, y0, x1, y1 = inches(x), inches(y), inches(x + width), inches(y + depth)
    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Piece(name=name, footprint=corners, top=inches(top), **properties)


def plain(*pieces: Piece) -> Battlefield:
    """A table of 48 by 48 inches with these pieces on it."""
    south = ((0, 0), (WIDE, 0), (WIDE, 12000), (0, 12000))
    north = ((0, 36000), (WIDE, 36000), (WIDE, WIDE), (0, WIDE))
    areas = (Area("south", south), Area("north", north))
    return Battlefield(width=WIDE, depth=WIDE, pieces=pieces, deployment=areas, name="plain")


def at(x: float, y: float, sheet: str = FUSILIER, **fields: Any) -> dict[str, Any]:
    """A trooper at a place in inches."""
    return {"x": inches(x), "y": inches(y), "sheet": f"c1:{sheet}", **fields}


def next_to(other: dict[str, Any], direction: float, sheet: str = FUSILIER, **fields: Any) -> dict[str, Any]:
    """A trooper in Silhouette contact with another, in a direction in degrees from it."""
    from firelane.infinity.sheets import sheet as facts

    gap = (facts(other["sheet"]).diameter + facts(f"c1:{sheet}").diameter) / 2
    x = round(other["x"] + gap * math.cos(math.radians(direction)))
    y = round(other["y"] + gap * math.sin(math.radians(direction)))
    return {"x": x, "y": y, "sheet": f"c1:{sheet}", **fields}


class Skirmish(Scenario):
    """Blue's first turn, as arranged."""

    rest = ("give-order",)

    def __init__(
        self,
        troopers: Mapping[str, dict[str, Any]],
        pieces: Iterable[Piece] = (),
        items: Iterable[Item] = (),
        mission: str = "standard",
        active: str = "blue",
        round: int = 1,
        pool: int = 5,
        **world: Any,
    ) -> None:
        forces = {
            seat: tuple(t["sheet"].removeprefix("c1:") for n, t in troopers.items() if n.startswith(seat))
            for seat in ("blue", "red")
        }
        super().__init__(C1, Setup(terrain=plain(*pieces), mission=mission, forces=forces))
        from firelane.infinity.sheets import sheet

        placed: dict[str, Trooper] = {}
        for name, given in troopers.items():
            seat = name.partition("-")[0]
            fields = {
                "place": Place.TABLE,
                "facing": 90 if seat == "blue" else 270,
                "points": sheet(given["sheet"]).facts.wounds,
                **given,
            }
            placed[name] = Trooper(id=name, seat=seat, **fields)
        begun = self.game.state.world
        sides = {
            seat: replace(
                side,
                zone=zone,
                pool=pool if seat == active else 0,
                markers_used=max((t.marker for t in placed.values() if t.seat == seat), default=0)
                + max((i.marker for i in items if i.seat == seat), default=0),
            )
            for (seat, side), zone in zip(begun.sides.items(), ("south", "north"), strict=True)
        }
        arranged = replace(
            begun,
            troopers=placed,
            sides=sides,
            active=active,
            first="blue",
            round=round,
            items={item.id: item for item in items},
            **world,
        )
        for name in (one.id for one in placed.values() if one.place is Place.TABLE):
            arranged = shown_on_table(arranged, name)
        for item in items:
            known = marker_name(item.seat, item.marker) if item.marker else item.id
            arranged = labelled(arranged, item.seat, known, MINE_MARKER if item.marker else item.weapon)
        after = "second_turn" if active == "blue" else "end_of_round"
        self.arrange(arranged, Match(step=after), PlayerTurn(seat=active, step="orders_phase"))

    def arrange(self, world: InfinityWorld, *frames: Any) -> None:
        """Put the game into a situation: this world, these procedures under way, run to the next question."""
        from firelane.core.machine import resume_at

        moment = resume_at(self.ruleset, replace(self.game.state, world=world), frames)
        self.game.moments = [self.game.moments[0]._replace(state=moment.state, events=moment.events)]

    @property
    def world(self) -> InfinityWorld:
        """The world as it stands."""
        found: InfinityWorld = self.game.state.world
        return found

    def trooper(self, name: str) -> Trooper:
        """A trooper as it stands."""
        return self.world.troopers[name]

    def order(
        self,
        name: str,
        first: Declaration,
        second: Declaration | None = None,
        aros: Mapping[str, Declaration] | None = None,
        late_aros: Mapping[str, Declaration] | None = None,
        spend: OrderType = OrderType.REGULAR,
    ) -> Skirmish:
        """One Order: both halves and the AROs to each. Who is asked and not scripted does not react."""
        seat = self.trooper(name).seat
        self.says(seat, Activate(trooper=name, order=spend, skill=first))
        self._react(seat, aros)
        if self.is_asked(seat, "declare-second"):
            self.says(seat, Second(skill=second or Idle()))
            self._react(seat, late_aros)
        return self

    def _react(self, seat: str, aros: Mapping[str, Declaration] | None) -> None:
        other = "red" if seat == "blue" else "blue"
        if self.is_asked(other, "declare-aros"):
            self.says(other, Aros(by=aros or {}))
        elif aros:
            raise AssertionError("nobody is asked to react")

    def settle(self) -> Skirmish:
        """Nobody makes a Dodge move, nobody turns: the Order ends."""
        while True:
            request = next((r for r in self.game.pending if r.kind in ("dodge-moves", "turn-alerted")), None)
            if request is None:
                return self
            self.says(request.seat, Dodged() if request.kind == "dodge-moves" else Turned())

    def finish_order(self) -> Skirmish:
        """Nobody reacts, the second half is Idle: the Order ends."""
        while True:
            request = next(
                (r for r in self.game.pending if r.kind in ("declare-aros", "declare-second")), None
            )
            if request is None:
                return self.settle()
            self.says(request.seat, Aros(by={}) if request.kind == "declare-aros" else Second(skill=Idle()))

    def end_turn(self) -> Skirmish:
        """Spend no more Orders."""
        return self.says(self.world.active, EndOrders())  # type: ignore[no-any-return]

    def rolled(self, actor: str) -> Rolled:
        """The last roll of a trooper."""
        return [event for event in self.events(Rolled) if event.actor == actor][-1]

    def number(self, actor: str) -> int:
        """The Success Value of a trooper's last roll."""
        return self.rolled(actor).value.total

    def reasons(self, actor: str) -> dict[str, int]:
        """The parts of that value by rule."""
        value = self.rolled(actor).value
        return {part.rule: part.value for part in (value.base, *value.modifiers)}

    def saved(self, name: str) -> list[Saved]:
        """The saving rolls of a trooper so far."""
        return [event for event in self.events(Saved) if event.trooper == name]

    def lost(self, name: str) -> int:
        """The points that a trooper has lost."""
        return sum(event.count for event in self.events(PointsLost) if event.trooper == name)

    def waits_for_dice(self) -> tuple[int, str]:
        """How many dice are wanted now, and whose."""
        request = self.game.pending[0]
        assert isinstance(request, Roll), request
        return len(request.dice), request.roller

    def refuses(self, seat: str, answer: Any) -> str:
        """The rule by which an answer is refused."""
        refusal: Refusal = self.refused(seat, answer)
        return refusal.rule


def failed_jump(troopers: Mapping[str, dict[str, Any]], *pieces: Piece) -> Skirmish:
    """Blue-1 has jumped to the middle of the table, and the roll has just failed."""
    jumper = at(0, 0, PARATROOPER, place=Place.AIR)
    game = Skirmish({"blue-1": jumper, "blue-2": at(40, 2), **troopers}, pieces)
    side = replace(game.world.sides["blue"], own=("blue-1",))
    world = replace(game.world, sides={**game.world.sides, "blue": side})
    game.arrange(world, Match(step="second_turn"), PlayerTurn(seat="blue", step="orders_phase"))
    drop = Drop(to=(24000, 24000, 0), facing=90)
    game.says("blue", Activate(trooper="blue-1", order=OrderType.OWN, skill=drop)).dice(20)
    return game


def walk(x: float, y: float, z: float = 0, how: str = "walk", facing: int = 90, prone: bool = False) -> Move:
    """A Move straight to a place in inches."""
    return Move(route=((inches(x), inches(y), inches(z), how),), facing=facing, prone=prone)


def shoot(*targets: str, weapon: str = "combi-rifle", dice: int = 3, **split: int) -> BSAttack:
    """A BS Attack: all dice at the one target, or as split."""
    aimed = {name.replace("_", "-"): count for name, count in split.items()} or {targets[0]: dice}
    return BSAttack(weapon=weapon, targets=aimed)


def aro_shot(target: str, weapon: str = "combi-rifle") -> BSAttack:
    """A BS Attack as ARO: one die."""
    return BSAttack(weapon=weapon, targets={target: 1})


DODGE = Dodge()


def strike(target: str, weapon: str = "cc-weapon", dice: int = 1, arts: bool = True) -> CCAttack:
    """A CC Attack with all dice at one target."""
    return CCAttack(weapon=weapon, targets={target: dice}, arts=arts)


@contextmanager
def printed(key: str, base: str, **changes: Any) -> Iterator[None]:
    """A sheet that no army list has, made from one that exists, for as long as the block lasts."""
    library = forces("c1")
    assert key not in library.sheets
    known = (sheets.sheet, sheets.open_name, sheets._open_sheets)
    library.sheets[key] = replace(  # type: ignore[index]
        library.sheets[base], key=key, unit=key.partition("/")[0], **changes
    )
    try:
        for remembered in known:
            remembered.cache_clear()
        yield
    finally:
        del library.sheets[key]  # type: ignore[attr-defined]
        for remembered in known:
            remembered.cache_clear()


def shock_mine(
    number: int = 1, x: float = 20, y: float = 20, seat: str = "blue", owner: str = "blue-2"
) -> Item:
    """A mine behind a Camouflage marker."""
    return Item(
        id=f"{seat}-item-{number}",
        seat=seat,
        weapon="shock-mines",
        owner=owner,
        x=inches(x),
        y=inches(y),
        marker=number,
    )


def seen_by(game: Skirmish, seat: str) -> bytes:
    """Every byte that a seat has before it."""
    return encode(game.game.view(seat))
