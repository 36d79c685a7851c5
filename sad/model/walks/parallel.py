"""Bounds on the time of parallel parts: critical path, demands of resources, T^l (van Gemund, PAMELA).

``phi`` is the critical path: what it takes if nobody ever waits. ``delta_r`` is how long resource r is
held in all, ``omega`` the greatest ``delta_r / |r|``. With T^l of parts in sequence added up,

    T^l(par) = max(T^l of the parts, omega(par)),   max(phi, omega) <= T^l <= T

for every discipline; T is at most ``min(work, phi + sum of delta_r / |r|)`` where all times are
constants and servers are never idle while somebody waits. Conditions are weights: 1 or 0, or
probabilities, of which phi and T^l are means then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from sad.algebra import atoms
from sad.algebra.bind import greatest_of
from sad.algebra.busiest import Part, busiest
from sad.algebra.conditions import is_truth
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, ZERO, Poly, total
from sad.model import nodes as nd
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.algebra.domains import Index
    from sad.diagnostics import Span


@record
class Demand:
    """How long the uses of one line hold a resource [s]: ``amount`` for all values of ``indices``.

    ``member`` says which one of a family; ``indices`` are the loops that it depends on.
    """

    resource: nd.Resource
    span: Span
    amount: Poly
    member: Poly | None = None
    indices: tuple[Index, ...] = ()

    @property
    def seconds(self) -> Poly:
        """The time in all, of all members [s]."""
        return sum_nest(self.indices, self.amount)


@record
class Bounds:
    """What is known of the time of a part [s]; ``is_constant`` tells that nothing is random.

    ``critical`` is phi, ``lower`` T^l, ``work`` the sum of all times, ``above`` the upper bound, which
    holds for constant times only.
    """

    critical: Poly = ZERO
    lower: Poly = ZERO
    work: Poly = ZERO
    above: Poly = ZERO
    demands: tuple[Demand, ...] = ()
    is_constant: bool = True

    @property
    def contention(self) -> Poly:
        """Omega: the time for which the busiest server is held."""
        found = [item.bound for item in held(self.demands)]
        return atoms.max_of(found) if found else ZERO


_NOTHING = Bounds()
_MOST_KEPT = 4096
_kept: dict[int, tuple[nd.Node, Bounds]] = {}
"""Bounds of parallel nodes by identity: several walks over one tree ask for the same."""


def lower_bound(node: nd.Node) -> Poly:
    """Return T^l of a part [s]."""
    return bounds(node).lower


def bounds(node: nd.Node) -> Bounds:
    """Return the bounds of a part, in terms of what is around it."""
    known = _kept.get(id(node))
    if known is not None and known[0] is node:
        return known[1]
    found = _bounds(node)
    if isinstance(node, nd.Par | nd.Both):
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[id(node)] = node, found
    return found


def _bounds(node: nd.Node) -> Bounds:
    match node:
        case nd.Block() | nd.Call() | nd.Message():
            return _NOTHING
        case nd.Use(resource=resource, seconds=time):
            demands: tuple[Demand, ...] = ()
            if resource is not None:
                demands = (Demand(resource, node.span, time, node.member),)
            constant = node.law is nd.Law.CONSTANT
            return Bounds(time, time, time, time, demands, is_constant=constant)
        case nd.Seq(parts):
            return _together(map(bounds, parts))
        case nd.Weighted(weight, part):
            return _times(bounds(part), weight)
        case nd.Branch(arms=arms):
            return _together((_times(bounds(part), weight) for _, weight, part in arms))
        case nd.Loop():
            if node.head != nd.EMPTY:
                raise TypeError("a loop with a test has blocks, which have no bounds")
            return _repeated(bounds(node.body), node.index)
        case nd.Par(index=index, body=body):
            inner = bounds(body)
            critical, lower = (
                greatest_of(index.name, index.first, index.last, value)
                for value in (inner.critical, inner.lower)
            )
            return _parallel(_repeated(inner, index), critical, lower)
        case nd.Both(parts=parts):
            inside = [bounds(part) for part in parts]
            critical, lower = (
                atoms.max_of([getattr(item, name) for item in inside] or [ZERO])
                for name in ("critical", "lower")
            )
            return _parallel(_together(inside), critical, lower)
        case _:
            assert_never(node)


def _parallel(whole: Bounds, critical: Poly, lower: Poly) -> Bounds:
    """The bounds of parallel parts, of which ``whole`` has what is added up."""
    shared = held(whole.demands)
    waiting = total(item.per_server(item.seconds) for item in shared)
    return replace(
        whole,
        critical=critical,
        lower=atoms.max_of([lower, *(item.bound for item in shared)]),
        above=atoms.min_of([whole.work, critical + waiting]),
    )


def _together(parts: Iterable[Bounds]) -> Bounds:
    """What parts take one after the other."""
    items = list(parts)
    return Bounds(
        total(item.critical for item in items),
        total(item.lower for item in items),
        total(item.work for item in items),
        total(item.above for item in items),
        _joined(demand for item in items for demand in item.demands),
        is_constant=all(item.is_constant for item in items),
    )


def _times(part: Bounds, weight: Poly) -> Bounds:
    return replace(
        part,
        critical=part.critical * weight,
        lower=part.lower * weight,
        work=part.work * weight,
        above=part.above * weight,
        demands=tuple(replace(item, amount=item.amount * weight) for item in part.demands),
        is_constant=part.is_constant and (weight in (ZERO, ONE) or is_truth(weight)),
    )


def _repeated(part: Bounds, index: Index) -> Bounds:
    """What a part takes for all values of an index, one after the other."""
    return Bounds(
        sum_nest((index,), part.critical),
        sum_nest((index,), part.lower),
        sum_nest((index,), part.work),
        sum_nest((index,), part.above),
        _joined(_over(item, index) for item in part.demands),
        is_constant=part.is_constant,
    )


def _over(demand: Demand, index: Index) -> Demand:
    """A demand for all values of an index, which is kept only where it says which member."""
    if demand.member is not None:
        return replace(demand, indices=(index, *demand.indices))
    return replace(demand, amount=sum_nest((index,), demand.amount))


def _joined(demands: Iterable[Demand]) -> tuple[Demand, ...]:
    """Demands with those of one line for one and the same resource added up."""
    found: dict[tuple[object, ...], Demand] = {}
    for item in demands:
        key = item.resource.name, item.span, item.member, item.indices
        before = found.get(key)
        amount = item.amount if before is None else before.amount + item.amount
        found[key] = replace(item, amount=amount)
    return tuple(found.values())


def parallel_parts(tree: nd.Node) -> list[tuple[str, Span, Bounds]]:
    """Return the parallel parts that a model has one after the other: name, place and bounds."""
    if isinstance(tree, nd.Seq):
        return [part for inside in tree.parts for part in parallel_parts(inside)]
    return [(tree.id, tree.span, bounds(tree))] if isinstance(tree, nd.Par | nd.Both) else []


@record
class Held:
    """How long a resource is held [s]: ``seconds`` in all members, ``busiest`` in one of them."""

    resource: nd.Resource
    seconds: Poly
    busiest: Poly

    def per_server(self, time: Poly) -> Poly:
        """Return a time shared out among the servers of one member [s]."""
        return atoms.quotient_of(time, self.resource.servers)

    @property
    def bound(self) -> Poly:
        """What the resource alone makes the least time [s]: omega for one resource."""
        return self.per_server(self.busiest)


def held(demands: Iterable[Demand]) -> list[Held]:
    """Return for each resource how long it is held, in the order of the first uses."""
    by_name: dict[str, list[Demand]] = {}
    for item in demands:
        by_name.setdefault(item.resource.name, []).append(item)
    found: list[Held] = []
    for items in by_name.values():
        whole = total(item.seconds for item in items)
        most, resource = whole, items[0].resource
        if resource.first is not None and resource.last is not None:
            parts = [Part(item.indices, item.member or ZERO, item.amount) for item in items]
            most = busiest(parts)
        found.append(Held(resource, whole, most))
    return found
