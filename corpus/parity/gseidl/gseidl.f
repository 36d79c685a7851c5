C     Gauss-Seidel sweeps until no unknown changes by more than TOL, at most MAXIT of them.
      SUBROUTINE GSEIDL (N, A, B, X, TOL, MAXIT, ITER)
      INTEGER N, MAXIT, ITER, I, J
      DOUBLE PRECISION A(N,N), B(N), X(N), TOL, S, CHANGE, D
      ITER = 0
      DO
         CHANGE = 0.0D0
         DO I = 1, N
            S = B(I)
            DO J = 1, N
               IF (J .NE. I) S = S - A(J,I)*X(J)
            END DO
            S = S/A(I,I)
            D = ABS(S - X(I))
            IF (D .GT. CHANGE) CHANGE = D
            X(I) = S
         END DO
         ITER = ITER + 1
         IF (ITER .GE. MAXIT) RETURN
         IF (CHANGE .LE. TOL) EXIT
      END DO
      END
