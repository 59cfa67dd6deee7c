"""A game played by neutral answers and dice, and all that is told of it in neutral words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from random import Random
from types import ModuleType
from typing import Any

import msgspec

from firelane.core.because import Refusal
from firelane.core.events import Event
from firelane.core.game import Game
from firelane.core.requests import Answer, Request, Roll, Rolled
from firelane.core.views import View, judge
from firelane.players import Budget, named
from firelane.screen.kept import Kept
from firelane.screen.prompts import Option, Part, Preview
from golden_games import bpre, c1
from golden_games.neutral import Names, digest, text

ADAPTERS: Mapping[str, ModuleType] = {"c1": c1, "bpre": bpre}
LISTED = 25
"""In one of this many questions all answers are told that the ruleset lists."""
MOST_LISTED = 300
MOST_AMONG = 6
"""The screen splits dice over this many at most, the first by their ids: then only their number is told."""
FULL = 12
"""One in this many choices is kept in full."""
NODES = 200
"""What a decision of the commander may cost."""


class Unlike(AssertionError):
    """A game does not go as it was recorded."""


Dice = Callable[[str, tuple[int, ...]], tuple[int, ...]]
"""Throws dice: in which step, whose and for what; and the sides of each."""


class Table:
    """One game under way, spoken with in neutral words alone."""

    def __init__(self, ruleset: str, setup: Mapping[str, Any], dice: Dice) -> None:
        self.adapter = ADAPTERS[ruleset]
        self.ruleset = self.adapter.RULESET
        self.names = Names()
        self.throw = dice
        self.kept = {seat: Kept() for seat in self.ruleset.seats}
        self.number = 0
        """How many questions have been answered."""
        self.thrown: list[list[Any]] = []
        self.events: tuple[Event, ...] = ()
        self.last: dict[str, list[str]] = {}
        self.options: dict[int, tuple[Option, str]] = {}
        """What options were told as; the screen keeps those that stay the same."""
        self.game = Game.new(self.ruleset, self.adapter.setup(setup))
        self.told = 0
        self._settle()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.state.outcome is not None

    @property
    def request(self) -> Request:
        """The first open question, by the order of the seats."""
        seats = self.ruleset.seats
        return min(self.game.pending, key=lambda one: seats.index(one.seat))

    @property
    def asked(self) -> str:
        """Who is asked what."""
        return f"{self.request.seat} {self.adapter.QUESTIONS[type(self.request)]}"

    @property
    def view(self) -> View[Any]:
        """What the seat that is asked may see."""
        return self.game.view(self.request.seat)

    def give(self, plain: Any) -> None:
        """Answer the question, and throw the dice that follow from it."""
        request = self.request
        answer = self.hear(plain)
        result = self.game.answer(request.seat, request.id, answer)
        if isinstance(result, Refusal):
            raise Unlike(f"refused by {result.rule}: {text(plain)}")
        self.number += 1
        self._settle()

    def hear(self, plain: Any) -> Answer:
        """A neutral answer as today's code takes it."""
        try:
            given: Answer = self.adapter.hear(plain, self.names)
        except (msgspec.ValidationError, KeyError) as error:
            raise Unlike(f"cannot be said: {text(plain)}: {error!r}") from error
        return given

    def plain(self, answer: Answer) -> Any:
        """Today's answer in neutral words, as it comes back from a file."""
        return msgspec.json.decode(text(self.adapter.TABLES.plain(answer, self.names)))

    def _settle(self) -> None:
        """Throw dice until somebody is asked, and see what has happened, also where the dice do not fit."""
        self.thrown = []
        try:
            self._learn()
            while (window := self.game.state.window) is not None and isinstance(window.requests[0], Roll):
                self._throw(window.requests[0])
                self._learn()
        finally:
            new = self.game.moments[self.told :]
            self.told = len(self.game.moments)
            self.events = tuple(event for moment in new for event in moment.events)

    def _throw(self, roll: Roll) -> None:
        faces: list[int] = []
        for count, key in self.adapter.dice(self.game.state, roll, self.names):
            fell = self.throw(f"{self.number} {key}", roll.dice[len(faces) : len(faces) + count])
            self.thrown.append([key, list(fell)])
            faces += fell
        result = self.game.throw(Rolled(tuple(faces)))
        if isinstance(result, Refusal):
            raise Unlike(f"dice were refused by {result.rule}: {faces} for {roll}")

    def _learn(self) -> None:
        self.adapter.learn(self.names, self.game.state)

    # What is told

    def happened(self) -> dict[str, Any]:
        """What came of the last answer: dice, events, what has changed on the board, and in what each seat
        sees otherwise than it is."""
        told = self.events_told()
        there = self.board()
        found: dict[str, Any] = {"dice": self.thrown, "events": told, "board": self._changes("board", there)}
        for seat in self.ruleset.seats:
            read = self._told(part for event in self.events if (part := event.seen_by(seat)) is not None)
            seen = self._board(self.game.view(seat).table.world)
            found[f"read by {seat}"] = apart(told, read)
            found[f"seen by {seat}"] = self._changes(f"seen by {seat}", apart(there, seen))
        if self.over:
            found["outcome"] = self.adapter.TABLES.plain(self.game.state.outcome, self.names, whole=False)
        return {key: one for key, one in found.items() if one}

    def board(self) -> list[str]:
        """What stands where in which states, line by line."""
        return self._board(self.game.state.world)

    def events_told(self) -> list[str]:
        """What has happened since the last answer, line by line."""
        return self._told(self.events)

    def _told(self, events: Iterable[Event]) -> list[str]:
        return [line for event in events if (line := self.adapter.tell(event, self.names))]

    def _board(self, world: Any) -> list[str]:
        return [f"{key}: {line}" for key, line in self.adapter.board(world, self.names).items()]

    def _changes(self, what: str, lines: list[str]) -> list[str]:
        """The lines that are new, and those that are no longer there, since the same was told last."""
        before = self.last.get(what, [])
        self.last[what] = lines
        return apart(before, lines)

    def offered(self) -> list[str]:
        """What the seat that is asked is offered on its screen, line by line."""
        request, view = self.request, self.view
        prompt = self.adapter.SCREEN.prompt(view, request, "en", self.kept[request.seat])
        plain = self.adapter.TABLES.plain
        known = {key: plain(one, self.names, whole=False) for key in request.__struct_fields__
                 if key not in ("seat", "id", "rules") and (one := getattr(request, key))}  # fmt: skip
        usual = prompt.usual
        answer = _raw(usual.answer) if usual is not None else None
        lines = [f"question {text(known)}"]
        lines += [line for part in prompt.parts for line in self._part(part)]
        if answer is not None:
            lines.append(f"usual {text(self.adapter.option_value(request, answer, self.names))}")
        lines += [f"standing {order.id}" for order in prompt.standing]
        return sorted(lines)

    def _part(self, part: Part) -> Iterator[str]:
        who = self.names.of.get(part.figure, part.figure)
        flags = {key: one for key in ("optional", "several", "least", "most") if (one := getattr(part, key))}
        yield f"part {who} {text(flags)}"
        for option in part.options:
            known = self.options.get(id(option))
            if known is None or known[0] is not option:
                known = self.options[id(option)] = option, self._option(option)
            yield f"{who} > {known[1]}"

    def _option(self, option: Option) -> str:
        names = self.names
        who = names.of.get(option.figure, option.figure)
        if option.forbidden:
            return f"{who} forbidden {self.adapter.barred(option)}".strip()
        value = self.adapter.option_value(self.request, _raw(option.value), names)
        slots = []
        for slot in option.slots:
            of = names.of.get(slot.figure, slot.figure)
            among: Any = sorted(names.of.get(name, name) for name in slot.among)
            if len(among) >= MOST_AMONG:
                among = len(among)
            bounds = [slot.reach, slot.least, slot.most, slot.within, among]
            slots.append(" ".join([slot.kind, of, *(text(one) for one in bounds if one)]))
        rest = [option.copies, option.cost] if (option.copies, option.cost) != (1, 1) else []
        targets = sorted(names.of.get(name, name) for name in option.targets)
        return f"{who} {text([value, slots, targets, *rest])}"

    def listed(self) -> list[str]:
        """All answers that the ruleset lists, line by line."""
        listed = self.ruleset.question(self.request).listed
        if listed is None or self.adapter.is_proposed_by_chance(self.request):
            return []
        answers = islice(listed(self.view, self.request), MOST_LISTED)
        return sorted(text(self.plain(answer)) for answer in answers)

    def is_refused(self, plain: Any) -> bool:
        """Whether an answer would be refused."""
        return judge(self.ruleset, self.view, self.request, self.hear(plain)) is not None

    def question(self) -> dict[str, Any]:
        """What is asked, and what is offered otherwise than when the seat was asked the like last."""
        found: dict[str, Any] = {"ask": self.asked, "offered": self._changes(self.asked, self.offered())}
        if self.number % LISTED == 0:
            found["listed"] = digest(self.listed())
        return found

    def preview(self, plain: Any, measured: bool) -> list[str]:
        """What the screen says of an answer before it is given: numbers and who they are about."""
        made = self.adapter.SCREEN.preview(self.view, self.request, self.hear(plain), measured, "en")
        return list(self._previewed(made))

    def _previewed(self, preview: Preview) -> Iterator[str]:
        names = self.names
        if preview.refusal:
            yield "refused"
        for fact in preview.facts:  # in figures alone: words may change
            yield text(["fact", names.figures_in(fact.value), sorted(names.within(fact.value))])
        yield from sorted(
            text(["watcher", names.of.get(one.figure, one.figure), one.at]) for one in preview.watchers
        )
        yield from (text(["hopeless", names.of.get(name, name)]) for name in sorted(preview.hopeless))
        for place, outlook in enumerate(preview.outlooks):
            lines: list[str] = []
            for one in outlook.sums:
                parts = sorted(part.value for part in one.parts)
                lines.append(text(["sum", names.of.get(one.figure, one.figure), one.total, parts]))
            for chance in outlook.chances:
                about = names.within(chance.label)
                lines.append(text(["chance", about, chance.side, round(chance.chance, 6)]))
            yield from (f"{place} {line}" for line in sorted(lines))
        yield from sorted(text(["line", one.start, one.end, one.free]) for one in preview.lines)

    def words(self, seat: str) -> dict[str, list[str]]:
        """What a seat reads of what has happened, in both languages."""
        view, words = self.game.view(seat), self.ruleset.words
        read = [part for event in self.events if (part := event.seen_by(seat)) is not None]
        return {
            lang: [
                words.in_full(view, said, lang, one) for one in read if (said := words.event(view, one, lang))
            ]
            for lang in ("en", "ja")
        }

    def choice(self, name: str) -> Any:
        """What a random player chooses by seed: in some questions in full, in others as a digest."""
        chosen = self.decision("random", f"{name} {self.number + 1} chosen")
        return chosen if self.number % FULL == 0 else digest([text(chosen)])

    def decision(self, player: str, seed: str) -> Any:
        """What a player answers to the question."""
        chosen = named(player, self.ruleset)(self.view, self.request, Budget(nodes=NODES), Random(seed))
        return self.plain(chosen)


def reader_of(name: str, table: Table) -> str:
    """The seat whose words are kept of a game: one in every other game."""
    return str(table.ruleset.seats[int(name[-1]) % 2])


def apart(before: Iterable[str], now: Iterable[str]) -> list[str]:
    """What one row of lines has more than another, and what less, whatever their order."""
    more = Counter(now)
    more.subtract(Counter(before))
    return sorted(
        [f"{'+' if more[line] > 0 else '-'} {line}" for line in more for _ in range(abs(more[line]))]
    )


def _raw(value: Any) -> Any:
    return msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else value


class Recorded:
    """The dice of a recording: those of each step by whose they are and what for."""

    def __init__(self, steps: Iterable[Mapping[str, Any]]) -> None:
        self.left: dict[str, list[list[int]]] = {}
        for number, step in enumerate(steps):
            for key, faces in step.get("dice", ()):
                self.left.setdefault(f"{number} {key}", []).append(faces)

    def __call__(self, key: str, sides: tuple[int, ...]) -> tuple[int, ...]:
        rows = self.left.get(key)
        what = key.partition(" ")[2]
        if not rows:
            raise Unlike(f"dice that were not thrown in the recording: {len(sides)} for {what}")
        faces = rows.pop(0)
        if len(faces) != len(sides):
            raise Unlike(f"{len(sides)} dice in place of {len(faces)} for {what}")
        return tuple(faces)


def lottery(game: str) -> Dice:
    """Dice that follow from the game and from what they are for, whatever their order."""
    thrown: dict[str, int] = {}

    def throw(key: str, sides: tuple[int, ...]) -> tuple[int, ...]:
        thrown[key] = thrown.get(key, 0) + 1
        generator = Random(f"{game} {key} {thrown[key]}")
        return tuple(generator.randint(1, most) for most in sides)

    return throw
