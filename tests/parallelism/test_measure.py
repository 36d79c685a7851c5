"""Work and span of programs against closed forms, counts of ``sad analyze`` and a naive evaluation."""

from __future__ import annotations

import random
from math import ceil, log2

import pytest

from sad.algebra.evaluate import evaluate
from sad.analysis.unit import analyse
from sad.evaluation.model import build_model
from sad.lowering.build import describe
from sad.model.amounts import work_of
from sad.parallelism.laws import brent
from sad.parallelism.measure import Measured, measure, verdicts_by_unit
from sad.parallelism.span import Rules
from sad.profiles.settings import settings_from_arguments
from tests.support.model import program_of

MM = """
      SUBROUTINE MM (N, A, B, C)
      INTEGER N, I, J, K
      REAL A(N,N), B(N,N), C(N,N), S
      DO 30 I = 1, N
      DO 20 J = 1, N
      S = 0.0
      DO 10 K = 1, N
   10 S = S + A(I,K)*B(K,J)
   20 C(I,J) = S
   30 CONTINUE
      END
"""


def measured(source: str, rules: Rules | None = None, /, **values: object) -> Measured:
    """Return what is measured of source at values."""
    analysis = analyse(program_of(source))
    settings = settings_from_arguments([f"{name}={value}" for name, value in values.items()])
    model = build_model(describe(analysis), None, settings)
    return measure(model, verdicts_by_unit(analysis), rules or Rules())


def flops(source: str, **values: object) -> float:
    """Return the floating-point operations as the model counts them."""
    analysis = analyse(program_of(source))
    settings = settings_from_arguments([f"{name}={value}" for name, value in values.items()])
    model = build_model(describe(analysis), None, settings)
    return sum(
        float(evaluate(item.count, model.values)) * work_of(item.block).flops
        for item in model.expansion.blocks
    )


def test_the_example_of_brehm():
    found = measured(MM, N=16)
    assert (found.work, found.span, found.parallelism) == (7936, 5, 1587.2)
    assert found.in_order == 8192 == flops(MM, N=16)


def test_sums_in_order():
    found = measured(MM, Rules(trees=False), N=16)
    assert (found.work, found.span) == (8192, 32)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 9, 100])
def test_a_tree_of_any_size(n: int):
    found = measured(MM, N=n)
    assert (found.work, found.span) == (2 * n**3 - n**2, 1 + ceil(log2(n)))


def test_what_a_sum_starts_from_is_a_value():
    source = MM.replace("      S = 0.0\n", "      S = C(I,J)\n")
    found = measured(source, N=16)
    assert (found.work, found.span) == (8192, 1 + ceil(log2(17)))


def test_a_triangle_takes_its_longest_row():
    source = """
      SUBROUTINE T (N, A, X)
      REAL A(N,N), X(N), S
      DO 20 I = 1, N
      DO 10 J = 2, I
   10 A(J,I) = A(J-1,I)*2.0
   20 CONTINUE
      END
"""
    found = measured(source, N=10)
    assert (found.work, found.span) == (45, 9)


def test_a_distance_takes_groups():
    source = """
      SUBROUTINE T (N, X)
      REAL X(N)
      DO 10 I = 5, N
   10 X(I) = X(I-4)*2.0
      END
"""
    for n in (4, 5, 8, 9, 30):
        assert measured(source, N=n).span == ceil((n - 4) / 4)


BRANCH = """
      SUBROUTINE T (X, Y)
      IF (X .GT. Y) THEN
        X = X*Y + X
      ELSE
        X = X*Y*Y*Y + X
      END IF
      END
"""


def test_the_longer_arm_or_the_mean():
    analysis = analyse(program_of(BRANCH))
    (name,) = (
        item.symbol for item in describe(analysis).units[0].parameters if "if1" in item.symbol
    )
    assert measured(BRANCH, None, **{name: 0.5}).span == 4
    assert measured(BRANCH, Rules(expected=True), **{name: 0.5}).span == 3
    assert measured(BRANCH, None, **{name: 1}).span == 2


def test_calls_bind():
    source = """
      SUBROUTINE TOP (N, X)
      REAL X(N)
      DO 10 I = 1, N
   10 CALL INNER (I, X(I))
      END
      SUBROUTINE INNER (M, V)
      DO 10 J = 1, M
   10 V = V*2.0 + 1.0
      END
"""
    found = measured(source, N=10)
    assert (found.work, found.span) == (110, 20)


def test_span_is_at_most_work_at_random_points():
    rng = random.Random(7)
    for _ in range(20):
        n = rng.randint(0, 40)
        found = measured(MM, N=n)
        assert found.work is not None
        assert found.span is not None
        assert found.span <= found.work or n < 2


def test_recursion_counts_as_serial():
    source = """
      RECURSIVE SUBROUTINE F (N, X)
      X = X*2.0
      IF (N .GT. 0) CALL F (N-1, X)
      END
      SUBROUTINE TOP (X)
      DO 10 I = 1, 4
   10 CALL F (3, X)
      END
"""
    found = measured(source)
    assert found.span == found.work
    assert "calls itself" in found.serial


def test_brent():
    assert brent(7936, 5, 8) == (pytest.approx(7.965, abs=0.001), 8)
