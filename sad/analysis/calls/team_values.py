"""What functions of OpenMP's library tell of teams, as far as their place in the program says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import ONE, ZERO, Poly
from sad.ir.program import UnitKind
from sad.symbols import CALLERS, NTHREADS, THREAD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.ir.program import Construct, Unit

WITH_ONE_THREAD = {"omp_get_num_threads": 1, "omp_get_max_threads": 1, "omp_get_thread_num": 0}
"""The values of functions in a program that runs with one thread, by their names in small letters."""


def team_value(name: str, within: Sequence[Construct], unit: Unit) -> Poly | None:
    """Return the value of a function where it is called in constructs, outermost first.

    Outside of teams it is known in the main program: other units may be called by a team, whose threads
    are ``CALLERS`` in units that begin none. In a team inside another there is one thread. The number
    of a thread is ``THREAD``.
    """
    function = name.lower()
    if function not in WITH_ONE_THREAD:
        return None
    teams = sum(item.team for item in within)
    if function == "omp_get_max_threads" or (function == "omp_get_num_threads" and teams == 1):
        return Poly.symbol(NTHREADS)
    if teams == 1:
        return Poly.symbol(THREAD)
    if teams > 1 or (not teams and unit.kind is UnitKind.PROGRAM):
        return ZERO if function == "omp_get_thread_num" else ONE
    if function == "omp_get_num_threads" and not any(item.team for item in unit.sequential):
        return Poly.symbol(CALLERS)
    return None
