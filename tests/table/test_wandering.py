"""Ways that are proposed quickly can be gone."""

from random import Random

import pytest

from firelane.table.fieldfile import ready_field
from firelane.table.movement import MoveRules, Way, Waypoint
from firelane.table.paths import check_path
from firelane.table.surfaces import ground_plan
from firelane.table.things import Figure
from firelane.table.wandering import wandering

RULES = MoveRules(allowance=6000, passage_percent=50)


@pytest.mark.parametrize("name", ["harbour-town", "market-quarter"])
def test_a_leg_that_is_proposed_can_be_gone_and_most_others_cannot(name: str) -> None:
    """It is careful, never wrong: squeezes and some vaults are not proposed, though they could be gone."""
    field, generator = ready_field(name).battlefield, Random(1)
    figure = Figure(id="mover", x=0, y=0, side="a")
    ways = wandering(ground_plan(field), figure, RULES)
    proposed = missed = barred = 0
    for _ in range(400):
        start = (
            generator.randrange(1000, field.width - 1000),
            generator.randrange(1000, field.depth - 1000),
            0,
        )
        if not ways.leg(start, start[0], start[1]):
            continue
        here = figure.at(*start)
        x, y = start[0] + generator.randrange(-4000, 4000), start[1] + generator.randrange(-4000, 4000)
        way = ways.leg(start, x, y)
        if way is not None:
            report = check_path(field, here, (Waypoint(x, y, 0, way),), (), RULES)
            assert report.legal, (start, x, y, way, report.trouble)
            proposed += 1
        else:
            tries = [
                check_path(field, here, (Waypoint(x, y, 0, how),), (), RULES) for how in (Way.WALK, Way.VAULT)
            ]
            missed += any(report.legal for report in tries)
            barred += not any(report.legal for report in tries)
    assert proposed > 30
    assert barred > 2 * missed


def test_links_lead_to_other_levels_within_reach() -> None:
    field = ready_field("harbour-town").battlefield
    figure = Figure(id="mover", x=0, y=0, side="a")
    ways = wandering(ground_plan(field), figure, RULES)
    taken = set()
    for x in range(1000, field.width, 1500):
        for y in range(1000, field.depth, 1500):
            if ways.leg((x, y, 0), x, y) is None:
                continue
            for way in ways.links((x, y, 0), 6000):
                report = check_path(field, figure.at(x, y, 0), way, (), RULES)
                assert report.legal, (x, y, way, report.trouble)
                assert report.end.z != 0
                taken.add(way[-1].way)
    assert {Way.STAIRS, Way.LADDER, Way.VAULT} <= taken


def test_one_survey_serves_all_allowances() -> None:
    plan = ground_plan(ready_field("harbour-town").battlefield)
    figure = Figure(id="mover", x=0, y=0)
    other = MoveRules(allowance=4000, passage_percent=50)
    assert wandering(plan, figure, RULES) is wandering(plan, figure, other)
    assert wandering(plan, figure, RULES) is not wandering(
        plan, Figure(id="big", x=0, y=0, diameter=2165), RULES
    )
