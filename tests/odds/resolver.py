"""The engine's own resolver, given attempts and dice, without a table: what the odds are held against."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firelane.core.procedure import Play
from firelane.infinity.effects import apply_losses, read_saves, take_effect
from firelane.infinity.events import StateGained
from firelane.infinity.exchanges import entries_of
from firelane.infinity.frames import Attempt, Declared, Order
from firelane.infinity.names import SEATS
from firelane.infinity.resolving import avoided, deal, dice_of, results, saves_of
from firelane.infinity.world import InfinityWorld, Place, Trooper
from infinity.declared import Idle

Die = Callable[[], int]


def resolved(
    ruleset: str, troopers: dict[str, Trooper], attempts: Sequence[Attempt], die: Die
) -> tuple[list[tuple[int, int]], dict[str, Trooper], list[tuple[str, str]]]:
    """Hits and criticals that took effect, by attempt, everybody afterwards, and the states gained."""
    world = InfinityWorld(field="", mission="standard", points=0, troopers=troopers, terrain=None)
    play = Play(world, SEATS, entries_of(ruleset))
    acting = {name: Declared(trooper=name, skills=(Idle(),), track=((0, 0, 0),)) for name in troopers}
    frame = Order(step="", seat="blue", trooper="active", first=Idle(), acting=acting,
                  attempts=tuple(attempts), faces=((),) * len(attempts))  # fmt: skip
    for seat in SEATS:
        frame = deal(frame, seat, tuple(die() for _ in range(dice_of(frame, seat))))
    kept = results(play.edition, frame)
    frame = take_effect(play, frame, kept)
    for seat in SEATS:
        while owed := saves_of(frame, play.world, seat):
            faces = tuple(die() for hit in owed for _ in range(hit.saving.rolls))
            frame = read_saves(play, frame, seat, faces)
    apply_losses(play, frame)
    found = []
    for place, good in enumerate(kept):
        if attempts[place].automatic:
            found.append((int(not avoided(play.edition, frame, place)), 0))
            continue
        criticals = sum(face.critical for face in good)
        found.append((len(good) - criticals, criticals))
    gained = [(event.trooper, event.state) for event in play.events if isinstance(event, StateGained)]
    return found, dict(play.world.troopers), gained


def standing(trooper: Trooper) -> str:
    """What has become of a trooper."""
    if trooper.place is Place.GONE or trooper.has("dead"):
        return "dead"
    return "unconscious" if trooper.has("unconscious") else "active"
