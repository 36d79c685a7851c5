"""Handles of datatypes: whole numbers, so that they are traced like any other value.

Those of predefined types are the codes of the built-in headers, those of derived types are a large
number and the type's size, which may be a formula.
"""

from __future__ import annotations

from functools import cache

from sad.algebra import atoms
from sad.algebra.conditions import both, not_negative
from sad.algebra.poly import Poly
from sad.analysis.messages.datatypes import mpi_size, mpi_sizes

_DERIVED = 10**12
_FROM = _DERIVED // 2  # no other handle and no size is that large, so that this decides which it is


def derived(size: Poly) -> Poly:
    """Return the handle of a derived type of a size [bytes]."""
    return size + _DERIVED


def size_of(handle: Poly) -> Poly | None:
    """Return the size of a datatype [bytes]; None if its handle does not tell."""
    number = handle.as_integer
    if number is not None and number < _FROM:
        size = mpi_size(number)
        return None if size is None else Poly.constant(size)
    base = handle.terms.get((), 0)
    if handle.den == 1 and base >= _FROM:
        return handle - _DERIVED
    if handle.as_symbol is not None and not atoms.has_unresolved(handle):
        return _told_apart(handle)
    return None


def _told_apart(handle: Poly) -> Poly:
    """The size of a predefined or derived type that is only known when the unit is called."""
    found = not_negative(handle - _FROM) * (handle - _DERIVED)
    for first, last, size in _alike():
        inside = both(not_negative(handle - first), not_negative(last - handle))
        found = found + inside * size
    return found


@cache
def _alike() -> list[tuple[int, int, int]]:
    """Ranges of codes of predefined types of the same size [bytes]."""
    found: list[tuple[int, int, int]] = []
    for code, size in sorted(mpi_sizes().items()):
        if found and found[-1][1] == code - 1 and found[-1][2] == size:
            found[-1] = (found[-1][0], code, size)
        elif size:
            found.append((code, code, size))
    return found
