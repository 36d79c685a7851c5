"""The program in parts between messages: within one, ranks compute without waiting for each other.

A loop around a message is gone through iteration by iteration, so what ranks wait for each other there
is kept: a sweep in which each rank needs the one before takes the sum of the ranks' times, not the
greatest. Other loop nests are one phase each, lines in a row one together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sad.distribution.program import Do, Leaf, Loop, Seq, When, leaves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.diagnostics import Span
    from sad.distribution.messages import Message
    from sad.distribution.program import Node

Around = tuple[Loop | When, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Computation:
    """Actions between messages. ``around`` are the loops and weights around all of them, ``leaves``
    the actions with what is around them altogether.
    """

    name: str
    around: Around
    leaves: tuple[Leaf, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sending:
    """A message with the loops and weights around it."""

    name: str
    around: Around
    message: Message


PhasePart = Computation | Sending


def find_phases(tree: Node, found: Sequence[Leaf], messages: Sequence[Message]) -> list[PhasePart]:
    """Return the parts of a program in the order of the text, messages before what needs them."""
    return _Cutter(found, messages).parts(tree)


class _Cutter:
    def __init__(self, found: Sequence[Leaf], messages: Sequence[Message]) -> None:
        self._leaf = {id(leaf.do): leaf for leaf in found}
        self._split: set[int] = set()
        self._before: dict[int, list[Message]] = {}
        self._after: dict[int, list[Message]] = {}
        for message in messages:
            leaf, level = message.leaf, message.level
            self._split |= {id(loop) for loop in leaf.loops[:level]}
            top = leaf.loops[level] if level < len(leaf.loops) else leaf.do
            where = self._before if message.reduction is None else self._after
            where.setdefault(id(top), []).append(message)

    def parts(self, tree: Node) -> list[PhasePart]:
        return list(self._node(tree, ()))

    def _node(self, node: Node, around: Around) -> Iterator[PhasePart]:
        row: list[Do] = []
        for part in _flat(node):
            sends = id(part) in self._before
            if row and (sends or not isinstance(part, Do)):
                yield self._row(row, around)
                row = []
            yield from self._sendings(self._before, part, around)
            if isinstance(part, Do):
                row.append(part)
            else:
                yield from self._construct(part, around)
            if id(part) in self._after:
                if row:
                    yield self._row(row, around)
                    row = []
                yield from self._sendings(self._after, part, around)
        if row:
            yield self._row(row, around)

    def _construct(self, part: Loop | When, around: Around) -> Iterator[PhasePart]:
        if not leaves(part):
            return
        if isinstance(part, When):
            if self._is_split(part):
                yield from self._node(part.part, (*around, part))
            else:
                yield self._whole(part, around)
        elif id(part) in self._split:
            yield from self._node(part.head, (*around, part))
            yield from self._node(part.body, (*around, part))
        else:
            yield self._whole(part, around)

    def _is_split(self, node: Node) -> bool:
        """Whether messages are sent in a part."""
        return any(
            id(item) in self._before or id(item) in self._after or id(item) in self._split
            for leaf in leaves(node)
            for item in (*leaf.around, leaf.do)
        )

    def _sendings(
        self, where: dict[int, list[Message]], part: Node, around: Around
    ) -> Iterator[PhasePart]:
        for message in where.get(id(part), ()):
            yield Sending(f"{message.primitive} for {place(message.span)}", around, message)

    def _row(self, row: Sequence[Do], around: Around) -> Computation:
        items = tuple(self._leaf[id(item)] for item in row)
        return Computation(_name(items), around, items)

    def _whole(self, node: Loop | When, around: Around) -> Computation:
        items = tuple(self._leaf[id(leaf.do)] for leaf in leaves(node))
        return Computation(_name(items), around, items)


def _flat(node: Node) -> list[Do | Loop | When]:
    if isinstance(node, Seq):
        return [part for item in node.parts for part in _flat(item)]
    return [node]


def _name(items: Sequence[Leaf]) -> str:
    spans = [leaf.do.span for leaf in items]
    first, last = spans[0], max(spans, key=lambda span: (span.file == spans[0].file, span.line))
    if last.file != first.file or last.line == first.line:
        return place(first)
    return f"{place(first)}-{last.line}"


def place(span: Span) -> str:
    """Return a file and line."""
    return f"{span.file}:{span.line}"
