"""What dice are thrown for, told to who throws them on a desk: whose, with which skill, against what."""

from __future__ import annotations

from collections.abc import Iterator

from firelane.core.requests import Roll
from firelane.core.state import AnyState
from firelane.infinity.editions import edition_of
from firelane.infinity.frames import Landing, Order, StatesPhase
from firelane.infinity.naming import number_in_words, skill_name, thing_name
from firelane.infinity.resolving import saves_of
from firelane.infinity.sheets import sheet
from firelane.infinity.steps.setup import lieutenant_wip
from firelane.infinity.steps.turn import jump_value
from firelane.infinity.strays import misses
from firelane.infinity.view import Names
from firelane.text import say


def dice_words(state: AnyState, roll: Roll, lang: str) -> tuple[tuple[int, str], ...]:
    """The dice of a roll in order, by what they are thrown for: how many, and the sentence."""
    frame = state.stack[-1].frame
    names = Names(state.world, roll.roller)
    match roll.why, frame:
        case "initiative", _:
            return (
                (1, say("infinity.throws-initiative", lang, wip=lieutenant_wip(state.world, roll.roller))),
            )
        case "order", Order():
            return tuple(_attempts(frame, roll.roller, names, lang))
        case "saves", Order():
            return tuple(_saves(state, frame, roll.roller, names, lang))
        case "stray-shots", Order():
            found = misses(edition_of(state.ruleset), frame)
            return tuple(
                (1, say("infinity.throws-stray", lang, actor=one.actor, sides=len(one.strays)))
                for one in found
                if len(one.strays) > 1
            )
        case "combat-jump", Landing():
            value = number_in_words(
                jump_value(edition_of(state.ruleset), state.world, state.world.troopers[frame.trooper]), lang
            )
            jump = skill_name("combat-jump", lang)
            return ((1, say("infinity.throws", lang, actor=frame.trooper, skill=jump, number=value)),)
        case "regeneration", StatesPhase():
            mine = [name for name in frame.regenerating if state.world.troopers[name].seat == roll.roller]
            return tuple((1, _regenerates(state, name, lang)) for name in mine)
        case _:
            return ()


def _attempts(frame: Order, seat: str, names: Names, lang: str) -> Iterator[tuple[int, str]]:
    for attempt in frame.attempts:
        if attempt.seat != seat or not attempt.dice:
            continue
        skill, number = skill_name(attempt.skill, lang), number_in_words(attempt.value, lang)
        actor, target = thing_name(attempt.actor, lang), thing_name(names.of(attempt.target), lang)
        if target:
            text = say("infinity.throws-at", lang, actor=actor, skill=skill, target=target, number=number)
        else:
            text = say("infinity.throws", lang, actor=actor, skill=skill, number=number)
        yield attempt.dice, text


def _saves(state: AnyState, frame: Order, seat: str, names: Names, lang: str) -> Iterator[tuple[int, str]]:
    for hit in saves_of(frame, state.world, seat):
        if hit.saving.rolls:
            key = "infinity.throws-save-under" if hit.saving.under else "infinity.throws-save"
            yield hit.saving.rolls, say(key, lang, trooper=thing_name(hit.trooper, lang),
                                        against=thing_name(names.of(hit.by), lang),
                                        number=number_in_words(hit.saving.number, lang))  # fmt: skip


def _regenerates(state: AnyState, name: str, lang: str) -> str:
    value = sheet(state.world.troopers[name].sheet).attribute("PH") or 0
    return say("infinity.throws", lang, actor=name, skill=skill_name("regeneration", lang), number=value)
