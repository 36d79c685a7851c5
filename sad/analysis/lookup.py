"""The value of an integer expression in an environment, and the values cells have on entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.cells import Cell, is_common
from sad.analysis.translate import translate
from sad.counting.poly import Poly
from sad.ir.fold import integer_value
from sad.ir.program import Storage, UnitKind
from sad.symbols import input_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.cells import Cells
    from sad.analysis.cfg import Block
    from sad.analysis.unknowns import Unknowns
    from sad.ir.expr import Expr, FunctionCall
    from sad.ir.program import Unit

Environment = dict[Cell, Poly]


class Lookup:
    """Values of expressions in one unit."""

    def __init__(
        self,
        unit: Unit,
        cells: Cells,
        spellings: Mapping[Cell, str],
        unknowns: Unknowns,
        entry: Block,
        written: Callable[[Cell], bool],
    ) -> None:
        self.unit = unit
        self.cells = cells
        self.unknowns = unknowns
        self._spellings = spellings
        self._entry = entry
        self._written = written
        self._entry_values: dict[Cell, Poly] = {}

    def value(
        self,
        expr: Expr,
        environment: Environment,
        result: Callable[[FunctionCall], Poly | None] | None = None,
    ) -> Poly | None:
        """Return an integer expression's value, None if part of it is not traced.

        ``result`` gives the value of a function reference.
        """
        return translate(expr, lambda name: self.variable(name, environment), result)

    def variable(self, name: str, environment: Environment) -> Poly | None:
        """Return the value of a variable or named constant."""
        cell = self.cells.by_name.get(name)
        if cell is not None:
            return self.cell(cell, environment)
        symbol = self.unit.symbols.get(name)
        if symbol is not None and symbol.storage is Storage.CONSTANT and symbol.value is not None:
            value = integer_value(symbol.value, self.constant)
            return None if value is None else Poly.constant(value)
        return None

    def cell(self, cell: Cell, environment: Environment) -> Poly:
        """Return the value of a cell."""
        found = environment.get(cell)
        return found if found is not None else self.entry_value(cell)

    def spelling(self, cell: Cell) -> str:
        """Return a cell's name to show."""
        if not is_common(cell):
            return cell
        return self._spellings.get(cell, cell.strip("/").replace("/", "_"))

    def entry_value(self, cell: Cell) -> Poly:
        """Return what a cell holds when the unit is entered."""
        known = self._entry_values.get(cell)
        if known is None:
            known = self._entry_values[cell] = self._make_entry_value(cell)
        return known

    def _make_entry_value(self, cell: Cell) -> Poly:
        if is_common(cell):
            return Poly.symbol(cell)
        symbol = self.unit.symbols[cell]
        if symbol.storage is Storage.DUMMY:
            return Poly.symbol(input_name(self.unit.name, cell))
        if symbol.initial is not None and (
            self.unit.kind is UnitKind.PROGRAM or not self._written(cell)
        ):
            value = integer_value(symbol.initial, self.constant)
            if value is not None:
                return Poly.constant(value)
        reason = "keeps its value between calls" if symbol.saved else "is not set before its use"
        return self.unknowns.make(cell, reason, self._entry, self.unit.span)

    def constant(self, name: str) -> Expr | None:
        """Return what defines a named constant."""
        symbol = self.unit.symbols.get(name)
        return None if symbol is None else symbol.value
