"""The quick form says what the exact form says."""

from random import Random

import numpy as np
import pytest

from firelane.infinity.exchanges import EDITIONS, tables_of
from firelane.infinity.rolls import Rolling
from firelane.odds.clash import Line, Party, clash
from firelane.odds.exchange import Attack, Exchange, HitsSave, harm_of, result
from firelane.odds.fast import quick
from firelane.odds.swift import swift


def some_side(generator, ammunition):
    if generator.random() < 0.2:
        return Attack(generator.randint(1, 25), dodge=True)
    save = HitsSave("ARM", generator.randint(0, 9), generator.choice((0, 3)))
    ammo = generator.choice(ammunition)
    return Attack(generator.randint(0, 28), generator.randint(1, 5), ammo, generator.randint(8, 16), save)


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_the_quick_form_agrees_with_the_exact_one(ruleset):
    generator = Random(ruleset)
    ammunition = sorted(tables_of(ruleset).ammunition)
    for _ in range(60):
        one, other = some_side(generator, ammunition), some_side(generator, ammunition)
        if one.dodge and other.dodge:
            continue
        exact = result(ruleset, Exchange(one, other))
        found = quick(ruleset, one, other)
        assert found.active == pytest.approx(float(exact.win["active"]), abs=1e-12)
        assert found.reactive == pytest.approx(float(exact.win["reactive"]), abs=1e-12)
        for wounds, fractions in (
            (found.wounds_by_active, exact.wounds_by_active),
            (found.wounds_by_reactive, exact.wounds_by_reactive),
        ):
            whole = np.zeros(len(wounds))
            whole[: len(fractions)] = [float(p) for p in fractions]
            assert np.allclose(wounds, whole, atol=1e-12), (one, other)


@pytest.mark.parametrize("ruleset", EDITIONS)
def test_the_swift_form_of_whole_orders_agrees_with_the_exact_one(ruleset):
    generator = Random(f"{ruleset} orders")
    ammunition = sorted(tables_of(ruleset).ammunition)
    tables = tables_of(ruleset)
    for _ in range(40):
        lines = some_order(ruleset, generator, ammunition)
        parties = [Party(name, generator.randint(1, 2)) for name in ("a", "b", "c", "d")]
        exact, found = clash(tables, lines, parties), swift(tables, lines, parties)
        assert found.success == pytest.approx([float(p) for p in exact.success], abs=1e-12)
        for name, fate in exact.fates.items():
            mine = found.fates[name]
            whole = np.zeros(len(mine.lost))
            whole[: len(fate.lost)] = [float(p) for p in fate.lost]
            assert np.allclose(mine.lost, whole, atol=1e-12)
            assert mine.dead == pytest.approx(float(fate.dead), abs=1e-12)
            assert mine.unconscious == pytest.approx(float(fate.unconscious), abs=1e-12)
            gained = {state: float(p) for state, p in fate.states.items()}
            assert {s: p for s, p in mine.states.items() if p > 1e-15} == pytest.approx(gained, abs=1e-12)


def some_order(ruleset, generator, ammunition):
    """An active trooper against three: a shot that is answered, a Dodge against two, a template."""

    def harm():
        side = some_side(generator, ammunition)
        return harm_of(ruleset, Attack(1, 1, side.ammo, side.damage, side.hits_save))

    def number():
        return generator.randint(0, 25)

    value, dodge, dice = number(), number(), generator.randint(1, 4)
    return [
        Line("a", Rolling(value, dice, (2,), (value,)), "b", *harm()),
        Line("a", Rolling(value, 2, (3,), (value,)), "c", *harm()),
        Line("b", Rolling(dodge, 1, (0,), (dodge,)), "a", *harm()),
        Line("c", Rolling(dodge, 1, (1, 4), (dodge, dodge), (5,), (max(0, dodge - 3),))),
        Line("d", Rolling(12, 1, (3,), (12,)), "c", *harm()),
        Line("d", Rolling(0, 0, automatic=True), "c", *harm()),
        Line("d", Rolling(number(), 1), "a", *harm()),
    ]
