C     Integrals by Gauss-Kronrod rules without and with adaptive halving.
      PROGRAM TQNG
      INTEGER LIMIT, LENW, N, I, KEY, NEVAL, IER, LAST
      PARAMETER (LIMIT = 50, LENW = 4*LIMIT)
      DOUBLE PRECISION WORK(LENW), RES, ERR, TOTAL
      INTEGER IWORK(LIMIT)
      DOUBLE PRECISION G
      EXTERNAL G
      READ (*,*) N
      TOTAL = 0.0D0
      DO 20 I = 1, N
         CALL DQNG (G, 0.0D0, DBLE(I), 1.0D-6, 1.0D-6, RES, ERR, NEVAL,
     $              IER)
         TOTAL = TOTAL + RES
         DO 10 KEY = 1, 6
            CALL DQAG (G, 0.0D0, DBLE(I), 1.0D-8, 1.0D-8, KEY, RES, ERR,
     $                 NEVAL, IER, LIMIT, LENW, LAST, IWORK, WORK)
            TOTAL = TOTAL + RES
   10    CONTINUE
   20 CONTINUE
      WRITE (*,*) TOTAL
      END

      DOUBLE PRECISION FUNCTION G (X)
      DOUBLE PRECISION X
      G = SIN(10.0D0*X) / (1.0D0 + X*X)
      END
