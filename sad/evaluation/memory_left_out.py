"""Time in which a program waits for memory, where the cost model does not count it.

The additive model adds up the times of operations on data that is there. Where a program touches more
than the caches hold, its times are too low: how much, the memory's walks tell (``memory_time``).

Models that count the time of memory take what is picked from arrays of unknown size to be in the first
level: here is how much more it takes if each pick is of a line far away.
"""

from __future__ import annotations

from math import isfinite, nan
from typing import TYPE_CHECKING

from sad.mapping.bind import cost_model_named
from sad.records import record, replace

if TYPE_CHECKING:
    from sad.evaluation.model import Model
    from sad.evaluation.predict import Prediction

_ELEMENT_BYTES = 8
_WORTH_TELLING = 0.05
_ALLOCATED = "library.allocated.byte"


@record
class LeftOut:
    """``seconds`` of waiting: ``touched`` bytes are more than the ``held`` bytes of ``cache``.

    Where ``arrays`` are named, that is so if these, of unknown size, are large.
    """

    seconds: float
    touched: float
    cache: str
    held: float
    arrays: tuple[str, ...] = ()


def may_leave_caches(prediction: Prediction) -> bool:
    """Return whether so much is loaded and stored that it may be more than the last cache holds.

    False without memory in the machine file, and as long as the total is not known.
    """
    bound = prediction.bound
    if bound is None or prediction.total is None:
        return False
    sizes = sorted(level.size_bytes.value for level in bound.machine.memory if not level.is_tlb)
    if len(sizes) < 2:
        return False
    accesses = 0.0
    for item in bound.blocks:
        count = float(prediction.counts[item.block.id] or 0)
        for line in item.block.block.lines if count else ():
            keys = (k for k in line.operations if k.startswith(("load", "store")))
            accesses += count * sum(line.operations[key] for key in keys)
    return accesses * _ELEMENT_BYTES > sizes[-2]


def memory_left_out(prediction: Prediction, model: Model) -> LeftOut | None:
    """Return what waiting for memory adds to a prediction; None if it is little, or caches hold all.

    ``model`` is the same program with what compiled code does (``LoopWork``).
    """
    from sad.mapping.memory_time import Memory, MemoryModel  # noqa: PLC0415 - for large programs

    bound, total = prediction.bound, prediction.total
    counts = known_counts(prediction, model)
    if bound is None or not total or counts is None:
        return None
    memory = MemoryModel(model.expansion)
    run = memory.run(counts, prediction.model.values)
    cache = Memory.of(bound.machine).levels[-2]
    line = cache.line_bytes.value
    arrays, counted = (), 0.0
    if cost_model_named(bound.model).of_run:
        arrays = tuple(memory.picked_from(run))
        if not arrays:
            return None
        counted = sum(cost.seconds for cost in memory.costs(run, bound.machine).values())
        run = replace(run, large=True)
    touched = memory.touched(run, line) * line
    if touched <= cache.size_bytes.value:
        return None
    seconds = sum(cost.seconds for cost in memory.costs(run, bound.machine).values()) - counted
    if seconds < _WORTH_TELLING * total:
        return None
    return LeftOut(seconds, touched, cache.name, cache.size_bytes.value, arrays)


def known_counts(prediction: Prediction, model: Model) -> dict[str, float] | None:
    """Return how often the blocks of a program run, None where one is not known."""
    counts = {block.id: prediction.counts.get(block.id) for block in model.expansion.blocks}
    if None in counts.values():
        return None
    return {name: float(count or 0) for name, count in counts.items()}


def bytes_needed(prediction: Prediction) -> float:
    """Return the bytes of all arrays that a program declares or allocates; NaN if not known.

    The description has what compiled code does (``LoopWork``) and the stubs ``allocation``. Nothing is
    taken off for what is given back. Where it allocates, arrays of unknown size are taken to be that.
    """
    from sad.mapping.memory_time import MemoryModel  # noqa: PLC0415 - for large programs

    counts = known_counts(prediction, prediction.model)
    if counts is None:
        return nan
    allocated = sum(
        counts[block.id] * line.operations.get(_ALLOCATED, 0)
        for block in prediction.model.expansion.blocks
        for line in block.block.lines
    )
    memory = MemoryModel(prediction.model.expansion)
    arrays = memory.arrays(memory.run(counts, prediction.model.values))
    if not allocated and not all(map(isfinite, arrays)):
        return nan
    return allocated + sum(filter(isfinite, arrays))
