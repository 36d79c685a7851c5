C     Y = A*X for a matrix of N rows in compressed rows with five entries each, NZ in all
      SUBROUTINE SPMV (N, NZ, A, JA, X, Y)
      INTEGER N, NZ, JA(NZ), I, K
      DOUBLE PRECISION A(NZ), X(N), Y(N), S
!$OMP PARALLEL DO PRIVATE(K, S) SCHEDULE(STATIC)
      DO 20 I = 1, N
         S = 0.0D0
         DO 10 K = 5*I - 4, 5*I
            S = S + A(K)*X(JA(K))
   10    CONTINUE
         Y(I) = S
   20 CONTINUE
!$OMP END PARALLEL DO
      END
