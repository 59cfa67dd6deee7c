"""How the words of the rules are cut up for searching, the same way for the index and for a question.

Japanese has no spaces, and SQLite's tokenizers find either whole runs or three letters at least; so a
run of Japanese is cut into overlapping pairs by us, and a word of two characters such as 回避 is found.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_JAPANESE = r"\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_RUN = re.compile(rf"[{_JAPANESE}]+|[^\W_{_JAPANESE}]+")
_IS_JAPANESE = re.compile(rf"[{_JAPANESE}]")


def is_japanese(text: str) -> bool:
    """Whether any Japanese letter is in the text."""
    return _IS_JAPANESE.search(_plain(text)) is not None


def pairs(text: str) -> str:
    """A Japanese text as tokens to index: pairs of letters, each run's last letter, other words whole.

    The last letter stands alone too, so that every letter begins some token and one letter can be asked
    for.

    >>> pairs("回避するARO")
    '回避 避す する る aro'
    """
    return " ".join(token for run in _runs(text) for token in _indexed(run))


def question(text: str, *, japanese: bool) -> tuple[str, str]:
    """Two FTS5 questions for what someone typed: all of its words, and any of them.

    Both are empty when there is nothing to look for.
    """
    phrases: list[str] = []
    single: list[str] = []
    for run in _runs(text):
        if japanese and is_japanese(run):
            tokens = [run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)]
            star = "*" if len(run) == 1 else ""
            phrases.append(f'"{" ".join(tokens)}"{star}')
            single.extend(f'"{token}"{star}' for token in tokens)
        else:
            phrases.append(f'"{run}"')
            single.append(f'"{run}"')
    return " AND ".join(phrases), " OR ".join(single)


def _plain(text: str) -> str:
    """Full-width letters and half-width kana as everybody's letters, in lower case, without middle dots.

    The books write ガッツ・ロール, the players ガッツロール.
    """
    return unicodedata.normalize("NFKC", text).lower().replace("・", "")


def _runs(text: str) -> Iterator[str]:
    return (found.group() for found in _RUN.finditer(_plain(text)))


def _indexed(run: str) -> Iterator[str]:
    if is_japanese(run):
        yield from (run[at : at + 2] for at in range(len(run)))
    else:
        yield run
