"""The quick form says what the exact form says."""

from random import Random

import numpy as np
import pytest

from firelane.infinity.exchanges import EDITIONS, tables_of
from firelane.odds.exchange import Attack, Exchange, HitsSave, result
from firelane.odds.fast import quick


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
