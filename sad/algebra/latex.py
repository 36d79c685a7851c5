"""Formulas as LaTeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.measured import decimal, is_measured
from sad.algebra.text import Printer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction


class LatexPrinter(Printer):
    """The same formulas as LaTeX."""

    times = " "
    cut = r"(\dots)"

    def symbol(self, symbol: str) -> str:
        """Return a parameter: one letter as it is, longer names upright."""
        text = self._name(symbol)
        if len(text) == 1:
            return text
        return rf"\mathrm{{{_escaped(text)}}}"

    def power(self, base: str, exponent: int) -> str:
        """Return a power."""
        return f"{base}^{{{exponent}}}"

    def raised(self, base: str, exponent: str) -> str:
        """Return a power whose exponent is a formula."""
        shown = self.group(base) if base.isdecimal() else base  # a number may stand before it
        return f"{shown}^{{{exponent}}}"

    def fraction(self, factors: Sequence[str], value: Fraction) -> str:
        """Return ``value`` (positive) times the factors."""
        if is_measured(value):
            return self.times.join([decimal(value), *factors])
        if value.denominator != 1:
            number = rf"\tfrac{{{value.numerator}}}{{{value.denominator}}}"
            return self.times.join([number, *factors])
        if value.numerator != 1 or not factors:
            return self.times.join([str(value.numerator), *factors])
        return self.times.join(factors)

    def number(self, value: float, digits: int) -> str:
        """Return a measured number in powers of ten."""
        text = f"{value:.{digits}g}"
        mantissa, letter, exponent = text.partition("e")
        return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if letter else text

    def group(self, text: str) -> str:
        """Return a sum made safe inside a product."""
        return rf"\left({text}\right)"

    def call(self, function: str, arguments: Sequence[str]) -> str:
        """Return a function of arguments."""
        known = function in ("max", "min", "gcd")
        command = rf"\{function}" if known else rf"\operatorname{{{_escaped(function)}}}"
        return rf"{command}\left({', '.join(arguments)}\right)"

    def quotient(self, function: str, numerator: str, denominator: str, *, simple: bool) -> str:
        """Return a rounded quotient."""
        del simple
        inside = rf"\frac{{{numerator}}}{{{denominator}}}"
        if function == "floor":
            return rf"\left\lfloor {inside}\right\rfloor"
        return rf"\operatorname{{trunc}}\left({inside}\right)"

    def inverse(self, divisor: str, *, simple: bool) -> str:
        """Return one over something."""
        del simple
        return rf"\frac{{1}}{{{divisor}}}"

    def log(self, base: str, argument: str) -> str:
        """Return a logarithm rounded down."""
        return rf"\left\lfloor \log_{{{base}}}\left({argument}\right)\right\rfloor"

    def root(self, argument: str) -> str:
        """Return a square root rounded down."""
        return rf"\left\lfloor \sqrt{{{argument}}}\right\rfloor"

    def ranged(self, atom: atoms.Ranged) -> str:
        """Return a numeric sum, or a greatest of a range."""
        index, first, last = self.index(atom.index), self.poly(atom.first), self.poly(atom.last)
        if isinstance(atom, atoms.Sum):
            operator = rf"\sum_{{{index}={first}}}^{{{last}}}"
        else:
            operator = rf"\max_{{{first}\le {index}\le {last}}}"
        return operator + self.group(self.poly(atom.body))

    def index(self, name: str) -> str:
        """Return what a sum counts with."""
        return self.symbol(name)

    def bracket(self, conditions: Sequence[str]) -> str:
        """Return what is 1 where all conditions hold, else 0."""
        return rf"\left[{self._all_of(conditions)}\right]"

    def choice(self, cases: Sequence[tuple[str, Sequence[str]]], otherwise: str) -> str:
        """Return the value of the first case whose conditions hold."""
        rows = [rf"{text} & {self._all_of(conditions)}" for text, conditions in cases]
        rows.append(rf"{otherwise} & \text{{else}}")
        inside = r"\\ ".join(rows)
        return rf"\left\{{\begin{{array}}{{ll}}{inside}\end{{array}}\right."

    def compare(self, left: str, relation: str, right: str) -> str:
        """Return a comparison."""
        return f"{left} {_RELATIONS[relation]} {right}"

    def any_of(self, alternatives: Sequence[Sequence[str]], *, is_true: bool) -> str:
        """Return that at least one of several sets of conditions holds, or that none does."""
        text = self.group(r" \vee ".join(map(self._all_of, alternatives)))
        return text if is_true else self.no(text)

    def no(self, condition: str) -> str:
        """Return that a logical variable is false."""
        return rf"\lnot {condition}"

    def one_of(self, text: str, values: Sequence[str], *, is_in: bool) -> str:
        """Return that something is one of several values, or none of them."""
        relation = r"\in" if is_in else r"\notin"
        return rf"{text} {relation} \{{{', '.join(values)}\}}"

    def literal(self, value: str) -> str:
        """Return a constant as a program writes it."""
        return rf"\text{{{_escaped(value)}}}"

    def _all_of(self, conditions: Sequence[str]) -> str:
        return r" \wedge ".join(conditions)


def _escaped(text: str) -> str:
    for char in "_%&#{}$":
        text = text.replace(char, "\\" + char)
    return text


_RELATIONS = {"==": "=", "!=": r"\ne", ">=": r"\ge", ">": ">", "<=": r"\le", "<": "<"}
