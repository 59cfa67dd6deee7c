"""Peripherals (Servant): they act with their controller in its Orders, and are lost without it."""

from __future__ import annotations

from collections.abc import Mapping

from firelane.core.because import Cite, Refusal
from firelane.core.procedure import Play
from firelane.core.views import View
from firelane.infinity.asking import Activate, DeclareSecond, Second
from firelane.infinity.combat import refuse_second_attacker
from firelane.infinity.events import StateGained, StateLost
from firelane.infinity.falling import let_go
from firelane.infinity.judging import refuse_half
from firelane.infinity.names import CUT_OFF, DISCONNECTED
from firelane.infinity.roster import roster
from firelane.infinity.skills.base import Declaration, Entry
from firelane.infinity.space import is_null
from firelane.infinity.view import Table
from firelane.infinity.world import InfinityWorld, Place


def servants_of(world: InfinityWorld, controller: str) -> tuple[str, ...]:
    """The Servants of a controller that can act with it, on the table or waiting with it in the air."""
    mine = [t for t in roster(world).servants if t.controller == controller]
    return tuple([t.id for t in mine if t.place in (Place.TABLE, Place.AIR) and not is_null(t)])


def refuse_servant(view: View[Table], answer: Activate) -> Refusal | None:
    """Whether the Servant can act along as declared.

    Rules: servant.deployed-together, servant.same-skill, servant.idle-if-unable, servant.one-acts,
    servant.treats-for-controller, servant.one-patient.
    """
    world = view.table.world
    mine = servants_of(world, answer.trooper)
    if answer.servant and answer.servant not in mine:
        return Refusal("servant.same-skill", {"trooper": answer.servant})
    if not answer.servant and answer.servant_skill is not None:
        return Refusal("servant.same-skill", {"trooper": answer.trooper})
    waiting = [name for name in mine if world.troopers[name].place is Place.AIR]
    lands = isinstance(answer.servant_skill, Entry)
    if isinstance(answer.skill, Entry) and waiting and not (answer.servant in waiting and lands):
        return Refusal("servant.deployed-together", {"trooper": waiting[0]})
    if answer.servant in waiting and not isinstance(answer.skill, Entry):
        return Refusal("servant.deployed-together", {"trooper": answer.servant})
    return _refuse_pair(view, answer.skill, answer.servant, answer.servant_skill, half=1)


def refuse_servant_second(view: View[Table], request: DeclareSecond, answer: Second) -> Refusal | None:
    """The same for the second half."""
    servant = request.actors[1] if len(request.actors) > 1 else ""
    if not servant and answer.servant_skill is not None:
        return Refusal("servant.same-skill", {"trooper": request.actors[0]})
    return _refuse_pair(view, answer.skill, servant, answer.servant_skill, half=2)


def _refuse_pair(
    view: View[Table], skill: Declaration, servant: str, servant_skill: Declaration | None, half: int
) -> Refusal | None:
    """Both do the same, or one is Idle; Doctor and Engineer are the controller's, by its Servant's hand.

    Reading adopted: which of the two cannot perform the skill is the player's to say, as a movement of no
    length would be.

    Rules: servant.same-skill, servant.idle-if-unable, servant.one-acts, servant.treats-for-controller,
    servant.one-patient.
    """
    hand = skill.by_hand_of
    if hand and hand != servant:
        return Refusal("servant.one-acts", {"trooper": hand})
    if not servant or servant_skill is None or servant_skill.is_idle:  # servant.idle-if-unable
        return None
    # servant.same-skill, servant.one-patient
    if hand or (skill.entry != servant_skill.entry and not skill.is_idle):
        return Refusal("servant.same-skill", {"trooper": servant, "skill": servant_skill.entry})
    refusal = refuse_half(view, servant, servant_skill, half)
    return refusal or refuse_second_attacker({"": skill, servant: servant_skill})


def refuse_different_aros(world: InfinityWorld, by: Mapping[str, Declaration]) -> Refusal | None:
    """A controller and its Servants that react declare the same ARO. Rules: servant.same-aro."""
    said: dict[str, str] = {}
    for name, skill in sorted(by.items()):
        group = world.troopers[name].controller or name
        if said.setdefault(group, skill.entry) != skill.entry:
            return Refusal("servant.same-aro", {"trooper": name, "skill": skill.entry})
    return None


def connect(play: Play[InfinityWorld]) -> None:
    """At the end of an Order Servants without a controller are cut off, those with one again are not.

    Rules: servant.disconnected-with-controller, disconnected.controller-is-null, disconnected.other-causes,
    disconnected.recovers-with-controller, disconnected.ended-by-engineer.
    """
    for servant in roster(play.world).servants:
        if servant.place is not Place.TABLE:
            continue
        master = play.world.troopers[servant.controller]
        # disconnected.controller-is-null, servant.disconnected-with-controller
        lost = master.place is Place.GONE or is_null(master)
        # disconnected.controller-is-null, servant.disconnected-with-controller
        if lost and not servant.has(DISCONNECTED):
            for state in (DISCONNECTED, CUT_OFF):
                because = (
                    Cite("disconnected.controller-is-null"),
                    Cite("servant.disconnected-with-controller"),
                )
                play.emit(StateGained.of(play.world.troopers[servant.id], state=state, because=because))
            let_go(play, servant)
        # disconnected.other-causes, disconnected.recovers-with-controller
        elif not lost and servant.has(CUT_OFF):
            for state in (DISCONNECTED, CUT_OFF):
                again = (Cite("disconnected.recovers-with-controller"),)
                play.emit(StateLost.of(play.world.troopers[servant.id], state=state, because=again))
