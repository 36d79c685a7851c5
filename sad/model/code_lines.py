"""Which lines of Fortran files say something, so that places can be kept that comments do not move.

A place is kept as the number of its line among those that say something, made negative. A line is left
out only where it is a comment or blank whatever stands around it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from sad.files import digest
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Collection

    from sad.diagnostics import Span

Json = Any

# What begins with a letter or holds a dollar may be a directive.
_FIXED = re.compile(r"(?:[cC*!](?![A-Za-z])[^$]*|[ \t]*)")
_FREE = re.compile(r"[ \t]*(?:!(?![A-Za-z])[^$]*)?")
_TOLD_OTHERWISE = re.compile(r"^[ \t]*#|/\*|\*/|\\$", re.MULTILINE)
"""What the preprocessor reads: there, a comment may be part of something else."""


@record
class CodeLines:
    """``digest`` is one of the lines that say something, or of all where these cannot be told.

    ``runs`` are the first line and the length of each run of such lines, one by one; None where
    all lines count as they are.
    """

    digest: str
    runs: list[int] | None


def code_lines(text: str, *, free_form: bool) -> CodeLines:
    """Return the lines of a Fortran text, with ``\\n`` at line ends, that say something."""
    if _TOLD_OTHERWISE.search(text):
        return CodeLines(digest(text), None)
    is_comment = (_FREE if free_form else _FIXED).fullmatch
    kept: list[str] = []
    runs: list[int] = []
    continued = False  # of free form: what follows may go on inside a text
    for number, line in enumerate(text.split("\n"), 1):
        if is_comment(line) and not continued:
            continue
        continued = free_form and line.rstrip().endswith("&")
        kept.append(line)
        if runs and runs[-2] + runs[-1] == number:
            runs[-1] += 1
        else:
            runs += (number, 1)
    return CodeLines(digest("\n".join(kept)), runs)


_known: dict[str, CodeLines] = {}
_lines: dict[str, list[int]] = {}
_numbers: dict[str, dict[int, int]] = {}


def learn(path: str, lines: CodeLines) -> None:
    """Take places in a file to be among these lines from now on."""
    if _known.get(path) != lines:
        _known[path] = lines
        _lines.pop(path, None)
        _numbers.pop(path, None)


def known_lines(path: str) -> CodeLines:
    """Return the lines of a file that ``learn`` was told last; raise ``KeyError`` if none were."""
    return _known[path]


def _listed(path: str) -> list[int]:
    listed = _lines.get(path)
    if listed is None:
        runs = _known[path].runs or []
        pairs = zip(runs[::2], runs[1::2], strict=True)
        listed = _lines[path] = [n for first, size in pairs for n in range(first, first + size)]
    return listed


def line_at(path: str, kept: int) -> int:
    """Return the line that is kept as a number; raise ``LookupError`` if the file has none."""
    return kept if kept >= 0 else _listed(path)[-kept - 1]


class Places:
    """Places as JSON: in the files ``own`` apart from comments, in others as they are.

    ``are_apart`` tells whether none was on a line that says nothing, which is kept as it is.
    """

    def __init__(self, own: Collection[str] = ()) -> None:
        self._own = {path for path in own if path in _known and _known[path].runs is not None}
        self.are_apart = True

    def line(self, path: str, line: int) -> int:
        """Return what is kept of a line."""
        if path not in self._own or line <= 0:
            return line
        numbers = _numbers.get(path)
        if numbers is None:
            numbers = {line: -number for number, line in enumerate(_listed(path), 1)}
            _numbers[path] = numbers
        found = numbers.get(line)
        self.are_apart = self.are_apart and found is not None
        return line if found is None else found

    def span(self, span: Span) -> Json:
        """Return a place as JSON."""
        path, first, last = span.file, span.line, span.end_line
        line = self.line(path, first)
        return [path, line, line if last == first else self.line(path, last), span.column]
