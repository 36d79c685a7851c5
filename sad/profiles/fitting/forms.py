"""The functions that are tried, each with its cost: how many bits it takes to name it.

One size: the exponents of the performance model normal form (Calotoiu et al., "Using automated
performance modeling to find scalability bugs in complex codes", SC13), which are halves, thirds and
quarters up to 3 with up to two powers of a logarithm, and negative ones, which probabilities need.
Several sizes: products, ratios and sums of two. What programs do most costs least: 2**-bits is the
probability given to a function before anything is measured.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations
from math import log2
from typing import TYPE_CHECKING

from sad.model.parameters import Kind
from sad.records import record, replace

if TYPE_CHECKING:
    from collections.abc import Sequence


ONE = "1"
_MANY = 3  # sizes, from which on only the more usual functions are tried
_AFFORDABLE = 9.0
_FRACTIONS = (
    *[(1, 4), (1, 3), (2, 3), (3, 4), (5, 4), (4, 3), (3, 2)],
    *[(5, 3), (7, 4), (9, 4), (7, 3), (5, 2), (8, 3), (11, 4)],
)
"""Exponents that are no whole or half numbers below 3, and the halves above 1."""
_DIGITS = 9


@record
class Form:
    """``fixed + c1*t1 + c2*t2 ...`` with free coefficients; ``1`` among the terms is a constant.

    ``over`` divides: (c1*t1 + ...)/(over + d) with a free ``d``. The only term of a ``raised`` one is
    the exponent of a free base: c1*d**t1, a power of n where that is log2(n). ``rounded`` functions are
    whole numbers by nature and are only tried exactly.
    """

    terms: tuple[str, ...]
    bits: float
    fixed: str = ""
    over: str = ""
    rounded: bool = False
    raised: bool = False

    @property
    def free(self) -> int:
        """How many numbers it takes from the data."""
        return len(self.terms) + bool(self.over) + self.raised

    @property
    def is_power(self) -> bool:
        """Whether it is n to a free power."""
        return self.raised and self.terms[0].startswith("log2(")

    def __str__(self) -> str:
        """Return the model's name, with c0, c1, ... for its coefficients."""
        if self.raised:
            return _raised("c0", "d", self.terms[0], "p")
        parts = [self.fixed] if self.fixed else []
        for number, term in enumerate(self.terms):
            coefficient = f"c{number}"
            if term == ONE:
                parts.append(coefficient)
            else:
                parts.append(scaled(coefficient, term))
        text = " + ".join(parts)
        if not self.over:
            return text
        return f"({text})/({self.over} + d)" if len(parts) > 1 else f"{text}/({self.over} + d)"


def scaled(factor: str, term: str) -> str:
    """Return the text of a factor times a term."""
    if term == ONE:
        return factor
    return factor + term[1:] if term.startswith("1/") else f"{factor}*{term}"


def _raised(factor: str, base: str, exponent: str, power: str) -> str:
    """Return the text of a factor times a base to an exponent, or n to a power."""
    if exponent.startswith("log2("):
        return f"{factor}*{exponent[5:-1]}**{power}"
    return f"{factor}*{base}**{f'({exponent})' if '*' in exponent else exponent}"


@lru_cache(maxsize=64)
def forms(names: tuple[str, ...], kind: Kind) -> tuple[Form, ...]:
    """Return all forms over the sizes ``names``, cheapest first."""
    choice = log2(max(1, len(names)))
    found = [Form((ONE,), 0.5)]
    for name in names:
        found += [_dearer(form, choice) for form in _of_one(name, kind)]
    for first, second in combinations(names, 2):
        found += [_dearer(form, choice) for form in _of_two(first, second)]
    for first, second in permutations(names, 2):
        found += [_dearer(form, choice) for form in _ordered_pair(first, second)]
    if len(names) >= _MANY:
        found = [form for form in found if form.bits <= _AFFORDABLE]
    return tuple(sorted(found, key=lambda form: form.bits))


def _dearer(form: Form, bits: float) -> Form:
    return replace(form, bits=form.bits + bits)


def _of_one(name: str, kind: Kind) -> list[Form]:
    growing = 6.0 if kind is Kind.PROBABILITY else 0.0
    shrinking = 0.0 if kind is Kind.PROBABILITY else 2.0
    found: list[Form] = []
    for term, bits in _growing_terms(name):
        found += [Form((term,), bits + growing), Form((ONE, term), bits + growing + 1)]
    for term, bits in _shrinking_terms(name):
        found += [
            Form((term,), bits + shrinking),
            Form((term,), bits + shrinking + 0.5, fixed=ONE),
            Form((ONE, term), bits + shrinking + 1),
        ]
    for term, bits in [(name, 2.5), (f"log2({name})", 3.5)]:
        found.append(Form((ONE,), bits + growing, fixed=term))
    square, cube, inverse = f"{name}**2", f"{name}**3", f"1/{name}"
    found += [
        Form((name, square), 3.5 + growing),
        Form((ONE, name, square), 4.5 + growing),
        Form((square, cube), 5 + growing),
        Form((ONE, name, square, cube), 7 + growing),
        Form((name, f"{name}*log2({name})"), 5 + growing),
        Form((name, inverse), 7 + growing),
        Form((ONE, name, inverse), 8 + growing),
        Form((ONE, inverse, f"1/{square}"), 5 + shrinking),
        Form((ONE,), 3 + shrinking, over=name),
        Form((name,), 4 + shrinking, over=name),
        Form((ONE, name), 6 + shrinking, over=name),
        Form((name, square), 8 + growing, over=name),
        Form((ONE, name, square), 9 + growing, over=name),
    ]
    for term, bits in _exponents(name):
        found.append(Form((term,), bits + growing, raised=True))
    two = f"2**{name}"
    found.append(Form((ONE, name, two), 9 + growing, rounded=True))
    whole = [(two, 4.0), (f"{name}*{two}", 6.0), (f"3**{name}", 6.0)]
    for term, bits in [*_rounded_terms(name), *whole]:
        found += [
            Form((term,), bits + growing, rounded=True),
            Form((ONE, term), bits + growing + 2.5, rounded=True),
        ]
    return found


def _exponents(name: str) -> list[tuple[str, float]]:
    """Of searches and recursions: a free power, exponential, and as factorials grow."""
    return [(f"log2({name})", 6.0), (name, 5.0), (f"{name}*log2({name})", 6.0)]


def _growing_terms(name: str) -> list[tuple[str, float]]:
    logarithm = f"log2({name})"
    plain = {
        name: 1.5,
        f"{name}**2": 2.5,
        f"{name}**3": 3.5,
        logarithm: 2.5,
        f"{logarithm}**2": 5.0,
        f"sqrt({name})": 3.0,
        f"{name}*{logarithm}": 3.5,
        f"{name}/{logarithm}": 5.0,
        f"{name}**(3/2)": 4.5,
        f"{name}**2*{logarithm}": 5.0,
    }
    for numerator, denominator in _FRACTIONS:
        plain.setdefault(f"{name}**({numerator}/{denominator})", 6.5)
    for power in [name, f"sqrt({name})", f"{name}**2", f"{name}**3"]:
        plain.setdefault(f"{power}*{logarithm}", 7.5)
        plain.setdefault(f"{power}*{logarithm}**2", 8.5)
    for numerator, denominator in _FRACTIONS:
        power = f"{name}**({numerator}/{denominator})"
        plain.setdefault(f"{power}*{logarithm}", 9.5)
    return list(plain.items())


def _shrinking_terms(name: str) -> list[tuple[str, float]]:
    return [
        (f"1/{name}", 2.5),
        (f"1/{name}**2", 4.0),
        (f"1/sqrt({name})", 4.5),
        (f"1/log2({name})", 4.5),
        (f"log2({name})/{name}", 6.0),
        (f"1/{name}**(1/3)", 6.5),
        (f"1/{name}**(2/3)", 6.5),
        (f"1/{name}**3", 6.5),
    ]


def _rounded_terms(name: str) -> list[tuple[str, float]]:
    found = [(f"floor(log2({name}))", 3.5), (f"floor(sqrt({name}))", 4.5)]
    found += [(f"ceil(log2({name}))", 6.5), (f"ceil(sqrt({name}))", 7.5)]
    for divisor, bits in [(2, 3.5), (3, 5.0), (4, 4.5), (5, 6.0), (8, 5.5), (10, 6.0), (16, 6.0)]:
        found.append((f"({name}//{divisor})", bits + 4.0))
    return found


def _of_two(first: str, second: str) -> list[Form]:
    product = f"{first}*{second}"
    found = [
        Form((first, second), 4.5),
        Form((ONE, first, second), 5.5),
        Form((product,), 3.5),
        Form((ONE, product), 4.5),
        Form((f"sqrt({product})",), 6.0),
        Form((ONE, first, second, product), 7.0),
        Form((f"1/({product})",), 5.0),
    ]
    for choice in (f"min({first}, {second})", f"max({first}, {second})"):
        found += [Form((choice,), 4.5), Form((ONE, choice), 6.0)]
    return found


def _ordered_pair(first: str, second: str) -> list[Form]:
    terms = {
        f"{first}/{second}": 3.0,
        f"{first}/{second}**2": 5.0,
        f"{first}/{second}**3": 5.0,
        f"({first}/{second})**2": 4.5,  # what is in a cell, in two and three dimensions
        f"({first}/{second})**3": 4.5,
        f"{first}**2/{second}": 5.0,
        f"{first}**3/{second}": 5.5,
        f"{first}**2*{second}": 5.0,
        f"{first}*log2({second})": 6.0,
        f"{first}/sqrt({second})": 6.5,
        f"{first}*sqrt({second})": 6.5,
        f"sqrt({first})/{second}": 6.5,
        f"log2({first})/{second}": 6.5,
        f"{first}*{second}*log2({second})": 6.5,
    }
    found: list[Form] = []
    for term, bits in terms.items():
        found += [Form((term,), bits), Form((ONE, term), bits + 1.5)]
    return found


def number(value: float, digits: int = _DIGITS) -> str:
    """Return a number with so many significant digits, whole numbers without a point."""
    text = repr(float(f"{value:.{digits}g}"))
    return text.removesuffix(".0")


def _signed_number(value: float) -> str:
    return number(value) if value >= 0 else f"({number(value)})"


def rounded_up(value: float, digits: int = 2) -> str:
    """Return a number not below ``value`` with so many significant digits."""
    if value <= 0:
        return "0"
    unit = 10.0 ** (math.floor(math.log10(value)) - digits + 1)
    return number(math.ceil(value / unit - 1e-9) * unit, digits)


def function_text(form: Form, coefficients: Sequence[Fraction | float]) -> str:
    """Return a form with its coefficients as an expression: ``(N - 1)/2``, ``0.31*N + 2.5``."""
    linear = list(coefficients[: len(form.terms)])
    if form.raised:
        factor, base = map(float, coefficients)
        return _raised(number(factor), number(base, 12), form.terms[0], _signed_number(log2(base)))
    parts = list(zip(form.terms, linear, strict=True))
    if form.fixed:
        parts.append((form.fixed, Fraction(1)))
    parts.sort(key=lambda part: _order(part[0]))
    if form.over:
        shift = coefficients[-1]
        return f"{_bracketed(weighted_sum(parts))}/({form.over}{_signed(shift, ONE)})"
    exact = [value for _, value in parts if isinstance(value, int | Fraction)]
    denominator = math.lcm(*(Fraction(value).denominator for value in exact))
    fractional = sum(Fraction(value).denominator > 1 for value in exact)
    if len(exact) == len(parts) and denominator > 1 and (fractional > 1 or len(parts) == 1):
        text = weighted_sum([(term, value * denominator) for term, value in parts])
        return f"{_bracketed(text)}/{denominator}"
    return weighted_sum(parts)


def _order(term: str) -> tuple[bool, bool, int]:
    """Growing terms first, the constant next, what vanishes last."""
    return (term.startswith("1/"), term == ONE, -len(term))


def weighted_sum(parts: Sequence[tuple[str, Fraction | float]]) -> str:
    """Return the sum of terms times their factors; terms with factor 0 are left out."""
    text = ""
    for term, value in parts:
        if value:
            text += _signed(value, term)
    if not text:
        return "0"
    return text[3:] if text.startswith(" + ") else "-" + text[3:]


def _signed(value: Fraction | float, term: str) -> str:
    sign = " - " if value < 0 else " + "
    size = abs(value)
    if isinstance(size, float):
        text = number(size)
        return sign + (term if text == "1" else scaled(text, term))
    size = Fraction(size)
    if term == ONE:
        return sign + str(size)
    if size == 1:
        return sign + term
    if term.startswith("1/") and size.denominator > 1:
        return f"{sign}{size.numerator}/({size.denominator}*{term[2:]})"
    if size.denominator == 1:
        return sign + scaled(str(size.numerator), term)
    top = term if size.numerator == 1 else f"{size.numerator}*{term}"
    return f"{sign}{top}/{size.denominator}"


def _bracketed(text: str) -> str:
    return f"({text})" if " + " in text or " - " in text else text
