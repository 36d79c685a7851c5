C     Values of a Chebyshev series of NC terms at NP points: one chain of dependent operations for each point.
      SUBROUTINE CLENSH (NP, NC, C, X, V)
      INTEGER NP, NC, I, K
      DOUBLE PRECISION C(NC), X(NP), V(NP), B0, B1, B2
      DO 20 I = 1, NP
         B1 = 0.0D0
         B2 = 0.0D0
         DO 10 K = NC, 2, -1
            B0 = 2.0D0*X(I)*B1 - B2 + C(K)
            B2 = B1
            B1 = B0
   10    CONTINUE
         V(I) = X(I)*B1 - B2 + C(1)
   20 CONTINUE
      END
