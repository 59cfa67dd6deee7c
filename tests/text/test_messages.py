"""Every word of the program in both languages, every key used, every place filled."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import firelane
from firelane.problem import Problem
from firelane.text import LANGUAGES, from_environment, has, language, say, speak, speaking, subject, subjects

SOURCES = sorted(Path(firelane.__file__).parent.rglob("*.py"))
KEYS = {f"{name}.{key}": words for name in subjects() for key, words in subject(name).items()}
MADE = ("args.", "borrowed.", "terms.")
"""Subjects whose keys are made up at run time: names of arguments, phrases of the command-line library,
names of the terms that players weigh."""
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")
KEY = re.compile(r"[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*")


def places(sentence):
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def calls():
    """Every call in the sources whose first argument is a message key: file, line, key, the call."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            first = node.args[0]
            if isinstance(first, ast.IfExp):
                options = (first.body, first.orelse)
            else:
                options = (first,)
            for option in options:
                if isinstance(option, ast.Constant) and isinstance(option.value, str) and "." in option.value:
                    yield f"{path.name}:{node.lineno}", name, option.value, node


def given(name, node):
    """The names of the arguments that a call fills places with; None where that cannot be read."""
    if name == "Refusal":
        if len(node.args) < 2 or not isinstance(node.args[1], ast.Dict):
            return None
        return {key.value for key in node.args[1].keys}
    if any(keyword.arg is None for keyword in node.keywords):
        return None
    return {keyword.arg for keyword in node.keywords} - {"lang"}


def strings():
    """Every string literal of the sources."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


@pytest.mark.parametrize("key", sorted(KEYS))
def test_every_message_is_whole_in_every_language(key):
    words = KEYS[key]
    assert set(words) == set(LANGUAGES)
    assert all(isinstance(sentence, str) and sentence for sentence in words.values())
    assert places(words["en"]) >= places(words["ja"])
    missing = places(words["en"]) - places(words["ja"])
    assert not missing or key in SAID_OTHERWISE, f"{key} lacks {missing} in Japanese"


SAID_OTHERWISE = {"cli.bad-value": "the library's English is left out", "cli.bad-usage": "the same"}
"""Messages whose English repeats words of the command-line library, which has them in English only."""


@pytest.mark.parametrize("key", sorted(k for k in KEYS if not k.startswith(MADE)))
def test_japanese_sentences_are_japanese(key):
    words = KEYS[key]
    # Abbreviations such as SWC stay in Latin letters, as the glossary says.
    if re.search("[A-Za-z]*[a-z][A-Za-z]{2}", re.sub(r"\{.*?\}|`.*?`", "", words["en"])):
        assert JAPANESE.search(words["ja"]), words["ja"]


def test_every_key_in_the_sources_is_a_message():
    speaking_calls = [c for c in calls() if c[1] in ("say", "Problem", "_differs", "Fault")]
    assert len(speaking_calls) > 60
    unknown = [(where, key) for where, _, key, _ in speaking_calls if not has(key)]
    assert unknown == []
    core = {text for text in strings() if re.fullmatch(r"core\.[a-z-]+", text)}
    assert {"core.not-asked", "core.lint-twice", "core.malformed"} <= core
    assert {key for key in core if not has(key)} == set()


def test_every_message_is_used_somewhere():
    used = set(strings())
    shapes = [re.compile(shape) for shape in made_up()]
    # A key may be named without its subject where a module speaks of one subject only.
    stray = {
        key
        for key in KEYS
        if key not in used
        and key.partition(".")[2] not in used
        and not key.startswith(MADE)
        and not any(shape.fullmatch(key) or shape.fullmatch(key.partition(".")[2]) for shape in shapes)
    }
    assert sorted(stray) == []


def made_up():
    """The shapes of keys that are put together, the last part being data: `cli-rules.status-...`."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(p.value) if isinstance(p, ast.Constant) else "[a-z0-9-]+" for p in node.values
                ]
                shape = "".join(parts)
                fixed = "".join(p.value for p in node.values if isinstance(p, ast.Constant))
                if len(re.sub("[^a-z]", "", fixed)) >= 4:
                    yield shape


def test_every_place_of_a_message_is_filled_where_it_is_said():
    checked, wrong = 0, []
    for where, name, key, node in calls():
        if name not in ("say", "Problem", "Refusal") or not has(key):
            continue
        names = given(name, node)
        if names is None:
            continue
        checked += 1
        lacking = places(KEYS[key]["en"]) - names
        if lacking:
            wrong.append((where, key, lacking))
    assert wrong == []
    assert checked > 80


# Choosing a language


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "ja"}, "ja"),
        ({"LC_ALL": "ja_JP", "FIRELANE_LANG": "en"}, "en"),
        ({"FIRELANE_LANG": "JA"}, "ja"),
        ({"FIRELANE_LANG": "", "LANG": "ja"}, "ja"),
    ],
)
def test_the_environment_chooses(environ, expected):
    assert from_environment(environ) == expected


def test_a_block_speaks_its_own_language_and_then_the_old_one():
    with speaking("ja"):
        assert language() == "ja"
        with speaking("en"):
            assert say("cli.stopped") == "Stopped."
        assert say("cli.stopped") == "中断しました。"
        assert say("cli.stopped", "en") == "Stopped."


def test_an_unknown_language_is_not_spoken():
    with pytest.raises(ValueError, match="unknown language 'fr'"):
        speak("fr")


def test_a_problem_says_itself_in_each_language():
    problem = Problem("documents.no-file", file="x.yaml")
    assert str(problem) == "x.yaml: there is no such file. Check the name."
    assert problem.say("ja").startswith("x.yaml：")


def test_what_is_no_key_is_no_message():
    assert has("core.not-asked")
    for key in ("core.nothing", "nothing.at-all", "core", ""):
        assert not has(key)
