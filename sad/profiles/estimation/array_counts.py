"""What gcov's figures of gfortran's loops over arrays say; docs/gcov.md has the rules."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.walk import expressions, walk
from sad.profiles.estimation.c_counts import is_straight
from sad.profiles.estimation.solve import Observation, Trust

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.profiles.counts import LineCount
    from sad.profiles.estimation.places import LinePlace, StatementPlaces


def over_arrays(
    flow: UnitFlow,
    place: LinePlace,
    places: StatementPlaces,
    counts: Mapping[LinePlace, LineCount],
    spoiled: set[int],
) -> Iterator[Observation]:
    """Yield the ways of a line of array statements: each loop's into its body and on, each mask's.

    They come in the order in which the statements are done. An array that gets its shape from what is
    assigned has ways of its own before those of its one nest of loops. The line's figure tells whether
    these are the loops: its starts, twice if a shape is set, and their iterations.
    """
    counted, heads = counts.get(place), places.heads[place]
    blocks = sorted((*places.splits.get(place, ()), *heads))
    loops = [_array_loop(flow, head) for head in heads]
    items = [start.action.statement for start in places.starts[place]]
    if counted is None or len(counted.ways) < 2 * len(blocks) or None in loops:
        return
    if any(len(flow.out[block]) != 2 for block in blocks):
        return
    said = [item for item in items if not (isinstance(item, st.Assign) and item.silent)]
    if not all(map(_is_plain, said)):
        return
    ways = [way.times for way in counted.ways[-2 * len(blocks) :]]
    pairs = dict(zip(blocks, zip(ways[::2], ways[1::2], strict=True), strict=True))
    first, sets_shape = pairs[blocks[0]], len(counted.ways) > 2 * len(blocks)
    starts = first[1] if blocks[0] in heads else sum(first)
    whole = starts * (1 + sets_shape) + sum(pairs[head][0] for head in heads)
    more = counted.count - whole
    if more < 0 or (more and not any(id(item) in spoiled for item in items)):
        return
    if sets_shape and (more or blocks != heads or not _is_nest(loops)):
        return
    text = f"a way of the arrays of line {place[1]} ran"
    for block, pair in pairs.items():
        for arc, times in zip(flow.out[block], pair, strict=True):
            yield Observation((arc,), times, place[1], text, Trust.SOFT, blocks[0])


def _is_plain(item: st.Stmt) -> bool:
    """Whether a statement has no jump of its own, calls nothing, and sets no array of the frontend.

    Array constructors and what functions return are such arrays; the compiler may make others.
    """
    if isinstance(item, st.CallStatement):
        return False
    if (
        isinstance(item, st.Assign)
        and isinstance(item.target, ex.Element)
        and "$" in item.target.array
    ):
        return False
    parts = expressions(item)
    calls = any(isinstance(part, ex.FunctionCall) for each in parts for part in walk(each))
    return not calls and all(map(is_straight, parts))


def _is_nest(loops: Sequence[st.CountedLoop | None]) -> bool:
    """Whether each loop is all that the one before it does."""
    return all(
        one is not None and len(one.body) == 1 and one.body[0] is other
        for one, other in pairwise(loops)
    )


def _array_loop(flow: UnitFlow, head: int) -> st.CountedLoop | None:
    """The loop with a unit step that the frontend made of an array statement."""
    terminator = flow.cfg.blocks[head].terminator
    loop = terminator.loop if isinstance(terminator, LoopHead) else None
    if not isinstance(loop, st.CountedLoop) or "$" not in loop.variable.name:
        return None
    return loop if has_unit_step(loop) else None


def has_unit_step(loop: st.CountedLoop) -> bool:
    """Return whether a loop over integers steps by 1 or -1."""
    return loop.variable.type is Type.INTEGER and is_one_step(loop.step)


def is_one_step(step: ex.Expr) -> bool:
    """Return whether a step is 1 or -1."""
    if isinstance(step, ex.Unary):
        step = step.operand
    return isinstance(step, ex.Constant) and step.value == 1
