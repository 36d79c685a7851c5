"""Intrinsic functions by generic name, called from generated code.

Results of single precision are rounded by the caller: exact for SQRT, within a unit of the last
place for the others.
"""

from __future__ import annotations

import cmath
import math
import operator
from typing import TYPE_CHECKING, Any

from tests.support.interpreter.arithmetic import divide, fits, order, to_integer
from tests.support.interpreter.errors import InvalidRun
from tests.support.interpreter.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable


def _real(value: Any) -> float:
    return float(value.real)


def _imaginary(value: complex) -> float:
    return value.imag


def _conjugate(value: complex) -> complex:
    return value.conjugate()


def _complex(real: Any, imaginary: Any = 0.0) -> complex:
    return real if isinstance(real, complex) else complex(real, imaginary)


def _whole(value: float) -> float:
    return float(math.trunc(value))


def _nearest(value: float) -> float:
    return math.copysign(math.floor(abs(value) + 0.5), value)


def _nearest_integer(value: float) -> int:
    return fits(int(_nearest(value)))


def _mod(left: Any, right: Any) -> Any:
    if right == 0:
        raise InvalidRun("MOD with a divisor of zero")
    if isinstance(left, int):
        return left - right * divide(left, right)
    return math.fmod(left, right)


def _sign(left: Any, right: Any) -> Any:
    if isinstance(left, int):
        return abs(left) if right >= 0 else -abs(left)
    return math.copysign(left, right)


def _merge(first: Any, second: Any, mask: Any) -> Any:
    return first if mask else second


def _difference(left: Any, right: Any) -> Any:
    return max(left - right, left - left)


def _index(text: str, word: str, back: bool = False) -> int:
    return (text.rfind(word) if back else text.find(word)) + 1


def _code(text: str) -> int:
    return ord(text[0])


def _general(
    real: Callable[[float], float], complexes: Callable[[complex], complex]
) -> Callable[[Any], Any]:
    def function(value: Any) -> Any:
        return complexes(value) if isinstance(value, complex) else real(value)

    return function


def _and(left: int, right: int) -> int:
    return left & right


def _or(left: int, right: int) -> int:
    return left | right


def _exclusive(left: int, right: int) -> int:
    return left ^ right


def _bit(value: int, bit: int) -> bool:
    return bool(value >> bit & 1)


def _exponent(value: float) -> int:
    return math.frexp(value)[1]


def _fraction(value: float) -> float:
    return math.frexp(value)[0]


def _with_exponent(value: float, exponent: int) -> float:
    return value / 2.0 ** (math.frexp(value)[1] - exponent)


def _spacing(value: float, digits: int) -> float:
    """What lies between a number and the next one of so many binary digits."""
    if not value:
        return 2.0**-126 if digits == 24 else 2.0**-1022
    return 2.0 ** (math.frexp(value)[1] - digits)


def _relative_spacing(value: float, digits: int) -> float:
    return abs(math.frexp(value)[0]) * 2.0**digits


def _neighbour(value: float, direction: float, digits: int) -> float:
    if digits != 24:
        return math.nextafter(value, math.copysign(math.inf, direction))
    if not value:
        return math.copysign(2.0**-149, direction)
    part, exponent = math.frexp(value)
    inward = math.copysign(1.0, direction) != math.copysign(1.0, value)
    step = 2.0 ** (exponent - digits - (inward and abs(part) == 0.5))
    return value + math.copysign(step, direction)


def _new_line(_text: str) -> str:
    return chr(10)


def _is_end(status: int) -> bool:
    return status == -1


def _ceiling(value: float) -> int:
    return fits(math.ceil(value))


def _floor(value: float) -> int:
    return fits(math.floor(value))


def _trim(text: str) -> str:
    return text.rstrip(" ")


def _length_without_blanks(text: str) -> int:
    return len(text.rstrip(" "))


def _left(text: str) -> str:
    return text.lstrip(" ").ljust(len(text))


def _right(text: str) -> str:
    return text.rstrip(" ").rjust(len(text))


def _ordered(test: Callable[[int, int], bool]) -> Callable[[str, str], bool]:
    def function(left: str, right: str) -> bool:
        return test(order(left, right), 0)

    return function


_BY_NAME: dict[str, Callable[..., Any]] = {
    "int": to_integer,
    "real": _real,
    "dble": _real,
    "cmplx": _complex,
    "dcmplx": _complex,
    "aint": _whole,
    "anint": _nearest,
    "nint": _nearest_integer,
    "abs": abs,
    "mod": _mod,
    "modulo": operator.mod,
    "sign": _sign,
    "dim": _difference,
    "merge": _merge,
    "dprod": operator.mul,
    "max": max,
    "min": min,
    "len": len,
    "index": _index,
    "ichar": _code,
    "char": chr,
    "aimag": _imaginary,
    "realpart": _real,
    "conjg": _conjugate,
    "sqrt": _general(math.sqrt, cmath.sqrt),
    "exp": _general(math.exp, cmath.exp),
    "log": _general(math.log, cmath.log),
    "log10": math.log10,
    "sin": _general(math.sin, cmath.sin),
    "cos": _general(math.cos, cmath.cos),
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "atan2": math.atan2,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "lge": _ordered(operator.ge),
    "lgt": _ordered(operator.gt),
    "lle": _ordered(operator.le),
    "llt": _ordered(operator.lt),
    "iand": _and,
    "ior": _or,
    "ieor": _exclusive,
    "not": operator.invert,
    "btest": _bit,
    "exponent": _exponent,
    "fraction": _fraction,
    "scale": math.ldexp,
    "set_exponent": _with_exponent,
    "spacing": _spacing,
    "rrspacing": _relative_spacing,
    "nearest": _neighbour,
    "repeat": operator.mul,
    "new_line": _new_line,
    "logical": bool,
    "is_iostat_end": _is_end,
    **WORDS,
    "ceiling": _ceiling,
    "floor": _floor,
    "len_trim": _length_without_blanks,
    "trim": _trim,
    "adjustl": _left,
    "adjustr": _right,
}

FUNCTIONS = {f"intrinsic_{name}": function for name, function in _BY_NAME.items()}
"""The intrinsic functions by their names in generated code."""
