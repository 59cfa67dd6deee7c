"""What a trooper lets go of when it becomes Null: the supply box it carries, the REM it drives."""

from __future__ import annotations

from firelane.core.because import Cite
from firelane.core.procedure import Play
from firelane.infinity.events import BoxDropped, TokenTaken
from firelane.infinity.world import InfinityWorld, Trooper


def let_go(play: Play[InfinityWorld], trooper: Trooper) -> None:
    """The box stays where its carrier fell, and the REMDRIVER token leaves its REM.

    Rules: scenario-supplies.carriers, remdriver.ends-with-owner.
    """
    fallen = play.world.troopers[trooper.id]
    if fallen.carries:
        because = (Cite("scenario-supplies.carriers"),)
        at = (fallen.x, fallen.y, fallen.z)
        play.emit(BoxDropped(objective=fallen.carries, carrier=fallen.id, at=at, because=because))
    for rem in list(play.world.troopers.values()):
        if rem.token == fallen.id:
            play.emit(TokenTaken(rem=rem.id, because=(Cite("remdriver.ends-with-owner"),)))
