"""Constants of the source among those that are tried: ``PARAMETER (NB = 64)``, ``#define NB 64``.

The program is read anew for each value, with that in the place of the number in the text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, argument_error, input_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MOST_BYTES = 5_000_000
_FORTRAN = (r"\bparameter\s*\([^!)]*?\b{}\s*=\s*", r"\bparameter\b[^!\n]*::[^!\n]*?\b{}\s*=\s*")
_C = (
    r"#[ \t]*define[ \t]+{}[ \t]+\(?",
    r"\benum\b[^;{{}}]*\{{[^;{{}}]*?\b{}\s*=\s*",
    r"\bconst\b[^;(){{}}=]*?\b{}\s*=\s*",
)
_NUMBER = r"(\d+(?:\.\d*)?(?:[eEdD][-+]?\d+)?)(?![\w.])(?=\s*[,;)}!/\n]|\s*$)"
_COMMENT = {
    True: re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL),
    False: re.compile(r"(?m)^[Cc*!].*$"),
}
_FREE = (".f90", ".f95", ".f03", ".f08")
_FIXED = (".f", ".for", ".ftn", ".f77")
_C_FILES = (".c", ".h")
_CARD = 72  # columns of a line of fixed form


@record
class SourceConstant:
    """A constant, and where its number stands: (file, first, behind) in the texts, and the number."""

    name: str
    places: tuple[tuple[str, int, int], ...]
    number: str


def constant_of(name: str, texts: Mapping[str, str]) -> SourceConstant | None:
    """Return a constant of the source by its name; None if there is none with a plain number.

    Raises SAD681 where it has different numbers in different places.
    """
    places: list[tuple[str, int, int]] = []
    numbers: list[str] = []
    for path, text in texts.items():
        suffix = Path(path).suffix.lower()
        is_c = suffix in _C_FILES
        if not is_c and suffix not in (*_FREE, *_FIXED):
            continue
        blank = text if suffix in _FREE else _COMMENT[is_c].sub(_blanks, text)
        flags = re.MULTILINE | (0 if is_c else re.IGNORECASE)
        for form in _C if is_c else _FORTRAN:
            for match in re.finditer(form.format(re.escape(name)) + _NUMBER, blank, flags):
                places.append((path, match.start(1), match.end(1)))
                numbers.append(match[1])
    if len(set(numbers)) > 1:
        path, start, _ = places[0]
        at = Span.at(path, texts[path].count("\n", 0, start) + 1)
        message = f"{name} is {numbers[0]} at {at} and another number elsewhere"
        raise argument_error("SAD681", message, "rename one of them")
    return SourceConstant(name, tuple(places), numbers[0]) if numbers else None


def _blanks(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def texts_of(sources: Sequence[str]) -> dict[str, str]:
    """Return the texts of files by their paths; of folders and what cannot be read, nothing."""
    files = [(source, Path(source)) for source in sources]
    return {
        source: path.read_text(encoding="utf-8", errors="replace")
        for source, path in files
        if path.is_file() and path.stat().st_size <= _MOST_BYTES
    }


def with_values(
    texts: Mapping[str, str], constants: Sequence[SourceConstant], values: Mapping[str, str]
) -> dict[str, str]:
    """Return the texts that change, with ``values`` in the place of constants' numbers.

    Raises SAD681 where a line of fixed form becomes too long.
    """
    new = [(place, values[item.name]) for item in constants for place in item.places]
    found: dict[str, str] = {}
    for (path, start, behind), value in sorted(new, reverse=True):
        text = found.get(path, texts[path])
        found[path] = text = f"{text[:start]}{value}{text[behind:]}"
        line = text[text.rfind("\n", 0, start) + 1 :].partition("\n")[0]
        more = len(value) - (behind - start)
        if Path(path).suffix.lower() in _FIXED and len(line) - more <= _CARD < len(line):
            at = Span.at(path, text.count("\n", 0, start) + 1)
            message = f"with {value} the line has more than {_CARD} columns"
            raise input_error("SAD681", message, at, "break the line")
    return found
