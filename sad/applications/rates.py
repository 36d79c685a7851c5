"""Rates of an application on a machine: its own, or the time of operations of the toolchain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.applications.schema import ANY, Application, Rate
from sad.machine.compute import OperationTimes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.applications.scope import Scope
    from sad.expr.arrays import Floats
    from sad.machine.schema import Machine, Toolchain


_MOST_NAMES = 4


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

    def origins(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return where rates come from, one text for those of one source."""
        groups: dict[tuple[str, str], list[Rate]] = {}
        for name in names:
            rate = self._rate(name)
            if rate is not None:
                how = f"with toolchain {self._toolchain.name}" if rate.operations else ""
                if rate.by is not None:
                    how = f"by {rate.by.text}"
                groups.setdefault((how, rate.source), []).append(rate)
        return tuple(self._origin(how, source, rates) for (how, source), rates in groups.items())

    def _origin(self, how: str, source: str, rates: list[Rate]) -> str:
        values: list[float] = []
        for rate in rates:
            if rate.operations:
                values.append(self._from_operations(rate))
            values.extend(value for _, value in rate.steps)
        low, high = min(values) / 1e6, max(values) / 1e6
        names = ", ".join(rate.name for rate in rates)
        if len(rates) > _MOST_NAMES:
            names = f"{rates[0].name} ... {rates[-1].name} ({len(rates)} rates)"
        figures = f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}"
        text = f"{names}: {figures} million per second" + (f" {how}" if how else "")
        return f"{text} ({source})" if source else text

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
