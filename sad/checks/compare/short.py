"""A snapshot without its exact part: which costs changed, and by how many operations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.poly import Poly
from sad.checks.compare.changes import compare
from sad.checks.compare.measure import OPERATIONS
from sad.checks.contracts.names import UnitNames
from sad.checks.costs.record import State, UnitPlace
from sad.checks.formula_view import FormulaView, operations_of
from sad.checks.outcome import Change, Verdict
from sad.checks.snapshot.people import costs_digest
from sad.checks.snapshot.write import unit_lines
from sad.diagnostics import Span
from sad.expr.exact import count_of
from sad.expr.tree import ExpressionError
from sad.records import replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.checks.costs.record import UnitCost
    from sad.checks.costs.timing import Timing
    from sad.checks.snapshot.people import Short

_LABEL = "short"
_UNKNOWN = "by how much is told by the exact part of the snapshot alone"


def compare_short(
    old: Mapping[str, Short], new: State, timing: Timing | None
) -> tuple[Change, ...]:
    """Return what changed since the part of a snapshot for people was written, unit by unit."""
    names = sorted({*old, *new.units})
    sizes = None if timing is None else replace(timing, machines=())
    return tuple(_change(old.get(name), new.units.get(name), sizes) for name in names)


def _change(before: Short | None, now: UnitCost | None, sizes: Timing | None) -> Change:
    if now is None:
        assert before is not None
        place = UnitPlace(before.name, Span.at(before.file))
        return Change(None, None, Verdict.REMOVED, headline="is gone", place=place)
    if before is None:
        return compare(State(_LABEL, {}), State(_LABEL, {now.name: now}))[0]
    if before.costs == costs_digest(unit_lines(now, ())):
        return Change(
            None, None, Verdict.IDENTICAL, OPERATIONS, place=UnitPlace(now.name, now.span)
        )
    was = _operations(before, now)
    if was is None or now.total is None or now.externals is None:
        return Change(
            now,
            now,
            Verdict.INCOMPARABLE,
            OPERATIONS,
            headline="the cost changed",
            reason=_UNKNOWN,
            notes=(_UNKNOWN,),
        )
    is_now = FormulaView([now]).simple(operations_of(now.total))
    first, second = _only(now, was), _only(now, is_now)
    change = compare(State(_LABEL, {now.name: first}), State(_LABEL, {now.name: second}), sizes)[0]
    if change.verdict is Verdict.IDENTICAL or before.calls or now.externals:
        note = "without its exact part calls and kinds of operations are not compared"
        if change.verdict is Verdict.IDENTICAL:
            return replace(
                change,
                verdict=Verdict.INCOMPARABLE,
                headline="as many operations, but not the same cost",
                reason=note,
                notes=(note,),
            )
        return replace(change, notes=(*change.notes, note))
    return change


def _operations(before: Short, now: UnitCost) -> Poly | None:
    """The number of operations the text tells; None if it cannot be read back."""
    names = UnitNames(now)
    try:
        return count_of(
            before.operations, lambda name: Poly.symbol(names.find(name) or f"{now.name}.{name}")
        )
    except ExpressionError:
        return None


def _only(unit: UnitCost, operations: Poly) -> UnitCost:
    amounts = {OPERATIONS: operations}
    return replace(
        unit, own=amounts, calls={}, total=amounts, externals={}, loops=(), lines=(), seconds={}
    )
