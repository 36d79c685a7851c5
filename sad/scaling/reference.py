"""What speed-ups refer to: the time of the same problem on one process, or on the fewest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import SadError
from sad.parallel import GRID
from sad.records import record
from sad.scaling.processes import GridChoice, grids_of
from sad.scaling.sizes import NPROCS
from sad.scaling.table import Scaling

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from sad.parallel import Scalable
    from sad.scaling.sizes import Sizes

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Mask = NDArray[np.bool_]


@record
class Reference:
    """Times to refer to [s], one per row, NaN where there is none.

    ``processes`` is how many processes they are of; ``reason`` is why that is not 1.
    """

    seconds: Floats
    processes: int
    reason: str = ""


@record
class Rows:
    """What the reference needs of a table's rows: their sizes, where the program can run."""

    case: Integers
    nprocs: Integers
    possible: Mask
    values: Mapping[str, Floats]


def reference_of(
    program: Scalable, sizes: Sizes, scaling: Scaling, choice: GridChoice, rows: Rows
) -> Reference:
    """Return the time of each row's problem on one process.

    If the program cannot run on one process at any row, it is the fewest at which it can, on their best
    grid of those chosen. Under weak scaling the sizes stay those of the row; under strong scaling
    values that depend on the number of processes are those of the processes of the reference.
    """
    import numpy as np  # noqa: PLC0415 - heavy

    single = GridChoice((None,) * choice.dimensions)
    try:
        found, reason = _seconds(program, sizes, scaling, single, rows, 1)
    except SadError as error:  # of a point that was not asked for
        if (rows.nprocs[rows.possible] == 1).any():
            raise
        found, reason = np.full(rows.case.shape, np.nan), error.diagnostic.message
    if np.isfinite(found[rows.possible]).any():
        return Reference(found, 1)
    fewest = int(rows.nprocs[rows.possible].min())
    found, _ = _seconds(program, sizes, scaling, choice, rows, fewest)
    return Reference(found, fewest, reason or "no time is known")


def first_problem(program: Scalable, sizes: Sizes, dimensions: int) -> Floats:
    """Return the time on one process of the problem that one process has [s], per case."""
    import numpy as np  # noqa: PLC0415 - heavy

    case = np.arange(sizes.cases)
    one = np.ones(case.size, dtype=np.int64)
    places = [one] * (len(sizes.places) - 1)
    values = sizes.at(case, one, places)
    return _on_grid(program, values, 1, (1,) * (dimensions if dimensions > 1 else 0), case.size)[0]


def _seconds(
    program: Scalable,
    sizes: Sizes,
    scaling: Scaling,
    choice: GridChoice,
    rows: Rows,
    processes: int,
) -> tuple[Floats, str]:
    """The least time over the grids of some number of processes, per row, and why there is none."""
    import numpy as np  # noqa: PLC0415 - heavy

    weak = scaling is Scaling.WEAK
    cases = np.arange(sizes.cases)
    one = np.ones(cases.size, dtype=np.int64)
    if weak:
        back, number = np.cumsum(rows.possible) - 1, int(rows.possible.sum())
    else:  # the same for all rows of a case
        back, number = rows.case, cases.size
    values = {name: array[rows.possible] for name, array in rows.values.items()} if weak else {}
    least = np.full(number, np.nan)
    grids = grids_of(np.array([processes], dtype=np.int64), choice)
    why = ""
    for row in range(grids.nprocs.size):
        sides = tuple(int(side[row]) for side in grids.sides)
        if not weak:
            values = sizes.at(cases, processes * one, [side * one for side in sides])
        seconds, reason = _on_grid(program, values, processes, sides, number)
        least = np.fmin(least, seconds)
        why = why or reason
    return np.where(rows.possible, least[back], np.nan), why


def _on_grid(
    program: Scalable,
    values: Mapping[str, Floats],
    processes: int,
    sides: tuple[int, ...],
    number: int,
) -> tuple[Floats, str]:
    """Times of so many problems on one grid [s], NaN where the program cannot run, and why."""
    import numpy as np  # noqa: PLC0415 - heavy

    places = {NPROCS: processes, **dict(zip(GRID, sides, strict=False))}
    points = {name: np.full(number, float(value)) for name, value in places.items()}
    times = program.times({**values, **points})
    total = times.computation + times.communication
    if times.impossible is None:
        return total, times.reason
    return np.where(times.impossible, np.nan, total), times.reason
