"""The mission card: how the game is won, how far each side has come, what can still be gained."""

from __future__ import annotations

from msgspec import Struct


class GoalShare(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """How far one side has come with a goal, as far as the reader may know."""

    seat: str
    have: str
    """What it has of what is counted."""
    worth: str = ""
    """What that comes to if it is counted now."""
    left: str = ""
    """What it can still gain by this goal in this game."""


class GoalShown(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """One way of winning or of making points."""

    id: str
    text: str
    when: str = ""
    rule: str = ""
    shares: tuple[GoalShare, ...] = ()


class ScoreShown(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The points of one side: scored for good, if it ended now, and the most that can be gained yet."""

    seat: str
    scored: int
    now: int
    most: int
    least: bool = False
    """Whether `now` is the least, as not all that counts is known to the reader."""


class MissionCard(Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The head of the card; its goals are beside it on the board."""

    name: str
    rule: str = ""
    lines: tuple[str, ...] = ()
    """When it ends, who wins, what is not counted."""
    scores: tuple[ScoreShown, ...] = ()
