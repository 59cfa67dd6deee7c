"""Red Earth's commander: what it weighs beyond the veteran, in small situations and in whole games."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from bpre.raid import Raid, at, box
from firelane.bpre.acts import Attack, Go
from firelane.bpre.asking import Activate, Maneuver, PickTeam, PlaceUnits
from firelane.bpre.game import BPRE, Setup
from firelane.bpre.names import MANEUVER, other
from firelane.bpre.planning import Plan
from firelane.bpre.space import survey
from firelane.bpre.taskings import QUIVERING_BRIAR
from firelane.bpre.world import KILLED, card_of, on_table
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.lab.arena import Terms, bout
from firelane.players import Budget, mind_of, named
from firelane.players.bpre import opening, tempo
from firelane.players.bpre.fears import at_risk, cover, feared, lasting
from firelane.players.bpre.places import ends
from firelane.players.bpre.scene import Scene
from firelane.players.bpre.sorties import best_sortie
from firelane.players.simple import Veteran
from firelane.text import has
from players.clocks import WorkClock

WALL = box("wall", 0, 10, 12, 0.25)
"""South of it one is out of sight of whoever stands north of it, but for the east."""


def scene_of(raid, seat="scorch", farther=True, **units):
    world = raid.game.state.world
    changed = {name: replace(world.units[name], **fields) for name, fields in units.items()}
    return Scene(replace(world, units={**world.units, **changed}), seat, farther=farther)


def fear(scene, unit, x, y):
    node = scene.land.net.about(1000 * x, 1000 * y)
    return float(feared(scene, scene.world.units[unit], np.array([node]))[0])


def picked_teams(player, tasking):
    """The teams that a player fields on both sides."""
    game, generator, found = Game.new(BPRE, Setup(tasking=tasking), 3), Random(3), {}
    while len(found) < 2:
        game.throw_all()
        request = game.pending[0]
        answer = player(game.view(request.seat), request, Budget(nodes=1), generator)
        if isinstance(request, PickTeam):
            found[request.seat] = answer.units
        assert not isinstance(game.answer(request.seat, request.id, answer), Refusal)
    return found


@pytest.mark.parametrize("tasking", ["quivering-briar", "evergreen-citadel", "carcass-wraith"])
def test_it_fields_more_heads_where_the_card_lets_it(tasking):
    many, usual = (picked_teams(named(name, BPRE), tasking) for name in ("commander", "veteran"))
    for seat, units in usual.items():
        assert len(many[seat]) >= len(units)
    assert len(many["aayari"]) > len(usual["aayari"])
    assert "hongbin-enabler" in many["aayari"]
    if tasking == "evergreen-citadel":
        assert "operational-advisor" in many["scorch"]
    if tasking == "carcass-wraith":
        assert "muhtasib" in many["aayari"]


def test_where_the_card_counts_losses_everybody_fields_more_heads():
    """In Veiled Fever both sides' losses are counted, in Usurper's Mandible those of Scorch alone."""
    for tasking, counted in (("veiled-fever", "scorch aayari"), ("usurpers-mandible", "scorch")):
        many, usual = (picked_teams(named(name, BPRE), tasking) for name in ("commander", "veteran"))
        assert {seat for seat in many if many[seat] == usual[seat]} == set(counted.split())


def test_out_from_behind_a_corner_it_shoots_and_is_behind_it_again():
    foes = {f"aayari-{n}": at(5 + n, 20) for n in range(1, 5)}
    with Raid({"scorch-1": at(10.5, 8.5), **foes}, [WALL], phase=MANEUVER, tasking="veiled-fever") as raid:
        scene = scene_of(raid, **{name: {"chits": 1} for name in foes})
        unit = scene.world.units["scorch-1"]
        made = ends(scene, Plan(unit, scene.movement(unit)))
        sortie = best_sortie(scene, made)
        assert sortie is not None
        assert [type(act) for act in sortie.acts] == [Go, Attack, Go]
        x, y = sortie.acts[2].route[-1]
        moved = replace(scene.world.units["scorch-1"], x=x, y=y)
        after = replace(scene.world, units={**scene.world.units, "scorch-1": moved})
        assert not any("scorch-1" in survey(after).free_sight(foe) for foe in foes)
        answer = Maneuver("scorch-1", sortie.acts)
        request = raid.game.pending[0]
        weighed = mind_of(BPRE).farther.weigh(raid.game.view("scorch"), request, [answer])
        assert {"attack", "exposure", "tempo"} <= {term.name for term in weighed[0].terms}


def test_who_could_come_and_see_a_place_is_feared_until_it_has_acted():
    units = {"scorch-1": at(5, 5), "aayari-1": at(13, 13)}
    with Raid(units, [WALL], phase=MANEUVER, tasking="veiled-fever") as raid:
        before, after = scene_of(raid), scene_of(raid, **{"aayari-1": {"chits": 1}})
        behind = (9, 9)
        assert fear(before, "scorch-1", *behind) > 2 * fear(after, "scorch-1", *behind) > 0
        assert at_risk(before, before.world.units["scorch-1"]) > 0
        assert at_risk(after, after.world.units["scorch-1"]) == 0.0


def test_who_has_acted_is_feared_less_from_behind():
    units = {"scorch-1": at(5, 5), "aayari-1": at(5, 15)}
    with Raid(units, phase=MANEUVER, tasking="veiled-fever") as raid:
        facing, away = (scene_of(raid, **{"aayari-1": {"chits": 1, "facing": turn}}) for turn in (270, 90))
        assert fear(facing, "scorch-1", 5, 5) > fear(away, "scorch-1", 5, 5) > 0


def test_a_place_that_must_be_held_counts_less_where_opponents_come_to_see_it():
    units = {"scorch-1": at(12, 9), "aayari-1": at(12, 23)}
    with Raid(units, phase=MANEUVER, tasking="quivering-briar", edges={"scorch": "south"}) as raid:
        scene = scene_of(raid)
        unit = scene.world.units["scorch-1"]
        node = scene.land.net.about(12_000, 15_000)
        assert lasting(scene, unit)[node] < 1.0
        assert scene.progress(unit)[node] < scene_of(raid, farther=False).progress(unit)[node]


def test_who_keeps_others_from_their_goal_stays_where_it_can_come_to_see_it():
    low_wall = box("wall", 0, 19, 24, 0.25)
    units = {"scorch-1": at(12, 12), "aayari-1": at(12, 22)}
    with Raid(
        units, [low_wall], phase=MANEUVER, tasking="quivering-briar", edges={"scorch": "south"}
    ) as raid:
        scene = scene_of(raid, "aayari")
        (aim,) = [one for one in scene.aims.places if one.guards]
        covered = cover(scene, aim, 6000)
        near, shut_in = (covered[scene.land.net.about(12_000, y)] for y in (17_000, 22_000))
        assert near == pytest.approx(1.0)
        assert shut_in == 0.0


def test_what_the_others_can_still_do_speaks_for_going_first_where_it_is_little():
    units = {"scorch-1": at(3, 3), "scorch-2": at(20, 3), "aayari-1": at(1, 23, facing=90)}
    with Raid(units, phase=MANEUVER, tasking="quivering-briar", edges={"scorch": "south"}) as raid:
        scene = scene_of(raid)
        one = scene.world.units["scorch-1"]
        assert tempo.leaves(scene, one).points > 0
        alone = scene_of(raid, **{"scorch-2": {"chits": 1}})
        assert tempo.leaves(alone, alone.world.units["scorch-1"]).points == 0.0
        assert has("terms.tempo")


def test_at_set_up_it_hides_from_where_the_opponents_will_be():
    game = Game.new(BPRE, Setup(tasking="quivering-briar"), 5)
    world = game.state.world
    world = replace(world, chosen={"aayari-edge": "north"}, tasking="tasking.quivering-briar")
    assert opening._edges(world, "scorch-edge", _step("scorch-edge")) == ("south",)
    assert opening._edges(world, "aayari-edge", None) == ("north",)
    assert len(opening._edges(replace(world, chosen={}), "scorch-edge", _step("scorch-edge"))) == 4


def _step(name):
    return next(step for step in QUIVERING_BRIAR.steps if step.name == name)


class Late:
    """A clock that has run out."""

    part, ends = 1.0, 1.0


def asked(kind):
    """The first question of a kind to a commander, in Quivering Briar."""
    game, generator = Game.new(BPRE, Setup(tasking="quivering-briar"), 3), Random(3)
    player = named("veteran", BPRE)
    while True:
        game.throw_all()
        request = game.pending[0]
        view = game.view(request.seat)
        if isinstance(request, kind) and getattr(request, "phase", MANEUVER) == MANEUVER:
            return view, request
        game.answer(request.seat, request.id, player(view, request, Budget(nodes=1), generator))


def test_who_is_late_thinks_of_one_set_up_and_of_the_unit_that_gains_most():
    far = mind_of(BPRE).farther
    late = far.within(Late())
    view, request = asked(PlaceUnits)
    assert len(far.candidates(view, request, Random(1))) == 3
    (only,) = late.candidates(view, request, Random(1))
    assert only == far.candidates(view, request, Random(1))[0]
    view, request = asked(Activate)
    known, hurried = (
        {one.unit for one in mind.candidates(view, request, Random(1)) if isinstance(one, Maneuver)}
        for mind in (far, late)
    )
    assert len(hurried) < len(known)


@pytest.mark.parametrize("tasking", ["quivering-briar", "evergreen-citadel", "amber-wraith"])
def test_whole_games_of_commanders_are_legal_and_the_same_again(tasking):
    terms = Terms(
        ruleset="bpre", players=("commander", "veteran"), setup={"tasking": tasking}, budget=Budget(nodes=1)
    )
    one, two = (bout(terms, ("commander", "veteran"), 11, swapped=False) for _ in range(2))
    assert (one.winner, one.decisions, one.uses) == (two.winner, two.decisions, two.uses)


def test_with_a_budget_it_tries_maneuvers_out_to_the_end_and_decides_the_same_again():
    view, request = asked(Activate)
    commander = named("commander", BPRE)
    one, two = (commander.decide(view, request, Budget(nodes=1500), Random(5)) for _ in range(2))
    assert one == two
    assert 1000 < one.nodes <= 1500
    found = [term.points for tried in one.weighed for term in tried.terms if term.name == "search"]
    assert len(found) == mind_of(BPRE).trying.width
    assert any(found)


def test_the_standing_counts_what_both_sides_have_left():
    view, _ = asked(Activate)
    world = view.table.world
    for unit, sign in ((on_table(world, view.seat)[0], -1), (on_table(world, other(view.seat))[0], 1)):
        less = replace(world, units={**world.units, unit.id: replace(unit, place=KILLED)})
        after = replace(view, table=replace(view.table, world=less))
        gained = mind_of(BPRE).standing(after) - mind_of(BPRE).standing(view)
        assert gained == sign * card_of(world, unit).cp


def test_where_few_tries_can_be_made_it_goes_by_its_weights():
    view, request = asked(Activate)
    weighs = named("commander", BPRE).decide(view, request, Budget(nodes=30), Random(5))
    assert weighs.answer == Veteran(mind_of(BPRE).farther)(view, request, Budget(), Random(5))
    assert weighs.nodes < 20


def test_with_tries_too_it_keeps_its_time(monkeypatch):
    """By a clock that goes on with every call of a function: who else uses the machine is no matter.

    One try takes a quarter to two fifths of a second by this clock, and where the first takes more than a
    sixteenth of the time no more are made.
    """
    view, request = asked(Activate)
    commander, clock = named("commander", BPRE), WorkClock(monkeypatch)
    commander.decide(view, request, Budget(nodes=400), Random(4))  # what is looked up once is known
    with clock.running():
        made = commander.decide(view, request, Budget(seconds=10.0), Random(5))
    assert 8.0 < clock.read() < 10.3
    assert made.nodes > 200
