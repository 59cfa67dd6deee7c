"""Airborne Deployment from the army list on: who stays away, who knows of it, what it adds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firelane.core.events import WATCHER
from firelane.core.state import encode
from firelane.forces.library import forces
from firelane.infinity.asking import Activate, Aros, LandedAtEdge, OrderType
from firelane.infinity.sheets import sheet
from firelane.infinity.world import Place
from firelane.testing.proofs import rule
from infinity.declared import Drop, Enter
from infinity.opening import LIEUTENANT, Opening, put
from infinity.skirmish import FUSILIER, PARATROOPER, inches, printed

PARACHUTIST = "hassassin-bokhtar/red-fury-parachutist"
JUMPER = "test/combat-jump"
"""No unit of the edition has Combat Jump without Parachutist: this one is a Hellcat without the latter."""


@pytest.fixture(autouse=True)
def _jumper() -> Iterator[None]:
    facts = forces("c1").sheets[PARATROOPER]
    skills = tuple(skill for skill in facts.skills if skill.key != "parachutist")
    with printed(JUMPER, PARATROOPER, skills=skills, carries=facts.carries - {"parachutist"}):
        yield


def opened(*more: str) -> Opening:
    """Blue's Lieutenant, a Fusilier and whoever else is named, at the beginning of the deployment."""
    return Opening(blue=(LIEUTENANT, FUSILIER, *more)).to_deployment()


def deployed(*more: str) -> Opening:
    """The same when all that are deployed stand on the table."""
    blue = {"blue-1": put(20, 5), "blue-2": put(25, 5)}
    return opened(*more).deploy_all(blue, {"red-1": put(20, 44), "red-2": put(25, 44)})


def test_each_sheet_has_one_of_the_two_skills() -> None:
    for key, own, other in (
        (PARACHUTIST, "parachutist", "combat-jump"),
        (JUMPER, "combat-jump", "parachutist"),
    ):
        facts = sheet(f"c1:{key}")
        assert (facts.carries(own), facts.carries(other)) == (True, False)


def each(jump: pytest.MarkDecorator, parachute: pytest.MarkDecorator) -> pytest.MarkDecorator:
    """One case for each of the two skills, which proves its own statement."""
    return pytest.mark.parametrize(
        "key",
        [
            pytest.param(JUMPER, marks=jump, id="combat-jump"),
            pytest.param(PARACHUTIST, marks=parachute, id="parachutist"),
        ],
    )


@each(rule("c1.combat-jump.1"), rule("c1.parachutist.1"))
def test_it_is_not_deployed_in_the_deployment_phase(key: str) -> None:
    with opened(key) as game:
        assert game.asked("blue").actors == ("blue-1", "blue-2"), "not asked where it deploys"
        every = {"blue-1": put(20, 5), "blue-3": put(25, 5)}
        assert game.refuses("blue", every) == "n4-core.deployment.1"
        game.deploys("blue", {"blue-1": put(20, 5)})
    with deployed(key) as game:
        assert game.trooper("blue-3").place is Place.AIR
        assert game.is_asked("blue", "give-order"), "the deployment is over without it"


@each(rule("c1.combat-jump.1"), rule("c1.parachutist.1"))
def test_nothing_tells_the_enemy_that_it_is_in_the_list(key: str) -> None:
    """The enemy and the watchers have byte for byte before them what they would have without it."""
    seen = []
    for more in ((key,), ()):
        views = []
        with opened(*more) as game:
            views += [encode(game.game.view(seat)) for seat in ("red", WATCHER)]
            game.deploys("blue", {"blue-1": put(20, 5)}).deploys("red", {"red-1": put(20, 44)})
            views += [encode(game.game.view(seat)) for seat in ("red", WATCHER)]
            game.deploys("blue", {"blue-2": put(25, 5)}).deploys("red", {"red-2": put(25, 44)})
            views += [encode(game.game.view(seat)) for seat in ("red", WATCHER)]
            assert (b"blue-3" in encode(game.game.view("blue"))) is bool(more), "its player knows of it"
        seen.append(views)
    assert seen[0] == seen[1]


@each(rule("c1.combat-jump.2"), rule("c1.parachutist.2"))
def test_it_adds_no_order_while_it_is_off_the_table(key: str) -> None:
    with deployed(key) as game:
        assert (game.world.sides["blue"].own, game.world.sides["red"].own) == (("blue-3",), ())
        assert game.world.sides["blue"].pool == 2
        game.end_turn().end_turn()
        assert game.world.sides["blue"].pool == 2, "nor in the second round"


def drop(order: OrderType = OrderType.OWN, skill: Drop | Enter | None = None) -> Activate:
    return Activate(trooper="blue-3", order=order, skill=skill or Drop(to=(24000, 24000, 0), facing=90))


def unanswered(game: Opening) -> None:
    """Whoever sees the landing does not react."""
    if game.is_asked("red", "declare-aros"):
        game.says("red", Aros())


ENTER = Enter(to=(492, 24000, 0), facing=0)


@rule("c1.combat-jump.3", "n4-core.orders.9", "n4-core.orders.8")
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_combat_jump_costs_the_own_one_order_in_any_own_turn(round_: int) -> None:
    with deployed(JUMPER) as game:
        for _ in range(round_ - 1):
            game.end_turn().end_turn()
        assert game.refused("blue", drop(OrderType.REGULAR)).rule == "n4-core.orders.8"
        assert game.refused("blue", drop(OrderType.LIEUTENANT)).rule == "n4-core.orders.4"
        assert game.refused("blue", drop(skill=ENTER)).rule == "c1.parachutist.1", "that is another skill"
        game.says("blue", drop()).dice(1)
        side = game.world.sides["blue"]
        assert (side.pool, side.own, side.lieutenant_order) == (2, (), True)
        unanswered(game)
        assert not game.is_asked("blue", "declare-second"), "an Entire Skill"


@rule("c1.parachutist.3", "c1.parachutist.5")
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_a_parachutist_enters_for_its_own_one_order_in_any_own_turn_without_a_roll(round_: int) -> None:
    with deployed(PARACHUTIST) as game:
        for _ in range(round_ - 1):
            game.end_turn().end_turn()
        assert game.refused("blue", drop(OrderType.REGULAR, ENTER)).rule == "n4-core.orders.8"
        assert game.refused("blue", drop(OrderType.LIEUTENANT, ENTER)).rule == "n4-core.orders.4"
        assert game.refused("blue", drop()).rule == "c1.combat-jump.1", "that is another skill"
        game.says("blue", drop(skill=ENTER))
        assert game.trooper("blue-3").place is Place.TABLE, "not a die"
        side = game.world.sides["blue"]
        assert (side.pool, side.own, side.lieutenant_order) == (2, (), True)
        unanswered(game)
        assert not game.is_asked("blue", "declare-second"), "an Entire Skill"


@rule("c1.combat-jump.4", "c1.combat-jump.5")
@pytest.mark.parametrize(("x", "y"), [(0.492, 0.492), (24, 24), (47.508, 30), (24, 40), (0.492, 47.508)])
def test_a_drop_names_any_point_of_the_table_and_rolls_ph_once(x: float, y: float) -> None:
    """PH 10 of a Hellcat and +3 in brackets; its roll of 13 would be a critical and is a success."""
    ph = sheet(f"c1:{JUMPER}").facts.ph
    to = (inches(x), inches(y), 0)
    for face, landed in ((ph, True), (20, False)):
        with deployed(JUMPER) as game:
            game.says("blue", drop(skill=Drop(to=to, facing=90)))
            (die,) = game.game.pending[0].dice
            assert die == 20
            game.dice(face)
            if landed:
                assert (game.trooper("blue-3").x, game.trooper("blue-3").y) == to[:2]
                assert game.trooper("blue-3").place is Place.TABLE
            else:
                assert game.asked("blue").rules == ("c1.combat-jump.6",)
                assert game.trooper("blue-3").place is Place.AIR
                game.says("blue", LandedAtEdge(to=(24000, 492, 0), facing=90))
            unanswered(game)
