C     The largest sum of magnitudes of a row.
      DOUBLE PRECISION FUNCTION INFNRM (M, N, A, WORK)
      INTEGER M, N, I, J
      DOUBLE PRECISION A(M,N), WORK(M), V
      DO 10 I = 1, M
   10 WORK(I) = 0.0D0
      DO 30 J = 1, N
         DO 20 I = 1, M
            WORK(I) = WORK(I) + ABS(A(I,J))
   20    CONTINUE
   30 CONTINUE
      V = 0.0D0
      DO 40 I = 1, M
         V = MAX(V, WORK(I))
   40 CONTINUE
      INFNRM = V
      RETURN
      END
