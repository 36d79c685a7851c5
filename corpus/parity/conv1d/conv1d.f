C     Discrete convolution: Y(K) is the sum of A(I)*B(K-I), for K = 0 to NA + NB - 2.
      SUBROUTINE CONV1D (NA, NB, A, B, Y)
      INTEGER NA, NB, I, J
      DOUBLE PRECISION A(0:*), B(0:*), Y(0:*)
      DO I = 0, NA + NB - 2
         Y(I) = 0.0D0
      END DO
      DO I = 0, NA - 1
         DO J = 0, NB - 1
            Y(I+J) = Y(I+J) + A(I)*B(J)
         END DO
      END DO
      END
