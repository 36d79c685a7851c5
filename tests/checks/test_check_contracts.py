"""Contracts held against real costs: what holds is silent, what does not says by how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sad.checks.contracts.clauses import Clause, Contract, Measure, Relation
from sad.checks.contracts.hold import Holding
from sad.checks.costs.source_text import SourceText
from sad.checks.costs.states import load_state, state_of
from sad.diagnostics import SadError, Span
from sad.reading.options import Reading
from tests.support.model import description_of

if TYPE_CHECKING:
    from pathlib import Path

    from sad.checks.costs.record import State

MATRICES = """\
      SUBROUTINE MM (M, N, K, A, B, C)
      INTEGER M, N, K, I, J, L
      DOUBLE PRECISION A(M,K), B(K,N), C(M,N)
      DO 10 J = 1, N
      DO 10 L = 1, K
      DO 10 I = 1, M
   10 C(I,J) = C(I,J) + A(I,L)*B(L,J)
      END
      SUBROUTINE SCALED (M, N, K, ALPHA, A, B, C, T)
      INTEGER M, N, K, I, J, L
      DOUBLE PRECISION A(M,K), B(K,N), C(M,N), ALPHA, X
      CHARACTER T
      IF (ALPHA .EQ. 0.0D0) RETURN
      DO 20 J = 1, N
      DO 20 L = 1, K
      IF (T .EQ. 'N') THEN
         X = ALPHA*B(L,J)
         DO 10 I = 1, M
   10    C(I,J) = C(I,J) + X*A(I,L)
      ELSE
         DO 15 I = 1, M
   15    C(I,J) = C(I,J) + A(I,L)
      END IF
   20 CONTINUE
      END
      SUBROUTINE TRI (N, A)
      INTEGER N, I, J
      REAL A(N,N), S
      DO 10 I = 1, N
      DO 10 J = 1, MIN(I, 5)
   10 A(I,J) = SQRT(A(I,J))/2.0 + EXP(A(J,I))
      CALL MM (N, N, 3, A, A, A)
      END
      SUBROUTINE ITER (N, X)
      INTEGER N, I
      REAL X(N), S
    5 S = 0.0
      DO 10 I = 1, N
   10 IF (X(I) .GT. 0.0) S = S + X(I)
      IF (S .GT. 1.0) GOTO 5
      END
      SUBROUTINE OUTER (N)
      CALL UNKNWN (N)
      END
      SUBROUTINE BLOCKS (N, NB, X)
      REAL X(N)
      DO 10 I = 1, N, NB
      DO 10 J = I, MIN(I + NB - 1, N)
   10 X(J) = X(J)*2.0
      END
      SUBROUTINE STAR (N, A, B)
      REAL A(N,N), B(N,N)
      DO 10 J = 2, N - 1
      DO 10 I = 2, N - 1
   10 B(I,J) = 0.25*(A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1))
      END
"""


@pytest.fixture(scope="module")
def matrices() -> State:
    return state_of(description_of(MATRICES), "x", SourceText())


def said(state: State, unit: str, clause: Clause) -> str:
    """What is wrong with a clause of a contract; empty if it holds."""
    contract = Contract(unit, (clause,), (), Span.at("sad.toml", 2))
    found = list(Holding(state).findings(contract, state.units[unit]))
    assert len(found) < 2
    return found[0].message if found else ""


def clause(text: str, formula: str) -> Clause:
    """A clause from its key in short: ``flops``, ``flops.max``, ``operations div.*``."""
    key, _, operation = text.partition(" ")
    name, _, bound = key.partition(".")
    relation = Relation(bound) if bound else Relation.EXACT
    return Clause(Measure(name), relation, formula, Span.at("sad.toml", 3), operation)


HOLDS = [
    ("MM", "flops", "2*m*n*k"),
    ("MM", "flops.max", "2*m*n*k + m"),
    ("STAR", "flops.max", "5*n**2"),
    ("MM", "flops.leading", "2*M*N*K"),
    ("MM", "order", "m*n*k"),
    ("MM", "order", "(m + n + k)**3"),
    ("MM", "operations add.*", "m*n*k"),
    ("MM", "operations div.*", "0"),
    ("SCALED", "flops.leading", "2*m*n*k"),
    ("SCALED", "flops.max", "2*m*n*k + n*k"),
    ("SCALED", "order", "m*n*k"),
    ("TRI", "order", "n**2"),
    ("TRI", "flops.leading", "6*n**2"),
    ("ITER", "order", "n*ITER.trips@goto5"),
    ("ITER", "flops.max", "n*trips@goto5"),
    ("BLOCKS", "order", "n + nb"),
]


@pytest.mark.parametrize(("unit", "key", "formula"), HOLDS)
def test_a_contract_that_holds_says_nothing(unit: str, key: str, formula: str, matrices: State):
    assert said(matrices, unit, clause(key, formula)) == ""


FAILS = [
    ("MM", "flops", "2*m*n*k + n", "flops = 2*m*n*k + n (sad.toml:3) is not what it does"),
    ("MM", "flops", "2*m*n*k + n", "the count is 2*K*M*N, the difference is -N (at"),
    ("MM", "flops", "m*n*k", "the difference is K*M*N (at"),
    ("MM", "flops.max", "2*m*n*k - 1", "is exceeded: the count is 2*K*M*N, more by 1 (at"),
    ("MM", "flops.leading", "2*m*n", "is exceeded: the count is 2*K*M*N, the difference is"),
    (
        "MM",
        "flops.leading",
        "1.5*m*n*k",
        "is exceeded: the count is 2*K*M*N, the difference is K*M*N/2",
    ),
    ("MM", "order", "m*n", "is exceeded: the cost grows with K*M*N"),
    ("MM", "operations mul.*", "n", "the difference is K*M*N - N (at"),
    ("SCALED", "flops.leading", "1.9*m*n*k", "cannot be shown to be the leading term"),
    ("SCALED", "flops", "2*m*n*k + n*k", "is not what it does"),
    ("SCALED", "flops.max", "2*m*n*k", "is exceeded"),
    ("TRI", "order", "n*log2(n)", "the cost grows with N**2"),
    ("TRI", "flops", "n", "not counted as flops: intrinsic.exp.real"),
    ("ITER", "order", "n", "rests on ITER.trips@goto5, which only a run can tell"),
    ("ITER", "flops.max", "n**9", "rests on ITER.trips@goto5"),
    ("ITER", "flops", "n*trips@goto5", "rests on ITER.prob@goto5.do10.if1"),
    ("OUTER", "order", "n", "cannot be checked: it calls UNKNWN, which is not in the program"),
]


@pytest.mark.parametrize(("unit", "key", "formula", "message"), FAILS)
def test_a_contract_that_does_not_hold_says_why(
    unit: str, key: str, formula: str, message: str, matrices: State
):
    assert message in said(matrices, unit, clause(key, formula))


@pytest.mark.parametrize(
    ("key", "formula", "message"),
    [
        ("order", "n**", "SAD833]: order = n**: no formula: it ends too early"),
        ("order", "n%2", "% does not make an order"),
        ("order", "2**n", "an order has numbers as powers"),
        ("order", "sin(n)", "no function sin (known: abs"),
        ("flops", "n/m", "/ that does not come out even"),
        ("flops", "nn", "SAD835]: flops = nn: nothing is called nn\n  hint: did you mean N?"),
        ("order", "q*n", "SAD835]: order = q*n: nothing is called q"),
        ("operations dvi.*", "0", 'SAD833]: operations."dvi.*" = 0: there is no such operation'),
        ("operations mul.duble", "0", "docs/operations.md has them; one is mul.double"),
        ("operations mul", "0", "there is no such operation"),
    ],
)
def test_a_formula_or_an_operation_that_is_none_is_bad_input(
    key: str, formula: str, message: str, matrices: State
):
    with pytest.raises(SadError) as caught:
        said(matrices, "MM", clause(key, formula))
    assert message in str(caught.value.diagnostic)


def test_statements_that_are_not_modelled_keep_a_contract_from_being_checked(tmp_path: Path):
    source = tmp_path / "a.f90"
    source.write_text(
        "subroutine inner(n, a)\ninteger n\nreal a(n)\na = matmul(a, a)\nend subroutine\n"
        "subroutine outer(n, a)\ninteger n\nreal a(n)\ncall inner(n, a)\nend subroutine\n"
    )
    state = state_of(description_of(source), "x", SourceText())
    name = next(name for name in state.units if name.lower() == "outer")
    text = said(state, name, clause("order", "n"))
    assert "cannot be checked: statements of INNER are not modelled" in text.replace(
        "inner", "INNER"
    )


HALVES = """\
void halves(int n, double *x) { for (int i = n; i > 0; i /= 2) x[i] = x[i] * 2.0; }
void Pairs(int n, int N, double *x)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < N; j++)
            x[i] += x[j];
}
"""


def test_logarithms_and_names_of_c_that_differ_in_case(tmp_path: Path):
    source = tmp_path / "halves.c"
    source.write_text(HALVES)
    state = state_of(description_of(source), "x", SourceText())
    assert said(state, "halves", clause("order", "log2(n)")) == ""
    assert said(state, "halves", clause("order", "sqrt(n)")) == ""
    assert said(state, "halves", clause("flops", "log2(n) + 1")) == ""
    assert "grow no faster than log2(n)" in said(state, "halves", clause("order", "1"))
    assert said(state, "Pairs", clause("flops", "n*N")) == ""
    assert "is exceeded: the cost grows with N*n" in said(state, "Pairs", clause("order", "n**2"))


@pytest.mark.realcode
def test_the_leading_term_of_a_real_dgemm(lapack: Path):
    files = [str(lapack / "BLAS" / "SRC" / f"{name}.f") for name in ("dgemm", "lsame", "xerbla")]
    state, _ = load_state(Reading(tuple(files)), "x", assume=("no-error-exits", "no-zeros"))
    assert said(state, "DGEMM", clause("flops.leading", "2*m*n*k")) == ""
    assert said(state, "DGEMM", clause("order", "m*n*k + m*n")) == ""
    text = said(state, "DGEMM", clause("flops.leading", "1.9*m*n*k"))
    assert "cannot be shown to be the leading term: the count is 2*[ALPHA != 0]*K" in text
    assert "is not what it does" in said(state, "DGEMM", clause("flops", "2*m*n*k"))
