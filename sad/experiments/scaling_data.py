"""Tables of scaling experiments as CSV and JSON: ``sad-scale/1``, ``sad-validation/1``."""

from __future__ import annotations

import csv
import io
import json
from math import isfinite
from typing import TYPE_CHECKING, Any

from sad.report.json_report import diagnostic_value
from sad.version import tool_version

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostic
    from sad.experiments.laws import Growth, Summary
    from sad.experiments.measured import Validation
    from sad.experiments.scaling_table import Floats, Table

_COLUMNS = ("communication", "computation", "total", "speedup", "efficiency")
SCHEMA, VALIDATION_SCHEMA = "sad-scale/1", "sad-validation/1"


def csv_text(table: Table, *, phases: bool = False) -> str:
    """Return a table as CSV: times in seconds; what is not known is empty."""
    columns: dict[str, list[str]] = {}
    for name in table.about.varied:
        columns[name] = [table.about.text(name, value) for value in table.values[name].tolist()]
    columns["nprocs"] = list(map(str, table.nprocs.tolist()))
    if table.sides:
        columns["grid"] = [table.grid_at(row) for row in range(len(table))]
        columns["mark"] = [_mark(table, row) for row in range(len(table))]
    for name in _COLUMNS:
        columns[name] = _texts(getattr(table, name))
    if table.weak is not None:
        columns["weak_efficiency"] = _texts(table.weak)
    if phases:
        names = [phase.name for phase in table.phases]
        for place, phase in enumerate(table.phases):
            again = names[:place].count(phase.name)  # phases of one line are numbered
            title = f"phase:{phase.name} #{again + 1}" if again else f"phase:{phase.name}"
            columns[title] = _texts(phase.seconds)
    columns["impossible"] = [table.reason_at(row) for row in range(len(table))]
    return _csv(columns)


def validation_csv(validation: Validation) -> str:
    """Return model against measurement as CSV; seconds and percent."""
    measured = validation.measured
    columns = {"nprocs": list(map(str, measured.nprocs))}
    if any(measured.sides):
        columns["grid"] = ["x".join(map(str, sides)) for sides in measured.sides]
    for name, values in measured.sizes.items():
        columns[name] = list(map(repr, values))
    columns["mod"] = _texts(validation.model)
    columns["exp"] = _texts(validation.experiment)
    columns["dsec"] = _texts(validation.deviations.seconds)
    columns["dpercent"] = _texts(validation.deviations.percent)
    columns["impossible"] = list(validation.reasons)
    return _csv(columns)


def json_text(
    table: Table,
    summaries: Sequence[Summary],
    diagnostics: Sequence[Diagnostic],
    *,
    phases: bool = False,
) -> str:
    """Return a table as JSON; what is not known is null."""
    about = table.about
    value = {
        "schema": SCHEMA,
        "tool": {"name": "sad", "version": tool_version()},
        "program": about.program,
        "machine": about.machine or None,
        "library": about.library or None,
        "scaling": str(about.scaling),
        "reference": {"nprocs": about.reference, "reason": about.reference_note or None},
        "given": dict(about.given),
        "varied": list(about.varied),
        "origins": list(about.origins),
        "rows": _rows(table, phases=phases),
        "summaries": [_summary(summary) for summary in summaries],
        "diagnostics": [diagnostic_value(item) for item in diagnostics],
    }
    return json.dumps(value, indent=1) + "\n"


def validation_json(validation: Validation, diagnostics: Sequence[Diagnostic]) -> str:
    """Return model against measurement as JSON."""
    measured = validation.measured
    rows = [
        {
            "line": measured.lines[row],
            "nprocs": processes,
            "grid": list(measured.sides[row]) or None,
            "values": {name: values[row] for name, values in measured.sizes.items()},
            "mod": _number(validation.model[row]),
            "exp": measured.seconds[row],
            "dsec": _number(validation.deviations.seconds[row]),
            "dpercent": _number(validation.deviations.percent[row]),
            "impossible": validation.reasons[row] or None,
        }
        for row, processes in enumerate(measured.nprocs)
    ]
    value = {
        "schema": VALIDATION_SCHEMA,
        "tool": {"name": "sad", "version": tool_version()},
        "file": measured.file,
        "rows": rows,
        "mean": validation.mean,
        "largest": validation.largest,
        "diagnostics": [diagnostic_value(item) for item in diagnostics],
    }
    return json.dumps(value, indent=1) + "\n"


def _rows(table: Table, *, phases: bool) -> list[dict[str, Any]]:
    columns = {name: getattr(table, name).tolist() for name in _COLUMNS}
    if table.weak is not None:
        columns["weak_efficiency"] = table.weak.tolist()
    return [_row(table, columns, row, phases=phases) for row in range(len(table))]


def _row(
    table: Table, columns: dict[str, list[float]], row: int, *, phases: bool
) -> dict[str, Any]:
    grid = [int(side[row]) for side in table.sides] if table.grid_at(row) else None
    found: dict[str, Any] = {"nprocs": int(table.nprocs[row]), "grid": grid}
    for name, values in columns.items():
        found[name] = _number(values[row])
    found["mark"] = _mark(table, row) or None
    found["impossible"] = table.reason_at(row) or None
    found["values"] = {name: _value(table, name, row) for name in table.values}
    if phases:
        found["phases"] = [
            {
                "name": phase.name,
                "communicates": phase.communicates,
                "seconds": _number(phase.seconds[row]),
            }
            for phase in table.phases
        ]
    return found


def _value(table: Table, name: str, row: int) -> float | str | None:
    number = float(table.values[name][row])
    if name in table.about.words and isfinite(number):
        return table.about.text(name, number)
    return _number(number)


def _summary(summary: Summary) -> dict[str, Any]:
    found: dict[str, Any] = {"values": dict(summary.values)}
    fit, knee = summary.fit, summary.knee
    found["fit"] = fit and {
        "law": fit.law,
        "serial": fit.serial,
        "limit": fit.limit,
        "deviation": fit.deviation,
        "rows": fit.points,
    }
    found["knee"] = knee and {
        "efficiency": knee.efficiency,
        "last": knee.last,
        "below": knee.below,
        "fastest": knee.fastest,
        "seconds": knee.seconds,
    }
    found["isoefficiency"] = summary.growth and _growth(summary.growth)
    return found


def _growth(growth: Growth) -> dict[str, Any]:
    return {
        "name": growth.name,
        "efficiency": growth.efficiency,
        "rows": [
            {
                "nprocs": int(processes),
                "size": _number(growth.size[row]),
                "work": _number(growth.work[row]),
            }
            for row, processes in enumerate(growth.nprocs)
        ],
        "size_exponent": growth.size_exponent,
        "work_exponent": growth.work_exponent,
    }


def _mark(table: Table, row: int) -> str:
    return "b" if table.best[row] else "w" if table.worst[row] else ""


def _number(value: float) -> float | None:
    """A number JSON has; whole ones without a point."""
    if not isfinite(value):
        return None
    return int(value) if value == int(value) and abs(value) < 2**53 else float(value)


def _texts(values: Floats) -> list[str]:
    return [repr(value) if isfinite(value) else "" for value in values.tolist()]


def _csv(columns: dict[str, list[str]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return out.getvalue()
