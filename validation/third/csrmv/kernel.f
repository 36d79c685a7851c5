C     Y = A*X for a matrix in compressed rows, then X from Y, NREP times: a power iteration without a norm.
      SUBROUTINE CSRMV (N, NREP, IROW, ICOL, A, X, Y)
      INTEGER N, NREP, IROW(N+1), ICOL(*), I, K, IREP
      DOUBLE PRECISION A(*), X(N), Y(N), S
      DO 40 IREP = 1, NREP
         DO 20 I = 1, N
            S = 0.0D0
            DO 10 K = IROW(I), IROW(I) + 4
               S = S + A(K)*X(ICOL(K))
   10       CONTINUE
            Y(I) = S
   20    CONTINUE
         DO 30 I = 1, N
            X(I) = 0.5D0*(X(I) + Y(I))
   30    CONTINUE
   40 CONTINUE
      END
