"""Profiles against Brehm's figures and bounds (section 5.3), and against step by step evaluation."""

from __future__ import annotations

import random
from math import ceil

import pytest

from sad.analysis.unit import analyse
from sad.evaluation.model import build_model
from sad.lowering.build import describe
from sad.parallelism.measure import unfolded_profile, verdicts_by_unit
from sad.parallelism.profile import Profile, lower_bound, profile_of, upper_bound
from sad.parallelism.span import Rules
from sad.profiles.settings import settings_from_arguments
from tests.parallelism.test_measure import MM, measured
from tests.support.model import program_of

LEVEL = profile_of([(4096, 1), (2048, 1), (1024, 1), (512, 1), (256, 1)])
NESTED = profile_of((degree, 256) for degree in (16, 8, 4, 2, 1))


def profile(source: str, *, nested: bool = False, **values: object) -> Profile | None:
    """Return the profile of source at values."""
    analysis = analyse(program_of(source))
    settings = settings_from_arguments([f"{name}={value}" for name, value in values.items()])
    model = build_model(describe(analysis), None, settings)
    return unfolded_profile(model, verdicts_by_unit(analysis), Rules(), nested=nested)


def test_the_example_by_levels():
    assert profile(MM, N=16) == LEVEL
    assert (LEVEL.work, LEVEL.length, LEVEL.mean) == (7936, 5, 1587.2)
    assert LEVEL.on(8).steps == 992
    assert LEVEL.on(8).speedup == 8.0


def test_the_example_dot_product_by_dot_product():
    assert profile(MM, nested=True, N=16) == NESTED
    found = NESTED.on(8)
    assert (found.steps, found.capacity) == (1536, 12288)
    assert found.speedup == pytest.approx(5.1667, abs=1e-4)
    assert found.efficiency == pytest.approx(0.6458, abs=1e-4)
    sixth = pytest.approx(1 / 6)
    assert NESTED.executed(8).shares() == {8: 0.5, 4: sixth, 2: sixth, 1: sixth}
    assert sum(NESTED.executed(8).shares().values()) == pytest.approx(1)
    assert NESTED.executed(8).work == NESTED.work


def test_the_example_with_latency():
    found = NESTED.on(8, latency=1)
    assert found.worst == 2816
    assert found.best == 2560
    assert found.work / found.worst == pytest.approx(2.818, abs=1e-3)
    assert found.lower == pytest.approx(2.234, abs=1e-3)
    assert found.work / found.best == pytest.approx(3.1)
    assert found.upper == pytest.approx(3.1)
    whole = LEVEL.on(8, latency=1)
    assert (whole.worst, whole.best) == (997, 992)
    assert whole.work / whole.worst > whole.lower == pytest.approx(7.920, abs=1e-3)


def test_bounds_hold_for_random_profiles():
    rng = random.Random(1)
    for _ in range(20_000):
        most = rng.choice([3, 30, 300])
        steps = [rng.randint(1, most) for _ in range(rng.randint(1, 30))]
        processors, latency = rng.choice([1, 2, 4, 8, 32]), rng.randint(0, 4)
        found = profile_of((degree, 1) for degree in steps).on(processors, latency)
        assert found.steps == sum(ceil(degree / processors) for degree in steps)
        assert found.work / found.worst > found.lower - 1e-12
        assert found.work / found.best <= found.upper + 1e-9
        work, span = found.work, len(steps)
        assert max(work / processors, span) - 1e-9 <= found.steps
        assert found.steps <= (work - span) / processors + span + 1e-9


def upper_bound_uniform(mean, processors, latency):
    """The bound of a profile that has each degree up to a greatest one equally often.

    ``N/(1 + lyN (lyN - 1)/(4 p^2))``: the form before Brehm's Eq 5.24, which that one, for great
    ``lyN``, exceeds by up to 11 %.
    """
    full = (latency + 1) * processors
    if mean <= (full + 1) / 2:
        return mean / (latency + 1)
    return processors / (1 + full * (full - 1) / (4 * mean**2))


def test_the_corrected_bound_of_uniform_profiles():
    cases = above = 0
    for most in range(1, 200):
        uniform = profile_of((degree, 1) for degree in range(1, most + 1))
        for processors in (1, 2, 4, 8, 16, 64):
            for latency in (0, 1, 2, 4):
                found = uniform.on(processors, latency)
                speedup = found.work / found.best
                mean, full = uniform.mean, (latency + 1) * processors
                assert speedup <= upper_bound_uniform(mean, processors, latency) + 1e-9
                printed = mean / (latency + 1)
                if mean > (full + 1) / 2:
                    printed = processors / (1 + (full / (2 * mean)) ** 2)
                cases += 1
                above += speedup > printed + 1e-9
    assert (cases, above) == (4776, 786)  # Eq 5.24 as printed is no bound


def test_the_knee():
    assert LEVEL.knee(1) == pytest.approx(793.6)
    for latency in range(4):
        processors = LEVEL.mean / (latency + 1)
        assert lower_bound(LEVEL.mean, processors, latency) == pytest.approx(processors / 2)
        assert upper_bound(LEVEL.mean, processors, latency) == pytest.approx(processors)


def amdahl(serial, processors):
    return 1 / (serial + (1 - serial) / processors)


def gustafson(serial, processors):
    """Brehm's Eq 2.15 to 2.17 with the labels put right."""
    return processors + (1 - processors) * serial


def test_amdahl_and_gustafson_are_profiles():
    fixed = profile_of([(1, 30_000), (970_000, 1)])
    assert fixed.serial_share == pytest.approx(0.03)
    assert fixed.on(1000).speedup == pytest.approx(amdahl(0.03, 1000), rel=1e-4)
    assert fixed.on(1000).speedup == pytest.approx(32.29, abs=0.01)
    scaled = profile_of([(1, 3), (1000, 97)])
    assert scaled.on(1000).speedup == pytest.approx(gustafson(0.03, 1000)) == pytest.approx(970.03)


def test_a_triangle_is_laid_side_by_side():
    source = """
      SUBROUTINE T (N, A)
      REAL A(N,N)
      DO 20 I = 1, N
      DO 10 J = 2, I
   10 A(J,I) = A(J-1,I)*2.0
   20 CONTINUE
      END
"""
    assert profile(source, N=5) == profile_of([(4, 1), (3, 1), (2, 1), (1, 1)])
    assert profile(source, N=5, nested=True) == profile(source, N=5)


def test_large_sizes_are_no_list_of_steps():
    found = profile(MM, nested=True, N=4096)
    assert found is not None
    assert found.steps[4096] == 4096**2
    assert len(found.steps) == 13


KERNELS = {
    "matrix": MM,
    "jacobi": """
      SUBROUTINE JACOBI (N, A, B, ERR)
      REAL A(N,N), B(N,N), ERR
      ERR = 0.0
      DO 10 J = 2, N-1
      DO 10 I = 2, N-1
      B(I,J) = 0.25*(A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1))
   10 ERR = ERR + ABS(B(I,J) - A(I,J))
      END
""",
    "lu": """
      SUBROUTINE LU (N, A)
      REAL A(N,N)
      DO 30 K = 1, N-1
      DO 10 I = K+1, N
   10 A(I,K) = A(I,K)/A(K,K)
      DO 20 J = K+1, N
      DO 20 I = K+1, N
   20 A(I,J) = A(I,J) - A(I,K)*A(K,J)
   30 CONTINUE
      END
""",
    "distance": """
      SUBROUTINE D (N, X, Y)
      REAL X(N), Y(N)
      DO 10 I = 4, N
   10 X(I) = X(I-3)*Y(I) + 1.0
      END
""",
    "calls": """
      SUBROUTINE TOP (N, X)
      REAL X(N)
      DO 10 I = 1, N
   10 CALL INNER (I, X(I))
      END
      SUBROUTINE INNER (M, V)
      DO 10 J = 1, M
   10 V = V*2.0 + 1.0
      END
""",
}


@pytest.mark.parametrize("name", KERNELS)
def test_formulas_are_what_unfolding_gives(name: str):
    """The profile is made step by step from the tree, the formulas are sums and maxima over it."""
    rng = random.Random(3)
    for n in {2, 3, *(rng.randint(4, 60) for _ in range(4))}:
        formula = measured(KERNELS[name], N=n)
        unfolded = profile(KERNELS[name], N=n)
        if unfolded is None:
            assert formula.work == 0
            continue
        assert (unfolded.work, unfolded.length) == (formula.work, formula.span), n
