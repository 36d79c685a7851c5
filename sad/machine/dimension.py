"""Dimensions of machine parameters: powers of the second and of the byte.

A parameter's name ends in its unit (``latency_s``, ``link_bytes_per_s``, ``gap_s_per_byte``), so its
dimension is known without being declared. A name without a unit is a pure number.
"""

from __future__ import annotations

from sad.records import record

_SUFFIXES = (
    ("_bytes_per_s", (-1, 1)),
    ("_s_per_byte", (1, -1)),
    ("_s_per_line", (1, 0)),
    ("_flop_per_s", (-1, 0)),
    ("_per_s", (-1, 0)),
    ("_hz", (-1, 0)),
    ("_bytes", (0, 1)),
    ("_s", (1, 0)),
)


@record
class Dimension:
    """``seconds**seconds * bytes**bytes``; both exponents are 0 for a pure number."""

    seconds: int = 0
    bytes: int = 0

    def __mul__(self, other: Dimension) -> Dimension:
        """Return the dimension of a product."""
        return Dimension(self.seconds + other.seconds, self.bytes + other.bytes)

    def __pow__(self, exponent: int) -> Dimension:
        """Return the dimension of a power."""
        return Dimension(self.seconds * exponent, self.bytes * exponent)

    def __str__(self) -> str:
        """Return words: ``seconds``, ``bytes per second``, ``a pure number``."""
        if self == NUMBER:
            return "a pure number"
        above = [_power(self.bytes, "bytes"), _power(self.seconds, "seconds")]
        below = [_power(-self.seconds, "second"), _power(-self.bytes, "byte")]
        text = " ".join(part for part in above if part) or "1"
        under = " ".join(part for part in below if part)
        return f"{text} per {under}" if under else text


def _power(exponent: int, unit: str) -> str:
    if exponent <= 0:
        return ""
    return unit if exponent == 1 else f"{unit}^{exponent}"


NUMBER = Dimension()
SECONDS = Dimension(seconds=1)
BYTES = Dimension(bytes=1)


def dimension_of_name(name: str) -> Dimension:
    """Return the dimension that a parameter's name says."""
    for suffix, (seconds, size) in _SUFFIXES:
        if name.endswith(suffix):
            return Dimension(seconds, size)
    return NUMBER
