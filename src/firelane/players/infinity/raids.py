"""What enemies could do in their turn from where they could come to, for every place of the map.

Most troopers fall to somebody who was out of sight when they stopped: it walks up to where it sees them, and
shoots. So the table is looked at from places spread over it (`Outlook`, one for a map), and a place is
as dangerous as the best attack on it from one of them, less for each Order that it takes to get there.
"""

from __future__ import annotations

import math

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from firelane.infinity.sheets import sheet
from firelane.infinity.space import body
from firelane.infinity.world import Trooper
from firelane.players.ground import Ground
from firelane.players.infinity.scene import BIN, BINS, KEPT, TOWARDS, Scene, looked_at
from firelane.table.fast import Bools, Floats, Ints, kernel
from firelane.table.things import Posture

Bytes = NDArray[np.int8]

APART = 4000
"""So far from one another are the places from which the table is looked at."""
APPROACH = 0.85
"""What is left of an attack for each Order that it takes to get there."""
ORDER = 8000
"""How far an enemy of whom nothing is known gets with an Order, in mils."""


class Outlook:
    """From which of some spots, spread over the table, each place of a map is seen.

    That is found out for a place when it is first asked for: it takes a millisecond. Somebody of the
    trooper's size stands or lies at the places; who looks is as big, and stands.
    """

    def __init__(self, scene: Scene, trooper: Trooper, prone: bool) -> None:
        self.field, self.ground = scene.field, scene.ground(trooper)
        self.spots = _spread_out(self.ground)
        self._mover = body(replace(trooper, prone=prone))
        size = (self.ground.size, self.spots.size)
        self._seen = np.zeros(size, np.bool_)
        self._known = np.zeros(self.ground.size, np.bool_)
        self._bins = np.zeros(size, np.int8)
        self._cover = np.zeros(size, np.int8)

    def _look(self, nodes: Ints) -> None:
        """Find out about these places."""
        ground, spots = self.ground, self.spots
        standing = replace(self._mover, posture=Posture.STANDING)
        eyes = [replace(standing.at(*ground.place(int(spot))), id=f"?{spot}") for spot in spots]
        self._seen[nodes] = looked_at(self.field, self._mover, ground.places()[nodes], eyes)
        dx, dy = ground.x[spots] - ground.x[nodes, None], ground.y[spots] - ground.y[nodes, None]
        flat = np.hypot(dx, dy)
        gap = np.maximum(0.0, flat - self._mover.diameter)
        self._bins[nodes] = np.minimum(gap // BIN, BINS - 1)
        walls = ground.wall_x[nodes, None] * dx + ground.wall_y[nodes, None] * dy
        self._cover[nodes] = walls / np.maximum(flat, 1.0) > TOWARDS
        self._known[nodes] = True

    def seen(self, nodes: Ints) -> Bools:
        """From which spots (columns) some places (rows) are seen."""
        missing = np.unique(nodes[~self._known[nodes]])
        if missing.size:
            self._look(missing)
        found: Bools = self._seen[nodes]
        return found

    def worst(self, nodes: Ints, fades: Floats, harm: Floats) -> Floats:
        """For some places the greatest harm from a spot that sees them; `fades`: what is left of it there."""
        self.seen(nodes)
        return _worst(nodes, self._seen, self._bins, self._cover, fades, harm)


def outlook(scene: Scene, trooper: Trooper, prone: bool = False) -> Outlook:
    """The table as it is seen from all over it, for the trooper's size; one for each map."""
    kept: dict[bool, Outlook] = scene.ground(trooper).kept.setdefault("outlook", {})
    found = kept.get(prone)
    if found is None:
        found = kept[prone] = Outlook(scene, trooper, prone)
    return found


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
def _worst(nodes: Ints, seen: Bools, bins: Bytes, cover: Bytes, fades: Floats, harm: Floats) -> Floats:
    out = np.zeros(nodes.size)
    for i in range(nodes.size):
        n = nodes[i]
        for k in range(fades.size):
            if seen[n, k]:
                found = fades[k] * harm[bins[n, k], cover[n, k]]
                if found > out[i]:
                    out[i] = found
    return out


def _approach(ground: Ground, foe: Trooper, spots: Ints) -> Floats:
    """What is left of a foe's attack at each spot: its first Move and the attack are one Order."""
    kept: dict[object, Floats] = ground.kept.setdefault("approach", {})
    moves = (ORDER // 2, ORDER // 2) if foe.marker else sheet(foe.sheet).moves
    key = (foe.x, foe.y, foe.z, moves)
    found = kept.get(key)
    if found is None:
        if len(kept) >= KEPT:
            kept.clear()
        away = ground.distances_to([(foe.x, foe.y, foe.z)])[spots]
        found = kept[key] = _faded(np.maximum(0.0, away - moves[0]) / max(1, sum(moves)))
    return found


def _faded(orders: Floats) -> Floats:
    found: Floats = np.where(np.isfinite(orders), APPROACH**orders, 0.0)
    return found


def raided(scene: Scene, trooper: Trooper, nodes: Ints, prone: bool = False) -> Floats:
    """For some places of the map the worst that an enemy seen now could do there in its turn.

    Behind a marker there may be somebody like one's own.
    """
    ground = scene.ground(trooper)
    kept = scene.threats(trooper).raided
    alike = _alike(scene) if scene.markers else ()
    key = (prone, alike, tuple((one.x, one.y, one.z) for one in scene.markers))
    found = kept.setdefault(key, np.full(ground.size, np.nan))
    missing = np.unique(nodes[np.isnan(found[nodes])])
    if missing.size:
        table = outlook(scene, trooper, prone)
        most = np.zeros(missing.size)
        for foe in scene.foes:
            fades = _approach(ground, foe, table.spots)
            most = np.maximum(most, table.worst(missing, fades, scene.table(trooper, foe).raid))
        for marker in scene.markers:
            fades = _approach(ground, marker, table.spots)
            most = np.maximum(most, table.worst(missing, fades, _by_unknown(scene, trooper)))
        found[missing] = most * scene.worths[trooper.id]
    feared: Floats = found[nodes]
    return feared


def _alike(scene: Scene) -> tuple[object, ...]:
    """All that a table of what one's own troopers would do depends on."""
    return tuple(sorted((t.sheet, t.states, t.points, tuple(sorted(t.spent.items()))) for t in _own(scene)))


def _own(scene: Scene) -> list[Trooper]:
    return [t for t in scene.world.troopers.values() if t.seat == scene.seat]


def _by_unknown(scene: Scene, trooper: Trooper) -> Floats:
    """What somebody of whom nothing is known could do, by distance and cover: the worst of one's own."""
    found: Floats = np.max([scene.table(trooper, one).raid for one in _own(scene)], axis=0)
    return found


def raided_from(
    scene: Scene, trooper: Trooper, nodes: Ints, zone: tuple[int, int, int, int], prone: bool = False
) -> Floats:
    """The same before any enemy is seen: as if troopers like one's own stood in the enemy's zone."""
    ground, table = scene.ground(trooper), outlook(scene, trooper, prone)
    x0, y0, x1, y1 = zone
    inside = (ground.x >= x0) & (ground.x <= x1) & (ground.y >= y0) & (ground.y <= y1)
    away = ground.spread(np.where(inside, 0.0, np.inf), math.inf)[0][table.spots]
    harm = _by_unknown(scene, trooper)
    return table.worst(nodes, _faded(away / ORDER), harm) * scene.worths[trooper.id]
