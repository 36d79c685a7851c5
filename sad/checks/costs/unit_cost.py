"""The cost of one unit from its description and the costs of its callees, and its symbols."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.bind import bind
from sad.algebra.codes import Coding
from sad.algebra.conditions import guard_names
from sad.algebra.poly import ZERO, Poly
from sad.checks.costs.canonical import NeutralNames, size_of
from sad.checks.costs.inline_calls import Calls, Site, Sites, bound_context
from sad.checks.costs.json_form import itself
from sad.checks.costs.messages import message_amounts
from sad.checks.costs.record import LineCost, LoopCost, Symbol, UnitCost
from sad.diagnostics import Span
from sad.model.parameters import Kind
from sad.model.walks.fingerprint import fingerprint, uses_of
from sad.model.walks.formulas import used_symbols
from sad.model.walks.terms import CallTerm, Context, loop_terms, terms
from sad.records import replace
from sad.symbols import call_name, is_unresolved

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.checks.costs.source_text import SourceText
    from sad.model.nodes import UnitDescription
    from sad.model.parameters import Parameter

MOST_IN_TOTAL = 1_500
"""Terms and parts of atoms that the inclusive cost of a unit may have."""


def unit_cost(
    unit: UnitDescription,
    name: str,
    callees: Mapping[str, UnitCost],
    commons: Mapping[str, Poly],
    source: SourceText,
) -> UnitCost:
    """Return the cost of one run of a unit, under ``name``.

    ``callees`` are the costs of the units it calls, by the names in its description; ``commons`` the
    load-time values that a main program starts with. Nothing else is needed, so the result can be
    kept as long as these stay the same.
    """
    shown = {target: callee.name for target, callee in callees.items()}
    return with_callees(*own_cost(unit, name, shown, commons, source), callees)


def own_cost(
    unit: UnitDescription,
    name: str,
    shown: Mapping[str, str],
    commons: Mapping[str, Poly],
    source: SourceText,
) -> tuple[UnitCost, Sites]:
    """Return what one run of a unit costs by itself, and its calls; ``shown`` are callees' names."""
    start = {call_name(unit.entry): ZERO}
    if unit.kind == "program":
        start.update(commons)
    symbols = symbols_of(unit, source)
    names = NeutralNames(symbols)
    start = names.values(start)
    counted = _Counted(unit, start, names)
    sites = Sites(
        counted.operations() | message_amounts(unit.tree, start, names),
        tuple(_site(names.call(term), shown, start) for term in counted.calls),
    )
    own = UnitCost(
        name,
        Span(source.shown(unit.file), unit.line, unit.end_line),
        unit.language,
        fingerprint(unit),
        names.amounts(sites.operations),
        names.amounts(Calls({}, sites.calls).counts()),
        None,
        None,
        tuple(counted.loops(source)),
        (),
        unit.statements,
        unit.opaque,
        {item.symbol: item.lower for item in unit.parameters if item.lower is not None},
        {item.symbol: 1 for item in unit.parameters if item.kind is Kind.PROBABILITY},
        symbols,
        lines=tuple(counted.lines(source)),
        by_itself=unit.recursion is not None or call_name(unit.entry) in used_symbols(unit.tree),
    )
    return replace(own, itself=itself(own, sites)), sites


def _site(term: CallTerm, shown: Mapping[str, str], start: Mapping[str, Poly]) -> Site:
    call, context = term.call, bound_context(term.context, start)
    name = call.name if call.target is None else shown.get(call.target, call.target)
    bindings = {symbol: bind(value, start) for symbol, value in call.bindings.items()}
    return Site(name, call.target, call.recursive, bindings, context.indices, context.weight)


def with_callees(own: UnitCost, sites: Sites, callees: Mapping[str, UnitCost]) -> UnitCost:
    """Return the cost of a unit with the costs of its callees put in."""
    names = NeutralNames(own.symbols)
    total, externals = map(names.amounts, Calls(callees, sites.calls).amounts(sites.operations))
    if size_of([*total.values(), *externals.values()]) > MOST_IN_TOTAL:
        total, externals = None, None
    shown = [*own.own.values(), *own.calls.values()]
    shown += [*(total or {}).values(), *(externals or {}).values()]
    used = frozenset[str]().union(*map(atoms.free_symbols, shown))
    named = guard_names(shown)  # where a caller cannot tell the condition, this name is all it has
    least, most = dict(own.least), dict(own.most)
    for callee in callees.values():
        least.update(callee.least)
        most.update(callee.most)
    return replace(
        own,
        total=total,
        externals=externals,
        unresolved=tuple(sorted(filter(is_unresolved, used))),
        least={symbol: least[symbol] for symbol in sorted(least) if symbol in used | named},
        most={symbol: most[symbol] for symbol in sorted(most) if symbol in used | named},
    )


class _Counted:
    """The counts of a unit's own blocks in one run, its inputs bound to ``start``, under ``names``."""

    def __init__(
        self, unit: UnitDescription, start: Mapping[str, Poly], names: NeutralNames
    ) -> None:
        self._unit = unit
        self._start = start
        self._names = names
        self._counts: dict[Context, Poly] = {}
        self._amounts: dict[tuple[tuple[Poly, int], ...], Poly] = {}
        self.calls: list[CallTerm] = []
        self._lines: dict[tuple[str, int], dict[str, list[tuple[Poly, int]]]] = {}
        self._spans: dict[tuple[str, int], Span] = {}
        for term in terms(unit.tree):
            if isinstance(term, CallTerm):
                self.calls.append(term)
                continue
            for line in term.block.lines:
                place = line.span.file, line.span.line
                self._spans.setdefault(place, line.span)
                amounts = self._lines.setdefault(place, {})
                for key, number in line.operations.items():
                    amounts.setdefault(key, []).append((self._count(term.context), number))

    def _count(self, context: Context) -> Poly:
        known = self._counts.get(context)
        if known is None:
            known = bind(self._names.context(context).count(), self._start)
            self._counts[context] = known
        return known

    def operations(self) -> dict[str, Poly]:
        """Return how often each operation is performed."""
        parts: dict[str, list[tuple[Poly, int]]] = {}
        for amounts in self._lines.values():
            for key, found in amounts.items():
                parts.setdefault(key, []).extend(found)
        return {key: Poly.weighted_sum(found) for key, found in parts.items()}

    def lines(self, source: SourceText) -> Iterator[LineCost]:
        """Yield the lines in source order."""
        for place in sorted(self._lines):
            span = self._spans[place]
            shown = Span(source.shown(span.file), span.line, span.end_line, span.column)
            found = {key: self._amount(tuple(item)) for key, item in self._lines[place].items()}
            amounts = {key: found[key] for key in sorted(found) if found[key]}
            yield LineCost(shown, source.line(span.file, span.line), amounts)

    def _amount(self, parts: tuple[tuple[Poly, int], ...]) -> Poly:
        """An amount of a line under the unit's own names: most lines have those of others."""
        known = self._amounts.get(parts)
        if known is None:
            known = self._amounts[parts] = self._names.back(Poly.weighted_sum(parts))
        return known

    def loops(self, source: SourceText) -> Iterator[LoopCost]:
        """Yield the loops, outer ones first; ids that are there twice get a number."""
        times: dict[str, int] = {}
        for loop, inside in loop_terms(self._unit.tree):
            number = times[loop.id] = times.get(loop.id, 0) + 1
            name = loop.id if number == 1 else f"{loop.id} #{number}"
            span = Span(source.shown(loop.span.file), loop.span.line, loop.span.end_line)
            yield LoopCost(name, span, self._names.back(self._count(inside)))


_NOISE = re.compile(r"[\s{};]+")
_NUMBER = re.compile(r"\d+")
_PART = re.compile(r"(\d+)|(\D+)")


def symbols_of(unit: UnitDescription, source: SourceText) -> tuple[Symbol, ...]:
    """Return a unit's symbols: arguments by position, other inputs, then what only runs can tell."""
    found: dict[str, Symbol] = {}
    for place, dummy in enumerate(unit.dummies, 1):
        if dummy is not None:
            label = unit.labels.get(dummy[0], dummy[0])
            found[dummy[0]] = Symbol(
                dummy[0], label, f"argument {place}", coding=_coding(unit, dummy[0])
            )
    for item in _ordered(unit):
        name = item.symbol
        if name in found:
            continue
        role, mark = str(item.kind), ""
        if is_unresolved(name):
            mark = _mark(source.line(item.span.file, item.span.line))
        elif item.kind is Kind.SIZE:
            role = "common" if name.startswith("/") else "input"
        found[name] = Symbol(
            name, unit.labels.get(name, item.label), role, mark, _coding(unit, name)
        )
    return tuple(found.values())


def _ordered(unit: UnitDescription) -> list[Parameter]:
    """The parameters by line, then by name with its numbers as such: new labels mostly keep that order.

    Values of several variables at one place are in the order of their use, which names do not change.
    """
    values = [item for item in unit.parameters if item.kind is Kind.VALUE]
    lines = Counter(item.span.line for item in values)
    uses = uses_of(unit, [item.symbol for item in values if lines[item.span.line] > 1])

    def place(item: Parameter) -> tuple[int, str, list[tuple[int, str]]]:
        parts = _PART.findall(item.symbol)
        names = [(int(number or 0), text) for number, text in parts]
        return item.span.line, uses.get(item.symbol, ""), names

    return sorted(unit.parameters, key=place)


def _coding(unit: UnitDescription, name: str) -> str:
    return str(unit.types.get(name, Coding.INTEGER))


def _mark(text: str) -> str:
    """What is left of a line's text if its layout and its labels change."""
    plain = _NUMBER.sub("#", _NOISE.sub("", text)).upper()
    return blake2b(plain.encode(), digest_size=4).hexdigest() if plain else ""
