"""A verdict for each loop: whether its iterations may run at once, and what stands against it.

No loop is called independent in which two iterations may touch one place and one of them writes it,
but for scalars that each iteration sets first, and sums that may be taken in any order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.analysis.loops.natural import RegionKind
from sad.dependence.calls import Callees
from sad.dependence.judge import Judge
from sad.dependence.overlap import Overlaps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.analysis.unit import EntryAnalysis, ProgramAnalysis
    from sad.dependence.verdict import Verdict


def verdicts(
    analysis: ProgramAnalysis, *, no_alias: bool = False
) -> Iterator[tuple[EntryAnalysis, tuple[Verdict, ...]]]:
    """Yield each entry of a program with the verdicts of its loops, outer ones first.

    ``no_alias``: names that pointers lead to are taken to be of different places.
    """
    callees = Callees(analysis.effects, analysis.entries)
    graph, program = analysis.graph, analysis.program
    called = {name for facts in graph.facts.values() for name in facts.called}
    in_c = {unit.key for file in program.files if file.language == "c" for unit in file.units}
    for entry in analysis.entries:
        pointers = entry.unit.key in in_c and entry.name not in called
        yield entry, unit_verdicts(entry, callees, no_alias=no_alias, pointers=pointers)


def unit_verdicts(
    entry: EntryAnalysis, callees: Callees, *, no_alias: bool = False, pointers: bool = False
) -> tuple[Verdict, ...]:
    """Return the verdicts of the loops of one entry; ``pointers`` as for ``Overlaps``."""
    if not entry.values.loops:
        return ()
    accesses = callees.accesses(entry)
    overlaps = Overlaps(entry.unit.symbols, no_alias, pointers)
    found: list[Verdict] = []
    stack = [(region, "") for region in reversed(entry.forest.root.children)]
    while stack:
        region, parent = stack.pop()
        info = entry.values.loops.get(region.header)
        path = parent
        if region.kind is RegionKind.LOOP and info is not None:
            found.append(Judge(entry, accesses, overlaps, region).verdict(parent))
            path = info.path
        stack.extend((child, path) for child in reversed(region.children))
    return tuple(found)
