"""The network of a machine and its programming models: parameters, and primitives as formulas.

A primitive's time is a formula over the network's and the model's parameters, ``clock_hz``, and
three arguments: ``bytes`` (the message's size), ``nprocs`` (how many processors take part) and ``hops``
(links on the way). ``send(bytes/nprocs)`` is another primitive of the model for a message that long.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.machine.dimension import BYTES, NUMBER
from sad.machine.schema import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.machine.formula import Formula

ARGUMENTS = {"bytes": BYTES, "nprocs": NUMBER, "hops": NUMBER}
"""What a primitive is evaluated for, besides parameters."""


@dataclass(frozen=True, slots=True)
class Topology:
    """How the nodes are joined. ``dimensions`` are the sizes of a mesh or torus, else empty."""

    kind: str
    dimensions: tuple[int, ...] = ()
    arity: int | None = None


@dataclass(frozen=True, slots=True)
class Network:
    """A network. ``parameters`` by name; a name ends in its unit (``sad.machine.dimension``)."""

    name: str
    topology: Topology
    nodes: Value | None = None
    parameters: Mapping[str, Value] = field(default_factory=dict[str, Value])


@dataclass(frozen=True, slots=True)
class Primitive:
    """An operation of a programming model [s]. ``text`` is its formula as written."""

    name: str
    text: str
    formula: Formula
    source: str = ""
    uncertainty: float | None = None


@dataclass(frozen=True, slots=True)
class ProgrammingModel:
    """A message-passing library on a machine."""

    name: str
    description: str
    parameters: Mapping[str, Value]
    primitives: Mapping[str, Primitive]


def parameters_of(network: Network | None) -> Mapping[str, Value]:
    """Return the network's parameters; none without a network."""
    return network.parameters if network else dict[str, Value]()
