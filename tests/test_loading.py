"""Hostile text: every limit is held before a document is built, and nothing but a complaint comes of it."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys

import msgspec
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from firelane import documents, loading
from firelane.bpre.units import read_units
from firelane.forces.lists import load_list
from firelane.loading import DEEPEST, MOST_DIGITS, MOST_VALUES, decode, load
from firelane.odds.exchange import read_exchange
from firelane.problem import Problem
from firelane.table.fieldfile import read_field
from hanging import HANG_SECONDS


def bomb(fold: int, levels: int) -> str:
    """Lists of aliases: `fold ** levels` values in a few lines."""
    lines = [f"a0: &a0 [{', '.join('x' * fold)}]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * fold)}]" for n in range(1, levels)]
    return "\n".join(lines) + "\n"


HOSTILE = {
    "lists without end": ("[" * 50_000, "too-deep", 1),
    "more lists without end": ("[" * 200_000, "too-deep", 1),
    "entries without end": ('{"a":' * 50_000, "too-deep", 1),
    "indented lists without end": ("- " * 50_000, "too-deep", 1),
    "keys without end": ("? " * 50_000, "too-deep", 1),
    "billion laughs": (bomb(9, 9), "too-much", 6),
    "a long text repeated": (f"a: &a {'x' * 100_000}\nb: [{', '.join(['*a'] * 1000)}]", "too-much", 2),
    "too many values": ("- 1\n" * (MOST_VALUES + 5), "too-much", MOST_VALUES),
    "an alias inside itself": ("name: x\nsize: &a [*a]", "inside-itself", 2),
    "a merge of itself": ("&a {<<: *a}", "inside-itself", 1),
    "a long number": (f"a: {'1' * 100_000}", "long-number", 1),
    "a long number in JSON": (f'{{"a":\n{"9" * 100_000}}}', "long-number", 2),
    "a long hexadecimal number": (f"a: 0x{'f' * 100_000}", "long-number", 1),
    "a long octal number": (f"a: 0{'7' * 100_000}", "long-number", 1),
    "a long binary number": (f"a: 0b{'1' * 100_000}", "long-number", 1),
    "a long sexagesimal number": (f"a: 1{':59' * 50_000}", "long-number", 1),
    "a long sexagesimal number of few digits": (f"a: 1{':1' * 19}", "long-number", 1),
    "a long fraction": (f"a: 0.{'1' * 100_000}", "long-number", 1),
    "a number with a large exponent": ("a: 1e999999", "long-number", 1),
    "a small number with a large exponent": ("a: -1.5e+999999", "long-number", 1),
    "one digit too many": (f"a: {10**MOST_DIGITS}", "long-number", 1),
    "no number": ("a: 0x_", "not-yaml", 1),
    "no whole number": ("a: !!int abc", "not-yaml", 1),
    "no truth": ("a: !!bool abc", "not-yaml", 1),
    "a tag": ("a: 1\nb: !!python/object/apply:os.system [x]", "not-yaml", 2),
    "a set": ("!!set {a, b}", "not-yaml", 1),
    "a list as a key": ("? [a]\n: b", "not-yaml", 1),
    "a key twice": ("a: 1\nb: 2\na: 3", "doubled-field", 3),
    "an anchor twice": ("a: &a 1\nb: &a 2", "not-yaml", 2),
    "two documents": ("a: 1\n---\nb: 1", "not-yaml", 2),
    "a zero byte": ("a: 1\nb: \0", "not-yaml", 2),
    "half a surrogate pair": ('a: "\\ud800"', "not-yaml", 1),
}


@pytest.mark.parametrize(("text", "key", "line"), HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_a_complaint_with_file_and_line(text, key, line):
    with pytest.raises(Problem) as found:
        load(text, "hostile.yaml")
    assert (found.value.key, found.value.args_of_message["line"]) == (f"documents.{key}", line)
    for lang in ("en", "ja"):
        said = found.value.say(lang)
        assert said.startswith("hostile.yaml")
        assert len(said) < 400


DOORS = {
    "battlefield": read_field,
    "list": load_list,
    "units": lambda path: read_units(path, ()),
    "exchange": lambda path: read_exchange(path.read_text(), str(path)),
    "any document": lambda path: documents.read(path, dict),
}


@pytest.mark.parametrize("door", DOORS)
def test_every_reader_of_documents_holds_the_limits(tmp_path, door):
    path = tmp_path / "hostile.yaml"
    for text, key, line in HOSTILE.values():
        path.write_text(text)
        with pytest.raises(Problem) as found:
            DOORS[door](path)
        assert (found.value.key, found.value.args_of_message["line"]) == (f"documents.{key}", line)


COMMANDS = {
    "table check": ["table", "check", "{file}"],
    "forces check": ["forces", "check", "{file}"],
    "play --maps": ["play", "--ruleset", "bpre", "--maps", "{file}"],
    "play --units": ["play", "--ruleset", "bpre", "--units", "{file}"],
    "odds exchange": ["odds", "exchange", "--ruleset", "n4"],
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("case", ["more lists without end", "a long number in JSON"])
def test_commands_end_with_a_complaint(tmp_path, command, case):
    path = tmp_path / ("hostile.json" if "JSON" in case else "hostile.yaml")
    path.write_text(HOSTILE[case][0])
    words = [word.format(file=path) for word in COMMANDS[command]]
    ran = subprocess.run(
        [sys.executable, "-m", "firelane", *words],
        input=path.read_text(),
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert f"line {HOSTILE[case][2]}" in ran.stderr


def test_up_to_the_limits_documents_are_read():
    assert load(f"a: {10**MOST_DIGITS - 1}\nb: -{10**MOST_DIGITS - 1}", "f")["a"] == 10**MOST_DIGITS - 1
    deep = load("[" * DEEPEST + "]" * DEEPEST, "f")
    for _ in range(DEEPEST - 1):
        (deep,) = deep
    assert deep == []
    with pytest.raises(Problem):
        load("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "f")
    assert len(load("- 1\n" * (MOST_VALUES - 1), "f")) == MOST_VALUES - 1
    with pytest.raises(Problem):
        load("- 1\n" * MOST_VALUES, "f")


def test_anchors_aliases_and_merges_of_honest_documents_work():
    text = """\
wall: &wall {kind: wall, top: 2}
pieces:
  - *wall
  - {<<: *wall, top: 3}
  - <<: [{top: 5}, *wall]
    name: <<
both: [&one 1.5, *one]
"""
    found = load(text, "f")
    assert found["pieces"] == [
        {"kind": "wall", "top": 2},
        {"kind": "wall", "top": 3},
        {"kind": "wall", "top": 5, "name": "<<"},
    ]
    assert found["both"] == [1.5, 1.5]


def test_numbers_are_read_as_json_and_yaml_write_them():
    found = load("[0, -7, 1_000, 0x1f, 017, 0b11, 1:30, 1.5, 1e3, -2.5e-7, .inf, '12', 2001-99-99]", "f")
    assert found == [0, -7, 1000, 31, 15, 3, 90, 1.5, 1000.0, -2.5e-7, float("inf"), "12", "2001-99-99"]


def test_json_may_be_indented_with_tabs_and_its_faults_have_lines():
    assert load('{\n\t"a": [\n\t\t1]}', "f") == {"a": [1]}
    with pytest.raises(Problem) as found:
        read_exchange('{\n\t"active":\n\t\t{"target": 5,\n\t\t"burst": "x"}}', "f")
    assert (found.value.key, found.value.args_of_message["line"]) == ("odds.not-an-exchange", 4)


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "large.yaml"
    path.write_bytes(b"#" * documents.LARGEST)
    assert documents.read_text(path) == "#" * documents.LARGEST
    path.write_bytes(b"#" * (documents.LARGEST + 1))
    with pytest.raises(Problem) as found:
        read_field(path)
    assert found.value.key == "documents.too-large"
    assert str(documents.LARGEST) in found.value.say("en")


LETTERS = "[]{}:,-?&*!|>'\"#%@`\n \t0159abx_.~<=+eE\0"
WORDS = ("&a ", "*a", "<<: ", "- ", ": ", "? ", "1e9", "0x")


@given(st.lists(st.sampled_from([*LETTERS, *WORDS]), max_size=60).map("".join))
def test_whatever_is_written_is_a_value_or_a_complaint(text):
    try:
        found = load(text, "f")
    except Problem as problem:
        found = problem
    if isinstance(found, Problem):
        assert found.key.startswith("documents.")
        assert found.say("ja")
        return
    try:
        expected = yaml.load(loading.readable(text), Loader=loading.LOADER)
    except (yaml.YAMLError, ValueError):
        return  # a `=` or a date that is none: text for us
    assert _alike(found, expected)


def _alike(found, expected):
    """Whether both are the same value: dates, and numbers such as `1e5`, are read in another way."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(map(_alike, found.items(), expected.items()))
    if isinstance(expected, (list, tuple)):
        return len(found) == len(expected) and all(map(_alike, found, expected))
    if isinstance(expected, datetime.date):
        return isinstance(found, str)
    if isinstance(expected, str) and isinstance(found, float):
        return float(expected) == found
    return found == expected or (found != found and expected != expected)


# JSON that programs write

ANY = msgspec.json.Decoder()
WRONG_JSON = {
    "too deep": b"[" * 200_000,
    "too deep and closed": b'{"a":' * (DEEPEST + 1) + b"1" + b"}" * (DEEPEST + 1),
    "one digit too many": str(10**MOST_DIGITS).encode(),
    "far too many digits": b'{"a": ' + b"1" * 4000 + b"}",
    "a long fraction": b"1." + b"1" * 100_000,
    "a large exponent": b"1e999999",
    "half a surrogate pair": b'"\\ud800"',
    "no UTF-8": b'"\xff"',
    "a zero byte": b"[1, \0]",
    "strings without end": b'"\\"' * 200_000 + b"[" * 100 + b"1" * 30,
    "nothing": b"",
}


@pytest.mark.parametrize("data", WRONG_JSON.values(), ids=WRONG_JSON.keys())
def test_hostile_json_is_a_decode_error(data):
    with pytest.raises(msgspec.DecodeError):
        decode(data, ANY)


def test_up_to_the_limits_json_is_read():
    assert decode(str(10**MOST_DIGITS - 1).encode(), ANY) == 10**MOST_DIGITS - 1
    text = "1" * 500 + "[" * 500
    assert decode(json.dumps({"a": text, "b": [[]] * 500}).encode(), ANY) == {"a": text, "b": [[]] * 500}
    deep = b"[" * DEEPEST + b"]" * DEEPEST
    assert decode(deep, ANY) == json.loads(deep)


words = st.text(st.characters(codec="utf-8"))
numbers = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
plain = st.recursive(
    st.none() | st.booleans() | numbers | words,
    lambda inner: st.lists(inner) | st.dictionaries(words, inner),
)


@given(plain)
def test_json_within_the_limits_is_what_it_says(value):
    data = json.dumps(value).encode()
    long = any(len(str(abs(number))) > MOST_DIGITS for number in _whole_numbers(value))
    if long:
        with pytest.raises(msgspec.DecodeError):
            decode(data, ANY)
    else:
        assert decode(data, ANY) == value


def _whole_numbers(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for inner in value for number in _whole_numbers(inner)]
    return [value] if isinstance(value, int) else []


@given(st.binary(max_size=200) | st.text('[]{}":,\\019eE.-tfn ', max_size=200).map(str.encode))
def test_any_bytes_are_a_value_or_a_decode_error(data):
    try:
        found = decode(data, ANY)
    except msgspec.DecodeError:
        return
    assert json.loads(data) == found
