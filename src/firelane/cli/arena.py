"""`firelane arena`: players against one another."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import Struct

from firelane.text import say

if TYPE_CHECKING:
    from firelane.lab.arena import Kept, Result, Terms


class Report(Struct, kw_only=True):
    """All that an arena found. `results` are the same for the same seeds; `times` are not."""

    ruleset: str
    seed: int
    results: list[dict[str, Any]]
    ratings: dict[str, float]
    uses: dict[str, dict[str, int]]
    times: dict[str, dict[str, int]]


def add(app: typer.Typer) -> None:
    """Put the command into the program."""

    @app.command(help=say("arena.help"))
    def arena(
        players: Annotated[str, typer.Option(help=say("arena.players"))] = "veteran,novice,random",
        ruleset: Annotated[str, typer.Option(help=say("cli.ruleset"))] = "c1",
        games: Annotated[int, typer.Option(min=2, help=say("arena.games"))] = 200,
        seed: Annotated[int, typer.Option(help=say("cli.first-seed"))] = 1,
        mission: Annotated[str, typer.Option(help=say("arena.mission"), show_default=False)] = "",
        tasking: Annotated[str, typer.Option(help=say("arena.tasking"), show_default=False)] = "",
        lists: Annotated[str, typer.Option(help=say("arena.lists"), show_default=False)] = "",
        nodes: Annotated[int, typer.Option(min=0, help=say("arena.nodes"))] = 0,
        seconds: Annotated[float, typer.Option(min=0.0, help=say("arena.seconds"))] = 0.0,
        at_least: Annotated[
            float | None, typer.Option(min=0.05, max=0.99, help=say("arena.at-least"), show_default=False)
        ] = None,
        whole: Annotated[bool, typer.Option("--whole", help=say("arena.whole"))] = False,
        processes: Annotated[int, typer.Option(min=0, help=say("arena.processes"))] = 0,
        save: Annotated[Path | None, typer.Option(help=say("arena.save"), show_default=False)] = None,
        as_json: Annotated[bool, typer.Option("--json", help=say("cli.json"))] = False,
        plot: Annotated[Path | None, typer.Option(help=say("arena.plot"), show_default=False)] = None,
    ) -> None:
        import msgspec

        from firelane.lab.arena import Kept, Terms, setup_of
        from firelane.players import Budget, named
        from firelane.rulesets import load

        played = load(ruleset)
        names = tuple(name.strip() for name in players.split(",") if name.strip())
        for name in names:
            named(name, played)
        wanted = {key: value for key, value in (("mission", mission), ("tasking", tasking)) if value}
        mirrored = [name.strip() for name in lists.split(",") if name.strip()]
        turns = tuple({"lists": dict.fromkeys(played.seats, name)} for name in mirrored)
        for more in turns or ({},):
            played.begin(setup_of(played, {**wanted, **more}))
        budget = Budget(nodes=nodes, seconds=seconds)
        terms = Terms(ruleset=ruleset, players=names, setup=wanted, budget=budget, turns=turns)
        kept = Kept(save, terms)
        results = _play(terms, games, seed, processes, kept, None if whole else (at_least,))
        report = _report(terms, seed, results, kept)
        if plot is not None:
            from firelane.lab.plots import draw_arena

            draw_arena(results, report.ratings, plot)
        if as_json:
            typer.echo(msgspec.json.encode(report, order="sorted"))
        else:
            _print(report, results)


def _play(
    terms: Terms, games: int, seed: int, processes: int, kept: Kept, test: tuple[float | None] | None
) -> list[Result]:
    """All pairs; `test` holds the claim of the sequential test, None to play every game."""
    from rich.console import Console
    from rich.progress import Progress

    from firelane.lab.arena import Result, compare, cores, pairs_of
    from firelane.lab.many import Broken
    from firelane.lab.ratings import verdict

    console = Console(stderr=True)
    pairs = pairs_of(terms.players)
    results = []
    with Progress(console=console, disable=not console.is_terminal) as bar:
        for pair in pairs:
            result = Result(pair=pair)
            row = bar.add_task(f"{pair[0]} - {pair[1]}", total=games)
            try:
                for both in compare(terms, pair, games, seed, processes or cores(), kept):
                    for one in both:
                        kept.add(one)
                        result.add(one)
                    bar.update(row, advance=2)
                    if test is not None:
                        result.decided = verdict(result.score, result.games, test[0])
                        if result.decided:
                            break
            except Broken as broken:
                typer.echo(broken.what, err=True)
                typer.echo(say("arena.broken", seed=broken.seed, one=pair[0], two=pair[1]), err=True)
                raise typer.Exit(1) from None
            results.append(result)
    return results


def _report(terms: Terms, seed: int, results: list[Result], kept: Kept) -> Report:
    from firelane.lab.ratings import interval, quantile, ratings

    rows = []
    for result in results:
        low, high = interval(result.score, result.games)
        rows.append(
            {
                "pair": result.pair, "games": result.games, "wins": result.wins, "draws": result.draws,
                "rate": round(result.score / max(1, result.games), 4), "low": round(low, 4),
                "high": round(high, 4), "decided": result.decided,
                "lost": [round(points / max(1, result.games), 2) for points in result.lost],
            }
        )  # fmt: skip
    counted = {name: Counter[int]() for name in terms.players}
    uses = {name: Counter[str]() for name in terms.players}
    for result in results:
        for number in range(seed, seed + result.games // 2):
            for swapped in (False, True):
                one = kept.bouts[result.pair, number, swapped]
                for name, found in one.times.items():
                    counted[name].update(found)
                for name, chosen in one.uses.items():
                    uses[name].update(chosen)
    rated = ratings(terms.players, {r.pair: (r.score, r.games) for r in results})
    return Report(
        ruleset=terms.ruleset,
        seed=seed,
        results=rows,
        ratings={name: round(value) for name, value in rated.items()},
        uses={name: dict(sorted(found.items())) for name, found in uses.items()},
        times={
            name: {
                "decisions": sum(found.values()),
                "median": quantile(found, 0.5),
                "p95": quantile(found, 0.95),
                "most": max(found, default=0),
            }
            for name, found in counted.items()
        },
    )


def _print(report: Report, results: list[Result]) -> None:
    for row, result in zip(report.results, results, strict=True):
        one, two = result.pair
        typer.echo(
            say("arena.result", one=one, two=two, rate=f"{100 * row['rate']:.1f}",
                low=f"{100 * row['low']:.1f}", high=f"{100 * row['high']:.1f}", games=result.games,
                draws=result.draws)
        )  # fmt: skip
        typer.echo(say("arena.lost", one=one, two=two, mine=row["lost"][0], theirs=row["lost"][1]))
        if result.decided == "better":
            typer.echo(say("arena.better", one=one, two=two))
        elif result.decided:
            typer.echo(say("arena.worse", one=one, two=two))
    for name, rating in sorted(report.ratings.items(), key=lambda item: -item[1]):
        times = report.times[name]
        typer.echo(
            say("arena.rated", name=name, rating=f"{rating:+.0f}", median=times["median"], p95=times["p95"],
                most=times["most"], count=times["decisions"])
        )  # fmt: skip
    for name, chosen in report.uses.items():
        listed = ", ".join(f"{what} {count}" for what, count in sorted(chosen.items(), key=lambda i: -i[1]))
        typer.echo(say("arena.uses", name=name, uses=listed))
