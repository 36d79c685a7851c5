"""The greatest size that takes no longer than a time, and the size that has half the greatest rate."""

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
_UNLIMITED = 40  # at 2**40 the parts that do not grow are far below the last digit shown
_SETTLED = 1e-6  # relative: the rate of half that size is no further away


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


@record
class HalfRate:
    """The rate that runs of ever greater size come to, and the first size that has half of it.

    ``limit`` [flop/s] is r_inf and ``size`` n_1/2 of Hockney's two numbers. ``peak`` is the size, among
    the powers of two, whose rate is greatest, if that is above the limit, and the rate; else None.
    """

    limit: float
    size: int
    peak: tuple[int, float] | None


def seconds_of(text: str, option: str = "--within") -> float:
    """Return a time limit [s] of a text like ``60s`` or ``5 min``; raises SAD638."""
    match = _TIME.fullmatch(text.strip())
    try:
        number = float(match[1]) if match else 0.0
    except ValueError:
        number = 0.0
    if match is None or not number > 0:
        hint = f"for instance {option} 60s; units are ns, us, ms, s, min, h"
        raise argument_error("SAD638", f"{option} {text!r}: no time above 0", hint)
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


def half_rate(rate: Callable[[Floats], Floats]) -> HalfRate:
    """Return the limit of a rate for great sizes, and the least size that has half of it.

    The limit is the rate at 2**40. Raises SAD640 where that of half the size differs from it, SAD638
    where all sizes have the same.
    """
    rates = rate(np.logspace(0, _UNLIMITED, _UNLIMITED + 1, base=2.0)).tolist()
    *_, before, limit = rates
    if not abs(limit - before) <= _SETTLED * limit or not limit > 0:
        message = f"the rate does not settle: {before:.4g} flop/s at 2**39, {limit:.4g} at 2**40"
        hint = "with this size, operations and time do not grow alike: name another one"
        raise argument_error("SAD640", message, hint)
    if min(rates) == max(rates):
        message = f"the rate is {limit:.4g} flop/s at all sizes"
        raise argument_error("SAD638", message, "name a size that the time depends on")
    # The greatest size below half of it; one that has exactly half is not below.
    found = largest(rate, float(np.nextafter(limit / 2, 0)))
    most = max(rates)
    peak = (2 ** rates.index(most), most) if most > limit * (1 + _SETTLED) else None
    return HalfRate(limit, found.size + 1, peak)
