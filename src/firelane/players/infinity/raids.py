"""What enemies could do in their turn from where they could come to, for every place of the map.

Most troopers fall to somebody who was out of sight when they stopped: it walks up to where it sees them, and
shoots. So the table is looked at from places spread over it (`Outlook`, made once for a map), and a place is
as dangerous as the best attack on it from one of them, less for each Order that it takes to get there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from firelane.infinity.sheets import sheet
from firelane.infinity.space import body
from firelane.infinity.world import Trooper
from firelane.players.ground import Ground
from firelane.players.infinity.scene import BIN, BINS, KEPT, TOWARDS, Scene
from firelane.table.fast import Floats, Ints, kernel

APART = 4000
"""So far from one another are the places from which the table is looked at."""
APPROACH = 0.85
"""What is left of an attack for each Order that it takes to get there."""
ORDER = 8000
"""How far an enemy of whom nothing is known gets with an Order, in mils."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Which places of a map are seen from some of them: `first[n]` to `first[n + 1]` belong to place n."""

    spots: Ints
    first: Ints
    spot: Ints
    bins: Ints
    cover: Ints

    def worst(self, fades: Floats, harm: Floats) -> Floats:
        """For every place the greatest harm from any spot that sees it; `fades`: what is left of it there."""
        return _worst(self.first, self.spot, self.bins, self.cover, fades, harm)


def outlook(scene: Scene, trooper: Trooper, prone: bool = False) -> Outlook:
    """Where on the table somebody of the trooper's size is seen, standing or Prone, by those who stand."""
    ground = scene.ground(trooper)
    kept: dict[bool, Outlook] = ground.kept.setdefault("outlook", {})
    found = kept.get(prone)
    if found is None:
        found = kept[prone] = _look(scene, replace(trooper, prone=prone), ground)
    return found


def _look(scene: Scene, trooper: Trooper, ground: Ground) -> Outlook:
    spots = _spread_out(ground)
    eyes = []
    for spot in spots:
        x, y, z = ground.place(int(spot))
        eyes.append(body(replace(trooper, id=f"?{spot}", x=x, y=y, z=z, prone=False, marker=0)))
    node, spot = np.nonzero(scene.looked_at(ground, body(trooper), eyes))
    first = np.zeros(ground.size + 1, np.int64)
    first[1:] = np.cumsum(np.bincount(node, minlength=ground.size))
    dx, dy = ground.x[spots][spot] - ground.x[node], ground.y[spots][spot] - ground.y[node]
    flat = np.hypot(dx, dy)
    gap = np.maximum(0.0, flat - sheet(trooper.sheet).diameter)
    bins = np.minimum(gap // BIN, BINS - 1).astype(np.int64)
    cover = (ground.wall_x[node] * dx + ground.wall_y[node] * dy) / np.maximum(flat, 1.0) > TOWARDS
    return Outlook(spots, first, spot.astype(np.int64), bins, cover.astype(np.int64))


def _spread_out(ground: Ground) -> Ints:
    """One place of each square of each level, that nearest to its middle."""
    best: dict[tuple[int, int, int], tuple[float, int]] = {}
    for n in range(ground.size):
        x, y, z = ground.place(n)
        off = math.hypot(x % APART - APART / 2, y % APART - APART / 2)
        key = (x // APART, y // APART, z)
        if key not in best or off < best[key][0]:
            best[key] = off, n
    return np.array(sorted(n for _, n in best.values()), np.int64)


@kernel
def _worst(first: Ints, spot: Ints, bins: Ints, cover: Ints, fades: Floats, harm: Floats) -> Floats:
    out = np.zeros(first.size - 1)
    for n in range(out.size):
        for k in range(first[n], first[n + 1]):
            found = fades[spot[k]] * harm[bins[k], cover[k]]
            if found > out[n]:
                out[n] = found
    return out


def _approach(ground: Ground, foe: Trooper, spots: Ints) -> Floats:
    """What is left of a foe's attack at each spot: its first Move and the attack are one Order."""
    kept: dict[object, Floats] = ground.kept.setdefault("approach", {})
    key = (foe.x, foe.y, foe.z, sheet(foe.sheet).moves)
    found = kept.get(key)
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        step, *_ = moves = sheet(foe.sheet).moves
        away = ground.distances_to([(foe.x, foe.y, foe.z)])[spots]
        found = kept[key] = _faded(np.maximum(0.0, away - step) / max(1, sum(moves)))
    return found


def _faded(orders: Floats) -> Floats:
    found: Floats = np.where(np.isfinite(orders), APPROACH**orders, 0.0)
    return found


def raided(scene: Scene, trooper: Trooper, prone: bool = False) -> Floats:
    """For every place of the map the worst that an enemy seen now could do there in its turn."""
    kept = scene.threats(trooper).raided
    if prone not in kept:
        ground, seen = scene.ground(trooper), outlook(scene, trooper, prone)
        found = np.zeros(ground.size)
        for foe in scene.foes:
            fades = _approach(ground, foe, seen.spots)
            found = np.maximum(found, seen.worst(fades, scene.table(trooper, foe).raid))
        kept[prone] = found * scene.worths[trooper.id]
    return kept[prone]


def raided_from(scene: Scene, trooper: Trooper, zone: tuple[int, int, int, int], prone: bool) -> Floats:
    """The same before any enemy is seen: as if troopers like one's own stood in the enemy's zone."""
    ground, seen = scene.ground(trooper), outlook(scene, trooper, prone)
    x0, y0, x1, y1 = zone
    inside = (ground.x >= x0) & (ground.x <= x1) & (ground.y >= y0) & (ground.y <= y1)
    away = ground.spread(np.where(inside, 0.0, np.inf), math.inf)[0][seen.spots]
    alike = [t for t in scene.world.troopers.values() if t.seat == scene.seat]
    harm = np.max([scene.table(trooper, one).raid for one in alike], axis=0)
    return seen.worst(_faded(away / ORDER), harm) * scene.worths[trooper.id]
