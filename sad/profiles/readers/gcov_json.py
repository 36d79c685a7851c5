"""JSON of gcov or of llvm-cov: which it is shows as its members come; none is held whole.

    {"format_version": "1", "current_working_directory": "/home/me", "files": [
      {"file": "md1.f",
       "lines": [{"line_number": 4, "count": 6,
                  "branches": [{"count": 5, "fallthrough": true, "throw": false}, ...]}, ...],
       "functions": [{"name": "MAIN__", "start_line": 1, "execution_count": 1, ...}, ...]}]}

The order of the keys is the tool's; others are passed over. A line is there once for each function
that has code on it (the gcov manual, "Invoking gcov").
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, cast

from sad.diagnostics import SadError, input_error
from sad.profiles.counts import FileCounts, FunctionCount, LineCount, Way
from sad.profiles.readers import llvm_json
from sad.profiles.readers.fields import TOO_MANY, Fields, text
from sad.profiles.readers.json_stream import JsonStream
from sad.profiles.readers.llvm_json import LlvmDocument
from sad.profiles.readers.source import malformed
from sad.profiles.readers.totals import Owners, Totals, added_functions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.profiles.counts import Profile
    from sad.profiles.readers.source import Source


_HINT = "known are gcov --json-format (versions 1 and 2) and llvm-cov export (version 2)"
_GCOV_KEYS = frozenset(
    ("format_version", "gcc_version", "current_working_directory", "data_file", "files")
)
_GCOV_VERSIONS = ("1", "2")
_OF_WAY = itemgetter("count", "fallthrough")
_MOST_KNOWN = 1 << 16  # counts of lines that are remembered


def read_json(source: Source, at: Mapping[str, str]) -> Profile:
    """Read the documents of a JSON profile and add them up.

    Raises ``SadError``: SAD702 (JSON of something else), SAD703, SAD704, SAD705, SAD706.
    """
    stream = JsonStream(source)
    totals = Totals()
    tools: list[str] = []
    for _ in stream.documents():
        if tools and stream.kind() != "{":
            malformed(
                "something else follows the profile", stream.span(), "write the profile again"
            )
        tools.append(_document(stream, totals))
        if tools not in (["llvm-cov"], ["gcov"] * len(tools)):
            hint = "give each export by itself; only documents of gcov may follow one another"
            malformed("another document follows the export of llvm-cov", stream.span(), hint)
    if not tools:
        raise _foreign(stream, "there is no document")
    return totals.profile(tools[0], source.path, at)


def _document(stream: JsonStream, totals: Totals) -> str:
    if stream.kind() != "{":
        raise _foreign(stream, "JSON, but no profile")
    gcov, llvm = GcovDocument(stream, totals), LlvmDocument(stream, totals)
    for key in stream.members():
        if key in ("files", "data") and not stream.starts_array_of("{"):
            raise _foreign(stream, f"JSON, but no profile: {key} holds something else")
        if key in _GCOV_KEYS:
            gcov.member(key)
        elif key in llvm_json.KEYS:
            llvm.member(key)
    if gcov.version is not None and gcov.has_files:
        if gcov.version not in _GCOV_VERSIONS:
            raise _foreign(stream, f"gcov's format_version {gcov.version!r:.40} is not known")
        gcov.end()
        return "gcov"
    if llvm.kind == llvm_json.TYPE:
        if not (llvm.version or "").startswith(llvm_json.VERSION):
            raise _foreign(stream, f"llvm-cov's version {llvm.version!r:.40} is not known")
        llvm.end()
        return "llvm-cov"
    raise _foreign(stream, "JSON, but no profile")


def _foreign(stream: JsonStream, message: str) -> SadError:
    return input_error("SAD702", message, stream.span(), _HINT)


@dataclass(slots=True)
class GcovDocument:
    """One document, member by member. Counts go to ``totals`` at its end, when its folder is known."""

    stream: JsonStream
    totals: Totals
    version: str | None = None
    _folder: str | None = None
    _data: str = ""
    _files: list[tuple[str, FileCounts, Owners]] = field(
        default_factory=list[tuple[str, FileCounts, Owners]]
    )
    has_files: bool = False
    _known: dict[object, LineCount] = field(default_factory=dict[object, LineCount])
    _names: dict[str, str] = field(default_factory=dict[str, str])

    def member(self, key: str) -> None:
        """Read the member before whose value the stream stands."""
        if key == "files":
            self.has_files = True
            for _ in self.stream.elements():
                self._file()
        elif key == "format_version":
            self.version = text(self.stream.value(), key, self.stream.span)
        elif key == "data_file":
            self._data = text(self.stream.value(), key, self.stream.span)
        elif key == "current_working_directory":
            self._folder = text(self.stream.value(), key, self.stream.span)

    def end(self) -> None:
        """Add what was read to the totals."""
        for name, counts, owners in self._files:
            counts.document = posixpath.join(self._folder or "", self._data)
            self.totals.add_file(self._folder, name, counts, owners)

    def _file(self) -> None:
        name: str | None = None
        counts = FileCounts()
        owners = Owners()
        for key in self.stream.members():
            if key == "file":
                name = text(self.stream.value(), "file", self.stream.span)
            elif key == "lines":
                self._lines(counts, owners)
            elif key == "functions":
                counts.functions = added_functions(self._functions())
        self._files.append((text(name, "the name of a file", self.stream.span), counts, owners))

    def _lines(self, counts: FileCounts, owners: Owners) -> None:
        """Read lines; those that are new to their file, which most are, in few steps."""
        span, lines = self.stream.span, counts.lines
        for value in self.stream.values_at_once():
            if type(value) is dict:
                found = cast("dict[str, object]", value)
                count, number = found.get("count"), found.get("line_number")
                branches = found.get("branches")
                if (
                    type(count) is int
                    and 0 <= count < TOO_MANY
                    and type(number) is int
                    and number > 0
                    and number not in lines
                    and type(branches) is list
                ):
                    lines[self.totals.number(number)] = self._line(
                        count, cast("list[object]", branches)
                    )
                    function = found.get("function_name")
                    if type(function) is str:
                        owners.add(number, self._name(function))
                    continue
            line = Fields(cast("object", value), "a line", span)
            branches = line.items("branches")
            ways = tuple([self._way(each) for each in branches]) if branches else ()
            item = LineCount(line.count("count"), ways)
            number, function = line.line("line_number"), ""
            if line.has("function_name"):
                function = self._name(line.text("function_name"))
            self._owned(counts, owners, number, function, item)
            self.totals.add_line(counts, number, item)

    def _line(self, count: int, branches: list[object]) -> LineCount:
        """The count of a line; equal ones are one object, made of what was checked once."""
        key: object = count
        if branches:
            try:
                key = (count, *map(_OF_WAY, cast("list[dict[str, object]]", branches)))
                known = self._known.get(key)
            except (TypeError, KeyError, AttributeError):
                key, known = None, None  # no branches: the message is made below
        else:
            known = self._known.get(count)
        if known is None:
            known = LineCount(count, tuple([self._way(each) for each in branches]))
            if len(self._known) < _MOST_KNOWN:
                self._known[key] = known
        return known

    def _owned(
        self, counts: FileCounts, owners: Owners, number: int, name: str, item: LineCount
    ) -> None:
        """Keep apart what several functions have of a line."""
        if number not in counts.lines:
            if name:
                owners.add(number, name)
            return
        before = owners.of(number)
        if before == name:
            return
        owners.share(number)
        if before:
            self.totals.add_part(counts, before, number, counts.lines[number])
        if name:
            self.totals.add_part(counts, name, number, item)

    def _name(self, name: str) -> str:
        """The one object for a function's name."""
        return self._names.setdefault(name, name)

    def _way(self, value: object) -> Way:
        if type(value) is dict:  # the usual case, without a message
            found = cast("dict[str, object]", value)
            times, falls = found.get("count"), found.get("fallthrough")
            if type(times) is int and 0 <= times < TOO_MANY and (falls is True or falls is False):
                return Way(times, falls)
        branch = Fields(cast("object", value), "a branch", self.stream.span)
        return Way(branch.count("count"), branch.truth("fallthrough"))

    def _functions(self) -> list[FunctionCount]:
        span = self.stream.span
        functions = (Fields(value, "a function", span) for value in self.stream.values())
        return [
            FunctionCount(each.text("name"), each.line("start_line"), each.count("execution_count"))
            for each in functions
        ]
