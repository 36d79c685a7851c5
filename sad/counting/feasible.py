"""Proofs about sets of constraints: contradiction and implication over the integers.

Rational Fourier-Motzkin elimination with integer tightening. It may fail to find a proof (a size
limit, or a gap between rationals and integers); it never claims a false one. A failed proof costs
readability, not exactness.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sad.counting.affine import Constraint, constraint, negated

if TYPE_CHECKING:
    from sad.counting.poly import Monomial

Constraints = frozenset[Constraint]
_LIMIT = 60


def infeasible(items: Constraints) -> bool:
    """Whether no integer point is proved to satisfy all constraints."""
    current: dict[tuple[tuple[Monomial, int], ...], int] = {}
    for pairs, constant in items:
        if not pairs:
            if constant < 0:
                return True
            continue
        known = current.get(pairs)
        current[pairs] = constant if known is None else min(known, constant)
    while current:
        for pairs, constant in current.items():
            opposite = current.get(tuple((monomial, -value) for monomial, value in pairs))
            if opposite is not None and opposite + constant < 0:
                return True
        reduced = _eliminate_one(current)
        if reduced is None:
            return False
        if isinstance(reduced, bool):
            return True
        current = reduced
    return False


def _eliminate_one(
    current: dict[tuple[tuple[Monomial, int], ...], int],
) -> dict[tuple[tuple[Monomial, int], ...], int] | bool | None:
    """Eliminate the cheapest unknown; True if a contradiction appears, None if it costs too much."""
    signs: dict[Monomial, list[int]] = {}
    for pairs in current:
        for monomial, value in pairs:
            signs.setdefault(monomial, [0, 0])[value > 0] += 1
    unknown = min(signs, key=lambda item: (signs[item][0] * signs[item][1], item))
    lower: list[tuple[int, dict[Monomial, int], int]] = []
    upper: list[tuple[int, dict[Monomial, int], int]] = []
    rest: dict[tuple[tuple[Monomial, int], ...], int] = {}
    for pairs, constant in current.items():
        form = dict(pairs)
        factor = form.get(unknown, 0)
        if factor > 0:
            lower.append((factor, form, constant))
        elif factor < 0:
            upper.append((-factor, form, constant))
        else:
            rest[pairs] = constant
    if len(lower) * len(upper) > _LIMIT:
        return None
    for a, first, k in lower:
        for b, second, j in upper:
            form = {monomial: value * b for monomial, value in first.items()}
            for monomial, value in second.items():
                form[monomial] = form.get(monomial, 0) + value * a
            form = {monomial: value for monomial, value in form.items() if value}
            form[()] = k * b + j * a
            pairs, constant = constraint(form)
            if not pairs:
                if constant < 0:
                    return True
            elif pairs in rest:
                rest[pairs] = min(rest[pairs], constant)
            else:
                rest[pairs] = constant
    return rest


@lru_cache(maxsize=100_000)
def _implied(items: Constraints, item: Constraint) -> bool:
    pairs, constant = item
    for other, known in items:
        if other == pairs and known <= constant:
            return True
    return infeasible(items | {negated(item)})


def implied(items: Constraints, item: Constraint) -> bool:
    """Whether ``item`` is proved to hold wherever all of ``items`` do."""
    if not item[0]:
        return item[1] >= 0
    return _implied(items, item)
