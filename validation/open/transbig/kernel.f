C     B = transpose of A
      SUBROUTINE TRNSPS (M, N, A, B)
      INTEGER M, N, I, J
      DOUBLE PRECISION A(M,N), B(N,M)
      DO 20 J = 1, N
         DO 10 I = 1, M
            B(J,I) = A(I,J)
   10    CONTINUE
   20 CONTINUE
      END
