"""The total as a formula in seconds: a sum of monomials with float coefficients, leading first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.counting.poly import Monomial, Poly

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.counting.text import Printer

_DIGITS = 3


@dataclass(frozen=True, slots=True)
class LinearForm:
    """``sum(coefficient * monomial)``; coefficients in seconds."""

    terms: dict[Monomial, float]

    def text(self, printer: Printer, most: int | None = None) -> str:
        """Return the formula, leading terms first; after ``most`` terms only how many are left."""
        ordered = self.ordered(printer)
        shown = ordered if most is None else ordered[:most]
        parts = [_term(self.terms[monomial], monomial, printer) for monomial in shown]
        text = " + ".join(parts).replace("+ -", "- ") or "0"
        left = len(ordered) - len(shown)
        return f"{text} + ... ({left} more terms)" if left > 0 else text

    def leading(self, printer: Printer) -> str:
        """Return the terms of the highest degree."""
        ordered = self.ordered(printer)
        if not ordered:
            return "0"
        top = printer.degree(ordered[0])
        kept = {m: c for m, c in self.terms.items() if printer.degree(m) == top}
        return LinearForm(kept).text(printer)

    def ordered(self, printer: Printer) -> list[Monomial]:
        """Return the monomials, highest degree first, then by size of the coefficient."""
        return sorted(
            self.terms, key=lambda item: (-printer.degree(item), -abs(self.terms[item]), item)
        )


def linear_form(parts: Iterable[tuple[Poly, float]]) -> LinearForm:
    """Add up ``seconds * count``; counts should be simplified under the assumptions shown.

    Sums that are one factor of a count stay so: the formula is shorter than its expansion.
    """
    terms: dict[Monomial, float] = {}
    for count, seconds in parts:
        for monomial, value in count.items():
            total = terms.get(monomial, 0.0) + float(value) * seconds
            terms[monomial] = total
    return LinearForm({m: c for m, c in terms.items() if abs(c) > 0.0})


def _term(coefficient: float, monomial: Monomial, printer: Printer) -> str:
    number = printer.number(coefficient, _DIGITS)
    if not monomial:
        return number
    return printer.times.join([number, printer.poly(Poly({monomial: 1}))])
