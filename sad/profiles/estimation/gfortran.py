"""What gcov's figures of gfortran's code at -O0 say; docs/gcov.md has the rules."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import Part, Split
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Type
from sad.ir.walk import children, expressions, statements
from sad.lowering.build import item_place
from sad.profiles.estimation.array_counts import has_unit_step, is_one_step, over_arrays
from sad.profiles.estimation.c_counts import is_straight
from sad.profiles.estimation.solve import Observation, Trust

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.diagnostics import Span
    from sad.profiles.counts import LineCount
    from sad.profiles.estimation.places import LinePlace, Start, StatementPlaces

_OWN = st.Assign | st.CallStatement  # always has code that is charged to its own line
_SIMPLE = _OWN | st.If | st.ArithmeticIf | st.Goto | st.Return | st.Stop


def observations(
    flow: UnitFlow, places: StatementPlaces, counts: Mapping[LinePlace, LineCount]
) -> Iterator[Observation]:
    """Yield what is known of the arcs of one unit. Left out is what is charged to other lines, too.

    A DO whose step is 1 or -1 is tested at its head, so its line has the head's count; the ways out of
    an IF's line are first that of the condition being true, those of a DO WHILE first the way out.
    Code that touches COMMON may be charged to the END of some unit, so 0 is doubtful on its line.
    """
    spoiled = _spoiled(flow)
    cases = _ends_of_cases(statements(flow.unit.body))
    has_common = any(item.block or item.shares for item in flow.unit.symbols.values())
    for place, start, figure in _figures(flow, places, counts):
        line = place[1]
        if figure is not None and start.arcs is not None:
            trust = Trust.DOUBTFUL if has_common and not figure else Trust.FIRM
            yield Observation(start.arcs, figure, line, f"line {line} ran", trust)
        action = _action_below(places.starts[place], counts, spoiled)
        if action is not None:
            yield action
    is_checked = _is_checked(places, spoiled, counts)
    for place, blocks in places.splits.items():
        yield from _ways(flow, place, blocks, places, counts, cases, is_checked=is_checked)
    for place, blocks in places.heads.items():
        yield from _loop(flow, place, blocks, places, counts, spoiled)
        yield from over_arrays(flow, place, places, counts, spoiled)


def behind_stops(
    flow: UnitFlow, places: StatementPlaces, counts: Mapping[LinePlace, LineCount]
) -> Iterator[tuple[LinePlace, int]]:
    """Yield the counts of lines that no arcs tell, as those behind a call that may end the program."""
    for place, start, figure in _figures(flow, places, counts):
        if figure is not None and start.arcs is None:
            yield place, figure


def _spoiled(flow: UnitFlow) -> set[int]:
    """The statements that are charged with something else, too."""
    body = statements(flow.unit.body)
    return _ends(body) | _before_targets(body) | _first_return(body)


def _figures(
    flow: UnitFlow, places: StatementPlaces, counts: Mapping[LinePlace, LineCount]
) -> Iterator[tuple[LinePlace, Start, int | None]]:
    """Yield lines with the start of their first statement, and gcov's figure if it is that one's."""
    spoiled = _spoiled(flow)
    has_ways = any(counted.ways for counted in counts.values())
    for place, starts in places.starts.items():
        start = places.first.get(place)
        if start is None or start is not starts[0]:
            continue
        figure = _charged(start, spoiled, counts)
        if not _is_one(starts) and (figure or not isinstance(start.action.statement, _OWN)):
            figure = None  # of several statements only 0 is that of each
        if has_ways and start.action.part is Part.CONDITION:
            tested = _at_operator(start.action.span, counts)
            figure = None if figure is None or tested is None else tested.count
        yield place, start, figure


def _at_operator(span: Span, counts: Mapping[LinePlace, LineCount]) -> LineCount | None:
    """The counts of a condition: they are on the line of its outermost operator."""
    lines = (counts.get((span.file, line)) for line in range(span.line, span.end_line + 1))
    return next((counted for counted in lines if counted is not None and counted.ways), None)


def _ways(
    flow: UnitFlow,
    place: LinePlace,
    blocks: Sequence[int],
    places: StatementPlaces,
    counts: Mapping[LinePlace, LineCount],
    cases: set[int],
    *,
    is_checked: bool,
) -> Iterator[Observation]:
    """The ways of a line with one branch; those of an IF's action come after its own, and those of a
    SELECT CASE may stand before it on the line that ends a case.
    """
    counted = _at_operator(places.starts[place][0].action.span, counts)
    if counted is None or len(counted.ways) < 2:
        return
    if (len(blocks) != 1 or place in places.heads) and not _guards_all(places.starts[place]):
        return
    split = flow.cfg.blocks[blocks[0]].terminator
    assert isinstance(split, Split)
    if split.kind == "cgoto":
        yield from _computed(flow, blocks[0], split, place, counted)
        return
    if split.kind not in ("if", "while") or len(split.targets) != 2 or split.condition is None:
        return
    if len(counted.ways) > 2 and (
        not is_straight(split.condition)
        or _has_element(split.condition)
        or is_checked
        or any(id(start.action.statement) in cases for start in places.starts[place])
    ):
        return
    if _is_empty(split, places.starts[place]):
        return  # the way to what is empty comes second
    ways = [way.times for way in counted.ways[:2]]
    if split.kind == "while":
        ways.reverse()
    for arc, times in zip(flow.out[blocks[0]], ways, strict=True):
        yield Observation((arc,), times, place[1], f"a way of line {place[1]} ran")


def _guards_all(starts: Sequence[Start]) -> bool:
    """Whether all of a line is one logical IF, with an array statement for instance."""
    item = starts[0].action.statement
    if not isinstance(item, st.If) or len(item.arms) != 1 or item.otherwise:
        return False
    inside = {id(item), *map(id, statements(item.arms[0].body))}
    return all(id(start.action.statement) in inside for start in starts)


def _has_element(node: ex.Expr) -> bool:
    """Whether there may be a jump in an expression that checks a subscript."""
    return isinstance(node, ex.Element) or any(map(_has_element, children(node)))


def _is_checked(
    places: StatementPlaces, spoiled: set[int], counts: Mapping[LinePlace, LineCount]
) -> bool:
    """Whether jumps were compiled that nobody wrote, such as checks of overflow."""
    for place, starts in places.starts.items():
        item = starts[0].action.statement
        if not isinstance(item, st.Assign) or len(starts) > 1 or id(item) in spoiled:
            continue
        is_plain = _is_simple(item) and item.target.type is not Type.CHARACTER
        is_plain = is_plain and all(map(is_straight, expressions(item)))
        if is_plain and item.span.line == item.span.end_line and _has_ways(place, counts):
            return True
    return False


def _has_ways(place: LinePlace, counts: Mapping[LinePlace, LineCount]) -> bool:
    return place in counts and len(counts[place].ways) > 0


def _is_empty(split: Split, starts: Sequence[Start]) -> bool:
    """Whether nothing stands in the arm of an IF that is taken if its condition holds."""
    return any(
        not arm.body and arm.condition is split.condition
        for start in starts
        if isinstance(start.action.statement, st.If)
        for arm in start.action.statement.arms
    )


def _computed(
    flow: UnitFlow, block: int, split: Split, place: LinePlace, counted: LineCount
) -> Iterator[Observation]:
    """The ways of a computed GOTO: one for each number, in order, then the way on."""
    numbers = [[int(item) for item in label.split("_")] for label in split.labels[:-1]]
    if len(counted.ways) != sum(map(len, numbers)) + 1:
        return
    text = f"a way of line {place[1]} ran"
    times = [sum(counted.ways[number - 1].times for number in own) for own in numbers]
    for arc, ran in zip(flow.out[block], [*times, counted.ways[-1].times], strict=True):
        yield Observation((arc,), ran, place[1], text, Trust.SOFT, block)


def _loop(
    flow: UnitFlow,
    place: LinePlace,
    blocks: Sequence[int],
    places: StatementPlaces,
    counts: Mapping[LinePlace, LineCount],
    spoiled: set[int],
) -> Iterator[Observation]:
    counted = counts.get(place)
    starts = places.starts[place]
    loop = starts[0].action.statement
    if counted is None or len(blocks) != 1 or not isinstance(loop, st.CountedLoop):
        return
    if not _is_one(starts) or not has_unit_step(loop):
        return
    (head,) = blocks
    after = flow.cfg.blocks[flow.cfg.blocks[head].successors()[1]]
    if len(counted.ways) == 2 and after.label is None:  # the way to a label may come first
        for arc, way in zip(flow.out[head], counted.ways, strict=True):
            text = f"a way of the loop of line {place[1]} ran"
            yield Observation((arc,), way.times, place[1], text)
    elif id(loop) not in spoiled:
        text = f"the loop of line {place[1]} was tested"
        yield Observation(tuple(flow.into[head]), counted.count, place[1], text, Trust.SOFT)


def items(
    flow: UnitFlow,
    places: StatementPlaces,
    counts: Mapping[LinePlace, LineCount],
    lines: Mapping[LinePlace, Fraction],
) -> Iterator[tuple[tuple[int, int], Fraction]]:
    """Yield how often the repeated item of a READ or WRITE was transferred, by block and item place.

    Its line has the iterations of its one implied DO beside its own starts.
    """
    for place, starts in places.starts.items():
        item = starts[0].action.statement
        counted, ran = counts.get(place), lines.get(place)
        if len(starts) != 1 or counted is None or ran is None:
            continue
        if not isinstance(item, st.InputOutput) or item.span.end_line > item.span.line:
            continue
        every = (*item.items, *item.results)
        loops = [each for each in every if isinstance(each, ex.ImpliedDo)]
        if len(loops) != 1 or len(loops[0].items) != 1 or _may_loop(loops[0].items[0]):
            continue
        step = loops[0].step
        if isinstance(step, ex.Constant | ex.Unary) and not is_one_step(step):
            continue  # the line has one less for each start
        if any(_may_loop(each) for each in every if each is not loops[0]) or counted.count < ran:
            continue
        actions = flow.cfg.blocks[starts[0].block].actions
        index = next(at for at, action in enumerate(actions) if action is starts[0].action)
        yield (starts[0].block, item_place(index, 0)), counted.count - ran


def _is_one(starts: Sequence[Start]) -> bool:
    """Whether a line has one statement, or a logical IF with the statement it guards."""
    first = starts[0].action
    distinct = {id(start.action.statement): start.action.statement for start in starts}
    if len(distinct) == 1:
        return first.part is not Part.LOOP_STEP
    guarded = {id(inner) for inner in _guarded(first.statement)}
    return first.part is Part.CONDITION and set(distinct) <= {id(first.statement), *guarded}


def _guarded(item: st.Stmt) -> tuple[st.Stmt, ...]:
    """The statement behind a logical IF, on the same line."""
    if isinstance(item, st.If) and len(item.arms) == 1 and not item.otherwise:
        inner = item.arms[0].body
        if len(inner) == 1 and inner[0].span.line == item.span.line:
            return inner
    return ()


def _action_below(
    starts: Sequence[Start], counts: Mapping[LinePlace, LineCount], spoiled: set[int]
) -> Observation | None:
    """The action of a logical IF that ends on another line than its condition is on."""
    last = starts[-1]
    span = last.action.span
    counted = counts.get((span.file, span.end_line))
    tested = _at_operator(span, counts)
    if counted is tested or (tested is None and (span.file, span.line) not in counts):
        return None  # the condition is there, too
    is_assignment = isinstance(last.action.statement, st.Assign)
    if not _is_one(starts) or last is starts[0] or counted is None or last.arcs is None:
        return None
    if span.end_line == span.line or not is_assignment:
        return None
    if any(id(start.action.statement) in spoiled for start in starts):
        return None
    line = span.end_line
    return Observation(last.arcs, counted.count, line, f"line {line} ran", Trust.SOFT)


def _charged(start: Start, spoiled: set[int], counts: Mapping[LinePlace, LineCount]) -> int | None:
    """The figure of a statement's starts: a condition's is on its first line, others' on the last."""
    item, span = start.action.statement, start.action.span
    parts = (item, *_guarded(item))
    if not all(map(_is_simple, parts)) or any(id(part) in spoiled for part in parts):
        return None
    line = span.line if start.action.part is Part.CONDITION else span.end_line
    counted = counts.get((span.file, line)) or _at_operator(span, counts)
    return None if counted is None else counted.count


def _is_simple(item: st.Stmt) -> bool:
    if isinstance(item, st.InputOutput):
        if item.span.end_line > item.span.line:
            return False  # control goes from line to line of it and back
        parts = (*item.items, *item.results)
        return not any(isinstance(each, ex.ImpliedDo) or _may_loop(each) for each in parts)
    return isinstance(item, _SIMPLE) and not any(map(_may_loop, expressions(item)))


def _may_loop(node: ex.Expr) -> bool:
    """Whether a loop may be compiled for an expression: over arrays or characters."""
    if isinstance(node, ex.Section | ex.OpaqueExpr | ex.ArrayValue | ex.Inline | ex.ImpliedDo):
        return True
    is_text = isinstance(node, ex.Intrinsic | ex.Binary) and node.type is Type.CHARACTER
    return is_text or any(map(_may_loop, children(node)))


def _ends(body: Sequence[st.Stmt]) -> set[int]:
    """What stands last in loops and in cases of SELECTs and is charged with the jump from there."""
    loops = [item.body for item in body if isinstance(item, st.CountedLoop | st.While)]
    return {id(inner[-1]) for inner in loops if inner} | _ends_of_cases(body)


def _ends_of_cases(body: Sequence[st.Stmt]) -> set[int]:
    """What stands last in cases and is charged with the jump from there.

    In cases before the last one that jump is part of a simple statement; only behind a block IF or a
    loop does control come back to the block's line for it.
    """
    ends: list[Sequence[st.Stmt]] = []
    for item in body:
        if isinstance(item, st.Select) and item.cases:
            before = [case.body for case in item.cases[:-1] if case.body]
            ends += [inner for inner in before if _is_block(inner[-1])]
            ends.append(item.cases[-1].body)
    return {id(inner[-1]) for inner in ends if inner}


def _is_block(item: st.Stmt) -> bool:
    return isinstance(item, st.CountedLoop | st.While) or (
        isinstance(item, st.If) and item.end is not None
    )


def _sign_targets(body: Sequence[st.Stmt]) -> set[str | None]:
    """The labels of arithmetic IFs."""
    selectors = [item for item in body if isinstance(item, st.ArithmeticIf)]
    return {label for item in selectors for label in (item.negative, item.zero, item.positive)}


def _before_targets(body: Sequence[st.Stmt]) -> set[int]:
    """The last statements with code before labels of arithmetic IFs, as they stand in the source."""
    targets = _sign_targets(body)
    found: set[int] = set()
    before = 0
    for item in body:
        if item.label in targets:
            found.add(before)
        if not isinstance(item, st.Continue):
            before = id(item)
    return found


def _first_return(body: Sequence[st.Stmt]) -> set[int]:
    returns = (id(item) for item in body if isinstance(item, st.Return))
    return set(islice(returns, 1))
