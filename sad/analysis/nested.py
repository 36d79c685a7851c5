"""The nested tree of a unit's control flow: blocks, loops and weighted parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import ZERO, Poly
from sad.records import record

if TYPE_CHECKING:
    from sad.analysis.cfg.weights import Flow
    from sad.analysis.loops.natural import Region
    from sad.analysis.loops.trip_count import LoopInfo
    from sad.diagnostics import Span

RETURN, STOP, BACK, NEVER = -1, -2, -3, -4
"""Targets of flow that are no blocks: out of the unit, end of the program, the next iteration, and
an endless loop."""


@record
class Work:
    """One basic block's actions."""

    block: int


@record
class Sequence:
    """Parts one after the other."""

    parts: tuple[Tree, ...]


@record
class Weighted:
    """A part that is reached with probability ``weight`` (or that many times on average)."""

    weight: Poly
    part: Tree


@record
class Alternatives:
    """The arms of one branch: labels, weights and parts; ``path`` names the construct."""

    path: str
    span: Span
    arms: tuple[tuple[str, Poly, Tree], ...]


@record
class Repeat:
    """A loop: ``head`` runs ``trips + last`` times, ``body`` ``trips`` times.

    ``last`` is the share of entries that end by the head's own test: 1 unless the loop can also be
    left elsewhere, 0 for a loop without such a test (then everything is in ``head``). ``leaving`` is
    the probability that one run of the body leaves the loop.
    """

    info: LoopInfo
    head: Tree
    body: Tree
    last: Poly
    leaving: Poly = ZERO


Tree = Work | Sequence | Weighted | Alternatives | Repeat
EMPTY = Sequence(())


@record
class Visits:
    """A named number of executions: of a block of an irreducible region, per entry into it."""

    symbol: str
    block: int


@record
class Structured:
    """The tree of a unit, the flow out of it, and what its irreducible regions had named.

    ``at_least_once`` are the trip counts of loops that test for their end after the first pass.
    """

    tree: Tree
    flow: Flow
    irreducible: tuple[Region, ...]
    visits: tuple[Visits, ...]
    at_least_once: frozenset[str]

    @property
    def never_returns(self) -> bool:
        """Whether every way out of the unit is a STOP."""
        return set(self.flow) == {STOP}


def sequence(parts: list[Tree]) -> Tree:
    """Parts in sequence, nested sequences spliced in."""
    flat: list[Tree] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Sequence) else (part,))
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))
