"""Formulas in NumPy: float64 arrays that broadcast against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.dialect import Dialect

if TYPE_CHECKING:
    from collections.abc import Sequence


class ArrayDialect(Dialect):
    """NumPy with the functions of ``array_runtime``."""

    lazy = True
    words = frozenset(
        ("np", "ratio", "remainder", "power", "logarithm", "piece", "steps", "Array", "NDArray")
    )

    def number(self, value: float) -> str:
        """Return a literal; raises ``OverflowError`` if it is too large for a float64."""
        return repr(float(value))

    def over(self, numerator: str, denominator: int, *, is_sum: bool) -> str:
        """Return the division of a polynomial by its common denominator."""
        return f"{f'({numerator})' if is_sum else numerator}/{self.number(denominator)}"

    def _ratio(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        if fixed:
            return f"{numerator}/{denominator}"
        return self.call("ratio", numerator, denominator)

    def floor(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        """Return a quotient rounded down."""
        return f"np.floor({self._ratio(numerator, denominator, fixed=fixed)})"

    def truncated(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        """Return a quotient rounded toward zero."""
        return f"np.trunc({self._ratio(numerator, denominator, fixed=fixed)})"

    def remainder(self, dividend: str, divisor: str, *, fixed: bool) -> str:
        """Return the remainder of ``truncated``."""
        if fixed:
            return f"np.fmod({dividend}, {divisor})"
        return self.call("remainder", dividend, divisor)

    def greatest(self, arguments: Sequence[str]) -> str:
        """Return the greatest of two or more values."""
        return _chain("np.maximum", arguments)

    def least(self, arguments: Sequence[str]) -> str:
        """Return the least of two or more values."""
        return _chain("np.minimum", arguments)

    def piece(self, value: str, guards: Sequence[str], *, safe: bool) -> str:
        """Return ``value`` where all guards are at least zero, else zero."""
        if not safe:
            return self.call("piece", value, *guards)
        tests = [f"({guard} >= 0.0)" for guard in guards]
        return f"np.where({' & '.join(tests)}, {value}, 0.0)"

    def open_sum(self, total: str, index: str, first: str, last: str, spare: str) -> list[str]:
        """Return the statements before a sum's body: all points take the steps of the longest range."""
        del index
        start = f"{total} = 0.0*({first} + {last})"  # no number if a bound is none
        return [start, f"for {spare} in {self.call('steps', first, last)}:"]

    def in_sum(self, index: str, first: str, spare: str) -> list[str]:
        """Return the statements with which a sum's body starts."""
        return [f"{index} = {first} + {spare}"]

    def add(self, total: str, index: str, last: str, body: str) -> str:
        """Return the statement that adds the body where the index is still in its range."""
        return f"{total} = {total} + np.where({index} <= {last}, {body}, 0.0)"


def _chain(function: str, arguments: Sequence[str]) -> str:
    text = arguments[-1]
    for argument in reversed(arguments[:-1]):
        text = f"{function}({argument}, {text})"
    return text
