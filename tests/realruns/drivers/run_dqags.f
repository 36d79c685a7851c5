C     Integrals over finite and infinite ranges, with singular ends.
      PROGRAM TQAGS
      INTEGER LIMIT, LENW, N, I, NEVAL, IER, LAST
      PARAMETER (LIMIT = 100, LENW = 4*LIMIT)
      DOUBLE PRECISION WORK(LENW), RES, ERR, TOTAL, TOL
      INTEGER IWORK(LIMIT)
      DOUBLE PRECISION G, H
      EXTERNAL G, H
      READ (*,*) N
      TOTAL = 0.0D0
      DO 10 I = 1, N
         TOL = 0.1D0**I
         CALL DQAGS (G, 0.0D0, 1.0D0, 0.0D0, TOL, RES, ERR, NEVAL, IER,
     $               LIMIT, LENW, LAST, IWORK, WORK)
         TOTAL = TOTAL + RES
         CALL DQAGI (H, 0.0D0, 1, 0.0D0, TOL, RES, ERR, NEVAL, IER,
     $               LIMIT, LENW, LAST, IWORK, WORK)
         TOTAL = TOTAL + RES
   10 CONTINUE
      WRITE (*,*) TOTAL
      END

      DOUBLE PRECISION FUNCTION G (X)
      DOUBLE PRECISION X
      G = LOG(X) / SQRT(X)
      END

      DOUBLE PRECISION FUNCTION H (X)
      DOUBLE PRECISION X
      H = EXP(-X)*COS(5.0D0*X)
      END
