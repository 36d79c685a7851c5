"""What costs are measured in: seconds where a machine adds up operation times, else operations."""

from __future__ import annotations

from dataclasses import field
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.algebra.poly import total
from sad.checks.costs.messages import is_message
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.checks.costs.record import Amounts
    from sad.checks.costs.timing import Timing

OPERATIONS = "operations"


@record
class Measure:
    """``name`` says what is added up, ``weights`` how much each operation counts; 1 if not said."""

    name: str = OPERATIONS
    weights: Mapping[str, Fraction] = field(default_factory=dict[str, Fraction])

    def of(self, amounts: Amounts) -> Poly:
        """Return the cost of amounts."""
        return total(self._weighted(key, poly) for key, poly in amounts.items())

    def _weighted(self, key: str, poly: Poly) -> Poly:
        weight = self.weights.get(key)
        return poly if weight is None else (poly * weight.numerator).over(weight.denominator)


def measure_of(timing: Timing | None, keys: set[str]) -> Measure:
    """Return the time on the first machine in picoseconds, if it adds up operation times."""
    if timing is None or not timing.machines:
        return Measure()
    from sad.machine.compute import OperationTimes  # noqa: PLC0415 - not every check has a machine
    from sad.mapping.bind import ADDITIVE  # noqa: PLC0415

    machine, toolchain = timing.machines[0]
    chosen = toolchain or machine.default_toolchain
    if chosen.model != ADDITIVE:
        return Measure()
    times = OperationTimes(machine, chosen)
    weights = {
        key: Fraction(0)
        if is_message(key)  # what the network does is not among the times of operations
        else Fraction(round(times.value(key).value * 1e15), 1000)
        for key in sorted(keys)
    }
    return Measure(f"ps on {machine.name}", weights)
