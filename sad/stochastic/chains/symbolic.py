"""Steady states as formulas in named rates: quotients of polynomials, in sympy's fields."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sad.stochastic.chains.chain import ChainError, number_name
from sad.stochastic.chains.exact import in_field

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

MOST_STATES = 40
"""Of a chain that is solved in names."""
Formula = Any
"""A ``sympy.Expr``."""


def symbolic_steady_state(
    rows: Sequence[Mapping[int, Formula]], label: Callable[[int], str] = number_name
) -> list[Formula]:
    """Return the probabilities as formulas; ``rows[i][j]`` is the rate from i to j.

    Rates are quotients of polynomials in sympy's symbols, and above 0 where the formulas hold.
    Raises ``ChainError``: SAD611 (it depends on the start), SAD612 (too many states, or a rate of
    another form).
    """
    if len(rows) > MOST_STATES:
        message = f"{len(rows):,} states: formulas are for at most {MOST_STATES}"
        raise ChainError(
            "SAD612", message, "give the names values with --set, and leave --symbolic out"
        )
    sympy: Any = import_module("sympy")
    rates = [sympy.sympify(rate) for row in rows for rate in row.values()]
    names: list[Any] = sorted({name for rate in rates for name in rate.free_symbols}, key=str)
    field = sympy.QQ.frac_field(*names) if names else sympy.QQ
    try:
        inside = [
            {j: field.from_sympy(sympy.sympify(rate)) for j, rate in row.items()} for row in rows
        ]
    except sympy.polys.polyerrors.CoercionFailed:
        wrong = next(rate for rate in rates if not rate.is_rational_function(*names))
        message = f"no formula: {wrong} is no quotient of polynomials"
        raise ChainError("SAD612", message, "give its names values with --set") from None
    return [sympy.factor(field.to_sympy(value)) for value in in_field(inside, field.one, label)]
