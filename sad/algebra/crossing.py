"""Where the sign of a difference changes.

``find_crossover`` and ``find_chance`` prove it of a formula; ``crossing_between`` and ``sign_changes``
find it from values.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys
from sad.algebra.poly import Poly, content, divide_exactly, divide_monomial
from sad.algebra.sign import Domain, Prover
from sad.late import numpy as np
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from sad.algebra.sign import Facts

_GREATEST = 1 << 24
_MOST_POINTS = 20_000
_NARROW = 1e-12  # relative width at which a crossing between whole numbers is found


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
    return first_whole(high // 2, high, proved)


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


# --- from values ------------------------------------------------------------------------------------


@record
class Crossing:
    """The order of two curves changes: it is the old one up to ``before``, the new from ``after`` on.

    Between the two, if there is anything, the curves are equal. ``above`` is 1 if the first curve is
    above the second from there on, else -1.
    """

    before: int | float
    after: int | float
    above: int


def first_whole(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Return the least whole number above ``low`` at which something holds that holds at ``high``."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def sign_changes(signs: NDArray[np.int8], low: int) -> list[Crossing]:
    """Return the crossings from the signs of a difference at all whole numbers from ``low`` on."""
    places = np.flatnonzero(signs)
    turns = np.flatnonzero(signs[places[1:]] != signs[places[:-1]])
    return [
        Crossing(low + int(places[t]), low + int(places[t + 1]), int(signs[places[t + 1]]))
        for t in turns
    ]


def crossing_between(
    sign: Callable[[int | Fraction], int],
    low: int | Fraction,
    high: int | Fraction,
    *,
    is_whole: bool,
) -> Crossing:
    """Return the crossing between two values at which a difference has opposite signs, by halving."""
    old, new = sign(low), sign(high)
    if is_whole:
        after = first_whole(int(low), int(high), lambda at: sign(at) == new)
        before = first_whole(int(low), after, lambda at: sign(at) != old) - 1
        return Crossing(before, after, new)
    while abs(high - low) > _NARROW * max(abs(low), abs(high)):
        middle = Fraction(repr(float((low + high) / 2)))
        if not low < middle < high:
            break
        found = sign(middle)
        if found == 0:
            return Crossing(float(middle), float(middle), new)
        low, high = (middle, high) if found == old else (low, middle)
    return Crossing(float(low), float(high), new)
