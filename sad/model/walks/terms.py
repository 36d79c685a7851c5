"""The derived sum: every block with the loops and branches around it.

``SAD = sum over blocks of (product of X) * (product of P) * S`` (de Ronde et al. 1994). The terms stay
separate, so each can be traced to its lines; counts are summed exactly over loop indices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ONE, Poly
from sad.model.nodes import (
    EMPTY,
    Block,
    Both,
    Branch,
    Call,
    Loop,
    Message,
    Node,
    Par,
    Seq,
    Use,
    Weighted,
)
from sad.model.walks.formulas import mapped
from sad.records import plain

if TYPE_CHECKING:
    from sad.algebra.domains import Index
    from sad.diagnostics import Span


_MOST_TERMS = 16  # of a product of weights that is multiplied out


class Factor(NamedTuple):
    """One X or P around a block: the construct, where it is, and its value."""

    id: str
    span: Span
    value: Poly
    label: str = ""


@plain  # not frozen: made by the ten thousand, never changed
class Context:
    """The loops and branches around a block, outermost first.

    ``indices`` are the loops as ranges, ``weight`` the product of everything else, ``trips`` how often
    the loops run in all, or None where that is not told or one depends on another.
    """

    indices: tuple[Index, ...] = ()
    weight: Poly = ONE
    loops: tuple[Factor, ...] = ()
    branches: tuple[Factor, ...] = ()
    trips: Poly | None = None

    def in_loop(self, loop: Loop) -> Context:
        """Return the context of a loop's body."""
        factor = Factor(loop.id, loop.span, loop.trips, loop.variable or "")
        trips = self.trips
        if trips is not None:
            trips = trips * loop.index.trips if loop.index.stands_alone else None
        return Context(
            (*self.indices, loop.index), self.weight, (*self.loops, factor), self.branches, trips
        )

    def weighted(self, weight: Poly, factor: Factor | None = None) -> Context:
        """Return the context of a part reached with ``weight``."""
        branches = self.branches if factor is None else (*self.branches, factor)
        before = self.weight
        if len(before.terms) * len(weight.terms) > _MOST_TERMS:
            before, weight = atoms.group_of(before), atoms.group_of(weight)
        return Context(self.indices, before * weight, self.loops, branches, self.trips)

    def formulas(self) -> list[Poly]:
        """Return everything the count of a block here is made of."""
        found = [self.weight]
        for index in self.indices:
            found += [index.first, index.last]
            if index.count is not None:
                found.append(index.count)
        return found

    def count(self) -> Poly:
        """Return how often a block here runs, summed over all indices."""
        return sum_nest(self.indices, self.weight)


class Term(NamedTuple):
    """A block and where it stands. ``number`` counts the unit's blocks in tree order."""

    block: Block
    context: Context
    number: int


class CallTerm(NamedTuple):
    """A call and where it stands."""

    call: Call
    context: Context


class MessageTerm(NamedTuple):
    """A message and where it stands."""

    message: Message
    context: Context


class LoopTerm(NamedTuple):
    """A loop and where its body stands."""

    loop: Loop
    context: Context


_Any = Term | CallTerm | MessageTerm | LoopTerm


def terms(node: Node) -> list[Term | CallTerm]:
    """Return every block and call of a description with the loops and branches around it.

    A block that also runs for a loop's final test is listed once for each of the two counts.
    """
    return [term for term in all_terms(node) if not isinstance(term, MessageTerm)]


def all_terms(node: Node) -> list[Term | CallTerm | MessageTerm]:
    """Return blocks, calls and messages in the order of the tree."""
    return [term for term in _terms(node) if not isinstance(term, LoopTerm)]


def loop_terms(node: Node) -> list[LoopTerm]:
    """Return the loops in the order of the tree, outer ones first."""
    return [term for term in _terms(node) if isinstance(term, LoopTerm)]


def _terms(node: Node) -> list[_Any]:
    found: list[_Any] = []
    _collect(node, Context(trips=ONE), {}, found)
    return found


def _collect(node: Node, context: Context, numbers: dict[int, int], found: list[_Any]) -> None:
    match node:
        case Message():
            found.append(MessageTerm(node, context))
        case Block():
            number = numbers.setdefault(id(node), len(numbers) + 1)
            found.append(Term(node, context, number))
        case Use() | Par() | Both():
            from sad.model.walks.parallel import lower_bound  # noqa: PLC0415 - source has none

            _collect(node.own, context.weighted(lower_bound(node)), numbers, found)
        case Call():
            found.append(CallTerm(node, context))
        case Seq(parts):
            for part in parts:
                _collect(part, context, numbers, found)
        case Weighted(weight, part):
            _collect(part, context.weighted(weight), numbers, found)
        case Branch(id=name, span=span, arms=arms):
            for label, weight, part in arms:
                factor = Factor(name, span, weight, label)
                _collect(part, context.weighted(weight, factor), numbers, found)
        case Loop():
            inside = context.in_loop(node)
            found.append(LoopTerm(node, inside))
            if node.head == EMPTY:
                _collect(node.body, inside, numbers, found)
                return
            _collect(node.head, inside, numbers, found)
            if node.last:
                final = context if node.last == ONE else context.weighted(node.last)
                _collect(after_last(node), final, numbers, found)
            _collect(node.body, inside, numbers, found)
        case _:
            assert_never(node)


def after_last(loop: Loop) -> Node:
    """The head as it runs once more after the last iteration: the index is one past its range."""
    past = {loop.index.name: loop.index.first + loop.trips}
    return mapped(loop.head, lambda value: bind(value, past))
