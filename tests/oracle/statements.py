"""The distinct statements of Fortran files, as the reader hands them to the statement parser."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from frontends.fortran import fixed_form, free_form
from frontends.fortran.hollerith import quote_hollerith
from frontends.fortran.preprocess import Preprocessor, needs_preprocessing
from frontends.fortran.statements import parse_statement
from frontends.fortran.syntax import LogicalIf, Unreadable
from frontends.fortran.text import squeeze
from frontends.source import read_source
from sad.diagnostics import Diagnostics, SadError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sample:
    """A statement: without blanks, as written where it was first met, and where that was."""

    squeezed: str
    written: str
    place: str


@dataclass(slots=True)
class Samples:
    """Distinct statements (equal without blanks, and in upper case) and how many there were."""

    files: int = 0
    occurrences: int = 0
    distinct: dict[str, Sample] = field(default_factory=dict[str, Sample])


def collect(paths: Iterable[Path], base: Path) -> Samples:
    """Return the statements of the files; places below ``base`` are named relative to it."""
    found = Samples()
    for path in paths:
        try:
            text = read_source(str(path))
        except SadError:
            continue  # an empty file has no statements
        found.files += 1
        if needs_preprocessing(text, str(path)):
            text = Preprocessor((), Diagnostics()).run(text, str(path))
        form = free_form if path.suffix.lower() == ".f90" else fixed_form
        name = path.relative_to(base) if path.is_relative_to(base) else path
        for logical in form.logical_statements(text, str(path)):
            found.occurrences += 1
            written = logical.text
            if logical.wide is not None and _is_unreadable(written):
                written = logical.wide
            written = quote_hollerith(written)
            squeezed = squeeze(written)
            if squeezed not in found.distinct:
                place = f"{name}:{logical.span.line}"
                found.distinct[squeezed] = Sample(squeezed, written, place)
    return found


def _is_unreadable(text: str) -> bool:
    statement = parse_statement(text)
    if isinstance(statement, LogicalIf):
        statement = statement.action
    return isinstance(statement, Unreadable)
