"""Values of a parameter, one by one; evenly spaced ones without a list of them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from sad.records import record

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WHOLE = 2**53  # float64 has every whole number up to here


@record
class Value:
    """One value: ``text`` as a setting has it, ``number`` what it is; None of a text."""

    text: str
    number: int | Fraction | None


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
        import numpy as np  # noqa: PLC0415 - heavy

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
