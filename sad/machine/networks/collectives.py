"""How operations of all processes are done: algorithms by name, and which one libraries choose.

``sad.communication.algorithms`` says what each algorithm sends. Rules are tried in order; the first
whose conditions hold names the algorithm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

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
