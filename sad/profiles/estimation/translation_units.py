"""Which of a profile's translation units is which of the program's.

A function of a header is compiled in every unit that includes it: each has counts of its own.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import PurePath
from typing import TYPE_CHECKING

from sad.profiles.estimation.solve import Observation, Trust

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.profiles.counts import FileCounts


def documents_of(
    files: Mapping[str, FileCounts], units: Mapping[str, Set[str]]
) -> Mapping[str, str]:
    """Return the profile's name of each unit that has counts of its own in some file.

    ``units`` are, by the path of a unit's source, the files that it has functions of. The one of a
    profile has code of the same files, or most of them, or else is named after the source.
    """
    if not any(counts.copies for counts in files.values()):
        return {}
    found: dict[str, set[str]] = defaultdict(set)
    for path, counts in files.items():
        for name in counts.copies or {counts.document: counts}:
            found[name].add(path)
    found.pop("", None)
    chosen: dict[str, str] = {}
    for source, own in units.items():
        ranked = sorted(
            ((_likeness(source, own, name, found[name]), name) for name in found), reverse=True
        )
        best = ranked[0]
        if best[0][1] and (len(ranked) == 1 or ranked[1][0] < best[0]):
            chosen[source] = best[1]
    return chosen


def _likeness(source: str, own: Set[str], name: str, there: Set[str]) -> tuple[bool, float, bool]:
    file, document = PurePath(source), PurePath(name.replace("#", "/"))
    alike = len(own & there) / len(own | there) if own | there else 0.0
    named = document.name == file.name or document.stem.removesuffix(file.suffix).endswith(
        file.stem
    )
    return document.name == file.name, alike, named


def identity(flow: UnitFlow) -> tuple[str, int, str]:
    """Return where a function is written, and its name: alike in all units that have it."""
    span = flow.unit.header or flow.unit.span
    return span.file, span.line, compiled_name(flow)


def compiled_name(flow: UnitFlow) -> str:
    """The name that a unit of C has for the linker: several functions may stand at one place."""
    return flow.unit.spelling or flow.unit.name


def called(
    flow: UnitFlow, files: Mapping[str, FileCounts], *, is_told: bool
) -> Iterator[Observation]:
    """Yield how often a unit was called, from the function of its header, if that is no other one."""
    span = flow.unit.header or flow.unit.span
    counts = files.get(span.file) if is_told else None
    found = [item for item in counts.functions if item.line == span.line] if counts else []
    if len(found) > 1:
        found = [item for item in found if item.name == compiled_name(flow)]
    if len(found) == len(flow.starts) == 1:
        arcs = tuple(flow.starts.values())
        text = f"{flow.unit.name} was called"
        yield Observation(arcs, found[0].count, span.line, text, Trust.DOUBTFUL)
