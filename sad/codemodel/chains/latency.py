"""Which of two chains may be the longer one on some machine: plausible ranges of latencies.

The figures only choose which chains are kept; what a step really takes stands in machine files. They
span what instruction tables list for cores of the last decades: additions of reals 2 to 6 cycles,
divisions 4 to 70, loads 2 to 6, a store followed by a load of the same place 0 (renamed) to 13 (Agner
Fog, Instruction tables, 2024; Arm Cortex-A72 and Neoverse V1 Software Optimization Guides).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

RANGES: dict[str, tuple[float, float]] = {
    "add": (2, 6), "add.integer": (1, 1),
    "mul": (3, 7), "mul.integer": (3, 5),
    "div": (4, 40), "div.integer": (6, 70),
    "div.integer.constant": (4, 9), "div.integer.power2": (1, 4),
    "neg": (1, 4), "neg.integer": (1, 1),
    "compare": (2, 6), "compare.integer": (1, 1), "compare.logical": (1, 1),
    "logical": (1, 1),
    "convert": (2, 8),
    "select": (1, 6), "select.integer": (1, 2), "select.logical": (1, 2),
    "load": (2, 6),
    "forward": (4, 13), "forward.integer": (0, 13), "forward.logical": (0, 13),
    "power_int": (8, 60), "power_real": (30, 150),
    "call": (2, 40), "call.chain": (5, 200),
    "intrinsic": (8, 150),
    "intrinsic.sqrt": (9, 40),
    "intrinsic.abs": (1, 4), "intrinsic.sign": (2, 8),
    "intrinsic.max": (1, 6), "intrinsic.min": (1, 6),
    "intrinsic.max.integer": (1, 3), "intrinsic.min.integer": (1, 3),
    "intrinsic.int": (3, 8), "intrinsic.nint": (4, 60), "intrinsic.aint": (2, 30),
    "intrinsic.mod": (10, 150), "intrinsic.mod.integer": (6, 70),
    "intrinsic.mod.integer.constant": (7, 14), "intrinsic.mod.integer.power2": (1, 4),
    "intrinsic.iand": (1, 1), "intrinsic.ior": (1, 1), "intrinsic.ieor": (1, 1),
    "intrinsic.not": (1, 1), "intrinsic.shiftl": (1, 2), "intrinsic.shifta": (1, 2),
    "intrinsic.abs.integer": (1, 3),
}  # fmt: skip
"""Fewest and most cycles of a step, by the longest dotted beginning of its key."""

_FLOATING, _MEMORY, _WHOLE = "floating", "memory", "whole"
_SHARES = (
    {_FLOATING: 0.0, _MEMORY: 0.0, _WHOLE: 0.0},
    {_FLOATING: 0.5, _MEMORY: 0.3, _WHOLE: 0.3},
    {_FLOATING: 1.0, _MEMORY: 0.0, _WHOLE: 0.0},
    {_FLOATING: 0.0, _MEMORY: 1.0, _WHOLE: 0.0},
    {_FLOATING: 0.0, _MEMORY: 0.0, _WHOLE: 1.0},
)
"""Tables to look for the longest chains with: how far each kind of step is up in its range."""

TABLES = len(_SHARES)
TYPICAL = 1
"""The table of a present-day core in the middle of the ranges."""


@lru_cache(maxsize=4096)
def latency_range(key: str) -> tuple[float, float]:
    """Return the fewest and most cycles a step may take."""
    parts = key.split(".")
    for length in range(len(parts), 0, -1):
        found = RANGES.get(".".join(parts[:length]))
        if found is not None:
            return found
    return 1, 10


@lru_cache(maxsize=4096)
def latencies(key: str) -> tuple[float, ...]:
    """Return the cycles of a step in each table."""
    low, high = latency_range(key)
    kind = _kind(key)
    return tuple(low + shares[kind] * (high - low) for shares in _SHARES)


def _kind(key: str) -> str:
    if key.startswith(("load.", "forward.")):
        return _MEMORY
    return _WHOLE if "integer" in key or "logical" in key or key.startswith("call") else _FLOATING


Vector = dict[tuple[int, str], float]
"""Steps per iteration by condition and key: condition 0 for what every iteration does."""


def covers(longer: Vector, shorter: Vector) -> bool:
    """Whether one chain takes at least as long as another on every plausible machine.

    Also however often what is under conditions runs.
    """
    most: dict[int, float] = {0: 0.0}
    for where in longer.keys() | shorter.keys():
        condition, key = where
        low, high = latency_range(key)
        more = shorter.get(where, 0.0) - longer.get(where, 0.0)
        most[condition] = most.get(condition, 0.0) + more * (high if more > 0 else low)
    always = most.pop(0)
    return always + sum(max(0.0, value) for value in most.values()) <= 1e-9


def typical(steps: Mapping[tuple[int, str], float]) -> float:
    """Return the cycles of a chain on a typical core, things under conditions every other time."""
    return sum(
        amount * latencies(key)[TYPICAL] * (0.5 if condition else 1.0)
        for (condition, key), amount in steps.items()
    )
