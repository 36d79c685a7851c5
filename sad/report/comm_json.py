"""Messages as JSON, schema ``sad-comm/1`` (docs/schema/sad-comm-1.json)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sad.report.json_report import diagnostic_value, number_value
from sad.spmd.check import reasons
from sad.spmd.rank_classes import roles_of
from sad.spmd.traffic import added, by_routine, traffic_by_rank
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostic
    from sad.report.comm_view import CommView, Row
    from sad.spmd.check import Verdict
    from sad.spmd.traffic import Traffic

SCHEMA = "sad-comm/1"
Json = Any
_PARTS = ("sent", "sent_bytes", "received", "received_bytes", "collectives", "moved_bytes")


def comm_json(view: CommView, verdict: Verdict, diagnostics: Sequence[Diagnostic]) -> str:
    """Return the report on messages as JSON text."""
    return json.dumps(comm_value(view, verdict, diagnostics), indent=1) + "\n"


def comm_value(view: CommView, verdict: Verdict, diagnostics: Sequence[Diagnostic]) -> Json:
    """Return the report on messages as a JSON value."""
    program = view.program
    nprocs = program.nprocs
    tables: list[list[Traffic]] = []
    if nprocs is not None and program.entry is not None:
        tables = traffic_by_rank(program, nprocs)
    return {
        "schema": SCHEMA,
        "tool": {"name": "sad", "version": tool_version()},
        "entry": None if program.entry is None else program.entry.name,
        "nprocs": nprocs,
        "assumptions": view.assumptions(),
        "parameters": [
            {
                "name": item.symbol,
                "label": view.name(item.symbol),
                "class": item.cls.value,
                "reason": item.reason,
                "file": item.span.file,
                "line": item.span.line,
                "value": number_value(program.values.get(item.symbol)),
            }
            for item in view.parameters()
        ],
        "missing": program.missing,
        "sites": [_site(view, row) for row in view.rows],
        "ranks": [
            {
                "rank": rank,
                "routines": {
                    name: traffic_value(item) for name, item in by_routine(program, row).items()
                },
            }
            for rank, row in enumerate(tables)
        ],
        "total": _total(tables),
        "roles": _roles(view),
        "matching": _matching(view, verdict),
        "diagnostics": [diagnostic_value(item) for item in diagnostics],
    }


def _site(view: CommView, row: Row) -> Json:
    first = row.sites[0]
    return {
        "id": row.id,
        "file": row.span.file,
        "line": row.span.line,
        "unit": first.count.unit.name,
        "routine": first.message.routine,
        "primitive": first.message.primitive,
        "partner": view.partner(row) or None,
        "calls": view.formula(row.calls),
        "count": view.formula(row.number),
        "bytes": view.formula(row.nbytes),
        "of_all_ranks": {
            "calls": view.total(row.calls),
            "count": view.total(row.number),
            "bytes": view.total(row.nbytes),
        },
        "exact": view.program.is_exact(row.calls, row.number, row.nbytes),
        "depends_on": view.program.unresolved(row.calls, row.number, row.nbytes),
    }


def traffic_value(traffic: Traffic) -> Json:
    """Return calls, messages and bytes; ``messages`` and ``bytes`` are the sums of the parts."""
    return {
        "calls": number_value(traffic.calls),
        "messages": number_value(traffic.messages),
        "bytes": number_value(traffic.nbytes),
        "sent": number_value(traffic.sent),
        "sent_bytes": number_value(traffic.sent_bytes),
        "posted": number_value(traffic.posted),
        "posted_bytes": number_value(traffic.posted_bytes),
        "moved_bytes": number_value(traffic.moved_bytes),
        "exact": traffic.exact,
    }


def _total(tables: Sequence[Sequence[Traffic]]) -> Json:
    return traffic_value(added(item for row in tables for item in row)) if tables else None


def _roles(view: CommView) -> Json:
    """The roles in formulas; None where conditions do not tell them apart."""
    roles = None if view.program.entry is None else roles_of(view.program)
    if roles is None:
        return None
    return [
        {
            "name": role.name or None,
            "where": view.conditions(role),
            "number": view.formula(role.number),
            **{
                name: view.formula(poly)
                for name, poly in zip(_PARTS, role.sums.formulas(), strict=True)
            },
        }
        for role in roles
    ]


def _matching(view: CommView, verdict: Verdict) -> Json:
    return {
        "proved": [
            {"sends": list(map(view.place, sends)), "receives": list(map(view.place, receives))}
            for sends, receives in verdict.proved
        ],
        "for_every_nprocs": verdict.everything,
        "checked": [
            {"nprocs": item.nprocs, "mismatches": len(item.mismatches)} for item in verdict.checked
        ],
        "not_checked": [
            {"id": site.id, "line": site.message.span.line, "reason": reason}
            for item in verdict.checked[-1:]
            for site, reason in reasons(view.program, verdict.left_out(item))
        ],
    }
