"""The Fortran half: a smoother on a grid, its driver, a search and a blocked sum."""

from __future__ import annotations

from tests.checks.history.commits import CHEAPER, EITHER, LEADING, LOWER, ORDER, Commit

START = {
    "grid.f": """\
C     One step of smoothing on an N by M grid.
      SUBROUTINE SMOOTH(N, M, A, U, V)
      INTEGER N, M, I, J
      DOUBLE PRECISION A, W, U(N,M), V(N,M)
      DO 20 I = 1, N
         DO 10 J = 1, M
            W = SQRT(A)
            V(I,J) = W*U(I,J)
   10    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE RESID(N, X, R)
      DIMENSION X(N,N), R(N)
      DO 20 I = 1, N
         DO 10 J = 1, N
            R(I) = R(I) + X(J,I)
   10    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE SCALE(N, A, X)
      INTEGER N, I
      DOUBLE PRECISION A, X(N)
      DO 10 I = 1, N
         X(I) = A*X(I)
   10 CONTINUE
      END
      SUBROUTINE STEPS(N, M, NSTEPS, A, U, V, X, R, B)
      INTEGER N, M, NSTEPS, K
      REAL X(N,N), R(N)
      DOUBLE PRECISION A, U(N,M), V(N,M), B(N)
      DO 30 K = 1, NSTEPS
         CALL SMOOTH(N, M, A, U, V)
         CALL RESID(N, X, R)
   30 CONTINUE
      CALL SCALE(N, A, B)
      END
""",
    "find.f": """\
      SUBROUTINE MATCH(N, X, Y, K)
      INTEGER N, I, J, L, X(N), Y(N), K(N)
      DO 20 I = 1, N
         K(I) = 0
         DO 10 J = 1, N
            IF (X(J) .LT. Y(I)) K(I) = K(I) + 1
   10    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE PAIRS(N, X, Y, K)
      INTEGER N, X(N), Y(N), K(N)
      CALL MATCH(N, X, Y, K)
      END
      SUBROUTINE BLOCKS(N, X, S)
      INTEGER N, NB, I, J
      PARAMETER (NB = 32)
      DOUBLE PRECISION X(N), S(N)
      DO 20 J = 1, N, NB
         S(J) = 0.0D0
         DO 10 I = J, MIN(J + NB - 1, N)
            S(J) = S(J) + X(I)
   10    CONTINUE
   20 CONTINUE
      END
""",
}
_LINEAR = """\
         K(I) = 0
         DO 10 J = 1, N
            IF (X(J) .LT. Y(I)) K(I) = K(I) + 1
   10    CONTINUE
"""
_BISECTION = """\
         K(I) = 0
         L = N
         DO WHILE (L .GT. 1)
            IF (X(K(I)+1) .LT. Y(I)) K(I) = K(I) + 1
            L = L/2
         END DO
"""
_SCALED = """\
      DO 40 K = 1, N
         B(K) = A*B(K)
   40 CONTINUE
"""
_CLIP = "            IF (V(I,J) .LT. 0.0D0) V(I,J) = 0.0D0\n"
_EDGE = """\
      DO 40 I = 1, N
         V(I,1) = 0.0D0
   40 CONTINUE
"""
COMMITS = [
    Commit(
        "Say what SMOOTH does",
        "only comments and blank lines",
        {
            "grid.f": [
                ("C     One step of", "*     One step of weighted\n\nC     Jacobi"),
                ("            W = SQRT(A)\n", "C           the weight\n            W = SQRT(A)\n"),
            ]
        },
    ),
    Commit(
        "Run along columns in RESID",
        "ij to ji over a square: as many iterations and entries of loops",
        {
            "grid.f": [
                (
                    "DO 20 I = 1, N\n         DO 10 J = 1, N\n            R(I)",
                    "DO 20 J = 1, N\n         DO 10 I = 1, N\n            R(I)",
                )
            ]
        },
    ),
    Commit(
        "Declare the arrays of RESID",
        "REAL and INTEGER are what the names implied",
        {
            "grid.f": [
                (
                    "      DIMENSION X(N,N), R(N)\n",
                    "      IMPLICIT NONE\n      INTEGER I, J, N\n      REAL R(N), X(N,N)\n",
                )
            ]
        },
    ),
    Commit(
        "Run along columns in SMOOTH",
        "ij to ji over N by M: the inner loop starts M times, not N times",
        {
            "grid.f": [
                (
                    "DO 20 I = 1, N\n         DO 10 J = 1, M\n",
                    "DO 20 J = 1, M\n         DO 10 I = 1, N\n",
                )
            ]
        },
        {"SMOOTH": EITHER, "STEPS": EITHER},
    ),
    Commit(
        "Take the root once",
        "an invariant leaves both loops: n*m roots become one",
        {
            "grid.f": [
                ("C           the weight\n            W = SQRT(A)\n", ""),
                ("      DO 20 J = 1, M\n", "      W = SQRT(A)\n      DO 20 J = 1, M\n"),
            ]
        },
        {"SMOOTH": CHEAPER, "STEPS": CHEAPER},
    ),
    Commit(
        "Set the edge",
        "an extra loop over n, below n*m",
        {"grid.f": [("      W = SQRT(A)\n", f"{_EDGE}      W = SQRT(A)\n")]},
        {"SMOOTH": LOWER, "STEPS": LOWER},
    ),
    Commit(
        "Leave out the last column",
        "a bound m becomes m - 1",
        {"grid.f": [("DO 20 J = 1, M\n", "DO 20 J = 1, M - 1\n")]},
        {"SMOOTH": CHEAPER, "STEPS": CHEAPER},
    ),
    Commit(
        "Do the last column after all",
        "a bound m - 1 becomes m: n iterations more, the leading term n*m stays",
        {"grid.f": [("DO 20 J = 1, M - 1\n", "DO 20 J = 1, M\n")]},
        {"SMOOTH": LOWER, "STEPS": LOWER},
    ),
    Commit(
        "Clip what is negative",
        "a new branch in the inner loop: a comparison always, a store sometimes",
        {
            "grid.f": [
                ("            V(I,J) = W*U(I,J)\n", f"            V(I,J) = W*U(I,J)\n{_CLIP}")
            ]
        },
        {"SMOOTH": LEADING, "STEPS": LEADING},
    ),
    Commit(
        "Smooth what is positive only",
        "a condition around what was always done: dearer or cheaper, as often as it holds",
        {
            "grid.f": [
                (
                    "            V(I,J) = W*U(I,J)\n",
                    "            IF (U(I,J) .GT. 0.0D0) V(I,J) = W*U(I,J)\n",
                )
            ]
        },
        {"SMOOTH": EITHER, "STEPS": EITHER},
    ),
    Commit(
        "Call SMOOTH RELAX",
        "a unit and its calls are renamed",
        {
            "grid.f": [
                ("SUBROUTINE SMOOTH(", "SUBROUTINE RELAX("),
                ("CALL SMOOTH(", "CALL RELAX("),
            ]
        },
        renamed={"RELAX": "SMOOTH"},
    ),
    Commit(
        "Take the residual once",
        "a call leaves a loop of nsteps iterations",
        {
            "grid.f": [
                ("         CALL RESID(N, X, R)\n", ""),
                ("   30 CONTINUE\n", "   30 CONTINUE\n      CALL RESID(N, X, R)\n"),
            ]
        },
        {"STEPS": CHEAPER},
    ),
    Commit(
        "Take the residual in every step",
        "a call of n**2 goes into a loop: nsteps*n**2 was in no term before",
        {
            "grid.f": [
                ("      CALL RESID(N, X, R)\n", ""),
                ("   30 CONTINUE\n", "         CALL RESID(N, X, R)\n   30 CONTINUE\n"),
            ]
        },
        {"STEPS": ORDER},
    ),
    Commit(
        "Scale in place",
        "a routine is inlined: no call, no arguments, the same loop",
        {"grid.f": [("      CALL SCALE(N, A, B)\n", _SCALED)]},
        {"STEPS": CHEAPER},
    ),
    Commit(
        "Two rounds a step",
        "a constant factor: the loop over steps runs twice as often",
        {"grid.f": [("DO 30 K = 1, NSTEPS", "DO 30 K = 1, 2*NSTEPS")]},
        {"STEPS": LEADING},
    ),
    Commit(
        "Search by halving",
        "n**2 becomes n*log2(n)",
        {"find.f": [(_LINEAR, _BISECTION)]},
        {"MATCH": CHEAPER, "PAIRS": CHEAPER},
    ),
    Commit(
        "Search one by one again",
        "n*log2(n) becomes n**2",
        {"find.f": [(_BISECTION, _LINEAR)]},
        {"MATCH": ORDER, "PAIRS": ORDER},
    ),
    Commit(
        "Larger blocks",
        "half as many blocks; as many elements in all",
        {"find.f": [("NB = 32", "NB = 64")]},
        {"BLOCKS": CHEAPER},
    ),
    Commit(
        "Smaller blocks",
        "four times as many blocks: n/16 starts of the inner loop are of the order of n",
        {"find.f": [("NB = 64", "NB = 16")]},
        {"BLOCKS": LEADING},
    ),
    Commit(
        "Use END DO in BLOCKS",
        "labelled loops end with END DO",
        {
            "find.f": [
                ("DO 20 J = 1, N, NB", "DO J = 1, N, NB"),
                ("DO 10 I = J, MIN", "DO I = J, MIN"),
                (
                    "X(I)\n   10    CONTINUE\n   20 CONTINUE\n",
                    "X(I)\n         END DO\n      END DO\n",
                ),
            ]
        },
    ),
    Commit(
        "Renumber the labels of MATCH",
        "labels have other numbers",
        {
            "find.f": [
                ("DO 20 I = 1, N\n", "DO 200 I = 1, N\n"),
                ("DO 10 J = 1, N\n", "DO 5 J = 1, N\n"),
                ("   10    CONTINUE\n   20 CONTINUE\n", "    5    CONTINUE\n  200 CONTINUE\n"),
            ]
        },
    ),
    Commit(
        "Name arguments in full",
        "an argument and a variable of SCALE are renamed, and the order of declarations changes",
        {
            "grid.f": [
                (
                    (
                        "SCALE(N, A, X)\n      INTEGER N, I\n      DOUBLE PRECISION A, X(N)\n"
                        "      DO 10 I = 1, N\n         X(I) = A*X(I)\n"
                    ),
                    (
                        "SCALE(LENGTH, FACTOR, X)\n      INTEGER L, LENGTH\n"
                        "      DOUBLE PRECISION X(LENGTH)\n      DOUBLE PRECISION FACTOR\n"
                        "      DO 10 L = 1, LENGTH\n         X(L) = FACTOR*X(L)\n"
                    ),
                )
            ]
        },
    ),
    Commit(
        "Split find.f",
        "a file becomes two",
        moved=(("find.f", "blocks.f", "      SUBROUTINE BLOCKS", "      END\n"),),
    ),
    Commit(
        "Move RESID to find.f",
        "a unit moves to another file",
        moved=(("grid.f", "find.f", "      SUBROUTINE RESID", "      END\n"),),
    ),
]
