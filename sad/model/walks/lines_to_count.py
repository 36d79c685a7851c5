"""Where a program must be watched to settle its parameters: lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from sad.algebra import atoms
from sad.model.nodes import Block, Both, Branch, Call, Loop, Message, Node, Par, Seq, Use, Weighted
from sad.model.walks.parts import nodes_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.model.nodes import Description


def lines_to_count(description: Description, wanted: Collection[str]) -> list[tuple[str, int]]:
    """Return the lines whose counts settle parameters, by file and line.

    Of a loop these are its own line, the first one of its body, and the first one of the part of the
    program that it stands in; of a branch its own, the first one of every arm, and that same one.
    Loops and branches count whose trip counts and probabilities have a wanted parameter in them.
    """
    found: set[tuple[str, int]] = set()
    for unit in description.units:
        walk = _Lines(frozenset(wanted))
        walk.visit(unit.tree, _first(unit.tree))
        found |= walk.found
    order = {file: number for number, file in enumerate(description.files)}
    return sorted(found, key=lambda item: (order.get(item[0], len(order)), *item))


class _Lines:
    def __init__(self, wanted: frozenset[str]) -> None:
        self._wanted = wanted
        self.found: set[tuple[str, int]] = set()

    def _add(self, *spans: Span | None) -> None:
        self.found.update((span.file, span.line) for span in spans if span is not None)

    def _depends(self, *counts: Poly) -> bool:
        return any(self._wanted & atoms.free_symbols(count) for count in counts)

    def visit(self, node: Node, around: Span | None) -> None:
        """Look through a part whose first line, that of what is around it, is ``around``."""
        match node:
            case Block() | Use():
                pass
            case Par(body=body):
                self.visit(body, _first(body))
            case Seq(parts) | Both(parts=parts):
                for part in parts:
                    self.visit(part, around)
            case Loop():
                body = _first(node.body)
                if self._depends(node.trips, node.last, node.leaving):
                    self._add(node.span, body, around)
                self.visit(node.head, around)
                self.visit(node.body, body)
            case Branch():
                if self._depends(*(probability for _, probability, _ in node.arms)):
                    self._add(node.span, around, *(_first(arm) for _, _, arm in node.arms))
                for _, _, arm in node.arms:
                    self.visit(arm, _first(arm) or around)
            case Weighted(weight, part):
                if self._depends(weight):
                    self._add(_first(part), around)
                self.visit(part, _first(part) or around)
            case Call() | Message():
                if self._depends(*node.formulas()):
                    self._add(node.span)
            case _:
                assert_never(node)


def _first(node: Node) -> Span | None:
    """The first line of a part on which a statement starts."""
    return next(_starts(node), None)


def _starts(node: Node) -> Iterator[Span]:
    for item in nodes_of(node, Block, Call, Message):
        if isinstance(item, Block):
            yield from (line.span for line in item.lines if line.starts)
        else:
            yield item.span
