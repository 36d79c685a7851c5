"""A program on a machine: what cost models make, and the run they make it for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import field, record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.combine import Key
    from sad.mapping.resources import BoundBlock
    from sad.mapping.throughput import RegionCost
    from sad.model.expand import Expansion


@record
class BoundCall:
    """Calls of a procedure whose time nobody knows: ``symbol`` is the time of one call [s]."""

    name: str
    symbol: str
    count: Poly


@record
class BoundExpansion:
    """A program on a machine. The total is the sum over blocks plus that over unknown calls.

    ``model`` is the cost model of a block's time, ``regions`` tell what bounds each loop, where
    the model knows. ``uncovered`` are operations for which the toolchain's calibration had no
    measurement, ``estimated`` those of libraries that the machine file has no time for.
    """

    machine: Machine
    toolchain: Toolchain
    blocks: tuple[BoundBlock, ...]
    calls: tuple[BoundCall, ...]
    model: str
    regions: tuple[RegionCost, ...] = ()
    uncovered: frozenset[str] = frozenset()
    estimated: frozenset[str] = frozenset()


@record
class Run:
    """One run of a program, for the models that need to know how often its parts run.

    ``counts`` are the executions of its blocks by id, ``rates`` recorded misprediction rates, and
    ``memory`` what fetching cache lines costs each region.
    """

    counts: Mapping[str, float]
    rates: Mapping[Key, float] = field(default_factory=dict["Key", float])
    memory: Mapping[Key, float] = field(default_factory=dict["Key", float])


def call_symbol(name: str) -> str:
    """Return the parameter for the time of one call of a procedure that is not in the program."""
    return f"{name}.seconds"


def unknown_calls(expansion: Expansion) -> tuple[BoundCall, ...]:
    """Return the calls of procedures that are not in the program."""
    calls = [
        BoundCall(name, call_symbol(name), count) for name, count in expansion.externals.items()
    ]
    return tuple(call for call in calls if call.count)
