"""The derived sum: every block with the loops and branches around it.

``SAD = sum over blocks of (product of X) * (product of P) * S`` (de Ronde et al. 1994). The terms stay
separate, so each can be traced to its lines; counts are summed exactly over loop indices.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.counting import atoms
from sad.counting.bind import bind
from sad.counting.nest import sum_nest
from sad.counting.poly import ONE, Poly
from sad.description.tree import Block, Branch, Call, Loop, Node, Seq, Weighted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.counting.domains import Index
    from sad.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Factor:
    """One X or P around a block: the construct, where it is, and its value."""

    id: str
    span: Span
    value: Poly
    label: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """The loops and branches around a block, outermost first.

    ``indices`` are the loops as ranges, ``weight`` the product of everything else. ``shift`` gives
    the value indices have in a part that runs after a loop's last iteration.
    """

    indices: tuple[Index, ...] = ()
    weight: Poly = ONE
    loops: tuple[Factor, ...] = ()
    branches: tuple[Factor, ...] = ()

    def in_loop(self, loop: Loop) -> Context:
        """Return the context of a loop's body."""
        factor = Factor(loop.id, loop.span, loop.trips, loop.variable or "")
        return Context(
            (*self.indices, loop.index), self.weight, (*self.loops, factor), self.branches
        )

    def weighted(self, weight: Poly, factor: Factor | None = None) -> Context:
        """Return the context of a part reached with ``weight``."""
        branches = self.branches if factor is None else (*self.branches, factor)
        return Context(self.indices, self.weight * weight, self.loops, branches)

    def count(self) -> Poly:
        """Return how often a block here runs, summed over all indices."""
        return sum_nest(self.indices, self.weight)


@dataclass(frozen=True, slots=True)
class Term:
    """A block and where it stands. ``number`` counts the unit's blocks in tree order."""

    block: Block
    context: Context
    number: int


@dataclass(frozen=True, slots=True)
class CallTerm:
    """A call and where it stands."""

    call: Call
    context: Context


def terms(node: Node) -> Iterator[Term | CallTerm]:
    """Yield every block and call of a description with the loops and branches around it.

    A block that also runs for a loop's final test is yielded once for each of the two counts.
    """
    numbers: dict[int, int] = {}
    for item, context in _walk(node, Context()):
        if isinstance(item, Block):
            number = numbers.setdefault(id(item), len(numbers) + 1)
            yield Term(item, context, number)
        else:
            yield CallTerm(item, context)


def _walk(node: Node, context: Context) -> Iterator[tuple[Block | Call, Context]]:
    match node:
        case Block() | Call():
            yield node, context
        case Seq(parts):
            for part in parts:
                yield from _walk(part, context)
        case Weighted(weight, part):
            yield from _walk(part, context.weighted(weight))
        case Branch(id=name, span=span, arms=arms):
            for label, weight, part in arms:
                factor = Factor(name, span, weight, label)
                yield from _walk(part, context.weighted(weight, factor))
        case Loop():
            inside = context.in_loop(node)
            yield from _walk(node.head, inside)
            if node.last:
                final = context if node.last == ONE else context.weighted(node.last)
                yield from _walk(_after_last(node), final)
            yield from _walk(node.body, inside)


def _after_last(loop: Loop) -> Node:
    """The head as it runs once more after the last iteration: the index is one past its range."""
    name = loop.index.name
    past = {name: loop.index.first + loop.trips}

    def shifted(node: Node) -> Node:
        match node:
            case Call(bindings=bindings) if any(
                atoms.depends_on(value, name) for value in bindings.values()
            ):
                moved = {key: bind(value, past) for key, value in bindings.items()}
                return Call(node.name, node.target, moved, node.span, node.recursive)
            case Seq(parts):
                return Seq(tuple(shifted(part) for part in parts))
            case _:
                return node

    return shifted(loop.head)


def used_symbols(node: Node) -> frozenset[str]:
    """Return every symbol that occurs in a description's counts and bindings."""
    found: set[str] = set()
    stack: list[Node] = [node]
    while stack:
        item = stack.pop()
        match item:
            case Block():
                pass
            case Call(bindings=bindings):
                for value in bindings.values():
                    found |= atoms.free_symbols(value)
            case Seq(parts):
                stack.extend(parts)
            case Weighted(weight, part):
                found |= atoms.free_symbols(weight)
                stack.append(part)
            case Branch(arms=arms):
                for _, weight, part in arms:
                    found |= atoms.free_symbols(weight)
                    stack.append(part)
            case Loop():
                for value in (item.trips, item.last, item.index.first, item.index.last):
                    found |= atoms.free_symbols(value)
                stack.extend((item.head, item.body))
    return frozenset(found)
