"""A model on a machine: under a cost model, or by the object code of the user's compiler."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.evaluation.predict import block_counts
from sad.mapping.bind import ASM, bind_machine, cost_model_for
from sad.mapping.bound import Run
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Diagnostics
    from sad.evaluation.model import Model
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bound import BoundExpansion
    from sad.mapping.cost_model import CostModel


_WORTH_TELLING = 0.01


def bind_model(
    model: Model,
    machine: Machine,
    toolchain: Toolchain,
    cost_model: str | None = None,
    options: tuple[str, ...] = (),
    diagnostics: Diagnostics | None = None,
) -> BoundExpansion:
    """Return the program on a machine, for the values given so far.

    Under the throughput model times of blocks hold for the run these values describe; as long as counts
    are open every block stands by itself. The model ``asm`` compiles the source with ``options``, and
    tells ``diagnostics`` how much of the code has counts that are guesses. Raises as ``bind_machine``,
    ``values_of`` and ``object_code``.
    """
    kind = cost_model_for(toolchain, cost_model)
    if kind.of_run and not kind.compiles:
        counts = known_counts(model)
        if counts is not None:
            return RunBinder(model, machine, toolchain, kind).at(counts, model.values)
    if kind.compiles:
        run = run_of(model, machine)
        compiled = bind_compiled(model, machine, toolchain, run, options)
        if diagnostics is not None:
            tell_guesses(compiled, model, diagnostics)
        return compiled.bound
    return bind_machine(model.expansion, machine, toolchain, model=cost_model)


def known_counts(model: Model) -> dict[str, float] | None:
    """Return the counts of the run that the given values describe; None while any is open."""
    values = block_counts(model)
    counts = {key: float(value) for key, value in values.items() if value is not None}
    return counts if len(counts) == len(values) else None


class Runs:
    """Runs of a model on a machine: what fetching cache lines costs them."""

    def __init__(self, model: Model, machine: Machine) -> None:
        from sad.mapping.memory_time import MemoryModel  # noqa: PLC0415 - only for models of a whole run

        self._rates = {**model.misses.branches, **model.misses.loops}
        self._memory = MemoryModel(model.expansion)
        self._machine = machine

    def at(self, counts: Mapping[str, float], values: Mapping[str, Number]) -> Run:
        """Return the run in which blocks run so often; ``values`` are those of all symbols."""
        costs = self._memory.costs(self._memory.run(counts, values), self._machine)
        return Run(counts, self._rates, {key: cost.seconds for key, cost in costs.items()})


class RunBinder:
    """A model on a machine under a cost model of whole runs, for many runs.

    ``at`` gives the costs in one run; numbers may be arrays of points (``sad.experiments.pieces``).
    """

    def __init__(
        self, model: Model, machine: Machine, toolchain: Toolchain, kind: CostModel
    ) -> None:
        self._runs = Runs(model, machine)
        self._bound = kind.prepare(model.expansion, machine, toolchain)

    def at(self, counts: Mapping[str, float], values: Mapping[str, Number]) -> BoundExpansion:
        """Return the costs in the run in which blocks run so often."""
        return self._bound(self._runs.at(counts, values))


def run_of(model: Model, machine: Machine) -> Run | None:
    """Return the run that the given values describe; None while any count is open."""
    counts = known_counts(model)
    return None if counts is None else Runs(model, machine).at(counts, model.values)


@record
class Compiled:
    """Times from object code, and the share of executed instructions whose count is a guess."""

    bound: BoundExpansion
    guessed: float


def bind_compiled(
    model: Model,
    machine: Machine,
    toolchain: Toolchain,
    run: Run | None,
    options: tuple[str, ...] = (),
) -> Compiled:
    """Return the program on a machine, its blocks' times from compiling it.

    Raises as ``object_code`` and ``bind_machine``.
    """
    # Only one cost model needs them.
    from sad.objectcode.attach import ObjectCode  # noqa: PLC0415
    from sad.objectcode.compiling import object_code  # noqa: PLC0415

    assert toolchain.asm is not None
    functions = object_code(model.description.files, machine, toolchain, options)
    code = ObjectCode(model.expansion, functions, toolchain.asm.latencies)
    attached = code.attached(None if run is None else run.counts)
    bound = bind_machine(attached.expansion, machine, toolchain, model=ASM.name, run=run)
    own = {block.id: block for block in model.expansion.blocks}
    blocks = tuple(replace(item, block=own[item.block.id]) for item in bound.blocks)
    return Compiled(replace(bound, blocks=blocks), attached.guessed)


def tell_guesses(compiled: Compiled, model: Model, diagnostics: Diagnostics) -> None:
    """Note how much of the code has counts that are guesses."""
    if compiled.guessed >= _WORTH_TELLING:
        file = model.description.files[0] if model.description.files else "<object code>"
        diagnostics.note(
            "SAD464",
            "no line of the source tells which way some branches of the object code go",
            Span.at(file),
            f"the counts of {compiled.guessed:.0%} of the executed instructions are guesses; "
            "--model throughput takes all counts from the source",
        )
