"""Functions of C that gcc inlines without optimisation, too (``always_inline``): only copies run.

gcov gives the lines of all copies in a function as one. The first and the last block of a copy are one
with the line of the call: the largest of their lines has the count, and a line that has blocks of its
own loses it. Control comes back to the line of a call, which counts twice.
"""

from __future__ import annotations

from collections import ChainMap
from typing import TYPE_CHECKING

from sad.analysis.calls.graph import unit_key
from sad.analysis.cfg.graph import Leave
from sad.profiles.counts import Way
from sad.profiles.estimation.solve import Observation, Trust
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set
    from fractions import Fraction

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.analysis.unit import ProgramAnalysis
    from sad.profiles.counts import FileCounts, LineCount
    from sad.profiles.estimation.places import LinePlace, StatementPlaces
    from sad.profiles.estimation.solve import ArcCounts

    Counted = tuple[UnitFlow, StatementPlaces]


class Copies:
    """Which units a profile has only copies of, and which lines these spoil."""

    def __init__(self, flows: Iterable[UnitFlow], files: Mapping[str, FileCounts]) -> None:
        """``flows`` are those of C; ``files`` the counts by the path that the program calls them."""
        self._keys = {unit_key(flow.unit) for flow in flows if not is_compiled(flow, files)}

    def __contains__(self, flow: UnitFlow) -> bool:
        """Whether there are only copies of a unit."""
        return unit_key(flow.unit) in self._keys

    def in_order(self, units: Sequence[Counted]) -> list[Counted]:
        """Return the units so that those that call a copied one stand before it."""
        callers = {key: [flow for flow, _ in units if key in flow.calls] for key in self._keys}
        order: dict[int, Counted] = {}

        def put(unit: Counted) -> None:
            if id(unit[0]) not in order:
                for flow in callers.get(unit_key(unit[0].unit), ()):
                    if flow in self and flow is not unit[0]:
                        put(by_flow[id(flow)])
                order.setdefault(id(unit[0]), unit)

        by_flow = {id(unit[0]): unit for unit in units}
        for unit in sorted(units, key=lambda item: item[0] in self):
            put(unit)
        return list(order.values())

    def whole_lines(
        self,
        whole: Mapping[str, frozenset[int]],
        units: Sequence[Counted],
        analysis: ProgramAnalysis,
    ) -> Mapping[str, frozenset[int]]:
        """Return the lines with whole statements whose figure is none of a copy's ends or a call's."""
        if not self._keys:
            return whole
        spoiled = _calling(analysis, self._keys)
        for flow, places in units:
            if flow in self:
                ends = {*flow.cfg.entries.values()}
                ends |= {
                    block.id for block in flow.cfg.blocks if isinstance(block.terminator, Leave)
                }
                spoiled |= {
                    place
                    for place, starts in places.starts.items()
                    if any(start.block in ends for start in starts)
                }
        return {
            path: frozenset(line for line in lines if (path, line) not in spoiled)
            for path, lines in whole.items()
        }

    def calls(
        self, flow: UnitFlow, known: Iterable[tuple[UnitFlow, ArcCounts]]
    ) -> Iterable[Observation]:
        """Yield how often a copied unit ran: as often as all calls of it."""
        key, times = unit_key(flow.unit), 0
        callers = [item for item in known if key in item[0].calls]
        for caller, counts in callers:
            for block in caller.calls[key]:
                ran: Fraction | None = counts.total(caller.into[block])
                if ran is None or block in caller.stopping:
                    return
                times += int(ran)
        if callers and len(flow.starts) == 1:
            arcs = tuple(flow.starts.values())
            yield Observation(arcs, times, flow.unit.span.line, f"{flow.unit.name} was called")


def is_compiled(flow: UnitFlow, files: Mapping[str, FileCounts]) -> bool:
    """Whether a unit was compiled as a function of its own, as far as functions are known."""
    span = flow.unit.header or flow.unit.span
    counts = files.get(span.file)
    functions = counts.functions if counts is not None else []
    return not functions or any(item.line == span.line for item in functions)


def counts_of_copies(
    places: StatementPlaces, counts: Mapping[LinePlace, LineCount]
) -> Mapping[LinePlace, LineCount]:
    """Return counts of lines with the ways of a unit's copies, one after another, added up.

    A condition that a constant argument decides has no ways in that copy: then nobody knows whose the
    others are.
    """
    found: dict[LinePlace, LineCount] = {}
    for place in {*places.splits, *places.heads} & counts.keys():
        blocks = len(places.splits.get(place, ())) + len(places.heads.get(place, ()))
        counted, ways = counts[place], counts[place].ways
        if len(ways) != 2 * blocks:
            is_sum = blocks == 1 and sum(way.times for way in ways) == counted.count
            pairs = (ways[::2], ways[1::2]) if is_sum and ways else ()
            ways = tuple(
                Way(sum(way.times for way in each), each[0].falls_through) for each in pairs
            )
        found[place] = replace(counted, ways=ways)
    return ChainMap(found, counts)  # type: ignore[arg-type]


def as_soft(found: Iterable[Observation]) -> list[Observation]:
    """Return observations of a unit's copies, none of which is firm."""
    return [item._replace(trust=max(item.trust, Trust.SOFT)) for item in found]


def _calling(analysis: ProgramAnalysis, keys: Set[str]) -> set[LinePlace]:
    """The lines with statements that call one of some units."""
    return {
        (action.span.file, action.span.line)
        for entry in analysis.entries
        for block in entry.cfg.blocks
        for action in block.actions
        for site in entry.values.calls.get(id(action), ())
        if site.procedure is not None and unit_key(site.procedure.unit) in keys
    }
