"""The pytest plugin behind `@rule`: it refuses false claims and keeps the record of what was proven.

- A test that names a statement which no book has stops the collection, with the nearest ids.
- A test that names statements fails unless its function holds a real assertion and the run passed one.
- `--proofs FILE` writes, by statement, which tests passed and which did not, and by which lines those that
  passed prove it; also under pytest-xdist, where the workers send what they proved along with their reports.

The setting `rule_catalogues` names folders of further catalogues (a small game of the tests' own).
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Generator, Iterable
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any

import msgspec
import pytest
from _pytest.assertion import util as assertion_util

from firelane.problem import Problem
from firelane.rulebook.book import Book
from firelane.rulebook.schema import ProofRecord
from firelane.testing.proofs import MARK, Assertions, assertions_of
from firelane.text import say

PROPERTY = "statements"
"""Under this name a test's statements travel with its reports."""
WITNESSED = "witnessed"
"""And under this one, that a real assertion was seen to pass; without it a report proves nothing."""
LINES = "lines"
"""And under this one, by statement the lines of the assertions that prove it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("rule_catalogues", "folders of further rule catalogues that tests may name", "paths", [])
    parser.getgroup("firelane").addoption(
        "--proofs", metavar="FILE", help="write which statements of the rules this run proved"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", f"{MARK}(*statements): the statements of the rules that the test proves"
    )
    if not config.getini("enable_assertion_pass_hook"):
        raise pytest.UsageError(say("proofs.no-hook"))
    config.pluginmanager.register(Witness(config), "firelane-witness")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(config.getoption("proofs")), "firelane-recorder")


class Witness:
    """Looks at the tests where they run: in the one process, or in each worker."""

    def __init__(self, config: pytest.Config) -> None:
        self._folders = tuple(config.getini("rule_catalogues"))
        self._now: Assertions | None = None
        self._file = ""
        self._passed = False
        self._restore: Any = None

    @property
    def _book(self) -> Book:
        return Book.open(extra=self._folders)

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        """A claim about a statement that does not exist is an error of the file that makes it."""
        report = yield
        complaints = []
        for node in report.result or ():
            if isinstance(node, pytest.Item):
                try:
                    statements = self._statements(node)
                except Problem as problem:
                    complaints.append(say("proofs.bad-claim", test=node.nodeid, what=problem.say()))
                else:
                    if statements:
                        node.user_properties.append((PROPERTY, list(statements)))
        if complaints:
            report.outcome = "failed"
            report.longrepr = "\n".join(complaints)
            report.result = []
        return report

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Listen to assertions only for tests that claim something.

        Where anyone listens, pytest writes out the values of each assertion that holds, those inside
        other plugins included (Hypothesis has many), which can make a test a hundred times slower.
        """
        if not claimed(item.user_properties):
            return (yield)
        listener = Listener(self)
        item.config.pluginmanager.register(listener)
        try:
            return (yield)
        finally:
            item.config.pluginmanager.unregister(listener)

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Generator[None, object, object]:
        """Fails a test that claims statements without asserting anything that could fail."""
        if not claimed(pyfuncitem.user_properties):
            return (yield)
        code = code_of(pyfuncitem.obj)
        real = assertions_of(code)
        if not real:
            pytest.fail(say("proofs.no-assertion"), pytrace=False)
        self._now, self._file, self._passed = real, code.co_filename, False
        try:
            result = yield
        finally:
            self._now = None
        if not self._passed:
            pytest.fail(say("proofs.none-passed"), pytrace=False)
        pyfuncitem.user_properties.append((WITNESSED, True))
        lines = {each: list(real.proving(each)) for each in claimed(pyfuncitem.user_properties)}
        pyfuncitem.user_properties.append((LINES, lines))
        return result

    def saw(self, line: int, source: str) -> None:
        """An assertion held somewhere; only the running test's own real ones count, and one is enough."""
        if self._now is not None and not self._passed and self._now.holds(line, source):
            self._passed = True
            stop_listening()

    def pytest_sessionstart(self) -> None:
        """Listen to `pytest.raises` blocks; pytest has a hook for assertions but none for them."""
        original = pytest.RaisesExc.__exit__
        witness = self

        def leave(
            block: pytest.RaisesExc[BaseException],
            kind: type[BaseException] | None,
            error: BaseException | None,
            trace: TracebackType | None,
        ) -> bool:
            held = original(block, kind, error, trace)
            caller = sys._getframe(1)
            if held and witness._now is not None and caller.f_code.co_filename == witness._file:
                witness._passed = witness._passed or caller.f_lineno in witness._now.raises
            return held

        self._restore = original
        pytest.RaisesExc.__exit__ = leave  # type: ignore[method-assign]

    def pytest_unconfigure(self) -> None:
        if self._restore is not None:
            pytest.RaisesExc.__exit__ = self._restore  # type: ignore[method-assign]
            self._restore = None

    def _statements(self, item: pytest.Item) -> tuple[str, ...]:
        named = (name for mark in item.iter_markers(MARK) for name in mark.args)
        return tuple(dict.fromkeys(statement for name in named for statement in self._book.expand(name)))


class Listener:
    """Tells the witness of each assertion that held."""

    def __init__(self, witness: Witness) -> None:
        self._witness = witness

    def pytest_assertion_pass(self, lineno: int, orig: str) -> None:
        self._witness.saw(lineno, orig)


class Recorder:
    """Gathers the reports of all workers where they come together, and writes the record."""

    def __init__(self, target: str | None) -> None:
        self._target = Path(target) if target else None
        self._claims: dict[str, tuple[str, ...]] = {}
        self._passed: set[str] = set()
        self._failed: set[str] = set()
        self._lost: set[str] = set()
        self._lines: dict[str, dict[str, list[int]]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        statements = claimed(report.user_properties)
        if statements:
            self._claims[report.nodeid] = statements
        elif report.failed and report.when not in ("setup", "call", "teardown"):
            self._lost.add(report.nodeid)
        if report.failed or hasattr(report, "wasxfail"):
            self._failed.add(report.nodeid)
        elif (
            report.passed
            and report.when == "call"
            and (WITNESSED, True) in map(tuple, report.user_properties)
        ):
            self._passed.add(report.nodeid)
            self._lines[report.nodeid] = lines_of(report.user_properties)

    def pytest_sessionfinish(self) -> None:
        if self._target is not None:
            text = msgspec.json.format(msgspec.json.encode(self.record()), indent=2)
            self._target.parent.mkdir(parents=True, exist_ok=True)
            self._target.write_bytes(text + b"\n")

    def record(self) -> ProofRecord:
        """What the reports so far add up to."""
        return ProofRecord(
            passed=self._by_statement(self._passed - self._failed),
            failed=self._by_statement(self._failed),
            lost=tuple(sorted(self._lost)),
            by=self._by_assertion(self._passed - self._failed),
        )

    def _by_assertion(self, tests: Iterable[str]) -> dict[str, dict[str, tuple[int, ...]]]:
        """By statement and test, whose cases count as one, the lines that prove it."""
        found: dict[str, dict[str, tuple[int, ...]]] = {}
        for test in sorted(tests):
            for statement, lines in self._lines[test].items():
                found.setdefault(statement, {})[test.partition("[")[0]] = tuple(lines)
        return {statement: found[statement] for statement in sorted(found)}

    def _by_statement(self, tests: Iterable[str]) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for test in sorted(tests):
            for statement in self._claims.get(test, ()):
                found.setdefault(statement, []).append(test)
        return {statement: tuple(found[statement]) for statement in sorted(found)}


def stop_listening() -> None:
    """Spare the rest of the test the cost of being listened to; pytest sets it anew for each test."""
    if hasattr(assertion_util, "_assertion_pass"):
        assertion_util._assertion_pass = None


def claimed(properties: Iterable[tuple[str, object]]) -> tuple[str, ...]:
    """The statements among the properties of a test or of its report."""
    for name, value in properties:
        if name == PROPERTY and isinstance(value, (list, tuple)):
            return tuple(str(statement) for statement in value)
    return ()


def lines_of(properties: Iterable[tuple[str, Any]]) -> dict[str, list[int]]:
    """By statement the lines that prove it, among the properties of a report."""
    return next((value for name, value in properties if name == LINES), {})


def code_of(test: Any) -> CodeType:
    """The code that the author of a test wrote, under whatever decorators wrapped around it."""
    if (given := getattr(test, "hypothesis", None)) is not None:
        test = given.inner_test
    function = inspect.unwrap(test)
    code: CodeType = getattr(function, "__func__", function).__code__
    return code
