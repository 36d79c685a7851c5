"""Names and notes of the columns of stored sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sad.sweep.table import Column, Table


def names_of(table: Table) -> list[str]:
    """Return a name for each column: its title, without slashes, and none twice."""
    found = [axis.name for axis in table.axes]
    for column in table.columns:
        name = plain = column.title.replace("/", "|")
        number = 2
        while name in found:
            name = f"{plain} ({number})"
            number += 1
        found.append(name)
    return found[len(table.axes) :]


def notes_of(column: Column) -> dict[str, Any]:
    """Return what a column is of; machine, toolchain and model are empty for counts."""
    return {
        "units": column.unit,
        "quantity": column.quantity,
        "title": column.title,
        "program": column.entry,
        "source": column.program,
        "machine": column.machine,
        "toolchain": column.toolchain,
        "model": column.model,
    }
