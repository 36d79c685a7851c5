"""What kinds of numbers parameters and arguments of equations are, found from where they are used."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from sad.diagnostics import input_error
from sad.expr.dimensions import NUMBER, SECONDS, Dimension, DimensionError, dimension_of
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError, free_names
from sad.model.parameters import Kind
from sad.pamela.parse import UNITS
from sad.pamela.tree import Apply, Condition, Group, Repeat, UseTerm

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from sad.pamela.tree import Equation, File, Formula, Term

_UNITS = frozenset(f"${unit}" for unit in UNITS)
_EVERYWHERE = ""
"""The equation that parameters are taken to belong to."""


class _Use(NamedTuple):
    """A formula of an equation, with the indices around it, and what is expected of it.

    A time is a ``VALUE``. What is given to another equation is for its argument ``given_to``, which
    has no name if there is no such equation or argument.
    """

    equation: Equation
    bound: frozenset[str]
    formula: Formula
    kind: Kind
    given_to: tuple[str, str | None] | None = None


def _uses(equation: Equation, equations: Mapping[str, Equation]) -> Iterator[_Use]:
    """All formulas of an equation."""
    stack: list[tuple[Term, frozenset[str]]] = [(equation.term, frozenset())]
    while stack:
        term, bound = stack.pop()
        found: list[tuple[Formula | None, Kind]] = []
        match term:
            case UseTerm():
                found = [
                    (term.time, Kind.VALUE),
                    (term.spread, Kind.VALUE),
                    (term.member, Kind.SIZE),
                ]
            case Repeat(last=last):
                is_count = not term.is_parallel and last.text.isidentifier()
                found = [
                    (term.first, Kind.SIZE),
                    (last, Kind.TRIP_COUNT if is_count else Kind.SIZE),
                ]
                found.append((term.step, Kind.SIZE))
                stack.append((term.body, bound | {term.index}))
            case Condition():
                found = [(term.test, Kind.PROBABILITY if term.is_chance else Kind.SIZE)]
                stack += [(part, bound) for part in (term.yes, term.no) if part is not None]
            case Apply():
                goal = equations.get(term.name)
                names = () if goal is None else goal.arguments
                for name, given in zip_longest(names[: len(term.arguments)], term.arguments):
                    yield _Use(equation, bound, given, Kind.SIZE, (term.name, name))
            case Group():
                stack += [(part, bound) for part in term.parts]
        yield from (_Use(equation, bound, item, kind) for item, kind in found if item is not None)


def kinds_of(file: File) -> dict[str, Kind]:
    """Return the kinds of names that are no times: sizes, probabilities, or other values.

    A size is in a range, a member, a condition, an argument or another parameter's value; what is
    only in ``if (prob p)`` is a probability, what is only in times any number. How often a ``seq`` is
    gone through, and nothing else, may be a mean.
    """
    found: dict[str, Kind] = {}
    declared = [
        *(item.value for item in file.parameters),
        *(end for item in file.resources for end in (item.first, item.last, item.servers)),
        *(number for _, number in file.servers),
    ]
    uses = [(formula, Kind.SIZE) for formula in declared if formula is not None]
    for equation in file.equations:
        uses += [(use.formula, use.kind) for use in _uses(equation, {})]
    order = (Kind.VALUE, Kind.PROBABILITY, Kind.TRIP_COUNT, Kind.SIZE)
    for formula, kind in uses:
        for node in free_names(tree_of(formula)):
            before = found.get(node.name, Kind.VALUE)
            found[node.name] = max(before, kind, key=order.index)
    return found


class Times:
    """The names that stand for times: parameters, and arguments by equation."""

    def __init__(self, file: File, equations: Mapping[str, Equation]) -> None:
        """Raise SAD963 for names that mean nothing, and SAD967 for what is no time, or is one."""
        self._equations = equations
        self._parameters = {item.name: item.value for item in file.parameters}
        self._known: set[tuple[str, str]] = set()
        for value in self._parameters.values():
            if value is not None:
                self._check_names(None, frozenset(), value)
        self._uses = [
            use
            for equation in equations.values()
            for use in _uses(equation, equations)
            if use.given_to is None or use.given_to[1] is not None
        ]
        for use in self._uses:
            self._check_names(use.equation, use.bound, use.formula)
        before = -1
        while before != len(self._known):
            before = len(self._known)
            for name, value in self._parameters.items():
                if value is not None and self._is_time(value):
                    self._known.add((_EVERYWHERE, name))
            for use in filter(self._expects_time, self._uses):
                self._find(use)
        for use in self._uses:
            self._check(use.equation, use.formula, is_time=self._expects_time(use))

    def _is_time(self, value: Formula) -> bool:
        """Whether a value is a time: also 0 of a unit, which by itself could be anything."""
        found = self._dimension(None, value)
        units = (node.name in _UNITS for node in free_names(tree_of(value)))
        return found == SECONDS or (found is None and any(units))

    def is_time(self, name: str, equation: str = _EVERYWHERE) -> bool:
        """Whether a parameter, or an argument of an equation, is a time [s]."""
        return (equation, name) in self._known

    def check_number(self, formula: Formula) -> None:
        """Raise SAD967 for a formula of parameters that is a time."""
        self._check(None, formula, is_time=False)

    def _expects_time(self, use: _Use) -> bool:
        return use.kind is Kind.VALUE or use.given_to in self._known

    def _check_names(
        self, equation: Equation | None, bound: frozenset[str], formula: Formula
    ) -> None:
        known = [*bound, *(() if equation is None else equation.arguments), *self._parameters]
        for node in free_names(tree_of(formula)):
            if node.name not in known and node.name not in _UNITS:
                hint = (
                    f"known here: {', '.join(known)}"
                    if known
                    else f"declare it: param {node.name};"
                )
                message = f"{node.name} means nothing here"
                raise input_error("SAD963", message, formula.span, hint)

    def _find(self, use: _Use) -> None:
        """Take names for times without which the formula is none."""
        unknown = [
            node.name
            for node in free_names(tree_of(use.formula))
            if node.name not in use.bound and not node.name.startswith("$")
        ]
        keys = [self._key(use.equation, name) for name in dict.fromkeys(unknown)]
        keys = [key for key in keys if key not in self._known and not self._has_value(key)]
        if not keys or self._is_seconds(use, ()):
            return
        for tried in (keys, *([key] for key in keys)):
            if self._is_seconds(use, tried):
                self._known.update(tried)
                return

    def _has_value(self, key: tuple[str, str]) -> bool:
        """Whether a name's value in the file says what it is."""
        return key[0] == _EVERYWHERE and self._parameters.get(key[1]) is not None

    def _key(self, equation: Equation | None, name: str) -> tuple[str, str]:
        own = equation is not None and name in equation.arguments
        return (equation.name if own and equation is not None else _EVERYWHERE, name)

    def _is_seconds(self, use: _Use, more: Collection[tuple[str, str]]) -> bool:
        try:
            found = dimension_of(tree_of(use.formula), self._lookup(use.equation, more))
        except ExpressionError:
            return False
        return found in (SECONDS, None)

    def _lookup(
        self, own: Equation | None, more: Collection[tuple[str, str]] = ()
    ) -> Callable[[str], Dimension]:
        def lookup(name: str) -> Dimension:
            key = self._key(own, name)
            is_time = name in _UNITS or key in self._known or key in more
            return SECONDS if is_time else NUMBER

        return lookup

    def _dimension(self, own: Equation | None, formula: Formula) -> Dimension | None:
        try:
            return dimension_of(tree_of(formula), self._lookup(own))
        except DimensionError as error:
            raise input_error("SAD967", str(error), formula.span, error.hint) from None
        except ExpressionError as error:
            fail(formula, error)

    def _check(self, equation: Equation | None, formula: Formula, *, is_time: bool) -> None:
        found = self._dimension(equation, formula)
        if is_time and found == NUMBER:
            hint = f"write for instance {formula.written} us" if formula.written.isdigit() else ""
            message = f"{formula.written} is no time: a unit is missing"
            raise input_error("SAD967", message, formula.span, hint or "units are s, ms, us and ns")
        if is_time and found not in (SECONDS, None):
            raise input_error("SAD967", f"{formula.written} is {found}, no time", formula.span, "")
        if not is_time and found not in (NUMBER, None):
            message = f"{formula.written} is a time, and a number is expected"
            raise input_error("SAD967", message, formula.span, "divide it by a time")


def tree_of(formula: Formula):
    """Return the tree of a formula; raises SAD962 where it is none."""
    try:
        return parse(formula.text)
    except ExpressionError as error:
        fail(formula, error)


def fail(formula: Formula, error: ExpressionError) -> NoReturn:
    """Raise SAD962 for a formula that has no value."""
    message = f"{formula.written}: {error}".replace("$", "")
    raise input_error("SAD962", message, formula.span, error.hint) from None
