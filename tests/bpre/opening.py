"""Set-ups of Red Earth: two houses, teams and hands as agreed, then the steps of a Tasking Card."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from bpre.raid import WIDE, house, low
from firelane.bpre.asking import Placement, PlaceUnits
from firelane.bpre.game import BPRE, Setup
from firelane.bpre.space import field_of
from firelane.bpre.world import RedEarthWorld, on_table
from firelane.bpre.zones import Zone, some_places
from firelane.core.requests import Answer
from firelane.core.views import view
from firelane.table.things import Battlefield
from firelane.testing.scenario import Scenario

WEST, WEST_ROOM = house("1", 2, 10, 6, 6)
MIDDLE, MIDDLE_ROOM = house("2", 9, 9, 6, 6)
CAR = replace(low("car", 19, 12, 3, 1.5), kind="vehicle")
FIELD = Battlefield(
    width=WIDE, depth=WIDE, pieces=(*WEST, *MIDDLE, CAR), rooms=(WEST_ROOM, MIDDLE_ROOM), name="two houses"
)
HAND = ("kill-not-capture", "hasty-ambush", "break-contact")
TEAMS = {"scorch": ("operational-advisor", "assaulter"), "aayari": ("shurta", "muhtasib")}


class Opening(Scenario):
    """An Operation from its beginning; house 1 is nearest to the west edge, house 2 stands in the middle."""

    def __init__(self, tasking: str, teams: Any = TEAMS, **fields: Any) -> None:
        hands = {"scorch": HAND, "aayari": HAND}
        setup = Setup(
            tasking=tasking,
            **{"terrain": FIELD, "atmospherics": "clear-skies", "teams": teams, "hands": hands, **fields},
        )
        super().__init__(BPRE, setup)
        if setup.mode == "operation":
            self.dice(1, 1, 1)

    @property
    def world(self) -> RedEarthWorld:
        """The world as it stands."""
        found: RedEarthWorld = self.game.state.world
        return found

    def put(self, seat: str) -> Zone:
        """Place the units that a seat is asked to place, somewhere in its zone."""
        request = self.asked(seat)
        assert isinstance(request, PlaceUnits), request
        taken = [(u.x, u.y) for u in on_table(self.world)]
        spots = some_places(field_of(self.world), request.zone, len(request.actors), taken, Random(1))
        at = {name: (*spot, 0) for name, spot in zip(request.actors, spots, strict=True)}
        self.says(seat, Placement(at))
        return request.zone

    def misplaced(self, seat: str, x: int, y: int) -> str:
        """The rule by which a seat cannot place its first unit there."""
        request = self.asked(seat)
        assert isinstance(request, PlaceUnits), request
        at = {name: (x + 1500 * n, y, 0) for n, name in enumerate(request.actors)}
        return self.refused(seat, Placement(at)).rule

    def would_refuse(self, seat: str, answer: Answer) -> str | None:
        """The rule by which an answer would be refused; None if it would be taken. Nothing is answered."""
        request = self.asked(seat)
        question = self.ruleset.question(request)
        refusal = question.refuse(view(self.ruleset, self.game.state, seat), request, answer)
        return refusal.rule if refusal is not None else None
