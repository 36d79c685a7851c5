"""The annotated sources of gcov (``NAME.gcov``) and of ``llvm-cov show``.

gcov's, with ``-b -c`` also the ways out of branches::

            -:    0:Source:md1.f
    function force_ called 10 returned 100% blocks executed 100%
           10:    3:      SUBROUTINE FORCE
          460:    6:      DO 10 I = 1, N
    branch  0 taken 450
    branch  1 taken 10 (fallthrough)
        #####:    7:      X = 0

Several may follow one another (``gcov --stdout``). Percentages of ``-b`` alone are no counts, and are
passed over. llvm-cov's begins each line with its number::

        6|    460|    for (int i = 0; i < n; i++)

Numbers that are written short (``1.2k``) are no counts either: they are an error.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.profiles.counts import FileCounts, FunctionCount, LineCount, Way
from sad.profiles.readers.fields import count_text
from sad.profiles.readers.source import malformed
from sad.profiles.readers.totals import Totals, added_functions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.profiles.counts import Profile
    from sad.profiles.readers.source import Source

_LINE = re.compile(r"\s*([^:\s]+):\s*(\d+):(.*)")
_FUNCTION = re.compile(r"function (.+) called (\d+) returned .*")
_BRANCH = re.compile(r"branch\s+\d+ (?:taken (\d+)(%?)|never executed)(.*)")
_PASSED = re.compile(r"(?:call|unconditional)\s+\d+ |\s*\S+:\s*\d+-block\s|\s*$|-+$")
_NEVER = re.compile(r"#+|=+|\$+|%+")
_DASHES = re.compile(r"-{6,}")
_INSTANCE = re.compile(r"\S.*:")
_NO_TEXT = "/*EOF*/"

_SHOWN = re.compile(r"\s*(\d+)\|\s*([^|\s]*)\|(.*)")
_ROUNDED = re.compile(r"\d+(?:\.\d+)?[kMGTPE]")
_HINT = "is this the text as gcov or llvm-cov show wrote it?"
_EXACT = {
    "gcov": "write it without -H, or take gcov -b --json-format",
    "llvm-cov": "llvm-cov export -format=text writes all digits",
}


def is_gcov_text(line: str) -> bool:
    """Whether a line, the first of a file, is that of gcov's annotated source."""
    match = _LINE.fullmatch(line)
    return match is not None and match[1] == "-" and match[2] == "0"


def is_shown_text(line: str) -> bool:
    """Whether a line is one of ``llvm-cov show``, or names the file before the first one."""
    return bool(_SHOWN.fullmatch(line)) or (line.endswith(":") and "/" in line)


def read_gcov_text(source: Source, at: Mapping[str, str]) -> Profile:
    """Read annotated sources of gcov; those of one file add up.

    Raises ``SadError``: SAD704 (no such line), SAD705 (a count that cannot be, or is rounded).
    """
    totals = Totals()
    file = _File(totals, "")
    skipped = ""  # "?" after a line of dashes, "*" in the part of one instance of a function
    for number, text, _ in source.lines():
        span = Span.at(source.path, number)
        if _DASHES.fullmatch(text):
            skipped = "?"
            continue
        if skipped == "?":
            skipped = "*" if _INSTANCE.fullmatch(text) and not _LINE.fullmatch(text) else ""
        if skipped:
            continue  # these counts are in those of all instances, which stand before
        if match := _LINE.fullmatch(text):
            if match[2] == "0":
                key, _, value = match[3].partition(":")
                if key == "Source":
                    file.end()
                    file = _File(totals, value)
                continue
            file.line(int(match[2]), _count(match[1].removesuffix("*"), "gcov", span), match[3])
        elif match := _FUNCTION.fullmatch(text):
            file.function(match[1], count_text(match[2], f"calls of {match[1]}", span))
        elif match := _BRANCH.fullmatch(text):
            if match[2] != "%":
                file.way(Way(int(match[1] or 0), "(fallthrough)" in match[3]))
        elif not _PASSED.match(text):
            malformed(f"{text.strip():.40} is no line of gcov's text", span, _HINT)
    file.end()
    return totals.profile("gcov", source.path, at)


def read_shown_text(source: Source, at: Mapping[str, str]) -> Profile:
    """Read what ``llvm-cov show`` wrote: the counts of lines; raises as ``read_gcov_text``.

    A single file has no name there, and gets an empty one.
    """
    totals = Totals()
    file = _File(totals, "")
    for number, text, _ in source.lines():
        if match := _SHOWN.fullmatch(text):
            count = _count(match[2] or "-", "llvm-cov", Span.at(source.path, number))
            file.line(int(match[1]), count, match[3])
        elif text.endswith(":") and not text.startswith((" ", "|")):
            file.end()
            file = _File(totals, text[:-1])
    file.end()
    return totals.profile("lcov", source.path, at)


def _count(written: str, tool: str, span: Span) -> int | None:
    """A count; None where there is no code."""
    if written == "-":
        return None
    if _NEVER.fullmatch(written):
        return 0
    if _ROUNDED.fullmatch(written):
        raise input_error("SAD705", f"{written} is rounded, no count", span, _EXACT[tool])
    return count_text(written, "the count of a line", span)


class _File:
    """What is read of one source, line by line, with its functions and the ways out of lines."""

    def __init__(self, totals: Totals, name: str) -> None:
        self.name, self.counts = name, FileCounts()
        self._totals = totals
        self._line: tuple[int, int] | None = None
        self._ways: list[Way] = []
        self._functions: list[tuple[str, int]] = []

    def line(self, number: int, count: int | None, text: str) -> None:
        """Take a line of source."""
        self._end_line()
        if len(self.counts.text) == number - 1:
            self.counts.text.append(text)
        if count is not None:
            self._line = number, count
            for name, calls in self._functions:
                self.counts.functions.append(FunctionCount(name, number, calls))
            self._functions = []

    def function(self, name: str, calls: int) -> None:
        """Take a function, which begins on the next line with a count."""
        self._functions.append((name, calls))

    def way(self, way: Way) -> None:
        """Take a way out of the line before."""
        self._ways.append(way)

    def end(self) -> None:
        """Add the file to the totals."""
        self._end_line()
        if not self.counts.lines:
            return
        if _NO_TEXT in self.counts.text:  # gcov did not find the source
            self.counts.text = []
        self.counts.functions = added_functions(self.counts.functions)
        self._totals.add_file(None, self.name, self.counts)

    def _end_line(self) -> None:
        if self._line is not None:
            number, count = self._line
            self._totals.add_line(self.counts, number, LineCount(count, tuple(self._ways)))
        self._line, self._ways = None, []
