"""`firelane table`: name, draw, check and make battlefields."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from firelane.problem import Problem
from firelane.text import language, say

if TYPE_CHECKING:
    from firelane.table.layout import Field


def build() -> typer.Typer:
    """The commands, with their help in the language in force."""
    table = typer.Typer(name="table", help=say("cli-table.help"), no_args_is_help=True)
    add_looking(table)
    add_making(table)
    return table


def add_looking(table: typer.Typer) -> None:
    """`list` and `show`."""

    @table.command("list", help=say("cli-table.list"))
    def list_fields(
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-table.json"))] = False,
    ) -> None:
        from firelane.table.fieldfile import ready_field, ready_names

        fields = {name: ready_field(name) for name in ready_names()}
        if as_json:
            facts = [_facts(name, field) for name, field in fields.items()]
            typer.echo(json.dumps(facts, ensure_ascii=False, indent=2))
        else:
            _print_table(fields)

    @table.command(help=say("cli-table.show"))
    def show(
        field: Annotated[
            str,
            typer.Argument(metavar="NAME-OR-FILE", help=say("cli-table.show-field"), show_default=False),
        ],
        out: Annotated[
            Path, typer.Option("--out", metavar="PICTURE", help=say("cli-table.show-out"), show_default=False)
        ],
    ) -> None:
        from firelane.table.draw import draw_field
        from firelane.table.fieldfile import find_field

        draw_field(find_field(field), out)
        typer.echo(say("cli-table.shown", file=out))


def add_making(table: typer.Typer) -> None:
    """`check` and `generate`."""

    @table.command(help=say("cli-table.check"))
    def check(
        file: Annotated[
            str, typer.Argument(metavar="FILE", help=say("cli-table.check-file"), show_default=False)
        ],
    ) -> None:
        from firelane.table.fieldfile import find_field
        from firelane.table.survey import sight_quality, widest_gap

        field = find_field(file)
        facts = _facts(file, field)
        gap, (x, y) = widest_gap(field.battlefield)
        typer.echo(
            say(
                "cli-table.checked",
                name=field.name.in_language(language()),
                width=f"{facts['size'][0]:g}",
                depth=f"{facts['size'][1]:g}",
                pieces=facts["pieces"],
                structures=facts["structures"],
                gap=f"{gap / 1000:.1f}",
                x=f"{x / 1000:g}",
                y=f"{y / 1000:g}",
            )
        )
        _say_sight(field, sight_quality(field.battlefield).shares)

    @table.command("generate", help=say("cli-table.generate"))
    def generate_field(
        out: Annotated[
            Path,
            typer.Option("--out", metavar="FILE", help=say("cli-table.generate-out"), show_default=False),
        ],
        seed: Annotated[int, typer.Option("--seed", help=say("cli-table.seed"))] = 1,
        size: Annotated[str, typer.Option("--size", metavar="WxD", help=say("cli-table.size"))] = "48x48",
        style: Annotated[str, typer.Option("--style", help=say("cli-table.style"))] = "town",
    ) -> None:
        import msgspec

        from firelane.table.fieldfile import write_field
        from firelane.table.generate import LARGEST, SMALLEST, generate

        try:
            width, depth = (float(side) for side in size.lower().replace("×", "x").split("x"))
        except ValueError:
            raise Problem("table.bad-size", size=size, smallest=SMALLEST, largest=LARGEST) from None
        ending = out.suffix.lower()
        if ending not in (".yaml", ".yml", ".json"):
            raise Problem("table.field-ending", file=out)
        made = generate(seed, (width, depth), style)
        form = made.field.form
        if ending == ".json":
            text = msgspec.json.format(msgspec.json.encode(form)).decode() + "\n"
        else:
            text = write_field(form)
        try:
            out.write_text(text, "utf-8")
        except OSError as error:
            raise Problem("table.field-unwritable", file=out, reason=error.strerror or error) from None
        typer.echo(say("cli-table.generated", file=out, gap=f"{made.gap / 1000:.1f}", attempts=made.attempts))
        _say_sight(made.field, made.quality.shares)


def _say_sight(field: Field, shares: dict[str, float]) -> None:
    for name, share in shares.items():
        called = field.words[name].in_language(language()) if name in field.words else name
        typer.echo(say("cli-table.sight", area=called, share=f"{share:.1%}"))


def _facts(name: str, field: Field) -> dict[str, Any]:
    """What can be said about a field in a line."""
    table = field.battlefield
    structures = {room.structure for room in table.rooms}
    loose = sum(piece.structure not in structures for piece in table.pieces)
    return {
        "name": name,
        "title": {"en": field.name.en, "ja": field.name.in_language("ja")},
        "meant_for": list(field.meant_for),
        "size": [table.width / 1000, table.depth / 1000],
        "pieces": loose + len(structures),
        "structures": len(structures),
        "description": {"en": field.description.en, "ja": field.description.in_language("ja")},
    }


def _print_table(fields: dict[str, Field]) -> None:
    from rich.console import Console
    from rich.table import Table

    lang = language()
    table = Table(box=None, pad_edge=False)
    for key in ("name", "meant-for", "size", "pieces", "description"):
        table.add_column(say(f"cli-table.column-{key}"), overflow="fold", no_wrap=key == "name")
    for name, field in fields.items():
        facts = _facts(name, field)
        size = f"{facts['size'][0]:g}×{facts['size'][1]:g}"
        about = say("cli-table.row", title=facts["title"][lang], about=facts["description"][lang])
        table.add_row(name, ", ".join(facts["meant_for"]), size, str(facts["pieces"]), about)
    Console().print(table)
