"""What counts say that mean what ``sad annotate`` shows: starts of a line's first statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.profiles.estimation.solve import Observation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.profiles.counts import LineCount
    from sad.profiles.estimation.places import Place, Places


def observations(
    flow: UnitFlow, places: Places, counts: Mapping[Place, LineCount]
) -> Iterator[Observation]:
    """Yield what is known of the arcs of one unit; a line's condition tells both of its arms."""
    for place, start in places.first.items():
        counted = counts.get(place)
        if counted is None:
            continue
        line = place[1]
        if start.arcs is not None:
            yield Observation(start.arcs, counted.count, line, f"line {line} ran")
        blocks = [*places.splits.get(place, ()), *places.heads.get(place, ())]
        if len(blocks) == len(counted.conditions) == 1 and len(flow.out[blocks[0]]) == 2:
            (condition,) = counted.conditions
            times = (condition.true, condition.false)
            for arc, count in zip(flow.out[blocks[0]], times, strict=True):
                yield Observation((arc,), count, line, f"the condition of line {line} held")
