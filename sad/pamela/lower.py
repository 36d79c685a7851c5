"""PAMELA files to the model: equations are substituted into each other, algebraically, from a root on.

One unit, a program, is made of the root. Counts and times are polynomials over the parameters.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from sad.algebra import atoms
from sad.algebra.conditions import opposite
from sad.algebra.domains import Index
from sad.algebra.poly import ONE, ZERO, Poly
from sad.diagnostics import Span, input_error
from sad.expr.exact import Counts, Exact, NotExact
from sad.expr.tree import ExpressionError
from sad.model import nodes as nd
from sad.model.parameters import Class, Kind, Parameter
from sad.pamela.dimension import Times, fail, kinds_of, tree_of
from sad.pamela.tree import (
    Apply,
    Condition,
    Equation,
    Group,
    Repeat,
    ResourceLine,
    UseTerm,
)
from sad.pamela.tree import Parameter as ParameterLine
from sad.symbols import index_name, input_name, seconds_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sad.diagnostics import Diagnostics
    from sad.pamela.tree import File, Formula, Term

ROOT = "L"
_Named = TypeVar("_Named", Equation, ResourceLine, ParameterLine)
_UNITS = {"$s": 1, "$ms": 1000, "$us": 1_000_000, "$ns": 1_000_000_000}
_LAWS = {
    "": nd.Law.CONSTANT,
    "exp": nd.Law.EXPONENTIAL,
    "uniform": nd.Law.UNIFORM,
    "normal": nd.Law.NORMAL,
}
_HALF = Poly.constant(Fraction(1, 2))
_TIME = re.compile(r"\(([\d.eE+-]+)\*(\$\w+)\)")
_MOST_TERMS = 200_000


def model_of(file: File, paths: tuple[str, ...], diagnostics: Diagnostics) -> nd.Description:
    """Return the model of what files say together; raises SAD963 to SAD971."""
    return _Lowering(file, paths, diagnostics).description()


class _Counts(Counts):
    """Expressions of a file: ``/`` of counts rounds down, in times it does not."""

    is_time = False

    def _quotient(self, top: Poly, bottom: Poly) -> Poly:
        if self.is_time and bottom.as_constant is None:
            return atoms.quotient_of(top, bottom)
        try:
            return super()._quotient(top, bottom)
        except NotExact:
            return self._floor(top, bottom)


class _Lowering:
    def __init__(self, file: File, paths: tuple[str, ...], diagnostics: Diagnostics) -> None:
        self._file = file
        self._paths = paths
        self._equations = _once(file.equations, "equation")
        self._declared = _once(file.resources, "resource")
        _once(file.parameters, "parameter")
        self._root = self._equations.get(ROOT)
        if self._root is None:
            names = ", ".join(self._equations)
            hint = f"equations are {names}" if names else f"write {ROOT} = ...;"
            raise input_error(
                "SAD963", f"there is no equation {ROOT} to begin with", Span.at(file.path), hint
            )
        if self._root.arguments:
            message = f"{ROOT} has arguments, and nobody gives them"
            raise input_error("SAD963", message, self._root.span, "use parameters")
        times = Times(file, self._equations)
        self._symbols = {
            item.name: (seconds_name if times.is_time(item.name) else input_name)(ROOT, item.name)
            for item in file.parameters
        }
        self._times = times
        self._resources = {name: self._resource(item) for name, item in self._declared.items()}
        self._used: dict[str, nd.Resource] = {}
        self._index_labels: dict[str, str] = {}
        self._open: list[str] = []
        self._naming = ""
        """The equation whose first node is made next: it gets the equation's name."""
        self._made = 0
        self._depth = 0
        for span in file.mixed:
            message = "; binds tighter than || here"
            diagnostics.note("SAD972", message, span, "put braces around what belongs together")

    def description(self) -> nd.Description:
        assert self._root is not None
        tree = self._term(self._root.term, {})
        given = {
            item.name: _in_seconds(item.value.text)
            for item in self._file.parameters
            if item.value is not None
        }
        labels = {symbol: name for name, symbol in self._symbols.items()} | self._index_labels
        unit = nd.UnitDescription(
            *(ROOT, ROOT, ROOT, "program", "pamela", self._paths[0]),
            line=1,
            end_line=self._file.lines,
            tree=tree,
            parameters=tuple(self._parameters()),
            definitions=(),
            calls=(),
            statements=len(self._file.equations),
            opaque=0,
            dead_lines=(),
            labels=labels,
        )
        return nd.Description(self._paths, self._file.lines, (unit,), {}, given, has_times=True)

    def _parameters(self) -> list[Parameter]:
        found: list[Parameter] = []
        kinds = kinds_of(self._file)
        for item in self._file.parameters:
            is_time = self._times.is_time(item.name)
            kind = Kind.SECONDS if is_time else kinds.get(item.name, Kind.SIZE)
            if kind is Kind.TRIP_COUNT and not self._is_fraction(item.value):
                kind = Kind.SIZE  # a mean is one that the file itself gives
            what = "a time [s]" if is_time else "a parameter"
            symbol = self._symbols[item.name]
            found.append(Parameter(symbol, item.name, kind, Class.DIRECT, ROOT, item.span, what))
        return found

    def _is_fraction(self, value: Formula | None) -> bool:
        number = None if value is None else self._number(value, {}).as_constant
        return number is not None and number.denominator != 1

    def _resource(self, item: ResourceLine) -> nd.Resource:
        servers = item.servers
        for name, formula in self._file.servers:
            if name == item.name:
                servers = formula
        number = ONE
        if servers is not None:
            self._times.check_number(servers)
            number = self._number(servers, {})
        known = number.as_constant
        if servers is not None and known is not None and (known < 1 or known.denominator != 1):
            shown = f"{item.name} has {servers.written} servers"
            message = f"{shown}: 1 or more are expected, a whole number"
            raise input_error("SAD966", message, servers.span, "")
        if item.first is None or item.last is None:
            return nd.Resource(item.name, item.span, number)
        ends = self._number(item.first, {}), self._number(item.last, {})
        return nd.Resource(item.name, item.span, number, *ends)

    # --- formulas ----------------------------------------------------------------------------------

    def _exact(
        self, formula: Formula, values: Mapping[str, Poly], *, is_time: bool = False
    ) -> Exact:
        def lookup(name: str) -> Exact:
            if name in _UNITS:
                return Exact(Poly.constant(Fraction(1, _UNITS[name])))
            if name in values:
                return Exact(values[name])
            symbol = self._symbols.get(name)
            if symbol is None:
                known = ", ".join([*values, *self._symbols])
                hint = f"known here: {known}" if known else "declare it: param NAME;"
                raise input_error("SAD963", f"{name} means nothing here", formula.span, hint)
            return Exact(Poly.symbol(symbol))

        counts = _Counts(lookup)
        counts.is_time = is_time
        try:
            return counts.value(tree_of(formula))
        except ExpressionError as error:
            fail(formula, error)

    def _number(self, formula: Formula, values: Mapping[str, Poly]) -> Poly:
        return self._exact(formula, values).poly

    def _time(self, formula: Formula, values: Mapping[str, Poly]) -> Poly:
        found = self._exact(formula, values, is_time=True).poly
        number = found.as_constant
        if number is not None and number < 0:
            raise input_error("SAD967", f"{formula.written} is less than no time", formula.span, "")
        return found

    # --- terms -------------------------------------------------------------------------------------

    def _term(self, term: Term, values: Mapping[str, Poly]) -> nd.Node:
        self._made += 1
        if self._made > _MOST_TERMS:
            message = f"more than {_MOST_TERMS:,} terms, equations put into each other"
            raise input_error("SAD968", message, term.span, "use seq and par over an index")
        match term:
            case Group():
                name = self._name("par", term.span)
                parts = tuple(self._term(part, values) for part in term.parts)
                if not term.is_parallel:
                    return nd.Seq(parts)
                return nd.Both(name, term.span, parts, nd.timed(term.span))
            case UseTerm():
                return self._use(term, values)
            case Repeat():
                return self._repeat(term, values)
            case Condition():
                return self._condition(term, values)
            case Apply():
                return self._apply(term, values)

    def _name(self, word: str, span: Span) -> str:
        naming, self._naming = self._naming, ""
        return naming or f"{word}{span.line}" + (f".{self._made}" if self._open else "")

    def _use(self, term: UseTerm, values: Mapping[str, Poly]) -> nd.Use:
        seconds = self._time(term.time, values)
        spread = ZERO if term.spread is None else self._time(term.spread, values)
        if term.law == "uniform":
            seconds, spread = (seconds + spread) * _HALF, (spread - seconds) * _HALF
        resource = member = None
        if term.resource is not None:
            resource = self._resources.get(term.resource)
            if resource is None:
                message = f"{term.resource} is no resource"
                hint = f"declare it: resource {term.resource};"
                raise input_error("SAD963", message, term.span, hint)
            member = self._member(term, resource, values)
        name = self._name("use" if resource is not None else "delay", term.span)
        own = nd.timed(term.span)
        return nd.Use(name, term.span, resource, member, seconds, own, _LAWS[term.law], spread)

    def _member(
        self, term: UseTerm, resource: nd.Resource, values: Mapping[str, Poly]
    ) -> Poly | None:
        if term.member is None:
            if resource.first is None:
                return None
            message = f"{resource.name} is a family: which one of it?"
            raise input_error("SAD965", message, term.span, f"write {resource.name}[0]")
        if resource.first is None or resource.last is None:
            message = f"{resource.name} is one resource, no family"
            hint = f"declare it: resource {resource.name}[0 .. n-1];"
            raise input_error("SAD965", message, term.span, hint)
        member = self._number(term.member, values)
        number = member.as_constant
        ends = resource.first.as_constant, resource.last.as_constant
        below = ends[0] is not None and number is not None and number < ends[0]
        above = ends[1] is not None and number is not None and number > ends[1]
        if below or above or (number is not None and number.denominator != 1):
            first, last = self._declared[resource.name].first, self._declared[resource.name].last
            assert first is not None
            assert last is not None
            message = f"{resource.name}[{term.member.written}]: members are "
            message += f"{first.written} to {last.written}"
            raise input_error("SAD965", message, term.member.span, "")
        return member

    def _repeat(self, term: Repeat, values: Mapping[str, Poly]) -> nd.Node:
        word = "par" if term.is_parallel else "seq"
        name = self._name(word, term.span)
        symbol = index_name(ROOT, f"{term.index}{self._depth}")  # equal nests have equal sums
        first, last = self._number(term.first, values), self._number(term.last, values)
        if last.den != 1:
            last = atoms.floor_of(last, 1)
        value = Poly.symbol(symbol)
        self._index_labels[symbol] = term.index
        if term.step is not None:
            step = self._number(term.step, values)
            width = step.as_integer
            if not width:
                message = f"a step of {term.step.written}: a number other than 0 is expected"
                raise input_error("SAD968", message, term.step.span, "")
            start, value = first, first + value * width
            last = atoms.floor_of((last - start) * (1 if width > 0 else -1), abs(width))
            first = ZERO
        self._depth += 1
        body = self._term(term.body, {**values, term.index: value})
        self._depth -= 1
        index = Index(symbol, first, last)
        if term.is_parallel:
            return nd.Par(name, term.span, index, body, nd.timed(term.span))
        return nd.Loop(
            name, term.span, index.trips, index, nd.EMPTY, body, ZERO, variable=term.index
        )

    def _condition(self, term: Condition, values: Mapping[str, Poly]) -> nd.Branch:
        test = self._exact(term.test, values)
        chance = test.poly
        if term.is_chance:
            number = chance.as_constant
            if test.is_truth or (number is not None and not 0 <= number <= 1):
                message = f"{term.test.written} is no probability"
                raise input_error("SAD969", message, term.test.span, "a number from 0 to 1")
        elif not test.is_truth:
            message = f"{term.test.written} is no condition"
            hint = "compare it, for instance i == 1, or write if (prob p)"
            raise input_error("SAD970", message, term.test.span, hint)
        name = self._name("if", term.span)
        arms = [("true", chance, self._term(term.yes, values))]
        if term.no is not None:
            other = ONE - chance if term.is_chance else opposite(chance)
            arms.append(("false", other, self._term(term.no, values)))
        return nd.Branch(name, term.span, tuple(arms))

    def _apply(self, term: Apply, values: Mapping[str, Poly]) -> nd.Node:
        equation = self._equations.get(term.name)
        if equation is None:
            message = f"there is no equation {term.name}"
            hint = "give the file of the machine model as well" if term.arguments else "write it"
            raise input_error("SAD963", message, term.span, hint)
        if term.name in self._open:
            circle = " -> ".join([*self._open[self._open.index(term.name) :], term.name])
            raise input_error("SAD964", f"{term.name} contains itself: {circle}", term.span, "")
        if len(equation.arguments) != len(term.arguments):
            given, wanted = len(term.arguments), len(equation.arguments)
            message = f"{term.name} takes {wanted} arguments, not {given}"
            raise input_error("SAD963", message, term.span, "")
        given = [
            self._exact(item, values, is_time=self._times.is_time(name, term.name)).poly
            for name, item in zip(equation.arguments, term.arguments, strict=True)
        ]
        self._open.append(term.name)
        self._naming = self._naming or term.name
        node = self._term(equation.term, dict(zip(equation.arguments, given, strict=True)))
        self._open.pop()
        return node


def _in_seconds(text: str) -> str:
    """A value with its unit as an expression in seconds: ``(4*$ms)`` is ``0.004``."""

    def seconds(match: re.Match[str]) -> str:
        return format(Decimal(match[1]) / _UNITS[match[2]], "f")

    return _TIME.sub(seconds, text)


def _once(items: tuple[_Named, ...], what: str) -> dict[str, _Named]:
    """Declarations by name; raises SAD971 for one that comes twice."""
    found: dict[str, _Named] = {}
    for item in items:
        if item.name in found:
            message = f"a second {what} {item.name}"
            hint = f"the first one is at {found[item.name].span}"
            raise input_error("SAD971", message, item.span, hint)
        found[item.name] = item
    return found
