C     Binomial coefficients: after row N, C(K) is N over K.
      SUBROUTINE PASCAL (N, C)
      INTEGER N, C(0:N), I, K
      C(0) = 1
      DO I = 1, N
         C(I) = 1
         DO K = I - 1, 1, -1
            C(K) = C(K) + C(K-1)
         END DO
      END DO
      END
