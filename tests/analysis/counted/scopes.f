C CASE SHOST (N): 2 | 5    EXACT 1 2 3
      SUBROUTINE SHOST(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER K, L, LIST(3)
      K = 3
      L = N
      LIST(2) = 2
      CALL SETK
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      CALL BOTH(L)
      DO 20 I = 1, L
   20 KOUNT(2) = KOUNT(2) + 1
      CALL OWN
      DO 30 I = 1, K
   30 KOUNT(3) = KOUNT(3) + 1
      CALL ELEM
      DO 40 I = 1, LIST(2)
   40 KOUNT(5) = KOUNT(5) + 1
      CALL DUMMY
      DO 50 I = 1, N
   50 KOUNT(6) = KOUNT(6) + 1
      K = 1
      DO 60 J = 1, 3
   60 CALL ADD
      DO 70 I = 1, K
   70 KOUNT(7) = KOUNT(7) + 1
      CONTAINS
      SUBROUTINE SETK
      K = 6
      DO 10 M = 1, L
   10 KOUNT(4) = KOUNT(4) + 1
      END SUBROUTINE
      SUBROUTINE BOTH(M)
      M = K
      END SUBROUTINE
      SUBROUTINE OWN
      INTEGER K
      K = 100
      END SUBROUTINE
      SUBROUTINE ELEM
      LIST(2) = 4
      END SUBROUTINE
      SUBROUTINE DUMMY
      N = N + 1
      END SUBROUTINE
      SUBROUTINE ADD
      K = K + 2
      END SUBROUTINE
      END
C CASE SFUNC (N): 2 | 5    EXACT 4
      SUBROUTINE SFUNC(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER K
      K = 1
      L = NEXT(N) + NEXT(1)
      DO 10 I = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      IF (NEXT(2) .GT. 0) THEN
      KOUNT(2) = KOUNT(2) + 1
      END IF
      DO 20 I = 1, K
   20 KOUNT(3) = KOUNT(3) + 1
      CONTAINS
      INTEGER FUNCTION NEXT(M)
      INTEGER M
      K = K + M
      KOUNT(4) = KOUNT(4) + 1
      NEXT = K
      END FUNCTION
      END
C CASE SBLOCK (N): 2 | 5    EXACT 1 2 3 4 5
      SUBROUTINE SBLOCK(N)
      COMMON /KNT/ KOUNT(20)
      K = 3
      L = 4
      BLOCK
        INTEGER K
        K = 9
        L = N
        BLOCK
          INTEGER L, K
          L = 11
          K = 12
          DO 10 I = 1, L
   10     KOUNT(1) = KOUNT(1) + 1
        END BLOCK
        DO 20 I = 1, K
   20   KOUNT(2) = KOUNT(2) + 1
      END BLOCK
      DO 30 I = 1, K
   30 KOUNT(3) = KOUNT(3) + 1
      DO 40 I = 1, L
   40 KOUNT(4) = KOUNT(4) + 1
      PART: BLOCK
        IF (N .GT. 3) EXIT PART
        KOUNT(5) = KOUNT(5) + 1
      END BLOCK PART
      END
C CASE SCONC (N): 0 | 1 | 4    EXACT 1 2 3 4 5
      SUBROUTINE SCONC(N)
      COMMON /KNT/ KOUNT(20)
      I = 7
      DO CONCURRENT (I = 1:N, J = 2:3, I .NE. J)
        KOUNT(1) = KOUNT(1) + 1
      END DO
      DO 10 K = 1, I
   10 KOUNT(2) = KOUNT(2) + 1
      DO CONCURRENT (I = 9:1:-2)
        DO 20 J = 1, I
   20   KOUNT(3) = KOUNT(3) + 1
        DO K = 1, 2
          IF (K .EQ. I) CYCLE
          KOUNT(4) = KOUNT(4) + 1
        END DO
      END DO
      ROWS: DO CONCURRENT (I = 1:N)
        IF (MOD(I, 2) .EQ. 0) CYCLE ROWS
        KOUNT(5) = KOUNT(5) + 1
      END DO ROWS
      END
C CASE SIMPL (N): 0 | 1 | 4    EXACT 1 2 4
      SUBROUTINE SIMPL(N)
      COMMON /KNT/ KOUNT(20)
      COMMON /SIM/ M
      INTEGER A(20), SIMPLF
      M = 0
      OPEN (9, STATUS='SCRATCH')
      WRITE (9, *) (SIMPLF(I), I = 1, N)
      DO 10 I = 1, 3
   10 KOUNT(1) = KOUNT(1) + 1
      WRITE (9,*) ((SIMPLF(I)+SIMPLF(J), J=1,2), I=1,N), SIMPLF(3)
      DO 20 I = 1, N
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, M
   30 KOUNT(3) = KOUNT(3) + 1
      IF (N .GT. 1) WRITE (9, *) (A(SIMPLF(I)), I = N, 1, -1)
      END
      INTEGER FUNCTION SIMPLF(I)
      COMMON /KNT/ KOUNT(20)
      COMMON /SIM/ M
      M = M + 1
      KOUNT(4) = KOUNT(4) + 1
      SIMPLF = I
      END
C CASE SELEM (N): 2 | 5    EXACT
      SUBROUTINE SELEM(N)
      COMMON /KNT/ KOUNT(20)
      INTEGER A(4), B(2,0:2), C(N)
      DATA A /4*1/
      CALL TOUCH(A)
      CALL TOUCH(B)
      CALL TOUCH(N)
      CALL TOUCH(C)
      DO 10 I = 1, A(2)
   10 KOUNT(2) = KOUNT(2) + 1
      CALL PART(A(2:3))
      DO 20 I = 1, N
   20 KOUNT(4) = KOUNT(4) + 1
      CONTAINS
      IMPURE ELEMENTAL SUBROUTINE TOUCH(X)
      INTEGER, INTENT(INOUT) :: X
      X = X + 1
      KOUNT(1) = KOUNT(1) + 1
      END SUBROUTINE
      IMPURE ELEMENTAL SUBROUTINE PART(X)
      INTEGER, INTENT(INOUT) :: X
      X = X + 1
      KOUNT(3) = KOUNT(3) + 1
      END SUBROUTINE
      END
C CASE SREALC (N): 2 | 5    EXACT 1 2 3 4 5 6 7
      SUBROUTINE SREALC(N)
      COMMON /KNT/ KOUNT(20)
      REAL F, P
      DOUBLE PRECISION D, Q
      PARAMETER (P = 0.1D0, Q = 0.1)
      F = 0.1D0
      D = 0.1
      IF (0.1 .EQ. 0.1D0) THEN
      KOUNT(1) = KOUNT(1) + 1
      END IF
      IF (F .EQ. 0.1) THEN
      KOUNT(2) = KOUNT(2) + 1
      END IF
      IF (D .EQ. 0.1D0) THEN
      KOUNT(3) = KOUNT(3) + 1
      END IF
      IF (Q .EQ. 0.1D0) THEN
      KOUNT(4) = KOUNT(4) + 1
      END IF
      IF (16777217.0 .EQ. 16777216.0) THEN
      KOUNT(5) = KOUNT(5) + 1
      END IF
      DO 10 I = 16777210, INT(16777217.0)
   10 KOUNT(6) = KOUNT(6) + 1
      IF (0.5D0 .EQ. 0.5) THEN
      KOUNT(7) = KOUNT(7) + 1
      END IF
      IF (F .NE. D) THEN
      KOUNT(8) = KOUNT(8) + 1
      END IF
      IF (P .EQ. 0.1D0) THEN
      KOUNT(9) = KOUNT(9) + 1
      END IF
      END
C CASE SDIV (N): 0 | 1 | 4    EXACT 1 2 3
      SUBROUTINE SDIV(N)
      COMMON /KNT/ KOUNT(20)
      DO 20 I = -3, 3
      IF (I .NE. 0) THEN
      DO 10 J = 1, 6/I
   10 KOUNT(1) = KOUNT(1) + 1
      END IF
   20 CONTINUE
      IF (N .NE. 0) THEN
      DO 30 J = 1, 60/N
   30 KOUNT(2) = KOUNT(2) + 1
      END IF
      DO 50 I = 1, N
      IF (I .NE. 3) THEN
      DO 40 J = 1, N, I - 3
   40 KOUNT(3) = KOUNT(3) + 1
      END IF
   50 CONTINUE
      END
