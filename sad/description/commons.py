"""Load-time values of COMMON variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.analysis.calls.graph import unit_key
from sad.analysis.values.cells import is_common
from sad.ir.fold import integer_value
from sad.ir.program import Storage

if TYPE_CHECKING:
    from sad.analysis.unit import ProgramAnalysis
    from sad.ir.expr import Expr


def common_values(analysis: ProgramAnalysis) -> dict[str, Poly]:
    """Return load-time values of COMMON integers (DATA, BLOCK DATA)."""
    values: dict[str, Poly] = {}
    for unit in analysis.program.units:
        cells = analysis.effects.cells[unit_key(unit)]
        symbols = unit.symbols

        def constant(name: str) -> Expr | None:
            symbol = symbols.get(name)  # noqa: B023 - used within this iteration only
            return None if symbol is None else symbol.value

        for name, symbol in unit.symbols.items():
            cell = cells.by_name.get(name)
            if cell is None or not is_common(cell) or symbol.storage is not Storage.COMMON:
                continue
            if symbol.initial is not None:
                value = integer_value(symbol.initial, constant)
                if value is not None:
                    values[cell] = Poly.constant(value)
    return values
