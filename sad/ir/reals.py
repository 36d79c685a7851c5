"""Real constants as the machine holds them: IEEE single and double precision."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

from sad.ir.expr import Type

_KNOWN = (Type.REAL, Type.DOUBLE)


def rounded(value: float, kind: Type) -> float:
    """Return a number as ``kind`` holds it, as it is for all but single precision.

    Rounding a result in double precision once more to single gives the correctly rounded one. Raises
    OverflowError if single precision cannot hold it.
    """
    return struct.unpack("f", struct.pack("f", value))[0] if kind is Type.REAL else value


def held(text: str, kind: Type) -> float | None:
    """Return the value that a constant of the source has in its type.

    None if it is no finite number there, or none that a double holds exactly.
    """
    try:
        exact = Fraction(text.upper().replace("D", "E").replace("Q", "E"))
        near = rounded(float(exact), kind)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    if not math.isfinite(near):
        return None
    if kind is Type.REAL and near:  # the text itself is rounded, not its double
        bits = struct.unpack("i", struct.pack("f", near))[0]
        others = (struct.unpack("f", struct.pack("i", bits + step))[0] for step in (-1, 1))
        finite = [near, *filter(math.isfinite, others)]
        near = min(finite, key=lambda item: abs(Fraction(item) - exact))
    return near if kind in _KNOWN or Fraction(near) == exact else None


def converted(text: str, source: Type, target: Type) -> str | None:
    """Return a constant of one real type as a constant of another; None if that is not known."""
    value = held(text, source)
    if value is None or target not in _KNOWN:
        return text if value is not None and held(text, target) == value else None
    try:
        value = rounded(value, target)
    except OverflowError:
        return None
    return text if held(text, target) == value else repr(value)
