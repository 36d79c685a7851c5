"""Costs of units as JSON and back; unlike a snapshot, with loops, lines and spans.

What a unit costs by itself is apart from what depends on the units it calls, which change more often.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

from sad.algebra.domains import Index
from sad.algebra.json_form import PolyReader, Writer
from sad.checks.costs.inline_calls import Site, Sites, is_inlinable
from sad.checks.costs.record import LineCost, LoopCost, Symbol, UnitCost
from sad.diagnostics import Span
from sad.files import digest
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from sad.algebra.poly import Poly
    from sad.checks.costs.record import Amounts

Json = Any
_NOWHERE = Span.at("")
_DIGITS = 16


def own_to_json(cost: UnitCost) -> Json:
    """Return what a unit costs by itself as JSON. Amounts are places in a list of formulas."""
    polys = _Polys()
    return {
        "about": [cost.name, _span(cost.span), cost.language, cost.fingerprint],
        "itself": cost.itself,
        "own": polys.amounts(cost.own),
        "calls": polys.amounts(cost.calls),
        "loops": [[item.id, _span(item.span), polys.place(item.count)] for item in cost.loops],
        "numbers": [cost.statements, cost.opaque, cost.by_itself],
        "limits": [dict(cost.least), dict(cost.most)],
        "symbols": [
            [item.name, item.label, item.role, item.mark, item.coding] for item in cost.symbols
        ],
        "lines": [
            [_span(line.span), line.text, polys.amounts(line.operations)] for line in cost.lines
        ],
        "formulas": polys.found,
        "atoms": polys.table,
    }


def itself(own: UnitCost, sites: Sites) -> str:
    """Return a digest of all that a unit's cost depends on but for its callees' costs: no places."""
    loops = tuple(replace(loop, span=_NOWHERE) for loop in own.loops)
    moved = own_to_json(replace(own, span=_NOWHERE, loops=loops, lines=()))
    return digest(json.dumps([moved, sites_to_json(sites)]))[:_DIGITS]


def sites_to_json(sites: Sites) -> Json:
    """Return where a unit calls what as JSON."""
    polys = _Polys()

    def index(item: Index) -> Json:
        count = None if item.count is None else polys.place(item.count)
        return [item.name, polys.place(item.first), polys.place(item.last), count]

    return {
        "operations": polys.amounts(sites.operations),
        "calls": [
            [
                *(site.name, site.target, site.recursive, polys.amounts(site.bindings)),
                *([index(item) for item in site.indices], polys.place(site.weight)),
            ]
            for site in sites.calls
        ],
        "formulas": polys.found,
        "atoms": polys.table,
    }


def sites_from_json(value: Json) -> Sites:
    """Return where a unit calls what."""
    poly = _formulas_in(value)

    def index(name: str, first: int, last: int, count: int | None) -> Index:
        return Index(name, poly(first), poly(last), None if count is None else poly(count))

    calls = tuple(
        Site(name, target, recursive, _amounts(bindings, poly), indices, poly(weight))
        for name, target, recursive, bindings, found, weight in value["calls"]
        for indices in [tuple(index(*item) for item in found)]
    )
    return Sites(_amounts(value["operations"], poly), calls)


def whole_to_json(cost: UnitCost) -> Json:
    """Return the rest of a cost as JSON, predicted times left out: what depends on callees as well."""
    polys = _Polys()
    return {
        "total": None if cost.total is None else polys.amounts(cost.total),
        "externals": None if cost.externals is None else polys.amounts(cost.externals),
        "unresolved": cost.unresolved,
        "limits": [dict(cost.least), dict(cost.most)],
        "formulas": polys.found,
        "atoms": polys.table,
    }


def own_from_json(value: Json) -> UnitCost:
    """Return what a unit costs by itself; of what depends on callees there is nothing in it."""
    poly = _formulas_in(value)
    name, span, language, fingerprint = value["about"]
    statements, opaque, by_itself = value["numbers"]
    return UnitCost(
        name,
        Span(*span),
        language,
        fingerprint,
        _amounts(value["own"], poly),
        _amounts(value["calls"], poly),
        None,
        None,
        tuple(LoopCost(item, Span(*where), poly(at)) for item, where, at in value["loops"]),
        (),
        statements,
        opaque,
        *value["limits"],
        symbols=tuple(Symbol(*item) for item in value["symbols"]),
        lines=tuple(
            LineCost(Span(*where), text, _amounts(operations, poly))
            for where, text, operations in value["lines"]
        ),
        by_itself=by_itself,
        itself=value["itself"],
    )


def with_whole(own: UnitCost, value: Json) -> UnitCost:
    """Return the cost of a unit that costs this by itself."""
    poly = _formulas_in(value)
    least, most = value["limits"]
    total, externals = value["total"], value["externals"]
    return replace(
        own,
        total=None if total is None else _amounts(total, poly),
        externals=None if externals is None else _amounts(externals, poly),
        unresolved=tuple(value["unresolved"]),
        least=least,
        most=most,
    )


def _formulas_in(value: Json) -> Callable[[int], Poly]:
    """What gives the formulas of a JSON value by their places."""
    reader = PolyReader(value["atoms"])

    @cache
    def poly(place: int) -> Poly:
        return reader.poly(value["formulas"][place])

    return poly


def _amounts(places: Json, poly: Callable[[int], Poly]) -> Amounts:
    return {key: poly(place) for key, place in places.items()}


def inside(cost: UnitCost) -> Json:
    """Return what the costs of callers depend on: no lines, no places.

    What is never put into callers is not seen by them.
    """
    limits = [dict(cost.least), dict(cost.most)]
    if not is_inlinable(cost):
        return [cost.name, limits, None]
    writer = Writer()
    formulas = [
        {key: writer.poly(poly) for key, poly in (amounts or {}).items()}
        for amounts in (cost.total, cost.externals)
    ]
    return [cost.name, limits, [*formulas, writer.table]]


class _Polys:
    """Formulas in a list, each once."""

    def __init__(self) -> None:
        self.found: list[Json] = []
        self._writer = Writer()
        self._places: dict[Poly, int] = {}

    @property
    def table(self) -> Json:
        return self._writer.table

    def place(self, poly: Poly) -> int:
        known = self._places.get(poly)
        if known is None:
            known = self._places[poly] = len(self.found)
            self.found.append(self._writer.poly(poly))
        return known

    def amounts(self, amounts: Amounts) -> Json:
        return {key: self.place(poly) for key, poly in amounts.items()}


def _span(span: Span) -> Json:
    return [span.file, span.line, span.end_line, span.column]
