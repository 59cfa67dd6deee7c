"""Attempts before their numbers are known, and which of them stand against each other.

Rules: face-to-face.opposed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from firelane.core.fired import decides
from firelane.infinity.frames import Point
from firelane.infinity.names import DEFENSIVE_HACKING
from firelane.infinity.programs import Program
from firelane.infinity.situation import Situation


class Try(Struct, frozen=True, gc=False):
    """One attempt before its number is known."""

    case: Situation
    dice: int
    at: Point
    target_name: str = ""
    ammunition: tuple[str, ...] = ()
    automatic: bool = False
    program: Program | None = None
    aimed: Point | None = None
    """Where on its way the target is shot."""
    item: str = ""
    """The mine that goes off, where one does."""
    strays: tuple[Situation, ...] = ()
    """The same shot at each friend that a miss may hit."""
    opposed_by: tuple[int, ...] = ()
    evades: tuple[int, ...] = ()
    """The templates that a Dodge avoids by a Normal Roll."""
    unseen: frozenset[int] = frozenset()
    """Of both, those that come from outside the dodger's Line of Fire."""

    @property
    def comms(self) -> bool:
        """Whether it is a Comms Attack."""
        return self.program is not None

    @property
    def attack(self) -> bool:
        """Whether it harms somebody."""
        return self.program is not None or self.case.skill in {"bs-attack", "cc-attack"}


Between = Callable[[Try, Try], bool]


def opposed(tries: Sequence[Try], in_reach: Between, sees: Between) -> list[Try]:
    """The attempts with those that oppose each written in.

    Of a Dodge and an attack, `in_reach` tells whether the attack can be dodged, `sees` whether it is seen.

    Rules: face-to-face.opposed, face-to-face.divided-burst, face-to-face.one-die-against-all,
    dodge.one-roll-for-all, dodge.not-against-hacking, dodge.out-of-reach, hacker.opposed-by-hacking,
    hacker.opposed-by-attack, hacker.not-opposed-by-dodge, reset.opposes-hacking, reset.one-roll-for-all,
    template-weapon.not-opposed, direct-template.dodged, direct-template.not-opposed.
    """
    found = []
    for mine in tries:
        places, evades, unseen = [], [], set()
        for place, theirs in enumerate(tries):  # dodge.one-roll-for-all, reset.one-roll-for-all
            if theirs is mine or mine.automatic:
                continue
            if theirs.automatic:  # direct-template.not-opposed, template-weapon.not-opposed
                met = mine.attack and theirs.case.template and mine.target_name == theirs.case.actor.id
                decides(
                    met and _at(theirs, mine), "direct-template.not-opposed", "template-weapon.not-opposed"
                )
                if theirs.attack and mine.case.skill == "dodge" and _at(theirs, mine):
                    evades.append(place)
                    decides(True, "direct-template.dodged")
                    if not sees(mine, theirs):
                        unseen.add(place)
            # face-to-face.opposed, face-to-face.one-die-against-all, cc-attack.opposed-by-shot
            elif _answers(mine, theirs, in_reach) or _answers(theirs, mine, in_reach):
                places.append(place)
                if mine.case.skill == "dodge" and not sees(mine, theirs):
                    unseen.add(place)
        found.append(replace(mine, opposed_by=tuple(places), evades=tuple(evades), unseen=frozenset(unseen)))
    return found


def _answers(attack: Try, answer: Try, in_reach: Between) -> bool:
    """Whether the answer stands against the attack: then the two make a Face to Face roll.

    Rules: defensive-hacking.answers-for-target.
    """
    if attack.comms and answer.case.skill == DEFENSIVE_HACKING:  # for whoever is hacked
        return answer.target_name == attack.case.actor.id
    if not attack.attack or not _at(attack, answer):  # face-to-face.divided-burst
        return False
    if answer.attack:
        # hacker.opposed-by-hacking, hacker.opposed-by-attack, cc-attack.opposed-by-shot
        back = answer.target_name == attack.case.actor.id
        if back and attack.comms:
            decides(answer.comms, "hacker.opposed-by-hacking")
            decides(not answer.comms, "hacker.opposed-by-attack")
        keys = (attack.case.skill, answer.case.skill)
        decides(back and keys == ("cc-attack", "bs-attack"), "cc-attack.opposed-by-shot")
        return back
    if attack.comms:  # dodge.not-against-hacking, hacker.not-opposed-by-dodge
        decides(answer.case.skill == "dodge", "dodge.not-against-hacking", "hacker.not-opposed-by-dodge")
        return decides(answer.case.skill == "reset", "reset.opposes-hacking", "hacker.anyone-may-reset")
    return answer.case.skill == "dodge" and in_reach(answer, attack)


def _at(attack: Try, answer: Try) -> bool:
    """Whether the attack is directed at whoever gives the answer."""
    return attack.target_name == answer.case.actor.id
