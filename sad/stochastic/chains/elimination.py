"""Steady states in any field, state by state: fractions and formulas, with no subtraction.

W. K. Grassmann, M. I. Taksar, D. P. Heyman, "Regenerative analysis and steady state distributions for
Markov chains", Operations Research 33 (1985): a state that is taken out hands what enters it on to the
states behind it, in the shares in which it is left. Nothing is ever subtracted, so formulas stay sums
of positive terms. States with few neighbours go first.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any, TypeVar

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

Value = TypeVar("Value")
Rows = list[dict[int, Any]]


@record
class Taken:
    """A state that was taken out: what entered it then, by state, and the rate at which it was left."""

    state: int
    entering: Mapping[int, Any]
    leaving: Any


class Elimination:
    """A chain whose states are taken out one by one.

    ``rows[i][j]`` is the rate from i to j, in any type with ``+ * /``.
    """

    def __init__(self, rows: Sequence[Mapping[int, Any]]) -> None:
        self.rows: Rows = [
            {j: rate for j, rate in row.items() if j != i} for i, row in enumerate(rows)
        ]
        self.columns: Rows = [{} for _ in rows]
        for i, row in enumerate(self.rows):
            for j, rate in row.items():
                self.columns[j][i] = rate
        self.taken: list[Taken] = []

    def take_out(self, states: Collection[int]) -> int | None:
        """Take states out, those with the fewest neighbours first; return one that cannot be left."""
        waiting = set(states)
        queue = [(self._fill(state), state) for state in waiting]
        heapq.heapify(queue)
        while queue:
            fill, state = heapq.heappop(queue)
            if state not in waiting:
                continue
            now = self._fill(state)
            if now > fill:
                heapq.heappush(queue, (now, state))
                continue
            if not self.rows[state]:
                return state
            waiting.discard(state)
            for neighbour in self._out(state):
                if neighbour in waiting:
                    heapq.heappush(queue, (self._fill(neighbour), neighbour))
        return None

    def _fill(self, state: int) -> int:
        return len(self.rows[state]) * len(self.columns[state])

    def _out(self, state: int) -> set[int]:
        rows, columns = self.rows, self.columns
        row, column = rows[state], columns[state]
        values = iter(row.values())
        leaving = next(values)
        for rate in values:
            leaving = leaving + rate
        self.taken.append(Taken(state, column, leaving))
        shares = {j: rate / leaving for j, rate in row.items()}
        for i, rate in column.items():
            target = rows[i]
            del target[state]
            for j, share in shares.items():
                if i != j:
                    new = rate * share
                    target[j] = columns[j][i] = target[j] + new if j in target else new
        for j in row:
            del columns[j][state]
        rows[state], columns[state] = {}, {}
        return row.keys() | column.keys()

    def weights(self, last: int, one: Any) -> dict[int, Any]:
        """Return the weights of all states taken out, where ``last``, which was not, has ``one``."""
        found = {last: one}
        for item in reversed(self.taken):
            entering = [found[i] * rate for i, rate in item.entering.items() if i in found]
            total = entering[0] if entering else one - one
            for flow in entering[1:]:
                total = total + flow
            found[item.state] = total / item.leaving
        return found
