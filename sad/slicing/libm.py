"""Mathematics of the C library, called as a compiled program calls it.

Python rounds in double precision only, and raises where IEEE 754 has infinities and no numbers. On a
computer without the library what needs it is not known.
"""

from __future__ import annotations

import ctypes
import math
from functools import cache, partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_NAMES = {"abs": "fabs", "mod": "fmod", "gamma": "tgamma", "log_gamma": "lgamma"}
_TWO = frozenset(("atan2", "pow", "hypot", "mod", "remainder", "nextafter"))
_DIRECT = frozenset(("log2", "cbrt", "exp2", "expm1", "log1p", "nextafter", "remainder"))
"""What Python's module takes from the library, beside the functions that all have."""
ONLY_HERE = ("hypot", "asinh", "acosh", "atanh", "erf", "erfc", "gamma", "log_gamma", "logb")
"""What Python works out in ways of its own, or does not have."""
ELEMENTARY = (
    *("exp", "log", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh"),
    *("tanh", "sqrt", *sorted(_DIRECT)),
)


@cache
def library() -> ctypes.CDLL | None:
    """Return the mathematical library of this computer; None if it cannot be loaded."""
    try:
        return ctypes.CDLL("libm.so.6")
    except OSError:
        return None


def _missing(*_values: object) -> Any:
    message = "there is no library of mathematics"
    raise ArithmeticError(message)


@cache
def from_library(name: str, *, single: bool = False) -> Callable[..., Any]:
    """Return a function of the library by its generic name, in double or single precision.

    It raises ``ArithmeticError`` where there is no library.
    """
    of_c = _NAMES.get(name, name) + ("f" if single else "")
    found = getattr(library(), of_c, None)
    if found is None:
        return _missing
    kind = ctypes.c_float if single else ctypes.c_double
    found.restype = kind
    found.argtypes = [kind] * (2 if name in _TWO else 1)
    return found


def real_function(name: str) -> Callable[..., Any]:
    """Return a function of double precision, with what IEEE 754 gives where Python raises."""
    if name in ONLY_HERE:
        return partial(_called, name, False)
    direct: Callable[..., Any] = getattr(math, _NAMES.get(name, name))

    def function(*values: Any) -> Any:
        try:
            return direct(*values)
        except (ArithmeticError, ValueError):
            return from_library(name)(*values)

    return function


def single_function(name: str) -> Callable[..., Any]:
    """Return a function of single precision: the library's own, which rounds as it does."""
    return partial(_called, name, True)


def _called(name: str, single: bool, *values: Any) -> Any:
    return from_library(name, single=single)(*values)
