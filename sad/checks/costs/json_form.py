"""Costs of units as JSON and back; unlike a snapshot, with loops, lines and spans."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.algebra.json_form import PolyReader, Writer
from sad.checks.costs.inline_calls import is_inlinable
from sad.checks.costs.record import LineCost, LoopCost, Symbol, UnitCost
from sad.diagnostics import Span

if TYPE_CHECKING:
    from sad.algebra.poly import Poly
    from sad.checks.costs.record import Amounts

Json = Any


def cost_to_json(cost: UnitCost) -> Json:
    """Return a cost as JSON, predicted times left out. Amounts are places in a list of formulas."""
    polys = _Polys()
    return {
        "about": [cost.name, _span(cost.span), cost.language, cost.fingerprint],
        "own": polys.amounts(cost.own),
        "calls": polys.amounts(cost.calls),
        "total": None if cost.total is None else polys.amounts(cost.total),
        "externals": None if cost.externals is None else polys.amounts(cost.externals),
        "loops": [[item.id, _span(item.span), polys.place(item.count)] for item in cost.loops],
        "unresolved": cost.unresolved,
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


def cost_from_json(value: Json) -> UnitCost:
    """Return the cost in a JSON value."""
    formulas: list[Json] = value["formulas"]
    reader = PolyReader(value["atoms"])
    known: dict[int, Poly] = {}

    def poly(place: int) -> Poly:
        found = known.get(place)
        if found is None:
            found = known[place] = reader.poly(formulas[place])
        return found

    def amounts(table: Json) -> Amounts:
        return {key: poly(place) for key, place in table.items()}

    name, span, language, fingerprint = value["about"]
    statements, opaque, by_itself = value["numbers"]
    least, most = value["limits"]
    total, externals = value["total"], value["externals"]
    return UnitCost(
        name,
        Span(*span),
        language,
        fingerprint,
        amounts(value["own"]),
        amounts(value["calls"]),
        None if total is None else amounts(total),
        None if externals is None else amounts(externals),
        tuple(LoopCost(item, Span(*where), poly(place)) for item, where, place in value["loops"]),
        tuple(value["unresolved"]),
        statements,
        opaque,
        least,
        most,
        tuple(Symbol(*item) for item in value["symbols"]),
        lines=tuple(LineCost(Span(*where), t, amounts(ops)) for where, t, ops in value["lines"]),
        by_itself=by_itself,
    )


def callee_from_json(value: Json) -> UnitCost:
    """Return of the cost in a JSON value what the costs of callers depend on: see ``inside``."""
    left = ("own", "calls", "loops", "lines")
    return cost_from_json({**value, **{key: {} for key in left}})


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
