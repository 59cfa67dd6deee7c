"""What is kept for all: bounded, made once where that takes long, and never torn between threads."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import firelane
from firelane.caches import OwnerCache, SharedCache

SOURCE = Path(firelane.__file__).parent
CHANGES = ("append", "add", "pop", "clear", "insert", "update", "setdefault", "popitem", "remove", "extend")
ALLOWED = {
    "bpre/space.py _last_field": "read and replaced whole",
    "compiling.py _known": "filled while modules are imported",
    "compiling.py _notice": "set once by the command, before it begins",
    "core/lately.py _IN_USE": "each thread its own",
    "core/fired.py _tally": "counted by the lab's runner alone, which has one thread",
    "table/obstacles.py _ROOM": "each thread its own",
}
"""What modules change at run time beside caches, and why that hurts no other thread."""


def test_where_it_is_full_the_oldest_quarter_goes():
    cache: SharedCache[int, int] = SharedCache(8)
    for key in range(9):
        cache.keep(key, key)
    assert [cache.get(key) for key in range(9)] == [None, None, *range(2, 9)]
    assert cache.find(0, lambda: 100) == 100
    assert cache.find(0, lambda: 200) == 100
    assert len(cache) == 8


def test_what_two_threads_make_at_once_is_the_same_for_both():
    cache: SharedCache[str, list[int]] = SharedCache(8)
    both = Barrier(2)

    def make() -> list[int]:
        both.wait()
        return []

    with ThreadPoolExecutor(2) as threads:
        one, two = threads.map(lambda _: cache.find("key", make), range(2))
    assert one is two is cache.get("key")


def test_what_is_derived_from_an_object_is_made_once_and_goes_when_it_was_not_used_for_longest():
    cache: OwnerCache[list[str]] = OwnerCache(2)
    made: list[str] = []
    owners = {name: object() for name in "abc"}

    def find(name: str) -> list[str]:
        return cache.find(owners[name], "key", lambda: made.append(name) or [name])

    with ThreadPoolExecutor(8) as threads:
        assert len({id(found) for found in threads.map(lambda _: find("a"), range(64))}) == 1
    for name in "bac":  # b goes
        assert find(name) == [name]
    assert find("a") == ["a"]
    assert made == ["a", "b", "c"]
    assert find("b") == ["b"]
    assert made == ["a", "b", "c", "b"]


def test_what_could_not_be_made_is_tried_again():
    cache: OwnerCache[int] = OwnerCache(2)
    with pytest.raises(ZeroDivisionError):
        cache.find(cache, "key", lambda: 1 // 0)
    assert cache.find(cache, "key", lambda: 1) == 1


def changed_by_functions(module: ast.Module) -> set[str]:
    """The names of a module that its functions rebind or change."""
    names = {
        target.id
        for statement in module.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        if isinstance(target, ast.Name)
    }
    found: set[str] = set()
    functions = [
        node for node in ast.walk(module) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    for node in (inner for function in functions for inner in ast.walk(function)):
        match node:
            case ast.Global(names=rebound):
                found.update(rebound)
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store()):
                found.add(name)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=what)) if what in CHANGES:
                found.add(name)
    return found & names


def test_no_module_keeps_what_it_finds_in_a_plain_map_or_list():
    """Rooms, machine players and watchers are served by several threads: what is kept for all is kept in a
    `SharedCache` or an `OwnerCache`, and what is kept for a game in a `Lately`."""
    found = {
        f"{path.relative_to(SOURCE).as_posix()} {name}"
        for path in SOURCE.rglob("*.py")
        for name in changed_by_functions(ast.parse(path.read_text()))
    }
    assert found == set(ALLOWED)
