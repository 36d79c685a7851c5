"""Counts of several functions, translation units or test runs, added up line by line."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.profiles.counts import FileCounts, FunctionCount, LineCount, Profile, Way

if TYPE_CHECKING:
    from collections.abc import Mapping

_MOST_SHARED = 1 << 16  # line counts remembered to be used again


def added(one: LineCount, other: LineCount) -> LineCount:
    """Return the sum; the ways are added one by one, and unknown if the lines have not as many.

    Which way falls through is the compiler's choice for each copy: a way keeps it if both agree.
    """
    ways: tuple[Way, ...] = ()
    if len(one.ways) == len(other.ways):
        pairs = zip(one.ways, other.ways, strict=True)
        ways = tuple(Way(a.times + b.times, a.falls_through and b.falls_through) for a, b in pairs)
    return LineCount(one.count + other.count, ways, one.conditions + other.conditions)


@dataclass(slots=True)
class Totals:
    """Adds counts up by folder and file. Equal line counts are one object, to stay small."""

    files: dict[tuple[str | None, str], FileCounts] = field(
        default_factory=dict[tuple[str | None, str], FileCounts]
    )
    _shared: dict[LineCount, LineCount] = field(default_factory=dict[LineCount, LineCount])
    _numbers: dict[int, int] = field(default_factory=dict[int, int])

    def add_line(self, file: FileCounts, line: int, new: LineCount) -> None:
        """Add what was counted on a line of ``file``."""
        old = file.lines.get(line)
        if old is not None:
            file.lines[line] = self._share(added(old, new))
            return
        file.lines[self.number(line)] = self._share(new)

    def add_file(self, folder: str | None, name: str, counts: FileCounts) -> None:
        """Add all of a file's counts. ``folder`` is where a relative name starts, if it is known."""
        known = self.files.get((folder, name))
        if known is None:
            self.files[folder, name] = counts
            return
        for line, count in counts.lines.items():
            self.add_line(known, line, count)
        known.text = known.text or counts.text
        known.functions = added_functions(known.functions + counts.functions)

    def profile(self, tool: str, path: str, at: Mapping[str, str]) -> Profile:
        """Return the sum. Relative names stay if all have one folder, else they are led to theirs."""
        folders = {folder for folder, _ in self.files}
        if len(folders) <= 1:
            files = {name: counts for (_, name), counts in self.files.items()}
            return Profile(tool, path, files, at, next(iter(folders), None))
        led = Totals()
        for (folder, name), counts in self.files.items():
            led.add_file(None, posixpath.join(folder or "", name), counts)
        return led.profile(tool, path, at)

    def number(self, number: int) -> int:
        """Return the one object for a number, if it was seen before."""
        known = self._numbers.get(number)
        if known is None and len(self._numbers) < _MOST_SHARED:
            self._numbers[number] = number
        return number if known is None else known

    def _share(self, count: LineCount) -> LineCount:
        known = self._shared.get(count)
        if known is not None:
            return known
        if len(self._shared) < _MOST_SHARED:
            self._shared[count] = count
        return count


def added_functions(functions: list[FunctionCount]) -> list[FunctionCount]:
    """Return the functions by line and name, with the calls of equal ones added."""
    calls: dict[tuple[int, str], int] = {}
    for function in functions:
        key = function.line, function.name
        calls[key] = calls.get(key, 0) + function.count
    return [FunctionCount(name, line, count) for (line, name), count in sorted(calls.items())]
