C     Transposes a square matrix in place.
      SUBROUTINE TRANSP (N, A)
      INTEGER N, I, J
      REAL A(N,N), T
      DO J = 2, N
         DO I = 1, J - 1
            T = A(I,J)
            A(I,J) = A(J,I)
            A(J,I) = T
         END DO
      END DO
      END
