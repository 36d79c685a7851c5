"""The total as a formula in seconds: a sum of monomials with float coefficients, leading first."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from sad.algebra.evaluate import real
from sad.algebra.poly import Monomial, Poly
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from sad.algebra.text import Printer
    from sad.evaluation.model import Model
    from sad.mapping.bound import BoundExpansion
    from sad.model.expand import BlockCount


_DIGITS = 3
Weighted = dict[Poly, float]
"""The weight of each count: the sum of ``weight * count`` is the total."""


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
        """Return the form with every monomial simplified, like terms joined.

        How much is simplified may depend on what was before: the order does not tell how the form
        came about.
        """
        return linear_form((simple(Poly({m: 1})), c) for m, c in sorted(self.terms.items()))

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
            terms[monomial] = terms.get(monomial, 0.0) + real(value) * each
    return LinearForm({m: c for m, c in terms.items() if abs(c) > 0.0})


def _term(coefficient: float, monomial: Monomial, printer: Printer) -> str:
    number = "more than 1e308" if isinf(coefficient) else printer.number(coefficient, _DIGITS)
    if not monomial:
        return number
    return printer.times.join([number, printer.product(monomial)])


def total_of(model: Model, bound: BoundExpansion | None) -> Weighted | None:
    """Return the total of a program; None for units each by themselves, which are no program.

    With a machine, the total is the time [s], that of unknown calls included. Without one it is the
    number of operations performed, of all kinds alike (docs/operations.md).
    """
    if model.entry is None:
        return None
    if bound is None:
        return _added((block.count, _operations(block)) for block in model.expansion.blocks)
    parts = [(item.block.count, item.seconds) for item in bound.blocks]
    parts.extend((call.count * Poly.symbol(call.symbol), 1.0) for call in bound.calls)
    return _added(parts)


def totals_of_units(model: Model, bound: BoundExpansion | None) -> Mapping[str, Weighted]:
    """Return the total of each unit's own blocks, by the unit's name, calls left out."""
    parts: dict[str, list[tuple[Poly, float]]] = {}
    if bound is None:
        for block in model.expansion.blocks:
            parts.setdefault(block.unit.name, []).append((block.count, _operations(block)))
    else:
        for item in bound.blocks:
            unit = item.block.unit.name
            parts.setdefault(unit, []).append((item.block.count, item.seconds))
    return {unit: _added(found) for unit, found in parts.items()}


def _operations(block: BlockCount) -> float:
    return float(sum(sum(line.operations.values()) for line in block.block.lines))


def _added(parts: Iterable[tuple[Poly, float]]) -> Weighted:
    total: Weighted = {}
    for count, weight in parts:
        if count:
            total[count] = total.get(count, 0.0) + weight
    return total
