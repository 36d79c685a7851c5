C     The largest common divisor of N numbers that are not negative.
      INTEGER FUNCTION EUCLID (N, X)
      INTEGER N, X(N), I, A, B, R
      A = 0
      DO I = 1, N
         B = X(I)
         DO WHILE (B .NE. 0)
            R = MOD(A, B)
            A = B
            B = R
         END DO
      END DO
      EUCLID = A
      RETURN
      END
