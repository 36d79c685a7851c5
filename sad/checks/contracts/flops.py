"""Operations of floating point among all operations (docs/operations.md)."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from sad.algebra.poly import ZERO, Poly

if TYPE_CHECKING:
    from sad.checks.costs.record import Amounts

_REAL, _COMPLEX = ("real", "double", "quad"), ("complex", "double_complex")
FLOPS = {
    **{f"{name}.{kind}": 1 for name in ("add", "sub", "mul", "div") for kind in _REAL},
    **{f"intrinsic.sqrt.{kind}": 1 for kind in _REAL},
    **{f"{name}.{kind}": 2 for name in ("add", "sub") for kind in _COMPLEX},
    **{f"mul.{kind}": 6 for kind in _COMPLEX},
    **{f"div.{kind}": 11 for kind in _COMPLEX},
}
"""How many floating-point operations one of a key is; complex ones by their textbook formulas."""
_FREE = ("abs", "sign", "max", "min", "aimag", "conjg", "real", "dble", "int", "nint", "cmplx")


def flops(amounts: Amounts) -> Poly:
    """Return how many floating-point operations amounts are."""
    return Poly.weighted_sum((poly, FLOPS[key]) for key, poly in amounts.items() if key in FLOPS)


def not_counted(amounts: Amounts) -> list[str]:
    """Return the operations on real numbers that are work but no flop: powers and functions."""
    return [key for key, poly in amounts.items() if poly and key not in FLOPS and _is_function(key)]


def _is_function(key: str) -> bool:
    name, _, rest = key.partition(".")
    if not rest.endswith((*_REAL, *_COMPLEX)):
        return False
    return name in ("power_int", "power_real") or (
        name == "intrinsic" and rest.partition(".")[0] not in _FREE
    )


def of_pattern(amounts: Amounts, pattern: str) -> Poly:
    """Return how often the operations with keys of a pattern are performed together."""
    found = ZERO
    for key, poly in amounts.items():
        if fnmatchcase(key, pattern):
            found = found + poly
    return found
