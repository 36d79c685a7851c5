"""Tables on a terminal, with rich."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sad.experiments.sweep_text import cells, crossing_lines, heading

if TYPE_CHECKING:
    from typing import TextIO

    from sad.experiments.table import Table


def print_table(table: Table, stream: TextIO, *, ratios: bool = False) -> None:
    """Print a table with rich on a terminal; wide ones get narrower columns, the least time is bold."""
    console: Any = import_module("rich.console").Console(file=stream, highlight=False)
    box: Any = import_module("rich.box")
    shown: Any = import_module("rich.table").Table(box=box.SIMPLE_HEAD, header_style="bold")
    header, *rows = cells(table, ratios=ratios)
    axes, columns = len(table.axes), len(table.columns)
    for place, title in enumerate(header):
        shown.add_column(title, justify="right", style="cyan" if place < axes else None)
    comparable = columns > 1 and len({column.unit for column in table.columns}) == 1
    for number, row in enumerate(rows):
        values = [column.values[number] for column in table.columns]
        least = min(values) if comparable else None
        shown.add_row(
            *(
                _bold(cell)
                if axes <= place < axes + columns and values[place - axes] == least
                else cell
                for place, cell in enumerate(row)
            )
        )
    for line in heading(table):
        console.print(line, markup=False)
    console.print(shown)
    for line in crossing_lines(table):
        console.print(line, markup=False)


def _bold(cell: str) -> str:
    return f"[bold]{cell}[/bold]"
