"""Cells: the integer scalars of a program that values are traced through.

A local variable or dummy argument is a cell of its unit, known by its name. A COMMON variable is one
cell of the whole program, known by its block and place in it, whatever units call it. Names that
overlap in memory are kept in groups: writing one makes the others unknown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.ir.expr import Type
from sad.ir.program import Storage
from sad.symbols import common_name

if TYPE_CHECKING:
    from sad.ir.program import Symbol, Unit

Cell = str


@dataclass(slots=True)
class Cells:
    """The cells of one unit: by variable name, with overlap groups."""

    by_name: dict[str, Cell] = field(default_factory=dict[str, Cell])
    groups: dict[str, list[Cell]] = field(default_factory=dict[str, list[Cell]])
    overlaps: dict[str, list[Cell]] = field(default_factory=dict[str, list[Cell]])

    def killed_by(self, name: str) -> list[Cell]:
        """Return the cells a write to the variable or array ``name`` makes unknown, itself too."""
        cell = self.by_name.get(name)
        others = self.overlaps.get(name, [])
        return [cell, *others] if cell is not None else list(others)


def is_common(cell: Cell) -> bool:
    """Whether a cell is a COMMON variable."""
    return cell.startswith("/")


def common_cell(symbol: Symbol) -> Cell:
    """Return the cell of a COMMON variable."""
    place = f"+{symbol.offset}" if symbol.offset is not None else symbol.name
    return common_name(symbol.block or "", place)


def is_traced(symbol: Symbol) -> bool:
    """Whether values of the symbol are traced: integer scalars."""
    return (
        symbol.type is Type.INTEGER
        and not symbol.dimensions
        and symbol.storage not in (Storage.CONSTANT, Storage.PROCEDURE, Storage.HOST)
    )


def cells_of(unit: Unit, controlling: set[str]) -> Cells:
    """Return the cells of a unit; local variables only if they can influence a count."""
    cells = Cells()
    for name, symbol in unit.symbols.items():
        if is_traced(symbol) and (symbol.storage is not Storage.LOCAL or name in controlling):
            in_common = symbol.storage is Storage.COMMON
            cells.by_name[name] = common_cell(symbol) if in_common else name
    groups: dict[str, list[str]] = {}
    for name, symbol in unit.symbols.items():
        if symbol.shares is not None:
            groups.setdefault(symbol.shares, []).append(name)
    for names in groups.values():
        for name in names:
            cells.overlaps[name] = [
                cells.by_name[other] for other in names if other != name and other in cells.by_name
            ]
    return cells
