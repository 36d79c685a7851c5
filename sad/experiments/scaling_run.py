"""From a program, numbers of processes, grids and values to a table, all points at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import SadError, argument_error
from sad.experiments.processes import MOST_ROWS, GridChoice, Grids, grids_of
from sad.experiments.scaling_table import About, Scaling, ScalingTable, groups_of, marks
from sad.experiments.sizes import NPROCS
from sad.expr.arrays import evaluate_arrays
from sad.expr.tree import ExpressionError
from sad.late import numpy as np
from sad.parallel import GRID
from sad.progress import phase
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from sad.experiments.sizes import Sizes, Subject
    from sad.parallel import Phase, Scalable, Threaded

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]
    Mask = NDArray[np.bool_]

_NO_GRID, _OF_PROGRAM = 1, 2


@record
class Experiment:
    """What is to be evaluated."""

    subject: Subject
    sizes: Sizes
    scaling: Scaling
    choice: GridChoice


@record
class Evaluated:
    """Times [s] at points, NaN where the program cannot run; ``reason`` as in ``ScalingTable``."""

    communication: Floats
    computation: Floats
    reason: Integers
    reasons: tuple[str, ...]
    phases: tuple[Phase, ...]
    values: dict[str, Floats]
    origins: tuple[str, ...] = ()
    bounds: NDArray[np.object_] | None = None
    threaded: Threaded | None = None


def scaling_of(sizes: Sizes, wanted: str | None) -> Scaling:
    """Return the kind of scaling: weak if a value depends on the processes and none is wanted.

    Such a value may also be no size, but the side of a grid of processes: strong scaling is what is
    asked for then. Raises SAD896.
    """
    found = Scaling.WEAK if sizes.grows else Scaling.STRONG
    if wanted is None or wanted == found:
        return found
    if wanted == Scaling.STRONG:
        return Scaling.STRONG
    if found is Scaling.STRONG and wanted == Scaling.LOCAL:
        return Scaling.LOCAL
    if found is Scaling.STRONG:
        message = "--scaling weak: nothing grows with the number of processes"
        hint = "say what does: --per-process n or --set n=256*nprocs; --scaling local if sizes are "
        hint += "those of each process already"
    else:
        message = f"--scaling {wanted}: a value depends on the number of processes"
        hint = "give values without nprocs, or --scaling weak or strong"
    raise argument_error("SAD896", message, hint)


def table_of(experiment: Experiment, counts: Integers) -> ScalingTable:
    """Evaluate a program for every combination of varied sizes, numbers of processes and grids.

    The speed-up is T(1)/T(P) with the sizes of the row in both: under weak scaling that is the scaled
    speed-up (Gustafson 1988). Where the work of a process stays the same, it is P*T(1)/T(P) with the
    problem of one process in T(1), as under local scaling always. Bounds have none. Raises SAD890 for
    too many points, SAD893 if the program can run at none.
    """
    phase("evaluating points")
    grids = grids_of(counts, experiment.choice)
    cases, each = experiment.sizes.cases, grids.nprocs.size
    if cases * each > MOST_ROWS:
        message = f"{cases * each} points are too many: at most {MOST_ROWS}"
        raise argument_error(
            "SAD890", message, "look at fewer numbers of processes, or fewer sizes"
        )
    case = np.repeat(np.arange(cases), each)
    rows = Grids(
        np.tile(grids.nprocs, cases),
        tuple(np.tile(side, cases) for side in grids.sides),
        np.tile(grids.possible, cases),
    )
    found = evaluate(experiment, case, rows)
    total = found.communication + found.computation
    if not (found.reason == 0).any():
        raise _nowhere(found, rows)
    subject = experiment.subject
    about = About(
        subject.program.name,
        subject.machine,
        subject.library,
        experiment.scaling,
        experiment.choice.dimensions,
        experiment.sizes.axes,
        experiment.sizes.given,
        words=subject.words,
        origins=(*subject.origins, *found.origins),
        axis=subject.axis,
    )
    table = ScalingTable(
        about,
        case,
        rows.nprocs,
        rows.sides,
        found.values,
        found.communication,
        found.computation,
        np.full(total.shape, np.nan),
        np.full(total.shape, np.nan),
        found.reason,
        found.reasons,
        *marks(groups_of(case, rows.nprocs), total),
        found.phases,
        bounds=found.bounds,
        threaded=found.threaded,
    )
    if found.bounds is not None:  # a bound over a bound is none of a speed-up
        return table
    return _with_speedup(experiment, table)


def with_rate(table: ScalingTable, formula: str) -> ScalingTable:
    """Return a table with the rate of so many operations, a formula of values, processes and grids.

    Raises SAD685 where it has no value above 0.
    """
    places = {NPROCS: table.nprocs, **dict(zip(GRID, table.sides, strict=False))}
    known = {name.lower(): values for name, values in (*table.values.items(), *places.items())}
    hint = f"known are {', '.join(known)}: for instance '2*n**3/3 + 2*n**2'"

    def lookup(name: str) -> Floats:
        if name.lower() not in known:
            message = f"{name} has no value"
            raise ExpressionError(message)
        return np.asarray(known[name.lower()], np.float64)

    try:
        found = np.broadcast_to(evaluate_arrays(formula, lookup), table.total.shape)
    except ExpressionError as error:
        raise argument_error("SAD685", f"--operations {formula!r}: {error}", hint) from None
    if not (found[table.possible] > 0).all():
        raise argument_error("SAD685", f"--operations {formula!r}: not above 0 everywhere", hint)
    return replace(table, rate=found / table.total)


def evaluate(
    experiment: Experiment,
    case: Integers,
    rows: Grids,
    instead: Mapping[str, Floats] | None = None,
) -> Evaluated:
    """Return the times of a program at points; ``instead`` as in ``Sizes.at``."""
    if not rows.possible.all():
        return _evaluate_some(experiment, case, rows, instead or {})
    values = experiment.sizes.at(case, rows.nprocs, rows.sides, instead)
    places = (rows.nprocs, *rows.sides)
    points = {
        **values,
        **{
            name: np.asarray(place, dtype=np.float64)
            for name, place in zip(experiment.sizes.places, places, strict=True)
        },
    }
    times = experiment.subject.program.times(points)
    known = np.isfinite(times.computation) & np.isfinite(times.communication)
    if times.impossible is not None:
        known &= ~times.impossible
    nothing = np.where(known, 0.0, np.nan)
    grid = f"no grid {experiment.choice} has {{nprocs}} processes"
    return Evaluated(
        times.communication + nothing,
        times.computation + nothing,
        np.where(known, 0, _OF_PROGRAM),
        ("", grid, times.reason or "no time is known"),
        times.phases,
        values,
        times.origins,
        times.bounds,
        times.threaded,
    )


def _evaluate_some(
    experiment: Experiment, case: Integers, rows: Grids, instead: Mapping[str, Floats]
) -> Evaluated:
    """Evaluate where there is a grid; the other points have none as their reason."""
    there = np.flatnonzero(rows.possible)
    varied = experiment.sizes.varied_at(case)
    if not there.size:
        nothing = np.full(case.shape, np.nan)
        grid = f"no grid {experiment.choice} has {{nprocs}} processes"
        reason = np.full(case.shape, _NO_GRID)
        values = dict.fromkeys(experiment.sizes.names, nothing) | varied
        return Evaluated(nothing, nothing, reason, ("", grid), (), values)
    inside = Grids(
        rows.nprocs[there], tuple(side[there] for side in rows.sides), rows.possible[there]
    )
    given = {name: values[there] for name, values in instead.items()}
    found = evaluate(experiment, case[there], inside, given)

    def spread(values: Floats) -> Floats:
        everywhere = np.full(case.shape, np.nan)
        everywhere[there] = values
        return everywhere

    bounds = None
    if found.bounds is not None:
        bounds = np.full(case.shape, None, np.object_)
        bounds[there] = found.bounds
    reason = np.full(case.shape, _NO_GRID)
    reason[there] = found.reason
    return Evaluated(
        spread(found.communication),
        spread(found.computation),
        reason,
        found.reasons,
        tuple(replace(phase, seconds=spread(phase.seconds)) for phase in found.phases),
        {name: spread(values) for name, values in found.values.items()} | varied,
        found.origins,
        bounds,
    )


def _with_speedup(experiment: Experiment, table: ScalingTable) -> ScalingTable:
    """Add speed-ups to one process, or to the fewest at which the program can run."""
    program, sizes = experiment.subject.program, experiment.sizes
    rows = Rows(table.case, table.nprocs, table.possible, table.values)
    found = reference_of(program, sizes, experiment.scaling, experiment.choice, rows)
    if experiment.scaling is Scaling.LOCAL:  # P processes do P times the work of one
        speedup = table.nprocs * found.seconds / table.total
    else:
        speedup = found.processes * found.seconds / table.total
    weak = None
    if experiment.scaling is Scaling.WEAK:
        first = first_problem(program, sizes, experiment.choice.dimensions)
        weak = first[table.case] / table.total
    about = replace(table.about, reference=found.processes, reference_note=found.reason)
    efficiency = speedup / table.nprocs
    return replace(table, about=about, speedup=speedup, efficiency=efficiency, weak=weak)


def _nowhere(found: Evaluated, rows: Grids) -> SadError:
    """The program can run at no point: say why not, of the first."""
    reason = found.reasons[int(found.reason[0])].replace("{nprocs}", str(rows.nprocs[0]))
    hint = "give other numbers of processes, another grid or other sizes"
    return argument_error("SAD893", f"the program can run at none of the points: {reason}", hint)


# What speed-ups refer to: the time of the same problem on one process, or on the fewest.


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
    places = {NPROCS: processes, **dict(zip(GRID, sides, strict=False))}
    points = {name: np.full(number, float(value)) for name, value in places.items()}
    times = program.times({**values, **points})
    total = times.computation + times.communication
    if times.impossible is None:
        return total, times.reason
    return np.where(times.impossible, np.nan, total), times.reason
