"""The protocol described from its types: OpenAPI for HTTP, a schema for the socket, and a page for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec

from firelane import __version__
from firelane.server import messages
from firelane.server.endpoints import ENDPOINTS, Endpoint

SAID = get_args(messages.AnySaid)
TOLD = get_args(messages.AnyTold)


def openapi() -> dict[str, Any]:
    """The description of the HTTP side."""
    kinds: list[type] = [messages.Complaint]
    for one in ENDPOINTS:
        kinds += [kind for kind in (one.reply, one.body, one.query) if isinstance(kind, type)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    known = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, Any] = {}
    for one in ENDPOINTS:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, known, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Firelane", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(one: Endpoint, known: Mapping[Any, Any], components: Mapping[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": one.name,
        "summary": one.summary,
        "responses": {
            "200": {"description": "Done.", "content": _content(one.reply, known)},
            "default": {"description": "A complaint.", "content": _content(messages.Complaint, known)},
        },
    }
    if one.query is not None:
        query = components[one.query.__name__]
        operation["parameters"] = [
            {"name": name, "in": "query", "required": name in query.get("required", ()), "schema": schema}
            for name, schema in query["properties"].items()
        ]
    if one.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(one.body, known)}
    if one.secret or one.link:
        operation["security"] = [{"seat": []}]
    return operation


def _content(kind: Any, known: Mapping[Any, Any]) -> dict[str, Any]:
    if isinstance(kind, str):
        return {kind: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": known[kind]}}


def socket_schema() -> dict[str, Any]:
    """The schema of all socket messages: `said` by clients, `told` by the server."""
    (said, told), components = msgspec.json.schema_components(
        (messages.AnySaid, messages.AnyTold), ref_template="#/$defs/{name}"
    )
    return {"said": said, "told": told, "$defs": components}


def page() -> str:
    """`docs/protocol.md`."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield "# How a screen talks to the server"
    yield ""
    yield "Made from the code by `python -m firelane.server.describe`; a test keeps it so. The same in a form"
    yield "for programs: `/api/openapi.json` and `/api/messages.json` of a running server."
    yield ""
    yield from _paragraphs(messages.__doc__)
    yield "## HTTP"
    yield ""
    yield "Bodies and answers are JSON; a game file is text. A secret goes in `Authorization: Bearer ...`."
    yield "What cannot be taken is answered with a status from 400 on and a `Complaint`."
    yield ""
    yield "| | asks | takes | gives |"
    yield "|---|---|---|---|"
    for one in ENDPOINTS:
        asks = ", ".join(one.query.__struct_fields__) if one.query else ""
        secret = " (with a secret)" if one.secret else " (with the link's token)" if one.link else ""
        takes, gives = _linked(one.body), _linked(one.reply)
        yield f"| `{one.method} {one.path}` {one.summary}{secret} | {asks} | {takes} | {gives} |"
    yield ""
    yield "## The socket: `/play`"
    yield ""
    yield "Every message is one JSON object in a text frame; `type` says which."
    yield ""
    yield "### Said by the client"
    yield ""
    for kind in SAID:
        yield f"- `{kind.__struct_config__.tag}`: [{kind.__name__}](#{kind.__name__.lower()})"
    yield ""
    yield "### Told by the server"
    yield ""
    for kind in TOLD:
        yield f"- `{kind.__struct_config__.tag}`: [{kind.__name__}](#{kind.__name__.lower()})"
    yield ""
    yield "## All structs"
    yield ""
    kinds = [kind for one in ENDPOINTS for kind in (one.query, one.body, one.reply) if isinstance(kind, type)]
    wanted = [messages.AnySaid, messages.AnyTold, *kinds, messages.Complaint]
    _, components = msgspec.json.schema_components(wanted, ref_template="{name}")
    for name in sorted(components):
        yield from _struct(name, components[name])


def _struct(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    yield from _paragraphs(schema.get("description", ""))
    if "enum" in schema:
        yield "One of " + ", ".join(f"`{value}`" for value in schema["enum"]) + "."
        yield ""
    if not schema.get("properties"):
        return
    yield "| field | type | |"
    yield "|---|---|---|"
    required = schema.get("required", ())
    for field, kind in schema["properties"].items():
        need = "" if field in required else f"left out: {_default(kind)}"
        yield f"| `{field}` | {_type(kind)} | {need} |"
    yield ""


def _paragraphs(text: str | None) -> Iterator[str]:
    for paragraph in (text or "").split("\n\n"):
        yield " ".join(paragraph.split())
        yield ""


def _default(schema: Mapping[str, Any]) -> str:
    return f"`{msgspec.json.encode(schema['default']).decode()}`" if "default" in schema else "nothing"


def _linked(kind: Any) -> str:
    if kind is None:
        return ""
    return kind if isinstance(kind, str) else f"[{kind.__name__}](#{kind.__name__.lower()})"


def _type(schema: Mapping[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return f"[{schema['$ref']}](#{schema['$ref'].lower()})"
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    match schema.get("type"):
        case "array":
            return _list(schema)
        case "object":
            inner = schema.get("additionalProperties")
            return f"map of {_type(inner)}" if isinstance(inner, dict) and inner else "object"
        case None:
            return "any JSON"
        case plain:
            limits = [f"{word} {schema[key]}" for key, word in _LIMITS.items() if key in schema]
            return f"{plain} ({', '.join(limits)})" if limits else str(plain)


_LIMITS = {
    "minLength": "at least",
    "maxLength": "at most",
    "minimum": "from",
    "maximum": "to",
}


def _list(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(one) for one in schema["prefixItems"]) + "]"
    inner = schema.get("items")
    return f"list of {_type(inner)}" if isinstance(inner, dict) and inner else "list"


if __name__ == "__main__":
    print(page(), end="")
