C     C = A*B, columns of C built from columns of A.
      SUBROUTINE MMJKI (N, A, B, C)
      INTEGER N, I, J, K
      DOUBLE PRECISION A(N,N), B(N,N), C(N,N), T
      DO J = 1, N
         DO 10 I = 1, N
            C(I,J) = 0.0D0
   10    CONTINUE
         DO K = 1, N
            T = B(K,J)
            DO 20 I = 1, N
               C(I,J) = C(I,J) + T*A(I,K)
   20       CONTINUE
         END DO
      END DO
      END
