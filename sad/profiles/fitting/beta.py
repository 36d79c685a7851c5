"""Beta distributions of probabilities above 1/2, by how many events were of the other kind.

For large a, 1 - p of ``beta(a, b)`` has a gamma distribution with the shape b, whose 95 % quantile is
about (1 - 1/(9*b) + 1.645/(3*sqrt(b)))**3 of its mean (Wilson and Hilferty, "The distribution of
chi-square", Proc. Natl. Acad. Sci. 17, 1931).
"""

from __future__ import annotations

import math

FEWEST = 0.3
"""With fewer events the quantile hardly grows any more."""
_MOST = 1e9
_NORMAL = 1.6449
_HALVINGS = 50


def other_events(width: float) -> float:
    """Return how many events make the 95 % quantile of ``1 - p`` its mean times ``exp(width)``."""
    low, high = math.log(FEWEST), math.log(_MOST)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if _quantile(math.exp(middle)) > math.exp(width) else (low, middle)
        )
    return math.exp(low)


def _quantile(shape: float) -> float:
    return (1 - 1 / (9 * shape) + _NORMAL / (3 * math.sqrt(shape))) ** 3
