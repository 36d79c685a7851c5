"""What a generated program uses: values that are not known, arithmetic of the languages.

Every function takes values that are not known and returns one where the result depends on it.

Over 400 lines: these are the names of one small language.
"""

from __future__ import annotations

import math
import struct
from itertools import product
from typing import TYPE_CHECKING, Any

from sad.analysis.values.real_constants import real_trips
from sad.ir.expr import Type
from sad.slicing.libm import from_library

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST_ADDRESS = 1 << 200  # no number of the program is as large: addresses are told from numbers
_END_OF_ADDRESSES = 1 << 201
_SINGLE = struct.Struct("f")


class Unknown:
    """A value that is not known, and why. Arithmetic with it gives it; it has no truth value.

    ``size`` is the length of a text where that is known, else 0.
    """

    __slots__ = ("line", "size", "why")

    def __init__(self, why: str, line: str = "", size: int = 0) -> None:
        self.why = why
        self.line = line
        self.size = size

    def __repr__(self) -> str:
        return f"Unknown({self.why!r}, {self.line!r})"

    def __bool__(self) -> bool:
        raise NotKnownError(self)

    def _itself(self, *_others: object) -> Unknown:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _itself
    __truediv__ = __rtruediv__ = __pow__ = __rpow__ = _itself
    __neg__ = __lt__ = __le__ = __gt__ = __ge__ = _itself
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> Any:
        return self

    def __ne__(self, other: object) -> Any:
        return self


class Sign:  # noqa: PLW1641
    """A number that is not 0, as ``strcmp`` gives back: its ``sign`` may be defined, or is 0.

    There is one of each sign. What is made of it other than by comparing it with 0 is not known.
    """

    __slots__ = ("sign",)

    def __init__(self, sign: int) -> None:
        self.sign = sign

    def __int__(self) -> int:
        return self.sign

    def _than_0(self, other: object, told: object) -> Any:
        return told if other.__class__ is int and other == 0 else NO_NUMBER

    def __lt__(self, other: object) -> Any:
        return self._than_0(other, self.sign < 0 if self.sign else NO_NUMBER)

    def __gt__(self, other: object) -> Any:
        return self._than_0(other, self.sign > 0 if self.sign else NO_NUMBER)

    def __eq__(self, other: object) -> Any:
        return self._than_0(other, told=False)

    def __ne__(self, other: object) -> Any:
        return self._than_0(other, told=True)

    def __neg__(self) -> Sign:
        return _SIGNS[-self.sign]

    def _unknown(self, _other: object) -> Unknown:
        return NO_NUMBER

    __le__, __ge__, __hash__ = __lt__, __gt__, object.__hash__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _unknown


_SIGNS = {sign: Sign(sign) for sign in (-1, 0, 1)}


def told_sign(value: Any, told: int = 1) -> Any:
    """Return what is defined of a value: whether it is 0, the sign only if that is ``told``."""
    if value.__class__ is not int or not value:
        return value
    return _SIGNS[told if value > 0 else -told]


class NotKnownError(Exception):
    """Python asked for the truth of a value that is not known."""


class BudgetError(Exception):
    """More steps, time or memory than there may be."""


class StopError(Exception):
    """The program ends: STOP, or exit."""


class RepeatError(Exception):
    """The program ended inside a loop that was run once for all its iterations."""


class BrokenError(Exception):
    """What comes next is not known at all: the program may have ended."""

    def __init__(self, cause: Unknown) -> None:
        super().__init__(cause.why)
        self.cause = cause


NOT_SET = Unknown("has no value yet")
OVERFLOW = Unknown("an integer overflows")
NO_NUMBER = Unknown("an operation without a result")
OTHERWISE = Unknown("is stored as another type")
AN_ADDRESS = Unknown("the number of an address")
NO_LENGTH = Unknown("the length of a text is not known")


# --- integers -------------------------------------------------------------------------------------


def i32(value: Any) -> Any:
    """Keep an integer of 4 bytes, or say that it overflows."""
    if value.__class__ is int and not -2147483648 <= value <= 2147483647:
        return OVERFLOW
    return value


def i64(value: Any) -> Any:
    """Keep an integer of 8 bytes, or say that it overflows."""
    if value.__class__ is int and not -(2**63) <= value < 2**63:
        return value if FIRST_ADDRESS <= value < _END_OF_ADDRESSES else OVERFLOW
    return value


def is_address(value: Any) -> bool:
    """Whether a value is an address: what number that is depends on the computer and on the run."""
    return isinstance(value, tuple) or (value.__class__ is int and value >= FIRST_ADDRESS)


def is_no_number(value: Any) -> bool:
    """Whether a value is no number (IEEE 754), or a complex number has a part that is none."""
    if value.__class__ is complex:
        return math.isnan(value.real) or math.isnan(value.imag)
    return value.__class__ is float and math.isnan(value)


def as_it_is(value: Any) -> Any:
    """Round nothing."""
    return value


def idiv(left: Any, right: Any) -> Any:
    """Divide integers, rounding toward zero."""
    if left.__class__ is Unknown or right.__class__ is Unknown:
        return left if left.__class__ is Unknown else right
    if right == 0 or is_address(left) or is_address(right):
        return AN_ADDRESS if right else NO_NUMBER
    quotient = abs(left) // abs(right)
    return quotient if (left >= 0) == (right > 0) else -quotient


def fdiv(left: Any, right: Any) -> Any:
    """Divide reals."""
    if left.__class__ is Unknown or right.__class__ is Unknown:
        return left if left.__class__ is Unknown else right
    try:
        return left / right
    except ZeroDivisionError:
        if complex in (left.__class__, right.__class__):
            return NO_NUMBER
        return left * math.copysign(math.inf, right) if left else math.nan  # IEEE 754
    except ArithmeticError:
        return NO_NUMBER


def power(left: Any, right: Any, kept: Callable[[Any], Any] = as_it_is) -> Any:
    """Raise to a power; of integers an integer. ``kept`` rounds what operations on reals give."""
    if left.__class__ is Unknown or right.__class__ is Unknown:
        return left if left.__class__ is Unknown else right
    try:
        if right.__class__ is int:
            if left.__class__ is int:
                return _integer_power(left, right)
            return _repeated(left, right, kept)
        if complex in (left.__class__, right.__class__):
            return left**right
        return from_library("pow", single=kept is f32)(left, right)
    except (ArithmeticError, ValueError):
        return NO_NUMBER


def _repeated(base: Any, exponent: int, kept: Callable[[Any], Any]) -> Any:
    """A power by repeated multiplication, in the order compilers' libraries have (``__powidf2``)."""
    left = abs(exponent)
    result = base if left % 2 else 1.0
    while left := left >> 1:
        base = kept(base * base)
        if left % 2:
            result = kept(result * base)
    return kept(fdiv(1.0, result)) if exponent < 0 else result


def _integer_power(left: int, right: int) -> Any:
    if right >= 0:
        if abs(left) > 1 and right > 64:
            return OVERFLOW
        return left**right
    if left == 0:
        return NO_NUMBER
    return (1 if right % 2 == 0 else left) if abs(left) == 1 else 0


def trips(first: Any, last: Any, step: Any, kind: Type = Type.INTEGER) -> Any:
    """Return how often a counted loop runs (Fortran 77 standard, 11.10.3); ``kind``: its variable's."""
    for value in (first, last, step):
        if value.__class__ is Unknown:
            return value
    if step == 0:
        return NO_NUMBER
    if step.__class__ is int and first.__class__ is int and last.__class__ is int:
        count = (last - first + step) // step if step > 0 else (first - last - step) // -step
        return max(count, 0)
    if kind is Type.INTEGER:
        return NO_NUMBER
    real = f32 if kind is Type.REAL else float
    count = real_trips(real(first), real(last), real(step), kind)
    return NO_NUMBER if count is None else count


def sign_of(value: Any) -> Any:
    """Return -1, 0 or 1."""
    if value.__class__ is Unknown:
        return value
    return NO_NUMBER if is_no_number(value) else (value > 0) - (value < 0)


# --- reals ----------------------------------------------------------------------------------------


def f32(value: Any) -> Any:
    """Round to single precision."""
    if value.__class__ is float:
        try:
            return _SINGLE.unpack(_SINGLE.pack(value))[0]
        except OverflowError:
            return math.copysign(math.inf, value)
    return value


def c32(value: Any) -> Any:
    """Round both parts of a complex number to single precision."""
    return complex(f32(value.real), f32(value.imag)) if value.__class__ is complex else value


def to_real(value: Any) -> Any:
    """Convert a number to a real."""
    if value.__class__ is Unknown or is_address(value):
        return value if value.__class__ is Unknown else AN_ADDRESS
    return float(value.real)


def to_integer(value: Any) -> Any:
    """Convert a number to an integer, toward zero."""
    if value.__class__ is complex:
        value = value.real
    if value.__class__ is float:
        return int(value) if math.isfinite(value) else NO_NUMBER
    return value


# --- logicals and texts ---------------------------------------------------------------------------


def l_and(left: Any, right: Any) -> Any:
    """Both: false if one is, whatever the other."""
    if left is False or right is False:
        return False
    return right if left is True else left


def l_or(left: Any, right: Any) -> Any:
    """At least one: true if one is, whatever the other."""
    if left is True or right is True:
        return True
    return right if left is False else left


def l_not(value: Any) -> Any:
    """Not."""
    return value if value.__class__ is Unknown else not value


def compare(left: Any, right: Any) -> Any:
    """Return -1, 0 or 1 for texts in order, the shorter one filled with blanks."""
    if left.__class__ is not str or right.__class__ is not str:
        return left if left.__class__ is Unknown else right
    size = max(len(left), len(right))
    first, second = left.ljust(size), right.ljust(size)
    return (first > second) - (first < second)


def fitted(value: Any, size: int) -> Any:
    """Cut a text to a size or fill it with blanks."""
    if value.__class__ is Unknown:
        return value if value.size == size else Unknown(value.why, value.line, size)
    return value[:size].ljust(size)


def text_length(value: Any) -> Any:
    """Return how long a text is, which may be known where the text is not."""
    if value.__class__ is Unknown:
        return value.size or value
    return len(value)


def within(value: Any, old: Any, size: int) -> Any:
    """Return a text whose first ``size`` characters, 0: all, become those of ``value``."""
    whole = old.size if old.__class__ is Unknown else len(old)
    if not whole:
        return NO_LENGTH
    if not size or size == whole:
        return fitted(value, whole)
    for item in (value, old):
        if item.__class__ is Unknown or size > whole:
            return fitted(item if item.__class__ is Unknown else NO_LENGTH, whole)
    return fitted(value, size) + old[size:]


def substring(text: Any, first: Any, last: Any) -> Any:
    """Return characters ``first`` to ``last`` of a text; None means its end."""
    low = 1 if first is None else first
    high = text_length(text) if last is None else last
    for value in (low, high):
        if value.__class__ is Unknown:
            return value
    if low > high:
        return ""
    size = text_length(text)
    if size.__class__ is int and not 1 <= low <= high <= size:
        return NO_NUMBER
    return fitted(text, high - low + 1) if text.__class__ is Unknown else text[low - 1 : high]


def with_part(text: Any, first: Any, last: Any, part: Any) -> Any:
    """Return a text with some of its characters replaced."""
    if text.__class__ is Unknown:
        return text
    for value in (first, last, part):
        if value.__class__ is Unknown:
            return fitted(value, len(text))
    low, high = 1 if first is None else first, len(text) if last is None else last
    if low > high:
        return text
    if not 1 <= low <= high <= len(text):
        return fitted(NO_NUMBER, len(text))
    return text[: low - 1] + fitted(part, high - low + 1) + text[high:]


def may_be(value: Any, number: int) -> bool:
    """Whether a value is a number, or not known."""
    return value.__class__ is Unknown or value == number


def reduced(
    spend: Callable[[int], None], name: str, sizes: tuple[Any, ...], element: Callable[..., Any]
) -> Any:
    """Return what a function of Fortran makes of an array; ``element`` gives it by places from 0 on."""
    for size in sizes:
        if size.__class__ is not int:
            return size if size.__class__ is Unknown else NO_NUMBER
    if name == "size":
        return math.prod(sizes)
    spend(math.prod(sizes))
    values = [
        element(*reversed(places)) for places in product(*(range(size) for size in reversed(sizes)))
    ]
    unknown = next((value for value in values if value.__class__ is Unknown), None)
    if name in ("any", "all"):
        decides = name == "any"
        if any(value is decides for value in values):
            return decides
        return unknown if unknown is not None else not decides
    if unknown is not None:
        return unknown
    match name:
        case "count":
            return values.count(True)
        case "product":
            return math.prod(values)
        case _ if name.startswith(("max", "min")) and any(map(is_no_number, values)):
            return NO_NUMBER
        case "maxloc" | "minloc":
            choose = max if name == "maxloc" else min
            return values.index(choose(values)) + 1 if values else 0
        case "maxval" | "minval":
            choose = max if name == "maxval" else min
            return choose(values) if values else NO_NUMBER
        case _:
            return sum(values)
