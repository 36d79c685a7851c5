"""Formulas with values put in: what the values decide is gone, what is left is in open sizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import map_symbols
from sad.algebra.evaluate import MissingValue, evaluate
from sad.algebra.known import with_known
from sad.algebra.poly import Poly

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.evaluate import Number
    from sad.evaluation.model import Model

_CONDITIONS = atoms.Pieces | atoms.Not | atoms.Group | atoms.Guard | atoms.Alias


def put_in(model: Model) -> Callable[[Poly], Poly]:
    """Return what puts all given values into a count, those that are random as their means."""
    return with_known(model.values)


def decided(model: Model) -> Callable[[Poly], Poly]:
    """Return what puts into a count only the conditions that the values decide.

    For a program whose values are all given: sizes stay as symbols, so that the formula still says
    how the time grows.
    """

    def symbol(name: str) -> Poly:
        if isinstance(atoms.definition(name), _CONDITIONS):
            value = _value(Poly.symbol(name), model)
            if value in (0, 1):
                return Poly.constant(int(value))
        return Poly.symbol(name)

    return lambda count: map_symbols(count, symbol)


def _value(poly: Poly, model: Model) -> Number | None:
    try:
        return evaluate(poly, model.values)
    except (MissingValue, ZeroDivisionError, OverflowError):
        return None
