"""The comparison of two languages itself: it sees past index bases and names, and sees differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sad.algebra.atoms import floor_of, max_of
from sad.algebra.poly import ONE, ZERO, Poly
from tests.corpus.shape import Names, Row, operations, rows, same
from tests.support.model import description_of

if TYPE_CHECKING:
    from sad.model.nodes import Description

_FROM_ONE = """\
      SUBROUTINE TRI (N, A, X)
      INTEGER N, I, J
      REAL A(N,N), X(N)
      DO 10 I = 1, N
      DO 10 J = 1, I
   10 IF (A(J,I) .GT. X(J)) X(I) = X(I) - A(J,I)
      END
"""
_FROM_ZERO = """\
      SUBROUTINE TRI (N, B, Y)
      INTEGER N, L, M
      REAL B(0:N-1,0:N-1), Y(0:N-1)
      DO L = 0, N - 1
         DO M = 0, L
            IF (B(M,L) .GT. Y(M)) THEN
               Y(L) = Y(L) - B(M,L)
            END IF
         END DO
      END DO
      END
"""


def shape(description: Description) -> list[Row]:
    return rows(description.units[0], Names(description))


def test_the_base_of_an_index_and_names_make_no_difference():
    one, other = shape(description_of(_FROM_ONE)), shape(description_of(_FROM_ZERO))
    assert [(row.depth, row.what) for row in one] == [(row.depth, row.what) for row in other]
    assert len(one) == 6
    assert all(same(*counts) for counts in zip(_counts(one), _counts(other), strict=True))


def _counts(found: list[Row]) -> list[Poly]:
    return [row.times for row in found]


def test_another_bound_is_seen():
    one = shape(description_of(_FROM_ONE))
    other = shape(description_of(_FROM_ZERO.replace("M = 0, L", "M = 1, L")))
    differ = [a.what for a, b in zip(one, other, strict=True) if not same(a.times, b.times)]
    assert differ == ["loop", "branch", "arm"]


def test_operations_are_those_of_the_whole_unit():
    description = description_of(_FROM_ONE)
    found = operations(description, description.units[0], Names(description))
    n, p = Poly.symbol("n"), Poly.symbol("probability1")
    triangle = n * n + n
    assert same(found["branch.if"] * 2, triangle * _if_positive(n))
    assert same(found["sub.real"], found["branch.if"] * p)
    assert "sub.integer" not in found


def _if_positive(n: Poly) -> Poly:
    """1 if ``n`` is at least 1, else 0 (of an integer)."""
    return max_of((ZERO, n)) - max_of((ZERO, n - ONE))


def test_equal_formulas_of_different_form_are_the_same():
    n = Poly.symbol("n")
    assert same(max_of((n, ZERO)), n + max_of((-n, ZERO)))
    assert not same(max_of((n, ZERO)), n)
    assert not same(floor_of(n, 2), floor_of(n + ONE, 2))
