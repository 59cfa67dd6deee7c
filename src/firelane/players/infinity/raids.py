"""What enemies could do in their turn from where they could come to, for every place of the map.

Most troopers fall to somebody who was out of sight when they stopped: it walks up to where it sees them, and
shoots. So the table is looked at from places spread over it (`Outlook`, one for a map), and a place is
as dangerous as the best attack on it from one of them, less for each Order that it takes to get there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from firelane.infinity.sheets import sheet
from firelane.infinity.space import ALL_ROUND, body
from firelane.infinity.world import Trooper
from firelane.players.ground import Ground
from firelane.players.infinity.scene import BIN, BINS, KEPT, TOWARDS, Scene
from firelane.table.fast import Bools, Floats, Ints, kernel
from firelane.table.sight import watched_places
from firelane.table.things import Posture

Bytes = NDArray[np.int8]

APART = 4000
"""So far from one another are the places from which the table is looked at."""
APPROACH = 0.85
"""What is left of an attack for each Order that it takes to get there."""
ORDER = 8000
"""How far an enemy of whom nothing is known gets with an Order, in mils."""
FIRST = 4
"""From so many spots a place is looked at first; twice as many each time that none of them sees it."""
AT_ONCE = 100
"""So many places are looked at between two looks at the clock: some milliseconds."""
UNKNOWN, HIDDEN, SEEN = 0, 1, 2
"""What is known of a place and a spot."""


class Outlook:
    """From which of some spots, spread over the table, each place of a map is seen.

    That is found out for a place and a spot when it is first asked for, since it takes some microseconds and
    there are hundreds of thousands of such pairs. Somebody of the trooper's size stands or lies at the
    places; who looks is as big, and stands.
    """

    def __init__(self, scene: Scene, trooper: Trooper, prone: bool) -> None:
        self.ground = ground = scene.ground(trooper)
        self.spots = spots = _spread_out(ground)
        mover = replace(body(replace(trooper, prone=prone)), id="?")
        standing = replace(mover, posture=Posture.STANDING)
        eyes = [replace(standing.at(*ground.place(int(spot))), id=f"?{spot}") for spot in spots]
        self._sees = watched_places(scene.field, mover, ground.places(), eyes, ALL_ROUND)
        self._bins, self._cover = _laid_out(
            ground.x, ground.y, ground.wall_x, ground.wall_y, spots, mover.diameter
        )
        self.known = np.full(self._bins.shape, UNKNOWN, np.int8)
        """For each place (rows) and spot whether there is sight."""

    def look(self, pairs: Ints) -> None:
        """Find out about rows of (place, spot)."""
        seen = self._sees(pairs)
        self.known[pairs[:, 0], pairs[:, 1]] = np.where(seen, SEEN, HIDDEN)

    def seen(self, nodes: Ints) -> Bools:
        """From which spots (columns) some places (rows) are seen."""
        rows, columns = np.nonzero(self.known[nodes] == UNKNOWN)
        if rows.size:
            self.look(np.column_stack((nodes[rows], columns)))
        found: Bools = self.known[nodes] == SEEN
        return found

    def fears(self, nodes: Ints, fades: Floats, harm: Floats) -> Fears:
        """What several enemies (rows) could do at some places; `fades`: what is left of it at each spot."""
        return Fears(self, nodes, _could(nodes, self._bins, self._cover, fades, harm))


class Fears:
    """The worst that could be done at some places from spots that see them, found out as far as it is wanted.

    It is `least` at least and `open` at most. The worst spots are looked from first, as far as the first that
    sees the place.
    """

    def __init__(self, table: Outlook, nodes: Ints, could: Floats) -> None:
        self.table, self.nodes, self.could = table, nodes, could
        self.least, self.open = _bounds(nodes, table.known, could)
        self._some = np.full(nodes.size, FIRST)

    @property
    def sure(self) -> Bools:
        """For which places it is found out."""
        found: Bools = self.least == self.open
        return found

    def look(self, rows: Ints) -> None:
        """Look from some more spots at some of the places, by their rows."""
        nodes, could = self.nodes[rows], self.could[rows]
        pairs = _worst_spots(nodes, self.table.known, could, self.least[rows], self._some[rows])
        self.table.look(pairs)
        self.least[rows], self.open[rows] = _bounds(nodes, self.table.known, could)
        self._some[rows] *= 2

    def found(self, hurried: Callable[[], bool]) -> tuple[Floats, bool]:
        """All of them, and whether that is sure: who is hurried leaves it at what is between both bounds."""
        while True:
            rows = np.flatnonzero(~self.sure)
            if not rows.size:
                return self.least, True
            for first in range(0, rows.size, AT_ONCE):
                if hurried():
                    return (self.least + self.open) / 2, False
                self.look(rows[first : first + AT_ONCE])


def outlook(scene: Scene, trooper: Trooper, prone: bool = False) -> Outlook:
    """The table as it is seen from all over it, for the trooper's size; one for each map."""
    found: Outlook = (
        scene.ground(trooper).cache("outlook", 2).find(prone, lambda: Outlook(scene, trooper, prone))
    )
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
def _laid_out(
    x: Floats, y: Floats, wall_x: Floats, wall_y: Floats, spots: Ints, gap: int
) -> tuple[Bytes, Bytes]:
    """How far each place (rows) is from each spot, in bins, and whether it has cover against it."""
    bins = np.zeros((x.size, spots.size), np.int8)
    cover = np.zeros((x.size, spots.size), np.int8)
    for n in range(x.size):
        for k in range(spots.size):
            dx = x[spots[k]] - x[n]
            dy = y[spots[k]] - y[n]
            flat = math.sqrt(dx * dx + dy * dy)
            bins[n, k] = min(int(max(0.0, flat - gap) // BIN), BINS - 1)
            cover[n, k] = (wall_x[n] * dx + wall_y[n] * dy) / max(flat, 1.0) > TOWARDS
    return bins, cover


@kernel
def _could(nodes: Ints, bins: Bytes, cover: Bytes, fades: Floats, harm: Floats) -> Floats:
    """What could be done at each place (rows) from each spot, by the worst of the enemies."""
    out = np.zeros((nodes.size, fades.shape[1]))
    for i in range(nodes.size):
        n = nodes[i]
        for k in range(fades.shape[1]):
            for foe in range(fades.shape[0]):
                found = fades[foe, k] * harm[foe, bins[n, k], cover[n, k]]
                if found > out[i, k]:
                    out[i, k] = found
    return out


@kernel
def _bounds(nodes: Ints, known: Bytes, could: Floats) -> tuple[Floats, Floats]:
    """What is known to be the worst at each place, and what the worst may be."""
    least, most = np.zeros(nodes.size), np.zeros(nodes.size)
    for i in range(nodes.size):
        n = nodes[i]
        for k in range(could.shape[1]):
            if known[n, k] == SEEN:
                least[i] = max(least[i], could[i, k])
            if known[n, k] != HIDDEN:
                most[i] = max(most[i], could[i, k])
    return least, most


@kernel
def _worst_spots(nodes: Ints, known: Bytes, could: Floats, least: Floats, some: Ints) -> Ints:
    """The worst few spots of each place that may be worse than those known to see it, as (place, spot)."""
    pairs = np.empty((some.sum(), 2), np.int64)
    best = np.empty(max(1, some.max()), np.int64)
    total = 0
    for i in range(nodes.size):
        n = nodes[i]
        count = 0
        for k in range(could.shape[1]):
            if known[n, k] != UNKNOWN or could[i, k] <= least[i]:
                continue
            if count == some[i] and could[i, k] <= could[i, best[count - 1]]:
                continue
            at = min(count, some[i] - 1)
            while at > 0 and could[i, best[at - 1]] < could[i, k]:
                best[at] = best[at - 1]
                at -= 1
            best[at] = k
            count = min(count + 1, some[i])
        for at in range(count):
            pairs[total, 0] = n
            pairs[total, 1] = best[at]
            total += 1
    return pairs[:total]


def _approach(ground: Ground, foe: Trooper, spots: Ints) -> Floats:
    """What is left of a foe's attack at each spot: its first Move and the attack are one Order."""
    moves = (ORDER // 2, ORDER // 2) if foe.marker else sheet(foe.sheet).moves
    key = (foe.x, foe.y, foe.z, moves)

    def fade() -> Floats:
        away = ground.distances_to([(foe.x, foe.y, foe.z)])[spots]
        return _faded(np.maximum(0.0, away - moves[0]) / max(1, sum(moves)))

    found: Floats = ground.cache("approach", KEPT).find(key, fade)
    return found


def _faded(orders: Floats) -> Floats:
    found: Floats = np.where(np.isfinite(orders), APPROACH**orders, 0.0)
    return found


def raided(scene: Scene, trooper: Trooper, nodes: Ints, prone: bool = False) -> Floats:
    """For some places of the map the worst that an enemy seen now could do there in its turn."""
    if not (scene.foes or scene.markers):
        return np.zeros(nodes.size)
    kept = scene.threats(trooper).raided
    alike = _alike(scene) if scene.markers else ()
    key = (prone, alike, tuple((one.x, one.y, one.z) for one in scene.markers))
    found = kept.find(key, lambda: np.full(scene.ground(trooper).size, np.nan))
    missing = np.unique(nodes[np.isnan(found[nodes])])
    if missing.size:
        table = outlook(scene, trooper, prone)
        worst, sure = table.fears(missing, *_enemies(scene, trooper, table)).found(scene.hurried)
        if not sure:
            found = found.copy()
        found[missing] = worst * scene.worths[trooper.id]
    feared: Floats = found[nodes]
    return feared


def _alike(scene: Scene) -> tuple[object, ...]:
    """All that a table of what one's own troopers would do depends on."""
    return tuple(sorted((t.sheet, t.states, t.points, tuple(sorted(t.spent.items()))) for t in _own(scene)))


def _own(scene: Scene) -> list[Trooper]:
    return [t for t in scene.world.troopers.values() if t.seat == scene.seat]


def _by_unknown(scene: Scene, trooper: Trooper) -> Floats:
    """What somebody of whom nothing is known could do, by distance and cover: the worst of one's own."""
    found: Floats = np.max([scene.raid(trooper, one) for one in _own(scene)], axis=0)
    return found


def tables(scene: Scene) -> Iterator[None]:
    """Find out, pair by pair, what anybody could do to one's own."""
    for trooper in _own(scene):
        _by_unknown(scene, trooper)
        yield
        for foe in scene.foes:
            scene.table(trooper, foe)
            scene.raid(trooper, foe)
            yield


def feared(
    scene: Scene, trooper: Trooper, nodes: Ints, zone: tuple[int, int, int, int], prone: bool = False
) -> Fears:
    """What enemies could do in parts of a trooper's worth, before it is found out.

    Before any is seen: as if troopers like one's own stood in the enemy's zone.
    """
    ground, table = scene.ground(trooper), outlook(scene, trooper, prone)
    if scene.foes or scene.markers:
        return table.fears(nodes, *_enemies(scene, trooper, table))
    fades = _from_zone(ground, zone, table.spots)
    return table.fears(nodes, fades[None], _by_unknown(scene, trooper)[None])


def _from_zone(ground: Ground, zone: tuple[int, int, int, int], spots: Ints) -> Floats:
    """What is left of an attack at each spot by somebody who comes from a zone."""

    def fade() -> Floats:
        x0, y0, x1, y1 = zone
        inside = (ground.x >= x0) & (ground.x <= x1) & (ground.y >= y0) & (ground.y <= y1)
        return _faded(ground.spread(np.where(inside, 0.0, np.inf), math.inf)[0][spots] / ORDER)

    found: Floats = ground.cache("zones", KEPT).find(zone, fade)
    return found


def _enemies(scene: Scene, trooper: Trooper, table: Outlook) -> tuple[Floats, Floats]:
    """What is left of each enemy's attack at the spots, and what it does by distance and cover.

    Behind a marker there may be somebody like one's own.
    """
    ground = scene.ground(trooper)
    fades = [_approach(ground, one, table.spots) for one in (*scene.foes, *scene.markers)]
    harm = [scene.raid(trooper, foe) for foe in scene.foes]
    if scene.markers:
        harm += [_by_unknown(scene, trooper)] * len(scene.markers)
    return np.array(fades), np.array(harm)
