"""A source beside recorded runs of it, rank by rank and call by call: ``sad scale --validate TRACE``.

Both are followed on one machine: the source as ``sad scale --simulate`` does, the trace with its own
computation times a ratio. The time of a call is what its rank spends in it, waiting included; its
computation is what the rank computes since the call before. Brehm 1999, section 7.5.2, compares the
phases of the processors in the corners of a grid.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import argument_error
from sad.experiments.measured import deviations
from sad.experiments.tabular import (
    Field,
    aligned_text,
    csv_text,
    joined,
    json_text,
    number_field,
    text_field,
)
from sad.extrapolation.output import head_lines
from sad.extrapolation.runs import extrapolate
from sad.extrapolation.source import END, compare_calls, summed
from sad.records import record
from sad.report.units import seconds_text
from sad.simulation.ranks import WORK
from sad.spmd.simulate import follow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sad.diagnostics import Diagnostic, Diagnostics
    from sad.extrapolation.ratio import Ratio
    from sad.extrapolation.runs import Extrapolated, Target
    from sad.extrapolation.source import Place, Source
    from sad.simulation.ranks import Flow, Step
    from sad.traces.format import Trace

    Calls = dict[Place, list[float]]
    """Computation before a call, and the call with its waiting, of one rank [s]."""

SCHEMA = "sad-trace-validation/1"
CORNERS, ALL = "corners", "all"
_PARTS = ("computation", "communication")


@record
class Compared:
    """A trace beside its source; ``model`` and ``experiment`` are calls by name of the ranks [s].

    ``end`` is when the model's last rank ends.
    """

    found: Extrapolated
    end: float
    model: Mapping[str, Calls]
    experiment: Mapping[str, Calls]


def compare(
    trace: Trace, source: Source, target: Target, ratio: Ratio, ranks: str, diagnostics: Diagnostics
) -> Compared:
    """Follow a trace and its source on a target; ``ranks`` are ``corners``, ``all``, or numbers.

    Warns of other numbers of calls as ``compare_calls``. Raises SAD896 for ranks there are not, and
    as ``Source.followed``, ``follow`` and ``extrapolate``.
    """
    steps, sides = source.followed(target.machine, target.library, trace.ranks)
    groups = _groups(ranks, trace.ranks, sides)
    kept: list[list[Step]] = [[] for _ in steps]
    ran = follow([_noted(own, into) for own, into in zip(steps, kept, strict=True)], keep=True)
    compare_calls(trace, summed(kept), diagnostics)
    found = extrapolate(trace, target, ratio)
    assert found.flow is not None
    assert found.program is not None
    sites: list[Place] = [(Path(site.file).name, site.line) for site in trace.sites]
    numbers: list[list[int]] = [rows["site"].tolist() for rows in trace.rows]

    def place_in(own: list[int]) -> Callable[[Step], Place]:
        def place(step: Step) -> Place:
            number: int = step[5]
            return sites[own[number]]

        return place

    model = [_calls(kept, ran, rank, _place_of) for rank in range(trace.ranks)]
    experiment = [
        _calls(found.program.steps, found.flow, rank, place_in(own))
        for rank, own in enumerate(numbers)
    ]
    together = [
        {name: _together([side[rank] for rank in members]) for name, members in groups.items()}
        for side in (model, experiment)
    ]
    return Compared(found, ran.seconds, *together)


def _groups(text: str, nprocs: int, sides: tuple[int, ...]) -> dict[str, list[int]]:
    """Ranks by name: the corners of the grid in MPI's order, all as one, or some by number."""
    if text == ALL:
        return {ALL: list(range(nprocs))}
    if text == CORNERS:
        ends = product(*((0, side - 1) for side in sides or (nprocs,)))
        places = {int(np.ravel_multi_index(end, sides or (nprocs,))) for end in ends}
    else:
        words = text.split(",")
        if not all(word.strip().isdecimal() and int(word) < nprocs for word in words):
            message = f"--ranks {text}: the trace has ranks 0 to {nprocs - 1}"
            raise argument_error("SAD896", message, "corners, all, or numbers with commas: 0,3")
        places = {int(word) for word in words}
    return {str(place): [place] for place in sorted(places)}


def _noted(steps: Iterable[Step], into: list[Step]) -> Iterator[Step]:
    for step in steps:
        into.append(step)
        yield step


def _place_of(step: Step) -> Place:
    return Path(step[5].file).name, step[5].line


def _calls(
    steps: Sequence[Iterable[Step]], ran: Flow, rank: int, place_of: Callable[[Step], Place]
) -> Calls:
    found: Calls = {}
    begin = computed = 0.0
    for step, end in zip(steps[rank], ran.step_ends[rank].tolist(), strict=True):
        if step[0] == WORK:
            computed += end - begin
        else:
            item = found.setdefault(place_of(step), [0.0, 0.0])
            item[0] += computed
            item[1] += end - begin
            computed = 0.0
        begin = end
    found[END] = [computed, 0.0]
    return found


def _together(calls: Sequence[Calls]) -> Calls:
    found: Calls = {}
    for own in calls:
        for place, parts in own.items():
            item = found.setdefault(place, [0.0, 0.0])
            item[0] += parts[0]
            item[1] += parts[1]
    return found


def _rows(compared: Compared) -> Iterator[tuple[str, str, list[float], list[float]]]:
    """Yield the rank, the call, and both parts of model and trace; each rank's sums last."""
    for name, own in compared.model.items():
        its = compared.experiment[name]
        sums = np.zeros((2, 2))
        for place in sorted({*own, *its}, key=lambda item: (item == END, item)):
            both = own.get(place, [0.0, 0.0]), its.get(place, [0.0, 0.0])
            if any(map(any, both)):
                sums += both
                where = "end" if place == END else f"{place[0]}:{place[1]}"
                yield name, where, *both
        yield name, "sum", sums[0].tolist(), sums[1].tolist()


def _fields(compared: Sequence[Compared]) -> list[Field]:
    rows = [(str(item.found.trace.ranks), *row) for item in compared for row in _rows(item)]
    nprocs, ranks, calls, model, experiment = zip(*rows, strict=True)
    found = [Field("nprocs", "", nprocs), text_field("rank", ranks), text_field("call", calls)]
    for part, name in enumerate(_PARTS):
        pair = [np.array([item[part] for item in side]) for side in (model, experiment)]
        for title, values in zip(("mod", "exp"), pair, strict=True):
            cells = [seconds_text(value) for value in values.tolist()]
            found.append(Field(f"{title}_{name}", f"{title} {name[:4]}", values.tolist(), cells))
        percent = deviations(*pair).percent
        found.append(number_field(f"dpercent_{name}", percent, 1, "D%"))
    return [*found, Field("", "", None, [""] * len(rows))]  # the last column is not to the right


def validation_text(compared: Sequence[Compared]) -> str:
    """Return a table for each trace: ranks, calls, computation before each and the call itself."""
    parts: list[Sequence[str]] = []
    for item in compared:
        exp = item.found.seconds
        off = f", {100 * (item.end - exp) / exp:+.1f} %" if exp else ""
        end = f"last rank: mod {seconds_text(item.end)}, exp {seconds_text(exp)}{off}"
        parts += [head_lines(item.found)[:1], aligned_text(_fields([item])), [end]]
    notes = [
        "mod: the source, simulated; exp: the trace, followed",
        "comp: computation before the call; comm: the call, waiting included",
    ]
    return joined([*parts, notes])


def validation_csv(compared: Sequence[Compared]) -> str:
    """Return all rows as CSV; seconds and percent."""
    return csv_text(_fields(compared))


def validation_json(compared: Sequence[Compared], diagnostics: Sequence[Diagnostic]) -> str:
    """Return all rows as JSON (schema ``sad-trace-validation/1``); seconds."""
    value = {
        "traces": [
            {
                "file": item.found.trace.file,
                "nprocs": item.found.trace.ranks,
                "ratio": item.found.ratio.value,
                "mod": item.end,
                "exp": item.found.seconds,
                "rows": [
                    {
                        "rank": rank,
                        "call": call,
                        **{
                            name: {"mod": model[part], "exp": experiment[part]}
                            for part, name in enumerate(_PARTS)
                        },
                    }
                    for rank, call, model, experiment in _rows(item)
                ],
            }
            for item in compared
        ]
    }
    return json_text(SCHEMA, value, diagnostics)
