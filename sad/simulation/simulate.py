"""Runs of a program: their seeds, their number, and what they say together."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from sad.diagnostics import argument_error
from sad.simulation.engine import Engine, OutOfEvents
from sad.simulation.results import summed_up

if TYPE_CHECKING:
    from sad.diagnostics import SadError
    from sad.simulation.engine import Run
    from sad.simulation.program import Discipline, Program
    from sad.simulation.results import Simulation

MOST_EVENTS = 20_000_000
"""So many events all runs together may have, unless the caller says otherwise."""


def simulate(
    program: Program,
    *,
    discipline: Discipline | None = None,
    seed: int = 0,
    runs: int = 1,
    most_events: int = MOST_EVENTS,
    most_slices: int = 0,
) -> Simulation:
    """Run a program so many times; return its end in seconds and the figures of its resources.

    ``discipline`` replaces that of every resource. The same seed gives the same runs, and the first of
    them do not depend on how many follow. Where nothing is random one run is made. The first
    ``most_slices`` uses and delays of the first run are kept.

    Raises SAD960 where the runs together have more than ``most_events`` events (delays, uses,
    conditions, loops and processes that begin), SAD961 for a value that cannot be: a negative time, a
    member outside its family.
    """
    if runs < 1:
        message = "at least one run"
        raise ValueError(message)
    engine = Engine(program, discipline, most_slices)
    found: list[Run] = []
    left, is_random = most_events, False
    for number in range(runs):
        random = Random(f"{seed}/{number}")
        before = random.getstate()
        try:
            found.append(engine.run(random, left))
        except OutOfEvents:
            raise _too_many(most_events) from None
        left -= found[-1].events
        is_random = is_random or random.getstate() != before
        if not is_random:
            break
        if number == 0 and most_slices:
            engine = Engine(program, discipline, 0)
    return summed_up(program, engine.disciplines, found, is_random)


def _too_many(most: int) -> SadError:
    message = f"the simulation has more than {most:,} events"
    return argument_error("SAD960", message, "make counts smaller, or allow more: --most-events")
