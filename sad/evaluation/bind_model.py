"""A model on a machine: under a cost model, or by the object code of the user's compiler."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sad.diagnostics import Span
from sad.evaluation.predict import block_counts
from sad.mapping.bind import ASM, bind_machine, cost_model_for
from sad.mapping.bound import Run
from sad.model.nodes import Loop
from sad.model.walks.parts import nodes_in_loops
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Diagnostics
    from sad.evaluation.model import Model
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bound import BoundExpansion
    from sad.mapping.combine import Key
    from sad.mapping.cost_model import CostModel
    from sad.mapping.throughput import RegionCost
    from sad.model.expand import BlockCount
    from sad.objectcode.attach import Attached


_WORTH_TELLING = 0.01
_NAMED = 4
"""Of so many loops a note tells the names."""


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
            return run_binder(model, machine, toolchain, kind)(counts, model.values)
    if kind.compiles:
        run = run_of(model, machine)
        compiled = bind_compiled(model, machine, toolchain, run, options)
        if diagnostics is not None:
            tell_guesses(compiled, model, diagnostics)
        return compiled.bound
    return bind_machine(model.expansion, machine, toolchain, model=cost_model)


def known_counts(model: Model) -> dict[str, float] | None:
    """Return the counts of the run that the given values describe; None while any is open.

    None as well if one is too large for a float: there is no time to tell of such a run.
    """
    values = block_counts(model)
    try:
        counts = {key: float(value) for key, value in values.items() if value is not None}
    except OverflowError:
        return None
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


RunBinder = Callable[["Mapping[str, float]", "Mapping[str, Number]"], "BoundExpansion"]
"""The costs in the run in which blocks run so often; ``values`` are those of all symbols.

Numbers may be arrays of points, or recorded.
"""


def run_binder(model: Model, machine: Machine, toolchain: Toolchain, kind: CostModel) -> RunBinder:
    """Return a model on a machine under a cost model of whole runs, for many runs."""
    runs, bound = Runs(model, machine), kind.prepare(model.expansion, machine, toolchain)
    return lambda counts, values: bound(runs.at(counts, values))


def run_of(model: Model, machine: Machine) -> Run | None:
    """Return the run that the given values describe; None while any count is open."""
    counts = known_counts(model)
    return None if counts is None else Runs(model, machine).at(counts, model.values)


@record
class Compiled:
    """Times from object code, and what they rest on (``Attached``).

    ``otherwise`` are the times if the arrays of loops in two versions overlap; None without such loops.
    """

    bound: BoundExpansion
    attached: Attached
    run: Run | None
    otherwise: BoundExpansion | None = None

    def seconds(self, bound: BoundExpansion, regions: Container[Key] | None = None) -> float:
        """Return the time of a run [s], of some regions or of all; 0 while counts are open."""
        if self.run is None:
            return 0.0
        return sum(
            float(self.run.counts[item.block.id]) * float(item.seconds)
            for item in bound.blocks
            if regions is None or region_of(item.block) in regions
        )


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
    priced = {key for table in toolchain.asm.bounds.values() for key in table}
    code = ObjectCode(model.expansion, functions, toolchain.asm.latencies, priced)
    counts = None if run is None else run.counts
    attached = code.attached(counts)
    bound = _priced(attached, model, machine, toolchain, run)
    otherwise = None
    if run is not None and attached.versions:
        other = code.attached(counts, overlapping=True)
        otherwise = _priced(other, model, machine, toolchain, run)
    return Compiled(bound, attached, run, otherwise)


def _priced(
    attached: Attached, model: Model, machine: Machine, toolchain: Toolchain, run: Run | None
) -> BoundExpansion:
    """The program with the times of its object code, of what has none those of its source."""
    bound = bind_machine(attached.expansion, machine, toolchain, model=ASM.name, run=run)
    own = {block.id: block for block in model.expansion.blocks}
    blocks = [replace(item, block=own[item.block.id]) for item in bound.blocks]
    if not attached.lost:
        return replace(bound, blocks=tuple(blocks))
    source = bind_machine(model.expansion, machine, toolchain, run=run)
    times = {item.block.id: item for item in source.blocks}
    blocks = [times[i.block.id] if region_of(i.block) in attached.lost else i for i in blocks]
    regions = (
        *(item for item in bound.regions if _key(item) not in attached.lost),
        *(item for item in source.regions if _key(item) in attached.lost),
    )
    return replace(bound, blocks=tuple(blocks), regions=regions)


def region_of(block: BlockCount) -> Key:
    """Return the region of a block: its unit and its innermost loop."""
    return block.unit.name, block.loops[-1].id if block.loops else ""


def _key(cost: RegionCost) -> Key:
    return cost.region.unit.name, cost.region.path


def tell_guesses(compiled: Compiled, model: Model, diagnostics: Diagnostics) -> None:
    """Note how much of the code has counts that are guesses, and what has no code or two versions."""
    attached = compiled.attached
    files = model.description.files
    span = Span.at(files[0] if files else "<object code>")
    if attached.guessed >= _WORTH_TELLING:
        diagnostics.note(
            "SAD464",
            "no line of the source tells which way some branches of the object code go",
            span,
            f"the counts of {attached.guessed:.0%} of the executed instructions are guesses; "
            "--model throughput takes all counts from the source",
        )
    whole = compiled.seconds(compiled.bound)
    if attached.lost:
        share = ""
        if whole:
            share = f": {compiled.seconds(compiled.bound, attached.lost) / whole:.0%} of the time"
        diagnostics.note(
            "SAD466",
            f"no object code was found of {_named(attached.lost, model)}",
            span,
            f"its time is that of the model of the source{share}",
        )
    if attached.removed:
        diagnostics.note(
            "SAD467",
            f"the compiler left nothing of {_named(attached.removed, model)}",
            span,
            "it takes no time in the compiled program: nobody uses its results, or they are known",
        )
    if compiled.otherwise is not None:
        other = compiled.seconds(compiled.otherwise)
        if abs(other - whole) >= _WORTH_TELLING * whole:
            diagnostics.note(
                "SAD468",
                f"the compiler made two versions of {_named(attached.versions, model)}",
                span,
                f"taken is the one for arrays that do not overlap, {whole:.3g} s in all; "
                f"if they do, {other:.3g} s",
            )


def _named(keys: frozenset[Key], model: Model) -> str:
    """Regions in words, with the lines they start on; a few of many."""
    lines = {
        (unit.name, loop.id): loop.span.line
        for unit in model.description.units
        for loop, _ in nodes_in_loops(unit.tree, Loop)
    }
    names = sorted(
        f"{unit} ({loop}, line {lines[unit, loop]})" if (unit, loop) in lines else unit
        for unit, loop in keys
        if not loop or (unit, "") not in keys
    )
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
