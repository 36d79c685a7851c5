"""Who calls a unit: from where, how often, and with which values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.model.walks.terms import CallTerm, terms
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.model.nodes import UnitDescription
    from sad.model.walks.terms import Factor
    from sad.report.view import View

_MOST = 6


@record
class Caller:
    """One call: ``count`` is how often it is made each time the caller starts, in its own terms;
    ``bindings`` are the callee's inputs there.
    """

    unit: UnitDescription
    span: Span
    count: Poly
    bindings: Mapping[str, Poly]
    loops: tuple[Factor, ...]


def callers_of(view: View, unit: UnitDescription) -> list[Caller]:
    """Return the calls of a unit in those units that run, in source order."""
    expansion = view.model.expansion
    found: dict[Span, Caller] = {}
    for caller in reversed(expansion.description.units):
        if unit.entry not in caller.calls or not expansion.activations.get(caller.name):
            continue
        for term in terms(caller.tree):
            if not isinstance(term, CallTerm) or term.call.target != unit.name:
                continue
            span, count, known = term.call.span, term.context.count(), found.get(term.call.span)
            if known is not None:
                count = count + known.count
            found[span] = Caller(caller, span, count, term.call.bindings, term.context.loops)
    return list(found.values())


def called_lines(view: View, unit: UnitDescription) -> Iterator[str]:
    """Say from where a unit is called and how often, and the same of its callers, up to the entry."""
    seen = {unit.name}
    level = [unit]
    while level:
        following: list[UnitDescription] = []
        for item in level:
            calls = callers_of(view, item)
            for call in calls[:_MOST]:
                yield f"  called    {_call(view, item, call)}"
                if call.unit.name not in seen:
                    seen.add(call.unit.name)
                    following.append(call.unit)
            if len(calls) > _MOST:
                yield f"            ... and at {len(calls) - _MOST} more places"
        level = following


def _call(view: View, unit: UnitDescription, call: Caller) -> str:
    span = call.span
    inside = f" in {call.loops[-1].id}" if call.loops else ""
    count = view.formula(call.count)
    text = view.source_line(span.file, span.line)
    place = f"{unit.name} by {call.unit.name}{inside}, line {span.line}: {text}: {count} times"
    entered = view.model.expansion.activations[call.unit.name]
    many = view.formula(entered)
    return place if many == "1" else f"{place} each, {call.unit.name} starts {many} times"


def bindings_of(view: View, unit: UnitDescription, symbol: str) -> Iterator[tuple[Caller, Poly]]:
    """Yield the calls of a unit with what an input of it is there."""
    for call in callers_of(view, unit)[:_MOST]:
        value = call.bindings.get(symbol)
        if value is not None:
            yield call, value
