"""The time of an operation on a machine: the most specific entry that covers it, or an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.machine.estimates import estimate_of
from sad.machine.schema import Value

if TYPE_CHECKING:
    from sad.machine.estimates import Estimate
    from sad.machine.schema import Machine, Toolchain

SECOND = "second"
"""The operation that takes 1 s on every machine: times given outright are counts of it."""


class OperationTimes:
    """Operation times of one toolchain [s].

    A dotted prefix covers everything below it: ``load.double`` is the time of
    ``load.double.element2.dummy`` unless that, or ``load.double.element2``, has its own. A fallback
    of a type (``quad: double``) is one for every operation on it that has none of its own. What a
    library does has an estimate where the machine has no time for it; ``estimated`` are those used.
    """

    def __init__(self, machine: Machine, toolchain: Toolchain) -> None:
        self.machine = machine
        self.toolchain = toolchain
        self.estimated: set[str] = set()
        self._known: dict[str, Value] = {SECOND: Value(1.0, "by definition")}

    def value(self, operation: str) -> Value:
        """Return the time of ``operation``; raise ``SadError`` SAD405 if the machine has none."""
        known = self._known.get(operation)
        if known is None:
            known = self._known[operation] = self._find(operation, ())
        return known

    def _find(self, operation: str, seen: tuple[str, ...]) -> Value:
        key = operation
        while key:
            value = self.toolchain.operations.get(key)
            if value is not None:
                return value
            other = self.toolchain.fallback.get(key)
            if other is not None and key not in seen:
                return self._find(other + operation[len(key) :], (*seen, key))
            key = key.rpartition(".")[0]
        for part in operation.split(".")[1:]:
            other = self.toolchain.fallback.get(part)
            if other is not None and part not in seen:  # a type that is taken for another
                return self._find(operation.replace(f".{part}", f".{other}"), (*seen, part))
        estimate = estimate_of(operation)
        if estimate is not None:
            return self._estimated(operation, estimate)
        message = (
            f"machine {self.machine.name} (toolchain {self.toolchain.name}) "
            f"has no time for the operation {operation}"
        )
        hint = f"add {operation} to operations_s, or a fallback for it"
        raise input_error("SAD405", message, Span.at(self.machine.file), hint)

    def _estimated(self, operation: str, estimate: Estimate) -> Value:
        """The time of an operation from an estimate in cycles, or in another operation."""
        self.estimated.add(operation)
        each = 1.0 / self.machine.clock_hz
        if estimate.like:
            each = self.value(estimate.other(operation)).value
        source = f"estimate: {estimate.text}"
        return Value(estimate.amount * each, source, estimate.uncertainty)
