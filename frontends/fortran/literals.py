"""Numeric literals to typed constants."""

from __future__ import annotations

from functools import lru_cache

from sad.ir.expr import Constant, Type


@lru_cache(maxsize=4096)
def number_constant(text: str) -> Constant:
    """Return the constant an integer or real literal (upper case) stands for.

    The exponent letter decides the precision: E or none single, D double, Q quadruple. A kind
    suffix of 8 or more, or a name, is taken as double.
    """
    digits, _, kind = text.partition("_")
    if digits.isdecimal():
        return Constant(int(digits), Type.INTEGER)
    if "Q" in digits or kind == "16":
        return Constant(digits, Type.QUAD)
    if "D" in digits or (kind and kind != "4"):
        return Constant(digits, Type.DOUBLE)
    return Constant(digits, Type.REAL)
