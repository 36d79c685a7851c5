"""How far simulated times of random models lie above the lower bound, by theta.

    python -m tests.contention.spreads [--models N]

Models as in the PAMELA paper's experiment: 100 tasks of one second, each on one of 2 to 100
resources, in parallel sequences of equal length. Prints the table of docs/contention.md.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from random import Random
from statistics import mean

from sad.contention.bound import contention, theta
from sad.contention.simulated import simulated
from sad.simulation import Discipline
from tests.contention.test_random_models import model_for

TASKS = 100
EDGES = (-2.0, -1.0, -0.5, -0.2, 0.2, 0.5, 1.0, 2.0)
RUNS = 10


def model_text(random: Random, law: str) -> str:
    """Return a model: sequences of tasks on resources that are chosen evenly."""
    resources = random.choice([2, 3, 5, 10, 20, 50, 100])
    length = random.choice([2, 4, 5, 10, 20, 25, 50])
    names = ", ".join(f"r{number}" for number in range(resources))
    time = "exp(1 s)" if law == "exponential" else "1 s"
    parts = [
        "; ".join(f"use(r{random.randrange(resources)}, {time})" for _ in range(length))
        for _ in range(TASKS // length)
    ]
    return f"resource {names};\nL = {' || '.join('{ ' + part + ' }' for part in parts)};\n"


def spreads(models: int) -> dict[str, list[tuple[float, float]]]:
    """Return for each law of service times theta and T/T^l of random models."""
    found: dict[str, list[tuple[float, float]]] = {"constant": [], "exponential": []}
    for law, pairs in found.items():
        for seed in range(models):
            model = model_for(model_text(Random(seed), law))
            bound = contention(model)
            assert bound.lower is not None
            given = {"discipline": Discipline.FCFS, "seed": seed, "most_events": 10**6}
            runs = simulated(model, runs=RUNS if law == "exponential" else 1, **given)  # pyright: ignore[reportArgumentType]
            index = theta(bound.contention, bound.critical)
            assert index is not None
            pairs.append((index, runs.result.mean_s / bound.lower))
    return found


def table(found: dict[str, list[tuple[float, float]]]) -> str:
    """Return the table: for each range of theta the mean and the greatest T/T^l."""
    lines = ["| theta | models | constant: mean | greatest | exponential: mean | greatest |"]
    lines.append("|---|--:|--:|--:|--:|--:|")
    for low, high in pairwise(EDGES):
        inside = [[ratio for at, ratio in pairs if low <= at < high] for pairs in found.values()]
        if inside[0]:
            cells = [f"{value:.2f}" for ratios in inside for value in (mean(ratios), max(ratios))]
            lines.append(f"| {low:+g} to {high:+g} | {len(inside[0])} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=int, default=1000)
    args = parser.parse_args()
    sys.stdout.write(table(spreads(args.models)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
