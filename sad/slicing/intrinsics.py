"""Intrinsic functions by generic name, for values that may not be known.

Results of single precision are rounded by the caller, but for those of the functions in ``SINGLE``.

Over 400 lines: one short function for each.
"""

from __future__ import annotations

import cmath
import math
import struct
from typing import TYPE_CHECKING, Any

from sad.ir.expr import NARROWING, narrowed
from sad.ir.words import WORDS
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
_WORD, _SINGLE = struct.Struct("i"), struct.Struct("f")


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


def _with_exponent(value: float, exponent: int) -> float:
    return math.ldexp(math.frexp(value)[0], exponent)


def _spacing(value: float, digits: int = 53, least: float = 2.0**-1022) -> Any:
    if not math.isfinite(value):
        return NO_NUMBER
    return max(math.ldexp(1.0, math.frexp(value)[1] - digits), least) if value else least


def _single_spacing(value: float) -> Any:
    return _spacing(value, 24, 2.0**-126)


def _relative_spacing(value: float, digits: int = 53) -> float:
    return math.ldexp(abs(math.frexp(value)[0]), digits)


def _single_relative_spacing(value: float) -> float:
    return _relative_spacing(value, 24)


def _neighbour(value: float, way: float) -> Any:
    return math.nextafter(value, math.copysign(math.inf, way)) if way else NO_NUMBER


def _single_neighbour(value: float, way: float) -> Any:
    if not way or not math.isfinite(value):
        return NO_NUMBER
    if not value:
        return math.copysign(2.0**-149, way)
    pattern: int = _WORD.unpack(_SINGLE.pack(value))[0]
    return _SINGLE.unpack(_WORD.pack(pattern + (1 if (value > 0) == (way > 0) else -1)))[0]


def _is_end(status: int) -> bool:
    return status == -1  # as gfortran numbers it


def _is_end_of_record(status: int) -> bool:
    return status == -2


def _itself(value: Any) -> Any:
    return value


def _merged(one: Any, other: Any, truth: Any) -> Any:
    if truth.__class__ is Unknown:
        return truth
    return one if truth else other


def _product(left: Any, right: Any) -> Any:
    return left * right


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


def _merged_bits(one: int, other: int, mask: int) -> int:
    return one & mask | other & ~mask


def _of_word(function: Callable[..., Any]) -> Callable[..., Any]:
    def found(*values: Any) -> Any:
        value = function(*values)
        return NO_NUMBER if value is None else value

    return found


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


def _repeated(text: str, many: int) -> Any:
    return text * many if many >= 0 else NO_NUMBER


def _new_line(_text: str) -> str:
    return "\n"


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
    "isfinite": math.isfinite,
    "is_iostat_end": _is_end,
    "is_iostat_eor": _is_end_of_record,
    "logical": _itself,
    "exponent": _exponent,
    "fraction": _fraction,
    "scale": math.ldexp,
    "set_exponent": _with_exponent,
    "spacing": _spacing,
    "rrspacing": _relative_spacing,
    "nearest": _neighbour,
    "merge": _merged,
    "merge_bits": _merged_bits,
    **{name: _of_word(function) for name, function in WORDS.items()},
    "lge": _at_least,
    "lgt": _after,
    "lle": _at_most,
    "llt": _before,
    "iand": _and,
    "ior": _or,
    "ieor": _exclusive,
    "not": _inverse,
    "shiftl": _shift_left,
    "shifta": _shift_right,
    "btest": _bit,
    "ceiling": math.ceil,
    "floor": math.floor,
    "len_trim": _trimmed_length,
    "trim": _trim,
    "adjustl": _left,
    "adjustr": _right,
    "repeat": _repeated,
    "new_line": _new_line,
    **{name: _narrowing(name) for name in NARROWING},
}
"""The intrinsic functions that are evaluated, by name."""

SINGLE: dict[str, Callable[..., Any]] = {
    **{name: _single(name) for name in (*ELEMENTARY, *ONLY_HERE) if name != "sqrt"},
    "floor": _floor,
    "ceiling": _ceiling,
    "spacing": _single_spacing,
    "rrspacing": _single_relative_spacing,
    "nearest": _single_neighbour,
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
