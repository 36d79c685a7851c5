"""Simple statements of the syntax to IR statements (block structure is in ``blocks``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx
from frontends.fortran.derived import leaves
from frontends.fortran.implied import with_calls_apart
from frontends.fortran.layouts import opening_of, source_of, unit_of
from frontends.fortran.library_calls import hidden_arguments, in_order
from frontends.fortran.resolve import ARRAY_EXPRESSION, Resolver, convert
from frontends.fortran.text import plain_label
from sad.ir import stmt as ir
from sad.ir.expr import (
    Binary,
    Constant,
    Element,
    Expr,
    Field,
    OpaqueExpr,
    Operator,
    Range,
    Section,
    Substring,
    Type,
    Unary,
    Variable,
)
from sad.ir.walk import walk
from sad.records import replace

if TYPE_CHECKING:
    from frontends.fortran.symbols import Table
    from frontends.fortran.units import Line
    from sad.diagnostics import Diagnostics, Span

_JUMP_KEYWORDS = frozenset({"ERR", "END", "EOR"})
_RESULT_KEYWORDS = frozenset({"IOSTAT", "IOMSG", "SIZE", "NEWUNIT"})
_INQUIRED = frozenset({None, "UNIT", "FILE"})  # every other keyword of INQUIRE returns something
_MASKS = {"where construct": 1, "forall construct": 1, "end where": -1, "end forall": -1}
_OPEN_FLAGS = frozenset({"READONLY", "SHARED", "NOSPANBLOCKS"})  # DEC: keywords without a value


class StatementBuilder:
    """Builds IR statements of one unit. ``has_arrays``: one of them computes with whole arrays."""

    def __init__(self, table: Table, diagnostics: Diagnostics) -> None:
        self.table = table
        self.resolver = Resolver(table)
        self._diagnostics = diagnostics
        self.has_arrays = False
        self._masks = 0  # constructs around a statement that say which elements it sets

    def value(self, node: sx.Node, span: Span) -> Expr:
        """Resolve an expression used for control (a condition or a selector)."""
        self.resolver.arrays = self.resolver.passed = False
        value = self.resolver.expression(node)
        if self.resolver.arrays or self.resolver.passed:
            self._warn_of_arrays(span)
        if not self.resolver.arrays:
            return value
        return OpaqueExpr("array expression", ARRAY_EXPRESSION, value.type, value)

    def case_values(self, nodes: tuple[sx.Node, ...], span: Span) -> tuple[Expr | Range, ...]:
        """Resolve the values of a CASE."""
        values: list[Expr | Range] = []
        for node in nodes:
            if isinstance(node, sx.Triplet):
                first = None if node.first is None else self.value(node.first, span)
                last = None if node.last is None else self.value(node.last, span)
                values.append(Range(first, last, None))
            else:
                values.append(self.value(node, span))
        return tuple(values)

    def bounds(self, do: sx.Do, span: Span) -> tuple[Expr, Expr, Expr]:
        """Resolve the bounds of a DO, converted to its variable's type (Fortran 77, 11.10.3)."""
        kind = self.table.use(do.variable)
        step = sx.Number("1") if do.step is None else do.step
        first, last, by = (
            convert(self.value(node, span), kind) for node in (do.first, do.last, step)
        )
        return first, last, by

    def statements(self, line: Line) -> tuple[ir.Stmt, ...]:
        """Return the IR of one executable statement that opens or closes no block."""
        return self._whole(self._build(line.statement, line.text, line.span, line.label))

    def _whole(self, built: ir.Stmt) -> tuple[ir.Stmt, ...]:
        if isinstance(built, ir.InputOutput):
            return with_calls_apart(built, self.table)
        if isinstance(built, ir.CallStatement):
            return self._by_element(built)
        return (built,)

    def _by_element(self, call: ir.CallStatement) -> tuple[ir.Stmt, ...]:
        """A call of an elemental subroutine with an array is a call for each of its elements."""
        if call.name not in self.table.elemental:
            return (call,)
        arrays = [
            item
            for item in call.arguments
            if isinstance(item, Section)
            or (isinstance(item, Variable) and self._dimensions(item.name))
        ]
        if not arrays:
            return (call,)
        last: Expr = OpaqueExpr("size", "how many elements an array has", Type.INTEGER)
        if isinstance(arrays[0], Variable):
            last = self._elements(arrays[0].name) or last
        name = f"{call.name}${len(self.table.entries)}"
        self.table.entry(name).type = Type.INTEGER
        counter, one = Variable(name, Type.INTEGER), Constant(1, Type.INTEGER)
        body = (replace(call, span=replace(call.span), label=None),)
        return (ir.CountedLoop(counter, one, last, one, body, call.span, label=call.label),)

    def _dimensions(self, name: str) -> tuple[sx.Node, ...]:
        entry = self.table.find(name)
        return () if entry is None else entry.dimensions or ()

    def _elements(self, name: str) -> Expr | None:
        """How many elements an array has; None where its bounds are open or may change later."""
        elements: Expr = Constant(1, Type.INTEGER)
        one = Constant(1, Type.INTEGER)
        for node in self._dimensions(name):
            first: Expr = one
            last = node.last if isinstance(node, sx.Triplet) else node
            if isinstance(node, sx.Triplet) and node.first is not None:
                first = self.resolver.expression(node.first)
            if last is None or isinstance(last, sx.Star):
                return None
            extent = Binary(Operator.SUB, self.resolver.expression(last), first, Type.INTEGER)
            extent = Binary(Operator.ADD, extent, one, Type.INTEGER)
            elements = Binary(Operator.MUL, elements, extent, Type.INTEGER)
        return elements if all(map(self._is_fixed, walk(elements))) else None

    def _is_fixed(self, part: Expr) -> bool:
        if isinstance(part, Variable):
            entry = self.table.find(part.name)
            return entry is not None and entry.value is not None
        return isinstance(part, Constant | Binary | Unary)

    def _build(self, statement: sx.Statement, text: str, span: Span, label: str | None) -> ir.Stmt:
        self.resolver.arrays = self.resolver.passed = False
        match statement:
            case sx.Assignment(target, value, silent, apart):
                built = self._assignment(target, value, text, span, label)
                is_silent = silent and isinstance(built, ir.Assign)
                return replace(built, silent=True, apart=apart) if is_silent else built
            case sx.Call(name, arguments, hidden=hidden):
                call = self._call(name, arguments, span, label)
                more = tuple(self.resolver.argument(item) for item in hidden)
                return self._reported(replace(call, hidden=call.hidden + more))
            case sx.LogicalIf(condition, action):
                guard = self.value(condition, span)
                body = self._whole(self._build(action, text, span, None))
                return ir.If((ir.Arm(guard, body, span),), (), span, label=label)
            case sx.ArithmeticIf(selector, (negative, zero, positive)):
                return ir.ArithmeticIf(
                    self.value(selector, span), negative, zero, positive, span, label
                )
            case sx.GoTo(target):
                return ir.Goto(target, span, label)
            case sx.ComputedGoTo(labels, selector):
                return ir.ComputedGoto(labels, self.value(selector, span), span, label)
            case sx.Assign(target, variable):
                self.table.use(variable)
                return ir.AssignLabel(target, variable, span, label)
            case sx.AssignedGoTo(variable, labels):
                self.table.use(variable)
                return ir.AssignedGoto(variable, labels, span, label)
            case sx.Return(alternate):
                return ir.Return(
                    None if alternate is None else self.value(alternate, span), span, label
                )
            case sx.Plain("stop"):
                return ir.Stop(span, label)
            case sx.Plain():
                return ir.Continue(span, label)
            case sx.Leave("EXIT", name):
                return ir.Exit(name, span, label)
            case sx.Leave(_, name):
                return ir.Cycle(name, span, label)
            case sx.Entry(name, dummies):
                return ir.EntryPoint(name, tuple(d for d in dummies if d != "*"), span, label)
            case sx.InputOutput():
                return self._reported(self._input_output(statement, span, label))
            case sx.Unmodelled(kind, _):
                self._diagnostics.warning(
                    "SAD210", f"{kind} is not modelled", span, "its own cost is left out"
                )
                self._masks += _MASKS.get(kind, 0)
                return ir.Opaque(text, f"{kind} is not modelled", span, label)
            case sx.Unreadable(_, reason):
                self._diagnostics.error(
                    "SAD201", f"statement not understood: {reason}", span, _left_out(text)
                )
                return ir.Opaque(text, "statement not understood", span, label)
            case _:
                self._diagnostics.error(
                    "SAD201", "a statement that does not belong here", span, _left_out(text)
                )
                return ir.Opaque(text, "misplaced statement", span, label)

    def _reported(self, built: ir.Stmt) -> ir.Stmt:
        """Return a statement, after a warning if an array expression is passed or transferred."""
        if self.resolver.arrays or self.resolver.passed:
            self._warn_of_arrays(built.span)
        return built

    def _warn_of_arrays(self, span: Span) -> None:
        self.has_arrays = True
        self._diagnostics.warning("SAD210", ARRAY_EXPRESSION, span, "write it as a loop")

    def _assignment(
        self, target: sx.Node, value: sx.Node, text: str, span: Span, label: str | None
    ) -> ir.Stmt:
        left = self.resolver.target(target)
        if not isinstance(left, Variable | Element | Section | Substring | Field):
            self._diagnostics.error(
                "SAD201", "nothing that can be assigned to", span, _left_out(text)
            )
            return ir.Opaque(text, "no assignable target", span, label)
        right = convert(self.resolver.expression(value), left.type)
        if self.resolver.arrays or self.resolver.passed:
            self._warn_of_arrays(span)
        if self.resolver.arrays:
            return ir.Opaque(
                *(text, ARRAY_EXPRESSION, span, label),
                assigned=(left, right),
                masked=self._masks > 0,
            )
        return ir.Assign(left, right, span, label)

    def _call(
        self, name: str, arguments: tuple[sx.Node, ...], span: Span, label: str | None
    ) -> ir.CallStatement:
        alternates = tuple(
            plain_label(item.label)
            for item in arguments
            if isinstance(item, sx.Star) and item.label
        )
        plain = tuple(
            self.resolver.argument(item.value if isinstance(item, sx.Keyword) else item)
            for item in in_order(name, arguments)
            if not isinstance(item, sx.Star)
        )
        hidden = hidden_arguments(name, plain, self.table, self.resolver)
        return ir.CallStatement(name, plain, alternates, span, label, hidden)

    def _input_output(self, statement: sx.InputOutput, span: Span, label: str | None) -> ir.Stmt:
        jumps: list[str] = []
        end: str | None = None
        controls: list[Expr] = []
        results: list[Expr] = []
        group: tuple[str, ...] = ()
        unit: Expr | None = None
        file: Expr | None = None
        named = unit_of(statement)
        for keyword, node in statement.controls:
            if keyword in _JUMP_KEYWORDS and isinstance(node, sx.Number):
                jumps.append(plain_label(node.text))
                end = jumps[-1] if keyword == "END" else end
            elif isinstance(node, sx.Star | sx.String) or _is_open_flag(statement, keyword, node):
                file = self.resolver.item(node) if keyword == "FILE" else file
            elif isinstance(node, sx.Name) and (found := self.table.find_namelist(node.name)):
                group = found
            elif keyword in _RESULT_KEYWORDS or (
                statement.keyword == "inquire" and keyword not in _INQUIRED
            ):
                results.append(self.resolver.item(node))
                unit = results[-1] if keyword == "NEWUNIT" else unit
            else:
                controls.append(self.resolver.item(node))
                unit = controls[-1] if node is named else unit
                file = controls[-1] if keyword == "FILE" else file
        layout = None
        if statement.keyword == "write" and controls and controls[0].type is Type.CHARACTER:
            results.append(controls[0])  # an internal file
            layout = source_of(statement, self.resolver)[1]
        items = tuple(self.resolver.item(item) for item in statement.items)
        items += tuple(
            self.resolver.item(sx.Name(part)) for name in group for part in self._parts(name)
        )
        if statement.keyword == "read":
            is_standard, layout = source_of(statement, self.resolver)
            return ir.InputOutput(
                "read",
                tuple(controls),
                (*results, *items),
                (),
                tuple(jumps),
                span,
                label,
                len(results),
                standard=is_standard,
                layout=layout,
                end=end,
                unit=unit,
            )
        return ir.InputOutput(
            statement.keyword,
            tuple(controls),
            tuple(results),
            items,
            tuple(jumps),
            span,
            label,
            layout=layout,
            unit=unit,
            file=file,
            opens=opening_of(statement) if statement.keyword == "open" else None,
        )

    def _parts(self, name: str) -> list[str]:
        """The variables that an object of a namelist is: a structure is its components."""
        self.table.use(name)
        entry = self.table.entries.get(name) or self.table.find(name)
        if entry is None or entry.derived is None:
            return [name]
        return [part.name for part in leaves(entry, self.table) if "$" not in part.name]


def _is_open_flag(statement: sx.InputOutput, keyword: str | None, node: sx.Node) -> bool:
    named = isinstance(node, sx.Name) and node.name in _OPEN_FLAGS
    return named and keyword is None and statement.keyword == "open"


def _left_out(text: str) -> str:
    return f"only this statement is left out: {text.strip()[:72]}"
