"""Labels: dealt as things come into sight, kept for good, and the same on every screen."""

from random import Random

import pytest

from firelane.bpre.game import BPRE
from firelane.bpre.game import Setup as Operation
from firelane.core.events import WATCHER
from firelane.core.game import Game
from firelane.core.labels import Called, in_full, label
from firelane.core.state import encode
from firelane.core.views import seen
from firelane.infinity.asking import Activate, Aros, Second
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.events import Hidden, MarkerRevealed, Moved
from firelane.players import Budget, named
from firelane.rulesets import screen_of
from firelane.server import presenting
from firelane.server.feeds import Feed
from infinity.declared import Discover, HideAgain, Idle, Reset
from infinity.opening import LIEUTENANT, Opening, put
from infinity.skirmish import FUSILIER, Skirmish, at, box, walk

LYNX = "lynx-unit/marksman-rifle"
MALIGNOS = "malignos/combi-rifle"
HELLCAT = "hellcats/combi-rifle"
WALL = box("wall", 10, 20, 20, 1, 6)
HIDDEN = {"camouflaged": True}


def board(game, seat, lang="en"):
    return screen_of(C1).board(game.game.view(seat), lang)


def labels(game, seat, lang="en"):
    """The labels on a screen by the places where they stand."""
    return {(one.x, one.y): one.label for one in board(game, seat, lang).figures if not one.away}


def line(game, seat, event, lang="en"):
    """A line of the log as that seat reads it."""
    (read,) = seen((event,), seat)
    (shown,) = presenting.log(C1, game.game.view(seat), [read], lang)
    return in_full(shown.text, shown.called)


def test_numbers_are_one_sides_and_letters_the_others():
    assert [label(0, n) for n in (1, 9, 10, 27)] == ["1", "9", "10", "27"]
    assert [label(1, n) for n in (1, 26, 27, 52, 53, 702, 703)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


def test_ids_are_replaced_where_they_stand_alone():
    called = (Called("red-1", "A", "Zhanshi"), Called("red-12", "L", ""))
    assert (
        in_full("red-12 sees red-1, red-13 and red-1-x.", called) == "L sees A Zhanshi, red-13 and red-1-x."
    )


def deployed(*, behind=("blue-2", "blue-4")):
    """Blue has two models and two markers at set places; `behind` says who hides where."""
    game = Opening(blue=(LIEUTENANT, LYNX, FUSILIER, LYNX, HELLCAT), red=(LIEUTENANT, FUSILIER))
    game.to_deployment()
    first = {"blue-1": put(10, 5), behind[0]: put(30, 5, **HIDDEN), behind[1]: put(20, 5, **HIDDEN)}
    return game.deploys("blue", first)


def test_before_they_are_seen_troopers_have_labels_that_no_public_one_can_be_taken_for():
    game = Opening(blue=(LIEUTENANT, LYNX), red=(LIEUTENANT, FUSILIER)).to_deployment()
    mine = [one.label for one in board(game, "blue").figures if one.side == "blue"]
    assert mine == ["*1", "*2"]
    assert not board(game, "red").figures or all(one.side == "red" for one in board(game, "red").figures)


def test_what_is_deployed_has_the_same_label_for_everybody_without_a_gap():
    game = deployed()
    places = {(10000, 5000): "1", (20000, 5000): "2", (30000, 5000): "3"}
    for seat in ("blue", "red", WATCHER):
        for lang in ("en", "ja"):
            assert labels(game, seat, lang) == places
    away = {one.id: one.label for one in board(game, "blue").figures if one.away and one.side == "blue"}
    assert away == {"blue-3": "*3", "blue-5": "*5"}


def test_labels_tell_nothing_of_who_hides_where():
    one, other = deployed(), deployed(behind=("blue-4", "blue-2"))
    for seat in ("red", WATCHER):
        assert encode(one.game.view(seat).table.world) == encode(other.game.view(seat).table.world)
        assert board(one, seat) == board(other, seat)
        feeds = [[e for m in g.game.moments for e in seen(m.events, seat)] for g in (one, other)]
        assert encode(feeds[0]) == encode(feeds[1])
    assert one.trooper("blue-2").x != other.trooper("blue-2").x


def test_who_is_revealed_keeps_the_label_of_its_marker():
    with Skirmish({"blue-1": at(20, 10, LYNX, marker=1), "blue-2": at(5, 5), "red-1": at(20, 30)}) as game:
        before = labels(game, "red")
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 12)))
        (moved,) = game.events(Moved)
        lines = {seat: line(game, seat, moved) for seat in ("blue", "red", WATCHER)}
        assert lines["blue"] == "1 LYNX goes to (20.0, 12.0)."
        assert lines["red"] == lines[WATCHER] == "1 Camouflage marker (S2) goes to (20.0, 12.0)."
        game.says("red", Aros(by={"red-1": Discover("blue-marker-1")}))
        game.says("blue", Second(skill=Idle())).dice(red=1)
        (shown,) = game.events(MarkerRevealed)
        for seat in ("blue", "red", WATCHER):
            assert line(game, seat, shown) == "1 Camouflage marker (S2) is revealed: it is 1 LYNX."
            assert line(game, seat, moved) == lines[seat]
            assert labels(game, seat) == {(20000, 12000): "1", (5000, 5000): "2", (20000, 30000): "A"}
        assert set(before.values()) == {"1", "2", "A"}


def test_who_hides_again_gets_a_fresh_label_and_has_its_own_again_when_it_is_seen():
    with Skirmish(
        {"blue-1": at(20, 10, LYNX), "blue-2": at(5, 5), "red-1": at(20, 30)}, (WALL,), pool=3
    ) as game:
        game.says("blue", Activate(trooper="blue-1", skill=HideAgain())).settle()
        (hidden,) = game.events(Hidden)
        for seat in ("blue", "red", WATCHER):
            assert labels(game, seat) == {(20000, 10000): "3", (5000, 5000): "2", (20000, 30000): "A"}
            told = line(game, seat, hidden)
            assert told == "1 LYNX goes into the Camouflaged state as 3 Camouflage marker (S2)."
        game.says("blue", Activate(trooper="blue-1", skill=walk(20, 11)))
        (moved,) = game.events(Moved)
        lines = {seat: line(game, seat, moved) for seat in ("blue", "red")}
        assert lines["blue"].startswith("3 LYNX goes")
        assert lines["red"].startswith("3 Camouflage marker (S2) goes")
        game.says("blue", Second(skill=Idle())).settle()
        assert labels(game, "red")[20000, 11000] == labels(game, "blue")[20000, 11000] == "3"
        game.says("blue", Activate(trooper="blue-1", skill=Reset())).settle()
        (shown,) = game.events(MarkerRevealed)
        for seat in ("blue", "red", WATCHER):
            assert line(game, seat, shown) == "3 Camouflage marker (S2) is revealed: it is 1 LYNX."
            assert labels(game, seat)[20000, 11000] == "1"
        assert {seat: line(game, seat, moved) for seat in ("blue", "red")} == lines
        game.says("blue", Second(skill=Idle())).dice(blue=1)


def _away(one):
    return getattr(one, "away", "")


FORCES = {
    "blue": (LIEUTENANT, LYNX, MALIGNOS, HELLCAT, FUSILIER),
    "red": ("zhanshi/combi-rifle-lieutenant", "sunduqbut/rifle", "malignos/combi-rifle-hacker", MALIGNOS),
}


@pytest.mark.parametrize("seed", range(3))
def test_in_a_whole_game_labels_agree_and_never_change(seed):
    game, player, chance = Game.new(C1, Setup(forces=FORCES), seed), named("random", C1), Random(seed)
    feeds = {(seat, lang): Feed(C1, seat) for seat in ("blue", "red", WATCHER) for lang in ("en", "ja")}
    then = {key: [] for key in feeds}
    known = {}
    for _ in range(150):
        game.throw_all()
        if game.state.outcome is not None:
            break
        public = {}
        for (seat, lang), feed in feeds.items():
            feed.follow(game.moments)
            fresh = feed.events[len(then[seat, lang]) :]
            shown = presenting.log(C1, feed.view, fresh, lang)
            then[seat, lang] += [{one.id: one.label for one in each.called} for each in shown]
            table = screen_of(C1).board(feed.view, lang)
            figures = [one for one in (*table.figures, *table.things) if one.label]
            here = {(one.side, one.x, one.y, one.z): one.label for one in figures if not _away(one)}
            public.setdefault("places", here)
            assert here == public["places"]
            if seat == WATCHER:
                for one in figures:
                    assert known.setdefault(one.id, one.label) == one.label
        request = game.pending[0]
        answer = player(game.view(request.seat), request, Budget(), chance)
        game.answer(request.seat, request.id, answer)
    assert len(set(known.values())) > 8
    for (seat, lang), feed in feeds.items():
        now = presenting.log(C1, feed.view, feed.events, lang)[: len(then[seat, lang])]
        assert [{one.id: one.label for one in each.called} for each in now] == then[seat, lang]


def test_units_of_red_earth_have_the_same_labels_for_both_players():
    game, player, chance = Game.new(BPRE, Operation(), 1), named("random", BPRE), Random(1)
    while not all(any(u.seat == seat for u in game.state.world.units.values()) for seat in BPRE.seats):
        game.throw_all()
        request = game.pending[0]
        answer = player(game.view(request.seat), request, Budget(), chance)
        game.answer(request.seat, request.id, answer)
    shown = [
        {one.id: one.label for one in screen_of(BPRE).board(game.view(seat), lang).figures}
        for seat in (*BPRE.seats, WATCHER)
        for lang in ("en", "ja")
    ]
    assert all(each == shown[0] for each in shown)
    assert {shown[0]["scorch-1"], shown[0]["aayari-1"]} == {"1", "A"}
    assert len(set(shown[0].values())) == len(shown[0])
