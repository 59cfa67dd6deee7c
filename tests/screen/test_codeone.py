"""CodeOne on a screen: whole games answered by nothing but what the prompts offer."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.lines import Answered
from firelane.core.machine import SetStanding
from firelane.core.requests import Answer, Request, Roll
from firelane.core.state import AnyState
from firelane.core.views import seen
from firelane.infinity.asking import Activate, OrderType
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.events import AroDeclared, Entered, Moved, OrderSpent, Rolled
from firelane.infinity.names import SEATS
from firelane.infinity.space import Survey, body, is_null, on_table
from firelane.infinity.world import Place
from firelane.players import Budget, random_player
from firelane.rulesets import screen_of
from firelane.screen.prompts import Prompt, SlotKind
from firelane.screen.screens import Place3, Screen
from firelane.table.movement import Way
from firelane.text import say
from infinity.declared import Dodge, Move
from infinity.skirmish import at, failed_jump
from screen.assembling import Chosen, assembled, by_chance, get, plainly, put, standing

SCREEN: Screen = screen_of(C1)


def read(prompt: Prompt, chosen: Chosen) -> Answer:
    """The answer as the server reads it from the wire."""
    answer = C1.read_answer(msgspec.json.encode(assembled(prompt, chosen)))
    assert not isinstance(answer, Refusal), answer
    return answer


def questions(seed: int, count: int, **setup: Any) -> Any:
    """The first questions of a random game, each with its game."""
    game = Game.new(C1, Setup(**setup), seed)
    generator, player = Random(seed), random_player(C1)
    for _ in range(count):
        game.throw_all()
        if game.state.outcome is not None:
            return
        request = game.pending[0]
        yield game, request
        result = game.answer(
            request.seat, request.id, player(game.view(request.seat), request, Budget(), generator)
        )
        assert not isinstance(result, Refusal)


def judged(game: Game, request: Request, answer: Answer) -> Refusal | None:
    refusal: Refusal | None = C1.question(request).refuse(game.view(request.seat), request, answer)
    return refusal


@pytest.mark.parametrize("mission", ["annihilation", "supplies"])
def test_what_stands_or_needs_no_slot_is_accepted(mission: str) -> None:
    generator = Random(5)
    kinds = set()
    for game, request in questions(11, 160, mission=mission):
        prompt = SCREEN.prompt(game.view(request.seat), request, "en")
        chosen = by_chance(prompt, generator)
        answer = read(prompt, chosen)
        assert judged(game, request, answer) is None, (request.kind, answer)
        kinds.add(request.kind)
    assert {"deploy", "give-order", "declare-second", "declare-aros"} <= kinds


def test_a_way_drawn_by_hand_goes_into_the_answer() -> None:
    """The way that the screen finds is one that the rules take."""
    found = 0
    for game, request in questions(3, 60):
        if request.kind != "give-order":
            continue
        view = game.view(request.seat)
        prompt = SCREEN.prompt(view, request, "en")
        drawn = (o for o in prompt.parts[0].options if o.slots and o.slots[0].kind is SlotKind.ROUTE)
        option = next(drawn, None)
        if option is None:
            continue
        figure = next(f for f in SCREEN.board(view, "en").figures if f.id == option.figure)
        way = SCREEN.way(view, request, figure.id, None, (figure.x + 900, figure.y + 900, figure.z), "en")
        if way.trouble:
            continue
        x, y, z, _ = way.route[-1]
        on = SCREEN.way(view, request, figure.id, (x, y, z), (x - 300, y, z), "en")
        assert on.trouble or on.length == 300
        slot = option.slots[0]
        value = put(plainly(option.value), slot.place, [list(point) for point in way.route])
        answer = read(prompt, {prompt.parts[0].id: (msgspec.structs.replace(option, value=value),)})
        told = SCREEN.preview(view, request, answer, True, "en")
        end = get(msgspec.to_builtins(answer), "/skill/route")[-1]
        assert tuple(end[:2]) == (figure.x + 900, figure.y + 900)
        assert not told.refusal
        assert told.facts[0].value == f"{way.length / 1000:.1f} of {slot.reach // 1000} inches"
        found += 1
    assert found >= 5


@pytest.mark.parametrize(("lang", "labels"), [
    ("en", ("South edge", "West edge", "East edge")), ("ja", ("南の端", "西の端", "東の端")),
])  # fmt: skip
def test_after_a_failed_jump_a_place_is_shown_at_any_edge_of_the_zone(
    lang: str, labels: tuple[str, ...]
) -> None:
    with failed_jump({"red-1": at(24, 46, facing=90)}) as game:
        view, request = game.game.view("blue"), game.asked("blue")
        prompt = SCREEN.prompt(view, request, lang)
        assert "blue-1" in prompt.title
        assert prompt.help
        (part,) = prompt.parts
        assert tuple(option.label for option in part.options) == labels
        assert part.chosen == ("south",), "nearest to the middle of the table"
        lines = ((492, 492, 47508, 492), (492, 492, 492, 11508), (47508, 492, 47508, 11508))
        for option, line in zip(part.options, lines, strict=True):
            where, facing = option.slots
            assert (where.kind, where.within, facing.kind) == (SlotKind.POINT, line, SlotKind.FACING)
            for to in (get(plainly(option.value), where.place), [line[0], line[1], 0], [line[2], line[3], 0]):
                value = put(plainly(option.value), where.place, list(to))
                answer = read(prompt, {part.id: (msgspec.structs.replace(option, value=value),)})
                assert judged(game.game, request, answer) is None
                told = SCREEN.preview(view, request, answer, True, lang)
                assert "blue-1" in told.text
                assert not told.refusal
        game.says("blue", answer).finish_order()


def test_the_board_shows_what_the_seat_sees_and_no_more() -> None:
    removed: set[str] = set()
    for game, _ in questions(21, 120):
        for seat in SEATS:
            view = game.view(seat)
            board = SCREEN.board(view, "ja")
            known = view.table.world.troopers
            assert {figure.id for figure in board.figures} == known.keys()
            gone = {name for name, trooper in known.items() if trooper.place is Place.GONE}
            assert gone == {f.id for f in board.figures if f.away == say("screen.gone", "ja")}
            removed |= gone
            hidden = {t.id for t in game.state.world.troopers.values() if t.marker and t.seat != seat}
            assert not hidden & {figure.id for figure in board.figures}
            told = msgspec.json.encode(board).decode()
            assert not any(f'"{name}"' in told for name in hidden)
            theirs = [badge.short for f in board.figures if f.side != seat for badge in f.badges]
            assert say("screen.badge-lieutenant", "ja") not in theirs
    assert removed


def test_a_deployment_is_proposed_whole() -> None:
    game = Game.new(C1, Setup(), 4)
    generator, player = Random(4), random_player(C1)
    while game.pending[0].kind != "deploy":
        request = game.pending[0]
        if isinstance(request, Roll):
            game.throw()
        else:
            game.answer(
                request.seat, request.id, player(game.view(request.seat), request, Budget(), generator)
            )
    request = game.pending[0]
    prompt = SCREEN.prompt(game.view(request.seat), request, "en")
    answer = read(prompt, standing(prompt))
    assert judged(game, request, answer) is None
    placed = msgspec.to_builtins(answer)["troopers"]
    assert len(placed) >= len(request.actors) - 2
    moved = put(plainly(answer), f"/troopers/{next(iter(placed))}/x", -5000)
    elsewhere = C1.read_answer(msgspec.json.encode(moved))
    assert not isinstance(elsewhere, Refusal)
    refused = judged(game, request, elsewhere)
    assert refused is not None
    assert refused.rule == "n4-core.deployment.4"


def test_sight_is_shown_both_ways() -> None:
    for game, request in questions(8, 90):
        if request.kind != "give-order":
            continue
        view = game.view(request.seat)
        for name in request.actors[:3]:
            look = SCREEN.look(view, name, "en")
            assert len(look.lines) == len(look.sees)
            for foe in look.sees:
                if view.table.world.troopers[foe].marker:
                    continue
                assert name in SCREEN.look(view, foe, "en").seen_by


@pytest.mark.parametrize("measuring", [True, False])
def test_odds_stand_beside_a_shot(measuring: bool) -> None:
    """With open measuring one row for each reaction, by the book one for each range band of the weapon."""
    shown = 0
    for game, request in questions(8, 120):
        if request.kind not in {"give-order", "declare-second"}:
            continue
        view = game.view(request.seat)
        prompt = SCREEN.prompt(view, request, "en")
        for option in prompt.parts[0].options:
            value = plainly(option.value)
            if option.forbidden or get(value, "/answer") == "end-orders":
                continue
            if get(value, "/skill/skill") != "b-s-attack":
                continue
            answer = read(prompt, {prompt.parts[0].id: (option,)})
            told = SCREEN.preview(view, request, answer, measuring, "en")
            for outlook in told.outlooks:
                assert all(
                    sum(part.value for part in one.parts) == one.total or one.total == 0
                    for one in outlook.sums
                )
                assert all(0.0 <= one.chance <= 1.0 for one in outlook.chances)
                assert ("inches" in outlook.title) != measuring
                shown += 1
    assert shown >= 3


def test_what_may_not_be_done_is_shown_with_the_rule_that_forbids_it() -> None:
    """Nobody of one's own on the table is left out: who can act has options, who cannot has the reason."""
    barred = 0
    for game, request in questions(8, 140):
        if request.kind not in {"give-order", "declare-second"}:
            continue
        view = game.view(request.seat)
        options = SCREEN.prompt(view, request, "en").parts[0].options
        if request.kind == "give-order":
            own = {
                t.id
                for t in view.table.world.troopers.values()
                if t.seat == request.seat and t.place is Place.TABLE
            }
            assert own <= {option.figure for option in options}
        japanese = {one.id: one.forbidden for one in SCREEN.prompt(view, request, "ja").parts[0].options}
        for option in options:
            if not option.forbidden:
                continue
            assert option.value is None
            assert option.forbidden_rule
            assert japanese[option.id] != option.forbidden
            allowed = [o for o in options if o.figure == option.figure and o.group == option.group]
            assert allowed == [option], "only of what is not allowed at all one is shown"
            barred += 1
    assert barred >= 3


def test_cover_at_the_end_of_a_way_is_told_with_open_measuring_only() -> None:
    told = set()
    for game, request in questions(8, 140):
        if request.kind != "give-order":
            continue
        view = game.view(request.seat)
        troopers = view.table.world.troopers
        for name in request.actors:
            here = troopers[name]
            stay = Move(route=((here.x, here.y, here.z, Way.WALK),), facing=here.facing, prone=here.prone)
            answer = Activate(trooper=name, order=OrderType.REGULAR, skill=stay)
            book = SCREEN.preview(view, request, answer, False, "en")
            if book.refusal:
                continue
            assert all(fact.rule != "n4-core.cover" for fact in book.facts)
            (cover,) = (
                fact
                for fact in SCREEN.preview(view, request, answer, True, "en").facts
                if fact.rule == "n4-core.cover"
            )
            survey = Survey(view.table.world, {})
            point = (here.x, here.y, here.z)
            for foe in (t for t in on_table(view.table.world) if t.seat != here.seat and not is_null(t)):
                sees = survey.lof(foe.id, (foe.x, foe.y, foe.z), survey.at(name, point))
                covered = sees and survey.covered(foe.id, (foe.x, foe.y, foe.z), survey.at(name, point))
                first, _, second = cover.value.partition("; ")
                where = next((part for part in (first, second) if named(foe.id, part)), "")
                kind = "covered" if where.startswith("Partial") else "open" if where else "unseen"
                assert kind == ("covered" if covered else "open" if sees else "unseen")
                told.add(kind)
    assert {"open", "unseen"} <= told


def named(figure: str, text: str) -> bool:
    return figure in text.replace(",", " ").split()


class _Way:
    """Where a trooper has been since the last Order was spent, leg by leg."""

    def __init__(self, game: Game, name: str) -> None:
        self.legs: list[tuple[Place3, Place3]] = []
        for before, moment in pairwise(game.moments):
            for event in moment.events:
                if isinstance(event, OrderSpent):
                    self.legs = []
                    self.here = _stands(before.state, name)
                elif isinstance(event, Entered) and event.trooper == name:
                    self.here = event.at
                elif isinstance(event, Moved) and event.trooper == name:
                    self.legs += pairwise((self.here, *event.track))
                    self.here = event.track[-1]
        if not self.legs:
            self.legs = [(self.here, self.here)]

    def __contains__(self, place: Place3) -> bool:
        off = (math.dist(a, place) + math.dist(place, b) - math.dist(a, b) for a, b in self.legs)
        return min(off) < 20


def _stands(state: AnyState, name: str) -> Place3:
    trooper = state.world.troopers[name]
    return (trooper.x, trooper.y, trooper.z)


def test_the_lines_of_fire_that_decided_are_drawn_with_their_mods_from_where_the_two_were() -> None:
    drawn = moved_on = 0
    for seed in range(8, 14):
        for lines, away in _deciding_lines(seed):
            drawn += lines
            moved_on += away
    assert drawn >= 12
    assert moved_on >= 2


def _deciding_lines(seed: int) -> Iterator[tuple[int, int]]:
    """Each step of a random game: how many lines decided it, and how many end where nobody stands now."""
    generator, player = Random(seed), random_player(C1)
    game = Game.new(C1, Setup(), seed)
    for _ in range(260):
        request = next(iter(game.pending), None)
        if request is None:
            break
        before = len(game.moments)
        if isinstance(request, Roll):
            game.throw()
        else:
            game.answer(
                request.seat, request.id, player(game.view(request.seat), request, Budget(), generator)
            )
        events = [event for moment in game.moments[before:] for event in seen(moment.events, "blue")]
        rolled = [e for e in events if isinstance(e, Rolled) and e.actor != e.target]
        view = game.view("blue")
        lines = SCREEN.fired(view, events, "en")
        figures = view.table.world.troopers
        last = {(e.actor, e.target): e for e in rolled if {e.actor, e.target} <= figures.keys()}
        assert len(lines) == len(last)
        away = 0
        for line, ((actor, target), event) in zip(lines, last.items(), strict=True):
            assert event.at in _Way(game, actor)
            assert event.aimed in _Way(game, target)
            assert math.dist(line.start[:2], event.at[:2]) <= body(figures[actor]).diameter / 2 + 1
            assert math.dist(line.end[:2], event.aimed[:2]) <= body(figures[target]).diameter / 2 + 1
            here = figures[target]
            away += math.dist(line.end[:2], (here.x, here.y)) > body(here).diameter
            wanted = {tuple(part.value for part in e.value.modifiers) for e in rolled}
            assert tuple(map(int, re.findall(r"[-+]\d+(?=,|$)", line.text))) in wanted
        yield len(lines), away
    assert SCREEN.fired(game.view("blue"), (), "en") == ()


def test_a_standing_order_to_dodge_dodges_with_everybody_who_may() -> None:
    given = 0
    for game, request in questions(8, 160):
        if request.kind != "declare-aros":
            continue
        view = game.view(request.seat)
        offered = {one.id: one.order for one in SCREEN.prompt(view, request, "en").standing}
        answer = C1.question(request).standing(view, request, "dodge")  # type: ignore[misc]
        assert ("dodge" in offered) == (answer is not None)
        if answer is None:
            continue
        assert judged(game, request, answer) is None
        assert set(answer.by) <= set(request.actors)
        assert all(isinstance(skill, Dodge) for skill in answer.by.values())
        order = msgspec.convert(plainly(offered["dodge"]), SetStanding)
        copy = Game(C1, game.header)
        for moment in game.moments[1:]:
            line = moment.line
            if isinstance(line, Answered):
                copy.answer(line.seat, line.request, line.given)
            else:
                copy.throw()
        result = copy.say(request.seat, order)
        assert not isinstance(result, Refusal)
        declared = {e.trooper for e in result.events if isinstance(e, AroDeclared)}
        waits = any(other.seat != request.seat for other in copy.pending)
        assert waits or declared >= set(answer.by) or request.id not in {r.id for r in copy.pending}
        given += 1
        if given == 3:
            return
    raise AssertionError("nobody could dodge")
