"""Proofs about sets of constraints: contradiction and implication over the integers.

Rational Fourier-Motzkin elimination with integer tightening. It may fail to find a proof (a size
limit, or a gap between rationals and integers); it never claims a false one. A failed proof costs
readability, not exactness.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sad.algebra.affine import Constraint, constraint, negated
from sad.algebra.poly import Monomial

if TYPE_CHECKING:
    from collections.abc import Iterable

Constraints = frozenset[Constraint]
_LIMIT = 60


@lru_cache(maxsize=100_000)
def infeasible(items: Constraints) -> bool:
    """Whether no integer point is proved to satisfy all constraints."""
    if any(not pairs and constant < 0 for pairs, constant in items):
        return True
    return any(_contradicts(part) for part in _connected(items))


class Context:
    """A set of constraints, indexed by unknown: proofs about few unknowns look at few constraints."""

    def __init__(self, items: Constraints) -> None:
        self._by_unknown: dict[Monomial, list[Constraint]] = {}
        for item in items:
            for monomial, _ in item[0]:
                self._by_unknown.setdefault(monomial, []).append(item)

    def related(self, unknowns: Iterable[Monomial]) -> Constraints:
        """Return the constraints that share unknowns with the given ones, also indirectly."""
        kept: set[Constraint] = set()
        pending = list(unknowns)
        seen = set(pending)
        while pending:
            for item in self._by_unknown.get(pending.pop(), ()):
                if item in kept:
                    continue
                kept.add(item)
                for monomial, _ in item[0]:
                    if monomial not in seen:
                        seen.add(monomial)
                        pending.append(monomial)
        return frozenset(kept)


def _connected(items: Constraints) -> list[list[Constraint]]:
    """Split constraints into sets that share no unknown: they cannot help each other."""
    groups: list[tuple[set[Monomial], list[Constraint]]] = []
    for item in items:
        unknowns = {monomial for monomial, _ in item[0]}
        if not unknowns:
            continue
        members = [item]
        apart: list[tuple[set[Monomial], list[Constraint]]] = []
        for group in groups:
            if unknowns.isdisjoint(group[0]):
                apart.append(group)
            else:
                unknowns |= group[0]
                members += group[1]
        apart.append((unknowns, members))
        groups = apart
    return [members for _, members in groups if len(members) > 1]


Known = dict[tuple[tuple[Monomial, int], ...], int]
"""The least constant of each form."""


def _contradicts(items: list[Constraint]) -> bool:
    current: Known = {}
    for pairs, constant in items:
        known = current.get(pairs)
        current[pairs] = constant if known is None else min(known, constant)
    while current:
        signs = _signs(current)
        free = {monomial for monomial, (below, above) in signs.items() if not below or not above}
        if free:  # what can grow without bound satisfies all it stands in
            current = {
                pairs: constant
                for pairs, constant in current.items()
                if not any(monomial in free for monomial, _ in pairs)
            }
            continue
        for pairs, constant in current.items():
            if pairs[0][1] > 0:  # of two opposite forms one begins so
                opposite = current.get(tuple([(monomial, -value) for monomial, value in pairs]))
                if opposite is not None and opposite + constant < 0:
                    return True
        unknown = min(signs, key=lambda item: (signs[item][0] * signs[item][1], item))
        reduced = _eliminate(current, unknown)
        if reduced is None:
            return False
        if isinstance(reduced, bool):
            return True
        current = reduced
    return False


def _signs(current: Known) -> dict[Monomial, list[int]]:
    """How often each unknown stands with a negative and with a positive factor."""
    signs: dict[Monomial, list[int]] = {}
    for pairs in current:
        for monomial, value in pairs:
            count = signs.get(monomial)
            if count is None:
                count = signs[monomial] = [0, 0]
            count[value > 0] += 1
    return signs


def _eliminate(current: Known, unknown: Monomial) -> Known | bool | None:
    """Eliminate an unknown; True if a contradiction appears, None if it costs too much."""
    lower: list[tuple[int, dict[Monomial, int], int]] = []
    upper: list[tuple[int, dict[Monomial, int], int]] = []
    rest: Known = {}
    for pairs, constant in current.items():
        for monomial, factor in pairs:
            if monomial == unknown:
                form = dict(pairs)
                del form[unknown]
                if factor > 0:
                    lower.append((factor, form, constant))
                else:
                    upper.append((-factor, form, constant))
                break
        else:
            rest[pairs] = constant
    if len(lower) * len(upper) > _LIMIT:
        return None
    for a, first, k in lower:
        for b, second, j in upper:
            form = (
                {monomial: value * b for monomial, value in first.items()} if b != 1 else {**first}
            )
            for monomial, value in second.items():
                total = form.get(monomial, 0) + value * a
                if total:
                    form[monomial] = total
                else:
                    del form[monomial]
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
    opposite = negated(item)
    unknowns = {monomial for monomial, _ in pairs}
    for part in _connected(items | {opposite}):
        if any(not unknowns.isdisjoint(monomial for monomial, _ in other) for other, _ in part):
            decided = _by_lower_bounds(part, opposite)
            return _contradicts(part) if decided is None else decided
    return False


def _by_lower_bounds(part: list[Constraint], opposite: Constraint) -> bool | None:
    """Decide a contradiction where all else known is ``unknown >= number``; None otherwise.

    The greatest value of the opposite's form is then at the lower bounds, if it has one at all.
    """
    least: dict[Monomial, int] = {}
    for other, constant in part:
        if (other, constant) == opposite:
            continue
        if len(other) != 1 or other[0][1] != 1:
            return None
        monomial = other[0][0]
        least[monomial] = max(least.get(monomial, -constant), -constant)
    greatest = opposite[1]
    for monomial, value in opposite[0]:
        if value > 0 or monomial not in least:
            return False
        greatest += value * least[monomial]
    return greatest < 0


def implied(items: Constraints, item: Constraint) -> bool:
    """Whether ``item`` is proved to hold wherever all of ``items`` do."""
    if not item[0]:
        return item[1] >= 0
    return _implied(items, item)
