C     Walsh-Hadamard transform of N values, N a power of two.
      SUBROUTINE WALSH (N, X)
      INTEGER N, H, I, J
      DOUBLE PRECISION X(0:N-1), A, B
      H = 1
      DO WHILE (H .LT. N)
         DO I = 0, N - 1, 2*H
            DO J = I, I + H - 1
               A = X(J)
               B = X(J+H)
               X(J) = A + B
               X(J+H) = A - B
            END DO
         END DO
         H = H*2
      END DO
      END
