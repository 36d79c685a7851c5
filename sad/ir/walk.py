"""Generic traversal of IR nodes: children, all statements, jump targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.ir import expr as ex
from sad.ir import stmt as st

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.ir.expr import Expr
    from sad.ir.stmt import Stmt


_LEAVES = (ex.Constant, ex.Variable, ex.OpaqueExpr)


def children(node: Expr) -> tuple[Expr, ...]:
    """Return the direct subexpressions of ``node``, in source order."""
    if isinstance(node, _LEAVES):
        return ()
    match node:
        case ex.Element(subscripts=subscripts):
            return subscripts
        case ex.Binary(left=left, right=right):
            return (left, right)
        case ex.Section(subscripts=subscripts):
            return tuple(part for item in subscripts for part in _range_parts(item))
        case ex.Substring(base=base, first=first, last=last):
            return tuple(part for part in (base, first, last) if part is not None)
        case ex.Unary(operand=operand) | ex.Convert(operand=operand) | ex.Copy(operand=operand):
            return (operand,)
        case ex.Field(base=base):
            return (base,)
        case ex.ComplexPair(real=real, imaginary=imaginary):
            return (real, imaginary)
        case ex.Intrinsic(arguments=arguments):
            return arguments
        case ex.FunctionCall(arguments=arguments, hidden=hidden):
            return arguments + hidden
        case ex.Inline(arguments=arguments, body=body):
            return (*arguments, body)
        case ex.ImpliedDo(items=items, first=first, last=last, step=step):
            return (*items, first, last) if step is None else (*items, first, last, step)
        case ex.ArrayValue(items=items):
            return items


def operands(condition: Expr) -> Iterator[Expr]:
    """Yield the operands of a sequential condition in source order; any other is its only one."""
    match condition:
        case ex.Unary(operator=ex.Operator.NOT, operand=operand) if is_sequential(operand):
            yield from operands(operand)
        case ex.Binary(operator=operator, left=left, right=right) if operator in ex.SEQUENTIAL:
            yield from operands(left)
            yield from operands(right)
        case _:
            yield condition


def is_sequential(condition: Expr) -> bool:
    """Whether a condition has operands that are evaluated only if needed."""
    if isinstance(condition, ex.Unary):
        return condition.operator is ex.Operator.NOT and is_sequential(condition.operand)
    return isinstance(condition, ex.Binary) and condition.operator in ex.SEQUENTIAL


def _range_parts(item: Expr | ex.Range) -> tuple[Expr, ...]:
    if isinstance(item, ex.Range):
        return tuple(part for part in (item.first, item.last, item.step) if part is not None)
    return (item,)


def walk(node: Expr) -> Iterator[Expr]:
    """Yield ``node`` and everything below it, parents first."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        inner = children(node)
        if inner:
            stack.extend(reversed(inner))


def expressions(statement: Stmt) -> tuple[Expr, ...]:
    """Return the expressions a statement itself holds (targets included, nested bodies not)."""
    match statement:
        case st.Assign(target=target, value=value):
            return (target, value)
        case st.CallStatement(arguments=arguments, hidden=hidden):
            return arguments + hidden
        case st.If(arms=arms):
            return tuple(arm.condition for arm in arms)
        case st.CountedLoop(variable=variable, first=first, last=last, step=step):
            return (variable, first, last, step)
        case st.While(condition=condition):
            return (condition,)
        case st.Select(selector=selector, cases=cases):
            values = [
                part for case in cases for item in case.values or () for part in _range_parts(item)
            ]
            return (selector, *values)
        case st.ComputedGoto(selector=selector) | st.ArithmeticIf(selector=selector):
            return (selector,)
        case st.Return(alternate=alternate):
            return () if alternate is None else (alternate,)
        case st.InputOutput(controls=controls, results=results, items=items):
            return (*controls, *results, *items)
        case (
            st.Goto()
            | st.AssignLabel()
            | st.AssignedGoto()
            | st.Exit()
            | st.Cycle()
            | st.Stop()
            | st.Continue()
            | st.EntryPoint()
            | st.Opaque()
            | st.Mark()
        ):
            return ()


def function_calls(statement: Stmt) -> list[ex.FunctionCall]:
    """Return the calls of functions in a statement's own expressions, outer ones first."""
    found: list[ex.FunctionCall] = []
    stack = [*reversed(expressions(statement))]
    while stack:
        node = stack.pop()
        if isinstance(node, ex.FunctionCall):
            found.append(node)
        stack += [item for item in reversed(children(node)) if not isinstance(item, _LEAVES)]
    return found


def bodies(statement: Stmt) -> tuple[tuple[Stmt, ...], ...]:
    """Return the statement lists nested directly in ``statement``."""
    match statement:
        case st.If(arms=arms, otherwise=otherwise):
            return (*(arm.body for arm in arms), otherwise)
        case st.CountedLoop(body=body) | st.While(body=body):
            return (body,)
        case st.Select(cases=cases):
            return tuple(case.body for case in cases)
        case _:
            return ()


def statements(body: Sequence[Stmt]) -> Sequence[Stmt]:
    """Return all statements of ``body`` in source order, nested ones after their construct.

    Where a construct of OpenMP begins or ends is none.
    """
    last, known = _LAST[0]
    if body is last:
        return known
    found: list[Stmt] = []
    _add_statements(body, found)
    if isinstance(body, tuple):
        _LAST[0] = body, found
    return found


_LAST: list[tuple[Sequence[Stmt], Sequence[Stmt]]] = [((), ())]
"""The body that was asked for last: one after the other ask for that of the same unit."""


def _add_statements(body: Sequence[Stmt], found: list[Stmt]) -> None:
    for statement in body:
        if isinstance(statement, st.Mark):
            continue
        found.append(statement)
        if isinstance(statement, st.If):  # the most frequent: all of a program passes here often
            for arm in statement.arms:
                _add_statements(arm.body, found)
            _add_statements(statement.otherwise, found)
        elif isinstance(statement, _OTHER_CONSTRUCTS):
            for inner in bodies(statement):
                _add_statements(inner, found)


_OTHER_CONSTRUCTS = (st.CountedLoop, st.While, st.Select)


def jump_targets(statement: Stmt) -> tuple[str, ...]:
    """Return the labels a statement may jump to."""
    match statement:
        case st.Goto(target=target) | st.AssignLabel(target=target):
            return (target,)
        case st.ComputedGoto(targets=targets) | st.AssignedGoto(targets=targets):
            return targets
        case st.ArithmeticIf(negative=negative, zero=zero, positive=positive):
            return (negative, zero, positive)
        case st.CallStatement(alternates=alternates):
            return alternates
        case st.InputOutput(jumps=jumps):
            return jumps
        case _:
            return ()
