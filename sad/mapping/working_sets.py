"""How many cache lines walks through memory touch.

A walk that moves by s_1, s_2, ... bytes per iteration of the loops around it, innermost first, touches
in T_1, T_2, ... iterations of these the elements of a lattice. Steps that are no longer than what lies
dense already, or than a line, make the dense part longer; others repeat it elsewhere.
"""

from __future__ import annotations

from math import e, inf
from typing import TYPE_CHECKING

from sad.algebra.piecewise import by_pieces, least, most

if TYPE_CHECKING:
    from collections.abc import Sequence

Steps = list[tuple[float, float]]
"""Pairs of a stride [bytes] and how often it is taken, plus 1 (a loop's trip count)."""


@by_pieces
def touched(steps: Sequence[tuple[float, float]], element: float, line: float) -> float:
    """Return how many different lines a walk touches.

    ``element`` is what it touches at each place [bytes], ``line`` the size of a line [bytes]; where in
    its line the walk starts is taken to be random.
    """
    dense, reach = element, element
    repeats = 1.0
    stride = 0.0  # of the repeats
    for step, trips in sorted((abs(step), trips) for step, trips in steps if step and trips > 1):
        far = step * (trips - 1.0)
        if repeats == 1.0 and step <= max(dense, line):
            dense += far
        elif step < reach:  # the places of the repeats so far interleave with the new ones
            apart = step / stride if stride else 1.0
            whole = abs(apart - round(apart)) < 1e-9
            more = repeats + apart * (trips - 1.0) if whole else repeats * trips
            repeats = least(more, repeats * trips)
        else:
            if repeats == 1.0:
                stride = step
            repeats *= trips
        reach += far
    lines = repeats * (1.0 + (dense - min(element, line)) / line)
    return least(lines, 1.0 + reach / line)


@by_pieces
def run_length(steps: Sequence[tuple[float, float] | None], element: float, line: float) -> float:
    """Return how many lines a walk touches one after the other before it jumps.

    ``steps`` are in the order of the loops, innermost first; None is a jump to anywhere.
    """
    dense = element
    for item in steps:
        if item is None:
            break
        step, trips = abs(item[0]), item[1]
        if not step or trips <= 1:
            continue
        if step > max(dense, line):
            break
        dense += step * (trips - 1.0)
    return most((1.0, dense / line))


@by_pieces
def picked(picks: float, lines: float) -> float:
    """Return how many different ones of ``lines`` lines random picks hit on average."""
    if lines == inf:
        return picks
    if lines <= 0.0:
        return 0.0
    return lines * (1.0 - e ** (-picks / lines))
