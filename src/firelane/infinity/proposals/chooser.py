"""Legal things to do, by chance: for random play, and as a beginning for players that think."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from firelane.infinity.asking import DeclareAros
from firelane.infinity.bursts import allowed_dice
from firelane.infinity.names import IMMOBILIZED_A, IMMOBILIZED_B
from firelane.infinity.proposals.shorts import Shorts
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation
from firelane.infinity.skills import (
    AnySkill,
    BSAttack,
    CCAttack,
    Delay,
    Discover,
    Dodge,
    Drop,
    Enter,
    HideAgain,
    Idle,
    Move,
    Reset,
)
from firelane.infinity.skilltable import SkillKind, kind_of
from firelane.infinity.space import (
    body,
    enemies_engaged_with,
)
from firelane.infinity.world import Place, Trooper
from firelane.table.measure import in_contact

RARE = (
    "hacking-device",
    "doctor",
    "engineer",
    "medikit",
    "protheion",
    "martial-arts",
    "super-jump",
    "camouflage",
    "multispectral-visor-3",
    "remdriver",
    "antipersonnel-mines",
    "shock-mines",
    "para-cc-weapon",
)
"""What few troopers carry: random play gives them more Orders, so that their rules come to bear."""


@cache
def _is_rare(name: str) -> bool:
    """Whether who has this sheet carries any of it."""
    return any(sheet(name).carries(key) for key in RARE)


class Chooser(Shorts):
    """One seat's legal choices, drawn by chance."""

    def actor(self, names: Sequence[str]) -> str:
        """Whom to activate: anybody, somebody near the enemy, or somebody who can do what few can."""
        roll = self.generator.random()
        if roll < 0.4:
            return self.generator.choice(names)
        if roll < 0.7:
            some = self.generator.sample(names, min(len(names), 4))
            return min(some, key=lambda name: self._gap(self.world.troopers[name]))
        rare = [n for n in names if _is_rare(self.world.troopers[n].sheet)]
        return self.generator.choice(rare or names)

    def _gap(self, trooper: Trooper) -> float:
        """How far the nearest enemy is."""
        x, y = trooper.x, trooper.y
        return min([math.hypot(f.x - x, f.y - y) for f in self.foes(trooper)], default=0)

    def first(self, name: str) -> AnySkill | None:
        """A first half or Entire Order Skill."""
        trooper = self.world.troopers[name]
        facts = sheet(trooper.sheet)
        if trooper.place is Place.AIR:
            return self._land(trooper)
        if enemies_engaged_with(self.world, trooper) and self.generator.random() < 0.95:
            return self._in_combat(trooper)
        if held := self._held(trooper):
            return held
        roll = self.generator.random()
        if roll < 0.3:
            return self._move(trooper)
        if roll < 0.5:
            return self._venture(trooper) or self._move(trooper)
        if roll < 0.55 and facts.carries("camouflage") and not trooper.marker:
            return HideAgain(prone=trooper.prone)
        if roll < 0.6:
            return self._leap(trooper)
        return self._short(trooper, active=True) or self._move(trooper)

    def second(self, name: str) -> AnySkill:
        """A second half that may follow the first."""
        assert self.view.table.order is not None
        done = self.view.table.order.acting[name]
        trooper = self.world.troopers[name]
        first = kind_of(self.edition, sheet(trooper.sheet), done.skills[0])
        if enemies_engaged_with(self.world, trooper):
            return self._in_combat(trooper) if first is SkillKind.SHORT_MOVEMENT else Idle()
        if held := self._held(trooper):
            return held if first is SkillKind.SHORT_MOVEMENT else Idle()
        if self.generator.random() < 0.05:
            return Idle()
        if first is SkillKind.SHORT:
            return self._onwards(trooper)
        short = self._short(trooper, active=True) if self.generator.random() < 0.7 else None
        return short or self._onwards(trooper)

    def _onwards(self, trooper: Trooper) -> AnySkill:
        """A movement for a second half."""
        if sheet(trooper.sheet).carries("super-jump") and self.generator.random() < 0.3:
            return self._leap(trooper, whole=False)
        way = self._venture(trooper) if self.generator.random() < 0.3 else None
        return way or self._move(trooper) or Idle()

    def _held(self, trooper: Trooper) -> AnySkill | None:
        """All that an Immobilized trooper can do."""
        if trooper.has(IMMOBILIZED_A):
            return Dodge(prone=trooper.prone)
        return Reset() if trooper.has(IMMOBILIZED_B) else None

    def along(self, name: str, skill: AnySkill) -> AnySkill | None:
        """What a Servant does while its controller does this: the same, as far as it can."""
        servant = self.world.troopers[name]
        match skill:
            case Move():
                return self._move(servant)
            case Dodge():
                return Dodge(prone=servant.prone)
            case Reset():
                return Reset()
            case CCAttack():
                return self._in_combat(servant)
            case Enter() | Drop():
                return self._beside(servant, skill)
            case _:
                return None

    def aro(self, name: str, request: DeclareAros) -> AnySkill | None:
        """An ARO, or none."""
        trooper = self.world.troopers[name]
        grounds = request.rights.get(name, ())
        active = [self.world.troopers[n] for n in request.to if n in self.world.troopers]
        if not active or self.generator.random() < 0.1:
            return None
        target = active[0]
        if held := self._held(trooper):
            return held
        order = self.view.table.order
        fighting = order is not None and name in order.engaged
        charged = not target.marker and in_contact(body(trooper), body(target))
        if charged and (fighting or self.generator.random() < 0.5):
            return self._in_combat(trooper, active=False)
        if fighting:
            return Dodge(prone=trooper.prone)
        if target.marker:
            choices: list[AnySkill] = [Dodge(prone=trooper.prone)]
            if "lof" in grounds and trooper.failed.get(target.id) != self.world.round:
                choices.append(Discover(target.id))
            if request.half == 1:
                choices.append(Delay())
            return self.generator.choice(choices)
        if "comms" in grounds and self.generator.random() < 0.4:
            return Reset()
        if self.generator.random() < 0.3 and (rare := self._rare_aro(trooper, grounds)):
            return rare
        if "lof" in grounds and self.generator.random() < 0.75:
            weapons = self._guns(trooper)
            if weapons:
                mode = self.generator.choice(weapons)
                carried = sheet(trooper.sheet).modes[mode.key][1]
                case = Situation(
                    trooper, "bs-attack", target=target, weapon=mode, carried_weapon=carried, active=False
                )
                dice = self.generator.choice(allowed_dice(self.edition, case))
                return BSAttack(weapon=mode.key, targets={target.id: dice})
        return Dodge(prone=self._posture(trooper)) if self.generator.random() < 0.8 else Reset()

    def _rare_aro(self, trooper: Trooper, grounds: tuple[str, ...]) -> AnySkill | None:
        """A reaction that few can give: a program, a template, a mine."""
        sighted = [self._template, self._mine] if "lof" in grounds else []
        options = [self._hack, *sighted]
        self.generator.shuffle(options)
        return next((skill for option in options if (skill := option(trooper, False)) is not None), None)
