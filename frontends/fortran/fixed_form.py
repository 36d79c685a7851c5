"""Fixed form: physical lines to logical statements.

Rules of FORTRAN 77 3.2 and what real codes add to them: tab format, ``&`` in column 1, ``0`` in
column 6 (an initial line), lower-case and ``*!dD$xX`` comments, blank lines and comments between
continuations, sequence numbers after column 72, form feeds, labels with blanks.
"""

from __future__ import annotations

import re

from frontends.fortran.logical import Logical, label_of, split_semicolons, strip_comment
from sad.diagnostics import Span

WIDTH = 72
WIDE = 132

_LINE_MARKER = re.compile(r'#\s*(?:line\s+)?(\d+)\s+"([^"]*)"')
_TAB_LABEL = re.compile(r"([ 0-9]{0,5})\t([1-9])?")
_DOLLAR_INCLUDE = re.compile(r"\$\s*(INCLUDE\b.*)", re.IGNORECASE)


class _Statement:
    """The statement being collected: its lines' statement fields, cut and uncut."""

    __slots__ = ("file", "first", "label", "last", "parts", "quote", "wide_parts", "wide_quote")

    def __init__(self, file: str, line: int, label: str | None) -> None:
        self.file = file
        self.first = self.last = line
        self.label = label
        self.parts: list[str] = []
        self.wide_parts: list[str] = []
        self.quote: str | None = None
        self.wide_quote: str | None = None

    def add(self, body: str, beyond: str, line: int) -> None:
        """Append a line's statement field; ``beyond`` is its text after column 72."""
        cut, self.quote = strip_comment(body, self.quote)
        wide, self.wide_quote = strip_comment(body + beyond, self.wide_quote)
        if self.quote:
            cut = cut.ljust(WIDTH - 6)
        self.parts.append(cut)
        self.wide_parts.append(wide)
        self.last = line

    def finish(self, out: list[Logical]) -> None:
        """Append what was collected to ``out``, one logical statement per ``;`` part."""
        text = "".join(self.parts).strip()
        place = (self.file, self.first, self.last)
        if not text:
            if self.label is not None:
                out.append(Logical(self.label, "CONTINUE", Span(*place)))
            return
        wide: str | None = "".join(self.wide_parts).strip()
        if wide == text or self.wide_parts == self.parts:
            wide = None
        label = self.label
        for part in split_semicolons(text):
            out.append(Logical(label, part.strip(), Span(*place), wide))
            label = None


def _is_comment(line: str, first: str) -> bool:
    return first in "cC*!dDxX$" or not line.strip()


def logical_statements(text: str, file: str) -> list[Logical]:
    """Return the logical statements of fixed-form ``text``; ``# n "file"`` lines set the place."""
    out: list[Logical] = []
    current: _Statement | None = None
    number = 0
    for line in text.split("\n"):
        number += 1
        if not line:
            continue
        first = line[0]
        if first == "#":
            marker = _LINE_MARKER.match(line)
            if marker:
                if current:
                    current.finish(out)
                    current = None
                number, file = int(marker[1]) - 1, marker[2]
            continue
        if first in "\f\v":
            line = line.lstrip("\f\v")  # noqa: PLW2901 - the printer's page break is no text
            if not line.strip():
                continue
            first = line[0]
        if _is_comment(line, first):
            include = _DOLLAR_INCLUDE.match(line) if first == "$" else None
            if include is None:
                continue
            line = "      " + include[1]  # noqa: PLW2901
        continued, label_field, body, beyond = _fields(line)
        if label_field.find("!") >= 0 or (not label_field.strip() and _blank_body(body, continued)):
            continue
        if continued and current is not None:
            if current.quote is None and body.lstrip().startswith("!"):
                continue
            current.add(body, beyond, number)
            continue
        if current:
            current.finish(out)
        label = None if continued else label_of(label_field)
        current = _Statement(file, number, label)
        current.add(body, beyond, number)
    if current:
        current.finish(out)
    return out


def _blank_body(body: str, continued: bool) -> bool:
    stripped = body.lstrip()
    return not continued and (not stripped or stripped[0] in "!#")


def _fields(line: str) -> tuple[bool, str, str, str]:
    """Return (is a continuation, label field, statement field, text after column 72)."""
    if "\t" in line:
        tab = _TAB_LABEL.match(line)
        if tab:
            body = line[tab.end() :].expandtabs(8)
            return bool(tab[2]), tab[1], body, ""
        line = line.expandtabs(8)
    if line[0] == "&":
        return True, "", line[1:], ""
    label_field, mark = line[:5], line[5:6]
    return mark not in ("", " ", "0"), label_field, line[6:WIDTH], line[WIDTH:WIDE]
