C     C = A*B, the product's elements one after the other.
      SUBROUTINE MMIJK (L, M, N, A, B, C)
      INTEGER L, M, N, I, J, K
      DOUBLE PRECISION A(L,M), B(M,N), C(L,N), S
      DO 20 J = 1, N
         DO 20 I = 1, L
            S = 0.0D0
            DO 10 K = 1, M
   10       S = S + A(I,K)*B(K,J)
   20 C(I,J) = S
      END
