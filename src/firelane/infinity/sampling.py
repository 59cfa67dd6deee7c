"""Legal things to do, by chance: for random play, and as a beginning for players that think."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, cached_property
from itertools import compress

from firelane.core.fired import fired
from firelane.forces.weapons import WeaponMode
from firelane.infinity.asking import DeclareAros
from firelane.infinity.attacks import is_loaded
from firelane.infinity.bursts import allowed_dice
from firelane.infinity.editions import declare, skills_of
from firelane.infinity.names import IMMOBILIZED_A, IMMOBILIZED_B
from firelane.infinity.proposals.ways import MoveSampler
from firelane.infinity.servants import servants_of
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation
from firelane.infinity.skills.base import Declaration, Entry, Judging
from firelane.infinity.skilltable import SkillKind, kind_of
from firelane.infinity.space import body, enemies_engaged_with, item_body, on_table, points_along
from firelane.infinity.world import Item, Place, Trooper
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


@cache
def _guns_of(name: str) -> tuple[WeaponMode, ...]:
    """What who has this sheet shoots with."""
    modes = [mode for mode, _ in sheet(name).modes.values()]
    return tuple(mode for mode in modes if mode.bands and not mode.traits.cc and mode.kind == "weapon")


@cache
def _template_weapons_of(name: str) -> tuple[WeaponMode, ...]:
    """With what who has this sheet lays templates."""
    modes = [mode for mode, _ in sheet(name).modes.values()]
    return tuple(
        mode
        for mode in modes
        if mode.traits.template is not None and not mode.traits.deployable and not mode.bands
    )


class SkillSampler(MoveSampler):
    """One seat's legal choices, drawn by chance."""

    # What skills ask when they are drawn

    def friends(self, trooper: Trooper) -> list[Trooper]:
        """The troopers of the same side on the table, this one included."""
        return on_table(self.world, trooper.seat)

    def hands(self, trooper: Trooper) -> list[Trooper]:
        """The trooper and those of its Servants that take part in this Order."""
        order = self.view.table.order
        servants = servants_of(self.world, trooper.id)
        taking_part = [name for name in servants if order is None or name in order.acting]
        return [trooper, *(self.world.troopers[name] for name in taking_part)]

    def guns(self, trooper: Trooper) -> list[WeaponMode]:
        """What a trooper can shoot with."""
        return [mode for mode in _guns_of(trooper.sheet) if is_loaded(trooper, mode)]

    def template_weapons(self, trooper: Trooper) -> list[WeaponMode]:
        """With what a trooper can lay templates."""
        return [mode for mode in _template_weapons_of(trooper.sheet) if is_loaded(trooper, mode)]

    def seen(self, trooper: Trooper, hidden: bool) -> list[Trooper]:
        """The enemies in sight from the last corners of the way so far: models, or markers."""
        found = self._in_sight.get(trooper.id)
        if found is None:
            foes = self.foes(trooper)
            points = self.survey.track(trooper.id)[-3:]
            seen = self.survey.sees_of(trooper.id, points, [foe.id for foe in foes])
            found = self._in_sight[trooper.id] = list(compress(foes, map(any, zip(*seen, strict=True))))
        return [foe for foe in found if bool(foe.marker) is hidden]

    def last_point_in_sight(self, trooper: Trooper, foe: Trooper | Item) -> int:
        """The last point of the way gone so far from which the foe is seen; -1 if none is."""
        points = points_along(self.survey.track(trooper.id))
        if isinstance(foe, Item):
            free = [self.survey.lof(trooper.id, point, item_body(foe)) for point in points]
        else:
            free = [row[0] for row in self.survey.sees_of(trooper.id, points, [foe.id])]
        seen = [n for n, clear in enumerate(free) if clear]
        return seen[-1] if seen else -1

    def posture(self, trooper: Trooper) -> bool:
        """Prone or standing: mostly as before."""
        turns = sheet(trooper.sheet).can_be_prone() and self.generator.random() < 0.2
        return not trooper.prone if turns else trooper.prone

    # Whole declarations

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

    def first(self, name: str) -> Declaration | None:
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
            return self._drawn("move", trooper)
        if roll < 0.5:
            return self._venture(trooper) or self._drawn("move", trooper)
        if roll < 0.55 and facts.carries("camouflage") and not trooper.marker:
            return self._drawn("camouflage", trooper)
        if roll < 0.6:
            return self._drawn("jump", trooper)
        return self._short(trooper) or self._drawn("move", trooper)

    def second(self, name: str) -> Declaration:
        """A second half that may follow the first."""
        assert self.view.table.order is not None
        done = self.view.table.order.acting[name]
        trooper = self.world.troopers[name]
        idle = declare(self.edition, "idle")
        first = kind_of(self.edition, sheet(trooper.sheet), done.skills[0])
        if enemies_engaged_with(self.world, trooper):
            return self._in_combat(trooper) if first is SkillKind.SHORT_MOVEMENT else idle
        if held := self._held(trooper):
            return held if first is SkillKind.SHORT_MOVEMENT else idle
        if self.generator.random() < 0.05:
            return idle
        if first is SkillKind.SHORT:
            return self._onwards(trooper)
        short = self._short(trooper) if self.generator.random() < 0.7 else None
        return short or self._onwards(trooper)

    def along(self, name: str, skill: Declaration) -> Declaration | None:
        """What a Servant does while its controller does this: the same, as far as it can."""
        servant = self.world.troopers[name]
        if skill.key == "move":
            return self._drawn("move", servant)
        if skill.is_close_combat:
            return self._in_combat(servant)
        return skill.along(servant)

    def aro(self, name: str, request: DeclareAros) -> Declaration | None:
        """An ARO, or none."""
        trooper = self.world.troopers[name]
        grounds = request.rights.get(name, ())
        active = [self.world.troopers[n] for n in request.to if n in self.world.troopers]
        draw = self.generator
        if not active or draw.random() < 0.1:
            return None
        target = active[0]
        if held := self._held(trooper):
            return held
        order = self.view.table.order
        fighting = order is not None and name in order.engaged
        charged = not target.marker and in_contact(body(trooper), body(target))
        if charged and (fighting or draw.random() < 0.5):
            return self._in_combat(trooper, active=False)
        if fighting:
            return declare(self.edition, "dodge", prone=trooper.prone)
        if target.marker:
            choices = [declare(self.edition, "dodge", prone=trooper.prone)]
            if "lof" in grounds and trooper.failed.get(target.id) != self.world.round:
                choices.append(declare(self.edition, "discover", target=target.id))
            if request.half == 1:
                choices.append(declare(self.edition, "delay"))
            return draw.choice(choices)
        if "comms" in grounds and draw.random() < 0.4:
            return declare(self.edition, "reset")
        if draw.random() < 0.3 and (rare := self._rare_aro(trooper, grounds)):
            return rare
        if "lof" in grounds and draw.random() < 0.75:
            weapons = self.guns(trooper)
            if weapons:
                mode = draw.choice(weapons)
                carried = sheet(trooper.sheet).modes[mode.key][1]
                case = Situation(
                    trooper, "bs-attack", target=target, weapon=mode, carried_weapon=carried, active=False
                )
                dice = draw.choice(allowed_dice(self.edition, case))
                return declare(self.edition, "bs-attack", weapon=mode.key, targets={target.id: dice})
        if draw.random() < 0.8:
            return declare(self.edition, "dodge", prone=self.posture(trooper))
        return declare(self.edition, "reset")

    # Parts of them

    def _drawn(self, key: str, trooper: Trooper, active: bool = True) -> Declaration | None:
        skill = skills_of(self.edition).get(key)
        return skill.draw(self, trooper, active) if skill is not None else None

    @cached_property
    def _shorts(self) -> tuple[type[Declaration], ...]:
        """The skills that are drawn as one half beside movements."""
        return tuple(
            skill
            for skill in skills_of(self.edition).values()
            if skill.is_drawn_by_chance and not skill.is_movement and not skill.hides
            and not issubclass(skill, Entry)
        )  # fmt: skip

    def _short(self, trooper: Trooper) -> Declaration | None:
        options = [*(skill.draw for skill in self._shorts), type(self)._blindly]
        self.generator.shuffle(options)
        for option in options:
            skill = option(self, trooper, True)
            if skill is not None:
                return skill
        return None

    def _blindly(self, trooper: Trooper, active: bool) -> Declaration | None:
        """An attack that is likely to prove impossible: it may be declared, for nobody has measured yet."""
        foes = self.foes(trooper)
        if not foes or self.generator.random() > 0.05:
            return None
        attacks = [skill for skill in skills_of(self.edition).values() if skill.is_attack]
        self.generator.shuffle(attacks)
        drawn = (skill.draw_blindly(self, trooper, foes, active) for skill in attacks)
        return next((skill for skill in drawn if skill is not None), None)

    def _rare_aro(self, trooper: Trooper, grounds: tuple[str, ...]) -> Declaration | None:
        """A reaction that few can give: a program, a template, a mine."""
        rare = [
            skill
            for skill in self._shorts
            if skill.is_comms or ("lof" in grounds and (skill.lays_template or skill.places_item))
        ]
        self.generator.shuffle(rare)
        drawn = (skill.draw(self, trooper, False) for skill in rare)
        return next((skill for skill in drawn if skill is not None), None)

    def _in_combat(self, trooper: Trooper, active: bool = True) -> Declaration:
        foes = [t for t in self.foes(trooper) if not t.marker and in_contact(body(trooper), body(t))]
        roll = self.generator.random()
        if roll < 0.05:
            return declare(self.edition, "reset")
        strikes = [skill for skill in skills_of(self.edition).values() if skill.is_close_combat]
        strike = strikes[0].draw_at(self, trooper, foes, active) if foes and strikes and roll > 0.2 else None
        return strike or declare(self.edition, "dodge", prone=trooper.prone)

    def _onwards(self, trooper: Trooper) -> Declaration:
        """A movement for a second half."""
        if sheet(trooper.sheet).carries("super-jump") and self.generator.random() < 0.3:
            return skills_of(self.edition)["jump"].draw_half(self, trooper)
        way = self._venture(trooper) if self.generator.random() < 0.3 else None
        return way or self._drawn("move", trooper) or declare(self.edition, "idle")

    def _venture(self, trooper: Trooper) -> Declaration | None:
        return skills_of(self.edition)["move"].draw_venture(self, trooper)

    def _held(self, trooper: Trooper) -> Declaration | None:
        """All that an Immobilized trooper can do."""
        if trooper.has(IMMOBILIZED_A):
            return declare(self.edition, "dodge", prone=trooper.prone)
        return declare(self.edition, "reset") if trooper.has(IMMOBILIZED_B) else None

    def _land(self, trooper: Trooper) -> Declaration | None:
        entries = [skill for skill in skills_of(self.edition).values() if issubclass(skill, Entry)]
        made: Declaration | None = None
        for _ in range(20):
            drawn = (skill.draw(self, trooper, True) for skill in entries)
            made = next((skill for skill in drawn if skill is not None), None)
            if made is None:
                return None
            refusal = made.refuse(Judging(self.edition, self.world, trooper, self.done(trooper), True, {}))
            if refusal is None:
                break
            fired((refusal.rule,))
        return made
