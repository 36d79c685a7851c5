"""Walks over syntax expressions: all nodes in one, and a copy with names replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from frontends.fortran import syntax as sx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


def nodes_in(node: sx.Node) -> Iterator[sx.Node]:
    """Yield a node and all nodes in it."""
    yield node
    for item in parts_of(node):
        yield from nodes_in(item)


def parts_of(node: sx.Node) -> Iterator[sx.Node]:
    """Yield the nodes that a node is made of."""
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
            yield item


def changed(node: sx.Node, change: Callable[[sx.Node], sx.Node | None]) -> sx.Node:
    """Return an expression with what ``change`` returns in place of nodes; None: look further in."""

    def inner(part: sx.Node) -> sx.Node:
        return changed(part, change)

    def optional(part: sx.Node | None) -> sx.Node | None:
        return None if part is None else changed(part, change)

    made = change(node)
    if made is not None:
        return made
    match node:
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
            ends = inner(first), inner(last), optional(step)
            return sx.Implied(tuple(map(inner, items)), variable, *ends)
        case sx.Reference(name, arguments, hidden, kind, elemental):
            passed, beside = tuple(map(inner, arguments)), tuple(map(inner, hidden))
            return sx.Reference(name, passed, beside, kind, elemental)
        case _:
            return node


def renamed(node: sx.Node, names: Mapping[str, sx.Node]) -> sx.Node:
    """Return an expression with other expressions in place of some names."""

    def change(part: sx.Node) -> sx.Node | None:
        if isinstance(part, sx.Name):
            return names.get(part.name)
        if isinstance(part, sx.Implied) and part.variable in names:
            own = {key: value for key, value in names.items() if key != part.variable}
            items = tuple(renamed(item, own) for item in part.items)
            ends = renamed(part.first, names), renamed(part.last, names)
            step = None if part.step is None else renamed(part.step, names)
            return sx.Implied(items, part.variable, *ends, step)
        return None

    return changed(node, change)


def argument_value(node: sx.Node) -> sx.Node:
    """Return an argument without its name."""
    return node.value if isinstance(node, sx.Keyword) else node


def in_order(dummies: Sequence[str], arguments: Sequence[sx.Node]) -> list[sx.Node | None] | None:
    """Return arguments in the order of the dummies, None for one that is left out."""
    found: dict[str, sx.Node] = {}
    given = [item for item in arguments if not isinstance(item, sx.Star)]
    for number, item in enumerate(given):
        if isinstance(item, sx.Keyword):
            if item.name not in dummies or item.name in found:
                return None
            found[item.name] = item.value
        elif number < len(dummies):
            found[dummies[number]] = item
        else:
            return None
    return [found.get(name) for name in dummies]
