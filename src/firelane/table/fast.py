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
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.uint8]


def kernel(function: Function) -> Function:
    """The function compiled to machine code on first use, and cached on disk for the next process."""
    return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


Value = TypeVar("Value")


def _borrow(_: Any, kind: Any) -> Any:
    def without_owner(context: Any, builder: Any, of: Any, value: Any) -> Any:
        if isinstance(of, numba.types.Array):
            array = make_array(of)(context, builder, value)
            array.meminfo = cgutils.get_null_value(array.meminfo.type)
            array.parent = cgutils.get_null_value(array.parent.type)
            return array._getvalue()
        if isinstance(of, numba.types.BaseTuple):
            members = [builder.extract_value(value, n) for n in range(len(of))]
            members = [without_owner(context, builder, *member) for member in zip(of, members, strict=True)]
            return context.make_tuple(builder, of, members)
        return value

    def code(context: Any, builder: Any, _: Any, values: Any) -> Any:
        return without_owner(context, builder, kind, values[0])

    return kind(kind), code


borrowed = cast(Callable[[Value], Value], intrinsic(_borrow))
"""For kernels: an array, or a tuple of arrays, without its owner. Whoever hands an array with an owner to
another kernel counts a reference up and down again, an atomic operation each time: in a kernel that calls
many others this takes a third of all time. The owner must outlive the call, as an argument of it does."""

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
