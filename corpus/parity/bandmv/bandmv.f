C     Y = A*X for a square matrix with KL diagonals below and KU above the main one.
      SUBROUTINE BANDMV (N, KL, KU, A, X, Y)
      INTEGER N, KL, KU, I, J
      DOUBLE PRECISION A(KU+KL+1,N), X(N), Y(N)
      DO I = 1, N
         Y(I) = 0.0D0
      END DO
      DO J = 1, N
         DO I = MAX(1, J-KU), MIN(N, J+KL)
            Y(I) = Y(I) + A(KU+1+I-J,J)*X(J)
         END DO
      END DO
      END
