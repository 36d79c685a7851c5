"""Input/output items that stand for several: implied DOs and whole arrays, with their counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.domains import Index
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, Poly, product
from sad.analysis.op_mix import is_repeated
from sad.ir import expr as ex
from sad.records import record
from sad.symbols import index_name

if TYPE_CHECKING:
    from sad.analysis.cfg.graph import Block
    from sad.analysis.values.lookup import Environment, Lookup
    from sad.ir import stmt as st
    from sad.ir.expr import Expr
    from sad.ir.program import Dimension


@record
class Repeated:
    """One item of an input/output list that is transferred ``count`` times."""

    count: Poly
    item: Expr


def repeated_items(
    statement: st.InputOutput, lookup: Lookup, environment: Environment, block: Block
) -> list[Repeated]:
    """Return the repeated items of a statement with their counts."""
    finder = _Finder(lookup, environment, block)
    for item in (*statement.results, *statement.items):
        if is_repeated(item, lookup.unit.symbols):
            finder.item(item, [], {})
    return finder.found


class _Finder:
    def __init__(self, lookup: Lookup, environment: Environment, block: Block) -> None:
        self._lookup = lookup
        self._environment = environment
        self._block = block
        self.found: list[Repeated] = []

    def item(self, item: Expr, nest: list[Index], indices: dict[str, Poly]) -> None:
        """Count an item inside the implied DOs ``nest``, whose variables have the given values."""
        if isinstance(item, ex.ImpliedDo):
            inner = self._index(item, len(nest), indices)
            values = {**indices, item.variable: Poly.symbol(inner.name)}
            for part in item.items:
                self.item(part, [*nest, inner], values)
            return
        elements = self._elements(item)
        self.found.append(Repeated(sum_nest(nest, elements), item))

    def _value(self, expr: Expr, indices: dict[str, Poly]) -> Poly | None:
        environment = dict(self._environment)
        for name, value in indices.items():
            cell = self._lookup.cells.by_name.get(name)
            if cell is not None:
                environment[cell] = value
        return self._lookup.value(expr, environment)

    def _index(self, item: ex.ImpliedDo, depth: int, indices: dict[str, Poly]) -> Index:
        name = index_name(self._lookup.unit.name, f"item{depth}.{item.variable}")
        first, last = self._value(item.first, indices), self._value(item.last, indices)
        step = ONE if item.step is None else self._value(item.step, indices)
        if first is not None and last is not None and step == ONE:
            return Index(name, first, last)
        reason = "the number of items is not traced"
        count = self._lookup.unknowns.make(f"{item.variable}.items", reason, self._block)
        return Index(name, ONE, count)

    def _elements(self, item: Expr) -> Poly:
        """How many elements a whole array has; one for anything else."""
        symbols = self._lookup.unit.symbols
        if isinstance(item, ex.Section):
            reason = "the size of a section is not traced"
            return self._lookup.unknowns.make(f"{item.array}.size", reason, self._block)
        if not isinstance(item, ex.Variable) or not symbols[item.name].dimensions:
            return ONE
        extents = [self._extent(dimension) for dimension in symbols[item.name].dimensions]
        known = [extent for extent in extents if extent is not None]
        if len(known) == len(extents):
            return product(known)
        reason = "the size of the array is not traced"
        return self._lookup.unknowns.make(f"{item.name}.size", reason, self._block)

    def _extent(self, dimension: Dimension) -> Poly | None:
        """An extent as declared: in terms of the values on entry."""
        if dimension.upper is None:
            return None
        upper = self._lookup.value(dimension.upper, {})
        lower = ONE if dimension.lower is None else self._lookup.value(dimension.lower, {})
        return None if upper is None or lower is None else upper - lower + 1
