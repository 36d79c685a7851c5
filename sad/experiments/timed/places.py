"""Where measured time belongs in a model: units, loops and lines."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from sad.model.linker_names import unit_of_symbol
from sad.profiles.estimation.matching import alike

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.profiles.times.spent import Frame
    from sad.report.view import View

Group = tuple[str, tuple[str, ...]]
"""A unit, and the loops around a block in it, outermost first; none for what is in no loop."""


class Share(NamedTuple):
    """A part of what was measured at one place; without ``group`` nothing but the unit is known."""

    unit: str
    group: Group | None
    line: tuple[str, int] | None
    part: float


class Places:
    """The lines of a model, with what is predicted for them [s] in each group of blocks."""

    def __init__(self, view: View) -> None:
        self._units = view.model.description.units
        self._files = tuple(dict.fromkeys(unit.file for unit in self._units))
        self.lines: defaultdict[tuple[str, int], defaultdict[Group, float]]
        self.lines = defaultdict(lambda: defaultdict(float))
        prediction = view.prediction
        each = {} if prediction.bound is None else {b.block.id: b for b in prediction.bound.blocks}
        for group, blocks in view.groups.items():
            for block in blocks:
                count = prediction.counts[block.id] or 0
                for line, seconds in zip(block.block.lines, each[block.id].lines, strict=True):
                    place = line.span.file, line.span.line
                    self.lines[place][group] += float(count) * seconds
        self._sorted: dict[str, list[int]] = {}
        for file, line in sorted(self.lines):
            self._sorted.setdefault(file, []).append(line)
        self._calls = {name.lower(): name for name in prediction.calls}

        @cache
        def unit_of(symbol: str) -> str | None:
            return unit_of_symbol(symbol, self._units)

        @cache
        def file_of(name: str) -> str | None:
            return alike(name, self._files)[0]

        self._unit_of, self._file_of = unit_of, file_of

    def shares(self, frames: Sequence[Frame]) -> tuple[Share, ...]:
        """Return where time belongs that was spent at the first frame, parts that add up to 1.

        It is the innermost frame that is in the model. Nothing is returned if none is.
        """
        for frame in frames:
            unit = self._unit_of(frame.symbol)
            if frame.file is None or frame.line is None:
                if unit is not None:
                    return (Share(unit, None, None, 1.0),)
            else:
                file = self._file_of(frame.file) or self._file_of_unit(unit, frame.file)
                if file is not None:
                    found = self._at(file, frame.line, unit)
                    if found:
                        return found
                elif unit is not None and self._is_stub(unit):
                    return (Share(unit, None, None, 1.0),)
            called = self._calls.get(frame.symbol.rstrip("_").lower())
            if called is not None:
                return (Share(called, None, None, 1.0),)
        return ()

    def _file_of_unit(self, unit: str | None, name: str) -> str | None:
        """The file of a unit, where several have the name of the frame's."""
        base = os.path.basename(name)
        files = {item.file for item in self._units if item.name == unit}
        return next((file for file in files if os.path.basename(file) == base), None)

    def _is_stub(self, unit: str) -> bool:
        return any(item.name == unit and item.kind == "stub" for item in self._units)

    def _at(self, file: str, line: int, unit: str | None) -> tuple[Share, ...]:
        """The groups of a line, as much for each as is predicted there.

        A line without blocks (``END DO``, a brace) belongs to the innermost group of the line before it
        in its unit, those of a unit that the entry does not reach to the unit.
        """
        groups: Mapping[Group, float] | None = self.lines.get((file, line))
        if not groups:
            within = [u for u in self._units if u.file == file and u.line <= line <= u.end_line]
            if not within:
                return ()
            lines = self._sorted.get(file, [])
            before = bisect_right(lines, line) - 1
            home = next((u for u in within if u.name == unit), within[0])
            if before < 0 or lines[before] < home.line:
                return (Share(home.name, (home.name, ()), (file, line), 1.0),)
            near = self.lines[file, lines[before]]
            groups = {max(near, key=lambda group: len(group[1])): 1.0}
        total = sum(groups.values())
        if not total:
            groups, total = {max(groups, key=lambda group: len(group[1])): 1.0}, 1.0
        return tuple(
            Share(group[0], group, (file, line), seconds / total)
            for group, seconds in groups.items()
            if seconds
        )
