"""A model on a machine, under the cost model asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.evaluation.compiled import bind_compiled, tell_guesses
from sad.evaluation.predict import block_counts
from sad.mapping.bind import ADDITIVE, ASM, Run, bind_machine, model_for
from sad.mapping.memory_time import MemoryModel

if TYPE_CHECKING:
    from sad.diagnostics import Diagnostics
    from sad.evaluation.model import Model
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bind import BoundExpansion
    from sad.objectcode.compiling import CompileOptions


def bind_model(
    model: Model,
    machine: Machine,
    toolchain: Toolchain,
    cost_model: str | None = None,
    options: CompileOptions | None = None,
    diagnostics: Diagnostics | None = None,
) -> BoundExpansion:
    """Return the program on a machine, for the values given so far.

    Under the throughput model times of blocks hold for the run these values describe; as long as counts
    are open every block stands by itself. The model ``asm`` compiles the source with ``options``, and
    tells ``diagnostics`` how much of the code has counts that are guesses. Raises as ``bind_machine``,
    ``values_of`` and ``object_code``.
    """
    kind = model_for(toolchain, cost_model)
    run = None if kind == ADDITIVE else run_of(model, machine)
    if kind == ASM:
        compiled = bind_compiled(model, machine, toolchain, run, options)
        if diagnostics is not None:
            tell_guesses(compiled, model, diagnostics)
        return compiled.bound
    return bind_machine(model.expansion, machine, toolchain, model=cost_model, run=run)


def run_of(model: Model, machine: Machine) -> Run | None:
    """Return the run that the given values describe; None while any count is open."""
    values = block_counts(model)
    counts = {key: float(value) for key, value in values.items() if value is not None}
    if len(counts) < len(values):
        return None
    rates = {**model.misses.branches, **model.misses.loops}
    memory = MemoryModel(model.expansion)
    costs = memory.costs(memory.run(counts, model.values), machine)
    return Run(counts, rates, {key: cost.seconds for key, cost in costs.items()})
