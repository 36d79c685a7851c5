"""A unit's counts solved: strictly first, then allowing for what programs and compilers really do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.profiles.estimation.solve import ArcCounts, Observation, Trust, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.analysis.cfg.flow_equations import UnitFlow

_MOST_MISPLACED = 0.05  # of the counts of a unit
_SWAPPED = {Trust.FIRM: Trust.SOFT, Trust.SOFT: Trust.FIRM, Trust.DOUBTFUL: Trust.DOUBTFUL}


def solve_unit(
    flow: UnitFlow, observed: Callable[[UnitFlow], Sequence[Observation]], *, misplaced: bool
) -> ArcCounts:
    """Return what ``observed`` counts say of a unit; there are conflicts only if nothing helps.

    First every call is taken to return, but for those known to stop; then any call, READ or WRITE may
    end the program or jump. With ``misplaced`` lines may have counts of other lines, as gcc's sometimes
    do next to macros: then ways come first, and up to a twentieth of the lines may be left out.
    """
    strict = solve(flow, observed(flow))
    if not strict.conflicts:
        return _settled(strict, flow, observed)
    flows = [flow, flow.relaxed()] if flow.calling else [flow]
    for other in flows[1:]:
        relaxed = solve(other, observed(other))
        if not relaxed.conflicts:
            return _settled(relaxed, other, observed)
    for other in flows if misplaced else ():
        found = observed(other)
        lenient = solve(other, [item._replace(trust=_SWAPPED[item.trust]) for item in found])
        if not lenient.conflicts and len(lenient.ignored) <= _MOST_MISPLACED * len(found):
            return lenient
    return strict


def _settled(
    solved: ArcCounts, flow: UnitFlow, observed: Callable[[UnitFlow], Sequence[Observation]]
) -> ArcCounts:
    """Return what holds whichever of disputed counts are right: read the other way round, too."""
    if solved.disputed:
        in_turn = sorted(observed(flow), key=lambda item: item.trust)
        firm = [item for item in in_turn if item.trust is not Trust.DOUBTFUL]
        solved.other = solve(flow, [item._replace(trust=Trust.SOFT) for item in reversed(firm)])
    return solved
