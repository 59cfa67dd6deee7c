"""`firelane forces`: the ready lists, a list checked with all reasons, a unit as its card shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from firelane.text import has, language, say

if TYPE_CHECKING:
    from firelane.forces.carried import Carried
    from firelane.forces.library import Forces
    from firelane.forces.lists import ArmyList
    from firelane.forces.sheets import TrooperSheet
    from firelane.forces.units import Group, Profile
    from firelane.forces.weapons import WeaponMode

NOT_LEGAL = 2


def build() -> typer.Typer:
    """The commands, with help in the language in force."""
    app = typer.Typer(help=say("cli-forces.help"), no_args_is_help=True)

    @app.command(help=say("cli-forces.lists"))
    def lists(
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-forces.json"))] = False,
    ) -> None:
        from firelane.forces.checks import totals
        from firelane.forces.lists import ready_lists
        from firelane.forces.words import printed

        found = ready_lists()
        if as_json:
            _print_json(found)
            return
        columns = ("list", "title", "faction", "points", "swc", "troopers")
        rows = [[say(f"cli-forces.column-{column}") for column in columns]]
        for name, army in found.items():
            sums = totals(army)
            points = f"{printed(sums.half_points)}/{army.points}"
            swc = f"{printed(sums.half_swc)}/{printed(sums.half_swc_allowed)}"
            title, faction = army.title(language()), _faction(army.faction)
            rows.append([name, title, faction, points, swc, str(sums.troopers)])
        _print_rows(rows)

    @app.command(help=say("cli-forces.check"))
    def check(
        file: Annotated[Path, typer.Argument(help=say("cli-forces.check-file"), show_default=False)],
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-forces.json"))] = False,
    ) -> None:
        from firelane.forces.checks import check as faults_of
        from firelane.forces.lists import load_list

        army = load_list(file)
        faults = faults_of(army)
        if as_json:
            _print_json(faults)
        else:
            for fault in faults:
                statements = f"  [{' '.join(fault.statements)}]" if fault.statements else ""
                typer.echo(f"{fault.say()}{statements}")
            _print_sums(army, len(faults))
        if faults:
            raise typer.Exit(NOT_LEGAL)

    @app.command(help=say("cli-forces.show"))
    def show(
        unit: Annotated[str, typer.Argument(help=say("cli-forces.show-unit"), show_default=False)],
        as_json: Annotated[bool, typer.Option("--json", help=say("cli-forces.json"))] = False,
    ) -> None:
        from firelane.forces.library import forces

        data = forces()
        found = data.unit(unit)
        if as_json:
            _print_json(found)
            return
        faction = data.factions[found.faction].say(language())
        typer.echo(f"{_strong(found.name)}  ({found.key})  {faction}")
        shown: dict[str, None] = {}
        for group in found.groups:
            _print_group(data, group, [data.sheet(f"{found.key}/{option.key}") for option in group.options])
            for option in group.options:
                carried = (*group.profiles[0].equipment, *option.equipment, *option.weapons)
                shown |= dict.fromkeys(each.key for each in carried if each.key in data.weapons)
        _print_weapons([mode for key in shown for mode in data.weapons[key].modes])

    return app


def _print_sums(army: ArmyList, count: int) -> None:
    from firelane.forces.checks import totals
    from firelane.forces.words import printed

    sums = totals(army)
    typer.echo(
        say(
            "cli-forces.sums",
            name=army.title(language()),
            points=printed(sums.half_points),
            limit=army.points,
            swc=printed(sums.half_swc),
            allowed=printed(sums.half_swc_allowed),
            troopers=sums.troopers,
        )
    )
    typer.echo(say("cli-forces.not-legal", count=count) if count else say("cli-forces.legal"))


def _print_group(data: Forces, group: Group, sheets: Sequence[TrooperSheet]) -> None:
    from firelane.forces.words import printed

    for profile in group.profiles:
        typer.echo(f"\n{_strong(profile.name)}")
        _print_rows(_statline(profile), indent="  ")
        names = (data.characteristics[key].say(language()) for key in sorted(profile.characteristics))
        typer.echo(f"  {_words(names)}")
        if carried := (*profile.skills, *profile.equipment):
            typer.echo(f"  {_names(carried)}")
    for sheet, option in zip(sheets, group.options, strict=True):
        cost = say("cli-forces.cost", points=printed(sheet.half_points), swc=printed(sheet.half_swc))
        added = _names((*option.skills, *option.equipment, *option.weapons))
        brought = "".join(f" + {data.sheet(key).name}" for key in sheet.peripherals)
        typer.echo(f"  {_strong(option.key)}  {cost}\n    {option.name}: {added}{brought}")


def _statline(profile: Profile) -> list[list[str]]:
    from firelane.forces.words import TOTAL

    wounds = "STR" if profile.has_structure else "W"
    ava = say("cli-forces.total") if profile.ava == TOTAL else str(profile.ava or "-")
    head = ["", "MOV", "CC", "BS", "PH", "WIP", "ARM", "BTS", wounds, "S", "AVA"]
    figures = [profile.cc, profile.bs, profile.ph, profile.wip, profile.arm, profile.bts]
    mov = f"{profile.mov[0]}-{profile.mov[1]}"
    tail = [str(profile.wounds), "-" if profile.s is None else str(profile.s), ava]
    return [head, [profile.type or "-", mov, *map(str, figures), *tail]]


def _print_weapons(modes: Sequence[WeaponMode]) -> None:
    columns = ("weapon", "bands", "damage", "burst", "ammunition", "save", "traits")
    rows = [[say(f"cli-forces.column-{column}") for column in columns]]
    rows += [_weapon_row(mode) for mode in modes]
    typer.echo()
    _print_rows(rows)


def _weapon_row(mode: WeaponMode) -> list[str]:
    name = mode.name.say(language()) + (f" ({mode.mode.say(language())})" if mode.mode else "")
    bands = " ".join(f'{band.to}"{band.mod:+d}' if band.mod else f'{band.to}"0' for band in mode.bands)
    ammunition = "/".join("+".join(choice) for choice in mode.ammunition)
    save = "-"
    if mode.save is not None:
        save = mode.save.attribute.value + (f"{mode.save.mod:+d}" if mode.save.mod else "")
        save += f"={mode.save.value}" if mode.save.value is not None else ""
    damage = "-" if mode.damage is None else str(mode.damage)
    return [name, bands or "-", damage, str(mode.burst), ammunition or "-", save, _traits(mode) or "-"]


def _traits(mode: WeaponMode) -> str:
    traits = mode.traits
    words = [_trait("cc")] if traits.cc else []
    words += [f"{_trait('disposable')} ({traits.disposable})"] if traits.disposable else []
    words += [_trait(traits.template.value)] if traits.template else []
    words += [_trait(traits.state)] if traits.state else []
    return _words([*words, *map(_trait, sorted(traits.plain))])


def _trait(key: str) -> str:
    """A trait in words; the key itself for one that only another edition has."""
    return say(f"cli-forces.trait-{key}") if has(f"cli-forces.trait-{key}") else key


def _names(carried: Iterable[Carried]) -> str:
    return _words(each.say(language()) for each in carried)


def _words(words: Iterable[str]) -> str:
    return ", ".join(words)


def _faction(name: str) -> str:
    from firelane.forces.library import forces
    from firelane.forces.words import key_of

    found = forces().factions.get(key_of(name))
    return found.say(language()) if found else name


def _print_rows(rows: Sequence[Sequence[str]], indent: str = "") -> None:
    widths = [max(_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True))
        typer.echo(f"{indent}{'  '.join(cells)}".rstrip())


def _width(text: str) -> int:
    """How many columns a terminal gives the text: Japanese letters take two."""
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _strong(text: str) -> str:
    """Bold on a terminal; `echo` takes it away where there is none."""
    return typer.style(text, bold=True)


def _print_json(value: object) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(value, order="deterministic"), indent=2).decode())
