"""Complex numbers in a generated program, in parts: a compiler rounds each operation on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sad.slicing.runtime import NO_NUMBER, Unknown, as_it_is

if TYPE_CHECKING:
    from collections.abc import Callable


def cmul(left: Any, right: Any, kept: Callable[[Any], Any] = as_it_is) -> Any:
    """Multiply complex numbers."""
    if left.__class__ is Unknown or right.__class__ is Unknown:
        return left if left.__class__ is Unknown else right
    a, b, c, d = left.real, left.imag, right.real, right.imag
    return complex(kept(kept(a * c) - kept(b * d)), kept(kept(a * d) + kept(b * c)))


def cdiv(left: Any, right: Any, kept: Callable[[Any], Any] = as_it_is) -> Any:
    """Divide complex numbers as Fortran compilers do (Smith, CACM 5 (1962) 435)."""
    if left.__class__ is Unknown or right.__class__ is Unknown:
        return left if left.__class__ is Unknown else right
    a, b, c, d = left.real, left.imag, right.real, right.imag
    try:
        if abs(c) < abs(d):
            ratio = kept(c / d)
            whole = kept(kept(c * ratio) + d)
            return complex(
                kept(kept(kept(a * ratio) + b) / whole), kept(kept(kept(b * ratio) - a) / whole)
            )
        ratio = kept(d / c)
        whole = kept(kept(d * ratio) + c)
        return complex(
            kept(kept(kept(b * ratio) + a) / whole), kept(kept(b - kept(a * ratio)) / whole)
        )
    except ArithmeticError:
        return NO_NUMBER


def cpower(left: Any, right: Any, kept: Callable[[Any], Any] = as_it_is) -> Any:
    """Raise a complex number to a power that is a whole number, not below 0."""
    if left.__class__ is Unknown or right.__class__ is Unknown:
        return left if left.__class__ is Unknown else right
    if right.__class__ is not int or right < 0:
        return NO_NUMBER
    result, base = complex(1.0, 0.0), left
    while right:
        result = cmul(result, base, kept) if right % 2 else result
        base = cmul(base, base, kept)
        right >>= 1
    return result
