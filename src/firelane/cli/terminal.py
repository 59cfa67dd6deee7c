"""A game in the terminal: what happened, the table, the question, and numbered choices."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import typer

from firelane.core import journal
from firelane.core.because import Refusal
from firelane.core.events import WATCHER
from firelane.core.game import Game, Moment
from firelane.core.lines import header_for
from firelane.core.machine import AgreeDraw, AnyAside, Concede, DropStanding, RefuseDraw, SetStanding
from firelane.core.procedure import MachineError
from firelane.core.requests import Answer, Request, Roll
from firelane.core.ruleset import Ruleset
from firelane.core.state import Standing, Until
from firelane.core.views import may_type_dice, seen
from firelane.core.views import view as view_of
from firelane.players import Budget, Decision, Player, decided, random_player
from firelane.players.telling import comment
from firelane.problem import Problem
from firelane.rulesets import explain
from firelane.text import language, say

SHOWN = 12
"""How many choices are listed before `a` is needed to see all."""
THINKING = Budget(seconds=1.0)
"""How long the machine may think about an answer."""


def begin_or_resume(
    ruleset: Ruleset, setup: Any, seed: str, save: Path | None, resume: Path | None
) -> tuple[Game, str]:
    """A new game in a new file, or a saved one going on in its own; and what to tell the player first."""
    if resume is not None:
        recorded = journal.read(resume)
        game = journal.resume(ruleset, resume)
        cut = say("journal.cut-off", file=resume, count=game.count) if recorded.cut_off else ""
        return game, cut or say("cli.resumed", file=resume, count=game.count)
    header = header_for(ruleset, setup, seed or str(SystemRandom().getrandbits(64)))
    path = save or _free_place(ruleset.name)
    try:
        write = journal.JournalFile(path, header)
    except FileExistsError as error:
        if path.exists():
            raise Problem("cli.file-exists", file=path) from None
        raise Problem("documents.unwritable", file=path, reason=error.strerror) from None
    except OSError as error:
        raise Problem("documents.unwritable", file=path, reason=error.strerror or error) from None
    return Game(ruleset, header, write), say("cli.saving", file=path)


def _free_place(name: str) -> Path:
    from datetime import datetime

    from platformdirs import user_data_path

    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    folder = user_data_path("firelane") / "games"
    places = (folder / f"{name}-{stamp}{suffix}.game" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(place for place in places if not place.exists())


def print_events(ruleset: Ruleset, moment: Moment, seat: str | None) -> None:
    """What happened, a line each, with the rules behind it."""
    read = moment.events if seat is None else seen(moment.events, seat)
    here = view_of(ruleset, moment.state, WATCHER if seat is None else seat)
    for event in read:
        if words := ruleset.words.event(here, event, language()):
            rules = " ".join(dict.fromkeys(cite.rule for cite in event.because))
            told = ruleset.words.in_full(here, words, language(), event)
            typer.echo(f"{told}  [{rules}]" if rules else told)


class Terminal:
    """One person at a terminal against the machine."""

    def __init__(
        self,
        game: Game,
        seat: str,
        own_dice: bool = False,
        interactive: bool = True,
        read: Callable[[], str] = input,
        opponent: Player | None = None,
        coach: bool = False,
    ) -> None:
        self.game = game
        self.seat = seat
        self.own_dice = own_dice
        self.interactive = interactive
        self.read = read
        self.generator = Random(game.header.seed + "/terminal")
        self.opponent = opponent or random_player(game.ruleset)
        self.coach = coach
        self.decisions: list[Decision] = []
        """What the machine weighed: not to be looked at before the game is over."""
        self.told = 0
        self.commands: dict[str, Callable[[Request], None]] = {
            "u": lambda _: self._report(self.game.undo(self.seat)),
            "w": self._why,
            "p": lambda _: self._say(self._pass_until_my_turn()),
            "s": lambda _: self._say(DropStanding()),
            "d": lambda _: self._offer_draw(),
            "c": lambda _: self._say(Concede()),
        }

    def play(self, notice: str = "") -> None:
        """Play until the game is over or the player leaves. Everything is saved as it happens."""
        typer.echo(notice)
        if not self.interactive:
            typer.echo(say("cli.no-terminal"))
        while self.game.state.outcome is None:
            self._tell()
            request = next(iter(self.game.pending))
            if isinstance(request, Roll):
                stays = self._roll(request)
            elif request.seat == self.seat and self.interactive:
                stays = self._ask(request)
            else:
                self._machine(request)
                continue
            if not stays:
                typer.echo(say("cli.left"))
                return
        self._tell()

    def _tell(self) -> None:
        for moment in self.game.moments[self.told :]:
            print_events(self.game.ruleset, moment, self.seat)
        self.told = len(self.game.moments)

    def _machine(self, request: Request) -> None:
        made = decided(self.opponent, self.game.view(request.seat), request, THINKING, self.generator)
        self.decisions.append(made)
        given = made.answer
        result = self.game.answer(request.seat, request.id, given)
        if isinstance(result, Refusal):
            raise MachineError(f"{request.kind}: {given!r} was offered and refused by {result.rule}")

    def _roll(self, request: Roll) -> bool:
        """Let dice fall, or have them typed in. False: the player leaves."""
        if not (self.own_dice and self.interactive and may_type_dice(request, self.seat)):
            self.game.throw()
            return True
        while True:
            dice = " ".join(f"d{sides}" for sides in request.dice)
            for count, what in self._dice_words(request):
                typer.echo(say("cli.dice-for", count=count, what=self._in_full(what)))
            typer.echo(say("cli.type-dice", dice=dice, why=request.why))
            words = self._line().lower().split()
            if words == ["q"]:
                return False
            odd = next((word for word in words if not word.isdecimal()), None)
            if odd is not None:
                typer.echo(say("cli.not-a-die", word=odd))
                continue
            faces = tuple(int(word) for word in words)
            result = self.game.type_dice(self.seat, faces) if words else self.game.throw()
            if not isinstance(result, Refusal):
                return True
            typer.echo(self._explained(result))

    def _dice_words(self, roll: Roll) -> tuple[tuple[int, str], ...]:
        """What the dice are for."""
        told = self.game.ruleset.dice_words
        return told(self.game.state, roll, language()) if told is not None else ()

    def _ask(self, request: Request) -> bool:
        """Put one question. False: the player leaves."""
        ruleset, lang = self.game.ruleset, language()
        view = self.game.view(self.seat)
        typer.echo("")
        for line in ruleset.words.table(view, lang):
            typer.echo(self._in_full(line))
        typer.echo(self._in_full(ruleset.words.request(view, request, lang)))
        question = ruleset.question(request)
        choices: list[Answer] = list(question.listed(view, request)) if question.listed is not None else []
        self._list(request, choices, SHOWN)
        typer.echo(say("cli.commands"))
        while True:
            word = self._line().strip().lower()
            if word == "q":
                return False
            if word == "a":
                self._list(request, choices, len(choices))
            elif word == "r":
                self.game.answer(self.seat, request.id, question.sample(view, request, self.generator))
                return True
            elif word in self.commands:
                before = self.game.count
                self.commands[word](request)
                if self.game.count != before:
                    return True
            elif word.isdecimal() and 1 <= int(word) <= len(choices):
                chosen = choices[int(word) - 1]
                result = self.game.answer(self.seat, request.id, chosen)
                self._report(result)
                if not isinstance(result, Refusal):
                    if self.coach:
                        for line in comment(ruleset, view, request, chosen, lang):
                            typer.echo(ruleset.words.in_full(view, line, lang))
                    return True
            elif not self._find(request, choices, word):
                typer.echo(say("cli.not-a-choice", word=word, count=len(choices)))

    def _find(self, request: Request, choices: list[Answer], word: str) -> bool:
        """List the choices in whose words this occurs, under their own numbers."""
        view = self.game.view(self.seat)
        found = False
        for number, choice in enumerate(choices, start=1):
            words = self._in_full(self.game.ruleset.words.answer(view, request, choice, language()))
            if word and not word.isdecimal() and word in words.lower():
                typer.echo(f"  {number:>3}  {words}")
                found = True
        return found

    def _list(self, request: Request, choices: list[Answer], count: int) -> None:
        view = self.game.view(self.seat)
        for number, choice in enumerate(islice(choices, count), start=1):
            words = self._in_full(self.game.ruleset.words.answer(view, request, choice, language()))
            typer.echo(f"  {number:>3}  {words}")
        if len(choices) > count:
            typer.echo(say("cli.more-choices", count=len(choices) - count))

    def _line(self) -> str:
        typer.echo("> ", nl=False)
        sys.stdout.flush()
        try:
            return self.read()
        except EOFError:
            return "q"

    def _why(self, request: Request) -> None:
        for rule in request.rules:
            typer.echo(f"{rule}: {explain(self.game.ruleset, rule, {})}")

    def _pass_until_my_turn(self) -> SetStanding:
        ruleset = self.game.ruleset
        kinds = tuple(q.kind for q in ruleset.questions if q.standing is not None)
        until = (Until(ruleset.turn_event, self.seat),)
        return SetStanding(Standing(seat=self.seat, kinds=kinds, until=until))

    def _offer_draw(self) -> None:
        """The machine plays on: it turns every draw down."""
        self._say(AgreeDraw())
        if self.game.state.outcome is None and self.game.state.agreed_draw:
            other = next(seat for seat in self.game.ruleset.seats if seat != self.seat)
            self.game.say(other, RefuseDraw())
            typer.echo(say("cli.draw-refused"))

    def _say(self, said: AnyAside) -> None:
        self._report(self.game.say(self.seat, said))

    def _explained(self, refused: Refusal) -> str:
        told = explain(self.game.ruleset, refused.rule, refused.args, self.game.view(self.seat))
        return self._in_full(told)

    def _in_full(self, text: str) -> str:
        """A text with labels and names of figures in place of their ids."""
        return self.game.ruleset.words.in_full(self.game.view(self.seat), text, language())

    def _report(self, result: object) -> None:
        self.told = min(self.told, len(self.game.moments))
        if isinstance(result, Refusal):
            typer.echo(self._explained(result))
