"""Whoever answers requests. Players see views, never states, and have generators of their own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from firelane.core.requests import Answer, Request
from firelane.core.ruleset import Ruleset
from firelane.core.views import View

Player = Callable[[View[Any], Request, Random], Answer]


def random_player(ruleset: Ruleset) -> Player:
    """Answers anything legal, by chance."""

    def answer(view: View[Any], request: Request, generator: Random) -> Answer:
        given: Answer = ruleset.question(request).sample(view, request, generator)
        return given

    return answer
