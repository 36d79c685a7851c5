"""Stored sweeps as Parquet: a folder with a file for each block, a row for each point."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.experiments.sweep_table import names_of, notes_of
from sad.extras import need_dask
from sad.late import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from sad.experiments.grid import Grid, Place
    from sad.experiments.sweep_table import SweepTable

_ROWS = 1 << 18  # of a row group


def write(folder: Path, grid: Grid, table: SweepTable, about: dict[str, Any], values: Any) -> Any:
    """Return what writes all rows when Dask works it out: their number."""
    names = names_of(table)
    notes = {name: notes_of(column) for name, column in zip(names, table.columns, strict=True)}
    axes = {axis.name: {"units": "1"} for axis in grid.axes}
    text = json.dumps({**about, "axes": axes, "columns": notes})
    writer = _Writer(str(folder), grid, tuple(names), text)
    ones = tuple((1,) * len(lengths) for lengths in grid.chunks)
    return values.map_blocks(writer, chunks=((1,), *ones), dtype="i8", meta=_nothing(grid)).sum()


def finish(folder: Path, grid: Grid, table: SweepTable) -> None:
    """Fail if a part is missing (SAD952): a machine of the cluster wrote elsewhere."""
    del table
    if len(list(folder.glob("part-*.parquet"))) != grid.blocks:
        message = f"not all parts arrived in {folder.parent}"
        hint = "--to names a file in a folder that all machines of the cluster share"
        raise argument_error("SAD952", message, hint)


class _Writer:
    """Writes a block as a file; their names are in the order of the points."""

    def __init__(self, folder: str, grid: Grid, names: tuple[str, ...], about: str) -> None:
        self._folder, self._grid, self._names, self._about = folder, grid, names, about

    def __call__(self, values: Any, *, block_info: dict[int, Any]) -> Any:
        """Write the rows of a block, the columns' values along its first dimension."""
        info = block_info[0]
        place: Place = tuple(info["array-location"][1:])
        number = 0
        for inside, many in zip(info["chunk-location"][1:], info["num-chunks"][1:], strict=True):
            number = number * many + inside
        extent = values.shape[1:]
        data: dict[str, Any] = {}
        for axis, ends in enumerate(place):
            along = self._grid.coordinates(axis, *ends)
            along = along.reshape([-1, *[1] * (len(extent) - 1 - axis)])
            data[self._grid.axes[axis].name] = np.broadcast_to(along, extent).reshape(-1)
        data.update(zip(self._names, values.reshape(len(self._names), -1), strict=True))
        self._write(data, number)
        return np.full((1,) * values.ndim, values[0].size)

    def _write(self, data: dict[str, Any], number: int) -> None:
        arrow = need_dask("pyarrow", "--to")
        notes = {"sad": self._about, "PANDAS_ATTRS": self._about}  # pandas: DataFrame.attrs
        table = arrow.table(data).replace_schema_metadata(notes)
        need_dask("pyarrow.parquet", "--to").write_table(
            table,
            f"{self._folder}/part-{number:08}.parquet",
            row_group_size=_ROWS,
            compression="zstd",
        )


def _nothing(grid: Grid) -> Any:
    return np.empty((0,) * (1 + len(grid.axes)), "i8")
