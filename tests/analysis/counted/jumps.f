C CASE GWHILE (N): 0 | 1 | 5 | -2    EXACT 3
      SUBROUTINE GWHILE(N)
      COMMON /KNT/ KOUNT(20)
      I = 0
   10 IF (I .GE. N) GOTO 20
      I = I + 1
      KOUNT(1) = KOUNT(1) + 1
      GOTO 10
   20 CONTINUE
      DO 30 J = 1, I
   30 KOUNT(2) = KOUNT(2) + 1
      KOUNT(3) = KOUNT(3) + 1
      END
C CASE GREPT (N): 0 | 1 | 5 | -2    EXACT 1
      SUBROUTINE GREPT(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      I = 0
   10 I = I + 1
      KOUNT(2) = KOUNT(2) + 1
      IF (I .LE. N) GOTO 10
      DO 20 J = 1, I
   20 KOUNT(3) = KOUNT(3) + 1
      END
C CASE GBACK2 (N): 0 | 1 | 7 | 12    EXACT 1 5
      SUBROUTINE GBACK2(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      I = N
   10 I = I - 1
      KOUNT(2) = KOUNT(2) + 1
      IF (I .LT. 0) GOTO 20
      IF (MOD(I,2) .EQ. 0) GOTO 10
      KOUNT(3) = KOUNT(3) + 1
      IF (MOD(I,3) .EQ. 0) GOTO 10
      KOUNT(4) = KOUNT(4) + 1
      GOTO 10
   20 KOUNT(5) = KOUNT(5) + 1
      END
C CASE GMID (N): 0 | 1 | 7 | 12    EXACT 1
      SUBROUTINE GMID(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      I = 0
   10 I = I + 1
      KOUNT(2) = KOUNT(2) + 1
      IF (I .GT. N) GOTO 30
      KOUNT(3) = KOUNT(3) + 1
      IF (I*I .GT. 2*N) GOTO 40
      GOTO 10
   30 KOUNT(4) = KOUNT(4) + 1
   40 KOUNT(5) = KOUNT(5) + 1
      END
C CASE GOUTBK (N): 0 | 1 | 3 | 5    EXACT 1
      SUBROUTINE GOUTBK(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      K = 0
   10 K = K + 1
      KOUNT(2) = KOUNT(2) + 1
      DO 20 I = 1, N
      DO 20 J = 1, N
      KOUNT(3) = KOUNT(3) + 1
      IF (I*J .EQ. K .AND. K .LT. 5) GOTO 10
   20 CONTINUE
      KOUNT(4) = KOUNT(4) + 1
      END
C CASE GIRRED (N): 0 | 1 | 2 | 5    EXACT 1
      SUBROUTINE GIRRED(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      I = 0
      IF (N .GT. 2) GOTO 20
   10 I = I + 2
      KOUNT(2) = KOUNT(2) + 1
   20 I = I + 1
      KOUNT(3) = KOUNT(3) + 1
      IF (I .LT. 9) GOTO 10
      DO 30 J = 1, I
   30 KOUNT(4) = KOUNT(4) + 1
      END
C CASE GIRRD2 (N): 0 | 1 | 3    EXACT 1
      SUBROUTINE GIRRD2(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      I = N
      K = 1
      IF (N .GT. 2) GOTO 20
   10 I = I + 2
      K = K + 1
      DO 15 J = 1, K
   15 KOUNT(2) = KOUNT(2) + 1
   20 DO 25 J = 1, I
      KOUNT(3) = KOUNT(3) + 1
   25 I2 = I
      I = I + 1
      IF (I .GT. 12) GOTO 30
      IF (MOD(I,2) .EQ. 0) GOTO 10
      GOTO 20
   30 DO 40 J = 1, K
   40 KOUNT(4) = KOUNT(4) + 1
      END
C CASE GNEST (N,M): 2 3 | 1 1 | 4 0 | 0 2    EXACT 1
      SUBROUTINE GNEST(N,M)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      I = 1
   10 J = 1
      KOUNT(2) = KOUNT(2) + 1
   20 KOUNT(3) = KOUNT(3) + 1
      J = J + 1
      IF (J .LE. M) GOTO 20
      I = I + 1
      IF (I .LE. N) GOTO 10
      KOUNT(4) = KOUNT(4) + 1
      END
C CASE BIF (N): 0 | 1 | 6 | -2    EXACT 1 6
      SUBROUTINE BIF(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      KOUNT(1) = KOUNT(1) + 1
      IF (MOD(I,4) .EQ. 0) THEN
      KOUNT(2) = KOUNT(2) + 1
      ELSE IF (I .GT. 3) THEN
      KOUNT(3) = KOUNT(3) + 1
      ELSE IF (I .EQ. N) THEN
      KOUNT(4) = KOUNT(4) + 1
      ELSE
      KOUNT(5) = KOUNT(5) + 1
      END IF
   10 KOUNT(6) = KOUNT(6) + 1
      END
C CASE BARITH (N): 0 | 1 | -2 | 5    EXACT 1 5
      SUBROUTINE BARITH(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      IF (N-1) 10, 20, 30
   10 KOUNT(2) = KOUNT(2) + 1
      GOTO 40
   20 KOUNT(3) = KOUNT(3) + 1
      GOTO 40
   30 KOUNT(4) = KOUNT(4) + 1
   40 KOUNT(5) = KOUNT(5) + 1
      IF (N) 50, 60, 50
   50 KOUNT(6) = KOUNT(6) + 1
   60 KOUNT(7) = KOUNT(7) + 1
      IF (N-3) 70, 70, 80
   70 KOUNT(8) = KOUNT(8) + 1
   80 IF (N) 90, 90, 90
   90 KOUNT(9) = KOUNT(9) + 1
      END
C CASE BCGOTO (N): 0 | 1 | 2 | 3 | 4 | -1    EXACT 1 5
      SUBROUTINE BCGOTO(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      GOTO (10, 20, 10), N
      KOUNT(2) = KOUNT(2) + 1
      GOTO 30
   10 KOUNT(3) = KOUNT(3) + 1
      GOTO 30
   20 KOUNT(4) = KOUNT(4) + 1
   30 KOUNT(5) = KOUNT(5) + 1
      END
C CASE BAGOTO (N): 0 | 1 | 2    EXACT 1 4
      SUBROUTINE BAGOTO(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      ASSIGN 10 TO L
      IF (N .EQ. 1) ASSIGN 20 TO L
      GOTO L, (10, 20)
   10 KOUNT(2) = KOUNT(2) + 1
      GOTO 30
   20 KOUNT(3) = KOUNT(3) + 1
   30 KOUNT(4) = KOUNT(4) + 1
      END
C CASE BSEL (N): 0 | 1 | 2 | 5 | -7    EXACT 1 6
      SUBROUTINE BSEL(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      SELECT CASE (N)
      CASE (1)
      KOUNT(2) = KOUNT(2) + 1
      CASE (2:4)
      KOUNT(3) = KOUNT(3) + 1
      CASE (5, -9:-7)
      KOUNT(4) = KOUNT(4) + 1
      CASE DEFAULT
      KOUNT(5) = KOUNT(5) + 1
      END SELECT
      SELECT CASE (N+1)
      CASE (1)
      KOUNT(7) = KOUNT(7) + 1
      END SELECT
      KOUNT(6) = KOUNT(6) + 1
      END
C CASE BCONST (N): 0 | 4    EXACT 1 2 3 4 5 6
      SUBROUTINE BCONST(N)
      COMMON /KNT/ KOUNT(20)
      PARAMETER (LIM = 3)
      LOGICAL DEBUG
      PARAMETER (DEBUG = .FALSE.)
      IF (LIM .GT. 2) THEN
      KOUNT(1) = KOUNT(1) + 1
      ELSE
      KOUNT(2) = KOUNT(2) + 1
      END IF
      IF (DEBUG) THEN
      KOUNT(3) = KOUNT(3) + 1
      END IF
      K = N + 1
      DO 5 I = 1, K
    5 KOUNT(6) = KOUNT(6) + 1
      IF (K .GT. N) THEN
      KOUNT(4) = KOUNT(4) + 1
      END IF
      IF (K - N .NE. 1 .OR. DEBUG) GOTO 10
      KOUNT(5) = KOUNT(5) + 1
   10 CONTINUE
      END
C CASE BAFF (N,M): 0 0 | 4 2 | 5 9 | 6 3    EXACT 1
      SUBROUTINE BAFF(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      DO 10 J = 1, N
      KOUNT(1) = KOUNT(1) + 1
      IF (I .EQ. J) THEN
      KOUNT(2) = KOUNT(2) + 1
      END IF
      IF (I .LE. J+1 .AND. J .NE. M) THEN
      KOUNT(3) = KOUNT(3) + 1
      ELSE
      KOUNT(4) = KOUNT(4) + 1
      END IF
      IF (N .GT. M) THEN
      KOUNT(5) = KOUNT(5) + 1
      END IF
   10 CONTINUE
      END
C CASE BINTO (N): 0 | 1 | 5    EXACT 4
      SUBROUTINE BINTO(N)
      COMMON /KNT/ KOUNT(20)
      IF (N .EQ. 0) GOTO 10
      IF (N .GT. 3) GOTO 20
      KOUNT(1) = KOUNT(1) + 1
   10 KOUNT(2) = KOUNT(2) + 1
   20 KOUNT(3) = KOUNT(3) + 1
      KOUNT(4) = KOUNT(4) + 1
      END
C CASE BDEAD (N): 0 | 3    EXACT 1 3
      SUBROUTINE BDEAD(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      GOTO 20
   10 KOUNT(2) = KOUNT(2) + 1
      RETURN
   20 KOUNT(3) = KOUNT(3) + 1
      IF (N .GT. 99) GOTO 10
      END
C CASE BFLAG (N): 0 | 1 | 5    EXACT 2
      SUBROUTINE BFLAG(N)
      COMMON /KNT/ KOUNT(20)
      IDONE = 0
      DO 10 I = 1, N
      IF (IDONE .EQ. 0) THEN
      KOUNT(1) = KOUNT(1) + 1
      END IF
      IF (I .EQ. 3) IDONE = 1
   10 KOUNT(2) = KOUNT(2) + 1
      IF (IDONE .EQ. 0) THEN
      KOUNT(3) = KOUNT(3) + 1
      END IF
      END
C CASE BINV (N,M): 0 0 | 3 1 | 3 -1 | 5 7    EXACT 1
      SUBROUTINE BINV(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, N
      IF (M .GT. 0) THEN
      K = M
      ELSE
      K = 2
      END IF
      DO 20 J = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
   10 KOUNT(1) = KOUNT(1) + 1
      END
C CASE BWCONS (N): 0 | 2    EXACT 2
      SUBROUTINE BWCONS(N)
      COMMON /KNT/ KOUNT(20)
      I = 1
      DO WHILE (1 .GT. 2)
      KOUNT(1) = KOUNT(1) + 1
      I = I + 1
      END DO
      KOUNT(2) = KOUNT(2) + 1
      IF (I .EQ. 1) THEN
      KOUNT(3) = KOUNT(3) + 1
      END IF
      END
C CASE BW1 (N): 0 | 2    EXACT 2
      SUBROUTINE BW1(N)
      COMMON /KNT/ KOUNT(20)
      I = 1
      DO WHILE (I .LE. 1)
      KOUNT(1) = KOUNT(1) + 1
      I = I + 1
      END DO
      KOUNT(2) = KOUNT(2) + 1
      IF (I .EQ. 1) THEN
      KOUNT(3) = KOUNT(3) + 1
      END IF
      END
C CASE BSAME (N): 0 | 1 | 9    EXACT 1 3
      SUBROUTINE BSAME(N)
      COMMON /KNT/ KOUNT(20)
      KOUNT(1) = KOUNT(1) + 1
      IF (N .GT. 0) GOTO 10
      KOUNT(2) = KOUNT(2) + 1
   10 CONTINUE
      IF (N .GT. 5) THEN
      L = 2
      ELSE
      L = 2
      END IF
      DO 20 I = 1, L
   20 KOUNT(3) = KOUNT(3) + 1
      END
