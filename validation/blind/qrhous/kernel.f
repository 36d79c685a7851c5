      SUBROUTINE QRHOUS (M, N, A, RDIAG)
C     QR factorisation by Householder reflections. The reflectors stay
C     below and on the diagonal of A, R above it and in RDIAG.
      INTEGER M, N, I, J, K
      DOUBLE PRECISION A(M,N), RDIAG(N), S, ALPHA, BETA
      DO 50 K = 1, N
         S = 0.0D0
         DO 10 I = K, M
            S = S + A(I,K)**2
   10    CONTINUE
         ALPHA = -SIGN(SQRT(S), A(K,K))
         BETA = 1.0D0/(S - ALPHA*A(K,K))
         RDIAG(K) = ALPHA
         A(K,K) = A(K,K) - ALPHA
         DO 40 J = K + 1, N
            S = 0.0D0
            DO 20 I = K, M
               S = S + A(I,K)*A(I,J)
   20       CONTINUE
            S = S*BETA
            DO 30 I = K, M
               A(I,J) = A(I,J) - S*A(I,K)
   30       CONTINUE
   40    CONTINUE
   50 CONTINUE
      END
