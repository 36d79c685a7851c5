"""A stub's cost as a tree of the description, with the parameters it brings along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.description.outside import Outside
from sad.description.parameters import Class, Kind, Parameter
from sad.description.tree import Block, Call, Line, Node, Seq, Weighted
from sad.machine.compute import SECOND
from sad.stubs.formula import Formulas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sad.algebra.poly import Poly
    from sad.diagnostics import Span
    from sad.stubs.schema import Stub

KIND = "stub"


def outside_of(stub: Stub, span: Span) -> Outside:
    """Return what a stub says of its procedure. ``span`` is where it is described."""
    formulas = Formulas(stub)
    calls = formulas.calls()
    by_count: dict[Poly, dict[str, int]] = {}
    for key, item in stub.operations.items():
        by_count.setdefault(formulas.count(item), {})[key] = 1
    if stub.seconds is not None:
        by_count.setdefault(formulas.time(stub.seconds), {})[SECOND] = 1
    parts: list[Node] = [Block((Line(span, {}, starts=True),))]  # counts the calls
    for count, mix in by_count.items():
        if count:
            parts.append(Weighted(count, Block((Line(span, mix, starts=False),))))
    for name, count in calls.items():
        call = Call(f"{stub.name}.{name}", None, {}, span, through=name)
        parts.append(Weighted(count, call))
    return Outside(KIND, Seq(tuple(parts)), tuple(_parameters(stub, formulas, span)))


def _parameters(stub: Stub, formulas: Formulas, span: Span) -> Iterator[Parameter]:
    def unknown(symbol: str, kind: Kind, reason: str, place: Span) -> Parameter:
        return Parameter(symbol, symbol, kind, Class.INDETERMINATE, stub.name, place, reason)

    for symbol, text in formulas.conditions.items():
        yield unknown(symbol, Kind.PROBABILITY, f"how often {text}", span)
    for symbol, item in formulas.open_counts.items():
        reason = f"how often it calls what it is given: {item.text().strip()}"
        yield unknown(symbol, Kind.TRIP_COUNT, reason, item.span)
    for symbol, item in formulas.parameters.items():
        reason = f"in seconds: {item.text().strip()}"
        yield unknown(symbol, Kind.SECONDS, reason, item.span)
