"""Links between ranks under a machine's topology and mapping."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.communication.steps import Partners
from sad.diagnostics import input_error
from sad.machine.networks.topology import capacity, distance, nodes_needed, nodes_of, shape_of

if TYPE_CHECKING:
    from sad.communication.steps import Floats, Step
    from sad.diagnostics import SadError, Span
    from sad.machine.networks.model import Network
    from sad.machine.networks.topology import Whole


class Distances:
    """Distances between ranks of programs on one network, cached by the number of processes."""

    def __init__(self, network: Network, mapping: str, place: Span) -> None:
        self._network = network
        self._mapping = mapping
        self._place = place
        nodes = None if network.nodes is None else network.nodes.value
        self.capacity = capacity(network.topology, nodes)
        self._of_partners = lru_cache(maxsize=100_000)(self._partners)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what another process makes the same of: nothing of what is kept."""
        return Distances, (self._network, self._mapping, self._place)

    @property
    def room(self) -> str:
        """How many nodes there are, and the line that says it."""
        return f"there are {self.capacity} nodes ({self._place.file}:{self._place.line})"

    def check(self, nprocs: int, grid: tuple[int, ...] = ()) -> None:
        """Raise SAD420 if there are fewer nodes than processes need."""
        needed = nodes_needed(self._mapping, nprocs, grid)
        if self.capacity is None or needed <= self.capacity:
            return
        topology = self._network.topology
        shape = " x ".join(map(str, topology.dimensions))
        kind = f"{topology.kind.replace('_', ' ')} {shape}".rstrip()
        asked = f"{nprocs} processes"
        if needed > nprocs:
            asked += f", which need {needed} nodes in a Gray code"
        message = f"{asked}, but this {kind} has {self.capacity} nodes"
        raise input_error("SAD420", message, self._place, "use fewer, or a larger machine")

    def between(self, first: Any, second: Any, nprocs: int, grid: tuple[int, ...] = ()) -> Whole:
        """Return links between ranks, arrays that broadcast.

        Raises SAD420 (``check``), SAD422 for a grid or a mapping that the network has no place for.
        """
        self.check(nprocs, grid)
        try:
            laid = grid if self._mapping == "row_major" else ()
            if self._mapping == "gray":
                shape = shape_of(self._network.topology, 1)
            else:
                shape = shape_of(self._network.topology, nprocs, laid)
            ends = (nodes_of(self._mapping, shape, side, grid) for side in (first, second))
            return distance(shape, *ends)
        except ValueError as error:
            raise self._misplaced(str(error)) from None

    def of_step(self, partners: Partners, apart: Any, nprocs: Floats) -> Floats:
        """Return links between partners of a step, by number of processes and distance in ranks.

        The most between any two, as the step takes as long as its slowest message; the mean where one
        process talks to all of the others in turn.
        """
        found = [
            self._of_partners(partners, int(away), int(number)) if np.isfinite(number) else np.nan
            for number, away in np.broadcast(nprocs, apart)
        ]
        return np.array(found, np.float64)

    def _partners(self, partners: Partners, apart: int, nprocs: int) -> float:
        if nprocs < 2:
            return 0.0
        ranks = np.arange(nprocs)
        if partners is Partners.ANY:
            total = sum(int(self.between(ranks, one, nprocs).sum()) for one in ranks)
            return total / (nprocs * (nprocs - 1))
        if partners is Partners.ROOT:
            return float(self.between(0, ranks[1:], nprocs).mean())
        if partners is Partners.SHIFT:
            return float(self.between(ranks, (ranks + apart) % nprocs, nprocs).max())
        others = ranks ^ apart if partners is Partners.FLIP else ranks + apart
        there = others < nprocs
        if partners is Partners.TREE:
            there &= ranks % (2 * apart) == 0
        return float(self.between(ranks[there], others[there], nprocs).max(initial=0))

    def _misplaced(self, message: str) -> SadError:
        hint = "another mapping, or a grid whose sides fit"
        return input_error("SAD422", message, self._place, hint)


class Ways:
    """Links in the steps of an operation, looked up once for each number of processes."""

    def __init__(self, distances: Distances | None, nprocs: Floats) -> None:
        self._distances = distances
        self._nprocs, self._first, self._place = np.unique(
            nprocs, return_index=True, return_inverse=True
        )

    def links(self, step: Step) -> Any:
        """Return the links between the partners of a step, for every point; 1 without a network."""
        if self._distances is None:
            return np.float64(1.0)
        # how far partners are apart depends on the number of processes alone, if on anything
        apart = step.distance if np.ndim(step.distance) == 0 else step.distance[self._first]
        return self._distances.of_step(step.partners, apart, self._nprocs)[self._place]
