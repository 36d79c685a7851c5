      PROGRAM BISECT
C     The roots of COS(X) = K*X/N for K = 1..N, each by bisection.
      INTEGER N, K
      DOUBLE PRECISION A, B, C, TOTAL
      READ *, N
      TOTAL = 0.0D0
      DO 20 K = 1, N
         A = 0.0D0
         B = 1.6D0
   10    C = 0.5D0*(A + B)
         IF (COS(C) .GT. K*C/N) THEN
            A = C
         ELSE
            B = C
         END IF
         IF (B - A .GT. 1.0D-10) GOTO 10
         TOTAL = TOTAL + C
   20 CONTINUE
      PRINT *, TOTAL/N
      END
