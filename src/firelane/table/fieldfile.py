"""Battlefields as text: read from a file or from those that come with the program, and written.

A complaint names the file, the line, the piece and the field. `docs/battlefields.md` describes the form.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import yaml

from firelane import documents, loading
from firelane.problem import Problem
from firelane.table.fieldform import (
    PROPERTIES,
    DeploymentForm,
    FieldForm,
    FormError,
    LooseRoomForm,
    Pair,
    PieceForm,
    Step,
    Words,
    ZoneForm,
)
from firelane.table.kinds import KINDS, piece_of
from firelane.table.layout import Field, lay_out
from firelane.table.polygons import Footprint
from firelane.table.things import Battlefield, Circle, Piece, Room, Zone

_PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("unknown-property", re.compile(r"Object contains unknown field `(?P<value>.*)`")),
    ("missing-field", re.compile(r"Object missing required field `(?P<value>.*)`")),
    ("not-one-of", re.compile(r"Invalid enum value (?P<value>.*)")),
    ("wrong-length", re.compile(r"Expected `array` of length (?P<wanted>\d+), got (?P<value>\d+)")),
    ("wrong-type", re.compile(r"Expected `(?P<wanted>.*)`, got `(?P<value>.*)`")),
)


def read_field(path: Path | str) -> Field:
    """The battlefield in a YAML or JSON file, or a Problem; nothing is half-loaded."""
    text = documents.read_text(Path(path))
    return parse_field(text, str(path))


def parse_field(text: str, name: str) -> Field:
    """The same for a text already in hand; `name` stands for the file in complaints."""
    try:
        return lay_out(_form(text, name))
    except FormError as error:
        raise Problem(
            f"table.{error.key}", file=name, line=_line(text, error.path), **error.args_of_message
        ) from None


@cache
def ready_names() -> tuple[str, ...]:
    """The names of the battlefields that come with the program. Every board asks: the folder is read once."""
    folder = files(__package__).joinpath("fields")
    return tuple(sorted(f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml")))


@lru_cache(maxsize=32)
def ready_field(name: str) -> Field:
    """One of the battlefields that come with the program; a Problem if there is none of that name."""
    if name not in ready_names():
        raise Problem("table.no-such-field", name=name, known=", ".join(ready_names()))
    text = files(__package__).joinpath("fields", f"{name}.yaml").read_text("utf-8")
    return parse_field(text, f"{name}.yaml")


def find_field(name_or_file: str) -> Field:
    """A ready battlefield by its name, else the one in the file of that name."""
    if name_or_file in ready_names():
        return ready_field(name_or_file)
    if (
        Path(name_or_file).suffix.lower() not in (".yaml", ".yml", ".json")
        and not Path(name_or_file).exists()
    ):
        raise Problem("table.no-such-field", name=name_or_file, known=", ".join(ready_names()))
    return read_field(name_or_file)


# From text to form.


def _form(text: str, name: str) -> FieldForm:
    raw = loading.load(text, name)
    for path in _not_finite(raw, ()):
        raise FormError(path, "not-a-number", piece=_named(raw, path), field=str(path[-1]))
    try:
        with documents.TYPES:
            return msgspec.convert(raw, FieldForm, strict=True)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `")
        raise _complaint(raw, what, tuple(_steps(place.rstrip("`")))) from None


def _complaint(raw: Any, what: str, path: tuple[Step, ...]) -> FormError:
    """What the schema found wrong, in our own words."""
    fields = [str(step) for step in path if isinstance(step, str)]
    field, piece = fields[-1] if fields else "-", _named(raw, path)
    for key, pattern in _PATTERNS:
        if match := pattern.fullmatch(what):
            args = match.groupdict()
            if key in ("unknown-property", "missing-field"):
                field = args["value"]
                if key == "unknown-property":
                    path = (*path, field)
            return FormError(path, key, piece=piece, **{**args, "field": field})
    return FormError(path, "wrong-field", piece=piece, field=field, what=what)


def _named(raw: Any, path: tuple[Step, ...]) -> str:
    """What to call the thing at that place: the name of the innermost entry that has one."""
    found = "-"
    for step in path:
        try:
            raw = raw[step]
        except (KeyError, IndexError, TypeError):
            break
        if isinstance(raw, dict):
            name = raw.get("name") or raw.get("kind")
            if isinstance(name, str):
                found = name
    return found


def _not_finite(raw: Any, path: tuple[Step, ...]) -> Iterator[tuple[Step, ...]]:
    if isinstance(raw, float) and not math.isfinite(raw):
        yield path
    elif isinstance(raw, dict):
        for key, value in raw.items():
            yield from _not_finite(value, (*path, str(key)))
    elif isinstance(raw, list):
        for i, value in enumerate(raw):
            yield from _not_finite(value, (*path, i))


def _steps(place: str) -> Iterator[Step]:
    for name, index in re.findall(r"\.([^.\[\]]+)|\[(\d+)\]", place):
        yield name or int(index)


def _line(text: str, path: tuple[Step, ...]) -> int:
    place = "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return documents.line_of(text, place)


# From form to text.


def write_field(form: FieldForm) -> str:
    """The form as YAML that reads back as the same form: one line for each small thing."""
    raw = msgspec.to_builtins(form)
    lines: list[str] = []
    for key, value in raw.items():
        if key in ("pieces", "rooms", "zones", "deployment"):
            lines += [f"{key}:", *(f"  - {_flow(entry)}" for entry in value)]
        elif key == "buildings":
            lines.append("buildings:")
            for building in value:
                for i, (field, inside) in enumerate(building.items()):
                    start = "  - " if i == 0 else "    "
                    if isinstance(inside, list) and inside and isinstance(inside[0], dict):
                        lines += [f"{start}{field}:", *(f"      - {_flow(entry)}" for entry in inside)]
                    else:
                        lines.append(f"{start}{field}: {_flow(inside)}")
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    text = yaml.safe_dump(
        _tidy(value), default_flow_style=True, allow_unicode=True, width=math.inf, sort_keys=False
    )
    return text.removesuffix("\n").removesuffix("\n...")


def _tidy(value: Any) -> Any:
    """Whole numbers without their ".0"."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _tidy(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [_tidy(inside) for inside in value]
    return value


def form_of(field: Battlefield, description: Words | str = "") -> FieldForm:
    """A form without any shorthand that lays out as this very battlefield."""
    return FieldForm(
        name=field.name,
        size=(field.width / 1000, field.depth / 1000),
        description=description,
        pieces=[_piece_form(piece) for piece in field.pieces],
        rooms=[_room_form(room) for room in field.rooms],
        zones=[_zone_form(zone) for zone in field.zones],
        deployment=[
            DeploymentForm(name=area.name, side=area.side, outline=_inches(area.footprint), figures=1)
            for area in field.deployment
        ],
    )


def _room_form(room: Room) -> LooseRoomForm:
    return LooseRoomForm(
        structure=room.structure,
        name=room.name,
        outline=_inches(room.footprint),
        bottom=room.bottom / 1000,
        top=room.top / 1000,
    )


def _zone_form(zone: Zone) -> ZoneForm:
    shape = zone.shape
    round_ = (shape.x / 1000, shape.y / 1000, shape.radius / 1000) if isinstance(shape, Circle) else None
    return ZoneForm(
        name=zone.name,
        effects=list(zone.effects),
        outline=None if isinstance(shape, Circle) else _inches(shape),
        circle=round_,
        bottom=None if zone.bottom is None else zone.bottom / 1000,
        top=None if zone.top is None else zone.top / 1000,
    )


def _inches(footprint: Footprint) -> list[Pair]:
    return [(x / 1000, y / 1000) for x, y in footprint]


def _piece_form(piece: Piece) -> PieceForm:
    kind = piece.kind if piece.kind in KINDS else "block"
    usual = piece_of(kind)
    own = {field: value for field in PROPERTIES if (value := getattr(piece, field)) != getattr(usual, field)}
    return PieceForm(
        kind=kind,
        name=piece.name,
        outline=_inches(piece.footprint),
        bottom=piece.bottom / 1000,
        top=piece.top / 1000,
        structure=piece.structure or None,
        label=piece.label,
        **own,
    )
