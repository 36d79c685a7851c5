"""Where a variable's value comes from: assignments, calls and inputs, back to the entry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from sad.algebra import atoms
from sad.algebra.poly import Poly
from sad.model.parameters import Class
from sad.model.walks.terms import CallTerm, terms
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sad.diagnostics import Span
    from sad.model.nodes import Definition, UnitDescription
    from sad.model.walks.terms import Factor
    from sad.report.view import View

_DEEPEST = 6
_MOST_LINES = 40
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")

Found = tuple["UnitDescription", "Definition"]
Item = TypeVar("Item")


def definitions(view: View, name: str) -> list[Found]:
    """Return the traced assignments to ``NAME`` or ``UNIT.NAME``."""
    found = [
        (unit, item, item.variable)
        for unit, variable in _units(view, name)
        for item in unit.definitions
        if item.variable.lower() == variable.lower()
    ]
    return [(unit, item) for unit, item, _ in _best(found, name)]


def inputs(view: View, name: str) -> list[tuple[UnitDescription, str]]:
    """Return the units that have an input ``NAME`` or ``UNIT.NAME``, with its symbol."""
    found = [
        (unit, symbol, label)
        for unit, variable in _units(view, name)
        for symbol, label in unit.labels.items()
        if label.lower() == variable.lower() and not symbol.startswith("@")
    ]
    return [(unit, symbol) for unit, symbol, _ in _best(found, name)]


def _best(
    found: list[tuple[UnitDescription, Item, str]], name: str
) -> list[tuple[UnitDescription, Item, str]]:
    """Those spelled like ``name``, if any are; else all."""
    exact = [item for item in found if name in (item[2], f"{item[0].name}.{item[2]}")]
    return exact or found


def _units(view: View, name: str) -> Iterator[tuple[UnitDescription, str]]:
    """The units in question with the variable's name there; names may have dots themselves."""
    for unit in view.model.description.units:
        yield unit, name
        before = f"{unit.name}."
        if name.lower().startswith(before.lower()):
            yield unit, name[len(before) :]


def explain_definitions(view: View, found: Sequence[Found]) -> Iterator[str]:
    """Yield what assignments give a variable, and where that comes from."""
    for unit, item in found:
        span = item.span
        yield f"{unit.name}.{item.variable} = {view.formula(item.value)}"
        constant = item.value.as_constant is not None
        reason = "a constant" if constant else "follows from the inputs"
        yield f"  class     {Class.INDIRECT}: {reason}"
        yield f"  where     {span.file}:{span.line}: {view.source_line(span.file, span.line)}"
        chain = _Chain(view)
        yield from chain.sources(unit, span.file, span.line, item.variable, 1)


def explain_inputs(view: View, found: Sequence[tuple[UnitDescription, str]]) -> Iterator[str]:
    """Yield where inputs come from that no count uses under their own names: their calls."""
    for unit, symbol in found:
        yield f"{unit.name}.{unit.labels[symbol]}"
        yield f"  what      an input of {unit.name}, {unit.file}:{unit.line}"
        yield from _Chain(view).callers(unit, symbol, 1)


def explain_bindings(view: View, symbol: str) -> Iterator[str]:
    """Yield what a parameter is at the calls of the units whose input it is."""
    for unit in view.model.description.units:
        if symbol in unit.labels and not symbol.startswith("@"):
            yield from _Chain(view).callers(unit, symbol, 1)


class _Chain:
    """Follows values back; says each thing once, and not more than fits a screen."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._seen: set[tuple[str, str, int]] = set()
        self._left = _MOST_LINES

    def _line(self, depth: int, text: str) -> Iterator[str]:
        self._left -= 1
        if self._left >= 0:
            yield f"  from      {'  ' * (depth - 1)}{text}"
        elif self._left == -1:
            yield "            ..."

    def sources(
        self,
        unit: UnitDescription,
        file: str,
        line: int,
        target: str,
        depth: int,
        wanted: Poly | None = None,
    ) -> Iterator[str]:
        """What stands in a line: variables set before it, inputs, functions; not the ``target`` itself.

        With ``wanted``, a value passed in a call, only what this value is made of.
        """
        if depth > _DEEPEST:
            return
        text = self._view.source_line(file, line)
        own = target.partition("(")[0].upper()
        for word in dict.fromkeys(_words(unit, text)):
            if word != own:
                yield from self._word(unit, file, line, word, depth, wanted)

    def _word(
        self,
        unit: UnitDescription,
        file: str,
        line: int,
        word: str,
        depth: int,
        wanted: Poly | None,
    ) -> Iterator[str]:
        before = [
            item
            for item in unit.definitions
            if item.variable.upper() == word and item.span.file == file and item.span.line < line
        ]
        functions = [
            item for item in self._view.model.description.units if item.entry.upper() == word
        ]
        symbols = [
            symbol
            for symbol, label in unit.labels.items()
            if label.upper() == word and not symbol.startswith("@")
        ]
        if before:
            if wanted is None or _is_part(before[-1].value, wanted):
                yield from self._definition(unit, before[-1], depth)
        elif functions and word in map(str.upper, unit.calls):
            yield from self._function(functions[0], depth)
        elif symbols and (wanted is None or _is_part(Poly.symbol(symbols[0]), wanted)):
            yield from self._input(unit, symbols[0], depth)

    def _definition(self, unit: UnitDescription, item: Definition, depth: int) -> Iterator[str]:
        span = item.span
        key = unit.name, item.variable, span.line
        if key in self._seen:
            return
        self._seen.add(key)
        value = self._view.formula(item.value)
        text = self._view.source_line(span.file, span.line)
        yield from self._line(depth, f"{item.variable} = {value}, line {span.line}: {text}")
        yield from self.sources(unit, span.file, span.line, item.variable, depth + 1)

    def _function(self, unit: UnitDescription, depth: int) -> Iterator[str]:
        key = unit.name, "", unit.line
        if key in self._seen:
            return
        self._seen.add(key)
        yield from self._line(depth, f"{unit.name}, a function, {unit.file}:{unit.line}")
        if depth < _DEEPEST:
            for item in unit.definitions:
                if item.variable.upper() == unit.entry.upper():
                    yield from self._definition(unit, item, depth + 1)

    def _input(self, unit: UnitDescription, symbol: str, depth: int) -> Iterator[str]:
        key = unit.name, symbol, 0
        if key in self._seen:
            return
        self._seen.add(key)
        parameter = self._view.model.names.parameters.get(symbol)
        reason = "" if parameter is None else f", {parameter.cls}: {parameter.reason}"
        label = unit.labels[symbol]
        yield from self._line(depth, f"{label}, an input of {unit.name}{reason}")
        yield from self.callers(unit, symbol, depth + 1)

    def callers(self, unit: UnitDescription, symbol: str, depth: int) -> Iterator[str]:
        """What an input is at each call of its unit."""
        if depth > _DEEPEST:
            return
        for call, value in bindings_of(self._view, unit, symbol):
            shown = self._view.formula(value)
            span = call.span
            key = call.unit.name, symbol, span.line
            if key in self._seen:
                continue
            self._seen.add(key)
            text = self._view.source_line(span.file, span.line)
            place = f"{call.unit.name}, line {span.line}: {text}"
            yield from self._line(depth, f"{unit.labels[symbol]} = {shown} in the call by {place}")
            called = unit.entry
            yield from self.sources(call.unit, span.file, span.line, called, depth + 1, value)


def _is_part(value: Poly, whole: Poly) -> bool:
    """Whether a value can be what another one is made of: both say something of the same inputs."""
    if value == whole:
        return True
    return bool(atoms.free_symbols(value) & atoms.free_symbols(whole))


def _words(unit: UnitDescription, text: str) -> Iterator[str]:
    """The names in a line, in capitals: members of structures whole, if the unit knows them."""
    known = {label.upper() for label in unit.labels.values()}
    known.update(item.variable.upper() for item in unit.definitions)
    for name in _NAME.findall(text.replace("->", ".").upper()):
        if name in known:
            yield name
        else:
            yield from name.split(".")


# Who calls a unit: from where, how often, and with which values.


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
