"""Polynomials written with few multiplications: nested sums of products (multivariate Horner form)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.algebra.poly import Monomial

Coefficient = TypeVar("Coefficient", int, float)

_AT_ONCE = 400  # terms nested together: looking for the best symbol takes time by their square


class Part(NamedTuple, Generic[Coefficient]):
    """One summand: ``coefficient * factors``, times the sum of ``inner`` if there is one."""

    coefficient: Coefficient
    factors: tuple[str, ...]
    inner: tuple[Part[Coefficient], ...]


def no_rank(_symbol: str) -> int:
    """Treat all symbols alike."""
    return 0


def nested(
    terms: Mapping[Monomial, Coefficient], rank: Callable[[str], int] = no_rank
) -> tuple[Part[Coefficient], ...]:
    """Return the summands of a polynomial, symbols that several terms share taken out.

    Symbols of a higher ``rank`` are taken out first, so that everything inside a pair of parentheses is
    free of them: where such a symbol is a long array and the others are short ones, few operations
    have the length of both. The order of ``terms`` does not matter: it depends on how they came about,
    which is another way when they come from a cache.
    """
    if len(terms) <= _AT_ONCE:
        return tuple(_nest(dict(sorted(terms.items(), key=_place)), rank))
    ordered = sorted(terms.items())
    parts: list[Part[Coefficient]] = []
    for start in range(0, len(ordered), _AT_ONCE):
        parts.extend(_nest(dict(ordered[start : start + _AT_ONCE]), rank))
    return tuple(parts)


def _place(term: tuple[Monomial, Coefficient]) -> tuple[int, Monomial]:
    """Higher powers first, constants last."""
    return -len(term[0]), term[0]


def _nest(
    terms: dict[Monomial, Coefficient], rank: Callable[[str], int]
) -> list[Part[Coefficient]]:
    parts: list[Part[Coefficient]] = []
    level: int | None = None
    while terms:
        common = _common(terms, rank)
        if common:
            found = rank(common[0])
            if level is None or found >= level:
                parts.append(_product(common, _nest(_without(terms, common), rank)))
                return parts
        symbol, found = _shared(terms, rank)
        if symbol is None:
            break
        if level is not None and found < level:
            inner = _nest(terms, rank)  # what has none of the higher symbols stays together
            parts.append(inner[0] if len(inner) == 1 else _whole(inner))
            return parts
        level = found
        inside: dict[Monomial, Coefficient] = {}
        outside: dict[Monomial, Coefficient] = {}
        for monomial, value in terms.items():
            if symbol in monomial:
                place = monomial.index(symbol)
                inside[monomial[:place] + monomial[place + 1 :]] = value
            else:
                outside[monomial] = value
        parts.append(_product([symbol], _nest(inside, rank)))
        terms = outside
    plain = [
        Part(value, tuple(sorted(monomial, key=rank)), ()) for monomial, value in terms.items()
    ]
    if level and len(plain) > 1:
        return [*parts, _whole(plain)]
    return [*parts, *plain]


def _shared(
    terms: Mapping[Monomial, Coefficient], rank: Callable[[str], int]
) -> tuple[str | None, int]:
    """The symbol to take out, and its rank: the most frequent one of those with the highest rank.

    A symbol without rank must be in two terms at least.
    """
    counts: dict[str, int] = {}
    for monomial in terms:
        for symbol in set(monomial):
            counts[symbol] = counts.get(symbol, 0) + 1
    best, key = None, (0, 1, "")
    for symbol, count in counts.items():
        found = (rank(symbol), count, symbol)
        if found > key and (count > 1 or found[0]):
            best, key = symbol, found
    return best, key[0]


def _common(terms: Mapping[Monomial, Coefficient], rank: Callable[[str], int]) -> list[str]:
    """The symbols to take out of all terms at once, last the one that is multiplied with last.

    Those of the highest rank, if they are in all terms; without rank there must be two terms. Taken
    out one by one, products of hundreds of factors would take time by the square of their length.
    """
    first, *others = terms
    shared = Counter(first)
    for monomial in others:
        if not shared:
            return []
        shared &= Counter(monomial)
    highest = max((rank(symbol) for symbol in shared), default=0)
    if not others and not highest:
        return []
    if others and any(rank(symbol) > highest for monomial in terms for symbol in monomial):
        return []
    return sorted(symbol for symbol in shared.elements() if rank(symbol) == highest)


def _without(
    terms: Mapping[Monomial, Coefficient], common: list[str]
) -> dict[Monomial, Coefficient]:
    """The terms without factors that all of them have; both are sorted."""
    rest: dict[Monomial, Coefficient] = {}
    for monomial, value in terms.items():
        left = Counter(monomial)
        left.subtract(common)
        rest[tuple(symbol for symbol in left.elements())] = value
    return rest


def _product(symbols: list[str], inner: list[Part[Coefficient]]) -> Part[Coefficient]:
    if len(inner) == 1:
        only = inner[0]
        return Part(only.coefficient, (*only.factors, *symbols), only.inner)
    return Part(_one(inner), tuple(symbols), tuple(inner))


def _whole(inner: list[Part[Coefficient]]) -> Part[Coefficient]:
    return Part(_one(inner), (), tuple(inner))


def _one(inner: list[Part[Coefficient]]) -> Coefficient:
    return type(inner[0].coefficient)(1)
