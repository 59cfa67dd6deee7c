"""What every declared skill is, and what several skills have in common.

A skill is a struct that holds the choices fixed at its declaration; its class says what the skill is and
does. The rest of the family asks a declaration for its properties and never for its class, so that a skill
can be added or left out without another edit.

Rules: order-sequence.choices-fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import TypeVar

from firelane.core.because import Refusal
from firelane.core.requests import kebab
from firelane.infinity.sheets import sheet
from firelane.table.movement import Way

if TYPE_CHECKING:
    from firelane.core.procedure import Play
    from firelane.core.rules import Edition
    from firelane.infinity.dice import Face
    from firelane.infinity.frames import Attempt, Declared, Hit, Order
    from firelane.infinity.opposing import Try
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler
    from firelane.infinity.world import InfinityWorld, Item, Trooper
    from firelane.table.movement import PathReport

Waypoint = tuple[int, int, int, Way]
"""A place on the route: x, y, z and the way of going there."""


class SlotKind(StrEnum):
    """What a player shows by hand at the table."""

    ROUTE = "route"
    POINT = "point"
    FACING = "facing"
    SPLIT = "split"


class ChoiceSlot(NamedTuple):
    """A choice of a declaration that is shown by hand: what kind, and the field that holds it."""

    kind: SlotKind
    field: str
    label: str
    """The message that says what is shown."""


class Judging(NamedTuple):
    """The circumstances in which a declaration is judged."""

    edition: Edition
    world: InfinityWorld
    trooper: Trooper
    done: Declared
    """What the trooper has done in this Order so far."""
    active: bool
    acting: Mapping[str, Declared]
    """What everybody has done in this Order so far, the trooper included."""


class Effects:
    """What the rolls of one Order bring about beyond what has happened at once."""

    def __init__(self) -> None:
        self.hits: list[Hit] = []
        self.attacked: list[str] = []
        self.dodged: list[str] = []


class Declaration(Struct, frozen=True, tag=kebab, tag_field="skill", gc=False):
    """A declared skill."""

    key: ClassVar[str] = ""
    """What an edition knows the declaration by; the class's own name unless it says another."""
    needs: ClassVar[str] = ""
    """The entry that a trooper must carry to declare it."""
    needs_rule: ClassVar[str] = ""
    """The statement that says so."""
    needs_sight: ClassVar[str] = ""
    """The statement by which it needs LoF as an ARO."""
    answers_markers: ClassVar[bool] = False
    """Whether it can be declared as an ARO against a marker."""
    is_rolled: ClassVar[bool] = False
    """Whether it becomes Idle where it proves impossible."""
    is_attack: ClassVar[bool] = False
    is_comms: ClassVar[bool] = False
    """Whether it reaches its targets through hacking."""
    is_ranged: ClassVar[bool] = False
    """Whether it is a shot at targets that are chosen."""
    is_close_combat: ClassVar[bool] = False
    is_idle: ClassVar[bool] = False
    is_movement: ClassVar[bool] = False
    """Whether the trooper goes elsewhere by it."""
    is_delay: ClassVar[bool] = False
    stands_up: ClassVar[bool] = False
    """Whether the trooper gets up for it."""
    hides: ClassVar[bool] = False
    """Whether the trooper is behind a marker again at the end of the Order."""
    keeps_surprise: ClassVar[bool] = False
    """Whether an attack after it can still surprise."""
    places_item: ClassVar[bool] = False
    """Whether an item is put down."""
    lays_template: ClassVar[bool] = False
    stands_aside: ClassVar[bool] = False
    """Whether who declares it does not help friends in close combat."""
    has_odds: ClassVar[bool] = False
    """Whether its odds are shown before it is declared."""
    term: ClassVar[str] = ""
    """What machine players value in it beyond what every declaration has."""

    is_drawn_by_chance: ClassVar[bool] = False
    """Whether random players draw it."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.is_drawn_by_chance = cls.draw.__func__ is not Declaration.draw.__func__  # type: ignore[attr-defined]
        if "key" not in cls.__dict__:
            cls.key = kebab(cls.__name__)

    @property
    def entry(self) -> str:
        """The entry of the edition that is declared: a hacking program has its own."""
        return self.key

    @property
    def aimed_at(self) -> tuple[str, ...]:
        """At whom it is directed, by the names that the declaring side uses."""
        return ()

    @property
    def by_hand_of(self) -> str:
        """The Servant that carries it out in place of its controller, if one does."""
        return ""

    @property
    def posture(self) -> bool | None:
        """Whether the trooper goes prone (True), stands (False), or stays as it is (None)."""
        return None

    @property
    def uses(self) -> tuple[str, int] | None:
        """The weapon that is used and with how many dice, where it may be Disposable."""
        return None

    @property
    def dice(self) -> int:
        """The Burst that is declared, where dice can be divided among several targets."""
        return 1

    def unknown(self, edition: Edition) -> Refusal | None:
        """Refuse what this edition does not have."""
        return None

    def refuse(self, case: Judging) -> Refusal | None:
        """Refuse what equipment, states and plain sight forbid, from what the declaring side sees."""
        return None

    def path(self, world: InfinityWorld, trooper: Trooper, done: Declared) -> PathReport:
        """Return the way that a movement goes."""
        raise NotImplementedError(self.key)

    def note_rules(self, trooper: Trooper, done: Declared) -> None:
        """Count the statements that let a trooper go this way."""

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        """Return the rolls, and the results without a roll, that the declaration asks for."""
        return ()

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        """Carry out what the dice of an attempt say; `good` are those that take effect."""

    @classmethod
    def offer(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        """Offer what a trooper could sensibly declare in its own turn."""
        return iter(())

    @classmethod
    def offer_at(
        cls, options: Options, trooper: Trooper, foe: Trooper, seen: bool, active: bool
    ) -> Iterator[Declaration]:
        """Offer what a trooper could sensibly do to one enemy, `seen` from where it is or will be."""
        return iter(())

    @classmethod
    def offer_aro(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        """Offer what a trooper could declare as an ARO against nobody in particular."""
        return iter(())

    @classmethod
    def offer_drawn(cls, options: Options, trooper: Trooper) -> Iterator[Declaration]:
        """Offer what the player completes by hand at the table."""
        return iter(())

    @property
    def comes_last(self) -> bool:
        """Whether it is shown behind everything else."""
        return False

    @property
    def is_drawn(self) -> bool:
        """Whether it makes sense only when the player has shown the rest by hand."""
        return False

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        """Draw one declaration by chance, or None where nothing sensible is found."""
        return None

    @classmethod
    def draw_at(
        cls, sampler: SkillSampler, trooper: Trooper, foes: Sequence[Trooper | Item], active: bool
    ) -> Declaration | None:
        """Draw an attack on one or several of these, in reach or not."""
        return None

    @classmethod
    def draw_blindly(
        cls, sampler: SkillSampler, trooper: Trooper, foes: Sequence[Trooper], active: bool
    ) -> Declaration | None:
        """Draw an attack that is likely to prove impossible."""
        return None

    @classmethod
    def draw_venture(cls, sampler: SkillSampler, trooper: Trooper) -> Declaration | None:
        """Draw a movement towards something that matters."""
        return None

    @classmethod
    def draw_half(cls, sampler: SkillSampler, trooper: Trooper) -> Declaration:
        """Draw the skill as a second half."""
        raise NotImplementedError(cls.key)

    def words(self, trooper: Trooper | None, lang: str) -> str:
        """Say what is declared, with its choices."""
        raise NotImplementedError(self.key)

    def label(self, trooper: Trooper, lang: str) -> str:
        """Say what is declared, without what is shown by hand."""
        return self.words(trooper, lang)

    def verb(self, trooper: Trooper) -> str:
        """Return the message on the button that declares it."""
        return f"screen.do-{self.entry}"

    @property
    def option(self) -> str:
        """What tells it from other options of a trooper: its choices that are not shown by hand."""
        fields = (str(getattr(self, field)) for field in self.__struct_fields__)
        return "-".join((self.entry, *fields))

    @property
    def slots(self) -> tuple[ChoiceSlot, ...]:
        """The choices that are shown by hand."""
        return ()

    def along(self, servant: Trooper) -> Declaration | None:
        """What a Servant does while its controller does this, where it can do the same."""
        return None

    def renamed(self, name: Callable[[str], str]) -> Declaration:
        """The same with the troopers of the declaring side called by other names."""
        return self

    def as_heard(self) -> Declaration:
        """The same as opponents hear it of a marker: nobody learns where a marker looks."""
        return self


S = TypeVar("S", bound=Declaration, default=Declaration)
"""The declarations of one edition, in the types of its requests, answers and frames."""


# What skills share


class Movement(Declaration, frozen=True, kw_only=True):
    """A movement of the trooper's own, with where it looks afterwards."""

    is_movement: ClassVar[bool] = True
    is_way_shown: ClassVar[bool] = False
    """Whether the length of the way and who will see it are shown before it is declared."""
    impossible: ClassVar[str] = "movement.no-falling"
    """The statement by which it becomes Idle where it cannot be made."""

    facing: int = 0

    @property
    def end(self) -> tuple[int, int, int]:
        """Where it is meant to lead."""
        raise NotImplementedError(self.key)

    def as_heard(self) -> Declaration:
        return replace(self, facing=0)


class Entry(Declaration, frozen=True, kw_only=True):
    """Coming to the table at a point."""

    rolls: ClassVar[bool] = False
    """Whether a roll decides if the trooper lands there."""
    arrival: ClassVar[str] = ""
    """The statement by which the reactive player may answer."""

    to: tuple[int, int, int]
    facing: int = 0

    @property
    def slots(self) -> tuple[ChoiceSlot, ...]:
        return (ChoiceSlot(SlotKind.POINT, "to", "screen.landing"), FACING)

    @property
    def option(self) -> str:
        return self.key

    def beside(self, servant: Trooper) -> Declaration:
        """The same entry for a Servant, next to its controller."""
        x, y, z = self.to
        return replace(self, to=(x, y + sheet(servant.sheet).diameter + BESIDE_GAP_MILS, z))


BESIDE_GAP_MILS = 1000
"""How far apart a Servant is proposed to land from its controller."""


class Aimed(Declaration, frozen=True, kw_only=True):
    """Something at chosen targets, each with its part of the Burst."""

    targets: Mapping[str, int]

    @property
    def aimed_at(self) -> tuple[str, ...]:
        return tuple(self.targets)

    @property
    def dice(self) -> int:
        return sum(self.targets.values())


class AtOne(Declaration, frozen=True):
    """Something at a single target."""

    target: str

    @property
    def aimed_at(self) -> tuple[str, ...]:
        return (self.target,)


class RangedAttack(Aimed, frozen=True, kw_only=True):
    """A ranged attack: the weapon (and mode), and from how far along the route.

    `at` counts the points of the route gone by then (`space.passed`); -1 is where the trooper stands,
    ANYWHERE wherever on the way it sees most and best.
    """

    is_attack: ClassVar[bool] = True
    is_ranged: ClassVar[bool] = True

    weapon: str
    ammunition: int = 0
    """Which of the weapon's ammunitions, where it has a choice."""
    at: int = -1

    @property
    def uses(self) -> tuple[str, int] | None:
        return self.weapon, self.dice


ANYWHERE = -2
"""For a shot: from the best point of the way so far."""


class CloseAttack(Aimed, frozen=True, kw_only=True):
    """An attack in close combat; `arts`: with Martial Arts, for those who have it."""

    is_attack: ClassVar[bool] = True
    is_close_combat: ClassVar[bool] = True

    weapon: str
    arts: bool = True


class TemplateUse(Declaration, frozen=True, kw_only=True):
    """Direct templates: for each the direction in degrees, and from which point of the route so far
    (-1: where the trooper stands)."""

    lays_template: ClassVar[bool] = True

    weapon: str
    directions: tuple[int, ...]
    at: int = -1

    @property
    def uses(self) -> tuple[str, int] | None:
        return self.weapon, 1


class ItemUse(Declaration, frozen=True, kw_only=True):
    """An item that is put down beside the route."""

    places_item: ClassVar[bool] = True

    weapon: str
    at: tuple[int, int, int]

    @property
    def uses(self) -> tuple[str, int] | None:
        return self.weapon, 1


class ProgramRun(Aimed, frozen=True, kw_only=True):
    """A hacking program that is run."""

    is_attack: ClassVar[bool] = True
    is_comms: ClassVar[bool] = True

    program: str

    @property
    def entry(self) -> str:
        return self.program


class Cure(AtOne, frozen=True, kw_only=True):
    """Help for a trooper of one's own."""

    term: ClassVar[str] = "healing"

    @property
    def from_afar(self) -> bool:
        """Whether it is shot at the patient."""
        return False

    @property
    def ends_state(self) -> str:
        """The state that is to be ended, where no points are to be regained."""
        return ""

    def renamed(self, name: Callable[[str], str]) -> Declaration:
        return replace(self, target=name(self.target))


class CureByHand(Cure, frozen=True, kw_only=True):
    """Help by hand; `by` is the Servant that does it, if one does."""

    by: str = ""

    @property
    def by_hand_of(self) -> str:
        return self.by

    def renamed(self, name: Callable[[str], str]) -> Declaration:
        return replace(self, target=name(self.target), by=name(self.by))


FACING = ChoiceSlot(SlotKind.FACING, "facing", "screen.facing")
