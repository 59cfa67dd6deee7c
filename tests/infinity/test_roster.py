"""What is looked up once for a moment is what a fresh look finds."""

from random import Random

from msgspec.structs import replace

from firelane.infinity.names import DISENGAGED
from firelane.infinity.roster import Roster, roster
from firelane.infinity.space import enemies_engaged_with, field_of
from firelane.infinity.world import Place
from firelane.lab.many import play
from firelane.rulesets import load


def test_what_is_carried_on_from_the_moment_before_is_what_a_fresh_look_finds():
    game = play(load("c1"), 3)
    worlds = [moment.state.world for moment in game.moments]
    recent = []
    for world in worlds:
        carried, fresh = Roster(world.troopers, recent[-3:]), Roster(world.troopers)
        assert carried.here == fresh.here == [t for t in world.troopers.values() if t.place is Place.TABLE]
        assert carried.figures == fresh.figures
        assert carried.engaged == fresh.engaged
        field = field_of(world)
        assert [carried.looks_round(field, t.id) for t in fresh.here] == [
            fresh.looks_round(field, t.id) for t in fresh.here
        ]
        assert (carried.crowd._place == fresh.crowd._place).all()
        assert (carried.crowd._mark[:, 1:] == fresh.crowd._mark[:, 1:]).all()
        recent.append(carried)
    assert len({id(roster(world)) for world in (worlds[-1], worlds[-1])}) == 1


def test_who_fights_whom_is_told_anew_when_somebody_comes_or_breaks_away():
    game = play(load("c1"), 3)
    world = next(m.state.world for m in game.moments if len(roster(m.state.world).here) > 10)
    generator = Random(0)
    blue, red = (generator.choice(roster(world).of(seat)) for seat in ("blue", "red"))
    bare = {"marker": 0, "states": (), "z": 0}
    apart = {t.id: replace(t, x=1000 * n, **bare) for n, t in enumerate(world.troopers.values())}
    near = apart | {blue.id: replace(blue, x=24000, y=24000, **bare)}
    near |= {red.id: replace(red, x=24984, y=24000, **bare)}
    left = near | {red.id: replace(near[red.id], states=(DISENGAGED,))}
    before = Roster(apart)
    for troopers, foes in ((near, [red.id]), (left, []), (apart, [])):
        after = Roster(troopers, [before])
        assert [t.id for t in after.engaged.get(blue.id, [])] == foes
        there = replace(world, troopers=troopers)
        assert [t.id for t in enemies_engaged_with(there, troopers[blue.id])] == foes
        before = after
