"""Programs in Fortran whose counts follow from inputs but have no formula, and values for these."""

from __future__ import annotations

FORTRAN = {
    "a text function whose length its callers declare": (
        """
      PROGRAM T
      INTEGER KC(9), N, I
      CHARACTER*12 BIG, W
      COMMON /CNT/ KC
      READ (*,*) N
      W = 'abc' // CHAR(99 + N) // 'e Fg'
      W = BIG(W(1:N+3))
      DO 10 I = 1, ICHAR(W(2:2)) - 60
   10 KC(1) = KC(1) + 1
      DO 20 I = 1, INDEX(W, ' ')
   20 KC(2) = KC(2) + 1
      PRINT *, KC
      END
      CHARACTER*(*) FUNCTION BIG (S)
      CHARACTER*(*) S
      INTEGER KC(9), I, K
      COMMON /CNT/ KC
      BIG = S
      DO 10 I = 1, MIN(LEN(S), LEN(BIG))
      K = ICHAR(S(I:I)) - ICHAR('a')
      IF (K .GE. 0 .AND. K .LT. 26) THEN
      KC(3) = KC(3) + 1
      BIG(I:I) = CHAR(ICHAR('A') + K)
      END IF
   10 CONTINUE
      END
""",
        {"N": 2},
    ),
    "SAVE for all of a unit that has arguments": (
        """
      PROGRAM T
      INTEGER KC(9)
      COMMON /CNT/ KC
      READ (*,*) N
      K = 3
      M = 0
      CALL S(N, K, M)
      CALL S(K, N, M)
      DO 10 I = 1, M
   10 KC(1) = KC(1) + 1
      PRINT *, KC
      END
      SUBROUTINE S(N, K, M)
      INTEGER KC(9), N, K, M
      COMMON /CNT/ KC
      SAVE
      DATA L /1/
      DO 10 I = 1, MOD(N*K, 7) + K
      IF (MOD(I*I, 5) .EQ. 1) GOTO 10
      M = M + 1
      N = N + MOD(M, 2)
   10 KC(2) = KC(2) + 1
      L = L + N
      DO 20 I = 1, MOD(L, 5)
   20 KC(3) = KC(3) + 1
      END
""",
        {"N": 4},
    ),
    "whole arrays and sections": (
        """
      PROGRAM T
      INTEGER A(6), B(6), C(0:3,5), KC(9), N, I, J, M, K
      LOGICAL W(6)
      REAL R(6), S(3)
      COMMON /CNT/ KC
      READ (*,*) N
      KC = 0
      A = 3
      B = A*2 + N
      A(2:6:2) = B(1:5:2) - 4
      B(2:6) = B(1:5) + 1
      A(6:1:-1) = A
      C = 1
      C(:,2) = 7
      C(1,:) = C(2,:) + N
      C(2:3,1:4) = C(0:1,2:5)
      W = A .GT. 3
      WHERE (W)
         B = 0
      ELSEWHERE
         A = A + 1
      END WHERE
      R = SQRT(REAL(N))
      S = R(1:3)*R(4:6)
      DO 10 I = 1, 6
      DO 10 J = 1, MOD(C(MOD(I,4),MOD(I,5)+1), 9)
      KC(1) = KC(1) + 1
   10 CONTINUE
      DO 30 I = 1, 6
      IF (.NOT. W(I)) GOTO 30
      KC(2) = KC(2) + 1
   30 CONTINUE
      M = NINT(S(1) + S(2))
      DO 40 I = 1, M
      KC(3) = KC(3) + 1
   40 CONTINUE
      CALL FILL(C, N, K)
      DO 50 I = 1, K
      KC(4) = KC(4) + 1
   50 CONTINUE
      PRINT *, KC
      END
      SUBROUTINE FILL(D, L, K)
      INTEGER D(L,*), E(L,2), L, K
      E(:,1) = D(1:L,2)
      E(:,2) = E(:,1)*2
      K = E(L,2) + E(1,1)
      END
""",
        {"N": 4},
    ),
    "table filled by a callee": (
        """
      PROGRAM T
      INTEGER KC(9), NB(40)
      COMMON /K/ KC /SIZES/ NB
      READ (*,*) N
      CALL FILL(N)
      DO 10 I = 1, 40
      DO 10 J = 1, NB(I)
   10 KC(1) = KC(1) + 1
      PRINT *, KC
      END
      SUBROUTINE FILL(N)
      COMMON /SIZES/ NB(40)
      DO 10 I = 1, 40
   10 NB(MOD(N*I, 40) + 1) = I/3
      END
""",
        {"N": 17},
    ),
    "state machine with assigned jumps": (
        """
      PROGRAM T
      INTEGER KC(9)
      READ (*,*) N
      ASSIGN 20 TO L
      DO 90 I = 1, N
      GOTO L, (20, 30, 40)
   20 KC(1) = KC(1) + 1
      ASSIGN 30 TO L
      GOTO 90
   30 KC(2) = KC(2) + 1
      IF (MOD(I, 5) .EQ. 0) ASSIGN 40 TO L
      GOTO 90
   40 KC(3) = KC(3) + 1
      ASSIGN 20 TO L
   90 CONTINUE
      PRINT *, KC
      END
""",
        {"N": 40},
    ),
    "alternate returns and saved counters": (
        """
      PROGRAM T
      INTEGER KC(9)
      COMMON /K/ KC
      READ (*,*) N
      DO 10 I = 1, N
      CALL S(I, *20)
      KC(1) = KC(1) + 1
      GOTO 10
   20 KC(2) = KC(2) + 1
   10 CONTINUE
      PRINT *, KC
      END
      SUBROUTINE S(I, *)
      SAVE M
      DATA M /0/
      M = M + MOD(I, 3)
      IF (MOD(M, 4) .EQ. 1) RETURN 1
      END
""",
        {"N": 30},
    ),
    "reals from integers decide": (
        """
      PROGRAM T
      INTEGER KC(9)
      DOUBLE PRECISION X
      READ (*,*) N
      X = N
   10 IF (X .GT. 1D-3) THEN
      KC(1) = KC(1) + 1
      X = X/2 - 1D-4
      GOTO 10
      END IF
      DO 20 I = 1, INT(SQRT(REAL(N))*1.5)
   20 KC(2) = KC(2) + 1
      PRINT *, KC
      END
""",
        {"N": 1000},
    ),
    "one result of all entries of a function": (
        """
      PROGRAM T
      INTEGER KC(9), JY, JZ
      READ (*,*) N
      DO 20 I = 1, N
      K = JY(I)
      IF (I .EQ. 4) K = JZ(I)
      DO 10 J = 1, K
   10 KC(1) = KC(1) + 1
   20 CONTINUE
      PRINT *, KC
      END
      INTEGER FUNCTION JY(I)
      INTEGER JZ
      SAVE KEPT
      DATA KEPT /1/
      JY = I + KEPT
      IF (I .GT. 3) RETURN
      ENTRY JZ(I)
      JZ = 2*KEPT
      KEPT = 3 - KEPT
      END
""",
        {"N": 6},
    ),
    "a procedure that is passed on": (
        """
      PROGRAM T
      INTEGER KC(9)
      EXTERNAL HALF, LESS
      READ (*,*) N
      CALL REPEAT(HALF, N, K)
      DO 10 I = 1, K
   10 KC(1) = KC(1) + 1
      CALL REPEAT(LESS, N, K)
      DO 20 I = 1, K
   20 KC(2) = KC(2) + 1
      PRINT *, KC
      END
      SUBROUTINE REPEAT(F, N, K)
      EXTERNAL F
      CALL INNER(F, N, K)
      END
      SUBROUTINE INNER(F, N, K)
      EXTERNAL F
      K = 0
      M = N
   10 IF (M .LE. 1) RETURN
      CALL F(M)
      K = K + 1
      GOTO 10
      END
      SUBROUTINE HALF(M)
      M = M/2
      END
      SUBROUTINE LESS(M)
      M = M - 3
      END
""",
        {"N": 100},
    ),
    "texts decide": (
        """
      PROGRAM T
      INTEGER KC(9)
      CHARACTER*12 LINE, WORD*4
      READ (*,*) N
      LINE = 'ab,cde,f'
      WORD = 'abcd'
      DO 10 K = 1, N
      I = INDEX(LINE, ',')
      DO 20 J = 1, I
   20 KC(1) = KC(1) + 1
      LINE(I:I) = WORD(2:2)
   10 CONTINUE
      PRINT *, KC
      END
""",
        {"N": 2},
    ),
}
