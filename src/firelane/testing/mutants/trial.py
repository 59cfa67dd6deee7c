"""Run the tests that name a statement against a broken copy of one file, in a forked process.

The parent has loaded what is slow to load (pytest, numba, the whole game) once. A child forgets the broken
module and all modules that import it, loads them anew with the broken text, and runs pytest in its own
process. Nothing of it is written: neither the file nor anybody's cache.
"""

from __future__ import annotations

import ast
import gc
import importlib
import importlib.abc
import importlib.machinery
import os
import resource
import selectors
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Literal

import msgspec
from msgspec import Struct

from firelane.testing.mutants.edits import Edit, mutated
from firelane.testing.mutants.source import FUNCTIONS, PACKAGE, ROOT, module_name, source

Verdict = Literal["survived", "killed", "invalid", "broken"]
"""`invalid`: the broken module cannot even be loaded. `broken`: no test ran, or they fail without an edit."""
HERE = f"{PACKAGE.name}."
FINDS_BY_NAME = ("core", "rulebook", "text", "table", "forces")
"""The packages in which every module names those that it imports; in the others some are found by name."""
WARM = (
    "firelane.forces",
    "firelane.table",
    "firelane.infinity",
    "firelane.bpre",
    "firelane.odds",
    "firelane.screen",
)
KERNELS = frozenset({"kernel", "lean_kernel", "straight"})
LEAST_CPU_SECONDS, CPU_FACTOR = 10, 10
"""A child gets this much processor time, or this many times what the unbroken tests took."""
WALL_FACTOR = 6
"""And this many times as long by the clock, as others work on the machine too."""


class Trial(Struct, frozen=True):
    """One run: the tests of some statements, against an edit or the code as it is."""

    statements: tuple[str, ...]
    tests: tuple[str, ...]
    edit: Edit | None = None
    forget: tuple[str, ...] = ()
    """Files whose modules are loaded anew although they are not broken."""
    cpu_seconds: float = 120.0


class Result(Struct, frozen=True):
    """What came of a run."""

    verdict: Verdict
    by: str = ""
    """The test that failed, or why there is no verdict."""
    cpu_seconds: float = 0.0


def warm() -> None:
    """Load what the tests need, and play a little, so that every kernel is loaded."""
    import pkgutil

    import hypothesis  # noqa: F401
    import pytest  # noqa: F401

    from firelane.lab.many import play
    from firelane.rulebook.compile import refresh
    from firelane.rulesets import SHIPPED, load

    refresh()
    for name in WARM:
        package = importlib.import_module(name)
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            importlib.import_module(found.name)
    for name in SHIPPED:
        ruleset = load(name)
        play(ruleset, 0, ruleset.setup())
    _imports()
    sys.dont_write_bytecode = False  # so that pytest keeps what it makes of each test file
    gc.collect()
    gc.freeze()


def run(trials: Iterable[Trial], processes: int) -> Iterator[tuple[Trial, Result]]:
    """Run trials, so many at a time; results come as they are had."""
    waiting = iter(trials)
    with selectors.DefaultSelector() as selector:
        children: dict[int, _Child] = {}
        more = True
        while more or children:
            while more and len(children) < processes:
                trial = next(waiting, None)
                if trial is None:
                    more = False
                    break
                child = _Child(trial)
                children[child.pipe] = child
                selector.register(child.pipe, selectors.EVENT_READ)
            for key, _ in selector.select(timeout=0.5):
                child = children[key.fd]
                if child.read():
                    selector.unregister(key.fd)
                    del children[key.fd]
                    yield child.trial, child.result()
            for child in children.values():
                child.stop_if_late()


class _Child:
    """A forked process and the pipe on which it answers."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.pipe, answer = os.pipe()
        self._answered = b""
        self._late = False
        self._until = time.monotonic() + trial.cpu_seconds * WALL_FACTOR
        self._pid = os.fork()
        if not self._pid:
            try:
                os.close(self.pipe)
                _answer(trial, answer)
            finally:
                os._exit(70)
        os.close(answer)

    def read(self) -> bool:
        """Take in what has come; True when that is all."""
        if piece := os.read(self.pipe, 1 << 16):
            self._answered += piece
            return False
        return True

    def stop_if_late(self) -> None:
        """Kill a child that hangs without using the processor."""
        if time.monotonic() > self._until:
            self._late = True
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)

    def result(self) -> Result:
        """The verdict; a child that died or was stopped has shown that something is wrong."""
        os.close(self.pipe)
        _, _, used = os.wait4(self._pid, 0)
        seconds = used.ru_utime + used.ru_stime
        if not self._answered:
            return Result("killed", "stopped: it went on without end", seconds)
        found = msgspec.json.decode(self._answered, type=Result)
        return msgspec.structs.replace(found, cpu_seconds=seconds)


def _answer(trial: Trial, answer: int) -> None:
    os.setsid()
    os.chdir(ROOT)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    seconds = max(LEAST_CPU_SECONDS, round(trial.cpu_seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    result = _result(trial)
    os.write(answer, msgspec.json.encode(result))
    os.close(answer)
    os._exit(0)


def _result(trial: Trial) -> Result:
    files = [*trial.forget, *([trial.edit.file] if trial.edit else [])]
    try:
        _prepare(files, trial.edit)
    except BaseException as error:
        return Result("invalid", f"{type(error).__name__}: {error}"[:200])
    return _run_tests(trial)


def _prepare(files: Iterable[str], edit: Edit | None) -> None:
    """Forget the files' modules and everything built on them, and load the broken one."""
    import hypothesis

    hypothesis.settings.register_profile("mutants", database=None, derandomize=True, deadline=None)
    hypothesis.settings.load_profile("mutants")
    names = {module_name(ROOT / file) for file in files if file.endswith(".py")}
    if edit is not None:
        if edit.file.endswith(".py"):
            sys.meta_path.insert(0, _Finder(edit))
            if _in_kernel(edit):
                names |= _interpret_kernels()
            if edit.file.startswith("src/firelane/forces/"):
                _read_forces_anew()
        else:
            _replace_data(edit)
            names = {name for name in sys.modules if name.startswith(HERE) and "testing" not in name}
    for name in _built_on(names):
        forgotten = sys.modules.pop(name, None)
        package, _, last = name.rpartition(".")
        if forgotten is not None and package in sys.modules and hasattr(sys.modules[package], last):
            delattr(sys.modules[package], last)
    for name in sorted(names):
        importlib.import_module(name)


def _run_tests(trial: Trial) -> Result:
    import pytest

    if not trial.tests:
        return Result("broken", "no test names it")
    chosen = _Chosen(trial.statements)
    arguments = ["-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    code = pytest.main([*arguments, *trial.tests], plugins=[chosen])
    if code == pytest.ExitCode.OK and chosen.passed:
        return Result("survived")
    if chosen.failed:
        return Result("killed", chosen.failed)
    return Result("broken", f"pytest ended with {int(code)}")


class _Chosen:
    """A plugin that runs only the cases that name the statements, and remembers what failed."""

    def __init__(self, statements: tuple[str, ...]) -> None:
        self.statements = set(statements)
        self.failed = ""
        self.passed = 0

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out the cases of a test that name other statements."""
        from firelane.testing.plugin import claimed

        items[:] = [item for item in items if self.statements & set(claimed(item.user_properties))]

    def pytest_collectreport(self, report: Any) -> None:
        """A test file that can no longer be loaded has noticed too."""
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Count what passed and keep the first that failed."""
        if report.failed:
            self.failed = self.failed or report.nodeid
        elif report.when == "call" and report.passed:
            self.passed += 1


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the broken text where the module's own file would be found."""

    def __init__(self, edit: Edit) -> None:
        self._edit = edit
        self._name = module_name(ROOT / edit.file)

    def find_spec(self, fullname: str, path: Any, _: ModuleType | None = None) -> Any:
        """The usual place of the module, with another loader."""
        if fullname != self._name:
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        assert spec is not None
        spec.loader = _Loader(fullname, str(ROOT / self._edit.file), self._edit)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles the broken text, past the cache of compiled files."""

    def __init__(self, name: str, path: str, edit: Edit) -> None:
        super().__init__(name, path)
        self._edit = edit

    def get_code(self, _: str) -> CodeType:
        """The code of the broken text."""
        data = mutated(Path(self.path).read_bytes(), self._edit)
        return compile(data, self.path, "exec", dont_inherit=True)


def _replace_data(edit: Edit) -> None:
    """Show the broken text to whoever reads the data file."""
    import io

    broken = ROOT / edit.file
    data = mutated(broken.read_bytes(), edit)
    original = Path.open

    def read(path: Path, mode: str = "r", *given: Any, **named: Any) -> Any:
        if path.resolve() != broken or "w" in mode:
            return original(path, mode, *given, **named)
        return io.BytesIO(data) if "b" in mode else io.StringIO(data.decode())

    faked: Any = Path
    faked.open = read
    faked.read_bytes = lambda path: read(path, "rb").read()
    faked.read_text = lambda path, *_, **__: read(path, "rb").read().decode()


def _read_forces_anew() -> None:
    """Pass over the compiled forces, which the unbroken code has made."""
    packed: Any = importlib.import_module("firelane.forces.packed")
    packed.kept = lambda *_: None


def _in_kernel(edit: Edit) -> bool:
    """Whether what is broken is compiled to machine code."""
    here = source(ROOT / edit.file)
    for node in ast.walk(here.tree):
        if isinstance(node, FUNCTIONS) and any(
            isinstance(each, ast.Name) and each.id in KERNELS for each in node.decorator_list
        ):
            span = here.span(node)
            if span.start <= edit.start and edit.end <= span.end:
                return True
    return False


def _interpret_kernels() -> set[str]:
    """Let Python run all kernels, so that nothing is compiled; the names of the modules to load anew."""
    import numba

    fast = importlib.import_module("firelane.table.fast")
    numba.config.DISABLE_JIT = True  # type: ignore[attr-defined]
    fast.straight = lambda function: function  # type: ignore[attr-defined]
    return {
        name
        for name, module in sys.modules.items()
        if name.startswith(HERE)
        and name != fast.__name__
        and any(word in (getattr(module, "__dict__", {})) for word in KERNELS)
    }


@cache
def _imports() -> dict[str, frozenset[str]]:
    """By module of the package the modules that it imports at its top or within."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        name = module_name(path)
        named: set[str] = set()
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                named.update(each.name for each in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                named.add(node.module)
                named.update(f"{node.module}.{each.name}" for each in node.names)
        # A package is loaded before its modules, and hands on what it imports.
        named.update(each.rpartition(".")[0] for each in list(named))
        found[name] = frozenset(each for each in named if each.partition(".")[0] == PACKAGE.name)
    return found


def _built_on(names: Iterable[str]) -> frozenset[str]:
    """What must be forgotten with some modules: their importers, and packages of the games as a whole."""
    found = importers(names)
    packages = {name.split(".")[1] for name in found if "." in name} - {*FINDS_BY_NAME, "testing"}
    return found | {name for name in sys.modules if name.startswith(HERE) and name.split(".")[1] in packages}


def importers(names: Iterable[str]) -> frozenset[str]:
    """The modules themselves and all that import them, directly or through others."""
    found = set(names)
    while True:
        more = {name for name, named in _imports().items() if name not in found and named & found}
        if not more:
            return frozenset(found)
        found |= more
