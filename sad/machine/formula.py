"""Formulas in machine files: numbers, names, ``+ - * / **``, parentheses and a few functions.

A formula is parsed once into a small tree that can be given a value and a dimension. The values of
``--set`` have a parser of their own that computes while it reads; here the tree is needed, because
``send_setup_s + bytes`` must be refused before there are values.

``steps(bytes, first_bytes, first_s, second_bytes, second_s, ...)`` is a table: the value behind the
largest limit that is not above the first argument, below all limits the first value.

``sum(level, 0, log2(nprocs) - 2, send(bytes*2**level))`` adds a term for whole numbers from the first
bound to the last one, which is rounded down; nothing if that is smaller.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, TypeVar

from sad.arithmetic import Reader
from sad.machine.dimension import NUMBER, Dimension
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)"
    r"|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|(\*\*|[-+*/(),]))"
)
_DEEPEST = 60
_ALIKE = {"min": min, "max": max}
_ROUNDING = {"ceil": math.ceil, "floor": math.floor, "log2": math.log2, "sqrt": math.sqrt}
_STEPS = "steps"
_SUM = "sum"
FUNCTIONS = frozenset((*_ALIKE, *_ROUNDING, _STEPS, _SUM))
MOST_TERMS = 10_000
"""How many terms a sum may have."""

Bound = TypeVar("Bound")


class FormulaError(Exception):
    """The text is no formula, its dimensions clash, or it has no value. The message says why."""


class DimensionError(FormulaError):
    """Two parts of a formula do not go together."""


@record
class Number:
    """A literal."""

    value: float


@record
class Name:
    """A parameter, dots allowed."""

    name: str


@record
class Operation:
    """``+ - * / **`` on two operands; ``-`` on one is ``0 - x``."""

    operator: str
    left: Formula
    right: Formula


@record
class Function:
    """A function with its arguments: one of ``FUNCTIONS``, or what ``call`` of the reader knows."""

    name: str
    arguments: tuple[Formula, ...]


@record
class Sum:
    """``term`` for every whole ``index`` from ``first`` to ``last``."""

    index: str
    first: Formula
    last: Formula
    term: Formula


Formula = Number | Name | Operation | Function | Sum


def parse_formula(text: str) -> Formula:
    """Return the tree of ``text``; raise ``FormulaError`` if it is none."""
    return _Parser(text).whole()


def names_of(formula: Formula) -> Iterator[str]:
    """Yield every name and every function in ``formula`` that is not built in."""
    match formula:
        case Number():
            return
        case Name(name):
            yield name
        case Operation(_, left, right):
            yield from names_of(left)
            yield from names_of(right)
        case Function(name, arguments):
            if name not in FUNCTIONS:
                yield name
            for argument in arguments:
                yield from names_of(argument)
        case Sum(index, first, last, term):
            yield from names_of(first)
            yield from names_of(last)
            yield from (name for name in names_of(term) if name != index)


class _Parser(Reader[Formula]):
    def __init__(self, text: str) -> None:
        super().__init__(text, _TOKEN)
        self._depth = 0

    def error(self, message: str) -> FormulaError:
        return FormulaError(message)

    def number(self, token: str) -> Number:
        return Number(float(token))

    def name(self, token: str) -> Name:
        return Name(token)

    def negative(self, operand: Formula) -> Operation:
        return Operation("-", Number(0.0), operand)

    def apply(self, operator: str, left: Formula, right: Formula) -> Operation:
        return Operation(operator, left, right)

    def expression(self, binding: int) -> Formula:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise FormulaError("nested too deeply")
        found = super().expression(binding)
        self._depth -= 1
        return found

    def call(self, name: str) -> Formula:
        arguments = self.arguments()
        if name == _SUM:
            return self._sum(arguments)
        if name in _ROUNDING and len(arguments) != 1:
            raise FormulaError(f"{name} has one argument")
        if name == _STEPS and (len(arguments) < 3 or len(arguments) % 2 == 0):
            raise FormulaError("steps has a place and pairs of a limit and a value")
        return Function(name, tuple(arguments))

    def _sum(self, arguments: list[Formula]) -> Sum:
        match arguments:
            case [Name(index), first, last, term] if index not in set(names_of(first)):
                return Sum(index, first, last, term)
            case _:
                raise FormulaError("sum has a name, its first and last value, and a term")


def value_of(
    formula: Formula,
    lookup: Callable[[str], float],
    call: Callable[[str, tuple[float, ...]], float] | None = None,
) -> float:
    """Return the value of ``formula``; ``lookup`` gives names their values, ``call`` functions.

    Raises ``FormulaError`` where there is no value (a division by zero, a logarithm of 0).
    """

    def value(node: Formula) -> float:
        match node:
            case Number(number):
                return number
            case Name(name):
                return lookup(name)
            case Operation(operator, left, right):
                return _apply(operator, value(left), value(right))
            case Function(name, arguments):
                return _function(name, tuple(map(value, arguments)), call)
            case Sum(index, first, last, term):
                places = range(whole(value(first)), math.floor(value(last)) + 1)
                if len(places) > MOST_TERMS:
                    raise FormulaError(f"a sum of {len(places)} terms")
                return sum((value_of(term, bound(lookup, index, i), call) for i in places), 0.0)

    try:
        return value(formula)
    except ZeroDivisionError:
        raise FormulaError("division by zero") from None
    except (OverflowError, ValueError) as error:
        raise FormulaError(f"no value: {error}") from None


def whole(first: float) -> int:
    """Return a sum's first place as an integer; ``FormulaError`` if it is none."""
    if first != math.floor(first):
        raise FormulaError(f"a sum starts at a whole number, not {first:g}")
    return int(first)


def bound(lookup: Callable[[str], Bound], index: str, value: Bound) -> Callable[[str], Bound]:
    """Return a ``lookup`` that knows the index of a sum as well."""
    return lambda name: value if name == index else lookup(name)


def _apply(operator: str, left: float, right: float) -> float:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
        case _:
            power = left**right
            if isinstance(power, complex):
                raise FormulaError("a power of a negative number is no real number")
            return power


def _function(
    name: str,
    arguments: tuple[float, ...],
    call: Callable[[str, tuple[float, ...]], float] | None,
) -> float:
    if name in _ALIKE:
        return _ALIKE[name](arguments)
    if name in _ROUNDING:
        return _ROUNDING[name](arguments[0])
    if name == _STEPS:
        return _step(*arguments)
    if call is None:
        raise FormulaError(f"no function {name} (known: {', '.join(sorted(FUNCTIONS))})")
    return call(name, arguments)


def _step(place: float, *pairs: float) -> float:
    value = pairs[1]
    for limit, behind in zip(pairs[::2], pairs[1::2], strict=True):
        if limit <= place:
            value = behind
    return value


def dimension_of(
    formula: Formula,
    lookup: Callable[[str], Dimension],
    call: Callable[[str, tuple[Dimension | None, ...]], Dimension] | None = None,
) -> Dimension | None:
    """Return the dimension of ``formula``; None for a literal 0, which goes with every dimension.

    Raises ``DimensionError`` if parts clash: seconds added to bytes, a logarithm of bytes.
    """

    def dimension(node: Formula) -> Dimension | None:
        match node:
            case Number(number):
                return None if number == 0 else NUMBER
            case Name(name):
                return lookup(name)
            case Operation(operator, left, right):
                return _dimension_of_operation(operator, dimension(left), dimension(right), right)
            case Function(name, arguments):
                found = tuple(map(dimension, arguments))
                if name in _ALIKE:
                    return _alike(name, found)
                if name == _STEPS:
                    _alike("limits of steps", (found[0], *found[1::2]))
                    return _alike("values of steps", found[2::2])
                if name not in _ROUNDING and call is not None:
                    return call(name, found)
                _number(name, found[0])
                return NUMBER
            case Sum(index, first, last, term):
                _number("the first value of a sum", dimension(first))
                _number("the last value of a sum", dimension(last))
                return dimension_of(term, bound(lookup, index, NUMBER), call)

    return dimension(formula)


def _dimension_of_operation(
    operator: str, left: Dimension | None, right: Dimension | None, exponent: Formula
) -> Dimension | None:
    match operator:
        case "+" | "-":
            return _alike("a sum", (left, right))
        case "*" | "/" if left is None:
            return None
        case "*":
            return None if right is None else _known(left) * right
        case "/":
            return _known(left) * (right or NUMBER) ** -1
        case _:
            _number("an exponent", right)
            if left in (None, NUMBER):
                return NUMBER
            if not isinstance(exponent, Number) or not exponent.value.is_integer():
                raise DimensionError(f"{left} can only be raised to a whole literal power")
            return _known(left) ** int(exponent.value)


def _known(dimension: Dimension | None) -> Dimension:
    return dimension or NUMBER


def _alike(what: str, dimensions: tuple[Dimension | None, ...]) -> Dimension | None:
    known = [dimension for dimension in dimensions if dimension is not None]
    for other in known[1:]:
        if other != known[0]:
            raise DimensionError(f"{what} of {known[0]} and {other}")
    return known[0] if known else None


def _number(what: str, dimension: Dimension | None) -> None:
    if dimension not in (None, NUMBER):
        raise DimensionError(f"{what} takes a pure number, not {dimension}")
