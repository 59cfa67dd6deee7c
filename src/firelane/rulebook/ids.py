"""The ids by which rules and statements are named, and the short form for several of them.

`n3.dodge` is a rule, `n3.dodge.4` a statement of it, `n3.dodge.4-6` three of its statements.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_RANGE = re.compile(r"(?P<rule>.+)\.(?P<first>[1-9]\d*)-(?P<last>[1-9]\d*)")
_STATEMENT = re.compile(r"(?P<rule>.+)\.(?P<number>[1-9]\d*)")
_RULE_NAME = re.compile(r"(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+")


def spread(spec: str) -> tuple[str, ...]:
    """The ids that a name or a range stands for; a range that runs backwards stands for none.

    >>> spread("n3.aro.2-4")
    ('n3.aro.2', 'n3.aro.3', 'n3.aro.4')
    >>> spread("n3.aro")
    ('n3.aro',)
    """
    if found := _RANGE.fullmatch(spec):
        numbers = range(int(found["first"]), int(found["last"]) + 1)
        return tuple(f"{found['rule']}.{number}" for number in numbers)
    return (spec,)


def split(statement: str) -> tuple[str, int] | None:
    """The rule and the number of a statement's id, or None for anything else.

    >>> split("n3.dodge.4")
    ('n3.dodge', 4)
    """
    found = _STATEMENT.fullmatch(statement)
    return (found["rule"], int(found["number"])) if found else None


def is_rule_of(catalogue: str, rule: str) -> bool:
    """Whether the id is a well-formed rule id of the catalogue, not to be mistaken for a statement's."""
    rest = rule.removeprefix(catalogue)
    return (
        rule.startswith(f"{catalogue}.")
        and _RULE_NAME.fullmatch(rest) is not None
        and split(rule) is None
        and _RANGE.fullmatch(rule) is None
    )


def compact(numbers: Iterable[int]) -> str:
    """Numbers with their runs drawn together.

    >>> compact([1, 2, 3, 5, 7, 8])
    '1-3, 5, 7-8'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first}-{last}" if last > first else f"{first}" for first, last in runs)
