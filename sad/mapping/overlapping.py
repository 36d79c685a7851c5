"""The models in which the work of a loop overlaps: of source, and of object code.

Both are the throughput model (``sad.mapping.throughput``): what a block takes depends on what else its
loop does in a run. ``asm`` has the amounts and the numbers of object code.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.mapping.cost_model import CostModel

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bound import BoundExpansion, Run
    from sad.model.expand import Expansion


def _prepared(
    compiles: bool, expansion: Expansion, machine: Machine, toolchain: Toolchain
) -> Callable[[Run | None], BoundExpansion]:
    """Raises SAD405 if the machine has no time for an operation, SAD451 if the description does not say
    what compiled code does.
    """
    from sad.machine.operation_times import OperationTimes  # noqa: PLC0415 - the registry loads this file
    from sad.mapping.bound import BoundExpansion, unknown_calls  # noqa: PLC0415
    from sad.mapping.combine import Prepared  # noqa: PLC0415

    model = ASM if compiles else THROUGHPUT
    calibration, throughput = toolchain.calibration, model.throughput(toolchain)
    assert throughput is not None
    calibrated = frozenset(calibration.covered if calibration and not compiles else ())
    _check_work(expansion)
    times = OperationTimes(machine, toolchain)
    prepared = Prepared(expansion, throughput, times, calibrated)
    calls, estimated = unknown_calls(expansion), frozenset(times.estimated)

    def bound(run: Run | None) -> BoundExpansion:
        costs = prepared.apart() if run is None else prepared.costs(run)
        blocks = tuple(costs.blocks[block.id] for block in expansion.blocks)
        uncovered = frozenset[str]().union(*(cost.uncovered for cost in costs.regions))
        return BoundExpansion(
            *(machine, toolchain, blocks, calls, model.name, costs.regions, uncovered, estimated)
        )

    return bound


def _check_work(expansion: Expansion) -> None:
    """Descriptions that were saved without it do not say what compiled code does."""
    for unit in expansion.description.units:
        if unit.statements and not unit.loops and unit.language in ("fortran", "c"):
            message = f"the description of {unit.name} does not say what compiled code does"
            hint = "write it again with: sad dump --description, or use --model additive"
            raise argument_error("SAD451", message, hint)


THROUGHPUT = CostModel(
    "throughput",
    lambda toolchain: toolchain.throughput is not None,
    partial(_prepared, False),
    of_run=True,
    throughput=lambda toolchain: toolchain.throughput,
)
ASM = CostModel(
    "asm",
    lambda toolchain: toolchain.asm is not None,
    partial(_prepared, True),
    of_run=True,
    compiles=True,
    throughput=lambda toolchain: toolchain.asm,
)
