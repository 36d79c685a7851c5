"""Formulas as MathML, which browsers typeset themselves."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.measured import is_measured
from sad.algebra.text import Printer
from sad.evaluation.linear import LinearForm

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from fractions import Fraction

    from sad.algebra.codes import Coding
    from sad.algebra.poly import Monomial, Poly
    from sad.report.view import View

_LONGEST = 4_000  # characters of markup in one factor; what is longer is shown as (...)
_ALIAS = re.compile(r"([XPV])(\d+)")
_RELATIONS = {"==": "=", "!=": "≠", ">=": "≥", ">": "&gt;", "<=": "≤", "<": "&lt;"}
_TOKEN = re.compile(
    r"(?P<leaf><(?P<name>mi|mn|mo|mtext)\b[^>]*>[^<]*</(?P=name)>)|(?P<tag><[^>]*>)"
    r"|(?P<number>\d+(?:\.\d+)?)|(?P<dots>\.\.\.)|(?P<word>[A-Za-z]+)|(?P<sign>\S)|\s+"
)
_MINUS, _OR = "\u2212", "\u2228"
_SIGNS = {"-": _MINUS, "*": "\u22c5"}


class MathPrinter(Printer):
    """The same formulas as MathML; ``aliases`` are names of a letter and a number, set with an index.

    Methods return markup in which signs and numbers are still plain text; ``math`` makes elements of
    them.
    """

    cut = "<mtext>(…)</mtext>"

    def __init__(
        self,
        name: Callable[[str], str],
        weight: Callable[[str], int],
        coding: Callable[[str], Coding],
        aliases: Collection[str] = (),
    ) -> None:
        super().__init__(name, weight, _LONGEST, coding)
        self._short = frozenset(aliases)

    def math(self, markup: str, *, wide: bool = False) -> str:
        """Return a formula's markup as one element ``math``; ``wide`` leaves fractions their size."""
        style = ' displaystyle="true"' if wide else ""
        inside = "".join(map(_element, _TOKEN.finditer(markup)))
        return f"<math{style}><mrow>{inside}</mrow></math>"

    def symbol(self, symbol: str) -> str:
        """Return a parameter."""
        text = self._name(symbol)
        alias = _ALIAS.fullmatch(text) if text in self._short else None
        if alias is not None:
            return f"<msub><mi>{alias[1]}</mi><mn>{alias[2]}</mn></msub>"
        return f"<mi>{escape(text)}</mi>"

    def power(self, base: str, exponent: int) -> str:
        """Return a power."""
        return f"<msup><mrow>{base}</mrow><mn>{exponent}</mn></msup>"

    def fraction(self, factors: Sequence[str], value: Fraction) -> str:
        """Return ``value`` (positive) times the factors."""
        if value.denominator == 1 or is_measured(value):
            return super().fraction(factors, value)
        above = super().fraction(factors, value * value.denominator)
        return f"<mfrac><mrow>{above}</mrow><mn>{value.denominator}</mn></mfrac>"

    def number(self, value: float, digits: int) -> str:
        """Return a measured number in powers of ten."""
        mantissa, letter, exponent = f"{value:.{digits}g}".partition("e")
        if not letter:
            return mantissa
        power = f"<msup><mn>10</mn><mn>{str(int(exponent)).replace('-', _MINUS)}</mn></msup>"
        return f"{mantissa}*{power}"

    def group(self, text: str) -> str:
        """Return a sum made safe inside a product."""
        return f"<mrow>({text})</mrow>"  # of its own: signs grow with their row

    def call(self, function: str, arguments: Sequence[str]) -> str:
        """Return a function of arguments."""
        inside = "<mo>,</mo>".join(arguments)
        return f"<mi>{function}</mi><mo>&#x2061;</mo>{self.group(inside)}"

    def quotient(self, function: str, numerator: str, denominator: str, *, simple: bool) -> str:
        """Return a rounded quotient."""
        del simple
        inside = f"<mfrac><mrow>{numerator}</mrow><mrow>{denominator}</mrow></mfrac>"
        return _floor(inside) if function == "floor" else self.call(function, [inside])

    def inverse(self, divisor: str, *, simple: bool) -> str:
        """Return one over something."""
        del simple
        return f"<mfrac><mrow>1</mrow><mrow>{divisor}</mrow></mfrac>"

    def log(self, base: str, argument: str) -> str:
        """Return a logarithm rounded down."""
        return _floor(
            f"<msub><mi>log</mi><mrow>{base}</mrow></msub><mo>&#x2061;</mo>{self.group(argument)}"
        )

    def root(self, argument: str) -> str:
        """Return a square root rounded down."""
        return _floor(f"<msqrt>{argument}</msqrt>")

    def ranged(self, atom: atoms.Ranged) -> str:
        """Return a numeric sum, or a greatest of a range."""
        index = self.index(atom.index)
        first, last = self.poly(atom.first), self.poly(atom.last)
        operator = "<mo>∑</mo>" if isinstance(atom, atoms.Sum) else "<mo>max</mo>"
        return (
            f"<munderover>{operator}<mrow>{index}<mo>=</mo>{first}</mrow>"
            f"<mrow>{last}</mrow></munderover>{self.group(self.poly(atom.body))}"
        )

    def index(self, name: str) -> str:
        """Return what a sum counts with."""
        return f"<mi>{escape(self._name(name).lstrip('@#').rpartition(':')[2])}</mi>"

    def bracket(self, conditions: Sequence[str]) -> str:
        """Return what is 1 where all conditions hold, else 0."""
        return f"<mrow>[{_all_of(conditions)}]</mrow>"

    def choice(self, cases: Sequence[tuple[str, Sequence[str]]], otherwise: str) -> str:
        """Return the value of the first case whose conditions hold."""
        rows = [f"<mtd>{text}</mtd><mtd>{_all_of(conditions)}</mtd>" for text, conditions in cases]
        rows.append(f"<mtd>{otherwise}</mtd><mtd><mtext>else</mtext></mtd>")
        table = "".join(f"<mtr>{row}</mtr>" for row in rows)
        return f"<mrow><mo>{{</mo><mtable columnalign='left left'>{table}</mtable></mrow>"

    def compare(self, left: str, relation: str, right: str) -> str:
        """Return a comparison."""
        return f"{left}<mo>{_RELATIONS[relation]}</mo>{right}"

    def any_of(self, alternatives: Sequence[Sequence[str]], *, is_true: bool) -> str:
        """Return that at least one of several sets of conditions holds, or that none does."""
        text = self.group(f"<mo>{_OR}</mo>".join(map(_all_of, alternatives)))
        return text if is_true else self.no(text)

    def no(self, condition: str) -> str:
        """Return that a logical variable is false."""
        return f"<mo>¬</mo>{condition}"

    def one_of(self, text: str, values: Sequence[str], *, is_in: bool) -> str:
        """Return that something is one of several values, or none of them."""
        listed = "<mo>,</mo>".join(values)
        return f"{text}<mo>{'∈' if is_in else '∉'}</mo><mo>{{</mo>{listed}<mo>}}</mo>"

    def literal(self, value: str) -> str:
        """Return a constant as a program writes it."""
        return f"<mtext>{escape(value)}</mtext>"

    def raised(self, base: str, exponent: str) -> str:
        """Return a power whose exponent is a formula."""
        return f"<msup><mrow>{base}</mrow><mrow>{exponent}</mrow></msup>"


def _floor(inside: str) -> str:
    return f"<mrow><mo>⌊</mo>{inside}<mo>⌋</mo></mrow>"


def _all_of(conditions: Sequence[str]) -> str:
    return "<mo>∧</mo>".join(conditions)


def _element(match: re.Match[str]) -> str:
    kind, text = match.lastgroup, match[0]
    match kind:
        case "number":
            return f"<mn>{text}</mn>"
        case "dots":
            return "<mo>…</mo>"
        case "word":
            return f"<mi>{text}</mi>"
        case "sign":
            return f"<mo>{escape(_SIGNS.get(text, text))}</mo>"
        case None:
            return ""
        case _:
            return text


class Typesetter:
    """Formulas of one program as MathML, each formula set once."""

    def __init__(self, view: View) -> None:
        names = view.model.names
        aliases = names.aliases.values()
        self._view = view
        self._printer = MathPrinter(view.name, view.weight, view.coding, aliases)
        self._known: dict[tuple[Poly, int], str] = {}

    @property
    def has_cut(self) -> bool:
        """Whether some factor was too long to be shown."""
        return self._printer.has_cut

    def poly(self, count: Poly, most: int) -> str:
        """Return a count under the report's assumptions; at most so many terms."""
        key = (count, most)
        if key not in self._known:
            markup = self._printer.poly(self._view.simple(count), most)
            self._known[key] = self._printer.math(markup)
        return self._known[key]

    def product(self, factors: Monomial) -> str:
        """Return a product; empty without factors."""
        printer = self._printer
        return printer.math(printer.product(factors)) if factors else ""

    def terms(self, form: LinearForm, most: int, first: Sequence[Monomial] = ()) -> list[str]:
        """Return some terms of a time [s] as markup, with signs, and how many there are more.

        ``first`` are those to be shown first.
        """
        printer = self._printer
        if first:
            shown = [LinearForm({item: form.terms[item]}) for item in first[:most]]
        else:
            shown = [form.first(most, printer).simplified(self._view.simple)]
        found: list[str] = []
        for text in [text for part in shown for text in part.texts(printer)] or ["0"]:
            sign = _MINUS if text.startswith("-") else "+" if found else ""
            math = printer.math(text.removeprefix("-"), wide=True)
            found.append(f'<span class="sign">{sign}</span>{math}' if sign else math)
        left = len(form.terms) - most
        return [*found, *([f"+ {left} more"] if left > 0 else [])]
