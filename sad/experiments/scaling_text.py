"""Tables of scaling experiments as text."""

from __future__ import annotations

from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from sad.report.units import aligned, listed, seconds_text, share_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.experiments.laws import Growth, Knee, Summary
    from sad.experiments.measured import Validation
    from sad.experiments.scaling_table import Floats, Table

_MOST_GIVEN = 12


def text(table: Table, summaries: Sequence[Summary] = (), *, phases: bool = False) -> str:
    """Return a table, its phases if asked for, and what is told about it, ending in a newline."""
    parts = [heading(table), rows_text(table)]
    if phases:
        parts.append(phases_text(table))
    if table.about.origins:
        parts.append([f"origin: {origin}" for origin in table.about.origins])
    parts += [lines for summary in summaries if (lines := _summary(table, summary))]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def heading(table: Table) -> list[str]:
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


def rows_text(table: Table) -> list[str]:
    """Return the rows, aligned; b and w mark the best and the worst grid of each number."""
    about = table.about
    decimals = _decimals(table.total, table.communication, table.computation)
    grid, marked = about.dimensions > 1, bool(table.best.any())
    header = [*about.varied, "nprocs", *(["grid"] if grid else []), *([""] if marked else [])]
    header += ["communication [s]", "computation [s]", "total [s]", "speedup", "efficiency"]
    if table.weak is not None:
        header.append("weak efficiency")
    rows = [[*header, ""]]
    times = [seconds.tolist() for seconds in (table.communication, table.computation, table.total)]
    for row in range(len(table)):
        cells = [about.text(name, table.values[name][row]) for name in about.varied]
        cells.append(str(table.nprocs[row]))
        if grid:
            cells.append(table.grid_at(row) or "-")
        if marked:
            cells.append("b" if table.best[row] else "w" if table.worst[row] else "")
        cells += [_fixed(seconds[row], decimals) for seconds in times]
        cells += [_speedup(table.speedup[row]), _fixed(table.efficiency[row], 3)]
        if table.weak is not None:
            cells.append(_fixed(table.weak[row], 3))
        rows.append([*cells, table.reason_at(row)])
    return [line[2:] for line in aligned(rows, right=len(header))]


def phases_text(table: Table) -> list[str]:
    """Return the time of each phase at each row at which the program can run."""
    about = table.about
    grid = about.dimensions > 1
    header = [*about.varied, "nprocs", *(["grid"] if grid else []), "time [s]", "share"]
    rows = [[*header, "kind", "phase"]]
    decimals = _decimals(table.total, *(phase.seconds for phase in table.phases))
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
            rows.append([*place, _fixed(seconds, decimals), share, kind, phase.name])
    if len(rows) == 1:
        return ["no phases are known"]
    return [line[2:] for line in aligned(rows, right=len(header))]


def validation_text(validation: Validation) -> str:
    """Return model against measurement: P, mod, exp, Dsec and D%, ending in a newline."""
    lines = [validation.title, f"measured times: {validation.measured.file}", ""]
    measured = validation.measured
    grid = bool(measured.sides and measured.sides[0])
    decimals = _decimals(validation.experiment)
    names = list(measured.sizes)
    header = ["P", *(["grid"] if grid else []), *names, "mod [s]", "exp [s]", "Dsec [s]", "D%"]
    rows = [[*header, ""]]
    for row, processes in enumerate(measured.nprocs):
        cells = [str(processes)]
        if grid:
            cells.append("x".join(map(str, measured.sides[row])))
        cells += [f"{measured.sizes[name][row]:.12g}" for name in names]
        values = (validation.model, validation.experiment, validation.deviations.seconds)
        cells += [_fixed(item[row], decimals) for item in values]
        cells.append(_fixed(validation.deviations.percent[row], 2))
        rows.append([*cells, validation.reasons[row]])
    lines += [line[2:] for line in aligned(rows, right=len(header))]
    mean, largest = validation.mean, validation.largest
    counted = "1 row" if validation.counted == 1 else f"{validation.counted} rows"
    lines += ["", f"|D%|: mean {mean:.2f}, at most {largest:.2f} ({counted})"]
    return "\n".join(lines) + "\n"


def _summary(table: Table, summary: Summary) -> list[str]:
    values = [f"{name} = {table.about.text(name, v)}" for name, v in summary.values.items()]
    lines: list[str] = []
    fit = summary.fit
    if fit is not None:
        limit = f" (speed-up at most {fit.limit:.4g})" if fit.limit is not None else ""
        law = f"{fit.law}'s law fits {fit.points} rows best with a serial share of {fit.serial:.4g}"
        lines.append(f"{law}{limit}, at most {100 * fit.deviation:.2g} % off")
    if summary.knee is not None:
        lines += _knee(summary.knee)
    if summary.growth is not None:
        lines += _growth(summary.growth)
    return [f"at {', '.join(values)}:", *lines] if values and lines else lines


def _knee(knee: Knee) -> list[str]:
    least = f"{knee.efficiency:g}"
    if knee.last is None:
        first = f"the efficiency is {least} or more at no number of processes"
    else:
        first = f"the efficiency is {least} or more up to {_processes(knee.last)}"
        if knee.below is not None:
            first += f", and less from {knee.below} on"
    fastest = f"the time is least with {_processes(knee.fastest)}: {seconds_text(knee.seconds)}"
    return [f"{first}, of those above", fastest]


def _growth(growth: Growth) -> list[str]:
    title = f"{growth.name} for an efficiency of {growth.efficiency:g}:"
    rows = [["nprocs", growth.name, "T(1) [s]"]]
    for row, processes in enumerate(growth.nprocs):
        size = growth.size[row]
        found = [f"{size:.0f}", f"{growth.work[row]:.6g}"] if isfinite(size) else ["none", "-"]
        rows.append([str(processes), *found])
    lines = [title, *aligned(rows, right=3)]
    if growth.size_exponent is not None and growth.work_exponent is not None:
        size, work = f"{growth.size_exponent:.3f}", f"{growth.work_exponent:.3f}"
        lines.append(f"{growth.name} grows as nprocs^{size}, the work T(1) as nprocs^{work}")
    return lines


def _processes(number: int) -> str:
    return "1 process" if number == 1 else f"{number} processes"


def _decimals(seconds: Floats, *parts: Floats) -> int:
    """So many digits after the point that the least time has six, and the least of its parts two."""
    found = 1
    for digits, values in ((5, seconds), *((1, part) for part in parts)):
        known = values[values > 0]  # NaN is not
        if known.size:
            found = max(found, digits - floor(log10(float(known.min()))))
    return min(found, 12)


def _fixed(value: float, decimals: int) -> str:
    return f"{value:.{decimals}f}" if isfinite(value) else "-"


def _speedup(value: float) -> str:
    if not isfinite(value):
        return "-"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.3g}"
