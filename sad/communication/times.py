"""Seconds of messages on a machine: primitives of a programming model for arrays of points.

A primitive has the time of its formula in the machine file. One without a formula can be had from
others (``DERIVED``), or, if it is an operation of all processes, from its algorithm and the times of
single messages. Anything else is an error: a machine never guesses.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.communication.algorithms import STEPS, Partners
from sad.diagnostics import Span, argument_error, input_error
from sad.expr.arrays import values_of
from sad.machine.networks.model import ALGORITHMS, MAPPINGS
from sad.machine.networks.primitives import PrimitiveTimes
from sad.machine.networks.topology import capacity, distance, nodes_needed, nodes_of, shape_of, way

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from sad.communication.algorithms import Floats, Step
    from sad.diagnostics import SadError
    from sad.machine.networks.model import Network, ProgrammingModel, Rule
    from sad.machine.networks.topology import Shape, Whole
    from sad.machine.schema import Machine


DERIVED = {
    "communicate": (("send", "receive"), ("send",)),
    "send": (("communicate",),),
    "receive": (("communicate",), ("send",)),
    "exchange": (("communicate",), ("send", "receive"), ("send",)),
}
"""What stands for a primitive that is not given: the sum of the first ones that are all given.

A message is what both sides do for it, or the send where the file knows no receive. A process is in a
send or receive as long as the message takes. An exchange goes both ways at once.
"""
_AT_ONCE = 20_000  # points whose arrays stay in a core's cache
OF_ALL = frozenset(
    (*ALGORITHMS, "simple_bcast", "simple_collect", "tree_bcast", "tree_collect")
) | {"tree_collect_scalar", "butterfly"}
"""Operations of all processes, which take no time where there is one."""
_OF_POWERS = 0.5  # the fraction that frexp gives powers of two


def model_for(machine: Machine, wanted: str) -> str:
    """Return the programming model ``wanted``, else the file's first one; SAD424 without any."""
    models = machine.programming_models
    if not models:
        hint = "sad machine list says which have messages; docs/networks.md how to describe them"
        raise argument_error("SAD424", f"{machine.name} has no programming model", hint)
    return wanted if wanted in models else next(iter(models))


class MessageTimes:
    """Times of one programming model's primitives [s]. Arrays of one shape, or that broadcast.

    ``mapping`` lays ranks on nodes: identity, row_major or gray; without one as the file says. Raises
    SAD424 for a programming model that the machine has not, SAD422 for an unknown mapping.
    """

    def __init__(self, machine: Machine, model_name: str, mapping: str | None = None) -> None:
        models = machine.programming_models
        if model_name not in models:
            known = ", ".join(models) or "none"
            message = f"{machine.name} has no programming model {model_name!r}"
            raise argument_error("SAD424", message, f"there are: {known}")
        if mapping is not None and mapping not in MAPPINGS:
            message = f"there is no mapping {mapping!r}"
            raise argument_error("SAD422", message, f"one of {', '.join(MAPPINGS)}")
        self._model: ProgrammingModel = models[model_name]
        self._place = self._model.span or Span.at(machine.file)
        self._formulas = PrimitiveTimes(machine.clock_hz, machine.network, self._model, values_of)
        self._far = any(
            map(self._formulas.use_hops, (*self._terms("communicate"), *self._terms("exchange")))
        )
        self._distances: Distances | None = None
        if machine.network is not None:
            network = machine.network
            chosen = mapping or network.mapping
            self._distances = Distances(network, chosen, network.span or self._place)

    @property
    def capacity(self) -> int | None:
        """How many processes there are nodes for; None if the file does not say."""
        return None if self._distances is None else self._distances.capacity

    @property
    def room(self) -> str:
        """The capacity and where it stands, to say why a program cannot run with more processes."""
        return "" if self._distances is None else self._distances.room

    def knows(self, primitive: str) -> bool:
        """Return whether the primitive's time can be had."""
        return bool(self._terms(primitive) or self._rules(primitive))

    def seconds(self, primitive: str, nbytes: Any, nprocs: Any = 2.0, hops: Any = None) -> Floats:
        """Return the time of a primitive [s] for ``nbytes`` of ``nprocs`` processes.

        Bytes are those of a message; of the whole vector for broadcast, reduce, allreduce,
        reduce_scatter and scan; of one process for gather, scatter and allgather; of one pair of
        processes for alltoall: what the count in the call says. ``hops`` are links on the way
        (``between``); without them neighbours are meant, and in algorithms the partners' distance.
        NaN in, NaN out. Raises SAD420 (more processes than nodes), SAD423 (a primitive that cannot be
        had) and SAD427 (a formula without a value).
        """
        return self._evaluate(primitive, nbytes, nprocs, hops, busy=False)

    def busy(self, primitive: str, nbytes: Any, nprocs: Any = 2.0, hops: Any = None) -> Floats:
        """Return that part of ``seconds`` during which the processor itself works [s].

        What is left can go on beside computation. All of it unless the file says otherwise.
        """
        return self._evaluate(primitive, nbytes, nprocs, hops, busy=True)

    def between(self, first: Any, second: Any, nprocs: int, grid: tuple[int, ...] = ()) -> Whole:
        """Return links between ranks of a program, which may run on a ``grid`` of processes.

        One link without a network. Raises SAD420 and SAD422 as ``Distances.between``.
        """
        if self._distances is None:
            return (np.asarray(first) != np.asarray(second)).astype(np.int64)
        return self._distances.between(first, second, nprocs, grid)

    def algorithm(self, primitive: str, nbytes: float, nprocs: float) -> str:
        """Return how a primitive is had: ``formula``, what it is derived from, or its algorithm."""
        if primitive in self._model.primitives:
            return "formula"
        terms = self._terms(primitive)
        if terms:
            return " + ".join(terms)
        sizes, processes = np.full(1, float(nbytes)), np.full(1, float(nprocs))
        for rule, mask in chosen(self._rules(primitive), sizes, processes):
            if mask.any():
                return rule.algorithm
        raise self._cannot(primitive)

    def _evaluate(
        self, primitive: str, nbytes: Any, nprocs: Any, hops: Any, *, busy: bool
    ) -> Floats:
        size = np.asarray(0.0 if primitive == "barrier" else nbytes, np.float64)
        number = np.asarray(nprocs, np.float64)
        if self._distances is not None and np.isfinite(number).any():
            most = int(np.max(number, where=np.isfinite(number), initial=1.0))
            self._distances.check(most)
        terms = self._terms(primitive)
        with np.errstate(all="ignore"):
            if terms:
                links = np.float64(1.0) if hops is None else np.asarray(hops, np.float64)
                found = self._sum(terms, size, number, links, busy=busy)
            else:
                sizes, numbers = np.broadcast_arrays(size, number)
                found = self._collective(primitive, sizes, numbers, hops, busy=busy)
            if primitive in OF_ALL:
                found = np.where(number <= 1.0, 0.0, found)
        unknown = np.isnan(np.asarray(nbytes, np.float64)) | np.isnan(number)
        given = np.isfinite(size) & np.isfinite(number) & np.isfinite(1.0 if hops is None else hops)
        if (~np.isfinite(found) & given).any():
            raise self._no_value(primitive, size, number, ~np.isfinite(found) & given)
        return np.where(unknown, np.nan, found)

    def _terms(self, primitive: str) -> tuple[str, ...]:
        """The formulas whose sum is the primitive; none if there are none."""
        known = self._model.primitives
        if primitive in known:
            return (primitive,)
        for names in DERIVED.get(primitive, ()):
            if all(name in known for name in names):
                return names
        return ()

    def _sum(
        self, terms: tuple[str, ...], nbytes: Any, nprocs: Any, hops: Any, *, busy: bool
    ) -> Floats:
        total: Any = 0.0
        for name in terms:
            total = total + self._formulas.seconds(
                name, nbytes=nbytes, nprocs=nprocs, hops=hops, busy=busy
            )
        shape = np.broadcast_shapes(np.shape(nbytes), np.shape(nprocs), np.shape(hops))
        return np.broadcast_to(np.asarray(total, np.float64), shape)

    def _rules(self, primitive: str) -> tuple[Rule, ...]:
        collectives = self._model.collectives
        if collectives is None or not self._terms("communicate"):
            return ()
        return collectives.rules.get(primitive, ())

    def _collective(
        self, primitive: str, nbytes: Floats, nprocs: Floats, hops: Any, *, busy: bool
    ) -> Floats:
        if not self._rules(primitive):
            raise self._cannot(primitive)
        sizes, numbers, found = nbytes.ravel(), nprocs.ravel(), np.full(nbytes.size, np.nan)
        far = np.broadcast_to(np.nan if hops is None else hops, nbytes.shape).ravel()
        for rule, taken in chosen(self._rules(primitive), sizes, numbers):
            points = np.flatnonzero(taken)
            for start in range(0, len(points), _AT_ONCE):
                part = points[start : start + _AT_ONCE]
                steps = STEPS[primitive][rule.algorithm](sizes[part], numbers[part])
                links = None if hops is None else far[part]
                found[part] = self._path(steps, numbers[part], links, busy=busy)
        return found.reshape(nbytes.shape)

    def _path(self, steps: Iterator[Step], nprocs: Floats, hops: Any, *, busy: bool) -> Floats:
        """The sum of all steps; messages of one length in a row are computed once."""
        total = np.zeros(nprocs.shape)
        ways = Ways(self._distances, nprocs) if self._far and hops is None else None
        for row in self._rows(steps):
            first = row[0]
            names = self._terms("exchange" if first.both else "communicate")
            links = np.float64(1.0) if hops is None else hops
            if ways is not None:
                links = ways.links(first)
            one = self._sum(names, first.nbytes, np.float64(2.0), links, busy=busy)
            times: Any = sum(np.asarray(step.times, np.float64) for step in row)
            # a step that is not taken may have no value: a message of infinite length, 0 times
            total = total + np.where(times == 0.0, 0.0, times * one)
        return total

    def _rows(self, steps: Iterator[Step]) -> Iterator[list[Step]]:
        """Steps that take the same time, together."""
        row: list[Step] = []
        for step in steps:
            if row and (row[0].nbytes is not step.nbytes or row[0].both != step.both or self._far):
                yield row
                row = []
            row.append(step)
        if row:
            yield row

    def _cannot(self, primitive: str) -> SadError:
        message = f"the programming model {self._model.name} has no {primitive}"
        hint = "give it a formula under primitives"
        if primitive in ALGORITHMS:
            hint += ", or say how it is done: collectives: {selection: mpich}"
            if not self._terms("communicate"):
                hint += ", over a send or communicate"
        return input_error("SAD423", message, self._place, hint)

    def _no_value(self, primitive: str, nbytes: Any, nprocs: Any, where: Any) -> SadError:
        sizes, numbers, bad = np.broadcast_arrays(nbytes, nprocs, where)
        size, number = (float(values[bad][0]) for values in (sizes, numbers))
        known = self._model.primitives.get(primitive)
        place = known.span if known is not None and known.span is not None else self._place
        message = f"{primitive} has no value for {size:g} bytes and {number:g} processes"
        hint = "a division by zero, or a logarithm of zero?"
        return input_error("SAD427", message, place, hint)


# Which algorithm does an operation of all processes, point by point.


def chosen(
    rules: Iterable[Rule], nbytes: Floats, nprocs: Floats
) -> Iterator[tuple[Rule, NDArray[np.bool_]]]:
    """Yield each rule with the points it is the first to hold at; arrays of one shape."""
    left = np.ones(nbytes.shape, np.bool_)
    power = np.frexp(nprocs)[0] == _OF_POWERS
    for rule in rules:
        taken = left.copy()
        if rule.below_bytes is not None:
            taken &= nbytes < rule.below_bytes
        if rule.below_total_bytes is not None:
            taken &= nbytes * nprocs < rule.below_total_bytes
        if rule.below_processes is not None:
            taken &= nprocs < rule.below_processes
        if rule.power_of_two is not None:
            taken &= power == rule.power_of_two
        left &= ~taken
        yield rule, taken


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
        return distance(*self._ends(first, second, nprocs, grid))

    def nodes(self, first: int, second: int, nprocs: int, grid: tuple[int, ...] = ()) -> list[str]:
        """Return the numbers of the nodes of two ranks; raises as ``between``."""
        return [str(int(end)) for end in self._ends(first, second, nprocs, grid)[1:]]

    def way(self, first: int, second: int, nprocs: int, grid: tuple[int, ...] = ()) -> list[str]:
        """Return the nodes on the way between two ranks, both ends included; raises as ``between``.

        A node is its number in the program's part of the machine, or its place in the machine if the
        program does not use it. ``ValueError`` for networks of switches.
        """
        shape, one, other = self._ends(first, second, nprocs, grid)
        return way(shape, int(one), int(other))

    def _ends(
        self, first: Any, second: Any, nprocs: int, grid: tuple[int, ...]
    ) -> tuple[Shape, Whole, Whole]:
        """The part of the machine that a program has, and the nodes of two ranks in it."""
        self.check(nprocs, grid)
        try:
            laid = grid if self._mapping == "row_major" else ()
            topology = self._network.topology
            gray = self._mapping == "gray"
            shape = shape_of(topology, 1) if gray else shape_of(topology, nprocs, laid)
            one, other = (nodes_of(self._mapping, shape, side, grid) for side in (first, second))
        except ValueError as error:
            raise self._misplaced(str(error)) from None
        return shape, one, other

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
