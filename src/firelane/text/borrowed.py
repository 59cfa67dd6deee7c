"""The words that the command-line library says by itself ("Usage:", "No such option: ..."), translated.

The library has them in English only. Its help pages are small and regular, so its own phrases are
exchanged in the finished page; its complaints are told anew from what they are about.
"""

from __future__ import annotations

import re
from functools import cache

from firelane.text import language, subject


def in_our_language(page: str) -> str:
    """A help page of the library with its own phrases in the language in force."""
    if language() == "en":
        return page
    phrases = _phrases(language())
    pattern = "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True))
    return re.sub(pattern, lambda found: phrases[found.group()], page)


@cache
def _phrases(lang: str) -> dict[str, str]:
    return {words["en"]: words[lang] for words in subject("borrowed").values()}
