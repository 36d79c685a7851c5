"""What an analysis is asked for and what it tells: no more than data, loaded at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from frontends.registry import CPLUSPLUS, READERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Diagnostic
    from sad.editor.options import Options
    from sad.report.view import View

_SUFFIXES = {
    "c": ".c",
    "cpp": ".cpp",
    "fortranfreeform": ".f90",
    "fortran-modern": ".f90",
}
"""By an editor's name of a language, for files whose own suffix says nothing; others are fixed form."""


@dataclass(frozen=True, slots=True)
class Note:
    """A text at a line; ``full`` is the same where the text is short of something."""

    line: int
    text: str
    full: str = ""


@dataclass(frozen=True, slots=True)
class ParameterNote:
    """A parameter at the line it comes from.

    ``name`` is its full name and ``shown`` the one in formulas; ``value`` is None while there is none.
    ``message`` says what it is and what it governs, ``offered`` are values to choose from.
    """

    line: int
    end_line: int
    column: int | None
    name: str
    shown: str
    message: str
    is_open: bool
    value: str | None
    offered: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of one file; ``view`` is None if it could not be read at all.

    ``messages`` are the tool's own, also of other files; ``refused`` is what is wrong with the values
    given, which are then left out.
    """

    path: str
    view: View | None = None
    messages: tuple[Diagnostic, ...] = ()
    refused: Diagnostic | None = None
    lenses: tuple[Note, ...] = ()
    hints: tuple[Note, ...] = ()
    parameters: tuple[ParameterNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """A file and all that its analysis depends on: open files' texts by path, options, values."""

    path: str
    texts: Mapping[str, str]
    options: Options
    values: Mapping[str, str]


def analysed_path(path: str, language: str) -> str:
    """Return the path a file is analysed under: one whose suffix names a language."""
    if Path(path).suffix in READERS or Path(path).suffix in CPLUSPLUS:
        return path
    return path + _SUFFIXES.get(language.lower(), ".f")
