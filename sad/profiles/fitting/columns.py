"""The values of expressions at sizes, remembered: every parameter of a profile has the same sizes."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from sad.expr.numbers import evaluate_expression
from sad.expr.tree import ExpressionError

Sizes = tuple[int | float, ...]
Exact = int | Fraction


def whole(size: float) -> int | float:
    """Return a size as an integer if it is one."""
    return int(size) if float(size).is_integer() else float(size)


@lru_cache(maxsize=20_000)
def value_at(text: str, names: tuple[str, ...], sizes: Sizes) -> int | Fraction | float | None:
    """Return the value of an expression at ``sizes`` of ``names``; None if it has none.

    It has none if it is undefined or too large there, or needs other names.
    """
    # 15 and 15.0 are one key of the cache, so they must give one value
    values = {name: whole(size) for name, size in zip(names, sizes, strict=True)}
    try:
        value = evaluate_expression(text, values.__getitem__)
        number = float(value)
    except (ExpressionError, OverflowError, KeyError):
        return None
    return value if math.isfinite(number) else None


def column(text: str, names: tuple[str, ...], sizes: tuple[Sizes, ...]) -> list[float] | None:
    """Return the values of an expression at all ``sizes``; None if it has no value at one of them."""
    found: list[float] = []
    for at in sizes:
        value = value_at(text, names, at)
        if value is None:
            return None
        found.append(float(value))
    return found


def exact_column(text: str, names: tuple[str, ...], sizes: tuple[Sizes, ...]) -> list[Exact] | None:
    """Return the values as fractions; None if one of them is not exact."""
    found: list[Exact] = []
    for at in sizes:
        value = value_at(text, names, at)
        if value is None or isinstance(value, float):
            return None
        found.append(value)
    return found
