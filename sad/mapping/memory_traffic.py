"""Cache lines that the loops of a program bring in from each level: layer conditions.

A loop re-uses in its next iteration what the last one left in a cache, as long as one iteration touches
no more than the cache holds. So the lines that a walk touches are counted once for all loops up to the
outermost one of which that is so, and as often as the loop around them repeats that. docs/cache.md has
the formulas and where they come from.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from sad.algebra.piecewise import by_pieces, least, most
from sad.mapping.walks import NOT_KNOWN
from sad.mapping.working_sets import run_length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.mapping.footprints import Footprints
    from sad.mapping.walks import Run, Walks

_OVER = 0.5
"""Lines that may pass through a set which is full without much being lost."""


def misses(
    walks: Walks,
    prints: Footprints,
    run: Run,
    capacity: float,
    ways: float = inf,
    crowds: Sequence[Sequence[tuple[float, float]]] = (),
) -> tuple[list[float], list[float]]:
    """Return how many lines each walk brings into a memory that holds ``capacity`` lines.

    Nothing if everything the program touches fits: then it was there before. ``crowds`` are the
    lines in the sets that a walk uses, by node of its chain, of which ``ways`` fit. With it is
    returned which part of what has no room one of these sets has, 0 if it is the whole memory.
    """
    lines: list[float] = []
    crowded: list[float] = []
    for number, (walk, own) in enumerate(zip(walks.walks, prints.walks, strict=True)):
        chain, iterations = walk.chain, run.iterations
        jump = next((d for d, place in enumerate(walk.strides) if place == NOT_KNOWN), None)
        found, is_crowded = _missed(
            [prints.bodies[node] for node in chain],
            own,
            [iterations[chain[0]], *[run.starts[node] for node in chain]],
            None if jump is None else (jump, own[jump] * iterations[chain[jump]]),
            prints.arrays[walk.array],
            *(capacity, ways, crowds[number] if crowds else ()),
        )
        lines.append(least(found, iterations[chain[0]] * walk.reference.count))
        crowded.append(is_crowded)
    return lines, crowded


@by_pieces
def _missed(
    bodies: Sequence[float],
    lines: Sequence[float],
    times: Sequence[float],
    jump: tuple[int, float] | None,
    array: float,
    capacity: float,
    ways: float,
    crowd: Sequence[tuple[float, float]],
) -> tuple[float, float]:
    """The lines that one walk brings in; lists are by node of its chain, ``times`` for each its starts.

    ``jump`` is the innermost node that moves it to anywhere, and how often it is picked there.
    """
    depth = next((d for d, body in enumerate(bodies) if body > capacity), len(bodies))
    narrow = next((d for d, (held, _) in enumerate(crowd) if held > ways + _OVER), len(bodies))
    is_crowded = crowd[narrow][1] if narrow <= depth and narrow < len(crowd) else 0.0
    depth = min(depth, narrow)
    if depth == len(bodies):
        return 0.0, 0.0
    total = lines[depth] * times[depth]
    if ways != inf and not is_crowded:
        # What is a little too much is so in a few sets, of which all is lost.
        further = next(
            (d for d, body in enumerate(bodies) if d > depth and body > bodies[depth]), None
        )
        left = 0.0 if further is None else lines[further] * times[further]
        lost = least(1.0, (bodies[depth] / capacity - 1.0) * ways)
        total = lost * total + (1.0 - lost) * least(left, total)
    if jump is not None and jump[0] < depth and array != inf:
        # What is picked at random finds as much as there is room for.
        there = capacity / most((array, capacity))
        total = most((total, jump[1] * (1.0 - there)))
    return total, is_crowded


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
