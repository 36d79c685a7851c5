"""Values of a varied parameter: ``a:b``, ``a:b:step``, ``a:b:x2``, ``a:b:log20`` or ``v1,v2,...``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import exp, log
from typing import TYPE_CHECKING, Any, overload

from sad.diagnostics import argument_error
from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError
from sad.late import numpy as np
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from sad.diagnostics import SadError

# Values of a parameter, one by one; evenly spaced ones without a list of them.


_WHOLE = 2**53  # float64 has every whole number up to here


@record
class Value:
    """One value: ``text`` as a setting has it, ``number`` what it is; None of a text."""

    text: str
    number: int | Fraction | None

    @property
    def plain(self) -> int | float | None:
        """The number that the text is read as; None of what is no whole or decimal number."""
        if self.number is None or isinstance(self.number, int):
            return self.number
        decimal = float(self.number)
        return decimal if self.text == repr(decimal) else None


def value_of(number: Fraction) -> Value:
    """Return a value with the shortest text that says exactly this."""
    if number.denominator == 1:
        return Value(str(number.numerator), number.numerator)
    decimal = repr(float(number))
    exact = Fraction(decimal) == number
    return Value(decimal if exact else f"{number.numerator}/{number.denominator}", number)


class Steps(Sequence[Value]):
    """``count`` values from ``first`` on in steps: as a tuple of them, but in no memory."""

    def __init__(self, first: Fraction, step: Fraction, count: int) -> None:
        self.first, self.step, self._count = first, step, count

    def __len__(self) -> int:
        """Return the number of values."""
        return self._count

    @overload
    def __getitem__(self, place: int) -> Value: ...
    @overload
    def __getitem__(self, place: slice) -> Steps: ...
    def __getitem__(self, place: int | slice) -> Value | Steps:
        """Return one value, or some of them."""
        places = range(self._count)[place]
        if isinstance(places, int):
            return value_of(self.first + places * self.step)
        start = self.first + places.start * self.step
        return Steps(start, self.step * places.step, len(places))

    def __iter__(self) -> Iterator[Value]:
        """Yield the values; whole ones without arithmetic of fractions."""
        first, step = self.first, self.step
        if first.denominator == step.denominator == 1:
            for number in range(int(first), int(first + self._count * step), int(step)):
                yield Value(str(number), number)
        else:
            yield from (value_of(first + place * step) for place in range(self._count))

    def __eq__(self, other: object) -> bool:
        """Whether the other one has the same values."""
        if not isinstance(other, Steps):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        """Return a hash that equal ones share."""
        return hash(self._key())

    def array(self) -> NDArray[Any]:
        """Return the values as integers, as the nearest float64 where some are fractions."""
        last = self.first + max(0, self._count - 1) * self.step
        common = self.step.denominator * self.first.denominator
        start, step = int(self.first * common), int(self.step * common)
        if max(abs(self.first), abs(last), abs(self.step)) * common >= _WHOLE:
            numbers = [value.number or 0 for value in self]
            whole = all(isinstance(number, int) for number in numbers)
            return np.array(numbers if whole else [float(number) for number in numbers])
        found = start + np.arange(self._count, dtype=np.int64) * step
        return found if common == 1 else found / float(common)  # exact / exact: rounded once

    def _key(self) -> tuple[Fraction, Fraction, int]:
        return self.first, self.step, self._count


MOST_POINTS = 1_000_000
MOST_STORED = 10**10
"""The most points of a grid whose values go to files: 80 GB a column."""
_LOG = re.compile(r"log([0-9]+)")
_FACTOR = re.compile(r"x([^x]+)")
_LARGEST = 10**300
_LONGEST = 10**15  # denominators of exact values
_LARGE = re.compile(r"[eE][-+]?[0-9]{4}")
_FEWER = "give a step, or log20 for twenty values"
_HINT = "for instance --vary N=1:100, N=0:1000:50, N=1:256:x2, N=10:10000:log20 or N=8,16,32"


@record
class Axis:
    """One varied parameter and its values, in the order given."""

    name: str
    values: Sequence[Value]

    @property
    def numbers(self) -> list[int | Fraction] | None:
        """The values as numbers; None if some are texts."""
        found = [value.number for value in self.values if value.number is not None]
        return found if len(found) == len(self.values) else None

    @property
    def texts(self) -> list[str]:
        """The values that are no numbers."""
        if isinstance(self.values, Steps):
            return []
        return [value.text for value in self.values if value.number is None]


def parse_axes(arguments: Iterable[str], most: int = MOST_POINTS) -> tuple[Axis, ...]:
    """Return the axes of ``--vary NAME=RANGE`` options.

    Raises ``SadError`` SAD851 for a text that is no range, and for more than ``most`` points.
    """
    return checked_axes([parse_axis(argument, most) for argument in arguments], most)


def checked_axes(axes: Sequence[Axis], most: int = MOST_POINTS) -> tuple[Axis, ...]:
    """Return axes if they make a grid: each name once, not too many points (else SAD851)."""
    points = 1
    for place, axis in enumerate(axes):
        if axis.name in [other.name for other in axes[:place]]:
            raise _error(f"{axis.name} is varied twice", "give all its values at once: N=1:9,20")
        points *= len(axis.values)
    if points > most:
        message = f"{points} points are too many: at most {most}"
        raise _error(message, _FEWER if most > MOST_POINTS else f"{_FEWER}; --to FILE takes more")
    return tuple(axes)


def parse_axis(argument: str, most: int = MOST_POINTS) -> Axis:
    """Return the axis of one ``NAME=RANGE``; raises SAD851.

    ``most`` values are allowed if they are evenly spaced; others are kept in a list.
    """
    name, equals, text = (part.strip() for part in argument.partition("="))
    if not equals or not name or not text:
        raise _error(f"--vary {argument!r}: NAME=RANGE expected", _HINT)
    what = f"{name}={text}"
    if ":" in text:
        return Axis(name, _range(what, [part.strip() for part in text.split(":")], most))
    items = [part.strip() for part in text.split(",")]
    if not all(items):
        raise _error(f"{what}: a value is missing between commas", _HINT)
    return Axis(name, tuple(_listed(item) for item in items))


def axis_of(name: str, values: Iterable[object]) -> Axis:
    """Return an axis of Python values: numbers, NumPy's as well, or texts.

    Raises SAD851 without any, and for values that are neither.
    """
    found: list[Value] = []
    for value in values:
        if isinstance(value, str):
            found.append(_listed(value))
            continue
        plain: Any = getattr(value, "item", lambda value=value: value)()  # of NumPy's numbers
        try:
            number = Fraction(repr(plain) if isinstance(plain, float) else plain)
        except (TypeError, ValueError):
            message = f"{name}: {value!r} is no value of a parameter"
            raise _error(message, "numbers and texts are") from None
        found.append(value_of(number))
    if not found:
        raise _error(f"{name}: there are no values", "give one or more")
    return Axis(name, tuple(found))


def _range(what: str, parts: list[str], most: int) -> Sequence[Value]:
    """The values of a range with colons."""
    if len(parts) > 3:
        raise _error(f"{what}: a range has one or two colons", _HINT)
    first, last = (_end(what, part) for part in parts[:2])
    if first > last:
        raise _error(f"{what}: the range ends before it starts", "give the smaller number first")
    if len(parts) == 2:
        if first.denominator != 1:
            raise _error(f"{what}: it starts with a fraction", f"give a step: {what}:0.1")
        return _steps(what, first, last, Fraction(1), most)
    spaced = _LOG.fullmatch(parts[2].lower())
    if spaced is not None:
        return _logarithmic(what, first, last, int(spaced[1]))
    multiplied = _FACTOR.fullmatch(parts[2].lower())
    if multiplied is not None:
        return _multiples(what, first, last, _end(what, multiplied[1]))
    return _steps(what, first, last, _end(what, parts[2]), most)


def _steps(
    what: str, first: Fraction, last: Fraction, step: Fraction, most: int
) -> Sequence[Value]:
    if step <= 0:
        raise _error(f"{what}: the step is not above 0", "give a positive step")
    count = int((last - first) / step) + 1
    _check_count(what, count, most)
    return Steps(first, step, count)


def _multiples(what: str, first: Fraction, last: Fraction, factor: Fraction) -> tuple[Value, ...]:
    """Each value is the one before times the factor: exactly, but for fractions no float has."""
    if first <= 0:
        raise _error(f"{what}: a range in factors starts above 0", "for instance N=1:256:x2")
    if float(factor) <= 1:
        raise _error(f"{what}: the factor is not above 1", "for instance x2")
    _check_count(what, int((log(last) - log(first)) / log(factor)) + 1)
    found: list[Value] = []
    number = first
    while number <= last:
        found.append(value_of(number))
        number *= factor
        if number.denominator > _LONGEST:
            number = Fraction(repr(float(number)))
    return tuple(found)


def _logarithmic(what: str, first: Fraction, last: Fraction, count: int) -> tuple[Value, ...]:
    """Evenly spaced on a logarithmic scale, ends included; whole ones if the ends are."""
    if first <= 0:
        raise _error(f"{what}: a logarithmic range starts above 0", "for instance N=1:1000:log20")
    if count < 2:
        raise _error(f"{what}: a logarithmic range has two values or more", "for instance log20")
    _check_count(what, count)
    low, width = log(first), log(last) - log(first)
    whole = first.denominator == last.denominator == 1
    inner = [exp(low + width * number / (count - 1)) for number in range(1, count - 1)]
    between = [Fraction(round(item)) if whole else Fraction(repr(item)) for item in inner]
    found = [first, *(min(max(item, first), last) for item in between), last]
    return tuple(value_of(item) for item in dict.fromkeys(found))


def _check_count(what: str, count: int, most: int = MOST_POINTS) -> None:
    if count > most:
        message = f"{what}: {count} values are too many: at most {most}"
        raise _error(message, "give a larger step, or log20 for twenty values")


def _end(what: str, text: str) -> Fraction:
    """A number in a range, exactly as it is written."""
    number = _number(text)
    if number is None:
        raise _error(f"{what}: {text!r} is no number", _HINT)
    if abs(number) > _LARGEST:
        raise _error(f"{what}: {text} is too large", "give smaller numbers")
    return number


def _listed(text: str) -> Value:
    number = _number(text)
    return Value(text, None) if number is None else value_of(number)


def _number(text: str) -> Fraction | None:
    """A constant or arithmetic of constants; None for anything else."""
    if _LARGE.search(text):
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        pass
    try:
        return Fraction(evaluate_expression(text))
    except (ExpressionError, ValueError, OverflowError):
        return None


def _error(message: str, hint: str) -> SadError:
    return argument_error("SAD851", message, hint)
