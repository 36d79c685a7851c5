C     The function that is integrated.
      DOUBLE PRECISION FUNCTION CURVE (X)
      DOUBLE PRECISION X
      CURVE = EXP(-X*X)*SQRT(1.0D0 + X)
      RETURN
      END
C     Simpson's rule with 2*N intervals from A to B.
      DOUBLE PRECISION FUNCTION SIMPSN (A, B, N)
      INTEGER N, I
      DOUBLE PRECISION A, B, H, S, X, CURVE
      H = (B - A)/(2*N)
      S = CURVE(A) + CURVE(B)
      DO I = 1, 2*N - 1
         X = A + I*H
         IF (MOD(I, 2) .EQ. 1) THEN
            S = S + 4.0D0*CURVE(X)
         ELSE
            S = S + 2.0D0*CURVE(X)
         END IF
      END DO
      SIMPSN = S*H/3.0D0
      RETURN
      END
