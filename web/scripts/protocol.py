"""Writes `web/src/protocol.ts` from the structs that the server and the screens speak in."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from firelane.odds.exchange import Exchange
from firelane.server import messages

TARGET = Path(__file__).parents[1] / "src" / "protocol.ts"
HEAD = "// Made by `make web-types` from the Python structs of the same names: change those, not this.\n"


UNIONS = {"Said": messages.AnySaid, "Told": messages.AnyTold}


def spoken() -> list[Any]:
    """What crosses the wire: every struct of the server's messages; what these hold comes along."""
    own = (
        thing for thing in vars(messages).values() if getattr(thing, "__module__", "") == messages.__name__
    )
    return [*(thing for thing in own if isinstance(thing, type) and thing.__struct_fields__), Exchange]


def protocol() -> str:
    """The whole file."""
    _, components = msgspec.json.schema_components(spoken(), ref_template="{name}")
    unions = {
        name: {"anyOf": [{"$ref": member.__name__} for member in get_args(union)]}
        for name, union in UNIONS.items()
    }
    declared = sorted({**components, **unions}.items(), key=lambda item: _name(item[0]))
    return HEAD + "".join(f"\n{_declared(_name(name), form)}\n" for name, form in declared)


def _name(name: str) -> str:
    """Structs of one name in two modules come with their modules: `StateStanding`, `PromptsStanding`."""
    *_, module, plain = ("", *name.replace("_", ".").split("."))
    return f"{module.capitalize()}{plain}"


def _declared(name: str, form: dict[str, Any]) -> str:
    told = _told(form.get("description", ""))
    if form.get("type") == "object" and "properties" in form:
        needed = set(form.get("required", ()))
        fields = "".join(
            f"  {field}{'' if field in needed else '?'}: {_type(kind)};\n"
            for field, kind in form["properties"].items()
        )
        return f"{told}export interface {name} {{\n{fields}}}"
    return f"{told}export type {name} = {_type(form)};"


def _told(description: str) -> str:
    return f"/** {description.splitlines()[0]} */\n" if description else ""


def _type(form: dict[str, Any]) -> str:
    match form:
        case {"$ref": name}:
            return _name(str(name))
        case {"enum": values}:
            return " | ".join(msgspec.json.encode(value).decode() for value in values)
        case {"const": value}:
            return msgspec.json.encode(value).decode()
        case {"anyOf": kinds}:
            return " | ".join(_type(kind) for kind in kinds)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(_type(item) for item in items)}]"
        case {"type": "array"}:
            inner = _type(form.get("items") or {})
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case {"type": "object"}:
            values = form.get("additionalProperties")
            return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as plain}:
            return str(plain)
        case _:
            return "unknown"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(TARGET.read_text() != protocol() and f"{TARGET.name} is not current: make web-types")
    TARGET.write_text(protocol())
