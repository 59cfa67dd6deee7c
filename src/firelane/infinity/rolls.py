"""Who takes effect among several rolls at once: asked for the dice that fell, and by the tests for all dice.

A row of rolls says which stand against which. A roll has one number for each opponent, for each opponent
brings MODs of its own; a Dodge has besides a number for each template that it avoids by a Normal Roll.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from firelane.infinity.dice import Face, RollFigures, effective, read

Faces = Sequence[Sequence[int]]


class Rolling(Struct, frozen=True, gc=False):
    """One roll of a row: its number, its dice, whom it meets Face to Face, which templates it avoids."""

    value: int = 0
    dice: int = 1
    opposed_by: tuple[int, ...] = ()
    """The rolls that it meets Face to Face, by their places in the row."""
    against: tuple[int, ...] = ()
    """The number against each of them."""
    evades: tuple[int, ...] = ()
    """The templates that it avoids by a Normal Roll, by place."""
    evading: tuple[int, ...] = ()
    """The number against each of those."""
    automatic: bool = False

    def facing(self, rival: int) -> int:
        """The number against one opponent."""
        return self.against[self.opposed_by.index(rival)]


def taking_effect(figures: RollFigures, row: Sequence[Rolling], faces: Faces) -> list[tuple[Face, ...]]:
    """For each roll the dice that take effect: those that no opponent beats and no template outdoes.

    Rules: face-to-face.dice, face-to-face.cancels-lower, face-to-face.winner,
    face-to-face.critical-beats-success, face-to-face.criticals-cancel, face-to-face.ties-cancel,
    face-to-face.divided-burst, face-to-face.one-die-against-all.
    """
    found = []
    for place, mine in enumerate(row):
        shown = faces[place]
        good = [read(figures, mine.value, face) for face in shown]
        kept = [True] * len(shown)
        # face-to-face.divided-burst, face-to-face.one-die-against-all
        for number, rival in zip(mine.against, mine.opposed_by, strict=True):
            good = [read(figures, number, face) for face in shown]
            theirs = [read(figures, row[rival].facing(place), face) for face in faces[rival]]
            won = effective(good, theirs)
            # face-to-face.cancels-lower, face-to-face.winner, face-to-face.one-die-against-all
            kept = [was and face in won for was, face in zip(kept, good, strict=True)]
        for number in mine.evading:
            kept = [
                was and read(figures, number, face).success for was, face in zip(kept, shown, strict=True)
            ]
        found.append(tuple(face for face, stays in zip(good, kept, strict=True) if stays and face.success))
    return found


def evaded(figures: RollFigures, row: Sequence[Rolling], faces: Faces, template: int) -> bool:
    """Whether the target of a template, given by its place in the row, has dodged it: a Normal Roll.

    Rules: direct-template.dodged, template-weapon.dodged-without-lof.
    """
    return any(
        place == template and any(read(figures, number, face).success for face in shown)
        for mine, shown in zip(row, faces, strict=True)
        for number, place in zip(mine.evading, mine.evades, strict=True)
    )
