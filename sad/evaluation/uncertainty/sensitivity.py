"""Which parameters matter: elasticities, and shares of the variance (Sobol indices)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.evaluation.uncertainty.sampling import random_points
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sad.evaluation.uncertainty.sampling import Floats, Points
    from sad.evaluation.uncertainty.variance import Variance
    from sad.profiles.distributions import Distribution

_MOST_POINTS = 1 << 15  # of pick-freeze: indices have an error of about 1 %


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
