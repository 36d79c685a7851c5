"""How honest the intervals of fitted functions are: measured on counts whose truth is known.

    python -m benchmarks.fit_coverage [--repeat N] [--cases]

Every program of ``fit_programs`` is measured at 1 to 8 sizes, fitted, and run again at a size that was
not measured. Printed for each group and number of sizes: how many predictions are within 1 % of
the truth, in how many cases the truth is inside the interval from 5 to 95 %, and the interval's median
width relative to the truth.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from benchmarks.fit_programs import cases
from sad.expr.numbers import evaluate_expression
from sad.model.parameters import Kind
from sad.profiles.counts import Sample
from sad.profiles.distribution_text import distribution_name, parse_distribution
from sad.profiles.distributions import Beta, Empirical, Lognormal, Normal
from sad.profiles.fitting.fit import fit, setting_text
from sad.profiles.truncated import Truncated, within

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.fit_programs import Case

_DRAWN = 4000
_COUNTS = (1, 2, 3, 4, 6, 8)
_MOST_OF_SEARCHES = 4


@dataclass(frozen=True)
class Outcome:
    """One prediction: ``error`` and ``width`` relative to the truth (or absolute, where that is 0)."""

    error: float
    width: float
    is_inside: bool
    is_right: bool
    is_exact: bool


def outcome(case: Case, sizes: list[int], unseen: int, source: random.Random) -> Outcome:
    """Measure ``case`` at ``sizes``, predict ``unseen``, and compare."""
    samples: list[Sample] = []
    for size in sizes:
        taken, reached = case.count(size, source)
        samples.append(Sample({"N": float(size)}, float(taken), float(reached), "run"))
    result = fit(samples, case.kind)
    assert result is not None
    taken, reached = case.count(unseen, source)
    truth = taken / reached
    centre = float(evaluate_expression(result.text, lambda _: unseen))
    low, high = interval(setting_text(result), lambda _: unseen, case.kind)
    scale = truth or 1.0
    slack = max(1e-7 * abs(truth), 0.5 / reached)  # a count is a whole number
    return Outcome(
        error=abs(centre - truth) / scale,
        width=(high - low) / scale,
        is_inside=low - slack <= truth <= high + slack,
        is_right=abs(centre - truth) <= 1e-7 * abs(truth),
        is_exact=result.is_exact,
    )


def interval(text: str, lookup: Callable[[str], int], kind: Kind) -> tuple[float, float]:
    """Return the 5 and 95 % quantiles of a setting's value, as an evaluation has them."""
    most = 1.0 if kind is Kind.PROBABILITY else math.inf
    if distribution_name(text) is None:
        value = float(evaluate_expression(text, lookup))
        return value, value
    drawn = within(parse_distribution(text, lookup), 0.0, most)
    if isinstance(drawn, Empirical):
        values = drawn.values
        totals = list(accumulate(drawn.weights))
        ends = [values[bisect_left(totals, share)] for share in (0.05, 0.95)]
        return float(ends[0]), float(ends[1])
    whole = drawn.whole if isinstance(drawn, Truncated) else drawn
    if isinstance(whole, Beta):
        return _beta_quantiles(float(whole.a), float(whole.b))
    if isinstance(whole, Lognormal):
        normal = statistics.NormalDist(whole.mu, whole.sigma)
        ends = _quantiles(normal, -math.inf, math.log(most) if most < math.inf else most)
        return math.exp(ends[0]), math.exp(ends[1])
    assert isinstance(whole, Normal)
    normal = statistics.NormalDist(float(whole.center), float(whole.spread))
    return _quantiles(normal, 0.0, most)


def _beta_quantiles(a: float, b: float) -> tuple[float, float]:
    """Return the 5 and 95 % quantiles of a beta distribution, from many random values."""
    source = random.Random(1)
    drawn = sorted(source.betavariate(a, b) for _ in range(_DRAWN))
    return drawn[_DRAWN // 20], drawn[-_DRAWN // 20]


def _quantiles(normal: statistics.NormalDist, low: float, high: float) -> tuple[float, float]:
    """Return the 5 and 95 % quantiles of what lies between two values."""
    below = 0.0 if low == -math.inf else normal.cdf(low)
    above = 1.0 if high == math.inf else normal.cdf(high)
    return normal.inv_cdf(below + 0.05 * (above - below)), normal.inv_cdf(
        below + 0.95 * (above - below)
    )


def sizes_to_measure(count: int, source: random.Random, *, explodes: bool) -> tuple[list[int], int]:
    """Return sizes, each 1.3 to 3 times the one before, and one that is up to 4 times the last.

    Those of a program that explodes are 1 or 2 apart, and the one to predict is 1 or 2 beyond.
    """
    if explodes:
        first, step = source.randint(4, 5), source.randint(1, 2 if count < 4 else 1)
        sizes = [first + step * index for index in range(count)]
        return sizes, sizes[-1] + source.randint(1, 2)
    size = source.uniform(8, 60)
    sizes: list[int] = []
    while len(sizes) < count:
        sizes.append(round(size))
        size *= source.uniform(1.3, 3 if count < 4 else 1.6)
    if count > 1 and source.random() < 0.2:
        unseen = source.randint(sizes[0], sizes[-1])
    else:
        unseen = round(sizes[-1] * source.uniform(1.2, 4))
    return sizes, unseen + (unseen in sizes)


def measure(
    repeat: int, counts: tuple[int, ...] = _COUNTS, group: str = ""
) -> dict[tuple[Case, int], list[Outcome]]:
    """Return the outcomes by program and number of sizes."""
    found: dict[tuple[Case, int], list[Outcome]] = defaultdict(list)
    for case in cases():
        if group not in case.group:
            continue
        for count in counts:
            if case.explodes and count > _MOST_OF_SEARCHES:
                continue
            for number in range(repeat):
                source = random.Random(f"{case.name} {count} {number}")
                sizes, unseen = sizes_to_measure(count, source, explodes=case.explodes)
                found[case, count].append(outcome(case, sizes, unseen, source))
    return found


def row(label: str, outcomes: list[Outcome]) -> str:
    """Return a line of the table."""
    close = statistics.mean(item.error <= 0.01 for item in outcomes)
    inside = statistics.mean(item.is_inside for item in outcomes)
    width = statistics.median(item.width for item in outcomes)
    exact = statistics.mean(item.is_exact for item in outcomes)
    wrong = statistics.mean(item.is_exact and not item.is_right for item in outcomes)
    return (
        f"| {label} | {len(outcomes)} | {close:.1%} | {inside:.1%} | {width:.2g} | {exact:.1%} "
        f"| {wrong:.1%} |"
    )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="fit_coverage", description=__doc__)
    parser.add_argument("--repeat", type=int, default=20, metavar="N", help="runs of each program")
    parser.add_argument("--group", metavar="TEXT", help="only groups whose names have it")
    parser.add_argument("--cases", action="store_true", help="each program for itself")
    args = parser.parse_args()
    found = measure(args.repeat, group=args.group or "")
    print("| | predictions | within 1 % | in the interval | width | given as exact | wrongly so |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for (case, count), outcomes in found.items():
        if args.cases:
            groups[f"{case.group}: {case.name}, {count} sizes"] += outcomes
        else:
            groups[f"{case.group}, {count} size{'s' * (count > 1)}"] += outcomes
    for label, outcomes in groups.items():
        print(row(label, outcomes))


if __name__ == "__main__":
    main()
