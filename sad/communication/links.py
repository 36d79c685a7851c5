"""What messages occupy on their way through a network: links, and nodes that pass them on.

A machine file says it under ``network: resources``. One that gives only ``link_bytes_per_s`` has links
that a message holds for its bytes over that. Between the nodes of a mesh, torus, ring or hypercube a
message goes by dimension-order routing, and a link is one in each direction. Where switches are between
the nodes, nothing is said about these: a message holds the link out of its node and the one into the
other; a bus is one link for all.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from sad.communication.times import Distances
from sad.diagnostics import Span, input_error
from sad.expr.numbers import value_of
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError
from sad.machine.networks.model import Occupied
from sad.machine.networks.topology import GRIDS
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.machine.schema import Machine
    from sad.machine.values import MachineValue

_RATE = "link_bytes_per_s"
_ROUTED = (*GRIDS, "hypercube")


@record
class Held:
    """A resource that a message holds, by its name, for a time [s]."""

    name: str
    seconds: float


class Links:
    """The links of a machine's network as messages of one programming model use them.

    ``switched`` tells that there are switches of which nothing is known. Raises SAD975 for a machine
    whose file says nothing about links.
    """

    def __init__(self, machine: Machine, model_name: str, mapping: str | None = None) -> None:
        network = machine.network
        model = machine.programming_models[model_name]
        if network is None:
            place = model.span or Span.at(machine.file)
            message = f"{machine.name} has no network: nothing is known about its links"
            raise input_error("SAD975", message, place, "docs/networks.md says how to describe one")
        self.place = network.span or Span.at(machine.file)
        self._kind = network.topology.kind
        self.switched = self._kind not in (*_ROUTED, "bus", "crossbar")
        values: dict[str, MachineValue] = {**network.parameters, **model.parameters}
        self._values: Mapping[str, float] = {name: item.value for name, item in values.items()}
        resources = network.resources
        if not resources and _RATE in values:
            text = f"bytes/{_RATE}"
            resources = (Occupied("link", "link", text, parse(text), values[_RATE].source),)
        if not resources:
            message = f"{machine.name} does not say how long a message holds a link"
            hint = f"give the network resources, or a parameter {_RATE} (docs/networks.md)"
            raise input_error("SAD975", message, self.place, hint)
        self._resources = resources
        self._distances = Distances(network, mapping or network.mapping, self.place)
        self._ways = lru_cache(maxsize=100_000)(self._names)
        self._services = lru_cache(maxsize=10_000)(self._seconds)

    @property
    def origins(self) -> tuple[str, ...]:
        """What holds what for how long, and where that is from, one text each."""
        return tuple(
            f"{item.name}: {item.text}" + (f" ({item.source})" if item.source else "")
            for item in self._resources
        )

    def held(
        self, first: int, second: int, nbytes: float, nprocs: int, grid: tuple[int, ...] = ()
    ) -> list[Held]:
        """Return what a message of ``nbytes`` from one rank to another holds, in the order of its way.

        Raises SAD420 and SAD422 as ``Distances.between``, SAD427 for a service without a value.
        """
        services = self._services(nbytes)
        return [
            Held(name, services[place]) for name, place in self._ways(first, second, nprocs, grid)
        ]

    def _names(
        self, first: int, second: int, nprocs: int, grid: tuple[int, ...]
    ) -> list[tuple[str, int]]:
        """The resources on the way between ranks, each with its place in the machine's list."""
        if first == second:
            return []
        if self._kind == "bus":
            links, nodes = ["bus"], []
        elif self._kind in _ROUTED:
            way = self._distances.way(first, second, nprocs, grid)
            links = [f"{one}>{other}" for one, other in pairwise(way)]
            nodes = way[1:-1]
        else:
            one, other = self._distances.nodes(first, second, nprocs, grid)
            links, nodes = [f"{one}>", f">{other}"], []
        found: list[tuple[str, int]] = []
        for place, item in enumerate(self._resources):
            names = links if item.per == "link" else nodes
            found += [(f"{item.name} {name}", place) for name in names]
        return found

    def _seconds(self, nbytes: float) -> list[float]:
        """How long a message holds each resource of the machine's list [s]."""
        values = {**self._values, "bytes": nbytes}
        found: list[float] = []
        for item in self._resources:
            try:
                seconds = float(value_of(item.service, values.__getitem__, exact=False))
            except ExpressionError as error:
                message = f"{item.text!r} has no value for {nbytes:g} bytes: {error}"
                place = item.span or self.place
                raise input_error("SAD427", message, place, "a division by zero?") from None
            found.append(max(seconds, 0.0))
        return found
