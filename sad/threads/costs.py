"""What one execution of a block takes in a team of so many threads: seconds, and bytes it moves.

Where times depend on the run, that is the run of one thread that gets an even share of each shared
loop: what its caches hold is what its own iterations touch. Of a cache that threads share each one has
an even part.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sad.algebra.evaluate import compile_polys
from sad.evaluation.predict import checked_numbers
from sad.mapping.bound import Run
from sad.mapping.memory_time import Memory, MemoryModel
from sad.mapping.resources import MEMORY
from sad.model.expand import expand
from sad.model.walks.one_thread import shared_evenly
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Span
    from sad.machine.schema import Machine, SharedLevel, Toolchain
    from sad.mapping.cost_model import CostModel
    from sad.mapping.resources import BoundBlock
    from sad.model.nodes import Description, UnitDescription
    from sad.model.walks.teams import Share


@record
class BlockCost:
    """One execution of a block: seconds, bytes moved by shared level, and its dearest line."""

    seconds: float
    moved: Mapping[str, float]
    span: Span


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
        self._known: dict[tuple[int, tuple[tuple[str, float], ...]], dict[int, BlockCost]] = {}
        self.symbols = self._of(1).symbols

    def _of(self, threads: int) -> _Prepared:
        if threads not in self._prepared:
            self._prepared[threads] = _Prepared(
                shared_evenly(self._description, self._shares, threads),
                *(self._entry.name, self._model.of_run, self._machine),
            )
        return self._prepared[threads]

    def at(self, threads: int, values: Mapping[str, float]) -> Mapping[int, BlockCost]:
        """Return the costs with values for all ``symbols``; raises SAD503 for those that cannot be."""
        needed = {name: values[name] for name in self.symbols}
        key = threads, tuple(sorted(needed.items()))
        if key not in self._known:
            if len(self._known) > 1000:
                self._known.clear()
            self._known[key] = self._made(threads, needed)
        return self._known[key]

    def _made(self, threads: int, values: Mapping[str, float]) -> dict[int, BlockCost]:
        prepared = self._of(threads)
        machine = with_shared_levels(self._machine, threads)
        given: dict[str, Number] = {
            name: int(value) if value == int(value) else value for name, value in values.items()
        }
        run, moved = None, {}
        counts: Mapping[str, float] = {}
        if prepared.memory is not None:
            found = checked_numbers(prepared.counts, given)
            blocks = prepared.expansion.blocks
            counts = {b.id: float(n) for b, n in zip(blocks, found, strict=True)}
            costs = prepared.memory.costs(prepared.memory.run(counts, given), machine)
            moved = {key: cost.bytes_by_level for key, cost in costs.items()}
            run = Run(counts, {}, {key: cost.seconds for key, cost in costs.items()})
        asked = run if self._model.of_run else None
        bound = self._model.bind(prepared.expansion, machine, self._toolchain, asked)
        return _with_bytes(bound.blocks, counts, moved, machine.multicore.shared)


class _Prepared:
    def __init__(
        self, description: Description, entry: str, of_run: bool, machine: Machine
    ) -> None:
        unit = description.unit(entry)
        self.expansion = expand(description, unit)
        blocks = self.expansion.blocks
        self.counts = compile_polys([block.count for block in blocks])
        needs = of_run or (machine.multicore.shared and machine.memory)
        self.memory = MemoryModel(self.expansion) if needs else None
        self.symbols = frozenset(self.counts.symbols) if needs else frozenset[str]()


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


def _with_bytes(
    blocks: tuple[BoundBlock, ...],
    counts: Mapping[str, float],
    moved: Mapping[tuple[str, str], Mapping[str, float]],
    shared: tuple[SharedLevel, ...],
) -> dict[int, BlockCost]:
    """Share out what each region moves over its blocks, in proportion to their time."""
    whole: dict[tuple[str, str], float] = {}
    for item in blocks if moved else ():
        key = _region(item)
        whole[key] = whole.get(key, 0.0) + counts[item.block.id] * _weight(item)
    found: dict[int, BlockCost] = {}
    for item in blocks:
        key = _region(item)
        size: dict[str, float] = {}
        if whole.get(key) and key in moved:
            part = _weight(item) / whole[key]
            size = {
                level.name: moved[key][level.level] * part
                for level in shared
                if moved[key].get(level.level)
            }
        lines = item.block.block.lines
        dearest = max(range(len(lines)), key=lambda n: item.lines[n], default=None)
        span = item.block.block.lines[dearest or 0].span
        found[id(item.block.block)] = BlockCost(item.seconds, size, span)
    return found


def _region(item: BoundBlock) -> tuple[str, str]:
    block = item.block
    return block.unit.name, block.loops[-1].id if block.loops else ""


def _weight(item: BoundBlock) -> float:
    return item.demand_of(MEMORY) or item.seconds
