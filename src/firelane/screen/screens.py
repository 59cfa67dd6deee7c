"""What a ruleset brings to a screen: pure functions over a seat's view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from firelane.core.events import Event
from firelane.core.requests import Answer, Request
from firelane.core.views import View
from firelane.screen.board import Board, Ground
from firelane.screen.kept import Kept
from firelane.screen.prompts import Look, Preview, Prompt, Sightline, Way
from firelane.screen.weapons import WeaponGroup

Place3 = tuple[int, int, int]


class ShowsBoard(Protocol):
    """Makes a board."""

    def __call__(self, view: View[Any], lang: str, kept: Kept | None = None, /) -> Board:
        """The board as the seat sees it."""


class Asks(Protocol):
    """Puts a question."""

    def __call__(self, view: View[Any], request: Request, lang: str, kept: Kept | None = None, /) -> Prompt:
        """The question with its parts."""


@dataclass(frozen=True, slots=True)
class Screen:
    """How a ruleset is shown. Every function takes the seat's view and the reader's language last.

    `board` and `prompt` take what this reader was shown before, where somebody keeps it: what has not
    changed since is taken from there.
    `preview` takes whether measuring is open. `way` finds the shortest way of a figure to a place, from where
    it stands or from the end of what is drawn already. `fired` draws the lines of fire of what was rolled
    last: it takes what has just happened, as the seat read it. `weapons` is the ruleset's weapon table, with
    nothing of the game in it. `scoring` are the events by which points are made and games won.
    """

    ground: Callable[[View[Any], str], Ground]
    board: ShowsBoard
    prompt: Asks
    preview: Callable[[View[Any], Request, Answer, bool, str], Preview]
    look: Callable[[View[Any], str, str], Look]
    way: Callable[[View[Any], Request, str, Place3 | None, Place3, str], Way]
    fired: Callable[[View[Any], Sequence[Event], str], tuple[Sightline, ...]]
    weapons: Callable[[str], tuple[WeaponGroup, ...]]
    scoring: tuple[type[Event], ...] = ()
