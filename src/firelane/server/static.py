"""The built browser table, read into memory once: no address from outside ever reaches the file system."""

from __future__ import annotations

import gzip
import mimetypes
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from firelane.text import say

SQUEEZED = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt")


class File(NamedTuple):
    """A file to be served: as it is, and compressed where that helps."""

    kind: str
    data: bytes
    squeezed: bytes | None
    lasting: bool
    """Whether its name changes with its content, so that browsers may keep it."""


def load() -> dict[str, File]:
    """All files by their address; without a built table, a page that says how to build it."""
    found: dict[str, File] = {}
    folder = files(__package__).joinpath("static")
    if folder.is_dir():
        _add(folder, "/", found)
    if "/index.html" not in found:
        page = "".join(f"<p lang={lang}>{say('server.not-built', lang)}</p>" for lang in ("en", "ja"))
        data = f"<!doctype html><html lang=en><meta charset=utf-8><title>Firelane</title>{page}".encode()
        found["/index.html"] = File("text/html; charset=utf-8", data, None, lasting=False)
    found["/"] = found["/index.html"]
    return found


def _add(folder: Traversable, at: str, found: dict[str, File]) -> None:
    for each in folder.iterdir():
        if each.is_dir():
            _add(each, f"{at}{each.name}/", found)
            continue
        data = each.read_bytes()
        kind = mimetypes.guess_type(each.name)[0] or "application/octet-stream"
        if kind.startswith("text/"):
            kind += "; charset=utf-8"
        squeezed = gzip.compress(data, mtime=0) if each.name.endswith(SQUEEZED) else None
        found[f"{at}{each.name}"] = File(kind, data, squeezed, lasting=at.startswith("/assets/"))
