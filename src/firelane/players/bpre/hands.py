"""Cards that answer a moment: what playing each is worth then, in Capability Points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firelane.bpre import asking
from firelane.bpre.cards import (
    COURTESY_BURN,
    FRONT_TOWARDS_ENEMY,
    LAST_BULLET,
    LITTLE_ARMS,
    REACT_TO_CONTACT,
    SUPPORT_ELEMENT,
    TIMELINE,
    TUNNEL_RATS,
)
from firelane.bpre.frames import AttackRoll, CardWindow, Subject
from firelane.bpre.judging import TableView
from firelane.bpre.names import DIRECT_FIRE
from firelane.bpre.world import Unit
from firelane.players.bpre.aims import inside_structure
from firelane.players.bpre.blasts import blast_worth
from firelane.players.bpre.duels import KINDS, STAGGERED, blast, harm
from firelane.players.bpre.scene import Scene
from firelane.players.mind import Term

SPENT = 2.0
"""What a card is worth in hand."""
SPECIAL = 8.0
"""What a card of its own kind is worth where nothing more is known."""
KILLING = "special.killing-is-my-business"
PEACE = "special.give-peace-a-chance"
HASTY_AMBUSH, BREAK_CONTACT = "intervention.hasty-ambush", "intervention.break-contact"
DOORS = "special.violence-of-action"


@dataclass(frozen=True, slots=True)
class _Moment:
    scene: Scene
    subject: Subject
    attack: AttackRoll | None
    choice: str

    @property
    def unit(self) -> Unit:
        return self.scene.world.units[self.subject.unit]

    @property
    def by(self) -> Unit:
        return self.scene.world.units[self.subject.by]


def card_terms(view: TableView, scene: Scene, answer: asking.PlayCard) -> tuple[Term, ...]:
    """What a card brings now, less what it is worth in hand."""
    window = next((f for f in reversed(view.table.frames) if isinstance(f, CardWindow)), None)
    attack = next((f for f in reversed(view.table.frames) if isinstance(f, AttackRoll)), None)
    moment = _Moment(scene, window.subject if window else Subject(), attack, answer.choice)
    worth = WORTH.get(answer.card, _special)(moment)
    return (Term("card", worth), Term("card-kept", -SPENT))


def _special(_: _Moment) -> float:
    return SPECIAL


def _support(_: _Moment) -> float:
    """So many Capability Points more."""
    return 25.0


def _again(moment: _Moment) -> float:
    """The same attack once more."""
    attack, scene = moment.attack, moment.scene
    if attack is None:
        return 0.0
    unit, foe = scene.world.units[attack.attacker], scene.world.units[attack.target]
    line = KINDS.index(scene.survey.line(unit.id, foe.id))
    return harm(scene.world, unit, foe, attack.occasion, line) * scene.prize(foe)


def _surer(moment: _Moment) -> float:
    """A hit, or a kill in place of one."""
    foe = moment.unit
    lives = blast(moment.scene.world, foe)
    return lives * moment.scene.prize(foe)


def _saved(moment: _Moment) -> float:
    return (1.0 - STAGGERED) * moment.scene.worth(moment.unit)


def _stays_up(moment: _Moment) -> float:
    return STAGGERED * moment.scene.worth(moment.unit)


def _last_bullet(moment: _Moment) -> float:
    line = KINDS.index(moment.scene.survey.line(moment.unit.id, moment.by.id))
    return harm(moment.scene.world, moment.unit, moment.by, DIRECT_FIRE, line) * moment.scene.prize(moment.by)


def _blows_up(moment: _Moment) -> float:
    unit = moment.unit
    return 0.5 * (blast_worth(moment.scene, unit.x, unit.y, 3000) + moment.scene.worth(unit))


def _timeline(moment: _Moment) -> float:
    """Time runs for one and against the other."""
    on = moment.choice == "forward"
    return SPECIAL if moment.scene.aims.waits == on else -SPECIAL


def _tunnel(moment: _Moment) -> float:
    """Rather where the enemy is to be kept out."""
    land, aims = moment.scene.land, moment.scene.aims
    there = inside_structure(land, moment.choice)
    return 30.0 + sum(aim.worth for aim in aims.places if (aim.there & there).any()) / 10


def _doors(moment: _Moment) -> float:
    return SPECIAL if moment.scene.closed and not moment.scene.aims.waits else 0.0


def _peace(moment: _Moment) -> float:
    """When many of mine are in sight."""
    scene = moment.scene
    seen = {name for foe in scene.foes for name in scene.survey.in_sight(foe.id)}
    return 4.0 * len(seen) - 4.0


WORTH: dict[str, Callable[[_Moment], float]] = {
    REACT_TO_CONTACT: _again,
    KILLING: _again,
    HASTY_AMBUSH: _surer,
    BREAK_CONTACT: _saved,
    LITTLE_ARMS: _stays_up,
    LAST_BULLET: _last_bullet,
    FRONT_TOWARDS_ENEMY: _blows_up,
    TIMELINE: _timeline,
    TUNNEL_RATS: _tunnel,
    COURTESY_BURN: _special,
    SUPPORT_ELEMENT: _support,
    DOORS: _doors,
    PEACE: _peace,
}
