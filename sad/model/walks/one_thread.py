"""What one thread of a team does, as a description: all of a region, or its part of shared loops.

What depends on the number of the thread stays a formula in it (``one_thread``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from sad.algebra.poly import ONE, Poly
from sad.model.nodes import Block, Both, Branch, Call, Loop, Message, Node, Par, Seq, Use, Weighted
from sad.records import replace
from sad.symbols import CALLERS, NTHREADS, THREAD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.model.nodes import Description, Line, UnitDescription
    from sad.model.walks.teams import Share

TEAM_SIZES = Poly.symbol(NTHREADS), Poly.symbol(CALLERS)
"""How often parts of a tree run that every thread of a team runs."""


def one_thread(description: Description) -> Description:
    """Return what one thread of each team does, with blocks cut where constructs begin and end."""
    units = tuple(
        replace(unit, tree=_alone(unit.tree, _cutter(unit))) for unit in description.units
    )
    return replace(description, units=units)


def _cutter(unit: UnitDescription) -> Callable[[Block], Node]:
    found = [item for item in unit.directives if item.language == "OpenMP"]
    borders = sorted({line for item in found for line in (item.span.line, item.end + 1)})
    borders = sorted({*borders, *(line for item in found for line in item.sections)})

    def zone(file: str, line: int) -> int:
        return sum(border <= line for border in borders) if borders and file == unit.file else -1

    def cut(block: Block) -> Node:
        groups: list[list[Line]] = []
        last: object = None
        for line in block.lines:
            here = zone(line.span.file, line.span.line)
            if not groups or here != last:
                groups.append([])
            groups[-1].append(line)
            last = here
        if len(groups) < 2:
            return block
        return Seq(tuple(Block(tuple(group)) for group in groups))

    return cut if borders else lambda block: block


def _alone(node: Node, cut: Callable[[Block], Node]) -> Node:
    match node:
        case Block():
            return cut(node)
        case Seq(parts):
            flat: list[Node] = []
            for part in parts:
                made = _alone(part, cut)
                flat.extend(made.parts if isinstance(made, Seq) else [made])
            return Seq(tuple(flat))
        case Weighted(weight, part):
            inner = _alone(part, cut)
            return inner if weight in TEAM_SIZES else Weighted(weight, inner)
        case Branch(arms=arms):
            return replace(node, arms=tuple((label, w, _alone(p, cut)) for label, w, p in arms))
        case Loop(index=index, body=body) if index.name == THREAD:
            return _alone(body, cut)
        case Loop(head=head, body=body):
            return replace(node, head=_alone(head, cut), body=_alone(body, cut))
        case Call() | Message() | Use() | Par() | Both():
            return node
        case _:
            assert_never(node)


def shared_evenly(description: Description, shares: Sequence[Share], threads: int) -> Description:
    """Return what one thread does with an even part of every shared loop, whole or not."""
    if threads == 1:
        return description
    loops = {id(share.loop) for share in shares}
    units = tuple(
        replace(unit, tree=_shared_out(unit.tree, loops, threads)) for unit in description.units
    )
    return replace(description, units=units)


def _shared_out(node: Node, loops: set[int], threads: int) -> Node:
    match node:
        case Seq(parts):
            return Seq(tuple(_shared_out(part, loops, threads) for part in parts))
        case Weighted(weight, part):
            return Weighted(weight, _shared_out(part, loops, threads))
        case Branch(arms=arms):
            return replace(
                node, arms=tuple((label, w, _shared_out(p, loops, threads)) for label, w, p in arms)
            )
        case Loop() if id(node) in loops:
            trips = node.trips.over(threads)
            last = node.index.first + trips - ONE
            index = replace(node.index, last=last, count=trips)
            body = _shared_out(node.body, loops, threads)
            return replace(node, trips=trips, index=index, body=body)
        case Loop(body=body):
            return replace(node, body=_shared_out(body, loops, threads))
        case Block() | Call() | Message() | Use() | Par() | Both():
            return node
        case _:
            assert_never(node)
