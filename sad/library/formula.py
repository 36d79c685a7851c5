"""Formulas: of times as sums of terms with coefficients in seconds, and any as sympy expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.latex import LatexPrinter
from sad.algebra.poly import Poly
from sad.algebra.sympy_edge import to_sympy
from sad.expr.symbolic import symbolic
from sad.expr.tree import ExpressionError
from sad.large_stack import on_large_stack
from sad.profiles.distribution_text import distribution_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.evaluation.linear import LinearForm
    from sad.evaluation.open_values import OpenValue
    from sad.report.view import View


class Formula:
    """A time [s] as a formula: ``print`` shows it as text, a notebook typeset.

    What is shown holds for sizes of 1 and more (``assumptions``); values are always computed exactly.
    """

    def __init__(self, form: LinearForm, view: View) -> None:
        self._form = form
        self._view = view

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the shown formula rests on beyond the parameters, as sentences."""
        return tuple(self._view.assumptions())

    @on_large_stack
    def __str__(self) -> str:
        return self._form.simplified(self._view.simple).text(self._view.printer)

    def __repr__(self) -> str:
        return f"Formula({self})"

    @on_large_stack
    def latex(self) -> str:
        """Return the formula in LaTeX's mathematics."""
        view = self._view
        printer = LatexPrinter(view.name, view.weight, coding=view.coding)
        return self._form.simplified(view.simple).text(printer)

    @on_large_stack
    def leading(self) -> str:
        """Return the terms of the highest degree as text."""
        form = self._form.simplified(self._view.simple)
        return form.leading(self._view.printer).text(self._view.printer)

    @on_large_stack
    def to_sympy(self) -> Any:
        """Return the formula as a sympy expression, without assumptions on sizes."""
        view = self._view
        return sum(c * as_sympy(Poly({m: 1}), view) for m, c in self._form.terms.items())

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"


def as_sympy(poly: Poly, view: View) -> Any:
    """Return a formula as a ``sympy.Expr``, values that are calculated from others put in.

    Raises ``ImportError`` without sympy.
    """

    def symbol(name: str) -> Any:
        return to_sympy(Poly.symbol(name), view.own_name)

    put_in: dict[Any, Any] = {}
    for name in atoms.free_symbols(poly) & view.model.derived:
        value = _expression(view.model.open[name], symbol)
        if value is not None:
            put_in[symbol(name)] = value
    found = to_sympy(poly, view.own_name, coding=view.coding)
    return found.xreplace(put_in) if put_in else found


def _expression(value: OpenValue, symbol: Callable[[str], Any]) -> Any | None:
    """A value as a ``sympy.Expr``; None for a distribution."""
    text = value.text(str)
    if distribution_name(text) is not None:
        return None
    try:
        return symbolic(text, symbol)
    except ExpressionError:  # a name that cannot stand in a text
        return None
