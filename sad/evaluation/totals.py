"""What is predicted, as a weighted sum of counts: seconds with a machine, else operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Poly

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.evaluation.model import Model
    from sad.mapping.bind import BoundExpansion
    from sad.model.expand import BlockCount

Weighted = dict[Poly, float]
"""The weight of each count: the sum of ``weight * count`` is the total."""


def total_of(model: Model, bound: BoundExpansion | None) -> Weighted | None:
    """Return the total of a program; None for units each by themselves, which are no program.

    With a machine, the total is the time [s], that of unknown calls included. Without one it is the
    number of operations performed, of all kinds alike (docs/operations.md).
    """
    if model.entry is None:
        return None
    if bound is None:
        return _added((block.count, _operations(block)) for block in model.expansion.blocks)
    parts = [(item.block.count, item.seconds) for item in bound.blocks]
    parts.extend((call.count * Poly.symbol(call.symbol), 1.0) for call in bound.calls)
    return _added(parts)


def totals_of_units(model: Model, bound: BoundExpansion | None) -> Mapping[str, Weighted]:
    """Return the total of each unit's own blocks, by the unit's name, calls left out."""
    parts: dict[str, list[tuple[Poly, float]]] = {}
    if bound is None:
        for block in model.expansion.blocks:
            parts.setdefault(block.unit.name, []).append((block.count, _operations(block)))
    else:
        for item in bound.blocks:
            unit = item.block.unit.name
            parts.setdefault(unit, []).append((item.block.count, item.seconds))
    return {unit: _added(found) for unit, found in parts.items()}


def _operations(block: BlockCount) -> float:
    return float(sum(sum(line.operations.values()) for line in block.block.lines))


def _added(parts: Iterable[tuple[Poly, float]]) -> Weighted:
    total: Weighted = {}
    for count, weight in parts:
        if count:
            total[count] = total.get(count, 0.0) + weight
    return total
