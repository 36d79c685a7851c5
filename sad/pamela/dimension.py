"""Which parameters and arguments of equations are times, found from where they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from sad.diagnostics import input_error
from sad.expr.dimensions import NUMBER, SECONDS, Dimension, DimensionError, dimension_of
from sad.expr.parse import parse
from sad.expr.tree import ExpressionError, free_names
from sad.pamela.parse import UNITS
from sad.pamela.tree import Apply, Condition, Group, Repeat, UseTerm

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.pamela.tree import Equation, File, Formula, Term

_UNITS = frozenset(f"${unit}" for unit in UNITS)
_EVERYWHERE = ""
"""The equation that parameters are taken to belong to."""


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
        for equation, bound, formula, _ in self._uses():
            self._check_names(equation, bound, formula)
        before = -1
        while before != len(self._known):
            before = len(self._known)
            for name, value in self._parameters.items():
                if value is not None and self._is_time(value):
                    self._known.add((_EVERYWHERE, name))
            for equation, bound, formula, is_time in self._uses():
                if is_time:
                    self._find(equation, bound, formula)
        for equation, _, formula, is_time in self._uses():
            self._check(equation, formula, is_time=is_time)

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

    def _uses(self) -> list[tuple[Equation, frozenset[str], Formula, bool]]:
        return [use for equation in self._equations.values() for use in self._formulas(equation)]

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

    def _formulas(
        self, equation: Equation
    ) -> Iterator[tuple[Equation, frozenset[str], Formula, bool]]:
        """All formulas of an equation, with the indices around, and whether each is a time."""
        stack: list[tuple[Term, frozenset[str]]] = [(equation.term, frozenset())]
        while stack:
            term, bound = stack.pop()
            match term:
                case UseTerm():
                    yield equation, bound, term.time, True
                    if term.spread is not None:
                        yield equation, bound, term.spread, True
                    if term.member is not None:
                        yield equation, bound, term.member, False
                case Repeat():
                    for end in (term.first, term.last, term.step):
                        if end is not None:
                            yield equation, bound, end, False
                    stack.append((term.body, bound | {term.index}))
                case Condition():
                    yield equation, bound, term.test, False
                    stack.append((term.yes, bound))
                    if term.no is not None:
                        stack.append((term.no, bound))
                case Apply():
                    goal = self._equations.get(term.name)
                    names = () if goal is None else goal.arguments
                    for name, given in zip(names, term.arguments, strict=False):
                        yield equation, bound, given, (term.name, name) in self._known
                case Group():
                    stack.extend((part, bound) for part in term.parts)

    def _find(self, equation: Equation, bound: frozenset[str], formula: Formula) -> None:
        """Take names for times without which the formula is none."""
        unknown = [
            node.name
            for node in free_names(tree_of(formula))
            if node.name not in bound and not node.name.startswith("$")
        ]
        keys = [self._key(equation, name) for name in dict.fromkeys(unknown)]
        keys = [key for key in keys if key not in self._known and not self._has_value(key)]
        if not keys or self._is_seconds(equation, formula, ()):
            return
        for tried in (keys, *([key] for key in keys)):
            if self._is_seconds(equation, formula, tried):
                self._known.update(tried)
                return

    def _has_value(self, key: tuple[str, str]) -> bool:
        """Whether a name's value in the file says what it is."""
        return key[0] == _EVERYWHERE and self._parameters.get(key[1]) is not None

    def _key(self, equation: Equation | None, name: str) -> tuple[str, str]:
        own = equation is not None and name in equation.arguments
        return (equation.name if own and equation is not None else _EVERYWHERE, name)

    def _is_seconds(
        self,
        equation: Equation,
        formula: Formula,
        more: tuple[tuple[str, str], ...] | list[tuple[str, str]],
    ) -> bool:
        def lookup(name: str) -> Dimension:
            key = self._key(equation, name)
            is_time = name in _UNITS or key in self._known or key in more
            return SECONDS if is_time else NUMBER

        try:
            return dimension_of(tree_of(formula), lookup) in (SECONDS, None)
        except ExpressionError:
            return False

    def _dimension(self, own: Equation | None, formula: Formula) -> Dimension | None:
        def lookup(name: str) -> Dimension:
            is_time = name in _UNITS or self._key(own, name) in self._known
            return SECONDS if is_time else NUMBER

        try:
            return dimension_of(tree_of(formula), lookup)
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
