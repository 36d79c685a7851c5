C     Values Y of the polynomial C(0) + ... + C(M)*X**M at N points X, by Horner's rule.
      SUBROUTINE HORNER (M, N, C, X, Y)
      INTEGER M, N, I, K
      DOUBLE PRECISION C(0:M), X(N), Y(N), P
      DO 20 I = 1, N
         P = C(M)
         DO 10 K = M - 1, 0, -1
   10    P = P*X(I) + C(K)
   20 Y(I) = P
      END
