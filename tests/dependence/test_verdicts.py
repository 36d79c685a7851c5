"""Verdicts of loops that textbooks know."""

from __future__ import annotations

import pytest

from sad.analysis.unit import analyse
from sad.dependence.verdicts import verdicts
from tests.support.model import program_of


def texts(source: str, language: str = "fortran", *, no_alias: bool = False) -> list[str]:
    """Return the verdicts of the loops in order; lines of the source begin at 1."""
    analysis = analyse(program_of(source, language))
    return [item.text for _, found in verdicts(analysis, no_alias=no_alias) for item in found]


def fortran(*lines: str, head: str = "") -> list[str]:
    """The verdicts of loops over arrays that all kernels here declare."""
    start = [
        "      SUBROUTINE KERNEL (N, A, B, C, X, Y, IX, S)",
        "      INTEGER N, IX(N), I, J, K, L",
        "      REAL A(N,N), B(N,N), C(N,N), X(N), Y(N), S, T",
        *([f"      {head}"] if head else []),
    ]
    return texts("\n".join([*start, *(f"      {line}" for line in lines), "      END", ""]))


def c(*lines: str, no_alias: bool = False) -> list[str]:
    """The verdicts of loops in a function of C."""
    start = "void kernel(int n, double *x, double *y, double a[][100], int *ix)\n{\n"
    text = start + "\n".join(lines) + "\n}\n"
    return texts(text, "c", no_alias=no_alias)


MATRIX = ("DO I = 1, N", "DO J = 1, N", "S = 0", "DO K = 1, N", "S = S + A(I,K)*B(K,J)", "END DO",
          "C(I,J) = S", "END DO", "END DO")  # fmt: skip


def test_matrix_multiplication():
    assert fortran(*MATRIX) == ["independent", "independent", "sum of S"]


def test_dot_product():
    assert fortran("S = 0", "DO I = 1, N", "S = S + X(I)*Y(I)", "END DO") == ["sum of S"]


def test_jacobi():
    body = ("DO J = 2, N-1", "DO I = 2, N-1", "B(I,J) = A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1)")
    assert fortran(*body, "END DO", "END DO") == ["independent", "independent"]


def test_gauss_seidel_is_serial_both_ways():
    body = ("DO J = 2, N-1", "DO I = 2, N-1", "A(I,J) = A(I-1,J) + A(I+1,J) + A(I,J-1) + A(I,J+1)")
    outer, inner = fortran(*body, "END DO", "END DO")
    assert outer.startswith("serial: line 6 reads the A that line 6 set")
    assert inner.startswith("serial: line 6 reads the A that line 6 set")


def test_wavefront_is_serial_both_ways():
    body = ("DO J = 2, N", "DO I = 2, N", "A(I,J) = A(I-1,J) + A(I,J-1)", "END DO", "END DO")
    assert all(item.startswith("serial: line 6 reads the A") for item in fortran(*body))


def test_lu_is_serial_in_k_and_independent_in_j_and_i():
    body = ("DO K = 1, N-1", "DO I = K+1, N", "A(I,K) = A(I,K)/A(K,K)", "END DO", "DO J = K+1, N",
            "DO I = K+1, N", "A(I,J) = A(I,J) - A(I,K)*A(K,J)", *["END DO"]*3)  # fmt: skip
    found = fortran(*body)
    assert found[0].startswith("serial: line ")
    assert found[1:] == ["independent"] * 3


def test_prefix_sum():
    (found,) = fortran("DO I = 2, N", "X(I) = X(I-1) + Y(I)", "END DO")
    assert found == "serial: line 5 reads the X that line 5 set"


def test_histogram():
    (found,) = fortran("DO I = 1, N", "X(IX(I)) = X(IX(I)) + 1", "END DO")
    assert found == "not known: which X line 5 touches is known only when it runs"


@pytest.mark.parametrize("distance", [2, 4])
def test_recurrence_of_a_distance(distance: int):
    assert fortran(f"DO I = {distance + 1}, N", f"X(I) = X(I-{distance}) + Y(I)", "END DO") == [
        f"distance {distance}"
    ]


def test_steps_over_even_and_odd_elements_are_apart():
    assert fortran("DO I = 1, N/2 - 1", "X(2*I) = X(2*I+1) + 1", "END DO") == ["independent"]


def test_an_earlier_read_is_a_conflict():
    (found,) = fortran("DO I = 1, N-1", "X(I) = X(I+1)", "END DO")
    assert found == "serial: line 5 sets the X that line 5 read"


def test_a_scalar_that_each_iteration_sets():
    body = ("DO I = 1, N", "T = X(I)", "Y(I) = T*T", "END DO")
    assert fortran(*body) == ["independent"]


def test_a_scalar_that_some_iterations_set():
    body = ("DO I = 1, N", "IF (X(I) .GT. 0) T = X(I)", "Y(I) = T", "END DO")
    assert fortran(*body) == ["not known: line 6 may read the T that line 5 set"]


def test_extremes():
    assert fortran("DO I = 1, N", "S = MAX(S, X(I))", "END DO") == ["max of S"]
    assert fortran("DO I = 1, N", "IF (X(I) .LT. S) S = X(I)", "END DO") == ["min of S"]


def test_a_sum_that_is_looked_at_is_none():
    body = ("DO I = 1, N", "S = S + X(I)", "Y(I) = S", "END DO")
    assert fortran(*body)[0].startswith("serial: ")


def test_a_counter_is_computed_from_the_iteration():
    body = ("K = 0", "DO I = 1, N", "K = K + 2", "X(K) = Y(I)", "END DO")
    assert fortran(*body) == ["independent"]


def test_a_loop_that_is_left_early():
    text = "      SUBROUTINE F (N, X)\n      REAL X(N)\n      DO 5 I = 1, N\n"
    text += "      IF (X(I) .LT. 0) GOTO 10\n    5 X(I) = 1\n   10 CONTINUE\n      END\n"
    assert texts(text) == ["serial: line 4 may leave the loop"]


def test_output_is_in_order():
    (found,) = fortran("DO I = 1, N", "PRINT *, X(I)", "END DO")
    assert found == "serial: line 5: PRINT is done in order"


def test_calls_by_what_is_known_of_them():
    text = """
      SUBROUTINE OUTER (N, X, Y)
      INTEGER N, I
      REAL X(N), Y(N), SQ
      EXTERNAL SQ
      DO 10 I = 1, N
   10 Y(I) = SQ(X(I))
      DO 20 I = 1, N
   20 CALL SETS (X(I), Y(I))
      DO 30 I = 1, N
   30 CALL COUNTS (X(I))
      DO 40 I = 1, N
   40 CALL AWAY (X(I))
      END
      REAL FUNCTION SQ (V)
      SQ = V*V
      END
      SUBROUTINE SETS (A, B)
      A = B + 1
      END
      SUBROUTINE COUNTS (A)
      COMMON /TALLY/ M
      M = M + 1
      A = M
      END
"""
    assert texts(text) == [
        "independent",
        "independent",
        "not known: line 11 may touch all of COMMON /TALLY/",
        "not known: line 13: what AWAY does is not in the source",
    ]


def test_equivalence_is_one_place():
    text = """
      SUBROUTINE F (N)
      REAL P(100), Q(100)
      EQUIVALENCE (P(1), Q(2))
      DO 10 I = 1, N
   10 P(I) = Q(I)
      PRINT *, P
      END
"""
    assert texts(text) == ["not known: Q and P may be one place in memory"]


def test_pointers_of_c():
    loop = "for (int i = 0; i < n; i++) x[i] = y[i];"
    assert c(loop) == ["not known: y and x may be one place in memory"]
    assert c(loop, no_alias=True) == ["independent"]
    restrict = "void f(int n, double *restrict x, double *restrict y) {" + loop + "}\n"
    assert texts(restrict, "c") == ["independent"]


def test_flat_matrices_of_c():
    body = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i*n + j] = i;"
    assert c(body) == ["independent", "independent"]
    wrong = "for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) x[i*n + j] = i;"
    assert c(wrong)[0] != "independent"


def test_a_while_loop_is_serial():
    found = c("int i = 0;", "while (x[i] > 0) i++;")
    assert found == ["serial: each iteration decides whether there is another one"]


def test_a_moving_pointer_of_c():
    found = c("for (int i = 0; i < n; i++) *x++ = 1.0;")
    assert found == ["independent"]


WORK = """
      SUBROUTINE F (N, A, B)
      INTEGER N, I, J, K
      REAL A(N,N), B(N,N), W(1000), V(1000,3)
      DO 40 J = 1, N
        DO 10 K = FIRST, LAST
   10   W(K) = A(K,J)*2.0
        DO 20 K = 2, N
   20   B(K,J) = W(K) - W(K-1)
   40 CONTINUE
      END
"""


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({"FIRST": "1", "LAST": "N"}, "independent"),
        ({"FIRST": "0", "LAST": "N+1"}, "independent"),
        ({"FIRST": "2", "LAST": "N"}, "serial: line 9 reads the W that line 7 set"),
        ({"FIRST": "1", "LAST": "N-1"}, "serial: line 9 reads the W that line 7 set"),
        ({"FIRST": "1", "LAST": "N, 2"}, "serial: line 9 reads the W that line 7 set"),
        ({"FIRST": "1", "LAST": "J"}, "serial: line 9 reads the W that line 7 set"),
        ({"FIRST": "1", "LAST": "N", "W(K) = A": "IF (A(K,1) .GT. 0) W(K) = A"}, None),
        ({"FIRST": "1", "LAST": "N", "      END": "      B(1,1) = W(3)\n      END"}, None),
        ({"FIRST": "1", "LAST": "N", "REAL A": "SAVE W\n      REAL A"}, None),
        ({"FIRST": "1", "LAST": "N", "REAL A": "COMMON /X/ W\n      REAL A"}, None),
        ({"FIRST": "1", "LAST": "N", "W(K)": "V(K,2)", "W(K-1)": "V(K-1,2)"}, "independent"),
        ({"FIRST": "1", "LAST": "N", "W(K) -": "V(K,2) -", "W(K) =": "V(K,1) ="}, None),
    ],
)
def test_an_array_that_each_iteration_sets_before_it_reads_it(
    changes: dict[str, str], verdict: str | None
):
    text = WORK
    for old, new in changes.items():
        text = text.replace(old, new)
    found = texts(text)[0]
    if verdict is None:
        assert found != "independent"
    else:
        assert found == verdict


AGAIN = """
void f(int n, double (*restrict a)[100], double (*restrict b)[100]) {
    double w[100];
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < n; k++)
            w[k] = 2.0 * a[j][k];
        for (int k = 1; k < n; k++)
            b[j][k] = w[k] - w[k-1];
    }
    for (int j = 0; j < n; j++) {
        for (int k = FIRST; k < n; k++)
            w[k] = a[j][k];
        for (int k = 0; k < n; k++)
            b[j][k] += w[k];
    }
}
"""


@pytest.mark.parametrize(("first", "last"), [("0", "independent"), ("1", "serial")])
def test_an_array_that_two_loops_set_for_themselves(first: str, last: str):
    found = texts(AGAIN.replace("FIRST", first), "c")
    assert found[3].startswith(last)
    assert (found[0] == "independent") is (first == "0")  # else its last values are read there


COLUMNS = """
      SUBROUTINE COLUMNS (N, M, LDA, A, X, K)
      DIMENSION A(LDA,*), X(M)
      DO 10 J = 1, M
   10 CALL AXPY (N, X(J), A(1,K), {}, A(1,J), 1)
      END
      SUBROUTINE AXPY (N, S, X, INCX, Y, INCY)
      DIMENSION X(*), Y(*)
      IF (INCX .EQ. 1 .AND. INCY .EQ. 1) THEN
        DO 10 I = 1, N
   10   Y(I) = Y(I) + S*X(I)
      ELSE
        IX = 1
        IF (INCX .LT. 0) IX = (1-N)*INCX + 1
        DO 20 I = 1, N
          Y(I) = Y(I) + S*X(IX)
          IX = IX + INCX
   20   CONTINUE
      END IF
      END
"""


def test_calls_touch_what_their_callees_touch():
    column = "independent if line 5 stays in one column of A"
    found = texts(COLUMNS.format(1).replace("J = 1, M", "J = K+1, M"))[-1]
    assert found == column
    found = texts(COLUMNS.format(1))[-1]  # the K-th column is read, too
    assert found == "not known: line 5 may read the A that line 5 set"
    found = texts(COLUMNS.format("INC").replace("J = 1, M", "J = K+1, M"))[-1]
    assert found.startswith("not known: ")


def test_a_call_that_certainly_stays_in_its_column():
    text = (
        COLUMNS.format(1)
        .replace("J = 1, M", "J = K+1, M")
        .replace("AXPY (N, X(J)", "AXPY (LDA, X(J)")
    )
    assert texts(text)[-1] == "independent"
    backwards = text.replace("CALL AXPY (LDA", "CALL AXPY (LDA+1")
    assert texts(backwards)[-1] == "independent if line 5 stays in one column of A"


def test_calls_whose_parts_overlap():
    text = """
      SUBROUTINE F (N, L, X)
      DIMENSION X(*)
      DO 10 I = 1, N
   10 CALL CLEAR (L, X(3*I))
      END
      SUBROUTINE CLEAR (L, Y)
      DIMENSION Y(*)
      DO 10 I = 1, L
   10 Y(I) = 0
      END
"""
    assert texts(text)[-1] == "not known: line 5 may set again the X that line 5 set"
    assert texts(text.replace("(L, X(3*I))", "(3, X(3*I))"))[-1] == "independent"
    assert texts(text.replace("(L, X(3*I))", "(4, X(3*I))"))[-1].startswith("not known")


def test_calls_with_rows_of_c():
    line = "void axpy(int n, double f, double *x, double *y) {"
    text = line + "for (int i = 0; i < n; i++) y[i] += f*x[i];}\n"
    text += "void f(int n, int m, double *restrict x, double *restrict y)\n"
    text += "{for (int j = 0; j < m; j++) axpy(n, 2.0, x, y + j*n);}\n"
    assert texts(text, "c")[1] == "independent"
    assert texts(text.replace("axpy(n, 2.0", "axpy(n + 1, 2.0"), "c")[1] != "independent"
