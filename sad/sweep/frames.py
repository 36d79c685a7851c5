"""Tables as pandas and xarray objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.extras import need
from sad.report.json_report import number_value
from sad.sweep.data import axis_value

if TYPE_CHECKING:
    from sad.sweep.table import Table


def to_pandas(table: Table) -> Any:
    """Return a ``pandas.DataFrame``: the axes as index, a column for each curve; raises SAD854."""
    pandas = need("pandas", "data frames", "frames")
    rows = [[axis_value(value) for value in point.values()] for point in table.points()]
    names = [axis.name for axis in table.axes]
    index = pandas.MultiIndex.from_tuples(rows, names=names) if len(names) > 1 else None
    if len(names) == 1:
        index = pandas.Index([row[0] for row in rows], name=names[0])
    data = {c.title: [number_value(value) for value in c.values] for c in table.columns}
    frame = pandas.DataFrame(data, index=index)
    frame.attrs["units"] = {column.title: column.unit for column in table.columns}
    frame.attrs["given"] = dict(table.given)
    return frame


def to_xarray(table: Table) -> Any:
    """Return an ``xarray.Dataset``: a dimension for each axis, a variable for each curve.

    Raises SAD854 without xarray.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    xarray = need("xarray", "labelled arrays", "frames")
    names = [axis.name for axis in table.axes]
    shape = [len(axis.values) for axis in table.axes]
    variables = {
        column.title: (
            names,
            np.array([number_value(value) for value in column.values]).reshape(shape),
            {
                "units": column.unit,
                "quantity": column.quantity,
                "program": column.program,
                "machine": column.machine,
                "toolchain": column.toolchain,
            },
        )
        for column in table.columns
    }
    coordinates = {axis.name: [axis_value(value) for value in axis.values] for axis in table.axes}
    return xarray.Dataset(variables, coords=coordinates, attrs=dict(table.given))
