"""Formulas of the algebra as PAMELA files have them: what ``sad.expr`` reads back to the same value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.text import Printer
from sad.diagnostics import Span
from sad.pamela.tree import Formula

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sad.algebra.poly import Poly

NOWHERE = Span.at("<written>")
_NEVER_CUT = 1_000_000


class CannotWrite(Exception):
    """A formula has a part that the language has no words for."""


def plain(text: str) -> Formula:
    """Return a formula from its text, for trees that are only written."""
    return Formula(text, text, NOWHERE)


class FormulaWriter(Printer):
    """Writes formulas; ``name`` is what a symbol is called in the file."""

    def __init__(self, name: Callable[[str], str]) -> None:
        super().__init__(name, longest=_NEVER_CUT)
        self._conditions_only: set[str] = set()

    def formula(self, poly: Poly) -> Formula:
        """Return a formula; raises ``CannotWrite``."""
        return plain(self.poly(poly))

    def operand(self, poly: Poly) -> str:
        """Return a formula's text, in parentheses where another operator could take it apart."""
        text = self.poly(poly)
        return text if text.isalnum() else f"({text})"

    def is_condition(self, weight: Poly) -> bool:
        """Whether a formula is 1 or 0 and is written as a condition."""
        if len(weight.terms) != 1:
            return False
        ((monomial, value),) = weight.terms.items()
        tested = (self._wording.of(symbol) is not None for symbol in monomial)
        return value == weight.den and bool(monomial) and all(tested)

    def condition_of(self, weight: Poly) -> str:
        """Return what ``is_condition`` says yes to; raises ``CannotWrite``."""
        text = self.poly(weight)
        while text.startswith("(") and _closes_last(text):
            text = text[1:-1]
        return text

    # --- what the printer for people writes otherwise ------------------------------------------------

    def bracket(self, conditions: Sequence[str]) -> str:
        """Return what is 1 where all conditions hold, else 0."""
        text = f"({' and '.join(conditions)})"
        self._conditions_only.add(text)
        return text

    def choice(self, cases: Sequence[tuple[str, Sequence[str]]], otherwise: str) -> str:
        """Return the value of the first case whose conditions hold."""
        numbers = [(self._number(text), tests) for text, tests in cases]
        return super().choice(numbers, self._number(otherwise))

    def compare(self, left: str, relation: str, right: str) -> str:
        """Return a comparison of numbers."""
        return super().compare(self._number(left), relation, self._number(right))

    def _number(self, text: str) -> str:
        """A condition as 1 or 0 where the language does not take it for a number by itself."""
        return f"{text}*1" if text in self._conditions_only else text

    def one_of(self, text: str, values: Sequence[str], *, is_in: bool) -> str:
        """Return that something is one of several values, or none of them."""
        sign, word = ("==", " or ") if is_in else ("!=", " and ")
        return f"({word.join(f'{self._number(text)} {sign} {value}' for value in values)})"

    def log(self, base: str, argument: str) -> str:
        """Return a logarithm; in exact counts it is rounded down."""
        if base != "2":
            raise CannotWrite(f"log{base}")
        return self.call("log2", [argument])

    def root(self, argument: str) -> str:
        """Raise: a square root is no exact count."""
        raise CannotWrite(f"sqrt({argument})")

    def ranged(self, atom: atoms.Ranged) -> str:
        """Return a sum; raises ``CannotWrite`` for the greatest of a range."""
        if not isinstance(atom, atoms.Sum):
            raise CannotWrite("the greatest of a range")
        ends = self.poly(atom.first), self.poly(atom.last)
        return self.call("sum", [self.symbol(atom.index), *ends, self.poly(atom.body)])

    def recurrence(
        self, atom: atoms.Recurrence, number: int = 0, start: Sequence[Poly] | None = None
    ) -> str:
        """Raise: no expression calls itself."""
        raise CannotWrite(super().recurrence(atom, number, start))

    def quotient(self, function: str, numerator: str, denominator: str, *, simple: bool) -> str:
        """Return a rounded quotient; one cut to a whole number by the signs of both."""
        if function == "trunc" and not denominator.isdigit():
            sign = f"(1 if ({numerator})*{denominator} >= 0 else -1)"
            return f"(floor(abs({numerator})/abs({denominator}))*{sign})"
        return super().quotient(function, numerator, denominator, simple=simple)

    def literal(self, value: str) -> str:
        """Return a whole number; raises ``CannotWrite`` for a text: there are none."""
        if not value.removeprefix("-").isdigit():
            raise CannotWrite(value)
        return value

    def _make_factor(self, symbol: str) -> str:
        match atoms.definition(symbol):
            case atoms.Alias(meaning=meaning):
                return self.group(self.poly(meaning))
            case _:
                return super()._make_factor(symbol)


def _closes_last(text: str) -> bool:
    """Whether the parenthesis that a text begins with is closed by its last character."""
    depth = 0
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0:
            return place == len(text) - 1
    return False
