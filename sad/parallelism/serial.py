"""What of the work is serial, by line, and which loops threads would be started for.

Serial is what no loop around runs at once, in the unit or in its callers; loops of which nothing is
known count as serial.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from sad.algebra.bind import bind
from sad.algebra.nest import sum_nest
from sad.algebra.poly import ZERO, Poly
from sad.dependence.verdict import Kind
from sad.diagnostics import Span
from sad.model.nodes import Block, Both, Branch, Call, Loop, Message, Node, Par, Seq, Use, Weighted
from sad.model.walks.one_thread import TEAM_SIZES
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sad.model.nodes import UnitDescription
    from sad.parallelism.span import Spans

Lines = dict[Span, Poly]
AT_ONCE = (Kind.INDEPENDENT, Kind.REDUCTION, Kind.DISTANCE)


@record
class Serial:
    """The serial work of each line, and the loops that no other loop run at once is around.

    ``begun`` has the unit's name and the loop's path.
    """

    lines: Mapping[Span, Poly]
    begun: frozenset[tuple[str, str]]


def serial_work(spans: Spans, entry: UnitDescription) -> Serial:
    """Return the serial work of a unit and what it calls, as formulas in the unit's inputs."""
    walk = _Walk(spans)
    lines = walk.unit(entry)
    return Serial({span: amount for span, amount in lines.items() if amount}, frozenset(walk.begun))


class _Walk:
    def __init__(self, spans: Spans) -> None:
        self._spans = spans
        self._known: dict[str, Lines] = {}
        self.begun: set[tuple[str, str]] = set()

    def unit(self, unit: UnitDescription) -> Lines:
        if unit.name not in self._known:
            self._known[unit.name] = {}
            self._known[unit.name] = self._node(unit.tree, unit)
        return self._known[unit.name]

    def _node(self, node: Node, unit: UnitDescription) -> Lines:
        match node:
            case Block(lines):
                price = self._spans.prices.line
                return _added({line.span: price(node, n)} for n, line in enumerate(lines))
            case Seq(parts):
                return _added(self._node(part, unit) for part in parts)
            case Weighted(weight, part):
                return self._weighted(weight, part, unit)
            case Branch(arms=arms):
                return _added(self._weighted(weight, part, unit) for _, weight, part in arms)
            case Call():
                callee = None if node.target is None else self._spans.unit(node.target)
                if callee is None or node.recursive:
                    return {}
                found = self.unit(callee)
                return {span: bind(amount, node.bindings) for span, amount in found.items()}
            case Loop():
                return self._loop(node, unit)
            case Message() | Use() | Par() | Both():  # a model with times is no source
                return {}
            case _:
                assert_never(node)

    def _weighted(self, weight: Poly, part: Node, unit: UnitDescription) -> Lines:
        if self._spans.never(weight):
            return {}
        if weight in TEAM_SIZES:  # each of the threads, at once
            return self._node(part, unit)
        return {span: amount * weight for span, amount in self._node(part, unit).items()}

    def _loop(self, loop: Loop, unit: UnitDescription) -> Lines:
        if self._spans.verdict(unit, loop).kind in AT_ONCE:
            self.begun.add((unit.name, loop.id))
            return {}
        once = _added([self._node(loop.head, unit), self._node(loop.body, unit)])
        return {span: sum_nest((loop.index,), amount) for span, amount in once.items()}


def _added(parts: Iterable[Lines]) -> Lines:
    found: Lines = {}
    for part in parts:
        for span, amount in part.items():
            if amount:
                found[span] = found.get(span, ZERO) + amount
    return found
