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

_COMMENT = frozenset("cC*!dDxX")
_UNUSUAL = frozenset("#$\f\v")
_NO_LABEL = "     "
_LINE_MARKER = re.compile(r'#\s*(?:line\s+)?(\d+)\s+"([^"]*)"')
_TAB_LABEL = re.compile(r"([ 0-9]{0,5})\t([1-9])?")
_DOLLAR_INCLUDE = re.compile(r"\$\s*(INCLUDE\b.*)", re.IGNORECASE)


class _Statement:
    """The statement being collected: its lines' statement fields, cut, and uncut if that differs."""

    __slots__ = ("file", "first", "label", "last", "parts", "quote", "wide_parts", "wide_quote")

    def __init__(self, file: str, line: int, label: str | None) -> None:
        self.file = file
        self.first = self.last = line
        self.label = label
        self.parts: list[str] = []
        self.quote: str | None = None
        self.wide_parts: list[str] | None = None
        self.wide_quote: str | None = None

    def add(self, body: str, beyond: str, line: int) -> None:
        """Append a line's statement field; ``beyond`` is its text after column 72."""
        cut, quote = strip_comment(body, self.quote)
        if self.wide_parts is None and (beyond or quote):
            self.wide_parts, self.wide_quote = self.parts.copy(), self.quote
        if self.wide_parts is not None:
            wide, self.wide_quote = strip_comment(body + beyond, self.wide_quote)
            self.wide_parts.append(wide)
        self.parts.append(cut.ljust(WIDTH - 6) if quote else cut)
        self.quote = quote
        self.last = line

    def finish(self, out: list[Logical]) -> None:
        """Append what was collected to ``out``, one logical statement per ``;`` part."""
        text = "".join(self.parts).strip()
        label = self.label
        if not text:
            if label is not None:
                out.append(Logical(label, "CONTINUE", Span(self.file, self.first, self.last)))
            return
        wide: str | None = None
        if self.wide_parts is not None:
            wide = "".join(self.wide_parts).strip()
            if wide == text or self.wide_parts == self.parts:
                wide = None
        for part in split_semicolons(text) if ";" in text else (text,):
            out.append(Logical(label, part.strip(), Span(self.file, self.first, self.last), wide))
            label = None


def logical_statements(text: str, file: str) -> list[Logical]:
    """Return the logical statements of fixed-form ``text``; ``# n "file"`` lines set the place."""
    out: list[Logical] = []
    current: _Statement | None = None
    number = 0
    for physical in text.split("\n"):
        number += 1
        if not physical or physical[0] in _COMMENT:
            continue
        line: str | None = physical
        if physical[0] in _UNUSUAL:
            marker = _LINE_MARKER.match(physical)
            if marker:
                if current:
                    current.finish(out)
                    current = None
                number, file = int(marker[1]) - 1, marker[2]
                continue
            line = _usual(physical)
        if line is None or line.isspace():
            continue
        continued, label_field, body, beyond = _fields(line)
        if "!" in label_field:
            continue
        if continued and current is not None:
            if current.quote is None and body.lstrip().startswith("!"):
                continue
            current.add(body, beyond, number)
            continue
        if not continued and (label_field == _NO_LABEL or not label_field.strip()):
            if _is_blank(body):
                continue
            label = None
        else:
            label = None if continued else label_of(label_field)
        if current:
            current.finish(out)
        current = _Statement(file, number, label)
        current.add(body, beyond, number)
    if current:
        current.finish(out)
    return out


def _usual(line: str) -> str | None:
    """Return the statement line that an unusual one stands for, None if it is none."""
    line = line.lstrip("\f\v")  # the printer's page break is no text
    if not line or line[0] in _COMMENT or line[0] == "#":
        return None
    if line[0] == "$":
        include = _DOLLAR_INCLUDE.match(line)
        return None if include is None else "      " + include[1]
    return line


def _is_blank(body: str) -> bool:
    stripped = body.lstrip()
    return not stripped or stripped[0] in "!#"


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
