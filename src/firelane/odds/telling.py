"""A match-up in words and plain values: names, itemised numbers, chances. For screens and machines alike."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from firelane.core.because import Number
from firelane.forces.library import forces
from firelane.infinity.exchanges import entries_of
from firelane.infinity.frames import Attempt
from firelane.infinity.naming import part_name, rule_name
from firelane.infinity.saves import Saving
from firelane.infinity.sheets import sheet
from firelane.odds.clash import Fate
from firelane.odds.duel import ACTIVE, Answer, Duel
from firelane.odds.hits import Chances
from firelane.text import say

Plain = float | str


def shown(chance: Fraction, fractions: bool) -> Plain:
    """A chance as a number, or as a fraction written out."""
    return str(chance) if fractions else float(chance)


def names_of(answer: Answer) -> dict[str, str]:
    """What those who take part are called; those of one unit are numbered."""
    units = {name: sheet(trooper.sheet).facts.unit_name for name, trooper in answer.troopers.items()}
    found = {}
    for name, unit in units.items():
        same = [other for other, called in units.items() if called == unit]
        found[name] = f"{unit} {same.index(name) + 1}" if len(same) > 1 else unit
    return found


def weapon_of(ruleset: str, attempt: Attempt, lang: str) -> str:
    """The weapon, or the skill where there is none."""
    mode = forces(ruleset).modes.get(attempt.weapon)
    if mode is None:
        return action_of(ruleset, attempt, lang)
    name = mode.name.say(lang)
    return f"{name} ({mode.mode.say(lang)})" if mode.mode else name


def action_of(ruleset: str, attempt: Attempt, lang: str) -> str:
    """The skill or the program, by the name that the book gives it."""
    entry = entries_of(ruleset).entries.get(f"program.{attempt.skill}")
    if entry is not None and entry.cite.rpartition(".")[2] != attempt.skill:
        return attempt.skill.replace("-", " ").title()
    return rule_name(attempt.skill, lang)


def state_name(state: str, lang: str) -> str:
    """A state by the name that the book gives it."""
    found = rule_name(state, lang)
    return found if found != state else rule_name(f"game-state-{state}", lang).removeprefix("game-state-")


def parts_in_words(number: Number, lang: str) -> str:
    """A sum with its parts, each with the statement behind it."""
    parts = []
    for part in (number.base, *number.modifiers):
        value = str(part.value) if part is number.base else f"{part.value:+d}"
        key = (
            "odds.part"
            if "." in part.rule and part.rule.rpartition(".")[2].isdecimal()
            else "odds.plain-part"
        )
        parts.append(say(key, lang, name=part_name(part.rule, lang), value=value, rule=part.rule))
    return say("infinity.comma", lang).join(parts)


def save_in_words(saving: Saving, lang: str) -> str:
    """What a hit asks of its target."""
    key = "odds.save-under" if saving.under else "odds.save"
    if not saving.rolls:
        key = "odds.no-save"
    state = state_name(saving.state, lang) if saving.state else ""
    words = say(key, lang, rolls=saving.rolls, number=max(0, min(20, saving.number.total)))
    return say("odds.save-state", lang, words=words, state=state) if state else words


def numbers_of(attempt: Attempt) -> list[tuple[int | None, Number]]:
    """The numbers of an attempt, one for each opponent whose MODs differ."""
    if attempt.automatic:
        return []
    pairs: list[tuple[int | None, Number]] = [
        *zip(attempt.opposed_by, attempt.against, strict=True),
        *zip(attempt.evades, attempt.evading, strict=True),
    ]
    if len({number.total for _, number in pairs}) > 1:
        return pairs
    return [(None, pairs[0][1] if pairs else attempt.value)]


def as_plain(duel: Duel, answer: Answer, fractions: bool, lang: str) -> dict[str, Any]:
    """The whole answer for machines."""
    names = names_of(answer)
    rolls = []
    for place, attempt in enumerate(answer.attempts):
        rolls.append(
            {
                "by": attempt.actor,
                "at": attempt.target,
                "skill": attempt.skill,
                "weapon": attempt.weapon,
                "ammunition": "+".join(attempt.ammunition),
                "dice": attempt.dice,
                "template": attempt.automatic,
                "face_to_face": [answer.attempts[rival].actor for rival in attempt.opposed_by],
                "numbers": [
                    {
                        "against": answer.attempts[rival].actor if rival is not None else None,
                        "total": number.total,
                        "parts": [
                            {"value": part.value, "rule": part.rule, "name": part_name(part.rule, lang)}
                            for part in (number.base, *number.modifiers)
                        ],
                    }
                    for rival, number in numbers_of(attempt)
                ],
                "success": shown(answer.outcome.success[place], fractions),
                "hits": named(answer.outcome.hits[place], fractions),
                "saves": [
                    {"rolls": saving.rolls, "fails_on": _fails_on(saving), "state": saving.state}
                    for saving in answer.saves(place)
                ],
            }
        )
    return {
        "ruleset": duel.ruleset,
        "inches": duel.distance / 1000 if duel.distance is not None else None,
        "rolls": rolls,
        "troopers": {
            name: {"name": names[name], "sheet": answer.troopers[name].sheet, "active": name == ACTIVE,
                   **_fate(fate, fractions)}
            for name, fate in answer.outcome.fates.items()
        },
    }  # fmt: skip


def _fails_on(saving: Saving) -> list[int]:
    return [face for face in range(1, 21) if saving.fails(face)]


def _fate(fate: Fate, fractions: bool) -> Mapping[str, Any]:
    return {
        "lost": [shown(chance, fractions) for chance in fate.lost],
        "unconscious": shown(fate.unconscious, fractions),
        "dead": shown(fate.dead, fractions),
        "states": {state: shown(chance, fractions) for state, chance in fate.states.items()},
        "fails_guts": shown(fate.guts, fractions) if fate.guts is not None else None,
        "expected_loss": shown(fate.loss, fractions) if fate.loss is not None else None,
    }


def named(hits: Chances, fractions: bool) -> dict[str, Plain]:
    """Chances of hits under names such as `1h0c`."""
    return {f"{count}h{criticals}c": shown(p, fractions) for (count, criticals), p in hits.items()}
