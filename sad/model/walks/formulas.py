"""The formulas in a tree: the symbols in them, which of them are weights, and all of them changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from sad.algebra import atoms
from sad.algebra.conditions import guard_names
from sad.model.nodes import Block, Both, Branch, Call, Loop, Message, Node, Par, Seq, Use, Weighted
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sad.algebra.poly import Poly


def mapped(node: Node, change: Callable[[Poly], Poly]) -> Node:
    """Return the tree with every formula changed."""
    match node:
        case Block():
            return node
        case Call() | Message() | Use():
            return node.mapped(change)
        case Par():
            return replace(node, index=node.index.mapped(change), body=mapped(node.body, change))
        case Both(parts=parts):
            return replace(node, parts=tuple(mapped(part, change) for part in parts))
        case Seq(parts):
            return Seq(tuple(mapped(part, change) for part in parts))
        case Weighted(weight, part):
            return Weighted(change(weight), mapped(part, change))
        case Branch(arms=arms):
            changed = (
                (label, change(weight), mapped(part, change)) for label, weight, part in arms
            )
            return replace(node, arms=tuple(changed))
        case Loop():
            return replace(
                node,
                trips=change(node.trips),
                index=node.index.mapped(change),
                head=mapped(node.head, change),
                body=mapped(node.body, change),
                last=change(node.last),
                limit=None if node.limit is None else change(node.limit),
                leaving=change(node.leaving),
                full=None if node.full is None else node.full.mapped(change),
            )
        case _:
            assert_never(node)


def weights(node: Node) -> Iterator[Poly]:
    """Yield the weights of parts and those of loops' last tests, in the order of the tree."""
    stack: list[Node] = [node]
    while stack:
        item = stack.pop()
        match item:
            case Block() | Call() | Message() | Use():
                pass
            case Par(body=body):
                stack.append(body)
            case Seq(parts) | Both(parts=parts):
                stack.extend(reversed(parts))
            case Weighted(weight, part):
                yield weight
                stack.append(part)
            case Branch(arms=arms):
                stack.extend(Weighted(weight, part) for _, weight, part in reversed(arms))
            case Loop():
                yield item.last
                stack.extend((item.body, item.head))
            case _:
                assert_never(item)


def used_symbols(node: Node) -> frozenset[str]:
    """Return every symbol that occurs in a description's counts and bindings."""
    return frozenset[str]().union(*map(atoms.free_symbols, formulas(node)))


def used_guards(node: Node) -> frozenset[str]:
    """Return the probabilities that stand for conditions where these turn out not to be known."""
    return guard_names(formulas(node))


def formulas(node: Node) -> Iterator[Poly]:
    """Yield every formula of a description's counts and bindings."""
    stack: list[Node] = [node]
    while stack:
        item = stack.pop()
        match item:
            case Block():
                pass
            case Call() | Message() | Use():
                yield from item.formulas()
            case Par(index=index, body=body):
                yield from (index.first, index.last)
                stack.append(body)
            case Seq(parts) | Both(parts=parts):
                stack.extend(parts)
            case Weighted(weight, part):
                yield weight
                stack.append(part)
            case Branch(arms=arms):
                for _, weight, part in arms:
                    yield weight
                    stack.append(part)
            case Loop():
                yield from (item.trips, item.last, item.index.first, item.index.last)
                if item.limit is not None:
                    yield item.limit
                if item.full is not None:  # what counts may come to depend on (specialise)
                    yield from (item.full.first, item.full.last)
                stack.extend((item.head, item.body))
            case _:
                assert_never(item)
