C     Running sums: X(I) becomes X(1) + ... + X(I).
      SUBROUTINE PREFIX (N, X)
      INTEGER N, I, X(N)
      DO 10 I = 2, N
         X(I) = X(I) + X(I-1)
   10 CONTINUE
      END
