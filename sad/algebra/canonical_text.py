"""The canonical one-line text of a polynomial: atoms' identity, and the base of all printing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sad.algebra.poly import Monomial, Poly


_LONGEST_KEPT = 4096
"""Longer texts are made again when they are asked for: hundreds of them took most of the memory."""


def monomial_order(monomial: Monomial) -> tuple[int, Monomial]:
    """Return the sort key that puts high powers first, constants last."""
    return -len(monomial), monomial


def plain_text(poly: Poly) -> str:
    """Return ``poly`` as text with symbols as they are; equal polynomials give equal texts."""
    text = poly.text
    if text is None:
        text = _text(poly)
        if len(text) <= _LONGEST_KEPT:
            poly.text = text
    return text


def _text(poly: Poly) -> str:
    symbol = poly.as_symbol
    if symbol is not None:
        return symbol
    parts: list[str] = []
    for monomial in sorted(poly.terms, key=monomial_order):
        value = poly.terms[monomial]
        factors = list(monomial)  # sorted
        if len(factors) > 1 and len(set(factors)) < len(factors):
            powers = {name: factors.count(name) for name in factors}
            factors = [name if k == 1 else f"{name}**{k}" for name, k in powers.items()]
        size = abs(value)
        if not factors or size != 1:
            factors.insert(0, str(size))
        sign = ("-" if value < 0 else "") if not parts else (" - " if value < 0 else " + ")
        parts.append(sign + "*".join(factors))
    text = "".join(parts) or "0"
    if poly.den == 1:
        return text
    return f"({text})/{poly.den}" if len(parts) > 1 else f"{text}/{poly.den}"
