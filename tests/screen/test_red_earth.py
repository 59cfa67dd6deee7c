"""Red Earth on a screen: whole Operations answered by nothing but what the prompts offer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import msgspec

from bpre.raid import Raid, at, door, skilled
from firelane.bpre.acts import CallFires, Detonate, UseDoor
from firelane.bpre.asking import Activate, Facings, Fire, Maneuver, Throw, Work
from firelane.bpre.attacking import line_to
from firelane.bpre.events import AttackRolled, Moved, TeamPicked, UnitPlaced
from firelane.bpre.game import BPRE, Setup
from firelane.bpre.names import DIRECT_FIRE, FINISHING, MANEUVER, SEATS, other
from firelane.bpre.space import field_of
from firelane.bpre.world import TABLE, on_table
from firelane.core.because import Refusal
from firelane.core.game import Game
from firelane.core.requests import Answer, Request
from firelane.core.views import seen
from firelane.players import Budget, random_player
from firelane.rulesets import screen_of
from firelane.screen.kept import Kept
from firelane.screen.prompts import Option, Prompt, SlotKind
from firelane.table.looking import Line
from firelane.table.polygons import stretches_meet
from firelane.table.things import Door, Piece
from firelane.testing.proofs import rule
from odds.redearth_play import all_dice, begun
from screen.assembling import Chosen, assembled, by_chance, plainly, put, standing

SCREEN = screen_of(BPRE)


def read(prompt: Prompt, chosen: Chosen) -> Answer:
    """The answer as the server reads it from the wire."""
    answer = BPRE.read_answer(msgspec.json.encode(assembled(prompt, chosen)))
    assert not isinstance(answer, Refusal), answer
    return answer


def questions(seed: int) -> Iterator[tuple[Game, Request]]:
    """The questions of a random Operation, each with its game."""
    game = Game.new(BPRE, Setup(tasking="oasis-hemlock"), seed)
    generator, player = Random(seed), random_player(BPRE)
    while True:
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
    refusal: Refusal | None = BPRE.question(request).refuse(game.view(request.seat), request, answer)
    return refusal


@rule("bpre.stagger.3")
def test_a_staggered_unit_lies_on_its_side_until_it_stands_up() -> None:
    units = {"scorch-1": at(2, 2, facing=270, staggered=True), "aayari-1": at(22, 22, facing=90)}
    with Raid(units, phase=FINISHING) as raid:
        for down in (True, False):
            for seat in SEATS:
                figures = SCREEN.board(raid.game.view(seat), "en", Kept()).figures
                assert {figure.id: figure.down for figure in figures} == {"scorch-1": down, "aayari-1": False}
            if down:
                raid.says("scorch", Facings({"scorch-1": 270}))


def test_what_stands_or_needs_no_slot_is_accepted() -> None:
    generator = Random(5)
    kinds = set()
    for seed in (1, 2):
        for game, request in questions(seed):
            prompt = SCREEN.prompt(game.view(request.seat), request, "en")
            answer = read(prompt, by_chance(prompt, generator))
            refusal = judged(game, request, answer)
            assert refusal is None, (request.kind, answer, refusal)
            kinds.add(request.kind)
    assert {"pick-team", "pick-hand", "set-doors", "place-units", "activate", "react"} <= kinds


def test_a_way_drawn_by_hand_goes_into_the_answer() -> None:
    found = 0
    for game, request in questions(4):
        view = game.view(request.seat)
        if request.kind != "activate" or getattr(request, "phase", "") != "maneuver":
            continue
        prompt = SCREEN.prompt(view, request, "en")
        option = next((o for o in prompt.parts[0].options if o.slots), None)
        if option is None:  # asked for the sake of a card that might be held
            continue
        assert option.slots[0].kind is SlotKind.ROUTE
        assert option.slots[0].flat
        figure = next(f for f in SCREEN.board(view, "en").figures if f.id == option.figure)
        way = SCREEN.way(view, request, figure.id, None, (figure.x + 700, figure.y + 700, 0), "en")
        if way.trouble:
            continue
        route = [[x, y] for x, y, _, _ in way.route]
        value = put(plainly(option.value), option.slots[0].place, route)
        answer = read(prompt, {prompt.parts[0].id: (msgspec.structs.replace(option, value=value),)})
        told = SCREEN.preview(view, request, answer, True, "en")
        assert not told.refusal
        assert told.facts[0].value.startswith(f"{way.length / 1000:.1f} of")
        found += 1
    assert found >= 5


def test_the_board_shows_no_card_of_the_other_hand() -> None:
    for game, _ in questions(6):
        for seat in SEATS:
            board = SCREEN.board(game.view(seat), "ja")
            mine = game.state.world.sides[seat].hand
            theirs = set(game.state.world.sides[next(s for s in SEATS if s != seat)].hand) - set(mine)
            assert tuple(card.id for card in board.hand) == mine
            told = msgspec.json.encode(board).decode()
            assert not any(f'"{card}"' in told for card in theirs)


def test_a_team_and_its_places_are_proposed_whole() -> None:
    seen = set()
    for game, request in questions(9):
        if request.kind not in {"pick-team", "pick-hand", "place-units", "set-doors"}:
            continue
        prompt = SCREEN.prompt(game.view(request.seat), request, "en")
        assert judged(game, request, read(prompt, standing(prompt))) is None
        seen.add(request.kind)
    assert len(seen) == 4


def test_sight_is_shown_as_it_decides() -> None:
    looked = 0
    for game, request in questions(12):
        if request.kind != "activate":
            continue
        view = game.view(request.seat)
        for name in request.actors:
            look = SCREEN.look(view, name, "en")
            assert len(look.lines) == len(look.sees)
            for foe in look.sees:
                assert name in SCREEN.look(view, foe, "en").seen_by
                looked += 1
    assert looked


def test_a_burst_is_previewed_with_all_its_rolls() -> None:
    """What is shown before the answer is what every die of the whole burst then does in the machine."""
    units = {
        "scorch-1": at(12, 4, "trained+rpk"),
        "aayari-1": at(12, 12, "trained"),
        "aayari-2": at(13.2, 12),
    }
    raid = Raid(units, cards=[skilled("rpk")], hands={"scorch": ("kill-not-capture",)})
    answer = Fire("scorch-1", "aayari-1", ("intervention.kill-not-capture",), None, ("aayari-2",))
    (outlook,) = SCREEN.preview(raid.game.view("scorch"), raid.asked("scorch"), answer, True, "en").outlooks
    assert "2 attack rolls" in outlook.title
    assert [part.rule for part in outlook.sums[1].parts] == [
        "bpre.direct-fire.5",
        "bpre.intervention.kill-not-capture.1",
    ]
    fight, start = begun(raid, "scorch", answer, {})
    ends = all_dice(fight, start)
    for name in ("aayari-1", "aayari-2"):
        killed = sum(chance for ((gone, _), _, _), chance in ends.items() if name in gone)
        staggered = sum(chance for ((_, down), _, _), chance in ends.items() if name in down)
        shown = {chance.label: chance.chance for chance in outlook.chances}
        assert shown[f"{name} is killed"] == float(killed)
        assert shown[f"{name} is staggered"] == float(staggered)
    assert shown["aayari-2 is killed"] > 0


def shown_before(raid: Raid, seat: str, act: CallFires | Detonate) -> dict[str, float]:
    """The chances that are shown before a maneuver that begins with this act."""
    answer = Maneuver(f"{seat}-1", (act,))
    told = SCREEN.preview(raid.game.view(seat), raid.asked(seat), answer, True, "en")
    return {chance.label: chance.chance for outlook in told.outlooks for chance in outlook.chances}


def test_a_strike_is_previewed() -> None:
    units = {
        "scorch-1": at(12, 2, "trained+glint"),
        "aayari-1": at(12, 12, "trained", chits=1),
        "aayari-2": at(13.5, 12, chits=1),
    }
    fields = {"phase": MANEUVER, "cards": [skilled("glint")], "fires": {"scorch": ("scoria-rs",)}}
    strike = CallFires("fires.scoria-rs", target="aayari-1")
    shown = shown_before(Raid(units, **fields), "scorch", strike)
    assert 0 < shown["aayari-1 is killed"] < shown["aayari-2 is killed"] == 1
    sure = shown_before(Raid(units, atmospherics="clear-skies-fires", **fields), "scorch", strike)
    assert sure["aayari-1 is killed"] == 1
    assert shown_before(Raid(units, atmospherics="sirocco", **fields), "scorch", strike) == {}


def test_a_vest_is_previewed_through_the_door_that_it_blows() -> None:
    units = {
        "aayari-1": at(12, 12, "trained+s-vest", facing=90),
        "scorch-1": at(12, 14, chits=1),
        "scorch-2": at(2, 2, chits=1),
    }
    raid = Raid(units, [door("door", 10, 13, 4, 0.2)], phase=MANEUVER, cards=[skilled("s-vest")])
    shown = shown_before(raid, "aayari", Detonate())
    assert shown["aayari-1 is killed"] == 1
    raid.maneuver("aayari-1", Detonate())
    needs = raid.game.state.stack[-1].frame.needs.total
    fails = sum(1 for a in range(1, 11) for b in range(1, 11) if a + b < needs) / 100
    assert shown["scorch-1 is killed"] == fails
    assert "scorch-2 is killed" not in shown


def door_states(raid: Raid) -> dict[str, str]:
    """The state of every door, as each side's board tells it."""
    boards = [SCREEN.board(raid.game.view(seat), "en") for seat in SEATS]
    told = [{thing.shape: thing.door for thing in board.things if thing.kind == "door"} for board in boards]
    assert told[0] == told[1]
    return told[0]


def test_a_board_tells_doors_by_their_state_now() -> None:
    units = {
        "aayari-1": at(10.8, 12.498),
        "aayari-2": at(12, 12.498),
        "aayari-3": at(13.2, 12.498, "trained+s-vest"),
        "scorch-1": at(2, 2, chits=1),
    }
    doors = [
        door("near", 10, 13, 4, 0.2),
        door("ajar", 2, 20, 2, 0.2, Door.OPEN),
        door("broken", 8, 20, 2, 0.2, Door.DESTROYED),
    ]
    raid = Raid(units, doors, phase=MANEUVER, cards=[skilled("s-vest")])
    known = SCREEN.ground(raid.game.view("aayari"), "en")
    assert {s.id: s.door for s in known.shapes} == {"near": "closed", "ajar": "open", "broken": "destroyed"}
    assert door_states(raid) == {"near": "closed", "ajar": "open", "broken": "destroyed"}
    raid.maneuver("aayari-1", UseDoor("near"))
    assert door_states(raid)["near"] == "open"
    raid.maneuver("aayari-2", UseDoor("near"))
    assert door_states(raid)["near"] == "closed"
    raid.maneuver("aayari-3", Detonate()).dice(1, 1)
    assert door_states(raid) == {"near": "destroyed", "ajar": "open", "broken": "destroyed"}


def test_how_many_of_several_can_be_taken_is_told() -> None:
    asked = set()
    for game, request in questions(1):
        view = game.view(request.seat)
        prompt = SCREEN.prompt(view, request, "en")
        for part in prompt.parts:
            if not part.several:
                continue
            asked.add(request.kind)
            by_id = {option.id: option for option in part.options}
            assert sum(by_id[name].cost for name in part.chosen) <= part.most
            dearest = sorted(part.options, key=lambda option: -option.cost)
            taken: list[Option] = []
            for option in (one for one in dearest for _ in range(one.copies)):
                if sum(one.cost for one in taken) + option.cost <= part.most:
                    taken.append(option)
            full = read(prompt, {**standing(prompt), part.id: tuple(taken)})
            refusal = judged(game, request, full)
            assert refusal is None or refusal.rule not in ("bpre.setup.1", "bpre.setup.2"), (
                "it is not too much"
            )
            if request.kind == "pick-hand":
                assert part.least == part.most
                fewer = read(prompt, {**standing(prompt), part.id: tuple(taken[:-1])})
                assert judged(game, request, fewer) is not None
            if request.kind == "pick-team":
                over = read(prompt, {**standing(prompt), part.id: (*taken, dearest[-1])})
                assert judged(game, request, over) is not None
        if {"pick-team", "pick-hand", "set-doors"} <= asked:
            return
    raise AssertionError(asked)


def test_who_cannot_be_activated_or_attacked_is_shown_with_the_reason() -> None:
    rules = set()
    for game, request in questions(2):
        if request.kind != "activate":
            continue
        view = game.view(request.seat)
        options = SCREEN.prompt(view, request, "en").parts[0].options
        units = {u.id for u in view.table.world.units.values() if u.seat == request.seat and u.place == TABLE}
        idle = units - {option.figure for option in options}
        assert not idle, "each has something to do, or a reason why not"
        for option in options:
            if option.forbidden:
                assert option.value is None
                rules.add(option.forbidden_rule)
    assert len(rules) >= 2


def test_whom_a_unit_may_not_attack_is_named_under_the_rule_that_bars_it() -> None:
    """Each opponent is either offered or named, with the rule that an attack on it is refused by."""
    barred = set()
    for seed in (2, 3):
        for game, request in questions(seed):
            if not isinstance(request, Activate) or request.phase not in (DIRECT_FIRE, FINISHING):
                continue
            view = game.view(request.seat)
            foes = {u.id for u in on_table(view.table.world, other(request.seat))}
            options = SCREEN.prompt(view, request, "en").parts[0].options
            for name in request.actors:
                mine = [option for option in options if option.figure == name]
                aimed = {target for one in mine if not one.slots for target in one.targets}
                told = {one.forbidden_rule: one.label for one in mine if one.forbidden}
                for foe in foes - aimed:
                    refusal = judged(game, request, Fire(name, foe))
                    assert refusal is not None
                    assert foe in re.findall(r"[a-z-]+-\d+", told[refusal.rule])
                    barred.add(refusal.rule)
                assert not aimed - foes
    assert barred >= {"bpre.attack.1", "bpre.finishing.3"}, barred


def test_a_question_that_comes_again_is_made_of_the_same_options() -> None:
    """What has not changed since is not made anew."""
    same = 0
    kept: dict[str, Kept] = {}
    earlier: dict[tuple[str, str], Option] = {}
    for game, request in questions(2):
        if not isinstance(request, Activate):
            continue
        view = game.view(request.seat)
        options = SCREEN.prompt(view, request, "en", kept.setdefault(request.seat, Kept())).parts[0].options
        assert options == SCREEN.prompt(view, request, "en").parts[0].options
        same += sum(earlier.get((request.seat, one.id)) is one for one in options)
        earlier |= {(request.seat, one.id): one for one in options}
    assert same > 100


def test_an_attack_says_whether_its_line_is_direct_or_what_obstructs_it() -> None:
    said: dict[str, int] = {}
    for game, request in questions(2):
        view = game.view(request.seat)
        if not isinstance(request, Activate):
            continue
        prompt = SCREEN.prompt(view, request, "en")
        for option in prompt.parts[0].options:
            if option.forbidden or option.slots or not option.targets:
                continue
            answer = read(prompt, {prompt.parts[0].id: (option,)})
            if not isinstance(answer, Fire):
                continue
            preview = SCREEN.preview(view, request, answer, True, "en")
            (fact,), (line,) = preview.facts, preview.lines
            kind = line_to(view.table.world, answer.unit, answer.target)
            a, b = line.start[:2], line.end[:2]
            crossed = {
                piece.kind
                for piece in field_of(view.table.world).pieces
                if piece.waist_high and any(stretches_meet(a, b, *side) for side in _sides(piece))
            }
            if kind == Line.DIRECT:
                assert (fact.value, fact.rule) == ("Direct line of sight", "bpre.los.2")
            elif "edge of the base" not in fact.value:
                assert fact.value.startswith("Obstructed by: ")
                assert crossed, "the line that is drawn crosses what it names"
                assert ("window" in crossed) == ("window" in fact.value)
            said[fact.value] = said.get(fact.value, 0) + 1
    assert len(said) >= 4
    assert any("window (" in value for value in said)


def _sides(piece: Piece) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    return pairwise((*piece.footprint, piece.footprint[0]))


def _ends(game: Game, moments: int) -> set[tuple[tuple[int, int, int], ...]]:
    """Where attackers and targets were when they rolled, found by following their moves."""
    found = set()
    units = game.moments[max(0, len(game.moments) - moments - 1)].state.world.units
    places = {name: (unit.x, unit.y, 0) for name, unit in units.items()}
    for moment in game.moments[-moments:]:
        for event in moment.events:
            if isinstance(event, Moved | UnitPlaced):
                places[event.unit] = (event.x, event.y, 0)
            elif isinstance(event, AttackRolled):
                found.add((places[event.by], places[event.at]))
    return found


def test_the_line_of_an_attack_is_drawn_between_where_the_two_were() -> None:
    drawn, moved_on = 0, 0
    for game, _ in questions(9):
        events = [e for moment in game.moments[-6:] for e in seen(moment.events, "scorch")]
        view = game.view("scorch")
        lines = SCREEN.fired(view, events, "en")
        places = {(unit.x, unit.y, 0): name for name, unit in view.table.world.units.items()}
        for line in lines:
            who = places.get(line.start), places.get(line.end)
            moved_on += None in who
            assert (line.start, line.end) in _ends(game, 6)
            drawn += 1
    assert drawn >= 3
    assert moved_on >= 1


def test_a_grenade_has_no_goal_before_one_is_shown() -> None:
    units = {"scorch-1": at(12, 4, "trained+frag"), "aayari-1": at(12, 12)}
    with Raid(units, phase=DIRECT_FIRE, cards=[skilled("frag")]) as raid:
        prompt = SCREEN.prompt(raid.game.view("scorch"), raid.asked("scorch"), "en")
        (thrown,) = [option for option in prompt.parts[0].options if option.id == "scorch-1/throw"]
        (where,) = thrown.slots
        given = plainly(thrown.value)
        assert where.kind is SlotKind.PLACE
        assert given["x"] is given["y"] is None, "the thrower's own feet are no goal"
        answer = BPRE.read_answer(msgspec.json.encode({**given, "x": 12000, "y": 12000}))
        assert answer == Throw("scorch-1", 12000, 12000)


def test_choices_are_told_in_whole_words() -> None:
    units = {"scorch-1": at(12, 4), "aayari-1": at(12, 12)}
    with Raid(units, phase=DIRECT_FIRE) as raid:
        view, asked = raid.game.view("scorch"), raid.asked("scorch")
        told = BPRE.words.answer
        assert told(view, asked, Work("scorch-1", ""), "en") == "scorch-1 is activated without attacking"
        assert told(view, asked, Work("scorch-1", ""), "ja") == "scorch-1を攻撃せずに起動する"
        assert told(view, asked, Facings({"scorch-1": 355}), "en") == "scorch-1 faces 355°"
        picked = TeamPicked(
            seat="scorch", units={"scorch-1": "breacher", "scorch-2": "pointman"}, cp=50, qrf=0
        )
        assert BPRE.words.event(view, picked, "en") == "Scorch fields scorch-1, scorch-2."
