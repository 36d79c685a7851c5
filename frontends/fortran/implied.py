"""Functions in implied DOs of input and output lists: called once for each item, as in a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sad.ir import expr as ex
from sad.ir import stmt as ir
from sad.ir.walk import walk
from sad.records import fields, replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.fortran.symbols import Table
    from sad.diagnostics import Span
    from sad.ir.expr import Expr


def with_calls_apart(statement: ir.InputOutput, table: Table) -> tuple[ir.Stmt, ...]:
    """Return a transfer with loops that make the calls in its implied DOs.

    They stand before what is written, and after what is read: bounds may just have been read.
    """
    found = _Calls(table, statement.span)
    items = tuple(map(found.outside, statement.items))
    results = tuple(map(found.outside, statement.results))
    if not found.loops:
        return (statement,)
    transfer = replace(statement, items=items, results=results)
    if statement.keyword == "read":
        return (transfer, *found.loops)
    if statement.label is None:
        return (*found.loops, transfer)
    start = ir.Continue(replace(statement.span), statement.label)
    return (start, *found.loops, replace(transfer, label=None))


class _Calls:
    def __init__(self, table: Table, span: Span) -> None:
        self._table = table
        self._span = span
        self.loops: list[ir.Stmt] = []

    def outside(self, item: Expr) -> Expr:
        """Return an item with variables for the calls in its implied DO, if it is one."""
        if not isinstance(item, ex.ImpliedDo) or not _calls(item.items):
            return item
        return self._loop(item, self.loops)

    def _loop(self, item: ex.ImpliedDo, before: list[ir.Stmt]) -> ex.ImpliedDo:
        """Write the loop of an implied DO to ``before``, after the calls in its bounds."""
        first, last = self._held(item.first, before), self._held(item.last, before)
        step = None if item.step is None else self._held(item.step, before)
        body: list[ir.Stmt] = []
        items: list[Expr] = []
        for inner in item.items:
            if isinstance(inner, ex.ImpliedDo) and _calls(inner.items):
                items.append(self._loop(inner, body))
            else:
                items.append(self._held(inner, body))
        variable = ex.Variable(item.variable, self._table.use(item.variable))
        by = step or ex.Constant(1, ex.Type.INTEGER)
        span = replace(self._span)
        before.append(ir.CountedLoop(variable, first, last, by, tuple(body), span))
        return replace(item, items=tuple(items), first=first, last=last, step=step)

    def _held(self, part: Expr, body: list[ir.Stmt]) -> Expr:
        """Return an expression with variables that hold what the calls in it give back."""
        if not isinstance(part, ex.FunctionCall):
            return self._inside(part, body) if _calls((part,)) else part
        name = f"{part.name}${len(self._table.entries)}"
        self._table.entry(name).type = part.type
        target = ex.Variable(name, part.type)
        body.append(ir.Assign(target, part, replace(self._span)))
        return target

    def _inside(self, part: Expr, body: list[ir.Stmt]) -> Expr:
        changed: dict[str, Any] = {}
        for field in fields(part):
            value: Any = getattr(part, field.name)
            if isinstance(value, tuple):
                items = cast("tuple[Any, ...]", value)
                changed[field.name] = tuple(self._value(item, body) for item in items)
            elif isinstance(value, ex.Expr):
                changed[field.name] = self._held(value, body)
        return replace(part, **changed)

    def _value(self, item: Any, body: list[ir.Stmt]) -> Any:
        return self._held(item, body) if isinstance(item, ex.Expr) else item


def _calls(items: Sequence[Expr]) -> bool:
    return any(isinstance(part, ex.FunctionCall) for item in items for part in walk(item))
