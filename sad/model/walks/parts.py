"""The nodes inside a node: directly, of one kind, with the loops around each."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, assert_never

from sad.model.nodes import Block, Both, Branch, Call, Loop, Message, Node, Par, Seq, Use, Weighted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.model.nodes import UnitDescription

Kind = TypeVar("Kind", bound=Node)


def parts_of(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly inside a node, in order."""
    match node:
        case Block() | Call() | Message() | Use():
            return ()
        case Seq(parts) | Both(parts=parts):
            return parts
        case Weighted(part=part) | Par(body=part):
            return (part,)
        case Branch(arms=arms):
            return tuple(part for _, _, part in arms)
        case Loop(head=head, body=body):
            return (head, body)
        case _:
            assert_never(node)


def nodes_of(root: Node, *kinds: type[Kind]) -> Iterator[Kind]:
    """Yield the nodes of some kinds in a tree, itself included, in order, outer ones first."""
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, kinds):
            yield node
        stack.extend(reversed(parts_of(node)))


def nodes_in_loops(root: Node, *kinds: type[Kind]) -> Iterator[tuple[Kind, tuple[Loop, ...]]]:
    """Yield the same nodes, each with the loops around it, outermost first."""
    stack: list[tuple[Node, tuple[Loop, ...]]] = [(root, ())]
    while stack:
        node, around = stack.pop()
        if isinstance(node, kinds):
            yield node, around
        if isinstance(node, Loop):
            around = (*around, node)
        stack.extend((part, around) for part in reversed(parts_of(node)))


def loops_inner_first(node: Node) -> Iterator[Loop]:
    """Yield the loops of a tree in order, those inside a loop before it."""
    for part in parts_of(node):
        yield from loops_inner_first(part)
    if isinstance(node, Loop):
        yield node


def blocks_per_call(node: Node, times: int | None) -> Iterator[tuple[int, int | None]]:
    """Yield the blocks of a unit by ``id``, and how often each runs in a call; None: it depends."""
    match node:
        case Block():
            yield id(node), times
        case Weighted(weight, part):
            number = weight.as_integer
            whole = None if times is None or number is None else times * number
            yield from blocks_per_call(part, whole)
        case Seq() | Branch() | Loop() | Call() | Message() | Use() | Par() | Both():
            inside = times if isinstance(node, Seq) else None
            for part in parts_of(node):
                yield from blocks_per_call(part, inside)
        case _:
            assert_never(node)


def pointed_at(unit: UnitDescription) -> tuple[dict[str, None], set[str]]:
    """Return the described units that a unit calls, and the files of its lines and parameters."""
    targets: dict[str, None] = {}
    files = {unit.file, *(item.span.file for item in unit.parameters)}
    for node in nodes_of(unit.tree, Block, Loop, Branch, Call):
        files.update(x.span.file for x in (node.lines if isinstance(node, Block) else (node,)))
        if isinstance(node, Call) and node.target is not None:
            targets.setdefault(node.target)
    return targets, files
