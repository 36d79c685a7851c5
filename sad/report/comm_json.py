"""Messages as JSON, schema ``sad-comm/1`` (docs/schema/sad-comm-1.json)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sad.report.comm_view import CommView
from sad.report.json_report import diagnostic_value, number_value
from sad.spmd.traffic import added, by_routine, traffic_by_rank
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostic
    from sad.report.comm_view import Row
    from sad.spmd.program import Spmd
    from sad.spmd.traffic import Traffic

SCHEMA = "sad-comm/1"
Json = Any


def comm_json(program: Spmd, diagnostics: Sequence[Diagnostic]) -> str:
    """Return the report on messages as JSON text."""
    return json.dumps(comm_value(program, diagnostics), indent=1) + "\n"


def comm_value(program: Spmd, diagnostics: Sequence[Diagnostic]) -> Json:
    """Return the report on messages as a JSON value."""
    view = CommView(program)
    nprocs = program.nprocs
    tables = [] if nprocs is None else traffic_by_rank(program, nprocs)
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
        "calls": view.formula(row.calls),
        "count": view.formula(row.number),
        "bytes": view.formula(row.nbytes),
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
