"""Parallel programs with times in closed form, to be scaled."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from sad.experiments.axes import parse_axes
from sad.experiments.processes import parse_counts, parse_grid
from sad.experiments.scaling_run import Experiment, scaling_of, table_of
from sad.experiments.sizes import Sizes, Subject
from sad.parallel import Phase, Times
from sad.profiles.settings import settings_from_arguments

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.experiments.scaling_table import ScalingTable


@dataclass(frozen=True)
class Program:
    """``seconds`` gives computation, communication and where it is impossible, of a point's values."""

    seconds: Callable[[Mapping[str, Any]], tuple[Any, Any, Any]]
    parameters: tuple[str, ...] = ("n",)
    dimensions: int = 1
    name: str = "program"
    reason: str = "it cannot"
    asked: list[int] = field(default_factory=list)

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times, and remember for how many points."""
        sizes = {np.shape(values) for values in points.values()}
        assert len(sizes) == 1, "arrays of one shape"
        (shape,) = sizes
        places = ("nprocs", "px", "py", "pz")[: self.dimensions + 1 if self.dimensions > 1 else 1]
        assert set(points) == {*self.parameters, *places}
        if self.dimensions > 1:
            product = np.prod([points[name] for name in places[1:]], axis=0)
            assert (product == points["nprocs"]).all()
        self.asked.append(shape[0])
        computation, communication, bad = self.seconds(points)
        computation = np.broadcast_to(np.asarray(computation, float), shape)
        communication = np.broadcast_to(np.asarray(communication, float), shape)
        impossible = np.broadcast_to(bad, shape)
        return Times(
            np.where(impossible, np.nan, computation),
            np.where(impossible, np.nan, communication),
            (Phase("work", False, computation), Phase("talk", True, communication)),
            impossible if impossible.any() else None,
            self.reason,
        )


def amdahl(serial: float) -> Program:
    """Work n of which a share is serial."""
    return Program(lambda p: (p["n"] * (serial + (1 - serial) / p["nprocs"]), 0.0, False))


MATRIX = Program(  # Brehm 1999, section 6.3.1: rows and columns in a ring, on the Paragon
    lambda p: (
        2 * p["n"] ** 3 / p["nprocs"] / 2.36e6,
        (p["nprocs"] - 1) * (140e-6 + 4.5e-8 * 8 * p["n"] ** 2 / p["nprocs"]),
        False,
    )
)
PLATE = Program(  # a plate in rectangles: edges are sent
    lambda p: (
        p["n"] ** 2 / p["nprocs"],
        (p["px"] > 1) * (1 + p["n"] / p["py"]) + (p["py"] > 1) * (2 + 3 * p["n"] / p["px"]),
        p["n"] % p["px"] != 0,
    ),
    dimensions=2,
    reason="n is no multiple of px",
)
BOX = Program(
    lambda p: (
        p["n"] ** 3 / p["nprocs"],
        p["n"] ** 2 / p["nprocs"] * (p["px"] + 2 * p["py"] + 3 * p["pz"]),
        False,
    ),
    dimensions=3,
)


def experiment_of(
    program: Program,
    sets: Sequence[str] = (),
    vary: Sequence[str] = (),
    per_process: Sequence[str] = (),
    grid: str | None = None,
    supplied: Sequence[str] = (),
    scaling: str | None = None,
    **more: Any,
) -> Experiment:
    """Return an experiment as the command line makes it."""
    subject = Subject(program, **more)
    sizes = Sizes(subject, settings_from_arguments(sets), parse_axes(vary), per_process, supplied)
    choice = parse_grid(grid, program.dimensions, program.name)
    return Experiment(subject, sizes, scaling_of(sizes, scaling), choice)


def scaled(program: Program, procs: str, *sets: str, **more: Any) -> ScalingTable:
    """Return the table of a program."""
    return table_of(experiment_of(program, sets, **more), parse_counts(procs))
