"""Where the sign of a difference changes: the sizes up to which one side is cheaper."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.algebra.poly import Poly, content, divide_exactly, divide_monomial
from sad.checks.compare.sign import Domain, Prover

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from sad.checks.compare.judge import Facts

_GREATEST = 1 << 24
_MOST_POINTS = 20_000


class Crossover(NamedTuple):
    """From ``point`` on the difference is never of the other sign than ``sign``; before it is, once at
    least, at ``last``, which is ``point - 1``.
    """

    symbol: str
    point: int
    sign: int


def find_crossover(difference: Poly, facts: Facts) -> Crossover | None:
    """Return the size from which on a difference keeps its sign, proved; None if that is not found.

    The difference must depend on one size alone, and on nothing else.
    """
    symbols = atoms.free_symbols(difference)
    if len(symbols) != 1:
        return None
    (symbol,) = symbols
    if not facts.is_size(symbol):
        return None
    for sign in (1, -1):
        start = _proved_from(difference * sign, symbol, facts)
        if start is not None:
            return _back(difference * sign, symbol, start, sign)
    return None


class Chance(NamedTuple):
    """The probability at which a difference is 0; above it the difference has the sign ``sign``."""

    symbol: str
    value: Fraction
    sign: int


def find_chance(difference: Poly, facts: Facts, assumed: Iterable[str]) -> Chance | None:
    """Return the probability at which a difference changes its sign, whatever the sizes are.

    The difference must be ``(a*p - b)`` times what is never negative where ``assumed`` are 1 or more.
    """
    _, shared = content(difference)
    rest = divide_monomial(difference, 1, shared)
    symbols = sorted(name for name in rest.symbols() if not facts.is_size(name))
    if len(symbols) != 1 or symbols[0] not in facts.most:
        return None
    (symbol,) = symbols
    if symbol in shared:
        return None
    parts = rest.coefficients(symbol)
    if len(parts) != 2 or not parts[0]:
        return None
    quotient, left = divide_exactly(parts[0], parts[1])
    value = quotient.as_constant
    factor = Poly({shared: 1}) * parts[1]
    prover = Prover(facts.domain(assumed))
    if left or value is None or not 0 < -value < 1:
        return None
    if prover.is_never_negative(factor):
        return Chance(symbol, -value, 1)
    return Chance(symbol, -value, -1) if prover.is_never_negative(-factor) else None


def _proved_from(poly: Poly, symbol: str, facts: Facts) -> int | None:
    """The least start from which on the formula is proved to be never negative."""

    def proved(start: int) -> bool:
        return Prover(Domain({**facts.least, symbol: start})).is_never_negative(poly)

    high = 1
    while not proved(high):
        high *= 2
        if high > _GREATEST:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if proved(middle):
            high = middle
        else:
            low = middle
    return high


def _back(poly: Poly, symbol: str, start: int, sign: int) -> Crossover | None:
    """The first size of the last stretch on which the formula is not negative, by its values."""
    value = compile_polys([poly])
    point = start
    while point > 1 and start - point < _MOST_POINTS:
        try:
            before = value({symbol: point - 1})[0]
        except ZeroDivisionError:
            return None
        if before < 0:
            return Crossover(symbol, point, sign)
        point -= 1
    return None
