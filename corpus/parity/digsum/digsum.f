C     Sum of the decimal digits of the numbers up to N.
      INTEGER FUNCTION DIGSUM (N)
      INTEGER N, I, K, S
      S = 0
      DO 20 I = 1, N
         K = I
         DO
            S = S + MOD(K, 10)
            K = K/10
            IF (K .LE. 0) EXIT
         END DO
   20 CONTINUE
      DIGSUM = S
      RETURN
      END
