"""The property suite that every ruleset passes. A test file derives a class from it and names the ruleset.

Each law is a function over a finished random game, so that the runner of many games can ask them too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from firelane.core import machine
from firelane.core.because import Refusal
from firelane.core.events import WATCHER, Event
from firelane.core.game import Game
from firelane.core.journal import Recorded, fold, game_of
from firelane.core.lines import Answered
from firelane.core.requests import Request, Roll, Rolled
from firelane.core.ruleset import Ruleset
from firelane.core.state import AnyState, encode
from firelane.core.views import judge, pending, seen, view
from firelane.lab.many import play


def round_trips(game: Game) -> None:
    """Each state survives being encoded, decoded and compared."""
    for moment in game.moments:
        data = encode(moment.state)
        back = game.ruleset.decode(data)
        assert back == moment.state
        assert encode(back) == data


def recorded(game: Game, lines: Iterable[Any]) -> Recorded:
    """The game as its journal would be read from disk."""
    return Recorded(Path("game"), game.header, tuple(map(msgspec.json.encode, lines)), cut_off=False)


def replays(game: Game) -> None:
    """Replaying the journal gives every checksum and every state again."""
    journal = recorded(game, game.lines)
    again = game_of(game.ruleset, journal)
    for moment, original in zip(fold(again, journal), game.moments[1:], strict=True):
        assert encode(moment.state) == encode(original.state)
        assert moment.events == original.events


def offers_are_accepted(game: Game, generator: Random, each: int = 40) -> None:
    """Nothing that is listed or sampled is refused."""
    for moment in generator.sample(game.moments, min(each, len(game.moments))):
        for request in pending(moment.state):
            if isinstance(request, Roll):
                continue
            question = game.ruleset.question(request)
            known = view(game.ruleset, moment.state, request.seat)
            offers = [question.sample(known, request, generator) for _ in range(3)]
            if question.listed is not None:
                offers += list(question.listed(known, request))
            for offer in offers:
                assert judge(game.ruleset, known, request, offer) is None, (request, offer)


def sealed_order_never_matters(game: Game) -> int:
    """Answers of one window, given in any order, lead to the same state.

    Returns how many windows had several answers.
    """
    windows = 0
    for place, moment in enumerate(game.moments[:-1]):
        window = moment.state.window
        if window is None or len(window.requests) < 2 or window.answers:
            continue
        windows += 1
        lines = [m.line for m in game.moments[place + 1 : place + 1 + len(window.requests)]]
        given = [line for line in lines if isinstance(line, Answered)]
        results = {_in_order(game.ruleset, moment.state, order) for order in _orders(given)}
        assert len(results) == 1
    return windows


def _orders(given: list[Answered[Any]]) -> Iterator[tuple[Answered[Any], ...]]:
    """Every order of a few answers; of many, a few in which each comes first and last."""
    if len(given) <= 4:
        yield from permutations(given)
        return
    for place in range(len(given)):
        turned = (*given[place:], *given[:place])
        yield turned
        yield turned[::-1]


def _in_order(
    ruleset: Ruleset, state: AnyState, order: Iterable[Answered[Any]]
) -> tuple[bytes, tuple[bytes, ...]]:
    """Where these answers lead when they arrive in this order, and what everybody reads on the way."""
    happened: tuple[Event, ...] = ()
    for line in order:
        result = machine.answer(ruleset, state, line.seat, line.request, line.given)
        assert not isinstance(result, Refusal), result
        state = result.state
        happened += result.events
    return encode(state), tuple(encode(seen(happened, seat)) for seat in (*state.seats, WATCHER))


def old_states_stay(game: Game) -> None:
    """Nothing writes into a state: replaying from its beginning finds every old state as it was."""
    before = [encode(moment.state) for moment in game.moments]
    replays(game)
    assert [encode(moment.state) for moment in game.moments] == before


def undo_returns_the_same_bytes(ruleset: Ruleset, seed: int, setup: Any) -> int:
    """Taking an answer back gives the bytes from before it; where that is refused nothing changes.

    Returns how many answers were taken back.
    """
    generator = Random(seed)
    lines: list[Any] = []
    game = Game.new(ruleset, setup, seed, write=lines.append)
    undone = 0
    while game.state.outcome is None:
        game.throw_all()
        for request in game.pending:
            before = encode(game.state)
            question = ruleset.question(request)
            given = question.sample(game.view(request.seat), request, generator)
            result = game.answer(request.seat, request.id, given)
            assert not isinstance(result, Refusal), result
            after = encode(game.state)
            if generator.random() < 0.3:
                result = game.undo(request.seat)
                if isinstance(result, Refusal):
                    assert encode(game.state) == after
                    continue
                assert encode(game.state) == before
                undone += 1
                game.answer(request.seat, request.id, given)
                assert encode(game.state) == after
    journal = recorded(game, lines)
    replayed = game_of(ruleset, journal)
    for _ in fold(replayed, journal):
        pass
    assert encode(replayed.state) == encode(game.state)
    return undone


def hidden_facts_do_not_leak(game: Game, generator: Random, each: int = 12) -> int:
    """Two states that differ only in what is hidden from a seat look, ask and refuse alike to it.

    And they go on to do so: given the same answers and dice, what the seat reads is the same until an
    event that is marked as revealing. Returns how many pairs that really differed were compared.
    """
    ruleset = game.ruleset
    asked = [
        (moment.state, request)
        for moment in game.moments
        for request in pending(moment.state)
        if not isinstance(request, Roll)
    ]
    differed = 0
    for state, request in generator.sample(asked, min(each, len(asked))):
        known = view(ruleset, state, request.seat)
        other = answered_alike(ruleset, state, ruleset.resample(known, generator), generator)
        assert encode(view(ruleset, other, request.seat)) == encode(known), request
        assert encode(view(ruleset, other, WATCHER)) == encode(view(ruleset, state, WATCHER)), request
        differed += encode(other.world) != encode(state.world)
        question = ruleset.question(request)
        offers = [question.sample(known, request, generator) for _ in range(5)]
        for offer in offers + tries(offers, (state, other), generator):
            ours = machine.answer(ruleset, state, request.seat, request.id, offer)
            theirs = machine.answer(ruleset, other, request.seat, request.id, offer)
            assert isinstance(ours, Refusal) == isinstance(theirs, Refusal)
            if isinstance(ours, Refusal) or isinstance(theirs, Refusal):
                assert ours == theirs
                continue
            _go_on_alike(ruleset, ours, theirs, request.seat, generator)
    return differed


def tries(offers: list[Any], states: tuple[AnyState, ...], generator: Random, each: int = 4) -> list[Any]:
    """What a cunning player would try: legal answers with one part exchanged for something in the worlds.

    Most are refused, and how they are must tell nothing.
    """
    worlds = [msgspec.json.decode(msgspec.json.encode(state.world)) for state in states]
    values = sorted({value for world in worlds for value in _values(world)}, key=repr)
    tries = []
    for offer in offers:
        for _ in range(each):
            plain = msgspec.json.decode(msgspec.json.encode(offer))
            places = list(_places(plain))
            if not places:
                break
            parent, key = generator.choice(places)
            parent[key] = generator.choice([v for v in values if type(v) is type(parent[key])] or values)
            with suppress(msgspec.ValidationError):
                tries.append(msgspec.convert(plain, type(offer)))
    return tries


def _places(plain: Any) -> Iterator[tuple[Any, Any]]:
    """Where single values stand in plain data, the name of its type left out."""
    for key, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
        if isinstance(value, dict | list):
            yield from _places(value)
        elif key != "answer":
            yield plain, key


def _values(plain: Any) -> Iterator[Any]:
    """The single values of plain data, names of records included."""
    if isinstance(plain, dict):
        yield from plain
        plain = plain.values()
    elif not isinstance(plain, list):
        yield plain
        return
    for value in plain:
        yield from _values(value)


def answered_alike(ruleset: Ruleset, state: AnyState, other: AnyState, generator: Random) -> AnyState:
    """The imagined state with answers, of its own, from the seats that have answered in the real one."""
    window = state.window
    answered = {r.seat for r in window.requests if r.id in window.answers} if window is not None else set()
    for request in pending(other):
        if request.seat in answered:
            question = ruleset.question(request)
            given = question.sample(view(ruleset, other, request.seat), request, generator)
            result = machine.answer(ruleset, other, request.seat, request.id, given)
            assert not isinstance(result, Refusal)
            other = result.state
    return other


def _go_on_alike(
    ruleset: Ruleset, left: machine.Advance, right: machine.Advance, seat: str, generator: Random
) -> None:
    """Play two states on with the same answers and dice as long as nothing hidden comes out."""
    for _ in range(30):
        if any(event.reveals for event in (*left.events, *right.events)):
            return
        assert encode(seen(left.events, seat)) == encode(seen(right.events, seat))
        assert encode(view(ruleset, left.state, seat)) == encode(view(ruleset, right.state, seat))
        assert encode(seen(left.events, WATCHER)) == encode(seen(right.events, WATCHER))
        assert encode(view(ruleset, left.state, WATCHER)) == encode(view(ruleset, right.state, WATCHER))
        ours, theirs = pending(left.state), pending(right.state)
        assert [r.seat for r in ours] == [r.seat for r in theirs]
        if not ours:
            return
        answers = _same_answer(ruleset, left.state, right.state, ours[0], theirs[0], generator)
        if answers is None:
            return
        mine = machine.answer(ruleset, left.state, ours[0].seat, ours[0].id, answers)
        yours = machine.answer(ruleset, right.state, theirs[0].seat, theirs[0].id, answers)
        if isinstance(mine, Refusal) or isinstance(yours, Refusal):
            assert ours[0].seat != seat or mine == yours
            return
        left, right = mine, yours


def _same_answer(
    ruleset: Ruleset, left: AnyState, right: AnyState, ours: Request, theirs: Request, generator: Random
) -> Any:
    """An answer that both games can take, or None: then they part for reasons of the other side."""
    if isinstance(ours, Roll):
        if not isinstance(theirs, Roll) or ours.dice != theirs.dice:
            return None
        return Rolled(tuple(generator.randint(1, sides) for sides in ours.dice))
    given = ruleset.question(ours).sample(view(ruleset, left, ours.seat), ours, generator)
    allowed = type(ours) is type(theirs) and (
        judge(ruleset, view(ruleset, right, theirs.seat), theirs, given) is None
    )
    return given if allowed else None


class RulesetSuite:
    """Derive from this, name the ruleset, and every law is asked of it."""

    ruleset: ClassVar[Ruleset]
    setup: ClassVar[Any] = None
    seeds: ClassVar[range] = range(20)
    longest: ClassVar[int] = 2_000
    spending: ClassVar[tuple[str, float]]
    """The kind of event with which something is spent, and how often it must happen at least in a random
    game, on the average: a random player spends what it has."""
    models: ClassVar[Callable[[Any], object]]
    """What a world's models come to (their names, their cards): it never changes once a game is set up."""
    set_up: ClassVar[Callable[[Any], bool]] = staticmethod(lambda _: True)
    """Whether a world is set up, so that its models are counted."""
    pairs: ClassVar[int] = 12
    """In so many moments of each game another state that looks the same is played beside the real one."""

    def game(self, seed: int) -> Game:
        """A random game."""
        return play(self.ruleset, seed, self.setup_of(seed))

    def setup_of(self, _seed: int) -> Any:
        """The set-up of the game with this seed."""
        return self.setup if self.setup is not None else self.ruleset.setup()

    def test_random_games_end_and_do_not_idle(self) -> None:
        lengths = [self.game(seed).count for seed in self.seeds]
        assert max(lengths) <= self.longest
        assert min(lengths) > 0

    def test_a_random_player_spends_what_it_has(self) -> None:
        kind, least = self.spending
        games = [self.game(seed) for seed in self.seeds]
        spent = sum(
            event.kind == kind for game in games for moment in game.moments for event in moment.events
        )
        assert spent / len(games) >= least

    def test_models_are_conserved(self) -> None:
        for seed in self.seeds:
            worlds = [moment.state.world for moment in self.game(seed).moments]
            counted = {type(self).models(world) for world in worlds if type(self).set_up(world)}
            assert len(counted) == 1

    def test_every_state_survives_a_round_trip(self) -> None:
        for seed in self.seeds[:5]:
            round_trips(self.game(seed))

    def test_replay_reproduces_every_checksum(self) -> None:
        for seed in self.seeds[:5]:
            old_states_stay(self.game(seed))

    def test_nothing_offered_is_refused(self) -> None:
        for seed in self.seeds:
            offers_are_accepted(self.game(seed), Random(seed))

    def test_order_of_sealed_answers_never_matters(self) -> None:
        assert sum(sealed_order_never_matters(self.game(seed)) for seed in self.seeds) > 0

    def test_hidden_facts_do_not_leak(self) -> None:
        compared = [hidden_facts_do_not_leak(self.game(s), Random(s), self.pairs) for s in self.seeds]
        assert sum(compared) > 0

    def test_undo_returns_the_same_bytes(self) -> None:
        undone = [undo_returns_the_same_bytes(self.ruleset, s, self.setup_of(s)) for s in self.seeds]
        assert sum(undone) > 0
