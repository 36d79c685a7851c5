"""What addresses of array elements cost: mostly nothing, as addressing modes and steps do the work.

Subscripts that move by equal steps cost no arithmetic: compiled code adds a constant to a pointer
(strength reduction), at most one addition per loop and distinct step beside the loop's own count.
Others are computed: an index read from memory is extended as it is loaded, one that was computed
takes an instruction for that, and one that selects a column a multiplication.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.codemodel.operations.arithmetic import is_power_of_two
from sad.ir.expr import Type
from sad.ir.fold import integer_value

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.register_values import Value
    from sad.codemodel.operations.value_graph import Graph, Spot
    from sad.ir.expr import Expr
    from sad.ir.program import Dimension, Symbol

    Address = tuple[Value, ...]
    Scale = tuple[Dimension, ...]


class IndexCosts:
    """Indices of one unit's accesses, and the steps its loops take."""

    def __init__(self, graph: Graph, symbols: Mapping[str, Symbol]) -> None:
        self._graph = graph
        self._symbols = symbols
        self._steps: dict[int, tuple[Region, set[Hashable]]] = {}
        self._bases: dict[int, tuple[Region, set[Hashable]]] = {}

    def index(self, name: str, address: Address, spot: Spot) -> tuple[Value, ...]:
        """Return the values that have to be computed for an address."""
        found: list[Value] = []
        for number, subscript in enumerate(address):
            scale = self._scale(name, number, len(address))
            irregular = [
                (value, factor)
                for value, factor in subscript.as_linear[0].items()
                if not value.affine
            ]
            if not irregular:
                found.extend(_counted_apart(subscript))
                continue
            cost = _index_cost(irregular, scale, self._extent(scale))
            operands = tuple(value for value, _ in irregular)
            detail = (scale, tuple(factor for _, factor in irregular))
            found.append(
                self._graph.make("index", Type.INTEGER, operands, cost, spot, detail=detail)
            )
        return tuple(found)

    def note(self, name: str, address: Address, region: Region) -> None:
        """Note the steps in which an access moves with the loops around it."""
        around = region
        while around.parent is not None:
            inner = around is region
            step = self._step(name, address, around, apart=not inner)
            if step is not None:
                table = self._steps if inner else self._bases
                entry = table.setdefault(id(around), (around, set()))
                entry[1].add(step if inner else (name, step))
            around = around.parent

    def increments(self) -> list[tuple[Region, int]]:
        """Return how many additions per iteration move pointers on, beside the loop's count."""
        inner = [(region, len(steps) - 1) for region, steps in self._steps.values()]
        outer = [(region, len(bases)) for region, bases in self._bases.values()]
        return [item for item in (*inner, *outer) if item[1] > 0]

    def _step(self, name: str, address: Address, region: Region, *, apart: bool) -> Hashable:
        """How an address moves in a loop; None if it does not, or not by equal steps.

        Columns ``apart`` by a distance that is not constant need pointers of their own.
        """
        parts: list[Hashable] = []
        offsets: list[Hashable] = []
        for number, subscript in enumerate(address):
            terms, constant = subscript.as_linear
            scale = self._scale(name, number, len(address))
            for value, factor in terms.items():
                if value.region is not region:
                    continue
                if not value.affine:
                    return None
                parts.append((scale, id(value), factor))
            if apart and constant and self._extent(scale) is None:
                offsets.append((scale, constant))
        return frozenset((*parts, *offsets)) if parts else None

    def _scale(self, name: str, number: int, rank: int) -> Scale:
        """What a subscript is multiplied by: the dimensions that vary faster."""
        symbol = self._symbols.get(name)
        if symbol is None or not symbol.dimensions:
            return ()
        place = number - rank + len(symbol.dimensions)
        if place < 0:
            return ()
        return symbol.dimensions[place + 1 :] if symbol.row_major else symbol.dimensions[:place]

    def _extent(self, scale: Scale) -> int | None:
        """The number of elements a scale stands for; None if it is not constant."""
        extent = 1
        for item in scale:
            last = None if item.upper is None else integer_value(item.upper, self._constant)
            first = 1 if item.lower is None else integer_value(item.lower, self._constant)
            if last is None or first is None:
                return None
            extent *= last - first + 1
        return extent

    def _constant(self, name: str) -> Expr | None:
        symbol = self._symbols.get(name)
        return None if symbol is None else symbol.value


def _counted_apart(subscript: Value) -> list[Value]:
    """The induction variables of an affine subscript whose steps the program itself computes.

    In a counted loop they are no "phi" but a "counter": derived from the loop's own count.
    """
    return [value for value in subscript.as_linear[0] if value.induction and value.kind == "phi"]


def _index_cost(
    irregular: list[tuple[Value, int]], scale: Scale, extent: int | None
) -> dict[str, float]:
    """What it takes to make an offset of values that do not move by equal steps."""
    adds = len(irregular) - 1 + sum(factor not in (1, 2, 4, 8) for _, factor in irregular)
    if not scale:
        extended = any(value.kind not in ("load", "result") for value, _ in irregular)
        adds += 1 if extended else 0
        return {"address": adds} if adds else {}
    if extent is not None and is_power_of_two(extent):
        return {"address": adds + 2}
    return {"mul.integer": 1, "address": adds + 1}
