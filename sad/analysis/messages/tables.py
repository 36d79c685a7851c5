"""Routines of message-passing libraries, and how the tables of them are written.

A table has one routine per line: its name without the library's prefix, a colon, and its arguments
in order. A mark before an argument tells what the routine does with what the argument is or leads
to: ``>`` writes, ``*`` reads and writes (an update), ``-`` neither (only the address counts); without
a mark it reads. A line that ends in a backslash goes on in the next.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Flow(StrEnum):
    """What a routine does with what an argument is or leads to."""

    READ = "read"
    WRITE = "write"
    UPDATE = "update"
    NONE = "none"


_MARKS = {">": Flow.WRITE, "*": Flow.UPDATE, "-": Flow.NONE}


@record
class Argument:
    """An argument by its name in the standard or manual, and what becomes of it."""

    name: str
    flow: Flow

    @property
    def writes(self) -> bool:
        """Whether the routine may change what the argument leads to."""
        return self.flow in (Flow.WRITE, Flow.UPDATE)

    @property
    def reads(self) -> bool:
        """Whether the routine uses what the argument is or leads to."""
        return self.flow in (Flow.READ, Flow.UPDATE)


@record
class Routine:
    """A routine as one language calls it; ``name`` is in lower case, ``mpi_send``.

    ``result``: ``"status"`` if the function gives 0 for success, ``"value"`` if it gives something of
    use (the time, an identifier), None for a subroutine. Routines that are not ``supported`` are
    known to be messages, or input and output, that no formula is given for.
    """

    name: str
    model: str
    arguments: tuple[Argument, ...]
    result: str | None
    supported: bool = True

    def writes(self, position: int) -> bool:
        """Return whether the routine may change what the argument at ``position`` leads to."""
        return position >= len(self.arguments) or self.arguments[position].writes

    def position(self, name: str) -> int | None:
        """Return where the argument ``name`` stands, from 0; None if there is none."""
        for at, argument in enumerate(self.arguments):
            if argument.name == name:
                return at
        return None


Lines = list[tuple[str, tuple[Argument, ...]]]


def read_table(text: str) -> Lines:
    """Return names and arguments of a table; a routine may stand in several lines."""
    return [(name.strip(), arguments(rest)) for name, rest in _split(text)]


def arguments(text: str) -> tuple[Argument, ...]:
    """Return the arguments of one line."""
    return tuple(
        Argument(word.lstrip(">*-"), _MARKS.get(word[0], Flow.READ)) for word in text.split()
    )


def routines(
    model: str, prefix: str, lines: Lines, result: str | None, values: Iterable[str] = ()
) -> Iterator[Routine]:
    """Yield the routines of a table; ``values`` are the names of those that give a value."""
    useful = frozenset(values)
    for name, given in lines:
        yield Routine(f"{prefix}{name}", model, given, "value" if name in useful else result)


def _split(text: str) -> Iterator[tuple[str, str]]:
    for line in text.replace("\\\n", " ").splitlines():
        name, colon, rest = line.partition(":")
        if colon:
            yield name, rest
