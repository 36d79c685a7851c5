"""Intrinsic functions by generic name, for values that may not be known.

Results of single precision are rounded by the caller, but for those of the functions in ``SINGLE``.
"""

from __future__ import annotations

import cmath
import math
from typing import TYPE_CHECKING, Any

from sad.ir.expr import NARROWING, narrowed
from sad.slicing.libm import ELEMENTARY, ONLY_HERE, real_function, single_function
from sad.slicing.runtime import (
    AN_ADDRESS,
    NO_NUMBER,
    Unknown,
    compare,
    is_address,
    is_no_number,
    to_integer,
    to_real,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_ASCII = 128
_BITS = 64
_WORD = 32


def _mod(left: Any, right: Any) -> Any:
    if right == 0:
        return NO_NUMBER
    if left.__class__ is int and right.__class__ is int:
        rest = abs(left) % abs(right)
        return rest if left >= 0 else -rest
    return math.fmod(left, right)


def _modulo(left: Any, right: Any) -> Any:
    if left.__class__ is not int:
        rest = math.fmod(left, right)  # as gfortran has it
        return rest + right if rest and (rest < 0) != (right < 0) else math.copysign(rest, right)
    return left % right if right else NO_NUMBER


def _largest(*values: Any) -> Any:
    return NO_NUMBER if any(map(is_no_number, values)) else max(values)


def _least(*values: Any) -> Any:
    return NO_NUMBER if any(map(is_no_number, values)) else min(values)


def _whole(value: Any) -> Any:
    return float(math.trunc(value))


def _nearest(value: Any) -> float:
    """Round halves away from zero."""
    size = math.floor(abs(value))
    return math.copysign(size + (abs(value) - size >= 0.5), value)


def _to_even(value: Any) -> float:
    """Round halves to the even number beside them."""
    return math.copysign(round(abs(value)), value)


def _nearest_integer(value: Any) -> int:
    return int(_nearest(value))


def _sign(left: Any, right: Any) -> Any:
    if left.__class__ is int:
        return abs(left) if right >= 0 else -abs(left)
    return NO_NUMBER if math.isnan(right) else math.copysign(left, right)  # the sign of no number


def _difference(left: Any, right: Any) -> Any:
    if is_no_number(left) or is_no_number(right):
        return NO_NUMBER
    return left - right if left > right else left - left


def _floor(value: float) -> float:
    return math.copysign(math.floor(value), value) if math.isfinite(value) else value


def _ceiling(value: float) -> float:
    return math.copysign(math.ceil(value), value) if math.isfinite(value) else value


def _exponent(value: float) -> int:
    return math.frexp(value)[1]


def _fraction(value: float) -> float:
    return math.frexp(value)[0]


def _merged(one: Any, other: Any, truth: Any) -> Any:
    if truth.__class__ is Unknown:
        return truth
    return one if truth else other


def _bits(value: int, first: int, many: int) -> Any:
    is_inside = first >= 0 and 0 < many < _WORD and first + many <= _WORD
    return value >> first & (1 << many) - 1 if is_inside else NO_NUMBER


def _product(left: Any, right: Any) -> Any:
    return left * right


def _shift(value: int, by: int) -> int:
    pattern = (value & 0xFFFFFFFF) << by if by >= 0 else (value & 0xFFFFFFFF) >> -by
    return narrowed("int32", pattern)


def _shift_left(value: int, by: int) -> Any:
    return value << by if 0 <= by < _BITS else NO_NUMBER


def _shift_right(value: int, by: int) -> Any:
    return value >> by if 0 <= by < _BITS else NO_NUMBER


def _and(left: int, right: int) -> int:
    return left & right


def _or(left: int, right: int) -> int:
    return left | right


def _exclusive(left: int, right: int) -> int:
    return left ^ right


def _inverse(value: int) -> int:
    return ~value


def _bit(value: int, bit: int) -> bool:
    return bool(value >> bit & 1)


def _set(value: int, bit: int) -> int:
    return _shift(value | 1 << bit, 0)


def _cleared(value: int, bit: int) -> int:
    return value & ~(1 << bit)


def _imaginary(value: complex) -> float:
    return value.imag


def _conjugate(value: complex) -> complex:
    return value.conjugate()


def _complex(real: Any, imaginary: Any = 0.0) -> complex:
    return real if real.__class__ is complex else complex(real, imaginary)


def _either(name: str, of_complex: Callable[[Any], complex]) -> Callable[[Any], Any]:
    """A function of real and complex numbers."""
    of_real = real_function(name)

    def function(value: Any) -> Any:
        return of_complex(value) if value.__class__ is complex else of_real(value)

    return function


def _single(name: str) -> Callable[..., Any]:
    """A function of single precision; of complex numbers it is not known how it rounds."""
    of_reals = single_function(name)

    def function(*values: Any) -> Any:
        return NO_NUMBER if values[0].__class__ is complex else of_reals(*values)

    return function


def _index(text: str, word: str, back: bool = False) -> int:
    return (text.rfind(word) if back else text.find(word)) + 1


def _first_place(*, inside: bool) -> Callable[..., int]:
    """SCAN and VERIFY: the first or last place of a letter that is in a set, or is not."""

    def found(text: str, letters: str, back: bool = False) -> int:
        places = [at for at, letter in enumerate(text, 1) if (letter in letters) is inside]
        return places[-1 if back else 0] if places else 0

    return found


def _text(code: int) -> Any:
    return chr(code) if 0 <= code < _ASCII else NO_NUMBER  # beyond, it depends on the machine


def _code(text: str) -> Any:
    return ord(text[0]) if text else NO_NUMBER


def _at_least(left: str, right: str) -> bool:
    return compare(left, right) >= 0


def _after(left: str, right: str) -> bool:
    return compare(left, right) > 0


def _at_most(left: str, right: str) -> bool:
    return compare(left, right) <= 0


def _before(left: str, right: str) -> bool:
    return compare(left, right) < 0


def _trim(text: str) -> str:
    return text.rstrip(" ")


def _trimmed_length(text: str) -> int:
    return len(text.rstrip(" "))


def _left(text: str) -> str:
    return text.lstrip(" ").ljust(len(text))


def _right(text: str) -> str:
    return text.rstrip(" ").rjust(len(text))


def _narrowing(name: str) -> Callable[[int], int]:
    def function(value: int) -> int:
        return narrowed(name, value)

    return function


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "int": to_integer,
    "real": to_real,
    "dble": to_real,
    "realpart": to_real,
    "aimag": _imaginary,
    "conjg": _conjugate,
    "cmplx": _complex,
    "dcmplx": _complex,
    "aint": _whole,
    "anint": _nearest,
    "rint": _to_even,
    "nint": _nearest_integer,
    "abs": abs,
    "mod": _mod,
    "modulo": _modulo,
    "sign": _sign,
    "dim": _difference,
    "dprod": _product,
    "max": _largest,
    "min": _least,
    "len": len,
    "index": _index,
    "scan": _first_place(inside=True),
    "verify": _first_place(inside=False),
    "ichar": _code,
    "char": _text,
    **{name: real_function(name) for name in (*ELEMENTARY, *ONLY_HERE)},
    "sqrt": _either("sqrt", cmath.sqrt),
    "exp": _either("exp", cmath.exp),
    "sin": _either("sin", cmath.sin),
    "cos": _either("cos", cmath.cos),
    "isnan": is_no_number,
    "exponent": _exponent,
    "fraction": _fraction,
    "scale": math.ldexp,
    "merge": _merged,
    "ibits": _bits,
    "lge": _at_least,
    "lgt": _after,
    "lle": _at_most,
    "llt": _before,
    "iand": _and,
    "ior": _or,
    "ieor": _exclusive,
    "not": _inverse,
    "ishft": _shift,
    "shiftl": _shift_left,
    "shifta": _shift_right,
    "btest": _bit,
    "ibset": _set,
    "ibclr": _cleared,
    "ceiling": math.ceil,
    "floor": math.floor,
    "len_trim": _trimmed_length,
    "trim": _trim,
    "adjustl": _left,
    "adjustr": _right,
    **{name: _narrowing(name) for name in NARROWING},
}
"""The intrinsic functions that are evaluated, by name."""

SINGLE: dict[str, Callable[..., Any]] = {
    **{name: _single(name) for name in (*ELEMENTARY, *ONLY_HERE) if name != "sqrt"},
    "floor": _floor,
    "ceiling": _ceiling,
}
"""Functions of single precision that do not give what the ones of double precision do, rounded."""

OF_REALS: dict[str, Callable[..., Any]] = {"floor": _floor, "ceiling": _ceiling}
"""Functions of C that give real numbers where those of Fortran give integers."""


def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function for values that may not be known: its result is not either then."""
    if function is _merged:
        return function  # of the value that is left out nothing has to be known

    def found(*values: Any) -> Any:
        for value in values:
            if value.__class__ is Unknown:
                return value
            if is_address(value):
                return AN_ADDRESS
        try:
            return function(*values)
        except (ArithmeticError, ValueError, TypeError):
            return NO_NUMBER

    return found
