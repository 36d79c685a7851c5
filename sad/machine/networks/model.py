"""The network of a machine and its programming models: parameters, and primitives as formulas.

A primitive's time is a formula over the network's and the model's parameters, ``clock_hz``, and
three arguments: ``bytes`` (the message's size), ``nprocs`` (how many processors take part) and ``hops``
(links on the way). ``send(bytes/nprocs)`` is another primitive of the model for a message that long;
``byte`` is one byte.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from sad.expr.dimensions import BYTES, NUMBER
from sad.machine.schema import Value
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span
    from sad.expr.tree import Expr
    from sad.machine.networks.collectives import Collectives

ARGUMENTS = {"bytes": BYTES, "nprocs": NUMBER, "hops": NUMBER}
"""What a primitive is evaluated for, besides parameters."""
CONSTANTS = {"byte": (1.0, BYTES)}
"""Names with a value and a dimension: one byte, for formulas that count them from one."""
MAPPINGS = ("identity", "row_major", "gray")
"""How ranks are laid on nodes (``sad.machine.networks.placement``)."""


@record
class Topology:
    """How the nodes are joined.

    ``dimensions`` are the sizes of a mesh, torus or ring, and the groups, routers of a group and nodes
    of a router of a dragonfly; else empty. ``arity`` is how many nodes, or switches, a switch has
    below it.
    """

    kind: str
    dimensions: tuple[int, ...] = ()
    arity: int | None = None


@record
class Network:
    """A network. ``parameters`` by name; a name ends in its unit (``sad.expr.dimensions``).

    ``mapping`` is how ranks are laid on nodes. ``span`` is where the topology stands in its file.
    """

    name: str
    topology: Topology
    nodes: Value | None = None
    parameters: Mapping[str, Value] = field(default_factory=dict[str, Value])
    mapping: str = "identity"
    span: Span | None = None


@record
class Primitive:
    """An operation of a programming model [s]. ``text`` is its formula as written.

    ``busy`` is the share of that time the processor itself works [s], None where it is all of it.
    """

    name: str
    text: str
    formula: Expr
    source: str = ""
    uncertainty: float | None = None
    busy: Expr | None = None
    busy_text: str = ""
    span: Span | None = None


@record
class ProgrammingModel:
    """A message-passing library on a machine.

    ``standard`` names the model of messages (Hockney, LogP, ...) that its primitives were made from, if
    any. ``collectives`` says how operations of all processes are done that no formula is given for.
    """

    name: str
    description: str
    parameters: Mapping[str, Value]
    primitives: Mapping[str, Primitive]
    standard: str = ""
    collectives: Collectives | None = None
    span: Span | None = None


def parameters_of(network: Network | None) -> Mapping[str, Value]:
    """Return the network's parameters; none without a network."""
    return network.parameters if network else dict[str, Value]()
