"""What gcov's figures of gcc's code at -O0 say of C."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from sad.analysis.cfg.graph import LoopHead, Part, Split
from sad.ir import expr as ex
from sad.ir import stmt as st
from sad.ir.expr import Operator
from sad.ir.program import UnitKind
from sad.ir.walk import children, is_sequential, statements
from sad.profiles.estimation.c_choices import (
    are_arguments,
    is_choice,
    is_loop_exit,
    is_stored,
    kept_truth,
    swaps_arms,
    tested,
)
from sad.profiles.estimation.c_condition_lines import has_its_tests, with_further_lines
from sad.profiles.estimation.c_jumps import shared_jumps
from sad.profiles.estimation.solve import Observation, Trust

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.analysis.cfg.flow_equations import UnitFlow
    from sad.ir.expr import Expr
    from sad.profiles.counts import LineCount
    from sad.profiles.estimation.places import LinePlace, StatementPlaces


SIMPLE = (
    st.Assign
    | st.CallStatement
    | st.If
    | st.Goto
    | st.Return
    | st.Stop
    | st.Exit
    | st.Cycle
    | st.InputOutput
)
_RANKS = {"body": -1, "then": 100_000, "else": 100_001, "exit": 100_002}
_STRAIGHT = frozenset(
    name
    for line in (
        "abs aimag atan char cmplx conjg cos dble dcmplx exp float ichar ifix int log",
        "log10 mod real sin sqrt tan",
    )
    for name in line.split()
)


def gcc_observations(
    flow: UnitFlow,
    places: StatementPlaces,
    counts: Mapping[LinePlace, LineCount],
    whole_lines: Mapping[str, frozenset[int]],
    labelled: Mapping[str, frozenset[int]],
) -> Iterator[Observation]:
    """Yield what is known of the arcs of one unit; the lines are of ``c_lines``.

    Left out are lines with a loop statement, with statements that begin or end on other lines, and the
    first RETURN of a function without a value. The ways out of a line come in the order of what they
    lead to: a loop's body stands before its test, a branch's arms behind it.
    """
    for place in countable(flow, places, whole_lines):
        start, counted = places.first[place], counts.get(place)
        if counted is not None and start.arcs is not None:
            line = place[1]
            trust = Trust.SOFT if line in labelled.get(place[0], ()) else Trust.FIRM
            yield Observation(start.arcs, counted.count, line, f"line {line} ran", trust)

    def tests(at: LinePlace) -> int:
        return len(counts[at].ways) // 2 if at in counts else 0

    for place in {**places.splits, **places.heads}:
        counted = counts.get(place)
        if counted is not None and has_its_tests(place, places, whole_lines, tests):
            blocks = [*places.splits.get(place, ()), *places.heads.get(place, ())]
            whole = with_further_lines(place, counted, 2 * len(blocks), places, counts)
            if whole.ways != counted.ways and any(_turns_around(flow, block) for block in blocks):
                continue  # what is turned around may have the line of the whole
            counted = whole
            found: list[Observation] = []
            if all(_has_code(flow, block, counts) for block in blocks):
                found = [*_ways(flow, place, blocks, counted)]
                found = found or [*_ways_of_loops(flow, place, blocks, counted)]
            yield from found or _tests(flow, place, blocks, counted)


def branchless(
    flow: UnitFlow, places: StatementPlaces, counts: Mapping[LinePlace, LineCount]
) -> set[str]:
    """Return the probabilities of choices on lines that were counted and have no jump."""
    arcs = {
        tuple(flow.out[block])
        for place, blocks in places.splits.items()
        if place in counts and not counts[place].ways
        if all(is_choice(flow, block) for block in blocks) and place not in places.heads
        for block in blocks
    }
    return {symbol for symbol, ratio in flow.ratios.items() if ratio.reached in arcs}


def behind_stops(
    flow: UnitFlow,
    places: StatementPlaces,
    counts: Mapping[LinePlace, LineCount],
    whole_lines: Mapping[str, frozenset[int]],
    labelled: Mapping[str, frozenset[int]],
) -> Iterator[tuple[LinePlace, int]]:
    """Yield the counts of lines that no arcs tell, as those behind a call that may end the program."""
    for place in countable(flow, places, whole_lines):
        is_labelled = place[1] in labelled.get(place[0], ())
        if place in counts and places.first[place].arcs is None and not is_labelled:
            yield place, counts[place].count


def _tests(
    flow: UnitFlow, place: LinePlace, blocks: Sequence[int], counted: LineCount
) -> Iterator[Observation]:
    """How often each operand of a line's conditions was tested: its two ways, whichever is which.

    Operands stand in the order in which they are tested, also where gcc has turned a negation around
    or swapped the arms of ``?:``.
    """
    if len(counted.ways) != 2 * len(blocks):
        return
    splits = [flow.cfg.blocks[block].terminator for block in blocks]
    if not all(
        isinstance(split, Split) and split.kind == "if" and len(split.targets) == 2
        for split in splits
    ):
        return
    if are_arguments(flow, place, blocks) or _has_late_test(flow, blocks):
        return
    text = f"a condition of line {place[1]} was tested"
    for number, block in enumerate(_in_order(flow, blocks)):
        one, other = counted.ways[2 * number : 2 * number + 2]
        swapped = swaps_arms(flow, block)
        if swapped is not None and not _leads_to_label(flow, block):
            arcs = _laid_out(flow, block)
            for arc, way in zip(arcs[::-1] if swapped else arcs, (one, other), strict=True):
                yield Observation((arc,), way.times, place[1], text, Trust.SOFT, min(blocks))
            continue
        arcs = kept_truth(flow, block) or tuple(flow.out[block])
        yield Observation(arcs, one.times + other.times, place[1], text, Trust.SOFT, min(blocks))


def countable(
    flow: UnitFlow, places: StatementPlaces, whole_lines: Mapping[str, frozenset[int]]
) -> Iterator[LinePlace]:
    """Yield the lines on which the first statement's starts are counted."""
    spoiled = set(shared_jumps(flow.unit))
    if flow.unit.kind is UnitKind.SUBROUTINE:
        returns = (id(item) for item in statements(flow.unit.body) if isinstance(item, st.Return))
        spoiled.update(islice(returns, 1))
    for place, first in places.first.items():
        items = [start.action.statement for start in places.starts[place]]
        if place[1] not in whole_lines.get(place[0], ()) or not spoiled.isdisjoint(map(id, items)):
            continue
        if not _is_entered_once(flow, first.block, {start.block for start in places.starts[place]}):
            continue
        has_loop = any(isinstance(item, st.CountedLoop | st.While | st.Select) for item in items)
        is_simple = isinstance(first.action.statement, SIMPLE)
        if is_simple and not has_loop and first.action.part is not Part.OPERAND:
            yield place


def _is_entered_once(flow: UnitFlow, first: int, blocks: set[int]) -> bool:
    """Whether control comes to a line's blocks from its others, but for the first one.

    It does not behind ``break;`` or ``}``: gcov adds up all ways in.
    """
    inside = {arc for block in blocks for arc in flow.out[block]}
    return all(inside.issuperset(flow.into[block]) for block in blocks - {first})


def _ways(
    flow: UnitFlow, place: LinePlace, blocks: Sequence[int], counted: LineCount
) -> Iterator[Observation]:
    """The ways of a line with one condition, or with several that are in no loop of the line.

    Further ways may be those of operands that the frontend has decided and gcc has not.
    """
    if len(counted.ways) != 2 * len(blocks) or not _is_plain(flow, blocks):
        return
    text = f"a way of line {place[1]} ran"
    ways = iter(counted.ways)
    for block in _in_order(flow, blocks):
        for arc, way in zip(_laid_out(flow, block), ways, strict=False):
            yield Observation((arc,), way.times, place[1], text, Trust.SOFT, blocks[0])


def _ways_of_loops(
    flow: UnitFlow, place: LinePlace, blocks: Sequence[int], counted: LineCount
) -> Iterator[Observation]:
    """The ways of a line with loops and other conditions: each loop's test stands behind its body."""
    if len(counted.ways) != 2 * len(blocks):
        return
    turned: dict[int, bool] = {}
    if not any(_is_loop_test(flow, block) for block in blocks):
        return
    for block in blocks:
        split = flow.cfg.blocks[block].terminator
        is_test = isinstance(split, Split) and split.kind == "if"
        is_test = _is_loop_test(flow, block) or (is_test and kept_truth(flow, block) is None)
        is_plain = not is_choice(flow, block) or is_stored(flow, block)
        is_plain |= is_loop_exit(tested(flow, block))
        swaps = False if is_plain else swaps_arms(flow, block)
        if not is_test or swaps is None or len(flow.out[block]) != 2:
            return
        if _turns_around(flow, block) or _leads_to_label(flow, block):
            return
        turned[block] = swaps or is_loop_exit(tested(flow, block))
    if are_arguments(flow, place, blocks):
        return
    text = f"a way of line {place[1]} ran"
    order = _behind_bodies(flow, _in_order(flow, blocks))
    for number, block in enumerate(order):
        arcs = _laid_out(flow, block)
        ways = counted.ways[2 * number : 2 * number + 2]
        for arc, way in zip(arcs[::-1] if turned[block] else arcs, ways, strict=True):
            yield Observation((arc,), way.times, place[1], text, Trust.SOFT, blocks[0])


def _behind_bodies(flow: UnitFlow, blocks: Sequence[int]) -> list[int]:
    """Blocks in an order in which each loop's test comes behind what is in the loop."""
    order = list(blocks)
    tests: list[tuple[int, frozenset[int]]] = []
    for block in blocks:
        if _is_loop_test(flow, block):
            around = [cycle for cycle in flow.cycles if block in cycle]
            tests.append((block, min(around, key=len) if around else frozenset((block,))))
    for block, cycle in sorted(tests, key=lambda item: len(item[1])):
        last = max(place for place, other in enumerate(order) if other in cycle)
        order.insert(last + 1, block)
        order.remove(block)
    return order


def _is_loop_test(flow: UnitFlow, block: int) -> bool:
    split = flow.cfg.blocks[block].terminator
    if is_loop_exit(tested(flow, block)):
        return True
    return isinstance(split, LoopHead) or (isinstance(split, Split) and "exit" in split.labels)


def _laid_out(flow: UnitFlow, block: int) -> list[int]:
    """The arcs out of a block in the order in which gcc lays out what they lead to."""
    arcs = sorted(zip(_ranks(flow, block), flow.out[block], strict=True), key=lambda item: item[0])
    found = [arc for _, arc in arcs]
    return found[::-1] if _jumps_if_either(flow, block) else found


def _jumps_if_either(flow: UnitFlow, block: int) -> bool:
    """Whether a block is the last operand of ``if (a || b) break;``: gcc jumps there from each operand
    and so goes on where the last one fails. ``continue``, ``goto`` and ``return`` have a block of their
    own, which comes first.
    """
    split, actions = flow.cfg.blocks[block].terminator, flow.cfg.blocks[block].actions
    item = actions[-1].statement if actions else None
    if not isinstance(split, Split) or not isinstance(item, st.If) or split.chain[-1:] != (block,):
        return False
    if len(item.arms) != 1 or item.otherwise or len(item.arms[0].body) != 1:
        return False
    whole = item.arms[0].condition
    while isinstance(whole, ex.Binary) and whole.operator is Operator.AND_THEN:
        whole = whole.right
    is_either = isinstance(whole, ex.Binary) and whole.operator is Operator.OR_ELSE
    return is_either and isinstance(item.arms[0].body[0], st.Exit)


def _leads_to_label(flow: UnitFlow, block: int) -> bool:
    """Whether a way leads to a label of the source: it gets a block of its own, before the other one.

    Labels of the frontend, as where ``continue`` goes to, begin with a point.
    """
    labels = (flow.cfg.blocks[way].label for way in _successors(flow, block))
    return any(label and not label.startswith(".") for label in labels)


def _has_code(flow: UnitFlow, block: int, counts: Mapping[LinePlace, LineCount]) -> bool:
    """Whether the arm behind a branch was compiled: without it the other way comes first."""
    split = flow.cfg.blocks[block].terminator
    if not isinstance(split, Split) or "then" not in split.labels:
        return True
    actions = flow.cfg.blocks[split.targets[split.labels.index("then")]].actions
    return not actions or (actions[0].span.file, actions[0].span.line) in counts


def _is_plain(flow: UnitFlow, blocks: Sequence[int]) -> bool:
    """Whether a line has one loop's test, or branches of two arms that are no loop's."""
    splits = [flow.cfg.blocks[block].terminator for block in blocks]
    for block in blocks:
        if len(flow.out[block]) != 2 or (is_choice(flow, block) and not is_stored(flow, block)):
            return False
    if any(_turns_around(flow, block) for block in blocks) or _has_late_test(flow, blocks):
        return False
    if any(_leads_to_label(flow, block) for block in blocks):
        return False
    if all(isinstance(split, Split) and split.kind == "if" for split in splits):
        return True
    chains = {
        split.chain or (block,)
        for block, split in zip(blocks, splits, strict=True)
        if isinstance(split, Split)
    }
    return len(blocks) == 1 or (len(chains) == 1 and set(*chains) == set(blocks))


def _has_late_test(flow: UnitFlow, blocks: Sequence[int]) -> bool:
    """Whether one of several conditions is that of ``while (k++ < n)``, which is behind the body."""
    return any(block != max(blocks) and is_loop_exit(tested(flow, block)) for block in blocks)


def _turns_around(flow: UnitFlow, block: int) -> bool:
    """Whether a condition has a negation of several operands: gcc may turn that around."""
    split = flow.cfg.blocks[block].terminator
    return isinstance(split, Split) and split.whole is not None and _has_negation(split.whole)


def _has_negation(node: ex.Expr) -> bool:
    if isinstance(node, ex.Unary) and node.operator is Operator.NOT and is_sequential(node.operand):
        return True
    return any(map(_has_negation, children(node)))


def _successors(flow: UnitFlow, block: int) -> tuple[int, ...]:
    return flow.cfg.blocks[block].successors()


def _in_order(flow: UnitFlow, blocks: Sequence[int]) -> list[int]:
    """Blocks as they are laid out: as the analysis made them, operands of a condition together."""
    ordered: list[int] = []
    for block in sorted(blocks):
        split = flow.cfg.blocks[block].terminator
        chain = split.chain if isinstance(split, Split) else ()
        ordered += [item for item in chain or (block,) if item not in ordered]
    return ordered


def _ranks(flow: UnitFlow, block: int) -> list[int]:
    """The order in which gcc lays out what the ways of a block lead to."""
    terminator = flow.cfg.blocks[block].terminator
    if isinstance(terminator, LoopHead):
        return [0, 1]
    assert isinstance(terminator, Split)
    return [
        _RANKS.get(label, terminator.chain.index(target) if target in terminator.chain else 50_000)
        for target, label in zip(terminator.targets, terminator.labels, strict=True)
    ]


def is_straight(node: Expr) -> bool:
    """Whether the value of an expression takes no jump; a call's own are not here."""
    match node:
        case ex.Intrinsic(name=name) if name.lower() not in _STRAIGHT:
            return False
        case ex.Binary(operator=Operator.POWER | Operator.AND_THEN | Operator.OR_ELSE):
            return False
        case ex.Inline() | ex.OpaqueExpr() | ex.ImpliedDo() | ex.ArrayValue():
            return False
        case _:
            return all(map(is_straight, children(node)))
