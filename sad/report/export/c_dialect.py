"""Formulas in C99: double arithmetic; what has no value becomes a NaN and spreads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.dialect import Dialect

if TYPE_CHECKING:
    from collections.abc import Sequence

HELPERS = {
    "ratio": (
        "static double ratio(double a, double b) {",
        "    return b == 0.0 ? NAN : a / b;",
        "}",
    ),
    "greater": (
        "static double greater(double a, double b) {",
        "    return isnan(a) || a > b ? a : b;",
        "}",
    ),
    "lesser": (
        "static double lesser(double a, double b) {",
        "    return isnan(a) || a < b ? a : b;",
        "}",
    ),
    "piece": (
        "static double piece(double value, double guard) {",
        "    return guard >= 0.0 ? value : isnan(guard) ? guard : 0.0;",
        "}",
    ),
    "whole_power": (
        "static double whole_power(double base, double exponent) {",
        "    if (exponent < 0.0 && floor(exponent) == exponent && floor(base) == base",
        "        && fabs(base) != 1.0)",
        "        return 0.0;",
        "    return pow(base, exponent);",
        "}",
    ),
    "whole_log": (
        "static double whole_log(double base, double argument) {",
        "    double step = trunc(base), rest = floor(argument), exponent = -1.0;",
        "    if (!(step >= 2.0) || isnan(rest) || isinf(rest))",
        "        return NAN;",
        "    while (rest >= 1.0) {",
        "        rest = floor(rest / step);",
        "        exponent += 1.0;",
        "    }",
        "    return exponent;",
        "}",
    ),
}
"""Functions a C file carries if it calls them."""


class CDialect(Dialect):
    """C99 with the functions in ``HELPERS``."""

    lazy = True
    words = frozenset([*HELPERS, "p", "floor", "trunc", "fmod", "pow", "fabs", "isnan", "isinf"])

    def number(self, value: float) -> str:
        """Return a literal; raises ``OverflowError`` if it is too large for a double."""
        return repr(float(value))

    def fixed_power(self, base: str, exponent: int) -> str:
        """Return a power with a constant exponent."""
        return f"pow({base}, {exponent}.0)"

    def over(self, numerator: str, denominator: int, *, is_sum: bool) -> str:
        """Return the division of a polynomial by its common denominator."""
        return f"{f'({numerator})' if is_sum else numerator}/{self.number(denominator)}"

    def ratio(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        """Return a quotient that is not rounded."""
        if fixed:
            return f"{numerator}/{denominator}"
        return self.call("ratio", numerator, denominator)

    def floor(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        """Return a quotient rounded down."""
        return f"floor({self.ratio(numerator, denominator, fixed=fixed)})"

    def truncated(self, numerator: str, denominator: str, *, fixed: bool) -> str:
        """Return a quotient rounded toward zero."""
        return f"trunc({self.ratio(numerator, denominator, fixed=fixed)})"

    def remainder(self, dividend: str, divisor: str, *, fixed: bool) -> str:
        """Return the remainder of ``truncated``; fmod gives a NaN for a divisor of zero."""
        del fixed
        return f"fmod({dividend}, {divisor})"

    def power(self, base: str, exponent: str) -> str:
        """Return a power with an exponent that is not constant."""
        return self.call("whole_power", base, exponent)

    def logarithm(self, base: str, argument: str) -> str:
        """Return a logarithm rounded down."""
        return self.call("whole_log", base, argument)

    def greatest(self, arguments: Sequence[str]) -> str:
        """Return the greatest of two or more values."""
        return self.chain("greater", arguments)

    def least(self, arguments: Sequence[str]) -> str:
        """Return the least of two or more values."""
        return self.chain("lesser", arguments)

    def chain(self, function: str, arguments: Sequence[str]) -> str:
        """Return a function of two arguments applied to many."""
        text = arguments[-1]
        for argument in reversed(arguments[:-1]):
            text = self.call(function, argument, text)
        return text

    def piece(self, value: str, guards: Sequence[str], *, safe: bool) -> str:
        """Return ``value`` where all guards are at least zero, else zero."""
        del safe
        return self.call("piece", value, self.least(guards))

    def assign(self, name: str, value: str) -> str:
        """Return the statement that makes a local variable."""
        return f"const double {name} = {value};"

    def open_sum(self, total: str, index: str, first: str, last: str, spare: str) -> list[str]:
        """Return the statements before a sum's body; a bound without a value gives none."""
        del spare
        return [
            f"double {total} = 0.0*({first} + {last});",
            f"for (double {index} = {first}; {index} <= {last}; {index} += 1.0) {{",
        ]

    def add(self, total: str, index: str, last: str, body: str) -> str:
        """Return the statement that adds the body of one iteration."""
        del index, last
        return f"{total} += {body};"

    def close_sum(self) -> list[str]:
        """Return the statement after a sum's body."""
        return ["}"]
