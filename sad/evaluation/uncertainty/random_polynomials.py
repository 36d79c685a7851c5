"""Counts as polynomials in the random parameters, everything else in numbers.

A count is such a polynomial where no random parameter stands inside a floor, a remainder, a condition
or the bounds of a sum. What stands inside max, min or a guard is decided if the possible values leave
one way only.

The polynomial is split into parts that depend on one number each, on two at once, and so on, which are
uncorrelated (analysis of variance: Efron and Stein, Annals of Statistics 9 (1981) 586-596; Sobol,
Mathematics and Computers in Simulation 55 (2001) 271-280). All of it is arithmetic on moments.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, inf
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.evaluate import compile_polys, evaluate
from sad.algebra.poly import ONE, Poly
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Monomial
    from sad.profiles.distributions import Distribution, Real


RandomPolynomial = dict[tuple[str, ...], Fraction]
"""Coefficients by monomial, the sorted tuple of its symbols, repeated by power."""
Ranges = dict[str, tuple["Real", "Real"]]
MOST_TERMS = 2048
"""Terms of a polynomial that is multiplied out; products of sums double with each factor."""
_Split = dict[tuple[str, ...], Poly]
_Powers = tuple[tuple[str, int], ...]
"""A monomial: symbols with their powers, sorted."""


class _NotPolynomial(Exception):
    pass


def random_polynomials(
    polys: Sequence[Poly], values: Mapping[str, Number], ranges: Ranges
) -> list[RandomPolynomial | None]:
    """Return each count as a polynomial in the symbols of ``ranges``; None where it is none.

    ``values`` are those of all other symbols, ``ranges`` the least and greatest values of the random
    ones. Values written as decimal numbers are taken as such: 0.1 is one tenth. Raises what
    ``Formulas`` does.
    """
    fixed = {name: exact(value) for name, value in values.items() if name not in ranges}
    splitter = _Splitter(fixed, ranges)
    splits = [splitter.try_poly(poly) for poly in polys]
    needed = list(dict.fromkeys(part for split in splits if split for part in split.values()))
    numbers = dict(zip(needed, compile_polys(needed)(fixed), strict=True)) if needed else {}
    return [
        None
        if split is None
        else {m: Fraction(numbers[part]) for m, part in split.items() if numbers[part]}
        for split in splits
    ]


def exact(value: Number) -> int | Fraction:
    """Return the rational number that a value was written as."""
    return value if isinstance(value, int | Fraction) else Fraction(repr(value))


class _Splitter:
    """Takes the random symbols out of polynomials; coefficients are formulas in all others."""

    def __init__(self, fixed: Mapping[str, Number], ranges: Ranges) -> None:
        self._fixed = fixed
        self._ranges = ranges
        self._known: dict[str, _Split | None] = {}

    def try_poly(self, poly: Poly) -> _Split | None:
        try:
            return self._poly(poly)
        except _NotPolynomial:
            return None

    def _is_random(self, poly: Poly) -> bool:
        return not self._ranges.keys().isdisjoint(atoms.free_symbols(poly))

    def _poly(self, poly: Poly) -> _Split:
        if not self._is_random(poly):
            return {(): poly}
        plain: dict[Monomial, int] = {}
        result: _Split = {}
        for monomial, value in poly.terms.items():
            random = [name for name in monomial if self._is_random(Poly.symbol(name))]
            if not random:
                plain[monomial] = value
                continue
            rest = tuple(name for name in monomial if name not in random)
            product: _Split = {(): Poly({rest: value}, poly.den)}
            for name in random:
                product = _times(product, self._symbol(name))
            _add(result, product)
        if plain:
            _add(result, {(): Poly(plain, poly.den)})
        return result

    def _symbol(self, name: str) -> _Split:
        if name not in self._known:
            atom = atoms.definition(name)
            try:
                self._known[name] = {(name,): ONE} if atom is None else self._atom(atom)
            except _NotPolynomial:
                self._known[name] = None
        known = self._known[name]
        if known is None:
            raise _NotPolynomial
        return known

    def _atom(self, atom: atoms.Atom) -> _Split:
        match atom:
            case atoms.Group(inner) | atoms.Alias(meaning=inner):
                return self._poly(inner)
            case atoms.Not(inner):
                result = {m: -part for m, part in self._poly(inner).items()}
                _add(result, {(): ONE})
                return result
            case atoms.Max(arguments):
                return self._poly(self._extreme(arguments, 1))
            case atoms.Min(arguments):
                return self._poly(self._extreme(arguments, -1))
            case atoms.Pieces(pieces):
                return self._pieces(pieces)
            case atoms.Sum(index, first, last, body):
                if self._is_random(first) or self._is_random(last):
                    raise _NotPolynomial
                return {
                    monomial: atoms.sum_of(index, first, last, part)
                    for monomial, part in self._poly(body).items()
                }
            case _:
                raise _NotPolynomial

    def _extreme(self, arguments: Sequence[Poly], sign: int) -> Poly:
        """The argument that is the greatest (least) whatever the random values are."""
        for item in arguments:
            if all(
                other is item or self._range((item - other) * sign)[0] >= 0 for other in arguments
            ):
                return item
        raise _NotPolynomial

    def _pieces(self, pieces: Sequence[tuple[tuple[Poly, ...], Poly]]) -> _Split:
        result: _Split = {}
        for guards, poly in pieces:
            random = [guard for guard in guards if self._is_random(guard)]
            ranges = [self._range(guard) for guard in random]
            if any(high < 0 for _, high in ranges):
                continue  # it never holds
            if any(low < 0 for low, _ in ranges):
                raise _NotPolynomial
            kept = tuple(guard for guard in guards if guard not in random)
            for monomial, part in self._poly(poly).items():
                _add(result, {monomial: atoms.pieces_of([(kept, part)])})
        return result

    def _range(self, poly: Poly) -> tuple[Real, Real]:
        """Bounds of a polynomial's values (interval arithmetic)."""
        low: Real = Fraction(0)
        high: Real = Fraction(0)
        for monomial, part in self._poly(poly).items():
            if not atoms.free_symbols(part) <= self._fixed.keys():
                raise _NotPolynomial  # it differs by a loop's index
            factor = Fraction(evaluate(part, self._fixed))
            ends: tuple[Real, Real] = (factor, factor)
            for name in monomial:
                ends = _interval_product(ends, self._ranges[name])
            low, high = low + ends[0], high + ends[1]
        return low, high


def _interval_product(left: tuple[Real, Real], right: tuple[Real, Real]) -> tuple[Real, Real]:
    products = [a * b if a and b else Fraction(0) for a in left for b in right]
    return min(products, default=-inf), max(products, default=inf)


def _times(left: _Split, right: _Split) -> _Split:
    if len(left) * len(right) > MOST_TERMS:
        raise _NotPolynomial
    result: _Split = {}
    for first, a in left.items():
        _add(result, {tuple(sorted(first + second)): a * b for second, b in right.items()})
    return result


def _add(target: _Split, more: _Split) -> None:
    for monomial, part in more.items():
        known = target.get(monomial)
        target[monomial] = part if known is None else known + part
    if len(target) > MOST_TERMS:
        raise _NotPolynomial


@record
class Variance:
    """Mean and variance, and the variance of each part by the symbols it depends on."""

    mean: Real
    parts: Mapping[frozenset[str], Real]

    @property
    def total(self) -> Real:
        """The whole variance."""
        return sum(self.parts.values(), Fraction(0))

    def first_order(self, symbol: str) -> float:
        """Return ``Var(E[C|x]) / Var(C)``: what knowing the symbol would take away."""
        return _share(self.parts.get(frozenset((symbol,)), Fraction(0)), self.total)

    def total_effect(self, symbol: str) -> float:
        """Return the share of the parts in which the symbol is: what would be left without others."""
        mine = sum((part for names, part in self.parts.items() if symbol in names), Fraction(0))
        return _share(mine, self.total)


def _share(part: Real, whole: Real) -> float:
    return float(part / whole) if whole else 0.0


def variance_of(
    polynomial: RandomPolynomial, distributions: Mapping[str, Distribution]
) -> Variance:
    """Return mean and variance of a polynomial; fractions where all moments are.

    In terms of differences from the means, so that floating-point moments do not cancel.
    """
    moments = {name: _Moments(item) for name, item in distributions.items()}
    mean: Real = Fraction(0)
    components: dict[frozenset[str], dict[_Powers, Real]] = {}
    for powers, value in _centered(polynomial, moments).items():
        product = value
        for name, power in powers:
            product *= moments[name](power)
        mean += product
        for inside, factor in _parts(powers, moments):
            if inside and factor:
                key = frozenset(name for name, _ in inside)
                found = components.setdefault(key, {})
                found[inside] = found.get(inside, Fraction(0)) + value * factor
    parts = {key: _part_variance(found, moments) for key, found in components.items()}
    return Variance(mean, parts)


class _Moments:
    """Central moments of a distribution, each computed once."""

    def __init__(self, distribution: Distribution) -> None:
        self.mean = distribution.mean
        self._distribution = distribution
        self._known: dict[int, Real] = {0: Fraction(1), 1: Fraction(0)}

    def __call__(self, order: int) -> Real:
        known = self._known.get(order)
        if known is None:
            known = self._known[order] = self._distribution.central(order)
        return known

    def covariance(self, first: int, second: int) -> Real:
        """The covariance of two powers of the difference from the mean."""
        return self(first + second) - self(first) * self(second)


def _centered(polynomial: RandomPolynomial, moments: Mapping[str, _Moments]) -> dict[_Powers, Real]:
    """The polynomial in the differences of all symbols from their means."""
    result: dict[_Powers, Real] = {}
    for monomial, value in polynomial.items():
        products: list[tuple[_Powers, Real]] = [((), value)]
        for name in dict.fromkeys(monomial):
            power, mean = monomial.count(name), moments[name].mean
            factors = [
                (((name, k),) if k else (), comb(power, k) * mean ** (power - k))
                for k in range(power + 1)
            ]
            products = [
                (powers + more, product * factor)
                for powers, product in products
                for more, factor in factors
                if factor
            ]
        for powers, product in products:
            result[powers] = result.get(powers, Fraction(0)) + product
    return result


def _parts(powers: _Powers, moments: Mapping[str, _Moments]) -> list[tuple[_Powers, Real]]:
    """A product of powers by which of them are left as they are; the others become their means."""
    found: list[tuple[_Powers, Real]] = [((), Fraction(1))]
    for name, power in powers:
        mean = moments[name](power)
        kept = [((*inside, (name, power)), factor) for inside, factor in found]
        found = kept + [(inside, factor * mean) for inside, factor in found if mean]
    return found


def _part_variance(part: Mapping[_Powers, Real], moments: Mapping[str, _Moments]) -> Real:
    """The variance of a sum of products, in each of which all symbols are without their means."""
    items = list(part.items())
    variance: Real = Fraction(0)
    for place, (left, a) in enumerate(items):
        for other, (right, b) in enumerate(items[: place + 1]):
            product = a * b if other == place else 2 * a * b
            for (name, first), (_, second) in zip(left, right, strict=True):
                product *= moments[name].covariance(first, second)
            variance += product
    return variance
