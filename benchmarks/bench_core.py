"""The machine: changing states, writing them down, replaying games, starting commands."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from ambush.game import FIRST
from ambush.world import Setup
from benchmarks.timing import Row, pretty, seconds
from firelane.core.events import Event
from firelane.core.game import Game
from firelane.core.journal import Recorded, fold, game_of
from firelane.core.procedure import Play
from firelane.core.rules import Edition
from firelane.core.state import Frame, Level, State, World, encode, with_record
from firelane.lab.many import play

MODELS, FIELDS = 60, 40

Model = msgspec.defstruct(
    "Model",
    [("id", str), ("x", int, 0), ("y", int, 0)]
    + [(f"number_{n}", int, n) for n in range(27)]
    + [(f"word_{n}", str, f"word {n}") for n in range(5)]
    + [(f"words_{n}", tuple[str, ...], ("dodge", "mimetism", "camouflage")) for n in range(5)],
    frozen=True,
)


class Table(World, frozen=True):
    """Sixty models of forty fields."""

    models: Mapping[str, Model]  # type: ignore[valid-type]
    round: int = 1


class Moved(Event, frozen=True, kw_only=True):
    """One of them is somewhere else."""

    id: str
    x: int
    y: int

    def apply(self, world: Table) -> Table:
        moved = replace(world.models[self.id], x=self.x, y=self.y)
        return replace(world, models=with_record(world.models, self.id, moved))


class Turn(Frame, frozen=True, kw_only=True):
    """A frame for the state to have."""

    seat: str = "blue"


def large_state() -> State[Any, Any, Any, Any]:
    """The state that the figures speak of."""
    models = {f"model-{n}": Model(id=f"model-{n}", x=n * 100, y=n * 50) for n in range(MODELS)}
    return State(ruleset="bench", seats=("blue", "red"), world=Table(models), stack=(Level(Turn()),))


def rows() -> Iterator[Row]:
    """All rows of this part."""
    state = large_state()
    model = state.world.models["model-30"]
    assert len(model.__struct_fields__) == FIELDS
    deep = seconds(lambda: copy.deepcopy(state), samples=5)

    def change() -> State[Any, Any, Any, Any]:
        moved = replace(state.world.models["model-30"], x=7)
        world = replace(state.world, models=with_record(state.world.models, "model-30", moved))
        return replace(state, world=world)

    changed = seconds(change)
    yield Row("copy.deepcopy of a state with 60 models of 40 fields", pretty(deep))
    yield Row(
        "new state with one model changed", f"{pretty(changed)}, {deep / changed:,.0f} x", "500 x deepcopy"
    )

    edition = Edition("bench", ())
    event = Moved(id="model-30", x=7, y=8)

    def emit() -> object:
        under_way: Play[Table] = Play(state.world, state.seats, edition)
        under_way.emit(event)
        return replace(state, world=under_way.world)

    emitted = seconds(emit)
    yield Row(
        "applying an event that does it", f"{pretty(emitted)}, {deep / emitted:,.0f} x", "100 x deepcopy"
    )

    decoder = msgspec.msgpack.Decoder(State[Table, Turn, None, None])
    there_and_back = seconds(lambda: decoder.decode(encode(state)))
    yield Row("encode and decode that state, types checked", pretty(there_and_back), "0.5 ms")
    yield from _replay()
    yield from _commands()


def _replay() -> Iterator[Row]:
    journals = []
    for seed in range(40):
        played = play(FIRST, seed)
        lines = [msgspec.json.encode(moment.line) for moment in played.moments[1:]]
        journals.append(Recorded(Path("game"), played.header, tuple(lines), cut_off=False))
    steps = sum(len(journal.lines) for journal in journals)

    def replay() -> None:
        for journal in journals:
            for _ in fold(game_of(FIRST, journal), journal):
                pass

    taken = seconds(replay, samples=7)
    yield Row(
        "journal replay on the small game, checksums on", f"{steps / taken:,.0f} steps/s", "20,000 steps/s"
    )
    whole = seconds(lambda: play(FIRST, 1), samples=7)
    begin = seconds(lambda: Game.new(FIRST, Setup(), 1), samples=7)
    yield Row("a random game of the small game", f"{pretty(whole)}, of which {pretty(begin)} to begin")


def _commands() -> Iterator[Row]:
    for words in (["--help"], ["rules", "show", "n3.dodge.1"], ["rules", "search", "dodge"]):
        command = [sys.executable, "-m", "firelane", *words]
        taken = seconds(
            lambda c=command: subprocess.run(c, check=True, capture_output=True), samples=5, least=0
        )  # type: ignore[misc]
        target = "" if "search" in words else "0.5 s"
        yield Row(f"`firelane {' '.join(words)}`, whole process", pretty(taken), target)
