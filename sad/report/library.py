"""Units each by itself, as for a library without one program: one row for every unit."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra.poly import Poly
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.evaluation.model import Model
    from sad.model.expand import BlockCount
    from sad.model.nodes import UnitDescription
    from sad.report.view import View

_FLOATING = ("real", "double", "quad", "complex", "double_complex")
SHOWN = 40
"""The units of a library that a report for a terminal shows."""
ARITHMETIC = tuple(
    f"{operation}.{kind}" for kind in _FLOATING for operation in ("add", "sub", "mul", "div")
)
"""The operations that count as floating-point arithmetic, in the order they are listed."""


class Size(NamedTuple):
    """How many units there are, how many of them are stubs, and how many places pass messages."""

    units: int
    stubs: int
    sites: int


def size_of(model: Model) -> Size:
    """Return how much a report is on, shown or not."""
    library = model.library
    if library is not None:
        return Size(library.units, library.stubs, library.sites)
    units = model.description.units
    messages = model.expansion.messages
    sites = {item.id for item in messages if item.message.primitive != "local"}
    return Size(len(units), sum(unit.kind == "stub" for unit in units), len(sites))


@record
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
    blocks = view.blocks_by_unit
    degree = cache(view.degree_of)
    degrees = {name: max(degree(item.count) for item in own) for name, own in blocks.items()}
    units = [unit for unit in view.model.description.units if unit.name in blocks]
    units.sort(key=lambda unit: -degrees[unit.name])
    return [unit_row(view, unit, blocks[unit.name], terms) for unit in units[:most]]


def unit_row(view: View, unit: UnitDescription, blocks: list[BlockCount], terms: int) -> UnitRow:
    """Return the row of one unit with these blocks."""
    if view.prediction.bound is None:
        cost = view.printer.poly(view.simple(_arithmetic(blocks)), terms)
    else:
        cost = " + ".join(view.time_terms(view.time_of(unit.name), terms))
    return UnitRow(unit.name, unit.file, unit.line, view.seconds_of(blocks), cost)


def _arithmetic(blocks: Iterable[BlockCount]) -> Poly:
    return Poly.weighted_sum(
        (block.count, number)
        for block in blocks
        for line in block.block.lines
        for key, number in line.operations.items()
        if key in ARITHMETIC
    )
