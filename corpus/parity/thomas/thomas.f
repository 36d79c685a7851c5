C     Solves a tridiagonal system; C is overwritten, D becomes the solution.
      SUBROUTINE THOMAS (N, A, B, C, D)
      INTEGER N, I
      DOUBLE PRECISION A(N), B(N), C(N), D(N), W
      C(1) = C(1)/B(1)
      D(1) = D(1)/B(1)
      DO I = 2, N
         W = 1.0D0/(B(I) - A(I)*C(I-1))
         C(I) = C(I)*W
         D(I) = (D(I) - A(I)*D(I-1))*W
      END DO
      DO I = N - 1, 1, -1
         D(I) = D(I) - C(I)*D(I+1)
      END DO
      END
