"""A program as loops around actions: what each reads and writes, with subscripts as formulas.

Calls are put in place, so one tree is the whole program. An action's time is looked up by its place in
the description of its unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.algebra.domains import Index
    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.ir.program import Symbol

Place = tuple[str, int]
"""A line of a description: the unit's name there, and the line's number in the order of its tree."""


@record
class Array:
    """An array of the program. ``key`` is one for all names of it, ``bounds`` are in the terms of the
    entry; a bound is None where the source leaves it open. What a callee sees under another shape is
    an array of its own, ``part_of`` the caller's, passed at ``passed``.
    """

    key: str
    name: str
    bytes: int
    bounds: tuple[tuple[Poly, Poly | None], ...]
    symbol: Symbol
    part_of: str | None = None
    passed: Span | None = None


@record
class Ref:
    """A reference to elements of an array.

    A subscript is None where all of the dimension is meant. ``text`` is as the source has it, about.
    """

    array: str
    subscripts: tuple[Poly | None, ...]
    text: str
    span: Span

    @property
    def is_known(self) -> bool:
        """Whether it is known which elements these are."""
        return not any(item is not None and has_unknown(item) for item in self.subscripts)


def has_unknown(poly: Poly) -> bool:
    """Whether a formula has a part of which only a run can tell what it is."""
    return any(symbol.startswith(("?", "&")) for symbol in atoms.free_symbols(poly))


@dataclass(frozen=True, slots=True, eq=False)
class Do:
    """One action. ``target`` is what it assigns: a reference, the name of a scalar, or None.

    ``uses`` are the scalars it reads. ``combine`` is set where it adds to its target (or multiplies,
    or takes the greater): the operator. ``control`` are tests and the steps of loops. ``hands`` are
    arrays that it passes to procedures whose source is not there.
    """

    place: Place | None
    span: Span
    target: Ref | str | None = None
    reads: tuple[Ref, ...] = ()
    uses: frozenset[str] = frozenset()
    combine: str | None = None
    combined_bytes: int = 0
    control: bool = False
    also_writes: frozenset[str] = frozenset()
    hands: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """A body repeated, its test ``head`` before each time; the last test stands after it."""

    index: Index
    head: Node
    body: Node
    span: Span
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class When:
    """A part that is reached ``weight`` times."""

    weight: Poly
    part: Node


@dataclass(frozen=True, slots=True, eq=False)
class Seq:
    """One part after the other."""

    parts: tuple[Node, ...]


Node = Do | Loop | When | Seq


@dataclass(frozen=True, slots=True, eq=False)
class Leaf:
    """An action with the loops and weights around it, outermost first.

    ``order`` is its number in the text of the program.
    """

    do: Do
    around: tuple[Loop | When, ...]
    order: int

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The loops around it."""
        return tuple(item for item in self.around if isinstance(item, Loop))


def leaves(node: Node) -> list[Leaf]:
    """Return every action of a tree in the order of the text."""
    return [Leaf(do, around, n) for n, (do, around) in enumerate(_walk(node, ()))]


def _walk(
    node: Node, around: tuple[Loop | When, ...]
) -> Iterator[tuple[Do, tuple[Loop | When, ...]]]:
    match node:
        case Do():
            yield node, around
        case Seq(parts):
            for part in parts:
                yield from _walk(part, around)
        case When(part=part):
            yield from _walk(part, (*around, node))
        case Loop(head=head, body=body):
            yield from _walk(head, (*around, node))
            yield from _walk(body, (*around, node))


def again(node: Node, values: Mapping[str, Poly]) -> Node:
    """Return a part as it runs once more, with other values of indices."""
    match node:
        case Do():
            reads = tuple(
                replace(ref, subscripts=tuple(x and bind(x, values) for x in ref.subscripts))
                for ref in node.reads
            )
            return replace(node, reads=reads)
        case Seq(parts):
            return Seq(tuple(again(part, values) for part in parts))
        case When(weight, part):
            return When(bind(weight, values), again(part, values))
        case Loop():
            return replace(node, head=again(node.head, values), body=again(node.body, values))


@record
class Whole:
    """The program from its entry, its arrays by key, and the names that users may give them.

    ``scalars`` are those somebody may look at when it has ended, ``scalars_seen`` those of the entry.
    """

    name: str
    tree: Node
    arrays: dict[str, Array]
    names: dict[str, str]
    scalars: frozenset[str]
    scalars_seen: frozenset[str]
    span: Span
