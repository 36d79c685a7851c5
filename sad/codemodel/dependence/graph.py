"""The dependence graph of one iteration of a loop: what must be there before what.

A node is the value of a statement, of a variable at the start of an iteration or where paths meet, or
an array element that is read. An edge leads from a value to one that is computed from it, through the
operations between: latencies, each booked on the action where the operation stands. Edges of a
*distance* above 0 come from that many iterations ago; without them the graph has no cycles, and nodes
are numbered in an order of computation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import add

from sad.codemodel.chains.latency import latencies
from sad.records import mutable


@dataclass(slots=True, eq=False)  # not frozen: made by the ten thousand, never changed
class Booking:
    """One visit of an action in an iteration: where steps are booked.

    ``frequency`` is about how often an iteration gets there, ``condition`` the block that decides (0 if
    every iteration does). An action that is looked at ``times`` times over, because the loop around it
    is unrolled, runs that often per iteration.
    """

    action: int
    frequency: float = 1.0
    condition: int = 0
    times: int = 1


@dataclass(slots=True, eq=False)
class Steps:
    """The operations between a value and a result, the one next to the value first."""

    key: str
    count: float
    rest: Steps | None
    cycles: tuple[float, ...]
    """In each table of latencies, all steps together."""


def step(key: str, rest: Steps | None, count: float = 1) -> Steps:
    """Return one more operation before others."""
    own = latencies(key)
    if count != 1:
        own = tuple(count * cycles for cycles in own)
    return Steps(key, count, rest, own if rest is None else tuple(map(add, own, rest.cycles)))


def steps_of(steps: Steps | None) -> dict[str, float]:
    """Return how often each operation is among steps."""
    found: dict[str, float] = {}
    while steps is not None:
        found[steps.key] = found.get(steps.key, 0) + steps.count
        steps = steps.rest
    return found


@dataclass(slots=True, eq=False)
class Edge:
    """A value that another is computed from; ``distance`` is how many iterations ago it was made."""

    source: int
    steps: Steps | None
    booking: Booking | None
    distance: int = 0

    def cycles(self, table: int) -> float:
        """Return how long the steps take, by one table of latencies."""
        if self.steps is None or self.booking is None:
            return 0.0
        return self.steps.cycles[table] * self.booking.frequency


@dataclass(slots=True, eq=False)
class Node:
    """A value. Of a node where paths ``meet`` any input may be the one; else all are needed."""

    inputs: list[Edge]
    meets: bool = False


@mutable
class Graph:
    """The nodes of one iteration; node 0 is everything that was there long before."""

    nodes: list[Node] = field(default_factory=lambda: [Node([])])

    def add(self, inputs: list[Edge], *, meets: bool = False) -> int:
        """Add a node and return its number."""
        self.nodes.append(Node(inputs, meets))
        return len(self.nodes) - 1


START = 0
