"""The time of an operation on a machine: the most specific entry that covers it, or an error.

Estimates for operations of libraries are data (``machine_db/estimates``), are read when the first one
is needed, and every time taken from them is listed in the report: no machine file has to know every
procedure of a library.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from machine_db import FOLDER
from sad.diagnostics import Span, input_error
from sad.machine.values import MachineValue
from sad.model.nodes import SECOND
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item
    from sad.machine.schema import Machine, Toolchain


_LIBRARY = "library."
_PREFIXES = (_LIBRARY, "intrinsic.")
_FILE = "estimates/library.yaml"


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
        self._known: dict[str, MachineValue] = {SECOND: MachineValue(1.0, "by definition")}

    def value(self, operation: str) -> MachineValue:
        """Return the time of ``operation``; raise ``SadError`` SAD405 if the machine has none."""
        known = self._known.get(operation)
        if known is None:
            known = self._known[operation] = self._find(operation, ())
        return known

    def _find(self, operation: str, seen: tuple[str, ...]) -> MachineValue:
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

    def _estimated(self, operation: str, estimate: Estimate) -> MachineValue:
        """The time of an operation from an estimate in cycles, or in another operation."""
        self.estimated.add(operation)
        each = 1.0 / self.machine.clock_hz
        if estimate.like:
            each = self.value(estimate.other(operation)).value
        source = f"estimate: {estimate.text}"
        return MachineValue(estimate.amount * each, source, estimate.uncertainty)


@record
class Estimate:
    """An operation's time: ``amount`` cycles of the clock, or operations ``like`` another one.

    ``like`` is empty for cycles. ``uncertainty`` is relative, one standard deviation.
    """

    operation: str
    amount: float
    like: str
    uncertainty: float

    def other(self, operation: str) -> str:
        """Return the operation it is like, of the same type as ``operation``."""
        return self.like + operation[len(self.operation) :]

    @property
    def text(self) -> str:
        """What is taken for it, in words."""
        return f"{self.amount:g} {f'x {self.like}' if self.like else 'cycles'}"


def estimate_of(operation: str) -> Estimate | None:
    """Return the estimate for an operation, that of the longest prefix; None if there is none."""
    if not operation.startswith(_PREFIXES):
        return None
    known = _estimates()
    key = operation
    while key and key not in known:
        key = key.rpartition(".")[0]
    return known.get(key)


def library_operations() -> tuple[str, ...]:
    """Return the operations of libraries that there are estimates for."""
    return tuple(key for key in _estimates() if key.startswith(_LIBRARY))


@lru_cache(maxsize=1)
def _estimates() -> Mapping[str, Estimate]:
    from sad.document import parse_document  # noqa: PLC0415 - reads YAML

    text = FOLDER.joinpath(_FILE).read_text(encoding="utf-8")
    root = parse_document(text, _FILE).mapping()
    uncertainty = root["uncertainty"].number()
    found: dict[str, Estimate] = {}
    for key, item in root["operations"].mapping().items():
        found[key] = _estimate(key, item.mapping(("cycles", "like", "times")), uncertainty)
    return found


def _estimate(key: str, entries: Mapping[str, Item], uncertainty: float) -> Estimate:
    if "cycles" in entries:
        return Estimate(key, entries["cycles"].number(), "", uncertainty)
    return Estimate(key, entries["times"].number(), entries["like"].text(), uncertainty)
