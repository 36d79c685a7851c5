"""Counts of blocks of the description and of calls, from counts of the control-flow graph."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from sad.model.walks.fingerprint import fingerprint
from sad.model.walks.terms import Term, all_terms
from sad.profiles.run_counts import UnitCounts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import TypeVar

    from sad.analysis.unit import ProgramAnalysis
    from sad.lowering.build import Origin
    from sad.model.nodes import Block, Description, Node
    from sad.profiles.estimation.estimate import Estimate
    from sad.profiles.estimation.places import LinePlace

    Number = TypeVar("Number", int, Fraction)


def called(
    analysis: ProgramAnalysis,
    description: Description,
    count: Callable[[str, str, int, int], Number | None],
) -> tuple[dict[str, Number | None], dict[str, Number | None]]:
    """How often units without source are called, and procedures of which nothing is known.

    ``count`` says how often an action of a block of an entry of a unit starts; None if not known.
    """
    stubs = {unit.entry: unit.name for unit in description.units if unit.kind == "stub"}
    calls: dict[str, Number | None] = {}
    externals: dict[str, Number | None] = {}
    for entry in analysis.entries:
        for block in entry.cfg.blocks:
            for index, action in enumerate(block.actions):
                for site in entry.values.calls.get(id(action), ()):
                    name = stubs.get(site.procedure.name) if site.procedure else site.name
                    if name is None or site.routine is not None:
                        continue
                    counts = calls if site.procedure is not None else externals
                    number = count(entry.unit.key, entry.name, block.id, index)
                    before = counts.get(name, number)
                    if before is None or number is None:
                        counts[name] = None
                    else:
                        counts[name] = before + number if name in counts else number
    return calls, externals


class BlockTotals:
    """Turns what is known of the flow of every unit into counts of a description's blocks."""

    def __init__(
        self, description: Description, analysis: ProgramAnalysis, origins: Mapping[int, Origin]
    ) -> None:
        self._description = description
        self._analysis = analysis
        self._blocks = {
            unit.name: _blocks_of(unit.tree) for unit in description.units if unit.kind != "stub"
        }
        self._shapes = {
            unit.name: fingerprint(unit) for unit in description.units if unit.name in self._blocks
        }
        self._origins = origins

    def counts(
        self, estimate: Estimate, calls: Fraction, others: set[str], reached: Collection[str]
    ) -> tuple[dict[str, UnitCounts], dict[str, Fraction]]:
        """Return counts of blocks by unit, and of calls, for each of so many ``calls`` of the entry.

        The estimate's lines are for one call already. Left out are the units of ``others``, which not
        only the entry calls. What several entries of a unit share is counted for the first of them
        that is ``reached``.
        """
        known = {flow.unit.key: (flow, solved) for flow, solved in estimate.flows}
        lines, items = estimate.lines, estimate.items
        units: dict[str, UnitCounts] = {}
        taken: set[tuple[str, int, int]] = set()

        def total(unit: str, block: int, action: int) -> Fraction | None:
            flow, solved = known.get(unit, (None, None))
            if flow is None or solved is None or action < 0 or flow.unit.name in others:
                return None
            arcs = flow.at(block, action)
            ran = None if arcs is None else solved.total(arcs)
            return None if ran is None else ran / calls

        for name, blocks in sorted(self._blocks.items(), key=lambda item: item[0] not in reached):
            counts: list[Fraction | None] = []
            for block in blocks:
                origin = self._origins.get(id(block))
                if origin is None:
                    counts.append(None)
                    continue
                place = origin.unit, origin.block, origin.action
                count = total(*place)
                if count is None and origin.action >= 0:
                    count = _line_count(block, lines)
                elif count is None:
                    ran = items.get(place)
                    count = None if ran is None else ran / calls
                if place in taken and count is not None:
                    count *= 0  # another entry of the unit has it
                counts.append(count)
                taken.add(place)
            if any(count is not None for count in counts):
                units[name] = UnitCounts(self._shapes[name], tuple(counts))
        found = called(self._analysis, self._description, lambda u, _, b, a: total(u, b, a))
        calls_of = {
            name: count for part in found for name, count in part.items() if count is not None
        }
        return {name: units[name] for name in self._blocks if name in units}, calls_of


def _blocks_of(tree: Node) -> list[Block]:
    """The blocks of a unit, in the order of their numbers."""
    found = {term.number: term.block for term in all_terms(tree) if isinstance(term, Term)}
    return [found[number] for number in sorted(found)]


def _line_count(block: Block, lines: Mapping[LinePlace, Fraction]) -> Fraction | None:
    """The count of a line that begins in a block."""
    for line in block.lines:
        place = (line.span.file, line.span.line)
        if line.starts and place in lines:
            return lines[place]
    return None


def called_by_others(estimate: Estimate, units: set[str], entry: str | None) -> set[str]:
    """Return the units, but for the entry, that may be called from elsewhere than from ``units``.

    Where it is not known how often a place ran that calls a unit, further calls are taken to come from
    there if no other unit calls it.
    """
    own = [(flow, counts) for flow, counts in estimate.flows if flow.unit.name in units]
    further = [flow for flow, _ in estimate.flows if flow.unit.name not in units]
    found: set[str] = set()
    while True:
        before = len(found)
        inside = [item for item in own if item[0].unit.name not in found]
        outside = [*further, *(flow for flow, _ in own if flow.unit.name in found)]
        for flow, counts in inside:
            key, started = flow.unit.key, counts.total(flow.starts.values())
            calls = [
                ran.total(caller.into[block])
                for caller, ran in inside
                for block in caller.calls.get(key, ())
            ]
            known = sum((item for item in calls if item is not None), Fraction(0))
            is_open = None in calls and not any(caller.calls.get(key) for caller in outside)
            is_own = started is not None and (started >= known if is_open else started == known)
            if flow.unit.name != entry and not is_own:
                found.add(flow.unit.name)
        if len(found) == before:
            return found
