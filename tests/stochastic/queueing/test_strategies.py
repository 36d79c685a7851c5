"""Two processors and four ways to choose between them: Brehm's closed forms, and table 5.5."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from sad.stochastic.models import Options
from tests.stochastic.queueing.models import of_file

RATES = [(1, 1), (2, 1), (3, 7), (5, 2)]
State = tuple[int, int]


def random(r: int, m: int) -> dict[State, F]:
    """Table 5.1: jobs at the first and the second processor."""
    weights = [16 * m**4, 8 * r * m**3, 4 * r**2 * m**2, 2 * r**3 * m, r**4]
    return {(i, j): F(weights[i + j]) for i in range(5) for j in range(5 - i)}


def common(r: int, m: int) -> dict[State, F]:
    """Table 5.2, waiting jobs counted with the first processor."""
    one, two = 4 * r * m**3, 4 * r**2 * m**2
    known = {(0, 0): 8 * m**4, (1, 0): one, (0, 1): one, (1, 1): two}
    known |= {(2, 1): 2 * r**3 * m, (3, 1): r**4}
    return {state: F(weight) for state, weight in known.items()}


def shortest(r: int, m: int) -> dict[State, F]:
    """Table 5.3 with the numerator of P01 corrected."""
    q = r**4 + 2 * r**3 * m + 4 * r**2 * m**2 + 6 * r * m**3 + 8 * m**4
    p = (r + m) * q
    found = {
        (0, 0): F(2 * m * (3 * r * m**3 + 4 * m**4), p),
        (0, 1): F(r * (3 * r * m**3 + 4 * m**4), p),
        (0, 2): F(r**3 * m**2, p),
        (1, 1): F(2 * r**2 * m**2 * (r + 2 * m), p),
        (1, 2): F(r**3 * m, q),
        (2, 2): F(r**4, q),
    }
    return found | {(j, i): chance for (i, j), chance in found.items()}


def next(r: int, m: int) -> dict[State, F]:
    """Table 5.4 with P22 corrected: both turns of a state together."""
    a = r**3 + 8 * r**2 * m + 22 * r * m**2 + 21 * m**3
    b = (r**2 + 5 * r * m + 7 * m**2) * (r**3 + 4 * r**2 * m + 6 * r * m**2 + 2 * m**3)
    c = r**5 + 8 * r**4 * m + 25 * r**3 * m**2 + 45 * r**2 * m**3 + 36 * r * m**4 + 8 * m**5
    c *= r + m
    p00 = m**4 * _in(r, m, 15, 134, 488, 936, 928, 416, 64)
    p010 = r * m**3 * _in(r, m, 8, 82, 333, 706, 776, 384, 64)
    p011 = r**2 * m**3 * (r + m) * _in(r, m, 7, 45, 110, 120, 32)
    p11 = r**2 * m**2 * _in(r, m, 4, 36, 142, 309, 354, 184, 32)
    p020 = r**3 * m**2 * _in(r, m, 4, 39, 139, 242, 192, 48)
    p021 = r**4 * m**2 * _in(r, m, 3, 23, 65, 76, 28)
    found = {
        (0, 0): 2 * p00,
        (0, 1): p010 + p011,
        (1, 1): 2 * p11,
        (0, 2): p020 + p021,
        (1, 2): 2 * r**4 * m * b + 2 * r**3 * m * c,
        (0, 3): 2 * r**5 * m * (r + m) * a + r**6 * m * a,
        (2, 2): 2 * r**4 * c,
        (1, 3): r**5 * b + r**6 * (r + m) * a,
        (0, 4): r**7 * a,
    }
    found |= {(j, i): weight for (i, j), weight in found.items()}
    return {state: F(weight) for state, weight in found.items()}


def _in(r: int, m: int, *factors: int) -> int:
    """A polynomial in r and m, all terms of one degree."""
    last = len(factors) - 1
    return sum(factor * r ** (last - i) * m**i for i, factor in enumerate(factors))


def measures(chances: dict[State, F]) -> tuple[float, float, float]:
    """Share of busy processors, mean jobs, share of time with four jobs."""
    whole = sum(chances.values())
    busy = sum(chance * ((i > 0) + (j > 0)) for (i, j), chance in chances.items()) / 2
    jobs = sum(chance * (i + j) for (i, j), chance in chances.items())
    full = sum(chance for (i, j), chance in chances.items() if i + j == 4)
    return tuple(float(item / whole) for item in (busy, jobs, full))


@pytest.mark.parametrize(("r", "m"), RATES)
@pytest.mark.parametrize("strategy", [random, common, shortest, next])
def test_closed_forms(strategy, r: int, m: int):
    """F8."""
    found = of_file(strategy.__name__, **{"lambda": str(r), "mu": str(m)})
    mine = (
        (found["utilisation:first"] + found["utilisation:second"]) / 2,
        found["jobs"],
        found["lost"],
    )
    assert mine == pytest.approx(measures(strategy(r, m)), rel=1e-12)


@pytest.mark.parametrize(
    ("strategy", "rate", "busy", "jobs", "response"),
    [
        ("common", 1, F(11, 23), F(26, 23), F(13, 11)),
        ("shortest", 1, F(10, 21), F(25, 21), F(5, 4)),
        ("next", 1, F(4486, 9543), F(4125, 3181), F(12375, 8972)),
        ("random", 1, F(26, 57), F(28, 19), F(21, 13)),
        ("common", 2, F(7, 9), F(20, 9), F(10, 7)),
        ("shortest", 2, F(13, 17), F(118, 51), F(59, 39)),
        ("next", 2, F(1179, 1642), F(2057, 821), F(2057, 1179)),
        ("random", 2, F(2, 3), F(8, 3), F(2)),
    ],
)
def test_table_5_5(strategy: str, rate: int, busy: F, jobs: F, response: F):
    """F5, F6, F7, and F19: the thesis gives half the rate of jobs, and twice the response time."""
    given = {"lambda": str(rate)}
    found = of_file(strategy, **given)
    printed = of_file(strategy, Options(half_throughput=True), **given)
    assert found["jobs"] == pytest.approx(float(jobs), rel=1e-12)
    assert found["throughput"] == pytest.approx(float(2 * busy), rel=1e-12)
    assert found["response"] == pytest.approx(float(response), rel=1e-12)
    assert found["waiting"] == pytest.approx(float(response) - 1, rel=1e-11)
    assert printed["throughput"] == pytest.approx(float(busy), rel=1e-12)
    assert printed["response"] == pytest.approx(2 * float(response), rel=1e-12)
    assert printed["waiting"] == pytest.approx(2 * float(response) - 1, rel=1e-11)
