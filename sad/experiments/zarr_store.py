"""Stored sweeps as Zarr: a group with an array for each column, and one for each axis.

Format 2 with consolidated metadata: the one that every reader of Zarr understands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.diagnostics import argument_error
from sad.experiments.grid import BLOCK
from sad.experiments.sweep_table import names_of, notes_of
from sad.extras import need_dask

if TYPE_CHECKING:
    from pathlib import Path

    from sad.experiments.grid import Grid
    from sad.experiments.sweep_table import SweepTable

_DIMENSIONS = "_ARRAY_DIMENSIONS"  # xarray's convention


def write(folder: Path, grid: Grid, table: SweepTable, about: dict[str, Any], values: Any) -> Any:
    """Return what writes all columns when Dask works it out; axes are written at once."""
    zarr = need_dask("zarr", "--to")
    group = zarr.open_group(str(folder), mode="w", zarr_format=2, attributes=about)
    names = [axis.name for axis in grid.axes]
    for place, name in enumerate(names):
        length = grid.shape[place]
        axis = group.create_array(
            name,
            shape=(length,),
            chunks=(min(BLOCK, length),),
            dtype=grid.kinds[place],
            fill_value=None,  # else a value of 0 is read as none
            attributes={_DIMENSIONS: [name], "units": "1"},
        )
        for low in range(0, length, BLOCK):
            axis[low : low + BLOCK] = grid.coordinates(place, low, low + BLOCK)
    targets = [
        group.create_array(
            title,
            shape=grid.shape,
            chunks=grid.steps,
            dtype="f8",
            fill_value=float("nan"),  # no value is that: every chunk has a file
            attributes={_DIMENSIONS: names, **notes_of(column)},
        )
        for title, column in zip(names_of(table), table.columns, strict=True)
    ]
    zarr.consolidate_metadata(str(folder))
    sources = [values[place] for place in range(len(targets))]
    return need_dask("dask.array", "--to").store(
        sources, targets, lock=False, compute=False, load_stored=False
    )


def finish(folder: Path, grid: Grid, table: SweepTable) -> None:
    """Fail if a part is missing (SAD952): a machine of the cluster wrote elsewhere."""
    group = need_dask("zarr", "--to").open_group(str(folder), mode="r")
    for name in names_of(table):
        if group[name].nchunks_initialized != grid.blocks:
            message = f"{name}: not all parts arrived in {folder.parent}"
            hint = "--to names a file in a folder that all machines of the cluster share"
            raise argument_error("SAD952", message, hint)
