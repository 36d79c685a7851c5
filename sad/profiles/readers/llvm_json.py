"""What ``llvm-cov export`` writes, version 2 (LLVM, "llvm-cov export").

    {"type": "llvm.coverage.json.export", "version": "2.0.1", "data": [
      {"files": [{"filename": ..., "segments": [[line, column, count, has count, begins, gap], ...],
                  "branches": [[line, column, end line, end column, true, false, ...], ...]}],
       "functions": [{"name": ..., "count": ..., "filenames": [...], "regions": [...],
                      "branches": [...]}]}]}

A file's branches are those written in it; a function's are all, with those from macros. Exports of
older versions have no branches; what is skipped in an export (``-skip-functions``) is not missed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from sad.diagnostics import input_error
from sad.profiles.counts import FileCounts, FunctionCount, LineCount, Segment
from sad.profiles.readers.fields import Fields, array, count, position, text, wrong
from sad.profiles.readers.llvm_conditions import Conditions, branch, used_at, uses
from sad.profiles.readers.llvm_lines import RawSegment, line_counts
from sad.profiles.readers.totals import added_functions

if TYPE_CHECKING:
    from sad.profiles.readers.json_stream import JsonStream
    from sad.profiles.readers.totals import Totals

KEYS = frozenset(("data", "type", "version"))
TYPE = "llvm.coverage.json.export"
VERSION = "2."
_BELOW_0 = 2**63 - 1
"""What llvm-cov writes for a count below 0: a difference of counters, where it folded a condition."""


@dataclass(slots=True)
class LlvmDocument:
    """One export, member by member; its counts go to ``totals`` at its end."""

    stream: JsonStream
    totals: Totals
    kind: str | None = None
    version: str | None = None
    _files: dict[str, FileCounts] = field(default_factory=dict[str, FileCounts])
    _written: set[str] = field(default_factory=set[str])  # files that had branches of their own
    _unwritten: dict[str, Conditions] = field(default_factory=dict[str, Conditions])
    _nested: dict[str, Conditions] = field(default_factory=dict[str, Conditions])  # in macros

    def member(self, key: str) -> None:
        """Read the member before whose value the stream stands."""
        if key == "type":
            self.kind = text(self.stream.value(), key, self.stream.span)
        elif key == "version":
            self.version = text(self.stream.value(), key, self.stream.span)
        elif key == "data":
            for _ in self.stream.elements():
                for part in self.stream.members():
                    self._part(part)

    def end(self) -> None:
        """Put the conditions that functions have beside the lines; add what was read to the totals."""
        for name, conditions in self._unwritten.items():
            if name not in self._written:
                self._place(name, conditions)
        for name, conditions in self._nested.items():
            self._place(name, conditions)
        for name, counts in self._files.items():
            counts.functions = added_functions(counts.functions)
            self.totals.add_file(None, name, counts)

    def _place(self, name: str, conditions: Conditions) -> None:
        lines = self._counts(name).lines
        for line, found in conditions.by_line().items():
            most = max(each.true + each.false for each in found)
            known = lines.get(line, LineCount(most))
            all_of_line = sorted(known.conditions + found, key=lambda each: each[:3])
            lines[line] = LineCount(known.count, (), tuple(all_of_line))

    def _part(self, part: str) -> None:
        if part == "files":
            for _ in self.stream.elements():
                self._file()
        elif part == "functions":
            for value in self.stream.values():
                self._function(Fields(value, "a function", self.stream.span))

    def _file(self) -> None:
        span = self.stream.span
        name: str | None = None
        segments: list[RawSegment] = []
        written: Conditions | None = None
        for key in self.stream.members():
            if key == "filename":
                name = text(self.stream.value(), key, span)
            elif key == "segments":
                segments = [self._segment(value) for value in self.stream.values()]
            elif key == "branches":
                written = Conditions()
                for value in self.stream.values():
                    each = branch(value, span)
                    written.add(each.place, each)
        name = text(name, "filename", span)
        counts = self._counts(name)
        if counts.segments:
            hint = "export it again"
            raise input_error("SAD706", f"segments of {name} are given twice", span(), hint)
        if any(a[:2] > b[:2] for a, b in pairwise(segments)):
            wrong("segments must be in order", span)
        counts.segments = [Segment(each.line, each.column, each.times) for each in segments]
        for line, times in line_counts(segments):
            self.totals.add_line(counts, line, LineCount(times))
        if written is not None:
            written.drop_decided(counts.segments)
            self._place(name, written)
            self._written.add(name)

    def _segment(self, value: object) -> RawSegment:
        span = self.stream.span
        row = array(value, "a segment", span)
        if len(row) not in (5, 6):
            wrong("a segment must have 5 or 6 columns", span)
        line, column, times, has_count, begins = row[:5]
        gap = row[5] if len(row) == 6 else False
        if not (has_count is True or has_count is False) or not (begins is True or begins is False):
            wrong("a segment says true or false of its count and its begin", span)
        if not (gap is True or gap is False):
            wrong("a segment says true or false of being a gap", span)
        number = self.totals.number
        is_known = has_count and times != _BELOW_0
        return RawSegment(
            number(position(line, "a segment's line", span)),
            number(position(column, "a segment's column", span)),
            number(count(times, "a segment's count", span)) if is_known else None,
            begins,
            gap,
        )

    def _function(self, function: Fields) -> None:
        span = self.stream.span
        names = [text(name, "a file name", span) for name in function.items("filenames")]
        regions = function.items("regions")
        name, calls = function.text("name"), function.count("count")
        if not names or not regions:
            return
        first = array(regions[0], "a region", span)
        if not first:
            wrong("a region has too few columns", span)
        line = position(first[0], "a region's line", span)
        self._counts(names[0]).functions.append(FunctionCount(name, line, calls))
        if not function.has("branches"):
            return
        where = uses(regions, span)
        for value in function.items("branches"):
            each = branch(value, span)
            file, place = used_at(each.file, each.place, where, span)
            if file >= len(names):
                wrong("a branch is in a file that its function does not name", span)
            nested = self._nested if each.file else self._unwritten
            if each.file or names[file] not in self._written:
                nested.setdefault(names[file], Conditions()).add(place, each)

    def _counts(self, name: str) -> FileCounts:
        return self._files.setdefault(name, FileCounts())
