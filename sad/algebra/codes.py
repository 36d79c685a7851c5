"""Texts, truth values and real constants coded as integers, so that formulas can test them.

A truth value is 0 or 1. A text is the number its characters write to the base 256, so texts of one
length compare as their codes do. A real constant is itself if it is whole (the 0, 1 and -1 that
options compare with); any other gets a number that no whole constant has, good for equality only.
"""

from __future__ import annotations

from contextlib import contextmanager
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from sad.files import blake2b

if TYPE_CHECKING:
    from collections.abc import Generator

BEYOND = 1 << 62
"""Codes of real constants below are the constants themselves."""

_reals: dict[int, Fraction] = {}


class Coding(StrEnum):
    """What the integer values of a symbol stand for."""

    INTEGER = "integer"
    TEXT = "character"
    TRUTH = "logical"
    REAL = "real"


def code_of_text(text: str) -> int:
    """Return the code of a text."""
    return int.from_bytes(text.encode("latin-1", "replace"), "big")


def text_of_code(code: int) -> str:
    """Return the text a code stands for."""
    return code.to_bytes((code.bit_length() + 7) // 8, "big").decode("latin-1")


def code_of_real(value: Fraction) -> int:
    """Return the code of a real number: itself if it is whole, else one that tells it apart."""
    if value.denominator == 1 and abs(value.numerator) < BEYOND:
        return value.numerator
    digest = blake2b(f"{value}".encode(), digest_size=8).digest()
    code = BEYOND + int.from_bytes(digest, "big")
    _reals[code] = value
    return code


@contextmanager
def gathered_reals() -> Generator[list[Fraction]]:
    """Gather the real numbers that get codes of their own meanwhile; the list is filled at the end."""
    before, found = dict(_reals), list[Fraction]()
    _reals.clear()
    try:
        yield found
    finally:
        found += [_reals[code] for code in sorted(_reals)]
        _reals.update(before)


def coded_reals() -> dict[int, Fraction]:
    """Return the real numbers that got codes of their own in this process, by code."""
    return dict(_reals)


def shown_code(code: int, coding: Coding) -> str | None:
    """Return a coded value as it is written in a program; None if the code stands for nothing."""
    match coding:
        case Coding.TEXT:
            text = text_of_code(code) if code > 0 else ""
            return repr(text) if text and text.isprintable() and "'" not in text else None
        case Coding.TRUTH:
            return {0: "false", 1: "true"}.get(code)
        case Coding.REAL:
            value = Fraction(code) if abs(code) < BEYOND else _reals.get(code)
            return None if value is None else real_text(value)
        case Coding.INTEGER:
            return str(code)


def real_text(value: Fraction) -> str:
    """Return a real constant: a decimal if that is exact, else a quotient."""
    if value.denominator == 1:
        return str(value.numerator)
    short = repr(float(value))
    return short if Fraction(short) == value else str(value)
