"""How a generated program is written in Fortran 77 and in C: expressions as text, statements as pieces.

All names are given in small letters. Arrays have the index 0 in C, and 0 or 1 in Fortran.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.oracle.programs.pieces import Piece

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

Body = tuple[Piece, ...]
TABLE = 16
"""Elements of a table: as many as there may be ranks, and more."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A procedure: ``values`` are passed to it, ``results`` it sets, ``tables`` are arrays."""

    name: str
    values: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    handles: tuple[str, ...] = ()


@dataclass
class Locals:
    """What a unit declares besides its arguments; ``kept`` are set to 0 once and keep their values."""

    integers: list[str] = field(default_factory=list[str])
    tables: list[str] = field(default_factory=list[str])
    comms: list[str] = field(default_factory=list[str])
    types: list[str] = field(default_factory=list[str])
    requests: list[str] = field(default_factory=list[str])
    kept: list[str] = field(default_factory=list[str])


class Syntax(ABC):
    """One language; ``types`` are names of basic datatypes."""

    language: str
    types: tuple[str, ...]
    status: str
    statuses: str

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.shared: list[str] = []

    # --- expressions ----------------------------------------------------------------------------------

    @abstractmethod
    def mod(self, left: str, right: str) -> str:
        """Return the remainder."""

    @abstractmethod
    def least(self, left: str, right: str) -> str:
        """Return the smaller one."""

    @abstractmethod
    def most(self, left: str, right: str) -> str:
        """Return the larger one."""

    @abstractmethod
    def compare(self, left: str, relation: str, right: str) -> str:
        """Return a condition, the relation as Fortran has it: ``eq``, ``lt`` ..."""

    @abstractmethod
    def both(self, left: str, right: str) -> str:
        """Return a condition that holds if both do."""

    @abstractmethod
    def either(self, left: str, right: str) -> str:
        """Return a condition that holds if one does."""

    @abstractmethod
    def element(self, table: str, index: str) -> str:
        """Return an element; indices count from 0."""

    @abstractmethod
    def bits(self, operation: str, left: str, right: str) -> str:
        """Return an operation on bits: ``and``, ``xor``, ``left`` (shift)."""

    @abstractmethod
    def ask(self, name: str, *arguments: str) -> str:
        """Return the value of a function of the program."""

    # --- arguments ------------------------------------------------------------------------------------

    @abstractmethod
    def out(self, name: str) -> str:
        """Return a variable as an argument that is set."""

    @abstractmethod
    def result(self, name: str) -> str:
        """Return the name, inside of a unit, of a variable of the caller that it sets."""

    @abstractmethod
    def head(self) -> Piece:
        """Return what comes before all units."""

    @abstractmethod
    def named(self, name: str) -> str:
        """Return a name of the language or of MPI."""

    # --- statements -----------------------------------------------------------------------------------

    @abstractmethod
    def plain(self, text: str, *, fixed: bool = False) -> Piece:
        """Return a statement of one line."""

    @abstractmethod
    def mpi(self, routine: str, *arguments: str) -> Piece:
        """Return the call of a routine, ``routine`` without ``mpi_``."""

    @abstractmethod
    def invoke(self, unit: Unit, arguments: Sequence[str]) -> Piece:
        """Return the call of a unit of the program."""

    @abstractmethod
    def when(self, condition: str, then: Body, other: Body = ()) -> Piece:
        """Return a choice."""

    @abstractmethod
    def loop(self, name: str, first: str, last: str, step: str, body: Body) -> Piece:
        """Return a counting loop; a step starting with ``-`` counts down."""

    @abstractmethod
    def whilst(self, condition: str, body: Body) -> Piece:
        """Return a loop with a condition."""

    @abstractmethod
    def cases(self, value: str, bodies: Sequence[Body]) -> Piece:
        """Return what takes one of the bodies where the value is 0, 1 ..., else none."""

    @abstractmethod
    def stop_loop(self, condition: str) -> Piece:
        """Return a jump out of the innermost loop."""

    @abstractmethod
    def function(self) -> Piece:
        """Return a function ``next``: a rank so many steps on."""

    @abstractmethod
    def leave(self, condition: str) -> Piece:
        """Return an early end of the unit."""

    @abstractmethod
    def skip(self, condition: str, body: Body) -> Piece:
        """Return a body that a jump leaves out where the condition holds."""

    @abstractmethod
    def unit(self, unit: Unit, declared: Locals, body: Body) -> Piece:
        """Return a whole unit."""

    @abstractmethod
    def main(self, declared: Locals, start: Body, body: Body) -> Piece:
        """Return the main program; ``start`` comes after MPI_INIT."""

    @abstractmethod
    def read(self, names: Sequence[str]) -> Piece:
        """Return what reads integers from standard input."""

    def assign(self, target: str, value: str) -> Piece:
        """Return an assignment."""
        return self.plain(f"{target} = {value}")
