C     Y = A*X for a sparse matrix in rows: the entries of row I are IROW(I) to IROW(I+1) - 1.
      SUBROUTINE CSRMV (N, IROW, ICOL, A, X, Y)
      INTEGER N, IROW(*), ICOL(*), I, K
      DOUBLE PRECISION A(*), X(*), Y(*), S
      DO 20 I = 1, N
         S = 0.0D0
         DO 10 K = IROW(I), IROW(I+1) - 1
            S = S + A(K)*X(ICOL(K))
   10    CONTINUE
         Y(I) = S
   20 CONTINUE
      END
