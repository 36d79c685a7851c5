"""What one execution of a block takes in a team of so many threads: seconds, and bytes it moves.

Where times depend on the run, that is the run of one thread that gets an even share of each shared
loop: what its caches hold is what its own iterations touch. Of a cache that threads share each one has
an even part.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.algebra.evaluate import compile_polys
from sad.algebra.piecewise import ratio
from sad.algebra.point_arrays import pieces
from sad.algebra.vectorise import ArrayFormulas
from sad.evaluation.array_counts import checked, largest_of
from sad.evaluation.predict import checked_numbers
from sad.mapping.bound import Run
from sad.mapping.memory_time import Memory, MemoryModel
from sad.mapping.resources import MEMORY
from sad.model.expand import expand
from sad.model.walks.one_thread import shared_evenly
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Span
    from sad.machine.schema import Machine, Toolchain
    from sad.mapping.cost_model import CostModel
    from sad.mapping.resources import BoundBlock
    from sad.model.nodes import Description, UnitDescription
    from sad.model.walks.teams import Share
    from sad.spmd.rows import Floats, Integers


@record
class BlockCost:
    """One execution of a block at some points: seconds, bytes moved by shared level, the dearest line.

    Numbers are the same at all points. ``dearest`` is a place in ``spans``.
    """

    seconds: Floats | float
    moved: Mapping[str, Floats | float]
    spans: tuple[Span, ...]
    dearest: Integers | int

    def by_line(
        self, values: Floats, point: Integers | None = None
    ) -> Iterator[tuple[Span, Floats]]:
        """Yield what lines get of values: by point, or of rows that come from these points."""
        if isinstance(self.dearest, int):
            yield self.spans[self.dearest], values
            return
        where = self.dearest if point is None else self.dearest[point]
        for number in np.unique(where).tolist():
            yield self.spans[number], np.where(where == number, values, 0.0)


class BlockCosts:
    """Costs of blocks by their ``id``, for numbers of threads and values of symbols."""

    def __init__(
        self,
        description: Description,
        entry: UnitDescription,
        shares: tuple[Share, ...],
        machine: Machine,
        toolchain: Toolchain,
        model: CostModel,
    ) -> None:
        self._description, self._entry, self._shares = description, entry, shares
        self._machine, self._toolchain, self._model = machine, toolchain, model
        self._prepared: dict[int, _Prepared] = {}
        self._last: tuple[object, Mapping[int, BlockCost]] | None = None
        self.symbols = self._of(1).symbols

    def _of(self, threads: int) -> _Prepared:
        if threads not in self._prepared:
            self._prepared[threads] = _Prepared(
                shared_evenly(self._description, self._shares, threads),
                self._entry.name,
                with_shared_levels(self._machine, threads),
                *(self._toolchain, self._model),
            )
        return self._prepared[threads]

    def at(self, threads: int, values: Mapping[str, Floats]) -> Mapping[int, BlockCost]:
        """Return the costs at points; ``values`` are arrays that have all ``symbols``.

        Raises SAD503 for values that cannot be.
        """
        needed = {name: values[name] for name in sorted(self.symbols)}
        key = threads, tuple(array.tobytes() for array in needed.values())
        if self._last is None or self._last[0] != key:
            self._last = key, self._of(threads).costs(needed)
        return self._last[1]


class _Prepared:
    """A program whose shared loops have one thread's part, on the machine as that thread sees it."""

    def __init__(
        self,
        description: Description,
        entry: str,
        machine: Machine,
        toolchain: Toolchain,
        model: CostModel,
    ) -> None:
        unit = description.unit(entry)
        self.machine = machine
        self._expansion = expand(description, unit)
        polys = [block.count for block in self._expansion.blocks]
        self._counts = compile_polys(polys)
        needs = model.of_run or (machine.multicore.shared and machine.memory)
        self._memory = MemoryModel(self._expansion) if needs else None
        self._of_run = model.of_run
        self._bind = model.prepare(self._expansion, machine, toolchain)
        self.symbols = frozenset(self._counts.symbols) if needs else frozenset[str]()
        self._fixed = {poly: float(n) for poly in polys if (n := poly.as_constant) is not None}
        self._moving = list(dict.fromkeys(poly for poly in polys if poly not in self._fixed))

    def costs(self, values: Mapping[str, Floats]) -> dict[int, BlockCost]:
        """Return the costs of blocks by their ``id``, at points with these values."""
        shared = self.machine.multicore.shared
        numbers = iter(self._numbers(values))
        found: dict[int, BlockCost] = {}
        for item in self._expansion.blocks:
            seconds = next(numbers)
            moved = {level.name: next(numbers) for level in shared}
            lines = item.block.lines
            times = [next(numbers) for _ in lines]
            dearest: Integers | int = 0
            if any(isinstance(time, np.ndarray) for time in times):
                where = np.argmax(np.stack(np.broadcast_arrays(*times)), axis=0)
                dearest = int(where[0]) if (where == where[0]).all() else where
            elif times:
                dearest = max(range(len(times)), key=times.__getitem__)
            moved = {name: size for name, size in moved.items() if np.any(size)}
            found[id(item.block)] = BlockCost(
                seconds, moved, tuple(line.span for line in lines), dearest
            )
        return found

    def _numbers(self, values: Mapping[str, Floats]) -> Sequence[Floats | float]:
        """All that ``_in_run`` tells, each at all points; plain numbers where nothing varies."""
        fixed: dict[Any, Number] = {}
        varied: dict[Any, Floats] = {}
        for name, array in values.items():
            first = float(array[0])
            if (array == first).all():
                fixed[name] = int(first) if first == int(first) else first
            else:
                varied[name] = array
        blocks = self._expansion.blocks
        if not varied:
            counts: Sequence[Any] = [0.0] * len(blocks)
            if self._memory is not None:
                counts = checked_numbers(self._counts, fixed)
            return self._in_run(
                fixed, {b.id: float(n) for b, n in zip(blocks, counts, strict=True)}
            )
        (size,) = {array.size for array in varied.values()}
        for poly, count in zip(self._moving, checked(self._formulas, values), strict=True):
            largest_of(count)
            varied[poly] = np.broadcast_to(count, (size,))

        def run(numbers: Mapping[Any, Any]) -> Sequence[Any]:
            known = {**self._fixed, **numbers}
            counts = {item.id: known[item.count] for item in blocks}
            return self._in_run({**fixed, **numbers}, counts)

        return pieces(run, varied, size)

    @cached_property
    def _formulas(self) -> ArrayFormulas:
        return ArrayFormulas(self._moving)

    def _in_run(self, values: Mapping[str, Any], counts: Mapping[str, Any]) -> list[Any]:
        """Of each block of one run: seconds, bytes moved by shared level, seconds of each line."""
        run: Run | None = None
        moved: Mapping[tuple[str, str], Mapping[str, Any]] = {}
        if self._memory is not None:
            costs = self._memory.costs(self._memory.run(counts, values), self.machine)
            moved = {key: cost.bytes_by_level for key, cost in costs.items()}
            run = Run(counts, {}, {key: cost.seconds for key, cost in costs.items()})
        made = self._bind(run if self._of_run else None).blocks
        by_id = {item.block.id: item for item in made}
        bound = [by_id[item.id] for item in self._expansion.blocks]
        whole: dict[tuple[str, str], Any] = {}
        for item in bound if moved else ():
            key = _region(item)
            whole[key] = whole.get(key, 0.0) + counts[item.block.id] * _weight(item)
        shared, found = self.machine.multicore.shared, list[Any]()
        for item in bound:
            key = _region(item)
            part = ratio(_weight(item), whole[key]) if key in moved else 0.0
            found.append(item.seconds)
            here = moved.get(key, {})
            found += [here.get(level.level, 0.0) * part for level in shared]
            found += item.lines
        return found


def with_shared_levels(machine: Machine, threads: int) -> Machine:
    """Return the machine as one of several threads sees it: of caches that they share it has a part."""
    multicore = machine.multicore
    parts: dict[str, int] = {}
    caches = Memory.of(machine).levels[:-1]
    for item in multicore.shared:
        if all(item.level != level.name for level in caches):
            continue
        parts[item.level] = min(threads, multicore.sharing(item) or threads)
    if threads == 1 or not parts:
        return machine
    levels = tuple(
        replace(
            level,
            size_bytes=replace(
                level.size_bytes, value=level.size_bytes.value / parts.get(level.name, 1)
            ),
        )
        for level in machine.memory
    )
    return replace(machine, memory=levels)


def _region(item: BoundBlock) -> tuple[str, str]:
    block = item.block
    return block.unit.name, block.loops[-1].id if block.loops else ""


def _weight(item: BoundBlock) -> float:
    return item.demand_of(MEMORY) or item.seconds
