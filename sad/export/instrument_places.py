"""Where a program must be watched to settle its parameters: lines and routines."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from sad.algebra import atoms
from sad.model.nodes import Block, Branch, Call, Loop, Message, Node, Seq, Weighted, parts_of
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.model.nodes import Description, UnitDescription


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
            case Block():
                pass
            case Seq(parts):
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
    match node:
        case Block(lines):
            yield from (line.span for line in lines if line.starts)
        case Call() | Message():
            yield node.span
        case _:
            for part in parts_of(node):
                yield from _starts(part)


@record
class Routine:
    """A routine to watch: ``name`` as the source spells it, ``loops`` whether loops in it matter."""

    name: str
    file: str
    language: str
    is_program: bool
    loops: bool


def routines_to_watch(
    description: Description, wanted: Collection[str], reached: Collection[str]
) -> list[Routine]:
    """Return the routines that have wanted parameters and those that they call, in source order.

    Only those that are ``reached`` (names of units). How often a callee is visited for each visit of
    its caller tells a parameter where a loop or a branch does little else than call it.
    """
    names = set(wanted)
    units = [
        unit for unit in description.units if unit.name in set(reached) and unit.kind != "stub"
    ]
    own = [unit for unit in units if any(item.symbol in names for item in unit.parameters)]
    called = {name.lower() for unit in own for name in unit.calls}
    found = [unit for unit in units if unit in own or unit.entry.lower() in called]
    order = {file: number for number, file in enumerate(description.files)}
    found.sort(key=lambda unit: (order.get(unit.file, len(order)), unit.line))
    routines = (
        Routine(_spelled(unit), unit.file, unit.language, unit.kind == "program", loops=unit in own)
        for unit in found
    )
    return list(dict.fromkeys(routines))


def _spelled(unit: UnitDescription) -> str:
    return unit.entry
