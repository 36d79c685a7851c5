"""The figure gcov 12 gives each line of a program compiled by gfortran 12 with -O0, from our counts.

docs/gcov.md states the rules with measured examples; the numbers in comments here are theirs.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.fold import integer_value
from sad.ir.program import Storage, UnitKind
from sad.ir.walk import bodies, jump_targets, statements, walk
from tests.oracle.gcov.labels import (
    charged_lines,
    end_has_line,
    has_locals_in_memory,
    uncharged_loops,
)
from tests.support.interpreter import Event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sad.diagnostics import Span
    from sad.ir.program import Program, Unit
    from sad.ir.stmt import Stmt
    from tests.support.interpreter import Run

Line = tuple[str, int]
"""A file and a line number."""


def predicted(program: Program, run: Run) -> dict[Line, int]:
    """Return the figures of all lines for one run; those of several runs add up."""
    figures: Counter[Line] = Counter()
    for unit in program.units:
        if unit.kind is not UnitKind.BLOCK_DATA:
            _Unit(unit, run, figures).add()
    return dict(figures)


def not_comparable(program: Program) -> set[Line]:
    """Return lines of headers and ENDs that get figures of other code, too (rule 9).

    Headers of units with COMMON or EQUIVALENCE; in a file with an ENTRY all headers, and the END of
    the first unit and of those with an ENTRY.
    """
    lines: set[Line] = set()
    for file in program.files:
        joint = [any(isinstance(i, st.EntryPoint) for i in statements(u.body)) for u in file.units]
        for number, unit in enumerate(file.units):
            shared = any(symbol.block or symbol.shares for symbol in unit.symbols.values())
            if shared or any(joint):
                lines.add((unit.span.file, unit.span.line))
            if joint[number] or (any(joint) and number == 0):
                lines.add((unit.span.file, unit.span.end_line))
    return lines


class _Unit:
    """Adds the figures of one unit."""

    def __init__(self, unit: Unit, run: Run, figures: Counter[Line]) -> None:
        self._unit = unit
        self._run = run
        self._figures = figures
        self._targets = {label for item in statements(unit.body) for label in jump_targets(item)}
        self._labels = charged_lines(unit)
        self._uncharged = uncharged_loops(unit)

    def add(self) -> None:
        unit, run = self._unit, self._run
        entries = [item for item in statements(unit.body) if isinstance(item, st.EntryPoint)]
        calls = run.count(Event.START, unit)
        if unit.header is not None:
            self._charge(unit.header, calls)
        for entry in entries:
            self._charge(entry.span, run.count(Event.START, entry))
        self._end(calls)
        self._returns()
        for item in statements(unit.body):
            self._statement(item)

    def _charge(self, span: Span, count: int) -> None:
        self._figures[span.file, span.end_line] += count

    def _end(self, calls: int) -> None:
        """Rule 8: END has code where there is a result to return, and in a main program."""
        unit = self._unit
        if unit.end is None:
            return
        if unit.kind is UnitKind.PROGRAM:
            self._charge(unit.end, calls)
        elif end_has_line(unit):
            self._charge(unit.end, self._run.count(Event.LEAVE, unit))

    def _returns(self) -> None:
        """Rule 8: all RETURNs of a subroutine meet at the first, to end the life of its variables."""
        unit = self._unit
        returns = [item for item in statements(unit.body) if isinstance(item, st.Return)]
        if not returns or end_has_line(unit) or not has_locals_in_memory(unit):
            return
        if isinstance(unit.body[-1], st.Return | st.Goto | st.Stop):
            return  # control does not run on into END: all RETURNs are one way out
        first = returns[0].span
        for item in returns:
            if item.span.end_line != first.end_line:
                self._charge(first, self._run.count(Event.START, item))

    def _statement(self, item: Stmt) -> None:
        run = self._run
        started = run.count(Event.START, item)
        match item:
            case st.Continue() | st.EntryPoint():
                return
            case st.CountedLoop():
                self._counted(item)
            case st.If(arms=arms):
                self._figures[item.span.file, item.span.line] += started
                for arm in arms[1:]:
                    self._figures[arm.span.file, arm.span.line] += run.count(Event.TEST, arm)
                if item.end is None and item.span.line != item.span.end_line:
                    self._charge(item.span, run.count(Event.TAKEN, arms[0]))
            case st.Select():
                self._select(item)
            case st.InputOutput(items=items, results=results):
                if not _shares_line(item, self._unit):
                    self._charge(item.span, started)
                for part in (*items, *results):
                    for node in walk(part):
                        if isinstance(node, ex.ImpliedDo):
                            self._implied(node, item.span)
            case st.ArithmeticIf():
                self._charge(item.span, started)
                self._arithmetic(item)
            case _:
                if not _shares_line(item, self._unit):
                    self._charge(item.span, started)

    def _implied(self, loop: ex.ImpliedDo, span: Span) -> None:
        """Rule 7: an implied DO adds the cycles on its line."""
        run = self._run
        repeated = run.count(Event.ITERATE, loop)
        if loop.step is not None and _constant(loop.step, self._unit) not in (1, -1, None):
            repeated -= run.count(Event.START, loop) - run.count(Event.EMPTY, loop)
        self._charge(span, repeated)

    def _select(self, item: st.Select) -> None:
        """Rule 10: SELECT CASE has the figure of its first case; its own goes to its last line."""
        first, last = item.cases[0], item.cases[-1]
        self._charge(item.span, self._run.count(Event.TAKEN, first))
        if last.body:
            started = self._run.count(Event.START, item)
            self._charge(last.body[-1].span, started - self._run.count(Event.TAKEN, last))

    def _counted(self, loop: st.CountedLoop) -> None:
        """Rules 3 to 5: the header, and the line that is charged with the loop's end."""
        run = self._run
        started, stepped = run.count(Event.START, loop), run.count(Event.NEXT, loop)
        done, empty = run.count(Event.DONE, loop), run.count(Event.EMPTY, loop)
        own = loop.span.end_line
        end = loop.body[-1].span if loop.body else loop.span
        charged = end.end_line != own and id(loop) not in self._uncharged
        if _is_unit_step(loop, self._unit):
            self._charge(loop.span, started + stepped)
            if charged:
                self._charge(end, done)
            return
        merged = self._line_of_step(loop)
        if merged is None:
            self._charge(loop.span, started + stepped)
        elif merged == own:
            self._charge(loop.span, started + stepped - (started - empty))
        else:
            self._charge(loop.span, started)
        if charged:
            self._charge(end, empty + (0 if merged == end.end_line else done - empty))

    def _line_of_step(self, loop: st.CountedLoop) -> int | None:
        """Return the line in whose block a loop's step ends up, None if it has its own block."""
        body = list(loop.body)
        if _is_cycled(loop.body, loop.name):
            return None
        while body and isinstance(body[-1], st.Continue):
            if body[-1].label in self._targets:
                return None
            body.pop()
        if not body:
            return loop.span.end_line
        last = body[-1]
        if isinstance(last, st.Assign) and self._ends_with_call(last):
            return None
        return last.span.end_line if isinstance(last, st.Assign | st.AssignLabel) else None

    def _ends_with_call(self, item: st.Assign) -> bool:
        """Whether a function's value goes straight into a variable: then nothing is left to do."""
        if not isinstance(item.value, ex.FunctionCall) or not isinstance(item.target, ex.Variable):
            return False
        symbol = self._unit.symbols[item.target.name]
        fixed = symbol.saved or symbol.initial is not None or symbol.shares is not None
        main = self._unit.kind is UnitKind.PROGRAM
        return symbol.storage in (Storage.LOCAL, Storage.RESULT) and not fixed and not main

    def _arithmetic(self, item: st.ArithmeticIf) -> None:
        """Rule 6: the ways to labels are charged to the statements before those labels."""
        run, own = self._run, item.span.end_line
        negative, zero, positive = item.negative, item.zero, item.positive
        ways = Counter[str]()
        for event, label in (
            (Event.NEGATIVE, negative),
            (Event.ZERO, zero),
            (Event.POSITIVE, positive),
        ):
            ways[label] += run.count(event, item)
        for label, count in ways.items():
            charged = self._labels[label]
            if charged is not None and charged.end_line != own:
                self._charge(charged, count)


def _is_cycled(body: Sequence[Stmt], name: str | None, *, nested: bool = False) -> bool:
    """Whether a CYCLE in ``body`` means the loop around it."""
    for item in body:
        if isinstance(item, st.Cycle) and (
            (item.name is None and not nested) or (item.name is not None and item.name == name)
        ):
            return True
        deeper = nested or isinstance(item, st.CountedLoop | st.While)
        if any(_is_cycled(inner, name, nested=deeper) for inner in bodies(item)):
            return True
    return False


def _shares_line(item: Stmt, unit: Unit) -> bool:
    """Whether a statement is the action of a logical IF, whose line is charged by the IF."""
    return any(
        isinstance(other, st.If) and other.end is None and item in other.arms[0].body
        for other in statements(unit.body)
        if other.span is item.span
    )


def _is_unit_step(loop: st.CountedLoop, unit: Unit) -> bool:
    return loop.variable.type is ex.Type.INTEGER and _constant(loop.step, unit) in (1, -1)


def _constant(expr: ex.Expr, unit: Unit) -> int | None:
    def value(name: str) -> ex.Expr | None:
        symbol = unit.symbols.get(name)
        return None if symbol is None else symbol.value

    return integer_value(expr, value)
