      SUBROUTINE ILUSOL (N, NNZ, IA, JA, LU, JD, B, X)
C     Applies an incomplete factorisation kept in one compressed-row
C     matrix: forward solve with the unit lower part, backward solve
C     with the upper part. JD(I) is the place of the diagonal of row I,
C     columns ascend in every row.
      INTEGER N, NNZ, IA(N+1), JA(NNZ), JD(N), I, K
      DOUBLE PRECISION LU(NNZ), B(N), X(N), S
      DO 20 I = 1, N
         S = B(I)
         DO 10 K = IA(I), JD(I) - 1
            S = S - LU(K)*X(JA(K))
   10    CONTINUE
         X(I) = S
   20 CONTINUE
      DO 40 I = N, 1, -1
         S = X(I)
         DO 30 K = JD(I) + 1, IA(I+1) - 1
            S = S - LU(K)*X(JA(K))
   30    CONTINUE
         X(I) = S/LU(JD(I))
   40 CONTINUE
      END
