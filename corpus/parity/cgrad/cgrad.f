C     Conjugate gradients for a dense symmetric matrix; X starts at zero, ITER steps are done.
      SUBROUTINE CGRAD (N, A, B, X, R, P, Q, TOL, MAXIT, ITER)
      INTEGER N, MAXIT, ITER, I, J
      DOUBLE PRECISION A(N,N), B(N), X(N), R(N), P(N), Q(N), TOL
      DOUBLE PRECISION RR, RNEW, ALPHA, BETA, SCALAR
      DO 10 I = 1, N
         X(I) = 0.0D0
         R(I) = B(I)
         P(I) = B(I)
   10 CONTINUE
      RR = SCALAR(N, R, R)
      ITER = 0
      DO WHILE (ITER .LT. MAXIT)
         IF (SQRT(RR) .LE. TOL) EXIT
         DO 30 I = 1, N
            Q(I) = 0.0D0
            DO 20 J = 1, N
   20       Q(I) = Q(I) + A(J,I)*P(J)
   30    CONTINUE
         ALPHA = RR/SCALAR(N, P, Q)
         DO 40 I = 1, N
            X(I) = X(I) + ALPHA*P(I)
            R(I) = R(I) - ALPHA*Q(I)
   40    CONTINUE
         RNEW = SCALAR(N, R, R)
         BETA = RNEW/RR
         DO 50 I = 1, N
   50    P(I) = R(I) + BETA*P(I)
         RR = RNEW
         ITER = ITER + 1
      END DO
      END
C     Scalar product.
      DOUBLE PRECISION FUNCTION SCALAR (N, X, Y)
      INTEGER N, I
      DOUBLE PRECISION X(N), Y(N), S
      S = 0.0D0
      DO 10 I = 1, N
   10 S = S + X(I)*Y(I)
      SCALAR = S
      RETURN
      END
