"""The loops and branches of a unit as rows: what is around which blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from sad.model.nodes import Block, Both, Branch, Call, Loop, Message, Node, Par, Seq, Use, Weighted

if TYPE_CHECKING:
    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.model.nodes import UnitDescription


@dataclass(slots=True)
class Row:
    """A loop, a way of a branch or a call. ``factor`` is its trip count or probability, if it has one.

    ``blocks`` are the numbers of the blocks directly inside; ``entered`` is the one that starts with
    each iteration, or each time the way is taken, None if no block does.
    """

    kind: str
    id: str
    span: Span | None
    factor: Poly | None = None
    label: str = ""
    blocks: list[int] = field(default_factory=list[int])
    entered: int | None = None
    rows: list[Row] = field(default_factory=list["Row"])


def unit_rows(unit: UnitDescription) -> Row:
    """Return a unit's rows; blocks have the numbers that ``description.terms`` gives them."""
    row = Row("unit", unit.name, None)
    _Walk().add(unit.tree, row)
    return row


class _Walk:
    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}

    def add(self, node: Node, row: Row) -> None:
        """Add what a node holds to a row."""
        match node:
            case Block():
                number = self._numbers.setdefault(id(node), len(self._numbers) + 1)
                if number not in row.blocks:
                    row.blocks.append(number)
            case Use() | Par() | Both():
                self.add(node.own, row)
            case Seq(parts):
                for part in parts:
                    self.add(part, row)
            case Weighted(part=part):
                self.add(part, row)
            case Call():
                row.rows.append(Row("call", node.name, node.span, label=node.target or ""))
            case Message():
                row.rows.append(Row("call", node.routine, node.span))
            case Branch():
                for label, weight, part in node.arms:
                    way = _same(row, Row("branch", node.id, node.span, weight, label))
                    self.add(part, way)
                    self._enter(way, part)
            case Loop():
                loop = Row("loop", node.id, node.span, node.trips, node.variable or "")
                inside = _same(row, loop)
                self.add(node.head, inside)
                self.add(node.body, inside)
                self._enter(inside, node.body)
                if not node.last:
                    self._enter(inside, node.head)
            case _:
                assert_never(node)

    def _enter(self, row: Row, node: Node) -> None:
        """Note the first block that runs once each time ``node`` does."""
        if row.entered is None:
            first = _first_block(node)
            row.entered = None if first is None else self._numbers[id(first)]


def _same(parent: Row, row: Row) -> Row:
    """Return the row that is there already for a construct that was split in two, or the new one."""
    for known in parent.rows:
        if (known.kind, known.id, known.label) == (row.kind, row.id, row.label):
            return known
    parent.rows.append(row)
    return row


def _first_block(node: Node) -> Block | None:
    match node:
        case Block():
            return node
        case Seq(parts):
            return next((part for part in parts if isinstance(part, Block)), None)
        case Use() | Par() | Both():
            return node.own
        case Weighted() | Branch() | Loop() | Call() | Message():
            return None
        case _:
            assert_never(node)
