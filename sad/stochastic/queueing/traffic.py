"""How often a job comes to each station: the traffic equations of a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

_SMALL = 1e-12


def closed_visits(routing: Sequence[Sequence[float]], reference: int) -> tuple[float, ...]:
    """Return the visits to each station between two visits to the reference."""
    size = len(routing)
    matrix = np.eye(size) - np.array(routing, dtype=float).T
    matrix[reference] = 0.0
    matrix[reference, reference] = 1.0
    right = np.zeros(size)
    right[reference] = 1.0
    return _solved(matrix, right)


def open_visits(routing: Sequence[Sequence[float]], arrivals: Sequence[float]) -> tuple[float, ...]:
    """Return the visits of one job to each station, from its arrival until it leaves."""
    total = sum(arrivals)
    right = np.array(arrivals, dtype=float) / total
    return _solved(np.eye(len(routing)) - np.array(routing, dtype=float).T, right)


def _solved(matrix: np.ndarray, right: np.ndarray) -> tuple[float, ...]:
    found = np.linalg.solve(matrix, right)
    return tuple(0.0 if abs(value) < _SMALL else float(value) for value in found)


def reached(routing: Sequence[Sequence[float]], starts: Sequence[int]) -> set[int]:
    """Return the stations that jobs come to from some of them, with these."""
    found, pending = set(starts), list(starts)
    while pending:
        for place, share in enumerate(routing[pending.pop()]):
            if share > 0 and place not in found:
                found.add(place)
                pending.append(place)
    return found


def trapped(routing: Sequence[Sequence[float]], among: set[int], ends: set[int]) -> list[int]:
    """Return the stations among some from which no way leads to an end."""
    found = set(ends)
    while True:
        more = {
            place
            for place in among - found
            if any(share > 0 and goal in found for goal, share in enumerate(routing[place]))
        }
        if not more:
            return sorted(among - found)
        found |= more
