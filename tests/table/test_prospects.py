"""Doors in other states share what depends on outlines; ways that are plainly barred are refused."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from firelane.bpre.space import MOVE
from firelane.table.compiled import parts_of
from firelane.table.fieldfile import ready_field
from firelane.table.movement import Way, Waypoint
from firelane.table.paths import check_path, stands_free
from firelane.table.prospects import prospects
from firelane.table.surfaces import ground_plan
from firelane.table.things import Door, Figure

MAPS = ("walled-compound", "river-village", "apartment-block", "depot", "market-quarter")


def in_other_states(name, generator):
    """A battlefield with its doors by chance, and their states."""
    field = ready_field(name).battlefield
    names = [piece.name for piece in field.pieces if piece.door is not None]
    return field, {door: generator.choice(list(Door)) for door in generator.sample(names, len(names) // 2)}


@pytest.mark.parametrize("name", MAPS)
def test_doors_in_other_states_look_as_if_compiled_anew(name):
    field, states = in_other_states(name, Random(name))
    derived = parts_of(field.with_doors(states))
    anew = parts_of(
        replace(field, pieces=tuple(replace(p, door=states.get(p.name, p.door)) for p in field.pieces))
    )
    for one, two in zip((*derived.prisms, *derived[1:]), (*anew.prisms, *anew[1:]), strict=True):
        assert np.array_equal(one, two)
    assert any(not np.array_equal(a, b) for a, b in zip(derived[1:], parts_of(field)[1:], strict=True))


@pytest.mark.parametrize("name", MAPS)
def test_what_is_plainly_barred_cannot_be_gone(name):
    generator = Random(name)
    field, states = in_other_states(name, generator)
    field = field.with_doors(states)
    plan, spots = ground_plan(field), []
    while len(spots) < 30:
        x, y = generator.randrange(1000, field.width - 1000), generator.randrange(1000, field.depth - 1000)
        figure = Figure(id=f"{len(spots)}", x=x, y=y, diameter=1000)
        if stands_free(plan, figure, spots, MOVE) is None:
            spots.append(figure)
    barred = gone = 0
    for me in spots:
        others = [figure for figure in spots if figure is not me]
        ends = [
            (me.x + generator.randrange(-4000, 4001), me.y + generator.randrange(-4000, 4001))
            for _ in range(12)
        ]
        worth = prospects(plan, me, MOVE).worth(me.x, me.y, ends, others)
        for x, y in ends:
            ways = [
                check_path(field, me, [Waypoint(x, y, 0, way)], others, MOVE) for way in (Way.WALK, Way.VAULT)
            ]
            legal = any(report.legal for report in ways)
            assert not legal or (x, y) in worth
            barred, gone = barred + ((x, y) not in worth), gone + legal
    assert barred > gone > 10
