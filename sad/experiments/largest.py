"""The greatest size that takes no longer than a time: what fixed-time benchmarks ask for."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sad.diagnostics import argument_error
from sad.records import record

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_TIME = re.compile(r"([0-9.]+(?:[eE][-+]?[0-9]+)?)\s*(ns|us|ms|s|min|h)?")
_UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0, None: 1.0}
_DOUBLINGS = 50


@record
class Largest:
    """The greatest ``size`` within a limit and its cost, and what the next size costs.

    ``size`` is 0 where even size 1 costs more: ``cost`` is not known then. ``next_cost`` is None where
    the search ended before the limit. ``rises`` is whether the cost rose at every size that was tried.
    """

    size: int
    cost: float | None
    next_cost: float | None
    rises: bool


def seconds_of(text: str) -> float:
    """Return a time limit [s] of a text like ``60s`` or ``5 min``; raises SAD638."""
    match = _TIME.fullmatch(text.strip())
    try:
        number = float(match[1]) if match else 0.0
    except ValueError:
        number = 0.0
    if match is None or not number > 0:
        hint = "for instance --within 60s; units are ns, us, ms, s, min, h"
        raise argument_error("SAD638", f"--within {text!r}: no time above 0", hint)
    return number * _UNITS[match[2]]


def largest(cost: Callable[[Floats], Floats], limit: float) -> Largest:
    """Return the greatest whole size whose cost is not above the limit, if costs rise with sizes.

    Sizes are doubled until the cost is above the limit, then the interval is halved. Sizes above
    2**50 are not tried. Raises SAD638 where all sizes cost the same.
    """
    tried: dict[int, float] = {}

    def at(size: int) -> float:
        if size not in tried:
            tried[size] = float(cost(np.array([float(size)]))[0])
        return tried[size]

    high = 1
    while at(high) <= limit and high < 2**_DOUBLINGS:
        high *= 2
    low = high // 2 if at(high) > limit else high
    while high - low > 1 and at(high) > limit:
        middle = (low + high) // 2
        if at(middle) <= limit:
            low = middle
        else:
            high = middle
    if at(high) == at(1) <= limit:
        raise argument_error("SAD638", "its time does not depend on this size", "name another one")
    costs = [tried[size] for size in sorted(tried)]
    rises = all(one <= other for one, other in pairwise(costs))
    following = at(high) if at(high) > limit else None
    return Largest(low, at(low) if low else None, following, rises)
