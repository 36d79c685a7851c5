C     Cholesky factorisation of the upper triangle; INFO is 1 if it is not positive definite, else 0.
      SUBROUTINE CHOLSK (N, A, INFO)
      INTEGER N, INFO, I, J, K
      DOUBLE PRECISION A(N,N), S
      DO 40 J = 1, N
         DO 20 I = 1, J - 1
            S = A(I,J)
            DO 10 K = 1, I - 1
   10       S = S - A(K,I)*A(K,J)
   20    A(I,J) = S/A(I,I)
         S = A(J,J)
         DO 30 K = 1, J - 1
   30    S = S - A(K,J)*A(K,J)
         IF (S .LE. 0.0D0) THEN
            INFO = 1
            RETURN
         END IF
   40 A(J,J) = SQRT(S)
      INFO = 0
      END
