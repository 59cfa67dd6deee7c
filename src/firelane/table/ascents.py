"""Legs that leave the level: up and down faces, ladders and stairs, off edges, and through the air.

Readings adopted where the books leave room (each is a parameter or stands with its function):

* A leg up a face, a ladder or off an edge has the shape of an L: upright at its lower end, level at its
  upper end, and the level part is at most two bases long.
* A straight jump may clip the ledge that it leaves or lands on by the width of the base; anything else
  in the way of the body stops it. An arc clips nothing.
"""

from __future__ import annotations

import math

from firelane.table.legs import NOTHING, SLACK, Draft, Going, LevelLeg, uncovered
from firelane.table.movement import Bar, Passing, Reckoning, Way, Waypoint
from firelane.table.surfaces import GroundPlan, Slope
from firelane.table.things import TOUCH, Figure, Piece


class Leg(LevelLeg):
    """One leg from a point to a waypoint, in whatever way."""

    # ------------------------------------------------------------ up and down

    def upright(self) -> None:
        """Up or down a face or a ladder, or off an edge: upright at the lower end, level at the upper."""
        rise, way = self.high - self.low, self.to.way
        if way is Way.FALL and self.z1 >= self.z0:
            self.bar(Bar.NOT_DOWNWARD)
            return
        if self.run > 2 * self.going.figure.diameter:
            self.bar(Bar.UNSUPPORTED, 1.0)
            return
        up = self.z1 >= self.z0
        foot = (self.x0, self.y0) if up else (self.x1, self.y1)
        exempt = NOTHING
        if way is Way.LADDER:
            exempt = self.ladder(foot)
        elif way is Way.CLIMB:
            self.face(foot)
        at = 0.0 if up else 1.0
        for _, i, _, _ in self.met(self.going.radius - SLACK, *foot):
            piece = self.plan.pieces[i]
            if (
                piece.stops_bases
                and piece.name not in exempt
                and piece.spans(self.low, self.high + self.tall)
            ):
                self.bar(Bar.NO_ROOM, at, piece.name, z=max(self.low, piece.bottom))
        for other in self.going.others:
            near = math.hypot(other.x - foot[0], other.y - foot[1])
            if near < self.going.radius + other.diameter / 2 - SLACK and (
                other.z < self.high + self.tall and other.top > self.low
            ):
                self.bar(Bar.FIGURE_IN_THE_WAY, at, figure=other.id)
        low, self.low = self.low, self.high
        before = len(self.troubles)
        self.over(self.rules.vault(self.going.figure), exempt)
        self.low = low
        length = max(rise + self.run, 1.0)
        base = rise if up else 0.0
        self.troubles[before:] = [
            ((base + t * self.run) / length, found) for t, found in self.troubles[before:]
        ]
        self.stops = [((base + t * self.run) / length, by) for t, by in self.stops]
        corner = (*foot, self.high, float(rise) if up else self.run)
        ends = (self.x0, self.y0, self.z0, 0.0), (self.x1, self.y1, self.z1, rise + self.run)
        self.draft.track = [ends[0], corner, ends[1]]
        self.draft.length = rise + self.run
        if way is Way.FALL:
            self.draft.cost, self.draft.drop = self.run, rise
        elif way is Way.LADDER:
            self.draft.cost = self.draft.length * self.rules.ladder_percent / 100
        else:
            self.draft.cost = self.reckoned(rise * self.rules.climb_percent / 100 + self.run)

    def ladder(self, foot: tuple[int, int]) -> frozenset[str]:
        """The ladders in contact with the base at the lower end, which reach the upper end."""
        found = frozenset(
            piece.name
            for _, i, _, _ in self.met(self.going.radius + TOUCH + SLACK, *foot)
            if (piece := self.plan.pieces[i]).ladder
            and piece.bottom <= self.low + TOUCH
            and piece.top >= self.high - TOUCH
        )
        if not found:
            self.bar(Bar.NO_LADDER)
        self.draft.holds = min(found, default="")
        return found

    def face(self, foot: tuple[int, int]) -> None:
        """Something to climb touches the base, without a break, from the lower to the upper end."""
        level, holds = self.low, ""
        touching = [
            (piece.bottom, piece.top, piece, i)
            for _, i, _, _ in self.met(self.going.radius + TOUCH + SLACK, *foot)
            if (piece := self.plan.pieces[i]).climbable and piece.stops_bases
        ]
        for bottom, top, piece, _ in sorted(touching, key=lambda found: (found[0], found[1], found[3])):
            if bottom <= level + TOUCH and top > level:
                level, holds = top, piece.name
                least = self.going.figure.diameter * self.rules.climb_width_percent / 100
                if self.width(piece, foot) < least:
                    self.bar(Bar.FACE_TOO_NARROW, 0.0, piece.name)
        if level < self.high - TOUCH or not holds:
            self.bar(Bar.NO_FACE, 0.0, holds, z=level)
        self.draft.holds = holds

    def width(self, piece: Piece, foot: tuple[int, int]) -> float:
        """The length of the edge of a footprint that is nearest to a point."""
        outline, best = piece.footprint, (math.inf, 0.0)
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
            ex, ey, length = bx - ax, by - ay, math.hypot(bx - ax, by - ay)
            along = min(1.0, max(0.0, ((foot[0] - ax) * ex + (foot[1] - ay) * ey) / length**2))
            gap = math.hypot(foot[0] - ax - along * ex, foot[1] - ay - along * ey)
            best = min(best, (gap, -length))
        return -best[1]

    def stairs(self) -> None:
        """Along stairs: over them all the way, at their level, measured along the slope."""
        for index in sorted({i for _, i, _, _ in self.met(self.going.radius + TOUCH + SLACK)}):
            piece = self.plan.pieces[index]
            if piece.stairs and self.on_stairs(index, self.plan.slope(piece)):
                break
        else:
            self.bar(Bar.NOT_ON_STAIRS)
            return
        slope = self.plan.slope(piece)
        for _, i, a, b in self.met(self.going.radius - SLACK):
            other = self.plan.pieces[i]
            head = max(self.z0 + a * (self.z1 - self.z0), self.z0 + b * (self.z1 - self.z0)) + self.tall
            if other.stops_bases and i != index and other.top > self.high and other.bottom < head:
                self.bar(Bar.NO_ROOM, a, other.name)
        self.figures(self.low, self.high)
        marks = [0.0, 1.0]
        a, b = slope.along(self.x0, self.y0), slope.along(self.x1, self.y1)
        if a != b:
            marks += [t for edge in (0.0, 1.0) if 0.0 < (t := (edge - a) / (b - a)) < 1.0]
        length, last = 0.0, (self.x0, self.y0, self.z0)
        for t in sorted(marks):
            x, y = self.x0 + t * (self.x1 - self.x0), self.y0 + t * (self.y1 - self.y0)
            here = (round(x), round(y), round(slope.height(x, y)))
            length += math.dist(last, here)
            self.draft.track.append((*here, length))
            last = here
        self.draft.length, self.draft.cost = length, length * self.rules.stairs_percent / 100
        self.draft.holds = piece.name

    def on_stairs(self, index: int, slope: Slope) -> bool:
        """Whether the leg keeps to the stairs and both ends are at their level."""
        held = [self.against(k, self.going.radius + TOUCH + SLACK) for k in self.plan.parts_of[index]]
        return (
            uncovered(held, SLACK / max(self.run, 1.0)) > 1.0
            and abs(slope.height(self.x0, self.y0) - self.z0) <= TOUCH
            and abs(slope.height(self.x1, self.y1) - self.z1) <= TOUCH
        )

    # ------------------------------------------------------------ through the air

    def airborne(self) -> None:
        """A jump, straight or in an arc: the body meets nothing between take-off and landing."""
        rise = 4.0 * self.to.apex if self.to.way is Way.PARABOLA else 0.0
        for k, i, a, b in self.met(self.going.radius - SLACK):
            piece = self.plan.pieces[i]
            if piece.stops_bases and self.hits(piece.bottom, piece.top, a, b, rise):
                if self.to.way is Way.JUMP and self.is_ledge(piece, k, (b - a) * self.run):
                    continue
                self.bar(Bar.NO_ROOM, a, piece.name)
        for other in self.going.others:
            a, b = self.past(other, self.going.radius + other.diameter / 2 - SLACK)
            passing = self.rules.foes if self.going.is_foe(other) else self.rules.friends
            if passing is Passing.ALWAYS or (passing is Passing.NOT_TALLER and other.tall <= self.tall):
                continue
            if a < b and self.hits(other.z, other.top, a, b, rise):
                self.bar(Bar.FIGURE_IN_THE_WAY, a, figure=other.id)
        pieces = 24 if rise else 1
        last, length = (float(self.x0), float(self.y0), float(self.z0)), 0.0
        for n in range(pieces + 1):
            t = n / pieces
            here = (
                self.x0 + t * (self.x1 - self.x0),
                self.y0 + t * (self.y1 - self.y0),
                self.z0 + t * (self.z1 - self.z0) + rise * t * (1 - t),
            )
            length = _arc(self.run, self.z1 - self.z0, rise, t) if rise else math.dist(last, here)
            self.draft.track.append((round(here[0]), round(here[1]), round(here[2]), length))
        self.draft.length, self.draft.cost = length, self.reckoned(length)
        if self.rules.jump_limit is not None and round(self.draft.cost) > self.rules.jump_limit:
            self.bar(Bar.JUMP_TOO_FAR, 1.0)

    def hits(self, bottom: int, top: int, a: float, b: float, rise: float) -> bool:
        """Whether feet below `top` and head above `bottom` occur together between a and b.

        The level of the feet is z0 + climb t + rise t (1 - t): rising to its highest point, then falling,
        so on either side of that point the times below a level are one interval.
        """
        climb = self.z1 - self.z0
        crest = min(b, max(a, (climb + rise) / (2 * rise))) if rise > 0.0 else (b if climb >= 0 else a)
        for start, end in ((a, crest), (crest, b)):
            if end - start <= 1e-12:
                continue
            zs, ze = (self.z0 + climb * t + rise * t * (1 - t) for t in (start, end))
            least, most = min(zs, ze), max(zs, ze)
            # The levels that the feet take here are [least, most]: do they meet (bottom - tall, top)?
            if least < top - SLACK and most > bottom - self.tall + SLACK:
                return True
        return False

    def is_ledge(self, piece: Piece, part: int, lapped: float) -> bool:
        """Whether a piece is the edge that a straight jump leaves or lands on, lapped by one base at most."""
        if piece.top > self.high or lapped > self.going.figure.diameter + 2 * TOUCH:
            return False
        ends = ((self.x0, self.y0), (self.x1, self.y1))
        lower, upper = ends if self.z0 <= self.z1 else ends[::-1]
        index = self.plan.owners[part]
        inner, outer = self.going.radius - SLACK, self.going.radius + TOUCH
        return (
            self.plan.gap_square(index, *upper) < outer * outer
            and self.plan.gap_square(index, *lower) >= inner * inner
        )

    def reckoned(self, along: float) -> float:
        """The distance of a climb or jump as the ruleset takes it."""
        if self.rules.reckoning is Reckoning.ALONG:
            return along
        across = max(0.0, self.run - 2 * self.going.radius)
        upright = max(0, self.z1 - (self.z0 + self.tall), self.z0 - self.z1)
        return math.hypot(across, upright)


def rests_on_face(plan: GroundPlan, figure: Figure, overhang: int = 0) -> bool:
    """Whether a base that stopped on a face lies along it in full: it sticks out beyond no end of it.

    Faces in one line with each other count as one.
    """
    radius = figure.diameter / 2
    held: list[tuple[int, float, float]] = []
    for i in plan.pieces_near(figure.x, figure.y, 2 * figure.diameter):
        piece = plan.pieces[i]
        if not (piece.climbable and piece.stops_bases and piece.bottom <= figure.z <= piece.top):
            continue
        outline = piece.footprint
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
            length = math.hypot(bx - ax, by - ay)
            ux, uy = (bx - ax) / length, (by - ay) / length
            off = abs((figure.x - ax) * uy - (figure.y - ay) * ux)
            if abs(off - radius) <= TOUCH + SLACK:
                along = (ax - figure.x) * ux + (ay - figure.y) * uy
                bearing = round(math.degrees(math.atan2(uy, ux))) % 180
                ends = sorted((along, along + length))
                turned = round(math.degrees(math.atan2(uy, ux))) % 360 >= 180
                low, high = (-ends[1], -ends[0]) if turned else (ends[0], ends[1])
                held.append((bearing, low, high))
    least = radius - overhang - SLACK
    for bearing in {each[0] for each in held}:
        reached = -least
        for _, low, high in sorted(each for each in held if each[0] == bearing):
            if low <= reached + TOUCH:
                reached = max(reached, high)
        if reached >= least:
            return True
    return False


def look_at(going: Going, index: int, start: tuple[int, int, int], to: Waypoint) -> Draft:
    """One leg from a point to a waypoint, as the ruleset lets the figure go it."""
    leg = Leg(going, index, start, to)
    if to.way not in going.rules.ways:
        leg.bar(Bar.WAY_NOT_ALLOWED)
        return leg.done()
    match to.way:
        case Way.WALK | Way.SWIM | Way.DOOR:
            leg.level()
        case Way.VAULT:
            leg.vault()
        case Way.CLIMB | Way.LADDER | Way.FALL:
            leg.upright()
        case Way.STAIRS:
            leg.stairs()
        case Way.JUMP | Way.PARABOLA:
            leg.airborne()
    return leg.done()


def _arc(run: float, climb: float, rise: float, t: float) -> float:
    """The length of the curve (run t, climb t + rise t (1 - t)) up to t: closed form, no steps."""
    if run == 0.0:
        # Straight up and down: the way to the crest and back.
        crest = min(t, max(0.0, (climb + rise) / (2 * rise)))
        at = [climb * u + rise * u * (1 - u) for u in (0.0, crest, t)]
        return abs(at[1] - at[0]) + abs(at[2] - at[1])

    def antiderivative(slope: float) -> float:
        return (slope * math.hypot(run, slope) + run * run * math.asinh(slope / run)) / 2

    first, last = climb + rise, climb + rise - 2 * rise * t
    return (antiderivative(first) - antiderivative(last)) / (2 * rise)
