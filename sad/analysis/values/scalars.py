"""Scalar expressions of the IR as polynomials: integers, truth values, short texts, real constants.

Every value is coded as an integer: a truth value as 0 or 1, a text by its characters (``codes``), a
real number by itself where it is a whole constant. A part whose value is not known makes the
whole unknown, None, unless the rest decides it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from sad.analysis.values.codes import real_code, text_code, text_length
from sad.analysis.values.translate import MOST_TERMS, integer_of
from sad.analysis.values.truth import truth_of
from sad.ir.expr import Type

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sad.algebra.poly import Poly
    from sad.ir.expr import Element, Expr, FunctionCall

    Arm = tuple[Poly, Poly]


def _nothing(_item: object) -> None:
    return None


def _never(_item: object) -> bool:
    return False


class Scalars:
    """Values of expressions where ``variable``, ``result`` and ``element`` give those of their parts.

    ``length`` is the length of a character variable [characters], None if it is not fixed. ``choices``
    tells of values that are one of several constants which, each with its condition; ``definition``
    gives what defines a named constant, ``location`` the address of an array [elements], ``open_text``
    tells of character variables that may be shorter than ``length``: blanks follow then.
    """

    def __init__(
        self,
        variable: Callable[[str], Poly | None],
        result: Callable[[FunctionCall], Poly | None] | None = None,
        element: Callable[[Element], Poly | None] = _nothing,
        length: Callable[[str], int | None] = _nothing,
        choices: Mapping[Poly, Sequence[Arm]] = MappingProxyType({}),
        definition: Callable[[str], Expr | None] = _nothing,
        location: Callable[[str], Poly | None] = _nothing,
        open_text: Callable[[str], bool] = _never,
    ) -> None:
        self.variable = variable
        self.result = _nothing if result is None else result
        self.element = element
        self.length = length
        self.choices = choices
        self.definition = definition
        self.location = location
        self.open_text = open_text

    def value(self, expr: Expr) -> Poly | None:
        """Return the value of a scalar expression; None if it is not known."""
        match expr.type:
            case Type.INTEGER:
                found = integer_of(expr, self)
            case Type.LOGICAL:
                found = truth_of(expr, self)
            case Type.CHARACTER:
                found = text_code(expr, self)
            case _:
                found = real_code(expr, self)
        return None if found is None or len(found.terms) > MOST_TERMS else found

    def text_length(self, expr: Expr) -> int | None:
        """Return how many characters a character expression has; None if that is not fixed."""
        return text_length(expr, self)

    def within(self, bound: dict[str, Poly | None]) -> Scalars:
        """Return the values inside a function expanded in place: its parameters bound."""

        def variable(name: str) -> Poly | None:
            return bound[name] if name in bound else self.variable(name)

        return Scalars(
            variable,
            self.result,
            self.element,
            self.length,
            self.choices,
            self.definition,
            self.location,
            self.open_text,
        )
