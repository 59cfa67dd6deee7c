"""What dice are thrown for, for who throws them on a desk: whose they are and what is needed."""

from __future__ import annotations

from firelane.bpre.edition import EDITION
from firelane.bpre.frames import Harm, Shot
from firelane.bpre.steps.fight import aims_of
from firelane.bpre.words import in_words, number_in_words
from firelane.core.requests import Roll
from firelane.core.state import AnyState
from firelane.text import say


def dice_words(state: AnyState, roll: Roll, lang: str) -> tuple[tuple[int, str], ...]:
    """The dice of a roll in order, by what they are thrown for: how many, and the sentence.

    Rolls for which the question says it all have none.
    """
    count = len(roll.dice)
    match state.stack[-1].frame:
        case Shot() as shot:
            target, line, needs, bonus = aims_of(EDITION, state.world, shot)[0]
            text = say("bpre.throws-attack", lang, unit=shot.attacker, target=target,
                       line=in_words(line, lang), needs=number_in_words(needs, lang),
                       bonus=number_in_words(bonus, lang))  # fmt: skip
            return ((count, text),)
        case Harm(unit=unit, needs=needs, bonus=bonus):
            text = say("bpre.throws-save", lang, unit=unit, needs=number_in_words(needs, lang),
                       bonus=number_in_words(bonus, lang))  # fmt: skip
            return ((count, text),)
        case _:
            return ()
