"""BS Attack: shoot at one or several targets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Refusal
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.infinity.attacks import aimed_in_words, ammunition_of, both_kinds, is_loaded, refuse_targets
from firelane.infinity.bursts import allowed_dice
from firelane.infinity.dice import Face
from firelane.infinity.effects import hits_of
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.naming import weapon_name
from firelane.infinity.opposing import Try
from firelane.infinity.resolving import avoided
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst
from firelane.infinity.skills.base import (
    ANYWHERE,
    ChoiceSlot,
    Declaration,
    Effects,
    Judging,
    RangedAttack,
    SlotKind,
)
from firelane.infinity.space import item_body
from firelane.infinity.targets import find_target
from firelane.infinity.world import InfinityWorld, Item, Trooper
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler


class BSAttack(RangedAttack, frozen=True, kw_only=True):
    """Shoot: the weapon (and mode), the Burst by target, and from how far along the route."""

    key: ClassVar[str] = "bs-attack"
    needs_sight: ClassVar[str] = "bs-attack.needs-lof"
    is_rolled: ClassVar[bool] = True
    has_odds: ClassVar[bool] = True

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: burst.full-burst, burst.may-divide, bs-attack.rolled, camouflaged.cannot-be-attacked,
        unloaded.cannot-be-used.
        """
        edition, world, trooper, active = case.edition, case.world, case.trooper, case.active
        known = sheet(trooper.sheet).modes.get(self.weapon)
        if known is None or known[0].traits.cc or not known[0].bands:
            return Refusal("bs-attack.rolled", {"weapon": self.weapon})
        mode, carried = known
        if not is_loaded(trooper, mode):
            return Refusal("unloaded.cannot-be-used", {"weapon": self.weapon})
        if not 0 <= self.ammunition < max(1, len(mode.ammunition)):
            return Refusal("ammunition.as-listed", {"weapon": self.weapon})
        if not self.targets or any(count < 1 for count in self.targets.values()):
            return Refusal("burst.full-burst", {"weapon": self.weapon})
        refusal = refuse_targets(world, trooper, self.targets)
        if refusal is not None:
            return refusal
        first = find_target(world, trooper.seat, next(iter(self.targets)))
        shot = Situation(
            trooper, self.entry, target=first, weapon=mode, carried_weapon=carried, active=active
        )
        if self.dice not in allowed_dice(edition, shot):
            return Refusal("burst.full-burst", {"needed": burst(edition, shot).total, "count": self.dice})
        return None

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        """Rules: bs-attack.needs-lof, bs-attack.not-while-engaged, bs-attack.rolled,
        bs-attack.from-any-point,
        bs-attack.may-divide-burst, bs-attack.from-one-point, bs-attack.into-combat,
        engaged.sees-only-combat, engaged.shot-from-outside, burst.may-divide, burst.unmet-dice-lost.
        """
        if actor.id in planner.frame.engaged:  # bs-attack.not-while-engaged
            return
        known = sheet(actor.sheet).modes.get(self.weapon)
        if known is None:
            return
        mode, carried = known
        codes = ammunition_of(actor, mode, carried, self.entry, self.ammunition)
        names = tuple(self.targets)
        # bs-attack.from-any-point
        points = planner.passed if self.at == ANYWHERE else planner.points(self.at)
        best = planner.best_point(actor, points, names, mode)
        if decides(best is None, "bs-attack.needs-lof"):
            decides(planner.survey.sees_all_round(actor.id), "lof.blocked")
            return
        assert best is not None
        decides(best != planner.passed[-1], "bs-attack.from-any-point", "all-at-once.any-point-of-route")
        decides(self.at >= 0, "order-sequence.choices-fixed")
        decides(len(names) > 1, "bs-attack.may-divide-burst", "bs-attack.from-one-point", "burst.may-divide")
        decides(len(both_kinds(actor, mode)) > 1, "pistol.burst-mode")
        for name, dice in self.targets.items():  # bs-attack.may-divide-burst, burst.may-divide
            target = find_target(planner.world, actor.seat, name)
            aim = planner.aim(actor, best, target, mode) if target is not None else None
            if target is None or decides(aim is None, "burst.unmet-dice-lost"):
                continue
            assert aim is not None
            friends = planner.friends_in_combat(actor, target, aim.figure)
            case = Situation(
                actor,
                self.entry,
                target=target,
                weapon=mode,
                carried_weapon=carried,
                distance=planner.distance(actor, best, aim.figure),
                cover=aim.cover,
                active=active,
                friends_in_combat=len(friends),
            )
            strays = tuple(planner.stray(case, best, friend) for friend in friends)
            decides(
                isinstance(target, Item),
                "mines.attackable-once-discovered",
                "place-deployable.can-be-attacked",
            )
            yield Try(case, dice, best, name, codes, strays=strays, aimed=aim.place)

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        """Hits ask for saves; those of templates and mines too, where they are not dodged."""
        effects.attacked.append(attempt.target)
        escaped = attempt.automatic and avoided(play.edition, frame, place)
        effects.hits += hits_of(play, attempt, good, escaped)

    @classmethod
    def offer_at(
        cls, options: Options, trooper: Trooper, foe: Trooper, seen: bool, active: bool
    ) -> Iterator[Declaration]:
        if not seen or foe.marker:
            return
        for mode, carried in sheet(trooper.sheet).modes.values():
            if mode.kind == "weapon" and mode.bands and not mode.traits.cc and not mode.traits.deployable:
                case = Situation(trooper, cls.key, foe, mode, active=active, carried_weapon=carried)
                dice = burst(options.edition, case).total
                for choice in range(max(1, len(mode.ammunition))):
                    yield cls(weapon=mode.key, targets={foe.id: dice}, ammunition=choice)

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        if not sampler.guns(trooper):  # who is in sight costs most to find out: asked last
            return None
        mines = [i for i in sampler.world.items.values() if i.seat != trooper.seat and not i.marker]
        here = sampler.survey.track(trooper.id)[-1]
        seen = [i for i in mines if sampler.survey.lof(trooper.id, here, item_body(i))]
        return cls.draw_at(sampler, trooper, [*sampler.seen(trooper, hidden=False), *seen], active)

    @classmethod
    def draw_at(
        cls, sampler: SkillSampler, trooper: Trooper, foes: Sequence[Trooper | Item], active: bool
    ) -> Declaration | None:
        """Draw a shot at one of these, now and then at two."""
        draw = sampler.generator
        weapons = sampler.guns(trooper)
        if not weapons or not foes:
            return None
        mode = draw.choice(weapons)
        carried = sheet(trooper.sheet).modes[mode.key][1]
        foe = draw.choice(foes)
        case = Situation(trooper, cls.key, target=foe, weapon=mode, carried_weapon=carried, active=active)
        dice = draw.choice(allowed_dice(sampler.edition, case))
        targets = {foe.id: dice}
        if len(foes) > 1 and dice > 1 and active and draw.random() < 0.2:
            second = draw.choice([f for f in foes if f is not foe])
            targets = {foe.id: dice - 1, second.id: 1}
        at = sampler.last_point_in_sight(trooper, foe) if active else -1
        ammunition = draw.randrange(max(1, len(mode.ammunition)))
        return cls(weapon=mode.key, targets=targets, at=at, ammunition=ammunition)

    @classmethod
    def draw_blindly(
        cls, sampler: SkillSampler, trooper: Trooper, foes: Sequence[Trooper], active: bool
    ) -> Declaration | None:
        return cls.draw_at(sampler, trooper, foes, active)

    def words(self, trooper: Trooper | None, lang: str) -> str:
        targets = aimed_in_words(self.targets, lang)
        return say("infinity.does-shoot", lang, weapon=weapon_name(self.weapon, lang), targets=targets)

    @property
    def slots(self) -> tuple[ChoiceSlot, ...]:
        return (ChoiceSlot(SlotKind.SPLIT, "targets", "screen.split"),)
