"""What LLVM's source-based coverage says of C: counts of places, and how often conditions held."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead, Split
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.walk import statements
from sad.profiles.estimation.c_choices import is_loop_exit, tested
from sad.profiles.estimation.c_condition_lines import MOST_LINES, has_its_tests
from sad.profiles.estimation.solve import Observation, Trust
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.profiles.counts import Condition, FileCounts, Segment
    from sad.profiles.estimation.places import LinePlace, StatementPlaces


@record
class CLines:
    """The lines of C files that begin with a statement, and those that are ``whole`` statements."""

    begun: Mapping[str, frozenset[int]]
    whole: Mapping[str, frozenset[int]]


_NO_HEAD = re.compile(r"for\s*\(\s*;")  # the first statement is one of the body
_NO_START = ("}", "else", "case", "default", "while", "do")


def llvm_observations(
    flow: UnitFlow,
    places: StatementPlaces,
    files: Mapping[str, FileCounts],
    texts: Mapping[str, Sequence[str]],
    lines_of: CLines,
) -> Iterator[Observation]:
    """Yield what is known of the arcs of one unit; ``texts`` are the lines of the sources.

    A line's first statement has the count of the position where it begins.
    """
    for place, start in places.first.items():
        file, line = place
        counts, lines = files.get(file), texts.get(file, ())
        if counts is None or not counts.segments or line > len(lines) or start.arcs is None:
            continue
        if line not in lines_of.begun.get(file, ()):
            continue
        code = lines[line - 1].lstrip()
        if not code or code.startswith(_NO_START) or not _begins_here(code, start.action.statement):
            continue
        times = _at(counts.segments, line, len(lines[line - 1]) - len(code) + 1)
        if times is not None:
            yield Observation(start.arcs, times, line, f"line {line} ran", Trust.SOFT)
    order = {id(item): number for number, item in enumerate(statements(flow.unit.body))}

    def tests(at: LinePlace) -> int:
        file, line = at
        counted, lines = files[file].lines.get(line) if file in files else None, texts.get(file, ())
        if counted is None or not 0 < line <= len(lines):
            return 0
        return len(_operands(counted.conditions, lines[line - 1]))

    for place in {**places.splits, **places.heads}:
        counts = files.get(place[0])
        if counts is None or place[1] not in counts.lines:
            continue
        if has_its_tests(place, places, lines_of.whole, tests):
            blocks = [*places.splits.get(place, ()), *places.heads.get(place, ())]
            conditions = _of_statement(place, len(blocks), places, counts, texts.get(place[0], ()))
            yield from _conditions(flow, place, blocks, conditions, order)


def _of_statement(
    place: LinePlace,
    wanted: int,
    places: StatementPlaces,
    counts: FileCounts,
    texts: Sequence[str],
) -> list[Condition]:
    """The conditions of a line from left to right, and those of the lines on which it goes on.

    The blocks of a statement are where it begins, and clang has each operand on its own line.
    """
    found: list[Condition] = []
    (file, line) = place
    for further in range(line, min(line + MOST_LINES, len(texts) + 1)):
        at = file, further
        if further > line and (len(found) >= wanted or at in places.starts or at in places.splits):
            break
        counted = counts.lines.get(further)
        conditions = counted.conditions if counted is not None else ()
        found += sorted(_operands(conditions, texts[further - 1]), key=lambda item: item.column)
    return found


def _begins_here(code: str, statement: st.Stmt) -> bool:
    """Whether a line's first statement is the one that its text begins with."""
    if isinstance(statement, st.Select | st.While):
        return False  # a loop's line begins with its first part, and its condition is elsewhere
    if isinstance(statement, st.If | st.CountedLoop):
        return code.startswith("if" if isinstance(statement, st.If) else "for")
    return not _NO_HEAD.match(code)


def _at(segments: Sequence[Segment], line: int, column: int) -> int | None:
    """How often the code at a position ran."""
    found = bisect_right(segments, (line, column), key=lambda item: (item.line, item.column))
    return segments[found - 1].times if found else None


def _conditions(
    flow: UnitFlow,
    place: LinePlace,
    blocks: Sequence[int],
    ordered: Sequence[Condition],
    order: Mapping[int, int],
) -> Iterator[Observation]:
    """The conditions of a line, from left to right, are the operands of its branches in order."""
    own = _in_source_order(flow, blocks, order)
    if len(ordered) != len(own):
        return
    if any(map(_holds_next, ordered, ordered[1:])):
        splits = (flow.cfg.blocks[block].terminator for block in own)
        if any(not isinstance(split, Split) or len(split.chain) > 1 for split in splits):
            return
        ordered = _inner_first(ordered)
    text = f"a condition of line {place[1]} held"
    for block, condition in zip(own, ordered, strict=True):
        terminator = flow.cfg.blocks[block].terminator
        if not isinstance(terminator, Split | LoopHead) or len(flow.out[block]) != 2:
            continue
        times: tuple[int, int] | None = (condition.true, condition.false)
        if is_loop_exit(tested(flow, block)):
            first = ordered[0].true + ordered[0].false
            earlier = [tested(flow, before) for before in own if before != block]
            times = None
            if block == own[-1] and all(map(_is_and, earlier)):
                times = (first - condition.true, condition.true)
        for arc, count in zip(flow.out[block], times or (), strict=times is not None):
            yield Observation((arc,), count, place[1], text, Trust.SOFT, own[0])


def _is_and(item: st.Stmt | None) -> bool:
    """Whether a branch of such a condition is an operand of ``&&``: if it is false, all is."""
    match item:
        case st.If(arms=(_,), otherwise=(st.Assign(value=ex.Constant(value=0)),)):
            return True
        case _:
            return False


def _operands(conditions: Sequence[Condition], line: str) -> Sequence[Condition]:
    """The conditions without negated ones that have others in them: ``!(a && b)`` tests a and b."""
    return [
        one
        for number, one in enumerate(conditions)
        if line[one.column - 1 : one.column] != "!"
        or not any(_holds_next(one, other) for other in conditions[number + 1 : number + 2])
    ]


def _holds_next(one: Condition, other: Condition) -> bool:
    """Whether a condition is a part of the one before it, as in ``(a ? b : c) > 0``.

    Several at one place are those of a macro that is used there.
    """
    if one[:3] == other[:3]:
        return False
    return (one.end_line, one.end_column) > (other.end_line, other.column)


def _inner_first(ordered: Sequence[Condition]) -> list[Condition]:
    """Conditions with those inside another before it, as ``b`` is in ``f(b ? c : d)``: tested first."""
    found: list[Condition] = []
    around: list[Condition] = []
    for one in ordered:
        while around and not _holds_next(around[-1], one):
            found.append(around.pop())
        around.append(one)
    return found + around[::-1]


def _in_source_order(
    flow: UnitFlow, blocks: Sequence[int], order: Mapping[int, int]
) -> Sequence[int]:
    """Blocks in the order in which their conditions are written; none if that is not known."""
    items = [(tested(flow, block), block) for block in blocks]
    if len(items) > 1 and any(isinstance(item, st.While) and item.at_end for item, _ in items):
        return ()
    keys: list[tuple[int, int, int]] = []
    for item, block in items:
        split = flow.cfg.blocks[block].terminator
        chain = split.chain if isinstance(split, Split) else ()
        if id(item) not in order:
            return ()
        first = chain[0] if chain else block
        keys.append((order[id(item)], first, chain.index(block) if chain else 0))
    return [block for _, block in sorted(zip(keys, blocks, strict=True))]
