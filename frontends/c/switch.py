"""``switch``: one SELECT. Falling through is a jump to the next case's statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from frontends.c.fold import wrapped
from frontends.c.types import Scalar, promoted
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.records import field, mutable, replace

if TYPE_CHECKING:
    from frontends.c.lowering import Lowering
    from frontends.c.statements import Statements
    from frontends.c.types import CType
    from sad.diagnostics import Span

_LEAVES = (c_ast.Break, c_ast.Continue, c_ast.Return, c_ast.Goto)


@mutable
class _Group:
    """Case labels in a row and the statements after them; ``values`` None with the default."""

    span: Span
    values: list[ex.Expr | ex.Range] | None
    stmts: list[c_ast.Node] = field(default_factory=list[c_ast.Node])
    label: str = ""


class Switches:
    """Switches of one function. ``stray`` cases stand inside other statements of a switch."""

    def __init__(self, lowering: Lowering, statements: Statements) -> None:
        self._lowering = lowering
        self._unit = lowering.unit
        self._statements = statements
        self._stray: list[
            dict[int, _Group]
        ] = []  # by node: a loop that is no counted one is met twice
        self._selectors: list[CType] = []

    def switch(self, node: c_ast.Switch) -> None:
        """Emit a switch."""
        unit, statements = self._unit, self._statements
        span = unit.at(node)
        unit.immediate += 1
        value = self._lowering.values.value(node.cond)
        selector = self._lowering.values.pure(value)
        self._selectors.append(promoted(value.type))
        unit.immediate -= 1
        unit.flush()
        if selector.type is not Type.INTEGER:
            selector = ex.OpaqueExpr("", "a selector that is not modelled", Type.INTEGER)
        after = unit.label()
        groups, first = self._groups(node.stmt)
        statements.breaks.append(after)
        self._stray.append({})
        loose = statements.nested(first) if first is not None else ()
        cases = [self._case(number, groups) for number in range(len(groups))]
        stray = self._stray.pop()
        self._selectors.pop()
        statements.breaks.pop()
        for group in stray.values():
            jump = st.Goto(group.label, replace(group.span))
            values = None if group.values is None else tuple(group.values)
            cases.append(st.Case(values, (jump,), group.span))
        used = after in statements.loops.used
        if cases:
            unit.emit(st.Select(selector, tuple(cases), span))
        else:
            self._lowering.values.kept(value)
            unit.emit(st.Continue(span))
        if loose:
            # Statements before the first case run only if something jumps into them.
            unit.emit(st.Goto(after, span))
            unit.out.extend(loose)
            used = True
        if used:
            unit.emit(st.Continue(span, after))

    def _groups(self, body: c_ast.Node) -> tuple[list[_Group], c_ast.Node | None]:
        """The cases of a switch, labels in a row as one; and what stands before them."""
        items = list(body.block_items or ()) if isinstance(body, c_ast.Compound) else [body]
        groups: list[_Group] = []
        before: list[c_ast.Node] = []
        for item in items:
            if not isinstance(item, c_ast.Case | c_ast.Default):
                (groups[-1].stmts if groups else before).append(item)
                continue
            values = None if isinstance(item, c_ast.Default) else [self._value(item.expr)]
            if groups and not groups[-1].stmts:
                last = groups[-1]
                joined = None if values is None or last.values is None else [*last.values, *values]
                last.values = joined
            else:
                groups.append(_Group(self._unit.at(item), values))
                groups[-1].label = self._unit.label()
            groups[-1].stmts.extend(item.stmts or ())
        declarations = [item for item in before if isinstance(item, c_ast.Decl)]
        if len(declarations) == len(before):
            return groups, None
        return groups, c_ast.Compound(before)

    def _value(self, node: c_ast.Node) -> ex.Expr | ex.Range:
        if isinstance(node, c_ast.FuncCall) and node.args is not None:
            first, last = (self._constant(item) for item in node.args.exprs[:2])
            return ex.Range(first, last, None)
        return self._constant(node)

    def _constant(self, node: c_ast.Node) -> ex.Expr:
        known = self._lowering.constant(node)
        if known is None:
            return ex.OpaqueExpr("case", "a case that is not constant", Type.INTEGER)
        kind = self._selectors[-1] if self._selectors else None
        return ex.Constant(
            wrapped(known, kind) if isinstance(kind, Scalar) else known, Type.INTEGER
        )

    def _case(self, number: int, groups: list[_Group]) -> st.Case:
        """One alternative: its statements, and the jump to the next where it falls through."""
        group = groups[number]
        unit, statements = self._unit, self._statements
        items = list(group.stmts)
        while len(items) == 1 and isinstance(items[0], c_ast.Compound):
            items = list(items[0].block_items or ())
        end = items[-1] if items else None
        if isinstance(end, c_ast.Break):
            items = items[:-1]
            leaves = True
        else:
            leaves = number == len(groups) - 1 or (bool(items) and isinstance(items[-1], _LEAVES))
        before = unit.block()
        statements.inside(c_ast.Compound(items))
        if isinstance(end, c_ast.Break):
            unit.emit(st.Continue(unit.at(end)))
        elif not leaves:
            following = groups[number + 1]
            unit.emit(st.Goto(following.label, unit.span))
            statements.loops.used.add(following.label)
        body = unit.close(before)
        if number and group.label in statements.loops.used:
            body = (st.Continue(group.span, group.label), *body)
        values = None if group.values is None else tuple(group.values)
        return st.Case(values, body, group.span)

    def stray(self, node: c_ast.Case | c_ast.Default) -> None:
        """Emit a case that stands inside another statement: a place to jump to."""
        unit = self._unit
        span = unit.at(node)
        if self._stray:
            values = None if isinstance(node, c_ast.Default) else [self._value(node.expr)]
            label = unit.label()
            self._stray[-1][id(node)] = _Group(span, values, [], label)
            unit.emit(st.Continue(span, label))
        self._statements.inside(c_ast.Compound(node.stmts))
