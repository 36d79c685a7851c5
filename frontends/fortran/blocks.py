"""DO, IF and SELECT nesting: a unit's executable lines to nested IR statements.

Labelled DOs may share one terminal statement, which then belongs to the innermost loop; every loop
waiting for that label closes after it. A unit whose nesting does not work out (a DO never closed,
an END IF without its IF) raises ``BrokenStructure``: its counts would be guesses, so the caller makes
the whole unit opaque.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from sad.ir import stmt as ir
from sad.ir.expr import Constant, Expr, Type, Variable
from sad.records import field, mutable

if TYPE_CHECKING:
    from frontends.fortran.regions import Regions
    from frontends.fortran.statement_ir import StatementBuilder
    from frontends.fortran.units import Line
    from sad.diagnostics import Span


_OF_BLOCKS = frozenset({
    sx.Do, sx.DoWhile, sx.EndDo, sx.IfThen, sx.ElseIf, sx.Else, sx.EndIf,
    sx.SelectCase, sx.CaseLabel, sx.EndSelect,
})  # fmt: skip


class BrokenStructure(Exception):
    """The unit's blocks do not nest. ``span`` is where, ``code`` which diagnostic."""

    def __init__(self, code: str, message: str, span: Span, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.hint = hint


@mutable
class _Frame:
    """An open construct. ``bodies`` holds finished parts, ``body`` the one being filled."""

    kind: str
    line: Line
    body: list[ir.Stmt] = field(default_factory=list[ir.Stmt])
    arms: list[tuple[Expr | None, list[ir.Stmt], Span]] = field(
        default_factory=list[tuple[Expr | None, list[ir.Stmt], "Span"]]
    )
    cases: list[ir.Case] = field(default_factory=list[ir.Case])
    terminal: str | None = None
    after: list[ir.Stmt] = field(default_factory=list[ir.Stmt])


def build_body(
    lines: list[Line], builder: StatementBuilder, regions: Regions
) -> tuple[ir.Stmt, ...]:
    """Return the nested statements of a unit; raise ``BrokenStructure`` if they do not nest."""
    nest = _Nest(builder, regions)
    for line in lines:
        nest.add(line)
    return nest.finish()


class _Nest:
    """The stack of open constructs."""

    def __init__(self, builder: StatementBuilder, regions: Regions) -> None:
        self._builder = builder
        self._regions = regions
        self._root: list[ir.Stmt] = []
        self._frames: list[_Frame] = []

    def _body(self) -> list[ir.Stmt]:
        return self._frames[-1].body if self._frames else self._root

    def add(self, line: Line) -> None:
        statement = line.statement
        if line.before:
            self._regions.read(line.before, self._body())
        if type(statement) not in _OF_BLOCKS:
            after = self._regions.around(statement, self._body())
            self._body().extend(self._builder.statements(line))
            self._body().extend(after)
            self._close_labelled(line)
            return
        if not isinstance(statement, sx.Do):
            self._regions.settle()
        match statement:
            case sx.Do() | sx.DoWhile():
                after = self._regions.around(statement, self._body())
                self._frames.append(_Frame("DO", line, terminal=statement.label, after=after))
                return
            case sx.IfThen(condition):
                frame = _Frame("IF", line)
                frame.arms.append(
                    (self._builder.value(condition, line.span), frame.body, line.span)
                )
                self._frames.append(frame)
                return
            case sx.ElseIf(condition):
                self._new_arm(line, self._builder.value(condition, line.span))
            case sx.Else():
                self._new_arm(line, None)
            case sx.EndIf():
                self._close_if(line)
            case sx.SelectCase():
                self._frames.append(_Frame("SELECT CASE", line))
                return
            case sx.CaseLabel(values):
                self._new_case(line, values)
            case sx.EndSelect():
                self._close_select(line)
            case sx.EndDo():
                self._close_do(line)
                return
            case _:
                raise AssertionError(statement)
        self._close_labelled(line)

    def finish(self) -> tuple[ir.Stmt, ...]:
        if self._frames:
            frame = self._frames[-1]
            waits = f" (waits for label {frame.terminal})" if frame.terminal else ""
            code = "SAD202" if frame.kind == "DO" else "SAD203"
            ends = {"DO": "END DO", "IF": "END IF", "SELECT CASE": "END SELECT"}
            hint = f"close it with {frame.terminal or ''} {ends[frame.kind]}".replace("  ", " ")
            message = f"this {frame.kind} is never closed{waits}"
            raise BrokenStructure(code, message, frame.line.span, hint)
        self._regions.finish(self._root)
        return tuple(self._root)

    def _top(self, kind: str, line: Line, what: str) -> _Frame:
        """Return the innermost open construct, which must be of ``kind``."""
        if self._frames and self._frames[-1].kind == kind:
            return self._frames[-1]
        if self._frames:
            place = self._frames[-1]
            message = f"{what} inside an open {place.kind} from line {place.line.span.line}"
        else:
            message = f"{what} without its {kind}"
        raise BrokenStructure("SAD204", message, line.span, "check how the blocks nest")

    def _new_arm(self, line: Line, condition: Expr | None) -> None:
        frame = self._top("IF", line, "ELSE")
        frame.body = []
        frame.arms.append((condition, frame.body, line.span))
        if line.label is not None:
            frame.body.append(ir.Continue(line.span, line.label))

    def _close_if(self, line: Line) -> None:
        frame = self._top("IF", line, "END IF")
        self._frames.pop()
        arms = [
            ir.Arm(condition, tuple(body), span)
            for condition, body, span in frame.arms
            if condition is not None
        ]
        rest = [(body, span) for condition, body, span in frame.arms if condition is None]
        otherwise, otherwise_span = rest[0] if rest else ([], None)
        statement = frame.line.statement
        name = statement.name if isinstance(statement, sx.IfThen) else None
        end = line.span if line.label is None else None
        self._body().append(
            ir.If(
                tuple(arms),
                tuple(otherwise),
                frame.line.span,
                otherwise_span,
                end,
                frame.line.label,
                name,
            )
        )
        if line.label is not None:
            self._body().append(ir.Continue(line.span, line.label))

    def _new_case(self, line: Line, values: tuple[sx.Node, ...] | None) -> None:
        frame = self._top("SELECT CASE", line, "CASE")
        self._finish_case(frame)
        frame.body = []
        resolved = None if values is None else self._builder.case_values(values, line.span)
        frame.cases.append(ir.Case(resolved, (), line.span))

    def _finish_case(self, frame: _Frame) -> None:
        if frame.cases:
            last = frame.cases[-1]
            frame.cases[-1] = ir.Case(last.values, tuple(frame.body), last.span)

    def _close_select(self, line: Line) -> None:
        frame = self._top("SELECT CASE", line, "END SELECT")
        self._finish_case(frame)
        self._frames.pop()
        statement = frame.line.statement
        assert isinstance(statement, sx.SelectCase)
        self._body().append(
            ir.Select(
                self._builder.value(statement.selector, frame.line.span),
                tuple(frame.cases),
                frame.line.span,
                line.span if line.label is None else None,
                frame.line.label,
                statement.name,
            )
        )
        if line.label is not None:
            self._body().append(ir.Continue(line.span, line.label))

    def _close_do(self, line: Line) -> None:
        frame = self._top("DO", line, "END DO")
        if frame.terminal is not None:
            if frame.terminal != line.label:
                message = f"END DO where DO {frame.terminal} waits for its label"
                hint = f"put label {frame.terminal} on it"
                raise BrokenStructure("SAD204", message, line.span, hint)
            frame.body.append(ir.Continue(line.span, line.label))
            self._close_labelled(line)
            return
        end: Span | None = line.span
        if line.label is not None:
            frame.body.append(ir.Continue(line.span, line.label))
            end = None
        self._pop_loop(end)

    def _close_labelled(self, line: Line) -> None:
        """Close every DO whose terminal statement ``line`` is."""
        if line.label is None:
            return
        while self._frames and self._frames[-1].terminal == line.label:
            self._pop_loop(None)
        for frame in self._frames:
            if frame.terminal == line.label:
                inner = self._frames[-1]
                message = f"label {line.label} ends a DO from inside an open {inner.kind}"
                hint = f"close the {inner.kind} of line {inner.line.span.line} first"
                raise BrokenStructure("SAD204", message, line.span, hint)

    def _pop_loop(self, end: Span | None) -> None:
        frame = self._frames.pop()
        body = tuple(frame.body)
        span, label, terminal = frame.line.span, frame.line.label, frame.terminal
        match frame.line.statement:
            case sx.Do(variable=variable, name=name) as do:
                first, last, step = self._builder.bounds(do, span)
                counter = Variable(variable, self._builder.table.type_of(variable)[0])
                self._body().append(
                    ir.CountedLoop(
                        counter, first, last, step, body, span, end, label, terminal, name
                    )
                )
            case sx.DoWhile(condition=condition, name=name):
                test: Expr = Constant(value=True, type=Type.LOGICAL)
                if condition is not None:
                    test = self._builder.value(condition, span)
                self._body().append(ir.While(test, body, span, end, label, terminal, name))
            case _:
                raise AssertionError(frame.line.statement)
        self._body().extend(frame.after)
