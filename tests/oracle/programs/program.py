"""What all generated programs have in common, whatever their language."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.programs.pieces import Piece, text_of
from tests.support.counted import Case


@dataclass(frozen=True, slots=True)
class RandomProgram:
    """A program: its pieces, the name of its top unit, and how that gets its two inputs.

    ``reads``: the top unit is a main program that reads them; otherwise they are its arguments.
    ``language`` is a name that ``--language`` knows.
    """

    seed: int
    pieces: tuple[Piece, ...]
    name: str
    reads: bool
    language: str = "fortran"
    inputs: tuple[str, str] = ("N", "M")

    @property
    def text(self) -> str:
        """The source text."""
        return text_of(self.pieces)


def case_of(program: RandomProgram, inputs: tuple[tuple[int, ...], ...]) -> Case:
    """Return a program as a case to be counted."""
    dummies, reads = ((), program.inputs) if program.reads else (program.inputs, ())
    return Case(program.name, program.text, dummies, reads, inputs, frozenset())
