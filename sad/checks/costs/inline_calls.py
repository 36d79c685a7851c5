"""Inlines the costs of callees: bound to the arguments, summed over the loops around each call."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.bind import bind, binder
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ZERO, Monomial, Poly
from sad.checks.costs.canonical import Canonical, size_of
from sad.model.walks.terms import Context

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.algebra.domains import Index
    from sad.checks.costs.record import Amounts, UnitCost

MOST_IN_CALLS = 300
"""Terms and parts of atoms that all calls of one unit together may add; larger ones stay calls."""

_Key = tuple[bool, str]
"""Whether it is a call that is left, and what of."""


def is_inlinable(callee: UnitCost) -> bool:
    """Whether calls of a unit can be more than calls that are left, whoever makes them."""
    total, externals = callee.total, callee.externals
    if callee.by_itself or total is None or externals is None:
        return False
    return size_of([*total.values(), *externals.values()]) <= MOST_IN_CALLS


class Site(NamedTuple):
    """A call, and how often it happens: ``weight`` times for each value of ``indices``.

    ``name`` is what is called as it is shown, ``target`` as in descriptions; ``bindings`` are values
    of its inputs.
    """

    name: str
    target: str | None
    recursive: bool
    bindings: Mapping[str, Poly]
    indices: tuple[Index, ...]
    weight: Poly


class Sites(NamedTuple):
    """Where a unit calls what, and what it does beside; the symbols have neutral names.

    With this and its callees' costs a unit's total is put together, without its description.
    """

    operations: Amounts
    calls: tuple[Site, ...]


class Calls:
    """The calls of one unit. ``callees`` are known costs."""

    def __init__(self, callees: Mapping[str, UnitCost], sites: Iterable[Site]) -> None:
        self._callees = callees
        self._sites: dict[str, list[Site]] = {}
        for site in sites:
            self._sites.setdefault(site.name, []).append(site)

    def counts(self) -> dict[str, Poly]:
        """Return how often each procedure is called."""
        return {name: self._count(sites) for name, sites in self._sites.items()}

    def _count(self, sites: list[Site]) -> Poly:
        return sum((sum_nest(site.indices, site.weight) for site in sites), ZERO)

    def amounts(self, own: Amounts) -> tuple[dict[str, Poly], dict[str, Poly]]:
        """Return what one run does with callees inlined, and the calls that are left."""
        added: dict[_Key, Poly] = {(False, key): poly for key, poly in own.items()}
        for name, sites in self._sites.items():
            inside = self._inlined(sites)
            if inside is None:
                inside = {(True, name): self._count(sites)}
            for key, poly in inside.items():
                added[key] = added.get(key, ZERO) + poly
        form = Canonical()
        total: dict[str, Poly] = {}
        externals: dict[str, Poly] = {}
        for (is_call, name), poly in sorted(added.items()):
            formed = form.poly(poly)
            if formed:
                (externals if is_call else total)[name] = formed
        return total, externals

    def _inlined(self, sites: list[Site]) -> dict[_Key, Poly] | None:
        """What all calls of one unit do; None if they are to stay calls."""
        target = sites[0].target
        callee = None if target is None else self._callees.get(target)
        if (
            callee is None
            or callee.total is None
            or callee.externals is None
            or not is_inlinable(callee)
            or any(site.recursive for site in sites)
        ):
            return None
        form = Canonical()
        parts = _Parts(callee.total, callee.externals)
        for site in sites:
            parts.add(site)
        found = {key: form.poly(poly) for key, poly in parts.sums().items()}
        return None if size_of(found.values()) > MOST_IN_CALLS else found


def bound_context(context: Context, values: Mapping[str, Poly]) -> Context:
    """Return a context with symbols replaced by values."""
    if atoms_free(context).isdisjoint(values):
        return context
    indices = tuple(_bound_index(index, values) for index in context.indices)
    return Context(indices, bind(context.weight, values), context.loops, context.branches)


def atoms_free(context: Context) -> frozenset[str]:
    """Return the symbols in a context's formulas."""
    return frozenset[str]().union(*map(atoms.free_symbols, context.formulas()))


def _bound_index(index: Index, values: Mapping[str, Poly]) -> Index:
    count = None if index.count is None else bind(index.count, values)
    return type(index)(index.name, bind(index.first, values), bind(index.last, values), count)


class _Parts:
    """A callee's amounts by the monomials they are made of: each is bound and summed once a call."""

    def __init__(self, total: Amounts, externals: Amounts) -> None:
        self._weights: dict[Monomial, list[tuple[_Key, int, int]]] = {}
        for is_call, amounts in ((False, total), (True, externals)):
            for name, poly in amounts.items():
                for monomial, value in poly.terms.items():
                    weights = self._weights.setdefault(monomial, [])
                    weights.append(((is_call, name), value, poly.den))
        self._parts: dict[tuple[_Key, int], list[tuple[Poly, int]]] = {}

    def add(self, site: Site) -> None:
        """Add one call."""
        times = sum_nest(site.indices, site.weight)
        inlined = binder(site.bindings)
        for monomial, weights in self._weights.items():
            value = inlined(Poly({monomial: 1}))
            if atoms.is_indexed(value):
                value = sum_nest(site.indices, site.weight * value)
            else:
                value = times * value
            for key, weight, den in weights:
                self._parts.setdefault((key, den), []).append((value, weight))

    def sums(self) -> dict[_Key, Poly]:
        """Return what all calls so far do."""
        found: dict[_Key, Poly] = {}
        for (key, den), parts in self._parts.items():
            found[key] = found.get(key, ZERO) + Poly.weighted_sum(parts).over(den)
        return found
