"""What is said of a loop: its iterations may run at once, or what stands against it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from sad.records import record, replace

if TYPE_CHECKING:
    from sad.diagnostics import Span

_WORDS = {
    "add": "sum", "mul": "product", "eqv": "equivalence", "neqv": "exclusive or",
    "ior": "bitwise or", "iand": "bitwise and", "ieor": "bitwise exclusive or",
}  # fmt: skip
_IN_CLAUSES = {
    "add": ("+", "+"), "mul": ("*", "*"), "and": (".and.", "&&"), "or": (".or.", "||"),
    "ior": ("ior", "|"), "iand": ("iand", "&"), "ieor": ("ieor", "^"),
    "eqv": (".eqv.", ""), "neqv": (".neqv.", ""),
}  # fmt: skip
"""What clauses of OpenMP call an operator in Fortran and in C, where it is not by its own name."""


IN_ORDER = ("is done in order", "reads or writes files", "may end the program")
"""Ends of reasons that say an order which the source asks for, not what is unknown."""


class Kind(StrEnum):
    """What may be done with a loop's iterations."""

    INDEPENDENT = "independent"
    REDUCTION = "reduction"
    DISTANCE = "distance"
    SERIAL = "serial"
    UNKNOWN = "not known"


@record
class Combined:
    """A variable that the iterations combine values into.

    ``lines`` are where, ``tests`` the lines that read it; ``rounded`` tells that another order may
    round to another result, ``fresh`` that it holds nothing (0 of a sum) when the loop starts.
    ``is_array``: they are elements of an array.
    """

    name: str
    operator: str
    lines: tuple[Span, ...]
    rounded: bool
    fresh: bool = False
    tests: tuple[int, ...] = ()
    is_array: bool = False

    @property
    def text(self) -> str:
        """What is made: ``sum of S``."""
        return f"{_WORDS.get(self.operator, self.operator)} of {self.name}"

    def clause(self, *, in_c: bool) -> str:
        """The clause of OpenMP by which threads combine so."""
        operator = _IN_CLAUSES.get(self.operator, (self.operator,) * 2)[in_c]
        return f"reduction({operator}:{self.name})"


@record
class Verdict:
    """What is known of a loop of a unit, by its ``path``; ``parent`` is the path of the one around.

    ``distance`` is how many iterations may run at once at least. ``reason`` says what stands against
    more, ``lines`` where: who reads first, then who writes. ``proved`` tells that there are iterations
    that touch one ``place``, for sizes that were found. ``private`` scalars are set by each iteration
    before it reads them, the ``last`` ones of them are read behind the loop; ``steps`` hold what can be
    computed from the iteration's number. ``mixed``: what directives cannot say of ``last`` ones, that
    some iterations do not set them. ``given`` is what the verdict takes for granted.
    """

    path: str
    parent: str
    name: str
    span: Span
    kind: Kind
    reason: str = ""
    lines: tuple[Span, ...] = ()
    proved: bool = False
    place: str = ""
    distance: int = 1
    combined: tuple[Combined, ...] = ()
    private: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    mixed: bool = False
    given: str = ""

    @property
    def text(self) -> str:
        """The verdict in words."""
        return f"{self._text} if {self.given}" if self.given else self._text

    @property
    def _text(self) -> str:
        match self.kind:
            case Kind.INDEPENDENT:
                return "independent"
            case Kind.REDUCTION:
                return ", ".join(item.text for item in self.combined)
            case Kind.DISTANCE:
                return f"distance {self.distance}"
            case Kind.SERIAL | Kind.UNKNOWN:
                return f"{self.kind}: {self.reason}"

    def in_order(self) -> Verdict:
        """Return the verdict where sums of reals must be taken in the order of the source."""
        rounded = [item for item in self.combined if item.rounded]
        if self.kind is not Kind.REDUCTION or not rounded:
            return self
        reason = f"{rounded[0].text} in the order of the source"
        return replace(self, kind=Kind.SERIAL, reason=reason, lines=rounded[0].lines)
