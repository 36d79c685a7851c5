"""Tables of teams of threads: bounds, theta and what decides, and what they say in a sentence."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

from sad.experiments.tabular import Field, number_field
from sad.report.threaded import lint_lines, lint_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.experiments.scaling_table import ScalingTable
    from sad.parallel import Threaded

_SHORT = {"uneven shares": "uneven", "start and end of teams": "team starts"}
_FITS = 1.03
"""An efficiency above this comes from caches: each thread sees a part of the data."""
_NO_MORE = 1.01
"""A time so many times the least one is not the least."""


def threaded_fields(table: ScalingTable, decimals: int) -> list[Field]:
    """Return the columns that stand for computation, communication and total in other tables."""
    facts = table.threaded
    assert facts is not None
    found = [number_field("low", facts.low, decimals, "low [s]")]
    found.append(number_field("estimate", table.total, decimals, "est. [s]"))
    found.append(number_field("high", facts.high, decimals, "high [s]"))
    overhead = list(map(repr, table.communication.tolist()))
    return [*found, Field("overhead", "", overhead, None)]


def deciding_fields(table: ScalingTable) -> list[Field]:
    """Return the columns theta and what decides."""
    facts = table.threaded
    assert facts is not None
    thetas: list[float] = facts.theta.tolist()
    shown = [f"{theta:+.2f}" if isfinite(theta) else "-" for theta in thetas]
    cells = [repr(theta) if isfinite(theta) else "" for theta in thetas]
    decides: list[str] = facts.decides.tolist()
    return [
        Field("theta", "theta", cells, shown),
        Field("decides", "decided by", decides, _short(decides)),
    ]


def _short(decides: Sequence[str]) -> list[str]:
    """What decides, in few columns: the line alone where all lines are of one file."""
    parts = [text.rpartition(", ") for text in decides]
    files = {place.rpartition(":")[0] for _, comma, place in parts if comma}
    found: list[str] = []
    for what, comma, place in parts:
        words = what.partition(", line")[0] if comma else place
        words = _SHORT.get(words, words)
        line = place.rpartition(":")[2]
        shown = f":{line}" if len(files) == 1 else place
        found.append(f"{words} {shown}" if comma else words)
    return found


def threaded_value(item: Threaded) -> dict[str, Any]:
    """Return a row's facts for JSON; what is not known is null."""
    return {
        "low": item.low,
        "high": item.high if isfinite(item.high) else None,
        "theta": item.theta if isfinite(item.theta) else None,
        "decides": item.decides,
        "serial": item.serial,
        "work": item.work,
        "omega": item.omega,
        "busiest": item.busiest or None,
        "advice": [lint_value(lint) for lint in item.lints],
    }


def closing(table: ScalingTable) -> list[str]:
    """Return what users are to take home: where a resource is saturated, what serial code allows."""
    varied = bool(table.about.varied)
    lines: list[str] = []
    for case in sorted(set(table.case.tolist())):
        rows = table.rows(table.case == case)
        values = [f"{name} = {rows.about.text(name, v[0])}" for name, v in rows.values.items()]
        values = [text for text in values if text.partition(" =")[0] in rows.about.varied]
        before = f"at {', '.join(values)}: " if varied else ""
        lines += [f"{before}{text}" for text in _sentences(rows)]
        lines += [f"{before}{text}" for text in lint_lines(_facts(rows, -1).lints)]
    return lines


def _sentences(rows: ScalingTable) -> list[str]:
    threads, times = rows.nprocs.tolist(), rows.total.tolist()
    found: list[str] = []
    first, last = _facts(rows, 0), _facts(rows, -1)
    parallel = first.work - first.serial
    if last.omega > 0 and last.busiest:
        number = parallel / last.omega
        if 1 <= number < threads[-1]:  # below, threads do not share work but add to it
            found.append(f"{last.busiest} saturates at {number:.1f} threads")
    fits = [
        number
        for number, time in zip(threads, times, strict=True)
        if times[0] * threads[0] > _FITS * time * number
    ]
    if fits:
        found.append(
            f"from {_threads(fits[0])} on the part of each stays in a cache: efficiencies above 1"
        )
    if len(times) > 1:
        best = min(range(len(times)), key=times.__getitem__)
        if times[-1] > _NO_MORE * times[best]:
            found.append(f"the time is least with {_threads(threads[best])} of those above")
        else:
            half = [row for row in range(len(times) - 1) if threads[row] <= threads[-1] / 2]
            other = half[-1] if half else 0
            gain = max(0.0, times[other] / times[-1] - 1)
            found.append(
                f"{_threads(threads[-1])} are {100 * gain:.0f} % faster than {threads[other]}"
            )
    return ["; ".join(found)] if found else []


def _threads(number: int) -> str:
    return "1 thread" if number == 1 else f"{number} threads"


def _facts(table: ScalingTable, row: int) -> Threaded:
    """What is known of the run in a row."""
    assert table.threaded is not None
    return table.threaded.at(row)
