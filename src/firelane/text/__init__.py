"""Every word that the program itself says, in the reader's language.

`messages/SUBJECT.yaml` holds the sentences of one subject as `key: {en: ..., ja: ...}`; the key that
callers use is `SUBJECT.key`. Sentences are whole, with named places (`{file}`), never glued together
from pieces. The words of the rules are not here: they are the rulebook's.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter

LANGUAGES = ("en", "ja")
_language: ContextVar[str | None] = ContextVar("language", default=None)


def from_environment(environ: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for: FIRELANE_LANG first, then the usual variables."""
    for name in ("FIRELANE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return "ja" if value.lower().startswith("ja") else "en"
    return "en"


def language() -> str:
    """The language in force: the one set with `speak`, else the environment's."""
    return _language.get() or from_environment()


def speak(lang: str) -> None:
    """Set the language from here on."""
    if lang not in LANGUAGES:
        raise ValueError(f"unknown language {lang!r}; known are {', '.join(LANGUAGES)}")
    _language.set(lang)


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Use a language for one block, for a server that talks to several readers."""
    token = _language.set(lang)
    try:
        yield
    finally:
        _language.reset(token)


@cache
def subject(name: str) -> Mapping[str, Mapping[str, str]]:
    """All messages of one subject: key, then language, then sentence."""
    import yaml

    source = files(__package__).joinpath("messages", f"{name}.yaml")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    found: dict[str, dict[str, str]] = yaml.load(source.read_text("utf-8"), Loader=loader)
    return found


@cache
def subjects() -> tuple[str, ...]:
    """The names of all subjects."""
    folder = files(__package__).joinpath("messages")
    return tuple(sorted(f.name.removesuffix(".yaml") for f in folder.iterdir() if f.name.endswith(".yaml")))


@lru_cache(maxsize=4096)
def has(key: str) -> bool:
    """Whether the key names a message."""
    name, _, rest = key.partition(".")
    return name in subjects() and rest in subject(name)


def seat_name(seat: str, lang: str | None = None) -> str:
    """What a seat is called."""
    return _seat_name(seat, lang or language())


@cache
def _seat_name(seat: str, lang: str) -> str:
    key = f"screen.seat-{seat}"
    return say(key, lang) if has(key) else seat


def say(key: str, /, lang: str | None = None, **args: object) -> str:
    """The message `key` with its places filled, in `lang` or the language in force."""
    if args:
        return _sentence(key, lang or language()).format_map(args)
    return _plain(key, lang or language())


@cache
def _sentence(key: str, lang: str) -> str:
    """A message with its places."""
    name, _, rest = key.partition(".")
    return subject(name)[rest][lang]


@cache
def places(key: str, lang: str) -> frozenset[str]:
    """The names of the places of a message: what it need not be told is not in it."""
    fields = (name for _, name, _, _ in Formatter().parse(_sentence(key, lang)) if name)
    return frozenset(re.split(r"[.\[]", name)[0] for name in fields)


@cache
def _plain(key: str, lang: str) -> str:
    """A message that has no places."""
    return _sentence(key, lang).format_map({})
