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
    """

    language: str
    name: str
    text: str
    span: Span
    team: bool = False
    shared: bool = False

    @property
    def is_loop(self) -> bool:
        """Whether threads share out the iterations of a loop."""
        return not {"do", "for"}.isdisjoint(self.name.split())
