"""`make balance`: veterans play every Tasking of Red Earth against one another; writes docs/balance.md.

Games are kept in build/balance.jsonl: what was played with the same program is not played again.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.progress import Progress

from firelane.bpre.names import SEATS
from firelane.bpre.taskings import TASKINGS
from firelane.lab.arena import cores
from firelane.lab.many import play
from firelane.lab.ratings import interval
from firelane.players import named
from firelane.rulesets import load

KEPT, PAGE = Path("build/balance.jsonl"), Path("docs/balance.md")
NAMES = tuple(rule.key.removeprefix("tasking.") for rule in TASKINGS)
CHUNK = 10
MOST = 3
"""How many games are played at most for each that is to be decided."""
FAIR = (0.4, 0.6)
COUNTED = re.compile(
    r"bpre\.((skill|intervention|special|fires)\..+|doors|qrf|immediate-action|frag-detonation|cross-cover|finishing)\.\d+"
)
"""The rules whose use is counted, by the statements that events go back to."""


class Played(Struct, frozen=True, kw_only=True):
    """One game."""

    tasking: str
    seed: int
    winner: str
    rule: str
    weather: str
    turn: int
    lost: dict[str, int]
    uses: dict[str, int]


def play_one(tasking: str, seed: int) -> Played:
    """One Operation between veterans; an answer that is refused breaks it."""
    ruleset = load("bpre")
    players = dict.fromkeys(SEATS, named("veteran", ruleset))
    game = play(ruleset, seed, ruleset.setup(tasking=tasking), players)
    outcome, world = game.state.outcome, game.state.world
    uses: Counter[str] = Counter()
    for moment in game.moments:
        for event in moment.events:
            uses.update({found[1] for cite in event.because if (found := COUNTED.fullmatch(cite.rule))})
    return Played(
        tasking=tasking,
        seed=seed,
        winner=outcome.winners[0] if len(outcome.winners) == 1 else "",
        rule=outcome.rule,
        weather=world.atmospherics.removeprefix("atmospherics."),
        turn=world.turn,
        lost={seat: side.casualties for seat, side in world.sides.items()},
        uses=dict(uses),
    )


def _chunk(task: tuple[str, int]) -> list[Played]:
    tasking, first = task
    return [play_one(tasking, seed) for seed in range(first, first + CHUNK)]


def program() -> str:
    """A mark of everything that decides how a game goes."""
    digest = hashlib.sha256()
    for room in ("core", "table", "bpre", "players"):
        for path in sorted(Path("src/firelane", room).rglob("*")):
            if path.suffix in (".py", ".yaml"):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def kept_games(mark: str) -> dict[tuple[str, int], Played]:
    """What was played before with the same program; with another one it is thrown away."""
    lines = KEPT.read_text().splitlines() if KEPT.exists() else []
    if not lines or lines[0] != mark:
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(mark + "\n")
        return {}
    games = [msgspec.json.decode(line, type=Played) for line in lines[1:] if line.endswith("}")]
    return {(game.tasking, game.seed): game for game in games}


def play_all(
    pool: ProcessPoolExecutor, tasking: str, wanted: int, known: dict[tuple[str, int], Played]
) -> Iterator[Played]:
    """Games in the order of their seeds, until so many are decided."""
    decided, first, ahead = 0, 1, 2 * cores()
    waiting: list[object] = []
    while decided < wanted and first <= MOST * wanted:
        while len(waiting) < ahead:
            start = first + CHUNK * len(waiting)
            seeds = range(start, start + CHUNK)
            if all((tasking, seed) in known for seed in seeds):
                waiting.append([known[tasking, seed] for seed in seeds])
            else:
                waiting.append(pool.submit(_chunk, (tasking, start)))
        chunk = waiting.pop(0)
        games = chunk if isinstance(chunk, list) else chunk.result()  # type: ignore[attr-defined]
        first += CHUNK
        for game in games:
            if decided < wanted:
                decided += bool(game.winner)
                yield game
    for chunk in waiting:
        if not isinstance(chunk, list):
            chunk.cancel()  # type: ignore[attr-defined]


def row(tasking: str, games: list[Played]) -> str:
    """One line of the table."""
    wins = Counter(game.winner for game in games)
    decided = wins["scorch"] + wins["aayari"]
    rate = wins["scorch"] / max(1, decided)
    low, high = interval(wins["scorch"], decided)
    turns = sum(game.turn for game in games) / len(games)
    lost = [sum(game.lost[seat] for game in games) / len(games) for seat in SEATS]
    fair = "" if FAIR[0] <= rate <= FAIR[1] else "see below"
    return (
        f"| {tasking} | {decided} | {wins['scorch']} | {wins['aayari']} | {wins['']} "
        f"| {100 * rate:.1f} % ({100 * low:.1f}-{100 * high:.1f}) | {turns:.1f} "
        f"| {lost[0]:.0f} / {lost[1]:.0f} | {fair} |"
    )


def by_weather(found: dict[str, list[Played]]) -> list[str]:
    """How Scorch fares in each weather."""
    kinds = sorted({game.weather for games in found.values() for game in games})
    lines = [f"| tasking | {' | '.join(kinds)} |", "|---" * (len(kinds) + 1) + "|"]
    for tasking, games in found.items():
        cells = []
        for kind in kinds:
            wins = Counter(game.winner for game in games if game.weather == kind)
            decided = wins["scorch"] + wins["aayari"]
            cells.append(f"{100 * wins['scorch'] / decided:.0f} % of {decided}" if decided else "")
        lines.append(f"| {tasking} | {' | '.join(cells)} |")
    return lines


def tables(found: dict[str, list[Played]]) -> str:
    """All tables."""
    lines = [
        "| tasking | decided | Scorch | Aayari | undecided | Scorch wins (95 %) | turns | CP lost, S / A | |",
        "|---|---|---|---|---|---|---|---|---|",
        *(row(tasking, games) for tasking, games in found.items()),
        "",
        "Of these Scorch wins in each weather (Atmospherics Card):",
        "",
        *by_weather(found),
        "",
        "What the rules offer and how often it was made use of (events that go back to a rule):",
        "",
        "| rule | uses in 100 games |",
        "|---|---|",
    ]
    total = sum(len(games) for games in found.values())
    uses: Counter[str] = Counter()
    for games in found.values():
        for game in games:
            uses.update(game.uses)
    lines += [f"| {name} | {100 * count / total:.1f} |" for name, count in sorted(uses.items())]
    return "\n".join(lines) + "\n"


BEGIN, END = "<!-- measured -->", "<!-- end -->"


def main() -> None:
    """Play, print, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="decided games of each tasking")
    parser.add_argument("--taskings", default=",".join(NAMES))
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE}")
    given = parser.parse_args()
    known = kept_games(program())
    found: dict[str, list[Played]] = {}
    with ProcessPoolExecutor(given.processes) as pool, Progress() as bar, KEPT.open("a") as out:
        for tasking in given.taskings.split(","):
            task = bar.add_task(f"{tasking:18}", total=given.games)
            found[tasking] = []
            for game in play_all(pool, tasking, given.games, known):
                found[tasking].append(game)
                bar.update(task, advance=bool(game.winner))
                if (tasking, game.seed) not in known:
                    out.write(msgspec.json.encode(game).decode() + "\n")
                    out.flush()
            bar.console.print(row(tasking, found[tasking]))
    made = tables(found)
    print(made)
    if given.write:
        head, _, rest = PAGE.read_text().partition(BEGIN)
        _, _, tail = rest.partition(END)
        PAGE.write_text(f"{head}{BEGIN}\n\n{made}\n{END}{tail}")


if __name__ == "__main__":
    main()
