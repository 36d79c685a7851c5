"""What LLVM's source-based coverage of C says: counts of positions, and of conditions both ways."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from sad.analysis.cfg import LoopHead, Split
from sad.ir import stmt as st
from sad.profiles.estimation.solve import Observation, Trust

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.flow import UnitFlow
    from sad.profiles.counts import Condition, FileCounts, Segment
    from sad.profiles.estimation.places import Place, Places

_NO_START = ("}", "else", "case", "default", "while", "do")


def observations(
    flow: UnitFlow,
    places: Places,
    files: Mapping[str, FileCounts],
    texts: Mapping[str, Sequence[str]],
) -> Iterator[Observation]:
    """Yield what is known of the arcs of one unit; ``texts`` are the lines of the sources.

    A line's first statement has the count of the position where it begins.
    """
    for place, start in places.first.items():
        file, line = place
        counts, lines = files.get(file), texts.get(file, ())
        if counts is None or not counts.segments or line > len(lines) or start.arcs is None:
            continue
        code = lines[line - 1].lstrip()
        if not code or code.startswith(_NO_START) or not _begins_here(code, start.action.statement):
            continue
        times = _at(counts.segments, line, len(lines[line - 1]) - len(code) + 1)
        if times is not None:
            yield Observation(start.arcs, times, line, f"line {line} ran", Trust.SOFT)
    for place in {**places.splits, **places.heads}:
        counts = files.get(place[0])
        counted = None if counts is None else counts.lines.get(place[1])
        if counted is not None:
            blocks = [*places.splits.get(place, ()), *places.heads.get(place, ())]
            yield from _conditions(flow, place, blocks, counted.conditions)


def _begins_here(code: str, statement: st.Stmt) -> bool:
    """Whether a line's first statement is the one that its text begins with."""
    if isinstance(statement, st.Select):
        return False
    if isinstance(statement, st.If | st.CountedLoop):
        return code.startswith(("if", "for"))
    return True


def _at(segments: Sequence[Segment], line: int, column: int) -> int | None:
    """How often the code at a position ran."""
    found = bisect_right(segments, (line, column), key=lambda item: (item.line, item.column))
    return segments[found - 1].times if found else None


def _conditions(
    flow: UnitFlow, place: Place, blocks: Sequence[int], conditions: Sequence[Condition]
) -> Iterator[Observation]:
    """The conditions of a line, from left to right, are the operands of its branches in order."""
    if len(conditions) != len(blocks):
        return
    text = f"a condition of line {place[1]} held"
    ordered = sorted(conditions, key=lambda item: item.column)
    for block, condition in zip(_in_order(flow, blocks), ordered, strict=True):
        terminator = flow.cfg.blocks[block].terminator
        if not isinstance(terminator, Split | LoopHead) or len(flow.out[block]) != 2:
            continue
        times = (condition.true, condition.false)
        for arc, count in zip(flow.out[block], times, strict=True):
            yield Observation((arc,), count, place[1], text, Trust.SOFT)


def _in_order(flow: UnitFlow, blocks: Sequence[int]) -> Sequence[int]:
    """Blocks in the order in which their conditions are written."""
    split = flow.cfg.blocks[blocks[0]].terminator
    chain = split.chain if isinstance(split, Split) else ()
    return chain if set(chain) == set(blocks) else blocks
