"""Estimates for operations of libraries, used where a machine file has no time for one.

They are data (``machine_db/estimates``), are read when the first one is needed, and every time taken
from them is listed in the report: no machine file has to know every procedure of a library.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

from sad.document import parse_document
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.document import Item

_LIBRARY = "library."
_PREFIXES = (_LIBRARY, "intrinsic.")
_FILE = "estimates/library.yaml"


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
    text = resources.files("machine_db").joinpath(_FILE).read_text(encoding="utf-8")
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
