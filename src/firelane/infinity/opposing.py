"""Attempts before their numbers are known, and which of them stand against each other.

Rules: n4-core.face-to-face.1.
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

    Rules: n4-core.face-to-face.1, n4-core.face-to-face.8-9, c1.dodge.4-5, c1.dodge.12, c1.hacker.7-9,
    c1.reset.2-3, c1.template-weapon.10, n4-core.template.direct.4-5.
    """
    found = []
    for mine in tries:
        places, evades, unseen = [], [], set()
        for place, theirs in enumerate(tries):  # c1.dodge.4, c1.reset.3
            if theirs is mine or mine.automatic:
                continue
            if theirs.automatic:  # n4-core.template.direct.5, c1.template-weapon.10
                met = mine.attack and theirs.case.template and mine.target_name == theirs.case.actor.id
                decides(met and _at(theirs, mine), "n4-core.template.direct.5", "c1.template-weapon.10")
                if theirs.attack and mine.case.skill == "dodge" and _at(theirs, mine):
                    evades.append(place)
                    decides(True, "n4-core.template.direct.4")
                    if not sees(mine, theirs):
                        unseen.add(place)
            # n4-core.face-to-face.1, n4-core.face-to-face.9, c1.cc-attack.4
            elif _answers(mine, theirs, in_reach) or _answers(theirs, mine, in_reach):
                places.append(place)
                if mine.case.skill == "dodge" and not sees(mine, theirs):
                    unseen.add(place)
        found.append(replace(mine, opposed_by=tuple(places), evades=tuple(evades), unseen=frozenset(unseen)))
    return found


def _answers(attack: Try, answer: Try, in_reach: Between) -> bool:
    """Whether the answer stands against the attack: then the two make a Face to Face roll.

    Rules: n2.defensive-hacking.3.
    """
    if attack.comms and answer.case.skill == DEFENSIVE_HACKING:  # for whoever is hacked
        return answer.target_name == attack.case.actor.id
    if not attack.attack or not _at(attack, answer):  # n4-core.face-to-face.8
        return False
    if answer.attack:
        back = answer.target_name == attack.case.actor.id  # c1.hacker.7-8, c1.cc-attack.4
        if back and attack.comms:
            decides(answer.comms, "c1.hacker.7")
            decides(not answer.comms, "c1.hacker.8")
        keys = (attack.case.skill, answer.case.skill)
        decides(back and keys == ("cc-attack", "bs-attack"), "c1.cc-attack.4")
        return back
    if attack.comms:  # c1.dodge.5, c1.hacker.9
        decides(answer.case.skill == "dodge", "c1.dodge.5", "c1.hacker.9")
        return decides(answer.case.skill == "reset", "c1.reset.2", "c1.hacker.10")
    return answer.case.skill == "dodge" and in_reach(answer, attack)


def _at(attack: Try, answer: Try) -> bool:
    """Whether the attack is directed at whoever gives the answer."""
    return attack.target_name == answer.case.actor.id
