"""The formulas of one programming model for arrays of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.expr.arrays import values_of
from sad.expr.functions import names_of
from sad.expr.tree import ExpressionError
from sad.machine.networks.model import CONSTANTS, parameters_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.machine.networks.model import ProgrammingModel
    from sad.machine.schema import Machine


class ModelFormulas:
    """Primitives that the file gives formulas for. Infinite or NaN where one has no value."""

    def __init__(self, machine: Machine, model: ProgrammingModel) -> None:
        self._values = {"clock_hz": np.float64(machine.clock_hz)}
        self._values.update({name: np.float64(value) for name, (value, _) in CONSTANTS.items()})
        for parameters in (parameters_of(machine.network), model.parameters):
            self._values.update({name: np.float64(item.value) for name, item in parameters.items()})
        self._model = model
        self._far: dict[str, bool] = {}

    def use_hops(self, names: Iterable[str]) -> bool:
        """Return whether the time of any of the primitives depends on the links on the way."""
        return any(self._uses_hops(name) for name in names)

    def seconds(self, name: str, nbytes: Any, nprocs: Any, hops: Any, *, busy: bool = False) -> Any:
        """Return the time of a primitive [s], arrays that broadcast.

        ``busy`` asks for the part during which the processor works: what the primitive says, else its
        formula with that part of the primitives in it.
        """
        known = self._model.primitives[name]
        arguments = {"bytes": nbytes, "nprocs": nprocs, "hops": hops}

        def lookup(used: str) -> Any:
            if used in arguments:
                return arguments[used]
            if used in self._values:
                return self._values[used]
            return self.seconds(used, nbytes, nprocs, hops, busy=inner)

        def call(used: str, given: tuple[Any, ...]) -> Any:
            if used not in self._model.primitives:
                raise ExpressionError(f"no function {used}")
            return self.seconds(used, given[0], nprocs, hops, busy=inner)

        inner = busy and known.busy is None
        formula = known.busy if busy and known.busy is not None else known.formula
        return values_of(formula, lookup, call)

    def _uses_hops(self, name: str) -> bool:
        if name not in self._far:
            known = self._model.primitives[name]
            used = set(names_of(known.formula))
            if known.busy is not None:
                used.update(names_of(known.busy))
            self._far[name] = "hops" in used or any(
                self._uses_hops(other)
                for other in used
                if other in self._model.primitives and other != name
            )
        return self._far[name]
