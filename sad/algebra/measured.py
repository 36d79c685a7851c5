"""Coefficients that are decimal numbers somebody wrote, not fractions of counts."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

_LARGEST_SHARE = 200
"""The largest denominator that powers of 2 and 5 have in sums of a program's own counts."""


def is_measured(value: Fraction) -> bool:
    """Whether a coefficient is a decimal number that somebody wrote, not a fraction of a count."""
    rest = value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return value.denominator > _LARGEST_SHARE and rest == 1


def decimal(value: Fraction) -> str:
    """Return such a number as it is written, with all its digits."""
    return format(Decimal(value.numerator) / Decimal(value.denominator), "g")
