"""Functions as expressions of the project's language, and numbers as people write them."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.profiles.fitting.forms import ONE, Form, scaled

if TYPE_CHECKING:
    from collections.abc import Sequence

_DIGITS = 9


def number(value: float, digits: int = _DIGITS) -> str:
    """Return a number with so many significant digits, whole numbers without a point."""
    text = repr(float(f"{value:.{digits}g}"))
    return text.removesuffix(".0")


def rounded_up(value: float, digits: int = 2) -> str:
    """Return a number not below ``value`` with so many significant digits."""
    if value <= 0:
        return "0"
    unit = 10.0 ** (math.floor(math.log10(value)) - digits + 1)
    return number(math.ceil(value / unit - 1e-9) * unit, digits)


def function_text(form: Form, coefficients: Sequence[Fraction | float]) -> str:
    """Return a form with its coefficients as an expression: ``(N - 1)/2``, ``0.31*N + 2.5``."""
    linear = list(coefficients[: len(form.terms)])
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
