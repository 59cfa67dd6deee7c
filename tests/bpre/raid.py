"""Scenarios of Red Earth: who stands where on which battlespace, then activations, answers and dice.

A raid begins in a phase of turn 1 with every unit where it was put, fresh unless said otherwise; scorch
faces up the battlespace (90 degrees), aayari faces down (270). Who assaults is on the Tasking Card. Nothing
else is on it but what is given. It fails on any question or die that it did not script.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from firelane.bpre.acts import Attack, Go, UseDoor
from firelane.bpre.asking import (
    Activate,
    Decline,
    Fire,
    Hold,
    Maneuver,
    OfferCards,
    PassPhase,
    PlayCard,
    Shoot,
)
from firelane.bpre.edition import EDITION
from firelane.bpre.events import AttackRolled, SaveRolled
from firelane.bpre.frames import AttackRoll, Operation, Phase, Terms
from firelane.bpre.game import BPRE, Setup
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER, SEATS
from firelane.bpre.taskings import Tasking
from firelane.bpre.units import InWords, UnitType
from firelane.bpre.world import KILLED, TABLE, RedEarthWorld, Side, Unit
from firelane.core.machine import resume_at
from firelane.core.requests import Answer
from firelane.core.views import view
from firelane.table.things import Battlefield, Door, Piece, Room, inches
from firelane.testing.scenario import Scenario

NAME = InWords(en="test", ja="試験")
CARDS = (
    UnitType(key="trained", name=NAME, faction="scorch", cp=25, move=6, direct=11, obstructed=13, save=12),
    UnitType(key="plain", name=NAME, faction="aayari", cp=15, move=6, direct=12, obstructed=15),
)
WIDE = 24000


def skilled(*skills: str, base: str = "trained", **changes: Any) -> UnitType:
    """A Unit Card with these skills, named after them."""
    found = next(card for card in CARDS if card.key == base)
    return replace(found, key="+".join((base, *skills)), skills=skills, **changes)


def box(name: str, x: float, y: float, width: float, depth: float, **properties: Any) -> Piece:
    """A piece in inches, its lower left corner at (x, y): a wall unless it says otherwise."""
    x0, y0, x1, y1 = inches(x), inches(y), inches(x + width), inches(y + depth)
    properties = {"top": 2500, **properties}
    return Piece(name=name, footprint=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), **properties)


def low(name: str, x: float, y: float, width: float, depth: float, **properties: Any) -> Piece:
    """Waist-high cover that can be crossed."""
    return box(name, x, y, width, depth, top=1000, waist_high=True, **properties)


def door(name: str, x: float, y: float, width: float, depth: float, state: Door = Door.CLOSED) -> Piece:
    """A door."""
    return box(name, x, y, width, depth, top=2000, door=state, crossable=False)


def house(number: str, x: float, y: float, width: float, depth: float) -> tuple[tuple[Piece, ...], Room]:
    """A structure: four thin walls with a gap in the south one, and the room inside."""
    thin = 0.25
    gap = width / 2
    walls = (
        box(f"{number}-sw", x, y, gap - 0.75, thin, structure=number),
        box(f"{number}-se", x + gap + 0.75, y, width - gap - 0.75, thin, structure=number),
        box(f"{number}-n", x, y + depth - thin, width, thin, structure=number),
        box(f"{number}-w", x, y + thin, thin, depth - 2 * thin, structure=number),
        box(f"{number}-e", x + width - thin, y + thin, thin, depth - 2 * thin, structure=number),
    )
    x0, y0, x1, y1 = (inches(v) for v in (x + thin, y + thin, x + width - thin, y + depth - thin))
    room = Room(structure=number, name="room", footprint=((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
    return walls, room


def at(x: float, y: float, kind: str = "", **fields: Any) -> dict[str, Any]:
    """A unit at a place in inches."""
    return {"x": inches(x), "y": inches(y), **({"kind": kind} if kind else {}), **fields}


class Raid(Scenario):
    """A phase of an Operation, as arranged."""

    rest = ("activate", "stand-up")

    def __init__(
        self,
        units: Mapping[str, dict[str, Any]],
        pieces: Iterable[Piece] = (),
        rooms: Iterable[Room] = (),
        phase: str = DIRECT_FIRE,
        cards: Iterable[UnitType] = (),
        hands: Mapping[str, tuple[str, ...]] | None = None,
        specials: Mapping[str, tuple[str, ...]] | None = None,
        fires: Mapping[str, tuple[str, ...]] | None = None,
        tasking: str = "oasis-hemlock",
        atmospherics: str = "clear-skies",
        turn: int = 1,
        qrf: Mapping[str, int] = {},
        chosen: Mapping[str, str] | None = None,
        roles: Mapping[str, str] | None = None,
        edges: Mapping[str, str] = {},
        **world: Any,
    ) -> None:
        field = Battlefield(width=WIDE, depth=WIDE, pieces=tuple(pieces), rooms=tuple(rooms), name="plain")
        super().__init__(BPRE, Setup(terrain=field, tasking=tasking, atmospherics=atmospherics))
        placed = {}
        for name, given in units.items():
            seat = name.partition("-")[0]
            kind = "trained" if seat == "scorch" else "plain"
            facing = 90 if seat == "scorch" else 270
            placed[name] = Unit(
                id=name, seat=seat, **{"kind": kind, "facing": facing, "place": TABLE, **given}
            )
        card = EDITION.data(f"tasking.{tasking}", Tasking)
        parts = roles or card.roles()
        kept = {
            seat: Side(
                seat=seat,
                role=parts[seat],
                edge=edges.get(seat, ""),
                cp=150,
                team_cp=150 - qrf.get(seat, 0),
                qrf=qrf.get(seat, 0),
                hand=tuple(f"intervention.{c}" for c in (hands or {}).get(seat, ())),
                specials=tuple(f"special.{c}" for c in (specials or {}).get(seat, ())),
                fires=tuple(f"fires.{c}" for c in (fires or {}).get(seat, ())),
            )
            for seat in SEATS
        }
        arranged = RedEarthWorld(
            battlespace="",
            terrain=field,
            cards=(*CARDS, *cards),
            tasking=f"tasking.{tasking}",
            atmospherics=f"atmospherics.{atmospherics}",
            turn=turn,
            units=placed,
            sides=kept,
            chosen=chosen if chosen is not None else {"nai": "1", "scorch-edge": "south"},
            **world,
        )
        after = {DIRECT_FIRE: "maneuver", MANEUVER: "finishing", FINISHING: "clean_up"}[phase]
        first = next(seat for seat in SEATS if parts[seat] == "assaulting")
        self.arrange(arranged, Operation(terms=Terms(), step=after), Phase(phase=phase, seat=first))

    def arrange(self, world: RedEarthWorld, *frames: Any) -> None:
        """Put the game into a situation: this world, these procedures under way, run to the next question."""
        moment = resume_at(self.ruleset, replace(self.game.state, world=world), frames)
        self.game.moments = [self.game.moments[0]._replace(state=moment.state, events=moment.events)]

    @property
    def world(self) -> RedEarthWorld:
        """The world as it stands."""
        found: RedEarthWorld = self.game.state.world
        return found

    def unit(self, name: str) -> Unit:
        """A unit as it stands."""
        return self.world.units[name]

    def alive(self, name: str) -> bool:
        """Whether a unit is still on the battlespace."""
        return self.unit(name).place != KILLED

    def fire(
        self,
        unit: str,
        target: str,
        *cards: str,
        spread: tuple[str, ...] = (),
        point: tuple[int, int] | None = None,
    ) -> Raid:
        """Attack from where it stands."""
        named = tuple(f"intervention.{card}" for card in cards)
        answer = Fire(unit, target, named, point, spread)
        return self.says(self.unit(unit).seat, answer)  # type: ignore[no-any-return]

    def maneuver(self, unit: str, *acts: Any, cards: tuple[str, ...] = ()) -> Raid:
        """A maneuver, perhaps with cards that are named with it."""
        return self.says(self.unit(unit).seat, Maneuver(unit, acts, cards))  # type: ignore[no-any-return]

    def shoots(self, unit: str, *cards: str) -> Raid:
        """An Immediate Action."""
        named = tuple(f"intervention.{card}" for card in cards)
        return self.says(self.unit(unit).seat, Shoot(unit, named))  # type: ignore[no-any-return]

    def plays(self, seat: str, card: str, choice: str = "") -> Raid:
        """A card in answer to something."""
        return self.says(seat, PlayCard(card, choice))  # type: ignore[no-any-return]

    def declines(self, seat: str) -> Raid:
        """No card."""
        return self.says(seat, Decline())  # type: ignore[no-any-return]

    def offered(self, seat: str) -> tuple[str, ...]:
        """The cards for which a player is asked."""
        request = self.asked(seat)
        assert isinstance(request, OfferCards), request
        return request.cards

    def rolls(self) -> list[tuple[str, str]]:
        """At whom attacks were rolled so far, and what came of it."""
        return [(one.at, one.result) for one in self.events(AttackRolled)]

    def holds(self, seat: str) -> Raid:
        """No Immediate Action."""
        return self.says(seat, Hold())  # type: ignore[no-any-return]

    def passes(self, *seats: str) -> Raid:
        """Nobody more is activated in this phase."""
        for seat in seats:
            self.says(seat, PassPhase())
        return self

    def asked_to_activate(self) -> tuple[str, str, tuple[str, ...]]:
        """Whose go it is, in which phase, with which units."""
        request = self.game.pending[0]
        assert isinstance(request, Activate), request
        return request.seat, request.phase, request.actors

    def attacks_under_way(self) -> bool:
        """Whether an attack is not over yet."""
        return any(isinstance(level.frame, AttackRoll) for level in self.game.state.stack)

    def attacked(self) -> AttackRolled:
        """The last attack roll."""
        return self.events(AttackRolled)[-1]

    def saved(self) -> SaveRolled:
        """The last save roll."""
        return self.events(SaveRolled)[-1]

    def reasons(self) -> dict[str, int]:
        """What was added to the last attack roll, by rule."""
        return {part.rule: part.value for part in self.attacked().bonus.modifiers}

    def refuses(self, seat: str, answer: Any) -> str:
        """The rule by which an answer is refused."""
        return self.refused(seat, answer).rule

    def would_refuse(self, seat: str, answer: Answer) -> str | None:
        """The rule by which an answer would be refused; None if it would be taken. Nothing is answered."""
        request = self.asked(seat)
        question = self.ruleset.question(request)
        refusal = question.refuse(view(self.ruleset, self.game.state, seat), request, answer)
        return refusal.rule if refusal is not None else None


def go(*points: tuple[float, float], facing: int = 90) -> Go:
    """A way over points in inches."""
    return Go(tuple((inches(x), inches(y)) for x, y in points), facing)


def shot(target: str) -> Attack:
    """An attack in a maneuver."""
    return Attack(target)


def use(name: str) -> UseDoor:
    """Open or close a door."""
    return UseDoor(name)


DUEL = {"scorch-1": at(12, 6), "aayari-1": at(12, 12, "trained"), "aayari-2": at(2, 22, facing=90)}


def card(name: str) -> str:
    """An Intervention Card by the name in its rule."""
    return f"intervention.{name}"


def raid_with(
    name: str, units: Mapping[str, dict[str, Any]] = DUEL, seat: str = "scorch", **fields: Any
) -> Raid:
    """A raid in which one player has one Intervention Card."""
    return Raid(units, hands={seat: (name,)}, **fields)
