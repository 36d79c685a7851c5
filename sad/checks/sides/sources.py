"""Whether source files are in a state to be compared at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sad.checks.sides.conflicts import first_conflict
from sad.diagnostics import Span, input_error

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sad.checks.costs.source_text import SourceText
    from sad.incremental.fingerprint import Files

_MARK = b"<<<<<<< "


def check_no_conflicts(
    files: Iterable[str], source: SourceText, known: Files | None = None
) -> None:
    """Raise SAD816 at the first mark of a merge that is left in one of the source files.

    ``known`` tells which of them may hold one.
    """
    for file in files:
        if known is not None and known.digest(file) and file not in known.marked:
            continue
        try:
            content = Path(file).read_bytes()
        except OSError:
            continue  # told when it is read as source
        if _MARK not in content:
            continue
        line = first_conflict(content.decode("utf-8", "replace").splitlines())
        if line is not None:
            place = Span.at(source.shown(file), line)
            hint = "resolve the merge first"
            raise input_error("SAD816", "a merge left a conflict here", place, hint)
