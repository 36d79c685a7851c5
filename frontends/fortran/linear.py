"""Sums of syntax nodes with whole factors, so that ``(N-1)-2+1`` is written ``N-2``."""

from __future__ import annotations

from frontends.fortran import syntax as sx

ONE = sx.Number("1")
ZERO = sx.Number("0")


def number(value: int) -> sx.Node:
    """Return an integer literal."""
    digits = sx.Number(str(abs(value)))
    return sx.Prefix("-", digits) if value < 0 else digits


def whole(node: sx.Node | None) -> int | None:
    """Return the value of an integer literal with its sign; None for anything else."""
    match node:
        case sx.Number(text) if text.isdecimal():
            return int(text)
        case sx.Prefix("-", operand):
            value = whole(operand)
            return None if value is None else -value
        case sx.Prefix("+", operand) | sx.Paren(operand):
            return whole(operand)
        case _:
            return None


_Terms = dict[sx.Node | None, int]


def _add(node: sx.Node, factor: int, terms: _Terms) -> None:
    value = whole(node)
    if value is not None:
        terms[None] = terms.get(None, 0) + factor * value
        return
    match node:
        case sx.Infix("+", left, right):
            _add(left, factor, terms)
            _add(right, factor, terms)
        case sx.Infix("-", left, right):
            _add(left, factor, terms)
            _add(right, -factor, terms)
        case sx.Infix("*", left, right) if (times := whole(left)) is not None:
            _add(right, factor * times, terms)
        case sx.Infix("*", left, right) if (times := whole(right)) is not None:
            _add(left, factor * times, terms)
        case sx.Prefix("-", operand):
            _add(operand, -factor, terms)
        case sx.Prefix("+", operand) | sx.Paren(operand):
            _add(operand, factor, terms)
        case _:
            terms[node] = terms.get(node, 0) + factor


def total(*parts: tuple[sx.Node, int]) -> sx.Node:
    """Return the sum of nodes, each times a whole factor, in as few terms as there are."""
    terms: _Terms = {}
    for node, factor in parts:
        _add(node, factor, terms)
    constant = terms.pop(None, 0)
    kept = sorted(
        ((node, factor) for node, factor in terms.items() if node is not None and factor),
        key=lambda item: item[1] < 0,
    )
    result: sx.Node | None = None
    for node, factor in kept:
        size = abs(factor)
        part = node if size == 1 else sx.Infix("*", sx.Number(str(size)), node)
        if result is None:
            result = sx.Prefix("-", part) if factor < 0 else part
        else:
            result = sx.Infix("-" if factor < 0 else "+", result, part)
    if result is None:
        return number(constant)
    if constant:
        sign = "-" if constant < 0 else "+"
        result = sx.Infix(sign, result, sx.Number(str(abs(constant))))
    return result


def plus(left: sx.Node, right: sx.Node) -> sx.Node:
    """Return a sum."""
    return total((left, 1), (right, 1))


def minus(left: sx.Node, right: sx.Node) -> sx.Node:
    """Return a difference."""
    return total((left, 1), (right, -1))


def times(left: sx.Node, right: sx.Node) -> sx.Node:
    """Return a product."""
    first, second = whole(left), whole(right)
    if first is not None and second is not None:
        return number(first * second)
    if first == 1:
        return right
    if second == 1:
        return left
    return sx.Infix("*", left, right)


def extent(first: sx.Node, last: sx.Node, step: sx.Node = ONE) -> sx.Node:
    """Return how many steps go from a first number to a last one."""
    by = whole(step)
    if by == 1:
        return total((last, 1), (first, -1), (ONE, 1))
    if by == -1:
        return total((first, 1), (last, -1), (ONE, 1))
    distance = plus(minus(last, first), step)
    value = whole(distance)
    if value is not None and by:
        return number(max(0, int(value / by)))
    return sx.Infix("/", sx.Paren(distance), sx.Paren(step))
