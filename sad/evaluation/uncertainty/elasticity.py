"""How much the total reacts to each parameter: elasticities ``d ln T / d ln p``.

An elasticity of 2 means that 1 % more of the parameter makes about 2 % more of the total.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from sad.algebra.codes import Coding
from sad.algebra.evaluate import compile_polys
from sad.evaluation.totals import total_of
from sad.evaluation.uncertainty.derivatives import Derivative
from sad.model.parameters import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number
    from sad.evaluation.model import Model
    from sad.evaluation.totals import Weighted
    from sad.mapping.bind import BoundExpansion

_STEP = 100  # a difference goes one part in so many up and down


def elasticities(
    model: Model, bound: BoundExpansion | None, assumed: Mapping[str, Number] | None = None
) -> dict[str, float | None]:
    """Return ``p/T * dT/dp`` for every symbol the total depends on, at the model's values.

    ``T`` is the predicted time; without a machine it is the number of operations performed.
    ``assumed`` are values for symbols that have none in the model, by symbol: for a ranking before
    anything is known.

    The derivative is exact where ``T`` is polynomial in the parameter at fixed values of the others;
    where it has steps and bends in it (floors, max, conditions), it is a difference of logarithms over
    1 % up and down (at least 1 for whole numbers). It is 0 where a parameter is 0. None stands where
    there is no number: the total is 0 or not known, the parameter is an option, or no value exists
    nearby. A probability that is set to 0 or 1 has decided its branch: no count depends on it.
    """
    names = list(model.symbols)
    if bound is not None:
        names.extend(call.symbol for call in bound.calls if call.symbol not in names)
    unknown: dict[str, float | None] = dict.fromkeys(names)
    parts = total_of(model, bound)
    values = {**(assumed or {}), **model.values}
    if parts is None:
        return unknown
    at = _At(parts, values)
    total = at.total(values)
    if not total:
        return unknown
    found = unknown
    for name in names:
        if model.names.coding(name) is Coding.INTEGER:
            parameter = model.names.parameters.get(name)
            share = parameter is not None and parameter.kind is Kind.PROBABILITY
            found[name] = at.elasticity(name, total, 1 if share else None)
    return found


class _At:
    """A total and the point where it is looked at."""

    def __init__(self, parts: Weighted, values: Mapping[str, Number]) -> None:
        self._parts = parts
        self._values = values
        self._whole = compile_polys(list(parts))

    def total(self, values: Mapping[str, Number]) -> float | None:
        """The total at some values; None if it has no value there."""
        if any(name not in values for name in self._whole.symbols):
            return None
        try:
            counts = self._whole(values)
            return sum(
                float(count) * weight
                for count, weight in zip(counts, self._parts.values(), strict=True)
            )
        except (ZeroDivisionError, OverflowError):
            return None

    def elasticity(self, name: str, total: float, most: int | None) -> float | None:
        """The elasticity by one parameter, which is at most ``most``."""
        value = self._values.get(name)
        if not value:  # without a value, nothing of the total depends on it
            return 0.0
        derivative = Derivative(name)
        slopes = {count: derivative.of(count) for count in self._parts}
        exact = {count: slope for count, slope in slopes.items() if slope}
        if any(slope is None for slope in slopes.values()):
            return self._difference(name, value, total, most)
        try:
            numbers = compile_polys(list(exact.values()))(self._values)
            slope = sum(
                float(number) * self._parts[count]
                for count, number in zip(exact, numbers, strict=True)
            )
            return float(value) / total * slope
        except (ZeroDivisionError, OverflowError):
            return None

    def _difference(self, name: str, value: Number, total: float, most: int | None) -> float | None:
        """The slope in a double logarithmic plot, exact for powers; one-sided at the ends."""
        whole = isinstance(value, int)
        step = max(1, abs(value) // _STEP) if whole else abs(value) / _STEP
        ends = [value - step, value + step]
        if ends[0] * value <= 0:
            ends[0] = value
        if ends[1] * value <= 0 or (most is not None and ends[1] > most):
            ends[1] = value
        totals: list[float] = []
        for end in ends:
            at_end = total if end == value else self.total({**self._values, name: end})
            if at_end is None:
                return None
            totals.append(at_end)
        low, high = totals
        if low > 0 and high > 0:
            return log(high / low) / log(float(ends[1] / ends[0]))
        return float(value) / total * (high - low) / float(ends[1] - ends[0])
