"""Scenarios of set-up: two armies in their lists, from the initiative roll on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firelane.infinity.asking import Deployed, EndOrders, Keep, Kept, Placement, TurnsChosen, ZonesChosen
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.things import inches
from firelane.testing.scenario import Scenario
from infinity.skirmish import FUSILIER, plain

LIEUTENANT = "fusiliers/combi-rifle-lieutenant"
TWO = (LIEUTENANT, FUSILIER)


def put(x: float, y: float, z: float = 0, **fields: Any) -> Placement:
    """A placement in inches."""
    return Placement(x=inches(x), y=inches(y), z=inches(z), **fields)


class Opening(Scenario):
    """A game at its very beginning: the initiative roll is the first thing to script."""

    rest = ("keep-one", "deploy", "give-order", "choose-turns", "choose-zones", "roll")

    def __init__(self, blue: tuple[str, ...] = TWO, red: tuple[str, ...] = TWO, **setup: Any) -> None:
        setup.setdefault("terrain", plain())
        super().__init__(C1, Setup(forces={"blue": blue, "red": red}, **setup))

    @property
    def world(self) -> InfinityWorld:
        """The world as it stands."""
        found: InfinityWorld = self.game.state.world
        return found

    def trooper(self, name: str) -> Trooper:
        """A trooper as it stands."""
        return self.world.troopers[name]

    def to_deployment(self) -> Opening:
        """Blue wins, takes the first turn, and deploys first in the south."""
        self.dice(5, 20)
        self.says("blue", Keep(Kept.INITIATIVE)).says("blue", TurnsChosen("blue"))
        self.says("red", ZonesChosen("blue", "north"))
        return self

    def deploys(self, seat: str, troopers: Mapping[str, Placement]) -> Opening:
        """One step of a side's deployment."""
        return self.says(seat, Deployed(troopers))  # type: ignore[no-any-return]

    def deploy_all(self, blue: Mapping[str, Placement], red: Mapping[str, Placement]) -> Opening:
        """Both sides deploy: all but the last one named, then that one."""
        for reserve in (False, True):
            for seat, given in (("blue", blue), ("red", red)):
                names = list(given)
                now = names[-1:] if reserve else names[:-1]
                if now:
                    self.deploys(seat, {name: given[name] for name in now})
        return self

    def refuses(self, seat: str, troopers: Mapping[str, Placement]) -> str:
        """The rule by which a deployment is refused."""
        return self.refused(seat, Deployed(troopers)).rule

    def end_turn(self) -> Opening:
        """Spend no more Orders."""
        return self.says(self.world.active, EndOrders())  # type: ignore[no-any-return]
