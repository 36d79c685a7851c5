"""Local variables that keep their values between calls, as formulas in the number of the call.

``DATA FIRST /.TRUE./``, ``IF (FIRST) THEN``, ``FIRST = .FALSE.``; ``static int n; n++``: what one
call makes of such a variable is the same in all calls, so its value in each call follows as that of a
variable that a loop carries on. It must depend on nothing but the variable itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.carried import carried_on, grows_fast, old_name
from sad.algebra.domains import Index
from sad.algebra.poly import ZERO, Poly
from sad.analysis.calls.graph import unit_key
from sad.analysis.values.cells import array_of, is_common
from sad.ir.expr import Type
from sad.ir.program import Storage, UnitKind
from sad.symbols import call_name, index_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.analysis.calls.graph import CallGraph
    from sad.analysis.cfg.graph import Cfg
    from sad.analysis.values.cells import Cell

CALLS = -1
"""Stands for all calls of a unit where loops go by their header's number."""


def saved_variables(cfg: Cfg, graph: CallGraph) -> frozenset[Cell]:
    """Return the scalars that only the unit itself changes and that keep their values between calls."""
    unit = cfg.unit
    if unit.kind is UnitKind.PROGRAM or len(cfg.entries) > 1 or unit_key(unit) in graph.recursive:
        return frozenset()
    return frozenset(
        name
        for name, symbol in unit.symbols.items()
        if symbol.saved
        and symbol.storage is Storage.LOCAL
        and symbol.type in (Type.INTEGER, Type.LOGICAL)
        and symbol.initial is not None
        and not symbol.dimensions
        and not symbol.volatile
        and symbol.shares is None
        and symbol.memory is None
    )


class SavedValues:
    """The values on entry of one unit's saved variables in a pass over it.

    ``before`` is what passes so far have found that one call makes of them, None where that is not
    known; ``tried`` are those of which it is looked for, if the pass ``asks``.
    """

    def __init__(
        self,
        unit: str,
        cells: frozenset[Cell],
        before: Mapping[tuple[int, Cell], Poly | None],
        *,
        asks: bool,
    ) -> None:
        self._unit = unit
        self._cells = cells
        self._before = before
        self._asks = asks
        self.tried: list[tuple[int, Cell]] = []

    def on_entry(
        self, cell: Cell, start: Poly, choices: dict[Poly, list[tuple[Poly, Poly]]]
    ) -> Poly | None:
        """Return what a cell holds on entry, given what it holds at load; None if that is not known.

        ``choices`` takes up values that are one of several constants.
        """
        key, old = (CALLS, cell), old_name(CALLS, cell)
        if is_common(cell) or array_of(cell) not in self._cells:
            return None
        if key not in self._before:
            if self._asks:
                self.tried.append(key)
            return Poly.symbol(old) if self._asks else None
        after = self._before[key]
        if after is None or grows_fast(after, old):
            return None
        index = index_name(self._unit, "calls")
        number = Poly.symbol(call_name(self._unit))
        there, back = {call_name(self._unit): Poly.symbol(index)}, {index: number}
        loop = Index(index, ZERO, Poly.symbol(index))
        found = carried_on(bind(after, there), old, start, loop)
        if found is None:
            return None
        value, arms = bind(found[0], back), found[1]
        if arms is not None:
            choices[value] = [(bind(here, back), bind(item, back)) for here, item in arms]
        return value

    def after_calls(self, on_return: Callable[[Cell], Poly | None]) -> dict[tuple[int, Cell], Poly]:
        """Return what one call makes of the cells tried; ``on_return`` gives their values then."""
        found: dict[tuple[int, Cell], Poly] = {}
        for key in self.tried:
            value = on_return(key[1])
            known = {old_name(*key), call_name(self._unit)}
            if value is not None and atoms.free_symbols(value) <= known:
                found[key] = value
        return found
