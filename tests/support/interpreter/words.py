"""Functions of bits and letters, written with rows of digits: independent of the tool's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def _row(value: int, bits: int) -> str:
    """The bits of a word as digits, the highest first."""
    return format(value % 2**bits, f"0{bits}b")


def _number(row: str) -> int:
    return int(row, 2) - (2 ** len(row) if row[0] == "1" else 0)


def _shift(value: int, by: int, bits: int) -> int:
    row = _row(value, bits)
    return _number((row + "0" * by)[-bits:] if by >= 0 else ("0" * -by + row)[:bits])


def _shift_right(value: int, by: int, bits: int) -> int:
    return _shift(value, -by, bits)


def _divided(value: int, by: int) -> int:
    return value // 2**by


def _turned(value: int, by: int, *sizes: int) -> int:
    row, size = _row(value, sizes[-1]), sizes[0]
    still, part = row[: len(row) - size], row[len(row) - size :]
    at = by % size
    return _number(still + part[at:] + part[:at])


def _part(value: int, at: int, many: int, bits: int) -> int:
    return int("0" + _row(value, bits)[::-1][at : at + many][::-1], 2)


def _with_one(value: int, at: int, bits: int) -> int:
    row = _row(value, bits)
    return _number(row[: bits - 1 - at] + "1" + row[bits - at :])


def _with_zero(value: int, at: int, bits: int) -> int:
    row = _row(value, bits)
    return _number(row[: bits - 1 - at] + "0" + row[bits - at :])


def _ones(value: int, bits: int) -> int:
    return _row(value, bits).count("1")


def _parity(value: int, bits: int) -> int:
    return _ones(value, bits) % 2


def _leading(value: int, bits: int) -> int:
    return (_row(value, bits) + "1").index("1")


def _trailing(value: int, bits: int) -> int:
    return (_row(value, bits)[::-1] + "1").index("1")


def _left_mask(many: int, bits: int) -> int:
    return _number("1" * many + "0" * (bits - many))


def _right_mask(many: int, bits: int) -> int:
    return _number("0" * (bits - many) + "1" * many)


def _joined(one: int, other: int, by: int, bits: int) -> int:
    return _number((_row(one, bits) + _row(other, bits))[by:][:bits])


def _joined_right(one: int, other: int, by: int, bits: int) -> int:
    return _joined(one, other, bits - by, bits)


def _chosen(one: int, other: int, mask: int) -> int:
    rows = zip(*(_row(item, 64) for item in (one, other, mask)), strict=True)
    return _number("".join(first if bit == "1" else second for first, second, bit in rows))


def _compared(signs: str) -> Callable[[int, int, int], bool]:
    def function(left: int, right: int, bits: int) -> bool:
        first, second = _row(left, bits), _row(right, bits)
        return ("<" if first < second else ">" if first > second else "=") in signs

    return function


def _first_of(text: str, letters: str, back: bool = False) -> int:
    places = [number for number, letter in enumerate(text, 1) if letter in letters]
    return (max(places) if back else min(places)) if places else 0


def _first_but(text: str, letters: str, back: bool = False) -> int:
    others = "".join(letter for letter in text if letter not in letters)
    return _first_of(text, others, back)


WORDS: dict[str, Callable[..., Any]] = {
    "ishft": _shift, "shiftr": _shift_right, "shifta": _divided, "ishftc": _turned, "ibits": _part,
    "ibset": _with_one, "ibclr": _with_zero, "popcnt": _ones, "poppar": _parity, "leadz": _leading,
    "trailz": _trailing, "maskl": _left_mask, "maskr": _right_mask, "dshiftl": _joined,
    "dshiftr": _joined_right, "merge_bits": _chosen, "bge": _compared(">="), "bgt": _compared(">"),
    "ble": _compared("<="), "blt": _compared("<"), "scan": _first_of, "verify": _first_but,
}  # fmt: skip
"""The functions by their generic names."""
