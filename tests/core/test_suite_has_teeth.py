"""The property suite bites: for each law there is a broken copy of the small game, and the law finds it."""

from dataclasses import replace
from itertools import count
from random import Random

import msgspec
import pytest
from msgspec import structs

from ambush import steps
from ambush.asking import EndTurn, GiveOrder, React, Reactions, Sneak
from ambush.events import LaidOut, Moved, Revealed
from ambush.frames import Match, Order
from ambush.game import FIRST
from ambush.questions import QUESTIONS, refuse_order
from ambush.view import look
from ambush.world import Setup, other, standing
from firelane.core.because import Cite, Refusal
from firelane.core.events import WATCHER
from firelane.core.procedure import Procedure, goto, proceed
from firelane.lab import many
from firelane.lab.many import Broken, play
from firelane.problem import Problem
from firelane.testing import properties

SEEDS = range(12)


def leaks(ruleset):
    return sum(properties.hidden_facts_do_not_leak(play(ruleset, seed), Random(seed)) for seed in SEEDS)


def with_steps(frame, **broken):
    """The small game with some steps of one procedure replaced."""
    procedures = []
    for procedure in FIRST.procedures:
        if procedure.frame is frame:
            for name, step in broken.items():
                assert name in procedure.steps
                step.__name__ = name
            whole = [broken.get(name, step) for name, step in procedure.steps.items()]
            procedures.append(Procedure(frame, *whole))
        else:
            procedures.append(procedure)
    return replace(FIRST, procedures=tuple(procedures))


def with_question(request, **broken):
    """The small game with one question answered in another way."""
    questions = tuple(replace(q, **broken) if q.request is request else q for q in QUESTIONS)
    return replace(FIRST, questions=questions)


# What is hidden


def test_the_sound_game_leaks_nothing():
    assert leaks(FIRST) > 0


def leaky_look(state, seat):
    """Shows the opponent's mine."""
    lane = look(state, seat)
    if not seat:
        return lane
    foe = other(seat)
    shown = structs.replace(lane.sides[foe], mine=state.world.sides[foe].mine)
    return structs.replace(lane, sides={**lane.sides, foe: shown})


def test_a_leaky_view_is_found():
    with pytest.raises(AssertionError):
        leaks(replace(FIRST, view=leaky_look))


def test_a_view_that_leaks_to_watchers_only_is_found():
    def talkative(state, seat):
        return look(state, seat) if seat != WATCHER else look(state, "blue")

    with pytest.raises(AssertionError):
        leaks(replace(FIRST, view=talkative))


def test_a_prompt_that_depends_on_where_a_hidden_scout_is_is_found():
    def ask_reactions(play, frame):
        actor = play.world.scouts[frame.action.scout]
        near = [s for s in standing(play.world, other(frame.seat)) if abs(s.pace - actor.pace) <= 6]
        return steps.ask_reactions(play, frame) if near else goto("resolve")

    broken = with_steps(Order, ask_reactions=ask_reactions)
    with pytest.raises(AssertionError):
        leaks(broken)


def peeking(told):
    """Questions about orders that look at the true world behind the view's back."""
    true = {}

    def spying_look(state, seat):
        true["world"] = state.world
        return look(state, seat)

    def refuse(view, request, answer):
        return refuse_order(view, request, answer) or told(true["world"], view.seat, answer)

    def refuse_more(view, request, answer):
        refusal = refuse_order(view, request, answer)
        hint = told(true["world"], view.seat, answer)
        return hint if refusal is not None and hint is not None else refusal

    return spying_look, refuse, refuse_more


def test_a_refusal_of_a_legal_answer_that_is_an_oracle_is_found():
    def no_mines(world, seat, answer):
        scout = world.scouts.get(getattr(answer, "scout", ""))
        step = getattr(answer, "paces", 0) * (1 if seat == "blue" else -1)
        if scout is not None and step and scout.pace + step == world.sides[other(seat)].mine:
            return Refusal("ambush.mine.1", {})
        return None

    spy, refuse, _ = peeking(no_mines)
    questions = tuple(replace(q, refuse=refuse) if q.kind == "give-order" else q for q in QUESTIONS)
    broken = replace(FIRST, view=spy, questions=questions)
    with pytest.raises((AssertionError, Broken)):
        leaks(broken)


def test_a_refusal_that_tells_more_about_an_answer_that_was_never_legal_is_found():
    def somebody_is_there(world, seat, answer):
        target = world.scouts.get(getattr(answer, "target", ""))
        if target is not None and target.hidden and target.pace % 2:
            return Refusal("ambush.shooting.2", {"target": target.id})
        return None

    spy, _, refuse = peeking(somebody_is_there)
    questions = tuple(replace(q, refuse=refuse) if q.kind == "give-order" else q for q in QUESTIONS)
    with pytest.raises(AssertionError):
        leaks(replace(FIRST, view=spy, questions=questions))


def test_an_event_that_leaks_is_found(monkeypatch):
    monkeypatch.setattr(Moved, "seen_by", lambda self, _: self)
    with pytest.raises(AssertionError):
        leaks(FIRST)


def test_an_event_that_leaks_to_watchers_only_is_found(monkeypatch):
    sound = Moved.seen_by
    monkeypatch.setattr(Moved, "seen_by", lambda self, seat: sound(self, seat) if seat else self)
    with pytest.raises(AssertionError):
        leaks(FIRST)


def test_a_revelation_that_is_not_marked_as_one_is_found(monkeypatch):
    monkeypatch.setattr(Revealed, "reveals", False)
    with pytest.raises(AssertionError):
        leaks(FIRST)


# What is offered


def test_an_offered_answer_that_is_refused_is_found():
    def sample(view, request, generator):
        return Reactions({"nobody": "shoot"}) if generator.random() < 0.2 else Reactions()

    broken = with_question(React, sample=sample)
    with pytest.raises(Broken, match="was offered and refused by"):
        [play(broken, seed) for seed in SEEDS]
    game = play(FIRST, 1)
    game.ruleset = broken
    with pytest.raises(AssertionError):
        properties.offers_are_accepted(game, Random(1))


def test_a_listed_answer_that_is_refused_is_found():
    broken = with_question(React, listed=lambda *_: [Reactions({"nobody": "shoot"})])
    game = play(broken, 1)
    with pytest.raises(AssertionError):
        properties.offers_are_accepted(game, Random(1))


def duck(view, request, generator):
    """A reaction that is not in the type."""
    return Reactions(dict.fromkeys(request.actors, "duck"))


def test_answers_that_do_not_survive_the_round_trip_are_found():
    game = play(with_question(React, sample=duck), 1)
    with pytest.raises(msgspec.ValidationError, match="duck"):
        properties.round_trips(game)
    with pytest.raises(Problem, match="duck"):
        properties.replays(game)


# What depends on what it should not


def test_a_window_whose_result_depends_on_who_answers_first_is_found():
    def lay_out(play, frame):
        first = next(iter(play.answers))
        for request, given in play.answers_by_request():
            carries = dict.fromkeys(given.paces, ("keen-eye",)) if request.id == first else {}
            play.emit(LaidOut(seat=request.seat, paces=given.paces, mine=given.mine, carries=carries))
        return proceed()

    game = play(with_steps(Match, lay_out=lay_out), 1)
    with pytest.raises(AssertionError):
        properties.sealed_order_never_matters(game)


def test_a_window_that_only_tells_who_answered_first_is_found():
    def lay_out(play, frame):
        asked = {request.id: request for request in play.asked}
        for name, given in play.answers.items():
            play.emit(LaidOut(seat=asked[name].seat, paces=given.paces, mine=given.mine, carries={}))
        return proceed()

    game = play(with_steps(Match, lay_out=lay_out), 1)
    with pytest.raises(AssertionError):
        properties.sealed_order_never_matters(game)


def test_a_step_that_writes_into_the_world_is_found():
    def spend(play, frame):
        side = play.world.sides[frame.seat]
        play.world.sides[frame.seat] = structs.replace(side, orders=side.orders - 1)
        return proceed()

    game = play(with_steps(Order, spend=spend), 1)
    with pytest.raises((AssertionError, Problem)):
        properties.old_states_stay(game)


def test_a_step_that_remembers_something_outside_the_state_is_found():
    clock = count()

    def spend(play, frame):
        late = Cite("ambush.orders.1", {"value": next(clock)})
        play.emit(steps.OrderSpent(seat=frame.seat, because=(late,)))
        return proceed()

    broken = with_steps(Order, spend=spend)
    with pytest.raises(AssertionError):
        properties.replays(play(broken, 1))


def test_a_taken_back_answer_that_does_not_lead_to_the_same_place_is_found():
    clock = count()

    def declare(play, frame):
        if isinstance(frame.action, Sneak):
            scout = play.world.scouts[frame.action.scout]
            play.emit(Moved(scout=scout.id, seat=frame.seat, pace=next(clock) % 12, hidden=True))
            return proceed()
        return steps.declare(play, frame)

    broken = with_steps(Order, declare=declare)
    with pytest.raises((AssertionError, Problem)):
        [properties.undo_returns_the_same_bytes(broken, seed, Setup()) for seed in SEEDS]


class Sound(properties.RulesetSuite):
    """The suite for a copy of the small game that a test has broken."""

    __test__ = False
    spending = ("order-spent", 12.0)
    models = staticmethod(lambda world: tuple(sorted(world.scouts)))
    set_up = staticmethod(lambda world: world.round > 0)
    seeds = SEEDS


def test_a_player_that_idles_is_found():
    class Idle(Sound):
        ruleset = with_question(GiveOrder, sample=lambda *_: EndTurn())

    with pytest.raises(AssertionError):
        Idle().test_a_random_player_spends_what_it_has()


def test_a_scout_that_vanishes_is_found():
    def spend(play, frame):
        gone = next((s.id for s in play.world.scouts.values() if s.down), None)
        if gone is not None:
            left = {name: scout for name, scout in play.world.scouts.items() if name != gone}
            play.world = structs.replace(play.world, scouts=left)
        return steps.spend(play, frame)

    class Careless(Sound):
        ruleset = with_steps(Order, spend=spend)

    with pytest.raises(AssertionError):
        Careless().test_models_are_conserved()


def test_a_game_without_end_names_its_seed(monkeypatch):
    monkeypatch.setattr(many, "LONGEST", 300)

    def next_order(play, frame):
        return goto("take_order") if play.answers else steps.next_order(play, frame)

    def take_order(play, frame):
        return goto("next_order")

    with pytest.raises(Broken, match="seed 4: no end after 3"):
        play(with_steps(steps.Turn, next_order=next_order, take_order=take_order), 4)


def test_the_suite_asks_every_law():
    """A ruleset that derives the suite cannot leave a law out by accident."""
    laws = {name for name in vars(properties.RulesetSuite) if name.startswith("test_")}
    assert laws == {
        "test_random_games_end_and_do_not_idle",
        "test_a_random_player_spends_what_it_has",
        "test_models_are_conserved",
        "test_every_state_survives_a_round_trip",
        "test_replay_reproduces_every_checksum",
        "test_nothing_offered_is_refused",
        "test_order_of_sealed_answers_never_matters",
        "test_hidden_facts_do_not_leak",
        "test_undo_returns_the_same_bytes",
    }
