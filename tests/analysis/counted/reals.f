C CASE RHALF (N,M): -7 1 | 0 0 | 1 1 | 2 2 | 3 0 | 7 3 | 1001 5    EXACT 1 2 3 4 5
      SUBROUTINE RHALF(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, NINT(N*0.5D0)
   10 KOUNT(1) = KOUNT(1) + 1
      K = N*0.75D0
      DO 20 I = 1, K
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, CEILING(DBLE(N)/3)
   30 KOUNT(3) = KOUNT(3) + 1
      DO 40 I = NINT(N*0.5D0), M
   40 KOUNT(4) = KOUNT(4) + 1
      DO 50 I = 1, IDINT((N + M)/4.0D0 + 1)
   50 KOUNT(5) = KOUNT(5) + 1
      END
C CASE RROOT (N,M): 0 0 | 1 1 | 2 1 | 3 1 | 8 3 | 9 3 | 10 2 | 99 10    EXACT 1 2 3
      SUBROUTINE RROOT(N,M)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, INT(SQRT(DBLE(N)))
   10 KOUNT(1) = KOUNT(1) + 1
      DO 20 I = 1, INT(DSQRT(DBLE(N)) + 0.5D0)
   20 KOUNT(2) = KOUNT(2) + 1
      IF (M .GE. SQRT(DBLE(N))) THEN
      KOUNT(3) = KOUNT(3) + 1
      END IF
      DO 40 I = 1, NINT(SQRT(DBLE(N)) - 0.5D0)
   40 KOUNT(4) = KOUNT(4) + 1
      END
C CASE RLOG (N): 1 | 2 | 3 | 8 | 1023 | 1024 | 1025    EXACT 1 2
      SUBROUTINE RLOG(N)
      COMMON /KNT/ KOUNT(20)
      DO 10 I = 1, INT(LOG(DBLE(N))/LOG(2.0D0))
   10 KOUNT(1) = KOUNT(1) + 1
      L = LOG10(DBLE(N)) + 1
      L = LOG10(DBLE(N))
      DO 20 I = 1, L
   20 KOUNT(2) = KOUNT(2) + 1
      DO 30 I = 1, INT(LOG(REAL(N))/LOG(1.99))
   30 KOUNT(3) = KOUNT(3) + 1
      DO 40 I = 1, INT(SQRT(REAL(N)))
   40 KOUNT(4) = KOUNT(4) + 1
      DO 50 I = 1, INT(N*0.5)
   50 KOUNT(5) = KOUNT(5) + 1
      END
