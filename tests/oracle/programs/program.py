"""What all generated programs have in common, whatever their language."""

from __future__ import annotations

from typing import Protocol

from tests.support.counted import Case


class RandomProgram(Protocol):
    """A generated program in some language, its top unit, and how that gets its two inputs.

    ``reads``: the top unit is a main program that reads them; otherwise they are its arguments.
    """

    @property
    def text(self) -> str:
        """The source text."""
        ...

    @property
    def language(self) -> str:
        """A name that ``--language`` knows."""
        ...

    @property
    def name(self) -> str:
        """The top unit's name."""
        ...

    @property
    def inputs(self) -> tuple[str, str]:
        """The names of the two inputs."""
        ...

    @property
    def reads(self) -> bool:
        """Whether the inputs are read."""
        ...


def case_of(program: RandomProgram, inputs: tuple[tuple[int, ...], ...]) -> Case:
    """Return a program as a case to be counted."""
    dummies, reads = ((), program.inputs) if program.reads else (program.inputs, ())
    return Case(program.name, program.text, dummies, reads, inputs, frozenset())
