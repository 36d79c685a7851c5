"""The total as a formula in seconds: a sum of monomials with float coefficients, leading first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Monomial, Poly
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sad.algebra.text import Printer

_DIGITS = 3


@record
class LinearForm:
    """``sum(coefficient * monomial)``; coefficients in seconds."""

    terms: dict[Monomial, float]

    def text(self, printer: Printer) -> str:
        """Return the formula, leading terms first."""
        return " + ".join(self.texts(printer)).replace("+ -", "- ") or "0"

    def texts(self, printer: Printer) -> list[str]:
        """Return the terms as texts, leading ones first."""
        return [
            _term(self.terms[monomial], monomial, printer) for monomial in self.ordered(printer)
        ]

    def leading(self, printer: Printer) -> LinearForm:
        """Return the terms of the highest degree."""
        top = max((printer.degree(monomial) for monomial in self.terms), default=0)
        return LinearForm({m: c for m, c in self.terms.items() if printer.degree(m) == top})

    def first(self, most: int, printer: Printer) -> LinearForm:
        """Return the first terms of the formula."""
        return LinearForm({m: self.terms[m] for m in self.ordered(printer)[:most]})

    def simplified(self, simple: Callable[[Poly], Poly]) -> LinearForm:
        """Return the form with every monomial simplified, like terms joined."""
        return linear_form((simple(Poly({m: 1})), c) for m, c in self.terms.items())

    def ordered(self, printer: Printer) -> list[Monomial]:
        """Return the monomials, highest degree first, then by size of the coefficient."""
        return sorted(
            self.terms, key=lambda item: (-printer.degree(item), -abs(self.terms[item]), item)
        )


def linear_form(parts: Iterable[tuple[Poly, float]]) -> LinearForm:
    """Add up ``seconds * count``.

    Sums that are one factor of a count stay so: the formula is shorter than its expansion.
    """
    terms: dict[Monomial, float] = {}
    for count, seconds in parts:
        each = seconds / count.den
        for monomial, value in count.terms.items():
            terms[monomial] = terms.get(monomial, 0.0) + value * each
    return LinearForm({m: c for m, c in terms.items() if abs(c) > 0.0})


def _term(coefficient: float, monomial: Monomial, printer: Printer) -> str:
    number = printer.number(coefficient, _DIGITS)
    if not monomial:
        return number
    return printer.times.join([number, printer.product(monomial)])
