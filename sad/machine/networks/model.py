"""The network of a machine and its programming models: parameters, primitives, collective operations.

``sad.communication.algorithms`` says what each algorithm sends. Rules are tried in order; the first
whose conditions hold names the algorithm.

A primitive's time is a formula over the network's and the model's parameters, ``clock_hz``, and
three arguments: ``bytes`` (the message's size), ``nprocs`` (how many processors take part) and ``hops``
(links on the way). ``send(bytes/nprocs)`` is another primitive of the model for a message that long;
``byte`` is one byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.expr.dimensions import BYTES, NUMBER
from sad.machine.values import MachineValue
from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Span
    from sad.expr.tree import Expr
    from sad.simulation.service import Barrier, Service


ALGORITHMS: Mapping[str, tuple[str, ...]] = {
    "broadcast": ("linear", "binomial", "scatter_recursive_doubling", "scatter_ring"),
    "reduce": ("linear", "binomial", "rabenseifner"),
    "allreduce": ("reduce_broadcast", "recursive_doubling", "rabenseifner", "ring"),
    "gather": ("linear", "binomial"),
    "scatter": ("linear", "binomial"),
    "allgather": ("gather_broadcast", "recursive_doubling", "bruck", "ring"),
    "alltoall": ("linear", "pairwise", "bruck"),
    "reduce_scatter": ("reduce_then_scatter", "recursive_halving", "pairwise"),
    "scan": ("linear", "recursive_doubling"),
    "barrier": ("linear", "binomial", "dissemination"),
}
"""Algorithms of each collective operation."""
ARGUMENTS = {"bytes": BYTES, "nprocs": NUMBER, "hops": NUMBER}
"""What a primitive is evaluated for, besides parameters."""
CONSTANTS = {"byte": (1.0, BYTES)}
"""Names with a value and a dimension: one byte, for formulas that count them from one."""
OCCUPIED = ("link", "node on the way")
"""What there is one of each resource of a network for."""
MAPPINGS = ("identity", "row_major", "gray")
"""How ranks are laid on nodes (``sad.machine.networks.topology``)."""


@record
class Rule:
    """An algorithm and when it is taken; what is None does not matter.

    ``below_bytes`` and ``below_total_bytes`` compare the operation's bytes, and these times the
    number of processes; ``below_processes`` and ``power_of_two`` look at the number of processes.
    """

    algorithm: str
    below_bytes: float | None = None
    below_total_bytes: float | None = None
    below_processes: float | None = None
    power_of_two: bool | None = None

    @property
    def always(self) -> bool:
        """Whether it has no condition."""
        conditions = (self.below_bytes, self.below_total_bytes, self.below_processes)
        return all(value is None for value in (*conditions, self.power_of_two))


@record
class Collectives:
    """Rules by operation. ``selection`` names those the file starts from, if any."""

    selection: str
    rules: Mapping[str, tuple[Rule, ...]]
    source: str = ""


SELECTIONS: Mapping[str, Mapping[str, tuple[Rule, ...]]] = {
    "mpich": {
        "broadcast": (
            Rule("binomial", below_bytes=12288),
            Rule("binomial", below_processes=8),
            Rule("scatter_recursive_doubling", below_bytes=524288, power_of_two=True),
            Rule("scatter_ring"),
        ),
        "reduce": (Rule("binomial", below_bytes=2049), Rule("rabenseifner")),
        "allreduce": (Rule("recursive_doubling", below_bytes=2049), Rule("rabenseifner")),
        "gather": (Rule("binomial"),),
        "scatter": (Rule("binomial"),),
        "allgather": (
            Rule("recursive_doubling", below_total_bytes=524288, power_of_two=True),
            Rule("bruck", below_total_bytes=81920),
            Rule("ring"),
        ),
        "alltoall": (
            Rule("linear", below_bytes=32769, below_processes=8),
            Rule("bruck", below_bytes=257),
            Rule("linear", below_bytes=32769),
            Rule("pairwise"),
        ),
        "reduce_scatter": (Rule("recursive_halving", below_bytes=524288), Rule("pairwise")),
        "scan": (Rule("recursive_doubling"),),
        "barrier": (Rule("dissemination"),),
    },
    "textbook": {
        "broadcast": (Rule("binomial"),),
        "reduce": (Rule("binomial"),),
        "allreduce": (Rule("recursive_doubling"),),
        "gather": (Rule("binomial"),),
        "scatter": (Rule("binomial"),),
        "allgather": (Rule("recursive_doubling", power_of_two=True), Rule("bruck")),
        "alltoall": (Rule("pairwise"),),
        "reduce_scatter": (Rule("recursive_halving"),),
        "scan": (Rule("recursive_doubling"),),
        "barrier": (Rule("dissemination"),),
    },
}
"""``mpich``: Thakur, Rabenseifner, Gropp 2005 (section 4) and MPICH's defaults of that time; limits
that a size may reach itself are written one byte higher. ``textbook``: the fewest steps."""


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
class Occupied:
    """A resource on the way of a message, and how long a message of ``bytes`` holds it [s].

    ``per`` says what there is one of it for: each ``link``, in each direction, or each ``node on the
    way``, which is neither the sender's nor the receiver's.
    """

    name: str
    per: str
    text: str
    service: Expr
    source: str = ""
    uncertainty: float | None = None
    span: Span | None = None


@record
class Network:
    """A network. ``parameters`` by name; a name ends in its unit (``sad.expr.dimensions``).

    ``mapping`` is how ranks are laid on nodes, ``resources`` what messages occupy on their way.
    ``span`` is where the topology stands in its file.
    """

    name: str
    topology: Topology
    nodes: MachineValue | None = None
    parameters: Mapping[str, MachineValue] = field(default_factory=dict[str, MachineValue])
    mapping: str = "identity"
    span: Span | None = None
    resources: tuple[Occupied, ...] = ()


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
    ``service`` is how requests of remote accesses are served (its message times come from
    ``communicate``), ``barrier`` what a barrier of threads costs. Messages of ``eager_below_bytes`` and
    more wait for their receive; None: none does.
    """

    name: str
    description: str
    parameters: Mapping[str, MachineValue]
    primitives: Mapping[str, Primitive]
    standard: str = ""
    collectives: Collectives | None = None
    span: Span | None = None
    service: Service | None = None
    barrier: Barrier | None = None
    eager_below_bytes: float | None = None


def parameters_of(network: Network | None) -> Mapping[str, MachineValue]:
    """Return the network's parameters; none without a network."""
    return network.parameters if network else dict[str, MachineValue]()
