"""The pytest plugin behind `@rule`: it refuses false claims and keeps the record of what was proven.

- A test that names a statement which no book has stops the collection, with the nearest ids.
- A test that names statements fails unless its function holds a real assertion and the run passed one.
- Each test runs in one edition, and proves what it claims there and nowhere else. The edition is that of its
  parameter `edition`, of its nearest mark `edition`, or of its folder by the setting `rule_editions`.
- A test that names roles of the concordance runs once in every playable edition that binds them.
- `--proofs FILE` writes, by edition and claim, which tests passed and which did not, and by which lines those
  that passed prove it; also under pytest-xdist, where the workers send what they proved along with their
  reports.

The setting `rule_catalogues` names folders of further catalogues (a small game of the tests' own),
`rule_concordance` another concordance than the shipped one.
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

from firelane import rulesets
from firelane.problem import Problem
from firelane.rulebook import concordance as concordances
from firelane.rulebook.book import Book
from firelane.rulebook.concordance import Concordance, is_role
from firelane.rulebook.coverage import BORROWED
from firelane.rulebook.schema import ProofRecord, Proofs
from firelane.testing.proofs import BORROWS, EDITION, MARK, Assertions, assertions_of
from firelane.text import say

PROPERTY = "statements"
"""Under this name a test's claims travel with its reports."""
PLACE = "edition"
"""Under this one, the edition in which it runs."""
WITNESSED = "witnessed"
"""And under this one, that a real assertion was seen to pass; without it a report proves nothing."""
LINES = "lines"
"""And under this one, by statement the lines of the assertions that prove it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("rule_catalogues", "folders of further rule catalogues that tests may name", "paths", [])
    parser.addini("rule_editions", "lines of a folder or file and the edition of its tests", "linelist", [])
    parser.addini("rule_concordance", "the concordance whose roles tests may name", "paths", [])
    parser.getgroup("firelane").addoption(
        "--proofs", metavar="FILE", help="write which statements of the rules this run proved"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", f"{MARK}(*statements): the statements of the rules, or the roles, that the test proves"
    )
    config.addinivalue_line("markers", f"{EDITION}(name): the edition of the rules that the test runs in")
    config.addinivalue_line("markers", f"{BORROWS}(*names): the names whose borrowed rules the test proves")
    if not config.getini("enable_assertion_pass_hook"):
        raise pytest.UsageError(say("proofs.no-hook"))
    config.pluginmanager.register(Witness(config), "firelane-witness")
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Recorder(config.getoption("proofs")), "firelane-recorder")


class Witness:
    """Looks at the tests where they run: in the one process, or in each worker."""

    def __init__(self, config: pytest.Config) -> None:
        self._folders = tuple(config.getini("rule_catalogues"))
        self._editions = tuple(
            (config.rootpath / place, name)
            for place, _, name in (line.rpartition(" ") for line in config.getini("rule_editions"))
        )
        self._concordance = _concordance(config)
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
                    edition, claims = self._claims(node)
                except Problem as problem:
                    complaints.append(say("proofs.bad-claim", test=node.nodeid, what=problem.say()))
                else:
                    if claims:
                        node.user_properties += [(PROPERTY, list(claims)), (PLACE, edition)]
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

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """A test of roles runs in every edition that can be played and binds all of them."""
        named = {name for mark in metafunc.definition.iter_markers(MARK) for name in mark.args}
        roles = sorted(name for name in named if self._is_role(name))
        if self._concordance is None or not roles or EDITION not in metafunc.fixturenames:
            return
        if any(EDITION in _names(mark.args[0]) for mark in metafunc.definition.iter_markers("parametrize")):
            return
        if all(role in self._concordance for role in roles):
            playable = [each for each in self._book.editions() if each in rulesets.SHIPPED]
            binding = [set(self._concordance.editions_of(role)) for role in roles]
            metafunc.parametrize(EDITION, [each for each in playable if all(each in one for one in binding)])

    def _claims(self, item: pytest.Item) -> tuple[str, tuple[str, ...]]:
        """The edition in which a test runs, and what it claims to prove there."""
        named = tuple(name for mark in item.iter_markers(MARK) for name in mark.args)
        borrowed = tuple(name for mark in item.iter_markers(BORROWS) for name in mark.args)
        if not named and not borrowed:
            return "", ()
        entries = {name: (name,) if self._is_role(name) else self._book.expand(name) for name in named}
        edition = self._edition(item)
        citable = self._book.citable_in(edition)
        claims: dict[str, None] = {}
        for name in named:
            if not self._is_role(name):
                if other := next((entry for entry in entries[name] if entry not in citable), None):
                    raise Problem("proofs.other-edition", id=other, edition=edition)
            elif self._concordance is None:
                raise Problem("proofs.no-concordance", role=name)
            else:
                self._concordance.statements(name, edition)
                if EDITION not in getattr(item, "fixturenames", ()):
                    raise Problem("proofs.takes-no-edition", role=name)
            claims.update(dict.fromkeys(entries[name]))
        known = {each.name.name for each in self._book.borrowed(edition)}
        for name in borrowed:
            if name not in known:
                raise Problem("proofs.not-borrowed", name=name, edition=edition)
            claims[f"{BORROWED}{name}"] = None
        return edition, tuple(claims)

    def _is_role(self, name: str) -> bool:
        """Whether a claim is a role: no id of any book, and of its form."""
        return is_role(name) and name.partition(".")[0] not in self._book.catalogues()

    def _edition(self, item: pytest.Item) -> str:
        """The edition in which a test runs, or a Problem where nothing says it."""
        case = getattr(item, "callspec", None)
        mark = item.get_closest_marker(EDITION)
        if case is not None and EDITION in case.params:
            name = str(case.params[EDITION])
        elif mark is not None:
            name = str(mark.args[0])
        else:
            around = [(len(place.parts), name) for place, name in self._editions if _inside(item.path, place)]
            if not around:
                raise Problem("proofs.no-edition")
            name = max(around)[1]
        known = self._book.editions()
        if name not in known:
            raise Problem("rulebook.unknown-edition", edition=name, known=", ".join(known))
        return name


def _concordance(config: pytest.Config) -> Concordance | None:
    """The concordance that the settings name, or the shipped one, if there is any."""
    paths = config.getini("rule_concordance")
    return concordances.read(paths[0]) if paths else concordances.shipped()


def _names(argnames: str | Iterable[str]) -> tuple[str, ...]:
    """The names of the parameters of a `parametrize` mark."""
    return (
        tuple(each.strip() for each in argnames.split(",")) if isinstance(argnames, str) else tuple(argnames)
    )


def _inside(path: Path, place: Path) -> bool:
    return path == place or place in path.parents


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
        self._claims: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._passed: set[str] = set()
        self._failed: set[str] = set()
        self._lost: set[str] = set()
        self._lines: dict[str, dict[str, list[int]]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        statements = claimed(report.user_properties)
        if statements:
            self._claims[report.nodeid] = (edition_of(report.user_properties), statements)
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
            passed=self._by_claim(self._passed - self._failed),
            failed=self._by_claim(self._failed),
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

    def _by_claim(self, tests: Iterable[str]) -> Proofs:
        found: dict[str, dict[str, list[str]]] = {}
        for test in sorted(tests):
            edition, claims = self._claims.get(test, ("", ()))
            for claim in claims:
                found.setdefault(edition, {}).setdefault(claim, []).append(test)
        return {
            edition: {claim: tuple(found[edition][claim]) for claim in sorted(found[edition])}
            for edition in sorted(found)
        }


def stop_listening() -> None:
    """Spare the rest of the test the cost of being listened to; pytest sets it anew for each test."""
    if hasattr(assertion_util, "_assertion_pass"):
        assertion_util._assertion_pass = None


def claimed(properties: Iterable[tuple[str, object]]) -> tuple[str, ...]:
    """The claims among the properties of a test or of its report."""
    for name, value in properties:
        if name == PROPERTY and isinstance(value, (list, tuple)):
            return tuple(str(statement) for statement in value)
    return ()


def lines_of(properties: Iterable[tuple[str, Any]]) -> dict[str, list[int]]:
    """By statement the lines that prove it, among the properties of a report."""
    return next((value for name, value in properties if name == LINES), {})


def edition_of(properties: Iterable[tuple[str, object]]) -> str:
    """The edition among the properties of a test or of its report."""
    return next((str(value) for name, value in properties if name == PLACE), "")


def code_of(test: Any) -> CodeType:
    """The code that the author of a test wrote, under whatever decorators wrapped around it."""
    if (given := getattr(test, "hypothesis", None)) is not None:
        test = given.inner_test
    function = inspect.unwrap(test)
    code: CodeType = getattr(function, "__func__", function).__code__
    return code
