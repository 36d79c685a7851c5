"""Seconds of blocks under a cost model for which they depend on the run, point by point.

A run is that of the busiest of a few ranks (the first two, one in the middle and the last): how full
the caches are, and what bounds a loop, is taken from it for all ranks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sad.algebra.evaluate import compile_polys
from sad.diagnostics import argument_error
from sad.evaluation.predict import checked_numbers
from sad.mapping.bind import THROUGHPUT, Run, bind_machine
from sad.mapping.memory_time import MemoryModel
from sad.parallel import GRID
from sad.spmd.times import block_name
from sad.symbols import NPROCS, RANK

if TYPE_CHECKING:
    from sad.algebra.evaluate import Number
    from sad.machine.schema import Machine, Toolchain
    from sad.model.expand import Expansion
    from sad.spmd.rows import Rows

MOST_POINTS = 4096


class BlockTimes:
    """Times of a program's blocks on a machine under the throughput model."""

    def __init__(
        self, expansion: Expansion, machine: Machine, toolchain: Toolchain, model: str
    ) -> None:
        """Raises SAD938 for a model that needs more than counts."""
        if model != THROUGHPUT:
            message = f"programs of several processes have no times under the {model} model"
            raise argument_error("SAD938", message, "use --model throughput or --model additive")
        self._expansion, self._machine, self._toolchain = expansion, machine, toolchain
        self._blocks = expansion.blocks
        self._counts = compile_polys([block.count for block in self._blocks])
        self._memory = MemoryModel(expansion)
        self._apart = bind_machine(expansion, machine, toolchain, model=model)
        self.symbols = frozenset(self._counts.symbols) - {RANK}

    def rows(self, rows: Rows, length: int) -> Rows:
        """Return the seconds of all blocks at the points, by ``block_name``; SAD938 for too many."""
        names = sorted(self.symbols | ({NPROCS, *GRID} & rows.keys()))
        table = np.stack([rows[name] for name in names])
        different, inverse = np.unique(table, axis=1, return_inverse=True)
        if different.shape[1] > MOST_POINTS:
            message = (
                f"{different.shape[1]} points: the throughput model takes {MOST_POINTS} at most"
            )
            raise argument_error("SAD938", message, "look at fewer, or use --model additive")
        times = np.array([self._at(dict(zip(names, point, strict=True))) for point in different.T])
        times = times.reshape(different.shape[1], len(self._blocks))[inverse.reshape(length)]
        return {
            block_name(id(item.block)): times[:, place] for place, item in enumerate(self._blocks)
        }

    def _at(self, point: dict[str, float]) -> list[float]:
        values: dict[str, Number] = {
            name: int(value) if value == int(value) else value for name, value in point.items()
        }
        nprocs = int(point[NPROCS])
        best: list[Number] = []
        most, busiest = -1.0, 0
        for rank in sorted({0, min(1, nprocs - 1), nprocs // 2, nprocs - 1}):
            counts = checked_numbers(self._counts, {**values, RANK: rank})
            seconds = sum(
                float(count) * item.seconds
                for count, item in zip(counts, self._apart.blocks, strict=True)
            )
            if seconds > most:
                best, most, busiest = counts, seconds, rank
        run = {item.id: float(count) for item, count in zip(self._blocks, best, strict=True)}
        values[RANK] = busiest
        costs = self._memory.costs(self._memory.run(run, values), self._machine)
        memory = {key: cost.seconds for key, cost in costs.items()}
        bound = bind_machine(
            self._expansion,
            self._machine,
            self._toolchain,
            model=THROUGHPUT,
            run=Run(run, {}, memory),
        )
        return [item.seconds for item in bound.blocks]
