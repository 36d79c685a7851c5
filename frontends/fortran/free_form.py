"""Free form: physical lines to logical statements (Fortran 90 standard, 3.3.1)."""

from __future__ import annotations

import re

from frontends.fortran.logical import Logical, split_semicolons, strip_comment
from frontends.fortran.text import plain_label
from sad.diagnostics import Span

_LINE_MARKER = re.compile(r'#\s*(?:line\s+)?(\d+)\s+"([^"]*)"')
_LABEL = re.compile(r"\s*(\d{1,5})\s+(?=\S)|\s*(\d{1,5})\s*$")


def logical_statements(text: str, file: str) -> list[Logical]:
    """Return the logical statements of free-form ``text``; ``# n "file"`` lines set the place."""
    out: list[Logical] = []
    parts: list[str] = []
    first = last = number = 0
    quote: str | None = None
    for line in text.split("\n"):
        number += 1
        if line.startswith("#"):
            marker = _LINE_MARKER.match(line)
            if marker:
                number, file = int(marker[1]) - 1, marker[2]
            continue
        stripped = line.replace("\t", " ").strip("\f\v")
        if not stripped.strip() or stripped.lstrip().startswith("!"):
            continue  # between the lines of a string as well
        if not parts:
            first = number
        elif stripped.lstrip().startswith("&"):
            stripped = stripped.lstrip()[1:]
        body, quote = strip_comment(stripped, quote)
        last = number
        trimmed = body.rstrip()
        if trimmed.endswith("&"):
            parts.append(trimmed[:-1])
            continue
        parts.append(body)
        quote = None
        _emit("".join(parts), (file, first, last), out)
        parts = []
    if parts:
        _emit("".join(parts), (file, first, last), out)
    return out


def _emit(text: str, place: tuple[str, int, int], out: list[Logical]) -> None:
    for part in split_semicolons(text):
        label = None
        match = _LABEL.match(part)
        if match:
            digits = match[1] or match[2]
            label = plain_label(digits)
            part = part[match.end() :] or "CONTINUE"  # noqa: PLW2901
        if part.strip():
            out.append(Logical(label, part.strip(), Span(*place)))
