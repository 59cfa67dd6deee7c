"""Who may react to an Order, and why.

Whether the reactive player is asked depends on what everybody can see: any model or marker of his that has
the
active trooper in sight or in its Zone of Control, whatever the marker hides.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from firelane.core.fired import decides
from firelane.infinity.frames import Order
from firelane.infinity.names import other
from firelane.infinity.space import (
    Survey,
    body,
    is_null,
)
from firelane.infinity.view import item_as_seen
from firelane.infinity.world import InfinityWorld
from firelane.table.measure import in_contact

Rights = dict[str, tuple[str, ...]]


def active_names(frame: Order) -> tuple[str, ...]:
    """The troopers that the Order activates."""
    return (frame.trooper, frame.servant) if frame.servant else (frame.trooper,)


def rights(world: InfinityWorld, frame: Order, without: Collection[str] = ()) -> Rights:
    """The reactive troopers that may declare an ARO, each with its grounds: lof, zoc, template, comms;
    `without` those who have had their chance.

    A marker that hides a mine is counted like one that hides a trooper, by the marker's name: nobody may
    learn from whether the reactive player is asked what is behind a marker.

    Rules: aro.by-lof, aro.by-zone-of-control, aro.by-skill, aro.by-template-or-hacking,
    zone-of-control.reacts-outside-lof, zone-of-control.along-the-route, lof.in-combat,
    information.markers-are-private.
    """
    active = [name for name in active_names(frame) if name in frame.acting]
    going = {name: since for name in active if (since := _shown_since(world, frame, name)) is not None}
    called = [
        target
        for name in active
        for skill in frame.acting[name].skills
        if skill.is_comms
        for target in skill.aimed_at
    ]
    if not going and not called and not frame.under_template:
        return {}
    seat = other(frame.seat)
    world = _with_markers(world, seat) if world.items else world
    survey = Survey(world, frame.acting)
    # aro.one-per-order, unconscious.cannot-act
    able = {t.id: t for t in survey.known.of(seat) if t.id not in without and not (t.states and is_null(t))}
    found: dict[str, list[str]] = {}
    for mover, since in going.items():
        seen = survey.seen_from(able, mover, since)
        zones = survey.zones_of(able.values(), mover)
        for name in {**seen, **dict.fromkeys(zones)}:
            trooper = able[name]
            # engaged.sees-only-combat, lof.in-combat: whoever is in close combat sees nothing beyond it.
            apart = name in frame.engaged and not in_contact(body(trooper), body(world.troopers[mover]))
            if name in seen and not decides(apart, "engaged.sees-only-combat"):  # aro.by-lof
                found.setdefault(name, []).append("lof")
            if name in zones:  # aro.by-zone-of-control, zone-of-control.reacts-outside-lof
                found.setdefault(name, []).append("zoc")
    # aro.by-template-or-hacking, dodge.allowed, template.dodge-without-lof
    for ground, names in (("comms", called), ("template", frame.under_template)):
        for name in names:
            if name in able:  # aro.by-template-or-hacking
                found.setdefault(name, []).append(ground)
    return {name: tuple(dict.fromkeys(found[name])) for name in sorted(found)}


def _shown_since(world: InfinityWorld, frame: Order, active: str) -> int | None:
    """From which place of its way on an active trooper may show itself to those who may still react; None if
    it shows nothing new.

    What the first half showed is known: unless they delayed, those who may still react saw nothing.
    """
    doing = frame.acting[active]
    if len(doing.skills) < 2 or frame.delayed or _uncovered(world, frame):
        return 0
    # After anything but a movement it is where it was, and nobody sees more of it than before.
    return doing.second_from if doing.skills[-1].is_movement else None


def _uncovered(world: InfinityWorld, frame: Order) -> bool:
    """Whether the second half may show more of the first: somebody has lain down or got up, and so shows
    itself or what is behind it, or one of two who act together may have gone out of the other's way."""
    if frame.servant:
        return True
    return any(done.prone_first != world.troopers[name].prone for name, done in frame.acting.items())


def _with_markers(world: InfinityWorld, seat: str) -> InfinityWorld:
    """The world with a side's hidden items as the markers that everybody sees."""
    hidden = [item_as_seen(item) for item in world.items.values() if item.seat == seat and item.marker]
    if not hidden:
        return world
    return replace(world, troopers={**world.troopers, **{marker.id: marker for marker in hidden}})


def reveals_itself(frame: Order) -> bool:
    """Whether the Camouflaged active trooper shows itself with the second half.

    Rules: delay.reacts-to-reveal, delay.lost-without-reveal.
    """
    return bool(frame.was_marker) and frame.revealed


def delays(frame: Order, name: str) -> bool:
    """Whether a trooper has declared Delay."""
    done = frame.acting.get(name)
    return done is not None and any(skill.is_delay for skill in done.skills)


def lays_template(frame: Order) -> bool:
    """Whether the active trooper has laid a template."""
    return any(skill.lays_template for name in active_names(frame) for skill in frame.acting[name].skills)
