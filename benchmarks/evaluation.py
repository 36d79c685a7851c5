"""Values of formulas: one point, grids, scattered points; and from a description to its formula.

Run alone with ``python -m benchmarks.evaluation``.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any

from benchmarks.blocks import OPERATIONS, description_of_blocks
from benchmarks.measure import Clock, Figure, in_process, peak_megabytes
from benchmarks.page import table
from tests.support.formulas import forty_terms

if TYPE_CHECKING:
    from collections.abc import Callable

_NAMES = ("n", "m", "k", "t", "p", "x")
_POINTS = 1_000_000
_BLOCKS = 100_000
_POINT_US, _GRID_NS, _SCATTERED_RATIO = 3.0, 5.0, 0.1
_SECONDS, _MEGABYTES = 2.0, 100.0
_AT_US, _COUNT_US, _FUNCTION_RATIO = 20.0, 10.0, 1.0
_RUN_AT_US, _RUN_MANY_US, _GRID_RATIO = 200.0, 1.0, 0.5
_KERNEL = """
void mm(int n, double *a, double *b, double *c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i*n + k] * b[k*n + j];
            c[i*n + j] = j < i ? s : -s;
        }
}
"""
_ROUNDS = 3


def evaluation() -> list[Figure]:
    """Measure everything, the best of some rounds, each in a new process."""
    runs = [in_process(_evaluate) for _ in range(_ROUNDS)]
    point, grid, scattered = (min(run[place] for run in runs) for place in range(3))
    built = [in_process(_expand, _BLOCKS) for _ in range(_ROUNDS)]
    seconds, memory = (min(run[place] for run in built) for place in range(2))
    surface = [in_process(_library) for _ in range(_ROUNDS)]
    at, count, many, hand = (min(run[place] for run in surface) for place in range(4))
    calibrated = [in_process(_calibrated) for _ in range(_ROUNDS)]
    run_at, run_many = (min(run[place] for run in calibrated) for place in range(2))
    grids = [in_process(_grids) for _ in range(_ROUNDS)]
    on_grid, apart = (min(run[place] for run in grids) for place in range(2))
    what = f"formula of 40 terms, {len(_NAMES)} parameters"
    blocks = f"{_BLOCKS:,} blocks to the formula in seconds"
    counts = f"{built[0][2]:,} different counts"
    return [
        Figure(f"{what}: one point [us]", point, _POINT_US, "exact integers"),
        Figure(f"{what}: a grid [ns/point]", grid, _GRID_NS, f"100 x 100 x 100; {_numpy()}"),
        Figure(
            f"{what}: a scattered point / one point",
            scattered / (point * 1e3),
            _SCATTERED_RATIO,
            f"{scattered:.0f} ns for each of {_POINTS:,}",
            ratio=True,
        ),
        Figure("library: prediction.at(n=...).seconds [us]", at, _AT_US, "a product of matrices"),
        Figure("library: count.evaluate(n=...) [us]", count, _COUNT_US, "the same"),
        Figure(
            "library: model.function / the same cubic written with NumPy",
            many / hand,
            _FUNCTION_RATIO,
            f"{many:.1f} and {hand:.1f} ns a point of {_POINTS:,}",
            ratio=True,
        ),
        Figure("library: prediction.at, calibrated machine [us]", run_at, _RUN_AT_US, "throughput"),
        Figure(
            "library: model.function, calibrated machine, for each point [us]",
            run_many,
            _RUN_MANY_US,
            f"{_POINTS:,} points",
        ),
        Figure(
            "library: a point of model.function on a grid / one after the other",
            on_grid / apart,
            _GRID_RATIO,
            f"{on_grid:.1f} and {apart:.1f} ns, 100 x 100 x 100",
            ratio=True,
        ),
        Figure(f"{blocks} [s]", seconds, _SECONDS, counts),
        Figure(f"{blocks} [MB]", memory, _MEGABYTES, "peak, over that of the description"),
    ]


def _numpy() -> str:
    import numpy as np  # noqa: PLC0415 - optional

    return f"NumPy {np.__version__}"


def _evaluate() -> tuple[float, float, float]:
    """Return microseconds for one point, nanoseconds for one of a grid and one of many scattered."""
    import numpy as np  # noqa: PLC0415 - optional

    from sad.algebra.evaluate import Formulas  # noqa: PLC0415
    from sad.algebra.vectorise import ArrayFormulas, grid  # noqa: PLC0415

    poly = forty_terms(random.Random(1))
    single, many = Formulas([poly]), ArrayFormulas([poly])
    point = {"n": 200, "m": 50, "k": 7, "t": 3, "p": 1, "x": 12}
    side = np.arange(1, 101)
    axes = grid({**point, "n": side, "t": side, "p": np.linspace(0, 1, 100)})
    rng = np.random.default_rng(1)
    scattered = {name: rng.integers(1, 100, _POINTS) for name in _NAMES}
    return (
        _best(lambda: single(point), 10_000) * 1e6,
        _best(lambda: many(axes), 5) / _POINTS * 1e9,
        _best(lambda: many(scattered), 1) / _POINTS * 1e9,
    )


def _library() -> tuple[float, float, float, float]:
    """Return microseconds for ``at`` and ``evaluate``, nanoseconds for a point: ours and by hand."""
    import numpy as np  # noqa: PLC0415 - optional

    import sad  # noqa: PLC0415

    model = sad.analyze("mm.c", text=_KERNEL)
    machine, count = model.on("sparc2"), model.operations("mul.double")
    function = machine.function("n")
    sizes = np.arange(1, _POINTS + 1)

    def by_hand(n: Any) -> Any:
        return ((2.145e-6 * n + 1.345e-6) * n + 2.95e-7) * n + 1.7e-7

    return (
        _best(lambda: machine.at(n=100).seconds, 1_000) * 1e6,
        _best(lambda: count.evaluate(n=100), 1_000) * 1e6,
        _best(lambda: function(sizes), 3) / _POINTS * 1e9,
        _best(lambda: by_hand(sizes), 3) / _POINTS * 1e9,
    )


def _calibrated() -> tuple[float, float]:
    """Return microseconds for ``at``, and for a point of an array, where costs depend on the run."""
    import numpy as np  # noqa: PLC0415 - optional

    import sad  # noqa: PLC0415

    machine = sad.analyze("mm.c", text=_KERNEL).on("xeon-emerald-rapids")
    function = machine.function("n")
    sizes = np.arange(1, _POINTS + 1)
    return (
        _best(lambda: machine.at(n=100).seconds, 100) * 1e6,
        _best(lambda: function(sizes), 1) / _POINTS * 1e6,
    )


def _grids() -> tuple[float, float]:
    """Return nanoseconds for a point of arrays that broadcast to a grid, and of whole arrays."""
    import numpy as np  # noqa: PLC0415 - optional

    import sad  # noqa: PLC0415

    kernel = _KERNEL.replace("k < n", "k < m").replace("int n,", "int n, int m, int p,")
    kernel = kernel.replace("i < n", "i < p")
    function = sad.analyze("mm.c", text=kernel).on("sparc2").function("n", "m", "p")
    axes = np.ix_(*[np.arange(1, 101)] * 3)
    whole = [np.ascontiguousarray(axis) for axis in np.broadcast_arrays(*axes)]
    return (
        _best(lambda: function(*axes), 3) / _POINTS * 1e9,
        _best(lambda: function(*whole), 3) / _POINTS * 1e9,
    )


def _best(task: Callable[[], object], times: int) -> float:
    """CPU seconds of one call, the best of some rounds of so many; the first call is not counted."""
    task()
    found: list[float] = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(times):
            task()
        found.append((time.process_time() - start) / times)
    return min(found)


def _expand(blocks: int) -> tuple[float, float, int]:
    """Return CPU seconds, megabytes and different counts of the way from description to formula."""
    from sad.evaluation.linear import linear_form  # noqa: PLC0415
    from sad.model.expand import expand  # noqa: PLC0415

    description = description_of_blocks(blocks)
    each = {key: 1e-9 * (number + 1) for number, key in enumerate(OPERATIONS)}
    before, clock = peak_megabytes(), Clock()
    expansion = expand(description, description.units[0])
    form = linear_form(
        (
            block.count,
            sum(
                number * each[key]
                for line in block.block.lines
                for key, number in line.operations.items()
            ),
        )
        for block in expansion.blocks
    )
    return clock.lap(), peak_megabytes() - before, len(form.terms)


if __name__ == "__main__":
    print(table(evaluation()))
