"""Loops as directives of OpenMP, those first that gain most.

The gain of a loop is how many times as fast the program is if its iterations run on so many threads
and nothing else does: ``W / (W - w + w/min(P, n) + tree + fork)``, w the loop's work in the whole run,
n its iterations, for each start a tree over what threads combine, and what it takes to start and join
threads.
"""

from __future__ import annotations

import re
from math import ceil, log2
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.dependence.races import is_declared
from sad.dependence.verdict import Kind
from sad.files import source_lines
from sad.model.directives import Directive
from sad.model.nodes import Block, Loop
from sad.model.walks.parts import nodes_of
from sad.records import record, replace
from sad.symbols import dimension_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sad.diagnostics import Span
    from sad.model.nodes import Description
    from sad.parallelism.measure import LoopMeasure, Measured

_LEAST = 1.01
_ABOUT = 0.8
_WORD = re.compile(r"\w+")
_COLUMNS = 72
_FIXED = (".f", ".for", ".f77", ".ftn", ".F", ".FOR")


@record
class Suggestion:
    """A directive before a loop, as lines; ``gain`` is how many times as fast all of it is.

    ``where`` is the place in words: of an array statement the lines go around it. ``unit`` is the name
    in the source, ``model_unit`` that in the model; ``last`` is the loop's last line.
    """

    unit: str
    span: Span
    loop: str
    gain: float
    lines: tuple[str, ...]
    where: str
    model_unit: str
    last: int
    combined: tuple[str, ...] = ()


@record
class Refused:
    """A loop that is worth a directive, and why none says it."""

    unit: str
    span: Span
    loop: str
    gain: float
    reason: str


def suggestions(
    found: Measured, processors: int, fork_join: float = 0.0
) -> tuple[list[Suggestion], list[Refused]]:
    """Return directives, and loops that would gain but that none fits; most gain first.

    Of loops inside each other the one that gains most is taken, an outer one if it gains about as
    much. ``fork_join`` is what starting and
    joining threads takes, in the unit of the work.
    """
    if not found.in_order:
        return [], []
    gains: list[tuple[float, LoopMeasure]] = []
    for item in found.loops:
        if item.verdict.kind not in (Kind.INDEPENDENT, Kind.REDUCTION):
            continue
        gain = _gain(item, found.in_order, processors, fork_join)
        if gain is not None and gain >= _LEAST:
            gains.append((gain, item))
    gains = [pair for pair in gains if not any(_is_better(other, pair) for other in gains)]
    gains.sort(key=lambda pair: (-pair[0], pair[1].depth))
    taken: list[LoopMeasure] = []
    made: list[Suggestion] = []
    refused: list[Refused] = []
    for gain, item in gains:
        if any(_nested(item, other) for other in taken):
            continue
        if _is_statement(item) and any(item.verdict.span == other.verdict.span for other in taken):
            continue
        reason = _against(item)
        unit, loop, span = item.cost.unit.unit, item.verdict.name, item.verdict.span
        if reason:
            refused.append(Refused(unit, span, loop, gain, reason))
        else:
            where = "around the statement" if _is_statement(item) else f"before {loop}"
            where += f" (if {item.verdict.given})" if item.verdict.given else ""
            lines, inside = tuple(_directive(item)), item.cost.unit.name
            combined = tuple(each.name for each in item.verdict.combined)
            last = _last_line(item)
            made.append(Suggestion(unit, span, loop, gain, lines, where, inside, last, combined))
            taken.append(item)
    return made, refused


def _gain(item: LoopMeasure, work: float, processors: int, fork_join: float) -> float | None:
    if item.total is None or item.entered is None or not item.trips or item.trips < 2:
        return None
    at_once = min(float(processors), item.trips)
    tree = ceil(log2(at_once)) if item.verdict.combined else 0
    price = item.work / item.trips if item.work else 0.0
    after = work - item.total + item.total / at_once + item.entered * (fork_join + tree * price)
    return work / after


def _is_better(outer: tuple[float, LoopMeasure], inner: tuple[float, LoopMeasure]) -> bool:
    """Whether a loop around another one gains about as much: threads start less often there."""
    same = outer[1].cost.unit.name == inner[1].cost.unit.name
    if not same or outer[1].verdict.path not in inner[1].ancestors or _against(outer[1]):
        return False
    return outer[0] >= _ABOUT * inner[0]


def _nested(one: LoopMeasure, other: LoopMeasure) -> bool:
    """Whether one of two loops of a unit is inside the other."""
    if one.cost.unit.name != other.cost.unit.name:
        return False
    inner, outer = one.verdict.path, other.verdict.path
    parents = one.ancestors | {inner}, other.ancestors | {outer}
    return inner in parents[1] or outer in parents[0]


def _is_statement(item: LoopMeasure) -> bool:
    """Whether a loop is one of an array statement."""
    return dimension_of(item.cost.loop.variable) is not None


def _against(item: LoopMeasure) -> str:
    verdict = item.verdict
    if _is_statement(item):
        return ""
    if verdict.steps:
        return f"first write {verdict.steps[0]} as a function of {item.cost.loop.variable}"
    if verdict.mixed:
        return f"{verdict.last[0]} is read behind the loop, and not every iteration sets it"
    arrays = [each.name for each in verdict.combined if each.is_array]
    if arrays:
        return f"threads combine values into the array {arrays[0]}"
    return ""


def _is_uneven(loop: Loop) -> bool:
    """Whether loops inside run longer in some iterations, so that blocks of them differ."""
    name = loop.index.name
    return any(atoms.depends_on(inner.trips, name) for inner in nodes_of(loop.body, Loop))


def _last_line(item: LoopMeasure) -> int:
    """The last line of a loop that does anything, in its own file."""
    span = item.verdict.span
    lines = [line.span for block in nodes_of(item.cost.loop.body, Block) for line in block.lines]
    return max([span.line, *(place.end_line for place in lines if place.file == span.file)])


def with_directives(description: Description, made: Sequence[Suggestion]) -> Description:
    """Return a model whose loops are shared out in blocks as the suggestions say."""
    new: dict[str, list[Directive]] = {}
    for item in made:
        clauses = tuple(("reduction", f"+:{name}") for name in item.combined)
        found = Directive(
            *("OpenMP", "parallel do", item.lines[0], item.span, True, True, clauses),
            end=item.last,
        )
        new.setdefault(item.model_unit, []).append(found)
    units = (
        replace(unit, directives=(*unit.directives, *new.get(unit.name, ())))
        for unit in description.units
    )
    return replace(description, units=tuple(units))


def _directive(item: LoopMeasure) -> Iterator[str]:
    unit, verdict = item.cost.unit, item.verdict
    if _is_statement(item):
        yield "!$OMP PARALLEL WORKSHARE"
        yield "!$OMP END PARALLEL WORKSHARE"
        return
    in_c = unit.language == "c"
    own = (name for name in verdict.private if "$" not in name)  # others are the reader's
    private = [name for name in own if name not in verdict.last]
    if in_c:
        text = source_lines(verdict.span.file)[verdict.span.line - 1 : _last_line(item)]
        words = set(_WORD.findall("\n".join(text)))  # others are made by the reader
        private = [name for name in private if name in words and not is_declared(name, text)]
    clauses = [each.clause(in_c=in_c) for each in verdict.combined]
    if private:
        clauses.append(f"private({','.join(private)})")
    if verdict.last:
        clauses.append(f"lastprivate({','.join(verdict.last)})")
    if _is_uneven(item.cost.loop):
        clauses.append("schedule(static,1)")
    if in_c:
        yield " ".join(["#pragma omp parallel for", *clauses])
        return
    yield from _wrapped(["PARALLEL DO", *(clause.upper() for clause in clauses)], verdict.span.file)


def _wrapped(words: Sequence[str], file: str) -> Iterator[str]:
    """A directive of Fortran in lines of at most 72 columns."""
    fixed = file.endswith(_FIXED)
    pieces = [
        piece + ("," if n < len(parts) - 1 else "")
        for word in words
        for parts in (word.split(","),)
        for n, piece in enumerate(parts)
    ]
    line, start = "!$OMP", " "
    for piece in pieces:
        joint = "" if line.endswith(",") else start
        if len(line) + len(joint) + len(piece) > _COLUMNS - 2:
            yield line if fixed else f"{line} &"
            line, joint = "!$OMP&", " "
        line += joint + piece
    yield line
