"""The files that a run of a slice reads: standard input, and those whose text is given.

A file that is opened for writing can be written. Of one that is opened for reading and not given
nothing is known: neither what is in it nor whether it is there. What a program has written is not
read again.
"""

from __future__ import annotations

from posixpath import normpath
from typing import TYPE_CHECKING, Any

from sad.slicing.program_input import STDIN, ProgramInput
from sad.slicing.runtime import Unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

_WRITTEN = 2
"""The value of a C file that is only written."""
_FIRST = 3
_STANDARD = 5
"""The unit of Fortran that is standard input."""
_FIRST_NEW = -10
"""The first unit that NEWUNIT= gives; the next ones are below."""


class Files:
    """Files by their handle (C) or unit (Fortran). ``texts`` are the given ones, by name."""

    def __init__(self, standard: ProgramInput, texts: Mapping[str, str]) -> None:
        self._standard = standard
        self._texts = {normpath(name): text for name, text in texts.items()}
        self._written: set[str] = set()
        self._handles: dict[int, ProgramInput] = {}
        self._units: dict[int, ProgramInput] = {}
        self._names: dict[int, str] = {}
        self._open: list[tuple[str, ProgramInput]] = []
        self._next = _FIRST
        self._next_unit = _FIRST_NEW
        self._lost: Unknown | None = None

    def lose(self, cause: Unknown) -> None:
        """Give up all files: where they stand, and what is in those that are opened later."""
        self._lost = cause
        self._standard.lose(cause)
        for reader in (*self._handles.values(), *self._units.values()):
            reader.lose(cause)

    def _text(self, name: Any) -> str | Unknown:
        """What is in a file that is opened for reading."""
        if self._lost is not None:
            return self._lost
        if not isinstance(name, str):
            return name
        path = normpath(name)
        if path in self._written:
            return Unknown(f"the program writes {path}")
        found = self._texts.get(path)
        return Unknown(f"the file {path} is not given (--file {path})") if found is None else found

    def exists(self, name: Any, cause: Unknown) -> Any:
        """Return whether a file is there, as INQUIRE says."""
        text = self._text(name.strip() if isinstance(name, str) else name)
        return True if isinstance(text, str) else cause if self._lost is None else text

    def _write_to(self, name: Any) -> None:
        """Note that a file is written: its text is not the given one any more."""
        if not isinstance(name, str):
            self.lose(Unknown("it is not known which file is written"))
            return
        path = normpath(name)
        self._written.add(path)
        for other, reader in self._open:
            if other == path:
                reader.lose(Unknown(f"the program writes {path}"))

    def _reader(self, name: str, text: str) -> ProgramInput:
        found = ProgramInput(text)
        self._open.append((normpath(name), found))
        return found

    # --- C ----------------------------------------------------------------------------------------

    def open(self, name: Any, mode: Any, cause: Unknown) -> Any:
        """Return what ``fopen`` gives: a number above 0 that stands for the file."""
        plain = mode.replace("b", "").replace("t", "") if isinstance(mode, str) else ""
        if plain in ("w", "a"):
            self._write_to(name)
            return _WRITTEN
        text = self._text(name) if plain == "r" else cause
        if isinstance(text, Unknown):
            if plain != "r":
                self._write_to(name)
            return text
        self._handles[self._next] = self._reader(name, text)
        self._next += 1
        return self._next - 1

    def stream(self, file: Any) -> ProgramInput:
        """Return what is read from a file of C."""
        if file.__class__ is int:
            if file == STDIN:
                return self._standard
            if file in self._handles:
                return self._handles[file]
        cause = file if isinstance(file, Unknown) else Unknown("it is not known which file is read")
        if self._handles:
            self.lose(cause)
        return _unknown_input(self._standard, cause)

    def close(self, file: Any) -> int:
        """Close a file (``fclose``)."""
        if file.__class__ is int:
            self._handles.pop(file, None)
        elif self._handles:
            self.lose(file)
        return 0

    # --- Fortran ----------------------------------------------------------------------------------

    def connect(self, unit: Any, name: Any, how: str, cause: Unknown) -> Any:
        """Open a file as a unit; return IOSTAT=.

        ``how`` is ``old`` where the file must be there, ``new`` where it is written, ``any`` where it
        may be either, empty where it is not read by records.
        """
        if unit.__class__ is not int:
            self.lose(unit if isinstance(unit, Unknown) else cause)
            return cause
        self._leave(unit)
        if isinstance(name, str):
            name = name.rstrip()
            self._names[unit] = name
        if how == "new":
            self._write_to(name)
            self._units[unit] = _lost_input(cause)
            return 0
        text = self._text(name) if how else cause
        if isinstance(text, Unknown):
            self._units[unit] = _lost_input(text)
            return 0 if how == "any" else text
        self._units[unit] = self._reader(name, text)
        return 0

    def new_unit(self) -> int:
        """Return a number for NEWUNIT=, as gfortran chooses them."""
        self._next_unit -= 1
        return self._next_unit + 1

    def unit(self, unit: Any) -> ProgramInput:
        """Return what is read from a unit. One that was not opened is the file ``fort.N``."""
        if unit.__class__ is not int:
            cause = unit if isinstance(unit, Unknown) else Unknown("it is not known what is read")
            self.lose(cause)
            return _lost_input(cause)
        found = self._units.get(unit)
        if found is None:
            if unit == _STANDARD:
                return self._standard
            name = f"fort.{unit}"
            text = self._text(name)
            is_lost = isinstance(text, Unknown)
            found = _lost_input(text) if is_lost else self._reader(name, text)
            self._units[unit] = found
            self._names[unit] = name
        return found

    def rewind(self, unit: Any) -> None:
        """Go to the beginning of a unit."""
        self.unit(unit).rewind()

    def write(self, unit: Any) -> None:
        """Note that a unit is written; ENDFILE and BACKSPACE leave it at an unknown place, too."""
        if unit.__class__ is not int:
            self.lose(unit if isinstance(unit, Unknown) else Unknown("a file is written"))
            return
        if unit == _STANDARD and unit not in self._units:
            self._standard.lose(Unknown("the input is read in another way"))
            return
        self._write_to(self._names.get(unit, f"fort.{unit}"))
        self._units[unit] = _lost_input(Unknown("the program writes the file"))

    def leave(self, unit: Any) -> None:
        """Close a unit."""
        if unit.__class__ is int:
            self._leave(unit)
            if unit == _STANDARD:
                self._standard.lose(Unknown("the input was closed"))
        else:
            self.lose(unit if isinstance(unit, Unknown) else Unknown("a file is closed"))

    def _leave(self, unit: int) -> None:
        self._units.pop(unit, None)
        self._names.pop(unit, None)


def _lost_input(cause: Unknown) -> ProgramInput:
    """An input of which nothing is known."""
    found = ProgramInput("")
    found.lose(cause)
    return found


def _unknown_input(standard: ProgramInput, cause: Unknown) -> ProgramInput:
    """What is read where it may be standard input: its place is lost, too."""
    standard.lose(cause)
    return standard
