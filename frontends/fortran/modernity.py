"""Whether a unit has anything that older Fortran has not: only then its statements are rewritten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx

if TYPE_CHECKING:
    from collections.abc import Sequence

    from frontends.fortran.symbols import Table
    from frontends.fortran.units import Line

_PLAIN = (
    sx.Assignment, sx.Call, sx.IfThen, sx.ElseIf, sx.LogicalIf, sx.Do, sx.DoWhile, sx.InputOutput,
    sx.SelectCase, sx.CaseLabel,
)  # fmt: skip
_MODERN = (
    sx.PointerAssignment, sx.Allocation, sx.Where, sx.ElseWhere, sx.Forall, sx.Associate,
    sx.SelectType, sx.TypeGuard, sx.EndConstruct,
)  # fmt: skip


def is_modern(table: Table, lines: Sequence[Line]) -> bool:
    """Whether a unit has anything that older Fortran has not."""
    if declares_more(table, lines):
        return True
    if not any(entry.is_array for entry in table.entries.values()):
        return False
    return any(
        isinstance(line.statement, _PLAIN) and _has_arrays(line.statement, table) for line in lines
    )


def declares_more(table: Table, lines: Sequence[Line]) -> bool:
    """Whether declarations, or statements that older Fortran has not, say that a unit is modern."""
    scope: Table | None = table
    while scope is not None:
        if scope.imports or scope.types or scope.generics or scope.procedures:
            return True
        if any(
            item.open or item.of is not None or item.optional for item in scope.entries.values()
        ):
            return True
        scope = scope.host
    return any(
        isinstance(line.statement, _MODERN)
        or (isinstance(line.statement, sx.LogicalIf) and isinstance(line.statement.action, _MODERN))
        for line in lines
    )


def _has_arrays(statement: sx.Statement, table: Table) -> bool:
    """Whether a statement computes with whole arrays or sections."""
    match statement:
        case sx.Assignment(target, value):
            nodes: tuple[sx.Node, ...] = (target, value)
        case sx.Call(arguments=arguments):
            return any(_is_computed(item, table) for item in arguments)
        case sx.IfThen(condition) | sx.ElseIf(condition):
            nodes = (condition,)
        case sx.LogicalIf(condition, action):
            return _has_arrays(sx.IfThen(condition), table) or _has_arrays(action, table)
        case sx.Do(_, _, first, last):
            nodes = (first, last)
        case sx.DoWhile(_, condition) if condition is not None:
            nodes = (condition,)
        case sx.InputOutput(items=items):
            return any(_is_computed(item, table) for item in items)
        case _:
            return False
    return any(_whole(node, table) for node in nodes)


def _is_computed(node: sx.Node, table: Table) -> bool:
    """Whether an argument has array expressions in it, and is not just an array."""
    if isinstance(node, sx.Name) or (isinstance(node, sx.Apply) and _is_array(node.base, table)):
        return False
    return _whole(node, table)


def _is_array(node: sx.Node, table: Table) -> bool:
    entry = table.find(node.name) if isinstance(node, sx.Name) else None
    return entry is not None and entry.is_array


def _whole(node: sx.Node, table: Table) -> bool:
    match node:
        case sx.Name():
            return _is_array(node, table)
        case sx.Array():
            return True
        case sx.Apply(base, arguments):
            if _is_array(base, table) and any(isinstance(item, sx.Triplet) for item in arguments):
                return True
            return any(_whole(item, table) for item in arguments)
        case sx.Infix(_, left, right) | sx.Pair(left, right):
            return _whole(left, table) or _whole(right, table)
        case sx.Prefix(_, operand) | sx.Paren(operand) | sx.Keyword(_, operand):
            return _whole(operand, table)
        case _:
            return False
