"""Walks over syntax expressions: all nodes in one, and a copy with names replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def nodes_in(node: sx.Node) -> Iterator[sx.Node]:
    """Yield a node and all nodes in it."""
    yield node
    match node:
        case sx.Apply(base, arguments):
            inner: tuple[sx.Node | None, ...] = (base, *arguments)
        case sx.Component(base):
            inner = (base,)
        case sx.Infix(_, left, right) | sx.Pair(left, right):
            inner = (left, right)
        case sx.Prefix(_, operand) | sx.Paren(operand) | sx.Keyword(_, operand):
            inner = (operand,)
        case sx.Triplet(first, last, step):
            inner = (first, last, step)
        case sx.Array(items):
            inner = items
        case sx.Implied(items, _, first, last, step):
            inner = (*items, first, last, step)
        case sx.Reference(_, arguments, hidden):
            inner = (*arguments, *hidden)
        case _:
            return
    for item in inner:
        if item is not None:
            yield from nodes_in(item)


def renamed(node: sx.Node, names: Mapping[str, sx.Node]) -> sx.Node:
    """Return an expression with other expressions in place of some names."""

    def inner(part: sx.Node) -> sx.Node:
        return renamed(part, names)

    def optional(part: sx.Node | None) -> sx.Node | None:
        return None if part is None else renamed(part, names)

    match node:
        case sx.Name(name):
            return names.get(name, node)
        case sx.Apply(base, arguments):
            return sx.Apply(inner(base), tuple(map(inner, arguments)))
        case sx.Component(base, name):
            return sx.Component(inner(base), name)
        case sx.Infix(operator, left, right):
            return sx.Infix(operator, inner(left), inner(right))
        case sx.Pair(left, right):
            return sx.Pair(inner(left), inner(right))
        case sx.Prefix(operator, operand):
            return sx.Prefix(operator, inner(operand))
        case sx.Paren(operand):
            return sx.Paren(inner(operand))
        case sx.Keyword(name, operand):
            return sx.Keyword(name, inner(operand))
        case sx.Triplet(first, last, step):
            return sx.Triplet(optional(first), optional(last), optional(step))
        case sx.Array(items):
            return sx.Array(tuple(map(inner, items)))
        case sx.Implied(items, variable, first, last, step):
            own = {key: value for key, value in names.items() if key != variable}
            return sx.Implied(
                tuple(renamed(item, own) for item in items),
                variable,
                inner(first),
                inner(last),
                optional(step),
            )
        case sx.Reference(name, arguments, hidden, kind, elemental):
            passed, beside = tuple(map(inner, arguments)), tuple(map(inner, hidden))
            return sx.Reference(name, passed, beside, kind, elemental)
        case _:
            return node
