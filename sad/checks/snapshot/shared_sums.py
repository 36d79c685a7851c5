"""Formulas of one unit written together: sums that several of them hold are named and written once.

Operations of one block are performed equally often, so their counts share most terms. Terms whose
coefficients are in one proportion in all formulas form a sum of their own, ``%3fa2c1``.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING

from sad.algebra.canonical_text import monomial_order
from sad.algebra.poly import Poly

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.algebra.poly import Monomial
    from sad.checks.snapshot.formula_text import FormulaWriter

_LONGEST = 48  # characters of a sum that is written where it stands

_Column = tuple[tuple[int, Fraction], ...]
"""Coefficients of a term by formula, the first of them 1."""


class SharedSums:
    """The texts of formulas; ``sums`` are the texts of the named sums in them, by name."""

    def __init__(self, polys: Sequence[Poly], writer: FormulaWriter) -> None:
        self.sums: dict[str, str] = {}
        self._writer = writer
        self._rows: list[list[tuple[Monomial, str, Fraction]]] = [[] for _ in polys]
        for column, terms in _by_column(polys).items():
            self._place(column, terms)

    def text(self, row: int) -> str:
        """Return the text of a formula by its place in the sequence."""
        items = sorted(self._rows[row], key=lambda item: monomial_order(item[0]))
        return self._writer.signed((text, value) for _, text, value in items)

    def _place(self, column: _Column, terms: list[tuple[Monomial, Fraction]]) -> None:
        """Put terms into their formulas: under one name if they are long and stand in several."""
        if len(column) > 1:
            common = _common([value for _, value in terms])
            text = self._writer.poly(Poly({item: int(value / common) for item, value in terms}))
            if len(text) > _LONGEST:
                name = self._writer.digest("%", text)
                self.sums[name] = text
                for row, ratio in column:
                    self._rows[row].append((terms[0][0], name, ratio * common))
                return
        for monomial, value in terms:
            text = self._writer.product(monomial)
            for row, ratio in column:
                self._rows[row].append((monomial, text, ratio * value))


def _by_column(polys: Sequence[Poly]) -> dict[_Column, list[tuple[Monomial, Fraction]]]:
    """Terms by the proportion of their coefficients, with the coefficient in the first formula."""
    columns: dict[Monomial, list[tuple[int, Fraction]]] = {}
    for row, poly in enumerate(polys):
        for monomial, value in poly.items():
            columns.setdefault(monomial, []).append((row, value))
    found: dict[_Column, list[tuple[Monomial, Fraction]]] = {}
    for monomial in sorted(columns, key=monomial_order):
        pairs = columns[monomial]
        first = pairs[0][1]
        key = tuple((row, value / first) for row, value in pairs)
        found.setdefault(key, []).append((monomial, first))
    return found


def _common(values: Sequence[Fraction]) -> Fraction:
    """The greatest number of which all values are whole multiples, with the first one's sign."""
    size = Fraction(
        gcd(*(value.numerator for value in values)), lcm(*(value.denominator for value in values))
    )
    return -size if values[0] < 0 else size
