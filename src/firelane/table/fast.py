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
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.uint8]


def kernel(function: Function) -> Function:
    """The function compiled to machine code on first use, and cached on disk for the next process."""
    return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def lean_kernel(function: Function) -> Function:
    """A kernel that makes no arrays and gives none back, compiled without the counting of references.

    A kernel counts the owner of every array that it is handed up and down again, one atomic operation each:
    among small kernels that hand on a dozen arrays this took a third of all time. The caller in Python holds
    the arrays while it waits.
    """
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
    return cast(Function, numba.njit(**options)(function))


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
