"""The values of curves in blocks of a grid, here or in another process: the same, bit for bit."""

from __future__ import annotations

import json
import pickle
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sad.cluster.tasks import LostTask, run_all
from sad.diagnostics import Diagnostics, SadError, argument_error
from sad.experiments.arrays import ArrayCurve
from sad.experiments.axes import Steps
from sad.experiments.curve import Curves
from sad.experiments.grid import Grid
from sad.experiments.program import Program, shown_point
from sad.late import numpy as np
from sad.mapping.bind import cost_model_for
from sad.model.saved import from_json, to_json
from sad.parallel import Phase, Times
from sad.reading.loaded import Loaded
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.algebra.evaluate import Number
    from sad.cluster.connection import Cluster
    from sad.diagnostics import Diagnostic
    from sad.experiments.axes import Axis
    from sad.experiments.curve import Target
    from sad.experiments.grid import Place
    from sad.experiments.program import Point
    from sad.experiments.quantity import Quantity
    from sad.parallel import Scalable
    from sad.reading.options import Choice, Reading

    Floats = NDArray[np.float64]

# Curves as they are sent to other processes: the description as JSON, and what was asked for.


@record
class Recipe:
    """All that makes ``Curves``: nothing of it names a file that would have to be there."""

    description: str
    reading: Reading
    choice: Choice
    axes: tuple[Axis, ...]
    label: str
    columns: tuple[tuple[Quantity, Target | None], ...]

    def curves(self) -> Curves:
        """Return the curves; raises as ``Curves``."""
        description = from_json(json.loads(self.description), self.label)
        loaded = Loaded(description, Diagnostics())
        program = Program(loaded, self.reading, self.choice, self.axes, self.label)
        return Curves(program, self.columns)


def recipe_of(curves: Curves) -> Recipe:
    """Return the recipe of curves; raises SAD954 for what cannot be sent.

    The cost model ``asm`` runs the user's compiler on the sources: another machine may have neither.
    """
    program = curves.program
    for quantity, target in curves.columns:
        if not quantity.is_timed or target is None:
            continue
        if cost_model_for(target.toolchain_for(program.model), target.cost_model).compiles:
            message = f"--scheduler: {target.machine.name} needs a compiler and the sources there"
            raise argument_error("SAD954", message, "leave --scheduler out, or change --model")
    text = json.dumps(to_json(program.loaded.description))
    return Recipe(
        *(text, program.reading, program.choice, program.axes, program.label, curves.columns)
    )


_WHOLE = 2**53  # float64 has every whole number up to here


class Blocks:
    """Curves over a grid. In another process they are made anew of their recipe."""

    def __init__(self, grid: Grid, curves: Curves) -> None:
        self.grid = grid
        self.curves = curves

    def __reduce__(self) -> tuple[Any, tuple[Grid, Recipe]]:
        """Return what another process makes them of; raises as ``recipe_of``."""
        return _made, (self.grid, recipe_of(self.curves))

    @cached_property
    def _arrays(self) -> list[ArrayCurve | None]:
        """Each column as a function of arrays; None where it is one point after the other."""
        found = [ArrayCurve(self.curves, place) for place in range(len(self.curves.columns))]
        exact = all(map(_is_exact, self.grid.axes))
        return [curve if curve.in_arrays and exact else None for curve in found]

    @property
    def are_times_in_arrays(self) -> bool:
        """Whether all columns are times, and functions of arrays over the axes of the grid."""
        timed = all(quantity.is_timed for quantity, _ in self.curves.columns)
        return timed and self.curves.program.axes == self.grid.axes and None not in self._arrays

    def columns(self, tick: Callable[[int, int], None] | None) -> list[list[float]]:
        """Return the values of each column in the order of the points; raises as ``values``."""
        found: list[list[float]] = [[] for _ in self._arrays]
        for number, place in enumerate(self.grid.places()):
            for column, values in zip(found, self.values(place), strict=True):
                column.extend(values.reshape(-1).tolist())
            if tick is not None:
                tick(number + 1, self.grid.blocks)
        return found

    def values(self, place: Place) -> Floats:
        """Return the values at the points of a block, with one more dimension in front: the columns.

        Raises as ``ArrayCurve`` and ``Curves.at``.
        """
        extent = [high - low for low, high in place]
        result = np.empty((len(self._arrays), *extent))
        if None in self._arrays:
            found = [self.curves.at(point) for point in self.grid.points(place)]
            try:
                result[...] = np.array(found, np.float64).T.reshape(result.shape)
            except OverflowError:
                message = "a count is above 1.8e308, the largest number that is stored"
                raise argument_error("SAD954", message, "give smaller values") from None
        arrays = [
            self.grid.coordinates(axis, *ends).reshape([-1, *[1] * (len(extent) - 1 - axis)])
            for axis, ends in enumerate(place)
        ]
        for column, curve in zip(result, self._arrays, strict=True):
            if curve is not None:
                # One after the other: so values do not depend on how the grid is cut into blocks.
                column[...] = curve(*np.broadcast_arrays(*arrays))
        return result


def values_of(place: Place, blocks: Blocks) -> Floats:
    """Return the values of a block: what a cluster is asked for."""
    return blocks.values(place)


def rows_of(
    points: Sequence[Point], blocks: Blocks
) -> tuple[list[list[Number]], tuple[Diagnostic, ...]]:
    """Return exact values at points, and the messages about the program that are new."""
    said = blocks.curves.program.diagnostics.items
    known = len(said)
    rows = [blocks.curves.at(point) for point in points]
    return rows, tuple(said[known:])


def _made(grid: Grid, recipe: Recipe) -> Blocks:
    return Blocks(grid, recipe.curves())


def _is_exact(axis: Axis) -> bool:
    """Whether float64 has the numbers of an axis: whole ones as they are, others to the nearest."""
    values = axis.values
    numbers = [values[0].number, values[-1].number] if isinstance(values, Steps) else axis.numbers
    return numbers is not None and all(
        number is not None and abs(number) <= _WHOLE for number in numbers
    )


# Exact values at points, worked out on a cluster: the same as here, in the same order.


_MOST = 4096  # points of a task; a point takes from 20 us to some ms
_SHARES = 16  # tasks for each thread, so that all end at about the same time


def rows_on(
    cluster: Cluster,
    curves: Curves,
    points: Sequence[Point],
    tick: Callable[[int, int], None] | None = None,
) -> list[list[Number]]:
    """Return the values of curves at points; raises as ``Curves.at``, ``recipe_of`` and ``run_all``.

    The first point is worked out here: with it all is said that is said once.
    """
    rows = [curves.at(points[0])]
    said = curves.program.diagnostics
    threads = max(1, sum(cluster.client.nthreads().values()))
    each = max(1, min(_MOST, len(points) // (threads * _SHARES)))
    parts = [points[start : start + each] for start in range(1, len(points), each)]
    blocks = Blocks(Grid(curves.program.axes), curves)
    for part, answer in zip(parts, run_all(cluster, rows_of, parts, blocks), strict=True):
        if isinstance(answer, LostTask):
            raise _lost(part)
        found, more = answer
        rows += found
        said.items += [item for item in more if item not in said.items]
        if tick is not None:
            tick(len(rows), len(points))
    return rows


def _lost(part: Sequence[Point]) -> Exception:
    message = f"every worker died that was given the points from {shown_point(part[0])} on"
    hint = "look at the workers' own output: they may have too little memory"
    return argument_error("SAD952", message, hint)


# A parallel program whose times come from a cluster, where there are many points.


EACH = 1 << 16
"""Points of a task; fewer are not worth sending."""


class OnCluster:
    """A program as ``sad.parallel.Scalable``, with the times that it has here, bit for bit.

    Times are those of points by themselves, so that parts can be put together. Where parts disagree
    about what is told of all of them (why points are impossible, which phases there are), or one has an
    error, the program is asked once more here.
    """

    def __init__(self, program: Scalable, cluster: Cluster, each: int = EACH) -> None:
        """Raises ``SadError`` SAD954 for a program that cannot be sent."""
        self._program = program
        self._cluster = cluster
        self._each = each
        try:
            self._packed = _Packed(pickle.dumps(program))
        except (pickle.PicklingError, TypeError, AttributeError):
            message = f"--scheduler: {program.name} cannot be sent to other processes"
            raise argument_error("SAD954", message, "leave --scheduler out") from None

    @property
    def name(self) -> str:
        """What to call it in tables."""
        return self._program.name

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names that need values."""
        return self._program.parameters

    @property
    def dimensions(self) -> int:
        """How many dimensions its process grid has."""
        return self._program.dimensions

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at the points; raises as the program and ``run_all``."""
        arrays = dict(zip(points, np.broadcast_arrays(*points.values()), strict=True))
        shape = next(iter(arrays.values())).shape
        size = int(np.prod(shape))
        if size <= self._each:
            return self._program.times(points)
        flat: dict[str, Any] = {name: array.reshape(-1) for name, array in arrays.items()}
        try:
            answers = run_all(self._cluster, _times, self._parts(flat, size), self._packed)
            parts = list(map(_kept, answers))
        except SadError as error:
            if error.diagnostic.code == "SAD952":
                raise
            return self._program.times(points)
        return _joined(parts, shape) if _agree(parts) else self._program.times(points)

    def _parts(self, arrays: Mapping[str, Any], size: int) -> Iterator[dict[str, Any]]:
        for start in range(0, size, self._each):
            yield {name: array[start : start + self._each] for name, array in arrays.items()}


class _Packed:
    """A program as bytes, from before it was used; in another process it is the program."""

    def __init__(self, packed: bytes) -> None:
        self._packed = packed

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return pickle.loads, (self._packed,)


def _times(points: Mapping[str, Any], program: Any) -> Times:
    found: Times = program.times(points)
    return found


def _kept(answer: Times | LostTask) -> Times:
    if isinstance(answer, LostTask):
        hint = "look at the workers' own output: they may have too little memory"
        raise argument_error("SAD952", "every worker died that was given some points", hint)
    return answer


def _agree(parts: Sequence[Times]) -> bool:
    """Whether all parts tell the same."""
    reasons = {part.reason for part in parts if part.reason}
    phases = {tuple((phase.name, phase.communicates) for phase in part.phases) for part in parts}
    return len(reasons) <= 1 and len(phases) == 1 and len({part.origins for part in parts}) == 1


def _joined(parts: Sequence[Times], shape: tuple[int, ...]) -> Times:
    def whole(arrays: Sequence[Any]) -> Any:
        return np.concatenate(arrays).reshape(shape)

    impossible = None
    if any(part.impossible is not None for part in parts):
        nowhere = [np.zeros(part.computation.shape, np.bool_) for part in parts]
        found = [part.impossible for part in parts]
        impossible = whole([a if a is not None else b for a, b in zip(found, nowhere, strict=True)])
    phases = tuple(
        Phase(phase.name, phase.communicates, whole([part.phases[place].seconds for part in parts]))
        for place, phase in enumerate(parts[0].phases)
    )
    return Times(
        whole([part.computation for part in parts]),
        whole([part.communication for part in parts]),
        phases,
        impossible,
        next((part.reason for part in parts if part.reason), ""),
        parts[0].origins,
    )
