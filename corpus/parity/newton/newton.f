C     Solves X**3 + P*X + Q = 0 by Newton's method; ITER is how many steps it took.
      DOUBLE PRECISION FUNCTION NEWTON (P, Q, START, TOL, MAXIT, ITER)
      INTEGER MAXIT, ITER, I
      DOUBLE PRECISION P, Q, START, TOL, X, F, DF, DX
      X = START
      DO 10 I = 1, MAXIT
         F = X*X*X + P*X + Q
         DF = 3.0D0*X*X + P
         IF (DF .EQ. 0.0D0) GOTO 20
         DX = F/DF
         X = X - DX
         IF (ABS(DX) .LT. TOL) GOTO 20
   10 CONTINUE
   20 ITER = I
      NEWTON = X
      RETURN
      END
