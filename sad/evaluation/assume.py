"""Assumptions a user may make about a whole program, put into its description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.model.walks.specialise import specialise
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Collection

    from sad.model.nodes import Description
    from sad.model.parameters import Parameter

NO_ERROR_EXITS, NO_ZEROS = "no-error-exits", "no-zeros"
SENTENCES = {
    NO_ERROR_EXITS: "no error exit is taken",
    NO_ZEROS: "no real number that is tested for zero is zero",
}
"""What each assumption says."""


@record
class Assumed:
    """A probability an assumption decides, the value it gets, and which assumption."""

    parameter: Parameter
    value: int
    assumption: str


def assume(
    description: Description, assumptions: Collection[str], given: Collection[str]
) -> tuple[Description, tuple[Assumed, ...]]:
    """Return the description under assumptions, and the probabilities these decide.

    ``given`` are names the user sets, in lower case: these stay as they are.
    """
    parameters = [item for unit in description.units for item in unit.parameters]
    found: dict[str, Assumed] = {}
    for item in parameters:
        if item.symbol.lower() in given:
            continue
        for name, value in ((NO_ERROR_EXITS, item.without_errors), (NO_ZEROS, item.without_zeros)):
            if name in assumptions and value is not None:
                found.setdefault(item.symbol, Assumed(item, value, name))
    decided = {symbol: Poly.constant(item.value) for symbol, item in found.items()}
    kept = frozenset(item.symbol for item in parameters if item.symbol.lower() in given)
    return specialise(description, decided, kept), tuple(found.values())
