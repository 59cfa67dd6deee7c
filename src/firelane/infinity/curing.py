"""Whom Doctor, Engineer and MediKit can help, and by whose hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from firelane.core.because import Refusal
from firelane.core.fired import decides
from firelane.infinity.combat import in_contact_as_declared
from firelane.infinity.opposing import Try
from firelane.infinity.situation import Situation
from firelane.infinity.skills.base import Cure, Judging
from firelane.infinity.space import body, is_null
from firelane.infinity.world import Place, Trooper
from firelane.table.measure import in_contact

if TYPE_CHECKING:
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler


def is_friend_on_table(actor: Trooper, target: Trooper) -> bool:
    """Whether a trooper is on its helper's side and on the table."""
    return target.seat == actor.seat and target.place is Place.TABLE  # dead.cannot-be-cancelled


def hand_of(case: Judging, skill: Cure) -> Trooper | Refusal:
    """The trooper by whose hand the help is given: the Servant that is named, or the helper's own.

    Rules: servant.treats-for-controller.
    """
    if not skill.by_hand_of:
        return case.trooper
    servant = case.world.troopers.get(skill.by_hand_of)
    if servant is None or servant.controller != case.trooper.id:
        return Refusal("servant.treats-for-controller", {"trooper": skill.by_hand_of})
    return servant


def reaches(case: Judging, hand: Trooper, target: Trooper) -> bool:
    """Whether the hand touches the patient where it has been declared to be."""
    return in_contact_as_declared(hand, target, case.acting)


def treat_in_contact(
    planner: Planner, actor: Trooper, skill: Cure, target: Trooper, active: bool
) -> Iterable[Try]:
    """The roll of help by hand, where the hand touches the patient.

    Rules: servant.treats-for-controller, servant.one-patient.
    """
    hand = planner.world.troopers.get(skill.by_hand_of) or actor
    decides(hand is not actor, "servant.treats-for-controller", "servant.one-patient")
    if not is_null(hand) and in_contact_as_declared(hand, target, planner.frame.acting):
        case = Situation(actor, skill.entry, target=target, active=active)
        yield Try(case, 1, planner.survey.track(actor.id)[-1], skill.target)


def patients_in_contact(sampler: SkillSampler, trooper: Trooper) -> Iterator[tuple[Trooper, str]]:
    """Friends that the trooper or a Servant of its touches, each with the Servant (empty: the trooper)."""
    for friend in sampler.friends(trooper):
        hands = [hand for hand in sampler.hands(trooper) if in_contact(body(hand), body(friend))]
        if friend.id != trooper.id and hands:
            hand = sampler.generator.choice(hands)
            yield friend, "" if hand is trooper else hand.id
