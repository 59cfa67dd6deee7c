"""Lists drawn by chance are legal, follow from their generator, and field every unit that a faction can."""

from random import Random

from firelane.forces.checks import check, totals
from firelane.forces.drawing import draw_list
from firelane.forces.library import forces


def drawn():
    return [draw_list(Random(seed), points) for seed in range(120) for points in (15, 25, 30)]


def test_every_drawn_list_is_legal_and_spends_what_it_can():
    lists = drawn()
    assert [army for army in lists if check(army)] == []
    spent = [totals(army).half_points / (army.points * 2) for army in lists]
    assert sum(spent) / len(spent) > 0.85  # a full list of ten cheap troopers may leave much


def test_the_same_generator_draws_the_same_list():
    assert draw_list(Random(7), 25) == draw_list(Random(7), 25)
    assert len({repr(army) for army in drawn()}) > 300


def test_every_unit_of_a_faction_with_a_lieutenant_is_drawn():
    data = forces()
    led = {sheet.faction for sheet in data.sheets.values() if sheet.is_lieutenant}
    fielded = {entry.unit for army in drawn() for entry in army.troopers}
    assert fielded == {key for key, unit in data.units.items() if unit.faction in led}
