"""How a programming language writes the arithmetic of formulas. The dialect here is exact Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class Dialect:
    """What the emitter asks of a language; exact Python unless overridden.

    Operands come as names, numbers or in parentheses. ``lazy`` is whether a failing operation, such as
    a division by zero, gives a value that spreads (not a number) instead of an exception.
    """

    lazy = False
    margin = "    "
    words = frozenset(
        ("quotient", "truncated", "remainder", "power", "logarithm", "steps", "max", "min")
    )
    """Names that formulas use and no variable may have."""

    def __init__(self) -> None:
        self.called: set[str] = set()

    def call(self, function: str, *arguments: str) -> str:
        """Return a call of one of the functions that belong to the formulas, and remember it."""
        self.called.add(function)
        return f"{function}({', '.join(arguments)})"

    def number(self, value: float) -> str:
        """Return a literal without its sign."""
        return repr(value)

    def fixed_power(self, base: str, exponent: int) -> str:
        """Return a power with a constant exponent."""
        return f"{base}**{exponent}"

    def over(self, numerator: str, denominator: int, *, is_sum: bool) -> str:
        """Return the division of a polynomial, in no parentheses, by its common denominator."""
        del is_sum
        return self.call("quotient", numerator, str(denominator))

    def floor(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        """Return a quotient rounded down; ``fixed`` if the denominator is a positive constant."""
        del fixed
        return f"{numerator} // {denominator}"

    def truncated(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        """Return a quotient rounded toward zero."""
        del fixed
        return self.call("truncated", numerator, denominator)

    def remainder(self, dividend: str, divisor: str, *, fixed: bool) -> str:
        """Return the remainder of ``truncated``."""
        del fixed
        return self.call("remainder", dividend, divisor)

    def power(self, base: str, exponent: str) -> str:
        """Return an integer power with an exponent that is not constant."""
        return self.call("power", base, exponent)

    def logarithm(self, base: str, argument: str) -> str:
        """Return a logarithm rounded down."""
        return self.call("logarithm", base, argument)

    def greatest(self, arguments: Sequence[str]) -> str:
        """Return the greatest of two or more values."""
        return f"max({', '.join(arguments)})"

    def least(self, arguments: Sequence[str]) -> str:
        """Return the least of two or more values."""
        return f"min({', '.join(arguments)})"

    def piece(self, value: str, guards: Sequence[str], *, safe: bool) -> str:
        """Return ``value`` where all guards are at least zero, else zero; all in no parentheses.

        ``safe`` if no guard can fail to have a value.
        """
        del safe
        return f"({value} if {' and '.join(f'{guard} >= 0' for guard in guards)} else 0)"

    def assign(self, name: str, value: str) -> str:
        """Return the statement that makes a local variable."""
        return f"{name} = {value}"

    def open_sum(self, total: str, index: str, first: str, last: str, spare: str) -> list[str]:
        """Return the statements before a sum's body; ``spare`` is a name for the loop's own use."""
        del spare
        return [f"{total} = 0", f"for {index} in {self.call('steps', first, last)}:"]

    def in_sum(self, index: str, first: str, spare: str) -> list[str]:
        """Return the statements with which a sum's body starts."""
        del index, first, spare
        return []

    def add(self, total: str, index: str, last: str, body: str) -> str:
        """Return the statement that adds the body of one iteration."""
        del index, last
        return f"{total} += {body}"

    def close_sum(self) -> list[str]:
        """Return the statements after a sum's body."""
        return []
