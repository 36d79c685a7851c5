"""Cache lines that the loops of a program bring in from each level: layer conditions.

A loop re-uses in its next iteration what the last one left in a cache, as long as one iteration touches
no more than the cache holds. So the lines that a walk touches are counted once for all loops up to the
outermost one of which that is so, and as often as the loop around them repeats that. docs/cache.md has
the formulas and where they come from.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from sad.mapping.walks import NOT_KNOWN
from sad.mapping.working_sets import run_length

if TYPE_CHECKING:
    from sad.mapping.footprints import Footprints
    from sad.mapping.walks import Run, Walks


def misses(walks: Walks, prints: Footprints, run: Run, capacity: float) -> list[float]:
    """Return how many lines each walk brings into a memory that holds ``capacity`` lines.

    Nothing if everything the program touches fits: then it was there before.
    """
    found: list[float] = []
    for walk, lines in zip(walks.walks, prints.walks, strict=True):
        chain = walk.chain
        depth = next((d for d, n in enumerate(chain) if prints.bodies[n] > capacity), None)
        if depth is None:
            found.append(0.0)
            continue
        times = run.starts[chain[depth - 1]] if depth else run.iterations[chain[0]]
        total = lines[depth] * times
        jump = next((d for d, p in enumerate(walk.strides[:depth]) if p == NOT_KNOWN), None)
        if jump is not None and prints.arrays[walk.array] != inf:
            # What is picked at random finds as much as there is room for.
            there = capacity / max(prints.arrays[walk.array], capacity)
            picks = lines[jump] * run.iterations[chain[jump]]
            total = max(total, picks * (1.0 - there))
        found.append(min(total, run.iterations[chain[0]] * walk.reference.count))
    return found


def run_lengths(walks: Walks, run: Run, line: float) -> list[float]:
    """Return how many lines each walk touches one after the other before it jumps."""
    found: list[float] = []
    for walk in walks.walks:
        steps = [
            None if (step := run.numbers[place]) is None else (step, run.trips[node])
            for node, place in zip(walk.chain, walk.strides, strict=True)
        ]
        found.append(run_length(steps, float(walk.reference.element_bytes), line))
    return found
