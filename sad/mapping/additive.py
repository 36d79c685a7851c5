"""The additive model: the time of a block is the sum of its operations' times.

Source: de Ronde et al. 1994, level 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.mapping.cost_model import CostModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bound import BoundExpansion, Run
    from sad.model.expand import Expansion


def _prepare(
    expansion: Expansion, machine: Machine, toolchain: Toolchain
) -> Callable[[Run | None], BoundExpansion]:
    """Raises SAD405 if the machine has no time for an operation."""
    from sad.machine.operation_times import OperationTimes  # noqa: PLC0415 - the registry loads this file
    from sad.mapping.bound import BoundExpansion, unknown_calls  # noqa: PLC0415
    from sad.mapping.resources import bound_alone  # noqa: PLC0415

    times = OperationTimes(machine, toolchain)
    blocks = tuple(
        bound_alone(
            block,
            tuple(
                sum(count * times.value(key).value for key, count in line.operations.items())
                for line in block.block.lines
            ),
        )
        for block in expansion.blocks
    )
    calls, estimated = unknown_calls(expansion), frozenset(times.estimated)
    bound = BoundExpansion(machine, toolchain, blocks, calls, ADDITIVE.name, estimated=estimated)
    return lambda _: bound  # blocks take the same time in any run


ADDITIVE = CostModel("additive", lambda toolchain: bool(toolchain.operations), _prepare)
