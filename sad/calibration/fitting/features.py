"""What sad counts in a kernel: the sums of every region in both views.

They come through the whole pipeline, from the kernel's source text on, so that a fit sees exactly
what a later prediction sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.registry import LANGUAGES, READERS, SourceOptions
from sad.algebra.evaluate import compile_polys
from sad.analysis.unit import analyse
from sad.diagnostics import Diagnostics
from sad.evaluation.model import find_entry
from sad.ir.program import Program
from sad.lowering.build import describe
from sad.mapping.regions import (
    OPTIMISED,
    PLAIN,
    LoopEntries,
    misses_of,
    regions_of,
    sums_of,
)
from sad.model.expand import expand
from sad.records import field, record
from sad.symbols import site_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.calibration.kernel import Kernel
    from sad.mapping.combine import Key
    from sad.mapping.regions import Region
    from sad.model.expand import Expansion
    from sad.model.work import Vector

VIEWS = (PLAIN, OPTIMISED)
COPIES = (4.0, 8.0)
"""Trips up to which compilers may make copies of a loop's body."""


@record
class ChainSums:
    """Steps of a chain over a run, by latency key.

    ``executions`` is how often it starts anew, 0 if it never does; ``exits`` the share of these times
    at which the end of the loop is mispredicted.
    """

    steps: Mapping[str, float]
    executions: float
    exits: float


@record
class RegionSums:
    """Work of a region in one call of its kernel; ``misses`` is how many branches are mispredicted."""

    unit: str
    path: str
    operations: Mapping[str, float]
    chains: tuple[ChainSums, ...]
    misses: float
    iterations: float
    entries: float
    vector: Vector | None


@record
class Counted:
    """A kernel's program with the count of every block, and rates of misprediction."""

    expansion: Expansion
    regions: tuple[Region, ...]
    counts: Mapping[str, float]
    rates: Mapping[Key, float]


@record
class Features:
    """A kernel, what is counted in it, and its regions by view.

    ``copied`` are those of optimised code with the bodies of short loops copied, by the most copies.
    """

    kernel: Kernel
    counted: Counted
    regions: Mapping[str, tuple[RegionSums, ...]]
    copied: Mapping[float, tuple[RegionSums, ...]] = field(
        default_factory=dict[float, "tuple[RegionSums, ...]"]
    )

    def of(self, view: str, most_copies: float = 0) -> tuple[RegionSums, ...]:
        """Return the regions in a view."""
        return self.copied[most_copies] if most_copies else self.regions[view]

    def operations(self, view: str) -> dict[str, float]:
        """Return how often each operation is done in one call."""
        found: dict[str, float] = {}
        for region in self.regions[view]:
            for key, amount in region.operations.items():
                found[key] = found.get(key, 0.0) + amount
        return found


def features_of(kernels: Iterable[Kernel]) -> tuple[Features, ...]:
    """Return the features of kernels, in order."""
    return tuple(_features(kernel) for kernel in kernels)


def count_kernel(kernel: Kernel) -> Counted:
    """Return the counts of a kernel; raises ``MissingValue`` if it does not give all they need."""
    suffix = LANGUAGES[kernel.language]
    file = READERS[suffix](kernel.source, f"{kernel.entry}{suffix}", SourceOptions(), Diagnostics())
    description = describe(analyse(Program((file,))), with_work=True)
    expansion = expand(description, find_entry(description, kernel.entry))
    formulas = compile_polys([block.count for block in expansion.blocks])
    numbers = formulas(kernel.values)
    counts = {
        block.id: float(number) for block, number in zip(expansion.blocks, numbers, strict=True)
    }
    regions = regions_of(expansion)
    return Counted(expansion, regions, counts, _rates(regions, kernel))


def _features(kernel: Kernel) -> Features:
    counted = count_kernel(kernel)
    counts = counted.counts
    entries = LoopEntries(counted.expansion).at(counts)

    def sums(regions: Sequence[Region], view: str) -> tuple[RegionSums, ...]:
        misses = misses_of(regions, counts, entries, counted.rates, view)
        return tuple(
            sums_of_region(item, view, counts, entries, misses[item.unit.name, item.path])
            for item in regions
        )

    found = {view: sums(counted.regions, view) for view in VIEWS}
    copied: dict[float, tuple[RegionSums, ...]] = {}
    for most in COPIES:
        regions = regions_of(counted.expansion, most)
        same = not any(region.copied for region in regions)
        copied[most] = found[OPTIMISED] if same else sums(regions, OPTIMISED)
    return Features(kernel, counted, found, copied)


def sums_of_region(
    region: Region,
    view: str,
    counts: Mapping[str, float],
    entries: Mapping[Key, float],
    misses: Mapping[str, float],
) -> RegionSums:
    """Return the work of a region in a view, given every block's count and the branches missed."""
    sums = sums_of(region, view, counts, entries)
    started = entries.get((region.unit.name, region.path), 0.0)
    chains: list[ChainSums] = []
    for chain in region.work.chains:
        if chain.view != view:
            continue
        executions = started if chain.carried else sums.iterations
        exits = 0.0
        if chain.carried and executions:
            exits = min(1.0, misses.get(region.path, 0.0) / executions)
        again = executions if chain.restarts or not chain.carried else 0.0
        chains.append(ChainSums(sums.chains[chain.number], again, exits))
    missed = sum(misses.values())
    return RegionSums(
        *(region.unit.name, region.path, sums.operations, tuple(chains), missed),
        *(sums.iterations, started, region.vector),
    )


def _rates(regions: Sequence[Region], kernel: Kernel) -> dict[Key, float]:
    """Misprediction rates by unit and path: a kernel names all that a predictor cannot know."""
    found: dict[Key, float] = {}
    for region in regions:
        unit = region.unit.name
        trips = site_name(unit, "trips", region.path)
        if region.path and (not region.steady or trips in kernel.misses):
            found[unit, region.path] = kernel.misses.get(trips, 0.0)
        for block in region.blocks:
            for line in block.block.lines:
                path = "" if line.work is None else line.work.branch
                if path:
                    found[unit, path] = kernel.misses.get(site_name(unit, "prob", path), 0.0)
    return found
