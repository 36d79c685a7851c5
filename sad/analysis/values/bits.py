"""Bit operations on integers as formulas, in two's complement of any width.

A mask keeps runs of bits; a run is a remainder of a power of two: bits k up to m of x are
``floor(x / 2**k) mod 2**(m-k)``, so formulas stay exact for negative numbers too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.conditions import compared
from sad.algebra.poly import ZERO, Poly
from sad.ir.expr import FROM_SIGNED, NARROWING, narrowed
from sad.ir.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST_RUNS = 4
_WIDEST_SHIFT = 64
_MOST_FACTOR = 1 << 16


def bit_value(name: str, values: Sequence[Poly]) -> Poly | None:
    """Return the value of a bit operation or of a narrowing intrinsic; None if there is no formula."""
    match name, values:
        case _, [only] if name in NARROWING:
            return _narrow(name, only)
        case "not", [only]:
            return -only - 1
        case (("iand" | "ior" | "ieor"), [first, second]):
            if first.as_integer is not None:
                first, second = second, first
            mask = second.as_integer
            shared = None if mask is None else _masked(first, mask)
            if shared is None:
                return None
            if name == "iand":
                return shared
            return first + second - (shared if name == "ior" else 2 * shared)
        case (("shiftl" | "shifta"), [shifted, by]):
            return _shifted(name, shifted, by)
        case _ if name in WORDS:
            return _of_word(name, *values)
        case _:
            return None


def _of_word(name: str, value: Poly, *others: Poly) -> Poly | None:
    """A function of a word: of numbers, or bits from a place that is known on."""
    known = [item for other in others if (item := other.as_integer) is not None]
    if len(known) < len(others):
        return None
    if value.as_integer is not None:
        found = WORDS[name](value.as_integer, *known)
        return None if found is None else Poly.constant(int(found))
    match name, known:
        case "ibits", [first, many, bits] if first >= 0 < many < bits - first:
            return _remainder(atoms.floor_of(value, 1 << first), many)
        case (("shiftr" | "ishft"), [by, bits]) if 0 < (by if name == "shiftr" else -by) < bits:
            negative = compared("lt", value)
            return atoms.floor_of(value, 1 << abs(by)) + negative * (1 << (bits - abs(by)))
        case _:
            return None


def _shifted(name: str, value: Poly, by: Poly) -> Poly | None:
    number = by.as_integer
    if number is not None and not 0 <= number <= _WIDEST_SHIFT:
        return None
    scale = atoms.power_of(Poly.constant(2), by)
    return value * scale if name == "shiftl" else atoms.floor_quotient(value, scale)


def _masked(value: Poly, mask: int) -> Poly | None:
    """The bits of a value that a mask keeps."""
    number = value.as_integer
    if number is not None:
        return Poly.constant(number & mask)
    if mask < 0:
        cleared = _masked(value, ~mask)
        return None if cleared is None else value - cleared
    runs = list(_runs(mask))
    if len(runs) > _MOST_RUNS:
        return None
    result = ZERO
    for low, high in runs:
        shifted = atoms.floor_of(value, 1 << low)
        result = result + _remainder(shifted, high - low) * (1 << low)
    return result


def _runs(mask: int) -> Iterator[tuple[int, int]]:
    """The runs of ones in a mask: the first bit of each, and the bit after it."""
    bit = 0
    while mask >> bit:
        if mask >> bit & 1:
            first = bit
            while mask >> bit & 1:
                bit += 1
            yield first, bit
        bit += 1


def _remainder(value: Poly, bits: int) -> Poly:
    return value - atoms.floor_of(value, 1 << bits) * (1 << bits)


def _without_high(value: Poly, bits: int) -> Poly:
    """A value without its terms that are multiples of ``2**bits``: its low bits are the same."""
    if value.den != 1:
        return value
    return Poly({key: factor for key, factor in value.terms.items() if factor % (1 << bits)})


def _narrow(name: str, value: Poly) -> Poly | None:
    """A value in fewer bits.

    A formula is taken to fit into 32 bits and more, as one that does not has no meaning as a size, but
    not where a large factor shows that it is meant to wrap.
    """
    number = value.as_integer
    if number is not None:
        return Poly.constant(narrowed(name, number))
    bits, signed = NARROWING[name]
    low = _without_high(value, bits)
    if name in FROM_SIGNED or (low != value and name in ("uint32", "uint64")):
        return low + compared("lt", low) * (1 << bits)
    if name in ("signed32", "signed64") and low != value:
        return low
    if name in ("int32", "signed32", "signed64"):
        most = 1 << (bits - 1)
        over, under = compared("ge", low - most), compared("lt", low + most)
        return low + (under - over) * (1 << bits)
    if bits >= 32:  # sizes fit
        most = max(abs(factor) for factor in value.terms.values())
        return value if most < _MOST_FACTOR * value.den else None
    half = 1 << (bits - 1)
    return _remainder(value + half, bits) - half if signed else _remainder(value, bits)
