C     The greatest value that fits into a sack of size M, of N things with sizes and values.
      INTEGER FUNCTION KNAPSK (N, M, SIZE, VALUE, BEST)
      INTEGER N, M, SIZE(N), VALUE(N), BEST(0:M), I, K
      DO K = 0, M
         BEST(K) = 0
      END DO
      DO I = 1, N
         DO K = M, SIZE(I), -1
            BEST(K) = MAX(BEST(K), BEST(K - SIZE(I)) + VALUE(I))
         END DO
      END DO
      KNAPSK = BEST(M)
      RETURN
      END
