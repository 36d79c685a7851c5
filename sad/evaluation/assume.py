"""Assumptions a user may make about a whole program, put into its description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.counting.poly import Poly
from sad.description.specialise import specialise

if TYPE_CHECKING:
    from collections.abc import Collection

    from sad.description.parameters import Parameter
    from sad.description.tree import Description

NO_ERROR_EXITS = "no-error-exits"
ASSUMPTIONS = (NO_ERROR_EXITS,)


def without_errors(
    description: Description, given: Collection[str]
) -> tuple[Description, tuple[Parameter, ...]]:
    """Return the description with no error exit taken, and the probabilities this decides.

    ``given`` are names the user sets, in lower case: these stay as they are.
    """
    parameters = [item for unit in description.units for item in unit.parameters]
    assumed = {
        item.symbol: item
        for item in parameters
        if item.without_errors is not None and item.symbol.lower() not in given
    }
    decided = {symbol: Poly.constant(item.without_errors or 0) for symbol, item in assumed.items()}
    kept = frozenset(item.symbol for item in parameters if item.symbol.lower() in given)
    return specialise(description, decided, kept), tuple(assumed.values())
