"""Monte Carlo: counts at many random points, in chunks of bounded size."""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

from sad.algebra.vectorise import ArrayFormulas
from sad.diagnostics import argument_error
from sad.late import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from sad.algebra.evaluate import Number
    from sad.algebra.poly import Poly
    from sad.evaluation.uncertainty.random_polynomials import RandomPolynomial
    from sad.profiles.distributions import Distribution

    Floats = NDArray[np.float64]
    Points = Mapping[str, Floats]

CHUNK = 8192
"""Points at once."""
_ROUNDING = 1e-6  # of counts, as a share of their size


def random_points(
    distributions: Mapping[str, Distribution], samples: int, seed: int, stream: int = 0
) -> Iterator[Points]:
    """Yield chunks of independent random points.

    Each symbol has a random sequence of its own, which depends on its name, the seed and the stream
    only.
    """
    generators = {
        name: np.random.default_rng((seed, stream, crc32(name.encode()))) for name in distributions
    }
    for start in range(0, samples, CHUNK):
        size = min(CHUNK, samples - start)
        yield {name: item.sample(generators[name], size) for name, item in distributions.items()}


class SampledCounts:
    """Counts as functions of random points: polynomials where they are some, else formulas."""

    def __init__(
        self,
        polys: Sequence[Poly],
        polynomials: Sequence[RandomPolynomial | None],
        fixed: Mapping[str, Number],
    ) -> None:
        self._polynomials = [
            None if item is None else [(m, float(c)) for m, c in item.items()]
            for item in polynomials
        ]
        others = [poly for poly, item in zip(polys, polynomials, strict=True) if item is None]
        self._formulas = ArrayFormulas(others)
        self._fixed = {name: float(fixed[name]) for name in self._formulas.symbols if name in fixed}

    def __call__(self, points: Points) -> list[Floats]:
        """Return the counts at some points, each an array.

        Raises ``SadError`` SAD503 where one has no value, ``OverflowError`` for one that is too large.
        """
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                counts = self._evaluate(points)
        except ZeroDivisionError as error:
            message = f"with random values, {error}"
            hint = "choose distributions without such values"
            raise argument_error("SAD503", message, hint) from None
        if not all(np.isfinite(count).all() for count in counts):
            raise OverflowError
        return counts

    def _evaluate(self, points: Points) -> list[Floats]:
        others = iter(self._formulas({**self._fixed, **points}))
        return [
            next(others) if item is None else _polynomial(item, points)
            for item in self._polynomials
        ]


def _polynomial(terms: Sequence[tuple[tuple[str, ...], float]], points: Points) -> Floats:
    size = max((len(array) for array in points.values()), default=1)
    result = np.zeros(size)
    for monomial, coefficient in terms:
        product = np.full(size, coefficient)
        for name in monomial:
            product *= points[name]
        result += product
    return result


def possible(counts: Sequence[Floats]) -> NDArray[np.bool_]:
    """Return at which points no count is negative: where the values can come together."""
    least = np.min([count / max(1.0, float(np.max(np.abs(count)))) for count in counts], axis=0)
    return least >= -_ROUNDING
