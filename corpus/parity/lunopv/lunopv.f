C     LU factorisation in place, without pivoting.
      SUBROUTINE LUNOPV (N, A)
      INTEGER N, I, J, K
      DOUBLE PRECISION A(N,N)
      DO 40 K = 1, N - 1
         DO 10 I = K + 1, N
            A(I,K) = A(I,K)/A(K,K)
   10    CONTINUE
         DO 30 J = K + 1, N
            DO 20 I = K + 1, N
               A(I,J) = A(I,J) - A(I,K)*A(K,J)
   20       CONTINUE
   30    CONTINUE
   40 CONTINUE
      END
