"""Rates of an application on a machine: its own, or the time of operations of the toolchain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.applications.schema import ANY, Application, Rate
from sad.machine.compute import OperationTimes

if TYPE_CHECKING:
    from sad.applications.scope import Scope
    from sad.machine.formula_arrays import Floats
    from sad.machine.schema import Machine, Toolchain


class Rates:
    """How many units of work per second a machine does of each kind."""

    def __init__(self, application: Application, machine: Machine, toolchain: Toolchain) -> None:
        self._application = application
        self._machine = machine
        self._toolchain = toolchain
        self._by_operations: dict[str, float] = {}

    def value(self, name: str, scope: Scope) -> Floats:
        """Return a rate [1/s] at the points of ``scope``.

        By size, it is the one of the largest size that is not above the point's, below all sizes
        the first. Raises ``SadError`` SAD864 if there is none for the machine, SAD405 if the
        toolchain has no time for an operation.
        """
        rate = self._rate(name)
        if rate is None:
            asking = scope.asking
            assert asking is not None
            message = f"no rate {name} for machine {self._machine.name}"
            has = [machine for machine in self._application.rates if machine != ANY]
            hint = (
                f"add rates.{self._machine.name}.values.{name} (there are rates for "
                f"{', '.join(has) or 'no machine'}), or give --set {name}=1.0e+6"
            )
            asking.item.fail("SAD864", message, hint)
        if rate.operations:
            return np.float64(self._from_operations(rate))
        if rate.by is None:
            return np.float64(rate.steps[0][1])
        sizes = np.asarray(scope.value(rate.by), np.float64)
        limits = np.array([size for size, _ in rate.steps])
        values = np.array([value for _, value in rate.steps])
        places = np.searchsorted(limits, sizes, "right")
        return values[np.maximum(places - 1, 0)]

    def origin(self, name: str) -> str:
        """Return where a rate comes from, "" if there is none."""
        rate = self._rate(name)
        if rate is None:
            return ""
        if rate.operations:
            mega = self._from_operations(rate) / 1e6
            mix = " + ".join(f"{count:g} {key}" for key, count in rate.operations.items())
            how = f"1/({mix}) with toolchain {self._toolchain.name}"
        else:
            values = [value / 1e6 for _, value in rate.steps]
            mega, how = min(values), "of the application file"
            if len(set(values)) > 1:
                assert rate.by is not None
                how = f"to {max(values):g}e+6 by {rate.by.text}, {how}"
        return f"{name} = {mega:.4g}e+6 per second {how}" + (rate.source and f" ({rate.source})")

    def _rate(self, name: str) -> Rate | None:
        rates = self._application.rates
        return rates.get(self._machine.name, {}).get(name) or rates.get(ANY, {}).get(name)

    def _from_operations(self, rate: Rate) -> float:
        if rate.name not in self._by_operations:
            times = OperationTimes(self._machine, self._toolchain)
            seconds = sum(
                count * times.value(operation).value for operation, count in rate.operations.items()
            )
            self._by_operations[rate.name] = 1.0 / seconds
        return self._by_operations[rate.name]
