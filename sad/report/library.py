"""Units each by itself, as for a library without one program: one row for every unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.counting.poly import Poly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sad.description.expand import BlockCount
    from sad.description.tree import UnitDescription
    from sad.report.view import View

_FLOATING = ("real", "double", "quad", "complex", "double_complex")
_ARITHMETIC = frozenset(
    f"{operation}.{kind}" for kind in _FLOATING for operation in ("add", "sub", "mul", "div")
)


@dataclass(frozen=True, slots=True)
class UnitRow:
    """One unit and the cost of its own statements, its calls left out.

    ``cost`` is the time [s] as a formula; without a machine, how many floating-point additions,
    subtractions, multiplications and divisions there are. ``seconds`` is None while values are
    missing or there is no machine.
    """

    unit: str
    file: str
    line: int
    seconds: float | None
    cost: str


def unit_rows(view: View, most: int | None, terms: int) -> list[UnitRow]:
    """Return the units with the leading terms of their cost, those that grow fastest first."""
    blocks: dict[str, list[BlockCount]] = {}
    for block in view.model.expansion.blocks:
        blocks.setdefault(block.unit.name, []).append(block)
    degrees = {name: max(map(_degree(view), own)) for name, own in blocks.items()}
    units = [unit for unit in view.model.description.units if unit.name in blocks]
    units.sort(key=lambda unit: -degrees[unit.name])
    return [_row(view, unit, blocks[unit.name], terms) for unit in units[:most]]


def _degree(view: View) -> Callable[[BlockCount], int]:
    known: dict[Poly, int] = {}

    def degree(block: BlockCount) -> int:
        if block.count not in known:
            monomials = block.count.terms
            known[block.count] = max((view.printer.degree(item) for item in monomials), default=0)
        return known[block.count]

    return degree


def _row(view: View, unit: UnitDescription, blocks: list[BlockCount], terms: int) -> UnitRow:
    seconds = None
    if view.prediction.bound is None:
        cost = view.printer.poly(view.simple(_arithmetic(blocks)), terms)
    else:
        values = [view.prediction.seconds[block.id] for block in blocks]
        known = [value for value in values if value is not None]
        seconds = sum(known) if len(known) == len(values) else None
        cost = " + ".join(view.time_terms(view.time_of(unit.name), terms))
    return UnitRow(unit.name, unit.file, unit.line, seconds, cost)


def _arithmetic(blocks: Iterable[BlockCount]) -> Poly:
    return Poly.weighted_sum(
        (block.count, number)
        for block in blocks
        for line in block.block.lines
        for key, number in line.operations.items()
        if key in _ARITHMETIC
    )
