"""What a player knows of a battlespace: the lines between places, also from where no place of the map is."""

import numpy as np
import pytest

from firelane.bpre.game import BPRE, Setup
from firelane.bpre.space import TURNING, field_of
from firelane.core.game import Game
from firelane.players.bpre.land import Land
from firelane.table.looking import Line
from firelane.table.sight import line_of
from firelane.table.things import Figure

KINDS = {Line.NONE: 0, Line.OBSTRUCTED: 1, Line.DIRECT: 2}


def body(name, x, y):
    return Figure(id=name, x=int(x), y=int(y), diameter=1000)


@pytest.mark.parametrize("off", [(0, 0), (310, -240), (-480, 400)])
def test_the_lines_are_those_of_the_table_wherever_one_stands(off):
    """A slow reference: each pair looked at for itself, on a shipped battlespace with its doors open."""
    game = Game.new(BPRE, Setup(battlespace="market-quarter"), 1)
    game.throw_all()
    land = Land(field_of(game.state.world))
    open_field = land._fields[0]
    checked = {0: 0, 1: 0, 2: 0}
    for start in range(0, land.size, land.size // 7):
        x, y = int(land.x[start]) + off[0], int(land.y[start]) + off[1]
        found = land.outlook(x, y, 0, 0)
        for node in range(3, land.size, 41):
            if np.hypot(land.x[node] - x, land.y[node] - y) < 1600:
                continue
            one, two = body("one", x, y), body("two", land.x[node], land.y[node])
            there = KINDS[line_of(open_field, one, two, TURNING)]
            assert found.to[node] == there
            assert found.back[node] == KINDS[line_of(open_field, two, one, TURNING)]
            checked[there] += 1
    assert all(checked.values())
