"""Results of several machines side by side, and how much slower each is than a reference."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.generator.result import Result

_NUMBERED = re.compile(r"[-_]\d+$")
Times = dict[str, dict[str, float]]
"""Seconds by workload and by machine."""


@record
class Comparison:
    """Seconds by workload and machine, and the same over the time of the reference.

    ``means`` are the geometric means of the ratios by machine, over the workloads that both have.
    """

    machines: tuple[str, ...]
    times: Mapping[str, Mapping[str, float]]
    reference: str
    ratios: Mapping[str, Mapping[str, float]]
    means: Mapping[str, float]


def labels_of(results: Sequence[tuple[str, Result]]) -> list[str]:
    """Return what to call the machine of each result: the name of its folder.

    A number of processes at the end of a name is left out where machines have several workloads.
    """
    labels = [Path(path).name for path, _ in results]
    short = [_NUMBERED.sub("", label) for label in labels]
    pairs = {(label, result.workload) for label, (_, result) in zip(short, results, strict=True)}
    return short if len(pairs) == len(results) else labels


def times_of(results: Sequence[tuple[str, Result]]) -> Times:
    """Return the times of results by workload and label."""
    found: Times = {}
    for label, (_, result) in zip(labels_of(results), results, strict=True):
        found.setdefault(result.workload, {})[label] = min(result.times)
    return found


def compare(times: Mapping[str, Mapping[str, float]], reference: str) -> Comparison:
    """Return the comparison of machines; raises SAD637 where no workload has the reference."""
    machines = list(dict.fromkeys(name for row in times.values() for name in row))
    if reference not in machines:
        message = f"no result is of {reference}"
        hint = f"there are: {', '.join(machines)}; or a machine of sad machine list"
        raise argument_error("SAD637", message, hint)
    ratios = {
        workload: {name: seconds / row[reference] for name, seconds in row.items()}
        for workload, row in times.items()
        if reference in row
    }
    means: dict[str, float] = {}
    for name in machines:
        known = [row[name] for row in ratios.values() if name in row]
        if known:
            means[name] = math.exp(sum(map(math.log, known)) / len(known))
    return Comparison(tuple(machines), times, reference, ratios, means)


def comparison_rows(found: Comparison) -> list[list[str]]:
    """Return the cells: a row of names, then times, then ratios with their geometric mean."""
    rows = [["time [s]", *found.machines]]
    for workload, times in found.times.items():
        rows.append([workload, *_cells(times, found, "{:.6g}")])
    rows.append([f"over {found.reference}", *found.machines])
    for workload, ratios in found.ratios.items():
        rows.append([workload, *_cells(ratios, found, "{:.3f}")])
    rows.append(["geometric mean", *_cells(found.means, found, "{:.3f}")])
    return rows


def _cells(values: Mapping[str, float], found: Comparison, form: str) -> list[str]:
    return [form.format(values[name]) if name in values else "-" for name in found.machines]
