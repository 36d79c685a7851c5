C     Y = A*X for a square matrix with KL diagonals below and KU above the main one.
      SUBROUTINE BANDMV (N, KL, KU, A, X, Y)
      INTEGER N, KL, KU, I, J
      DOUBLE PRECISION A(0:KU+KL,0:N-1), X(0:N-1), Y(0:N-1)
      DO I = 0, N - 1
         Y(I) = 0.0D0
      END DO
      DO J = 0, N - 1
         DO I = MAX(0, J - KU), MIN(N - 1, J + KL)
            Y(I) = Y(I) + A(KU+I-J,J)*X(J)
         END DO
      END DO
      END
