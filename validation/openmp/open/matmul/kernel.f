C     C = A*B by columns
      SUBROUTINE MATMUL (N, A, B, C)
      INTEGER N, I, J, K
      DOUBLE PRECISION A(N,N), B(N,N), C(N,N)
!$OMP PARALLEL DO PRIVATE(I, K)
      DO 40 J = 1, N
         DO 10 I = 1, N
            C(I,J) = 0.0D0
   10    CONTINUE
         DO 30 K = 1, N
            DO 20 I = 1, N
               C(I,J) = C(I,J) + A(I,K)*B(K,J)
   20       CONTINUE
   30    CONTINUE
   40 CONTINUE
!$OMP END PARALLEL DO
      END
