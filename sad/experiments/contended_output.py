"""Bounds on programs whose messages share links, as text, CSV and JSON (schema ``sad-bounds/1``)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.contention.bound import theta, word
from sad.experiments.scaling_output import heading
from sad.experiments.tabular import (
    Field,
    aligned_text,
    csv_text,
    joined,
    json_text,
    number_field,
    shown_decimals,
    text_field,
)
from sad.report.units import finite_theta, theta_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Diagnostic
    from sad.experiments.scaling_table import ScalingTable
    from sad.parallel import Bounded

SCHEMA = "sad-bounds/1"
_MOST_LINES = 2
_MOST_PARTS = 40


def bounds_text(tables: Sequence[ScalingTable], *, phases: bool = False) -> str:
    """Return bounds of one program or of several, ending in a newline."""
    first = tables[0]
    if len(tables) == 1:
        head = heading(first)
    else:
        about = first.about
        head = [f"{len(tables)} programs on {about.machine}, {about.library}"]
    parts = [head, aligned_text(_fields(tables, _rows(tables), lines=True))]
    if phases:
        parts += [_phases(table) for table in tables]
    parts.append([f"origin: {origin}" for origin in first.about.origins])
    return joined(parts)


def bounds_csv(tables: Sequence[ScalingTable]) -> str:
    """Return bounds as CSV; times in seconds."""
    return csv_text(_fields(tables, _rows(tables), lines=True))


_Row = tuple["ScalingTable", int]


def _rows(tables: Sequence[ScalingTable]) -> list[_Row]:
    return [(table, row) for table in tables for row in range(len(table))]


def _bounded(row: _Row) -> Bounded | None:
    table, place = row
    return None if table.bounds is None else table.bounds[place]


def _fields(tables: Sequence[ScalingTable], rows: Sequence[_Row], *, lines: bool) -> list[Field]:
    found: list[Field] = []
    if len(tables) > 1:
        found.append(text_field("program", [table.about.program for table, _ in rows]))
    found += [
        text_field(name, [table.about.text(name, table.values[name][row]) for table, row in rows])
        for name in tables[0].about.varied
    ]
    found.append(text_field("nprocs", [str(table.nprocs[row]) for table, row in rows]))
    if any(table.about.dimensions > 1 for table in tables):
        found.append(text_field("grid", [table.grid_at(row) or "-" for table, row in rows]))
    return found + _of_bounds(
        [_bounded(row) for row in rows],
        [table.reason_at(row) for table, row in rows] if lines else [],
    )


def _of_bounds(items: Sequence[Bounded | None], reasons: Sequence[str] = ()) -> list[Field]:
    """The columns of bounds; with ``reasons`` also who uses the resource that decides."""
    nothing = math.nan
    critical, contention, lower = (
        np.array([nothing if item is None else getattr(item, name) for item in items])
        for name in ("critical", "contention", "lower")
    )
    decimals = min(shown_decimals(lower), 9)
    found = [
        number_field("critical_path", critical, decimals, "phi [s]"),
        number_field("contention", contention, decimals, "omega [s]"),
        number_field("lower", lower, decimals, "bound [s]"),
    ]
    indices = [None if item is None else theta(item.contention, item.critical) for item in items]
    known = list(map(finite_theta, indices))
    cells = ["-" if index is None else theta_text(index) for index in known]
    found.append(Field("theta", "theta", known, cells))
    found.append(text_field("decides", [item.decides if item else "" for item in items]))
    if reasons:
        used = [_used(item) for item in items]
        shown = [why or users for why, users in zip(reasons, used, strict=True)]
        found.append(Field("used_by", "used by", used, shown))
        found.append(Field("impossible", "", list(reasons)))
    return found


def _used(item: Bounded | None) -> str:
    """The lines that hold the resource that decides, those that hold it longest first."""
    if item is None or not item.resources:
        return ""
    lines = sorted(item.resources[0].lines, key=lambda line: -line[1])
    places = list(dict.fromkeys((span.file.rpartition("/")[2], span.line) for span, _ in lines))
    shown: list[str] = []
    before = ""
    for file, line in places[:_MOST_LINES]:
        shown.append(str(line) if file == before else f"{file}:{line}")
        before = file
    more = len(places) - _MOST_LINES
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def _phases(table: ScalingTable) -> list[str]:
    """The phases of each row, those without a time left out."""
    lines: list[str] = []
    for row in range(len(table)):
        item = _bounded((table, row))
        if item is None:
            continue
        parts = [part for part in item.parts if part.lower > 0][:_MOST_PARTS]
        at = "".join(
            f", {name} = {table.about.text(name, table.values[name][row])}"
            for name in table.about.varied
        )
        lines.append(f"{table.about.program}, nprocs = {table.nprocs[row]}{at}")
        names = text_field("phase", [part.name for part in parts])
        lines += ["  " + line for line in aligned_text([*_of_bounds(parts), names])]
    return lines


def bounds_json(
    tables: Sequence[ScalingTable], diagnostics: Sequence[Diagnostic], *, phases: bool = False
) -> str:
    """Return bounds as JSON; what is not known is null."""
    about = tables[0].about
    value = {
        "machine": about.machine,
        "library": about.library,
        "origins": list(about.origins),
        "programs": [
            {
                "program": table.about.program,
                "scaling": str(table.about.scaling),
                "given": dict(table.about.given),
                "varied": list(table.about.varied),
                "rows": [_row_value(table, row, phases=phases) for row in range(len(table))],
            }
            for table in tables
        ],
    }
    return json_text(SCHEMA, value, diagnostics)


def _row_value(table: ScalingTable, row: int, *, phases: bool) -> dict[str, Any]:
    item = _bounded((table, row))
    found: dict[str, Any] = {
        "nprocs": int(table.nprocs[row]),
        "grid": [int(side[row]) for side in table.sides] if table.grid_at(row) else None,
        "values": {
            name: float(values[row]) if math.isfinite(values[row]) else None
            for name, values in table.values.items()
        },
        "impossible": table.reason_at(row) or None,
        "bounds": None if item is None else _value(item),
    }
    if phases:
        parts = () if item is None else item.parts
        found["phases"] = [{"name": part.name, **_value(part)} for part in parts]
    return found


def _value(item: Bounded) -> dict[str, Any]:
    index = theta(item.contention, item.critical)
    return {
        "critical_path_seconds": item.critical,
        "contention_seconds": item.contention,
        "lower_seconds": item.lower,
        "theta": finite_theta(index),
        "word": word(index),
        "decides": item.decides or None,
        "resources": [
            {
                "name": resource.name,
                "seconds": resource.seconds,
                "used_by": [
                    {"file": span.file, "line": span.line, "seconds": seconds}
                    for span, seconds in resource.lines
                ],
            }
            for resource in item.resources
        ],
    }
