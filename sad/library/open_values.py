"""Formulas as sympy expressions, with values given as formulas of names that have none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.algebra.sympy_edge import to_sympy
from sad.expr.symbolic import symbolic
from sad.expr.tree import ExpressionError
from sad.profiles.distribution_text import distribution_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.evaluation.open_values import OpenValue
    from sad.report.view import View


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
