"""The sizes at which the candidates are compared: measured ones, between them, and beyond."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.profiles.fitting.candidates import Candidate
    from sad.profiles.fitting.points import PointTable, Sizes

STEPS = (0.5, 1.0, 2.0, 4.0)
"""Doublings beyond the measured sizes that are looked at."""


def between(table: PointTable) -> list[Sizes]:
    """Return the middle between each size and the next."""
    return [
        tuple((a + b) / 2 for a, b in zip(first, second, strict=True))
        for first, second in pairwise(table.sizes)
    ]


def outward(table: PointTable, best: Candidate) -> list[str]:
    """Return the sizes along which there is a beyond: those of the function, or all."""
    positive = [name for name, (_, most) in ranges(table).items() if most > 0]
    used = [name for name in positive if any(_mentions(term, name) for term in best.form.terms)]
    return (used or positive)[:1] if rise_together(table) else positive


def outside(table: PointTable, name: str) -> list[tuple[Sizes, float]]:
    """Return sizes beyond the measured ones along ``name``, with how many doublings beyond.

    Sizes that rose together are scaled together, each by as much as it did.
    """
    lead = table.names.index(name)
    low = min(table.sizes, key=lambda at: at[lead])
    high = max(table.sizes, key=lambda at: at[lead])
    powers = [float(index == lead) for index in range(len(table.names))]
    if rise_together(table):
        powers = [
            _doublings(a, b) / (_doublings(low[lead], high[lead]) or 1.0) or 1.0
            for a, b in zip(low, high, strict=True)
        ]
    found: list[tuple[Sizes, float]] = []
    for step in STEPS:
        for start, sign in ((high, 1), (low, -1)):
            at = tuple(
                size * 2.0 ** (sign * step * power)
                for size, power in zip(start, powers, strict=True)
            )
            if start[lead] > 0 and (sign > 0 or at[lead] >= min(1, start[lead])):
                found.append((at if len(at) > 1 else _kept_whole(at, start), step))
    return found


def _doublings(low: float, high: float) -> float:
    """Return how often ``low`` doubles up to ``high``; 0 where that has no meaning."""
    return math.log2(high / low) if 0 < low < high else 0.0


def _kept_whole(at: Sizes, like: Sizes) -> Sizes:
    return tuple(
        round(size) if isinstance(old, int) else size for size, old in zip(at, like, strict=True)
    )


def rise_together(table: PointTable) -> bool:
    """Whether all sizes rise and fall together, so that nothing tells them apart."""
    return all(
        all(a < b for a, b in zip(first, second, strict=True))
        for first, second in pairwise(table.sizes)
    )


def ranges(table: PointTable) -> dict[str, tuple[float, float]]:
    """Return the least and the greatest measured value of each size."""
    found: dict[str, tuple[float, float]] = {}
    for index, name in enumerate(table.names):
        values = [at[index] for at in table.sizes]
        found[name] = (min(values), max(values))
    return found


def _mentions(term: str, name: str) -> bool:
    at = term.find(name)
    while at >= 0:
        before, after = term[at - 1 : at], term[at + len(name) : at + len(name) + 1]
        if not (_is_word(before) or _is_word(after)):
            return True
        at = term.find(name, at + 1)
    return False


def _is_word(character: str) -> bool:
    return character.isalnum() or character in {"_", "$", ".", "@"}
