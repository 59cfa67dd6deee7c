"""The mission card: how points are made, how far each side has come, what was scored for what."""

from __future__ import annotations

import re
from random import Random

import pytest

from firelane.bpre.edition import EDITION
from firelane.bpre.game import BPRE
from firelane.bpre.game import Setup as Operation
from firelane.bpre.goals import HAVE
from firelane.bpre.taskings import TASKINGS, Tasking
from firelane.core.events import WATCHER
from firelane.core.game import Game
from firelane.infinity.asking import EndOrders, Named
from firelane.infinity.c1.game import C1
from firelane.infinity.events import Scored
from firelane.infinity.missions import GOALS, MISSIONS
from firelane.infinity.missions import worth as victory_worth
from firelane.infinity.world import Place
from firelane.players import Budget, named
from firelane.rulesets import screen_of
from firelane.server import presenting
from firelane.server.feeds import Feed
from firelane.text import has
from infinity.skirmish import Skirmish, at

DOWN = {"states": ("unconscious",), "points": 0}
GONE = {"place": Place.GONE, "states": ("dead",), "points": -1}
STRONG = "aquila-guard/heavy-machine-gun"
LANGS = ("en", "ja")


def card(game, seat="blue", lang="en"):
    return screen_of(C1).board(game.game.view(seat), lang)


def share(board, goal, seat):
    (shown,) = [one for one in board.goals if one.id == goal]
    (found,) = [one for one in shown.shares if one.seat == seat]
    return found


@pytest.mark.parametrize("mission", MISSIONS)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("points", [30, 4])
def test_every_mission_says_how_it_is_won(mission, lang, points):
    troopers = {"blue-1": at(20, 10), "red-1": at(24, 40)}
    with Skirmish(troopers, mission=mission, points=points) as game:
        for seat in ("blue", "red", WATCHER):
            board = card(game, seat, lang)
            assert board.mission.name
            assert len(board.mission.lines) >= 2
            assert all(one.text and one.rule and len(one.shares) == 2 for one in board.goals)
            ids = {one.id for one in board.goals}
            scoring = {goal.key for goal in MISSIONS[mission].goals}
            assert "victory-points" in ids
            if points == 30 or mission != "annihilation":
                assert ids == {*scoring, "victory-points"}


def test_what_a_side_has_and_can_still_gain_is_told():
    troopers = {"blue-1": at(20, 10, STRONG), "red-1": at(24, 40), "red-2": at(28, 40, STRONG, **GONE)}
    with Skirmish(troopers, mission="annihilation", points=30, round=2) as game:
        lost = victory_worth(game.world.troopers["red-2"]) / 2
        red = card(game, "red")
        killed = share(red, "killed", "blue")
        assert killed.have == f"{lost:g} army points"
        assert (killed.worth, killed.left) == ("Objective Points: 1", "at most 4 to come")
        assert share(red, "killed", "red").have == "troopers Killed or Null: 0; their cost is private"
        assert share(red, "alive", "blue").have == "private until the end"
        blue = card(game, "blue")
        assert share(blue, "killed", "blue").have == "troopers Killed or Null: 1; their cost is private"
        assert share(blue, "alive", "blue").worth == "Objective Points: 1"
        (score,) = [one for one in blue.mission.scores if one.seat == "blue"]
        assert (score.scored, score.now, score.least, score.most) == (0, 1, True, 4 + 4 + 2)


def test_what_the_card_counts_is_what_is_scored():
    """What its own side may know of each goal in the last round, and what each scores then."""
    troopers = {
        "blue-1": at(30, 30, STRONG),
        "blue-2": at(20, 10),
        "red-1": at(24, 40, STRONG),
        "red-2": at(28, 40, STRONG, **DOWN),
    }
    for mission in MISSIONS:
        with Skirmish(troopers, mission=mission, points=30, round=3) as game:
            goals = {
                (one.id, part.seat): part
                for seat in ("blue", "red")
                for one in card(game, seat).goals
                for part in one.shares
                if part.worth
            }
            while game.game.state.outcome is None:
                request = game.game.pending[0]
                leader = {"name-lieutenant": Named(trooper=f"{request.seat}-1")}
                game.says(request.seat, leader.get(request.kind, EndOrders()))
            scored = {(event.goal, event.seat): event.count for event in game.events(Scored)}
            for key, part in goals.items():
                points = scored.get(key)
                assert part.worth == (f"Objective Points: {points}" if points else "no Objective Point")
            after = card(game)
            sides = game.world.sides
            assert {one.seat: (one.scored, one.now, one.most) for one in after.mission.scores} == {
                seat: (sides[seat].objective_points, sides[seat].objective_points, 0)
                for seat in sides
                if MISSIONS[mission].goals
            }


def test_domination_can_be_scored_once_more_in_every_round_that_is_left():
    troopers = {"blue-1": at(20, 10), "red-1": at(24, 40)}
    with Skirmish(troopers, mission="domination", points=30, round=2) as game:
        assert share(card(game), "quadrants", "blue").left == "at most 4 to come"


def test_the_card_tells_nothing_that_is_hidden():
    lynx = "lynx-unit/marksman-rifle"
    hidden = {"blue-1": at(20, 10), "blue-2": at(30, 10, lynx, marker=1), "red-1": at(24, 40)}
    other = {
        "blue-1": at(20, 10),
        "blue-2": at(30, 10, "malignos/combi-rifle", marker=1),
        "red-1": at(24, 40),
    }
    for mission in MISSIONS:
        cards = []
        for troopers in (hidden, other):
            with Skirmish(troopers, mission=mission, points=30) as game:
                board = card(game, "red")
                cards.append((board.mission, board.goals))
        assert cards[0] == cards[1]


@pytest.mark.parametrize("lang", LANGS)
def test_the_end_says_for_what_each_point_was_scored(lang):
    troopers = {"blue-1": at(20, 10), "blue-2": at(22, 10), "red-1": at(24, 40, STRONG, **DOWN)}
    with Skirmish(troopers, mission="annihilation", points=30, round=3) as game:
        while game.game.state.outcome is None:
            game.says(game.game.pending[0].seat, EndOrders())
        feed = Feed(C1, "red")
        feed.follow(game.game.moments)
        ended = presenting.state(C1, feed, None, 0, lang).outcome
        scored = game.events(Scored)
        assert [line.rules for line in ended.scored] == [(event.because[0].rule,) for event in scored]
        for line, event in zip(ended.scored, scored, strict=True):
            assert str(event.count) in line.text
            assert "{" not in line.text
        if lang == "en":
            enemies = next(line.text for line in ended.scored if line.rules[0].endswith("annihilation.1"))
            sentence = r"Objective Points for Blue: \d\. Enemies worth [\d.]+ army points are Killed\."
            assert re.fullmatch(sentence, enemies)


def test_every_goal_has_its_words():
    for key in GOALS:
        assert all(has(f"missions.{kind}-{key}") for kind in ("goal", "have", "scored"))


# Red Earth


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("tasking", [rule.key for rule in TASKINGS])
def test_every_tasking_says_what_is_to_be_done_and_how_far_it_is(tasking, lang):
    game = Game.new(BPRE, Operation(tasking=tasking.removeprefix("tasking.")), 1)
    player = named("random", BPRE)
    chance = Random(1)
    while not game.state.world.turn:
        game.throw_all()
        request = game.pending[0]
        game.answer(request.seat, request.id, player(game.view(request.seat), request, Budget(), chance))
    data = EDITION.data(tasking, Tasking)
    for seat in (*BPRE.seats, WATCHER):
        board = screen_of(BPRE).board(game.view(seat), lang)
        assert len(board.mission.lines) == len(data.rewards)
        assert [(one.rule, [s.seat for s in one.shares]) for one in board.goals] == [
            (f"bpre.{tasking}.{c.statement}", [c.force]) for c in data.success
        ]
        assert all(share.have and "{" not in share.have for one in board.goals for share in one.shares)
    for criterion, one in zip(data.success, board.goals, strict=True):
        assert str(HAVE[criterion.test](game.state.world, criterion)) in one.shares[0].have
