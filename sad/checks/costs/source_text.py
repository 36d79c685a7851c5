"""Source files of a program: lines, paths as shown, merge conflicts, and names of the units."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sad.diagnostics import Span, input_error
from sad.files import no_pipe
from sad.model.walks.terms import CallTerm, terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sad.incremental.described import Described
    from sad.incremental.fingerprint import Files
    from sad.model.nodes import UnitDescription


class SourceText:
    """Text of source files; paths below ``root`` are shown from there."""

    def __init__(self, root: Path | None = None) -> None:
        self._root = None if root is None else root.resolve()
        self._below = os.path.join(str(self._root), "")
        self._lines: dict[str, list[str]] = {}
        self._shown: dict[str, str] = {}
        self._folders: dict[str, str] = {}

    def shown(self, file: str) -> str:
        """Return a file's path as it is shown."""
        known = self._shown.get(file)
        if known is None:
            known = self._shown[file] = self._show(file)
        return known

    def line(self, file: str, number: int) -> str:
        """Return a line without the blanks around it; empty where it cannot be read."""
        lines = self._lines.get(file)
        if lines is None:
            lines = self._lines[file] = _read(file)
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""

    def _resolved(self, file: str) -> str:
        """The path with links followed; those of folders are looked up once."""
        folder, name = os.path.split(file)
        if not name or name in (".", "..") or os.path.islink(file):
            return os.path.realpath(file)
        known = self._folders.get(folder)
        if known is None:
            known = self._folders[folder] = os.path.realpath(folder)
        return os.path.join(known, name)

    def _show(self, file: str) -> str:
        if self._root is None:
            return file
        found = self._resolved(file)
        if os.sep == "/":  # thousands of files: no ``Path`` for each
            return found.removeprefix(self._below) if found.startswith(self._below) else file
        path = Path(found)
        if not path.is_relative_to(self._root):
            return file
        return path.relative_to(self._root).as_posix()


def _read(file: str) -> list[str]:
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


_OPEN, _MIDDLE, _CLOSE = "<<<<<<< ", "=======", ">>>>>>> "


def first_conflict(lines: Iterable[str]) -> int | None:
    """Return the number (from 1) of the line on which the first conflict starts; None if none does.

    All three marks must be there in order, each at the start of a line: source may contain one.
    """
    start: int | None = None
    middle = False
    for number, line in enumerate(lines, 1):
        if line.startswith(_OPEN):
            start, middle = number, False
        elif start is not None and line.rstrip() == _MIDDLE:
            middle = True
        elif start is not None and middle and line.startswith(_CLOSE):
            return start
    return None


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
            content = Path(no_pipe(file)).read_bytes()
        except OSError:
            continue  # told when it is read as source
        if _MARK not in content:
            continue
        line = first_conflict(content.decode("utf-8", "replace").splitlines())
        if line is not None:
            place = Span.at(source.shown(file), line)
            hint = "resolve the merge first"
            raise input_error("SAD816", "a merge left a conflict here", place, hint)


def unit_names(units: Iterable[UnitDescription | Described], source: SourceText) -> dict[str, str]:
    """Return the names of units to compare by: without line numbers, which any edit changes."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for unit in units:
        name = unit.entry
        if name in taken:
            name = f"{unit.entry} ({source.shown(unit.file)})"
        number = 2
        while name in taken:
            name = f"{unit.entry} ({source.shown(unit.file)} #{number})"
            number += 1
        taken.add(name)
        found[unit.name] = name
    return found


def called(unit: UnitDescription) -> Iterator[str]:
    """Yield the described units that a unit calls, each once."""
    yield from dict.fromkeys(
        term.call.target
        for term in terms(unit.tree)
        if isinstance(term, CallTerm) and term.call.target is not None
    )
