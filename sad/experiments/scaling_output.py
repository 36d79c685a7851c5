"""Scaling experiments as text, CSV and JSON (schema ``sad-scale/1``)."""

from __future__ import annotations

from math import isfinite
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from sad.experiments.tabular import (
    Field,
    aligned_text,
    csv_text,
    fixed,
    joined,
    json_number,
    json_text,
    number_field,
    shown_decimals,
    text_field,
)
from sad.experiments.threaded_output import (
    closing,
    deciding_fields,
    threaded_fields,
    threaded_value,
)
from sad.records import record, replace
from sad.report.units import aligned, listed, scaled, seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.diagnostics import Diagnostic
    from sad.experiments.laws import Growth, Knee, Summary
    from sad.experiments.scaling_table import ScalingTable

_LEFT_OUT = ("efficiency", "high", "computation", "theta", "weak_efficiency", "low")
"""Columns in the order in which a narrow terminal does without them."""
_COLUMNS = ("communication", "computation", "total", "speedup", "efficiency")
SCHEMA = "sad-scale/1"
_MOST_GIVEN = 12


@record
class Part:
    """A table of what goes with a product of unknowns, with its title and summaries."""

    factor: tuple[str, ...]
    title: str
    table: ScalingTable
    summaries: Sequence[Summary]


def scaling_text(
    table: ScalingTable,
    summaries: Sequence[Summary] = (),
    *,
    phases: bool = False,
    width: int | None = None,
) -> str:
    """Return a table, its phases if asked for, and its summaries, ending in a newline.

    In ``width`` columns sentences go on in the next line, and the table lacks columns that others tell.
    """
    parts = [heading(table), *_body(table, summaries, phases=phases, width=width)]
    if table.threaded is not None:
        parts.append(closing(table))
    if width is not None:
        parts = [[piece for line in part for piece in _wrapped(line, width)] for part in parts]
    return joined(parts)


def _fitting(found: list[Field], width: int | None) -> list[str]:
    """The rows as lines; the least important columns are left out until they fit."""
    lines: list[str] = []
    for name in ("", *_LEFT_OUT):
        found = [field for field in found if field.name != name]
        lines = aligned_text(found)
        if width is None or max(map(len, lines)) <= width:
            break
    return lines


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width or "  " in line:  # a row of a table
        return [line]
    return wrap(line, width, subsequent_indent="  ", break_on_hyphens=False)


def _body(
    table: ScalingTable, summaries: Sequence[Summary], *, phases: bool, width: int | None
) -> Iterator[list[str]]:
    yield _fitting(fields(table), width)
    if phases:
        yield phases_text(table)
    yield [f"origin: {origin}" for origin in table.about.origins]
    for summary in summaries:
        yield _summary(table, summary)


def parts_text(
    parts: Sequence[Part], said: Sequence[str], *, phases: bool = False, width: int | None = None
) -> str:
    """Return tables that times are sums of, and what is ``said`` of the factors before them."""
    found = [[*heading(parts[0].table), *said]]
    for part in parts:
        first, *others = _body(part.table, part.summaries, phases=phases, width=width)
        found += [[f"{part.title}:", *first], *others]
    return joined(found)


def scaling_csv(table: ScalingTable, *, phases: bool = False) -> str:
    """Return a table as CSV: times in seconds; what is not known is empty."""
    return csv_text(_columns(table, phases=phases))


def parts_csv(parts: Sequence[Part]) -> str:
    """Return the rows of all tables as CSV, with the factor that each row goes with before them."""
    columns: dict[str, list[str | float | None]] = {}
    for part in parts:
        factor = text_field("factor", ["*".join(part.factor) or "1"] * len(part.table))
        for item in (factor, *_columns(part.table, phases=False)):
            columns.setdefault(item.name, []).extend(item.values or ())
    return csv_text([Field(name, values=values) for name, values in columns.items()])


def _columns(table: ScalingTable, *, phases: bool) -> list[Field]:
    *found, impossible = fields(table)
    names = [phase.name for phase in table.phases]
    for place, phase in enumerate(table.phases if phases else ()):
        again = names[:place].count(phase.name)  # phases of one line are numbered
        title = f"phase:{phase.name} #{again + 1}" if again else f"phase:{phase.name}"
        found.append(number_field(title, phase.seconds, 0))
    return [item for item in (*found, impossible) if item.values is not None]


def heading(table: ScalingTable) -> list[str]:
    """Return the program, the machine, the values and what speed-ups refer to."""
    about = table.about
    where = f" on {about.machine}" if about.machine else ""
    lines = [f"{about.program}{where}{f', {about.library}' if about.library else ''}"]
    if about.given:
        values = [f"{name} = {value}" for name, value in about.given.items()]
        lines.append(f"at {listed(values, _MOST_GIVEN)}")
    lines.append(f"{about.scaling} scaling")
    if about.reference != 1:
        processes = f"{about.reference} processes (taken as {about.reference} times one)"
        lines.append(f"speed-up to {processes}: on 1, {about.reference_note}")
    return lines


def fields(table: ScalingTable) -> list[Field]:
    """Return the columns of the layout; b and w mark the best and the worst grid of each number."""
    about, rows = table.about, range(len(table))
    found = [
        text_field(name, [about.text(name, value) for value in table.values[name].tolist()])
        for name in about.varied
    ]
    found.append(text_field(about.axis, list(map(str, table.nprocs.tolist()))))
    grids, marks = [table.grid_at(row) for row in rows], [_mark(table, row) for row in rows]
    shown = [grid or "-" for grid in grids] if about.dimensions > 1 else None
    found.append(Field("grid", "grid", grids if table.sides else None, shown))
    shown = marks if table.best.any() else None
    found.append(Field("mark", "", marks if table.sides else None, shown))
    decimals = shown_decimals(table.total, table.communication, table.computation)
    if table.threaded is not None:
        found += threaded_fields(table, shown_decimals(table.total, digits=2))
    else:
        found += [
            number_field(name, getattr(table, name), decimals, f"{name} [s]")
            for name in ("communication", "computation", "total")
        ]
    speedups = [_speedup(value) for value in table.speedup.tolist()]
    found.append(replace(number_field("speedup", table.speedup, 0), cells=speedups))
    found.append(number_field("efficiency", table.efficiency, 3))
    if table.weak is not None:
        found.append(number_field("weak_efficiency", table.weak, 3, "weak efficiency"))
    if table.rate is not None:
        rates = [f"{scaled(value)}" if isfinite(value) else "-" for value in table.rate.tolist()]
        found.append(replace(number_field("rate", table.rate, 0, "rate [1/s]"), cells=rates))
    if table.threaded is not None:
        found += deciding_fields(table)
    return [*found, text_field("impossible", [table.reason_at(row) for row in rows], title="")]


def _mark(table: ScalingTable, row: int) -> str:
    return "b" if table.best[row] else "w" if table.worst[row] else ""


def phases_text(table: ScalingTable) -> list[str]:
    """Return the time of each phase at each row at which the program can run."""
    about = table.about
    grid = about.dimensions > 1
    header = [*about.varied, about.axis, *(["grid"] if grid else []), "time [s]", "share"]
    rows = [[*header, "kind", "phase"]]
    decimals = shown_decimals(table.total, *(phase.seconds for phase in table.phases))
    totals = table.total
    for row in range(len(table)):
        if table.reason[row]:
            continue
        place = [about.text(name, table.values[name][row]) for name in about.varied]
        place += [str(table.nprocs[row]), *([table.grid_at(row)] if grid else [])]
        total = float(totals[row])
        for phase in table.phases:
            seconds = float(phase.seconds[row])
            share = share_text(seconds / total) if total else "-"
            kind = "communication" if phase.communicates else "computation"
            if table.threaded is not None:
                kind = "overhead" if phase.communicates else ""
            rows.append([*place, fixed(seconds, decimals), share, kind, phase.name])
    if len(rows) == 1:
        return ["no phases are known"]
    return [line[2:] for line in aligned(rows, right=len(header))]


def _summary(table: ScalingTable, summary: Summary) -> list[str]:
    values = [f"{name} = {table.about.text(name, v)}" for name, v in summary.values.items()]
    lines: list[str] = []
    fit = summary.fit
    if fit is not None:
        limit = f" (speed-up at most {fit.limit:.4g})" if fit.limit is not None else ""
        law = f"{fit.law}'s law fits {fit.points} rows best with a serial share of {fit.serial:.4g}"
        lines.append(f"{law}{limit}, at most {100 * fit.deviation:.2g} % off")
    if summary.knee is not None:
        lines += _knee(summary.knee, table.about.axis)
    if summary.growth is not None:
        lines += _growth(summary.growth, table.about.axis)
    return [f"at {', '.join(values)}:", *lines] if values and lines else lines


def _knee(knee: Knee, axis: str) -> list[str]:
    least = f"{knee.efficiency:g}"
    if knee.last is None:
        word = "threads" if axis == "threads" else "processes"
        first = f"the efficiency is {least} or more at no number of {word}"
    else:
        first = f"the efficiency is {least} or more up to {_processes(knee.last, axis)}"
        if knee.below is not None:
            first += f", and less from {knee.below} on"
    fastest = (
        f"the time is least with {_processes(knee.fastest, axis)}: {seconds_text(knee.seconds)}"
    )
    return [f"{first}, of those above", fastest]


def _growth(growth: Growth, axis: str) -> list[str]:
    title = f"{growth.name} for an efficiency of {growth.efficiency:g}:"
    rows = [[axis, growth.name, "T(1) [s]"]]
    for row, processes in enumerate(growth.nprocs):
        size = growth.size[row]
        found = [f"{size:.0f}", f"{growth.work[row]:.6g}"] if isfinite(size) else ["none", "-"]
        rows.append([str(processes), *found])
    lines = [title, *aligned(rows, right=3)]
    if growth.size_exponent is not None and growth.work_exponent is not None:
        size, work = f"{growth.size_exponent:.3f}", f"{growth.work_exponent:.3f}"
        lines.append(f"{growth.name} grows as {axis}^{size}, the work T(1) as {axis}^{work}")
    return lines


def _processes(number: int, axis: str) -> str:
    one = "thread" if axis == "threads" else "process"
    many = "threads" if axis == "threads" else "processes"
    return f"1 {one}" if number == 1 else f"{number} {many}"


def _speedup(value: float) -> str:
    if not isfinite(value):
        return "-"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.3g}"


# --- JSON -------------------------------------------------------------------------------------------


def scaling_json(
    table: ScalingTable,
    summaries: Sequence[Summary],
    diagnostics: Sequence[Diagnostic],
    *,
    phases: bool = False,
) -> str:
    """Return a table as JSON; what is not known is null."""
    return json_text(SCHEMA, _whole(table, summaries, phases=phases), diagnostics)


def parts_json(
    parts: Sequence[Part],
    unknowns: Sequence[Mapping[str, Any]],
    diagnostics: Sequence[Diagnostic],
    *,
    phases: bool = False,
) -> str:
    """Return tables that times are sums of as JSON; ``rows`` are what is done once."""
    value = _whole(parts[0].table, parts[0].summaries, phases=phases)
    value["unknowns"] = list(unknowns)
    value["parts"] = [
        {
            "factor": list(part.factor),
            "rows": _rows(part.table, phases=phases),
            "summaries": [_summary_value(summary) for summary in part.summaries],
        }
        for part in parts[1:]
    ]
    return json_text(SCHEMA, value, diagnostics)


def _whole(table: ScalingTable, summaries: Sequence[Summary], *, phases: bool) -> dict[str, Any]:
    about = table.about
    return {
        "program": about.program,
        "machine": about.machine or None,
        "library": about.library or None,
        "scaling": str(about.scaling),
        "reference": {"nprocs": about.reference, "reason": about.reference_note or None},
        "given": dict(about.given),
        "varied": list(about.varied),
        "origins": list(about.origins),
        "rows": _rows(table, phases=phases),
        "summaries": [_summary_value(summary) for summary in summaries],
    }


def _rows(table: ScalingTable, *, phases: bool) -> list[dict[str, Any]]:
    columns = {name: getattr(table, name).tolist() for name in _COLUMNS}
    if table.weak is not None:
        columns["weak_efficiency"] = table.weak.tolist()
    if table.rate is not None:
        columns["rate"] = table.rate.tolist()
    return [_row(table, columns, row, phases=phases) for row in range(len(table))]


def _row(
    table: ScalingTable, columns: dict[str, list[float]], row: int, *, phases: bool
) -> dict[str, Any]:
    grid = [int(side[row]) for side in table.sides] if table.grid_at(row) else None
    found: dict[str, Any] = {"nprocs": int(table.nprocs[row]), "grid": grid}
    for name, values in columns.items():
        found[name] = json_number(values[row])
    found["mark"] = _mark(table, row) or None
    found["impossible"] = table.reason_at(row) or None
    if table.threaded is not None:
        found["threads"] = threaded_value(table.threaded.at(row))
    found["values"] = {name: _value(table, name, row) for name in table.values}
    if phases:
        found["phases"] = [
            {
                "name": phase.name,
                "communicates": phase.communicates,
                "seconds": json_number(phase.seconds[row]),
            }
            for phase in table.phases
        ]
    return found


def _value(table: ScalingTable, name: str, row: int) -> float | str | None:
    number = float(table.values[name][row])
    if name in table.about.words and isfinite(number):
        return table.about.text(name, number)
    return json_number(number)


def _summary_value(summary: Summary) -> dict[str, Any]:
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
    found["isoefficiency"] = summary.growth and _growth_value(summary.growth)
    return found


def _growth_value(growth: Growth) -> dict[str, Any]:
    return {
        "name": growth.name,
        "efficiency": growth.efficiency,
        "rows": [
            {
                "nprocs": int(processes),
                "size": json_number(growth.size[row]),
                "work": json_number(growth.work[row]),
            }
            for row, processes in enumerate(growth.nprocs)
        ],
        "size_exponent": growth.size_exponent,
        "work_exponent": growth.work_exponent,
    }
