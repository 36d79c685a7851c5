"""Functions of the bits of integers: words of so many bits, in two's complement.

The last argument of each is that number of bits. What the standard does not allow gives None. Source:
ISO/IEC 1539-1 (2018), 16.3 (the bit model) and 16.9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def _pattern(value: int, bits: int) -> int:
    return value & (1 << bits) - 1


def _signed(pattern: int, bits: int) -> int:
    rest = _pattern(pattern, bits)
    return rest - (1 << bits) if rest >> (bits - 1) else rest


def _ishft(value: int, by: int, bits: int) -> int | None:
    if abs(by) > bits:
        return None
    pattern = _pattern(value, bits)
    return _signed(pattern << by if by >= 0 else pattern >> -by, bits)


def _shiftr(value: int, by: int, bits: int) -> int | None:
    return _ishft(value, -by, bits) if by >= 0 else None


def _ishftc(value: int, by: int, *sizes: int) -> int | None:
    size, bits = sizes[0], sizes[-1]
    if not 0 < size <= bits or abs(by) > size:
        return None
    inside = _pattern(value, size)
    turned = inside << by % size | inside >> (size - by % size)
    return _signed(_pattern(value, bits) ^ inside | _pattern(turned, size), bits)


def _ibits(value: int, first: int, many: int, bits: int) -> int | None:
    if first < 0 or many < 0 or first + many > bits:
        return None
    part = _pattern(value >> first, many)
    return _signed(part, bits)


def _ibset(value: int, bit: int, bits: int) -> int | None:
    return _signed(value | 1 << bit, bits) if 0 <= bit < bits else None


def _ibclr(value: int, bit: int, bits: int) -> int | None:
    return _signed(value & ~(1 << bit), bits) if 0 <= bit < bits else None


def _popcnt(value: int, bits: int) -> int:
    return _pattern(value, bits).bit_count()


def _poppar(value: int, bits: int) -> int:
    return _popcnt(value, bits) & 1


def _leadz(value: int, bits: int) -> int:
    return bits - _pattern(value, bits).bit_length()


def _trailz(value: int, bits: int) -> int:
    pattern = _pattern(value, bits)
    return (pattern & -pattern).bit_length() - 1 if pattern else bits


def _maskr(many: int, bits: int) -> int | None:
    return _signed((1 << many) - 1, bits) if 0 <= many <= bits else None


def _maskl(many: int, bits: int) -> int | None:
    return _signed(-1 << (bits - many), bits) if 0 <= many <= bits else None


def _dshiftl(left: int, right: int, by: int, bits: int) -> int | None:
    if not 0 <= by <= bits:
        return None
    return _signed(left << by | _pattern(right, bits) >> (bits - by), bits)


def _dshiftr(left: int, right: int, by: int, bits: int) -> int | None:
    return _dshiftl(left, right, bits - by, bits) if by >= 0 else None


def _bge(left: int, right: int, bits: int) -> bool:
    return _pattern(left, bits) >= _pattern(right, bits)


def _bgt(left: int, right: int, bits: int) -> bool:
    return _pattern(left, bits) > _pattern(right, bits)


def _ble(left: int, right: int, bits: int) -> bool:
    return _pattern(left, bits) <= _pattern(right, bits)


def _blt(left: int, right: int, bits: int) -> bool:
    return _pattern(left, bits) < _pattern(right, bits)


WORDS: dict[str, Callable[..., Any]] = {
    "ishft": _ishft, "shiftr": _shiftr, "ishftc": _ishftc, "ibits": _ibits, "ibset": _ibset,
    "ibclr": _ibclr, "popcnt": _popcnt, "poppar": _poppar, "leadz": _leadz, "trailz": _trailz,
    "maskr": _maskr, "maskl": _maskl, "dshiftl": _dshiftl, "dshiftr": _dshiftr, "bge": _bge,
    "bgt": _bgt, "ble": _ble, "blt": _blt,
}  # fmt: skip
"""The functions by their generic names."""
