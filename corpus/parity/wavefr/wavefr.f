C     Fills a table along its diagonals: each element needs its left and its upper neighbour.
      SUBROUTINE WAVEFR (M, N, T)
      INTEGER M, N, K, I, J
      DOUBLE PRECISION T(0:M-1,0:N-1)
      DO K = 2, M + N - 2
         DO J = MAX(1, K - M + 1), MIN(N - 1, K - 1)
            I = K - J
            T(I,J) = 0.5D0*(T(I-1,J) + T(I,J-1))
         END DO
      END DO
      END
