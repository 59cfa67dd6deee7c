"""The unfinished procedures of Red Earth, with their locals."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from firelane.bpre.acts import AnyAct
from firelane.core.because import Number
from firelane.core.state import Frame


class Terms(Struct, frozen=True, kw_only=True, gc=False):
    """What an Operation is played with, as far as it was agreed; what was not is drawn, picked and chosen."""

    battlespaces: tuple[str, ...] = ()
    taskings: tuple[str, ...] = ()
    atmospherics: tuple[str, ...] = ()
    teams: Mapping[str, tuple[str, ...]] = {}
    hands: Mapping[str, tuple[str, ...]] = {}
    qrf: int = 0


class Operation(Frame, frozen=True, kw_only=True):
    """One Operation, from the draw of its cards to its end."""

    terms: Terms
    setup: int = 0
    """The set-up step of the Tasking Card that comes next."""
    single: bool = True
    """Played on its own; otherwise it is part of a Night Raid."""


class Phase(Frame, frozen=True, kw_only=True):
    """One phase of a turn: activations in turn until nobody can or wants to."""

    phase: str
    seat: str
    """Whose go it is."""
    waived: tuple[str, ...] = ()
    """Those who had nobody to activate and have not played a card to do so all the same."""


class Firing(Frame, frozen=True, kw_only=True):
    """The activation of a unit that stays where it is: in the Direct Fire or the Finishing Phase."""

    unit: str
    targets: tuple[str, ...]
    cards: tuple[str, ...] = ()
    at: tuple[int, int] | None = None
    spread: tuple[str, ...] = ()
    contact: bool = False


class Moving(Frame, frozen=True, kw_only=True):
    """A maneuver: the acts still to come, what is left of the movement, and who has the unit in sight."""

    unit: str
    left: int
    plan: tuple[AnyAct, ...] = ()
    """Known to its own player only until each act is done."""
    cards: tuple[str, ...] = ()
    track: tuple[tuple[int, int, int], ...] = ()
    """The way under way: x, y and the arc length there."""
    arc: int = 0
    stops: tuple[Stop, ...] = ()
    facing: int = 0
    sighted: tuple[str, ...] = ()
    """Opponents with the unit in sight where it is."""
    asked: tuple[str, ...] = ()
    """Those who let it pass at this very point."""
    attacked: bool = False
    crossed: bool = False
    over: bool = False


class Stop(Struct, frozen=True, gc=False):
    """A point of a way at which something happens: it comes into sight of some, or to cover that it
    crosses."""

    arc: int
    sighted: tuple[str, ...]
    """All who have the unit in sight there."""
    cover: str = ""
    until: int = 0
    """Where the crossing ends."""


class Reaction(Frame, frozen=True, kw_only=True):
    """Immediate Actions against the active unit, one after another."""

    mover: str
    watchers: tuple[str, ...]
    shots: int = 0


class AttackRoll(Frame, frozen=True, kw_only=True):
    """One attack: declared, its rolls one after another, and whether it is made again."""

    attacker: str
    target: str
    occasion: str
    """The phase, `immediate-action`, or the card that allows it."""
    line: str
    """Direct or obstructed."""
    cards: tuple[str, ...] = ()
    """Cards named with it."""
    at: tuple[int, int] | None = None
    """The point at which several rolls are aimed; None: where the target stands."""
    spread: tuple[str, ...] = ()
    """To whom hits go after the target, in this order."""
    rolls: int = 0
    """Attack rolls still to come."""
    hits: int = 0
    friends: tuple[str, ...] = ()
    """Friendly units in the way that are rolled for first."""
    quiet: tuple[str, ...] = ()
    """Who has declined at which moment, and is not asked there again in this attack."""


class Shot(Frame, frozen=True, kw_only=True):
    """One attack roll, for the first of these targets that it hits."""

    attacker: str
    targets: tuple[str, ...]
    occasion: str
    cards: tuple[str, ...] = ()
    """Cards in force for this roll."""
    why: str = ""
    """The statement by which it is one of several rolls."""
    faces: tuple[int, ...] = ()
    quiet: tuple[str, ...] = ()
    hit: bool = False


class Harm(Frame, frozen=True, kw_only=True):
    """A unit saves or is killed."""

    unit: str
    cause: str
    """`attack`, `explosion`, or the card that does it."""
    by: str = ""
    """The unit whose attack it is."""
    obstructed: bool = False
    headshot: bool = False
    cards: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    needs: Number = Number.of(0)
    bonus: Number = Number.of(0)
    result: str = ""
    sure: str = ""
    """The statement by which it is killed without a save."""
    quiet: tuple[str, ...] = ()


class Explosion(Frame, frozen=True, kw_only=True):
    """An explosion: doors first, then every unit that it reaches, one after another."""

    x: int
    y: int
    radius: int
    cause: str = "explosion"
    left: tuple[tuple[str, bool], ...] = ()
    """Units still to save, and whether the blast reaches them over Obstructed LOS."""
    sure: tuple[str, ...] = ()
    """Units that it kills without a save."""
    quiet: tuple[str, ...] = ()


class Frags(Frame, frozen=True, kw_only=True):
    """All Frag chits detonate, in the order in which they were placed."""

    ahead: int = 0


class CardWindow(Frame, frozen=True, kw_only=True):
    """A moment at which cards can answer: seats are asked in turn, by public facts alone.

    The cards that are played are handed back, each with its player and what it was used on.
    """

    moment: str
    seats: tuple[str, ...]
    subject: Subject
    played: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()


class Subject(Struct, frozen=True, kw_only=True, gc=False):
    """What a moment is about; all of it is known to both players."""

    unit: str = ""
    """The unit that acts, saves or dies."""
    by: str = ""
    total: int = 0
    needs: int = 0
    result: str = ""
    obstructed: bool = False
    card: str = ""
    occasion: str = ""
    able: bool = False
    """Whether the unit could be activated without a card."""
    sees_killer: bool = False
    """Whether the unit could attack the opponent that kills it."""


class SpecialCard(Frame, frozen=True, kw_only=True):
    """Both players roll 1D10 over a card that would undo another's."""

    card: str
    seat: str
    against: str


class Strike(Frame, frozen=True, kw_only=True):
    """A Fires Card that was called."""

    card: str
    seat: str
    x: int
    y: int
    target: str = ""
    ahead: int = 0
    near: tuple[str, ...] = ()
    """The units of its own side that it may strike in place of the target."""


class VestBlast(Frame, frozen=True, kw_only=True):
    """A suicide vest whose detonation was declared."""

    unit: str
    dead: bool = False
    """Whether the unit dies in any case."""


class PhaseCards(Frame, frozen=True, kw_only=True):
    """Cards that are played before any unit is activated in a phase, one after another."""

    phase: str
    seats: tuple[str, ...]
    card: str = ""
    choice: str = ""


RedEarthFrame = (
    Operation
    | Phase
    | Firing
    | Moving
    | Reaction
    | AttackRoll
    | Shot
    | Harm
    | Explosion
    | Frags
    | CardWindow
    | SpecialCard
    | Strike
    | VestBlast
    | PhaseCards
)
