"""CC Attack: strike at enemies in contact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from firelane.core.because import Refusal
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.infinity.attacks import aimed_in_words, ammunition_of, both_kinds, is_loaded, refuse_targets
from firelane.infinity.combat import allies_in_contact, in_contact_as_declared, refuse_burst
from firelane.infinity.dice import Face
from firelane.infinity.effects import hits_of, kill
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.names import EMBRYO, UNCONSCIOUS
from firelane.infinity.naming import weapon_name
from firelane.infinity.opposing import Try
from firelane.infinity.resolving import avoided
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst, working
from firelane.infinity.skills.base import CloseAttack, Declaration, Effects, Judging
from firelane.infinity.space import body, is_null
from firelane.infinity.targets import find_target
from firelane.infinity.world import InfinityWorld, Item, Place, Trooper
from firelane.table.measure import in_contact
from firelane.text import say

if TYPE_CHECKING:
    from firelane.infinity.options import Options
    from firelane.infinity.planning import Planner
    from firelane.infinity.sampling import SkillSampler


class CCAttack(CloseAttack, frozen=True, kw_only=True):
    """CloseAttack in close combat, the Burst by target; `arts`: with Martial Arts, for those who have it."""

    key: ClassVar[str] = "cc-attack"
    is_rolled: ClassVar[bool] = True
    has_odds: ClassVar[bool] = True

    def refuse(self, case: Judging) -> Refusal | None:
        """Rules: burst.full-burst, burst.may-divide, cc-attack.needs-contact, cc-attack.rolled,
        camouflaged.cannot-be-attacked, unloaded.cannot-be-used.
        """
        world, trooper = case.world, case.trooper
        known = sheet(trooper.sheet).modes.get(self.weapon)
        if known is None or not known[0].traits.cc:
            return Refusal("cc-attack.rolled", {"weapon": self.weapon})
        if not is_loaded(trooper, known[0]):
            return Refusal("unloaded.cannot-be-used", {"weapon": self.weapon})
        if not self.targets or any(count < 1 for count in self.targets.values()):
            return Refusal("burst.full-burst", {"weapon": self.weapon})
        for name in self.targets:
            refusal = refuse_targets(world, trooper, (name,))
            if refusal is not None:
                return refusal
            target = find_target(world, trooper.seat, name)
            if not isinstance(target, Trooper) or not in_contact_as_declared(trooper, target, case.acting):
                return Refusal("cc-attack.needs-contact", {"target": name})
        return refuse_burst(case.edition, world, trooper, self, known, case.active)

    def plan(self, planner: Planner, actor: Trooper, done: Declared, active: bool) -> Iterable[Try]:
        """Rules: cc-attack.needs-contact, cc-attack.rolled, cc-attack.opposed-by-shot,
        cc-attack.may-divide-burst, cc-attack.allies-add-burst, cc-attack.coup-de-grace,
        cc-attack.one-attacker, cc-attack.one-attacker-in-aro, cc-attack.kills-embryo.
        """
        known = sheet(actor.sheet).modes.get(self.weapon)
        if known is None:
            return
        frame = planner.frame
        mode, carried = known
        codes = ammunition_of(actor, mode, carried, self.entry)
        decides(len(self.targets) > 1, "cc-attack.may-divide-burst", "burst.may-divide")
        decides(len(both_kinds(actor, mode)) > 1, "pistol.close-combat-mode")
        for name, dice in self.targets.items():
            target = planner.world.troopers.get(name)
            if target is None or target.place is not Place.TABLE:
                continue
            if decides(not in_contact_as_declared(actor, target, frame.acting), "cc-attack.needs-contact"):
                continue
            allies = allies_in_contact(planner.world, actor, target, None if active else frame.acting)
            case = Situation(actor, self.entry, target=target, weapon=mode, carried_weapon=carried,
                             active=active, arts=self.arts, allies_in_contact=len(allies))  # fmt: skip
            at = planner.survey.track(actor.id)[-1]
            decides(not self.arts and "martial-arts" in working(actor), "martial-arts.optional")
            if target.has(UNCONSCIOUS) or target.has(EMBRYO):
                decides(actor.id not in frame.engaged, "engaged.not-with-helpless-enemy")
                yield Try(case, 0, at, name, codes, automatic=True)
                continue
            most = dice if active else burst(planner.edition, case).total
            yield Try(case, min(dice, most), at, name, codes)  # cc-attack.may-divide-burst

    @classmethod
    def apply(
        cls, play: Play[InfinityWorld], frame: Order, place: int, attempt: Attempt,
        good: tuple[Face, ...], effects: Effects,
    ) -> None:  # fmt: skip
        """Rules: cc-attack.coup-de-grace, cc-attack.kills-embryo."""
        effects.attacked.append(attempt.target)
        escaped = attempt.automatic and avoided(play.edition, frame, place)
        target = find_target(play.world, attempt.seat, attempt.target)
        if target is None:
            target = play.world.troopers.get(attempt.target)
        if isinstance(target, Trooper) and attempt.automatic:
            kill(play, target, "cc-attack.kills-embryo" if target.has(EMBRYO) else "cc-attack.coup-de-grace")
        else:
            effects.hits += hits_of(play, attempt, good, escaped)

    @classmethod
    def offer_at(
        cls, options: Options, trooper: Trooper, foe: Trooper, seen: bool, active: bool
    ) -> Iterator[Declaration]:
        if foe.marker or not in_contact(body(trooper), body(foe)):
            return
        for mode, carried in sheet(trooper.sheet).modes.values():
            if mode.traits.cc:
                case = Situation(trooper, cls.key, foe, mode, active=active, carried_weapon=carried)
                yield cls(weapon=mode.key, targets={foe.id: burst(options.edition, case).total})

    @classmethod
    def draw(cls, sampler: SkillSampler, trooper: Trooper, active: bool) -> Declaration | None:
        """Draw a blow at an enemy that lies in contact."""
        down = [foe for foe in sampler.foes(trooper) if foe.states and not foe.marker and is_null(foe)]
        if not down:
            return None
        figures = [sampler.survey.at(trooper.id, point) for point in sampler.survey.track(trooper.id)]
        foes = [foe for foe in down if any(in_contact(figure, body(foe)) for figure in figures)]
        return cls.draw_at(sampler, trooper, foes, active) if foes else None

    @classmethod
    def draw_at(
        cls, sampler: SkillSampler, trooper: Trooper, foes: Sequence[Trooper | Item], active: bool
    ) -> Declaration | None:
        """Draw a blow at one of these, or at two where there are dice for it."""
        draw = sampler.generator
        weapons = [mode for mode, _ in sheet(trooper.sheet).modes.values() if mode.traits.cc]
        if not weapons:
            return None
        mode = draw.choice(weapons)
        carried = sheet(trooper.sheet).modes[mode.key][1]
        models = [foe for foe in foes if isinstance(foe, Trooper)]
        foe = draw.choice(models)
        arts = draw.random() < 0.9
        allies = allies_in_contact(sampler.world, trooper, foe)
        case = Situation(trooper, cls.key, target=foe, weapon=mode, carried_weapon=carried, active=active,
                         arts=arts, allies_in_contact=len(allies))  # fmt: skip
        dice = burst(sampler.edition, case).total
        targets = {foe.id: dice}
        rest = [other for other in models if other is not foe]
        if rest and dice > 1 and active:
            targets = {foe.id: dice - 1, draw.choice(rest).id: 1}
        return cls(weapon=mode.key, targets=targets, arts=arts)

    def words(self, trooper: Trooper | None, lang: str) -> str:
        targets = aimed_in_words(self.targets, lang)
        return say("infinity.does-strike", lang, weapon=weapon_name(self.weapon, lang), targets=targets)
