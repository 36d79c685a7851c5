"""Counts as sympy expressions: conditions as sympy has them, values put in, simplified in seconds."""

from __future__ import annotations

import time
from typing import Any

import pytest

import sad as library
from tests.support.realcode import FOLDER

sympy: Any = pytest.importorskip("sympy")

BLAS = FOLDER / "lapack" / "BLAS" / "SRC"
SOURCE = """\
      SUBROUTINE S(MODE, N, M, A)
      DIMENSION A(N)
      DO 10 I = 1, N
      IF (MODE .EQ. 1) A(I) = 2.0*A(I)
      IF (MODE .NE. 1) A(I) = 2.0/A(I)
   10 CONTINUE
      IF (MOD(M, 3) .EQ. 0) THEN
         DO 20 I = 1, N
   20    A(I) = A(I) + 1.0
      END IF
      DO 30 WHILE (A(1) .GT. 0.0)
   30 A(1) = A(1) - 1.0
      END
"""
LIMIT = 150
"""Seconds: it takes 2 to 12 here, more where several tests run at once."""


def model() -> library.Model:
    return library.analyze("s.f", text=SOURCE)


def symbol(name: str, **assumptions: bool) -> Any:
    return sympy.Symbol(name, **(assumptions or {"integer": True}))


def test_conditions_are_equalities_and_remainders():
    mode, n, m = map(symbol, ("MODE", "N", "M"))
    is_one = model().operations("mul.real").to_sympy(simplified=True)
    assert is_one == sympy.Piecewise((n, sympy.Eq(mode, 1)), (0, True))
    is_other = model().operations("div.real").to_sympy(simplified=True)
    assert is_other == sympy.Piecewise((n, sympy.Ne(mode, 1)), (0, True))
    third = model().operations("add.real").to_sympy(simplified=True)
    assert third.atoms(sympy.Mod) == {sympy.Mod(m, 3)}
    assert third.subs({m: 6, n: 10}) == 10
    assert third.subs({m: 7, n: 10}) == 0


def test_values_are_put_in():
    known = model().with_values(MODE=1)
    assert known.operations("mul.real").to_sympy(simplified=True) == symbol("N")
    assert known.operations("div.real").to_sympy() == 0
    assert str(known.operations("mul.real")) == "N"
    assert known.operations("mul.real").names == ("N",)
    assert known.operations("mul.real").evaluate(N=5, MODE=2) == 0


def test_formulas_are_put_in_as_sympys_own_functions():
    n = symbol("N")
    loop = model().with_values(X1="3.5*log2(N) + N//2").count("S", line=12)
    assert loop.names == ("N",)
    expected = sympy.Rational(7, 2) * sympy.log(n, 2) + sympy.floor(n / 2)
    assert sympy.simplify(loop.to_sympy() - expected) == 0
    assert loop.evaluate(N=64) == 21 + 32
    in_table = model().with_values(X1="table(N, 10: 1, 20: 5)").count("S", line=12).to_sympy()
    assert in_table.subs(n, 15) == 3
    assert in_table.subs(n, 30) is sympy.nan


@pytest.mark.skipif(not BLAS.is_dir(), reason="no BLAS: make real-code downloads it")
@pytest.mark.parametrize("simplified", [True, False])
def test_the_count_of_dgemm_is_simplified_in_seconds(*, simplified: bool):
    dgemm = library.analyze([BLAS / "dgemm.f", BLAS / "lsame.f"], entry="DGEMM")
    known = dgemm.with_values(TRANSA="'N'", TRANSB="'N'", ALPHA=0.5, BETA=0.0)
    count = known.operations("mul.double")
    start = time.monotonic()
    formula = sympy.simplify(count.to_sympy(simplified=simplified))
    assert time.monotonic() - start < LIMIT
    values = {"M": 5, "N": 6, "K": 7, "LDA": 5, "LDB": 7, "LDC": 5}
    found = formula.subs({symbol(name): value for name, value in values.items()})
    assert found == count.evaluate(values) == 5 * 6 * 7 + 6 * 7


@pytest.mark.skipif(not BLAS.is_dir(), reason="no BLAS: make real-code downloads it")
def test_the_count_of_dgemm_by_itself_is_simplified_in_seconds():
    count = library.analyze(BLAS / "dgemm.f").operations("mul.double")
    start = time.monotonic()
    formula = count.to_sympy()
    assert sympy.count_ops(formula) < 500
    assert sympy.simplify(formula) != 0
    assert time.monotonic() - start < LIMIT
