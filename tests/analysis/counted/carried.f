C CASE YCOUNT (N,M): 0 3 | 1 1 | 9 4 | 4 9 | 5 -2    EXACT 1 2 3 4 5 6
      SUBROUTINE YCOUNT(N,M)
      COMMON /KNT/ KOUNT(20)
      K = 0
      DO 10 I = 1, N
      IF (MOD(I,3) .EQ. 1) K = K + 1
   10 CONTINUE
      DO 20 I = 1, K
   20 KOUNT(1) = KOUNT(1) + 1
      L = M
      DO 40 I = 1, N
      DO 30 J = 1, L
      KOUNT(2) = KOUNT(2) + 1
   30 CONTINUE
      L = L + I
   40 CONTINUE
      DO 45 I = 1, L
   45 KOUNT(3) = KOUNT(3) + 1
      MX = M
      LAST = 0
      DO 50 I = 1, N
      MX = MAX(MX, I)
      IF (I .EQ. 3) LAST = 7
      LAG = LAST
      DO 48 J = 1, LAG
   48 KOUNT(4) = KOUNT(4) + 1
   50 CONTINUE
      DO 60 I = 1, MX
   60 KOUNT(5) = KOUNT(5) + 1
      DO 70 I = 1, LAST
   70 KOUNT(6) = KOUNT(6) + 1
      END
C CASE YSTATE (N): 0 | 1 | 2 | 9    EXACT 1 2 3 4 5 6
      SUBROUTINE YSTATE(N)
      COMMON /KNT/ KOUNT(20)
      LOGICAL FIRST, ODD
      FIRST = .TRUE.
      ODD = .FALSE.
      ASSIGN 20 TO L
      K = 1
      DO 50 I = 1, N
      IF (FIRST) THEN
      KOUNT(1) = KOUNT(1) + 1
      FIRST = .FALSE.
      END IF
      ODD = .NOT. ODD
      IF (ODD) THEN
      KOUNT(2) = KOUNT(2) + 1
      END IF
      GOTO L, (20, 30)
   20 KOUNT(3) = KOUNT(3) + 1
      ASSIGN 30 TO L
      GOTO 40
   30 KOUNT(4) = KOUNT(4) + 1
   40 K = MOD(K + 2, 5)
      IF (K .EQ. 0) THEN
      KOUNT(5) = KOUNT(5) + 1
      END IF
   50 CONTINUE
      KOUNT(6) = KOUNT(6) + 1
      END
C CASE WFRST (N): 0 | 1 | 2 | 3 | 7 | 12 | 13    EXACT 1
      SUBROUTINE WFRST(N)
      COMMON /KNT/ KOUNT(20)
      K = 0
      DO 10 I = 1, N
      IF (I .EQ. 1) THEN
      K = N
      ELSE
      K = K - 1
      END IF
      DO 10 J = 1, K
   10 KOUNT(1) = KOUNT(1) + 1
      END
C CASE WFLAG (N,M): 0 0 | 1 2 | 5 2 | 5 9 | 7 7 | 12 3    EXACT 1
      SUBROUTINE WFLAG(N,M)
      COMMON /KNT/ KOUNT(20)
      LOGICAL FIRST
      FIRST = .TRUE.
      K = 0
      DO 10 I = 1, N
      IF (FIRST) THEN
      K = M
      FIRST = .FALSE.
      END IF
   10 K = K + 1
      DO 90 JJ = 1, K
   90 KOUNT(1) = KOUNT(1) + 1
      END
