"""Description + machine -> bound description: seconds for one execution of every block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.machine.compute import OperationTimes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.counting.poly import Poly
    from sad.description.expand import BlockCount, Expansion
    from sad.machine.schema import Machine, Toolchain


@dataclass(frozen=True, slots=True)
class BoundBlock:
    """A block and the time of one execution of it [s]."""

    block: BlockCount
    seconds: float


@dataclass(frozen=True, slots=True)
class BoundCall:
    """Calls of a procedure whose time nobody knows: ``symbol`` is the time of one call [s]."""

    name: str
    symbol: str
    count: Poly


@dataclass(frozen=True, slots=True)
class BoundExpansion:
    """A program on a machine. The total is the sum over blocks plus that over unknown calls."""

    machine: Machine
    toolchain: Toolchain
    blocks: tuple[BoundBlock, ...]
    calls: tuple[BoundCall, ...]


def bind_machine(
    expansion: Expansion, machine: Machine, toolchain: Toolchain | None = None
) -> BoundExpansion:
    """Give every block its time on a machine.

    The time of a block is the sum of its operations' times (the additive model: de Ronde et al.
    1994, level 1). Raises ``SadError`` SAD405 if the machine has no time for an operation.
    """
    chosen = toolchain or machine.default_toolchain
    times = OperationTimes(machine, chosen)
    blocks = tuple(
        BoundBlock(block, sum(line_seconds(line.operations, times) for line in block.block.lines))
        for block in expansion.blocks
    )
    return BoundExpansion(machine, chosen, blocks, unknown_calls(expansion))


def line_seconds(operations: Mapping[str, int], times: OperationTimes) -> float:
    """Return the time of an operation mix [s]."""
    return sum(count * times.value(operation).value for operation, count in operations.items())


def unknown_calls(expansion: Expansion) -> tuple[BoundCall, ...]:
    """Return the calls of procedures that are not in the program."""
    calls = [
        BoundCall(name, f"{name}.seconds", count) for name, count in expansion.externals.items()
    ]
    return tuple(call for call in calls if call.count)
