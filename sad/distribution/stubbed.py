"""Procedures of which only costs are known: their time, without what they do to arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.bind import bind
from sad.diagnostics import Span
from sad.distribution import program
from sad.model.nodes import Block, Branch, Call, Loop, Message, Seq, Weighted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.algebra.poly import Poly
    from sad.model.nodes import Node, UnitDescription


def is_written_out(unit: UnitDescription) -> bool:
    """Whether the source of a described procedure is there."""
    return unit.language in ("fortran", "c")


def described(unit: UnitDescription, values: Mapping[str, Poly]) -> program.Node:
    """Return the time of a procedure from its description, its inputs bound to ``values``."""
    return _Described(unit, values).node(unit.tree)


class _Described:
    def __init__(self, unit: UnitDescription, values: Mapping[str, Poly]) -> None:
        self._unit = unit
        self._values = values
        self._count = 0

    def node(self, node: Node) -> program.Node:
        values = self._values
        match node:
            case Block(lines):
                first = self._count
                self._count += len(lines)
                return program.Seq(
                    tuple(
                        program.Do((self._unit.name, first + n), line.span)
                        for n, line in enumerate(lines)
                    )
                )
            case Seq(parts):
                return program.Seq(tuple(self.node(part) for part in parts))
            case Weighted(weight, part):
                return program.When(bind(weight, values), self.node(part))
            case Branch(arms=arms):
                return program.Seq(
                    tuple(program.When(bind(w, values), self.node(part)) for _, w, part in arms)
                )
            case Loop():
                return program.When(bind(node.trips, values), self.node(node.body))
            case Call(name=name):
                return program.Do((f"call {name}", 0), Span.at(self._unit.file))
            case Message():
                return program.Seq(())
