"""Close combat: who is in contact with whom, with how many dice one strikes, how it is left.

Whether a trooper is Engaged is settled in the effects step of each Order: an `Order` remembers who was when
it began.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from firelane.core.because import Cite, Refusal
from firelane.core.fired import decides
from firelane.core.procedure import Play
from firelane.core.rules import Edition
from firelane.forces.carried import Carried
from firelane.forces.weapons import WeaponMode
from firelane.infinity.events import StateGained, StateLost
from firelane.infinity.frames import Declared, Order, Point
from firelane.infinity.names import DISENGAGED
from firelane.infinity.roster import roster
from firelane.infinity.sheets import sheet
from firelane.infinity.situation import Situation, burst
from firelane.infinity.skills.base import CloseAttack, Declaration
from firelane.infinity.space import body, enemies_engaged_with, on_table, takes_part
from firelane.infinity.world import InfinityWorld, Trooper
from firelane.table.measure import in_contact
from firelane.table.things import Figure, millimetres

MOST_AROUND = ((millimetres(40), 6), (0, 4))
"""How many models may touch one whose base is at least so wide. Rules: cc-attack.contact-limit."""
HALVES = 2


def way_so_far(trooper: Trooper, done: Declared | None) -> tuple[Point, ...]:
    """Where a trooper has been when it declares what is not a movement.

    Rules: order-structure.from-points-passed.
    """
    if done is None:
        return ((trooper.x, trooper.y, trooper.z),)
    return done.track if len(done.skills) < HALVES else done.track[: done.second_from + 1]


def whole_way(trooper: Trooper, done: Declared | None) -> tuple[Point, ...]:
    """All points of a trooper's route in this Order."""
    return done.track if done is not None else ((trooper.x, trooper.y, trooper.z),)


def touched(one: Trooper, here: Iterable[Point], other: Trooper, there: Collection[Point]) -> bool:
    """Whether two troopers are in Silhouette contact at any of these points."""
    mine, theirs = body(one), body(other)
    found = any(in_contact(mine.at(*a), theirs.at(*b)) for a in here for b in there)
    return decides(found, "silhouette.contact")


def in_contact_as_declared(trooper: Trooper, target: Trooper, acting: Mapping[str, Declared]) -> bool:
    """Contact where the trooper declared its skill, with the target anywhere on its way.

    Rules: aro.any-point-of-route.
    """
    here = way_so_far(trooper, acting.get(trooper.id))
    return touched(trooper, here, target, whole_way(target, acting.get(target.id)))


def allies_in_contact(
    world: InfinityWorld, actor: Trooper, target: Trooper, acting: Mapping[str, Declared] | None = None
) -> list[Trooper]:
    """The friends of the attacker that help against a target: in contact with it, able to fight.

    In ARO those that declared Dodge, Idle or Reset (`acting`) do not help.

    Rules: cc-attack.allies-add-burst, cc-attack.one-attacker, cc-attack.one-attacker-in-aro.
    """
    aside = {
        name for name, done in (acting or {}).items() if any(skill.stands_aside for skill in done.skills)
    }
    return [
        ally
        for ally in on_table(world, actor.seat)
        if ally.id != actor.id
        and ally.id not in aside
        and takes_part(ally)
        and in_contact(body(ally), body(target))
    ]


def refuse_burst(
    edition: Edition,
    world: InfinityWorld,
    trooper: Trooper,
    skill: CloseAttack,
    known: tuple[WeaponMode, Carried],
    active: bool,
) -> Refusal | None:
    """Whether the dice of a CC Attack are as many as they must be, and divided as they can be.

    Reading adopted: an ally that touches several targets gives one die in all, and the dice that allies give
    go to targets that they touch.

    Rules: burst.full-burst, burst.may-divide, aro.burst, cc-attack.may-divide-burst,
    cc-attack.allies-add-burst.
    """
    targets = {name: world.troopers[name] for name in skill.targets}
    helping = {name: {t.id for t in allies_in_contact(world, trooper, t)} for name, t in targets.items()}

    def dice_with(allies: Collection[str]) -> int:
        case = Situation(trooper, skill.entry, weapon=known[0], carried_weapon=known[1], active=active,
                         arts=skill.arts, allies_in_contact=len(allies))  # fmt: skip
        return burst(edition, case).total

    total = sum(skill.targets.values())
    needed = dice_with(set().union(*helping.values()))
    if active and total != needed:
        return Refusal("burst.full-burst", {"needed": needed, "count": total})
    if not active and (total > needed or len(targets) > 1):
        return Refusal("aro.burst", {"needed": needed, "count": total})
    for name, dice in skill.targets.items():
        if dice > dice_with(helping[name]):
            return Refusal("cc-attack.allies-add-burst", {"target": name, "count": dice})
    return None


def refuse_second_attacker(by: Mapping[str, Declaration]) -> Refusal | None:
    """Of several troopers that act together only one attacks the same target in close combat.

    Rules: cc-attack.one-attacker, cc-attack.one-attacker-in-aro.
    """
    taken: set[str] = set()
    for name, skill in sorted(by.items()):
        if isinstance(skill, CloseAttack):
            if taken & set(skill.targets):
                return Refusal("cc-attack.one-attacker-in-aro", {"trooper": name})
            taken |= set(skill.targets)
    return None


def crowded(world: InfinityWorld, trooper: Trooper, end: Figure) -> bool:
    """Whether a trooper that ends its move here would be one too many around a model.

    Rules: cc-attack.contact-limit.
    """
    for model, figure in roster(world).near(end.x, end.y):
        if model.marker or model.id == trooper.id or not in_contact(end, figure):
            continue
        around = sum(
            t.id not in (model.id, trooper.id) and not t.marker and in_contact(figure, near)
            for t, near in roster(world).near(model.x, model.y)
        )
        most = next(count for width, count in MOST_AROUND if sheet(model.sheet).diameter >= width)
        if around + 1 > most:
            return True
    return False


def hidden_enemy_at(world: InfinityWorld, trooper: Trooper, end: Figure) -> Trooper | None:
    """Return the enemy Camouflage marker with which a trooper ending its movement here would enter contact.

    Rules: camouflaged.cannot-be-touched.
    """
    for hidden, figure in roster(world).near(end.x, end.y):
        if not hidden.marker or hidden.seat == trooper.seat or not in_contact(end, figure):
            continue
        if not in_contact(body(trooper), figure):
            return hidden
    return None


def beside_combat(world: InfinityWorld, trooper: Trooper, engaged: Collection[str]) -> bool:
    """Whether a trooper touches a friend that is Engaged. Rules: cc-attack.beside-engaged-ally."""
    return any(
        friend.id != trooper.id and friend.id in engaged and in_contact(body(trooper), body(friend))
        for friend in on_table(world, trooper.seat)
    )


def settle(play: Play[InfinityWorld], frame: Order) -> None:
    """Settle anew who is Engaged: one that dodged and could not leave is not, until the next Order's effects.

    Rules: engaged.ended-by-dodge, engaged.ends-where-hemmed-in, dodge.ends-engaged,
    cc-attack.dodge-leaves-contact, cc-attack.engagement-settled-anew.
    """
    concerned = {*frame.dodged, *frame.engaged}
    if not concerned and not roster(play.world).stricken:
        return
    for trooper in on_table(play.world):
        if trooper.id not in concerned and not trooper.states:
            continue
        stayed = trooper.id in frame.dodged and frame.acting[trooper.id].track[-1] == (
            trooper.x,
            trooper.y,
            trooper.z,
        )
        if trooper.has(DISENGAGED) and not stayed:
            play.emit(
                StateLost.of(trooper, state=DISENGAGED, because=(Cite("cc-attack.engagement-settled-anew"),))
            )
        if trooper.id in frame.engaged and not enemies_engaged_with(play.world, trooper):
            decides(trooper.id in frame.dodged, "engaged.ended-by-dodge", "dodge.ends-engaged")
            decides(trooper.id not in frame.dodged, "engaged.ends-without-enemies")
        # engaged.ends-where-hemmed-in, cc-attack.dodge-leaves-contact
        elif stayed and not trooper.has(DISENGAGED) and enemies_engaged_with(play.world, trooper):
            because = (Cite("engaged.ends-where-hemmed-in"), Cite("cc-attack.dodge-leaves-contact"))
            play.emit(StateGained.of(trooper, state=DISENGAGED, because=because))
