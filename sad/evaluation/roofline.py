"""The roofline of a program: what bounds the rate of each loop, the core or a level of the memory.

A loop of F floating-point operations that moves B_l bytes between level l and the core's side runs at
``min(F/T_core, min over l of W_l*F/B_l)`` operations a second at most: T_core is the time of the cost
model where all data is there, W_l the bandwidth of the level (Williams, Waterman and Patterson 2009).
Bytes are lines as docs/cache.md counts them; a line that is written comes in and goes out.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from sad.machine.operation_times import OperationTimes
from sad.mapping.bind import cost_model_named
from sad.mapping.memory_time import Memory, MemoryModel, bandwidth
from sad.mapping.prices import Prices
from sad.mapping.resources import MEMORY, PROCESSOR, combined
from sad.model.amounts import Work, work_of
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.diagnostics import Span
    from sad.evaluation.model import Model
    from sad.evaluation.predict import Prediction
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.bound import BoundExpansion
    from sad.mapping.loop_nests import Key
    from sad.mapping.throughput import RegionCost
    from sad.model.expand import BlockCount

CORE = "core"
_ELEMENT_BYTES = 8
_FASTEST = ("add.double", "mul.double", "add.real", "mul.real")


@record
class Roof:
    """What a level of the memory supplies at most [bytes/s]."""

    name: str
    bytes_per_s: float


@record
class LoopRoof:
    """One loop (``loop`` empty: outside of loops) in a run.

    ``work`` are its floating-point operations and the bytes its statements load and store, ``moved``
    the bytes that come from each level and go there. ``core`` is its time where all data is there [s],
    ``seconds`` the predicted one, ``limits`` the operations a second that each roof allows.
    """

    unit: str
    loop: str
    span: Span
    work: Work
    moved: Mapping[str, float]
    core: float
    seconds: float
    limits: Mapping[str, float]

    @property
    def bound(self) -> str:
        """The lowest roof: ``core`` or the name of a level."""
        return min(self.limits, key=lambda name: self.limits[name])

    @property
    def attainable(self) -> float:
        """Operations a second that the lowest roof allows."""
        return self.limits[self.bound]

    @property
    def rate(self) -> float:
        """Operations a second that are predicted."""
        return self.work.flops / self.seconds if self.seconds else 0.0

    def intensity(self, level: str = "") -> float:
        """Operations for each byte that a level supplies; without a name that the loop's statements
        load and store. Infinite where there are none.
        """
        size = self.moved.get(level, 0.0) if level else self.work.moved
        return self.work.flops / size if size else inf


@record
class Roofline:
    """The loops of a run, those first that take longest, and the roofs of the machine.

    ``peak`` is the rate of the fastest floating-point operation of the toolchain [1/s]. ``total`` is
    the time of all that was counted [s], ``is_modelled`` whether the cost model itself counts the
    time of memory.
    """

    loops: tuple[LoopRoof, ...]
    roofs: tuple[Roof, ...]
    peak: float
    total: float
    is_modelled: bool


def roofline(prediction: Prediction, model: Model) -> Roofline:
    """Return the roofline of a prediction whose counts are known.

    ``model`` is the same program with what compiled code does (``LoopWork``).
    """
    bound = prediction.bound
    assert bound is not None
    counts = {block.id: float(prediction.counts[block.id] or 0) for block in model.expansion.blocks}
    memory = MemoryModel(model.expansion)
    run = memory.run(counts, prediction.model.values)
    costs = memory.costs(run, bound.machine)
    levels = Memory.of(bound.machine).levels[1:]
    roofs = tuple(Roof(level.name, bandwidth(level)) for level in levels)
    is_modelled = cost_model_named(bound.model).of_run
    regions = {(item.region.unit.name, item.region.path): item for item in bound.regions}
    loops: list[LoopRoof] = []
    for key, blocks in _by_loop(prediction.model.expansion.blocks).items():
        work = Work()
        for block in blocks:
            work = work.plus(work_of(block.block), counts.get(block.id, 0.0))
        seconds = sum(prediction.seconds.get(block.id) or 0.0 for block in blocks)
        cost = costs.get(key)
        waits = 0.0 if cost is None else cost.seconds
        core = _core(regions.get(key), seconds)
        if not is_modelled:
            seconds = combined({PROCESSOR: core, MEMORY: waits}, 1.0)
        if not seconds:
            continue
        moved: Mapping[str, float] = {} if cost is None else cost.bytes_by_level
        limits = {CORE: work.flops / core if core else inf}
        for roof in roofs:
            size = moved.get(roof.name, 0.0)
            limits[roof.name] = roof.bytes_per_s * work.flops / size if size else inf
        first = blocks[0]
        span = first.loops[-1].span if first.loops else first.block.lines[0].span
        loops.append(LoopRoof(*key, span, work, moved, core, seconds, limits))
    loops.sort(key=lambda item: -item.seconds)
    total = sum(item.seconds for item in loops)
    peak = peak_rate(bound.machine, bound.toolchain, modelled=is_modelled)
    return Roofline(tuple(loops), roofs, peak, total, is_modelled)


def _core(region: RegionCost | None, seconds: float) -> float:
    """The time of a loop where all data is there [s]."""
    return seconds if region is None else region.demand[PROCESSOR]


def _by_loop(blocks: Sequence[BlockCount]) -> dict[Key, list[BlockCount]]:
    found: dict[Key, list[BlockCount]] = {}
    for block in blocks:
        key = (block.unit.name, block.loops[-1].id if block.loops else "")
        found.setdefault(key, []).append(block)
    return found


def peak_rate(machine: Machine, toolchain: Toolchain, *, modelled: bool) -> float:
    """Return how many additions or multiplications a second a toolchain's code can do, of the kind that
    is fastest; vector code included where the throughput model knows it.
    """
    times = OperationTimes(machine, toolchain)
    throughput = toolchain.throughput if modelled else None
    found = 0.0
    for key in _FASTEST:
        if throughput is None:
            each, lanes = times.value(key).value, 1.0
        else:
            price = Prices(throughput, times, frozenset()).operation(key)
            each = max((seconds for _, seconds in price.parts), default=price.extra)
            size = _ELEMENT_BYTES if key.endswith("double") else _ELEMENT_BYTES // 2
            lanes = 1.0 if throughput.vector is None else throughput.vector.width_bytes / size
        if each > 0.0:
            found = max(found, max(lanes, 1.0) / each)
    return found


def bound_of(prediction: Prediction) -> BoundExpansion | None:
    """Return what a roofline needs of a prediction; None while its counts or machine are open."""
    is_known = None not in prediction.counts.values() and prediction.model.entry is not None
    return prediction.bound if is_known else None
