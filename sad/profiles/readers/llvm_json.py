"""What ``llvm-cov export`` writes, version 2 (LLVM, "llvm-cov export").

A segment says that from its place on, up to the next, code ran so many times. A line shows the
greatest count of the regions that begin on it and of the one it begins in; gaps, which only fill
the space between regions, do not count (llvm-cov, "llvm-cov show").

A condition that a macro brings in is counted apart at each use of the macro; it is placed there, at
the macro's name, because the line of the definition is shared by all uses. Functions compiled
several times (templates, headers) have the same conditions several times: they are added up.

    {"type": "llvm.coverage.json.export", "version": "2.0.1", "data": [
      {"files": [{"filename": ..., "segments": [[line, column, count, has count, begins, gap], ...],
                  "branches": [[line, column, end line, end column, true, false, ...], ...]}],
       "functions": [{"name": ..., "count": ..., "filenames": [...], "regions": [...],
                      "branches": [...]}]}]}

A file's branches are those written in it; a function's are all, with those from macros. Exports of
older versions have no branches; what is skipped in an export (``-skip-functions``) is not missed.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from sad.diagnostics import input_error
from sad.profiles.counts import Condition, FileCounts, FunctionCount, LineCount, Segment
from sad.profiles.readers.fields import Fields, array, count, position, text, wrong
from sad.profiles.readers.totals import added_functions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from sad.diagnostics import Span
    from sad.profiles.readers.json_stream import JsonStream
    from sad.profiles.readers.totals import Totals


_CODE, _EXPANSION = 0, 1  # kinds of regions: code, the use of a macro or an include
_FILE, _EXPANDED, _KIND = 5, 6, 7  # columns of a region; a branch has one more count before them
KEYS = frozenset(("data", "type", "version"))
TYPE = "llvm.coverage.json.export"
VERSION = "2."
_BELOW_0 = 2**63 - 1
"""What llvm-cov writes for a count below 0: a difference of counters, where it folded a condition."""


class RawSegment(NamedTuple):
    """A segment with what its export says of it; ``times`` is None where no code is."""

    line: int
    column: int
    times: int | None
    begins: bool
    gap: bool


def line_counts(segments: Sequence[RawSegment]) -> Iterator[tuple[int, int]]:
    """Yield (line, count) for the lines that hold code, from segments in order of position."""
    before: RawSegment | None = None  # the segment that a line begins in
    last_line = 0
    for line, group in groupby(segments, key=attrgetter("line")):
        if before is not None and before.times is not None:
            for between in range(last_line + 1, line):
                yield between, before.times
        here = list(group)
        count = _count(here, before)
        if count is not None:
            yield line, count
        before, last_line = here[-1], line


def _count(here: Sequence[RawSegment], before: RawSegment | None) -> int | None:
    counts = [
        each.times for each in here if each.begins and not each.gap and each.times is not None
    ]
    if here[0].begins and here[0].times is None and not counts:
        return None  # left out by the preprocessor
    if before is not None and before.times is not None:
        counts.append(before.times)
    return max(counts, default=None)


def times_at(segments: Sequence[Segment], line: int, column: int) -> int | None:
    """Return how often code ran at a place; None where no code is. ``segments`` are in order."""
    found = bisect_right(segments, (line, column), key=lambda each: (each.line, each.column))
    return segments[found - 1].times if found else None


class Place(NamedTuple):
    """From where to where a piece of source reaches."""

    line: int
    column: int
    end_line: int
    end_column: int


class Branch(NamedTuple):
    """A condition: its place in file number ``file`` of its function, and its counts."""

    place: Place
    true: int
    false: int
    file: int


@dataclass(slots=True)
class Conditions:
    """The conditions of one file, by where they are used, from there on in each macro, and written.

    Sorted so, they are in the order in which a line tests them.
    """

    counts: dict[tuple[Place, ...], tuple[int, int]] = field(
        default_factory=dict[tuple[Place, ...], tuple[int, int]]
    )

    def add(self, used: tuple[Place, ...], branch: Branch) -> None:
        """Add a condition's counts to those it has."""
        true, false = self.counts.get(used, (0, 0))
        self.counts[used] = true + branch.true, false + branch.false

    def by_line(self) -> dict[int, tuple[Condition, ...]]:
        """Return the conditions of each line, by column."""
        lines: dict[int, list[Condition]] = {}
        for (used, *_), (true, false) in sorted(self.counts.items()):
            condition = Condition(used.column, used.end_line, used.end_column, true, false)
            lines.setdefault(used.line, []).append(condition)
        return {line: tuple(conditions) for line, conditions in lines.items()}

    def drop_decided(self, segments: Sequence[Segment]) -> None:
        """Drop what the compiler decided, as in ``while (1)``: code ran there, uncounted."""
        for key, counts in list(self.counts.items()):
            if counts == (0, 0) and times_at(segments, key[0].line, key[0].column):
                del self.counts[key]


def branch(value: object, span: Callable[[], Span]) -> Branch:
    """Return a branch from its row; SAD704 or SAD705 if it is none."""
    row = array(value, "a branch", span)
    if len(row) <= _FILE + 1:
        wrong("a branch has too few columns", span)
    what = "a condition's count"
    return Branch(
        _place(row, span),
        count(row[4], what, span),
        count(row[5], what, span),
        position(row[_FILE + 1], "a branch's file", span),
    )


def uses(regions: Sequence[object], span: Callable[[], Span]) -> Mapping[int, tuple[int, Place]]:
    """Return where each expanded file of a function is used: in which file, and at which place."""
    found: dict[int, tuple[int, Place]] = {}
    for value in regions:
        row = array(value, "a region", span)
        if len(row) > _KIND and row[_KIND] == _EXPANSION:
            inner = position(row[_EXPANDED], "a region's file", span)
            found[inner] = position(row[_FILE], "a region's file", span), _place(row, span)
    return found


def used_at(
    file: int, place: Place, where: Mapping[int, tuple[int, Place]], span: Callable[[], Span]
) -> tuple[int, tuple[Place, ...]]:
    """Return a file, and the place in it through which the source comes to ``place``.

    The places behind it are those in each macro on the way, the last one ``place`` itself.
    """
    places = [place]
    for _ in range(len(where) + 1):
        if file not in where:
            return file, tuple(reversed(places))
        file, place = where[file]
        places.append(place)
    return wrong("expansions go round in a circle", span)


def segments_of(
    rows: Sequence[Sequence[object]],
    file: int,
    span: Callable[[], Span],
    number: Callable[[int], int],
) -> list[Segment]:
    """Return the regions of one of a function's files as segments: the innermost one's count holds."""
    regions = sorted(
        (
            (_place(row, span), count(row[4], "a region's count", span))
            for row in rows
            if len(row) > _KIND
            and row[_FILE] == file
            and row[_KIND] in (_CODE, _EXPANSION)
            and row[4] != _BELOW_0
        ),
        key=lambda item: (item[0][:2], (-item[0].end_line, -item[0].end_column)),
    )
    found: list[Segment] = []
    around: list[tuple[Place, int]] = []

    def close(line: int, column: int) -> None:
        while around and (around[-1][0].end_line, around[-1][0].end_column) <= (line, column):
            place, _ = around.pop()
            times = around[-1][1] if around else None
            found.append(Segment(number(place.end_line), number(place.end_column), times))

    for place, times in regions:
        close(place.line, place.column)
        around.append((place, times))
        found.append(Segment(number(place.line), number(place.column), number(times)))
    close(1 << 62, 0)
    return found


def _place(row: Sequence[object], span: Callable[[], Span]) -> Place:
    line, column, end_line, end_column = (
        position(number, "a line or column", span) for number in row[:4]
    )
    return Place(line, column, end_line, end_column)


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
    _copies: dict[tuple[str, int], dict[str, FileCounts]] = field(
        default_factory=dict[tuple[str, int], "dict[str, FileCounts]"]
    )

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
        for (name, _), copies in self._copies.items():
            if len(copies) > 1:
                self._counts(name).copies |= copies
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
                    written.add((each.place,), each)
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
        counted = FunctionCount(name, line, calls)
        self._counts(names[0]).functions.append(counted)
        where = uses(regions, span)
        if ":" in name or not names[0].endswith(".c"):  # static, or of a header
            self._copy(names[0], 0, counted, function, where)
        for value in regions:
            row = array(value, "a region", span)
            if len(row) > _KIND and row[_FILE] and row[:2] == [1, 1]:  # no macro begins there
                inner = position(row[_FILE], "a region's file", span)
                if inner < len(names) and names.count(names[inner]) == 1:
                    self._copy(names[inner], inner, counted, function, where)
        if not function.has("branches"):
            return
        for value in function.items("branches"):
            each = branch(value, span)
            file, place = used_at(each.file, each.place, where, span)
            if file >= len(names):
                wrong("a branch is in a file that its function does not name", span)
            nested = self._nested if each.file else self._unwritten
            if each.file or names[file] not in self._written:
                nested.setdefault(names[file], Conditions()).add(place, each)

    def _copy(
        self,
        file: str,
        number: int,
        counted: FunctionCount,
        function: Fields,
        where: Mapping[int, tuple[int, Place]],
    ) -> None:
        """Keep what a function has of a file apart: others may be compiled from the same lines.

        ``number`` is that of the file in the function: 0 of its own, else of one that it includes.
        """
        span = self.stream.span
        rows = [array(value, "a region", span) for value in function.items("regions")]
        segments = segments_of(rows, number, span, self.totals.number)
        copy = FileCounts(functions=[] if number else [counted], segments=segments)
        conditions = Conditions()
        for value in function.items("branches") if function.has("branches") else ():
            each = branch(value, span)
            inside, place = each.file, (each.place,)
            if not number:
                inside, place = used_at(each.file, each.place, where, span)
            if inside == number:
                conditions.add(place, each)
        conditions.drop_decided(segments)
        for line, found in conditions.by_line().items():
            most = max(each.true + each.false for each in found)
            copy.lines[line] = LineCount(most, (), found)
        line = 0 if number else counted.line
        self._copies.setdefault((file, line), {})[counted.name] = copy

    def _counts(self, name: str) -> FileCounts:
        return self._files.setdefault(name, FileCounts())
