"""Shortest ways for a round base among convex obstacles: the compiled part of `reach`.

Obstacles widened by the base have rounded corners. A node stands at each corner of a polygon drawn round
them (a corner every 15 degrees, so a way round a right angle is longer than the true arc by less than
1 %), and a leg from node to node counts only if it passes its nodes' obstacles on the outside: no other
leg is part of a shortest way. Legs are tested by `sweeping.overlap`, the same function with the same
widths by which `check_path` decides, so that what is found here is allowed there.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from firelane.table.fast import Bytes, Floats, Ints, kernel, lean_kernel, straight
from firelane.table.sweeping import overlap

BLOCKS, OVERHEAD, CROSSABLE, TAKEN = 0, 1, 2, 3
"""What an obstacle does: bars a leg; bars it while something is crossed; is crossed; only bars standing."""

BARRED, WALKED, VAULTED = 0, 1, 2
"""What becomes of a leg."""

CROSSES, UNDER, SHUT = 1, 2, 4
"""What is met on a leg, as marks that are added up."""

FURTHEST = math.radians(15)
"""The greatest turn at one node."""


class Maze(NamedTuple):
    """Obstacles and slow ground of several levels; those of level n are [first_of[n] : first_of[n + 1]]."""

    px: Floats
    py: Floats
    first: Ints
    corners: Ints
    boxes: Floats
    """Widened by the widths."""
    widths: Floats
    inner: Floats
    """The widths for the last leg towards something that may be touched, and to stand beside what can be
    crossed."""
    kinds: Ints
    first_of: Ints
    slow_px: Floats
    slow_py: Floats
    slow_first: Ints
    slow_count: Ints
    slow_percent: Floats
    slow_first_of: Ints
    slow_width: float


class Nodes(NamedTuple):
    """Points between which ways are sought; `ringed` ones stand at an obstacle, between two neighbours."""

    x: Floats
    y: Floats
    level: Ints
    ringed: Bytes
    before_x: Floats
    before_y: Floats
    after_x: Floats
    after_y: Floats
    link_first: Ints
    link_to: Ints
    link_cost: Floats


@kernel
def ring(
    px: Floats, py: Floats, first: Ints, count: Ints, widths: Floats, chosen: Ints
) -> tuple[Floats, Ints]:
    """Whole-mil corners of the polygons round the chosen outlines: rows of (x, y,
    neighbours) and the outline."""
    total = 0
    for k in chosen:
        total += 24 + 7 * count[k]
    found = np.empty((total, 6))
    owner = np.empty(total, np.int64)
    n = 0
    for k in chosen:
        begin = n
        m = count[k]
        for i in range(m):
            v = first[k] + i
            if m == 1:
                start = 0.0
                turn = 2.0 * math.pi
            else:
                u = first[k] + (i + m - 1) % m
                w = first[k] + (i + 1) % m
                inward = math.atan2(px[u] - px[v], py[v] - py[u])
                outward = math.atan2(px[v] - px[w], py[w] - py[v])
                start = inward
                turn = (outward - inward) % (2.0 * math.pi)
                if m == 2:
                    turn = math.pi
            parts = max(1, math.ceil(turn / FURTHEST - 1e-9))
            step = turn / parts
            far = (widths[k] + 2.0) / math.cos(step / 2.0)
            for j in range(parts):
                angle = start + (j + 0.5) * step
                found[n, 0] = round(px[v] + far * math.cos(angle))
                found[n, 1] = round(py[v] + far * math.sin(angle))
                owner[n] = k
                n += 1
        for i in range(begin, n):
            before = i - 1 if i > begin else n - 1
            after = i + 1 if i < n - 1 else begin
            found[i, 2] = found[before, 0]
            found[i, 3] = found[before, 1]
            found[i, 4] = found[after, 0]
            found[i, 5] = found[after, 1]
    return found[:n], owner[:n]


@lean_kernel
def in_the_way(maze: Maze, k: int, x0: float, y0: float, x1: float, y1: float, spared: int) -> bool:
    """Whether obstacle k is met on a leg, as a base that goes there meets it."""
    boxes = maze.boxes
    if (
        boxes[k, 0] > max(x0, x1)
        or boxes[k, 2] < min(x0, x1)
        or boxes[k, 1] > max(y0, y1)
        or boxes[k, 3] < min(y0, y1)
    ):
        return False
    width = maze.inner[k] if k == spared else maze.widths[k]
    a, b = overlap(maze.px, maze.py, maze.first[k], maze.corners[k], x0, y0, x1 - x0, y1 - y0, width)
    return bool(a < b)


@lean_kernel
def on_a_leg(maze: Maze, k: int, x0: float, y0: float, x1: float, y1: float, spared: int) -> int:
    """What obstacle k does to a leg, as a mark: nothing, CROSSES, UNDER or SHUT."""
    kind = maze.kinds[k]
    if kind == TAKEN or not in_the_way(maze, k, x0, y0, x1, y1, spared):
        return 0
    if kind == BLOCKS:
        return SHUT
    return UNDER if kind == OVERHEAD else CROSSES


@lean_kernel
def verdict(met: int) -> int:
    """What becomes of a leg on which all this was met: what is overhead bars it only where something is
    crossed."""
    if met >= SHUT or met == CROSSES + UNDER:
        return BARRED
    return VAULTED if met == CROSSES else WALKED


@lean_kernel
def stands_in(maze: Maze, k: int, x: float, y: float, spared: int, ending: bool) -> bool:
    """Whether a base does not fit at a point because of obstacle k."""
    kind = maze.kinds[k]
    if kind == OVERHEAD or (kind == TAKEN and not ending):
        return False
    return in_the_way(maze, k, x, y, x, y, k if kind == CROSSABLE else spared)


@lean_kernel
def go(maze: Maze, level: int, x0: float, y0: float, x1: float, y1: float, spared: int) -> int:
    """What becomes of a leg on a level. The obstacle `spared` may be touched, though not overlapped."""
    met = 0
    for k in range(maze.first_of[level], maze.first_of[level + 1]):
        met |= on_a_leg(maze, k, x0, y0, x1, y1, spared)
        if met >= SHUT:
            break
    return verdict(met)


@lean_kernel
def free(maze: Maze, level: int, x: float, y: float, spared: int, ending: bool) -> bool:
    """Whether a base fits at a point of a level; with `ending`, whether a move may end there."""
    for k in range(maze.first_of[level], maze.first_of[level + 1]):
        if stands_in(maze, k, x, y, spared, ending):
            return False
    return True


@kernel
def all_free(maze: Maze, levels: Ints, x: Floats, y: Floats, spared: Ints, ending: bool) -> Bytes:
    """`free` for many points."""
    answer = np.zeros(x.size, np.uint8)
    for i in range(x.size):
        answer[i] = free(maze, levels[i], x[i], y[i], spared[i], ending)
    return answer


@straight
@lean_kernel
def legs_to(maze: Maze, level: int, x: float, y: float, ends: Ints, near: Ints, answer: Ints) -> None:
    """What becomes of legs to some points (rows of x and y), if each is the last of its move: `go` and `free`
    among the obstacles that come near any of them, which are listed in `near`."""
    west = x
    east = x
    south = y
    north = y
    for i in range(ends.shape[0]):
        west = min(west, float(ends[i, 0]))
        east = max(east, float(ends[i, 0]))
        south = min(south, float(ends[i, 1]))
        north = max(north, float(ends[i, 1]))
    boxes = maze.boxes
    count = 0
    for k in range(maze.first_of[level], maze.first_of[level + 1]):
        if boxes[k, 0] <= east and boxes[k, 2] >= west and boxes[k, 1] <= north and boxes[k, 3] >= south:
            near[count] = k
            count += 1
    for i in range(ends.shape[0]):
        x1 = float(ends[i, 0])
        y1 = float(ends[i, 1])
        met = 0
        for n in range(count):
            met |= on_a_leg(maze, near[n], x, y, x1, y1, -1)
            if met >= SHUT or stands_in(maze, near[n], x1, y1, -1, True):
                met = SHUT
                break
        answer[i] = verdict(met)


@kernel
def toll(maze: Maze, level: int, x0: float, y0: float, x1: float, y1: float) -> float:
    """The cost of a leg: each stretch at the rate of the slowest ground that the base touches there."""
    length = math.sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)
    low = maze.slow_first_of[level]
    n = maze.slow_first_of[level + 1] - low
    if n == 0:
        return length
    starts = np.empty(n)
    ends = np.empty(n)
    rates = np.empty(n)
    marks = np.empty(2 * n + 2)
    m = 0
    for k in range(low, low + n):
        a, b = overlap(
            maze.slow_px,
            maze.slow_py,
            maze.slow_first[k],
            maze.slow_count[k],
            x0,
            y0,
            x1 - x0,
            y1 - y0,
            maze.slow_width,
        )
        if a < b:
            starts[m] = a
            ends[m] = b
            rates[m] = maze.slow_percent[k]
            m += 1
    if m == 0:
        return length
    marks[0] = 0.0
    marks[1] = 1.0
    for i in range(m):
        marks[2 + 2 * i] = starts[i]
        marks[3 + 2 * i] = ends[i]
    sorted_marks = np.sort(marks[: 2 * m + 2])
    total = 0.0
    for i in range(2 * m + 1):
        a = sorted_marks[i]
        b = sorted_marks[i + 1]
        if b <= a:
            continue
        worst = -1.0
        for j in range(m):
            if starts[j] < b and ends[j] > a:
                worst = max(worst, rates[j])
        total += (b - a) * (worst if worst >= 0.0 else 100.0)
    return length * total / 100.0


@lean_kernel
def _outside(nodes: Nodes, u: int, x: float, y: float) -> bool:
    """Whether a leg between node u and (x, y) passes the node's obstacle on the outside."""
    if nodes.ringed[u] == 0:
        return True
    dx = x - nodes.x[u]
    dy = y - nodes.y[u]
    one = dx * (nodes.before_y[u] - nodes.y[u]) - dy * (nodes.before_x[u] - nodes.x[u])
    two = dx * (nodes.after_y[u] - nodes.y[u]) - dy * (nodes.after_x[u] - nodes.x[u])
    # Corners are whole mils, so "along the edge" is only so within a mil or two.
    slack = 2.0 * (abs(dx) + abs(dy))
    return not ((one > slack and two < -slack) or (one < -slack and two > slack))


@kernel
def settle(maze: Maze, nodes: Nodes, allowance: float, goal: int, eager: bool) -> tuple[Floats, Ints, Ints]:
    """The least cost from node 0 to every node, whence, and how (BARRED for a link; else WALKED, VAULTED).

    With a goal the search leans towards it and ends there; `eager` says that no distance costs less
    than its length, which makes the leaning safe.
    """
    n = nodes.x.size
    cost = np.full(n, np.inf)
    whence = np.full(n, -1, np.int64)
    how = np.full(n, -1, np.int64)
    done = np.zeros(n, np.uint8)
    rest = np.zeros(n)
    if goal >= 0 and eager:
        for i in range(n):
            rest[i] = math.sqrt((nodes.x[i] - nodes.x[goal]) ** 2 + (nodes.y[i] - nodes.y[goal]) ** 2)
    cost[0] = 0.0
    while True:
        u = -1
        best = np.inf
        for i in range(n):
            if done[i] == 0 and cost[i] + rest[i] < best:
                best = cost[i] + rest[i]
                u = i
        if u < 0 or best > allowance or u == goal:
            break
        done[u] = 1
        for v in range(n):
            if done[v] != 0 or nodes.level[v] != nodes.level[u]:
                continue
            length = math.sqrt((nodes.x[v] - nodes.x[u]) ** 2 + (nodes.y[v] - nodes.y[u]) ** 2)
            if cost[u] + length >= cost[v] or cost[u] + length + rest[v] > allowance:
                continue
            if not _outside(nodes, u, nodes.x[v], nodes.y[v]):
                continue
            if not _outside(nodes, v, nodes.x[u], nodes.y[u]):
                continue
            way = go(maze, nodes.level[u], nodes.x[u], nodes.y[u], nodes.x[v], nodes.y[v], -1)
            if way == BARRED:
                continue
            paid = cost[u] + toll(maze, nodes.level[u], nodes.x[u], nodes.y[u], nodes.x[v], nodes.y[v])
            if paid < cost[v]:
                cost[v] = paid
                whence[v] = u
                how[v] = way
        for j in range(nodes.link_first[u], nodes.link_first[u + 1]):
            v = nodes.link_to[j]
            if done[v] == 0 and cost[u] + nodes.link_cost[j] < cost[v]:
                cost[v] = cost[u] + nodes.link_cost[j]
                whence[v] = u
                how[v] = BARRED
    for i in range(n):
        if cost[i] > allowance:
            cost[i] = np.inf
    return cost, whence, how


@kernel
def settle_points(
    maze: Maze,
    nodes: Nodes,
    cost: Floats,
    levels: Ints,
    x: Floats,
    y: Floats,
    spared: Ints,
    allowance: float,
) -> tuple[Floats, Ints, Ints]:
    """For each point the least cost over the nodes of its level, the node, and how the last leg is gone."""
    n = x.size
    answer = np.full(n, np.inf)
    whence = np.full(n, -1, np.int64)
    how = np.full(n, -1, np.int64)
    bound = np.empty(nodes.x.size)
    order = np.argsort(cost)
    slow = maze.slow_first.size > 0
    for i in range(n):
        m = 0
        for at in range(order.size):
            u = order[at]
            if cost[u] > allowance:
                break
            m = at + 1
            bound[at] = np.inf
            if nodes.level[u] != levels[i]:
                continue
            least = cost[u] + math.sqrt((nodes.x[u] - x[i]) ** 2 + (nodes.y[u] - y[i]) ** 2)
            if least <= allowance and _outside(nodes, u, x[i], y[i]):
                bound[at] = least
        while True:
            pick = -1
            best = min(answer[i], allowance)
            for at in range(m):
                if bound[at] <= best and (bound[at] < best or pick < 0) and bound[at] < answer[i]:
                    best = bound[at]
                    pick = at
            if pick < 0:
                break
            bound[pick] = np.inf
            u = order[pick]
            way = go(maze, levels[i], nodes.x[u], nodes.y[u], x[i], y[i], spared[i])
            if way == BARRED:
                continue
            paid = cost[u] + toll(maze, levels[i], nodes.x[u], nodes.y[u], x[i], y[i])
            if paid <= allowance and paid < answer[i]:
                answer[i] = paid
                whence[i] = u
                how[i] = way
            if not slow:
                break
    return answer, whence, how
