"""How much of the total each parameter governs, for people to fill in first what matters most."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.evaluation.defaults.fill import heuristic_values
from sad.evaluation.totals import total_of
from sad.evaluation.uncertainty.elasticity import elasticities

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.evaluation.model import Model
    from sad.mapping.bind import BoundExpansion

_MOST = 6


class Governs(NamedTuple):
    """Elasticities of the total by symbol, and a sentence that says at which values."""

    by_symbol: Mapping[str, float | None]
    basis: str


def governs(model: Model, bound: BoundExpansion | None) -> Governs:
    """Return the elasticities at the model's values and heuristic ones for what has none.

    The total is the predicted time, or without a machine the number of executed statements. Sizes
    have no heuristic value: while one is missing, nothing is known.
    """
    if model.entry is None:
        return Governs({}, "not known: no entry, so there is no total")
    values = heuristic_values(model)
    total = "the number of executed statements" if bound is None else "the predicted time"
    needed = list(model.symbols)
    if bound is not None:
        needed += [call.symbol for call in bound.calls if call.symbol not in needed]
    missing = [model.names.label(symbol) for symbol in needed if symbol not in values]
    if missing:
        return not_known(missing)
    found = elasticities(model, bound, values)
    guessed = sum(symbol not in model.values for symbol in needed)
    basis = f"by how many percent {total} grows for 1 percent more, at the values under 'at'"
    if guessed:
        basis += f"; heuristic values for {guessed} parameter{'s' * (guessed != 1)} without one"
    if not total_of(model, bound):
        basis = "not known: nothing is executed"
    return Governs(found, basis)


def not_known(missing: Sequence[str]) -> Governs:
    """Return that nothing is known without values for these names."""
    more = f" and {len(missing) - _MOST} more" if len(missing) > _MOST else ""
    return Governs({}, f"not known without values (--set) for {', '.join(missing[:_MOST])}{more}")
