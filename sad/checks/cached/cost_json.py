"""Costs of units as JSON and back, with everything that a snapshot leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.checks.costs.put_in import may_be_put_in
from sad.checks.costs.record import LineCost, LoopCost, Symbol, UnitCost
from sad.counting.json_form import Reader, Writer
from sad.diagnostics import Span

if TYPE_CHECKING:
    from sad.checks.costs.record import Amounts

Json = Any


def cost_to_json(cost: UnitCost) -> Json:
    """Return a cost as JSON, predicted times left out."""
    writer = Writer()
    return {
        "about": [cost.name, _span(cost.span), cost.language, cost.fingerprint],
        "own": _amounts(cost.own, writer),
        "calls": _amounts(cost.calls, writer),
        "total": None if cost.total is None else _amounts(cost.total, writer),
        "externals": None if cost.externals is None else _amounts(cost.externals, writer),
        "loops": [[item.id, _span(item.span), writer.poly(item.count)] for item in cost.loops],
        "unresolved": cost.unresolved,
        "numbers": [cost.statements, cost.opaque, cost.by_itself],
        "limits": [dict(cost.least), dict(cost.most)],
        "symbols": [
            [item.name, item.label, item.role, item.mark, item.coding] for item in cost.symbols
        ],
        "lines": [
            [_span(line.span), line.text, _amounts(line.operations, writer)] for line in cost.lines
        ],
        "atoms": writer.table,
    }


def cost_from_json(value: Json) -> UnitCost:
    """Return the cost in a JSON value."""
    reader = Reader(value["atoms"])

    def amounts(table: Json) -> Amounts:
        return {key: reader.poly(item) for key, item in table.items()}

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
        tuple(LoopCost(item, Span(*place), reader.poly(n)) for item, place, n in value["loops"]),
        tuple(value["unresolved"]),
        statements,
        opaque,
        least,
        most,
        tuple(Symbol(*item) for item in value["symbols"]),
        lines=tuple(LineCost(Span(*place), t, amounts(ops)) for place, t, ops in value["lines"]),
        by_itself=by_itself,
    )


def callee_from_json(value: Json) -> UnitCost:
    """Return of the cost in a JSON value what the costs of callers depend on: see ``inside``."""
    left = ("own", "calls", "loops", "lines")
    return cost_from_json({**value, **{key: {} for key in left}})


def inside(cost: UnitCost, body: Json) -> Json:
    """Return what the costs of callers depend on: no lines, no places; ``body`` is the cost as JSON.

    What is never put into callers is not seen by them.
    """
    formulas = [body[key] for key in ("total", "externals", "atoms")]
    return [cost.name, body["limits"], formulas if may_be_put_in(cost) else None]


def _amounts(amounts: Amounts, writer: Writer) -> Json:
    return {key: writer.poly(poly) for key, poly in amounts.items()}


def _span(span: Span) -> Json:
    return [span.file, span.line, span.end_line, span.column]
