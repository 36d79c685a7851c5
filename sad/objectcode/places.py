"""Which statements of a description a source line holds, and how often loops run in a run of it."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from sad.mapping.regions import LoopEntries, regions_of
from sad.model.nodes import Call, Loop
from sad.model.walks.parts import nodes_in_loops
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.mapping.combine import Key
    from sad.model.expand import Expansion
    from sad.model.nodes import Line
    from sad.model.work import LoopWork
    from sad.objectcode.instruction import SourceLine


class Statement(NamedTuple):
    """A line of a block: its region, the block, its number there, how deep in branches it is."""

    line: Line
    region: Key
    block: str
    number: int
    depth: int
    branch: str
    starts: bool


@record
class SourceLoop:
    """A loop of the source: the line it starts on, the regions around it (outermost first)."""

    key: Key
    header: tuple[str, int]
    around: tuple[Key, ...]
    work: LoopWork | None


class LineStatements:
    """Statements by file and line, source loops by region."""

    def __init__(self, expansion: Expansion) -> None:
        self.expansion = expansion
        self.regions = {(item.unit.name, item.path): item for item in regions_of(expansion)}
        self.units = {unit.name: unit for unit in expansion.description.units}
        self._lines: dict[tuple[str, int], list[Statement]] = {}
        self._inside: dict[tuple[str, int], list[Statement]] = {}
        self.statements: dict[Key, list[Statement]] = {}
        for block in expansion.blocks:
            path = block.loops[-1].id if block.loops else ""
            region = block.unit.name, path
            for number, line in enumerate(block.block.lines):
                branch = "" if line.work is None else line.work.branch
                item = Statement(
                    line, region, block.id, number, len(block.branches), branch, line.starts
                )
                self.statements.setdefault(region, []).append(item)
                file = resolved(line.span.file)
                self._lines.setdefault((file, line.span.line), []).append(item)
                for later in range(line.span.line + 1, line.span.end_line + 1):
                    self._inside.setdefault((file, later), []).append(item)
        self._callers: dict[str, set[Key]] = {}
        self.loops: dict[Key, SourceLoop] = {}
        self.headers: dict[tuple[str, int], list[Key]] = {}
        for unit in expansion.description.units:
            known = {loop.path: loop for loop in unit.loops}
            for loop, outer in nodes_in_loops(unit.tree, Loop):
                key = unit.name, loop.id
                header = resolved(loop.span.file), loop.span.line
                if key not in self.loops:
                    above = (unit.name, ""), *((unit.name, item.id) for item in outer)
                    self.loops[key] = SourceLoop(key, header, above, known.get(loop.id))
                    self.headers.setdefault(header, []).append(key)
            for call, outer in nodes_in_loops(unit.tree, Call):
                if call.target is not None:
                    caller = unit.name, outer[-1].id if outer else ""
                    self._callers.setdefault(call.target, set()).add(caller)

    def at(self, place: SourceLine | None) -> list[Statement]:
        """Return the statements of a line; of a line inside a statement, those around it."""
        if place is None:
            return []
        key = resolved(place.file), place.line
        return self._lines.get(key) or self._inside.get(key, [])

    def regions_of(self, place: SourceLine | None) -> set[Key]:
        """Return the regions of a line; those of a unit's own statements are its callers', too."""
        found: set[Key] = set()
        new = {statement.region for statement in self.at(place)}
        while new:
            found |= new
            new = {
                caller for unit, path in new if not path for caller in self._callers.get(unit, ())
            } - found
        return found

    def headed(self, place: SourceLine | None) -> list[Key]:
        """Return the loops that start on a line."""
        return [] if place is None else self.headers.get((resolved(place.file), place.line), [])


def resolved(path: str) -> str:
    """Return a path as compilers and descriptions can both be compared by."""
    return _resolved(os.path.join(os.getcwd(), path))


@lru_cache(maxsize=1024)
def _resolved(path: str) -> str:
    return os.path.realpath(path)


class Counts:
    """Executions in a run: of blocks, of regions' iterations, and how often loops start.

    Without a run (``counts`` None) loops have ``many`` iterations and branches are taken half of the
    time, which is what amounts per execution depend on least. ``running`` are the regions that run.
    """

    def __init__(
        self, places: LineStatements, counts: Mapping[str, float] | None, many: int = 1024
    ) -> None:
        expansion = places.expansion
        if counts is None:
            counts = {
                block.id: float(many) ** len(block.loops) * 0.5 ** len(block.branches)
                for block in expansion.blocks
            }
        self.blocks = counts
        self._entries = LoopEntries(expansion).at(counts)
        self._iterations = {
            key: region.iterations(counts) for key, region in places.regions.items()
        }
        self.running = frozenset(key for key, times in self._iterations.items() if times > 0.0)
        self._units = frozenset(unit for unit, _ in self.running)

    def runs(self, unit: str) -> bool:
        """Return whether anything of a unit runs."""
        return unit in self._units

    def iterations(self, key: Key) -> float:
        """Return how often a region's body runs."""
        return self._iterations.get(key, 0.0)

    def entries(self, key: Key) -> float:
        """Return how often a region's loop starts."""
        return self._entries.get(key, 0.0)

    def trips(self, key: Key) -> float:
        """Return the mean trip count of a region's loop."""
        entries = self.entries(key)
        return self.iterations(key) / entries if entries else 0.0
