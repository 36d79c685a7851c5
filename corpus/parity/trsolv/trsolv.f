C     Solves L*U*X = B in place of B; L has a diagonal of ones, both are stored in A.
      SUBROUTINE TRSOLV (N, LDA, A, B)
      INTEGER N, LDA, I, J
      DOUBLE PRECISION A(LDA,*), B(*), T
      DO J = 1, N
         T = B(J)
         DO I = J + 1, N
            B(I) = B(I) - T*A(I,J)
         END DO
      END DO
      DO J = N, 1, -1
         B(J) = B(J)/A(J,J)
         T = B(J)
         DO I = 1, J - 1
            B(I) = B(I) - T*A(I,J)
         END DO
      END DO
      END
