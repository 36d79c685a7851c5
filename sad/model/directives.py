"""Constructs of OpenMP and OpenACC, as reports show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.records import record

if TYPE_CHECKING:
    from sad.diagnostics import Span


@record
class Directive:
    """A construct of OpenMP or OpenACC in the source, the ``language``; ``text`` is as written.

    It begins a ``team`` of threads, or is ``shared`` by one: what is inside runs once in all.
    ``clauses`` are its clauses with what stands in their brackets, ``argument`` is the name of a
    critical region, ``end`` the last line it governs, its own if it governs nothing, ``inside`` the
    line of the loop or condition around it, 0 if there is none. ``sections`` are the lines on which its
    sections begin.
    """

    language: str
    name: str
    text: str
    span: Span
    team: bool = False
    shared: bool = False
    clauses: tuple[tuple[str, str | None], ...] = ()
    argument: str | None = None
    end: int = 0
    sections: tuple[int, ...] = ()
    inside: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its name."""
        return tuple(self.name.split())

    def clause(self, name: str) -> str | None:
        """Return what stands in the brackets of a clause, empty if it has none, None without it."""
        return next((said or "" for clause, said in self.clauses if clause == name), None)

    @property
    def waits(self) -> bool:
        """Whether threads wait for each other at its end."""
        return (
            self.shared and self.name not in ("master", "masked") and self.clause("nowait") is None
        )

    def governs(self, other: Directive) -> bool:
        """Whether another construct stands inside this one, in its own procedure."""
        first, last = self.span.line, self.end
        return self.span.file == other.span.file and first < other.span.line <= last

    @property
    def is_loop(self) -> bool:
        """Whether threads share out the iterations of a loop."""
        return not {"do", "for"}.isdisjoint(self.name.split())
