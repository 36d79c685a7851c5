"""Work, span and parallelism of sequential source at every point of a grid, as one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.evaluation.bind_model import bind_model
from sad.experiments.curve import need_values
from sad.experiments.sweep_table import Column, SweepTable, points_of
from sad.parallelism.laws import brent
from sad.parallelism.measure import measure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.dependence.verdict import Verdict
    from sad.experiments.curve import Target
    from sad.experiments.program import Program
    from sad.experiments.sweep_table import Tick
    from sad.parallelism.span import Rules


def parallelism_table(
    program: Program,
    judged: Mapping[str, Mapping[str, Verdict]],
    rules: Rules,
    target: Target | None,
    processors: int | None,
    tick: Tick | None = None,
) -> SweepTable:
    """Return work, span and parallelism at all points of the program's axes.

    With ``processors`` the speed-up on so many as well, by Brent's bounds. Raises SAD850 for parameters
    without a value.
    """
    points = list(points_of(program.axes))
    rows: list[dict[str, float]] = []
    unit = "1"
    for number, point in enumerate(points):
        _, model = program.at(point, with_means=True)
        bound = None
        if target is not None:
            unit = "s"
            toolchain = target.toolchain_for(model)
            bound = bind_model(
                model, target.machine, toolchain, target.cost_model, program.compile_options
            )
        found = measure(model, judged, rules, bound, with_loops=False)
        if found.work is None or found.span is None:
            need_values(model, model.missing)
        work, span = found.work or 0.0, found.span or 0.0
        row = {"work": work, "span": span, "parallelism": work / span if span else 1.0}
        if processors is not None:
            low, high = brent(work, span, processors) if span else (1.0, 1.0)
            row |= {f"speedup_low_{processors}": low, f"speedup_high_{processors}": high}
        rows.append(row)
        if tick is not None:
            tick(number + 1, len(points))
    machine = "" if target is None else target.machine.name
    columns = tuple(
        Column(
            title,
            program.source,
            program.entry,
            machine,
            "",
            "",
            title,
            unit if title in ("work", "span") else "1",
            tuple(_shown(row[title]) for row in rows),
        )
        for title in (rows[0] if rows else ())
    )
    return SweepTable(program.axes, columns, tuple(program.given()))


def _shown(value: float) -> float:
    """A count as a whole number."""
    return int(value) if value.is_integer() else value
