"""What stands ready to be played: missions, battlefields and army lists of each ruleset."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from firelane.core.ruleset import Ruleset
from firelane.players import NAMES, usual
from firelane.server.messages import Named, RulesetShown
from firelane.text import has, say, seat_name


class Ready(NamedTuple):
    """Ready things of one ruleset."""

    missions: tuple[Named, ...] = ()
    fields: tuple[Named, ...] = ()
    lists: tuple[Named, ...] = ()
    mission_field: str = "mission"
    field_field: str = "field"


def shown(ruleset: Ruleset, lang: str) -> RulesetShown:
    """A ruleset with all that is ready for it."""
    ready = READY[ruleset.name](lang) if ruleset.name in READY else Ready()
    title = f"server.ruleset-{ruleset.name}"
    return RulesetShown(
        name=ruleset.name,
        title=say(title, lang) if has(title) else ruleset.name,
        seats=ruleset.seats,
        seat_names={seat: seat_name(seat, lang) for seat in ruleset.seats},
        missions=ready.missions,
        fields=ready.fields,
        lists=ready.lists,
        mission_field=ready.mission_field,
        field_field=ready.field_field,
        players=tuple(
            Named(key=key, name=say(f"server.player-{key}", lang))
            for key in sorted(NAMES, key=lambda name: name != usual(ruleset))
        ),
        setup=msgspec.to_builtins(ruleset.setup()),
    )


def _codeone(lang: str) -> Ready:
    from firelane.forces.lists import ready_lists
    from firelane.infinity.words import MISSIONS
    from firelane.table.fieldfile import ready_field, ready_names

    fields = {name: ready_field(name) for name in ready_names()}
    return Ready(
        missions=tuple(Named(key=key, name=say(words, lang)) for key, words in MISSIONS.items()),
        fields=tuple(
            Named(key=key, name=field.name.in_language(lang), note=field.description.in_language(lang))
            for key, field in fields.items()
            if "c1" in field.meant_for
        ),
        lists=tuple(
            Named(
                key=key,
                name=army.title(lang),
                note=say("server.list-note", lang, faction=army.faction, points=army.points),
            )
            for key, army in ready_lists("c1").items()
        ),
    )


def _red_earth(lang: str) -> Ready:
    from firelane.bpre.edition import EDITION
    from firelane.bpre.game import BATTLESPACES
    from firelane.bpre.words import rule_name
    from firelane.table.fieldfile import ready_field

    taskings = [key for key, entry in EDITION.entries.items() if "tasking" in entry.rule.labels]
    fields = {name: ready_field(name) for name in BATTLESPACES}
    return Ready(
        missions=tuple(
            Named(key=key.removeprefix("tasking."), name=rule_name(key, lang)) for key in taskings
        ),
        fields=tuple(
            Named(key=key, name=field.name.in_language(lang), note=field.description.in_language(lang))
            for key, field in fields.items()
        ),
        mission_field="tasking",
        field_field="battlespace",
    )


READY: dict[str, Callable[[str], Ready]] = {"c1": _codeone, "bpre": _red_earth}
