"""Description + machine -> bound description: demands and time of one execution of every block."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.machine.compute import OperationTimes
from sad.mapping.combine import Key, Prepared
from sad.mapping.resources import bound_alone
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.resources import BoundBlock
    from sad.mapping.throughput import RegionCost
    from sad.model.expand import Expansion

ADDITIVE, THROUGHPUT, ASM = MODELS = ("additive", "throughput", "asm")


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
    model: str = ADDITIVE
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
    rates: Mapping[Key, float] = field(default_factory=dict[Key, float])
    memory: Mapping[Key, float] = field(default_factory=dict[Key, float])


def model_for(toolchain: Toolchain, asked: str | None) -> str:
    """Return the cost model to use: the one asked for, else the toolchain's own.

    Raises ``SadError`` SAD450 if the toolchain has no numbers for it.
    """
    model = asked or toolchain.model
    if model not in MODELS:
        raise argument_error(
            "SAD450", f"no cost model {model!r}", f"there are: {', '.join(MODELS)}"
        )
    missing = (
        (model == THROUGHPUT and toolchain.throughput is None)
        or (model == ASM and toolchain.asm is None)
        or (model == ADDITIVE and not toolchain.operations)
    )
    if missing:
        message = f"toolchain {toolchain.name} has no numbers for the {model} model"
        hint = f"use --model {toolchain.model}, or a calibrated machine (sad machine calibrate)"
        raise argument_error("SAD450", message, hint)
    return model


def bind_machine(
    expansion: Expansion,
    machine: Machine,
    toolchain: Toolchain | None = None,
    *,
    model: str | None = None,
    run: Run | None = None,
) -> BoundExpansion:
    """Give every block its time on a machine.

    Under the additive model the time of a block is the sum of its operations' times (de Ronde et al.
    1994, level 1). Under the throughput model it depends on what else its loop does in ``run``,
    and holds for that run; without one every block stands by itself. The model ``asm`` is the same
    with the amounts and numbers of object code, which the expansion has. Raises ``SadError``: SAD405
    if the machine has no time for an operation, SAD450 if the toolchain has no numbers for the model,
    SAD451 if the description does not say what compiled code does.
    """
    chosen = toolchain or machine.default_toolchain
    times = OperationTimes(machine, chosen)
    kind = model_for(chosen, model)
    calls = unknown_calls(expansion)
    throughput = chosen.asm if kind == ASM else chosen.throughput
    if kind == ADDITIVE or throughput is None:
        blocks = tuple(
            bound_alone(
                block, tuple(line_seconds(line.operations, times) for line in block.block.lines)
            )
            for block in expansion.blocks
        )
        estimated = frozenset(times.estimated)
        return BoundExpansion(machine, chosen, blocks, calls, estimated=estimated)
    _check_work(expansion)
    covered = chosen.calibration.covered if chosen.calibration and kind != ASM else ()
    prepared = Prepared(expansion, throughput, times, frozenset(covered))
    costs = prepared.apart() if run is None else prepared.costs(run.counts, run.rates, run.memory)
    blocks = tuple(costs.blocks[block.id] for block in expansion.blocks)
    uncovered = frozenset[str]().union(*(cost.uncovered for cost in costs.regions))
    estimated = frozenset(times.estimated)
    return BoundExpansion(machine, chosen, blocks, calls, kind, costs.regions, uncovered, estimated)


def _check_work(expansion: Expansion) -> None:
    """Descriptions that were saved without it do not say what compiled code does."""
    for unit in expansion.description.units:
        if unit.statements and not unit.loops and unit.language in ("fortran", "c"):
            message = f"the description of {unit.name} does not say what compiled code does"
            hint = "write it again with: sad dump --description, or use --model additive"
            raise argument_error("SAD451", message, hint)


def line_seconds(operations: Mapping[str, int], times: OperationTimes) -> float:
    """Return the time of an operation mix [s]."""
    return sum(count * times.value(operation).value for operation, count in operations.items())


def call_symbol(name: str) -> str:
    """Return the parameter for the time of one call of a procedure that is not in the program."""
    return f"{name}.seconds"


def unknown_calls(expansion: Expansion) -> tuple[BoundCall, ...]:
    """Return the calls of procedures that are not in the program."""
    calls = [
        BoundCall(name, call_symbol(name), count) for name, count in expansion.externals.items()
    ]
    return tuple(call for call in calls if call.count)
