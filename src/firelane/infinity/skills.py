"""What a trooper can declare: one struct for each skill, with every choice that is fixed at declaration.

Rules: n4-core.order-sequence.11 (all choices of a skill are fixed at its declaration).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from firelane.core.requests import kebab
from firelane.table.movement import Way

Waypoint = tuple[int, int, int, Way]
"""A place on the route: x, y, z and the way of going there."""


class Skill(Struct, frozen=True, tag=kebab, tag_field="skill", gc=False):
    """A declared skill."""


class Idle(Skill, frozen=True):
    """Do nothing, but count as activated."""


class Move(Skill, frozen=True, kw_only=True):
    """Go along a route; `prone` is the posture chosen at its start, `facing` where it looks afterwards."""

    route: tuple[Waypoint, ...]
    facing: int = 0
    prone: bool = False


class Jump(Skill, frozen=True, kw_only=True):
    """Leap to a place, straight or in an arc (`apex` mils above the middle of the way)."""

    to: tuple[int, int, int]
    facing: int = 0
    apex: int = 0
    whole: bool = False
    """Super-Jump: one jump as long as both MOV values together."""


ANYWHERE = -2
"""For a shot: from the best point of the way so far."""


class BSAttack(Skill, frozen=True, kw_only=True):
    """Shoot: the weapon (and mode), the Burst by target, and from how far along the route.

    `at` counts the points of the route gone by then (`space.passed`); -1 is where the trooper stands,
    ANYWHERE wherever on the way it sees most and best.
    """

    weapon: str
    targets: Mapping[str, int]
    ammunition: int = 0
    """Which of the weapon's ammunitions, where it has a choice."""
    at: int = -1


class Template(Skill, frozen=True, kw_only=True):
    """Lay direct templates: for each the direction in degrees, and from which point of the route so far
    (-1: where the trooper stands)."""

    weapon: str
    directions: tuple[int, ...]
    at: int = -1


class CCAttack(Skill, frozen=True, kw_only=True):
    """Strike in close combat, the Burst by target; `arts`: with Martial Arts, for those who have it."""

    weapon: str
    targets: Mapping[str, int]
    arts: bool = True


class Dodge(Skill, frozen=True, kw_only=True):
    """Avoid attacks; going prone is chosen with it."""

    prone: bool = False


class Reset(Skill, frozen=True):
    """Avoid Comms Attacks, shake off states."""


class Discover(Skill, frozen=True):
    """Look for what a marker hides."""

    target: str


class Delay(Skill, frozen=True):
    """Keep the ARO for the second half of a Camouflaged trooper's Order."""


class PlaceDeployable(Skill, frozen=True, kw_only=True):
    """Put a mine down, touching the base somewhere along the route."""

    weapon: str
    at: tuple[int, int, int]


class Hack(Skill, frozen=True, kw_only=True):
    """Run a hacking program, its Burst by target."""

    program: str
    targets: Mapping[str, int]


class Doctor(Skill, frozen=True, kw_only=True):
    """Treat an Unconscious trooper in contact; `by` is the Servant that does it, if one does."""

    target: str
    by: str = ""


class Engineer(Skill, frozen=True, kw_only=True):
    """Repair a target in contact, or rid it of a state."""

    target: str
    cure: str = ""
    by: str = ""


class MediKit(Skill, frozen=True, kw_only=True):
    """Treat an Unconscious trooper in contact, or by a shot."""

    target: str
    shot: bool = False


class HideAgain(Skill, frozen=True, kw_only=True):
    """Enter the Camouflaged state."""

    prone: bool = False


class Drop(Skill, frozen=True, kw_only=True):
    """Combat Jump to a point."""

    to: tuple[int, int, int]
    facing: int = 0


class Enter(Skill, frozen=True, kw_only=True):
    """Parachutist: enter at a point of a table edge."""

    to: tuple[int, int, int]
    facing: int = 0


class Use(Skill, frozen=True, kw_only=True):
    """Work on an objective in contact: hack a console, pick up a box."""

    objective: str


AnySkill = (
    Idle
    | Move
    | Jump
    | BSAttack
    | Template
    | CCAttack
    | Dodge
    | Reset
    | Discover
    | Delay
    | PlaceDeployable
    | Hack
    | Doctor
    | Engineer
    | MediKit
    | HideAgain
    | Drop
    | Enter
    | Use
)

# Skills that are asked for together: a union that is written out where it is asked is made anew each time.
AnyMove = Move | Jump
AnyEntry = Drop | Enter
AnyPosture = Move | Dodge | HideAgain
"""Those that come with a posture."""
AnyAttack = BSAttack | CCAttack | Hack
AnyUse = BSAttack | Template | PlaceDeployable | MediKit
"""Those that may spend a Disposable weapon."""
AnyOnOne = Discover | Doctor | Engineer | MediKit
"""Those at a single target."""
AnyByHand = Doctor | Engineer
AnyRolled = BSAttack | Template | CCAttack | Hack | Discover | Doctor | Engineer | MediKit | Use
"""Those that become Idle if they prove impossible."""
