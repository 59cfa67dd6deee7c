"""The one door to numba: functions that are compiled, cached on disk, and keep their types.

No fast-math: additions and multiplications stay in the order in which they are written, and the
kernels use nothing but + - * / and the square root, which IEEE 754 rounds in one way only. So the same
input gives the same answer on every machine. Angles come from a table (`DIRECTIONS`), not from a
machine's own sine.

Numba's disk cache looks at the file of a kernel only, not at the files of the kernels that it calls:
who edits a kernel clears `__pycache__` of this package.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numba.core import event
from numpy.typing import NDArray

from firelane import compiling

Function = TypeVar("Function", bound=Callable[..., Any])

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.uint8]


class _Watch(event.Listener):
    """Passes on when numba compiles; what it loads from the disk cache is no such event."""

    def on_start(self, _: object) -> None:
        compiling.begun()

    def on_end(self, event: event.Event) -> None:
        compiling.ended(_name(event.data["dispatcher"].py_func))


event.register("numba:compile", _Watch())  # type: ignore[no-untyped-call]


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def kernel(function: Function) -> Function:
    """The function compiled to machine code on first use, and cached on disk for the next process."""
    compiling.may_be_compiled(_name(function))
    return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def lean_kernel(function: Function) -> Function:
    """A kernel that makes no arrays and gives none back, compiled without the counting of references.

    A kernel counts the owner of every array that it is handed up and down again, one atomic operation each:
    among small kernels that hand on a dozen arrays this took a third of all time. The caller in Python holds
    the arrays while it waits.
    """
    compiling.may_be_compiled(_name(function))
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
    return cast(Function, numba.njit(**options)(function))


def straight(function: Function) -> Function:
    """A kernel as Python calls it, without finding out in every call for which types it is meant.

    For kernels that are handed dozens of arrays and numbers in named tuples: finding out takes 15 us, the
    call itself one or two. All callers must hand it the same types: nothing is looked at after the first;
    with `FIRELANE_KERNELS=checked` every call is, and who hands it others is told.
    """
    dispatcher: Any = function
    entry: Callable[..., Any] | None = None

    def checked(*values: Any) -> Any:
        nonlocal entry
        found = dispatcher(*values)
        if len(dispatcher.overloads) > 1:
            kinds = "\n".join(map(str, dispatcher.overloads))
            raise TypeError(f"{dispatcher.py_func.__name__} is handed different types:\n{kinds}")
        if not CHECKED:
            entry = dispatcher.overloads[dispatcher.signatures[0]].entry_point
        return found

    def call(*values: Any) -> Any:
        return checked(*values) if entry is None else entry(*values)

    return cast(Function, wraps(function)(call))


CHECKED = os.environ.get("FIRELANE_KERNELS") == "checked"
ZERO = cast(int, np.int64(0))
ONE = cast(int, np.int64(1))
FOUR = cast(int, np.int64(4))
YES = cast(bool, np.bool_(True))
NO = cast(bool, np.bool_(False))
"""Plain numbers for kernels to hand to kernels: numba compiles a function anew for every literal that it
is called with, so that a bare 0 costs a copy of the callee."""


def _directions() -> Floats:
    """Unit vectors of the whole degrees, cut to twelve decimals so that every machine has the same."""
    table = np.empty((360, 2))
    for degree in range(360):
        angle = math.radians(degree)
        table[degree] = round(math.cos(angle), 12), round(math.sin(angle), 12)
    return table


DIRECTIONS: Floats = _directions()
"""Row d is the unit vector of d degrees, counter-clockwise from +x."""
