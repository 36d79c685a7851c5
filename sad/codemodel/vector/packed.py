"""Elements side by side that one iteration computes alike, so that vectors can hold them.

gcc does that where the stores of an iteration fill whole vectors (``-ftree-slp-vectorize``, at -O2
since version 12): in loops that were unrolled by hand, and for the components of points. What is told
here is how many elements are side by side; the rules are compared with the compiler's code
(``tests/codemodel/test_packed.py``).
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from sad.codemodel.operations.value_graph import difference
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from sad.analysis.loops.natural import Region
    from sad.codemodel.operations.reuse import Load, Store
    from sad.codemodel.operations.value_graph import ValueNode
    from sad.ir.program import Symbol

_REALS = (Type.REAL, Type.DOUBLE)
_EITHER_WAY = frozenset({"add", "mul", "max", "min"})
_CHOICES = frozenset({"phi", "select"})


def packed_elements(
    loads: Sequence[Load],
    stores: Sequence[Store],
    values: Sequence[ValueNode],
    region: Region,
    symbols: Mapping[str, Symbol],
) -> int:
    """Return how many elements an iteration computes side by side; 1 where not all of them are alike.

    ``values`` are all live ones of the loop. Nothing may overlap and every store happens in each
    iteration: that is looked at before.
    """
    groups: dict[Hashable, list[Store]] = {}
    for store in stores:
        if not (store.name and store.address) or store.value is None:
            return 1  # a scalar stands beside nothing
        if store.value.type not in _REALS:
            return 1
        groups.setdefault((store.name, _beside(store, symbols)), []).append(store)
    judge = _Alike(loads, region, symbols)
    together = 0
    for group in groups.values():
        place = _moving(symbols, group[0].name)
        group.sort(key=lambda store: store.address[place].as_linear[1])
        values_stored = [store.value for store in group if store.value is not None]
        if not _side_by_side([store.address for store in group], place):
            return 1
        if not judge.alike(values_stored):
            return 1
        together = gcd(together, len(group))
    others = any(
        value.type in _REALS and value.cost and value not in judge.seen for value in values
    )
    return 1 if others or not together else together


def _beside(store: Store, symbols: Mapping[str, Symbol]) -> Hashable:
    """What the addresses of elements side by side have in common."""
    place = _moving(symbols, store.name) % len(store.address)
    address = [item.as_linear for item in store.address]
    return tuple(
        (frozenset(terms.items()), 0 if position == place else constant)
        for position, (terms, constant) in enumerate(address)
    )


def _moving(symbols: Mapping[str, Symbol], name: str) -> int:
    """The subscript whose elements lie side by side."""
    symbol = symbols.get(name)
    return -1 if symbol is not None and symbol.row_major else 0


def _side_by_side(addresses: Sequence[tuple[ValueNode, ...]], place: int) -> bool:
    first = addresses[0]
    for number, address in enumerate(addresses):
        if len(address) != len(first):
            return False
        moving = place % len(address)
        for position, (one, other) in enumerate(zip(address, first, strict=True)):
            if difference(one, other) != (number if position == moving else 0):
                return False
    return True


class _Alike:
    """Compares the values of elements side by side; ``seen`` are all that it found alike."""

    def __init__(
        self, loads: Sequence[Load], region: Region, symbols: Mapping[str, Symbol]
    ) -> None:
        self._loads = {load.value: load for load in loads}
        self._region = region
        self._symbols = symbols
        self.seen: set[ValueNode] = set()

    def alike(self, values: Sequence[ValueNode]) -> bool:
        """Whether the same is done to get each of some values."""
        first = values[0]
        if all(value.region is not self._region for value in values):
            return True
        if any(
            value.region is not self._region
            or value.kind != first.kind
            or value.type is not first.type
            or value.kind in _CHOICES
            or value.cost.keys() != first.cost.keys()
            or len(value.operands) != len(first.operands)
            for value in values
        ):
            return False
        if self.seen.issuperset(values):
            return True
        self.seen.update(values)
        if all(value is first for value in values):
            return all(self.alike([operand]) for operand in first.operands)
        if first in self._loads:
            found = [self._loads[value] for value in values if value in self._loads]
            name = self._loads[first].name
            place = _moving(self._symbols, name)
            return all(load.name == name for load in found) and _side_by_side(
                [load.address for load in found], place
            )
        operands = [self._in_order(value) for value in values]
        return all(self.alike(lanes) for lanes in zip(*operands, strict=True))

    def _in_order(self, value: ValueNode) -> Sequence[ValueNode]:
        """The operands, those that may be exchanged in an order that is the same for all elements."""
        if value.kind not in _EITHER_WAY:
            return value.operands
        return sorted(value.operands, key=self._rank)

    def _rank(self, value: ValueNode) -> tuple[bool, str, str, list[int]]:
        load = self._loads.get(value)
        inside = value.region is self._region
        if load is None:
            return inside, value.kind, "", []
        return inside, value.kind, load.name, [item.as_linear[1] for item in load.address]
