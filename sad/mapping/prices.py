"""What each kind of operation takes of the parts of a processor, looked up once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.machine.operation_times import estimate_of
from sad.machine.throughput import ANY, find_prefix
from sad.mapping.regions import PLAIN
from sad.model.nodes import SECOND

if TYPE_CHECKING:
    from sad.machine.operation_times import OperationTimes
    from sad.machine.throughput import Throughput

WORK = "work"
ISSUE = "issue"


class Price(NamedTuple):
    """Times of one operation [s]: by column of the bounds, beside them, and if it is covered."""

    parts: tuple[tuple[int, float], ...]
    extra: float
    covered: bool


class Prices:
    """Prices under one toolchain; ``bounds`` are the names of its columns.

    ``times`` are the toolchain's operation times: of plain code what its bound ``work`` does not cover,
    of optimised code what no bound covers. ``known`` are the operations calibrated, all if empty.
    """

    def __init__(
        self, throughput: Throughput, times: OperationTimes, known: frozenset[str]
    ) -> None:
        self.throughput = throughput
        self.times = times
        plain = throughput.view == PLAIN
        self.bounds: tuple[str, ...] = (WORK,) if plain else tuple(throughput.bounds)
        self._known = known
        self._operations: dict[str, Price] = {}
        self._latencies: dict[str, float | None] = {}

    def operation(self, key: str) -> Price:
        """Return the price of an operation."""
        price = self._operations.get(key)
        if price is None:
            price = self._operations[key] = self._find(key)
        return price

    def latency(self, key: str) -> float | None:
        """Return the latency of a step of a dependence chain [s]; None if nothing covers it."""
        if key not in self._latencies:
            value = find_prefix(self.throughput.latencies, key)
            self._latencies[key] = None if value is None else value.value
        return self._latencies[key]

    def _find(self, key: str) -> Price:
        covered = not self._known or self._is_known(key)
        extra = find_prefix(self.throughput.extras, key)
        if self.throughput.view == PLAIN:
            if extra is not None:
                return Price((), extra.value, covered)
            value = find_prefix(self.throughput.bounds.get(WORK, {}), key)
            if value is None:
                value = self.times.value(key)
            return Price(((0, value.value),), 0.0, covered)
        parts: list[tuple[int, float]] = []
        own = False
        for column, name in enumerate(self.bounds):
            table = self.throughput.bounds[name]
            value = find_prefix(table, key)
            if value is not None:
                parts.append((column, value.value))
                own = own or value is not table.get(ANY)
        if extra is not None:
            return Price(tuple(parts), extra.value, covered)
        given = key == SECOND or find_prefix(self.times.toolchain.operations, key)
        if not own and (given or estimate_of(key)):
            return Price(tuple(parts), self.times.value(key).value, covered)
        return Price(tuple(parts), 0.0, covered and own)

    def _is_known(self, key: str) -> bool:
        """Whether a calibrated operation covers this one, by dotted prefix."""
        while key:
            if key in self._known:
                return True
            key = key.rpartition(".")[0]
        return False
