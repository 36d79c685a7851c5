"""A program with a size, two loops and two branches whose counts only a run can tell."""

from __future__ import annotations

SOLVE = """\
      SUBROUTINE SOLVE (N, A, X, TOL)
      DOUBLE PRECISION A(N,N), X(N), TOL, S, CHANGE
   10 CHANGE = 0.0D0
      DO 30 I = 1, N
         S = 0.0D0
         DO 20 J = 1, I - 1
   20    S = S + A(I,J)*X(J)
         IF (X(I) .LT. 0.0D0) GOTO 30
         X(I) = -S
   30 CONTINUE
      IF (CHANGE .GT. TOL) GOTO 10
      DO 40 I = 1, N
   40 IF (X(I) .EQ. 0.0D0) RETURN
      END
"""
LOOP, PROB = "SOLVE.trips@goto10", "SOLVE.prob@goto10.do30.if1"
ENDS, EXIT = "SOLVE.trips@do40", "SOLVE.prob@do40.if1"
