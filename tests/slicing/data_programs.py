"""Programs in Fortran whose counts rest on how data lies in memory, on numbers and texts."""

from __future__ import annotations

DATA = {
    "bytes of numbers": (
        """
      PROGRAM T
      INTEGER KC(9), I(6), J, K, N
      DOUBLE PRECISION D(3)
      COMPLEX Z
      REAL R, P(2)
      COMMON /CNT/ KC
      EQUIVALENCE (D(1), I(1)), (R, J), (Z, P(1))
      READ (*,*) N
      D(2) = N
      DO 10 K = 1, MOD(I(4), 97)
   10 KC(1) = KC(1) + 1
      I(5) = 0
      I(6) = 1074266112
      DO 20 K = 1, INT(D(3))
   20 KC(2) = KC(2) + 1
      R = 1.0
      J = J + 8388608
      DO 30 K = 1, INT(R)
   30 KC(3) = KC(3) + 1
      Z = (2.0, 3.0)
      P(1) = N
      DO 40 K = 1, INT(REAL(Z) + AIMAG(Z))
   40 KC(4) = KC(4) + 1
      D(1) = 0D0
      D(1) = D(1)/D(1)
      IF (I(1) .EQ. 0 .OR. N .GT. 3) THEN
      KC(5) = KC(5) + 1
      END IF
      PRINT *, KC
      END
""",
        {"N": 7},
    ),
    "texts know their lengths": (
        """
      PROGRAM T
      INTEGER KC(9), N, L
      CHARACTER*10 A, B(2), C
      COMMON /CNT/ KC
      READ (*,*) N
      CALL FILL(A, L)
      DO 10 I = 1, L
   10 KC(1) = KC(1) + 1
      C = '0123456789'
      CALL PART(C, N)
      IF (C .EQ. 'xy  456789') THEN
      KC(2) = KC(2) + 1
      END IF
      B(2) = 'abcdefghij'
      CALL PART(B(2), N)
      IF (B(2) .EQ. 'xy  efghij') THEN
      KC(3) = KC(3) + 1
      END IF
      CALL FILL(B(1)(2:6), L)
      DO 20 I = 1, L
   20 KC(4) = KC(4) + 1
      CALL EACH(B, 2, L)
      DO 30 I = 1, L
   30 KC(5) = KC(5) + 1
      IF (B(1)(1:2) .EQ. 'q') THEN
      KC(6) = KC(6) + 1
      END IF
      PRINT *, KC
      END
      SUBROUTINE FILL(S, L)
      CHARACTER*(*) S
      S = 'AB'
      L = LEN(S)
      IF (S(1:4) .EQ. 'AB') L = L + 1
      S(3:) = 'cd'
      IF (S(1:5) .EQ. 'ABcd') L = L + 1
      END
      SUBROUTINE PART(S, N)
      CHARACTER*4 S
      IF (N .GT. 2) S = 'xy'
      S(3:) = ' '
      END
      SUBROUTINE EACH(S, N, L)
      CHARACTER*(*) S(N)
      DO 10 I = 1, N
   10 S(I) = 'q'
      L = LEN(S(1)) + INDEX(S(2), ' ')
      END
""",
        {"N": 3},
    ),
    "the first element of an array": (
        """
      PROGRAM T
      INTEGER KC(9), NEQ(3), N
      DOUBLE PRECISION X(2)
      COMMON /CNT/ KC
      READ (*,*) N
      NEQ(1) = N
      X(1) = N + 0.5D0
      CALL S(NEQ, X)
      CALL S(NEQ(1), X)
      PRINT *, KC
      END
      SUBROUTINE S(M, Y)
      INTEGER M, KC(9)
      DOUBLE PRECISION Y
      COMMON /CNT/ KC
      DO 10 I = 1, M
      IF (I + Y .GT. 8D0) THEN
      KC(2) = KC(2) + 1
      END IF
   10 KC(1) = KC(1) + 1
      END
""",
        {"N": 5},
    ),
    "numbers without end": (
        """
      PROGRAM T
      INTEGER KC(9), N
      DOUBLE PRECISION X, Y, Z
      REAL R
      COMMON /CNT/ KC
      READ (*,*) N
      Z = N - 4
      X = 1D0/Z
      IF (X .GT. 1D300) THEN
      KC(1) = KC(1) + 1
      END IF
      Y = Z/Z
      IF (Y .EQ. Y) THEN
      KC(2) = KC(2) + 1
      END IF
      IF (.NOT. (Y .LT. 1D0)) THEN
      KC(3) = KC(3) + 1
      END IF
      IF (-1/Z .LT. 0) THEN
      KC(4) = KC(4) + 1
      END IF
      IF (EXP(1000*(Z + 1)) .GT. 1D308) THEN
      KC(5) = KC(5) + 1
      END IF
      IF (LOG(Z) .LT. -1D308) THEN
      KC(6) = KC(6) + 1
      END IF
      X = SQRT(Z - 2)
      IF (X .NE. X) THEN
      KC(7) = KC(7) + 1
      END IF
      R = REAL(Z)**(-1)
      IF (R .GT. 1E30) THEN
      KC(8) = KC(8) + 1
      END IF
      IF ((Z - 8)**0.5D0 .GT. 0) THEN
      KC(9) = KC(9) + 1
      END IF
      PRINT *, KC
      END
""",
        {"N": 4},
    ),
    "functions of both precisions": (
        """
      PROGRAM T
      INTEGER KC(9), N, J(2), L
      DOUBLE PRECISION D, X
      REAL R, S
      COMMON /CNT/ KC
      EQUIVALENCE (D, J(1)), (R, L)
      READ (*,*) N
      DO 10 I = 1, N
      S = I/REAL(N + 1)
      X = I/DBLE(N + 1)
      R = SIN(S) + COS(S)*TAN(S) - EXP(S)/LOG(S) + LOG10(S)
      KC(1) = KC(1) + 1
      IF (MOD(L, 2) .EQ. 0) THEN
      KC(2) = KC(2) + 1
      END IF
      R = ASIN(S)*ACOS(S) + ATAN(S) - SINH(S)/COSH(S) + TANH(S)
      IF (MOD(L, 3) .EQ. 0) THEN
      KC(3) = KC(3) + 1
      END IF
      R = ATAN2(S, 0.3) + S**1.7 + SQRT(S) + ERF(S) + GAMMA(S)
      IF (MOD(L, 5) .EQ. 0) THEN
      KC(4) = KC(4) + 1
      END IF
      D = SIN(X) + COS(X)*TAN(X) - EXP(X)/LOG(X) + LOG10(X)
      IF (MOD(J(1), 2) .EQ. 0) THEN
      KC(5) = KC(5) + 1
      END IF
      D = ASIN(X)*ACOS(X) + ATAN(X) - SINH(X)/COSH(X) + TANH(X)
      IF (MOD(J(1), 2) .EQ. 0) THEN
      KC(6) = KC(6) + 1
      END IF
      D = ATAN2(X, 0.3D0) + X**1.7D0 + ERF(X) + GAMMA(X) + HYPOT(X, D)
      IF (MOD(J(1), 2) .EQ. 0) THEN
      KC(7) = KC(7) + 1
      END IF
   10 CONTINUE
      PRINT *, KC
      END
""",
        {"N": 200},
    ),
    "kinds and bits": (
        """
      PROGRAM T
      INTEGER, PARAMETER :: WP = KIND(1.D0)
      REAL(WP), PARAMETER :: BIG = REAL(RADIX(0._WP), WP)**FLOOR(
     &  (MAXEXPONENT(0._WP) - DIGITS(0._WP) + 1) * 0.5_WP)
      INTEGER KC(9), N
      REAL(WP) X
      COMMON /CNT/ KC
      READ (*,*) N
      X = REAL(N, KIND=WP)/3
      IF (X*3 .EQ. N) THEN
      KC(1) = KC(1) + 1
      END IF
      IF (REAL(N)/7 .NE. REAL(N, WP)/7) THEN
      KC(2) = KC(2) + 1
      END IF
      IF (BIG .GT. 1E20) THEN
      KC(3) = KC(3) + 1
      END IF
      DO 10 I = 1, RSHIFT(N, 2) + LSHIFT(N, 1)
   10 KC(4) = KC(4) + 1
      DO 20 I = 1, IBITS(N, 1, 3) + EXPONENT(X) + KIND(X)
   20 KC(5) = KC(5) + 1
      DO 30 I = 1, INT(MODULO(-X, 4.0_WP)*4) + MERGE(2, 5, N .GT. 3)
   30 KC(6) = KC(6) + 1
      PRINT *, KC
      END
""",
        {"N": 29},
    ),
    "procedures that are passed through others": (
        """
      PROGRAM T
      INTEGER KC(9), N
      EXTERNAL INNER, ONE, TWO
      COMMON /CNT/ KC
      COMMON /STATE/ M
      READ (*,*) N
      CALL OUTER(INNER, ONE, N)
      CALL INNER(TWO)
      DO 10 I = 1, M
   10 KC(1) = KC(1) + 1
      PRINT *, KC
      END
      SUBROUTINE OUTER(P, F, N)
      EXTERNAL P, F
      DO 10 I = 1, N
   10 CALL P(F)
      END
      SUBROUTINE INNER(G)
      EXTERNAL G
      INTEGER KC(9)
      COMMON /CNT/ KC
      KC(2) = KC(2) + 1
      CALL G
      END
      SUBROUTINE ONE
      COMMON /STATE/ M
      M = M + 3
      END
      SUBROUTINE TWO
      COMMON /STATE/ M
      M = 2*M
      END
""",
        {"N": 4},
    ),
    "numbers written into texts": (
        """
      PROGRAM T
      INTEGER KC(9)
      CHARACTER*12 NAME
      CHARACTER*3 NUM
      CHARACTER*20 B
      DATA KC /9*0/
      READ (*,*) N
      DO 20 K = 1, N
         WRITE (NAME, '(A,I3.3,A)') 'out', K, '.dat'
         NUM = NAME(4:6)
         READ (NUM, '(I3)') M
         IF (NAME .EQ. 'out003.dat') THEN
            KC(1) = KC(1) + 1
         END IF
         DO 10 J = 1, M
            KC(2) = KC(2) + 1
   10    CONTINUE
         WRITE (B, 100) K*K, 'x''', -K, K*100
  100    FORMAT (I4,2X,'"a',A2,I0,1X,I2)
         DO 15 J = 1, INDEX(B, '*') + LEN_TRIM(B)
            KC(3) = KC(3) + 1
   15    CONTINUE
         WRITE (B(3:8), '(I0)') 7*K
         READ (B(3:8), *) L
         DO 16 J = 1, L
            KC(4) = KC(4) + 1
   16    CONTINUE
   20 CONTINUE
      PRINT *, KC
      END
""",
        {"N": 5},
    ),
    "rows of lengths that another unit computes": (
        """
      PROGRAM T
      INTEGER KC(9), P(61), I, N
      COMMON /CNT/ KC
      READ (*,*) N
      P(1) = 1
      DO 10 I = 1, N
      P(I+1) = P(I) + MOD(I*I, 4)
      IF (MOD(P(I+1), 3) .EQ. 0) P(I+1) = P(I+1) + 1
   10 CONTINUE
      CALL WALK(P, N)
      PRINT *, KC
      END
      SUBROUTINE WALK(P, N)
      INTEGER KC(9), P(*), I, K, N
      COMMON /CNT/ KC
      DO 20 I = 1, N
      DO 20 K = P(I), P(I+1) - 1
      KC(1) = KC(1) + 1
   20 CONTINUE
      END
""",
        {"N": 50},
    ),
}

ZEROS = """
      PROGRAM T
      INTEGER KC(9), K(5)
      LOGICAL L
      COMMON /CNT/ KC
      COMMON /C/ N, X, K, L
      CALL S
      CALL S
      DO 10 I = 1, N + K(3) + 2
   10 KC(1) = KC(1) + 1
      IF (X .EQ. 0.0 .AND. .NOT. L) THEN
      KC(2) = KC(2) + 1
      END IF
      PRINT *, KC
      END
      SUBROUTINE S
      INTEGER KC(9), A(3)
      COMMON /CNT/ KC
      SAVE M, A
      M = M + 1
      A(2) = A(2) + M
      DO 20 I = 1, M + A(2)
   20 KC(3) = KC(3) + 1
      END
"""
"""Data that nothing sets outlives calls and is zero when the program starts."""
