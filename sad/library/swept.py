"""Sweeps and comparisons of programs: predictions at many points, as tables, frames and pictures."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.experiments.axes import axis_of, checked_axes, parse_axis
from sad.experiments.crossings import comparisons_of
from sad.experiments.curve import target_of
from sad.experiments.quantity import parse_quantity
from sad.experiments.sweep_output import (
    COMPARE,
    SWEEP,
    crossing_lines,
    fields,
    heading,
    sweep_csv,
    sweep_json,
    sweep_text,
    to_pandas,
    to_xarray,
)
from sad.experiments.sweep_plot import check_picture, draw, picture
from sad.experiments.sweep_table import sides_of, table_of, told_apart, with_intervals
from sad.experiments.tabular import text_rows
from sad.large_stack import on_large_stack
from sad.library.rows import html_table
from sad.loading.writing import write_whole
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.diagnostics import Diagnostic
    from sad.experiments.axes import Axis
    from sad.experiments.crossings import Comparison
    from sad.experiments.sweep_table import Side, SweepTable
    from sad.library.state import State


_MOST_ROWS = 60


class Picture:
    """A picture that notebooks show."""

    def __init__(self, table: SweepTable, log: str | None) -> None:
        self._table = table
        self._log = None if log is None else [letter for letter in "xy" if letter in log]

    def save(self, path: str) -> None:
        """Write a .png, .svg or .pdf file; raises ``SadError`` SAD111 or SAD854."""
        write_whole(picture(self._table, check_picture(path), self._log), path)

    def draw(self, axes: Any) -> None:
        """Draw into matplotlib axes of one's own."""
        draw(self._table, axes, self._log)

    def __repr__(self) -> str:
        return f"Picture of {', '.join(column.title for column in self._table.columns)}"

    def _repr_png_(self) -> bytes:
        return picture(self._table, "png", self._log)


class Sweep:
    """A table: a row for each point, a column for each curve.

    >>> import sad
    >>> model = sad.analyze("solve.f").with_values(X1=40, P1=0.1)
    >>> sweep = model.sweep({"N": range(100, 401, 100)}, machines=["sparc2", "t3d"])
    >>> sweep.titles
    ('sparc2', 't3d')
    >>> [round(value, 3) for value in sweep["t3d"]]
    [0.022, 0.084, 0.186, 0.33]
    """

    def __init__(
        self,
        table: SweepTable,
        sides: Sequence[Side],
        diagnostics: Sequence[Diagnostic],
        *,
        compared: bool,
    ) -> None:
        self._table = table
        self._sides = sides
        self._compared = compared
        self.diagnostics = tuple(diagnostics)

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the columns."""
        return tuple(column.title for column in self._table.columns)

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """How pairs of columns lie to each other and where they cross (of ``sad.compare``)."""
        return self._table.comparisons

    def __getitem__(self, title: str) -> tuple[Number, ...]:
        """Return the values of a column: times [s] as float, counts exactly; KeyError without it."""
        for column in self._table.columns:
            if column.title == title:
                return column.values
        raise KeyError(title)

    def to_pandas(self) -> Any:
        """Return a ``pandas.DataFrame``: parameters as index; raises ``SadError`` SAD854."""
        return to_pandas(self._table)

    def to_xarray(self) -> Any:
        """Return an ``xarray.Dataset``: a dimension for each parameter; raises ``SadError`` SAD854."""
        return to_xarray(self._table)

    def csv(self) -> str:
        """Return the table as CSV."""
        return sweep_csv(self._table)

    def json(self) -> str:
        """Return the table as JSON, schema ``sad-sweep/1`` or ``sad-compare/1``."""
        return sweep_json(self._table, COMPARE if self._compared else SWEEP, self.diagnostics)

    @on_large_stack
    def plot(self, log: str | None = None) -> Picture:
        """Return a picture, with logarithmic axes where ``log`` names ``x`` or ``y``.

        By default axes are logarithmic for logarithmic ranges, and for values over more than two
        decades.
        """
        return Picture(with_intervals(self._table, self._sides), log)

    def __str__(self) -> str:
        return sweep_text(self._table, ratios=self._compared).rstrip("\n")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = text_rows(fields(self._table, ratios=self._compared))
        more = len(rows) - 1 - _MOST_ROWS
        if more > 0:
            rows = [*rows[: _MOST_ROWS + 1], [f"... {more} more", *[""] * (len(rows[0]) - 1)]]
        notes = "".join(
            f"<div>{escape(line.strip())}</div>" for line in crossing_lines(self._table)
        )
        return html_table(rows, "; ".join(heading(self._table))) + notes


def swept(
    states: Sequence[State],
    vary: Mapping[str, Iterable[object] | str],
    machines: Sequence[str] | str,
    quantities: Sequence[str] | str,
    *,
    compared: bool,
) -> Sweep:
    """Return a table over a grid; one name stands for itself, not for its letters.

    Raises as ``Curves``, and SAD855 for nothing to compare.
    """
    axes = checked_axes([_axis(name, values) for name, values in vary.items()])
    targets = [target_of(machine, None, None) for machine in _listed(machines)]
    asked = _listed(quantities) or ["total" if machines else "operations"]
    programs = [state.program(axes) for state in states]
    if len(programs) > 1:
        programs = told_apart(programs)
    sides = sides_of(programs, [parse_quantity(text) for text in asked], targets)
    table = table_of(sides, axes)
    if compared:
        if len(sides) < 2:
            message = "one program on one machine is nothing to compare"
            raise argument_error("SAD855", message, "give several programs or machines")
        table = replace(table, comparisons=comparisons_of(sides, axes))
    said = dict.fromkeys(item for program in programs for item in program.diagnostics.items)
    return Sweep(table, sides, tuple(said), compared=compared)


def _axis(name: str, values: Iterable[object] | str) -> Axis:
    return parse_axis(f"{name}={values}") if isinstance(values, str) else axis_of(name, values)


def _listed(names: Sequence[str] | str) -> Sequence[str]:
    return (names,) if isinstance(names, str) else names
