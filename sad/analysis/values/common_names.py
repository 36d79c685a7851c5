"""What COMMON variables are called: units may call them what they like, the first one counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.values.cells import array_of, is_common

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.analysis.values.cells import Cell, Cells
    from sad.ir.program import Unit


def spelled(unit: Unit, cells: Cells) -> Iterator[tuple[Cell, str]]:
    """Yield the COMMON cells of a unit with the names its source has for them."""
    for name, cell in cells.by_name.items():
        if is_common(cell):
            array = array_of(name)
            yield cell, (unit.symbols[array].spelling or array) + name[len(array) :]


def common_names(found: Iterable[tuple[Cell, str]]) -> dict[Cell, str]:
    """Return one name for each cell; of cells with the same name the later ones have their place."""
    names: dict[Cell, str] = {}
    called: dict[str, Cell] = {}
    for cell, name in found:
        if cell not in names:
            first = called.setdefault(name, cell)
            names[cell] = name if first == cell else with_place(name, cell)
    return names


def with_place(name: str, cell: Cell) -> str:
    """Return a name that no other cell has."""
    return f"{name}_{place_of(cell)}"


def place_of(cell: Cell) -> str:
    """Return the name of a cell that no unit has a name for: its block, and where it is in there."""
    return cell.strip("/").replace("/", "_")
