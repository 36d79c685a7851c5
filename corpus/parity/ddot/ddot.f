C     Scalar product.
      DOUBLE PRECISION FUNCTION DDOT (N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), S
      S = 0.0D0
      DO I = 1, N
         S = S + X(I)*Y(I)
      END DO
      DDOT = S
      RETURN
      END
