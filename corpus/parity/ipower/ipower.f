C     X to the power of K, not negative, by repeated squaring.
      DOUBLE PRECISION FUNCTION IPOWER (X, K)
      INTEGER K, M
      DOUBLE PRECISION X, S, P
      P = 1.0D0
      S = X
      M = K
      DO WHILE (M .GT. 0)
         IF (MOD(M, 2) .NE. 0) P = P*S
         S = S*S
         M = M/2
      END DO
      IPOWER = P
      RETURN
      END
