"""Which statements of Fortran the constructs of OpenMP govern: marks where each begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.directives import note_section, tell_problem
from frontends.fortran import syntax as sx
from sad.ir.stmt import Mark, Stmt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.directives import Read
    from frontends.openmp import Directive
    from sad.diagnostics import Diagnostics, Span
    from sad.ir.program import Construct

_Body = list[Stmt]


class Regions:
    """The constructs of a unit, and those of them that are open; ``last`` stand before its END.

    Constructs that are not ended as they should be have that among their problems.
    """

    def __init__(self, last: Sequence[Read], diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        self.constructs: list[Construct] = []
        self._last = last
        self._open: list[tuple[Directive, Construct, _Body]] = []
        self._waiting: list[tuple[Directive, Construct]] = []
        self._may_end: list[tuple[Directive, Construct]] = []

    def read(self, before: Sequence[Read], body: _Body) -> None:
        """Take the directives before a statement of ``body``."""
        if not before:
            return
        from frontends.openmp import Form  # noqa: PLC0415 - not for code without any

        for read in before:
            directive, construct = read.directive, read.construct
            if construct is not None:
                self.constructs.append(construct)
            if directive is None:
                continue
            note_section(self.constructs, read)
            if directive.ends:
                self._end(directive, read.span, body)
            elif construct is not None and directive.form is Form.REGION:
                self.settle()
                body.append(Mark(construct, True, read.span))
                self._open.append((directive, construct, body))
            elif construct is not None and directive.form is not Form.NOTHING:
                self._waiting.append((directive, construct))
            elif construct is not None and directive.name == "barrier":
                body.append(Mark(construct, True, read.span))
                body.append(Mark(construct, False, read.span))

    def around(self, statement: sx.Statement, body: _Body) -> list[Stmt]:
        """Mark what begins before a statement of ``body``; return the marks of where that ends."""
        if not self._waiting:
            return []
        from frontends.openmp import Form  # noqa: PLC0415 - not for code without any

        waiting, self._waiting = self._waiting, []
        after: list[Stmt] = []
        for directive, construct in waiting:
            if directive.form is Form.LOOP and not isinstance(statement, sx.Do):
                self._misplaced(construct, f"{directive.name} stands before no DO loop")
                continue
            body.append(Mark(construct, True, construct.span))
            after.insert(0, Mark(construct, False, construct.span))
            self._may_end.append((directive, construct))
        return after

    def finish(self, body: _Body) -> None:
        """Take the directives before the unit's END."""
        self.read(self._last, body)
        self.settle()
        for directive, construct, _ in self._open:
            self._misplaced(construct, f"{directive.name} is never ended")

    def settle(self) -> None:
        """Take it that what waits for a statement or loop does not get one."""
        for directive, construct in self._waiting:
            self._misplaced(construct, f"{directive.name} stands before no statement")
        self._waiting = []

    def _end(self, directive: Directive, span: Span, body: _Body) -> None:
        self.settle()
        for item in self._may_end:  # of a loop or statement: to say so is optional
            if item[0].words == directive.words:
                self._may_end.remove(item)
                self._ended(item[1], directive)
                return
        if not self._open or self._open[-1][0].words != directive.words:
            problem = f"end {directive.name} without its {directive.name}"
            tell_problem(problem, span, self.diagnostics)
            return
        _, construct, begun_in = self._open.pop()
        self._ended(construct, directive)
        body.append(Mark(construct, False, span))
        if begun_in is not body:
            self._misplaced(construct, f"{directive.name} ends in another block than it begins in")

    def _ended(self, construct: Construct, end: Directive) -> None:
        if end.has("nowait"):
            self.constructs = [
                item._replace(goes_on=True) if item.span is construct.span else item
                for item in self.constructs
            ]

    def _misplaced(self, construct: Construct, problem: str) -> None:
        self.constructs = [
            item._replace(problems=(*item.problems, problem))
            if item.span is construct.span
            else item
            for item in self.constructs
        ]
