      PROGRAM SERIES
C     EXP(X) for N values of X from 0 to 1, by its series up to 1E-12.
      INTEGER N, I, K
      DOUBLE PRECISION X, TERM, TOTAL, WORST
      READ *, N
      WORST = 0.0D0
      DO 20 I = 1, N
         X = DBLE(I)/N
         TERM = 1.0D0
         TOTAL = 1.0D0
         K = 0
   10    K = K + 1
         TERM = TERM*X/K
         TOTAL = TOTAL + TERM
         IF (TERM .GT. 1.0D-12) GOTO 10
         IF (ABS(TOTAL - EXP(X)) .GT. WORST) WORST = ABS(TOTAL - EXP(X))
   20 CONTINUE
      IF (WORST .LT. 1.0D-10) PRINT *, 'SMALL'
      PRINT *, N
      END
