"""Which parameters matter: elasticities, and shares of the variance (Sobol indices).

An elasticity of 2 means that 1 % more of the parameter makes about 2 % more of the total.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from sad.algebra import atoms
from sad.algebra.codes import Coding
from sad.algebra.evaluate import compile_polys
from sad.algebra.poly import ONE, ZERO, Poly
from sad.evaluation.linear import total_of
from sad.evaluation.uncertainty.sampling import random_points
from sad.model.parameters import Kind
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Monomial
    from sad.evaluation.linear import Weighted
    from sad.evaluation.model import Model
    from sad.evaluation.uncertainty.random_polynomials import Variance
    from sad.evaluation.uncertainty.sampling import Floats, Points
    from sad.mapping.bound import BoundExpansion
    from sad.profiles.distributions import Distribution


_MOST_POINTS = 1 << 15  # of pick-freeze: indices have an error of about 1 %
_STEP = 100  # a difference goes one part in so many up and down


@record
class Influence:
    """What a parameter does to the total.

    ``elasticity`` is that at the given values (``elasticity.elasticities``). ``first_order`` is the
    share of the variance that its own differences make, ``total_effect`` the share in which they take
    part; None for a parameter that is not random.
    """

    symbol: str
    elasticity: float | None
    first_order: float | None
    total_effect: float | None


def ranking(
    elasticity: Mapping[str, float | None], shares: Mapping[str, tuple[float, float]]
) -> tuple[Influence, ...]:
    """Return parameters, those first that make most of the variance, then by elasticity."""
    found = [
        Influence(name, elasticity.get(name), *shares.get(name, (None, None)))
        for name in dict.fromkeys((*shares, *elasticity))
    ]
    found.sort(key=lambda item: (-(item.total_effect or 0.0), -abs(item.elasticity or 0.0)))
    return tuple(found)


def exact_shares(
    variance: Variance, symbols: Mapping[str, object]
) -> dict[str, tuple[float, float]]:
    """Return first-order index and total effect of each symbol, exactly."""
    return {name: (variance.first_order(name), variance.total_effect(name)) for name in symbols}


def sampled_shares(
    function: Callable[[Points], Floats],
    distributions: Mapping[str, Distribution],
    samples: int,
    seed: int,
) -> dict[str, tuple[float, float]]:
    """Return estimates of first-order index and total effect of each symbol.

    Pick-freeze: a second point differs from the first one in a single symbol. First-order indices by
    Saltelli et al., Computer Physics Communications 181 (2010) 259-270, table 2 (b), total effects by
    Jansen, Computer Physics Communications 117 (1999) 35-43.
    """
    points = min(samples, _MOST_POINTS)
    first = random_points(distributions, points, seed, 1)
    second = random_points(distributions, points, seed, 2)
    own, joint = dict.fromkeys(distributions, 0.0), dict.fromkeys(distributions, 0.0)
    count, whole, squares, shift = 0, 0.0, 0.0, 0.0
    for left, right in zip(first, second, strict=True):
        at_left, at_right = function(left), function(right)
        if not count:
            shift = float(at_left.mean())  # near the mean, so that squares do not cancel
        at_left, at_right = at_left - shift, at_right - shift
        count += len(at_left)
        whole += float(at_left.sum() + at_right.sum())
        squares += float((at_left**2).sum() + (at_right**2).sum())
        for name in distributions:
            mixed = function({**left, name: right[name]}) - shift
            own[name] += float((at_right * (mixed - at_left)).sum())
            joint[name] += float(((at_left - mixed) ** 2).sum()) / 2
    variance = squares / (2 * count) - (whole / (2 * count)) ** 2
    if variance <= 0:
        return dict.fromkeys(distributions, (0.0, 0.0))
    return {
        name: (
            min(1.0, max(0.0, own[name] / count / variance)),
            min(1.0, joint[name] / count / variance),
        )
        for name in distributions
    }


def elasticities(
    model: Model, bound: BoundExpansion | None, assumed: Mapping[str, Number] | None = None
) -> dict[str, float | None]:
    """Return ``p/T * dT/dp`` for every symbol the total depends on, at the model's values.

    ``T`` is the predicted time; without a machine it is the number of operations performed.
    ``assumed`` are values for symbols that have none in the model, by symbol: for a ranking before
    anything is known.

    The derivative is exact where ``T`` is polynomial in the parameter at fixed values of the others;
    where it has steps and bends in it (floors, max, conditions), it is a difference of logarithms over
    1 % up and down (at least 1 for whole numbers). It is 0 where a parameter is 0. None stands where
    there is no number: the total is 0 or not known, the parameter is an option, or no value exists
    nearby. A probability that is set to 0 or 1 has decided its branch: no count depends on it.
    """
    names = list(model.symbols)
    if bound is not None:
        names.extend(call.symbol for call in bound.calls if call.symbol not in names)
    unknown: dict[str, float | None] = dict.fromkeys(names)
    parts = total_of(model, bound)
    values = {**(assumed or {}), **model.values}
    if parts is None:
        return unknown
    at = _At(parts, values)
    total = at.total(values)
    if not total:
        return unknown
    found = unknown
    for name in names:
        if model.names.coding(name) is Coding.INTEGER:
            parameter = model.names.parameters.get(name)
            share = parameter is not None and parameter.kind is Kind.PROBABILITY
            found[name] = at.elasticity(name, total, 1 if share else None)
    return found


class _At:
    """A total and the point where it is looked at."""

    def __init__(self, parts: Weighted, values: Mapping[str, Number]) -> None:
        self._parts = parts
        self._values = values
        self._whole = compile_polys(list(parts))

    def total(self, values: Mapping[str, Number]) -> float | None:
        """The total at some values; None if it has no value there."""
        if any(name not in values for name in self._whole.symbols):
            return None
        try:
            counts = self._whole(values)
            return sum(
                float(count) * weight
                for count, weight in zip(counts, self._parts.values(), strict=True)
            )
        except (ZeroDivisionError, OverflowError):
            return None

    def elasticity(self, name: str, total: float, most: int | None) -> float | None:
        """The elasticity by one parameter, which is at most ``most``."""
        value = self._values.get(name)
        if not value:  # without a value, nothing of the total depends on it
            return 0.0
        derivative = Derivative(name)
        slopes = {count: derivative.of(count) for count in self._parts}
        exact = {count: slope for count, slope in slopes.items() if slope}
        if any(slope is None for slope in slopes.values()):
            return self._difference(name, value, total, most)
        try:
            numbers = compile_polys(list(exact.values()))(self._values)
            slope = sum(
                float(number) * self._parts[count]
                for count, number in zip(exact, numbers, strict=True)
            )
            return float(value) / total * slope
        except (ZeroDivisionError, OverflowError):
            return None

    def _difference(self, name: str, value: Number, total: float, most: int | None) -> float | None:
        """The slope in a double logarithmic plot, exact for powers; one-sided at the ends."""
        whole = isinstance(value, int)
        step = max(1, abs(value) // _STEP) if whole else abs(value) / _STEP
        ends = [value - step, value + step]
        if ends[0] * value <= 0:
            ends[0] = value
        if ends[1] * value <= 0 or (most is not None and ends[1] > most):
            ends[1] = value
        totals: list[float] = []
        for end in ends:
            at_end = total if end == value else self.total({**self._values, name: end})
            if at_end is None:
                return None
            totals.append(at_end)
        low, high = totals
        if low > 0 and high > 0:
            return log(high / low) / log(float(ends[1] / ends[0]))
        return float(value) / total * (high - low) / float(ends[1] - ends[0])


class Derivative:
    """Derivatives by one parameter; remembers those of the atoms it has met."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._known: dict[str, Poly | None] = {}

    def of(self, poly: Poly) -> Poly | None:
        """Return the derivative; None if the parameter stands where a step or a bend may be.

        That is inside floors, remainders, max and min, conditions, and bounds of sums.
        """
        if not atoms.depends_on(poly, self._name):
            return ZERO
        terms: dict[str, dict[Monomial, int]] = {}
        for monomial, value in poly.terms.items():
            for place, symbol in enumerate(monomial):
                rest = monomial[:place] + monomial[place + 1 :]
                found = terms.setdefault(symbol, {})
                found[rest] = found.get(rest, 0) + value
        result = ZERO
        for symbol, rests in terms.items():
            inner = self._symbol(symbol)
            if inner is None:
                return None
            if inner:
                result = result + Poly(rests, poly.den) * inner
        return result

    def _symbol(self, symbol: str) -> Poly | None:
        if symbol == self._name:
            return ONE
        if symbol not in self._known:
            atom = atoms.definition(symbol)
            if atom is None or not atoms.depends_on(Poly.symbol(symbol), self._name):
                self._known[symbol] = ZERO
            else:
                self._known[symbol] = self._atom(atom)
        return self._known[symbol]

    def _atom(self, atom: atoms.Atom) -> Poly | None:
        match atom:
            case atoms.Group(inner):
                found = self.of(inner)
                return None if found is None else atoms.group_of(found)
            case atoms.Not(inner):
                found = self.of(inner)
                return None if found is None else -atoms.group_of(found)
            case atoms.Alias(meaning=meaning):
                return self.of(meaning)
            case atoms.Pieces(pieces):
                return self._pieces(pieces)
            case atoms.Sum(index, first, last, body):
                found = self.of(body)
                if found is None or any(atoms.depends_on(end, self._name) for end in (first, last)):
                    return None
                return atoms.sum_of(index, first, last, found)
            case _:
                return None

    def _pieces(self, pieces: tuple[tuple[tuple[Poly, ...], Poly], ...]) -> Poly | None:
        built: list[tuple[tuple[Poly, ...], Poly]] = []
        for guards, poly in pieces:
            found = self.of(poly)
            if found is None or any(atoms.depends_on(guard, self._name) for guard in guards):
                return None
            built.append((guards, found))
        return atoms.pieces_of(built)
