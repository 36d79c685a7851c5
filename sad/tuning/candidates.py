"""All combinations of the values that are tried, with what each is predicted to cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.diagnostics import SadError, argument_error
from sad.experiments.axes import Steps
from sad.experiments.sizes import NPROCS, word_of
from sad.expr.arrays import evaluate_arrays
from sad.expr.tree import ExpressionError
from sad.late import numpy as np
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.experiments.arrays import ArrayCurve
    from sad.experiments.axes import Axis
    from sad.experiments.scaling_table import ScalingTable
    from sad.profiles.settings import Setting

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

MOST_CANDIDATES = 10_000_000
_MOST_BAD = 1000
_COMMUNICATION, _COMPUTATION = "communication", "computation"


@record
class Candidates:
    """Points that are tried, one entry each in every array.

    ``label``, ``machine`` and ``given`` say what of. ``values`` are those of the parameters in their
    order, ``words`` the texts some of their numbers stand for. ``cost`` is what is made small, seconds
    or a count (``unit`` ``s`` or ``1``), NaN where the program cannot run: ``reasons`` at ``reason``
    say why. ``parts`` are times that add up to the cost, by name. ``row`` is the place of each point in
    what it was made from.
    """

    label: str
    machine: str
    given: Mapping[str, str]
    values: Mapping[str, Floats]
    words: Mapping[str, Mapping[str, float]]
    cost: Floats
    unit: str
    reason: Integers
    reasons: tuple[str, ...]
    parts: Mapping[str, Floats]
    row: Integers

    def __len__(self) -> int:
        """Return the number of points."""
        return int(self.cost.size)

    def text(self, name: str, place: int) -> str:
        """Return the value of a parameter at a point as it is written."""
        return word_of(self.words, name, float(self.values[name][place]))

    def texts(self, place: int) -> dict[str, str]:
        """Return the values of all parameters at a point."""
        return {name: self.text(name, place) for name in self.values}

    def shown(self, place: int) -> str:
        """Return a point as text: ``nb = 32, nprocs = 4``."""
        return ", ".join(f"{name} = {text}" for name, text in self.texts(place).items())

    def at(self, places: Integers) -> Candidates:
        """Return some of the points."""
        return replace(
            self,
            values={name: column[places] for name, column in self.values.items()},
            cost=self.cost[places],
            reason=self.reason[places],
            parts={name: part[places] for name, part in self.parts.items()},
            row=self.row[places],
        )

    def reason_at(self, place: int) -> str:
        """Return why the program cannot run at a point, empty where it can."""
        return self.reasons[int(self.reason[place])]


def of_program(
    label: str,
    machine: str,
    curve: ArrayCurve,
    axes: Sequence[Axis],
    where: Sequence[str],
    settings: Mapping[str, Setting],
    unit: str,
) -> Candidates:
    """Return the points of ``axes`` at which all conditions of ``where`` hold, with the curve's value.

    Raises SAD990 for a condition without a value and where none is left, SAD991 for words, and as
    ``ArrayCurve`` where that has a value at none of the points, or at too few to look for them.
    """
    for axis in axes:
        if axis.texts:
            message = f"{axis.name}: {axis.texts[0]!r} is no number"
            raise argument_error("SAD991", message, "words are values of application files only")
    columns = _all_points([_numbers(axis) for axis in axes]) if axes else []
    values = {axis.name: column for axis, column in zip(axes, columns, strict=True)}
    keep = _where(where, values, settings, columns[0].size if columns else 1)
    values = {name: column[keep] for name, column in values.items()}
    cost, reason, reasons = _costs(curve, [*values.values()])
    given = {name: item.text for name, item in settings.items()}
    row = np.arange(cost.size)
    return Candidates(
        label,
        machine,
        given,
        values,
        words={},
        cost=cost,
        unit=unit,
        reason=reason,
        reasons=reasons,
        parts={},
        row=row,
    )


def _costs(
    curve: ArrayCurve, columns: Sequence[Floats]
) -> tuple[Floats, Integers, tuple[str, ...]]:
    """What all points cost; where one has no value, NaN, and why not: one bad value is one point's.

    Points are halved until those are found. The first error is raised where there are many.
    """
    if not columns:
        return np.atleast_1d(curve()), np.zeros(1, dtype=np.int64), ("",)
    size = columns[0].size
    cost, reason, reasons = np.full(size, np.nan), np.zeros(size, dtype=np.int64), {"": 0}

    def refused(low: int, high: int) -> SadError | None:
        try:
            cost[low:high] = curve(*(column[low:high] for column in columns))
        except SadError as error:
            return error
        return None

    first = refused(0, size)
    if first is not None and all(refused(place, place + 1) for place in (0, size // 2, size - 1)):
        raise first
    parts = [(0, size)] if first is not None else []
    while parts:
        low, high = parts.pop()
        error = refused(low, high)
        if error is None:
            continue
        if high - low > 1:
            middle = (low + high) // 2
            parts += [(middle, high), (low, middle)]
            continue
        why = error.diagnostic.message.partition(" (at ")[0]
        reason[low] = reasons.setdefault(why, len(reasons))
        if np.count_nonzero(reason) > _MOST_BAD:
            raise error
    return cost, reason, tuple(reasons)


def without_value(like: Candidates, error: SadError) -> Candidates:
    """Return the points of another value of something as those at which the program cannot run."""
    nothing = np.full(len(like), np.nan)
    return replace(
        like,
        cost=nothing,
        reason=np.ones(len(like), dtype=np.int64),
        reasons=("", error.diagnostic.message),
        parts=dict.fromkeys(like.parts, nothing),
    )


def of_scaling(
    table: ScalingTable,
    minimise: str,
    where: Sequence[str],
    settings: Mapping[str, Setting],
) -> Candidates:
    """Return the rows of a table as candidates: processes, sides of grids and varied sizes are tried.

    ``minimise`` is ``time``, ``communication`` or ``computation``; raises SAD990.
    """
    places = {NPROCS: table.nprocs.astype(np.float64)}
    varied: dict[str, Floats] = {name: table.values[name] for name in table.about.varied}
    if np.unique(table.nprocs).size > 1 or not varied:
        varied |= places
    if table.sides and any(np.unique(side[side > 0]).size > 1 for side in table.sides):
        names = ("px", "py", "pz")
        sides = {name: side.astype(float) for name, side in zip(names, table.sides, strict=False)}
        varied |= sides
        places |= sides
    keep = _where(where, {**table.values, **places, **varied}, settings, len(table))
    rows = table.rows(keep)
    parts = {_COMMUNICATION: rows.communication, _COMPUTATION: rows.computation}
    reasons = tuple(text.replace("{nprocs}", "so many") for text in rows.reasons)
    return Candidates(
        rows.about.program,
        rows.about.machine,
        rows.about.given,
        {name: column[keep] for name, column in varied.items()},
        rows.about.words,
        rows.total if minimise == "time" else parts[minimise],
        "s",
        rows.reason,
        reasons,
        parts if minimise == "time" else {},
        np.flatnonzero(keep),
    )


def _numbers(axis: Axis) -> Floats:
    if isinstance(axis.values, Steps):
        return axis.values.array().astype(np.float64)
    return np.array([float(number) for number in axis.numbers or ()], dtype=np.float64)


def _all_points(axes: Sequence[Floats]) -> list[Floats]:
    return [column.reshape(-1) for column in np.meshgrid(*axes, indexing="ij")]


def _where(
    conditions: Sequence[str],
    values: Mapping[str, Floats],
    settings: Mapping[str, Setting],
    size: int,
) -> NDArray[np.bool_]:
    """Where all conditions hold."""
    known = {name.lower(): column for name, column in values.items()}
    texts = {name.lower(): item.text for name, item in settings.items()}

    def lookup(name: str, depth: int = 0) -> Floats:
        key = name.lower()
        if key in known:
            return known[key]
        if key not in texts or depth > len(texts):
            message = f"{name} has no value"
            raise ExpressionError(message)
        found: Callable[[str], Floats] = lambda inner: lookup(inner, depth + 1)  # noqa: E731
        return evaluate_arrays(texts[key], found)

    keep = np.ones(size, dtype=np.bool_)
    for condition in conditions:
        try:
            found = np.broadcast_to(evaluate_arrays(condition, lookup), (size,))
        except ExpressionError as error:
            raise _where_error(f"--where {condition!r}: {error}") from None
        if np.isnan(found).any():
            raise _where_error(f"--where {condition!r} has no value at some of the points")
        keep &= found != 0
    if not keep.any():
        raise _where_error(f"no point is left by --where {' and '.join(conditions)!r}")
    return keep


def _where_error(message: str) -> SadError:
    hint = "a condition of what is tried, of nprocs and of values that are set: nb*grain <= n"
    return argument_error("SAD990", message, hint)
