"""CodeOne on a screen: whole games answered by nothing but what the prompts offer."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.requests import Answer, Request, Roll
from firelane.infinity.c1.game import C1, Setup
from firelane.infinity.names import SEATS
from firelane.infinity.world import Place
from firelane.players import Budget, random_player
from firelane.rulesets import screen_of
from firelane.screen.prompts import Prompt, SlotKind
from firelane.screen.screens import Screen
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


def test_the_board_shows_what_the_seat_sees_and_no_more() -> None:
    for game, _ in questions(21, 120):
        for seat in SEATS:
            view = game.view(seat)
            board = SCREEN.board(view, "ja")
            known = {t.id for t in view.table.world.troopers.values() if t.place is not Place.GONE}
            assert {figure.id for figure in board.figures} == known
            hidden = {t.id for t in game.state.world.troopers.values() if t.marker and t.seat != seat}
            assert not hidden & {figure.id for figure in board.figures}
            told = msgspec.json.encode(board).decode()
            assert not any(f'"{name}"' in told for name in hidden)
            theirs = [badge.short for f in board.figures if f.side != seat for badge in f.badges]
            assert "Lt" not in theirs


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
            if (
                option.forbidden
                or option.value["answer"] == "end-orders"
                or option.value["skill"]["skill"] != "b-s-attack"
            ):
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
