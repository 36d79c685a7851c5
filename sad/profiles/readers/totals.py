"""Counts of several functions, translation units or test runs, added up line by line."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sad.profiles.counts import FileCounts, FunctionCount, LineCount, Profile, Way
from sad.records import replace

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
class Owners:
    """Which function has the code of each line of a file: few runs of lines, with a name each."""

    _runs: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])
    _several: set[int] = field(default_factory=set[int])

    def add(self, line: int, name: str) -> None:
        """Note the function of a line that no other has so far."""
        if self._runs:
            first, last, before = self._runs[-1]
            if before == name and line > last:
                self._runs[-1] = first, line, name
                return
        self._runs.append((line, line, name))

    def share(self, line: int) -> None:
        """Note that several functions have a line."""
        self._several.add(line)

    def of(self, line: int) -> str:
        """Return the function that alone has a line; nothing if that is not so."""
        if line in self._several:
            return ""
        return next((name for first, last, name in self._runs if first <= line <= last), "")


@dataclass(slots=True)
class Totals:
    """Adds counts up by folder and file. Equal line counts are one object, to stay small.

    ``owners`` are the functions of lines, by file.
    """

    files: dict[tuple[str | None, str], FileCounts] = field(
        default_factory=dict[tuple[str | None, str], FileCounts]
    )
    owners: dict[tuple[str | None, str], Owners] = field(
        default_factory=dict[tuple[str | None, str], Owners]
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

    def add_part(self, file: FileCounts, function: str, line: int, new: LineCount) -> None:
        """Add what a function has of a line that others have, too."""
        part = file.parts.setdefault(function, {})
        part[line] = self._share(added(part[line], new)) if line in part else new

    def add_file(
        self,
        folder: str | None,
        name: str,
        counts: FileCounts,
        owners: Owners | None = None,
    ) -> None:
        """Add all of a file's counts. ``folder`` is where a relative name starts, if it is known.

        ``owners`` are the functions of its lines.
        """
        known = self.files.get((folder, name))
        owners = owners or Owners()
        if known is None:
            self.files[folder, name] = counts
            self.owners[folder, name] = owners
            return
        keep_apart(known, counts)
        before = self.owners[folder, name]
        for line, count in counts.lines.items():
            if line in known.lines:
                self._part(known, counts, line, before, owners)
            elif function := owners.of(line):
                before.add(line, function)
            self.add_line(known, line, count)
        for function, lines in counts.parts.items():
            for line, count in lines.items():
                self.add_part(known, function, line, count)
        known.text = known.text or counts.text
        known.functions = added_functions(known.functions + counts.functions)

    def _part(
        self,
        known: FileCounts,
        new: FileCounts,
        line: int,
        before: Owners,
        owners: Owners,
    ) -> None:
        """Keep apart what functions of different names have of a line."""
        one, other = before.of(line), owners.of(line)
        if one == other:
            return
        before.share(line)
        if one:
            self.add_part(known, one, line, known.lines[line])
        if other:
            self.add_part(known, other, line, new.lines[line])

    def profile(self, tool: str, path: str, at: Mapping[str, str]) -> Profile:
        """Return the sum. Relative names stay if all have one folder, else they are led to theirs."""
        folders = {folder for folder, _ in self.files}
        if len(folders) <= 1:
            files = {name: counts for (_, name), counts in self.files.items()}
            return Profile(tool, path, files, at, next(iter(folders), None))
        led = Totals()
        for (folder, name), counts in self.files.items():
            owners = self.owners[folder, name]
            led.add_file(None, posixpath.join(folder or "", name), counts, owners)
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


def keep_apart(known: FileCounts, new: FileCounts) -> None:
    """Keep what two translation units have of a file, before ``new`` is added to ``known``."""
    others = new.copies or ({new.document: new} if new.document else {})
    if known.document and others and known.document not in others:
        parts = {name: dict(lines) for name, lines in known.parts.items()}
        first = replace(known, lines=dict(known.lines), parts=parts, copies={})
        known.copies[known.document] = first
        known.document = ""
    if known.copies:
        known.copies.update(others)


def added_functions(functions: list[FunctionCount]) -> list[FunctionCount]:
    """Return the functions by line and name, with the calls of equal ones added."""
    calls: dict[tuple[int, str], int] = {}
    for function in functions:
        key = function.line, function.name
        calls[key] = calls.get(key, 0) + function.count
    return [FunctionCount(name, line, count) for (line, name), count in sorted(calls.items())]
