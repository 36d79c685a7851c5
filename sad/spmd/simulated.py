"""A message-passing program whose times are those of simulated runs; a ``Scalable``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sad.diagnostics import SadError, argument_error
from sad.parallel import Times
from sad.spmd.simulate import Simulator

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.spmd.scalable import SpmdProgram

MOST_POINTS = 2000
_NOWHERE = ("SAD924", "SAD936")
"""Errors at points where the program cannot run: a rank that is not there, a divisor of zero."""


class SimulatedProgram:
    """Simulates a program at each point.

    The total is the time until the last rank ends; ``computation`` is that of the rank that computes
    longest, ``communication`` all the rest, waiting included.
    """

    def __init__(self, program: SpmdProgram) -> None:
        self._program = program
        self._simulator = Simulator(program.stages, program.charges)
        self.name = program.name
        self.parameters = program.parameters
        self.dimensions = program.dimensions

    def times(self, points: Mapping[str, Any]) -> Times:
        """Return the times at points; raises as ``Simulator.run``, SAD942 for too many points.

        Points at which a message is for a rank that is not there, or a divisor is zero, are impossible.
        """
        rows, shape, impossible, reason = self._program.rows(points)
        length = impossible.size
        if length > MOST_POINTS:
            message = f"{length} points are too many to simulate: at most {MOST_POINTS}"
            raise argument_error("SAD942", message, "look at fewer numbers of processes or sizes")
        computation, total = np.full(length, np.nan), np.full(length, np.nan)
        for place, seconds in enumerate(self._program.block_seconds(rows, length)):
            if impossible[place]:
                continue
            values = {name: _number(array[place]) for name, array in rows.items()}
            try:
                run = self._simulator.run(values, seconds)
            except SadError as error:
                if error.diagnostic.code not in _NOWHERE:
                    raise
                impossible[place], reason = True, error.diagnostic.message
                continue
            computation[place], total[place] = max(run.computing), run.seconds
        return Times(
            computation.reshape(shape),
            (total - computation).reshape(shape),
            (),
            impossible.reshape(shape),
            reason,
        )


def _number(value: float) -> int | float:
    return int(value) if value == int(value) else float(value)
