"""A solution of linear constraints in small whole numbers: a proof that there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.evaluate import evaluate
from sad.algebra.poly import Poly
from sad.symbols import INDEX_MARK

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sad.algebra.affine import Constraint
    from sad.algebra.poly import Monomial

_SIZES = ((7,), (5, 6, 8), (9, 4, 6))
"""Values tried for what is no index, in turn."""
_LOW, _HIGH = -12, 24
_MOST_STEPS = 4_000


def has_solution(constraints: Iterable[Constraint]) -> bool:
    """Whether a solution is found; False may mean that it was not looked for far enough."""
    items = list(dict.fromkeys(constraints))
    unknowns = {monomial for pairs, _ in items for monomial, _ in pairs}
    if any(len(monomial) != 1 for monomial in unknowns):
        return False
    if any(not pairs and constant < 0 for pairs, constant in items):
        return False
    indices = sorted(item for item in unknowns if item[0].startswith(INDEX_MARK))
    others = [Poly.symbol(name) for (name,) in sorted(unknowns.difference(indices))]
    inside = sorted(frozenset[str]().union(*map(atoms.free_symbols, others)))
    if any(name.startswith(INDEX_MARK) for name in inside):
        return False  # a quotient or the like that goes from iteration to iteration
    for sizes in _SIZES:
        known = {name: sizes[place % len(sizes)] for place, name in enumerate(inside)}
        given = {(name,): evaluate(poly, known) for poly in others for name in poly.symbols()}
        whole = {item: int(value) for item, value in given.items() if value == int(value)}
        if len(whole) == len(given) and _Search(items, indices).found(whole):
            return True
    return False


class _Search:
    """Assigns index by index, each within what those before leave it."""

    def __init__(self, items: Sequence[Constraint], indices: Sequence[Monomial]) -> None:
        self._items, self._indices = items, indices
        self._left = _MOST_STEPS

    def found(self, values: dict[Monomial, int]) -> bool:
        """Whether the values given can be completed."""
        self._left -= 1
        if self._left < 0:
            return False
        low = {item: _LOW for item in self._indices if item not in values}
        high = dict.fromkeys(low, _HIGH)
        for pairs, constant in self._items:
            rest = constant
            open_pairs: list[tuple[Monomial, int]] = []
            for monomial, factor in pairs:
                value = values.get(monomial)
                if value is None:
                    open_pairs.append((monomial, factor))
                else:
                    rest += factor * value
            if not open_pairs:
                if rest < 0:
                    return False
            elif len(open_pairs) == 1:
                monomial, factor = open_pairs[0]
                if factor > 0:
                    low[monomial] = max(low[monomial], -(rest // factor))
                else:
                    high[monomial] = min(high[monomial], rest // -factor)
        if not low:
            return True
        chosen = min(low, key=lambda item: (high[item] - low[item], item))
        for value in range(low[chosen], high[chosen] + 1):
            if self.found({**values, chosen: value}):
                return True
            if self._left < 0:
                return False
        return False
