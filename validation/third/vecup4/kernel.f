C     W = A*X + B*Y + W*Z, and the largest value met.
      SUBROUTINE VECUP4 (N, A, B, X, Y, Z, W, BIG)
      INTEGER N, I
      DOUBLE PRECISION A, B, X(N), Y(N), Z(N), W(N), BIG
      BIG = 0.0D0
      DO 10 I = 1, N
         W(I) = A*X(I) + B*Y(I) + W(I)*Z(I)
         BIG = MAX(BIG, W(I))
   10 CONTINUE
      END
